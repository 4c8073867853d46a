"""Orders of Sealion in words: an edition as order sheets ask it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from sealion_pbem.engine.saying import Implies, Speaks, Understands
from sealion_pbem.rulesets.sealion.board import CONVOY, SECTORS
from sealion_pbem.rulesets.sealion.state import State

if TYPE_CHECKING:
    from sealion_pbem.engine.readymade import Book, SetUp

__all__ = ["Spoken"]

_LANDS_CARGO = frozenset({"land", "debark", "touch_down"})
_NAVAL_STEP = 2
_CARRIES = {"embark": "transport", "airlift": "carrier"}


class Spoken(Implies, Speaks, Understands):
    """Phrases, names, who is meant, when an order has its time, and how one can begin."""

    @property
    def phrases(self) -> Mapping[str, tuple[str, ...]]:
        """How orders are said in sheets."""
        from sealion_pbem.rulesets.sealion import phrases

        return phrases.PHRASES

    @property
    def examples(self) -> Mapping[str, str]:
        """A line for every kind of order."""
        from sealion_pbem.rulesets.sealion import phrases

        return phrases.EXAMPLES

    def place_names(self, state: State) -> Mapping[str, str]:
        """Return every place that an order can name."""
        from sealion_pbem.rulesets.sealion import phrases

        return phrases.place_names(state)

    def nicknames(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """Return towns and ports with their hexes."""
        from sealion_pbem.rulesets.sealion import phrases

        return phrases.towns(state)

    def describe_unit(self, state: State, unit: str) -> str:
        """Return a unit's type and values."""
        from sealion_pbem.rulesets.sealion import phrases

        return phrases.describe_unit(state, unit)

    def describe_load(self, state: State, unit: str) -> str:
        """Return who is aboard a unit, or aboard of whom it is."""
        from sealion_pbem.rulesets.sealion import phrases

        return phrases.describe_load(state, unit)

    def at_hand(self, state: State, seat: str) -> Collection[str]:
        """Return a player's units that are in play: not lost, and not on the turn track."""
        return frozenset(
            name
            for name, unit in state.units.items()
            if state.counter(name).seat == seat
            and unit.place
            and not unit.place.startswith("Turn ")
        )

    def doer(self, state: State, orders: list[dict[str, Any]], kind: str, unit: str) -> str:
        """7.9, 11.2, 11.5  Return the cargo of a carrier that is to land, the ship of troops that sail."""
        aboard = {name: found.aboard for name, found in state.units.items() if found.aboard}
        for order in orders:
            if order["kind"] in _CARRIES:
                carrier = order[_CARRIES[order["kind"]]]
                aboard = {name: each for name, each in aboard.items() if each != carrier}
                aboard[order["unit"]] = carrier
        if kind == "sail":
            return aboard.get(unit, unit)
        if kind in _LANDS_CARGO:
            return next((name for name, carrier in aboard.items() if carrier == unit), unit)
        return unit

    def implied(
        self, state: State, orders: list[dict[str, Any]], order: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        """7.4  Return the voyage of who is to land and is still in port: to the sea space of the hex.

        Of two sea spaces that the hex lies at it is the one next to the port, the eastern first.
        """
        from sealion_pbem.rulesets.sealion.rules.naval_force import ways_from

        if order["kind"] != "land" or state.step > _NAVAL_STEP:
            return []
        ship = self.doer(state, orders, "sail", order["unit"])
        has_course = any(ship in given.get("units", ()) for given in orders)
        facts = state.table.board.hexes.get(order["hex"])
        if has_course or facts is None or state.units[ship].place != CONVOY:
            return []
        there = [space for space in SECTORS if space in facts.sectors]
        near = sorted(there, key=lambda space: space not in ways_from(state, CONVOY, state.seat))
        return [{"kind": "sail", "units": [ship], "path": near[0]}] if near else []

    def moments(self, state: State, seat: str, kind: str, stage: str) -> tuple[int, ...]:
        """2.0  Return the places in the sequence of play in which a player can give a kind of order."""
        from sealion_pbem.rulesets.sealion import timing

        return timing.times_of(state.edition.sequence, seat, kind, stage)

    def moment(self, state: State) -> int:
        """2.0  Return the place of the present stage in the sequence of play."""
        from sealion_pbem.rulesets.sealion import timing

        return timing.number_of(state)

    def set_ups(self, state: State) -> Mapping[str, SetUp]:
        """5.1, 5.2  Return two set-ups for the player who is setting up."""
        from sealion_pbem.rulesets.sealion import deployment

        return deployment.set_ups(state)

    def books(self, seat: str) -> Mapping[str, Book]:
        """Return quick, careful and weekly."""
        from sealion_pbem.rulesets.sealion import books

        return books.books(seat)

"""The state: what changes in a game of Sealion, and questions about it.

What is printed on a counter or on the map never changes and stays in the pack (`Table`). The state
keeps, besides the units, a list of who stands where and how many zones of control reach each hex;
both follow from the units and are not written into files.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.board import Board
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.edition import Edition

__all__ = ["BRITISH", "GERMAN", "OUT", "State", "Table", "Unit", "other"]

GERMAN, BRITISH = Seat("german"), Seat("british")
_ZOC_SIZES = frozenset({"XX", "X", "III"})
OUT = "Out"
"""Where a unit is that has left the game for good."""


def other(seat: Seat) -> Seat:
    """Return the opponent."""
    return BRITISH if seat == GERMAN else GERMAN


@dataclass(frozen=True, slots=True)
class Table:
    """What never changes in one campaign: the edition with its settings, the board, the counters."""

    edition: Edition
    board: Board
    counters: Mapping[str, Counter]
    options: Mapping[str, Any]
    order: Mapping[str, int]
    """The place of each unit in every list: lists never depend on history."""


class Unit(NamedTuple):
    """What changes of a unit: where it is, its steps (0: out), and what carries it."""

    place: str
    steps: int
    aboard: str = ""


@dataclass(slots=True)
class State:
    """One position.

    `step` is the number of 2.0 (0: set-up), `stage` the part of it, `ended` whether its player is
    done with it. `task` is a procedure inside the stage that waits for somebody: a battle, a choice.
    The sets hold what a unit has done: `done` in this step, `fought` at sea and `used` in support in
    this player turn, `home` back in port and `landed` brought by ship or aircraft (13.2) in this game
    turn; `spent` are those that fought at sea and the batteries that had their use in it (9.2, A-72).
    """

    table: Table
    turn: int = 0
    step: int = 0
    stage: str = "german set-up"
    ended: bool = False
    weather: str = "clear"
    units: dict[str, Unit] = field(default_factory=dict)
    ever_german: int = 0
    last_german: int = 0
    bonus: int = 0
    parliament_rolled: bool = False
    churchill: str = ""
    brandenburgers_used: bool = False
    radars_counted: int = 0
    winner: str = ""
    task: Any = None
    resolved: frozenset[str] = frozenset()
    done: frozenset[str] = frozenset()
    fought: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()
    home: frozenset[str] = frozenset()
    landed: frozenset[str] = frozenset()
    spent: frozenset[str] = frozenset()
    taken: int = 0
    """The hexes that became German in this step: nothing more comes ashore there yet (7.6, A-47)."""
    came_from: dict[str, tuple[str, ...]] = field(default_factory=dict)
    at: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    zoc: dict[Seat, dict[str, int]] = field(default_factory=lambda: {GERMAN: {}, BRITISH: {}})

    def copy(self) -> State:
        """Return a working copy; everything but the dictionaries is a value."""
        return State(
            self.table, self.turn, self.step, self.stage, self.ended, self.weather,
            dict(self.units), self.ever_german, self.last_german, self.bonus,
            self.parliament_rolled, self.churchill, self.brandenburgers_used,
            self.radars_counted, self.winner,
            self.task, self.resolved, self.done, self.fought, self.used, self.home, self.landed,
            self.spent, self.taken, dict(self.came_from),
            {place: list(here) for place, here in self.at.items()},
            {seat: dict(hexes) for seat, hexes in self.zoc.items()},
        )  # fmt: skip

    def put(self, name: str, unit: Unit) -> None:
        """Write a unit, and the lists that follow from it."""
        before = self.units.get(name)
        counter = self.table.counters[name]
        if before is None or before.place != unit.place or bool(before.steps) != bool(unit.steps):
            if before is not None and before.steps:
                self._leave(name, counter, before.place)
            if unit.steps:
                self._arrive(name, counter, unit.place)
        self.units[name] = unit

    def occupy(self, name: str, place: str) -> None:
        """A-13  Note that a land unit holds a hex in which no enemy land unit stands."""
        counter = self.table.counters[name]
        bit = self.table.board.bits.get(place)
        if bit is None or counter.arm != "land" or self.units[name].aboard:
            return
        if any(self.units_in(place, other(Seat(counter.seat)), "land")):
            return
        if counter.seat == GERMAN:
            forgets = self.edition.beach_forgets_old_landings
            if not bit & (self.last_german if forgets else self.ever_german):
                self.taken |= bit
            self.ever_german |= bit
            self.last_german |= bit
        else:
            self.last_german &= ~bit

    def _leave(self, name: str, counter: Counter, place: str) -> None:
        self.at[place].remove((self.table.order[name], name))
        if not self.at[place]:
            del self.at[place]
        self._spread(counter, place, -1)

    def _arrive(self, name: str, counter: Counter, place: str) -> None:
        insort(self.at.setdefault(place, []), (self.table.order[name], name))
        self._spread(counter, place, 1)

    def _spread(self, counter: Counter, place: str, by: int) -> None:
        """11.1  A land unit above battalion size has a zone of control in the six hexes around it."""
        around = self.table.board.adjacent.get(place)
        if around is None or counter.arm != "land" or counter.size not in _ZOC_SIZES:
            return
        hexes = self.zoc[Seat(counter.seat)]
        for there in around:
            reach = hexes.get(there, 0) + by
            if reach:
                hexes[there] = reach
            else:
                del hexes[there]

    @property
    def edition(self) -> Edition:
        """The edition in play, with the charter's settings."""
        return self.table.edition

    @property
    def seat(self) -> Seat:
        """Whose player turn it is (2.0): the German's in steps 1 to 8."""
        return GERMAN if self.step <= 8 else BRITISH  # noqa: PLR2004 - the step of 2.1

    @property
    def is_rain(self) -> bool:
        """3.1  Return whether this is a rain turn."""
        return self.weather == "rain"

    @property
    def is_night(self) -> bool:
        """2.1, 2.2  Return whether this is step 7 or 14."""
        return self.step in (7, 14)

    def counter(self, name: str) -> Counter:
        """Return what is printed on a unit."""
        return self.table.counters[name]

    def is_reduced(self, name: str) -> bool:
        """1.5  Return whether a unit shows its back."""
        return self.units[name].steps < self.table.counters[name].steps

    def is_in_play(self, name: str) -> bool:
        """Return whether a unit is still in the game."""
        unit = self.units.get(name)
        return unit is not None and unit.steps > 0

    def units_in(self, place: str, seat: Seat | None = None, arm: str = "") -> Iterator[str]:
        """Return who is in a hex, sea space or box, in the order of the counters."""
        counters = self.table.counters
        for _, name in self.at.get(place, ()):
            counter = counters[name]
            if (seat is None or counter.seat == seat) and (not arm or counter.arm == arm):
                yield name

    def land_in(self, place: str, seat: Seat) -> list[str]:
        """Return a seat's land units that stand in a hex themselves: not those that are carried."""
        return [n for n in self.units_in(place, seat, "land") if not self.units[n].aboard]

    def carried_by(self, carrier: str) -> str:
        """Return what a transport, glider, submarine or carrier has aboard, or ""."""
        place = self.units[carrier].place
        return next((n for _, n in self.at.get(place, ()) if self.units[n].aboard == carrier), "")

    def is_in_enemy_zoc(self, place: str, seat: Seat) -> bool:
        """11.1  Return whether an enemy zone of control reaches a hex."""
        return place in self.zoc[other(seat)]

    def attack_of(self, name: str) -> int:
        """Return the attack strength of the side a unit shows."""
        counter = self.table.counters[name]
        return counter.reduced_attack if self.is_reduced(name) else counter.attack

    def defense_of(self, name: str) -> int:
        """Return the defense strength of the side a unit shows."""
        counter = self.table.counters[name]
        return counter.reduced_defense if self.is_reduced(name) else counter.defense

    def quality_of(self, name: str) -> int:
        """Return the quality of the side a unit shows (A-117)."""
        counter = self.table.counters[name]
        return counter.reduced_quality if self.is_reduced(name) else counter.quality

    def strength_of(self, name: str) -> int | None:
        """Return the strength of the side a ship, battery or air unit shows; None: it has none."""
        counter = self.table.counters[name]
        return counter.reduced_strength if self.is_reduced(name) else counter.strength

    def holds(self, area: int, place: str) -> bool:
        """Return whether a hex belongs to an area."""
        return bool(area & self.table.board.bits[place])

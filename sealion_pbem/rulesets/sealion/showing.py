"""What reports, histories, pictures and `sealion data` show of Sealion: combats, losses, map, data packs.

A turn is judged without any of it, so it is imported when somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from sealion_pbem.engine.chronicle import Enrolled, KeepsStatistics, Measure, PlaceKind, Whereabouts
from sealion_pbem.engine.saying import Say, by_id
from sealion_pbem.engine.showing import (
    CountsCosts,
    DescribesPacks,
    Draws,
    Narrates,
    Prices,
    ReportsFights,
    Warns,
)
from sealion_pbem.engine.words import Event, Seat
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.edition import Edition
from sealion_pbem.rulesets.sealion.naming import names_of
from sealion_pbem.rulesets.sealion.options import every_counter
from sealion_pbem.rulesets.sealion.state import State

if TYPE_CHECKING:
    from sealion_pbem.engine.card import Briefing, Card, Loss
    from sealion_pbem.engine.pack import PackKeeping
    from sealion_pbem.engine.picture import Chart, Mark, Piece, Supplement
    from sealion_pbem.engine.survey import Layer, MapLine, PlaceFact

__all__ = ["Showing"]


class Showing(
    Narrates[State],
    ReportsFights[State],
    CountsCosts[State],
    Prices,
    Warns[State],
    KeepsStatistics[State],
    Draws[State],
    DescribesPacks,
):
    """An edition of Sealion as it is shown."""

    _edition: Edition
    quiet = frozenset(
        {
            "dice_rolled", "stage_begun", "stage_ended", "sea_battle_begun", "sea_battle_ended",
            "air_battle_begun", "air_battle_ended", "air_sets_formed", "air_sets_joined",
            "air_strikes_ended", "combat_ended", "choice_awaited", "counterattack_asked",
            "withholding_asked", "aa_fire_ended",
        }
    )  # fmt: skip
    losses_in = Measure("step", "steps")
    arms = ("land", "naval", "air")
    where = ("hex", "place", "sector", "box")
    bloodless = frozenset({"churchill_evacuated", "counter_withdrawn", "fakes_found"})

    def names(self, state: State) -> Mapping[str, str]:
        """Return what each unit is called."""
        return names_of(state.table)

    def part(self, state: State) -> str:
        """Return turn, step and stage."""
        from sealion_pbem.rulesets.sealion.briefing import part_of

        return part_of(state)

    def briefing(self, state: State) -> Briefing:
        """Return turn, date, weather, victory tally and reinforcements."""
        from sealion_pbem.rulesets.sealion.briefing import briefing

        return briefing(state)

    def cards(self, before: State, events: Sequence[Event[Any]]) -> tuple[Card, ...]:
        """Return a card for every combat of a run."""
        from sealion_pbem.rulesets.sealion.cards import cards

        return cards(before, events)

    def losses(self, before: State, events: Sequence[Event[Any]]) -> tuple[Loss, ...]:
        """Return every step and unit lost in a run."""
        from sealion_pbem.rulesets.sealion.cards import losses

        return losses(before, events)

    def costs(
        self, before: State, events: Sequence[Event[Any]], say: Say = by_id
    ) -> Mapping[int, str]:
        """Return what every move of a run cost, by the number of its event."""
        from sealion_pbem.rulesets.sealion.costs import costs

        return costs(before, events, say)

    def price(self, cost: int) -> str:
        """11.2  Return half movement points as points."""
        from sealion_pbem.rulesets.sealion.rules.ch11_walk import said_points

        return said_points(cost)

    def board(self, state: State) -> str:
        """Return the position as text: who is where, with id, values and load, place by place."""
        from sealion_pbem.engine.muster import muster

        return "\n".join(map(str, muster(self.pieces(state))))

    def dangers(self, state: State, seat: Seat) -> tuple[str, ...]:
        """6.3, 13.3  Return who of a seat is too many in a hex or without supply."""
        from sealion_pbem.rulesets.sealion import danger

        return tuple(danger.dangers(state, seat))

    def places(self) -> Mapping[str, PlaceKind]:
        """Return the hexes, the sea spaces and the boxes."""
        from sealion_pbem.rulesets.sealion import chronicle

        return chronicle.places(self._edition.board)

    def roster(self, state: State) -> Mapping[str, Enrolled]:
        """Return every unit that the game can bring into play."""
        from sealion_pbem.rulesets.sealion import chronicle

        return chronicle.roster(state)

    def whereabouts(self, state: State) -> Mapping[str, Whereabouts]:
        """Return place, steps and carrier of every unit."""
        from sealion_pbem.rulesets.sealion import chronicle

        return chronicle.whereabouts(state)

    def tally(self, state: State) -> Mapping[str, int]:
        """4.0  Return what victory is counted by."""
        from sealion_pbem.rulesets.sealion import chronicle

        return chronicle.tally(state)

    def rollers(self, state: State, event: Event[Any]) -> tuple[str, ...]:
        """Return whose dice an event used."""
        from sealion_pbem.rulesets.sealion import chronicle

        return chronicle.rollers(state, event)

    def chart(self) -> Chart:
        """Return the map as it is drawn."""
        from sealion_pbem.rulesets.sealion import picture

        return picture.chart(self._edition)

    def piece(self, unit: str, left: int | None = None) -> Piece:
        """Return one counter as it is drawn, front or back."""
        from sealion_pbem.rulesets.sealion import picture

        counter = every_counter(self._edition)[unit]
        return picture.piece(counter, is_reduced=left is not None and left < counter.steps)

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Return every unit in play as it is drawn."""
        from sealion_pbem.rulesets.sealion import picture

        return picture.pieces(state)

    def supplement(self, state: State) -> Supplement:
        """Return what options add to the map."""
        from sealion_pbem.rulesets.sealion import picture

        return picture.supplement(state)

    def held(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """Return the hexes in German hands."""
        from sealion_pbem.rulesets.sealion import picture

        return picture.held(state)

    def marks(self, events: Iterable[Event[Any]], before: State | None = None) -> tuple[Mark, ...]:
        """Return what is drawn of events."""
        from sealion_pbem.rulesets.sealion.marks import marks

        return marks(every_counter(self._edition), events, before)

    def layers(self, state: State) -> tuple[Layer, ...]:
        """Return areas of both sides: control, zones, supply, ranges of guns, reach of marches."""
        from sealion_pbem.rulesets.sealion import survey

        return survey.layers(state)

    def place_facts(self, state: State, place: str) -> tuple[PlaceFact, ...]:
        """Return control, zones and costs of a hex."""
        from sealion_pbem.rulesets.sealion import survey

        return survey.place_facts(state, place)

    def lines(self, state: State, place: str) -> tuple[MapLine, ...]:
        """13.0  Return the lines of supply from a hex."""
        from sealion_pbem.rulesets.sealion import survey

        return survey.lines(state, place)

    def pack_keeping(self) -> PackKeeping:
        """Return the sheets of map, units and facts, the charts, and what is done with them."""
        from sealion_pbem.engine.pack import Layout, PackKeeping
        from sealion_pbem.rulesets.sealion.packs import columns, compilation, pack_check, show

        return PackKeeping(
            Layout(data.folder(), columns.LAYOUTS, {columns.TABLES: "pack_tables"}, columns.FIXED),
            pack_check.findings,
            pack_check.counts,
            compilation.compile_pack,
            partial(show.describe, edition=self._edition.printing),
        )

"""What is shown of a game: its story, its combats, its statistics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sealion_pbem.engine.capability import DescribesPacks, Draws, Narrates, ReportsFights
from sealion_pbem.engine.card import Briefing, Card, Loss
from sealion_pbem.engine.chronicle import Enlists, Enrolled, KeepsStatistics, PlaceKind, Whereabouts
from sealion_pbem.engine.pack import Described, Finding, Layout, Pack
from sealion_pbem.engine.words import Event
from sealion_pbem.rulesets.war_at_sea import chronicle, data, narration, reportcards
from sealion_pbem.rulesets.war_at_sea.words.state import State

if TYPE_CHECKING:
    from sealion_pbem.engine.picture import Chart, Mark, Piece, Supplement

__all__ = ["ShownAtSea"]


class ShownAtSea(
    Narrates[State],
    ReportsFights[State],
    KeepsStatistics[State],
    Enlists,
    Draws[State],
    DescribesPacks,
):
    """The capabilities that reports, pages and statistics ask for."""

    quiet = frozenset(
        {
            *("dice_rolled", "step_began", "phase_ended", "fleet_sealed", "missions_ended"),
            *("cover_tested", "aircraft_rearmed"),
        }
    )
    losses_in = chronicle.HULL
    enlisted_by = frozenset({"fleet_opened"})
    bloodless = frozenset({"merchant_left"})
    arms: tuple[str, ...] = chronicle.ARMS
    where: tuple[str, ...] = ("sector", "place")

    def names(self, state: State) -> Mapping[str, str]:
        """Return the name on each card."""
        return narration.names(state)

    def part(self, state: State) -> str:
        """Return turn and step."""
        return narration.part(state)

    def briefing(self, state: State) -> Briefing:
        """Return turn, zone, score and what is left."""
        return narration.briefing(state)

    def board(self, state: State) -> str:
        """Return the position as text."""
        return narration.board(state)

    def cards(self, before: State, events: Sequence[Event[Any]]) -> tuple[Card, ...]:
        """Return a card for every target that was attacked in a phase."""
        return reportcards.cards(before, events)

    def losses(self, before: State, events: Sequence[Event[Any]]) -> tuple[Loss, ...]:
        """Return every hull point and unit that was lost."""
        return reportcards.losses(before, events)

    def places(self) -> Mapping[str, PlaceKind]:
        """Return the sectors and the airbases."""
        return chronicle.places()

    def roster(self, state: State) -> Mapping[str, Enrolled]:
        """Return the units of the fleets that are open."""
        return chronicle.roster(state)

    def whereabouts(self, state: State) -> Mapping[str, Whereabouts]:
        """Return where every unit is and what is left of it."""
        return chronicle.whereabouts(state)

    def tally(self, state: State) -> Mapping[str, int]:
        """Return the score, and what is left."""
        return chronicle.tally(state)

    def rollers(self, state: State, event: Event[Any]) -> tuple[str, ...]:
        """Return whose dice an event used."""
        return chronicle.rollers(state, event)

    def chart(self) -> Chart:
        """Return the map without a zone."""
        from sealion_pbem.rulesets.war_at_sea import picture

        return picture.chart()

    def piece(self, unit: str, left: int | None = None) -> Piece:
        """Return a counter with so many hull points left."""
        from sealion_pbem.rulesets.war_at_sea import picture

        return picture.piece(unit, left)

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Return every unit in play."""
        from sealion_pbem.rulesets.war_at_sea import picture

        return picture.pieces(state)

    def supplement(self, state: State) -> Supplement:
        """Return islands, weather, objectives and smoke."""
        from sealion_pbem.rulesets.war_at_sea import picture

        return picture.supplement(state)

    def held(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """1.3.3  Return the objectives that somebody has claimed."""
        return {"held": tuple(sorted(state.claims))}

    def marks(self, events: Iterable[Event[Any]], before: State | None = None) -> tuple[Mark, ...]:
        """Return moves, flights and attacks, to be drawn over the map."""
        from sealion_pbem.rulesets.war_at_sea import picture

        return picture.marks(events, before)

    def pack_layout(self) -> Layout:
        """Return the sheets of cards, board and settings, and the chart of scenarios."""
        from sealion_pbem.rulesets.war_at_sea.packs import columns

        return Layout(data.folder(), columns.LAYOUTS, {columns.SCENARIOS: "pack_scenarios"}, ())

    def pack_findings(self, pack: Pack) -> Iterable[Finding]:
        """Return what is wrong with grid, zones, cards and fleets."""
        from sealion_pbem.rulesets.war_at_sea.packs import pack_check

        return pack_check.findings(pack)

    def pack_counts(self, pack: Pack) -> Mapping[str, int]:
        """Return how many cards, sectors and zones there are."""
        from sealion_pbem.rulesets.war_at_sea.packs import pack_check

        return dict(pack_check.counts(pack))

    def compile_pack(self, pack: Pack) -> Mapping[str, bytes]:
        """Return cards and board as the game reads them."""
        from sealion_pbem.rulesets.war_at_sea.packs import compilation

        return compilation.compile_pack(pack)

    def describe(self, pack: Pack, word: str) -> Described:
        """Return all about a unit, a sector or a battle zone."""
        from sealion_pbem.rulesets.war_at_sea.packs import show

        return show.describe(pack, word)

"""What is shown of a game: its story, its combats, its statistics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sealion_pbem.engine.account import Account, GivesAccount
from sealion_pbem.engine.chronicle import Enlists
from sealion_pbem.engine.showing import DescribesPacks, Draws
from sealion_pbem.engine.words import Event
from sealion_pbem.rulesets.war_at_sea import chronicle, data, narration, reportcards
from sealion_pbem.rulesets.war_at_sea.words.state import State

if TYPE_CHECKING:
    from sealion_pbem.engine.pack import PackKeeping
    from sealion_pbem.engine.picture import Chart, Mark, Piece, Supplement
    from sealion_pbem.engine.survey import Layer, MapLine, PlaceFact

__all__ = ["ShownAtSea"]


class ShownAtSea(
    GivesAccount[State],
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
    account = Account(
        names=narration.names,
        part=narration.part,
        briefing=narration.briefing,
        board=narration.board,
        cards=reportcards.cards,
        losses=reportcards.losses,
        places=chronicle.places,
        roster=chronicle.roster,
        whereabouts=chronicle.whereabouts,
        tally=chronicle.tally,
        rollers=chronicle.rollers,
    )
    losses_in = chronicle.HULL
    enlisted_by = frozenset({"fleet_opened"})
    bloodless = frozenset({"merchant_left"})
    arms: tuple[str, ...] = chronicle.ARMS
    where: tuple[str, ...] = ("sector", "place")

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

    def layers(self, state: State) -> tuple[Layer, ...]:
        """1.3.3, 5.1  Return claimed objectives and the range of guns."""
        from sealion_pbem.rulesets.war_at_sea import survey

        return survey.layers(state)

    def place_facts(self, state: State, place: str) -> tuple[PlaceFact, ...]:
        """4.3  Return what lies in a sector."""
        from sealion_pbem.rulesets.war_at_sea import survey

        return survey.place_facts(state, place)

    def lines(self, state: State, place: str) -> tuple[MapLine, ...]:
        """5.3  Return the lines of sight from a sector."""
        from sealion_pbem.rulesets.war_at_sea import survey

        return survey.lines(state, place)

    def marks(self, events: Iterable[Event[Any]], before: State | None = None) -> tuple[Mark, ...]:
        """Return moves, flights and attacks, to be drawn over the map."""
        from sealion_pbem.rulesets.war_at_sea import picture

        return picture.marks(events, before)

    def pack_keeping(self) -> PackKeeping:
        """Return the sheets of cards, board and settings, the scenarios, and what is done with them."""
        from sealion_pbem.engine.pack import Layout, PackKeeping
        from sealion_pbem.rulesets.war_at_sea.packs import columns, compilation, pack_check, show

        return PackKeeping(
            Layout(data.folder(), columns.LAYOUTS, {columns.SCENARIOS: "pack_scenarios"}, ()),
            pack_check.findings,
            pack_check.counts,
            compilation.compile_pack,
            show.describe,
        )

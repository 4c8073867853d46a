"""The capability of being drawn; what it takes is imported when somebody asks for a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sealion_pbem.engine.showing import Draws
from sealion_pbem.engine.words import Event
from sealion_pbem.rulesets.world_at_war.state import State

if TYPE_CHECKING:
    from sealion_pbem.engine.picture import Chart, Mark, Piece, Supplement
    from sealion_pbem.engine.survey import Layer, MapLine, PlaceFact

__all__ = ["Drawn"]


class Drawn(Draws[State]):
    """The map of the West, its counters, and the areas that can be laid over it."""

    def chart(self) -> Chart:
        """Return the map."""
        from sealion_pbem.rulesets.world_at_war import picture

        return picture.chart()

    def piece(self, unit: str, left: int | None = None) -> Piece:
        """Return a counter with so many factors left."""
        from sealion_pbem.rulesets.world_at_war import picture

        return picture.piece(unit, left)

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Return every unit in play."""
        from sealion_pbem.rulesets.world_at_war import picture

        return picture.pieces(state)

    def supplement(self, state: State) -> Supplement:
        """Return bridgeheads and breakthroughs."""
        from sealion_pbem.rulesets.world_at_war import picture

        return picture.supplement(state)

    def held(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """Return the hexes that each side controls."""
        from sealion_pbem.rulesets.world_at_war import picture

        return picture.held(state)

    def layers(self, state: State) -> tuple[Layer, ...]:
        """Return control, zones and supply of both sides."""
        from sealion_pbem.rulesets.world_at_war import survey

        return survey.layers(state)

    def place_facts(self, state: State, place: str) -> tuple[PlaceFact, ...]:
        """Return control, zones, costs and walls of a hex."""
        from sealion_pbem.rulesets.world_at_war import survey

        return survey.place_facts(state, place)

    def lines(self, state: State, place: str) -> tuple[MapLine, ...]:
        """R-33  Return the lines of supply from a hex."""
        from sealion_pbem.rulesets.world_at_war import survey

        return survey.lines(state, place)

    def marks(self, events: Iterable[Event[Any]], before: State | None = None) -> tuple[Mark, ...]:
        """Return ways and fights, to be drawn over the map."""
        from sealion_pbem.rulesets.world_at_war import picture

        return picture.marks(events, before)

"""The capability of being drawn; what it takes is imported when somebody asks for a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sealion_pbem.engine.showing import Draws
from sealion_pbem.engine.words import Event
from sealion_pbem.rulesets.world_at_war.state import State

if TYPE_CHECKING:
    from sealion_pbem.engine.picture import Chart, Layer, Mark, Piece, Supplement

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
        """Return zones of control and supply."""
        from sealion_pbem.rulesets.world_at_war import picture

        return picture.layers(state)

    def marks(self, events: Iterable[Event[Any]], before: State | None = None) -> tuple[Mark, ...]:
        """Return ways and fights, to be drawn over the map."""
        from sealion_pbem.rulesets.world_at_war import picture

        return picture.marks(events, before)

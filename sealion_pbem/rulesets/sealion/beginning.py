"""An edition as who begins asks it: ready-made set-ups, and books of standing orders."""

from __future__ import annotations

from collections.abc import Mapping

from sealion_pbem.engine.readymade import Book, OffersBooks, OffersSetUps, SetUp
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["Beginning"]


class Beginning(OffersSetUps[State], OffersBooks):
    """Two set-ups for each player, three books."""

    def set_ups(self, state: State) -> Mapping[str, SetUp]:
        """5.1, 5.2  Return the set-ups for the player who is setting up."""
        # A game that is judged needs none of it.
        from sealion_pbem.rulesets.sealion import deployment  # noqa: PLC0415 - see above

        return deployment.set_ups(state)

    def books(self, seat: str) -> Mapping[str, Book]:
        """Return quick, careful and weekly."""
        from sealion_pbem.rulesets.sealion.books import books  # noqa: PLC0415 - see above

        return books(seat)

"""What a game may add so that its campaigns can be told afterwards: pieces, tally, whose dice fell.

A ruleset can be played without any of it; then a history has its sentences and dice, and no map.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar, runtime_checkable

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.words import Event

__all__ = ["Chronicled", "Enrolled", "chronicled"]

S_contra = TypeVar("S_contra", contravariant=True)


@frozen
class Enrolled:
    """What never changes of a unit: whose it is, what it is called, its steps, what kind it is."""

    seat: str
    name: str
    steps: int
    arm: str = "land"
    """Units of one seat and arm are shown together: land, naval or air."""


@runtime_checkable
class Chronicled(Protocol[S_contra]):
    """A ruleset whose campaigns can be shown on a map and counted."""

    def places(self) -> Mapping[str, str]:
        """Return every place a piece can be in, with one word for what it is; hexes by number."""

    def roster(self, state: S_contra) -> Mapping[str, Enrolled]:
        """Return the pieces of the game, in the order of all lists."""

    def whereabouts(self, state: S_contra) -> Mapping[str, tuple[str, int]]:
        """Return place and steps of every piece; no steps: it is out of the game."""

    def tally(self, state: S_contra) -> Mapping[str, int]:
        """Return what victory is counted by, by name."""

    def rollers(self, state: S_contra, event: Event[Any]) -> tuple[str, ...]:
        """Return whose dice an event used, a seat for each die in the order of rolling.

        They are the dice that fell since the event before it. Nothing, if they were nobody's.
        """


def chronicled(ruleset: Ruleset[Any]) -> Chronicled[Any] | None:
    """Return what a ruleset adds for histories; None if it adds nothing."""
    return ruleset if isinstance(ruleset, Chronicled) else None

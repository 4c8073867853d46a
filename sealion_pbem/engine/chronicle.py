"""What a game may add so that its campaigns can be told afterwards: pieces, tally, whose dice fell.

A ruleset can be played without any of it; then a history has its sentences and dice, and no map.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.saying import counted
from sealion_pbem.engine.words import Event

__all__ = [
    "LOSSES",
    "Enlists",
    "Enrolled",
    "KeepsStatistics",
    "Measure",
    "PlaceKind",
    "Whereabouts",
]

S_contra = TypeVar("S_contra", contravariant=True)


@frozen
class Measure:
    """The unit in which losses are counted: one step, two steps."""

    one: str
    many: str

    def count(self, number: int) -> str:
        """Return a number of them in words."""
        return counted(number, self.one, self.many)


LOSSES = Measure("loss", "losses")
"""What a game loses that does not say."""


@frozen
class PlaceKind:
    """A place that a piece can be in: one word for what it is, and whether its name is a hex number."""

    word: str
    is_hex: bool = False


@frozen
class Enrolled:
    """The fixed facts of a unit: its owner, its name, how much it can lose, its kind.

    Units of one seat and arm are shown together; who `is_above` lies over the others in a hex. `printed`
    is whatever else stands on its counter, each value with what it is called.
    """

    seat: str
    name: str
    full: int
    arm: str = ""
    is_above: bool = False
    printed: tuple[tuple[str, str], ...] = ()


class Whereabouts(NamedTuple):
    """The whereabouts of a piece: its place, what is left of it, and the piece that carries it.

    Nothing left: it is out of the game, and in no place.
    """

    place: str
    left: int
    aboard: str = ""


@runtime_checkable
class Enlists(Protocol):
    """A game whose roster grows while it is played, such as one of fleets that are shown late.

    Whoever tells a campaign of it must have seen all of it to know who takes part; `enlisted_by` are the
    kinds of events that bring new units.
    """

    enlisted_by: frozenset[str]


@runtime_checkable
class KeepsStatistics(Protocol[S_contra]):
    """A ruleset whose campaigns can be shown on a map and counted.

    Losses are counted in `losses_in`; `bloodless` are the kinds of events by which a piece goes without
    being lost. `arms` are the kinds of units in the order in which they are shown, and `where` the
    members of events that name a place, the telling ones first.
    """

    losses_in: Measure
    bloodless: frozenset[str]
    arms: tuple[str, ...]
    where: tuple[str, ...]

    def places(self) -> Mapping[str, PlaceKind]:
        """Return every place a piece can be in."""

    def roster(self, state: S_contra) -> Mapping[str, Enrolled]:
        """Return the pieces of the game, in the order of all lists."""

    def whereabouts(self, state: S_contra) -> Mapping[str, Whereabouts]:
        """Return where every piece is, what is left of it and who carries it."""

    def tally(self, state: S_contra) -> Mapping[str, int]:
        """Return what victory is counted by, by name."""

    def rollers(self, state: S_contra, event: Event[Any]) -> tuple[str, ...]:
        """Return whose dice an event used, a seat for each die in the order of rolling.

        They are the dice that fell since the event before it. Nothing, if they were nobody's.
        """

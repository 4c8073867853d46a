"""The words of a look at a position: areas over the map, and what is true of one place.

Nothing here is needed to judge a turn; boards ask for it, and show what they get.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Protocol, TypeVar, runtime_checkable

from sealion_pbem.engine.frozen import frozen

__all__ = ["Layer", "MapLine", "PlaceFact", "Surveys"]

S_contra = TypeVar("S_contra", contravariant=True)


@frozen
class Layer:
    """An area that a player may want to see over the map: what it is, whose, and its places.

    `who` has the units that cover a place or can reach it, where it is somebody in particular.
    """

    name: str
    seat: str
    rule: str
    places: tuple[str, ...]
    who: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@frozen
class PlaceFact:
    """Something that is true of a place now, with the rule by which it is."""

    name: str
    text: str
    rule: str


@frozen
class MapLine:
    """A way over the map that begins in a place, such as its line of supply; without places there is none.

    `text` says where it leads to, or why it is not there.
    """

    name: str
    seat: str
    rule: str
    places: tuple[str, ...]
    text: str


@runtime_checkable
class Surveys(Protocol[S_contra]):
    """A game that can say more of its map than where everybody stands.

    It need not name this among its bases: who only judges turns does without this module.
    Laws: what is said changes nothing and rolls no dice, tells only what all seats may see, and names
    only places of the map; a line begins in the place that was asked about.
    """

    def layers(self, state: S_contra) -> tuple[Layer, ...]:
        """Return every such area of a position."""

    def place_facts(self, state: S_contra, place: str) -> tuple[PlaceFact, ...]:
        """Return what is true of a place: whose it is, whose zones reach it, what it costs to enter."""

    def lines(self, state: S_contra, place: str) -> tuple[MapLine, ...]:
        """Return the lines that begin in a place, for each seat that they concern."""

"""The kit of a game: what a module, its saved games and its logs agree upon, and what a log is read by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.vassal.lattice import Lattice

__all__ = ["CAMPAIGN", "ENTRY", "MAP", "STEP_LAYER", "UNIT", "Kit", "KitCounter", "Zone"]

MAP = "Main Map"
UNIT = "UnitId"
"""The mark by which a counter is known."""
STEP_LAYER = "Strength"
"""The layer that shows what is left of a counter."""
CAMPAIGN, ENTRY = "Campaign", "Entry"
"""The properties of a game that say which campaign it shows, and after which entry of its log."""
_PITCH = 50
"""Counters in a zone lie so far apart, if there is room."""


@frozen
class KitCounter:
    """A unit as a counter: its owner, its name, and how many faces it has, from whole to nearly gone."""

    id: str
    seat: str
    name: str
    faces: int

    @property
    def piece(self) -> str:
        """The id of the counter in every file of a game."""
        return f"unit:{self.id}"

    def image(self, left: int) -> str:
        """Return the name of the picture that shows so much left."""
        return f"{self.id}-{left}.png"


@frozen
class Zone:
    """A place that is no hex: its name in the game, its title, its rectangle, and the height of its head.

    Counters lie below the head.
    """

    name: str
    title: str
    left: int
    top: int
    width: int
    height: int
    head: int = 0

    @lru_cache(maxsize=256)  # noqa: B019 - a kit lives as long as the process
    def slots(self, count: int) -> tuple[tuple[int, int], ...]:
        """Return the middles of so many slots in rows, closer together where there is little room."""
        pitch = _PITCH
        while pitch > 8 and self._columns(pitch) * self._rows(pitch) < count:  # noqa: PLR2004 - as fans are
            pitch -= 2
        columns = self._columns(pitch)
        return tuple(
            (
                self.left + _PITCH // 2 + pitch * (number % columns),
                self.top
                + self.head
                + _PITCH // 2
                + pitch * (number // columns % self._rows(pitch)),
            )
            for number in range(count)
        )

    def _columns(self, pitch: int) -> int:
        return max(1, (self.width - _PITCH) // pitch + 1)

    def _rows(self, pitch: int) -> int:
        return max(1, (self.height - self.head - _PITCH) // pitch + 1)

    def holds(self, x: int, y: int) -> bool:
        """Return whether a point lies in the zone."""
        return self.left <= x < self.left + self.width and self.top <= y < self.top + self.height

    def distance(self, x: int, y: int) -> int:
        """Return how far a point lies from the zone, squared."""
        dx = max(self.left - x, 0, x - self.left - self.width)
        dy = max(self.top - y, 0, y - self.top - self.height)
        return dx * dx + dy * dy


@dataclass(frozen=True)
class Kit:
    """Everything that stays the same while a game of a ruleset is played with VASSAL.

    `name` and `version` are those of the module; `stages` are the parts of a game turn in the turn
    tracker; `hexes` are the numbers that are on the map, on a lattice if there are any.
    """

    name: str
    version: str
    title: str
    seats: tuple[str, ...]
    counters: tuple[KitCounter, ...]
    width: int
    height: int
    zones: tuple[Zone, ...]
    stages: tuple[str, ...]
    lattice: Lattice | None = None
    hexes: frozenset[str] = frozenset()

    @cached_property
    def by_id(self) -> Mapping[str, KitCounter]:
        """The counters by the ids of their units."""
        return {counter.id: counter for counter in self.counters}

    @cached_property
    def slots(self) -> Mapping[str, str]:
        """The number of each counter in the module, by the id of its unit."""
        return {counter.id: str(number) for number, counter in enumerate(self.counters, 1)}

    @cached_property
    def zone_by_name(self) -> Mapping[str, Zone]:
        """The zones by the names of their places."""
        return {zone.name: zone for zone in self.zones}

    def place(self, x: int, y: int) -> str:
        """Return the place of the game that a point lies in, or the nearest zone; empty: off the map."""
        for zone in self.zones:
            if zone.holds(x, y):
                return zone.name
        if self.lattice is not None:
            number = self.lattice.number(x, y)
            if number in self.hexes:
                return number
        if not (0 <= x < self.width and 0 <= y < self.height) or not self.zones:
            return ""
        return min(self.zones, key=lambda zone: zone.distance(x, y)).name

"""2.1  The printed facts: stat cards, ready fleets and battle zones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from sealion_pbem.engine.frozen import frozen

__all__ = ["BATTERIES", "BattleZone", "Fleet", "StatCard", "card_of"]

BATTERIES = ("main", "secondary", "tertiary")
"""The three gunnery values of a card."""
SHIP, SUBMARINE, AIRCRAFT = "Ship", "Submarine", "Aircraft"


@frozen
class StatCard:
    """One card; attack values are dice, those with ranges at 0, 1, 2 and so on."""

    id: str
    name: str
    nation: str
    side: str
    type: str
    subtype: str
    year: int
    cost: int
    speed: int
    flagship: int
    capacity: int
    is_carrier_capable: bool
    armor: int
    vital: int
    hull: int
    main: tuple[int, ...]
    secondary: tuple[int, ...]
    tertiary: tuple[int, ...]
    antiair: int
    bomb: int
    asw: int
    torpedo: tuple[int, ...]
    abilities: frozenset[str]

    @property
    def is_ship(self) -> bool:
        """Whether this is a Ship."""
        return self.type == SHIP

    @property
    def is_submarine(self) -> bool:
        """Whether this is a Submarine."""
        return self.type == SUBMARINE

    @property
    def is_aircraft(self) -> bool:
        """Whether this is an Aircraft."""
        return self.type == AIRCRAFT

    @property
    def is_fighter(self) -> bool:
        """Whether this is a Fighter; every other Aircraft is a Bomber."""
        return self.subtype == "Fighter"

    @property
    def is_carrier(self) -> bool:
        """7.1  Whether Aircraft are based on it."""
        return self.capacity > 0

    def dice(self, weapon: str, distance: int) -> int:
        """5.1  Return the value of an attack at a range, 0 if there is none."""
        value: int | tuple[int, ...] = getattr(self, weapon)
        if isinstance(value, tuple):
            return value[distance] if distance < len(value) else 0
        return value if distance == 0 else 0


def card_of(row: list[Any]) -> StatCard:
    """Return a card as the compiled pack lists it."""
    found = dict(zip((field.name for field in fields(StatCard)), row, strict=True))
    for name in (*BATTERIES, "torpedo"):
        found[name] = tuple(found[name])
    found["abilities"] = frozenset(found["abilities"])
    return StatCard(**found)


class Fleet(NamedTuple):
    """2.2  A fleet that somebody may take instead of building one."""

    side: str
    name: str
    title: str
    cards: tuple[str, ...]


class BattleZone(NamedTuple):
    """1.1.2  A battle zone: its objectives, and what lies in its sectors (island, shoal, fog, squall)."""

    number: int
    name: str
    objectives: tuple[str, ...]
    features: Mapping[str, str]

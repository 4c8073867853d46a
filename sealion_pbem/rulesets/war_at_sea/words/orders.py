"""The orders: what a player can wish for."""

from __future__ import annotations

from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.seal import Open, Seal
from sealion_pbem.engine.words import Order

__all__ = [
    "ATTACKS",
    "ORDERS",
    "AirAttack",
    "AirDefense",
    "AirReturn",
    "Attack",
    "ChooseEnd",
    "Deploy",
    "Done",
    "Flights",
    "Fly",
    "Move",
    "Smoke",
    "SurfaceAttack",
    "TorpedoAttack",
]


@frozen
class ChooseEnd:
    """1.1.4  Choose the end of the map from which the fleet comes: west or east."""

    kind: ClassVar[str] = "choose_end"
    end: str


@frozen
class Deploy:
    """1.1.4, 1.1.5  Put a unit into a sector, an Aircraft on a Carrier or at the airbase."""

    kind: ClassVar[str] = "deploy"
    unit: str
    where: str


@frozen
class Move:
    """3.2  Move a Ship or a Submarine along adjacent sectors."""

    kind: ClassVar[str] = "move"
    unit: str
    path: tuple[str, ...]


@frozen
class Smoke:
    """8.12  Lay a smoke screen where a Ship is."""

    kind: ClassVar[str] = "smoke"
    unit: str


@frozen
class Flights:
    """P.3  Plan air missions in the open: each an Aircraft, then its places in order of preference."""

    kind: ClassVar[str] = "flights"
    missions: tuple[tuple[str, ...], ...] = ()


@frozen
class Fly:
    """3.3  Place an Aircraft in a sector."""

    kind: ClassVar[str] = "fly"
    unit: str
    sector: str


@frozen
class AirDefense:
    """3.4  Fire at the first of some Aircraft that can still be attacked."""

    kind: ClassVar[str] = "air_defense"
    unit: str
    targets: tuple[str, ...]

    @property
    def weapon(self) -> str:
        """The attack that is used."""
        return "antiair"


@frozen
class AirAttack:
    """3.5  Attack the first of some targets with one weapon of an Aircraft."""

    kind: ClassVar[str] = "air_attack"
    unit: str
    weapon: str
    targets: tuple[str, ...]


@frozen
class SurfaceAttack:
    """3.6  Attack the first of some targets with one weapon of a Ship."""

    kind: ClassVar[str] = "surface_attack"
    unit: str
    weapon: str
    targets: tuple[str, ...]


@frozen
class TorpedoAttack:
    """3.7  Attack the first of some targets with the torpedoes of a Ship or a Submarine."""

    kind: ClassVar[str] = "torpedo_attack"
    unit: str
    targets: tuple[str, ...]

    @property
    def weapon(self) -> str:
        """The attack that is used."""
        return "torpedo"


@frozen
class AirReturn:
    """3.8  Bring an Aircraft home to a Carrier or the airbase."""

    kind: ClassVar[str] = "air_return"
    unit: str
    base: str


@frozen
class Done:
    """P.5  End the own step, or place no more Aircraft."""

    kind: ClassVar[str] = "done"


Attack = AirDefense | AirAttack | SurfaceAttack | TorpedoAttack
ATTACKS = (AirDefense, AirAttack, SurfaceAttack, TorpedoAttack)
ORDERS: dict[str, type[Order]] = {
    cls.kind: cls
    for cls in (
        ChooseEnd, Deploy, Move, Smoke, Flights, Fly, *ATTACKS, AirReturn, Done, Seal, Open,
    )
}  # fmt: skip

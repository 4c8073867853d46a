"""12.0 to 12.3  The orders of land combat."""

from __future__ import annotations

from typing import ClassVar

from sealion_pbem.engine.frozen import frozen

__all__ = ["Advance", "Attack", "Cancel", "Defend", "Retreat", "TakeLosses"]


@frozen
class Attack:
    """Fight for a hex with the support named; aircraft over it support but for those withheld."""

    kind: ClassVar[str] = "attack"
    hex: str
    ships: tuple[str, ...] = ()
    batteries: tuple[str, ...] = ()
    railway_gun: bool = False
    brandenburgers: bool = False
    withheld: tuple[str, ...] = ()


@frozen
class Cancel:
    """Call an attack off; its units go back."""

    kind: ClassVar[str] = "cancel"
    hex: str


@frozen
class Defend:
    """Support the defence with the units named; aircraft there support but for those withheld."""

    kind: ClassVar[str] = "defend"
    ships: tuple[str, ...] = ()
    batteries: tuple[str, ...] = ()
    railway_gun: bool = False
    withheld: tuple[str, ...] = ()


@frozen
class TakeLosses:
    """Name the unit that takes a loss."""

    kind: ClassVar[str] = "take_losses"
    units: tuple[str, ...]


@frozen
class Retreat:
    """Retreat units one after another: each move is a unit and its hexes, none if it has no way."""

    kind: ClassVar[str] = "retreat"
    moves: tuple[tuple[str, ...], ...]


@frozen
class Advance:
    """Go one hex further with the units named; others are pairs of a unit and its own hex."""

    kind: ClassVar[str] = "advance"
    units: tuple[str, ...]
    hex: str | None = None
    others: tuple[tuple[str, ...], ...] = ()

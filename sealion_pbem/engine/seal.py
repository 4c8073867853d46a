"""Sealed values: a choice that is fixed now and shown later.

Sealing and opening are orders like any other, so that their place in the sequence is signed. The
engine keeps the seals and checks the opening; what a sealed value means is the ruleset's affair,
except for names under `standing/`, which hold a standing order for that kind of decision.
"""

from __future__ import annotations

from typing import ClassVar

from sealion_pbem.engine.canon import canonical, hash_of
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Json

__all__ = [
    "SEAL_ORDERS",
    "STANDING",
    "Forfeit",
    "Open",
    "Opening",
    "Seal",
    "Sealing",
    "commitment",
    "opens",
]

STANDING = "standing/"
_TAG = "sealion-pbem/seal/1"


@frozen
class Seal:
    """Fix a value without showing it."""

    kind: ClassVar[str] = "seal"
    name: str
    digest: str


@frozen
class Open:
    """Show a value that was sealed under this name."""

    kind: ClassVar[str] = "open"
    name: str
    salt: str
    value: Json


@frozen
class Forfeit:
    """Give up a value that can no longer be shown, after a ruling that says so.

    It counts as the opening of nothing, which no ruleset makes better for its owner than any other.
    """

    kind: ClassVar[str] = "forfeit"
    name: str

    @property
    def opening(self) -> Open:
        """The opening that it counts as."""
        return Open(self.name, "", None)


@frozen
class Sealing:
    """A seal as its owner writes it: the value is closed when the turn is signed."""

    kind: ClassVar[str] = "seal"
    name: str
    value: Json

    def closed(self, campaign: str, seat: str, salt: bytes) -> Seal:
        """Return the order that shows nothing of the value."""
        return Seal(self.name, commitment(campaign, seat, self.name, salt, self.value))


@frozen
class Opening:
    """An opening as its owner writes it: salt and value are added when the turn is signed."""

    kind: ClassVar[str] = "open"
    name: str

    def shown(self, salt: str, value: Json) -> Open:
        """Return the order that shows the value."""
        return Open(self.name, salt, value)


SEAL_ORDERS: dict[str, type[Seal | Open | Forfeit]] = {
    cls.kind: cls for cls in (Seal, Open, Forfeit)
}


def commitment(campaign: str, seat: str, name: str, salt: bytes, value: Json) -> str:
    """Return the digest that fixes a value for one seat, name and campaign."""
    return hash_of(_TAG, campaign, seat, name, salt, canonical(value)).hex()


def opens(seal: str, campaign: str, seat: str, order: Open) -> bool:
    """Return whether an opening shows what was sealed."""
    try:
        salt = bytes.fromhex(order.salt)
        shown = commitment(campaign, seat, order.name, salt, order.value)
    except (ValueError, TypeError):
        # A value that has no canonical form can never have been sealed.
        return False
    return shown == seal

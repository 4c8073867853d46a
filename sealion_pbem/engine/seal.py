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

__all__ = ["SEAL_ORDERS", "STANDING", "Open", "Seal", "commitment", "opens"]

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


SEAL_ORDERS: dict[str, type[Seal | Open]] = {Seal.kind: Seal, Open.kind: Open}


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

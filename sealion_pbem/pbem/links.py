"""Dice links: a chain of secrets fixed by its anchor, one link opened a receipt.

    s[k-1] = H(tag, campaign, seat, k, s[k])      s[0] is the anchor that stands in the charter

Whoever holds a chain cannot change a link, and nobody else can foresee it.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Self, TypeAlias

from sealion_pbem.engine.canon import frame, hash_of
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Json
from sealion_pbem.errors import ChainError

__all__ = [
    "LENGTH",
    "Anchor",
    "Link",
    "Links",
    "Members",
    "Opened",
    "anchor_in",
    "campaign_id",
    "check_link",
    "document_of",
    "given",
    "root_of",
    "seed_of",
]

Members: TypeAlias = dict[str, Json]
"""The members of a body, as an entry writes them."""

LENGTH = 4096
_CAMPAIGN, _CHAIN, _ROOT, _SEED = (
    f"sealion-pbem/{name}/1" for name in ("campaign", "chain", "root", "seed")
)


@frozen
class Anchor:
    """The public end of a chain: the last link shown, its number, and how many there are."""

    value: str
    number: int
    length: int

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> Self:
        """Return the anchor that an entry writes."""
        return cls(document["tip"], 0, document["length"])

    @property
    def document(self) -> dict[str, str | int]:
        """The anchor of a chain that is still whole, as entries write it."""
        assert not self.number, "a chain is brought before its first link is opened"
        return {"tip": self.value, "length": self.length}


@frozen
class Opened:
    """A link that its seat has shown."""

    seat: str
    number: int
    value: str


@frozen
class Link:
    """One secret of a chain, and its number in it."""

    number: int
    value: str

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> Self:
        """Return the link that an entry writes."""
        return cls(document["number"], document["value"])

    @property
    def document(self) -> dict[str, str | int]:
        """The link as entries write it."""
        return {"number": self.number, "value": self.value}

    def opened_by(self, seat: str) -> Opened:
        """Return the link as one that a seat has shown."""
        return Opened(seat, self.number, self.value)


def campaign_id(nonces: Mapping[str, str]) -> str:
    """Return the id that every seat's nonce has a part in."""
    parts = [part for seat in sorted(nonces) for part in (seat, bytes.fromhex(nonces[seat]))]
    return hash_of(_CAMPAIGN, *parts).hex()


def root_of(master: str, number: int) -> bytes:
    """Return the root of the chain with this number, from 0: all chains of a seat follow from one secret.

    So a seat that goes on from an old copy of its files brings the same chains as before.
    """
    return hash_of(_ROOT, bytes.fromhex(master), number)


class Links:
    """A seat's own chain, grown from its secret root."""

    def __init__(self, root: bytes, campaign: str, seat: str, length: int = LENGTH) -> None:
        """The root is the last link; all others follow from it."""
        self._root, self._campaign, self._seat, self.length = root, campaign, seat, length

    def link(self, number: int) -> str:
        """Return link `number` as hex; 0 is the anchor."""
        if not 0 <= number <= self.length:
            raise ChainError(
                f"link {number} of {self._seat}'s dice chain does not exist, it has {self.length}",
                hint="the entry that opens the last link brings a new chain",
            )
        value, head = self._root, _head(self._campaign, self._seat)
        for k in range(self.length, number, -1):
            value = _step(head, k, value)
        return value.hex()

    @property
    def anchor(self) -> Anchor:
        """The public end of the chain."""
        return Anchor(self.link(0), 0, self.length)


def check_link(campaign: str, anchor: Anchor, opened: Opened) -> Anchor:
    """Return the anchor moved on by one link; ChainError if the link is not the next one."""
    expected = anchor.number + 1
    if opened.number != expected:
        raise ChainError(
            f"{opened.seat} opens dice link {opened.number}, the next one is {expected}",
            hint="links are opened one by one, none twice, none left out",
        )
    if opened.number > anchor.length:
        raise ChainError(f"{opened.seat}'s dice chain has only {anchor.length} links")
    value = bytes.fromhex(opened.value)
    head = _head(campaign, opened.seat)
    if _step(head, opened.number, value).hex() != anchor.value:
        raise ChainError(
            f"dice link {opened.number} of {opened.seat} does not fit the one before it"
        )
    return Anchor(opened.value, opened.number, anchor.length)


def seed_of(campaign: str, turn_seq: int, turn_digest: str, openers: Sequence[Opened]) -> bytes:
    """Return the dice seed of a turn: HKDF-SHA256 of the links that answer it.

    The salt is the digest of the turn, so the links mean nothing before the turn is signed.
    """
    secret = b"".join(bytes.fromhex(opened.value) for opened in openers)
    who = [part for opened in openers for part in (opened.seat, opened.number)]
    pseudorandom = hmac.digest(bytes.fromhex(turn_digest), secret, "sha256")
    info = frame(_SEED, campaign, turn_seq, *who)
    return hmac.digest(pseudorandom, info + b"\x01", "sha256")


def _head(campaign: str, seat: str) -> bytes:
    return frame(_CHAIN, campaign, seat)


def _step(head: bytes, number: int, value: bytes) -> bytes:
    """Return H(chain, campaign, seat, number, value); `head` is framed once for the whole chain."""
    return sha256(head + frame(number, value)).digest()


def given(**members: Any) -> Members:
    """Return the members that are there."""
    return {name: value for name, value in members.items() if value is not None}


def anchor_in(members: Mapping[str, Json]) -> Anchor | None:
    """Return the anchor among members, if there is one."""
    return Anchor.read(members["anchor"]) if "anchor" in members else None


def document_of(anchor: Anchor | None) -> Members | None:
    """Return an anchor as entries write it, if there is one."""
    return {**anchor.document} if anchor else None

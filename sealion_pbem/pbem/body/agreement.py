"""What seats agree on and what becomes of it: charter, new keys and anchors, rulings, resignations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import ClassVar, Self

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Json
from sealion_pbem.pbem.links import Anchor, Members, anchor_in, document_of, given

__all__ = [
    "AnchorBody",
    "CharterBody",
    "GivenUp",
    "KeyChangeBody",
    "ResignationBody",
    "RulingBody",
    "Seated",
]


@frozen
class Seated:
    """A seat in a charter; the anchor is there in modes in which the seat opens dice."""

    key: str
    nonce: str
    anchor: Anchor | None = None
    standing_orders: Sequence[Json] | None = None

    @classmethod
    def read(cls, members: Mapping[str, Json]) -> Self:
        """Return what a seat's part of a charter says."""
        orders = members.get("standing_orders")
        return cls(members["key"], members["nonce"], anchor_in(members), orders)

    @property
    def members(self) -> Members:
        """The seat as a charter writes it."""
        return {
            "key": self.key,
            "nonce": self.nonce,
            **given(anchor=document_of(self.anchor), standing_orders=self.standing_orders),
        }


@frozen
class CharterBody:
    """The agreement of the players."""

    kind: ClassVar[str] = "charter"
    name: str
    mode: str
    ruleset: str
    revision: int
    scenario: str
    options: Mapping[str, Json]
    packs: Mapping[str, str]
    seats: Mapping[str, Seated]
    deadline_hours: int
    grace_hours: int
    corrections: str
    created: str
    delay_hours: int | None = None

    @classmethod
    def read(cls, members: Mapping[str, Json]) -> Self:
        """Return what a charter says."""
        pinned = members["ruleset"]
        parts = {
            "ruleset": pinned["id"],
            "revision": pinned["revision"],
            "seats": {seat: Seated.read(facts) for seat, facts in members["seats"].items()},
        }
        return cls(**{**members, **parts})

    @property
    def members(self) -> Members:
        """The agreement as a charter writes it."""
        return {
            "name": self.name,
            "mode": self.mode,
            "ruleset": {"id": self.ruleset, "revision": self.revision},
            "scenario": self.scenario,
            "options": self.options,
            "packs": self.packs,
            "seats": {seat: seated.members for seat, seated in self.seats.items()},
            "deadline_hours": self.deadline_hours,
            "grace_hours": self.grace_hours,
            "corrections": self.corrections,
            "created": self.created,
            **given(delay_hours=self.delay_hours),
        }

    @property
    def keys(self) -> dict[str, str]:
        """The public key of every seat."""
        return {seat: seated.key for seat, seated in self.seats.items()}

    @property
    def anchors(self) -> dict[str, Anchor]:
        """The dice chains of the seats that open dice."""
        return {seat: seated.anchor for seat, seated in self.seats.items() if seated.anchor}


@frozen
class GivenUp:
    """A seal that its seat can no longer open."""

    seat: str
    name: str


@frozen
class RulingBody:
    """A decision of the referee or of all players; `about` is the number of an entry.

    `takes_back` is the number of a turn: the game goes on from where it stood before it.
    """

    kind: ClassVar[str] = "ruling"
    text: str
    forfeits: tuple[GivenUp, ...] = ()
    anchors: Mapping[str, Anchor] = field(default_factory=dict)
    about: int | None = None
    takes_back: int | None = None

    @classmethod
    def read(cls, members: Mapping[str, Json]) -> Self:
        """Return what a ruling says."""
        lost = tuple(GivenUp(seal["seat"], seal["name"]) for seal in members.get("forfeits", ()))
        brought = members.get("anchors", {}).items()
        anchors = {seat: Anchor.read(anchor) for seat, anchor in brought}
        about, takes_back = members.get("about"), members.get("takes_back")
        return cls(members["text"], lost, anchors, about, takes_back)

    @property
    def members(self) -> Members:
        """The decision as a ruling writes it."""
        lost = [{"seat": seal.seat, "name": seal.name} for seal in self.forfeits]
        brought = {seat: anchor.document for seat, anchor in self.anchors.items()}
        # A ruling that gives up no seal, or brings no chain, does not speak of it.
        said = given(
            forfeits=lost or None, anchors=brought or None, about=self.about,
            takes_back=self.takes_back,
        )  # fmt: skip
        return {"text": self.text, **said}


@frozen
class KeyChangeBody:
    """A seat gets a new key, and perhaps a new dice chain with it."""

    kind: ClassVar[str] = "key_change"
    seat: str
    key: str
    reason: str
    anchor: Anchor | None = None

    @classmethod
    def read(cls, members: Mapping[str, Json]) -> Self:
        """Return what a key change says."""
        return cls(members["seat"], members["key"], members["reason"], anchor_in(members))

    @property
    def members(self) -> Members:
        """The new key as a key change writes it."""
        known = {"seat": self.seat, "key": self.key, "reason": self.reason}
        return {**known, **given(anchor=document_of(self.anchor))}


@frozen
class AnchorBody:
    """The public end of a new dice chain."""

    kind: ClassVar[str] = "anchor"
    anchor: Anchor

    @classmethod
    def read(cls, members: Mapping[str, Json]) -> Self:
        """Return what an anchor says."""
        return cls(Anchor.read(members))

    @property
    def members(self) -> Members:
        """The chain as an anchor writes it."""
        return {**self.anchor.document}


@frozen
class ResignationBody:
    """A seat gives up, with a last word."""

    kind: ClassVar[str] = "resignation"
    text: str

    @classmethod
    def read(cls, members: Mapping[str, Json]) -> Self:
        """Return what a resignation says."""
        return cls(members["text"])

    @property
    def members(self) -> Members:
        """The last word as a resignation writes it."""
        return {"text": self.text}

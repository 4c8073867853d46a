"""The body of a charter: terms and seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Json
from sealion_pbem.pbem.body.member import Members, anchor_in, document_of, given
from sealion_pbem.pbem.links import Anchor

__all__ = ["CharterBody", "Seated"]


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

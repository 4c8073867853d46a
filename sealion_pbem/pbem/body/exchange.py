"""The bodies of a turn and of what answers it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Self

from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.turn import Automatic
from sealion_pbem.engine.words import Json, Seat, Violation
from sealion_pbem.pbem.links import Anchor, Link, Members, anchor_in, document_of, given

__all__ = ["GivenBack", "OpeningBody", "ReceiptBody", "RejectionBody", "TurnBody", "WithdrawalBody"]


@frozen
class TurnBody:
    """The orders of a seat; its standing orders replace those that it had. The nonce comes with signing."""

    kind: ClassVar[str] = "turn"
    decision: str
    orders: Sequence[Json]
    standing_orders: Sequence[Json] | None = None
    drop_queued: bool = False
    message: str | None = None
    nonce: str = ""

    @classmethod
    def read(cls, members: Mapping[str, Json]) -> Self:
        """Return what a turn says."""
        return cls(**members)

    @property
    def members(self) -> Members:
        """The orders as a turn writes them."""
        return {
            "decision": self.decision,
            "nonce": self.nonce,
            "orders": self.orders,
            **given(
                standing_orders=self.standing_orders,
                drop_queued=self.drop_queued or None,
                message=self.message,
            ),
        }


@frozen
class OpeningBody:
    """The opponent's dice link; with the last of a chain comes the anchor of the next."""

    kind: ClassVar[str] = "opening"
    link: Link
    anchor: Anchor | None = None

    @classmethod
    def read(cls, members: Mapping[str, Json]) -> Self:
        """Return what an opening says."""
        return cls(Link.read(members["link"]), anchor_in(members))

    @property
    def members(self) -> Members:
        """The link as an opening writes it."""
        return {"link": self.link.document, **given(anchor=document_of(self.anchor))}


@frozen
class GivenBack:
    """Orders of a seat that had become impossible, and why."""

    seat: str
    count: int
    violations: tuple[Violation, ...]

    @classmethod
    def read(cls, members: Mapping[str, Json]) -> Self:
        """Return what a receipt says of orders that came back."""
        return cls(members["seat"], members["count"], _violations(members))

    @property
    def members(self) -> Members:
        """The orders that came back as a receipt writes them."""
        return {"seat": self.seat, "count": self.count, "violations": _told(self.violations)}


@frozen
class ReceiptBody:
    """The result of a turn, with the dice link that was opened for it."""

    kind: ClassVar[str] = "receipt"
    turn: str
    link: Link
    stands: int
    rolls: tuple[DiceRolled, ...]
    automatic: tuple[Automatic, ...]
    returned: tuple[GivenBack, ...]
    state: str
    trust: str
    time: str
    anchor: Anchor | None = None

    @classmethod
    def read(cls, members: Mapping[str, Json]) -> Self:
        """Return what a receipt says."""
        link, anchor = Link.read(members["link"]), anchor_in(members)
        return cls.claiming(members, members["turn"], link, anchor, members["time"])

    @classmethod
    def claiming(
        cls, claim: Mapping[str, Json], turn: str, link: Link, anchor: Anchor | None, time: str
    ) -> Self:
        """Return the receipt that makes a claim about what came of the turn with this digest."""
        trust = claim["trust"]
        return cls(
            turn,
            link,
            claim["stands"],
            tuple(_roll(roll, trust) for roll in claim["rolls"]),
            tuple(_automatic(answer) for answer in claim["automatic"]),
            tuple(GivenBack.read(back) for back in claim["returned"]),
            claim["state"],
            trust,
            time,
            anchor,
        )

    @property
    def claim(self) -> Members:
        """The result that the rules must give too."""
        return {
            "stands": self.stands,
            "rolls": [roll.document for roll in self.rolls],
            "automatic": [answer.document for answer in self.automatic],
            "returned": [back.members for back in self.returned],
            "state": self.state,
            "trust": self.trust,
        }

    @property
    def members(self) -> Members:
        """The answer as a receipt writes it."""
        return {
            "turn": self.turn,
            "link": self.link.document,
            **self.claim,
            "time": self.time,
            **given(anchor=document_of(self.anchor)),
        }


@frozen
class RejectionBody:
    """The reasons why a turn is illegal."""

    kind: ClassVar[str] = "rejection"
    violations: tuple[Violation, ...]
    time: str

    @classmethod
    def read(cls, members: Mapping[str, Json]) -> Self:
        """Return what a rejection says."""
        return cls(_violations(members), members["time"])

    @property
    def members(self) -> Members:
        """The reasons as a rejection writes them."""
        return {"violations": _told(self.violations), "time": self.time}


@frozen
class WithdrawalBody:
    """A turn is taken back; its place says which."""

    kind: ClassVar[str] = "withdrawal"

    @classmethod
    def read(cls, _: Mapping[str, Json]) -> Self:
        """Return what a withdrawal says, which is nothing more."""
        return cls()

    @property
    def members(self) -> Members:
        """Nothing beside what every entry has."""
        return {}


def _roll(document: Mapping[str, Json], trust: str) -> DiceRolled:
    return DiceRolled(
        document["label"], document["rule"], document["sides"], tuple(document["values"]), trust
    )


def _automatic(document: Mapping[str, Json]) -> Automatic:
    seat, decision = Seat(document["seat"]), document["decision"]
    return Automatic(seat, decision, document["order"], document["standing_order"])


def _violations(members: Mapping[str, Json]) -> tuple[Violation, ...]:
    return tuple(
        Violation(found["rule"], found["code"], found["text"], found["at"])
        for found in members["violations"]
    )


def _told(violations: Iterable[Violation]) -> list[Members]:
    return [
        {"rule": found.rule, "code": found.code, "text": found.text, "at": found.at}
        for found in violations
    ]

"""What the shorter letters say, as plain values; each has a pair of templates of its name."""

from __future__ import annotations

from typing import Any

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.report.facts import PendingDecision

__all__ = [
    "LETTERS",
    "AuditReport",
    "Dispute",
    "Greeting",
    "HistoryIndex",
    "HistoryRow",
    "Invitation",
    "Letterpress",
    "Objection",
    "Rejection",
    "Reminder",
]


@frozen
class Letterpress:
    """A letter ready to be put into a mail."""

    subject: str
    text: str
    html: str


@frozen
class Objection:
    """One thing that is wrong: the rule, the place in the file, the order there, and what is legal."""

    rule: str
    at: str
    text: str
    order: str = ""


@frozen
class Rejection:
    """A turn that was refused: nothing has happened, no die has fallen."""

    campaign: str
    game: str
    seats: tuple[str, ...]
    seq: int
    seat: str
    by: str
    time: str
    faults: tuple[Objection, ...]
    asked: PendingDecision

    @property
    def subject(self) -> str:
        """A subject line."""
        return f"[sealion {self.campaign}] turn {self.seq} refused: {len(self.faults)} to correct"


@frozen
class Reminder:
    """An answer that is still out; `to` is who gets the letter, the late player or the other."""

    campaign: str
    game: str
    seats: tuple[str, ...]
    to: str
    asked: PendingDecision
    since: str
    left: str
    consequence: str

    @property
    def subject(self) -> str:
        """A subject line."""
        kind = self.asked.kind.replace("_", " ")
        return f"[sealion {self.campaign}] waiting for {self.asked.seat.capitalize()}: {kind}"


@frozen
class Greeting:
    """The referee's greeting when a campaign begins: who is asked first, until when, by which terms."""

    campaign: str
    game: str
    to: str
    seats: tuple[str, ...]
    asked: PendingDecision
    terms: tuple[tuple[str, str], ...]

    @property
    def subject(self) -> str:
        """A subject line."""
        first = "you are asked first" if self.to == self.asked.seat else "it has begun"
        return f"[sealion {self.campaign}] {self.game}: {first}"


@frozen
class Invitation:
    """A charter draft that asks somebody to take a seat."""

    campaign: str
    game: str
    scenario: str
    seat: str
    free: tuple[str, ...]
    taken: tuple[str, ...]
    mode: str
    terms: tuple[tuple[str, str], ...]
    missing: tuple[str, ...]
    draft: str
    words: str = ""

    @property
    def subject(self) -> str:
        """A subject line."""
        return f"[sealion {self.campaign}] {self.game}: will you play {self.seat.capitalize()}?"


@frozen
class AuditReport:
    """The result of an audit: what it has proved, and where it stopped."""

    campaign: str
    game: str
    head: str
    holds: bool
    counts: tuple[tuple[str, str], ...]
    failure: tuple[str, str, str] | None = None
    """The entry, the reason, what to do."""
    differences: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def subject(self) -> str:
        """A subject line."""
        return f"[sealion {self.campaign}] audit: {'proved' if self.holds else 'NOT proved'}"


@frozen
class Dispute:
    """The cover of a bundle that lets anybody check one disputed entry."""

    campaign: str
    game: str
    entry: str
    reason: str
    claims: tuple[tuple[str, str], ...]
    files: tuple[tuple[str, str, str], ...]
    """Name, what it is, digest."""
    command: str

    @property
    def subject(self) -> str:
        """A subject line."""
        return f"[sealion {self.campaign}] dispute about {self.entry}"


@frozen
class HistoryRow:
    """One game turn in the index of a campaign; `link` is a file beside the index."""

    turn: str
    date: str
    entries: str
    story: str
    losses: str
    link: str = ""


@frozen
class HistoryIndex:
    """A whole campaign at a glance."""

    campaign: str
    game: str
    seats: tuple[str, ...]
    created: str
    result: str
    head: str
    rows: tuple[HistoryRow, ...]

    @property
    def subject(self) -> str:
        """A subject line."""
        return f"[sealion {self.campaign}] history"


LETTERS: dict[str, type[Any]] = {
    "audit": AuditReport,
    "dispute": Dispute,
    "greeting": Greeting,
    "history": HistoryIndex,
    "invitation": Invitation,
    "rejection": Rejection,
    "reminder": Reminder,
}

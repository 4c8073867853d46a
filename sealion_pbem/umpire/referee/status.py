"""The status page: where every campaign of an office stands, as one static HTML file."""

from __future__ import annotations

from collections.abc import Iterable

from sealion_pbem.campaign import files
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.report.press import pages
from sealion_pbem.report.safe import shown
from sealion_pbem.umpire.referee.clerk import Clerk
from sealion_pbem.umpire.referee.office import Office

__all__ = ["FILE", "Standing", "standing_of", "write_status"]

FILE = "status.html"


@frozen
class Standing:
    """Where one campaign stands."""

    name: str
    game: str
    turn: int
    entries: int
    head: str
    waits_for: str
    asked: str
    rule: str
    due: str
    is_late: bool
    result: str


def standing_of(clerk: Clerk, now: str) -> Standing:
    """Return where a campaign stands at a time."""
    record = clerk.record()
    ledger, decision = record.ledger, record.decision
    until = clerk.scribe.deadline(record, now)
    return Standing(
        shown(clerk.name),
        record.ruleset.title,
        record.ruleset.game_turn(record.game.state),
        ledger.next_seq,
        ledger.head,
        ledger.baton() or "",
        shown(clerk.waits()),
        decision.rule if decision and not ledger.pending else "",
        until.due if until else "",
        bool(until and until.due < now),
        shown(record.result),
    )


def write_status(
    office: Office, standings: Iterable[Standing], faults: Iterable[str], now: str
) -> None:
    """Write the page anew; nobody sees half of it."""
    waiting, refused = (office.outbox.number(room) for room in ("waiting", "refused"))
    text = (
        pages()
        .get_template("status.html.j2")
        .render(
            standings=tuple(standings),
            # The page may be published; what exactly is wrong stands in the robot's log.
            faults=tuple(shown(fault.partition(":")[0]) for fault in faults),
            now=now,
            waiting=waiting,
            refused=refused,
        )
    )
    files.replace(office.path / FILE, text.encode())

"""The status page: where every campaign of an office stands, as one static HTML file.

The page may be published, so no word of a mail, no address and no name of a file stands in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sealion_pbem.campaign import files
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.report.press import pages
from sealion_pbem.report.safe import shown
from sealion_pbem.umpire.referee.clerk import Clerk
from sealion_pbem.umpire.referee.deadlines import seconds
from sealion_pbem.umpire.referee.office import Office
from sealion_pbem.umpire.referee.tray import KEPT_DAYS, WORDS, Contents

__all__ = ["FILE", "Standing", "StatusPage", "standing_of"]

FILE = "status.html"
_SIGN_OF_LIFE = 600
"""So many seconds may pass until an unchanged page is written again with the time."""


@frozen
class Standing:
    """The status of one campaign."""

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
    to_do: tuple[str, ...]
    """What only a person can do; it names files and is not for publishing."""


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
        tuple(shown(line) for line in clerk.for_a_person()),
    )


class StatusPage:
    """The page of an office; it is written when what it says has changed, and now and then."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self._written: tuple[dict[str, Any], int] | None = None

    def write(self, standings: Iterable[Standing], faults: Iterable[str], now: str) -> None:
        """Bring the page up to date; nobody sees half of it."""
        outbox = self._office.outbox
        facts = {
            "standings": tuple(standings),
            # What exactly is wrong stands in the robot's log.
            "faults": tuple(shown(fault.partition(":")[0]) for fault in faults),
            "waiting": outbox.number("waiting"),
            "refused": outbox.number("refused"),
            "mails": _mails(self._office.tray.contents(0)),
        }
        if not self._is_fresh(facts, seconds(now)):
            page = pages().get_template("status.html.j2").render(**facts, now=now, days=KEPT_DAYS)
            files.replace(self._office.path / FILE, page.encode())
            self._written = facts, seconds(now)

    def _is_fresh(self, facts: dict[str, Any], now: int) -> bool:
        """Return whether the page says this and was written a short while ago: it shows a sign of life."""
        if self._written is None or not files.is_there(self._office.path / FILE):
            return False
        said, since = self._written
        return said == facts and since <= now < since + _SIGN_OF_LIFE


def _mails(contents: Contents) -> dict[str, tuple[str, ...]]:
    """Return why mails wait, lie in quarantine or were not answered, in fixed words."""
    rooms = {
        "waiting": contents.waiting,
        "quarantine": contents.quarantine,
        "unanswered": contents.unanswered,
    }
    return {
        room: tuple(
            f"{number} {WORDS.get(why, '')}" for why, number in sorted(pile.numbers.items())
        )
        for room, pile in rooms.items()
    }

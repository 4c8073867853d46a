"""What goes out and what comes in: signing, answering a turn, taking files."""

from __future__ import annotations

import base64
import binascii
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sealion_pbem.board.pad import clear_page, read_page, write_page
from sealion_pbem.board.past import look_again, looked_at
from sealion_pbem.campaign import files
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Json
from sealion_pbem.errors import CampaignError, StaleError, WireError
from sealion_pbem.mail.outbox import Delivered
from sealion_pbem.pbem.entry import Entry, violations_in
from sealion_pbem.report.story import asked, story
from sealion_pbem.umpire.desk import Answer
from sealion_pbem.umpire.drafts import draft_of, sign_draft
from sealion_pbem.umpire.intake import open_mails
from sealion_pbem.umpire.mailing import dispatch_of, make_drafts, news_of
from sealion_pbem.umpire.receiving import rivals

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealion_pbem.board.session import Session

__all__ = ["Later", "go_on", "mail_draft", "mail_send", "receive", "sign", "take_back", "witness"]


@frozen
class Later:
    """An answer that takes its time and needs the table no more."""

    finish: Callable[[], dict[str, Json]]


def sign(session: Session, version: str, passphrase: str) -> dict[str, Json]:
    """Sign the orders of a version and take the turn into the log.

    Raises:
        StaleError: the orders were changed since they were shown.
        RulesError: they are illegal.
        SignatureError: the passphrase is wrong.
    """
    table = session.table
    with table.signing(passphrase) as desk, desk.folder.writing():
        page = read_page(table)
        if page.version != version:
            raise StaleError("the orders were changed elsewhere; nothing was signed")
        entry = sign_draft(desk, page.draft)
        clear_page(table, entry.seq, entry.by)
        if table.alone is not None:
            answered = _answered(session, desk.witness(_now()))
            # He is told at once what happened.
            looked_at(session, entry.by)
            return answered
    return _sent(session, entry)


def go_on(session: Session) -> dict[str, Json]:
    """Let a commander write one turn, in a game that is played alone, and answer it.

    Raises:
        CampaignError: no commander is asked.
    """
    alone = session.table.alone
    if alone is None or not alone.due:
        raise CampaignError("no commander is asked for anything")
    seat = alone.due
    with session.table.signing(""):
        return {**_answered(session, alone.play(_now())), "played": seat}


def take_back(session: Session) -> dict[str, Json]:
    """Take back the last turn of a player, in a game that is played alone; its orders are on the pad again.

    Raises:
        CampaignError: dice have fallen since, or the game is played by mail.
    """
    table = session.table
    if table.alone is None:
        raise CampaignError(
            "a turn that was signed and sent cannot be taken back here",
            hint="by mail all players sign a ruling: sealion campaign ruling --takes-back",
        )
    with table.signing("") as desk, desk.folder.writing():
        turn = table.alone.take_back()
        write_page(table, read_page(table).version, draft_of(desk, turn))
        look_again(session)
    return {"seq": turn.seq, "by": turn.by}


def witness(session: Session, passphrase: str) -> dict[str, Json]:
    """Answer the turn that waits: open the dice and write the receipt, or reject it."""
    table = session.table
    with table.signing(passphrase) as desk:
        return _answered(session, desk.witness(_now()))


def _answered(session: Session, answer: Answer) -> dict[str, Json]:
    """Return the answer to a turn, and what came of it."""
    told = story(session.table.ruleset, answer.outcome) if answer.outcome else []
    if answer.outcome:
        told.append(asked(answer.outcome))
    told += [f"illegal: {fault.text} [{fault.rule}]" for fault in violations_in(answer.entry)]
    return {**_sent(session, answer.entry), "story": told}


def receive(session: Session, name: str, data: str) -> dict[str, Json]:
    """Take an entry or a mail that arrived."""
    try:
        given = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        raise WireError("/data: expected base64") from None
    desk = session.table.playing
    mails = open_mails([(name, given)]) if not given.lstrip().startswith(b"{") else None
    entries = mails.entries if mails else [(name, given)]
    results = desk.receive(entries)
    faults = mails.faults if mails else []
    return {
        "results": [
            {
                "name": result.name,
                "status": result.status,
                "entry": f"{result.entry.kind} {result.entry.seq}" if result.entry else "",
                "reason": result.error.message if result.error else "",
            }
            for result in (*faults, *results)
        ],
        "notes": [*(mails.notes if mails else ()), *rivals(results)],
    }


def mail_draft(session: Session) -> dict[str, Json]:
    """Write the mails that bring the others what they lack, each to be opened in a mail program.

    Raises:
        UsageError: they lack nothing.
    """
    desk = session.table.playing
    drafts = make_drafts(desk, news_of(desk))
    for made in drafts:
        files.replace(made.path, made.data)
    return {
        "drafts": [
            {
                "name": made.path.name,
                "path": str(made.path),
                "to": [*made.seats],
                "addresses": [*made.addresses],
                "subject": made.subject,
                "mail": made.data.decode("ascii"),
            }
            for made in drafts
        ]
    }


def mail_send(session: Session) -> Later:
    """Send what the others lack through the configured server, and whatever waits in the outbox.

    The mails are made here; how long the server then takes holds nobody up.

    Raises:
        MailError: no server or address is configured; nothing was written.
    """
    desk = session.table.playing
    dispatch = dispatch_of(desk, news_of(desk), _now())
    return Later(lambda: _delivered(dispatch.send()))


def _delivered(done: Delivered) -> dict[str, Json]:
    rooms = {"sent": done.sent, "waiting": done.waiting, "refused": done.refused}
    return {
        room: [{"to": parcel.to, "reason": parcel.said} for parcel in parcels]
        for room, parcels in rooms.items()
    }


def _sent(session: Session, entry: Entry) -> dict[str, Json]:
    """Return an entry of our own as a file to be sent, and to whom."""
    table = session.table
    return {
        "kind": entry.kind,
        "seq": entry.seq,
        "by": entry.by,
        "file": entry.file_name,
        "path": str(table.desk.folder.entries / entry.file_name),
        "data": entry.data.decode(),
        "to": table.record.ledger.baton() or "",
    }


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

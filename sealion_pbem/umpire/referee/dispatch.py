"""The robot's letters: what it says to whom, each with a key that names it for ever.

The same log and the same mail give the same keys, so whatever is worked out twice after a crash is
put into the outbox once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.mail.inbound import Incoming
from sealion_pbem.mail.letter import Letter, list_id, thread
from sealion_pbem.pbem.body import KeyChangeBody, RejectionBody, ResignationBody, RulingBody
from sealion_pbem.pbem.entry import Entry, EntryOf
from sealion_pbem.report import render
from sealion_pbem.report.facts import TurnReport
from sealion_pbem.report.letters import Letterpress
from sealion_pbem.report.safe import shown
from sealion_pbem.umpire.posting import files_of, subject_prefix, title_of
from sealion_pbem.umpire.record import Record

__all__ = [
    "MailOutcome",
    "answer",
    "answer_key",
    "final_key",
    "news",
    "news_key",
    "notice",
    "one_line",
    "refusal",
    "report",
    "together",
    "unknown",
    "unread",
]

_LONGEST_SUBJECT = 200
_UNREAD = """\
A mail that names you as its sender could not be read here, although it
was tried several times. It is kept, and the referee is told.

If you have sent a turn that was not answered, please send it again:
with 'sealion mail send', or attached to a mail without anything else.
If you have not, somebody has used your address, and nothing happened.
Of more such mails you will not hear within a day.
"""
_UNKNOWN = """\
This is the address of a program that referees games by mail. It answers
players only, at the addresses that their referee has given to it, and
yours is none of them. Your mail was kept, but perhaps nobody reads it.

If you play here, write from the address that your referee knows. If you
want to reach a person, ask whoever told you this address.
This is the only mail that you will get from this program.
"""


@frozen
class MailOutcome:
    """The outcome of a mail: sentences, and entries that go along.

    `asides` are sentences that alone are not worth an answer. `is_told`: a letter of its own, such as
    a report, is the answer or part of it. `is_kept`: the log or the notes beside it hold what the mail
    brought, or part of it; `is_lost`: they do not hold something that a player has signed and that
    came for the first time. `authors` are the addresses of those whose signatures are new.
    """

    lines: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    is_told: bool = False
    is_kept: bool = False
    is_lost: bool = False
    authors: tuple[str, ...] = ()


def together(parts: Sequence[MailOutcome]) -> MailOutcome:
    """Return everything that was said of one mail; each entry goes along once."""
    entries = {entry.digest: entry for one in parts for entry in one.entries}
    return MailOutcome(
        tuple(line for one in parts for line in one.lines),
        tuple(line for one in parts for line in one.asides),
        tuple(entries.values()),
        any(one.is_told for one in parts),
        any(one.is_kept for one in parts),
        any(one.is_lost for one in parts),
        tuple(dict.fromkeys(author for one in parts for author in one.authors)),
    )


def one_line(text: str) -> str:
    """Return a text of whatever origin as one line that does nothing to its reader."""
    return " ".join(shown(text).split())


def answer_key(incoming: Incoming, data: bytes) -> str:
    """Name the answer to a mail; the same mail delivered twice has one answer."""
    own = incoming.message_id or sha256(data).hexdigest()
    return f"answer/{sha256(f'{own} {incoming.sender}'.encode()).hexdigest()}"


def final_key(final: Entry, seat: str) -> str:
    """Name the letter that tells a seat of a receipt or rejection."""
    return f"{final.kind}/{final.digest}/{seat}"


def news_key(entry: Entry, seat: str) -> str:
    """Name the mail that brings an entry to a seat."""
    return f"news/{entry.digest}/{seat}"


def answer(
    said: MailOutcome, incoming: Incoming, address: str, key: str, sender: str, now: str
) -> Letter:
    """Return the answer to a mail: a sentence for each thing in it, and entries that go along."""
    told = "\n".join(f"* {one_line(line)}" for line in (*said.lines, *said.asides))
    entries = said.entries
    return Letter(
        sender=sender,
        to=(address,),
        subject=_subject(incoming),
        text=f"{told}\n\n",
        entries=files_of(entries),
        in_reply_to=incoming.message_id,
        references=thread(incoming.message_id, incoming.references),
        auto="auto-replied",
        key=key,
        date=now,
        list_id=list_id(entries[0].campaign) if entries else "",
    )


def unread(address: str, key: str, sender: str, now: str) -> Letter:
    """Return the letter that tells a player of a mail that could not be read: no word is out of it."""
    return Letter(
        sender=sender, to=(address,), subject="A mail of yours could not be read", text=_UNREAD,
        auto="auto-generated", key=key, date=now,
    )  # fmt: skip


def unknown(address: str, key: str, sender: str, now: str) -> Letter:
    """Return the one letter that a stranger gets: no word is out of his mail, not even its name."""
    return Letter(
        sender=sender, to=(address,), subject="You have written to a program", text=_UNKNOWN,
        auto="auto-replied", key=key, date=now,
    )  # fmt: skip


def report(
    found: TurnReport, entries: Sequence[Entry], seat: str, address: str, sender: str,
    answered: Incoming | None,
) -> Letter:  # fmt: skip
    """Return the report of a receipt to a seat, as the answer to the mail that brought the turn."""
    parts = render.mail(replace(found, brings=tuple(map(title_of, entries))))
    accepted = "What you sent was accepted.\n\n" if answered else ""
    letter = Letter(
        sender=sender,
        to=(address,),
        subject=parts.subject,
        text=f"{accepted}{parts.text}\n",
        html=parts.html,
        images=parts.images,
        attachments=parts.attachments,
        entries=files_of(entries),
        auto="auto-generated",
        key=final_key(entries[-1], seat),
        date=found.time,
        list_id=list_id(entries[-1].campaign),
    )
    return _answering(letter, answered)


def refusal(
    press: Letterpress, turn: Entry, refused: EntryOf[RejectionBody], address: str, sender: str,
    answered: Incoming | None,
) -> Letter:  # fmt: skip
    """Return the letter that tells a player that his turn was refused, and why."""
    key = final_key(refused, turn.by)
    made = notice(press, turn.campaign, key, address, sender, refused.body.time, (turn, refused))
    return _answering(made, answered)


def _answering(letter: Letter, answered: Incoming | None) -> Letter:
    """Return a letter as the answer to a mail, if there is one."""
    if answered is None:
        return letter
    return replace(
        letter,
        auto="auto-replied",
        in_reply_to=answered.message_id,
        references=thread(answered.message_id, answered.references),
    )


def news(
    record: Record,
    entry: Entry,
    seat: str,
    address: str,
    sender: str,
    now: str,
    *,
    is_brought: bool,
) -> Letter:
    """Return the letter that tells a seat of an entry that is no receipt.

    It brings the entry, unless that travels later, with the version of a turn that counts.
    """
    what = entry.kind.replace("_", " ")
    words = _words_in(entry)
    said = f"\n\n{_quoted(words)}" if words else ""
    asked = ""
    if record.ledger.pending is entry or record.ledger.head == entry.digest:
        asked = f"\n\nNext to write: {record.ledger.baton() or 'nobody'}."
    return Letter(
        sender=sender,
        to=(address,),
        subject=f"{one_line(subject_prefix(record))} {what} by {entry.by}",
        text=f"The log has a new entry: {what} {entry.seq} by {entry.by}.{said}{asked}\n\n"
        + ("" if is_brought else "It comes to you with the next report.\n"),
        entries=files_of([entry] if is_brought else []),
        auto="auto-generated",
        key=news_key(entry, seat),
        date=now,
        list_id=list_id(record.ledger.campaign),
    )


def notice(
    press: Letterpress, campaign: str, key: str, address: str, sender: str, now: str,
    entries: Sequence[Entry] = (),
) -> Letter:  # fmt: skip
    """Return a letter of the referee's own that says what a template makes of it."""
    return Letter(
        sender=sender,
        to=(address,),
        subject=press.subject,
        text=f"{press.text}\n",
        html=press.html,
        entries=files_of(entries),
        auto="auto-generated",
        key=key,
        date=now,
        list_id=list_id(campaign),
    )


def _subject(incoming: Incoming) -> str:
    subject = one_line(incoming.subject)[:_LONGEST_SUBJECT]
    return f"Re: {subject}" if subject else "Re: your mail"


def _words_in(entry: Entry) -> str:
    """Return what the author of an entry says in his own words."""
    match entry.body:
        case RulingBody(text=words) | ResignationBody(text=words) | KeyChangeBody(reason=words):
            return words
        case _:
            return ""


def _quoted(words: str) -> str:
    return "\n".join(f"| {line}" for line in shown(words).splitlines())

"""The scribe of one campaign: every letter that its log and the time ask for, each written once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.mail.address import parse_address
from sealion_pbem.mail.inbound import Incoming
from sealion_pbem.mail.letter import Letter
from sealion_pbem.mail.outbox import Outbox
from sealion_pbem.mail.split import mails_of
from sealion_pbem.pbem.body import CharterBody, ReceiptBody, RejectionBody, TurnBody
from sealion_pbem.pbem.charter import REFEREE
from sealion_pbem.pbem.entry import VOIDING, Entry, EntryOf, is_of
from sealion_pbem.report.facts import TurnReport
from sealion_pbem.report.render import letter
from sealion_pbem.umpire.correspondence import greeting, rejection, reminder
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.record import Record
from sealion_pbem.umpire.referee import dispatch
from sealion_pbem.umpire.referee.absences import absences_of
from sealion_pbem.umpire.referee.deadlines import Deadline, deadline, said
from sealion_pbem.umpire.referee.notes import Notes
from sealion_pbem.umpire.referee.office import Dossier
from sealion_pbem.umpire.reporting import attachments_of, turn_report
from sealion_pbem.umpire.sight import Sight, as_written
from sealion_pbem.umpire.vassal_log import attached_log

__all__ = ["Reply", "Scribe", "put_letter"]

_NEWS = ("ruling", "key_change", "anchor", "resignation")
_FINAL = ("receipt", "rejection")


@frozen
class Reply:
    """A mail of a seat that came from the seat's own address, so that a letter can answer it."""

    seat: str
    incoming: Incoming


def put_letter(outbox: Outbox, letter: Letter) -> bool:
    """Put a letter into the outbox, in several mails if need be; False if it was there before."""
    if outbox.has(letter.key):
        return False
    to, sender = parse_address(letter.to[0]).mailbox, parse_address(letter.sender).mailbox
    # The letter itself is the last of them: if it is there, all are.
    return [outbox.put(part.key, sender, to, mail) for part, mail in mails_of(letter)][-1]


class Scribe:
    """The scribe of one campaign: he writes to its players."""

    def __init__(self, dossier: Dossier, outbox: Outbox, sender: str, painter: Any = None) -> None:
        """`painter` draws the pictures of a report; without one it has none."""
        self._desk = dossier.desk
        self._addresses, self._vassal = dossier.addresses, dossier.vassal
        self._outbox = outbox
        self._sender = sender
        self._painter = painter
        self._read: dict[str, Entry] = {}
        self._told: set[str] = set()
        self.notes = Notes(dossier.desk.folder)
        self._since = self.notes.since(self.entries()[-1].seq)

    def entries(self) -> list[Entry]:
        """Return the entries of the log in their order; each file is read once."""
        names = self._desk.store.names()
        for name in names:
            if name not in self._read:
                self._read[name] = self._desk.store.load(name)
        return [self._read[name] for name in names]

    def answer_to(self, turn: str) -> Entry | None:
        """Return what answers the turn with this digest: a receipt, a rejection or a withdrawal."""
        found = [entry for entry in self.entries() if _answers(entry, turn)]
        return found[-1] if found else None

    def untold(self) -> list[Entry]:
        """Return the receipts and rejections of which a player may have heard nothing."""
        return [
            entry
            for entry in self.entries()
            if entry.kind in _FINAL and entry.seq >= self._since and entry.digest not in self._told
        ]

    def tell(self, record: Record, final: Entry, reply: Reply | None = None) -> list[str]:
        """Write what became of a turn to every player who has not heard it; return to whom.

        With a reply, the letter to that seat is the answer to its mail.
        """
        if final.seq < self._since:
            return []
        if is_of(final, RejectionBody):
            written = self._tell_rejection(record, final, reply)
        else:
            written = self._tell_receipt(final, reply)
        self._told.add(final.digest)
        return written

    def is_answered(self, final: Entry, reply: Reply) -> bool:
        """Return whether the letter that a seat got is the answer to this very mail."""
        key = dispatch.final_key(final, reply.seat)
        if not reply.incoming.message_id or not self._outbox.has(key):
            return False
        head = self._outbox.mail(key).partition(b"\r\n\r\n")[0]
        unfolded = head.replace(b"\r\n ", b" ").decode("ascii", "replace")
        return f"In-Reply-To: {reply.incoming.message_id}" in unfolded.split("\r\n")

    def bring(self, record: Record, now: str, *, is_turn_due: bool) -> Iterator[str]:
        """Write to the players what else is new: rulings, keys, anchors, a turn whose dice wait."""
        entries = [
            entry
            for entry in self.entries()
            if entry.kind in _NEWS and entry.seq >= self._since and entry.digest not in self._told
        ]
        self._told |= {entry.digest for entry in entries}
        pending = record.ledger.pending
        if pending and is_turn_due and record.ledger.baton() != REFEREE:
            entries.append(pending)
        sight = Sight(record, self.entries(), is_turn_due=is_turn_due)
        for entry in entries:
            for seat, address in self._addresses.items():
                if seat != entry.by and not self._outbox.has(dispatch.news_key(entry, seat)):
                    shown = sight.shows(entry, seat)
                    self._put(
                        dispatch.news(
                            record, entry, seat, address, self._sender, now, is_brought=shown
                        )
                    )
                    yield f"{entry.kind} {entry.seq} goes to {seat}"

    def greet(self, record: Record, now: str) -> Iterator[str]:
        """Write to every player when the game begins; not if it had begun before the robot came."""
        charter = record.ledger.charter
        if self._since > charter.seq or record.ledger.head != charter.digest:
            return
        for seat, address in self._addresses.items():
            key = f"greeting/{charter.digest}/{seat}"
            if self._outbox.has(key):
                continue
            until = self.deadline(record, now)
            facts = greeting(record, seat, until, until.asked if until else now)
            sheets = attachments_of(record) if seat == facts.asked.seat else {}
            made = dispatch.notice(
                letter("greeting", facts),
                charter.campaign,
                key,
                address,
                self._sender,
                now,
                (charter,),
            )
            self._put(replace(made, attachments=sheets))
            yield f"greeting to {seat}"

    def remind(self, record: Record, now: str) -> Iterator[str]:
        """Write to whoever is late, and to the other; return what was written."""
        seat = record.ledger.baton()
        until = self.deadline(record, now)
        if seat is None or until is None or record.decision is None:
            return
        for stage in until.reached(now)[-1:]:
            for reader in self._addresses:
                if stage == "reminder" and reader != seat:
                    continue
                key = f"{stage}/{record.ledger.head}/{seat}/{reader}"
                if not self._outbox.has(key):
                    self._put(self._reminder(record, until, reader, key, now))
                    yield f"{stage} to {reader}: {seat} is to write"

    def deadline(self, record: Record, now: str) -> Deadline | None:
        """Return until when the seat that writes next has time; None: there is no such seat.

        It is asked from the last receipt on, so a rejected turn buys no time; for the first turn from
        when the charter was seen here, and for an opening from when the turn was.
        """
        ledger = record.ledger
        seat = ledger.baton()
        if seat is None or seat == REFEREE:
            return None
        times = [entry.body.time for entry in self.entries() if is_of(entry, ReceiptBody)]
        asked = max(times) if times else self.notes.arrived(ledger.charter, now)
        if ledger.pending:
            asked = max(asked, self.notes.arrived(ledger.pending, now))
        agreed = ledger.charter.body
        away = absences_of(self.notes, seat)
        return deadline(asked, agreed.deadline_hours, agreed.grace_hours, away)

    def newest(self, record: Record, seat: str, *, is_turn_due: bool) -> tuple[Entry, ...]:
        """Return everything since a seat's own last entry that is for its eyes."""
        sight = Sight(record, self.entries(), is_turn_due=is_turn_due)
        return sight.news_for(seat)

    def _tell_receipt(self, receipt: Entry, reply: Reply | None) -> list[str]:
        lacking = [seat for seat in self._addresses if not self._has(receipt, seat)]
        if lacking:
            found = turn_report(Log(self._desk.store.entries()), receipt.seq, painter=self._painter)
            found = self._with_deadline(found)
            entries = self._span(receipt)
            wanted = any(seat in self._vassal for seat in lacking)
            shown = attached_log(self._desk.store.entries(), entries) if wanted else {}
            for seat in lacking:
                answered = reply.incoming if reply and reply.seat == seat else None
                address = self._addresses[seat]
                made = dispatch.report(found, entries, seat, address, self._sender, answered)
                extra = shown if seat in self._vassal else {}
                self._put(replace(made, attachments={**made.attachments, **extra}))
        return lacking

    def _with_deadline(self, found: TurnReport) -> TurnReport:
        """Return a report that reckons with the absences the referee knows of, as reminders do."""
        asked = found.asked
        agreed = self.entries()[0].body
        assert isinstance(agreed, CharterBody), "a log begins with its charter"
        away = absences_of(self.notes, asked.seat) if asked else ()
        until = deadline(found.time, agreed.deadline_hours, agreed.grace_hours, away)
        if asked is None or until is None:
            return found
        return replace(found, asked=replace(asked, deadline=said(until.due)))

    def _tell_rejection(
        self, record: Record, refusal: EntryOf[RejectionBody], reply: Reply | None
    ) -> list[str]:
        """Write to the author alone; not any more when he has sent another version since."""
        turn = self._turn(refusal)
        is_asked = refusal.digest == record.ledger.stood
        if turn.by not in self._addresses or self._has(refusal, turn.by) or not is_asked:
            return []
        press = letter("rejection", rejection(record, turn, refusal))
        answered = reply.incoming if reply and reply.seat == turn.by else None
        address = self._addresses[turn.by]
        self._put(dispatch.refusal(press, turn, refusal, address, self._sender, answered))
        return [turn.by]

    def _reminder(self, record: Record, until: Deadline, reader: str, key: str, now: str) -> Letter:
        """Return the reminder; to whoever is late it brings what he may have missed."""
        seat = record.ledger.baton() or ""
        away = absences_of(self.notes, seat)
        facts = reminder(record, reader, until.asked, now, away)
        entries = self.newest(record, reader, is_turn_due=True) if reader == seat else ()
        campaign, address = record.ledger.campaign, self._addresses[reader]
        press = letter("reminder", facts)
        return dispatch.notice(press, campaign, key, address, self._sender, now, entries)

    def _put(self, letter: Letter) -> bool:
        return put_letter(self._outbox, letter)

    def _has(self, final: Entry, seat: str) -> bool:
        return self._outbox.has(dispatch.final_key(final, seat))

    def _turn(self, final: Entry) -> EntryOf[TurnBody]:
        turns = (entry for entry in self.entries() if is_of(entry, TurnBody))
        return next(turn for turn in turns if _answers(final, turn.digest))

    def _span(self, receipt: Entry) -> tuple[Entry, ...]:
        """Return all since the receipt before: what was tried and did not count, the turn, its receipt."""
        entries = self.entries()
        before = [one.seq for one in entries if one.kind == "receipt" and one.seq < receipt.seq]
        first = max(before, default=0)
        return as_written(entry for entry in entries if first < entry.seq <= receipt.seq)


def _answers(entry: Entry, turn: str) -> bool:
    if entry.kind in VOIDING:
        return entry.prev == turn
    return is_of(entry, ReceiptBody) and entry.body.turn == turn

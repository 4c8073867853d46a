"""The clerk of one campaign: takes what arrives for it and judges turns when their time has come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from sealion_pbem.campaign.files import mark_of
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import ChainError, PbemError, RosterError, StorageError
from sealion_pbem.mail.inbound import Incoming
from sealion_pbem.pbem.charter import REFEREE
from sealion_pbem.pbem.claim import Claim, claim_from
from sealion_pbem.pbem.entry import CLAIM, Entry
from sealion_pbem.pbem.loader import read_strict
from sealion_pbem.umpire.posting import title_of
from sealion_pbem.umpire.receiving import Received
from sealion_pbem.umpire.record import Record
from sealion_pbem.umpire.referee.absences import KIND, keep_absence
from sealion_pbem.umpire.referee.authors import Brought, bring
from sealion_pbem.umpire.referee.deadlines import said, seconds, written
from sealion_pbem.umpire.referee.dispatch import MailOutcome, together
from sealion_pbem.umpire.referee.office import Dossier
from sealion_pbem.umpire.referee.scribe import Reply, Scribe

__all__ = ["Clerk", "member_of"]

_HOUR = 3600
_UNSIGNED = "is an orders file that nobody has signed: 'sealion turn sign' makes the turn to send"
_MOST_CLAIMS = 20


@frozen
class _Rest:
    """The rest of a clerk who has done everything: the folders as they were then, and what wakes him."""

    since: str
    marks: tuple[object, ...]
    times: tuple[str, ...]


class Clerk:
    """The clerk of one campaign: he takes in what arrives for it."""

    def __init__(self, dossier: Dossier, scribe: Scribe) -> None:
        self._desk = dossier.desk
        self.dossier = dossier
        self.scribe = scribe
        self._notes = scribe.notes
        rooms = (scribe.notes.path / room for room in ("absences", "claims"))
        self._watched = (dossier.desk.folder.entries, *rooms)
        self._said: set[str] = set()
        self._rest: _Rest | None = None
        agreed = self.record().ledger.charter.body
        self.name = agreed.name
        self._delay = agreed.delay_hours or 0

    def record(self) -> Record:
        """Return the campaign as it stands."""
        return self._desk.read().record

    def take(
        self, documents: Sequence[tuple[str, bytes]], incoming: Incoming, mail: str, now: str
    ) -> MailOutcome:
        """Take what one mail brought: entries into the log, notes of absence and claims beside it.

        `mail` names the mail for ever.
        """
        self._rest = None
        told: list[MailOutcome] = []
        entries: list[tuple[str, bytes]] = []
        for name, data in documents:
            if member_of(data, "kind") == KIND:
                told.append(self._take_absence(name, data, mail, now))
            elif member_of(data, "kind") == "orders":
                told.append(MailOutcome((f"{name} {_UNSIGNED}",)))
            elif member_of(data, "kind") == CLAIM:
                told.append(self._take_claim(name, data))
            else:
                entries.append((name, data))
        names, contents = self._desk.store.names(), [data for _, data in entries]
        brought = bring(self.record(), self._notes, names, contents, mail)
        told.append(MailOutcome(authors=self._addresses(*brought.authors)))
        received = self._desk.receive(entries) if entries else []
        for one in received:
            if isinstance(one.error, StorageError):
                # Not the player's fault: the mail is kept and read once more.
                raise one.error
        told += [self._said_of(one, brought, incoming, now) for one in received]
        return together(told)

    def repeat(self, seat: str, now: str) -> MailOutcome:
        """Return where the campaign stands and what a player may have missed."""
        until = self.scribe.deadline(self.record(), now)
        stands = f"{self.name}: {self.waits()}"
        if until:
            stands += f"; until {said(until.due)}"
        return MailOutcome((stands,), entries=self._newest(seat, now))

    def _newest(self, seat: str, now: str) -> tuple[Entry, ...]:
        return self.scribe.newest(self.record(), seat, is_turn_due=self._is_due(now))

    def waits(self) -> str:
        """Return in words what the campaign waits for."""
        record = self.record()
        turn, baton = record.ledger.pending, record.ledger.baton()
        if turn and baton == REFEREE:
            return "the referee is to judge the turn that was sent"
        if turn:
            return f"{baton} is to open the dice of turn {turn.seq}"
        if record.decision is None:
            return record.result or "nobody is to write any more"
        return f"{baton} is asked: {record.decision.prompt} (rule {record.decision.rule})"

    def see_to(self, now: str) -> Iterator[str]:
        """Judge what is due, write what the players lack, remind; return lines for the robot's log."""
        self._rest = None
        judged = self._judge(now)
        if judged:
            yield f"{judged.kind} {judged.seq} written"
        for entry in self.scribe.untold():
            for seat in self.scribe.tell(self.record(), entry):
                yield f"{entry.kind} {entry.seq} goes to {seat}"
        record = self.record()
        yield from self.scribe.greet(record, now)
        yield from self.scribe.bring(record, now, is_turn_due=self._is_due(now))
        yield from self.scribe.remind(record, now)
        for line in self.for_a_person():
            if line not in self._said:
                self._said.add(line)
                yield line
        self._rest = _Rest(now, self._marks(), self._times(now))

    def is_idle(self, now: str) -> bool:
        """Return whether nothing has come and no time is up since everything was seen to."""
        rest = self._rest
        return (
            rest is not None
            and rest.since <= now
            and not any(rest.since < time <= now for time in rest.times)
            and rest.marks == self._marks()
        )

    def _marks(self) -> tuple[object, ...]:
        """Return by what a change of the log or of the notes on it is seen."""
        return tuple(map(mark_of, self._watched))

    def _times(self, now: str) -> tuple[str, ...]:
        """Return when something is to be done although nothing has come."""
        record = self.record()
        turn, until = record.ledger.pending, self.scribe.deadline(record, now)
        times = []
        if until:
            times += [until.remind, until.due, written(seconds(until.due) + 1), until.end]
            times += until.again
        if turn:
            times.append(written(seconds(self._notes.arrived(turn, now)) + self._delay * _HOUR))
        return tuple(times)

    def for_a_person(self) -> Iterator[str]:
        """Go through what no robot decides."""
        record = self.record()
        for seat in record.ledger.players:
            if seat not in self.dossier.addresses:
                yield f"the address of {seat} is not known; write it into mail.toml of the campaign"
        for path in self._claims(record):
            yield f"a claim waits: sealion referee takeover {path} -C {self._desk.folder.path}"

    def _claims(self, record: Record) -> list[Path]:
        """Return the claims that were not granted: their keys have never been on the roster."""
        known = {key for _, key in record.ledger.roster}
        claims = self._notes.all("claims").items()
        return [path for path, kept in claims if Claim.read(kept).change.key not in known]

    def _addresses(self, *seats: str) -> tuple[str, ...]:
        return tuple(
            self.dossier.addresses[seat] for seat in seats if seat in self.dossier.addresses
        )

    def _said_of(
        self, received: Received, brought: Brought, incoming: Incoming, now: str
    ) -> MailOutcome:
        entry = received.entry
        what = title_of(entry) if entry else received.name
        if received.error:
            hint = f" ({received.error.hint})" if received.error.hint else ""
            is_lost = entry is not None and entry.digest in brought.entries
            said = f"{what} was refused: {received.error.message}{hint}"
            return MailOutcome((said,), is_lost=is_lost)
        return replace(self._said_of_kept(received, what, incoming, now), is_kept=True)

    def _said_of_kept(
        self, received: Received, what: str, incoming: Incoming, now: str
    ) -> MailOutcome:
        entry = received.entry
        if received.status == "evidence":
            return MailOutcome(
                (f"{what} is a second version of a turn; both are kept as evidence",)
            )
        if entry and entry.kind in ("turn", "opening"):
            return self._answer(entry, incoming, now)
        if received.status == "beside":
            return MailOutcome(
                (f"{what} came too late: something else stands in its place in the log",)
            )
        if received.status == "known":
            return MailOutcome(asides=(f"{what} was known already",))
        return MailOutcome((f"{what} was accepted",))

    def _answer(self, entry: Entry, incoming: Incoming, now: str) -> MailOutcome:
        """Return what is said of a turn or opening in the log, or that the letter to come says it."""
        self._judge(now)
        record = self.record()
        final = self.scribe.answer_to(entry.digest if entry.kind == "turn" else entry.prev)
        if final is None:
            return MailOutcome((self._waiting(entry, now),))
        if final.kind == "withdrawal":
            return MailOutcome((f"{title_of(entry)} was withdrawn by {final.by}",))
        reply = self._reply(entry.by, incoming)
        written = self.scribe.tell(record, final, reply)
        if reply and (reply.seat in written or self.scribe.is_answered(final, reply)):
            return MailOutcome(is_told=True)
        word = "was refused" if final.kind == "rejection" else "was accepted and judged"
        said = f"{title_of(entry)} {word}: see {final.kind} {final.seq}"
        if not reply:
            return MailOutcome((said,))
        entries = self._newest(entry.by, now)
        return MailOutcome(
            (f"{said} (sent before; here it is again)",), entries=entries or (final,)
        )

    def _reply(self, seat: str, incoming: Incoming) -> Reply | None:
        """Return the mail as one that a letter to this seat answers, if it came from its address.

        Anybody can forward what a player has signed.
        """
        if incoming.automatic or not self.dossier.is_of(seat, incoming.sender):
            return None
        return Reply(seat, incoming)

    def _waiting(self, entry: Entry, now: str) -> str:
        record = self.record()
        pending = record.ledger.pending
        if entry.kind == "opening":
            return f"{title_of(entry)} was accepted"
        if pending is None or pending.digest != entry.digest:
            return f"{title_of(entry)} has lost its place in the log: sign your orders anew"
        if not self._is_due(now):
            until = written(seconds(self._notes.arrived(entry, now)) + self._delay * _HOUR)
            return (
                f"{title_of(entry)} is legal and waits until {until}; until then you can take it "
                "back with 'sealion turn withdraw'"
            )
        return f"{title_of(entry)} is legal; {record.ledger.baton()} is to open the dice"

    def _is_due(self, now: str) -> bool:
        """Return whether the delay of the pending turn is over; it begins when the turn is seen."""
        turn = self.record().ledger.pending
        if turn is None:
            return False
        return seconds(now) >= seconds(self._notes.arrived(turn, now)) + self._delay * _HOUR

    def _judge(self, now: str) -> Entry | None:
        """Answer the pending turn if it is the referee's and its time has come."""
        record = self.record()
        turn = record.ledger.pending
        if turn is None:
            return None
        self._notes.arrived(turn, now)
        is_open = record.ledger.opening is not None
        is_illegal = not is_open and bool(record.preview(turn.by, turn.body).refused)
        is_ours = record.ledger.baton() == REFEREE
        if not is_illegal and not (is_ours and (is_open or self._is_due(now))):
            return None
        return self._desk.witness(now).entry

    def _take_absence(self, name: str, data: bytes, mail: str, now: str) -> MailOutcome:
        ledger = self.record().ledger
        try:
            away = keep_absence(self._notes, data, ledger.campaign, ledger.keys, mail, now)
        except StorageError:
            raise
        except PbemError as error:
            return MailOutcome((f"{name} was refused: {error}",))
        said = f"{away.seat} is away from {away.begin} to {away.end}; deadlines wait so long"
        authors = self._addresses(away.seat) if away.mail == mail else ()
        return MailOutcome((said,), is_kept=True, authors=authors)

    def _take_claim(self, name: str, data: bytes) -> MailOutcome:
        """Keep a claim to a seat until a person decides on it."""
        record = self.record()
        try:
            claim = claim_from(read_strict(data))
            seat = claim.change.seat
            if seat not in record.ledger.players:
                raise RosterError(f"there is no player {seat} in this campaign")
            if claim.change.key in {key for _, key in record.ledger.roster}:
                raise RosterError("the key is or was on the roster already; claim with a new one")
            if len(self._claims(record)) >= _MOST_CLAIMS:
                raise ChainError("too many claims wait for the referee already")
        except StorageError:
            raise
        except PbemError as error:
            return MailOutcome((f"{name} was refused: {error}",))
        self._notes.keep("claims", claim.digest, claim.document)
        said = f"the claim to {seat} waits for the referee, who is told"
        return MailOutcome((said,), is_kept=True)


def member_of(data: bytes, name: str) -> str:
    """Return a text that a document has under a name; "" if it has none."""
    try:
        value = read_strict(data).get(name)
    except PbemError:
        return ""
    return value if isinstance(value, str) else ""

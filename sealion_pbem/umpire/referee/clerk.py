"""The clerk of one campaign: takes what arrives for it and judges turns when their time has come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from sealion_pbem.errors import ChainError, PbemError, RosterError, StorageError
from sealion_pbem.mail.address import parse_address
from sealion_pbem.mail.inbound import Incoming
from sealion_pbem.pbem.entry import Entry, parse_entry, verify_signatures
from sealion_pbem.pbem.ledger import REFEREE
from sealion_pbem.pbem.loader import read_strict
from sealion_pbem.umpire.desk import Received
from sealion_pbem.umpire.posting import title_of
from sealion_pbem.umpire.record import Record
from sealion_pbem.umpire.referee.absences import KIND, keep_absence
from sealion_pbem.umpire.referee.deadlines import seconds, written
from sealion_pbem.umpire.referee.letters import Said, together
from sealion_pbem.umpire.referee.office import Case
from sealion_pbem.umpire.referee.scribe import Reply, Scribe

__all__ = ["Clerk", "mailbox_in", "member_of"]

_HOUR = 3600
_UNSIGNED = "is an orders file that nobody has signed: 'sealion turn sign' makes the turn to send"
_MOST_CLAIMS = 20
_FEW_LINKS = 8
"""With so few dice links left, the referee publishes a new chain before they are used up."""


class Clerk:
    """Who takes in what arrives for one campaign."""

    def __init__(self, case: Case, scribe: Scribe) -> None:
        self._desk = case.desk
        self._mailboxes = case.mailboxes()
        self.scribe = scribe
        self._notes = scribe.notes
        self._record: Record | None = None
        self._names: list[str] = []
        self._said: set[str] = set()
        charter = self.record().ledger.charter.body
        self.name: str = charter["name"]
        self._delay: int = charter.get("delay_hours", 0)

    def seat_of(self, mailbox: str) -> str:
        """Return whose address this is; "" if it is no player's."""
        found = (seat for seat, known in self._mailboxes.items() if known == mailbox.lower())
        return next(found, "")

    def record(self) -> Record:
        """Return the campaign as it stands; it is read anew when there is a new entry."""
        names = self._desk.store.names()
        if self._record is None or names != self._names:
            self._record, self._names = self._desk.read().record, names
        return self._record

    def take(self, documents: Sequence[tuple[str, bytes]], incoming: Incoming, now: str) -> Said:
        """Take what one mail brought: entries into the log, notes of absence and claims beside it."""
        told: list[Said] = []
        entries: list[tuple[str, bytes]] = []
        for name, data in documents:
            if member_of(data, "kind") == KIND:
                told.append(Said((self._take_absence(name, data, now),)))
            elif member_of(data, "kind") == "orders":
                told.append(Said((f"{name} {_UNSIGNED}",)))
            elif _is_claim(data):
                told.append(Said((self._take_claim(name, data),)))
            else:
                entries.append((name, data))
        received = self._desk.receive(entries) if entries else []
        for one in received:
            if isinstance(one.error, StorageError):
                # Not the player's fault: the mail is kept and read once more.
                raise one.error
        return together([*told, *(self._said_of(one, incoming, now) for one in received)])

    def repeat(self, seat: str, now: str) -> Said:
        """Return where the campaign stands and what a player may have missed."""
        until = self.scribe.deadline(self.record(), now)
        stands = f"{self.name}: {self.waits()}"
        if until:
            stands += f"; until {until.due}"
        return Said((stands,), entries=self._newest(seat, now))

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
        judged = self._judge(now)
        if judged:
            yield f"{judged.kind} {judged.seq} written"
        for entry in self.scribe.untold():
            for seat in self.scribe.tell(self.record(), entry):
                yield f"{entry.kind} {entry.seq} goes to {seat}"
        record = self.record()
        yield from self.scribe.bring(record, now, is_turn_due=self._is_due(now))
        yield from self.scribe.remind(record, now)
        for line in self._for_a_person(record):
            if line not in self._said:
                self._said.add(line)
                yield line

    def _for_a_person(self, record: Record) -> Iterator[str]:
        """Go through what no robot decides; each is said once."""
        for seat in record.ledger.players:
            if seat not in self._mailboxes:
                yield f"the address of {seat} is not known; write it into mail.toml of the campaign"
        for path, claim in self._notes.all("claims").items():
            if claim["prev"] == record.ledger.head:
                yield f"a claim waits: sealion referee takeover {path} -C {self._desk.folder.path}"

    def _said_of(self, received: Received, incoming: Incoming, now: str) -> Said:
        entry = received.entry
        what = title_of(entry) if entry else received.name
        if received.error:
            hint = f" ({received.error.hint})" if received.error.hint else ""
            return Said((f"{what} was refused: {received.error.message}{hint}",))
        if received.status == "evidence":
            return Said((f"{what} is a second version of a turn; both are kept as evidence",))
        if entry and entry.kind in ("turn", "opening"):
            return self._answer(entry, incoming, now)
        if received.status == "known":
            return Said(asides=(f"{what} was known already",))
        return Said((f"{what} was accepted",))

    def _answer(self, entry: Entry, incoming: Incoming, now: str) -> Said:
        """Return what is said of a turn or opening in the log, or that the letter to come says it."""
        self._judge(now)
        record = self.record()
        final = self.scribe.answer_to(entry.digest if entry.kind == "turn" else entry.prev)
        if final is None:
            return Said((self._waiting(entry, now),))
        if final.kind == "withdrawal":
            return Said((f"{title_of(entry)} was withdrawn by {final.by}",))
        reply = self._reply(entry.by, incoming)
        written = self.scribe.tell(record, final, reply)
        if reply and (reply.seat in written or self.scribe.is_answered(final, reply)):
            return Said(is_told=True)
        word = "was refused" if final.kind == "rejection" else "was accepted and judged"
        said = f"{title_of(entry)} {word}: see {final.kind} {final.seq}"
        if not reply:
            return Said((said,))
        entries = self._newest(entry.by, now)
        return Said((f"{said} (sent before; here it is again)",), entries=entries or (final,))

    def _reply(self, seat: str, incoming: Incoming) -> Reply | None:
        """Return the mail as one that a letter to this seat answers, if it came from its address.

        Anybody can forward what a player has signed.
        """
        if incoming.automatic or self._mailboxes.get(seat) != mailbox_in(incoming.sender):
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
        entry = self._desk.witness(now).entry
        ledger = self.record().ledger
        left = ledger.anchors[REFEREE].length - ledger.anchors[REFEREE].number
        if ledger.pending is None and left < _FEW_LINKS and self.record().decision:
            self._desk.new_anchor(REFEREE)
        return entry

    def _take_absence(self, name: str, data: bytes, now: str) -> str:
        ledger = self.record().ledger
        try:
            away = keep_absence(self._notes, data, ledger.campaign, ledger.keys, now)
        except StorageError:
            raise
        except PbemError as error:
            return f"{name} was refused: {error}"
        return f"{away.seat} is away from {away.begin} to {away.end}; deadlines wait so long"

    def _take_claim(self, name: str, data: bytes) -> str:
        """Keep a claim to a seat until a person decides on it."""
        record = self.record()
        try:
            claim = parse_entry(data, ruleset=record.ruleset.id)
            verify_signatures(claim, {"new": claim.body["key"]})
            if claim.body["seat"] not in record.ledger.players:
                raise RosterError(f"there is no player {claim.body['seat']} in this campaign")
            if claim.prev != record.ledger.head:
                raise ChainError(
                    "the log has gone on since the claim was written; claim the seat once more"
                )
            kept = self._notes.all("claims").values()
            if sum(one["prev"] == record.ledger.head for one in kept) >= _MOST_CLAIMS:
                raise ChainError("too many claims wait for the referee already")
        except StorageError:
            raise
        except PbemError as error:
            return f"{name} was refused: {error}"
        self._notes.keep("claims", sha256(claim.data).hexdigest(), claim.document)
        return f"the claim to {claim.body['seat']} waits for the referee, who is told"


def member_of(data: bytes, name: str) -> str:
    """Return a text that a document has under a name; "" if it has none."""
    try:
        value = read_strict(data).get(name)
    except PbemError:
        return ""
    return value if isinstance(value, str) else ""


def mailbox_in(sender: str) -> str:
    """Return the bare address in a header; "" if it is none."""
    try:
        return parse_address(sender).mailbox.lower()
    except PbemError:
        return ""


def _is_claim(data: bytes) -> bool:
    """Return whether a document is a change of key that the referee has not signed."""
    try:
        document = read_strict(data)
        return document.get("kind") == "key_change" and set(document["signatures"]) == {"new"}
    except (PbemError, KeyError, TypeError):
        return False

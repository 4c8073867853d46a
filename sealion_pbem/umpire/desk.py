"""The desk: everything a player or referee does with one campaign folder.

Each action reads the log anew, proves it, and writes at most one entry at a time, under the folder's
lock. Commands and the robot are doors to this room.
"""

from __future__ import annotations

import secrets as randomness
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.private import DiceRoot, Private
from sealion_pbem.campaign.store import Store
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.loop import Outcome
from sealion_pbem.errors import CampaignError, ChainError, InvalidFileError, PbemError, RosterError
from sealion_pbem.pbem.entry import (
    FORMAT,
    VOIDING,
    Entry,
    entry_from,
    parse_entry,
    sign_entry,
)
from sealion_pbem.pbem.evidence import is_equivocation, proof_of
from sealion_pbem.pbem.keys import PrivateKey
from sealion_pbem.pbem.ledger import REFEREE
from sealion_pbem.pbem.links import LENGTH, Links
from sealion_pbem.pbem.loader import FILE_LIMIT, normal_form
from sealion_pbem.pbem.schema import check_document
from sealion_pbem.umpire.judge import judge, opening_body, violations_of
from sealion_pbem.umpire.log import Log, read_log
from sealion_pbem.umpire.record import Record

if TYPE_CHECKING:
    from sealion_pbem.campaign.index import Index

__all__ = ["Answer", "Desk", "Received"]


@frozen
class Received:
    """What became of one incoming file: accepted, known, evidence or refused."""

    name: str
    status: str
    entry: Entry | None = None
    outcome: Outcome[Any] | None = None
    error: PbemError | None = None


@frozen
class Answer:
    """A witness's answer to a turn: the entry, and what the dice brought."""

    entry: Entry
    outcome: Outcome[Any] | None


class Desk:
    """One campaign folder and the keys of the seats that are played here."""

    def __init__(self, path: Path, keys: Mapping[str, PrivateKey] | None = None) -> None:
        """`keys` holds the private keys by seat; without them the desk can read and receive only."""
        self.folder = Folder(path)
        self.store = Store(self.folder)
        self.keys = dict(keys or {})

    def read(self) -> Log:
        """Return the whole log, proved from the charter on."""
        if not self.store.names():
            raise CampaignError(
                f"{self.folder.path} has no charter yet",
                hint="'sealion campaign join' says what the draft still lacks",
            )
        return read_log(self.store.entries())

    def seat_for(self, seat: str | None, what: str) -> str:
        """Return the seat that does something here; RosterError if its key is not at hand."""
        if seat is None or seat not in self.keys:
            held = ", ".join(sorted(self.keys)) or "none"
            raise RosterError(
                f"{seat or 'nobody'} is to {what}, and you hold the key of {held}",
                hint="'sealion campaign status' says whose move it is",
            )
        return seat

    def receive(self, files: Iterable[tuple[str, bytes]]) -> list[Received]:
        """Take entries that arrived; a file that was seen before changes nothing."""
        with self.folder.writing():
            return self._receive(list(files))

    def _receive(self, files: list[tuple[str, bytes]]) -> list[Received]:
        log = self.read() if self.store.names() else None
        ruleset = log.record.ruleset.id if log else None
        results: list[Received] = []
        parsed: list[tuple[str, Entry]] = []
        for name, data in files:
            try:
                parsed.append((name, parse_entry(data, ruleset=ruleset)))
            except PbemError as error:
                results.append(Received(name, "refused", error=error))
        for name, entry in _in_order(parsed):
            try:
                result, log = self._take(log, name, entry)
            except PbemError as error:
                result = Received(name, "refused", entry, error=error)
            results.append(result)
        return results

    def _take(self, log: Log | None, name: str, entry: Entry) -> tuple[Received, Log | None]:
        with self._index() as index:
            if index.find(entry.digest):
                return Received(name, "known", entry), log
        if len(entry.data) > FILE_LIMIT:
            # It came in fewer bytes than it would be kept in, and could not be read again.
            raise InvalidFileError(
                f"the {entry.kind} is larger than {FILE_LIMIT} bytes as it is kept"
            )
        if log is None:
            if entry.kind != "charter":
                raise CampaignError(f"the {entry.kind} came before the charter; receive that first")
            log = Log(Record(entry))
            self._check_mine(entry)
            self._keep(entry)
            return Received(name, "accepted", entry), log
        if self._is_second_version(log, entry):
            return Received(name, "evidence", entry), self.read()
        try:
            outcome = log.record.admit(entry).outcome
        except ChainError:
            is_branch = log.beside or self._crossed_a_withdrawal(log, entry)
            log = self._other_branch(entry) if is_branch else None
            if log is None:
                raise
            outcome = None
        self._keep(entry)
        return Received(name, "accepted", entry, outcome), log

    def _crossed_a_withdrawal(self, log: Log, entry: Entry) -> bool:
        """Return whether dice were opened for a turn that its author took back too late."""
        if entry.kind not in ("opening", "receipt") or not log.record.ledger.rejections:
            return False
        same = [
            name for name in self.store.names() if name.startswith(f"{entry.seq - 1:04d}-turn-")
        ]
        return any(self.store.load(name).digest == entry.prev for name in same)

    def _other_branch(self, entry: Entry) -> Log | None:
        """Return the log as an entry sees it that answers the other version of a turn, or None."""
        log = self._log_with(entry)
        return None if entry.digest in {other.digest for other in log.beside} else log

    def _log_with(self, entry: Entry) -> Log:
        """Return the log as it would be with one more entry; CorruptError if it would not hold."""
        files = [*self.store.entries(), (entry.file_name, entry.data)]
        return read_log(sorted(files, key=lambda item: (int(item[0].partition("-")[0]), item[0])))

    def _check_mine(self, charter: Entry) -> None:
        """Refuse a charter in which a seat that is played here has another nonce than its own."""
        for seat, facts in charter.body["seats"].items():
            private = Private(self.folder, seat)
            if private.exists() and private.read().nonce != facts["nonce"]:
                raise RosterError(f"the charter's {seat} is not the seat you took in this folder")

    def _is_second_version(self, log: Log, entry: Entry) -> bool:
        """Keep a second signed version of a turn, with the proof; say whether there was one."""
        if entry.kind != "turn" or entry.campaign != log.record.ledger.campaign:
            return False
        same = [name for name in self.store.names() if name.startswith(f"{entry.seq:04d}-")]
        for other in map(self.store.load, same):
            if is_equivocation(entry, other):
                # The walk proves its signature with the key that the seat had then.
                self._log_with(entry)
                proof = normal_form(proof_of(entry, other))
                pair = "-".join(sorted((entry.digest[:16], other.digest[:16])))
                self.store.add_evidence(f"{entry.seq:04d}-{entry.by}-{pair}.json", proof)
                self._keep(entry)
                return True
        return False

    def sign_turn(self, body: Mapping[str, Any]) -> Entry:
        """Sign a turn for the pending decision and take it into the log.

        `body` holds decision, orders and what else the player wrote; the rest is added here.
        """
        with self.folder.writing():
            record = self.read().record
            seat = self.seat_for(record.ledger.baton(), "write")
            if record.ledger.pending is not None:
                raise CampaignError(
                    "a turn waits for its receipt", hint="answer it first with 'sealion witness'"
                )
            turn = {**body, "nonce": randomness.token_hex(32)}
            if record.ledger.rejections:
                turn["after"] = list(record.ledger.rejections)
            return self._write(record, "turn", seat, turn)

    def withdraw(self) -> Entry:
        """Take back the pending turn of a seat played here, while the charter's delay runs."""
        with self.folder.writing():
            record = self.read().record
            turn = record.ledger.pending
            if turn is None:
                raise CampaignError("no turn waits for an answer, so none can be withdrawn")
            seat = self.seat_for(turn.by, "withdraw the turn")
            body = self._body(record, "withdrawal", seat, {})
            body |= {"seq": turn.seq, "prev": turn.digest}
            return self._sign_and_admit(record, body, seat)

    def witness(self, time: str) -> Answer:
        """Answer the pending turn: an opening, a receipt or a rejection."""
        with self.folder.writing():
            record = self.read().record
            if record.ledger.pending is None:
                raise CampaignError(
                    "no turn waits for an answer", hint="'sealion campaign status' says who writes"
                )
            if record.ledger.mode == "both" and REFEREE in self.keys and self._must_reject(record):
                seat = REFEREE
            else:
                seat = self.seat_for(record.ledger.baton(), "answer the turn")
            links = self._links(record, seat)
            if record.ledger.mode == "both" and seat != REFEREE:
                opening = opening_body(record, seat, links.link)
                if opening is None:
                    raise CampaignError("the turn is illegal; the referee rejects it, open nothing")
                return Answer(self._sign_and_admit(record, opening, seat), None)
            body, outcome = judge(record, seat, links.link, time)
            return Answer(self._sign_and_admit(record, body, seat), outcome)

    def _must_reject(self, record: Record) -> bool:
        """Return whether the referee need not wait for an opening: the turn is illegal anyway."""
        turn = record.ledger.pending
        return (
            record.ledger.opening is None and turn is not None and bool(violations_of(record, turn))
        )

    def new_anchor(self, seat: str) -> Entry:
        """Publish the anchor of a new dice chain for a seat."""
        with self.folder.writing():
            record = self.read().record
            self.seat_for(seat, "publish a new anchor")
            root = DiceRoot(randomness.token_hex(32), LENGTH, record.ledger.next_seq)
            private = Private(self.folder, seat)
            # The root is kept before its anchor is shown: a published anchor without root ends a game.
            private.write(private.read().with_root(root))
            links = Links(bytes.fromhex(root.root), record.ledger.campaign, seat, root.length)
            body = {"tip": links.anchor.value, "length": root.length}
            return self._write(record, "anchor", seat, body)

    def resign(self, seat: str, text: str) -> Entry:
        """Give up the campaign."""
        with self.folder.writing():
            self.seat_for(seat, "resign")
            return self._write(self.read().record, "resignation", seat, {"text": text})

    def propose_ruling(self, text: str, about: int | None) -> dict[str, Any]:
        """Return a ruling for the next place in the log, not signed by anybody yet."""
        record = self.read().record
        by = REFEREE if REFEREE in record.ledger.keys else record.ledger.players[0]
        facts = {"text": text} | ({} if about is None else {"about": about})
        return {**self._body(record, "ruling", by, facts), "signatures": {}}

    def sign_ruling(self, ruling: Mapping[str, Any]) -> tuple[dict[str, Any], Entry | None]:
        """Add the signatures of the seats played here; the entry is there once nobody's is missing."""
        with self.folder.writing():
            record = self.read().record
            ledger = record.ledger
            needed = [REFEREE] if REFEREE in ledger.keys else ledger.players
            mine = {seat: self.keys[seat] for seat in needed if seat in self.keys}
            if not mine:
                self.seat_for(needed[0], "sign the ruling")
            body = {name: value for name, value in ruling.items() if name != "signatures"}
            signed = {**ruling["signatures"], **sign_entry(body, mine).signatures}
            document = {**body, "signatures": signed}
            if set(signed) != set(needed):
                return document, None
            return document, self._admit(record, entry_from(document))

    def change_key(self, seat: str, by: str, new: PrivateKey, reason: str) -> Entry:
        """Give a seat a new key: by its old one, or by the referee when that is lost."""
        with self.folder.writing():
            record = self.read().record
            self.seat_for(by, "change the key")
            facts = {"seat": seat, "key": new.public, "reason": reason}
            body = self._body(record, "key_change", by, facts)
            return self._admit(record, sign_entry(body, {by: self.keys[by], "new": new}))

    def claim_seat(self, seat: str, new: PrivateKey, reason: str) -> dict[str, Any]:
        """Return a change of key signed by the new key alone: it counts once the referee signs it."""
        record = self.read().record
        facts = {"seat": seat, "key": new.public, "reason": reason}
        body = self._body(record, "key_change", REFEREE, facts)
        return sign_entry(body, {"new": new}).document

    def grant_claim(self, claim: Mapping[str, Any]) -> Entry:
        """Sign, as referee, the change of key that somebody has proposed."""
        with self.folder.writing():
            record = self.read().record
            self.seat_for(REFEREE, "grant the claim")
            check_document(claim, "key_change")
            body = {name: value for name, value in claim.items() if name != "signatures"}
            signed = {**claim["signatures"], **sign_entry(body, self.keys).signatures}
            return self._admit(record, entry_from({**body, "signatures": signed}))

    def _write(self, record: Record, kind: str, seat: str, facts: Mapping[str, Any]) -> Entry:
        return self._sign_and_admit(record, self._body(record, kind, seat, facts), seat)

    def _body(
        self, record: Record, kind: str, seat: str, facts: Mapping[str, Any]
    ) -> dict[str, Any]:
        ledger = record.ledger
        return {
            "format": FORMAT,
            "kind": kind,
            "campaign": ledger.campaign,
            "seq": ledger.next_seq,
            "prev": ledger.head,
            "by": seat,
            **facts,
        }

    def _sign_and_admit(self, record: Record, body: Mapping[str, Any], seat: str) -> Entry:
        return self._admit(record, sign_entry(dict(body), {seat: self.keys[seat]}))

    def _admit(self, record: Record, entry: Entry) -> Entry:
        """Keep an entry of our own, after it has passed everything that others will ask of it."""
        checked = parse_entry(entry.data, ruleset=record.ruleset.id)
        record.admit(checked)
        self._keep(checked)
        return checked

    def _keep(self, entry: Entry) -> None:
        self.store.add(entry)
        with self._index() as index:
            index.add(entry)

    def _index(self) -> Index:
        # Only what writes needs it; what reads starts without sqlite3.
        from sealion_pbem.campaign.index import Index  # noqa: PLC0415 - reading does without sqlite3

        return Index(self.store)

    def _links(self, record: Record, seat: str) -> Links:
        """Return the chain whose anchor is in force: the newest root may not be published yet."""
        anchor = record.ledger.anchors[seat]
        for root in reversed(Private(self.folder, seat).read().roots):
            links = Links(bytes.fromhex(root.root), record.ledger.campaign, seat, root.length)
            if links.length == anchor.length and links.link(anchor.number) == anchor.value:
                return links
        raise CampaignError(
            f"the dice chain of {seat} is not on this machine",
            hint="restore private/ of the folder in which you joined, or publish a new anchor",
        )


def _in_order(parsed: list[tuple[str, Entry]]) -> list[tuple[str, Entry]]:
    """Sort as they were written: of one number first a turn, then what voids it, then the next turn."""
    answered = {entry.digest: 2 * len(entry.body.get("after", [])) for _, entry in parsed}

    def place(item: tuple[str, Entry]) -> tuple[int, int]:
        entry = item[1]
        if entry.kind in VOIDING:
            # A turn that did not come along is here already.
            return entry.seq, answered.get(entry.prev, -2) + 1
        return entry.seq, answered[entry.digest]

    return sorted(parsed, key=place)

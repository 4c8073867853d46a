"""The desk: everything a player or referee does with one campaign folder.

Each action stands on a log that was proved from the charter on, and writes at most one entry at a time,
under the folder's lock. The log is replayed once and kept while the folder holds the same entries; it is
never stored. Commands and the robot are doors to this room. What only
some of them do is imported then: most commands read.
"""

from __future__ import annotations

import secrets as randomness
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.store import Store
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.turn import Outcome
from sealion_pbem.errors import CampaignError, RosterError
from sealion_pbem.pbem.body import (
    AnchorBody,
    Body,
    ResignationBody,
    RulingBody,
    TurnBody,
    WithdrawalBody,
)
from sealion_pbem.pbem.charter import REFEREE
from sealion_pbem.pbem.entry import (
    Entry,
    EntryOf,
    LogPlace,
    is_of,
    parse_entry,
    sign_entry,
    unsigned,
)
from sealion_pbem.pbem.keys import PrivateKey
from sealion_pbem.pbem.ledger import Ledger
from sealion_pbem.pbem.links import Anchor
from sealion_pbem.umpire.log import Log, read_log
from sealion_pbem.umpire.receiving import Received, receive
from sealion_pbem.umpire.record import Record

if TYPE_CHECKING:
    from sealion_pbem.pbem.claim import Claim
    from sealion_pbem.umpire.chains import Chains

__all__ = ["Answer", "Desk"]


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
        self._kept: tuple[list[str], Log] | None = None

    def read(self) -> Log:
        """Return the whole log, proved from the charter on; it goes on with what is done here."""
        names = self.store.names()
        if not names:
            raise CampaignError(
                f"{self.folder.path} has no charter yet",
                hint="'sealion campaign join' says what the draft still lacks",
            )
        if self._kept is None or self._kept[0] != names:
            self._kept = names, read_log(self.store.entries())
        return self._kept[1]

    def own_seat(self, record: Record) -> str:
        """Return the seat that is asked if it is ours, else the first of ours."""
        own = self.folder.read_settings().keys if self.folder.settings.exists() else {}
        decision = record.decision
        return decision.seat if decision and decision.seat in own else next(iter(own), "")

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
            log = self.read() if self.store.names() else None
            # What fails half-way leaves nothing behind that could be believed.
            self._kept = None
            results, log = receive(self.store, log, files)
            is_sound = not any(received.entry and received.error for received in results)
            if log is not None and is_sound:
                self._kept = self.store.names(), log
            return results

    def sign_turn(self, body: TurnBody) -> EntryOf[TurnBody]:
        """Sign a turn for the pending decision and take it into the log; its nonce is drawn here."""
        with self.folder.writing():
            record = self.read().record
            seat = self.seat_for(record.ledger.baton(), "write")
            if record.ledger.pending is not None:
                raise CampaignError(
                    "a turn waits for its receipt", hint="answer it first with 'sealion witness'"
                )
            turn = self._write(record, seat, replace(body, nonce=randomness.token_hex(32)))
            assert is_of(turn, TurnBody), "it was written as one"
            return turn

    def withdraw(self) -> Entry:
        """Take back the pending turn of a seat played here, while the charter's delay runs."""
        with self.folder.writing():
            record = self.read().record
            turn = record.ledger.pending
            if turn is None:
                raise CampaignError("no turn waits for an answer, so none can be withdrawn")
            seat = self.seat_for(turn.by, "withdraw the turn")
            return self._write(record, seat, WithdrawalBody(), LogPlace(turn.seq, turn.digest))

    def witness(self, time: str) -> Answer:
        """Answer the pending turn: an opening, a receipt or a rejection."""
        from sealion_pbem.umpire.judge import judge, opening

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
            chains = self._chains(record.ledger, seat)
            if record.ledger.mode == "both" and seat != REFEREE:
                opened = opening(record, seat, chains)
                if opened is None:
                    raise CampaignError("the turn is illegal; the referee rejects it, open nothing")
                return Answer(self._sign_and_admit(record, opened, seat), None)
            answer, outcome = judge(record, seat, chains, time)
            return Answer(self._sign_and_admit(record, answer, seat), outcome)

    def _must_reject(self, record: Record) -> bool:
        """Return whether the referee need not wait for an opening: the turn is illegal anyway."""
        from sealion_pbem.umpire.judge import violations_of

        turn = record.ledger.pending
        return (
            record.ledger.opening is None and turn is not None and bool(violations_of(record, turn))
        )

    def new_anchor(self, seat: str) -> Entry:
        """Publish the anchor of a new dice chain for the seat that is to write, if it lost the old one."""
        with self.folder.writing():
            record = self.read().record
            self.seat_for(seat, "publish a new anchor")
            anchor = self._chains(record.ledger, seat).fresh().anchor
            return self._write(record, seat, AnchorBody(anchor))

    def resign(self, seat: str, text: str) -> Entry:
        """Give up the campaign."""
        with self.folder.writing():
            self.seat_for(seat, "resign")
            return self._write(self.read().record, seat, ResignationBody(text))

    def propose_ruling(self, body: RulingBody, *, instead: bool = False) -> dict[str, Any]:
        """Return a ruling for the next place in the log, not signed by anybody yet.

        With `instead` it takes the place of a turn that waits for its answer, and which is then to be
        signed anew.
        """
        ledger = self.read().record.ledger
        if bool(ledger.pending) != instead:
            raise CampaignError(
                "a turn waits for its answer" if ledger.pending else "no turn waits for an answer",
                hint="--instead puts a ruling in the place of a turn that waits, and only of such",
            )
        # Of all players he signs last who could write something else in this place.
        by = REFEREE if REFEREE in ledger.keys else ledger.baton() or ledger.players[0]
        place = ledger.place_of_turn() if instead else ledger.place()
        return {**unsigned(ledger.campaign, by, place, body), "signatures": {}}

    def fresh_anchor(self, seat: str) -> Anchor:
        """Return the anchor of a new dice chain of a seat played here, for a ruling."""
        with self.folder.writing():
            self.seat_for(seat, "bring a new anchor")
            return self._chains(self.read().record.ledger, seat).fresh().anchor

    def sign_ruling(self, ruling: Mapping[str, Any]) -> tuple[dict[str, Any], Entry | None]:
        """Add the signatures of the seats played here; the entry is there once nobody's is missing.

        Its own seat signs last: until the others have signed, it leaves the ruling as it is.
        """
        with self.folder.writing():
            record = self.read().record
            ledger = record.ledger
            needed = [REFEREE] if REFEREE in ledger.keys else ledger.players
            proposed = {name: value for name, value in ruling.items() if name != "signatures"}
            signed, last = ruling["signatures"], ruling["by"]
            lacking = [seat for seat in needed if seat not in signed]
            mine = {seat: self.keys[seat] for seat in lacking if seat in self.keys}
            if not mine:
                self.seat_for(next(iter(lacking), None), "sign the ruling")
            if mine.keys() != set(lacking):
                mine.pop(last, None)
                if not mine:
                    return dict(ruling), None
            entry = sign_entry(proposed, mine, signed=signed)
            if set(entry.signatures) != set(needed):
                return entry.document, None
            return entry.document, self._admit(record, entry)

    def claim_seat(self, seat: str, new: PrivateKey, reason: str) -> Claim:
        """Return a claim to a seat, and keep the secrets of whoever makes it: it may be granted."""
        from sealion_pbem.pbem.claim import sign_claim
        from sealion_pbem.umpire.chains import secrets_of

        with self.folder.writing():
            ledger = self.read().record.ledger
            if seat not in ledger.keys:
                raise RosterError(
                    f"there is no seat {seat} in this campaign",
                    hint=f"there are {', '.join(sorted(ledger.keys))}",
                )
            secrets_of(self.folder, ledger, seat)
            anchor = None
            if seat in ledger.anchors:
                anchor = self._chains(ledger, seat).fresh().anchor
            return sign_claim(ledger.campaign, seat, new, reason, anchor)

    def grant_claim(self, claim: Claim, by: str | None = None) -> Entry:
        """Make a key change of a claim: as referee, or with the old key of the seat.

        As referee, if a turn waits that nothing follows, the change takes its place: who wrote it
        signs it anew.
        """
        with self.folder.writing():
            record = self.read().record
            by = by or (REFEREE if REFEREE in self.keys else claim.change.seat)
            self.seat_for(by, "grant the claim")
            if claim.campaign != record.ledger.campaign:
                raise CampaignError("the claim belongs to another campaign")
            turn, place = record.ledger.pending, record.ledger.place()
            if by == REFEREE and turn is not None and record.ledger.head == turn.digest:
                place = record.ledger.place_of_turn()
            change = unsigned(claim.campaign, by, place, claim.change)
            signed = sign_entry(change, {by: self.keys[by]}, signed=claim.signatures)
            return self._admit(record, signed)

    def _chains(self, ledger: Ledger, seat: str) -> Chains:
        from sealion_pbem.umpire.chains import Chains

        return Chains(self.folder, ledger, seat)

    def _write(self, record: Record, seat: str, body: Body, place: LogPlace | None = None) -> Entry:
        ledger = record.ledger
        document = unsigned(ledger.campaign, seat, place or ledger.place(), body)
        return self._sign_and_admit(record, document, seat)

    def _sign_and_admit(self, record: Record, document: dict[str, Any], seat: str) -> Entry:
        if record.ledger.keys[seat] != self.keys[seat].public:
            raise RosterError(
                f"your key is not the key of {seat} in this campaign",
                hint="a claim that was not granted yet? Receive the key change first",
            )
        return self._admit(record, sign_entry(document, {seat: self.keys[seat]}))

    def _admit(self, record: Record, entry: Entry) -> Entry:
        """Keep an entry of our own, after it has passed everything that others will ask of it."""
        checked = parse_entry(entry.data, ruleset=record.ruleset)
        log, self._kept = self.read(), None
        assert log.record is record, (
            "an entry is written upon the log as it was read under this lock"
        )
        record.admit(checked)
        self.store.add(checked)
        self._kept = self.store.names(), log
        return checked

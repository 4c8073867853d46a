"""Branches of a log: what is lawful on its own is kept, all else is refused, and honest desks agree."""

import os
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.errors import PbemError
from sealion_pbem.pbem.body import RulingBody, TurnBody
from sealion_pbem.pbem.entry import Entry, entry_from, sign_entry
from sealion_pbem.pbem.keys import PrivateKey, key_from_seed
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.receiving import MOST_VERSIONS
from tests.campaigns import TIME, Table, key_of, make_campaign
from tests.umpire.attack import changed, other

ILLEGAL = [{"kind": "march", "unit": "red-99", "path": ["0101"]}]
LATER = "2024-03-01T12:00:00Z"
NEW = key_from_seed(b"n" * 32)
SEEDS = range(400 if os.environ.get("SEALION_FUZZ") == "long" else 12)


def body(table: Table, kind: str, by: str, seq: int, prev: str, **facts: Any) -> dict[str, Any]:
    """The body of an entry anywhere in the tree."""
    campaign = table.record.ledger.campaign
    known = {"format": "sealion-pbem/1", "kind": kind, "campaign": campaign, "by": by}
    return {**known, "seq": seq, "prev": prev, **facts}


def give(desk: Desk, *entries: Entry) -> list[str]:
    """What becomes of entries that arrive together."""
    return [one.status for one in desk.receive([(e.file_name, e.data) for e in entries])]


def head(desk: Desk) -> str:
    return desk.read().record.ledger.head


@pytest.mark.parametrize("mode", ["peer", "referee"])
def test_nobody_grows_a_branch_that_is_not_lawful(tmp_path: Path, mode: str):
    """A false rejection of one's own old turn, a turn upon it, resignations beyond the head: refused.

    They were kept once, and the next change of keys made every log unreadable.
    """
    table = make_campaign(tmp_path, mode, turns=4, folders="each")
    bad = table.owes
    key, honest = key_of(bad), table.desk_of(other(bad))
    log = [honest.store.load(name) for name in honest.store.names()]
    turn = [entry for entry in log if entry.kind == "turn" and entry.by == bad][-1]
    violation = {"rule": "1", "code": "x", "text": "x", "at": ""}
    rejection = body(table, "rejection", bad, turn.seq, turn.digest, time=TIME)
    tip = sign_entry({**rejection, "violations": [violation]}, {bad: key})
    branch = [tip]
    again = {**turn.unsigned, "after": tip.digest, "nonce": "11" * 32}
    branch.append(sign_entry(again, {bad: key}))
    while branch[-1].seq < table.record.ledger.next_seq + 3:
        last = branch[-1]
        given_up = body(table, "resignation", bad, last.seq + 1, last.digest, text="x")
        branch.append(sign_entry(given_up, {bad: key}))

    assert set(give(honest, *branch)) == {"refused"}
    table.rekey(bad, bad if mode == "peer" else "referee", NEW)
    assert audit_folder(honest.folder.path).exit_code == 0


def test_a_stranger_puts_nothing_beside_the_log(tmp_path: Path):
    """A change of keys by a seat that does not exist is signed by nobody who matters."""
    table = make_campaign(tmp_path, turns=4, folders="each")
    turn = table.sign()
    version = changed(turn, turn.by, nonce="22" * 32)
    desk = table.desk_of(other(turn.by))
    give(desk, version)
    for parent in (turn, version):
        facts = {"seat": "red", "key": NEW.public, "reason": "words of a stranger"}
        change = body(table, "key_change", "zzz", parent.seq + 1, parent.digest, **facts)
        assert give(desk, sign_entry(change, {"new": NEW})) == ["refused"]


def test_a_withdrawal_that_crosses_a_rejection_is_lawful(tmp_path: Path):
    """Red takes an illegal turn back before he hears that it was rejected, and signs another."""
    for number in range(8):
        table = make_campaign(tmp_path / f"{number}", "referee", 4, folders="each", delay_hours=24)
        red, referee = table.desk_of(table.owes), table.desk_of("referee")
        bad = red.sign_turn(TurnBody(**{**table.turn_body(ILLEGAL), "message": str(number)}))
        give(referee, bad)
        rejection = referee.witness(TIME).entry
        withdrawal = red.withdraw()
        turn = red.sign_turn(TurnBody(**table.turn_body(None, red.read().record)))
        give(referee, withdrawal, turn)
        give(red, rejection)
        assert head(red) == head(referee) == turn.digest
        assert audit_folder(referee.folder.path).exit_code == 0


def test_a_ruling_that_crosses_a_change_of_keys(tmp_path: Path):
    """Red changes his key and writes a turn, the referee rules at the same time: all come to agree."""
    table = make_campaign(tmp_path, "referee", turns=4, folders="each")
    seat = table.owes
    red, referee = table.desk_of(seat), table.desk_of("referee")
    _, ruling = referee.sign_ruling(referee.propose_ruling(RulingBody("fog")))
    assert ruling is not None
    change = red.grant_claim(red.claim_seat(seat, NEW, "a new machine"), seat)
    red.keys[seat] = NEW
    turn = red.sign_turn(TurnBody(**table.turn_body(None, red.read().record)))
    give(referee, change, turn)
    give(red, ruling)
    give(table.desk_of(other(seat)), turn, ruling, change)
    assert {head(desk) for desk in table.desks.values()} == {turn.digest}
    table.answer()
    assert {audit_folder(desk.folder.path).exit_code for desk in table.desks.values()} == {0}


def test_the_version_that_was_answered_is_taken_whatever_came_before(tmp_path: Path):
    """Red shows blue so many versions that he keeps no more, and the referee another one."""
    table = make_campaign(tmp_path, "referee", turns=4, folders="each")
    seat = table.owes
    first = table.desk_of(seat).sign_turn(TurnBody(**table.turn_body()))
    versions = [changed(first, seat, nonce=f"{n:064x}") for n in range(MOST_VERSIONS + 3)]
    blue, referee = table.desk_of(other(seat)), table.desk_of("referee")
    give(blue, *versions[:-1])
    give(referee, versions[-1])
    receipt = referee.witness(TIME).entry
    assert give(blue, versions[-1]) == ["refused"]
    assert give(blue, receipt, versions[-1]) == ["evidence", "accepted"]
    assert head(blue) == receipt.digest
    verdict = audit_folder(blue.folder.path)
    assert verdict.exit_code == 0
    assert [line.split()[0] for line in verdict.evidence] == [seat]


def test_a_receipt_made_twice_is_no_way_to_a_second_turn(tmp_path: Path):
    """The witness who owes the next turn makes his receipt again and writes another turn upon it."""
    table = make_campaign(tmp_path, turns=4, folders="each")
    for _ in range(20):
        last = table.desk.store.load(table.desk.store.names()[-1])
        if last.kind == "receipt" and last.by == table.owes:
            break
        table.play(1)
    cheat = table.owes
    assert last.by == cheat
    honest = table.desk_of(other(cheat))
    shutil.copytree(honest.folder.path, tmp_path / "backup")
    turn = table.sign()
    table.answer()
    shutil.rmtree(honest.folder.path)
    shutil.copytree(tmp_path / "backup", honest.folder.path)
    twin = changed(last, cheat, time=LATER)
    second = sign_entry(
        {**turn.unsigned, "prev": twin.digest, "nonce": "ab" * 32}, {cheat: key_of(cheat)}
    )
    give(honest, twin, second)
    assert give(honest, turn) == ["evidence"]
    verdict = audit_folder(honest.folder.path)
    assert verdict.exit_code == 0
    assert [line.split()[0] for line in verdict.evidence] == [cheat]


def test_a_proposal_that_was_signed_binds_nobody_who_could_write(tmp_path: Path):
    """Red is to write. Blue signs a ruling first; red leaves it and plays: blue cannot make use of it."""
    table = make_campaign(tmp_path, turns=4, folders="each")
    seat = table.owes
    red, blue = table.desk_of(seat), table.desk_of(other(seat))
    proposal, entry = red.sign_ruling(red.propose_ruling(RulingBody("again")))
    assert (proposal["signatures"], entry) == ({}, None)
    proposal, entry = blue.sign_ruling(proposal)
    assert (set(proposal["signatures"]), entry) == ({other(seat)}, None)
    turn = table.sign()
    with pytest.raises(PbemError):
        blue.sign_ruling(proposal)
    forged = sign_entry(
        {k: v for k, v in proposal.items() if k != "signatures"},
        {s: key_of(other(seat)) for s in (seat, other(seat))},
    )
    assert give(red, forged) == ["refused"]
    assert head(red) == head(blue) == turn.digest


def test_signatures_under_a_ruling_cannot_be_put_together(tmp_path: Path):
    """The last signature covers the others: a ruling with another one under it does not verify."""
    table = make_campaign(tmp_path, turns=4, folders="each")
    seat = table.owes
    red, blue = table.desk_of(seat), table.desk_of(other(seat))
    proposal, _ = blue.sign_ruling(red.propose_ruling(RulingBody("again")))
    ruling, entry = red.sign_ruling(proposal)
    assert entry is not None
    plain = {k: v for k, v in ruling.items() if k != "signatures"}
    alone = sign_entry(plain, {seat: key_of(seat)})
    mixed = {**plain, "signatures": {**ruling["signatures"], **alone.signatures}}
    assert give(blue, entry_from(mixed)) == ["refused"]
    assert give(blue, entry) == ["accepted"]


class Post:
    """Honest players whose mails are late, come twice and in any order, and who restore backups."""

    def __init__(self, path: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.mode = ("referee", "both", "peer")[seed % 3]
        delay = 24 if self.mode != "peer" and seed % 2 else 0
        self.table = make_campaign(path, self.mode, 2, folders="each", delay_hours=delay)
        self.sent: list[Entry] = []
        self.on_the_way: list[tuple[str, Entry]] = []
        self.keys: dict[str, PrivateKey] = {}
        self.number = 0

    def send(self, entry: Entry, by: str) -> None:
        self.sent.append(entry)
        self.on_the_way += [(seat, entry) for seat in self.table.desks if seat != by]

    def step(self) -> None:
        """Let one thing happen: mails arrive, or somebody writes."""
        self.number += 1
        if self.on_the_way and self.chance.random() < 0.5:
            self.chance.shuffle(self.on_the_way)
            seat = self.on_the_way[0][0]
            batch = [item for item in self.on_the_way if item[0] == seat][
                : self.chance.randint(1, 3)
            ]
            give(self.table.desks[seat], *(entry for _, entry in batch))
            for item in batch:
                if self.chance.random() < 0.9:
                    self.on_the_way.remove(item)
            return
        seat = self.chance.choice(sorted(self.table.desks))
        entry = self.written(seat, self.table.desks[seat])
        if entry is not None:
            self.send(entry, seat)

    def written(self, seat: str, desk: Desk) -> Entry | None:
        """What an honest seat writes now, by what it knows; None: it has nothing to write."""
        record, whim = desk.read().record, self.chance.random()
        ledger = record.ledger
        is_mine = ledger.baton() == seat and desk.keys[seat].public == ledger.keys[seat]
        if seat == "referee" and whim < 0.2:
            body = RulingBody(f"ruling {self.number}")
            if ledger.opening is None:
                return desk.sign_ruling(desk.propose_ruling(body, instead=bool(ledger.pending)))[1]
        elif ledger.pending is None and is_mine and seat != "referee":
            return self.written_by_who_is_asked(seat, desk, whim)
        elif ledger.pending is not None and ledger.pending.by == seat:
            is_open = ledger.opening is None and ledger.charter.body.delay_hours
            return desk.withdraw() if is_open and whim < 0.4 and is_key(desk, seat) else None
        elif ledger.pending is not None and is_mine:
            return desk.witness(f"2024-03-01T00:{self.number % 60:02d}:00Z").entry
        return None

    def written_by_who_is_asked(self, seat: str, desk: Desk, whim: float) -> Entry:
        if whim < 0.1:
            new = key_from_seed(b"%032d" % self.chance.getrandbits(60))
            change = desk.grant_claim(desk.claim_seat(seat, new, ""), seat)
            desk.keys[seat] = new
            return change
        record = desk.read().record
        if whim < 0.2 and seat in record.ledger.anchors:
            return desk.new_anchor(seat)
        orders = ILLEGAL if self.chance.random() < 0.25 else None
        return desk.sign_turn(TurnBody(**self.table.turn_body(orders, record)))


def is_key(desk: Desk, seat: str) -> bool:
    return desk.keys[seat].public == desk.read().record.ledger.keys[seat]


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", SEEDS)
def test_honest_desks_agree_whatever_the_post_does(tmp_path: Path, seed: int):
    """Entries cross, come late, twice and in any order: nobody is convicted, all have one head."""
    post = Post(tmp_path, seed)
    for _ in range(16):
        try:
            post.step()
        except PbemError as error:
            # Honest players may be told that it is not their turn; nothing may be damaged.
            assert error.exit_code not in (6, 7), error  # noqa: PT017 - the kinds that count
    for _ in range(3):
        for desk in post.table.desks.values():
            mails = [*post.sent, *post.sent]
            post.chance.shuffle(mails)
            while mails:
                size = post.chance.choice((1, 2, 5, len(mails)))
                give(desk, *mails[:size])
                del mails[:size]
    assert len({head(desk) for desk in post.table.desks.values()}) == 1
    for desk in post.table.desks.values():
        verdict = audit_folder(desk.folder.path)
        assert (verdict.exit_code, verdict.evidence) == (0, [])

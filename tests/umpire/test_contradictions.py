"""Whoever signs two things that cannot both be meant is named, whatever their kinds are."""

import shutil
from pathlib import Path

import pytest

from sealion_pbem.errors import ChainError, PbemError
from sealion_pbem.pbem.entry import Entry, sign_entry
from sealion_pbem.pbem.keys import key_from_seed
from sealion_pbem.pbem.ledger import MOST_AFFAIRS
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.desk import Desk
from tests.campaigns import TIME, Table, key_of, make_campaign
from tests.umpire.attack import offer, other

ILLEGAL = [{"kind": "march", "unit": "red-1", "path": ["0707"]}]
LATER = "2024-03-01T12:00:00Z"


def twin(table: Table, seat: str) -> Desk:
    """A seat's folder as it is now, kept as a second one in which it can go another way."""
    desk = table.desk_of(seat)
    copy = table.root / f"twin-{seat}"
    shutil.copytree(desk.folder.path, copy)
    return Desk(copy, dict(desk.keys))


def opponent(table: Table, seat: str) -> Desk:
    """A desk that is not the seat's own."""
    return table.desks[min(place for place in table.desks if place != seat)]


def assert_convicts(table: Table, entry: Entry, seat: str, words: str) -> None:
    """A desk keeps the proof, its log stays as it was, and every audit names the seat."""
    desk = opponent(table, seat)
    head = desk.read().record.ledger.head
    assert desk.receive([("mail", entry.data)])[0].status == "evidence"
    assert desk.read().record.ledger.head == head
    verdict = audit_folder(desk.folder.path)
    assert verdict.exit_code == 0
    assert [line.partition(":")[0] for line in verdict.evidence] == [f"{seat} signed {words}"]


def assert_has_no_room(table: Table, entry: Entry, seat: str) -> None:
    """Put among the entries of the log by hand, it makes an audit fail and name the seat."""
    desk = opponent(table, seat)
    (desk.folder.entries / entry.file_name).write_bytes(entry.data)
    failure = audit_folder(desk.folder.path).failure
    assert failure is not None
    assert seat in failure.reason


def rule_together(table: Table) -> Entry:
    """Both players put a ruling in the place of the turn that waits."""
    document = table.desk.propose_ruling({"text": "again, please"}, instead=True)
    entry = None
    for desk in (*table.desks.values(), *table.desks.values()):
        if entry is None:
            document, entry = desk.sign_ruling(document)
    assert entry is not None
    return table.send(entry)


def test_who_ruled_a_turn_away_cannot_answer_it(tmp_path: Path):
    """Both rule that a turn does not count; later its witness likes its dice and answers it."""
    table = make_campaign(tmp_path, turns=3, folders="each")
    turn = table.sign()
    witness = other(turn.by)
    second = twin(table, witness)
    ruling = rule_together(table)
    receipt = second.witness(TIME).entry
    assert receipt.kind == "receipt"

    what = f"receipt {receipt.seq} and ruling {ruling.seq}, which contradict"
    assert_convicts(table, receipt, witness, what)
    assert_has_no_room(table, receipt, witness)


@pytest.mark.parametrize("mode", ["peer", "referee"])
def test_a_turn_is_rejected_or_witnessed_not_both(tmp_path: Path, mode: str):
    """The witness rejects a turn and has signed a receipt of it too."""
    table = make_campaign(tmp_path, mode, turns=3, folders="each")
    turn = table.sign()
    witness = table.record.ledger.witness(turn.by)
    receipt = twin(table, witness).witness(TIME).entry
    body = {
        "format": "sealion-pbem/1", "kind": "rejection", "campaign": turn.campaign, "by": witness,
        "seq": turn.seq, "prev": turn.digest, "time": TIME,
        "violations": [{"rule": "1", "code": "x", "text": "no", "at": ""}],
    }  # fmt: skip
    rejection = sign_entry(body, {witness: key_of(witness)})
    table.send(receipt)

    what = f"receipt {receipt.seq} and rejection {rejection.seq}, which contradict"
    assert_convicts(table, rejection, witness, what)
    assert_has_no_room(table, rejection, witness)


def test_an_author_cannot_put_an_anchor_before_his_turn(tmp_path: Path):
    """In mode both the author's link is part of the roll: a new chain in the turn's place is another."""
    table = make_campaign(tmp_path, "both", turns=3, folders="each")
    seat = table.record.ledger.owes
    assert seat is not None
    anchor = twin(table, seat).new_anchor(seat)
    turn = table.sign()

    assert_convicts(
        table, anchor, seat, f"anchor {anchor.seq} and turn {turn.seq}, which contradict"
    )
    table.answer()
    table.play(1)
    assert audit_folder(opponent(table, seat).folder.path).exit_code == 0


def test_a_referee_answers_what_he_has_not_put_aside(tmp_path: Path):
    """He rules in the place of a turn as if he had not known it, and has answered the turn as well."""
    table = make_campaign(tmp_path, "referee", turns=3, folders="each")
    second = twin(table, "referee")
    turn = table.sign()
    receipt = table.answer()
    _, ruling = second.sign_ruling(second.propose_ruling({"text": "fog"}))
    assert ruling is not None
    assert (ruling.seq, ruling.prev, ruling.after) == (turn.seq, turn.prev, "")

    what = f"receipt {receipt.seq} and ruling {ruling.seq}, which contradict"
    assert_convicts(table, ruling, "referee", what)
    assert_has_no_room(table, ruling, "referee")


@pytest.mark.parametrize("kind", ["receipt", "rejection"])
def test_an_answer_made_again_after_a_loss_convicts_nobody(tmp_path: Path, kind: str):
    """A witness loses his last file and answers again: the same at another time, in other words."""
    table = make_campaign(tmp_path, turns=3, folders="each")
    turn = table.sign(ILLEGAL if kind == "rejection" else None)
    witness = other(turn.by)
    second = twin(table, witness)
    assert table.answer().kind == kind
    again = second.witness(LATER).entry

    assert offer(table, again, turn.by).status in ("accepted", "beside")
    assert not table.desk_of(turn.by).store.evidence()
    verdict = audit_folder(table.desk_of(turn.by).folder.path)
    assert (verdict.exit_code, verdict.evidence) == (0, [])


def test_a_key_that_was_given_up_does_not_come_back(tmp_path: Path):
    """A seat goes from one key to a second; the claim by which it once got the first is worth nothing."""
    table = make_campaign(tmp_path, "referee", turns=3, folders="each")
    first, second = key_from_seed(b"1" * 32), key_from_seed(b"2" * 32)
    claim = table.desk_of("red").claim_seat("red", first, "a new machine")
    table.send(table.desk_of("referee").grant_claim(claim))
    table.desk_of("red").keys["red"] = first
    table.rekey("red", "referee", second, "stolen")

    with pytest.raises(PbemError, match="is or was on the roster"):
        table.desk_of("referee").grant_claim(claim)


def test_private_affairs_cannot_use_up_the_numbers(tmp_path: Path):
    """A player who writes anchor behind anchor is stopped; after a turn with its answer he may again."""
    table = make_campaign(tmp_path, "both", turns=3, folders="each")
    seat = table.record.ledger.owes
    assert seat is not None
    for _ in range(MOST_AFFAIRS):
        table.send(table.desk_of(seat).new_anchor(seat))
    with pytest.raises(ChainError, match="a turn must come first"):
        table.desk_of(seat).new_anchor(seat)
    table.play(1)
    owes = table.record.ledger.owes
    assert owes is not None
    table.send(table.desk_of(owes).new_anchor(owes))
    assert audit_folder(table.path).exit_code == 0

"""What stands beside the chain: it stays readable, accuses nobody falsely and never rolls again."""

import shutil
from pathlib import Path

import pytest

from sealion_pbem.errors import AuditError, ChainError, InvalidFileError
from sealion_pbem.pbem.body import TurnBody
from sealion_pbem.pbem.entry import Entry, sign_entry
from sealion_pbem.pbem.evidence import Contradiction, check_proof, contradiction_of
from sealion_pbem.pbem.keys import key_from_seed
from sealion_pbem.pbem.loader import normal_form
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.desk import Desk
from tests.campaigns import TIME, Table, key_of, make_campaign
from tests.umpire.attack import assert_refused, other, turn_body

ILLEGAL = [{"kind": "march", "unit": "red-1", "path": ["0707"]}]


@pytest.fixture
def club(tmp_path: Path) -> Table:
    """A game with a referee, in the middle, nobody's turn pending."""
    return make_campaign(tmp_path, "referee", turns=3, folders="each")


def signed(table: Table, nonce: int, **facts: object) -> Entry:
    """A version of the turn that is owed now, citing nothing unless that is said."""
    body = turn_body(table, nonce=f"{nonce:064x}")
    body.pop("after", None)
    return sign_entry(body | facts, {body["by"]: key_of(body["by"])})


def test_a_turn_stays_readable_beside_the_key_change_that_supersedes_it(club: Table):
    """The turn has the signature of the key that counted when it was written."""
    seat = club.owes
    referee, author = club.desk_of("referee"), club.desk_of(seat)
    new = key_from_seed(b"n" * 32)
    change = referee.grant_claim(referee.claim_seat(seat, new, "the disk died"))
    turn = author.sign_turn(TurnBody(**club.turn_body()))
    club.send(change)
    assert author.read().beside[0].digest == turn.digest
    author.keys[seat] = new
    club.play(2)
    assert {audit_folder(desk.folder.path).exit_code for desk in club.desks.values()} == {0}


def test_a_corrected_turn_is_no_second_version(tmp_path: Path):
    """A turn that replaces a rejected one convicts nobody, with or without the rejection at hand."""
    table = make_campaign(tmp_path, turns=2)
    bad = table.sign(ILLEGAL)
    assert table.answer().kind == "rejection"
    good = table.sign()
    assert contradiction_of(bad, good) is None
    made = Contradiction(bad, good)
    proof = made.document
    with pytest.raises(InvalidFileError, match="do not contradict each other"):
        check_proof(proof, [key_of(bad.by).public])
    (table.path / "evidence").mkdir()
    (table.path / "evidence" / made.name).write_bytes(normal_form(proof))
    verdict = audit_folder(table.path)
    assert (verdict.exit_code, verdict.evidence) == (7, [])
    assert "proves nothing" in verdict.failure.reason


def test_a_correction_stands_beside_a_second_version_of_what_it_corrects(tmp_path: Path):
    """The rejected turn has a second version; the correction itself is accepted, not accused."""
    table = make_campaign(tmp_path, turns=2)
    table.sign(ILLEGAL)
    rejection = table.answer()
    assert table.desk.receive([("x", signed(table, 1).data)])[0].status == "evidence"
    correction = signed(table, 2, after=rejection.digest)
    assert table.desk.receive([("x", correction.data)])[0].status == "accepted"
    assert len(table.desk.store.evidence()) == 1


@pytest.mark.parametrize("nonce", range(4))
def test_the_rejection_of_either_version_is_followed(club: Table, nonce: int):
    """The referee saw and rejected one version; who holds both goes on behind the rejection."""
    seat = club.owes
    legal = signed(club, nonce)
    illegal = signed(club, 9, orders=ILLEGAL)
    referee, opponent = club.desk_of("referee"), club.desk_of(other(seat))
    opponent.receive([("a", legal.data), ("b", illegal.data)])
    referee.receive([("b", illegal.data)])
    rejection = referee.witness(TIME).entry
    assert opponent.receive([("r", rejection.data)])[0].status == "accepted"
    again = {**legal.unsigned, "after": rejection.digest}
    correction = sign_entry(again, {seat: key_of(seat)})
    for desk in (referee, opponent):
        assert desk.receive([("c", correction.data)])[0].status == "accepted"
    receipt = referee.witness(TIME).entry
    assert opponent.receive([("d", receipt.data)])[0].status == "accepted"
    assert audit_folder(opponent.folder.path).exit_code == 0


@pytest.mark.parametrize("nonce", range(4))
def test_a_referee_cannot_roll_again_with_another_version(club: Table, nonce: int):
    """A receipt for each of two versions opens one link for two rolls: the first one stands."""
    seat = club.owes
    versions = signed(club, nonce), signed(club, 9)
    referee = club.desk_of("referee")
    receipts = []
    for version in versions:
        copy = club.root / f"copy-{version.digest}"
        shutil.copytree(referee.folder.path, copy)
        desk = Desk(copy, referee.keys)
        desk.receive([("turn", version.data)])
        receipts.append(desk.witness(TIME).entry)
    opponent = club.desk_of(other(seat))
    opponent.receive([("turn", version.data) for version in versions])
    assert opponent.receive([("receipt", receipts[0].data)])[0].status == "accepted"
    assert_refused(club, receipts[1], ChainError, "opened the dice a second time", other(seat))
    (opponent.folder.entries / receipts[1].file_name).write_bytes(receipts[1].data)
    verdict = audit_folder(opponent.folder.path)
    assert verdict.exit_code == AuditError.exit_code
    assert "opened the dice a second time" in verdict.failure.reason

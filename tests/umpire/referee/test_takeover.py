"""A seat changes hands: claimed by mail, granted by the referee, told to everybody."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.errors import PbemError
from sealion_pbem.pbem.body import TurnBody
from sealion_pbem.pbem.claim import claim_from
from sealion_pbem.pbem.keys import key_from_seed
from sealion_pbem.pbem.loader import normal_form, read_strict
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.desk import Desk
from tests.umpire.referee.club import Club, make_club, other

NEW = key_from_seed(b"heir" * 8)


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A campaign with a referee."""
    return make_club(tmp_path)


def claim(club: Club, seat: str) -> dict[str, Any]:
    """What somebody writes who has the log and would like a seat."""
    return Desk(heirs_folder(club, seat)).claim_seat(seat, NEW, "she left").document


def heirs_folder(club: Club, seat: str) -> Path:
    """A folder with the log and nothing else."""
    path = club.root / "heir"
    if not path.exists():
        shutil.copytree(club.table.desks[other(seat)].folder.entries, path / "entries")
    return path


def send(club: Club, document: dict[str, Any]) -> str:
    """Mail a claim, which is no player's and gets no answer; return what the robot's log says."""
    club.mail(by="heir", files={"claim.json": normal_form(document)})
    club.lines.clear()
    club.round()
    assert not club.box("heir")
    return "\n".join(club.lines)


def waiting(club: Club) -> list[Path]:
    """The claims that were kept."""
    return list((club.root / "referee" / "referee" / "claims").glob("*.json"))


def test_a_seat_is_taken_over(club: Club):
    """Kept, told to the referee, granted, mailed to both; the new key plays, the old one does not."""
    seat = club.asked
    assert f"claim to {seat} waits" in send(club, claim(club, seat))
    (kept,) = waiting(club)
    assert any("takeover" in line and str(kept) in line for line in club.lines)
    old = club.sign()
    club.post.boxes.clear()
    change = club.referee.grant_claim(claim_from(read_strict(kept.read_bytes())))
    club.round()
    club.round()
    assert [len(club.box("red")), len(club.box("blue"))] == [1, 1]
    club.post.boxes.clear()
    club.mail(old, by=seat)
    club.round()
    assert "lost its place" in club.said(seat)
    heir = Desk(heirs_folder(club, seat), {seat: NEW})
    heir.receive([(change.file_name, change.data)])
    club.table.desks = {"referee": club.referee, other(seat): heir}
    turn = heir.sign_turn(TurnBody(**club.table.turn_body(None, heir.read().record)))
    club.post.boxes.clear()
    club.mail(turn, by=seat)
    club.round()
    assert club.referee.read().record.ledger.next_seq == turn.seq + 2
    assert audit_folder(club.referee.folder.path).exit_code == 0
    assert len(club.box(seat)) == 1


def test_a_claim_alone_changes_nothing(club: Club):
    """Until the referee signs it, the old key plays."""
    send(club, claim(club, club.asked))
    club.post.boxes.clear()
    turn = club.sign()
    club.mail(turn, by=turn.by)
    club.round()
    assert club.referee.read().record.ledger.next_seq == turn.seq + 2


def test_the_same_claim_twice_waits_once(club: Club):
    """A second copy is the same claim."""
    document = claim(club, club.asked)
    send(club, document)
    send(club, document)
    assert len(waiting(club)) == 1


@pytest.mark.parametrize(
    "changes", [{"seat": "referee"}, {"seat": "nobody"}, {"reason": "else"}, {"seq": 7}]
)
def test_claims_that_cannot_be_granted(club: Club, changes: dict[str, Any]):
    """To no player's seat, changed after signing, or with more in it: said at once."""
    assert "refused" in send(club, claim(club, club.asked) | changes)
    assert not waiting(club)


def test_a_claim_waits_while_the_game_goes_on(club: Club):
    """It names no place in the log: the referee may grant it whenever he likes, and once."""
    document = claim(club, club.asked)
    send(club, document)
    club.play()
    (kept,) = waiting(club)
    club.referee.grant_claim(claim_from(read_strict(kept.read_bytes())))
    with pytest.raises(PbemError, match="on the roster already"):
        club.referee.grant_claim(claim_from(document))
    assert "refused" in send(club, document)
    assert not any("a claim waits" in line for line in club.lines)


def test_a_claim_signed_by_somebody_elses_key(club: Club):
    """The claimant must hold the key that he names."""
    document = claim(club, club.asked)
    document["key"] = key_from_seed(b"else" * 8).public
    assert "refused" in send(club, document)

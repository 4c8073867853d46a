"""A delay so that minds can change: a turn is held, withdrawn and replaced, and the log stays clean."""

from pathlib import Path

import pytest

from sealion_pbem.errors import CampaignError, ChainError, PbemError, RosterError
from sealion_pbem.mail.inbound import inspect
from sealion_pbem.pbem.body import TurnBody
from sealion_pbem.pbem.entry import sign_entry
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.posting import recipients
from tests.campaigns import key_of, make_campaign
from tests.umpire.referee.club import NOW, Club, make_club, other

SOON = "2024-03-01T20:00:00Z"
DUE = "2024-03-02T12:00:00Z"


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A turn can be withdrawn for a day."""
    return make_club(tmp_path, delay_hours=24)


def test_a_turn_is_held_and_judged_when_the_delay_is_over(club: Club):
    """Its author is told until when; his opponent hears nothing before the dice have fallen."""
    turn = club.sign()
    club.mail(turn, by=turn.by)
    club.round()
    assert f"waits until {DUE}" in club.said(turn.by)
    club.round(SOON)
    assert not club.box(other(turn.by))
    club.round(DUE)
    assert [len(club.box(seat)) for seat in (turn.by, other(turn.by))] == [2, 1]
    club.deliver()
    assert len(club.heads()) == 1


def test_a_turn_sent_again_is_not_held_longer(club: Club):
    """The first arrival counts."""
    turn = club.sign()
    club.mail(turn, by=turn.by)
    club.round()
    club.mail(turn, by=turn.by)
    club.round(SOON)
    club.round(DUE)
    assert len(club.box(other(turn.by))) == 1


def test_a_withdrawn_turn_is_replaced(club: Club):
    """The new version names the withdrawal; all three logs take everything, and nobody is accused."""
    first = club.sign()
    club.mail(first, by=first.by)
    club.round()
    withdrawal = club.table.desks[first.by].withdraw()
    club.mail(first, withdrawal, by=first.by)
    club.round(SOON)
    assert club.referee.read().record.ledger.pending is None
    second = club.sign(message="on second thoughts")
    assert second.unsigned["after"] == withdrawal.digest
    assert second.seq == first.seq
    club.mail(second, by=second.by)
    club.round(SOON)
    club.round("2024-03-02T20:00:00Z")
    names = {name for name, _ in inspect(club.box(other(first.by))[0]).entries}
    assert {first.file_name, withdrawal.file_name, second.file_name} <= names
    club.deliver()
    assert len(club.heads()) == 1
    for desk in club.table.desks.values():
        verdict = audit_folder(desk.folder.path)
        assert (verdict.exit_code, verdict.beside) == (0, [])
        assert not list(desk.folder.path.glob("evidence/*"))
    club.play(now="2024-03-05T00:00:00Z")


def test_everything_in_one_mail_in_any_order(club: Club):
    """First version, withdrawal and second version together: each finds its place."""
    desk = club.table.desks[club.asked]
    first = club.sign()
    withdrawal = desk.withdraw()
    second = club.sign()
    club.mail(second, withdrawal, first, by=first.by)
    club.round()
    pending = club.referee.read().record.ledger.pending
    assert pending.digest == second.digest
    assert f"turn {first.seq} of {first.by} was withdrawn" in club.said(first.by)
    club.round(DUE)
    club.deliver()
    assert len(club.heads()) == 1


def test_what_was_withdrawn_goes_to_the_referee_alone(club: Club):
    """The opponent has not seen the turn and need not: 'mail send' does not write to him."""
    desk = club.table.desks[club.asked]
    turn = club.sign()
    desk.withdraw()
    assert recipients(desk.read().record, [turn.by]) == ("referee",)


def test_the_opponent_who_asks_does_not_see_what_is_held(club: Club):
    """Neither the turn that waits nor one that was withdrawn goes along."""
    turn = club.sign()
    club.mail(turn, by=turn.by)
    club.mail(by=other(turn.by), text="anything new?")
    club.round()
    (answer,) = club.got(other(turn.by))
    assert turn.file_name not in [name for name, _ in answer.entries]


def test_it_is_too_late_once_the_dice_are_open(club: Club):
    """The withdrawal crosses the receipt: he is told that it came too late, the turn stands."""
    turn = club.sign()
    club.mail(turn, by=turn.by)
    club.round()
    club.round(DUE)
    club.post.boxes.clear()
    withdrawal = club.table.desks[turn.by].withdraw()
    club.mail(withdrawal, by=turn.by)
    club.round(DUE)
    assert "came too late" in club.said(turn.by)
    assert club.referee.read().record.ledger.next_seq == turn.seq + 2


@pytest.mark.parametrize("has_signed_again", [False, True])
def test_a_withdrawal_that_crossed_the_receipt(club: Club, has_signed_again: bool):
    """Its author takes the receipt all the same: the dice count, what came too late stands beside."""
    turn = club.sign()
    club.mail(turn, by=turn.by)
    club.round()
    author = club.table.desks[turn.by]
    late = [author.withdraw()]
    if has_signed_again:
        late.append(author.sign_turn(TurnBody(**club.table.turn_body(None, author.read().record))))
    club.round(DUE)
    club.mail(*late, by=turn.by)
    club.round(DUE)
    club.deliver()
    assert len(club.heads()) == 1
    verdict = audit_folder(author.folder.path)
    assert verdict.exit_code == 0
    assert sorted(verdict.beside) == sorted(entry.file_name for entry in late)
    club.play(now="2024-03-05T00:00:00Z")
    club.round("2024-03-07T00:00:00Z")
    club.deliver()
    assert len(club.heads()) == 1


def test_a_withdrawal_takes_no_time_from_the_deadline(club: Club):
    """Whoever sends and takes back is asked since the last receipt, as before."""
    before = club.robot.standings(NOW)[0].due
    turn = club.sign()
    club.mail(turn, club.table.desks[turn.by].withdraw(), by=turn.by)
    club.round(SOON)
    assert club.robot.standings(SOON)[0].due == before


def test_only_its_author_can_withdraw_a_turn(club: Club):
    """Not the opponent, not the referee: the signature would be the wrong one."""
    turn = club.sign()
    club.referee.receive([(turn.file_name, turn.data)])
    record = club.referee.read().record
    for seat in (other(turn.by), "referee"):
        body = {
            "format": "sealion-pbem/1", "kind": "withdrawal", "campaign": turn.campaign,
            "seq": turn.seq, "prev": turn.digest, "by": seat,
        }  # fmt: skip
        with pytest.raises(RosterError, match="withdrawal is not"):
            record.admit(sign_entry(body, {seat: key_of(seat)}))
    with pytest.raises(RosterError):
        club.referee.withdraw()


def test_nothing_to_withdraw(club: Club):
    """No turn waits."""
    with pytest.raises(CampaignError, match="no turn waits"):
        club.referee.withdraw()


@pytest.mark.parametrize("mode", ["referee", "peer"])
def test_without_a_delay_there_is_no_way_back(tmp_path: Path, mode: str):
    """The charter decides; a turn that was signed is signed."""
    table = make_campaign(tmp_path, mode, 2, folders="each")
    turn = table.sign()
    with pytest.raises(ChainError, match="no delay"):
        table.desks[turn.by].withdraw()


def test_an_illegal_turn_is_refused_at_once(club: Club):
    """There is nothing to wait for, and its author gains time to correct it."""
    desk = club.table.desks[club.asked]
    turn = desk.sign_turn(
        TurnBody(**club.table.turn_body([{"kind": "march", "unit": "red-99", "path": ["0101"]}]))
    )
    club.mail(turn, by=turn.by)
    club.round()
    assert "refused" in club.got(turn.by)[0].subject


def test_after_an_opening_nothing_is_withdrawn(tmp_path: Path):
    """Mode both: the opponent has opened his link, so the dice are half known."""
    table = make_campaign(tmp_path, "both", 2, folders="each", delay_hours=24)
    turn = table.sign()
    table.answer()
    with pytest.raises(PbemError):
        table.desks[turn.by].withdraw()

"""Mode both: the robot carries a turn to the opponent, who opens his dice, and then judges it."""

from pathlib import Path

import pytest

from sealion_pbem.pbem.body import TurnBody
from sealion_pbem.umpire.audit import audit_folder
from tests.campaigns import TIME
from tests.umpire.referee.club import NOW, Club, make_club, other


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """Opponent and referee open the dice together."""
    return make_club(tmp_path, "both")


def test_a_turn_goes_round(club: Club):
    """Turn to the opponent, his opening to the robot, the report to both; each mail once."""
    turn = club.sign()
    opener = other(turn.by)
    club.mail(turn, by=turn.by)
    club.round()
    club.round()
    assert f"{opener} is to open the dice" in club.said(turn.by)
    assert turn.file_name in [name for name, _ in club.got(opener)[0].entries]
    assert [len(club.box(seat)) for seat in (turn.by, opener)] == [1, 1]
    club.deliver()
    opening = club.table.desks[opener].witness(TIME).entry
    mail = club.mail(opening, by=opener)
    club.drop(mail)
    club.round()
    assert [len(club.box(seat)) for seat in (turn.by, opener)] == [1, 1]
    assert club.got(opener)[0].references
    assert not club.got(turn.by)[0].references
    club.deliver()
    assert len(club.heads()) == 1
    assert audit_folder(club.referee.folder.path).exit_code == 0


def test_the_opener_is_asked_from_when_the_turn_came(club: Club):
    """The turn came on the last day; its opener has a whole week all the same, and is reminded."""
    turn = club.sign()
    opener = other(turn.by)
    late = "2024-03-07T11:00:00Z"
    club.mail(turn, by=turn.by)
    club.round(late)
    assert club.robot.standings(late)[0].due == "2024-03-14T11:00:00Z"
    assert club.robot.standings(late)[0].waits_for == opener
    club.post.boxes.clear()
    club.round("2024-03-13T11:00:00Z")
    assert not club.box(turn.by)
    assert "Open the dice" in club.said(opener) or "open the dice" in club.said(opener)
    assert turn.file_name in [name for name, _ in club.got(opener)[0].entries]


def test_an_opener_who_asks_gets_the_turn(club: Club):
    """The first mail to him was lost."""
    turn = club.sign()
    club.mail(turn, by=turn.by)
    club.round()
    club.post.boxes.clear()
    club.mail(by=other(turn.by))
    club.round()
    assert turn.file_name in [name for name, _ in club.got(other(turn.by))[0].entries]


def test_an_illegal_turn_needs_no_opening(club: Club):
    """The referee rejects it alone; the opponent is not bothered."""
    desk = club.table.desks[club.asked]
    turn = desk.sign_turn(
        TurnBody(**club.table.turn_body([{"kind": "march", "unit": "red-99", "path": ["0101"]}]))
    )
    club.mail(turn, by=turn.by)
    club.round()
    assert "refused" in club.got(turn.by)[0].subject
    assert not club.box(other(turn.by))


def test_a_held_turn_is_not_shown_to_its_opener(tmp_path: Path):
    """With a delay the opponent gets the turn when the delay is over."""
    club = make_club(tmp_path, "both", delay_hours=24)
    turn = club.sign()
    club.mail(turn, by=turn.by)
    club.round(NOW)
    assert "waits until" in club.said(turn.by)
    assert not club.box(other(turn.by))
    club.round("2024-03-02T12:00:00Z")
    assert len(club.box(other(turn.by))) == 1

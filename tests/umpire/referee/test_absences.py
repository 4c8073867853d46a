"""Notes of absence: signed, bounded, and never for the past."""

from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.errors import InvalidFileError
from sealion_pbem.pbem.loader import normal_form
from sealion_pbem.umpire.referee.absences import write_absence
from tests.campaigns import key_of
from tests.umpire.referee.club import Club, make_club

AWAY = ("2024-03-02T00:00:00Z", "2024-03-12T00:00:00Z")


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A campaign with a referee; the deadline is 168 hours after 29 February, noon."""
    return make_club(tmp_path)


def note(club: Club, begin: str = AWAY[0], end: str = AWAY[1], /, **changes: Any) -> dict[str, Any]:
    """What the seat that is asked signs; changes are made afterwards."""
    seat = club.asked
    campaign = club.referee.read().record.ledger.campaign
    return write_absence(campaign, seat, begin, end, key_of(seat)) | changes


def send(club: Club, *notes: dict[str, Any], now: str = "2024-03-01T12:00:00Z") -> str:
    """Mail notes to the robot and return what it answers."""
    seat = club.asked
    club.post.boxes.clear()
    club.mail(by=seat, files={f"away-{n}.json": normal_form(one) for n, one in enumerate(notes)})
    club.round(now)
    return club.said(seat)


def standing(club: Club, now: str) -> Any:
    """Where the campaign stands."""
    return club.robot.standings(now)[0]


def test_a_deadline_waits_for_whoever_is_away(club: Club):
    """Ten days away are ten days more, and no reminder comes in between."""
    assert standing(club, "2024-03-01T12:00:00Z").due == "2024-03-07T12:00:00Z"
    assert "deadlines wait" in send(club, note(club))
    assert standing(club, "2024-03-01T12:00:00Z").due == "2024-03-17T12:00:00Z"
    club.post.boxes.clear()
    club.round("2024-03-13T12:00:00Z")
    assert not club.post.boxes
    club.round("2024-03-16T12:00:00Z")
    assert len(club.box(club.asked)) == 1


def test_a_deadline_is_the_same_in_every_place(club: Club):
    """The report, the status and the answer to a question reckon with an absence that is known."""
    seat = "blue" if club.asked == "red" else "red"
    campaign = club.referee.read().record.ledger.campaign
    away = write_absence(campaign, seat, *AWAY, key_of(seat))
    club.mail(by=seat, files={"away.json": normal_form(away)})
    club.round()
    club.post.boxes.clear()
    while club.asked != seat:
        turn = club.sign()
        club.mail(turn, by=turn.by)
        club.round()
        report = club.said(seat)
        club.deliver()
    due = standing(club, "2024-03-01T12:00:00Z").due
    said = f"{due[:10]} {due[11:16]} UTC"
    assert said == "2024-03-18 12:00 UTC"
    assert f"Deadline: {said}" in report
    club.mail(by=seat)
    club.round()
    assert f"until {said}" in club.said(seat)


def test_the_same_note_twice_counts_once(club: Club):
    """Also when it comes later once more: the first arrival counts."""
    send(club, note(club))
    send(club, note(club), now="2024-03-05T00:00:00Z")
    assert standing(club, "2024-03-05T00:00:00Z").due == "2024-03-17T12:00:00Z"


def test_the_opponents_absence_changes_nothing(club: Club):
    """Only the time of whoever is asked stands still."""
    seat = "blue" if club.asked == "red" else "red"
    campaign = club.referee.read().record.ledger.campaign
    note = write_absence(campaign, seat, *AWAY, key_of(seat))
    club.mail(by=seat, files={"away.json": normal_form(note)})
    club.round()
    assert "deadlines wait" in club.said(seat)
    assert standing(club, "2024-03-01T12:00:00Z").due == "2024-03-07T12:00:00Z"


def test_nobody_excuses_himself_afterwards(club: Club):
    """A note counts from the hour in which it arrives; what lies before does not."""
    said = send(club, note(club), now="2024-03-06T12:00:00Z")
    assert "from 2024-03-06T12:00:00Z" in said
    assert standing(club, "2024-03-06T12:00:00Z").due == "2024-03-13T00:00:00Z"


def test_an_absence_that_is_over_is_refused(club: Club):
    """It would change nothing, and its author should know that."""
    assert "afterwards" in send(club, note(club), now="2024-03-13T12:00:00Z")


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"end": "2024-03-20T00:00:00Z"}, "signature"),
        ({"by": "nobody"}, "no seat nobody"),
        ({"campaign": "f" * 64}, "not for me"),
        ({"begin": "2024-02-30T00:00:00Z"}, "expected a UTC time"),
        ({"begin": "yesterday"}, "refused"),
        ({"signatures": {}}, "refused"),
        ({"more": 1}, "refused"),
    ],
)
def test_a_note_that_is_not_what_was_signed(club: Club, changes: dict[str, Any], word: str):
    """It is refused in words, and the deadline stays."""
    said = send(club, note(club, **changes))
    assert word in said
    assert standing(club, "2024-03-01T12:00:00Z").due == "2024-03-07T12:00:00Z"


def test_a_note_signed_by_the_opponent(club: Club):
    """Nobody is sent on holiday by somebody else."""
    seat = club.asked
    campaign = club.referee.read().record.ledger.campaign
    forged = write_absence(campaign, seat, *AWAY, key_of("blue" if seat == "red" else "red"))
    assert "signature" in send(club, forged)


@pytest.mark.parametrize(
    "span", [("2024-03-02T00:00:00Z", "2024-04-14T00:00:00Z"), (AWAY[1], AWAY[0]), (AWAY[0],) * 2]
)
def test_spans_that_nobody_can_sign(club: Club, span: tuple[str, str]):
    """Longer than 42 days, backwards, or nothing at all."""
    with pytest.raises(InvalidFileError):
        note(club, *span)

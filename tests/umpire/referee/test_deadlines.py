"""Until when an answer is due: hours, grace and absences, all reckoned from times that are given."""

import pytest

from sealion_pbem.umpire.referee.deadlines import deadline, left, seconds, written

ASKED = "2024-02-28T10:00:00Z"


def test_without_absences():
    """Three quarters, the whole, the whole and the grace; 2024 has a 29 February."""
    found = deadline(ASKED, 48, 24, [])
    assert (found.remind, found.due, found.end) == (
        "2024-02-29T22:00:00Z", "2024-03-01T10:00:00Z", "2024-03-02T10:00:00Z",
    )  # fmt: skip


def test_no_deadline_was_agreed():
    """Zero hours: nothing is ever due."""
    assert deadline(ASKED, 0, 24, []) is None


@pytest.mark.parametrize(
    ("away", "due"),
    [
        # before, across the beginning, inside, across the end, after the deadline
        ([("2024-02-20T00:00:00Z", "2024-02-27T00:00:00Z")], "2024-03-01T10:00:00Z"),
        ([("2024-02-20T00:00:00Z", "2024-02-28T20:00:00Z")], "2024-03-01T20:00:00Z"),
        ([("2024-02-29T00:00:00Z", "2024-03-02T00:00:00Z")], "2024-03-03T10:00:00Z"),
        ([("2024-03-01T09:00:00Z", "2024-03-11T09:00:00Z")], "2024-03-11T10:00:00Z"),
        ([("2024-03-01T10:00:00Z", "2024-03-11T09:00:00Z")], "2024-03-01T10:00:00Z"),
        # two that overlap count once, two apart count both, an inner one counts nothing
        (
            [("2024-02-29T00:00:00Z", "2024-03-02T00:00:00Z"),
             ("2024-03-01T00:00:00Z", "2024-03-03T00:00:00Z")], "2024-03-04T10:00:00Z",
        ),
        (
            [("2024-03-04T00:00:00Z", "2024-03-05T00:00:00Z"),
             ("2024-02-29T00:00:00Z", "2024-03-03T10:00:00Z")], "2024-03-05T20:00:00Z",
        ),
        (
            [("2024-02-29T00:00:00Z", "2024-03-03T00:00:00Z"),
             ("2024-03-01T00:00:00Z", "2024-03-02T00:00:00Z")], "2024-03-04T10:00:00Z",
        ),
    ],
)  # fmt: skip
def test_time_stands_still_while_the_seat_is_away(away: list[tuple[str, str]], due: str):
    """However the absences lie to each other and to the deadline."""
    assert deadline(ASKED, 48, 0, away).due == due


def test_the_grace_waits_too():
    """Away only after the deadline: the grace ends later, the deadline stays."""
    found = deadline(ASKED, 48, 24, [("2024-03-01T12:00:00Z", "2024-03-05T12:00:00Z")])
    assert (found.due, found.end) == ("2024-03-01T10:00:00Z", "2024-03-06T10:00:00Z")


def test_stages_come_one_after_the_other():
    """At the very second, not before."""
    found = deadline(ASKED, 48, 24, [])
    assert found.reached("2024-02-29T21:59:59Z") == ()
    assert found.reached(found.remind) == ("reminder",)
    assert found.reached(found.due) == ("reminder", "deadline")
    assert found.reached(found.end) == ("reminder", "deadline", "grace")


def test_what_is_left_in_words():
    """Whole hours, left or overdue."""
    assert left("2024-03-01T10:00:00Z", "2024-03-01T08:30:00Z") == "1 hour left"
    assert left("2024-03-01T10:00:00Z", "2024-03-03T10:00:00Z") == "48 hours overdue"
    assert left("2024-03-01T10:00:00Z", "2024-03-01T09:15:20Z") == "44 minutes left"
    assert left("2024-03-01T10:00:00Z", "2024-03-01T10:01:00Z") == "1 minute overdue"


def test_times_survive():
    """Seconds since 1970 and back."""
    assert written(seconds(ASKED)) == ASKED
    assert seconds("1970-01-02T00:00:00Z") == 86_400

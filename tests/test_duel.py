"""The script that lets commanders play against each other."""

import pytest

from sealion_pbem.rulesets import find
from tools.duel import Match, Score, interval, main, pairings_of, play, table


def test_the_interval_is_wilsons():
    """9 wins of 10 (worked by hand): the true share lies between 59.6 and 98.2 % with 95 %."""
    lowest, highest = interval(9, 10)
    assert lowest == pytest.approx(0.5958, abs=1e-4)
    assert highest == pytest.approx(0.9821, abs=1e-4)


def test_the_interval_stays_within_all_and_nothing():
    """No win of 20 and 20 of 20: the bounds are mirrored, and none is below 0 or above 1."""
    assert interval(0, 20)[0] == 0
    assert interval(20, 20)[1] == 1
    assert interval(0, 20)[1] == pytest.approx(1 - interval(20, 20)[0])


def test_pairings_put_the_first_commander_at_every_seat():
    """War at Sea has a staff: it plays either seat against chance, then both; skirmish has chance only."""
    assert pairings_of(find("war-at-sea")) == (
        ("staff", "random"), ("random", "staff"), ("staff", "staff"),
    )  # fmt: skip
    assert pairings_of(find("skirmish")) == (("random", "random"),)


def test_a_game_is_the_same_when_it_is_played_again():
    """One match twice: winner, members of the last position, files and orders are equal."""
    match = Match("war-at-sea", "standard", "zone=5", ("random", "random"), 7)
    first, again = (play(match, ("zone",), ("turn",)) for _ in range(2))
    assert first[:-1] == again[:-1]
    assert first.winner in ("axis", "allied", "nobody")
    assert first.groups == ("5",)
    assert first.means == (first.turns,)


def test_a_table_counts_wins_by_group_and_says_what_is_short():
    """Staff wins 1 of 2 games in one zone and 2 of 2 in the other: 90 % is missed there and in all."""
    scores = [("axis", "1"), ("allied", "1"), ("axis", "2"), ("axis", "2")]
    played = {
        Match("war-at-sea", "standard", "", ("staff", "random"), number): Score(
            winner, (zone,), (), 5, 40, 100, 0.1
        )
        for number, (winner, zone) in enumerate(scores)
    }
    lines, short = table(played, ("zone",), at_least=90)
    assert short == 2
    assert "| standard |  | staff | random | 1 | 2 | 1 of 2: 50 % (9 to 91) |" in lines[2]
    assert "| 2 | 2 of 2: 100 % (34 to 100) |" in lines[3]
    assert "| all | 4 | 3 of 4: 75 % (30 to 95) |" in lines[4]
    assert [line.endswith("**short** |") for line in lines[2:]] == [True, False, True]
    assert table(played, ("zone",), at_least=50)[1] == 0


def test_games_are_played_and_printed(capsys):
    """Two games of skirmish in one process: a table of one row, nothing to fall short of."""
    assert main(["skirmish", "--games", "2", "--workers", "1", "--at-least", "90"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("| skirmish | options | red | blue | games |")
    assert said[2].startswith("| two-hills |  | random | random | 2 |")
    assert said[3] == "rows below 90.0 %: 0"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["skirmis"], "did you mean skirmish?"),
        (["skirmish", "--pairing", "staff,random"], "name one for each seat: random"),
        (["skirmish", "--pairing", "random"], "random is no pairing for red, blue"),
        (["skirmish", "--options", "x=4"], "no option is called 'x'"),
        (["war-at-sea", "--scenario", "convoi"], "convoy"),
    ],
)
def test_what_a_game_lacks_is_refused_in_words(words, told, capsys):
    """Games, commanders, options and scenarios that there are not: no game is played, exit code 2."""
    assert main(words) == 2
    assert told in capsys.readouterr().err

"""4.2  A seat without units has lost."""

import pytest

from sealion_pbem.rulesets.skirmish import words as w
from tests.table import Table


@pytest.mark.parametrize(
    ("placed", "loser", "winner"),
    [
        (("red-1 in 0305", "blue-1 in 0304, steps 1"), "blue-1", "red"),
        (("red-1 in 0305, steps 1", "blue-1 in 0304"), "red-1", "blue"),
    ],
)
def test_4_2_the_last_unit_lost_ends_the_game_at_once(placed, loser, winner):
    """4.2  The last step of the last unit: the other seat has won, whatever was sealed."""
    fight = {"attacker": "red-1", "defender": "blue-1", "loser": loser, "hits": 1}
    table = Table("skirmish").place(*placed).at("march", battle=fight)
    table.sealed("red", "objective", "0202")

    result = table.orders("lose_step")

    assert result.events == [w.StepLost(loser), w.GameEnded(winner)]
    assert result.waiting is None
    assert table.state.battle is None
    assert table.ruleset.result(table.state) == f"{winner} has won"
    assert table.offers() == []


def test_4_2_a_unit_that_is_left_keeps_the_game_going():
    """4.2  One blue unit dies, another is left: red goes on with its step."""
    fight = {"attacker": "red-1", "defender": "blue-1", "loser": "blue-1", "hits": 2}
    placed = ("red-1 in 0305", "blue-1 in 0304, steps 1", "blue-2 in 0701")
    table = Table("skirmish").place(*placed).at("march", battle=fight)

    result = table.orders("lose_step")

    assert result.events == [w.StepLost("blue-1")]
    assert result.waiting.kind == "march"


def test_4_2_a_position_without_one_seat_is_over():
    """4.2  A game set up with red units only is won before the first order."""
    table = Table("skirmish").place("red-1 in 0305").at("march")

    assert table.waiting is None
    assert table.ruleset.result(table.state) == "red has won"


def test_4_2_the_seal_stays_closed():
    """4.2  Red won without its hill: what it had sealed is never asked for."""
    fight = {"attacker": "red-1", "defender": "blue-1", "loser": "blue-1", "hits": 1}
    table = Table("skirmish").place("red-1 in 0305", "blue-1 in 0304, steps 1")
    table.at("march", battle=fight).sealed("red", "objective", "0202").orders("lose_step")

    assert table.game.seals[w.RED].keys() == {"objective"}
    assert table.orders("open objective", by="red").refused() == [("-", "game_over", "")]

"""3.3  Each rolls a die and adds its steps; wood and hill give the defender one more."""

import pytest

from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.rulesets.skirmish import words as w
from tests.table import Table


def battle(attacker: str, defender: str) -> Table:
    """Let red-1 attack blue-1 where they stand."""
    fight = {"attacker": "red-1", "defender": "blue-1"}
    table = Table("skirmish").place(f"red-1 in {attacker}", f"blue-1 in {defender}")
    return table.at("march", turn=3, battle=fight)


def test_3_3_dice_and_steps_are_compared():
    """3.3  5 + 2 against 3 + 2 on open ground: blue-1 is beaten by two."""
    result = battle("0305", "0304").dice(5, 3).orders("stand")

    assert result.events == [
        DiceRolled("T03/red/3.3/red-1 attacks blue-1", "3.3", 6, (5, 3), "given"),
        w.BattleFought("red-1", "blue-1", 7, 5, "blue-1", 1),
    ]


def test_3_3_the_first_die_is_the_attackers():
    """3.3  3 against 5: the attacker is beaten."""
    result = battle("0305", "0304").dice(3, 5).orders("stand")

    assert result.without_rolls() == [w.BattleFought("red-1", "blue-1", 5, 7, "red-1", 1)]


@pytest.mark.parametrize(
    ("attacker", "defender", "cover"),
    [("0305", "0304", 0), ("0304", "0305", 1), ("0203", "0202", 1), ("0202", "0203", 0)],
    ids=["open", "wood", "hill", "attacker-on-hill"],
)
def test_3_3_cover_helps_the_defender_only(attacker, defender, cover):
    """3.3  Wood and hill add one to the defence; the attacker's hex does not matter."""
    result = battle(attacker, defender).dice(3, 3).orders("stand")

    (fought,) = result.without_rolls()
    assert (fought.attack, fought.defence) == (5, 5 + cover)


@pytest.mark.parametrize("steps", [(1, 2), (2, 1), (1, 1)])
def test_3_3_lost_steps_weaken(steps):
    """3.3  Each side adds the steps it still has."""
    red, blue = steps
    result = battle(f"0305, steps {red}", f"0304, steps {blue}").dice(4, 4).orders("stand")

    (fought,) = result.without_rolls()
    assert (fought.attack, fought.defence) == (4 + red, 4 + blue)


def test_3_3_equal_totals_hurt_nobody():
    """3.3  4 + 2 against 4 + 2: both hold, the battle is over, red goes on."""
    table = battle("0305", "0304")
    result = table.dice(4, 4).orders("stand")

    assert result.without_rolls() == [w.BattleFought("red-1", "blue-1", 6, 6, "", 0)]
    assert table.state.battle is None
    assert (result.waiting.seat, result.waiting.kind) == ("red", "march")


@pytest.mark.parametrize(
    ("dice", "loser", "hits"),
    [
        ((2, 1), "blue-1", 1),
        ((3, 1), "blue-1", 1),
        ((4, 1), "blue-1", 2),
        ((6, 1), "blue-1", 2),
        ((1, 3), "red-1", 1),
        ((1, 4), "red-1", 2),
    ],
)
def test_3_3_a_difference_of_three_is_a_bad_beating(dice, loser, hits):
    """3.3  One or two apart: one hit. Three or more: two."""
    result = battle("0305", "0304").dice(*dice).orders("stand")

    (fought,) = result.without_rolls()
    assert (fought.loser, fought.hits) == (loser, hits)


def test_3_3_every_battle_of_a_step_has_its_own_label():
    """3.3  Two attacks on one unit in one turn are two rolls with two names."""
    placed = ("red-1 in 0305", "red-2 in 0205", "blue-1 in 0304")
    table = Table("skirmish").place(*placed).at("march")
    table.standing("blue", {"when": "reaction", "do": "stand"})

    result = table.dice(3, 3, 2, 2).orders("attack red-1 blue-1", "attack red-2 blue-1")

    assert [roll.label for roll in result.outcome.rolls] == [
        "T01/red/3.3/red-1 attacks blue-1",
        "T01/red/3.3/red-2 attacks blue-1",
    ]

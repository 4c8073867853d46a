"""3.1  A unit attacks one adjacent enemy in its step and does not march afterwards."""

import pytest

from sealion_pbem.rulesets.skirmish import words as w
from tests.table import Table


@pytest.fixture
def table() -> Table:
    """Red-1 next to blue-1 and blue-2, red-2 one hex behind; blue-3 is out of the game."""
    placed = ("red-1 in 0305", "red-2 in 0206", "blue-1 in 0304", "blue-2 in 0405")
    return Table("skirmish").place(*placed).at("march")


def test_3_1_an_attack_opens_a_battle(table):
    """3.1  The attacked seat is asked before anything else happens; no die has fallen."""
    result = table.orders("attack red-1 blue-1")

    assert result.events == [w.BattleJoined("red-1", "blue-1")]
    assert table.state.battle == w.Battle("red-1", "blue-1")
    assert (result.waiting.seat, result.waiting.kind) == ("blue", "reaction")


def test_3_1_the_enemy_must_be_adjacent(table):
    """3.1  Two hexes away: refused, both places named, and whom the unit can attack: none."""
    result = table.orders("attack red-2 blue-1")

    assert result.refused() == [("3.1", "not_adjacent", "/orders/0/target")]
    assert result.violation.text == (
        "blue-1 in 0304 is not next to red-2 in 0206; red-2 can attack: none"
    )


@pytest.mark.parametrize("target", ["red-2", "red-1", "blue-3", "blue-9", ""])
def test_3_1_the_target_must_be_an_enemy_on_the_field(table, target):
    """3.1  A friend, oneself, a fallen unit, nobody: refused, and whom the unit can attack."""
    result = table.orders({"kind": "attack", "unit": "red-1", "target": target})

    assert result.refused() == [("3.1", "no_enemy", "/orders/0/target")]
    assert result.violation.text == (
        f"{target} is not an enemy on the field; red-1 can attack: blue-1, blue-2"
    )


def test_3_1_a_unit_attacks_once(table):
    """3.1  The second attack of one unit is refused; who may still attack is said."""
    table.standing("blue", {"when": "reaction", "do": {"kind": "withdraw", "hex": "0303"}})

    result = table.orders("attack red-1 blue-1", "attack red-1 blue-2")

    assert result.refused() == [("3.1", "fought_already", "/orders/1/unit")]
    assert result.violation.text == ("red-1 has attacked in this step; still to attack: red-2")


def test_3_1_all_that_is_wrong_is_said(table):
    """3.1  A second attack on a unit out of reach breaks the rule twice."""
    table.standing("blue", {"when": "reaction", "do": {"kind": "withdraw", "hex": "0303"}})

    result = table.orders("attack red-1 blue-1", "attack red-1 blue-1")

    assert result.refused() == [
        ("3.1", "fought_already", "/orders/1/unit"),
        ("3.1", "not_adjacent", "/orders/1/target"),
    ]


def test_3_1_no_march_after_an_attack(table):
    """3.1  Whoever attacked has marched (2.1)."""
    table.standing("blue", {"when": "reaction", "do": {"kind": "withdraw", "hex": "0303"}})

    result = table.orders("attack red-1 blue-1", "march red-1 0306")

    assert result.refused() == [("2.1", "marched_already", "/orders/1/unit")]


def test_3_1_a_march_may_come_before_the_attack(table):
    """3.1  Red-2 comes up and attacks in the same step."""
    result = table.orders("march red-2 0205", "attack red-2 blue-1")

    assert result.events[-1] == w.BattleJoined("red-2", "blue-1")


def test_3_1_two_units_may_attack_the_same_enemy(table):
    """3.1  Each attacker attacks once; the attacked may be attacked again."""
    table.standing("blue", {"when": "reaction", "do": "stand"})

    result = table.dice(3, 3, 3, 3).orders(
        "march red-2 0205", "attack red-1 blue-1", "attack red-2 blue-1"
    )

    assert [event.kind for event in result.events].count("battle_joined") == 2


def test_3_1_attacks_are_offered_before_marches(table):
    """3.1  The offers begin with every possible attack."""
    assert table.offers()[:2] == [w.Attack("red-1", "blue-1"), w.Attack("red-1", "blue-2")]

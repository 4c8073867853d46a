"""1.3  In a game turn red marches and attacks, then blue."""

import pytest

from sealion_pbem.rulesets.skirmish import words as w
from tests.table import Table

PLACED = ("red-1 in 0106", "red-2 in 0306", "blue-1 in 0202")


@pytest.fixture
def table() -> Table:
    return Table("skirmish").place(*PLACED).at("march")


def test_1_3_blue_follows_red_and_then_a_new_turn_begins(table):
    """1.3  Red, blue, red again in turn 2."""
    assert table.orders("done").events == [w.StepEnded(w.RED)]
    assert (table.waiting.seat, table.state.turn) == ("blue", 1)
    assert table.orders("done").events == [w.StepEnded(w.BLUE)]
    assert (table.waiting.seat, table.state.turn) == ("red", 2)


def test_1_3_several_units_march_in_one_step(table):
    """1.3  A step goes on until its seat is done."""
    result = table.orders("march red-1 0105", "march red-2 0206", "done")

    assert result.events == [
        w.UnitMarched("red-1", ("0105",)),
        w.UnitMarched("red-2", ("0206",)),
        w.StepEnded(w.RED),
    ]


def test_1_3_a_new_step_lets_units_march_and_attack_again():
    """1.3  What a unit did is forgotten at the end of its step."""
    table = Table("skirmish").place("red-1 in 0106, marched, fought", "blue-1 in 0202").at("march")
    table.orders("done")

    assert table.state.units["red-1"] == w.Unit(w.RED, "0106", 2)


@pytest.mark.parametrize("kind", ["march {} 0105", "attack {} blue-1"])
@pytest.mark.parametrize("unit", ["blue-1", "red-3", "red-9"])
def test_1_3_only_own_units_on_the_field_are_ordered(table, kind, unit):
    """1.3  An enemy, a unit out of the game or a name of nobody: refused, own units listed."""
    result = table.orders(kind.format(unit))

    assert result.refused() == [("1.3", "not_your_unit", "/orders/0/unit")]
    assert result.violation.text.endswith("yours are red-1, red-2")


def test_1_3_in_blues_step_red_units_stand_still(table):
    """1.3  Blue cannot order a red unit in its own step either."""
    table.orders("done")
    result = table.orders("march red-1 0105")

    assert result.refused() == [("1.3", "not_your_unit", "/orders/0/unit")]
    assert result.violation.text.endswith("yours are blue-1")


def test_1_3_done_is_always_offered(table):
    """1.3  Ending the step is the last of the offers."""
    assert table.offers()[-1] == w.Done()

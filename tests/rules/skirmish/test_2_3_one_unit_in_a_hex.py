"""2.3  One unit stands in a hex."""

import pytest

from sealion_pbem.rulesets.skirmish import words as w
from tests.table import Table


@pytest.fixture
def table() -> Table:
    """Red-2 and blue-1 on either side of red-1; blue-3 is out of the game."""
    placed = ("red-1 in 0105", "red-2 in 0106", "blue-1 in 0104", "blue-2 in 0701")
    return Table("skirmish").place(*placed).at("march")


@pytest.mark.parametrize(("there", "who"), [("0106", "red-2"), ("0104", "blue-1")])
def test_2_3_a_taken_hex_is_closed(table, there, who):
    """2.3  Friend or enemy: the march is refused, the unit in the way named, other ends listed."""
    result = table.orders(f"march red-1 {there}")

    assert result.refused() == [("2.3", "occupied", "/orders/0/path/0")]
    assert result.violation.text.startswith(f"{who} stands in {there}; red-1 reaches ")


def test_2_3_nobody_passes_through_a_friend():
    """2.3  A path through a friend's hex is refused even if it ends in a free one."""
    placed = ("red-1 in 0106", "red-2 in 0105", "blue-1 in 0701")
    table = Table("skirmish").place(*placed).at("march")

    result = table.orders("march red-1 0105 0104")

    assert result.refused() == [("2.3", "occupied", "/orders/0/path/0")]


def test_2_3_a_unit_does_not_march_in_a_circle():
    """2.3  Its own hex counts as taken: a march that comes back is refused."""
    table = Table("skirmish").place("red-1 in 0106", "blue-1 in 0701").at("march")

    result = table.orders("march red-1 0105 0106")

    assert result.refused() == [("2.3", "occupied", "/orders/0/path/1")]


def test_2_3_a_hex_left_is_free_for_the_next_unit(table):
    """2.3  Red-1 goes, red-2 takes its place in the same step."""
    result = table.orders("march red-1 0206", "march red-2 0105")

    assert result.events[-1] == w.UnitMarched("red-2", ("0105",))


def test_2_3_a_unit_out_of_the_game_stands_nowhere():
    """2.3  Where a unit fell, another one may stand."""
    table = Table("skirmish").place("red-1 in 0305", "red-2 in 0205", "blue-1 in 0304, steps 1")
    table.place("blue-2 in 0701").at("march").standing(
        "blue", {"when": "reaction", "do": "stand"}, {"when": "losses", "do": "lose_step"}
    )

    result = table.dice(6, 1).orders("attack red-1 blue-1", "march red-2 0304")

    assert result.events[-1] == w.UnitMarched("red-2", ("0304",))

"""2.4  A unit that comes next to an enemy stops there."""

import pytest

from sealion_pbem.rulesets.skirmish import words as w
from tests.table import Table


@pytest.fixture
def table() -> Table:
    """Blue-1 in 0104 closes 0105, 0103, 0204 and 0205."""
    return Table("skirmish").place("red-1 in 0106", "blue-1 in 0104").at("march")


def test_2_4_coming_next_to_an_enemy_is_allowed(table):
    """2.4  The march may end there."""
    assert table.orders("march red-1 0105").events == [w.UnitMarched("red-1", ("0105",))]


def test_2_4_going_on_from_there_is_not(table):
    """2.4  The next step is refused: where the unit must stop, and where it can go."""
    result = table.orders("march red-1 0105 0206")

    assert result.refused() == [("2.4", "must_stop", "/orders/0/path/1")]
    text = result.violation.text
    assert text.startswith("red-1 must stop in 0105, next to an enemy; red-1 reaches 0105 (1)")


def test_2_4_a_unit_may_leave_an_enemy():
    """2.4  A unit that begins next to an enemy marches off freely."""
    table = Table("skirmish").place("red-1 in 0105", "blue-1 in 0104").at("march")

    result = table.orders("march red-1 0106 0206")

    assert result.events == [w.UnitMarched("red-1", ("0106", "0206"))]


def test_2_4_but_stops_again_next_to_one():
    """2.4  From one hex beside the enemy to the next, and no further."""
    table = Table("skirmish").place("red-1 in 0105", "blue-1 in 0104").at("march")

    assert table.orders("march red-1 0205 0206").refused() == [
        ("2.4", "must_stop", "/orders/0/path/1")
    ]
    assert table.orders("march red-1 0205").events == [w.UnitMarched("red-1", ("0205",))]


def test_2_4_a_unit_out_of_the_game_stops_nobody():
    """2.4  Only living enemies count: with blue-1 gone the way past its hex is open."""
    table = Table("skirmish").place("red-1 in 0106", "blue-2 in 0701").at("march")

    assert table.orders("march red-1 0105 0104 0103").events


def test_2_4_friends_stop_nobody():
    """2.4  Marching past a friend is free."""
    table = Table("skirmish").place("red-1 in 0106", "red-2 in 0204", "blue-1 in 0701").at("march")

    assert table.orders("march red-1 0105 0104 0103").events

"""2.1  A unit marches once in its step, with three movement points."""

import pytest

from sealion_pbem.rulesets.skirmish import words as w
from tests.table import Table


@pytest.fixture
def table() -> Table:
    """Red-1 on open ground, blue far away."""
    return Table("skirmish").place("red-1 in 0106", "red-2 in 0706", "blue-1 in 0701").at("march")


def test_2_1_a_unit_goes_along_its_path(table):
    """2.1  Three open hexes: the unit stands at the end and has marched."""
    result = table.orders("march red-1 0105 0104 0103")

    assert result.events == [w.UnitMarched("red-1", ("0105", "0104", "0103"))]
    assert table.state.units["red-1"] == w.Unit(w.RED, "0103", 2, marched=True)


def test_2_1_four_open_hexes_are_too_far(table):
    """2.1  Four points of three: refused, with every hex in reach and its cost."""
    result = table.orders("march red-1 0105 0104 0103 0102")

    assert result.refused() == [("2.1", "too_far", "/orders/0/path")]
    text = result.violation.text
    assert "the path costs 4 of 3 points" in text
    assert "red-1 reaches 0103 (3), 0104 (2), 0105 (1)" in text


def test_2_1_a_unit_marches_once(table):
    """2.1  The second march of one unit is refused; who may still march is said."""
    result = table.orders("march red-1 0105", "march red-1 0104")

    assert result.refused() == [("2.1", "marched_already", "/orders/1/unit")]
    assert result.violation.text.endswith("still to march: red-2")


def test_2_1_when_all_have_marched_nobody_is_left(table):
    """2.1  The refusal then says that none is left."""
    result = table.orders("march red-1 0105", "march red-2 0705", "march red-1 0104")

    assert result.violation.text.endswith("still to march: none")


@pytest.mark.parametrize("path", ["0104", "0306", "0107", "0206 0106 0104", "", "2114", "nowhere"])
def test_2_1_every_step_leads_to_a_neighbour_on_the_field(table, path):
    """2.1  A leap, a hex off the field or no hex at all: refused at that step, legal ends listed."""
    result = table.orders({"kind": "march", "unit": "red-1", "path": path.split(" ")})

    leap = path.count(" ")
    assert result.refused()[-1] == ("2.1", "not_adjacent", f"/orders/0/path/{leap}")
    assert f"{path.split(' ')[-1]} is not next to 0106; red-1 reaches 0103 (3)" in (
        result.outcome.refused[-1].text
    )


def test_2_1_a_path_has_a_hex(table):
    """2.1  An empty path is refused; where the unit can go is said."""
    result = table.orders("march red-1")

    assert result.refused() == [("2.1", "no_path", "/orders/0/path")]
    assert "the path is empty; red-1 reaches 0103 (3)" in result.violation.text


def test_2_1_a_unit_shut_in_reaches_none():
    """2.1  All neighbours are taken: the refusal says that there is no hex."""
    walls = ("red-2 in 0105", "red-3 in 0206", "blue-1 in 0701")
    table = Table("skirmish").place("red-1 in 0106", *walls).at("march")

    result = table.orders("march red-1 0105")

    assert result.violation.text.endswith("red-1 reaches none")
    assert not [o for o in table.offers() if o.kind == "march" and o.unit == "red-1"]


def test_2_1_marches_towards_the_enemy_are_offered_first():
    """2.1  The sensible ones first: the first march offered ends nearest to an enemy."""
    table = Table("skirmish").place("red-1 in 0106", "blue-1 in 0102").at("march")

    assert table.offers()[0] == w.March("red-1", ("0105", "0104", "0103"))

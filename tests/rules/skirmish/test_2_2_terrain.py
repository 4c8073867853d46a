"""2.2  Open ground and hills cost one point, woods two; nobody enters the lake."""

import pytest

from sealion_pbem.rulesets.skirmish import words as w
from tests.table import Table


def table(where: str) -> Table:
    return Table("skirmish").place(f"red-1 in {where}", "blue-1 in 0106").at("march")


@pytest.mark.parametrize(
    ("where", "path"),
    [
        ("0605", "0505 0506"),  # wood, open
        ("0606", "0605 0705 0704"),  # hill, open, open
        ("0401", "0402 0501"),  # wood, open
        ("0103", "0203 0202 0201"),  # open, hill, open
    ],
)
def test_2_2_three_points_pay_for_a_wood_and_an_open_hex(where, path):
    """2.2  A wood takes two points, open ground and hills one."""
    result = table(where).orders(f"march red-1 {path}")

    assert result.events == [w.UnitMarched("red-1", tuple(path.split()))]


@pytest.mark.parametrize(
    ("where", "path", "cost"),
    [("0605", "0505 0506 0606", 4), ("0301", "0402 0403 0303", 5), ("0302", "0303 0304 0305", 5)],
)
def test_2_2_woods_make_a_path_too_dear(where, path, cost):
    """2.2  The price is named."""
    result = table(where).orders(f"march red-1 {path}")

    assert result.refused() == [("2.1", "too_far", "/orders/0/path")]
    assert f"the path costs {cost} of 3 points" in result.violation.text


@pytest.mark.parametrize(("where", "lake"), [("0403", "0404"), ("0602", "0603")])
def test_2_2_nobody_enters_the_lake(where, lake):
    """2.2  Refused at that step, with the hexes that can be reached; the lake is not among them."""
    result = table(where).orders(f"march red-1 {lake}")

    assert result.refused() == [("2.2", "lake", "/orders/0/path/0")]
    reason, reached = result.violation.text.split("; ")
    assert reason == f"{lake} is lake"
    assert reached.startswith("red-1 reaches ")
    assert lake not in reached


def test_2_2_nobody_goes_on_through_the_lake():
    """2.2  A path across the lake is refused at the lake."""
    result = table("0403").orders("march red-1 0503 0404 0405")

    assert result.refused() == [("2.2", "lake", "/orders/0/path/1")]


def test_2_2_offers_take_the_cheaper_way():
    """2.2  Around a wood rather than through it, when that is cheaper."""
    ends = {o.path[-1]: o.path for o in table("0302").offers() if o.kind == "march"}

    assert ends["0303"] == ("0303",)
    assert "0304" in ends
    assert ends["0304"] == ("0303", "0304")

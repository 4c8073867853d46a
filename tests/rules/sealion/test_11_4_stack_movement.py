"""11.4  Units that stand together march together and may be dropped on the way."""

import pytest

from sealion_pbem.rulesets.sealion.events.general import UnitsMoved
from sealion_pbem.rulesets.sealion.events.land import HexOverstacked, MarchHalted
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.state import BRITISH
from tests.sealion_table import SealionTable, both_editions, table, without_rolls

A, B, C = "uk_44_inf", "uk_1_arm_x", "uk_cdo"
PATH = ("2202", "2203", "2303", "2302")


def stack(edition: str) -> SealionTable:
    """A division and a commando of four points, tanks of six, in one hex."""
    return table(edition, step=13, stage="land movement").place(
        {"2102": [A, B, C], "3002": ["uk_2_lon"]}
    )


@both_editions
def test_11_4_a_stack_moves_as_one(edition):
    """11.4  All three go the same way: one event, and each remembers its way."""
    position = stack(edition)

    assert position.order(March((A, B, C), PATH)) == [UnitsMoved((A, B, C), PATH)]
    assert {position.where(name) for name in (A, B, C)} == {"2302"}


@both_editions
def test_11_4_each_unit_has_its_own_points(edition):
    """11.4  A fifth hex is too far for the leg units, not for the tanks."""
    position = stack(edition)
    order = March((A, B, C), (*PATH, "2402"))

    assert position.codes(order) == [("11.0", "not_enough_points")] * 2
    assert position.codes(March((A, B, C), order.path, ((A, "2302"), (C, "2203")))) == []


@both_editions
def test_11_4_units_are_dropped_on_the_way(edition):
    """11.4  The commando stays in the second hex, the division in the third, the tanks go on."""
    position = stack(edition)

    events = position.order(March((A, B, C), (*PATH, "2402"), ((C, "2203"), (A, "2303"))))

    assert events == [
        UnitsMoved((A, B, C), ("2202", "2203")),
        UnitsMoved((A, B), ("2303",)),
        UnitsMoved((B,), ("2302", "2402")),
    ]
    assert [position.where(name) for name in (A, B, C)] == ["2303", "2402", "2203"]
    assert position.state.came_from[B] == ("2102", *PATH, "2402")


@both_editions
def test_11_4_who_was_dropped_stays(edition):
    """11.4  No movement of its own afterwards."""
    position = stack(edition)
    position.order(March((A, B), PATH, ((A, "2202"),)))

    assert position.codes(March((A,), ("2203",))) == [("11.4", "has_moved")]
    assert position.codes(March((C,), ("2202",))) == []


@both_editions
def test_11_4_a_gap_in_the_path_is_said_once(edition):
    """11.0, 11.4  Not once for each unit of the stack."""
    assert stack(edition).codes(March((A, B, C), ("2202", "2204"))) == [("11.0", "not_adjacent")]


@both_editions
def test_10_3_a_stack_is_interdicted_together(edition):
    """11.4, A-79  One roll for the stack that goes on; who is dropped there stays anyway."""
    position = stack(edition).place({"2203": ["de_bomber_2_fliegerkorps_a"]}).dice(1)

    events = without_rolls(position.order(March((A, B, C), PATH, ((C, "2203"),))))

    assert events[0] == UnitsMoved((A, B, C), ("2202", "2203"))
    assert events[-1] == MarchHalted((A, B), "2203", ("2303", "2302"))


@both_editions
def test_a_148_a_drop_into_a_full_hex_is_warned_of(edition):
    """6.3, A-148  A division is dropped beside another."""
    position = stack(edition).place({"2202": ["uk_1_inf"]})

    events = position.order(March((A, C), ("2202", "2203"), ((A, "2202"),)))

    assert events[1] == HexOverstacked("2202", BRITISH)


@both_editions
@pytest.mark.parametrize(
    ("drops", "code"),
    [
        (((A,),), "no_pair"),
        (((),), "no_pair"),
        (((A, "2202", "2203"),), "no_pair"),
        ((("uk_2_lon", "2202"),), "not_in_stack"),
        (((A, "2202"), (A, "2203")), "named_twice"),
        (((A, "3002"),), "not_on_path"),
        (((A, "2102"),), "not_on_path"),
        (((A, "2202"), (B, "2203"), (C, "2303")), "nobody_goes_on"),
    ],
)
def test_11_4_what_is_no_drop(edition, drops, code):
    """11.4  Drops are pairs of a unit of the stack and a hex of the path; somebody goes to its end."""
    assert stack(edition).codes(March((A, B, C), PATH, drops)) == [("11.4", code)]

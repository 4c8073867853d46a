"""6.0, 7.0  Effects of damage, Aircraft and airbases."""

import pytest

from sealion_pbem.rulesets.war_at_sea.rules.ch04_movement import speed_of
from sealion_pbem.rulesets.war_at_sea.rules.ch07_bases import ready
from sealion_pbem.rulesets.war_at_sea.ruleset import WAR_AT_SEA
from tests.war_at_sea import at, attack, codes, hull_of, shots

DONE = {"kind": "done"}
HOOD = attack("surface_attack", "axis-de_bismarck", "allied-uk_hood", weapon="main")


def fought(*faces, target="allied-uk_hood 0506", **members):
    """Return a table on which Bismarck has fired at Hood, and Hood not at all."""
    table = at("surface_attack", "axis-de_bismarck 0505", target, **members)
    table.dice(*faces).orders(HOOD, DONE)
    return table


def test_6_1_one_hull_point_however_many_successes():
    """6.1, R-33  Armor 8 met with 8 or 12 successes: one hull point at the end of the phase."""
    for faces in ([4] * 8 + [1] * 7, [4] * 12 + [1] * 3):
        table = fought(*faces)
        assert hull_of(table, "allied-uk_hood") == 5, "not before the phase is over"
        table.dice(6, 6, 1, 1).orders(DONE, {"kind": "done", "stage": "torpedo attack"})
        assert hull_of(table, "allied-uk_hood") == 4


def test_6_2_an_aborted_aircraft_goes_home():
    """6.2, R-34  A Val with armor 4, vital 6: 4 successes abort it, 6 destroy it."""
    for faces, effect in (((4, 4, 4, 4), "aborted"), ((6, 6, 4, 4), "destroyed")):
        table = at(
            "air_defense",
            "allied-us_fletcher 0505",
            "axis-jp_d3a1_val 0505 base=airbase",
            "axis-jp_tone 0101",
            "allied-us_pt_boat 1008",
            "axis-jp_a6m2_zero 0505 base=airbase",
            first="allied",
        )
        shot = attack("air_defense", "allied-us_fletcher", "axis-jp_d3a1_val")
        assert [found for _, found, _ in shots(table.dice(*faces).orders(shot))] == [effect]


def test_6_3_crippled():
    """6.3, R-36, R-37  One of several hull points left: a sector slower; a boat with one is whole."""
    state = at("sea_move", "axis-de_bismarck 0505 hull=1", "allied-us_pt_boat 0101").state
    assert state.is_crippled("axis-de_bismarck-1")
    assert speed_of(state, "axis-de_bismarck-1") == 1
    assert not state.is_crippled("allied-us_pt_boat-1")


def test_6_4_vital_armor_destroys():
    """6.4  13 successes on Hood destroy her; 48 points for the Axis at the end of the phase."""
    table = fought(*[6] * 7, *[1] * 8)
    assert table.state.is_lost("allied-uk_hood-1")
    table.orders(DONE)
    assert table.state.scores["axis"] == 48
    assert table.state.winner == "axis"


def test_6_5_a_unit_that_is_lost_is_no_target():
    """6.5, R-35  Hood is sure to be destroyed: the secondary guns look for somebody else."""
    table = at(
        "surface_attack", "axis-de_bismarck 0505", "allied-uk_hood 0506", "allied-us_fletcher 0505"
    )
    table.dice(*[6] * 15).orders(HOOD)
    again = attack("surface_attack", "axis-de_bismarck", "allied-uk_hood", weapon="secondary")
    assert codes(table.orders(again)) == [("6.5", "lost_already")]


def test_7_1_carriers_hold_what_their_capacity_says():
    """7.1  Princeton has room for two; a Catalina is a Patrol Bomber and never lands there."""
    full = (
        "allied-us_princeton 0505",
        "allied-us_f4f_wildcat base=allied-us_princeton-1",
        "allied-us_f4f_wildcat-2 base=allied-us_princeton-1",
        "allied-us_sbd_dauntless 0707 base=airbase",
        "allied-us_enterprise 0506",
        "axis-de_u47 0101",
    )
    table = at("air_return", *full, active="allied")
    back = "air_return allied-us_sbd_dauntless-1 allied-us_princeton-1"
    assert codes(table.orders(back)) == [("7.1", "no_room")]
    assert "allied-us_enterprise-1" in table.orders(back).violation.text


@pytest.mark.parametrize(("setting", "number"), [("operates", 1), ("closed", 0)])
def test_7_1_a_crippled_carrier(setting, number):
    """7.1, R-43  With `closed` nobody takes off from a crippled Carrier."""
    state = at(
        "sea_move",
        "allied-us_princeton 0505 hull=1",
        "allied-us_f4f_wildcat base=allied-us_princeton-1",
        "axis-de_u47 0101",
        first="allied",
        options={"crippled_carrier": setting},
    ).state
    assert len(ready(state, "allied")) == number


def test_7_2_at_the_start_all_are_ready():
    """7.2  A Zero at the airbase is ready; with a counter it is not."""
    state = at(
        "sea_move",
        "axis-jp_tone 0505",
        "axis-jp_a6m2_zero",
        "axis-jp_a6m2_zero-2 rearming",
        "allied-uk_hood 1005",
    ).state
    assert ready(state, "axis") == ["axis-jp_a6m2_zero-1"]


def test_7_3_losing_a_carrier():
    """7.3, R-40, R-58  Two Wildcats of Princeton: 1 is lost with her and scored, 2 goes to the airbase."""
    table = at(
        "surface_attack",
        "axis-de_bismarck 0505",
        "allied-us_princeton 0506",
        "allied-uk_hood 1008",
        "allied-us_f4f_wildcat base=allied-us_princeton-1",
        "allied-us_f4f_wildcat-2 base=allied-us_princeton-1",
    )
    shot = attack("surface_attack", "axis-de_bismarck", "allied-us_princeton", weapon="main")
    result = table.dice(*[6] * 15, 1, 2, 6, 6, 1, 1).orders(shot, DONE)
    assert [e.face for e in result.events if e.kind == "based_aircraft_tested"] == [1, 2]
    assert table.state.scores["axis"] == 16 + 7 + 50, "Bismarck stands on an objective"
    left = table.state.units["allied-us_f4f_wildcat-2"]
    assert (left.base, left.rearming) == ("airbase", True)


def test_7_4_no_base_no_aircraft():
    """7.4, R-41  The airbase is full and the Carrier is gone: the sixth Aircraft is lost and scored."""
    resting = [f"allied-us_p40_warhawk-{n} rearming" for n in range(1, 6)]
    table = at(
        "surface_attack",
        "axis-de_bismarck 0405",
        "allied-us_princeton 0406",
        "allied-uk_hood 1008",
        "allied-us_f4f_wildcat base=allied-us_princeton-1",
        *resting,
    )
    shot = attack("surface_attack", "axis-de_bismarck", "allied-us_princeton", weapon="main")
    result = table.dice(*[6] * 15, 4, 6, 6, 1, 1).orders(shot, DONE)
    assert [e.unit for e in result.events if e.kind == "aircraft_ditched"] == [
        "allied-us_f4f_wildcat-1"
    ]
    assert table.state.scores["axis"] == 16 + 7


def test_7_2_the_default_return():
    """7.2, 3.8  By default an Aircraft goes to its own Carrier, then to any, then to the airbase."""
    table = at(
        "air_return",
        "allied-us_princeton 0505",
        "allied-us_enterprise 0506",
        "allied-us_f4f_wildcat 0707 base=allied-us_princeton-1",
        "axis-de_u47 0101",
        active="allied",
    )
    answer = WAR_AT_SEA.answer(table.state, "default")
    assert (answer.unit, answer.base) == ("allied-us_f4f_wildcat-1", "allied-us_princeton-1")

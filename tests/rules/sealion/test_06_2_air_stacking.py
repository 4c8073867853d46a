"""6.2  How many air units may be in one place."""

from typing import Any

import pytest

from sealion_pbem.rulesets.sealion.rules.ch10_air.placement import Fly
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import room, sea_limit
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from tests.sealion_table import both_editions, table

FIGHTERS = [f"de_jg{n}" for n in (2, 3, 26, 27, 51, 52, 53, 54)]
BOMBERS = [
    *("de_bomber_1_fliegerkorps_a", "de_bomber_1_fliegerkorps_b", "de_bomber_2_fliegerkorps_a"),
    *("de_bomber_2_fliegerkorps_b", "de_bomber_4_fliegerkorps", "de_bomber_5_fliegerkorps_a"),
]
RAF = [
    *("uk_ftr_10_group", "uk_ftr_11_group_a", "uk_ftr_11_group_b", "uk_ftr_11_group_c"),
    *("uk_ftr_12_group_a", "uk_ftr_12_group_b", "uk_ftr_13_group"),
    *("uk_bmr_2_group", "uk_bmr_3_group", "uk_bmr_4_group", "uk_bmr_5_group", "uk_bmr_16_group"),
]
GERMAN_STEP: dict[str, Any] = {"step": 3, "stage": "air movement"}
BRITISH_STEP: dict[str, Any] = {"step": 4, "stage": "air reaction"}


@both_editions
def test_one_fighter_and_one_bomber_of_each_seat_fill_a_hex(edition):
    """6.2.1  Two air units of each seat, four in all, may be over one hex."""
    t = table(edition, **GERMAN_STEP).place({"France": ["de_jg2", BOMBERS[0]], "5613": RAF[6:8]})
    assert not t.refusals(Fly(("de_jg2", BOMBERS[0]), "5613"))


@both_editions
@pytest.mark.parametrize("pair", [FIGHTERS[:2], BOMBERS[:2]])
def test_a_second_unit_of_a_type_is_refused_in_a_hex(edition, pair):
    """6.2.1  Two fighters or two bombers of a seat are too many, whether sent together or one by one."""
    t = table(edition, **GERMAN_STEP).place({"France": pair})
    refusal = t.refusals(Fly(tuple(pair), "5613"))[0]
    assert (refusal.rule, refusal.code, refusal.at) == ("6.2.1", "overstacked", "/units/1")
    t.place({"5613": pair[:1]})
    assert t.codes(Fly((pair[1],), "5613")) == [("6.2.1", "overstacked")]


@both_editions
def test_twelve_air_units_of_a_seat_fill_a_sea_space(edition):
    """6.2.2  Twelve German units may be in a sea space whatever their type, the thirteenth not."""
    t = table(edition, **GERMAN_STEP).place({"France": FIGHTERS + BOMBERS, "C": RAF})
    assert not t.refusals(Fly(tuple(FIGHTERS + BOMBERS[:4]), "C"))
    refusal = t.refusals(Fly(tuple(FIGHTERS + BOMBERS[:5]), "C"))[0]
    assert (refusal.rule, refusal.code, refusal.at) == ("6.2.2", "overstacked", "/units/12")
    assert "room for 12 more" in refusal.text


@both_editions
def test_float_planes_and_the_furious_group_never_count(edition):
    """A full sea space takes float planes, and a full British one the Furious Group."""
    t = table(edition, **GERMAN_STEP)
    t.place({"C": FIGHTERS + BOMBERS[:4], "France": ["de_float_1"]})
    assert not t.refusals(Fly(("de_float_1",), "C"))
    assert room(t.state, "C", GERMAN, "fighter") == 0
    t = table(edition, **BRITISH_STEP)
    t.place({"C": RAF, "West": ["uk_furious"]}, aboard={"uk_furious_group": "uk_furious"})
    assert not t.refusals(Fly(("uk_furious_group",), "C"))


@both_editions
def test_the_furious_group_fits_into_a_hex_with_a_bomber(edition):
    """The Furious Group joins a British bomber over a hex."""
    t = table(edition, **BRITISH_STEP)
    t.place({"5613": ["uk_bmr_2_group"], "A": ["uk_furious"]})
    t.place({}, aboard={"uk_furious_group": "uk_furious"})
    assert not t.refusals(Fly(("uk_furious_group",), "5613"))


@both_editions
def test_transports_and_gliders_never_count_in_a_hex(edition):
    """Any number of supply transports share an airbase with a fighter and a bomber."""
    t = table(edition, **GERMAN_STEP).german_hexes("5613")
    t.place({"5613": ["de_jg2", BOMBERS[0]], "France": ["de_airtransport_1", "de_airtransport_2"]})
    assert not t.refusals(Fly(("de_airtransport_1", "de_airtransport_2"), "5613"))


@both_editions
def test_boxes_have_no_limit(edition):
    """Every air unit of a seat can be in its airbases box at once."""
    t = table(edition, **GERMAN_STEP).place({"France": FIGHTERS + BOMBERS})
    assert len(list(t.state.units_in("France"))) == 14


@both_editions
def test_only_the_british_limit_falls_with_the_radars(edition):
    """6.2.2  With two radars lost and counted ten British units fit into a sea space, twelve German."""
    t = table(edition, **BRITISH_STEP, radars_counted=2).german_hexes("5722", "5920")
    assert (sea_limit(t.state, BRITISH), sea_limit(t.state, GERMAN)) == (10, 12)
    t.place({"Britain": RAF})
    assert not t.refusals(Fly(tuple(RAF[:10]), "C"))
    assert t.codes(Fly(tuple(RAF[:11]), "C")) == [("6.2.2", "overstacked")]


@both_editions
@pytest.mark.parametrize(
    ("step", "stage", "base", "pair"),
    [
        (3, "air movement", "France", FIGHTERS[:2]),
        (4, "air reaction", "Britain", RAF[:2]),
        (10, "air movement", "Britain", RAF[:2]),
        (11, "air reaction", "France", FIGHTERS[:2]),
    ],
)
def test_stacking_is_checked_in_every_step_in_which_a_seat_flies(edition, step, stage, base, pair):
    """6.2.3  Steps 3, 4, 10 and 11 (A-24); too many are refused, so nobody is eliminated (A-149)."""
    t = table(edition, step=step, stage=stage).place({base: pair})
    assert t.codes(Fly(tuple(pair), "5613")) == [("6.2.1", "overstacked")]
    assert not t.refusals(Fly((pair[0],), "5613"))

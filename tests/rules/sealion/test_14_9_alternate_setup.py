"""14.9  The British begin within a hex of their places on the chart, or arrive, by rail if they like."""

import pytest

from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.events.general import UnitsMoved
from sealion_pbem.rulesets.sealion.events.options import UnitArrived
from sealion_pbem.rulesets.sealion.rules.ch05_deploying import Deploy
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.rules.ch14_options.arrivals import Arrive
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023
from sealion_pbem.rulesets.sealion.sequence import Done
from tests.sealion_table import SealionTable, table, without_rolls

OPTIONS = {"alternate_setup": True}


def setting_up(**more):
    """The British set-up with the chart."""
    state = DELUXE_2023.setup("invasion", {**OPTIONS, **more})
    return SealionTable(DELUXE_2023, state).at(stage="british set-up")


def arriving(turn=1, **where):
    """The British land movement step, with units off the map."""
    position = table(options=OPTIONS, turn=turn, step=13, stage="land movement")
    return position.place(
        {place.strip("_").replace("_", " "): names for place, names in where.items()}
    )


def allowed(position, name):
    """The places in which a unit may be set up."""
    places = (*position.state.table.board.numbers, "Turn 1", "Britain")
    return {place for place in places if not position.codes(Deploy({name: place}))}


def test_14_9_within_one_hex_of_any_hex_of_its_row():
    """The worked example: 1 London in one of five hexes or next to it, nowhere else."""
    position = setting_up()
    row = ("6413", "6912", "6817", "6618", "6116")
    near = {
        number
        for number in position.state.table.board.numbers
        if any(distance(number, there) <= 1 for there in row)
    }
    assert allowed(position, "uk_1_lon") == near
    assert position.codes(Deploy({"uk_1_lon": "4409"})) == [("14.9", "wrong_place")]


def test_14_9_every_listed_hex_counts_with_the_land_around_it():
    """45 Division at 5823, a spit of land on this map, or in any land hex within one (A-137)."""
    places = allowed(setting_up(), "uk_45_inf")
    assert {place for place in places if distance(place, "5823") <= 1} == {
        number for number in data.hexes(data.compiled("board")) if distance(number, "5823") <= 1
    }


def test_14_9_who_has_both_may_begin_off_the_map():
    """15 Scottish, 43 Division and 1 Armoured: on the map, or on turn 1 from its edge."""
    position = setting_up()
    both = {
        n
        for n, start in data.alternate_setup(data.compiled("counters_deluxe")).items()
        if start.near and start.entry
    }
    assert both == {"uk_15_sct", "uk_43_inf", "uk_1_arm_xx"}
    for name in both:
        assert "Turn 1" in allowed(position, name)
    assert "4001" in allowed(position, "uk_43_inf")
    position.order(Deploy({"uk_15_sct": "Turn 1"}))
    assert position.where("uk_15_sct") == "Turn 1"


def test_14_9_who_is_only_off_the_map_waits_there():
    """No choice, nothing to deploy."""
    position = setting_up()
    off_map = [
        name
        for name, start in data.alternate_setup(data.compiled("counters_deluxe")).items()
        if not start.near
    ]
    assert off_map
    for name in off_map:
        assert position.where(name) == "Turn 1"
        assert allowed(position, name) == set()


def test_14_9_who_is_not_on_the_chart_stays_out():
    """Railway Guns, 36 Brigade, the Foreign Legion (A-136); ships, aircraft and mines are as always."""
    standard, now = (DELUXE_2023.setup("invasion", o).table.counters for o in ({}, OPTIONS))
    assert set(standard) - set(now) == {"uk_railway_guns", "uk_36_inf_x", "fr_14_frnlg"}


def test_14_9_the_default_set_up_is_complete():
    """The policy places everybody near the chart, and the set-up can end."""
    position = setting_up()
    position.order(position.ruleset.answer(position.state, "default"))
    assert position.codes(Done()) == []


def test_14_9_with_command_arrivals_the_commands_bring_their_units():
    """Who belongs to a command comes with it, 36 Brigade too; the chart places the others (A-156)."""
    state = setting_up(command_arrivals="delayed").state
    for name, arrival in data.arrivals(data.compiled("counters_deluxe")).items():
        if not arrival.is_additional:
            assert state.units[name].place == f"Turn {arrival.turn}"
    assert state.units["uk_3_inf"].place == "Turn 1"
    assert "uk_railway_guns" not in state.table.counters


def test_14_9_they_arrive_in_step_13_of_turn_1():
    """At their hex, with their whole move before them (A-157)."""
    position = arriving(Turn_1=["uk_3_inf"])
    assert (position.decision.kind, position.decision.rule) == ("arrivals", "14.9")
    assert position.codes(Arrive("uk_3_inf", ("2016",))) == [("14.9", "wrong_entry")]
    events = without_rolls(position.order(Arrive("uk_3_inf", ("2012",))))
    assert events == [UnitArrived("uk_3_inf", "2012", "14.9", is_scheduled=True)]
    assert position.codes(March(("uk_3_inf",), ("2111",))) == []


def test_14_9_one_a_turn_through_each_hex():
    """21 Tank and two Australian brigades at 2016: the British picks, the others wait a turn (A-139)."""
    position = arriving(Turn_1=["uk_21_arm_x", "au_18_x", "au_25_x"])
    position.order(Arrive("au_25_x", ("2016",)))
    assert position.decision.kind == "land_movement"
    assert [position.where(n) for n in ("uk_21_arm_x", "au_18_x")] == ["Turn 1"] * 2
    later = arriving(2, Turn_1=["uk_21_arm_x", "au_18_x"], _4409=["uk_1_lon"])
    later.order(Arrive("uk_21_arm_x", ("2016",)))
    assert later.decision.kind == "land_movement"


def test_14_9_a_hex_that_was_used_is_refused():
    """43 Division has two hexes: when one is taken it comes by the other."""
    position = arriving(Turn_1=["uk_46_inf", "uk_43_inf"])
    position.order(Arrive("uk_46_inf", ("4301",)))
    assert position.codes(Arrive("uk_43_inf", ("4301",))) == [("14.9", "entry_taken")]
    assert position.codes(Arrive("uk_43_inf", ("4701",))) == []


def test_14_9_by_rail_along_any_number_of_road_hexes():
    """In one order; the train is its move of the step (A-158)."""
    position = arriving(Turn_1=["uk_54_inf"], _4409=["uk_1_lon"])
    path = ("4701", "4602", "4603")
    events = without_rolls(position.order(Arrive("uk_54_inf", path)))
    assert events[:2] == [
        UnitArrived("uk_54_inf", "4701", "14.9", is_scheduled=True),
        UnitsMoved(("uk_54_inf",), path[1:]),
    ]
    assert position.where("uk_54_inf") == "4603"
    assert position.codes(March(("uk_54_inf",), ("4604",))) == [("11.0", "has_moved")]


@pytest.mark.parametrize(
    ("german", "stands", "path", "code"),
    [
        ((), {}, ("4701", "4702"), "off_the_road"),
        (("4602",), {}, ("4701", "4602"), "was_german"),
        (("4701",), {}, ("4701", "4602"), "was_german"),
        ((), {"4703": ["de_7_pz"]}, ("4701", "4602", "4603"), "zone_of_control"),
    ],
)
def test_14_9_trains_keep_to_safe_roads(german, stands, path, code):
    """No gap; no hex that was ever German, the first included (A-138); no enemy zone of control."""
    position = arriving(Turn_1=["uk_54_inf"]).place(stands).german_hexes(*german)
    position.state.last_german = 0
    assert position.codes(Arrive("uk_54_inf", path)) == [("14.9", code)]


def test_14_9_policies():
    """The default keeps off the railway; `to_london` uses it as far as it goes."""
    position = arriving(Turn_1=["uk_54_inf"])
    by_foot, by_rail = (
        position.ruleset.answer(position.state, p) for p in ("default", "to_london")
    )
    assert by_foot == Arrive("uk_54_inf", ("4701",))
    assert len(by_rail.path) > 2
    assert position.codes(by_rail) == []
    assert all(not position.codes(order) for order in position.ruleset.offers(position.state))

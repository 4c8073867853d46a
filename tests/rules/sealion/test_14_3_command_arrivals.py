"""14.3  British commands arrive on turns 4 to 7, at the start of step 13."""

import pytest

from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.editions import DELUXE
from sealion_pbem.rulesets.sealion.events.options import UnitArrived
from sealion_pbem.rulesets.sealion.options import with_options
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.rules.ch14_options.arrivals import Arrive
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023
from sealion_pbem.rulesets.sealion.state import BRITISH
from tests.sealion_table import table, without_rolls

DELAYED, REINFORCED = {"command_arrivals": "delayed"}, {"command_arrivals": "reinforced"}
ADDITIONAL = {"uk_38_inf", "uk_48_inf", "uk_31_inf_x", "uk_51_inf", "uk_53_inf", "uk_61_inf"}
COMMANDS = {
    4: ["uk_2_lon", "uk_23_arm_x", "uk_36_inf_x", "uk_3_mmg_x"],
    5: ["uk_42_inf", "uk_43_inf"],
    6: [
        "uk_1_inf", "uk_2_inf", "uk_44_inf", "uk_54_inf", "uk_59_inf", "uk_24_arm_x", "uk_2_mmg_x",
    ],
    7: ["uk_46_inf", "pl_1_x"],
}  # fmt: skip


def land_step(turn, options=DELAYED, **where):
    """The British land movement step of a turn, with units that wait."""
    position = table(options=options, turn=turn, step=13, stage="land movement")
    return position.place(
        {place.strip("_").replace("_", " "): names for place, names in where.items()}
    )


def test_14_3_the_units_of_the_commands_are_not_set_up():
    """They wait for their turns; the additional ones are not in the game unless they are chosen."""
    state = DELUXE_2023.setup("invasion", DELAYED)
    for turn, names in COMMANDS.items():
        assert set(state.units_in(f"Turn {turn}", BRITISH)) == set(names)
    assert not ADDITIONAL & set(state.table.counters)


def test_14_3_additional_units_come_with_their_commands():
    """38 with Western Command, 48 and 31 Brigade with the reserve, 51, 53 and 61 from Scotland."""
    state = DELUXE_2023.setup("invasion", REINFORCED)
    where = {name: state.units[name].place for name in ADDITIONAL}
    assert where == {
        "uk_38_inf": "Turn 4", "uk_48_inf": "Turn 5", "uk_31_inf_x": "Turn 5",
        "uk_51_inf": "Turn 7", "uk_53_inf": "Turn 7", "uk_61_inf": "Turn 7",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "factories"),
    [
        (DELAYED, 15),
        (REINFORCED, 17),
        ({**REINFORCED, "adjust_victory": False}, 15),
        ({**REINFORCED, "free_french": True}, 16),
    ],
)
def test_14_3_additional_units_raise_the_number_of_factories(options, factories):
    """Two more, as printed (A-19), unless the charter says otherwise (A-152); 14.4 takes one off."""
    assert with_options(DELUXE, options).factories_to_win == factories


def test_14_3_german_reinforcements_of_turn_4_are_not_mixed_up():
    """Who waits for turn 4 on the British side does not turn up in the convoy box."""
    position = table(options=DELAYED, turn=3, step=15, stage="supply")
    position.place({"Turn 4": ["uk_2_lon", "de_7_pz"]}).dice(1).go_on()
    assert position.where("de_7_pz") == "Convoy"
    assert position.where("uk_2_lon") == "Turn 4"


def test_14_3_arrivals_come_first_and_then_march():
    """Western Command: any of its hexes, overstacked if need be; then the unit has its whole move."""
    position = land_step(4, Turn_4=["uk_2_lon", "uk_3_mmg_x"], _2016=["uk_4_inf"])
    assert position.decision.kind == "arrivals"
    assert position.decision.rule == "14.3"
    assert position.codes(March(("uk_4_inf",), ("2116",))) == [("-", "wrong_kind")]
    events = position.order(Arrive("uk_2_lon", ("2016",)))
    assert without_rolls(events) == [UnitArrived("uk_2_lon", "2016", "14.3", is_scheduled=False)]
    position.order(Arrive("uk_3_mmg_x", ("2016",)))
    assert position.decision.kind == "land_movement"
    there = position.state.table.board.adjacent["2016"][0]
    assert position.codes(March(("uk_3_mmg_x",), (there,))) == []


def test_14_3_nobody_comes_early():
    """Who is of a later turn is not asked for, and is refused by name."""
    position = land_step(4, Turn_4=["uk_2_lon"], Turn_5=["uk_42_inf"])
    [refusal] = position.refusals(Arrive("uk_42_inf", ("3301",)))
    assert (refusal.rule, refusal.code) == ("14.3", "not_due")
    assert "turn 5" in refusal.text
    assert "uk_2_lon" in refusal.text


def test_14_3_only_through_the_listed_hexes():
    """The reserve comes in at Aylesbury, nowhere else, and not by rail."""
    position = land_step(5, Turn_5=["uk_42_inf"])
    assert position.codes(Arrive("uk_42_inf", ("3601",))) == [("14.3", "wrong_entry")]
    assert position.codes(Arrive("uk_42_inf", ())) == [("14.3", "no_path")]
    assert position.codes(Arrive("uk_42_inf", ("3301", "3402"))) == [("14.3", "no_railway")]
    position.order(Arrive("uk_42_inf", ("3301",)))
    assert position.where("uk_42_inf") == "3301"


def test_14_3_an_entry_hex_held_by_the_enemy_is_closed():
    """Another listed hex is used (A-128)."""
    position = land_step(4, Turn_4=["uk_2_lon"], _2016=["de_7_pz"])
    assert position.codes(Arrive("uk_2_lon", ("2016",))) == [("14.3", "entry_held")]
    assert position.codes(Arrive("uk_2_lon", ("2019",))) == []


def test_14_3_who_finds_no_hex_waits_for_a_later_turn():
    """With Aylesbury in German hands nobody is asked; a turn later, when it is free, they come."""
    position = land_step(5, Turn_5=["uk_42_inf"], _3301=["de_7_pz"], _4409=["uk_1_lon"])
    assert position.decision.kind == "land_movement"
    later = land_step(6, Turn_5=["uk_42_inf"])
    assert later.decision.kind == "arrivals"


def test_14_3_northern_command_comes_along_the_north_edge():
    """Any road hex from 3601 to 5701, each unit where it likes."""
    position = land_step(6, Turn_6=["uk_1_inf"])
    open_ = [
        p
        for p in position.state.table.board.numbers
        if not position.codes(Arrive("uk_1_inf", (p,)))
    ]
    assert tuple(open_) == data.arrivals(data.compiled("counters_deluxe"))["uk_1_inf"].hexes
    assert all(p.endswith("01") and "3601" <= p <= "5701" for p in open_)


def test_14_3_transports_on_air_supply_are_lost_when_a_unit_arrives_there():
    """A British land unit entering the hex is what loses them (A-90)."""
    position = land_step(5, Turn_5=["uk_42_inf"], _3301=["de_airtransport_1"])
    position.order(Arrive("uk_42_inf", ("3301",)))
    assert position.where("de_airtransport_1") == "Out"


@pytest.mark.parametrize("policy", ["default", "to_london"])
def test_14_3_standing_orders_bring_everybody_in(policy):
    """A policy answers until nobody is left to come."""
    position = land_step(6, Turn_6=COMMANDS[6], Turn_4=["uk_2_lon"])
    while position.decision.kind == "arrivals":
        position.order(position.ruleset.answer(position.state, policy))
    assert not list(position.state.units_in("Turn 6"))
    assert position.where("uk_2_lon") == "2016"

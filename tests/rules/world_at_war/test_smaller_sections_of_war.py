"""Smaller sections: what follows from the rest, and must."""

from typing import Any

from sealion_pbem.rulesets.world_at_war.rules.ch14_attrition import countable
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import reckon
from sealion_pbem.rulesets.world_at_war.rules.ch16_exploitation import chain_faults
from sealion_pbem.rulesets.world_at_war.rules.r14_politics import points_of
from sealion_pbem.rulesets.world_at_war.rules.r20_air import is_base
from sealion_pbem.rulesets.world_at_war.rules.r33_supply import grade
from sealion_pbem.rulesets.world_at_war.rules.r44_construction import payers
from sealion_pbem.rulesets.world_at_war.state import FULL, OUT
from sealion_pbem.rulesets.world_at_war.table import AXIS
from tests.table import Table
from tests.war_corpus import SITUATIONS
from tests.world_at_war import attack, drop, march, overrun, table

AFTER: dict[str, Any] = {
    "conquered": {"france": 1},
    "options": {"play_on": "yes", "partisans": "after_surrender"},
}


def why(found: Table, order: dict[str, Any]) -> list[tuple[str, str]]:
    """Return rule and code of every reason against an order."""
    return [fault[:2] for fault in found.orders(order).refused()]


def test_10_57_10_58_drops_zones_and_supply():
    """10.57, 10.58  A drop into an enemy zone is legal; behind the lines it has no supply of its own."""
    found = table("de_abn_1 in 1204", "de_trans_1 in 1204", "fr_arm_1 in 1005", "fr_inf_06 in 0906")
    found.orders("done")
    assert why(found, drop("de_abn_1", "de_trans_1", "0904")) == []
    assert found.state.place_of("de_abn_1") == "0904"
    assert grade(found.state, "de_abn_1") != FULL


def test_10_93_11_45_flak_and_partisans_take_no_part_in_attrition():
    """10.93, 11.45, 14.23F  Neither is counted, and beside them alone nobody is."""
    found = table(
        "de_flak_1 in 1106", "de_inf_01 in 1107", "ptn_wa_1 in 1108", "uk_flak_1 in 1007",
        "fr_inf_06 in 1006", "de_inf_02 in 1106", step="attrition",
    )  # fmt: skip
    zone = next(n for n, (front, _, _) in enumerate(found.state.zones) if front == "western")
    assert countable(found.state, zone) == ["de_inf_02"]


def test_11_354_11_38_who_pays_for_partisans_and_whose_they_are():
    """11.354, 11.38  After the fall of France Britain pays; if Britain fell, its partisans would go."""
    found = table(
        "ptn_wa_1 in pool", "uk_inf_1 in 0703", step="construct", active="allies", **AFTER
    )
    assert payers(found.state, "ptn_wa_1") == ["britain"]
    fallen = table(
        "ptn_wa_1 in 1009", "de_inf_01 in 0703", "uk_inf_1 in 0501", step="redeploy", active="allies",
        axis=["1009"], **AFTER,
    )  # fmt: skip
    fallen.orders("done")
    assert fallen.state.place_of("ptn_wa_1") == OUT


def test_11_62_11_63_a_partisan_in_a_town():
    """11.62, 11.63  Lyons in partisan hands is no base and no objective of the Axis."""
    held = ["1110", "0906", "1112", "0611"]
    free = table("de_inf_01 in 1007", axis=held, **AFTER)
    taken = table("de_inf_01 in 1007", "ptn_wa_1 in 1110", axis=held, **AFTER)
    assert is_base(free.state, AXIS, "1110")
    assert not is_base(taken.state, AXIS, "1110")
    assert points_of(free.state) - points_of(taken.state) == 3


def test_13_521_13_522_13_532_who_overruns():
    """13.521, 13.522, 13.532  Armor of two breakthrough hexes joins; a third is too many; nobody drops."""
    found = table(
        "de_arm_1 in 1106, route 1105 1106", "de_arm_2 in 1106, route 1207 1106",
        "de_arm_3 in 1106, route 1106", "de_air_1 in 1204", "fr_light_1 in 1007", step="exploit",
        breakthroughs={"1105": ["de_arm_1"], "1207": ["de_arm_2"], "1106": ["de_arm_3"]},
    )  # fmt: skip
    three = overrun("1007", "de_arm_1", "de_arm_2", "de_arm_3")
    assert ("13.52", "too_many") in why(found, three)
    assert "dropped" not in found.ruleset.forms["overrun"].by_name
    assert why(found, overrun("1007", "de_arm_1", "de_arm_2")) == []
    assert found.state.place_of("de_arm_2") == "1007"


def test_13_56_13_59_a_capital_is_overrun_and_others_follow():
    """13.56, 13.59  Replacements in Paris are overrun; infantry enters behind for one factor."""
    found = table(
        "de_arm_1 in 1006", "de_arm_2 in 1006", "de_air_1 in 1108", "de_inf_01 in 1007", "fr_rep_1 in 0906",
        step="move", axis=["1108"],
    )  # fmt: skip
    assert why(found, overrun("0906", "de_arm_1", "de_arm_2", de_air_1=4)) == []
    assert why(found, march("de_arm_1", "0806")) == []
    assert why(found, march("de_inf_01", "0906")) == []
    assert found.state.walked["de_inf_01"] == 1


def test_14_213_14_32_who_is_counted_and_against_whom():
    """14.213, 14.32  The attacker leaves units out; an active minor is in its faction's zone."""
    found = table(
        "de_inf_01 in 1106",
        "de_inf_02 in 1106",
        "be_inf_1 in 1006",
        "fr_inf_06 in 1007",
        step="attrition",
    )
    zone = next(iter(found.ruleset.forms["attrition"].choices(found.state, {}, "zone"))).value
    order = {"kind": "attrition", "zone": zone, "units": ["de_inf_01"]}
    found.dice(1).orders(order)
    assert found.state.is_marked("de_inf_01", "counted")
    assert not found.state.is_marked("de_inf_02", "counted")
    assert {faction for _, faction, _ in found.state.zones} == {"allies"}


def test_14_63_a_hex_that_was_attacked_is_not_immune():
    """14.63  Who fought is not counted, but others may wear down and take the hex that was attacked."""
    found = SITUATIONS["occupying"]()
    assert found.waiting is not None
    assert "1007" in found.waiting.prompt
    fought = table(
        "de_inf_01 in 1106, fought", "de_inf_02 in 1107", "fr_inf_06 in 1007", step="attrition",
    )  # fmt: skip
    zone = next(n for n, (front, _, _) in enumerate(fought.state.zones) if front == "western")
    assert countable(fought.state, zone) == ["de_inf_02"]


def test_14_74_14_75_units_part_and_may_overstack():
    """14.74, 14.75  The two of 1007 go to different hexes."""
    found = SITUATIONS["retreating"]()
    moves = {"fr_inf_06": "1008", "fr_light_1": "0907"}
    assert why(found, {"kind": "retreat", "moves": moves}) == []
    assert (found.state.place_of("fr_inf_06"), found.state.place_of("fr_light_1")) == (
        "1008",
        "0907",
    )


def test_14_77_aircraft_leave_a_hex_that_is_taken():
    """14.77, R-26  A wing in Reims flies to the nearest base with room when armor drives in, inverted."""
    found = table("de_arm_1 in 1106", "fr_air_2 in 1006", "fr_inf_06 in 0906", step="move")
    found.orders(march("de_arm_1", "1006"))
    assert found.state.place_of("fr_air_2") == "0906"
    assert found.state.is_marked("fr_air_2", "flown")


def test_16_38_losses_break_no_chain():
    """16.38, 16.36  Armor whose link has died stays where it is; only those alive are asked about."""
    found = table(
        "de_arm_1 in 1008, route 1106 1107 1008", "de_arm_2 in 1010, route 1106 1107 1008 1009 1010",
        "fr_inf_06 in 1108", phase="exploitation", breakthroughs={"1106": ["de_arm_1", "de_arm_2"]},
    )  # fmt: skip
    assert [*chain_faults(found.state, {})] == []
    found.dice(1).orders(attack("1108", "de_arm_1"), "done")
    assert not found.state.units["de_arm_1"].is_on_map
    assert found.state.place_of("de_arm_2") == "1010"


def test_16_45_10_13_out_of_the_breakthrough_hex():
    """16.45, 10.13, 15.33A  All that exploit attack out of it together; infantry loses 1."""
    found = table(
        "de_arm_2 in 1106, route 1106", "de_arm_3 in 1106, route 1106", "de_arm_4 in 1106, route 1106",
        "fr_inf_06 in 1007", phase="exploitation",
        breakthroughs={"1106": ["de_arm_2", "de_arm_3", "de_arm_4"]},
    )  # fmt: skip
    result = found.dice(1).orders(attack("1007", "de_arm_2", "de_arm_3", "de_arm_4"), "done")
    (fought,) = [event for event in result.events if event.kind == "round_fought"]
    assert (fought.attack, fought.defense) == (12, 2)


def test_11_49_partisans_and_winter():
    """11.49, 15.33H  A winter of level 7 takes nothing from a partisan; infantry beside it loses 1."""
    state = table("ptn_wa_1 in 1008", "de_inf_01 in 1108", scenario="maquis", winter=7).state
    (line,) = reckon(state, ("1008",), ("de_inf_01",)).lines
    assert "15.33H" not in [rule for _, _, rule in line.parts]

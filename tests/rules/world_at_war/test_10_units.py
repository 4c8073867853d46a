"""Chapter 10: what units can do, zones of control, airborne units, flak."""

import pytest

from sealion_pbem.rulesets.world_at_war.orders import DropOn
from sealion_pbem.rulesets.world_at_war.rules.ch10_airborne import DROP_FORM
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import ctl, movement, zone
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import reckon
from sealion_pbem.rulesets.world_at_war.table import ALLIES, AXIS
from tests.table import Table
from tests.world_at_war import attack, build, drop, march, overrun, table


def zone_of(found: Table, seat: str) -> set[str]:
    """Return the hexes in a seat's zones of control."""
    side = AXIS if seat == "axis" else ALLIES
    return {*found.state.table.board.in_area(zone(found.state, side))}


def test_10_11_infantry_keeps_its_speed_and_loses_training():
    """10.0, 10.11, 10.1, R-35  A 3-3 moves 3 in full and in partial supply; its CTL falls from 2 to 1."""
    state = table("de_inf_01 in 1106", "de_inf_02 in 1107, supply partial").state

    assert [movement(state, unit) for unit in ("de_inf_01", "de_inf_02")] == [3, 3]
    assert [ctl(state, unit) for unit in ("de_inf_01", "de_inf_02")] == [2, 1]


def test_10_12_mechanized_infantry():
    """10.12, 13.41F, 13.52  It moves 4 and overruns beside armor; without full supply 3 and not at all."""
    units = ("fr_arm_1 in 1007", "fr_air_1 in 1006", "uk_air_1 in 0906", "de_light_1 in 1106")
    whole = table("uk_mech_1 in 1007", *units, step="move", active="allies")
    poor = table("uk_mech_1 in 1007, supply partial", *units, step="move", active="allies")

    assert movement(whole.state, "uk_mech_1") == 4
    assert movement(poor.state, "uk_mech_1") == 3
    order = overrun("1106", "uk_mech_1", "fr_arm_1", fr_air_1=5, uk_air_1=1)
    assert whole.orders(order).outcome.refused == ()
    assert poor.orders(order).refused()[0][:2] == ("13.52", "component_negated")


def test_10_2_replacements():
    """10.2, 15.2, 14.23F  They move 1, defend with 1 factor, never attack and are not counted."""
    found = table("de_rep_1 in 1106", "fr_rep_1 in 1007", "de_inf_01 in 1107")

    assert movement(found.state, "de_rep_1") == 1
    assert reckon(found.state, ("1007",), ("de_inf_01",)).lines[0].factor == 1
    assert found.orders(attack("1007", "de_rep_1")).refused()[0][:2] == ("15.2", "does_not_attack")
    worn = table("de_rep_1 in 1106", "fr_rep_1 in 1007", "de_inf_01 in 1107", step="attrition")
    order = {"kind": "attrition", "zone": "0207", "units": ["de_rep_1"]}
    assert worn.orders(order).refused()[0][:2] == ("14.23F", "not_counted")


@pytest.mark.parametrize("trouble", ["supply partial", "supply none", "oiled"])
def test_10_32_what_negates_the_component(trouble: str):
    """10.31, 10.32, R-35  Armor in poor supply, without oil has no zone, no overrun; its factor stays."""
    units = ("fr_light_1 in 1007", "de_arm_2 in 1106", "de_air_1 in 1204")
    found = table(f"de_arm_1 in 1106, {trouble}", *units, step="move")
    order = overrun("1007", "de_arm_1", "de_arm_2", de_air_1=4)

    assert movement(found.state, "de_arm_1") == (0 if trouble == "supply none" else 3)
    assert found.orders(order).refused()[0][:2] == ("13.52", "component_negated")
    alone = table(f"de_arm_1 in 1106, {trouble}")
    assert zone_of(alone, "axis") == set()
    assert zone_of(table("de_arm_1 in 1106"), "axis") != set()
    assert alone.state.counter("de_arm_1").factor == 4


def test_10_34_zones_of_control():
    """10.34, 10.341, 10.342  Across rivers, into forest, through own walls; not across enemy walls."""
    assert zone_of(table("de_arm_1 in 1206"), "axis") == {"1105", "1205", "1305"}
    assert zone_of(table("de_arm_1 in 1107"), "axis") == {
        "1106", "1207", "1208", "1108", "1008", "1007",
    }  # fmt: skip
    assert "1106" in zone_of(table("de_arm_1 in 1105"), "axis")
    assert zone_of(table("de_inf_01 in 1107"), "axis") == set()


def test_10_341_where_zones_do_not_reach():
    """10.341, R-61  Not into neutral countries, not over a crossing arrow, not into an all-round fort."""
    neutral = ["italy", "belgium", "luxembourg", "netherlands"]
    held = table("fr_arm_1 in 1106", neutral=neutral)
    assert zone_of(held, "allies") == {"1207", "1107", "1007", "1006"}
    assert "1102" not in zone_of(table("de_arm_1 in 1101"), "axis")
    assert "1104" not in zone_of(table("de_arm_1 in 1105"), "axis")


def test_10_343_zones_hamper_movement_construction_and_supply():
    """10.343, R-44, R-34  Nothing is built in a zone; to leave one costs 2; no line goes through."""
    units = ("de_arm_1 in 1106", "fr_inf_06 in pool", "fr_inf_07 in 1007")
    found = table(*units, step="construct", active="allies")
    assert found.orders(build("fr_inf_06", "1006", "france")).refused()[0][:2] == (
        "10.343", "in_zone",
    )  # fmt: skip
    free = table("fr_inf_06 in pool", "fr_inf_07 in 1007", step="construct", active="allies")
    assert free.orders(build("fr_inf_06", "1006", "france")).outcome.refused == ()


AIR = ("de_abn_1 in 1303", "de_trans_1 in 1303", "de_trans_2 in 1303")


def drops(*units: str, **members: object) -> Table:
    """Return a table at which airborne units may drop from Essen."""
    found = table(*AIR, *units, **members)
    found.orders("done")
    assert found.waiting is not None
    assert found.waiting.kind == "drops"
    return found


def test_10_52_a_drop_on_an_empty_hex():
    """10.5, 10.52, 10.53C, 10.55, R-13, R-72  Named behind DAS; takes the hex; the transport pays 1 BRP."""
    found = drops()
    found.orders(drop("de_abn_1", "de_trans_1", "1203"), "done")

    assert found.state.place_of("de_abn_1") == "1203"
    assert found.state.owner("1203") == AXIS
    assert found.state.brp["germany"] == 149


def test_10_53a_base_transport_and_range():
    """10.53, 10.53A  From a base, with a transport there, over at most four hexes."""
    found = drops("de_abn_2 in 1304", "de_air_1 in 1204")

    def why(*words: str) -> list[tuple[str, str]]:
        return [fault[:2] for fault in found.orders(drop(*words)).refused()]

    assert ("10.53A", "no_base") in why("de_abn_2", "de_trans_2", "1203")
    assert why("de_abn_1", "de_trans_1", "0906") == [("10.53A", "out_of_range")]
    assert why("de_abn_1", "de_air_1", "1203") == [("10.53A", "no_transport")]


def test_10_53b_one_operation():
    """10.53B  Who attacks otherwise does not drop."""
    found = table(
        *AIR, "de_abn_2 in 1303", "nl_inf_1 in 1203", "de_inf_01 in 1303", "de_inf_02 in 1303"
    )
    found.orders(attack("1203", "de_abn_2", "de_inf_01", "de_inf_02"), "done")
    while found.waiting and found.waiting.kind != "drops":
        found.orders("done")

    refused = found.orders(drop("de_abn_2", "de_trans_2", "1203")).refused()
    assert ("10.53B", "fights_already") in [fault[:2] for fault in refused]


def test_10_42_poor_supply_and_training():
    """10.42, 10.53D  In partial supply an airborne unit has CTL 1 and does not drop."""
    found = drops("de_abn_2 in 1303, supply partial")

    refused = found.orders(drop("de_abn_2", "de_trans_2", "1203")).refused()
    assert [fault[:2] for fault in refused] == [("10.42", "not_supplied"), ("10.53D", "untrained")]


def test_10_53e_winter():
    """10.53E, R-50  Not into a winter of level 3; of level 2 it is allowed."""
    hard = table(*AIR, winter=3)
    order = DropOn("de_abn_1", "de_trans_1", "1203")
    assert [fault.rule for fault in DROP_FORM.check(hard.state, order)] == ["10.53E"]
    assert drops(winter=2).orders(drop("de_abn_1", "de_trans_1", "1203")).outcome.refused == ()


def test_10_55c_a_drop_on_an_enemy_needs_even_odds():
    """10.55, 10.55C, 15.32H, R-71  1 against 2 x 3 is refused; against flak alone nobody fights back."""
    found = drops("nl_inf_1 in 1203")

    refused = found.orders(drop("de_abn_1", "de_trans_1", "1203"), "done").refused()
    assert [fault[:2] for fault in refused] == [("10.55C", "odds")]


def test_10_56_a_drop_among_enemies():
    """10.56, R-67  The attack with the drop fails: the airborne unit in the enemy's hex is eliminated."""
    found = table(*AIR, "nl_inf_1 in 1203", "de_inf_01 in 1303")
    found.orders(attack("1203", "de_inf_01"), "done")
    assert found.waiting is not None
    assert found.waiting.kind == "drops"
    found.dice(2).orders(drop("de_abn_1", "de_trans_1", "1203"), "done")
    found.orders({"kind": "lose", "units": ["de_inf_01"]})
    found.orders("break_off")

    assert found.state.place_of("de_abn_1") == "pool"
    assert found.state.place_of("nl_inf_1") == "1203"


def test_10_56_after_a_drop_nobody_moves():
    """10.56, 10.41  A unit that dropped does not advance or attack in the same player turn."""
    found = table("de_abn_1 in 1203, dropped", "nl_inf_1 in 1102", "de_inf_01 in 1202")

    refused = found.orders(attack("1102", "de_abn_1", "de_inf_01")).refused()
    assert ("10.56", "dropped") in [fault[:2] for fault in refused]


def intercepted(one: int, two: int) -> Table:
    """Return a drop that five factors meet, with dice for interceptors and transports."""
    found = drops("uk_air_1 in 1004")
    found.orders(drop("de_abn_1", "de_trans_1", "1103"), "done")
    assert found.waiting is not None
    assert found.waiting.kind == "intercept_drop"
    found.dice(one, two).orders({"kind": "intercept_drop", "hex": "1103", "wings": {"uk_air_1": 5}})
    return found


def test_10_54_an_intercepted_drop():
    """10.54, R-28  Transports that lose the air combat take their unit along."""
    found = intercepted(1, 6)
    assert found.state.place_of("de_trans_1") == "pool"
    assert found.state.place_of("de_abn_1") == "pool"
    safe = intercepted(6, 1)
    assert safe.state.place_of("de_abn_1") == "1103"


def test_10_41d_no_rebuilding_in_the_player_turn_of_the_loss():
    """10.41D, R-46  An airborne unit that was lost now is not built now."""
    found = table("de_abn_1 in pool", "de_inf_01 in 1303", step="construct")
    found.state.mark("lost", "de_abn_1")

    refused = found.orders(build("de_abn_1", "1303", "germany")).refused()
    assert refused[0][:2] == ("10.41D", "lost_now")


def test_10_41_specialized_units_fear_neither_exploitation_nor_winter():
    """10.41, 15.33A, 15.33H  An airborne unit keeps DM 2 where infantry has 1 and 0."""
    found = table(
        "de_abn_1 in 1007", "de_inf_01 in 1107", "fr_arm_1 in 1106", active="allies", winter=7,
        phase="exploitation",
    )  # fmt: skip
    found.state.routes["fr_arm_1"] = ("1106",)

    assert reckon(found.state, ("1007",), ("fr_arm_1",)).lines[0].multiplier == 2
    assert reckon(found.state, ("1107",), ("fr_arm_1",)).lines[0].multiplier == 1


def test_10_9_flak():
    """10.9, R-13  Flak moves 1, attacks nobody, and is gone when enemies enter its hex."""
    found = table("de_flak_1 in 1207", "de_inf_01 in 1107", "fr_inf_06 in 1306", step="move")
    assert movement(found.state, "de_flak_1") == 1
    found = table("de_flak_1 in 1207", "fr_inf_06 in 1306")
    assert found.orders(attack("1306", "de_flak_1")).refused()[0][:2] == ("15.2", "does_not_attack")
    entered = table("de_flak_1 in 1207", "fr_inf_06 in 1107", step="move", active="allies")
    assert entered.orders(march("fr_inf_06", "1207")).outcome.refused == ()
    assert entered.state.place_of("de_flak_1") == "pool"

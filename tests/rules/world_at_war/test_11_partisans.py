"""Chapter 11: partisans, in the Massif Central and elsewhere."""

from sealion_pbem.rulesets.world_at_war.orders import Build
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import ctl
from sealion_pbem.rulesets.world_at_war.rules.ch11_partisans import raid_cost
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import reckon
from sealion_pbem.rulesets.world_at_war.rules.r33_supply import grade
from sealion_pbem.rulesets.world_at_war.rules.r44_construction import BUILD_FORM, room_to_build
from sealion_pbem.rulesets.world_at_war.state import FULL
from sealion_pbem.rulesets.world_at_war.table import ALLIES, AXIS
from tests.table import Table
from tests.world_at_war import attack, build, march, table


def maquis(*units: str, **members: object) -> Table:
    """Return a table of the scenario of partisans."""
    return table(*units, scenario="maquis", **members)


def building(number: str, *units: str) -> list[tuple[str, str]]:
    """Return why no partisan can be built in a hex."""
    found = maquis("ptn_wa_1 in 1011", *units, step="construct", active="allies")
    return [fault[:2] for fault in found.orders(build("ptn_wa_2", number, "britain")).refused()]


def test_11_35_where_partisans_are_built():
    """11.31, 11.35, R-55  On a vacant enemy-held hex of France, out of zones and fortifications."""
    assert building("0911") == []
    assert building("1011") == []
    assert building("1004") == [("11.31", "no_partisans")]
    assert building("0911", "de_light_1 in 0911") == [("11.35", "not_vacant")]
    assert building("0911", "de_arm_1 in 0910") == [("11.35", "in_zone")]
    assert ("11.35", "fortified") in building("1306")


def test_11_35_one_a_turn_for_two_brps():
    """11.35, R-42, R-43  A partisan is a 1-3 and costs 2 BRPs; a second in the same turn is refused."""
    found = maquis("ptn_wa_1 in 1011", step="construct", active="allies")
    before = found.state.brp["britain"]
    assert found.state.counter("ptn_wa_2").values == "1-3"
    found.orders(build("ptn_wa_2", "0911", "britain"))
    assert found.state.brp["britain"] == before - 2
    second = BUILD_FORM.check(found.state, Build("ptn_wa_3", "1111", "britain"))
    assert "one_a_turn" in [fault.code for fault in second]


def test_11_42_partisans_stay_in_their_country():
    """11.42, 11.41  From Nice one does not go to Italy, nor from Lille to Belgium."""
    found = maquis("ptn_wa_1 in 0904", step="move", active="allies")
    refused = found.orders(march("ptn_wa_1", "1004")).refused()
    assert refused[0][:2] == ("11.42", "leaves_country")


def test_11_44_never_redeployed():
    """11.44, R-48  Nobody redeploys partisans."""
    found = maquis("ptn_wa_1 in 1011", step="redeploy", active="allies")
    order = {"kind": "redeploy", "unit": "ptn_wa_1", "hex": "0911"}
    assert found.orders(order).refused()[0][:2] == ("11.44", "not_redeployed")


def test_11_46_no_air_support_for_partisans():
    """11.46, R-22  Nobody is asked for DAS when only partisans are attacked."""
    found = table("ptn_wa_1 in 1007", "de_inf_01 in 1106", "de_inf_02 in 1106", "fr_air_1 in 0906")
    found.dice(6).orders(attack("1007", "de_inf_01", "de_inf_02"), "done")
    assert found.state.place_of("ptn_wa_1") == "pool"


def test_11_48_training_multiplier_and_supply():
    """11.48, 11.51, 15.33C, 15.32D  CTL 1 for ever, always in supply, -1 DM: 2 + 1 mountain - 1."""
    state = maquis("ptn_wa_1 in 1011, supply none", "de_inf_01 in 1110").state
    line = reckon(state, ("1011",), ("de_inf_01",)).lines[0]

    assert ctl(state, "ptn_wa_1") == 1
    assert grade(state, "ptn_wa_1") == FULL
    # The Rhone is between them: one more.
    assert line.multiplier == 3
    assert ("partisan", -1, "15.33C") in line.parts


def test_11_6_a_partisan_controls_its_hex_while_it_is_there():
    """11.6, R-13  The hex is nobody's base; when it goes, control falls back."""
    found = maquis("ptn_wa_1 in 0910", "de_inf_01 in 1110", step="move", active="allies")
    assert not found.state.controls(AXIS, "0910")
    assert not found.state.controls(ALLIES, "0910")
    found.orders(march("ptn_wa_1", "0810"))
    assert found.state.controls(AXIS, "0910")
    assert not found.state.controls(AXIS, "0810")


def test_11_64_aircraft_are_driven_away():
    """11.64, R-26  A partisan that moves into an undefended base: the wing goes to the nearest base."""
    found = table(
        "ptn_wa_1 in 1007", "de_air_1 in 1006", step="move", active="allies", axis=["1006", "1108"]
    )
    found.orders(march("ptn_wa_1", "1006"))
    assert found.state.place_of("de_air_1") == "1108"


def test_11_7_what_partisans_cost():
    """11.7  1 BRP in the midst of the enemy, 2 beside an objective, nothing beside friends."""
    assert raid_cost(maquis("ptn_wa_1 in 0911", "de_inf_01 in 1110").state, "ptn_wa_1") == 1
    assert raid_cost(maquis("ptn_wa_1 in 1011", "de_inf_01 in 1110").state, "ptn_wa_1") == 2
    friends = maquis("ptn_wa_1 in 0911", "uk_inf_1 in 0910").state
    assert raid_cost(friends, "ptn_wa_1") == 0


def test_11_73_raids_lower_what_may_be_built():
    """11.7, 11.73, R-45  At the end of the combat phase Germany loses 2 BRPs and may build for 2 less."""
    found = maquis("ptn_wa_1 in 1011", "de_inf_01 in 1502", "de_inf_02 in pool", step="attrition")

    # Nobody is in contact, so the game goes on to construction by itself.
    assert found.state.step == "construct"
    assert found.state.brp["germany"] == 20 - 2
    assert room_to_build(found.state, "germany") == 10 - 2


def test_11_8_operations_against_partisans_do_not_forbid_attrition():
    """11.8, R-51, R-19  They are paid for, but not counted towards the limit."""
    found = table("ptn_wa_1 in 1007", "de_inf_01 in 1106", "de_inf_02 in 1106")
    found.orders(attack("1007", "de_inf_01", "de_inf_02"))
    assert found.state.brp["germany"] == 150 - 6
    assert found.state.spent_on.get("western/limit", 0) == 0
    other = table("fr_rep_1 in 1007", "de_inf_01 in 1106", "de_inf_02 in 1106")
    other.orders(attack("1007", "de_inf_01", "de_inf_02"))
    assert other.state.spent_on["western/limit"] == 6

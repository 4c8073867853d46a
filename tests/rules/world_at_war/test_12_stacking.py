"""Chapter 12: how many units a hex holds."""

from sealion_pbem.rulesets.world_at_war.rules.ch12_stacking import due, excess, is_crowded
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import AXIS
from tests.world_at_war import march, overrun, table


def too_many(state: State, *units: str, number: str = "1106") -> dict[str, int]:
    """Return by how much German units are too many in a hex."""
    return excess(state, units, number, AXIS)


def test_12_11_two_ground_units():
    """12.11, 12.1  Two are not too many, three are by one."""
    state = table("de_inf_01 in 1206").state
    assert too_many(state, "de_inf_01", "de_arm_1") == {}
    assert too_many(state, "de_inf_01", "de_arm_1", "de_rep_1") == {"ground": 1}


def test_12_12_specialized_units_and_flak_besides():
    """12.12, 10.41, 10.9  Two airborne units and two flak factors stand beside two others."""
    state = table("de_flak_1 in 1206", "de_flak_2 in 1206").state
    units = ("de_inf_01", "de_arm_1", "de_abn_1", "de_abn_2", "de_flak_1", "de_flak_2")
    assert too_many(state, *units) == {}


def test_12_13_five_on_a_bridgehead():
    """12.13, R-49  Five ground units on one's own bridgehead, six are too many; the enemy has two."""
    state = table("de_inf_01 in 1106", bridgeheads={"1106": "axis"}).state
    five = [f"de_inf_0{n}" for n in range(1, 6)]
    assert too_many(state, *five) == {}
    assert too_many(state, *five, "de_inf_06") == {"ground": 1}
    theirs = table("de_inf_01 in 1106", bridgeheads={"1107": "allies"}).state
    assert too_many(theirs, *five[:3], number="1107") == {"ground": 1}


def test_12_14_armor_on_a_breakthrough_hex():
    """12.14, 16.5  Too many armor units there are due only at the end of redeployment."""
    units = ("de_arm_1 in 1106", "de_arm_2 in 1106", "de_arm_3 in 1106")
    found = table(*units, step="exploit", breakthroughs={"1106": ["de_arm_1"]})
    assert due(found.state) == ()
    later = table(*units, step="redeploy", breakthroughs={"1106": ["de_arm_1"]})
    assert due(later.state) == ("1106",)
    later.orders("done")
    assert later.waiting is not None
    assert later.waiting.kind == "excess"
    assert later.orders("done").outcome.refused
    later.orders({"kind": "remove_excess", "units": ["de_arm_2"]})
    assert later.state.place_of("de_arm_2") == "pool"


def test_12_15_after_a_failed_overrun():
    """12.15, 13.531, R-64  Excess at the start hex: not those that tried the overrun go."""
    found = table(
        "de_arm_1 in 1106", "de_arm_2 in 1106", "de_air_1 in 1204", "fr_light_1 in 1007",
        "fr_air_1 in 1006", "de_inf_01 in 1107", step="move",
    )  # fmt: skip
    found.orders(overrun("1007", "de_arm_1", "de_arm_2", de_air_1=4))
    assert found.waiting is not None
    assert found.waiting.kind == "overrun_das"
    found.orders({"kind": "overrun_das", "wings": {"fr_air_1": 1}})
    while found.waiting.kind == "overrun_intercept":
        found.orders("done")
    assert found.state.place_of("de_arm_1") == "1106"
    assert [fault[:2] for fault in found.orders(march("de_inf_01", "1106")).refused()] == [
        ("12.2", "overstacked")
    ]


def test_12_17_after_a_retreat():
    """12.17, R-64  Overstacked at the end of the own movement: the owner chooses what goes."""
    found = table(
        "fr_inf_06 in 1007", "fr_inf_07 in 1007", "fr_inf_08 in 1007", step="move", active="allies"
    )
    found.orders("done")
    assert found.waiting is not None
    assert found.waiting.kind == "excess"
    found.orders({"kind": "remove_excess", "units": ["fr_inf_08"]})
    assert found.state.place_of("fr_inf_08") == "pool"
    free = table(
        "fr_inf_06 in 1007", "fr_inf_07 in 1007", "fr_inf_08 in 1007", step="move", active="allies"
    )
    free.orders(march("fr_inf_08", "1008"), "done")
    assert free.state.place_of("fr_inf_08") == "1008"


def test_12_2_limits_hold_where_movement_ends():
    """12.2, R-74  Through a full hex one passes; in it one does not stop."""
    units = ("de_inf_01 in 1106", "de_inf_02 in 1106", "de_inf_03 in 1107")
    assert table(*units, step="move").orders(march("de_inf_03", "1106")).refused()[0][:2] == (
        "12.2", "overstacked",
    )  # fmt: skip
    passed = table(*units, step="move", axis=["1006"])
    assert passed.orders(march("de_inf_03", "1106", "1006")).outcome.refused == ()


def test_12_3_allies_stack():
    """12.3, R-65  French and British stack, unless cooperation is strict."""
    units = ("fr_inf_06 in 1007", "uk_mech_1 in 1008")
    for cooperation, crowded in (("free", False), ("strict", True)):
        found = table(*units, options={"cooperation": cooperation}, step="move", active="allies")
        seat = found.state.active
        assert is_crowded(found.state, "1007", seat, ("uk_mech_1",)) is crowded
        assert bool(found.orders(march("uk_mech_1", "1007")).outcome.refused) is crowded

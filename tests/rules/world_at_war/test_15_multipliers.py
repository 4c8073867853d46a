"""Chapter 15: every defense multiplier alone, and in the combinations the rules mention."""

import pytest

from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import reckon
from sealion_pbem.rulesets.world_at_war.state import State
from tests.table import Table
from tests.world_at_war import table


def net(state: State, number: str, *attackers: str) -> int:
    """Return the multiplier of the first defender."""
    return reckon(state, (number,), attackers).lines[0].multiplier


def exploiting(*units: str, **members: object) -> Table:
    """Return a table at which the first unit is exploiting."""
    found = table(*units, phase="exploitation", **members)
    unit, _, number = units[0].partition(" in ")
    found.state.routes[unit] = (number.partition(",")[0],)
    return found


@pytest.mark.parametrize(
    ("defender", "attacker", "multiplier"),
    [
        ("fr_inf_06 in 1007", "de_inf_01 in 1106", 2),
        ("fr_inf_06 in 1106", "de_inf_01 in 1105", 3),
        ("be_inf_1 in 1105", "de_inf_01 in 1206", 3),
        ("fr_inf_06 in 1207", "de_inf_01 in 1206", 4),
        ("be_inf_1 in 1104", "de_inf_01 in 1005", 3),
        ("fr_inf_06 in 1106", "de_inf_01 in 1206", 5),
        ("be_inf_1 in 1104", "de_inf_01 in 1105", 4),
    ],
    ids=["clear", "river", "forest", "Maginot", "Liege", "Maginot and river", "Liege and river"],
)
def test_15_32_what_the_hex_adds(defender: str, attacker: str, multiplier: int):
    """15.3, 15.32A, 15.32C, 15.32D, 15.32E, 15.32F  Basic 2, river 1, forest 1, fortress 2, fort 1."""
    state = table(defender, attacker).state
    assert net(state, defender[-4:], attacker.partition(" ")[0]) == multiplier


def test_15_32_one_flank_takes_rivers_and_walls_away():
    """15.32C, 15.32E, R-61  They count only if all attack across them."""
    state = table("fr_inf_06 in 1207", "de_inf_01 in 1206", "de_inf_02 in 1107").state
    assert net(state, "1207", "de_inf_01", "de_inf_02") == 2


def test_15_321_west_wall_and_river():
    """15.321, 15.32F  On the same side +2; the wall alone +1; on different sides +1."""
    units = ("de_inf_01 in 1205", "fr_inf_06 in 1104", "fr_inf_07 in 1105", "fr_inf_08 in 1304")
    state = table(*units, active="allies", allies=["1304"]).state
    forest = 1
    assert net(state, "1205", "fr_inf_06") == 2 + forest + 2
    assert net(state, "1205", "fr_inf_07") == 2 + forest + 1
    assert net(state, "1205", "fr_inf_06", "fr_inf_07") == 2 + forest + 1
    # Over the Rhine from behind and over the wall in front.
    assert net(state, "1205", "fr_inf_07", "fr_inf_08") == 2 + forest + 1


def test_15_322_a_multiplier_may_rise():
    """15.322  Without the flanking unit the river counts again."""
    state = table("fr_inf_06 in 1106", "de_inf_01 in 1105", "de_inf_02 in 1107").state
    assert net(state, "1106", "de_inf_01", "de_inf_02") == 2
    assert net(state, "1106", "de_inf_01") == 3


@pytest.mark.parametrize(
    ("defender", "extra"), [("nl_inf_1", 1), ("fr_rep_1", 1), ("ptn_wa_1", 0), ("fr_arm_1", 2)]
)
def test_15_32h_a_drop_alone(defender: str, extra: int):
    """15.32H, 10.55  Infantry and replacements +1, armor +2; a partisan +1 less its own 1."""
    state = table(f"{defender} in 1203", "de_abn_1 in 1303").state
    assert reckon(state, ("1203",), (), ("de_abn_1",)).lines[0].multiplier == 2 + extra


def test_15_32h_a_drop_takes_the_river_away():
    """15.32C, 15.32E, 10.55, R-61  Not the fortification."""
    state = table("fr_inf_06 in 1106", "de_inf_01 in 1206", "de_abn_1 in 1303").state
    assert reckon(state, ("1106",), ("de_inf_01",), ("de_abn_1",)).lines[0].multiplier == 4
    alone = reckon(state, ("1106",), (), ("de_abn_1",)).lines[0].multiplier
    assert alone == 2 + 2 + 1


@pytest.mark.parametrize(
    ("defender", "less"),
    [("fr_inf_06", 1), ("fr_rep_1", 1), ("uk_mech_1", 1), ("fr_arm_1", 0)],
)
def test_15_33a_exploiting_armor(defender: str, less: int):
    """15.33, 15.33A, R-32, 10.13  -1 for infantry and replacements, not for armor."""
    found = exploiting("de_arm_1 in 1106", f"{defender} in 1007")
    assert net(found.state, "1007", "de_arm_1") == 2 - less


def test_15_33a_not_in_key_hexes_nor_by_untrained_armor():
    """15.33A, R-32  Paris is a key hex; Italian armor of CTL 1 is not feared."""
    paris = exploiting("de_arm_1 in 1006", "fr_inf_06 in 0906")
    assert net(paris.state, "0906", "de_arm_1") == 2
    italians = exploiting("it_arm_1 in 1106", "fr_inf_06 in 1007", neutral=[])
    assert net(italians.state, "1007", "it_arm_1") == 2


def test_15_331_armor_without_its_component():
    """15.331, 10.32  It takes the -1 of exploiting armor like infantry."""
    found = exploiting("de_arm_1 in 1106", "fr_arm_1 in 1007, supply partial")
    assert net(found.state, "1007", "de_arm_1") == 1


@pytest.mark.parametrize(
    ("unit", "number", "multiplier"),
    [
        ("it_inf_1", "1007", 1),
        ("it_rep_1", "1007", 1),
        ("it_arm_1", "1007", 2),
        ("it_inf_1", "1112", 2),
    ],
)
def test_15_33b_italians(unit: str, number: str, multiplier: int):
    """15.33B, R-11, R-57  -1 outside the Mediterranean front; not for armor, not at Marseilles."""
    beside = {"1007": "1008", "1112": "1012"}[number]
    found = table(f"{unit} in {number}", f"fr_inf_06 in {beside}", active="allies", neutral=[])
    river = 1 if number == "1112" else 0
    seine = 1 if number == "1007" else 0
    assert net(found.state, number, "fr_inf_06") == multiplier + river + seine


def test_15_33b_minors_abroad():
    """15.33B, R-58  Belgians at home 2, in France 1."""
    state = table("be_inf_1 in 1005", "be_light_1 in 1007", "de_inf_01 in 1006").state
    assert net(state, "1005", "de_inf_01") == 2
    assert net(state, "1007", "de_inf_01") == 1


def test_15_33c_untrained_units():
    """15.33C, R-30, R-35  CTL 0 abroad -1; at home none; partisans always -1."""
    units = ("uk_inf_1 in 1007, supply partial", "fr_inf_06 in 1006, supply partial")
    state = table(*units, "ptn_wa_1 in 1107", "de_inf_01 in 1106").state
    assert net(state, "1007", "de_inf_01") == 1
    assert net(state, "1006", "de_inf_01") == 2
    assert net(state, "1107", "de_inf_01") == 1
    trained = table("uk_inf_1 in 1007", "de_inf_01 in 1106").state
    assert net(trained, "1007", "de_inf_01") == 2


def test_15_33d_isolation_of_units_and_walls():
    """15.33D, R-38, R-39  A wall loses 1 for each turn it is cut off, a unit 1 for each turn isolated."""
    units = ("fr_inf_06 in 1207, isolated 1", "de_inf_01 in 1206")
    assert net(table(*units).state, "1207", "de_inf_01") == 2 + 2 - 1
    assert net(table(*units, cut={"1207": 1}).state, "1207", "de_inf_01") == 2 + 1 - 1
    assert net(table(*units, cut={"1207": 3}).state, "1207", "de_inf_01") == 2 - 1


def test_15_33h_hard_winter():
    """15.33H  Level 7: infantry -1 outside key hexes; level 6 none; armor none."""
    units = ("fr_inf_06 in 1007", "fr_arm_1 in 1107", "fr_inf_07 in 0906", "de_inf_01 in 1106")
    hard, mild = table(*units, winter=7).state, table(*units, winter=6).state
    assert [net(hard, n, "de_inf_01") for n in ("1007", "1107", "0906")] == [1, 2, 2]
    assert net(mild, "1007", "de_inf_01") == 2


def test_w_2_two_reasons_and_never_below_1():
    """15.35, 15.33A, 15.33B  W-2: a minor's 2-3 abroad against exploiting armor: 2 - 1 - 1, so 1: 2."""
    found = exploiting("de_arm_1 in 1106", "be_inf_1 in 1007")
    assert net(found.state, "1007", "de_arm_1") == 1
    assert reckon(found.state, ("1007",), ("de_arm_1",)).defense == 2


def test_w_3_units_in_one_hex_may_differ():
    """15.35, 15.33A  W-3 with our counters: armor of 3 and infantry of 2: 3 x 2 + 2 x 1 = 8."""
    found = exploiting("de_arm_1 in 1106", "fr_arm_1 in 1007", "fr_inf_06 in 1007")
    assert reckon(found.state, ("1007",), ("de_arm_1",)).defense == 3 * 2 + 2 * 1


def test_r_60_several_hexes_have_multipliers_of_their_own():
    """R-60, 15.44  Paris and Reims from 1007: one total, each hex by its own sides."""
    state = table("fr_inf_06 in 1106", "fr_inf_07 in 1006", "de_inf_01 in 1105").state
    odds = reckon(state, ("1106", "1006"), ("de_inf_01",))
    assert [line.multiplier for line in odds.lines] == [3, 3]
    assert odds.defense == 12

"""Rules that only positions written by hand bring about (R-77): mud, surprise, sites, training."""

from typing import Any

import pytest

from sealion_pbem.rulesets.world_at_war.rules.ch10_units import (
    ctl,
    has_zone,
    is_intact,
    is_key,
    zone,
)
from sealion_pbem.rulesets.world_at_war.rules.ch11_partisans import raid_cost
from sealion_pbem.rulesets.world_at_war.rules.ch13_movement import step_cost
from sealion_pbem.rulesets.world_at_war.rules.ch14_attrition import modifier
from sealion_pbem.rulesets.world_at_war.rules.ch14_effects import eligible
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import reckon
from sealion_pbem.rulesets.world_at_war.rules.ch16_exploitation import exploitation_factor
from sealion_pbem.rulesets.world_at_war.rules.r33_supply import grade
from sealion_pbem.rulesets.world_at_war.state import FULL
from sealion_pbem.rulesets.world_at_war.table import ALLIES
from tests.table import Table
from tests.world_at_war import attack, march, overrun, table


def why(found: Table, order: dict[str, Any]) -> list[tuple[str, str]]:
    """Return rule and code of every reason against an order."""
    return [fault[:2] for fault in found.orders(order).refused()]


def test_10_33_armor_in_the_mud_goes_no_further():
    """10.33, R-77  W-11: with 3 of 6 used armor stops where its component is negated."""
    forces = ("de_arm_1 in 1106", "de_inf_01 in 1106", "fr_inf_06 in 0611")
    found = table(*forces, step="move", by_hand={"mired": ["0806"]})
    way = ("1006", "0905", "0806")
    assert why(found, march("de_arm_1", *way, "0807")) == [("10.33", "mired")]
    assert why(found, march("de_arm_1", *way)) == []
    # A second order does not help either, though three factors are left.
    assert why(found, march("de_arm_1", "0807")) == [("10.33", "mired")]


def test_10_33_leaving_the_mud_gives_the_factors_back():
    """10.33, 13.47  Armor that begins there has 6 again outside; in it no zone and no overrun."""
    found = table(
        "de_arm_1 in 0806", "fr_light_1 in 0805", step="move", by_hand={"mired": ["0806"]}
    )
    assert not is_intact(found.state, "de_arm_1")
    assert not has_zone(found.state, "de_arm_1")
    assert ("13.52", "component_negated") in why(found, overrun("0805", "de_arm_1"))
    assert why(found, march("de_arm_1", "0807", "0808", "0908", "0907", "0906", "1006")) == []


def test_10_33_r_78_oil_and_the_supply_of_exploitation():
    """10.33, 16.61, R-78  Oil takes component and training, but not on exploitation supply."""
    found = table(
        "de_arm_1 in 1008, oiled, sustained",
        "de_arm_2 in 1007, oiled",
        "fr_inf_06 in 0906",
        step="move",
    )
    state = found.state
    assert is_intact(state, "de_arm_1")
    assert ctl(state, "de_arm_1") == 2
    assert grade(state, "de_arm_1") == FULL
    assert not is_intact(state, "de_arm_2")
    assert ctl(state, "de_arm_2") == 1
    assert why(found, march("de_arm_2", "1107", "1108", "1109", "1110")) == [("13.41", "too_far")]


def surprised(*units: str, **members: Any) -> Table:
    """Return the first turn of an attack in which 1006, 1007 and 0906 count as Russia."""
    by_hand = {"russia": ["1006", "1007", "0906", "0905"], "is_surprised": True}
    return table(*units, by_hand=by_hand, **members)


def test_10_344_armor_beside_the_attacker_has_no_zone():
    """10.344, R-77  Beside Axis hexes when the turn begins: no zone in movement."""
    found = surprised("de_inf_01 in 1106", "de_inf_02 in 1206", "fr_arm_1 in 1006", step="prepare")
    assert zone(found.state, ALLIES)
    found.orders("done")
    assert found.state.is_marked("fr_arm_1", "stunned")
    assert not zone(found.state, ALLIES)
    assert why(found, march("de_inf_01", "1107", "1108", "1109")) == []
    found.orders("done")
    assert zone(found.state, ALLIES), "it is back behind the movement phase"


def test_10_344_other_armor_costs_one_factor_more():
    """10.344, 13.41D  To leave a zone of other Russian armor costs 1 more, in exploitation 2."""
    forces = ("de_inf_01 in 1106", "fr_arm_1 in 1007")
    state = surprised(*forces, step="move").state
    zones = zone(state, ALLIES)
    assert step_cost(state, "1106", "1107", zones) == 1 + 1
    exploiting = surprised(*forces, step="exploit").state
    assert step_cost(exploiting, "1106", "1107", zones) == 1 + 2
    plain = table(*forces, step="move").state
    assert step_cost(plain, "1106", "1107", zones) == 1 + 2
    both = surprised(*forces, "uk_arm_1 in 1207", step="move").state
    assert step_cost(both, "1106", "1107", zone(both, ALLIES)) == 1 + 2, (
        "the British are not surprised"
    )


def test_10_344_the_surprise_is_over_with_the_turn():
    """10.344, R-77  In the next player turn nobody is surprised any more."""
    found = surprised("de_inf_01 in 1106", "fr_arm_1 in 1006", step="redeploy")
    found.orders("done")
    assert not found.state.by_hand.is_surprised
    assert found.state.by_hand.russia


@pytest.mark.parametrize(
    ("unit", "number", "attackers", "multiplier"),
    [
        ("fr_inf_06", "1007", ("de_arm_1",), 1),
        # Without armor, outside Russia, in Paris: no surprise. Armor and replacements never.
        ("fr_inf_06", "1007", ("de_inf_01",), 2),
        ("fr_inf_06", "1107", ("de_arm_1",), 2),
        ("fr_arm_1", "1007", ("de_arm_1",), 2),
        ("fr_rep_1", "1007", ("de_arm_1",), 2),
    ],
)
def test_15_33g_surprise_in_russia(
    unit: str, number: str, attackers: tuple[str, ...], multiplier: int
):
    """15.33G, 15.331  -1 for infantry attacked by armor in regular combat."""
    state = surprised("de_arm_1 in 1106", "de_inf_01 in 1106", f"{unit} in {number}").state
    assert [line.multiplier for line in reckon(state, (number,), attackers).lines] == [multiplier]


def test_15_33g_not_in_objectives_nor_in_exploitation():
    """15.33G  Not in Paris, not at an industrial center, not in exploitation; armor on foot counts."""
    paris = surprised("de_arm_1 in 1006", "fr_inf_06 in 0906").state
    assert reckon(paris, ("0906",), ("de_arm_1",)).lines[0].multiplier == 2
    by_hand = {"russia": ["1007"], "is_surprised": True, "sites": {"1007": "industrial_center"}}
    center = table("de_arm_1 in 1106", "fr_inf_06 in 1007", by_hand=by_hand).state
    assert reckon(center, ("1007",), ("de_arm_1",)).lines[0].multiplier == 2
    forces = ("de_arm_1 in 1106, route 1106", "fr_inf_06 in 1007")
    later = surprised(*forces, phase="exploitation").state
    (line,) = reckon(later, ("1007",), ("de_arm_1",)).lines
    assert [rule for _, _, rule in line.parts] == ["15.32A", "15.33A"]
    on_foot = surprised("de_arm_1 in 1106", "fr_arm_1 in 1007, supply partial").state
    assert reckon(on_foot, ("1007",), ("de_arm_1",)).lines[0].multiplier == 1


def test_15_33g_overruns_in_movement():
    """15.33G, 13.52  8 to 2 - 1 = 1 x 1: armor overruns what it could not otherwise."""
    forces = ("de_arm_1 in 1106", "de_arm_2 in 1106", "fr_light_1 in 1007")
    assert why(surprised(*forces, step="move"), overrun("1007", "de_arm_1", "de_arm_2")) == []
    assert ("13.52", "odds") in why(
        table(*forces, step="move"), overrun("1007", "de_arm_1", "de_arm_2")
    )


def test_13_47_16_39b_winter_counts_where_armor_is():
    """13.47, 16.39B  W-10, W-12: the winter of the west counts in its hexes only, the mountain for good."""
    state = table("de_arm_1 in 1211", step="exploit", winter=3).state
    assert exploitation_factor(state, "de_arm_1", "1211", "1211") == 5
    assert exploitation_factor(state, "de_arm_1", "1211", "1110") == 2
    assert exploitation_factor(state, "de_arm_1", "1112", "1112") == 6
    hard = table("de_arm_1 in 1211", step="exploit", winter=9).state
    assert exploitation_factor(hard, "de_arm_1", "1211", "1110") == 0


def test_16_31_a_stormed_stronghold_costs_three():
    """16.31, R-77  From a Russian objective that three factors held armor exploits with 3 less."""

    def broken(*garrison: str) -> Table:
        found = table(
            "de_arm_1 in 1006", "de_inf_01 in 1006", "de_arm_2 in 1007", "de_air_1 in 1108", *garrison,
            by_hand={"russia": ["0906"]}, axis=["1108"],
        )  # fmt: skip
        found.dice(6).orders(attack("0906", "de_arm_1", "de_inf_01", de_air_1=5), "done")
        if found.waiting is not None and found.waiting.kind == "exchange":
            found.orders("keep")
        found.orders({"kind": "advance", "moves": {"de_inf_01": "0906"}})
        return found

    weak, strong = (
        broken("fr_inf_06 in 0906"),
        broken("fr_light_1 in 0906", "fr_light_2 in 0906", "fr_rep_1 in 0906"),
    )
    assert exploitation_factor(weak.state, "de_arm_2", "0906", "0906") == 6
    assert exploitation_factor(strong.state, "de_arm_2", "0906", "0906") == 3


def test_15_32e_a_fortress_hex_counts_from_every_side():
    """15.32E, 15.52, 14.23D, R-77  +2 always; below 1:1 nobody attacks it; its units are not worn down."""
    forces = ("de_inf_01 in 1106", "de_arm_1 in 1106", "fr_inf_06 in 1007")
    found = table(*forces, by_hand={"sites": {"1007": "fortress"}})
    odds = reckon(found.state, ("1007",), ("de_arm_1",))
    assert (odds.defense, odds.is_fortified) == (2 * 4, True)
    assert ("15.52", "odds") in why(found, attack("1007", "de_arm_1"))
    worn = table(
        *forces, "fr_inf_07 in 1006", step="attrition", by_hand={"sites": {"1007": "fortress"}}
    )
    zone_name = next(iter(worn.ruleset.forms["attrition"].choices(worn.state, {}, "zone"))).value
    units = worn.ruleset.forms["attrition"].choices(worn.state, {"zone": zone_name}, "units")
    assert {c.value for c in units} == {"de_inf_01", "de_arm_1"}, "beside 1006 they are counted"


@pytest.mark.parametrize(("site", "cost"), [("industrial_center", 2), ("railhead", 1)])
def test_11_7_15_33a_centers_and_railheads(site: str, cost: int):
    """15.33A, 11.7, 14.62C  Both are key hexes; next to a center a partisan costs 2 BRPs."""
    found = table(
        "de_inf_01 in 1405", "ptn_wa_1 in 0910", scenario="maquis", by_hand={"sites": {"0911": site}},
        step="attrition",
    )  # fmt: skip
    assert is_key(found.state, "0911", ALLIES)
    assert raid_cost(found.state, "ptn_wa_1") == cost


def test_r_77_training_by_hand():
    """R-77, R-30, 15.8  A nation's training may be set: three rounds, Ex-3 against walls, drops."""
    state = table(
        "uk_inf_1 in 1006", "uk_air_1 in 0906", by_hand={"training": {"britain": 3}}
    ).state
    assert (ctl(state, "uk_inf_1"), ctl(state, "uk_air_1")) == (3, 3)


def test_r_79_italy_pays_in_its_own_hexes():
    """11.7, R-79  The power whose unit took the hex pays for a partisan in it, not always Germany."""
    found = table(
        "it_inf_1 in 1211", "de_inf_01 in 1207", "it_light_1 in 1510", step="move", neutral=[],
        conquered={"france": 1}, options={"play_on": "yes", "partisans": "after_surrender"},
        axis=["1212", "1112", "1213", "1312", "1210", "1110", "1109", "1010", "1011", "1111", "1209"],
    )  # fmt: skip
    assert found.state.power_of("1111") == "germany"
    assert why(found, march("it_inf_1", "1111")) == []
    assert found.state.power_of("1111") == "germany", "it was the Axis' already"
    lost = table(
        "it_inf_1 in 1211", "ptn_wa_1 in 1111", step="attrition", neutral=[], conquered={"france": 1},
        options={"play_on": "yes", "partisans": "after_surrender"},
        axis=["1212", "1112", "1110", "1211", "1111", "1012", "1011"], powers={"1111": "italy"},
    )  # fmt: skip
    # Nobody is worn down, so the step is over at once; Lyons and Marseilles are next to 1111.
    assert lost.state.step == "construct"
    assert lost.state.raided == {"italy": 2}


def test_r_79_who_takes_a_hex_has_it():
    """R-79, R-13  An Italian unit that takes a French hex has it for Italy; a German one for Germany."""
    found = table(
        "it_inf_1 in 1310", "de_inf_01 in 1310", "fr_inf_06 in 0906", step="move", neutral=[]
    )
    found.orders(march("it_inf_1", "1211"))
    found.orders(march("de_inf_01", "1210"))
    assert (found.state.power_of("1211"), found.state.power_of("1210")) == ("italy", "germany")


@pytest.mark.parametrize(
    ("number", "winter", "difference"),
    [("1007", 3, 1 + 2), ("1007", 1, 1 + 1), ("1007", 0, 1), ("1112", 3, 1)],
)
def test_14_42c_preparation_counts_where_winter_does(number: str, winter: int, difference: int):
    """14.42C, R-50  Preparation up to the level of the defender's area, on the western front only."""
    state = table(
        "de_inf_01 in 1106", f"fr_inf_06 in {number}", step="attrition", winter=winter, ready={"germany": 2}
    ).state  # fmt: skip
    assert modifier(state, ["de_inf_01"], ["fr_inf_06"]) == difference


@pytest.mark.parametrize(
    ("trouble", "behind"), [("", True), (", oiled", False), (", supply partial", False)]
)
def test_14_52a_losses_from_the_supply_zone(trouble: str, *, behind: bool):
    """14.52A, R-53  Only for units that were fully supplied and not under oil effects."""
    found = table(
        "de_inf_01 in 1106", f"fr_inf_06 in 1007{trouble}", "fr_rep_1 in 1110", step="attrition",
        zones=[{"front": "western", "faction": "allies", "hexes": [n]} for n in ("1007", "1110")],
        attrition={"zone": 0, "units": ["de_inf_01"], "contact": ["fr_inf_06"], "counters": 1, "hexes": 0,
                   "stage": "losses"},
    )  # fmt: skip
    if behind:
        assert eligible(found.state) == ["fr_inf_06", "fr_rep_1"]
    else:
        assert found.state.place_of("fr_inf_06") == "pool", "nobody else can be lost"

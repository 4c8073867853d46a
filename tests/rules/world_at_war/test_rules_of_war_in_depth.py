"""Sections and rulings that a single case does not prove: each with what the facts say beside it."""

from typing import Any

import pytest

from sealion_pbem.rulesets.world_at_war.events.combat import RoundBegan
from sealion_pbem.rulesets.world_at_war.events.general import UnitLost
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import is_key
from sealion_pbem.rulesets.world_at_war.rules.ch12_stacking import overstacked
from sealion_pbem.rulesets.world_at_war.rules.ch14_retreats import least_evil
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import reckon
from sealion_pbem.rulesets.world_at_war.rules.r44_construction import price_of
from sealion_pbem.rulesets.world_at_war.state import FULL, PARTIAL
from sealion_pbem.rulesets.world_at_war.table import AXIS
from tests.table import Table
from tests.world_at_war import attack, build, drop, march, overrun, table


def why(found: Table, order: dict[str, Any]) -> list[tuple[str, str]]:
    """Return rule and code of every reason against an order."""
    return [fault[:2] for fault in found.orders(order).refused()]


def asked(found: Table) -> str:
    """Return the decision that waits."""
    assert found.waiting is not None
    return found.waiting.kind


def test_12_15_who_tried_the_overrun_stays():
    """12.15, 13.531  Two of three tried an overrun that failed: the third goes when movement ends."""
    found = table(
        "de_arm_1 in 1106", "de_arm_2 in 1106", "de_inf_01 in 1106", "de_air_1 in 1204",
        "fr_light_1 in 1007", "fr_air_1 in 0906", step="move",
    )  # fmt: skip
    found.orders(overrun("1007", "de_arm_1", "de_arm_2", de_air_1=4))
    found.orders({"kind": "overrun_das", "wings": {"fr_air_1": 1}})
    assert "1007" in found.state.repulsed
    assert overstacked(found.state, AXIS) == ("1106",), "as long as movement goes on"
    found.orders("done")
    assert asked(found) == "excess"
    assert why(found, {"kind": "remove_excess", "units": ["de_arm_1"]}) == [("12.15", "no_help")]
    assert why(found, {"kind": "remove_excess", "units": ["de_inf_01"]}) == []
    assert [a.hexes for a in found.state.attacks] == [("1007",)], "they must attack"


def dropped(*hunters: str) -> Table:
    """Return two airborne units over 1103 that wings from Brussels meet."""
    found = table(
        "de_abn_1 in 1204", "de_abn_2 in 1204", "de_trans_1 in 1204", "de_trans_2 in 1204",
        "de_air_1 in 1204", "fr_air_1 in 1004", *hunters,
    )  # fmt: skip
    found.orders("done")
    found.orders(drop("de_abn_1", "de_trans_1", "1103"), drop("de_abn_2", "de_trans_2", "1103"))
    return found


def test_10_54_one_is_lost_and_one_turns_back():
    """10.54, R-23, R-28  1 + 2 against 2 + 1 + 1: one transport is lost with its unit, one aborts."""
    found = dropped()
    found.orders({"kind": "intercept_drop", "hex": "1103", "wings": {"fr_air_1": 5}})
    assert asked(found) == "escort"
    found.dice(1, 3).orders("done")
    if asked(found) == "losses_attack":
        found.orders({"kind": "lose", "units": [], "air": {"de_trans_2": 1}})
    places = {unit: found.state.place_of(unit) for unit in ("de_abn_1", "de_abn_2")}
    assert sorted(places.values()) == ["1204", "pool"]


def test_10_54_an_escort_takes_the_blow():
    """10.54, R-28  With an escort the wings fight each other; the transports come through."""
    found = dropped()
    found.orders({"kind": "intercept_drop", "hex": "1103", "wings": {"fr_air_1": 5}})
    found.dice(1, 6).orders({"kind": "escort", "hex": "1103", "wings": {"de_air_1": 5}})
    assert found.state.units["de_air_1"].factors < 5
    assert {found.state.place_of(unit) for unit in ("de_abn_1", "de_abn_2")} == {"1103"}
    assert found.state.owner("1103") == AXIS, "a drop takes an empty hex (R-13)"


def test_14_73_evils_are_compared_the_worst_first():
    """14.73  Plain before full, full before a zone, a zone before an enemy hex; one evil before two."""

    def open_to(*units: str, **members: Any) -> list[str]:
        taken = {"de_inf_01": "1007"}
        found = table(
            "de_inf_01 in 1106", "fr_inf_06 in 1007", *units, step="attrition", zones=[
                {"front": "western", "faction": "allies", "hexes": ["1007", "0906", "1008", "0907"]}],
            attrition={"zone": 0, "units": ["de_inf_01"], "contact": ["fr_inf_06"], "counters": 0,
                       "hexes": 1, "stage": "retreat", "taken": taken}, **members,
        )  # fmt: skip
        return least_evil(found.state, "fr_inf_06", {})

    held = ["1006", "1107"]
    full = ("fr_inf_01 in 0906", "fr_inf_02 in 0906")
    assert open_to(axis=held) == ["0906", "0907", "1008"]
    assert open_to(*full, axis=held) == ["0907", "1008"]
    # 0907 is full too, 1008 in a panzer's zone: overstacking is the lesser evil.
    crowd = (*full, "fr_inf_03 in 0907", "fr_inf_04 in 0907", "de_arm_1 in 1009")
    assert open_to(*crowd, axis=held) == ["0906", "0907"]
    # All own hexes are gone: an enemy-controlled one, not in a zone if possible.
    assert open_to("de_arm_1 in 1009", axis=[*held, "0906", "0907", "1008"]) == [
        "0906",
        "0907",
        "1006",
        "1107",
    ]


def test_14_76_flak_never_retreats():
    """14.76, 10.9  A hex that is taken by attrition costs its flak; the infantry goes."""
    found = table(
        "de_inf_01 in 1106", "de_inf_02 in 1106", "de_inf_03 in 1107", "de_inf_04 in 1107",
        "fr_inf_06 in 1007", "uk_flak_1 in 1007", "fr_inf_07 in 0906", step="attrition",
    )  # fmt: skip
    zone = next(iter(found.ruleset.forms["attrition"].choices(found.state, {}, "zone"))).value
    units = [f"de_inf_{n:02}" for n in range(1, 5)]
    found.dice(4).orders({"kind": "attrition", "zone": zone, "units": units})
    found.orders("keep")
    while asked(found) != "occupy":
        found.orders({"kind": "lose_counters", "units": ["fr_inf_07"]})
    result = found.orders({"kind": "occupy", "moves": {"de_inf_01": "1007"}})
    if found.waiting is not None and found.waiting.kind == "retreat":
        result = found.orders({"kind": "retreat", "moves": {"fr_inf_06": "0906"}})
    assert "uk_flak_1" in [event.unit for event in result.events if isinstance(event, UnitLost)]
    assert found.state.place_of("fr_inf_06") == "0906"


def test_r_52_an_independent_minor_has_a_die_of_its_own():
    """R-52, 14.33  Its losses are chosen by the Allies, from its own units only."""
    zones = [
        {"front": "western", "faction": "allies", "hexes": ["1006", "0906"]},
        {"front": "western", "faction": "belgium", "hexes": ["1004", "1005", "0904"]},
    ]
    found = table(
        "de_inf_01 in 1103", "de_inf_02 in 1103", "de_inf_03 in 1105", "de_inf_04 in 1105",
        "be_inf_1 in 1004", "be_light_1 in 1004", "be_light_2 in 0904", "fr_inf_06 in 1006",
        step="attrition", independent=["belgium"], zones=zones,
    )  # fmt: skip
    units = ["de_inf_01", "de_inf_02"]
    found.dice(6).orders({"kind": "attrition", "zone": "0904", "units": units})
    assert (asked(found), found.waiting and found.waiting.seat) == ("attrition_losses", "allies")
    assert why(found, {"kind": "lose_counters", "units": ["fr_inf_06"]})[0] == (
        "14.52",
        "not_eligible",
    )
    assert why(found, {"kind": "lose_counters", "units": ["be_light_1", "be_light_2"]}) == []


def test_r_57_africa_does_not_matter():
    """R-57, 15.33B  No Axis unit is in Africa, and an Italian in Turin keeps his 2."""
    state = table("it_inf_1 in 1310", "fr_inf_06 in 1210", active="allies", neutral=[]).state
    assert reckon(state, ("1310",), ("fr_inf_06",)).lines[0].multiplier == 2


def test_r_36_supply_holds_until_the_next_determination():
    """R-36  Who is cut off behind step 4 stays supplied; who is built or redeployed is full at once."""
    found = table(
        "fr_inf_06 in 0906, supply partial", "fr_inf_07 in 0806", "fr_rep_1 in pool", "de_inf_01 in 1106",
        step="construct", active="allies",
    )  # fmt: skip
    found.orders(build("fr_rep_1", "0906", "france"), "done")
    assert found.state.units["fr_inf_06"].supply == PARTIAL
    assert found.state.units["fr_rep_1"].supply == FULL
    found.orders({"kind": "redeploy", "unit": "fr_inf_06", "hex": "0807"})
    assert found.state.units["fr_inf_06"].supply == FULL
    cut = table("de_inf_01 in 1106", "de_arm_1 in 1107", "fr_arm_1 in 0906", step="move")
    cut.orders(march("de_arm_1", "1007", "0907", "0808"))
    assert cut.state.units["de_arm_1"].supply == FULL


def test_r_31_in_the_second_round_only_the_trained_attack():
    """R-31, 15.8  Germans of CTL 2 go on without the Italians and without Italian aircraft."""
    found = table(
        "de_arm_1 in 1106", "de_inf_01 in 1106", "it_inf_1 in 1107", "it_air_1 in 1108", "de_air_1 in 1204",
        "fr_arm_1 in 1007", "uk_mech_1 in 1007", neutral=[], axis=["1108"],
    )  # fmt: skip
    order = attack("1007", "de_arm_1", "de_inf_01", "it_inf_1", it_air_1=3, de_air_1=3)
    # 15 to 12 is 1:1, a 6 is d: half of six factors go.
    found.dice(6).orders(order, "done")
    found.orders("keep")
    found.orders({"kind": "lose", "units": ["fr_arm_1"], "air": {}})
    assert asked(found) == "another_round"
    (begun, *_) = [e for e in found.dice(1).orders("go_on").events if isinstance(e, RoundBegan)]
    assert begun.attackers == ("de_arm_1", "de_inf_01")
    assert begun.support == {"de_air_1": 3}
    assert found.state.units["it_air_1"].factors == 5, "its three factors went home unhurt"


def test_r_49_the_life_of_a_bridgehead():
    """R-49, 12.13  A key hex of five units; taken up in the redeployment of the owner's next turn."""
    forces = [f"de_inf_{n:02} in 1106" for n in range(1, 5)]
    held = {"bridgeheads": {"1106": "axis"}, "made_in": {"1106": 1}}
    first = table(*forces, "fr_inf_06 in 0906", step="construct", **held)
    assert is_key(first.state, "1106", AXIS)
    assert overstacked(first.state, AXIS) == ()
    first.orders("done")
    assert "1106" in first.state.bridgeheads, "it was made in this player turn"
    later = table(*forces, "fr_inf_06 in 0906", step="construct", turn=2, **held)
    later.orders("done")
    assert later.state.bridgeheads == {}
    later.orders("done")
    assert asked(later) == "excess", "two of four are too many now"
    entered = table(
        "de_inf_01 in 1206",
        "fr_inf_06 in 1007",
        step="move",
        active="allies",
        axis=["1106"],
        **held,
    )
    entered.orders(march("fr_inf_06", "1106"))
    assert entered.state.bridgeheads == {}


@pytest.mark.parametrize(
    ("there", "code"),
    [
        ("de_air_1 in 0911", "not_vacant"), ("de_base_1 in 0911", "not_vacant"),
        ("de_flak_1 in 0911", "not_vacant"), ("de_arm_1 in 0912", "in_zone"), ("ptn_wa_2 in 0911", ""),
    ],
)  # fmt: skip
def test_11_35_what_keeps_a_partisan_from_a_hex(there: str, code: str):
    """11.35  No enemy ground or air unit, base or flak, no zone; another partisan is no hindrance."""
    found = table(
        "ptn_wa_1 in pool", there, "de_inf_01 in 1405", scenario="maquis", step="construct", active="allies"
    )  # fmt: skip
    expected = [("11.35", code)] if code else []
    assert why(found, build("ptn_wa_1", "0911", "britain")) == expected


def test_11_35_not_on_an_own_hex_nor_with_a_center():
    """11.35  The hex must be the enemy's, and without industrial center or railhead."""
    forces = ("ptn_wa_1 in pool", "de_inf_01 in 1405")
    members: dict[str, Any] = {"scenario": "maquis", "step": "construct", "active": "allies"}
    own = table(*forces, allies=["0911"], **members)
    assert why(own, build("ptn_wa_1", "0911", "britain")) == [("11.35", "not_enemy_held")]
    site = table(*forces, by_hand={"sites": {"0911": "railhead"}}, **members)
    assert why(site, build("ptn_wa_1", "0911", "britain")) == [("11.35", "fortified")]


@pytest.mark.parametrize(
    ("unit", "survives"),
    [
        ("de_inf_01 in 0809", False), ("de_arm_1 in 0809", False), ("de_arm_1 in 0809, exploited", True),
        ("de_arm_1 in 0809, sustained", True), ("de_abn_1 in 0809, dropped", True),
        ("de_inf_01 in 0611", True), ("de_inf_01 in 1306", True), ("de_flak_1 in 0809", True),
    ],
)  # fmt: skip
def test_r_37_who_survives_isolation(unit: str, *, survives: bool):
    """R-37  Without any supply: exploited, sustained, dropped, in a key or fortified hex, or flak."""
    ring = [
        "0808",
        "0908",
        "0909",
        "0810",
        "0709",
        "0708",
        "0610",
        "0511",
        "0612",
        "0711",
        "1206",
        "1207",
        "1307",
    ]
    found = table(unit, "fr_inf_06 in 0906", step="redeploy", allies=ring)
    found.orders("done")
    name = unit.split(maxsplit=1)[0]
    assert found.state.units[name].is_on_map is survives
    if not survives:
        assert (
            price_of(found.state, name)
            == 2 * found.state.counter(name).cost * found.state.counter(name).factor
        )


def test_16_4_all_exploiting_armor_attacks_out_of_the_breakthrough_hex():
    """16.4, 15.47  Three exploiting units attack out of 1106; who made the breakthrough does not."""
    found = table(
        "de_arm_1 in 1106", "de_arm_2 in 1106, route 1106", "de_arm_3 in 1106, route 1106",
        "de_arm_4 in 1106, route 1106", "de_air_1 in 1204, flown", "de_air_2 in 1204", "fr_inf_06 in 1007",
        phase="exploitation", breakthroughs={"1106": ["de_arm_2", "de_arm_3", "de_arm_4"]},
    )  # fmt: skip
    assert ("16.4", "not_exploiting") in why(found, attack("1007", "de_arm_1"))
    assert ("R-24", "flown_already") in why(found, attack("1007", "de_arm_2", de_air_1=1))
    assert why(found, attack("1007", "de_arm_2", "de_arm_3", "de_arm_4", de_air_2=5)) == []

"""The rulings that fill the chapters the excerpt leaves out."""

from typing import Any

import pytest

from sealion_pbem.rulesets.world_at_war.data import tables
from sealion_pbem.rulesets.world_at_war.orders import Build
from sealion_pbem.rulesets.world_at_war.rules.r14_politics import points_of, verdict_of
from sealion_pbem.rulesets.world_at_war.rules.r19_costs import payer_of
from sealion_pbem.rulesets.world_at_war.rules.r20_air import (
    air_result,
    base_room,
    is_base,
    judge_air,
)
from sealion_pbem.rulesets.world_at_war.rules.r33_supply import grade
from sealion_pbem.rulesets.world_at_war.rules.r44_construction import BUILD_FORM, price_of
from sealion_pbem.rulesets.world_at_war.state import FULL, NONE, PARTIAL
from sealion_pbem.rulesets.world_at_war.table import ALLIES, AXIS
from tests.table import Table
from tests.world_at_war import WAR, attack, build, march, table


def why(found: Table, order: dict[str, Any]) -> list[tuple[str, str]]:
    """Return rule and code of every reason against an order."""
    return [fault[:2] for fault in found.orders(order).refused()]


def test_r_1_seasons_and_player_turns():
    """R-1, R-4  Four seasons of 1940; the Axis begins, then the Allies play the same turn."""
    found = table("de_inf_01 in 1503", "fr_inf_06 in 0906", step="redeploy")
    assert [*found.state.table.turns] == ["Spring 1940", "Summer 1940", "Fall 1940", "Winter 1940"]
    found.orders("done")
    assert (found.state.turn, found.state.active, found.state.step) == (1, ALLIES, "prepare")
    assert why(found, march("de_inf_01", "1502"))
    short = table("de_inf_01 in 1503", step="prepare", options={"turns": 2})
    assert len(short.state.table.turns) == 2


def test_r_4_nobody_orders_the_other_side():
    """R-4  A unit of the other seat is refused by name."""
    found = table("de_inf_01 in 1106", "fr_inf_06 in 1007", step="move")
    assert why(found, march("fr_inf_06", "1008")) == [("R-4", "not_your_unit")]


def test_r_14_declarations():
    """R-14, R-15  10 BRPs for Belgium, 35 Italian ones from Summer on; minors join later or at once."""
    neutral = ["italy", "belgium", "netherlands", "luxembourg"]
    order = {"kind": "declare", "nation": "belgium", "payer": "germany"}
    later = table("de_inf_01 in 1204", step="prepare", neutral=neutral)
    italy = {"kind": "declare", "nation": "italy", "payer": "italy"}
    assert why(later, italy) == [("R-14", "too_early")]
    later.orders(order)
    assert later.state.brp["germany"] == 140
    assert "belgium" in later.state.independent
    once = table(
        "de_inf_01 in 1204", step="prepare", neutral=neutral, options={"minors": "at_once"}
    )
    once.orders(order)
    assert once.state.independent == frozenset()
    assert once.state.seat_of_nation("belgium") == ALLIES
    summer = table("de_inf_01 in 1204", step="prepare", turn=2, neutral=neutral)
    summer.orders(italy)
    assert summer.state.brp["italy"] == 40


def fallen(**options: str) -> Table:
    """Return the end of an Allied player turn with Paris in German hands."""
    found = table(
        "de_inf_01 in 0906", "fr_inf_06 in 1110", "uk_inf_1 in 0703", step="redeploy",
        active="allies", turn=2, options=options,
    )  # fmt: skip
    found.orders("done")
    return found


def test_r_16_the_french_surrender():
    """R-16, R-17  It ends the game: 30 for turn 2 and 3 for each of four objectives, less lost armor."""
    found = fallen()
    assert found.state.conquered == {"france": 2}
    assert found.state.step == "over"
    assert found.state.place_of("fr_inf_06") == "out"
    # All five German armor units are in the pool of this position: -10.
    assert found.state.points == 30 + 4 * 3 - 5 * 2
    assert found.state.verdict == "axis marginal"


def test_r_16_a_minor_is_conquered():
    """R-16  Belgium falls when Brussels is German at the end of the German player turn."""
    found = table("de_inf_01 in 1004", "be_inf_1 in 1005", "fr_inf_06 in 0906", step="redeploy")
    found.orders("done")
    assert "belgium" in found.state.conquered
    assert found.state.place_of("be_inf_1") == "out"


def test_r_56_partisans_after_the_surrender():
    """R-56, R-16, 11.31  With play_on the game goes on, and Britain may raise partisans if so chosen."""
    order = Build("ptn_wa_1", "1009", "britain")
    both = fallen(play_on="yes", partisans="after_surrender")
    assert both.state.step != "over"
    assert "no_partisans" not in [f.code for f in BUILD_FORM.check(both.state, order)]
    never = fallen(play_on="yes")
    # Without the setting the counters are not in the game.
    assert [f.code for f in BUILD_FORM.check(never.state, order)] == ["not_your_unit"]


@pytest.mark.parametrize(
    ("points", "verdict"),
    [(50, "axis decisive"), (49, "axis substantial"), (40, "axis substantial"), (30, "axis marginal"),
     (29, "allied marginal"), (15, "allied marginal"), (14, "allied decisive")],
)  # fmt: skip
def test_r_17_levels(points: int, verdict: str):
    """R-17  50, 40, 30 and 15 points."""
    assert verdict_of(table("de_inf_01 in 1503").state, points) == verdict


def test_r_18_free_set_up():
    """R-18  The Allies place first, in their own country, the British also in France; then the Axis."""
    found = Table(WAR, "france-1940", setup="free")
    assert found.waiting is not None
    assert (found.waiting.kind, found.waiting.seat) == ("setup", ALLIES)
    assert why(found, {"kind": "set_up", "unit": "fr_inf_06", "hex": "0703"}) == [
        ("R-18", "wrong_country")
    ]
    for unit in ("fr_inf_06", "uk_mech_1"):
        order = {"kind": "set_up", "unit": unit, "hex": "0905"}
        assert found.orders(order).outcome.refused == ()
    third = {"kind": "set_up", "unit": "fr_inf_07", "hex": "0905"}
    assert why(found, third) == [("12.11", "overstacked")]
    assert [fault.rule for fault in found.orders("done").outcome.refused] == ["R-18"]


def test_r_19_fifteen_are_a_full_offensive():
    """R-19  12 paid on the front: 6 more factors cost 3; a nation without BRPs attacks nobody."""
    units = ("de_inf_01 in 1106", "de_inf_02 in 1106", "fr_inf_06 in 1007")
    found = table(*units, spent={"western": 12})
    found.orders(attack("1007", "de_inf_01", "de_inf_02"))
    assert found.state.brp["germany"] == 147
    poor = table(*units, brp={"germany": 2})
    assert ("R-19", "no_brps") in why(poor, attack("1007", "de_inf_01"))


def test_r_75_who_pays_for_a_minor():
    """R-75, R-19  Of Britain and France the one that has more."""
    for brp, payer in (
        ({"britain": 9, "france": 8}, "britain"),
        ({"britain": 7, "france": 8}, "france"),
    ):
        assert payer_of(table("be_inf_1 in 1005", brp=brp).state, "be_inf_1") == payer


def test_r_20_bases():
    """R-20, 13.22  A city or a counter; five factors; a wing is staged any distance."""
    found = table("de_air_1 in 1204", "de_air_2 in 1503", "de_base_1 in 1205", step="prepare")
    assert is_base(found.state, AXIS, "1204")
    assert is_base(found.state, AXIS, "1205")
    assert not is_base(found.state, AXIS, "1304")
    assert base_room(found.state, "1204") == 0
    stage = {"kind": "stage", "unit": "de_air_2", "hex": "1204"}
    assert why(found, stage) == [("R-20", "base_full")]
    assert found.orders({**stage, "hex": "1707"}).outcome.refused == ()


def test_r_21_range_and_r_24_one_mission():
    """R-21, R-24, R-22  Four hexes; once in a player turn; not more than the ground factors."""
    units = (
        "de_inf_01 in 1106",
        "fr_inf_06 in 1007",
        "de_air_1 in 1503",
        "de_air_2 in 1204, flown",
    )
    found = table(*units, "de_air_3 in 1207", axis=["1207"])
    assert ("R-21", "out_of_range") in why(found, attack("1007", "de_inf_01", de_air_1=1))
    assert ("R-24", "flown_already") in why(found, attack("1007", "de_inf_01", de_air_2=1))
    assert ("R-22", "too_much_air") in why(found, attack("1007", "de_inf_01", de_air_3=4))
    assert found.orders(attack("1007", "de_inf_01", de_air_3=3)).outcome.refused == ()


@pytest.mark.parametrize(
    ("dice", "bonus", "losses"),
    [((3, 3), (0, 0), (1, 1)), ((4, 3), (0, 0), (0, 1)), ((3, 5), (0, 0), (1, 0)),
     ((4, 3), (2, 0), (0, 2)), ((1, 5), (0, 0), (2, 0)), ((6, 1), (0, 0), (0, 3)),
     ((3, 4), (2, 1), (1, 1))],
)  # fmt: skip
def test_r_23_air_combat(dice: tuple[int, int], bonus: tuple[int, int], losses: tuple[int, int]):
    """R-23  Equal: one each; else 1, 2 or 3 by the difference."""
    assert judge_air(dice, bonus) == losses


def test_r_23_modifiers():
    """R-23  Germany 2, France 1, minors 0; one more for twice the factors; the worse in a tie."""
    state = table("de_inf_01 in 1503").state
    assert air_result(state, {"de_air_1": 4}, {"fr_air_1": 2}) == (3, 1)
    assert air_result(state, {"de_air_1": 3}, {"uk_air_1": 1, "be_air_1": 1}) == (2, 0)


def test_r_25_flak():
    """R-25, R-69, 10.9  One flak factor hits on a 1; the attacker loses an air factor."""
    units = ("uk_mech_1 in 1105", "uk_mech_2 in 1105", "uk_air_1 in 1004", "de_flak_1 in 1104")
    for die, factors in ((1, 4), (2, 5)):
        found = table(*units, "de_light_1 in 1104", active="allies", axis=["1104"])
        found.dice(die, 6).orders(attack("1104", "uk_mech_1", "uk_mech_2", uk_air_1=4), "done")
        if found.waiting is not None and found.waiting.kind == "losses_attack":
            found.orders({"kind": "lose", "air": {"uk_air_1": 1}})
        assert found.state.units["uk_air_1"].factors == factors


def test_r_33_sources_and_r_35_grades():
    """R-33, R-34, R-35  Berlin is full, a cut-off city partial, a cut-off field nothing."""
    found = table(
        "de_inf_01 in 1305", "de_inf_02 in 1108", "de_inf_03 in 0609", "fr_inf_06 in 1007"
    )
    assert grade(found.state, "de_inf_01") == FULL
    assert grade(found.state, "de_inf_02") == PARTIAL
    assert grade(found.state, "de_inf_03") == NONE


def test_r_33_allied_supply_crosses_the_sea():
    """R-33  Cut off from Paris, a port keeps the BEF supplied from England."""
    axis = [f"{c:02}{r:02}" for c, r in ((8, 5), (9, 5), (10, 5), (8, 6))]
    found = table("uk_mech_1 in 0804", "de_inf_01 in 0904", axis=axis)
    assert grade(found.state, "uk_mech_1") == FULL


def test_r_37_isolation():
    """R-37, R-38  At the end of the own turn a unit without supply is lost, in a key hex isolated."""
    found = table("de_inf_03 in 0609", "de_inf_04 in 0906", step="redeploy")
    found.orders("done")
    assert found.state.place_of("de_inf_03") == "pool"
    assert price_of(found.state, "de_inf_03") == 6


def test_r_40_r_41_values():
    """R-40, R-41  Panzers 4-6, French cavalry 3-5, the BEF 3-4; Belgium has a 2-3, three 1-3, one air."""
    state = table("de_inf_01 in 1503").state
    values = {unit: state.counter(unit).values for unit in ("de_arm_1", "fr_arm_1", "uk_mech_1")}
    assert values == {"de_arm_1": "4-6", "fr_arm_1": "3-5", "uk_mech_1": "3-4"}
    belgians = [c for c in state.table.counters.values() if c.nation == "belgium"]
    assert sorted(c.values for c in belgians if c.is_ground) == ["1-3", "1-3", "1-3", "2-3"]
    assert [c.factor for c in belgians if c.is_air] == [1]


@pytest.mark.parametrize(
    ("unit", "price"),
    [("de_inf_01", 3), ("uk_mech_1", 3), ("de_arm_1", 8), ("de_abn_1", 3), ("de_rep_1", 1),
     ("de_flak_1", 1), ("de_air_1", 15)],
)  # fmt: skip
def test_r_43_prices(unit: str, price: int):
    """R-43  Per factor: infantry 1, armor 2, airborne 3, replacement 1, flak 1, air 3."""
    assert price_of(table("de_inf_09 in 1503").state, unit) == price


def test_r_44_r_45_r_47_building():
    """R-44, R-45, R-47  In a supplied city at home, within the limit, with BRPs."""
    units = ("fr_inf_06 in 1007", "de_inf_09 in 1503")
    found = table(*units, step="construct", brp={"germany": 3})
    assert why(found, build("de_inf_01", "1304", "germany")) == [("R-44", "no_site")]
    assert ("R-45", "cannot_pay") in why(found, build("de_arm_1", "1303", "germany"))
    assert found.orders(build("de_inf_01", "1303", "germany")).outcome.refused == ()
    assert found.state.brp["germany"] == 0


def test_r_48_redeployment():
    """R-48  Over own hexes any distance; the Allies by sea; Germany nine units at the most."""
    found = table("de_inf_01 in 1503", "de_inf_02 in 1106", "fr_inf_06 in 1110", step="redeploy")
    order = {"kind": "redeploy", "unit": "de_inf_01", "hex": "1707"}
    assert found.orders(order).outcome.refused == ()
    assert why(found, order) == [("R-48", "redeployed_already")]
    assert why(found, {**order, "unit": "de_inf_02", "hex": "0906"}) == [("R-48", "no_way")]
    ships = table("uk_inf_1 in 0703", "fr_inf_06 in 1110", step="redeploy", active="allies")
    over = {"kind": "redeploy", "unit": "uk_inf_1", "hex": "0804"}
    assert ships.orders(over).outcome.refused == ()
    assert ships.state.shipments == 1


def test_r_50_a_hard_winter():
    """R-50  With the setting a die + 1 is the level of the winter turn; without it none falls."""
    for winter, faces, level in (("plain", (), 0), ("hard", (5,), 6)):
        found = table(
            "de_inf_01 in 1503", "fr_inf_06 in 0906", step="redeploy", active="allies", turn=3,
            options={"winter": winter},
        )  # fmt: skip
        found.dice(*faces).orders("done")
        assert (found.state.turn, found.state.winter) == (4, level)


def test_r_54_the_school():
    """R-54  Ten units, two turns; Reims is worth 2, Sedan 1; 4 points win, 3 draw."""
    found = Table(WAR, "sedan-school")
    assert len(found.state.units) == 10
    assert len(found.state.table.turns) == 2
    assert points_of(found.state) == 0
    held = table("de_inf_01 in 1006", "de_inf_02 in 1106", scenario="sedan-school")
    assert points_of(held.state) == 3
    assert verdict_of(held.state, 3) == "drawn"
    assert verdict_of(held.state, 4) == "axis wins"


def test_r_55_the_maquis():
    """R-55  A point for each BRP and each living partisan; 6 win, 5 draw."""
    found = table("ptn_wa_1 in 1011", "ptn_wa_2 in 0911", scenario="maquis")
    assert points_of(found.state) == 2
    assert [verdict_of(found.state, n) for n in (4, 5, 6)] == ["axis wins", "drawn", "allies win"]


def test_r_30_the_chart():
    """R-30  The pack says who is trained how well: Germans 2, all others 1."""
    state = table("de_inf_01 in 1503").state
    assert {c.ctl for c in state.table.counters.values() if c.nation == "germany"} == {2}
    assert {c.ctl for c in state.table.counters.values() if c.nation != "germany"} == {1}
    assert tables()


def test_r_73_who_turns_back():
    """R-73, R-23  Three wings of DAS lose two factors; the two that turn back are of the largest wing."""
    found = table(
        "de_inf_01 in 1106", "de_inf_02 in 1106", "de_air_1 in 1207", "fr_inf_06 in 1007",
        "fr_arm_1 in 1007", "fr_air_1 in 1006", "fr_air_2 in 0906", axis=["1207"],
    )  # fmt: skip
    found.orders(attack("1007", "de_inf_01", "de_inf_02"), "done")
    found.orders({"kind": "das", "hex": "1007", "wings": {"fr_air_1": 4, "fr_air_2": 1}}, "done")
    # 5 + 2 against 3 + 1: the defender loses two factors, and two more turn back.
    found.dice(5, 3).orders({"kind": "intercept", "hex": "1007", "wings": {"de_air_1": 5}}, "done")
    assert found.waiting is not None
    assert found.waiting.kind == "losses_defense"
    result = found.dice(6).orders({"kind": "lose", "air": {"fr_air_1": 1, "fr_air_2": 1}})
    (met,) = [event for event in result.events if event.kind == "losses_met"]
    assert met.aborted == {"fr_air_1": 2}

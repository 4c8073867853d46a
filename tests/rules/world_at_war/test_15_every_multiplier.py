"""15.3  Every part of a multiplier alone, and in the combinations that the rules mention."""

from typing import Any

import pytest

from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import reckon
from tests.world_at_war import table

BASIC = ("15.32A", 2)
EXPLOITING: dict[str, Any] = {"phase": "exploitation"}
# Defender, attackers, what else the position says, and the parts beside the basic 2.
ALONE: dict[str, tuple[str, tuple[str, ...], dict[str, Any], list[tuple[str, int]]]] = {
    "in the clear": ("fr_inf_06 in 1007", ("de_inf_01 in 1106",), {}, []),
    "river": ("fr_inf_06 in 1106", ("de_inf_01 in 1105",), {}, [("15.32C", 1)]),
    "crossing arrow": ("nl_inf_1 in 1101", ("de_inf_01 in 1102",), {}, [("15.32C", 1)]),
    "forest": ("fr_inf_06 in 1105", ("de_inf_01 in 1206",), {}, [("15.32D", 1)]),
    "mountain": ("fr_inf_06 in 1209", ("de_inf_01 in 1208",), {}, [("15.32D", 1)]),
    "Maginot line": ("fr_inf_06 in 1306", ("de_inf_01 in 1305",), {}, [("15.32E", 2)]),
    "Liege": ("be_inf_1 in 1104", ("de_inf_01 in 1103",), {}, [("15.32F", 1)]),
    "fortress hex": (
        "fr_inf_06 in 1007", ("de_inf_01 in 1106",), {"by_hand": {"sites": {"1007": "fortress"}}},
        [("15.32E", 2)],
    ),
    "exploiting armor": (
        "fr_inf_06 in 1007", ("de_arm_1 in 1106, route 1106",), EXPLOITING, [("15.33A", -1)],
    ),
    "Italian in the west": (
        "it_inf_1 in 1007", ("fr_inf_06 in 1106",), {"active": "allies", "neutral": []}, [("15.33B", -1)],
    ),
    "minor abroad": ("be_inf_1 in 1007", ("de_inf_01 in 1106",), {}, [("15.33B", -1)]),
    "untrained abroad": (
        "uk_inf_1 in 1007, supply partial", ("de_inf_01 in 1106",), {}, [("15.33C", -1)],
    ),
    "partisan": (
        "ptn_wa_1 in 1008", ("de_inf_01 in 1108",), {"scenario": "maquis"}, [("15.33C", -1)],
    ),
    "isolated": ("fr_inf_06 in 1007, isolated 1", ("de_inf_01 in 1106",), {}, [("15.33D", -1)]),
    "surprised": (
        "fr_inf_06 in 1007", ("de_arm_1 in 1106",),
        {"by_hand": {"russia": ["1007"], "is_surprised": True}}, [("15.33G", -1)],
    ),
    "winter of level 7": ("fr_inf_06 in 1007", ("de_inf_01 in 1106",), {"winter": 7}, [("15.33H", -1)]),
}  # fmt: skip
TOGETHER: dict[str, tuple[str, tuple[str, ...], dict[str, Any], list[tuple[str, int]]]] = {
    "river and forest": (
        "fr_inf_06 in 1105", ("de_inf_01 in 1106",), {}, [("15.32C", 1), ("15.32D", 1)],
    ),
    "river and fortress on one side": (
        "fr_inf_06 in 1106", ("de_inf_01 in 1206",), {}, [("15.32C", 1), ("15.32E", 2)],
    ),
    "a flank without fortress keeps the river": (
        "fr_inf_06 in 1106", ("de_inf_01 in 1206", "de_inf_02 in 1105"), {}, [("15.32C", 1)],
    ),
    "a flank without river takes both": (
        "fr_inf_06 in 1106", ("de_inf_01 in 1206", "de_inf_02 in 1107"), {}, [],
    ),
    "all round from across a river": (
        "be_inf_1 in 1104", ("de_inf_01 in 1105",), {}, [("15.32C", 1), ("15.32F", 1)],
    ),
    "West Wall and river on the same side": (
        "de_inf_01 in 1204", ("fr_inf_06 in 1103",), {"active": "allies"},
        [("15.32C", 1), ("15.32F", 1)],
    ),
    "exploiting armor before a river": (
        "fr_inf_06 in 1106", ("de_arm_1 in 1105, route 1105",), EXPLOITING,
        [("15.32C", 1), ("15.33A", -1)],
    ),
    "exploiting armor before Paris": (
        "fr_inf_06 in 0906", ("de_arm_1 in 1006, route 1006",), EXPLOITING, [],
    ),
    "exploiting armor before armor": (
        "fr_arm_1 in 1007", ("de_arm_1 in 1106, route 1106",), EXPLOITING, [],
    ),
    "exploiting armor before armor on foot": (
        "fr_arm_1 in 1007, supply partial", ("de_arm_1 in 1106, route 1106",), EXPLOITING,
        [("15.33A", -1)],
    ),
    "exploiting armor before a minor abroad": (
        "be_inf_1 in 1007", ("de_arm_1 in 1106, route 1106",), EXPLOITING,
        [("15.33A", -1), ("15.33B", -1)],
    ),
    "exploiting armor of CTL 1": (
        "de_inf_01 in 1007", ("uk_arm_1 in 1106, route 1106",), {**EXPLOITING, "active": "allies"}, [],
    ),
    "untrained at home": ("fr_inf_06 in 1007, supply partial", ("de_inf_01 in 1106",), {}, []),
    "untrained at a railhead": (
        "uk_inf_1 in 1007, supply partial", ("de_inf_01 in 1106",),
        {"by_hand": {"sites": {"1007": "railhead"}}}, [],
    ),
    "winter in Paris": ("fr_inf_06 in 0906", ("de_inf_01 in 1006",), {"winter": 7}, []),
    "winter of level 6": ("fr_inf_06 in 1007", ("de_inf_01 in 1106",), {"winter": 6}, []),
    "winter and armor": ("fr_arm_1 in 1007", ("de_inf_01 in 1106",), {"winter": 7}, []),
    "winter and partisans": (
        "ptn_wa_1 in 1008", ("de_inf_01 in 1108",), {"scenario": "maquis", "winter": 7}, [("15.33C", -1)],
    ),
    "partisan before exploiting armor": (
        "ptn_wa_1 in 1008", ("de_arm_1 in 1108, route 1108",), {"scenario": "maquis", **EXPLOITING},
        [("15.33A", -1), ("15.33C", -1)],
    ),
    "a wall that is cut off": (
        "fr_inf_06 in 1306", ("de_inf_01 in 1305",), {"cut": {"1306": 1}}, [("15.32E", 1)],
    ),
    "a wall that is lost": ("fr_inf_06 in 1306", ("de_inf_01 in 1305",), {"cut": {"1306": 2}}, []),
    "isolated twice behind a river": (
        "fr_inf_06 in 1106, isolated 2", ("de_inf_01 in 1105",), {}, [("15.32C", 1), ("15.33D", -2)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", [*ALONE, *TOGETHER])
def test_15_3_parts_of_a_multiplier(name: str):
    """15.32, 15.33, 15.35  The parts are these and no others; their sum counts, but at least 1."""
    defender, attackers, members, parts = (ALONE | TOGETHER)[name]
    state = table(defender, *attackers, **members).state
    unit, _, number = defender.split(",")[0].partition(" in ")
    coming = [words.split()[0] for words in attackers]
    (line,) = reckon(state, (number,), coming).lines
    assert line.unit == unit
    assert [(rule, worth) for _, worth, rule in line.parts] == [BASIC, *parts]
    assert line.multiplier == max(1, 2 + sum(worth for _, worth in parts))


@pytest.mark.parametrize(
    ("defender", "extra"),
    [("fr_inf_06", 1), ("fr_rep_1", 1), ("fr_arm_1", 2), ("uk_mech_1", 1)],
)
def test_15_32h_a_drop_alone_by_arm(defender: str, extra: int):
    """15.32H, 10.55  Against a drop alone +1 for infantry and replacements, +2 for armor."""
    state = table(f"{defender} in 1008", "de_abn_1 in 1204", "de_inf_01 in 1007").state
    (alone,) = reckon(state, ("1008",), (), ("de_abn_1",)).lines
    assert [(rule, worth) for _, worth, rule in alone.parts] == [BASIC, ("15.32H", extra)]
    (helped,) = reckon(state, ("1008",), ("de_inf_01",), ("de_abn_1",)).lines
    assert [(rule, worth) for _, worth, rule in helped.parts] == [BASIC], "the river is taken away"


def test_15_32h_a_drop_alone_on_walls_keeps_them():
    """15.32E, 15.32F, 15.32H, R-61  A drop alone on the Maginot line or Liege: the wall and +1."""
    state = table("fr_inf_06 in 1306", "be_inf_1 in 1104", "de_abn_1 in 1204").state
    for number, wall in (("1306", ("15.32E", 2)), ("1104", ("15.32F", 1))):
        (line,) = reckon(state, (number,), (), ("de_abn_1",)).lines
        assert [(rule, worth) for _, worth, rule in line.parts] == [BASIC, wall, ("15.32H", 1)]


def test_15_321_west_wall_and_river_on_different_sides():
    """15.321, 15.55, R-61  Every side is West Wall or river, but not all are either: +1, not fortified."""
    # 1305 has the West Wall towards Luxembourg, and the Rhine towards Mannheim.
    state = table(
        "de_inf_01 in 1305", "fr_inf_06 in 1206", "fr_inf_07 in 1406", active="allies"
    ).state
    odds = reckon(state, ("1305",), ("fr_inf_06", "fr_inf_07"))
    assert [(rule, worth) for _, worth, rule in odds.lines[0].parts] == [BASIC, ("15.321", 1)]
    assert not odds.is_fortified

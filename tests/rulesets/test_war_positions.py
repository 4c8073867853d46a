"""Positions of A World at War: what is written is read as the same state; what cannot be is refused."""

import json
import os
from typing import Any

import pytest

from sealion_pbem.engine.canon import digest
from sealion_pbem.errors import SchemaError, WireError
from sealion_pbem.pbem.schema import check_document
from sealion_pbem.rulesets.world_at_war.ruleset import WORLD_AT_WAR
from tests.war_games import played
from tools.make_position_schema import WAR_PATH, war_schema

GAMES = 20 if os.environ.get("SEALION_FUZZ") == "long" else 1
LAW = [
    ("france-1940", {}),
    ("france-1940", {"setup": "free", "minors": "at_once", "winter": "hard"}),
    ("sedan-school", {}),
    ("maquis", {}),
]


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize(("scenario", "options"), LAW)
def test_what_is_written_is_read_as_the_same_state(scenario: str, options: Any, seed: int):
    """A whole game at random: state, position, state again, whenever something begins or goes on."""
    ruleset, seen = WORLD_AT_WAR, set[str]()
    start = ruleset.setup(scenario, options)
    for number, (event, state) in enumerate(played(scenario, seed, **options)):
        in_progress = bool(
            state.rush or state.fight or state.attrition or state.demands or state.drops
        )
        # Whatever is new is looked at, and of what is usual every twentieth.
        if event.kind in seen and number % (5 if in_progress else 20):
            continue
        seen.add(event.kind)
        document = ruleset.write_position(state)
        file = {"kind": "scenario", "ruleset": ruleset.id, "position": document, "turns": []}
        check_document(json.loads(json.dumps(file)), "scenario", ruleset=ruleset)
        again = ruleset.position(start, json.loads(json.dumps(document)))
        assert ruleset.pack(again) == ruleset.pack(state), event.kind
        assert digest(ruleset.pack(again)) == digest(ruleset.pack(state))
        assert ruleset.decision(again) == ruleset.decision(state)
        assert [*again.units] == [*state.units], "the order of the counters is kept"


def test_the_schema_follows_from_the_declarations():
    """`tools/make_position_schema.py` writes what the file has."""
    assert json.loads(WAR_PATH.read_bytes()) == war_schema()


@pytest.mark.parametrize(
    ("position", "at", "words"),
    [
        ({"turn": 5}, "/position/turn", "1 to 4"),
        ({"active": "neutral"}, "/position/active", "axis and allies"),
        ({"step": "tea"}, "/position/step", "prepare"),
        ({"phase": "night"}, "/position/phase", "regular"),
        ({"winter": -1}, "/position/winter", "0 to 12"),
        ({"units": {"de_arm_9": {"hex": "1106"}}}, "/position/units/de_arm_9", "no unit"),
        ({"units": {"de_arm_1": {"hex": "0101"}}}, "/position/units/de_arm_1/hex", "not in play"),
        ({"units": {"de_arm_1": {"hex": "1104"}}}, "/position/units/de_arm_1/hex", "neutral"),
        ({"units": {"de_air_1": {"hex": "1204", "factors": 6}}},
         "/position/units/de_air_1/factors", "0 to 5"),
        ({"units": {"de_air_1": {"hex": "1204", "supply": "plenty"}}},
         "/position/units/de_air_1/supply", "partial"),
        ({"units": {"de_arm_1": {"hex": "1106"}, "fr_inf_06": {"hex": "1106"}}},
         "/position/units/fr_inf_06/hex", "both sides"),
        ({"units": {"de_arm_1": {"hex": "1106", "route": ["1106", "1107"]}}},
         "/position/units/de_arm_1/route", "ends where it is"),
        ({"units": {"de_arm_1": {"hex": "1106", "isolated": -1}}},
         "/position/units/de_arm_1/isolated", "0 or more"),
        ({"units": {"de_arm_1": {"hex": "1106", "walked": -2}}},
         "/position/units/de_arm_1/walked", "0 or more"),
        ({"axis": ["9999"]}, "/position/axis", "not in play"),
        ({"brp": {"germany": -1}}, "/position/brp/germany", "0 to"),
        ({"brp": {"japan": 3}}, "/position/brp/japan", "major power"),
        ({"neutral": ["utopia"]}, "/position/neutral", "nation"),
        ({"joined": {"belgium": "nobody"}}, "/position/joined", "seat"),
        ({"bridgeheads": {"1106": "nobody"}}, "/position/bridgeheads", "seat"),
        ({"by_hand": {"sites": {"1106": "windmill"}}}, "/position/by_hand/sites", "railhead"),
        ({"by_hand": {"training": {"germany": 4}}}, "/position/by_hand/training/germany", "0 to 3"),
        ({"zones": [{"front": "eastern", "faction": "allies", "hexes": []}]}, "/position/zones/0",
         "western"),
        ({"breakthroughs": {"1106": ["de_arm_1"]}}, "/position/breakthroughs/1106", "not among"),
        ({"hunters": {"fr_air_1": 2}}, "/position/hunters", "not among"),
        ({"marks": {"fought": ["de_arm_1"]}}, "/position/marks/fought", "with the unit"),
        ({"attacks": [{"hexes": ["9999"], "units": []}]}, "/position/attacks", "not in play"),
        ({"fight": {"hex": "1106", "round": 1, "stage": "roll", "attackers": [], "support": {},
                    "das": {}}}, "/position/fight/hex", "no attack"),
        ({"attrition": {"zone": 0, "units": [], "contact": [], "counters": 1, "hexes": 0,
                        "stage": "losses"}}, "/position/attrition/zone", "number"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(position: Any, at: str, words: str):
    """An impossible position is refused with the place of every fault."""
    with pytest.raises(SchemaError) as refused:
        WORLD_AT_WAR.position(WORLD_AT_WAR.setup("france-1940", {}), position)
    (fault,) = refused.value.faults
    assert fault.pointer == at
    assert words in fault.text


def test_a_word_that_is_no_member_is_refused():
    """An unknown member cannot be read."""
    with pytest.raises(WireError, match="inverted"):
        WORLD_AT_WAR.position(
            WORLD_AT_WAR.setup("france-1940", {}),
            {"units": {"de_arm_1": {"hex": "1", "inverted": 1}}},
        )

"""Scenario files: a position, orders and dice in, events out; and the schema of skirmish's orders."""

import json
from contextlib import suppress
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealion_pbem.engine.seal import SEAL_ORDERS
from sealion_pbem.engine.words import Json
from sealion_pbem.errors import (
    InvalidFileError,
    PbemError,
    RulesError,
    SchemaError,
    UnknownRulesetError,
    UsageError,
    WireError,
)
from sealion_pbem.pbem.schema import check_document
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.skirmish.words import ORDERS, BattleFought, ObjectiveOpened
from sealion_pbem.umpire.scenario import Adjudication, adjudicate

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples" / "scenarios").glob("skirmish-*.json"))
SCENARIOS = ROOT / "tests" / "schemas" / "scenario"
ORDERS_SCHEMA: Json = find("skirmish").schema("orders")
ORDER_LISTS = ROOT / "tests" / "schemas" / "skirmish" / "orders"

UNITS = {"red-1": {"hex": "0203"}, "blue-1": {"hex": "0202"}}
ATTACK = {"kind": "attack", "unit": "red-1", "target": "blue-1"}


def judge(document: dict[str, Any]) -> Adjudication:
    return adjudicate(json.dumps(document).encode())


def scene(*turns: tuple[str, list[dict[str, Any]]], **more: Any) -> dict[str, Any]:
    """Red next to a blue unit on a hill, in turn 3."""
    return {
        "kind": "scenario",
        "ruleset": "skirmish",
        "position": {"turn": 3, "units": UNITS},
        "turns": [{"seat": seat, "orders": orders} for seat, orders in turns],
        **more,
    }


def kinds(judged: Adjudication) -> list[str]:
    return [event.kind for turn in judged.turns for event in turn.outcome.events]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_can_be_judged(path):
    """The shipped scenarios are legal from the first order to the last and use up their dice."""
    judged = adjudicate(path.read_bytes())
    assert judged.title
    assert not judged.refused
    assert judged.unused_dice == 0
    assert all(turn.outcome.events for turn in judged.turns)


def test_the_events_follow_from_the_faces_written():
    """3.3  A 4 against a 5 on a hill: 6 against 8, red is beaten and owes the next decision."""
    judged = judge(scene(("red", [ATTACK]), ("blue", [{"kind": "stand"}]), dice={"faces": [4, 5]}))
    assert kinds(judged) == ["battle_joined", "dice_rolled", "battle_fought"]
    fought = judged.turns[1].outcome.events[-1]
    assert isinstance(fought, BattleFought)
    assert (fought.attack, fought.defence, fought.loser) == (6, 8, "red-1")
    assert (judged.decision.seat, judged.decision.kind) == ("red", "losses")


def test_faces_by_purpose_find_their_roll():
    """The word is looked up in the label of the roll, whatever else is rolled before."""
    dice = {"faces": [1, 1], "by_purpose": {"red-1 attacks blue-1": [6, 1]}}
    judged = judge(scene(("red", [ATTACK]), ("blue", [{"kind": "stand"}]), dice=dice))
    assert judged.turns[1].outcome.rolls[0].values == (6, 1)
    assert judged.unused_dice == 2


def test_a_seed_gives_the_same_faces_every_time():
    """Two runs with one seed are alike."""
    turns = (("red", [ATTACK]), ("blue", [{"kind": "stand"}]))
    first, second = (judge(scene(*turns, dice={"seed": "ab" * 32})) for _ in range(2))
    assert first.turns[1].outcome.rolls == second.turns[1].outcome.rolls


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ({"faces": [4]}, "no face is written"),
        ({"faces": [4, 7]}, "die of 6 sides"),
        ({"by_purpose": {"weather": [1]}}, "no face is written"),
        (None, "dice fall for"),
    ],
)
def test_dice_that_do_not_suffice_are_named(dice, words):
    """The message names the roll and says how to write its faces."""
    more = {"dice": dice} if dice else {}
    judged = judge(scene(("red", [ATTACK]), ("blue", [{"kind": "stand"}]), **more))
    assert judged.unfinished is not None
    fault = judged.unfinished.fault
    assert words in fault.message
    assert "T03/red/3.3/red-1 attacks blue-1" in fault.message
    assert fault.hint
    assert kinds(judged) == ["battle_joined"]


def test_an_illegal_order_stops_with_every_violation():
    """The turn before it stands, the illegal one changes nothing, later ones are not judged."""
    far = {"kind": "march", "unit": "red-1", "path": ["0204", "0205"]}
    judged = judge(scene(("red", [far]), ("blue", [ATTACK]), ("red", [{"kind": "done"}])))
    assert len(judged.turns) == 2
    assert "the decision is red's" in judged.refused[0]
    assert judged.game.state.units["red-1"].hex == "0205"


def test_seals_are_completed_and_opened():
    """1.2, 4.1  A seal is written with its value, its opening by name alone."""
    judged = judge(
        {
            "kind": "scenario",
            "ruleset": "skirmish",
            "options": {"turns": 1},
            "turns": [
                {
                    "seat": "red",
                    "orders": [
                        {"kind": "seal", "name": "objective", "value": "0605"},
                        {"kind": "done"},
                    ],
                },
                {"seat": "blue", "orders": [{"kind": "done"}]},
                {"seat": "red", "orders": [{"kind": "open", "name": "objective"}]},
            ],
        }
    )
    assert kinds(judged)[-2:] == ["objective_opened", "game_ended"]
    assert judged.decision is None


def test_seals_of_the_position_can_be_opened():
    """What a seat sealed before the position is given with it."""
    document = scene(("red", [{"kind": "open", "name": "objective"}]))
    document["position"]["step"] = "open"
    document["seals"] = {"red": {"objective": "0202"}}
    assert judge(document).turns[0].outcome.events[0] == ObjectiveOpened("0202")


def test_a_position_can_wait_in_a_battle():
    """3.4  The loser's choice after the dice, without rolling any."""
    document = scene(("blue", [{"kind": "lose_step"}]))
    battle = {"attacker": "red-1", "defender": "blue-1", "loser": "blue-1", "hits": 2}
    document["position"]["battle"] = battle
    judged = judge(document)
    assert kinds(judged) == ["step_lost"]
    assert judged.game.state.units["blue-1"].steps == 1


@pytest.mark.parametrize(
    ("position", "pointer"),
    [
        ({"turn": 9}, "/position/turn"),
        ({"step": "lunch"}, "/position/step"),
        ({"active": "green"}, "/position/active"),
        ({"units": {"red-9": {"hex": "0101"}}}, "/position/units/red-9"),
        ({"units": {"red-1": {"hex": "0404"}}}, "/position/units/red-1/hex"),
        ({"units": {"red-1": {"hex": "9999"}}}, "/position/units/red-1/hex"),
        ({"units": {"red-1": {"hex": "0101", "steps": 3}}}, "/position/units/red-1/steps"),
        (
            {"units": {"red-1": {"hex": "0101"}, "red-2": {"hex": "0101"}}},
            "/position/units/red-2/hex",
        ),
        ({"battle": {"attacker": "x", "defender": "blue-1"}}, "/position/battle/attacker"),
        ({"battle": {"attacker": "red-2", "defender": "red-1"}}, "/position/battle/defender"),
        (
            {"battle": {"attacker": "red-1", "defender": "blue-1", "loser": "red-2", "hits": 1}},
            "/position/battle/loser",
        ),
        (
            {"battle": {"attacker": "red-1", "defender": "blue-1", "hits": 1}},
            "/position/battle/hits",
        ),
    ],
)
def test_an_impossible_position_names_the_member(position, pointer):
    """Each fault stands with its JSON pointer."""
    with pytest.raises(SchemaError) as caught:
        judge(scene(position=position))
    assert [fault.pointer for fault in caught.value.faults] == [pointer]


def test_a_position_of_the_wrong_shape_is_refused():
    """A member too many, or of the wrong type."""
    wrong: list[dict[str, Any]] = [{"weather": 1}, {"turn": "3"}, {"units": []}]
    for position in wrong:
        with pytest.raises(WireError, match="/position"):
            judge(scene(position=position))


def test_what_is_not_known_is_named():
    """Ruleset, set-up, option and seat that do not exist are refused with what there is."""
    turn = ("red", [{"kind": "done"}])
    with pytest.raises(UnknownRulesetError, match="chess"):
        judge(scene(turn, ruleset="chess"))
    with pytest.raises(UsageError, match="three-hills"):
        judge(scene(turn, scenario="three-hills"))
    with pytest.raises(UsageError, match="weather"):
        judge(scene(turn, options={"weather": 1}))
    with pytest.raises(InvalidFileError, match="/turns/0/seat"):
        judge(scene(("green", [{"kind": "done"}])))
    with pytest.raises(WireError, match="/turns/0/orders/0/kind"):
        judge(scene(("red", [{"kind": "fly"}])))
    with pytest.raises(RulesError) as caught:
        judge(scene(turn, standing_orders={"blue": [{"when": "tea", "do": "default"}]}))
    assert "tea" in caught.value.violations[0]


def test_an_opening_of_nothing_is_incomplete():
    """Without a seal there is no salt and no value to fill in."""
    with pytest.raises(WireError, match="missing"):
        judge(scene(("red", [{"kind": "open", "name": "objective"}])))


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.sampled_from(
        ["", "red", "blue", "red-1", "blue-1", "0202", "march", "objective", "0" * 64]
    ),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["kind", "hex", "name", "value", "if", "do"]), inner)
    ),
    max_leaves=5,
)


@given(st.sampled_from(EXAMPLES), st.randoms(use_true_random=False), st.lists(JSON, max_size=3))
def test_no_scenario_makes_a_traceback(path, random, values):
    """Members of an example replaced, removed and added at random: judged or refused, never more."""
    document = json.loads(path.read_bytes())
    for value in values:
        place: Any = document
        while True:
            step = random.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if not isinstance(place[step], dict | list) or not place[step] or random.random() < 0.3:
                break
            place = place[step]
        if random.random() < 0.2:
            del place[step]
        else:
            place[step] = value
    with suppress(PbemError):
        judge(document)


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.json")), ids=lambda path: path.stem)
def test_good_and_bad_scenarios(path):
    """The schema takes what is called good and refuses what is called bad."""
    document = json.loads(path.read_bytes())
    if path.name.startswith("good-"):
        check_document(document, "scenario")
        return
    with pytest.raises(SchemaError):
        check_document(document, "scenario")


@pytest.mark.parametrize("path", sorted(ORDER_LISTS.glob("*.json")), ids=lambda path: path.stem)
def test_good_and_bad_orders_of_skirmish(path):
    """A turn with these orders is taken or refused, and the fault stands inside the orders."""
    turn = json.loads((ROOT / "tests/schemas/turn/good-small.json").read_bytes())
    turn["orders"] = json.loads(path.read_bytes())
    if path.name.startswith("good-"):
        check_document(turn, "turn", ruleset=find("skirmish"))
        return
    with pytest.raises(SchemaError) as caught:
        check_document(turn, "turn", ruleset=find("skirmish"))
    assert all(fault.pointer.startswith("/orders") for fault in caught.value.faults)


def test_the_schema_of_skirmish_and_its_orders_agree():
    """The same kinds, each with the same members, required unless the order has a default."""
    every: dict[str, type[Any]] = {**ORDERS, **SEAL_ORDERS}
    assert set(ORDERS_SCHEMA["items"]["patternProperties"]["^kind$"]["enum"]) == set(every)
    seen = {}
    for branch in ORDERS_SCHEMA["items"]["allOf"]:
        test = branch["if"]["properties"]["kind"]
        shape = referred(branch["then"]["$ref"])
        for kind in test.get("enum", [test.get("const")]):
            seen[kind] = shape
            allowed = shape["properties"]["kind"]
            assert kind in allowed.get("enum", [allowed.get("const")])
    assert set(seen) == set(every)
    for kind, order in every.items():
        members = {field.name for field in fields(order)} | {"kind", "turn", "stage"}
        needed = {f.name for f in fields(order) if f.default is MISSING} | {"kind"}
        assert set(seen[kind]["properties"]) == members, kind
        assert set(seen[kind]["required"]) == needed, kind


def referred(reference: str) -> dict[str, Any]:
    """The part of one of our schemas that a reference leads to."""
    address, _, fragment = reference.partition("#/$defs/")
    name = address.removeprefix("urn:sealion-pbem:schema:1:")
    is_ours = name == "skirmish:orders"
    schema: Json = (
        ORDERS_SCHEMA
        if is_ours
        else json.loads((ROOT / "schemas" / f"{name}.schema.json").read_bytes())
    )
    found: dict[str, Any] = schema["$defs"][fragment]
    return found


def test_orders_that_wait_are_read():
    """A queued order is given when its decision comes up; one of the wrong shape is pointed at."""
    waiting = {"blue": [{"kind": "stand"}]}
    judged = judge(scene(("red", [ATTACK]), queued=waiting, dice={"faces": [4, 5]}))
    assert "battle_fought" in kinds(judged)
    assert judged.turns[0].outcome.automatic == ()
    with pytest.raises(WireError, match=r"^/queued/blue/0/kind"):
        judge(scene(queued={"blue": [{"kind": "sleep"}]}))
    with pytest.raises(InvalidFileError, match="/queued/green"):
        judge(scene(queued={"green": []}))

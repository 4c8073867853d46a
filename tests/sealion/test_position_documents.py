"""State to position and back: what is written is read as the same state; what cannot be is refused."""

import json
from collections.abc import Iterator
from dataclasses import MISSING, fields
from hashlib import sha256
from typing import Any

import pytest

from sealion_pbem.engine.canon import digest
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.words import Json
from sealion_pbem.errors import InvalidFileError, SchemaError, WireError
from sealion_pbem.pbem.schema import check_document
from sealion_pbem.rulesets.sealion.events.air import AirBattle
from sealion_pbem.rulesets.sealion.events.combat import LandCombat
from sealion_pbem.rulesets.sealion.events.naval import Counterattacking, Withholding
from sealion_pbem.rulesets.sealion.position import file_class
from sealion_pbem.rulesets.sealion.state import State
from sealion_pbem.rulesets.sealion.veil import Breach, Drop, Veil, Walker
from tests.patience import PATIENCE
from tests.sealion_table import EDITIONS, both_editions
from tools.make_position_schema import schema

TASKS = (Withholding, Counterattacking, AirBattle, LandCombat)


def played(edition: str, seed: int) -> Iterator[State]:
    """Every position of a game at random in which something is in progress, and every fifth other."""
    ruleset = EDITIONS[edition]
    game = begin(ruleset, "random", ruleset.setup("invasion", {"turns": 7}))
    commanders = {
        seat: RandomCommander(sha256(f"{seat} {seed}".encode()).digest(), 3)
        for seat in ruleset.seats
    }
    number = 0
    while (decision := pending(ruleset, game)) is not None:
        number += 1
        turn = commanders[decision.seat].turn(ruleset, game, decision.seat)
        game = run(ruleset, game, turn, SeededDice(sha256(b"%d" % number).digest())).game
        if number % 5 == 0 or game.state.task or game.state.winner:
            yield game.state


@pytest.mark.timeout(PATIENCE)
@both_editions
def test_what_is_written_is_read_as_the_same_state(edition: str):
    """A whole game at random: state, position document, state again; the digests agree."""
    ruleset = EDITIONS[edition]
    start = ruleset.setup("invasion", {"turns": 7})
    seen: set[str | None] = set()
    for state in played(edition, 1):
        document = ruleset.write_position(state)
        seen.add(document.get("procedure", {}).get("kind"))
        scenario = {"kind": "scenario", "ruleset": edition, "position": document, "turns": []}
        check_document(scenario, "scenario", ruleset=EDITIONS[edition])
        again = ruleset.position(start, json.loads(json.dumps(document)))
        assert digest(ruleset.pack(again)) == digest(ruleset.pack(state))
        assert (again.at, again.zoc) == (state.at, state.zoc)
        assert begin(ruleset, "again", again).state.task == state.task
    assert seen >= {None, "counterattacking", "air_battle", "land_combat"}


@both_editions
def test_every_member_of_a_state_can_be_written(edition: str):
    """Each member has its word in a position; what follows from the units needs none."""
    derived = {"table", "forces", "cargo", "zoc", "listed", "memory", "uncounted"}
    words = {"task": "procedure", "veil": "real"}
    members = {field.name for field in fields(file_class())}
    assert {words.get(f.name, f.name) for f in fields(State)} - derived <= members
    assert EDITIONS[edition].write_position(EDITIONS[edition].setup("invasion", {}))["turn"] == 0


def test_a_hex_that_is_not_held_by_who_stands_in_it():
    """A-13  A German who stands in a hex without holding it is written with the hexes complete."""
    ruleset = EDITIONS["sealion-deluxe"]
    start = ruleset.setup("invasion", {})
    state = ruleset.position(start, {"units": {"6220": ["de_12_inf"]}, "hexes_as_written": True})
    assert state.last_german == 0
    document = ruleset.write_position(state)
    assert document["hexes_as_written"] is True
    assert ruleset.pack(ruleset.position(start, document)) == ruleset.pack(state)


def test_the_schema_is_in_step_with_the_classes():
    """Members and those that must be there are the same in schema, position and procedures."""
    schema: Json = EDITIONS["sealion-deluxe"].schema("position")
    assert schema["properties"].keys() == {field.name for field in fields(file_class())}
    for task in TASKS:
        shape = schema["$defs"][task.kind]
        assert shape["properties"].keys() - {"kind"} == {field.name for field in fields(task)}
        must = {f.name for f in fields(task) if f.default is MISSING}
        assert set(shape["required"]) == must | {"kind"}


def test_the_schema_is_in_step_with_the_declared_members():
    """`python tools/make_position_schema.py` writes what is there."""
    assert EDITIONS["sealion-deluxe"].schema("position") == schema()


@pytest.mark.parametrize(
    ("member", "record"), [("drops", Drop), ("walkers", Walker), ("breaches", Breach)]
)
def test_14_6_the_schema_is_in_step_with_what_is_known_of_twins(member: str, record: type):
    """14.6  A position with landings that are still to be judged can be written and read."""
    known = schema()["properties"]["parachutists"]["properties"]
    assert known.keys() == {field.name for field in fields(Veil)} - {"real", "fake"}
    assert known[member]["items"]["properties"].keys() == {f.name for f in fields(record)}


UNITS = {
    "A": ["uk_submarines_1", "uk_hood", "de_adm_hipper", "de_jg2", "uk_ftr_10_group"],
    "6220": ["de_12_inf", "de_4_pz", "uk_1_lon"],
}
SEA = {"step": 2, "stage": "naval combat"}
AIR = {"step": 5, "stage": "air combat"}
LAND = {"step": 6, "stage": "land combat"}
LOSS = {"kind": "land_combat", "hexes": ["6220"], "hex": "6220", "waits": "loss", "seat": "german",
        "units": ["de_12_inf", "de_4_pz"], "todo": [["loss", "german", "one_reduced"]]}  # fmt: skip
BATTLE = {"kind": "air_battle", "place": "A", "phase": "loss", "losers": ["de_jg2"],
          "chooser": "german"}  # fmt: skip


def faults(procedure: Any, **time: Any) -> list[str]:
    """Where a position with this procedure is refused."""
    ruleset = EDITIONS["sealion-deluxe"]
    document = {"units": UNITS, **time, "procedure": procedure}
    try:
        ruleset.position(ruleset.setup("invasion", {}), document)
    except SchemaError as error:
        return [fault.pointer.removeprefix("/position/procedure") for fault in error.faults]
    return []


@pytest.mark.parametrize(
    ("item", "right"),
    [
        (["loss", "german"], "a loss is: loss, seat, one of one_reduced"),
        (["loss", "german", "one_lost"], "a loss is: loss, seat, one of one_reduced"),
        (["loss", "german", "one_reduced", "twice"], "a loss is: loss, seat, one of one_reduced"),
        (["rest"], "is none of loss, retreat, return, separate, settle, advance"),
        (["retreat", "red"], "a retreat is: retreat, seat, perhaps the units that go"),
        (["settle", "german"], "nothing stands behind settle"),
        ([], "is none of loss"),
        ([1], "expected a list of texts"),
    ],
)
def test_what_is_no_part_of_a_result_cannot_be_read(item: list[Any], right: str):
    """12.3  Each item is a list of words, of which the first says what the others mean."""
    with pytest.raises(WireError, match=f"/position/procedure/todo/1: {right}"):
        faults(LOSS | {"todo": [*LOSS["todo"], item]}, **LAND)


@pytest.mark.parametrize(
    ("time", "procedure", "at"),
    [
        (LAND, LOSS, []),
        (AIR, BATTLE, []),
        (SEA, LOSS, ["/kind"]),
        (LAND | {"ended": True}, LOSS, [""]),
        (LAND, LOSS | {"hexes": []}, ["/hexes", "/hex"]),
        (LAND, LOSS | {"hexes": ["6220", "9999"]}, ["/hexes/1"]),
        (LAND, LOSS | {"hex": "6221"}, ["/hex", "/units/0", "/units/1"]),
        (LAND, LOSS | {"seat": "red"}, ["/seat"]),
        (LAND, LOSS | {"units": []}, ["/units"]),
        (LAND, LOSS | {"units": ["uk_2_lon"]}, ["/units/0"]),
        (LAND, LOSS | {"ships": ["uk_nelson"]}, ["/ships/0"]),
        (LAND, LOSS | {"todo": []}, ["/todo"]),
        (LAND, LOSS | {"todo": [*LOSS["todo"], ["retreat", "german", "de_7_pz"]]}, ["/todo/1/0"]),
        (LAND, LOSS | {"waits": "support"}, ["/todo"]),
        (LAND, LOSS | {"waits": ""}, ["/hex", "/seat", "/units", "/todo"]),
        (AIR, BATTLE | {"place": "Z"}, ["/place", "/losers/0"]),
        (AIR, BATTLE | {"phase": "fight"}, ["/phase", "/losers"]),
        (AIR, BATTLE | {"chooser": ""}, ["/chooser"]),
        (AIR, BATTLE | {"losers": []}, ["/losers"]),
        (AIR, BATTLE | {"losers": ["de_jg3"]}, ["/losers/0"]),
        (AIR, {"kind": "air_battle", "place": "6220", "phase": "assign"}, [""]),
        (
            AIR,
            {"kind": "air_battle", "place": "A", "phase": "assign",
             "sets": [{"first": ["uk_ftr_10_group"], "second": ["de_jg3"]}]},
            ["/sets/0/second/0", "/sets"],
        ),
        (SEA, {"kind": "withholding", "submarines": ["uk_submarines_1"]}, []),
        (SEA, {"kind": "withholding", "submarines": ["uk_hood"]}, ["/submarines/0"]),
        (SEA, {"kind": "withholding", "submarines": []}, ["/submarines"]),
        (SEA, {"kind": "counterattacking", "sector": "A", "units": ["uk_hood"], "fired": True}, []),
        (
            SEA,
            {"kind": "counterattacking", "sector": "A", "units": ["de_adm_hipper"], "fired": True},
            ["/units/0"],
        ),
        (
            SEA,
            {"kind": "counterattacking", "sector": "6220", "units": ["uk_hood"], "fired": True},
            ["/sector", "/units/0"],
        ),
    ],
)  # fmt: skip
def test_impossible_procedures_are_refused_with_their_place(time, procedure, at):
    """Wrong stage, wrong units, wrong words: each fault has its pointer."""
    assert faults(procedure, **time) == at


def test_an_unknown_kind_of_procedure_is_refused():
    """The words there are come with the refusal, from the schema and from the reader."""
    with pytest.raises(WireError, match="/position/procedure/kind"):
        faults({"kind": "tea"}, **AIR)
    with pytest.raises(WireError, match=r"/procedure/waits: expected one of '', support, .* 'tea'"):
        faults(LOSS | {"waits": "tea"}, **LAND)
    position = {"units": {}, "procedure": {"kind": "air_bttle"}}
    scenario = {"kind": "scenario", "ruleset": "sealion-2016", "position": position, "turns": []}
    with pytest.raises(InvalidFileError, match="did you mean 'air_battle'"):
        check_document(scenario, "scenario", ruleset=EDITIONS["sealion-2016"])


@pytest.mark.parametrize(
    ("member", "value", "at"),
    [
        ("resolved", ["A", "german A", "Z"], "/position/resolved/2"),
        ("came_from", {"de_12_inf": ["A", "nowhere"]}, "/position/came_from/de_12_inf/1"),
        ("came_from", {"de_12": ["A"]}, "/position/came_from/de_12"),
        ("winner", "red", "/position/winner"),
        ("aboard", {"de_12": "uk_hood"}, "/position/aboard/de_12"),
    ],
)
def test_other_wrong_values_are_refused_with_their_place(member, value, at):
    """Words that name nothing in the game are pointed at."""
    ruleset = EDITIONS["sealion-deluxe"]
    with pytest.raises(SchemaError) as caught:
        ruleset.position(ruleset.setup("invasion", {}), {"units": UNITS, member: value})
    assert [fault.pointer for fault in caught.value.faults] == [at]

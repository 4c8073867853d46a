"""Positions of War at Sea: whatever occurs in play can be written by hand, and is read as it was."""

from dataclasses import replace
from typing import Any

import pytest

from sealion_pbem.engine.canon import hash_of
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.dice import NoDice, SeededDice
from sealion_pbem.engine.game import begin, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.play import Play
from sealion_pbem.errors import SchemaError
from sealion_pbem.pbem.schema import check_document
from sealion_pbem.rulesets.war_at_sea.ruleset import WAR_AT_SEA
from sealion_pbem.rulesets.war_at_sea.words.state import STEPS
from tests.table import CAMPAIGN

pytestmark = pytest.mark.fuzz

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("standard", {"zone": 4}),
    ("standard", {"air_missions": "alternate", "crippled_carrier": "closed", "zone": 3}),
    ("convoy", {"escort": "axis"}),
    ("major", {"turn_limit": 8, "zone": 5}),
]


def positions(scenario: str, options: dict[str, Any], number: int) -> list[Any]:
    """Return every state in which somebody was asked in a random game, order by order, and its end."""
    game = begin(WAR_AT_SEA, CAMPAIGN, WAR_AT_SEA.setup(scenario, options))
    commanders = {
        seat: RandomCommander(hash_of(scenario, seat, number)) for seat in WAR_AT_SEA.seats
    }
    found = [game.state]
    for file in range(3000):
        decision = pending(WAR_AT_SEA, game)
        if decision is None:
            return found
        turn = commanders[decision.seat].turn(WAR_AT_SEA, game, decision.seat)
        turn = replace(turn, orders=turn.orders[:1])
        outcome = run(WAR_AT_SEA, game, turn, SeededDice(hash_of("dice", number, file)))
        assert not outcome.refused, outcome.refused
        game = outcome.game
        found.append(game.state)
    raise AssertionError("no end")


@pytest.mark.parametrize(("scenario", "options"), GAMES)
def test_what_is_written_is_read_as_the_same_state(scenario: str, options: dict[str, Any]):
    """State to position to state changes nothing, the schema takes it, and nothing happens on resuming."""
    start = WAR_AT_SEA.setup(scenario, options)
    steps = set()
    for state in positions(scenario, options, 1):
        written = WAR_AT_SEA.write_position(state)
        again = WAR_AT_SEA.position(start, written)
        assert WAR_AT_SEA.pack(again) == WAR_AT_SEA.pack(state)
        document = {"kind": "scenario", "ruleset": "war-at-sea", "position": written, "turns": []}
        check_document(document, "scenario", ruleset=WAR_AT_SEA)
        play = Play(again, NoDice(), WAR_AT_SEA)
        WAR_AT_SEA.resume(play)
        assert play.events == []
        steps.add(state.step)
    assert {"fleet", "open_fleet", "deploy", "sea_move", "over"} <= steps <= {*STEPS, "over"}


def test_a_whole_state_can_be_written_in_a_few_words():
    """Two Ships: what is not said is as at the start of turn 1."""
    document = {
        "units": {"axis-de_bismarck-1": {"sector": "0304"}, "allied-uk_hood-1": {"sector": "0306"}}
    }
    state = WAR_AT_SEA.position(WAR_AT_SEA.setup("standard", {}), document)
    assert WAR_AT_SEA.write_position(state) == document
    assert (state.turn, state.step, state.zone, state.markers) == (
        1,
        "sea_move",
        1,
        ("0602", "0505", "0608"),
    )


@pytest.mark.parametrize(
    ("document", "at", "text"),
    [
        ({"units": {"axis-de_bismark-1": {"sector": "0304"}}}, "/units/axis-de_bismark-1", "de_bismarck"),
        ({"units": {"axis-de_bismarck-1": {}}}, "/units/axis-de_bismarck-1/sector", "must be in a sector"),
        ({"units": {"axis-de_bismarck-1": {"sector": "0304", "hull": 9}}},
         "/units/axis-de_bismarck-1/hull", "1 to 5"),
        ({"units": {"axis-jp_a6m2_zero-1": {"base": "axis-jp_akagi-1"}}},
         "/units/axis-jp_a6m2_zero-1/base", "no Carrier"),
        ({"units": {"axis-de_ju87b-1": {"base": "axis-jp_akagi-1"}, "axis-jp_akagi-1": {"sector": "0304"}}},
         "/units/axis-de_ju87b-1/base", "from land only"),
        ({"units": {}, "step": "sea_mvoe"}, "/step", "did you mean sea_move"),
        ({"units": {}, "turn": 21}, "/turn", "turns 1 to 20"),
        ({"units": {}, "zone": 0}, "/zone", "1 to 6"),
        ({"units": {}, "first": "german"}, "/first", "axis and allied"),
        ({"units": {}, "ends": {"axis": "west", "allied": "west"}}, "/ends", "of its own"),
        ({"units": {}, "claims": {"0101": "axis"}}, "/claims", "no objective"),
        ({"units": {}, "step": "over"}, "/winner", "winner"),
        ({"units": {}, "step": "deploy"}, "/turn", "before the first turn"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_position(document: Any, at: str, text: str):
    """Each fault is told with its place, and what was expected."""
    with pytest.raises(SchemaError) as raised:
        WAR_AT_SEA.position(WAR_AT_SEA.setup("standard", {}), document)
    found = [(fault.pointer, fault.text) for fault in raised.value.faults]
    assert any(path == f"/position{at}" and text in said for path, said in found), found

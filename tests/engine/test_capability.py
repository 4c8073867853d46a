"""What a game may be able to do besides being played, and what is done for one that is not."""

import json

import pytest

from sealion_pbem.engine import (
    capability,
    chronicle,
    commander,
    pack,
    picture,
    readymade,
    saying,
    showing,
    survey,
)
from sealion_pbem.engine.ahead import Due
from sealion_pbem.engine.capability import answers_of, secrecy_of, timetable_of
from sealion_pbem.engine.game import begin
from sealion_pbem.engine.loop import preview
from sealion_pbem.engine.showing import narration_of
from sealion_pbem.engine.standing import StandingOrder, check_standing
from sealion_pbem.engine.turn import Turn
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.skirmish import Skirmish
from sealion_pbem.rulesets.skirmish import words as w
from tests.games import NAMES

CAPABILITIES = [
    cls
    for module in (
        *(capability, chronicle, commander, pack, picture, readymade, saying, showing, survey),
    )
    for cls in vars(module).values()
    if getattr(cls, "_is_runtime_protocol", False) and cls.__module__ == module.__name__
]
UNNAMED = (survey.Surveys, readymade.Prepares)
"""A game need not name these among its bases: who only judges turns does without their modules."""
BARE = (
    *(
        "id",
        "revision",
        "title",
        "seats",
        "die",
        "notice",
        "scenarios",
        "options",
        "orders",
        "events",
    ),
    *(
        "rules",
        "packs",
        "schema",
        "setup",
        "copy",
        "pack",
        "unpack",
        "advance",
        "decision",
        "check",
        "obey",
    ),
    *("offers", "game_turn", "clock", "result", "tell"),
)


@pytest.fixture
def bare():
    """A skirmish that says what every game must say and nothing else."""
    game = find("skirmish")
    return type("Bare", (), {name: getattr(game, name) for name in BARE})()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("asked", CAPABILITIES, ids=lambda cls: cls.__name__)
def test_a_capability_is_declared_and_had_as_a_whole(name, asked):
    """Half of one would be taken for none; a ruleset names among its bases what it has, and has it.

    Two are had without being named.
    """
    game = find(name)
    members = {m for m in (*asked.__annotations__, *vars(asked)) if not m.startswith("_")}
    own = {
        m
        for m in members
        if any(m in vars(cls) for cls in type(game).__mro__ if not _is_protocol(cls))
    }
    own |= members & vars(game).keys()

    assert own in (set(), members)
    assert bool(own) == isinstance(game, asked)
    assert (asked in type(game).__mro__) == bool(own) or asked in UNNAMED


def _is_protocol(cls: type) -> bool:
    return getattr(cls, "_is_protocol", False)


def test_a_game_that_declares_nothing_is_played(bare):
    """Orders need no time of their own, standing orders answer nothing, and nothing is secret."""
    state = Skirmish().setup("two-hills", {})
    state.step = "march"
    game = begin(bare, "c" * 64, state)
    found = preview(bare, game, Turn(w.RED, (w.Done(),)))
    unknown = [*check_standing(bare, (StandingOrder("march", "done"),))]

    assert not found.refused
    assert [fault.code for fault in unknown] == ["unknown_decision"]
    assert answers_of(bare).answer(state, "default") is None
    assert (secrecy_of(bare).secrets(state), secrecy_of(bare).breaches(state)) == ({}, ())


def test_an_order_that_is_not_asked_for_waits_in_a_game_without_a_timetable(bare):
    """Nobody knows whether it could have its time later, so it is kept and the reason is the plain one."""
    state = Skirmish().setup("two-hills", {})
    decision = bare.decision(state)
    found = timetable_of(bare).mistimed(state, decision, w.Done(), "")

    assert (found.due, found.why.code) == (Due.HERE, "wrong_kind")
    assert timetable_of(bare).stage_names(state) == ()


def test_a_game_without_words_of_its_own_tells_its_clock_and_its_state(bare):
    """A report has a heading and a position for every game."""
    state = Skirmish().setup("two-hills", {})
    words = narration_of(bare)

    assert words.part(state) == bare.clock(state)
    assert words.briefing(state).turn == "Turn 1"
    assert json.loads(words.board(state)) == bare.pack(state)
    assert words.names(state) == {}
    assert words.quiet == {"dice_rolled"}

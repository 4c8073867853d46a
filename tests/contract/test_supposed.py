"""Writing ahead, for every ruleset: what is supposed leads where it would lead if it came so."""

import json
import os
from dataclasses import replace
from typing import Any

import pytest

from sealion_pbem.engine.canon import digest
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.game import Game, digest_of, pending
from sealion_pbem.engine.supposed import Supposition, suppose
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.wire import from_wire
from sealion_pbem.rulesets import find
from tests.games import NAMES
from tests.table import Step, play_once

pytestmark = pytest.mark.fuzz

SCENARIOS = [(name, scenario) for name in NAMES for scenario in find(name).scenarios]
STEPS = 400 if os.environ.get("SEALION_FUZZ") == "long" else 40


def steps(name: str, scenario: str) -> tuple[Step, ...]:
    """Turns of a random game, evenly taken from all of it."""
    played = play_once(name, scenario, 0)
    return played[:: max(1, len(played) // STEPS)]


def rolls(events: tuple[Any, ...]) -> list[Supposition]:
    """The rolls of a turn as they fell, supposed beforehand."""
    return [Supposition(e.label, e.values) for e in events if isinstance(e, DiceRolled)]


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_supposing_what_came_leads_to_what_came(name: str, scenario: str):
    """With the faces that really fell, the supposed position is the one the turn came to."""
    ruleset, is_blind = find(name), False
    for step in steps(name, scenario):
        before = digest_of(ruleset, step.before)
        found = suppose(ruleset, step.before, step.turn, rolls(step.outcome.events))

        assert digest_of(ruleset, step.before) == before
        assert digest(ruleset.pack(found.game.state)) == digest(
            ruleset.pack(step.outcome.game.state)
        )
        assert list(found.used) == rolls(step.outcome.events)
        assert found.events[: len(step.outcome.events)] == tuple(
            replace(e, trust="supposed") if isinstance(e, DiceRolled) else e
            for e in step.outcome.events
        )
        is_blind = is_blind or found.blind is not None
    assert is_blind


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_every_way_leads_on(name: str, scenario: str):
    """Each way that a fork names can be supposed, after JSON too; dice add up to certainty."""
    ruleset, forks = find(name), 0
    for step in steps(name, scenario):
        fork = suppose(ruleset, step.before, step.turn).fork
        if fork is None:
            continue
        forks += 1
        chances = [way.chance for way in fork.ways if way.chance is not None]
        assert not chances or sum(chances) == 1
        assert fork.ways or fork.game is not None
        assert json.loads(json.dumps(fork.document)) == fork.document
        for way in fork.ways:
            read = from_wire(Supposition, way.document["supposition"])
            assert read == way.supposition
            further = suppose(ruleset, step.before, step.turn, [read])
            assert further.used[0] == read, way
            assert not further.refused
            assert way.text
    assert forks


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_composer_can_always_go_on(name: str, scenario: str):
    """Picking the first way at every fork leads to a decision of the writer, or to the end."""
    ruleset = find(name)
    for step in steps(name, scenario)[::4]:
        given: list[Supposition] = []
        for _ in range(300):
            found = suppose(ruleset, step.before, step.turn, given)
            if found.fork is None or not found.fork.ways:
                break
            given.append(found.fork.ways[0].supposition)
        decision = pending(ruleset, found.game)
        over = decision is None
        assert over or found.fork is not None or decision.seat == step.turn.seat
        assert len(found.used) == len(given)


def two_hills() -> tuple[Any, Game[Any], Turn]:
    """Red marches up and attacks; blue will be asked whether he stands."""
    for step in play_once("skirmish", "two-hills", 0):
        found = suppose(find("skirmish"), step.before, step.turn)
        if found.fork is not None and found.fork.at == "blue/reaction":
            return find("skirmish"), step.before, step.turn
    raise AssertionError("red never attacks")


def test_the_other_seats_answer_is_picked_by_its_words():
    """He stands or withdraws; any other legal answer can be supposed as well."""
    ruleset, game, turn = two_hills()
    fork = suppose(ruleset, game, turn).fork
    assert [way.text for way in fork.ways] == [
        "stand",
        "withdraw to the first open hex, clockwise from north",
    ]
    stands = suppose(ruleset, game, turn, [fork.ways[0].supposition])
    assert stands.blind == len(turn.orders)
    assert "dice fall" in stands.fork.prompt


def test_what_does_not_fit_any_more_is_asked_again():
    """An answer that the other could not give is not used; the fork stays."""
    ruleset, game, turn = two_hills()
    wrong = Supposition("blue/reaction", order={"kind": "withdraw", "hex": "9999"})
    nonsense = Supposition("blue/reaction", order={"kind": "dance"})
    for given in (wrong, nonsense, Supposition("T99/nowhere", (7,))):
        found = suppose(ruleset, game, turn, [given])
        assert found.fork is not None
        assert found.fork.at == "blue/reaction"
        assert not found.refused

"""The assessment of a land combat against recorded games: every result, and every face of the die."""

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from typing import Any

import pytest

from sealion_pbem.engine.dice import OutOfDiceError, ScriptedDice, SeededDice
from sealion_pbem.engine.game import begin, orders_from_wire
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.events.combat import CombatFought, LandCombat
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat import assess as assessing
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat import strength
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.assess import (
    assess,
    assess_declared,
    assess_fought,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.results import fight as fight_out
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import engaged
from sealion_pbem.rulesets.sealion.state import State, other
from tests.contract.test_golden import GOLDEN, recorded
from tests.sealion_forecasts import PLAIN
from tests.sealion_table import table
from tests.table import play_once


@cache
def combats() -> tuple[tuple[Any, State, CombatFought], ...]:
    """Every land combat of the golden games and of two games at random, with the state before it."""
    found = []
    for edition in ("sealion-deluxe", "sealion-2016"):
        game = play_once(edition, "invasion", 0)
        pairs = [(step.before.state, step.outcome.events) for step in game]
        for before, events in (*pairs, *golden(edition)):
            state = before.copy()
            for event in events:
                if isinstance(event, CombatFought):
                    found.append((find(edition), state.copy(), event))
                event.on(state)
    return tuple(found)


def golden(edition: str) -> Iterator[tuple[State, tuple[Any, ...]]]:
    """The golden game, turn by turn: the state before it and its events."""
    ruleset = find(edition)
    game = begin(ruleset, "golden", ruleset.setup("invasion", {"turns": 7}))
    for number, lines in enumerate(recorded(GOLDEN / f"{edition}.txt.gz")):
        seat, _, anew = lines[0].removeprefix("turn ").partition(" ")
        orders = [json.loads(line[6:]) for line in lines if line.startswith("order ")]
        turn = Turn(Seat(seat), orders_from_wire(ruleset, orders), drops_queued=bool(anew))
        outcome = run(ruleset, game, turn, SeededDice(sha256(b"%d" % number).digest()))
        yield game.state, outcome.events
        game = outcome.game


def test_every_recorded_combat_is_the_assessed_one():
    """Lines, totals, column, modifiers, modified die and result are those of the assessment."""
    assert len(combats()) > 60
    for _, state, event in combats():
        assessment = assess_declared(state, state.in_progress(LandCombat))
        assert assessment == assess_fought(state, event)
        assert assessment.fought(event.die) == event


def test_every_face_of_every_recorded_combat_is_what_the_rules_do():
    """Each of the six faces is rolled: who then has the hex, and what was lost, is as assessed."""
    for ruleset, state, event in combats():
        for face in assess_fought(state, event).faces:
            after, retreated = carried_out(ruleset, state, face.die)
            attacker, place = Seat(event.attacker), event.hex
            ours, theirs = (after.land_in(place, s) for s in (attacker, other(attacker)))
            assert face.taken == bool(ours and not theirs)
            sides = {attacker: face.attackers_lose, other(attacker): face.defenders_lose}
            for seat, lost in sides.items():
                units = engaged(state, place, seat)
                gone = sum(state.units[n].steps - after.units[n].steps for n in units)
                assert gone == lost or (gone > lost and seat in retreated)


def carried_out(ruleset: Any, state: State, die: int) -> tuple[State, set[str]]:
    """Roll one face; policies answer. Return the position then, and who had to retreat."""
    play = Play(state.copy(), ScriptedDice([die]), ruleset)
    with suppress(OutOfDiceError):
        fight_out(play, state.in_progress(LandCombat))
        while isinstance(play.state.task, LandCombat) and play.state.task.waits in _WAITS:
            ruleset.obey(play, ruleset.answer(play.state, "default"))
    retreated = {
        play.state.counter(e.unit).seat for e in play.events if isinstance(e, UnitEliminated)
    }
    return play.state, retreated


_WAITS = ("loss", "retreat", "advance")


@pytest.mark.parametrize(
    ("where", "name"),
    [(strength, "_of_hex"), (strength, "_of_hexsides"), (strength, "_of_units")],
)
def test_a_modifier_that_is_forgotten_is_noticed(monkeypatch, where, name):
    """Without the lines of hex, hexsides or units the assessment is no longer what was fought."""
    combats()
    monkeypatch.setattr(where, name, lambda *_: iter(()))
    with pytest.raises(AssertionError):
        test_every_recorded_combat_is_the_assessed_one()


@pytest.mark.parametrize("name", ["_holds", "falls_on_one"])
def test_a_wrong_reading_of_the_table_is_noticed(monkeypatch, name):
    """If defenders were thought never to hold, or every loss to fall on all, faces would differ."""
    combats()
    monkeypatch.setattr(assessing, name, lambda *_: False)
    assessing._faces.cache_clear()
    with pytest.raises(AssertionError):
        test_every_face_of_every_recorded_combat_is_what_the_rules_do()
    assessing._faces.cache_clear()


def test_a_supposed_attack_is_assessed_as_the_real_one():
    """12.0  Units beside a hex, supposed to enter it, are assessed as when they have."""
    units = ("de_12_inf", "de_4_pz")
    before = table(step=6, stage="land movement").place({"2917": units, PLAIN: ["uk_1_inf"]})
    supposed = assess(before.state, PLAIN, engagement=dict.fromkeys(units, "2917"))
    after = table(step=6, stage="land movement").place({PLAIN: [*units, "uk_1_inf"]})
    after.at(came_from=dict.fromkeys(units, ("2917", PLAIN)))
    assert supposed == assess(after.state, PLAIN)
    assert before.where("de_12_inf") == "2917"

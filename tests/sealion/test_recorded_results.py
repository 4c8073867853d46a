"""Recorded games die by die: whatever fell came to what is assessed, and was foretold as possible.

Land combats have tests of their own (`test_assessments.py`).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from typing import Any

import pytest

from sealion_pbem.engine.commander import Commander, RandomCommander
from sealion_pbem.engine.dice import DiceRolled, SeededDice
from sealion_pbem.engine.game import begin, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion import odds
from sealion_pbem.rulesets.sealion.events.air import (
    AirSetFought,
    AirStrikeFlown,
    InterdictionRolled,
)
from sealion_pbem.rulesets.sealion.events.combat import CombatFought
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated, UnitReduced
from sealion_pbem.rulesets.sealion.events.land import MarchHalted, UnitDrifted, UnitTouchedDown
from sealion_pbem.rulesets.sealion.events.naval import SalvoFired
from sealion_pbem.rulesets.sealion.events.options import AAUnitFired
from sealion_pbem.rulesets.sealion.forecasts import fate
from sealion_pbem.rulesets.sealion.odds import Boat
from sealion_pbem.rulesets.sealion.rules import ch11_airborne
from sealion_pbem.rulesets.sealion.rules.ch03_weather import WeatherDetermined, weather_of
from sealion_pbem.rulesets.sealion.rules.ch04_victory import ChurchillLost, ParliamentTaken
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.duel import gun_of
from sealion_pbem.rulesets.sealion.rules.ch10_air import dogfight, strikes
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import first_assigner
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import (
    drift_hex,
    is_safe_drop,
    touchdown_bounds,
    touchdown_modifier,
)
from sealion_pbem.rulesets.sealion.rules.ch11_going import stops
from sealion_pbem.rulesets.sealion.rules.ch14_options.aa_fire import aa_modifier, aa_result
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023
from sealion_pbem.rulesets.sealion.staff import StaffCommander
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, other
from tests.sealion.test_assessments import golden
from tests.table import play_once

Lost = Mapping[str, int]
Moment = tuple[State, Any, Lost]
"""The position before an event, the event, and the steps that units lost before the next dice."""


@cache
def moments() -> tuple[Moment, ...]:
    """Every event with dice of the golden games, of two at random and of one with optional rules."""
    found: list[Moment] = []
    for edition in ("sealion-deluxe", "sealion-2016"):
        steps = play_once(edition, "invasion", 0)
        found += rolled((step.before.state, step.outcome.events) for step in steps)
        found += rolled(golden(edition))
    return (*found, *rolled(with_options()))


def rolled(turns: Iterator[tuple[State, tuple[Any, ...]]]) -> Iterator[Moment]:
    """The moments of one game; a loss that waits for a choice is part of the dice before it."""
    last: tuple[State, Any] | None = None
    lost: dict[str, int] = {}
    for before, events in turns:
        state = before.copy()
        for event in events:
            if type(event) in JUDGES or isinstance(event, CombatFought):
                if last:
                    yield *last, lost
                last, lost = (state.copy(), event), {}
            if isinstance(event, UnitReduced | UnitEliminated):
                whole = isinstance(event, UnitEliminated)
                steps = state.units[event.unit].steps if whole else 1
                lost[f"{event.unit} {event.rule}"] = (
                    lost.get(f"{event.unit} {event.rule}", 0) + steps
                )
            if isinstance(event, MarchHalted):
                lost |= {"halted": 1}
            event.on(state)
    if last:
        yield *last, lost


def with_options() -> Iterator[tuple[State, tuple[Any, ...]]]:
    """A game with every optional rule but the fakes, whose counters nobody may know."""
    ruleset = DELUXE_2023
    options = {**ruleset.optional_rules, "free_french": "by_die"}
    options.pop("fake_parachutists")
    game = begin(ruleset, "options", ruleset.setup("invasion", options))
    commanders: dict[Seat, Commander] = {
        GERMAN: StaffCommander(b"1german"),
        BRITISH: RandomCommander(b"1british"),
    }
    number = 0
    while (decision := pending(ruleset, game)) is not None:
        turn = commanders[decision.seat].turn(ruleset, game, decision.seat)
        outcome = run(ruleset, game, turn, SeededDice(sha256(b"%d" % number).digest()))
        yield game.state, outcome.events
        game, number = outcome.game, number + 1


def salvo(state: State, event: SalvoFired, lost: Lost) -> int:
    """8.4  The steps of both sides, and the odds of just that."""
    boats = tuple(Boat(gun_of(state, name), state.units[name].steps) for name in event.units)
    target = Boat(gun_of(state, event.target), state.units[event.target].steps)
    costs = odds.salvo_costs(boats, target, (*event.dice, event.answer))
    ours = sum(lost.get(f"{name} 8.4", 0) for name in event.units)
    assert costs == (ours, lost.get(f"{event.target} 8.4", 0))
    assert odds.salvo_odds(boats, target)[costs] > 0
    return len(event.dice) + 1


def air_set(state: State, event: AirSetFought, lost: Lost) -> int:
    """10.4, 10.5  Who wins, and that one unit of the others is reduced, or eliminated by a double."""
    sides = (event.first, event.second)
    qualities = [sum(map(state.quality_of, names)) for names in sides]
    totals = (event.first_total, event.second_total)
    assert totals == (sum(event.first_dice) + qualities[0], sum(event.second_dice) + qualities[1])
    sizes = (len(event.first), len(event.second))
    single = state.edition.air_tie_favours_the_single
    verdict = dogfight.judge_totals(totals, sizes, tie_favours_the_single=single)
    chances = odds.set_odds((qualities[0], qualities[1]), sizes, tie_favours_the_single=single)
    assert chances[verdict] > 0
    fallen = {key.split()[0]: n for key, n in lost.items() if key.endswith(" 10.4")}
    if verdict is None:
        assert not event.winner
        assert not fallen
        return sum(sizes)
    seats = (first_assigner(state), other(first_assigner(state)))
    assert event.winner == seats[verdict.winner]
    ((name, steps),) = fallen.items()
    assert name in sides[1 - verdict.winner]
    assert steps == (state.units[name].steps if verdict.doubled else 1)
    return sum(sizes)


def strike(state: State, event: AirStrikeFlown, lost: Lost) -> int:
    """10.7, 10.9  Hit, flak or miss; a target that is gone is not rolled for."""
    if event.result == "too late":
        assert not state.is_in_play(event.target)
        return 0
    strength, flak = state.strength_of(event.bomber) or 0, strikes.flak_of(state, event.target)
    assert event.result == strikes.strike_result(strength, flak, event.roll)
    assert odds.strike_odds(strength, flak)[event.result] > 0
    assert lost.get(f"{event.target} 10.7", 0) == (event.result == "hit")
    assert lost.get(f"{event.bomber} 10.9", 0) == (event.result == "flak")
    return 1


def flak(state: State, event: AAUnitFired, lost: Lost) -> int:
    """14.5.1  Hit, driven off or missed."""
    modifier = aa_modifier(state, event.unit, event.target)
    assert event.modifier == modifier
    assert event.result == aa_result(modifier, event.die, event.answer)
    assert odds.shot_odds(modifier)[event.result] > 0
    assert lost.get(f"{event.target} 14.5.1", 0) == (event.result == "hit")
    return 2


def interdiction(state: State, event: InterdictionRolled, lost: Lost) -> int:
    """10.3  Below the strength of the air unit the march is halted."""
    assert event.is_stopped == stops(state.strength_of(event.air_unit) or 0, event.roll)
    assert lost.get("halted", 0) == event.is_stopped
    return 1


def drift(state: State, event: UnitDrifted, lost: Lost) -> int:
    """11.7  The neighbour that the die means, and whether it is the end of the unit."""
    assert event.hex == drift_hex(state, event.target, event.roll)
    assert event.is_safe == is_safe_drop(state, event.unit, event.hex)
    assert (f"{event.unit} 11.7" in lost) == (not event.is_safe)
    return 1


def touchdown(state: State, event: UnitTouchedDown, lost: Lost) -> int:
    """11.8  Unharmed, reduced or lost."""
    modifier, bounds = touchdown_modifier(state, event.hex), touchdown_bounds(state)
    steps = state.units[event.unit].steps
    expected = ch11_airborne.touchdown_loss(event.roll + modifier, steps, bounds)
    assert lost.get(f"{event.unit} 11.8", 0) == expected
    assert odds.touchdown_odds(modifier, steps, bounds)[expected] > 0
    return 1


def weather(state: State, event: WeatherDetermined, _: Lost) -> int:
    """3.0  What the forecast of the turn says for the roll."""
    assert event.weather == weather_of(state.edition, event.roll)
    assert fate.of_weather(state.edition, state.turn).chance_of(event.weather) > 0
    return int(bool(event.roll))


def counts(state: State, event: ParliamentTaken | ChurchillLost, _: Lost) -> int:
    """4.1, 4.2  What it counts for is one of the cases, and whether that wins."""
    is_parliament = isinstance(event, ParliamentTaken)
    forecast = fate.of_parliament(state) if is_parliament else fate.of_churchill(state)
    words = f"counts as {event.factories} "
    (case,) = (case for case in forecast.cases if case.result.startswith(words))
    assert ("wins" in case.facts) == (event.tally >= state.edition.factories_to_win)
    return 1 if is_parliament else 2


JUDGES: Mapping[type[Any], Callable[[State, Any, Lost], int]] = {
    SalvoFired: salvo, AirSetFought: air_set, AirStrikeFlown: strike, AAUnitFired: flak,
    InterdictionRolled: interdiction, UnitDrifted: drift, UnitTouchedDown: touchdown,
    WeatherDetermined: weather, ParliamentTaken: counts, ChurchillLost: counts,
}  # fmt: skip
RARE = {ParliamentTaken, ChurchillLost}
"""Hardly a game at random comes so far; `sealion_forecasts.SITUATIONS` follows every way of these."""


@pytest.mark.timeout(300)
def test_every_recorded_roll_came_to_what_is_assessed():
    """Each kind of combat and die: the assessment from the position before gives what happened."""
    seen: Counter[type[Any]] = Counter()
    for state, event, lost in moments():
        if type(event) in JUDGES:
            JUDGES[type(event)](state, event, lost)
            seen[type(event)] += 1
    assert JUDGES.keys() - RARE <= seen.keys()
    assert seen[SalvoFired] > 100
    assert seen[AirSetFought] > 100


def test_no_recorded_die_is_left_out():
    """As many dice are judged as were rolled, but for those of land combats and arrivals."""
    for edition in ("sealion-deluxe", "sealion-2016"):
        steps = play_once(edition, "invasion", 0)
        thrown = sum(
            len(event.values)
            for step in steps
            for event in step.outcome.events
            if isinstance(event, DiceRolled) and event.rule != "12.3"
        )
        judged = sum(
            JUDGES[type(event)](state, event, lost)
            for state, event, lost in rolled((s.before.state, s.outcome.events) for s in steps)
            if type(event) in JUDGES
        )
        assert judged == thrown


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        (odds, "salvo_costs", lambda *_: (0, 0)),
        (dogfight, "judge_totals", lambda *_, **__: None),
        (strikes, "strike_result", lambda *_: "miss"),
        (ch11_airborne, "touchdown_loss", lambda *_: 0),
    ],
)
def test_a_wrong_judgement_is_noticed(monkeypatch, module, name, wrong):
    """A planted error in what is assessed differs from what was recorded."""
    moments()
    monkeypatch.setattr(module, name, wrong)
    with pytest.raises(AssertionError):
        test_every_recorded_roll_came_to_what_is_assessed()

"""Forecasts of Sealion against the rules: every way the dice can fall, and many seeded resolutions."""

import ast
import json
import os
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from sealion_pbem.engine.canon import canonical
from sealion_pbem.engine.game import Game
from sealion_pbem.engine.outcomes import outcomes, played_out, sampled
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion import odds as counted_odds
from sealion_pbem.rulesets.sealion.rules import ch12_land_combat
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack
from tests.sealion_forecasts import (
    GROUP,
    HIPPER,
    NORFOLK,
    PLAIN,
    SITUATIONS,
    TBOATS,
    Observed,
    battle,
    expected,
    fight,
)
from tests.sealion_table import table

RULES = Path(ch12_land_combat.__file__).parents[1]
IS_LONG = bool(os.environ.get("SEALION_FUZZ"))
SIGMAS = 5
LONG = frozenset({"14.5.1 AA units of two strengths"})
"""Situations with thousands of ways: they are followed by `make fuzz` only."""


@pytest.mark.fuzz
@pytest.mark.parametrize("name", SITUATIONS)
def test_a_forecast_is_what_the_rules_do_on_every_way(name):
    """Each forecast has exactly the results of the rules, with exactly their probabilities."""
    if name in LONG and not IS_LONG:
        pytest.skip("thousands of ways")
    situation = SITUATIONS[name]()
    forecasts = situation.forecasts()
    assert forecasts
    ways = list(outcomes(situation.position.ruleset, situation.game, situation.turn, 50_000))
    assert sum(chance for chance, _ in ways) == 1
    for forecast in forecasts:
        found: dict[Observed, Fraction] = {}
        for chance, outcome in ways:
            key = situation.seen(forecast, outcome)
            found[key] = found.get(key, Fraction(0)) + chance
        assert found == expected(forecast), forecast.title


@pytest.mark.fuzz
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", SITUATIONS)
def test_seeded_dice_fall_as_forecast(name):
    """Of many seeded resolutions each result has the share foretold, within five sigmas.

    `make fuzz` resolves each situation a hundred thousand times.
    """
    runs = 100_000 if IS_LONG else 300
    situation = SITUATIONS[name]()
    forecasts = situation.forecasts()
    seen: list[Counter[Observed]] = [Counter() for _ in forecasts]
    for _, outcome in sampled(situation.position.ruleset, situation.game, situation.turn, runs):
        for count, forecast in zip(seen, forecasts, strict=True):
            count[situation.seen(forecast, outcome)] += 1
    for count, forecast in zip(seen, forecasts, strict=True):
        odds = expected(forecast)
        assert set(count) <= set(odds)
        for key, chance in odds.items():
            variance = runs * chance * (1 - chance)
            assert (count[key] - runs * chance) ** 2 <= SIGMAS**2 * variance, (key, chance)


@pytest.mark.parametrize("name", SITUATIONS)
def test_forecasts_keep_their_laws(name):
    """Cases add up to 1, none is impossible; the position stays as it was; JSON takes them."""
    situation = SITUATIONS[name]()
    ruleset, state = situation.position.ruleset, situation.position.state
    before = canonical(ruleset.pack(state))
    for forecast in (*situation.forecasts(), *ruleset.prospects(state)):
        assert sum(case.chance for case in forecast.cases) == 1
        assert all(case.chance > 0 for case in forecast.cases)
        assert forecast.rule in ruleset.rules
        assert not forecast.runs
        document = json.loads(json.dumps(forecast.document))
        assert sum(Fraction(case["chance"]) for case in document["cases"]) == 1
    assert canonical(ruleset.pack(state)) == before


def rolled_rules() -> set[str]:
    """The rule of every roll in the code of the rules."""
    found: set[str] = set()
    for path in RULES.rglob("*.py"):
        tree = ast.parse(path.read_text())
        constants = {
            node.targets[0].id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        }
        for node in ast.walk(tree):
            match node:
                case ast.Call(ast.Attribute(attr="roll" | "rolls"), [ast.Constant(str(rule)), *_]):
                    found.add(rule)
                case ast.Call(ast.Attribute(attr="roll" | "rolls"), [ast.Name(name), *_]):
                    found.add(constants[name])
    return found


def test_every_roll_of_the_rules_has_its_forecast():
    """Whatever the rules roll dice for, some situation here or the set-up forecasts it.

    AA fire is part of the combat that follows it.
    """
    forecast = {f.rule for make in SITUATIONS.values() for f in make().forecasts()}
    rolled = table(options={"free_french": "by_die"}, turn=0, step=0, stage="german set-up")
    forecast |= {f.rule for f in rolled.ruleset.prospects(rolled.state)}
    assert rolled_rules() == forecast | {"14.5.1"}


def test_wrong_odds_at_sea_are_noticed(monkeypatch):
    """If ties were forgotten in counting salvos, the ways of the rules would say so."""
    monkeypatch.setattr(
        counted_odds._Tally, "costs", lambda self, aim: (0, aim.cost(self.sure, sinks=self.sinks))
    )
    counted_odds.salvo_odds.cache_clear()
    with pytest.raises(AssertionError):
        test_a_forecast_is_what_the_rules_do_on_every_way("8.4 Norfolk and Hipper")
    counted_odds.salvo_odds.cache_clear()


def test_support_that_may_come_is_told_best_and_worst():
    """12.0  The defender may call on a bomber over the hex: one forecast without it, one with it."""
    position = fight("de_12_inf", "uk_1_inf", GROUP)
    best, worst = position.ruleset.forecasts(position.state, Attack(PLAIN))
    assert best.assumes[0].startswith("best for the attacker")
    assert worst.assumes[0].startswith("worst for the attacker")
    assert best.chance_of("taken") >= worst.chance_of("taken")
    totals = [forecast.clash.forces[1].total for forecast in (best, worst)]
    assert int(totals[0]) < int(totals[1])


def test_several_rounds_are_played_out_by_policies():
    """8.4  A salvo and the counterattack after it: exact, or labelled as a simulation."""
    position = battle(NORFOLK, TBOATS, HIPPER)
    game, turn = (
        Game("c" * 64, position.state),
        Turn(Seat("british"), (Engage("C", ((NORFOLK, TBOATS),)),)),
    )
    exact = played_out(position.ruleset, game, turn)
    assert not exact.runs
    assert exact.document["method"] == "exact"
    assert sum(case.chance for case in exact.cases) == 1
    thrown = played_out(position.ruleset, game, turn, most=10, runs=200)
    assert thrown.document["method"] == "simulation of 200 runs"
    assert {case.result for case in thrown.cases} <= {case.result for case in exact.cases}
    held = played_out(position.ruleset, game, turn, {"counterattack": "hold_back"})
    assert held.expected("british") < exact.expected("british")
    assert "counterattack: hold_back" in held.assumes[0]

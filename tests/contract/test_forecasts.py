"""The laws of forecasts for every ruleset: whatever is offered, wherever a random game comes to."""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest

from sealion_pbem.engine.ahead import Timed, Written
from sealion_pbem.engine.canon import canonical
from sealion_pbem.engine.dice import DiceNeededError, NoDice
from sealion_pbem.engine.forecast import forecasting
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.loop import preview, run
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Decision, Order
from sealion_pbem.rulesets import find
from tests.games import SCENARIOS
from tests.table import Step, play_once

GAMES = [(name, scenario) for name, scenario in SCENARIOS if forecasting(find(name))]
MOST_OFFERS = 4
EVERY, SHORT, LONGEST = 3, 20, 60


@pytest.mark.parametrize(("name", "scenario"), GAMES)
def test_an_order_at_which_dice_fall_has_a_forecast(name, scenario):
    """Its cases add up to 1 and none is impossible; nothing is rolled or changed; JSON takes it."""
    steps = play_once(name, scenario, 0)
    foretold = set()
    ruleset, able = find(name), forecasting(find(name))
    # The turns of a short game are gone through order by order.
    inside = LONGEST if len(steps) < SHORT else 1
    for game, given in (
        found
        for step in steps[:: EVERY if inside == 1 else 1]
        for found in islice(positions_of(ruleset, step), inside)
    ):
        state, decision = game.state, pending(ruleset, game)
        assert decision is not None, "a turn answers something"
        before = canonical(ruleset.pack(state))
        for order in orders_of(ruleset, state, given, decision):
            forecasts = able.forecasts(state, order)
            seen = preview(ruleset, game, Turn(decision.seat, (order,)))
            assert forecasts or not seen.needs_dice, (order, seen.needs_dice)
            for forecast in (*forecasts, *able.prospects(state)):
                assert sum(case.chance for case in forecast.cases) == 1
                assert all(case.chance > 0 for case in forecast.cases)
                assert forecast.rule in ruleset.rules
                written = json.loads(json.dumps(forecast.document))["cases"]
                assert [Fraction(case["chance"]) for case in written] == [
                    case.chance for case in forecast.cases
                ]
                foretold.add(forecast.kind)
        assert canonical(ruleset.pack(state)) == before
    assert foretold


def positions_of(ruleset: Ruleset[Any], step: Step) -> Iterator[tuple[Game[Any], Written]]:
    """Return the position before every order of a turn, as far as no dice fall."""
    game = replace(step.before, queued={}, standing={}, written={})
    for order in step.turn.orders:
        decision = pending(ruleset, game)
        if decision is None or decision.seat != step.turn.seat:
            return
        yield game, order
        try:
            outcome = run(ruleset, game, Turn(decision.seat, (order,)), NoDice())
        except DiceNeededError:
            return
        game = outcome.game


def orders_of(
    ruleset: Ruleset[Any], state: Any, given: Written, decision: Decision
) -> Iterator[Order]:
    """Return some orders that are offered, and the one that was given: no opening is offered."""
    yield from islice(ruleset.offers(state), MOST_OFFERS)
    bare = given.order if isinstance(given, Timed) else given
    if bare.kind in decision.accepts:
        yield bare

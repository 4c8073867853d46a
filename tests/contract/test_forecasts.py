"""The laws of forecasts for every ruleset: whatever is offered, wherever a random game comes to."""

import json
from fractions import Fraction
from itertools import islice

import pytest

from sealion_pbem.engine.canon import canonical
from sealion_pbem.engine.forecast import forecasting
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.loop import preview
from sealion_pbem.engine.turn import Turn
from sealion_pbem.rulesets import RULESETS, find
from tests.table import CAMPAIGN, play_once

GAMES = [
    (name, scenario)
    for name in RULESETS
    if forecasting(find(name))
    for scenario in find(name).scenarios
]
MOST_OFFERS = 4
EVERY = 3


@pytest.mark.parametrize(("name", "scenario"), GAMES)
def test_an_order_at_which_dice_fall_has_a_forecast(name, scenario):
    """Its cases add up to 1 and none is impossible; nothing is rolled or changed; JSON takes it."""
    steps = play_once(name, scenario, 0)
    foretold = set()
    ruleset = find(name)
    for step in steps[::EVERY]:
        state = step.before.state
        able, game = forecasting(ruleset), Game(CAMPAIGN, state)
        decision = pending(ruleset, game)
        before = canonical(ruleset.pack(state))
        for order in islice(ruleset.offers(state), MOST_OFFERS):
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

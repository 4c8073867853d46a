"""Order sheets, for every ruleset: what JSON says, a sheet says, and the other way round."""

import os
from collections.abc import Mapping
from typing import Any

import pytest

from sealion_pbem.engine.ahead import Timed
from sealion_pbem.engine.choices import draw, normal
from sealion_pbem.engine.game import Game, orders_from_wire, pending
from sealion_pbem.engine.seal import Open, Seal
from sealion_pbem.engine.sheet.lexicon import lexicon_of
from sealion_pbem.engine.sheet.sheet import read_sheet, write_sheet
from sealion_pbem.engine.ways import fix_ways
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets import find
from tests.choices import Chance
from tests.games import NAMES
from tests.table import play_once

pytestmark = pytest.mark.fuzz

SCENARIOS = [(name, scenario) for name in NAMES for scenario in find(name).scenarios]
TURNS = 1000 if os.environ.get("SEALION_FUZZ") == "long" else 120


def read_back(ruleset: Any, game: Game[Any], document: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is read from the sheet that says a document, its ways fixed."""
    text = write_sheet(ruleset, game, document)
    sheet = read_sheet(ruleset, game, text)
    assert sheet.faults == [], text
    decision = pending(ruleset, game)
    assert decision is not None, "the game is over"
    orders, faults = fix_ways(ruleset, game, Seat(decision.seat), sheet.document["orders"])
    assert faults == (), text
    return {**sheet.document, "orders": orders}


def normal_form(ruleset: Any, orders: list[Any]) -> list[Any]:
    """Return orders as objects, each in its normal form."""
    found = []
    for order in orders_from_wire(ruleset, orders):
        plain = order.order if isinstance(order, Timed) else order
        made = plain if isinstance(plain, Seal | Open) else normal(ruleset, plain)
        found.append(Timed(made, order.turn, order.stage) if isinstance(order, Timed) else made)
    return found


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_sheet_says_what_the_file_says(name: str, scenario: str):
    """JSON to sheet to JSON is the identity, on whole turns of a random game."""
    ruleset = find(name)
    for step in play_once(name, scenario, 0)[:TURNS]:
        document = step.turn.document
        found = read_back(ruleset, step.before, document)

        assert found.get("drop_queued", False) == document.get("drop_queued", False)
        assert normal_form(ruleset, found["orders"]) == normal_form(ruleset, document["orders"])


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_whatever_can_be_composed_can_be_written(name: str, scenario: str):
    """Orders drawn from the menus of many positions survive a sheet."""
    ruleset = find(name)
    steps = play_once(name, scenario, 0)
    for number, step in enumerate(steps[:: max(1, len(steps) // (TURNS // 3))]):
        for again in range(4):
            order = draw(ruleset, step.before, Chance("sheet", name, number, again))
            document = to_wire(order)
            found = read_back(ruleset, step.before, {"orders": [document]})
            assert found["orders"][0] == document or normal_form(
                ruleset, found["orders"]
            ) == normal_form(ruleset, [document])


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_every_unit_and_place_has_a_name_of_its_own(name: str, scenario: str):
    """The name that is written means the same when it is read, alone and among others."""
    ruleset: Any = find(name)
    state = ruleset.setup(scenario, {})
    names = lexicon_of(ruleset, state)
    for unit in ruleset.whereabouts(state):
        assert names.meant_by(names.name_of(unit)) == unit


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_standing_orders_are_said_in_words(name: str, scenario: str):
    """Every policy of every decision, with conditions and limits, survives a sheet."""
    ruleset = find(name)
    game = play_once(name, scenario, 0)[0].before
    policies = getattr(ruleset, "policies", {})
    standing = [
        {
            "when": kind,
            "do": policy,
            "if": [{"fact": "weather", "is": "rain"}, {"fact": "turn", "at_least": 3}],
            "limit": 2,
            "until": 7,
            "otherwise": "default",
        }
        for kind, known in policies.items()
        for policy in known
    ]
    plain = [{"when": order["when"], "do": order["do"]} for order in standing]
    document = {"orders": [], "standing_orders": [*standing, *plain], "message": "one\ntwo: three"}
    found = read_back(ruleset, game, document)

    assert found["standing_orders"] == document["standing_orders"]
    assert found["message"] == document["message"]

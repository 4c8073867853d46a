"""The laws of choices, for every ruleset: what menus lead to is what `check` accepts.

`SEALION_FUZZ=long` tries many more positions.
"""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.engine.ahead import Timed
from sealion_pbem.engine.capability import answers_of
from sealion_pbem.engine.choices import draw, example_of, extend, menu, standing_menu
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.standing import check_standing
from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets import find
from tests.choices import (
    Chance,
    as_written,
    composing_fault,
    is_legal,
    mutants,
    opened_up,
    surprises,
    unseen_faults,
    walk_faults,
)
from tests.games import NAMES, SCENARIOS
from tests.table import play_once

pytestmark = pytest.mark.fuzz

IS_LONG = os.environ.get("SEALION_FUZZ") == "long"
POSITIONS = 400 if IS_LONG else 40
COUNTS = Path(__file__).parents[1] / "golden" / "choices.json"


def positions(name: str, scenario: str, seed: int = 0) -> list[Game[Any]]:
    """Return games that wait at decisions of every kind, evenly taken from a random game."""
    steps = play_once(name, scenario, seed)
    asked = [step.before for step in steps]
    return asked[:: max(1, len(asked) // POSITIONS)]


def known_orders(name: str, scenario: str, game: Game[Any], number: int) -> list[Order]:
    """Return legal orders that were found without menus: what is offered, what was played."""
    ruleset = find(name)
    offers = list(ruleset.offers(game.state))[number % 7 :: 7]
    played = [s.turn.orders[:1] for s in play_once(name, scenario, 0) if s.before is game]
    orders = [o.order if isinstance(o, Timed) else o for first in played for o in first]
    accepted = pending(ruleset, game).accepts
    return [as_written(order) for order in (*offers, *orders) if order.kind in accepted]


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_whatever_is_offered_leads_to_a_legal_order(name: str, scenario: str):
    """Sound and no dead end: every menu has an order or a choice, and its order passes `check`."""
    ruleset = find(name)
    for number, game in enumerate(positions(name, scenario)):
        chance = Chance(name, number)
        for _ in range(3):
            assert opened_up(walk_faults(ruleset, game, chance)) == []


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_whatever_is_legal_can_be_composed(name: str, scenario: str):
    """Complete: orders found without menus, and their mutants that are legal, are made of choices."""
    ruleset, composed, games = find(name), 0, positions(name, scenario)
    for number, game in enumerate(games):
        chance = Chance("mutants", name, number)
        for order in known_orders(name, scenario, game, number):
            tried = [order, *mutants(ruleset, game.state, order, chance, 6)]
            for each in tried:
                assert surprises(ruleset, game.state, each) == ""
                if is_legal(ruleset, game, each):
                    assert composing_fault(ruleset, game, each) == ""
                    composed += 1
    assert composed > len(games) // 2


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_menus_only_look(name: str, scenario: str):
    """They change nothing, survive JSON, and are the same whatever value a seal holds."""
    ruleset = find(name)
    for game in positions(name, scenario)[::2]:
        kinds = [choice.value for choice in menu(ruleset, game).choices()]
        partials = [{}, *({"kind": kind} for kind in kinds)]
        assert opened_up(unseen_faults(ruleset, game, partials)) == []


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_kinds_offered_are_those_that_can_be_ordered(name: str, scenario: str):
    """The first menu offers nothing that the decision does not accept, and something that it does."""
    ruleset = find(name)
    for game in positions(name, scenario):
        offered = {choice.value for choice in menu(ruleset, game).choices()}
        accepted = pending(ruleset, game).accepts

        assert offered - accepted <= {"seal"}
        assert offered & accepted


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_an_order_can_be_drawn(name: str, scenario: str):
    """A random player gets a legal order from menus alone, the same for the same chance."""
    ruleset = find(name)
    for number, game in enumerate(positions(name, scenario)):
        order = draw(ruleset, game, Chance("draw", number))

        assert is_legal(ruleset, game, order)
        assert order == draw(ruleset, game, Chance("draw", number))


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_there_is_an_example_of_every_kind_that_is_offered(name: str, scenario: str):
    """The first choice each time leads to a legal order of the kind."""
    ruleset = find(name)
    for game in positions(name, scenario)[::3]:
        for kind in menu(ruleset, game).choices():
            order = example_of(ruleset, game, kind.value)
            assert order is not None, kind
            assert order.kind == kind.value
            assert is_legal(ruleset, game, order)


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_of_order_has_a_form(name: str):
    """Seals have the forms of the engine, all others their ruleset's."""
    ruleset = find(name)

    assert ruleset.orders.keys() - {"seal", "open"} <= ruleset.forms.keys()


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_as_many_choices_as_before(name: str, scenario: str):
    """The number of choices in fixed positions is kept; `SEALION_REGOLD=1` writes them anew."""
    ruleset = find(name)
    found = {}
    for number, game in enumerate(positions(name, scenario)[::4]):
        decision = pending(ruleset, game)
        found[f"{number} {decision.kind}"] = counts(ruleset, game)
    kept = json.loads(COUNTS.read_text("utf-8")) if COUNTS.exists() else {}
    if os.environ.get("SEALION_REGOLD") and not IS_LONG:
        kept = dict(sorted({**kept, f"{name} {scenario}": found}.items()))
        COUNTS.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    if not IS_LONG:
        assert found == kept[f"{name} {scenario}"]


def counts(ruleset: Any, game: Game[Any]) -> dict[str, int]:
    """Return how many choices there are after each kind, and after each of its first choices."""
    found = {}
    for kind in menu(ruleset, game).choices():
        here = menu(ruleset, game, {"kind": kind.value})
        first = list(here.choices())
        found[kind.value] = len(first)
        found[f"{kind.value}, two"] = sum(
            sum(1 for _ in menu(ruleset, game, extend(ruleset, here.partial, choice)).choices())
            for choice in first
        )
    return found


def test_a_game_that_is_over_offers_nothing():
    """The menu of a finished game says so."""
    ruleset = find("skirmish")
    over = play_once("skirmish", "two-hills", 0)[-1].outcome.game

    assert [fault.code for fault in menu(ruleset, over).refused] == ["game_over"]
    assert list(menu(ruleset, over).choices()) == []


def test_a_kind_that_is_not_asked_for_is_refused():
    """The menu says what would answer, and offers nothing."""
    ruleset = find("skirmish")
    game = play_once("skirmish", "two-hills", 0)[0].before
    found = menu(ruleset, game, {"kind": "march"})

    assert [fault.code for fault in found.refused] == ["wrong_kind"]
    assert list(found.choices()) == []
    assert replace(found, refused=()).order is None


@pytest.mark.parametrize("name", NAMES)
def test_standing_orders_are_composed_too(name: str):
    """Every decision that a policy can answer, every policy of it, and what follows if it cannot."""
    ruleset = find(name)
    composed = 0
    for when in standing_menu(ruleset).choices():
        first = extend(ruleset, {}, when)
        for do in standing_menu(ruleset, first).choices("do"):
            second = extend(ruleset, first, do)
            found = standing_menu(ruleset, second)
            (otherwise,) = found.choices("otherwise")
            last = standing_menu(ruleset, extend(ruleset, second, otherwise))

            assert last.order == replace(found.order, otherwise="default")
            assert [*check_standing(ruleset, (found.order, last.order))] == []
            composed += 1

    assert composed == sum(len(found) for found in answers_of(ruleset).policies.values())


def test_a_standing_order_in_want_of_an_answer_says_so():
    """What it is to do is missing; an unknown decision is refused."""
    ruleset = find("skirmish")

    assert standing_menu(ruleset, {"when": "losses"}).missing.code == "no_do"
    assert standing_menu(ruleset, {"when": "dinner"}).refused[0].code == "unknown_decision"
    assert standing_menu(ruleset, {"when": "losses", "do": "lose_step", "if": []}).order is not None

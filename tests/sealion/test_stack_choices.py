"""Choices of what is overstacked: exactly as many as must go, from every hex."""

import os
from collections import Counter as Tally
from itertools import combinations

import pytest

from sealion_pbem.engine.game import Game, begin
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.rules import ch06_stacking
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import RemoveSurplus
from sealion_pbem.rulesets.sealion.state import GERMAN, State
from tests.choices import Chance, closure, is_legal, mutation_faults, walk_faults
from tests.sealion_table import both_editions, table

pytestmark = pytest.mark.fuzz

MANY = 60 if os.environ.get("SEALION_FUZZ") == "long" else 5
PLACES = ("2918", "3018", "3117")


def forged(edition: str, seed: int, units: int) -> Game[State]:
    """Return German land units of all sizes thrown into three hexes, some with too many."""
    chance, position = Chance("stacks", seed), table(edition, step=6, stage="stacking")
    land = [
        name
        for name, counter in position.state.table.counters.items()
        if counter.seat == GERMAN and counter.arm == "land"
    ]
    position.place({"2918": ["de_12_inf", "de_14_inf"]})
    for _ in range(units):
        position.place({chance.pick(PLACES): [chance.pick(land)]})
    if position.decision is None:
        position.place({"2918": ["de_12_inf", "de_14_inf"]})
    return begin(find(edition), "forged", position.state)


@both_editions
def test_6_3_menus_lead_to_every_way_to_take_units_away(edition):
    """Of all sets of units exactly those that are legal are composed, each in any order."""
    ruleset = find(edition)
    for seed in range(MANY):
        game = forged(edition, seed, 4)
        here = [n for n, unit in game.state.units.items() if unit.place in PLACES and unit.steps]
        sets = [chosen for size in range(len(here) + 1) for chosen in combinations(here, size)]
        legal = {frozenset(c) for c in sets if is_legal(ruleset, game, RemoveSurplus(c))}

        composed = closure(ruleset, game, {"kind": "remove_surplus"})
        assert legal == {frozenset(o.units) for o in composed if isinstance(o, RemoveSurplus)}


@both_editions
def test_6_3_whatever_is_offered_leads_on(edition):
    """Sound, no dead end, and mutants of what policies answer are composed where they are legal."""
    ruleset = find(edition)
    for seed in range(MANY):
        game, chance = forged(edition, seed, 12), Chance("walk", seed)
        assert [*walk_faults(ruleset, game, chance)] == []
        assert [*mutation_faults(ruleset, game, ruleset.offers(game.state), chance, 4)] == []


@both_editions
def test_6_3_a_menu_that_offers_one_too_many_is_found_out(edition, monkeypatch):
    """The planted error: units are offered after enough of their size have gone."""
    monkeypatch.setattr(ch06_stacking, "_removed", lambda *_: Tally())
    game = forged(edition, 1, 6)

    assert any(
        fault for again in range(8) for fault in walk_faults(find(edition), game, Chance(again))
    )

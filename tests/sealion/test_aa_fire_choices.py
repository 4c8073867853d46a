"""Choices of anti-aircraft fire: every AA unit in the hex, in whatever order."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest

from sealion_pbem.engine.choices import menu
from sealion_pbem.engine.form import Choice
from sealion_pbem.engine.game import Game, begin
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack
from sealion_pbem.rulesets.sealion.rules.ch14_options import aa_fire
from sealion_pbem.rulesets.sealion.rules.ch14_options.aa_fire import FireAA
from sealion_pbem.rulesets.sealion.state import State
from tests.choices import Chance, closure, is_legal, mutation_faults, surprises, walk_faults
from tests.sealion_table import EDITIONS, table

pytestmark = pytest.mark.fuzz

RULESET = EDITIONS["sealion-deluxe"]
GUNS = ("uk_1_aa_x", "uk_6_aa_x")


def under_attack() -> Game[State]:
    """Return a German attack with a bomber on the AA brigades, one of them reduced.

    No other AA units can differ in strength, and those that do not are not asked about.
    """
    position = table(step=6, stage="land combat", options={"aa_brigades": True}, turn=4)
    attack = ["de_12_inf", "de_bomber_1_fliegerkorps_a"]
    position.place({"2918": [*attack, *GUNS], "4409": ["uk_churchill"]}, GUNS[1:])
    position.go_on()
    position.order(Attack("2918"))
    return begin(RULESET, "c", position.state)


def test_14_5_1_menus_lead_to_every_order_of_fire():
    """Of all lists of AA units exactly those are composed that are legal: each unit once."""
    game = under_attack()
    lists = [chosen for size in range(4) for chosen in product(GUNS, repeat=size)]
    assert {surprises(RULESET, game.state, FireAA(chosen)) for chosen in lists} == {""}
    legal = {FireAA(chosen) for chosen in lists if is_legal(RULESET, game, FireAA(chosen))}

    assert legal == {FireAA(way) for way in permutations(GUNS)}
    assert closure(RULESET, game, {"kind": "fire_aa"}) == legal


def faults() -> Iterator[str]:
    """Return what the laws find wrong."""
    game, chance = under_attack(), Chance("fire")
    for _ in range(8):
        yield from walk_faults(RULESET, game, chance)
    yield from mutation_faults(RULESET, game, RULESET.offers(game.state), chance, 10)


def test_14_5_1_whatever_is_offered_leads_on():
    """Sound, no dead end, and mutants of what is offered are composed where they are legal."""
    assert [*faults()] == []


def test_14_5_1_menus_that_know_one_order_only_are_found_out(monkeypatch):
    """The planted error: of the AA units that are left only the first is offered."""

    def first(state: State, draft: Any) -> Iterator[Choice]:
        return iter([*aa_fire.gunners(state, draft)][:1])

    form = RULESET.forms["fire_aa"]
    planted = replace(form, members=(replace(form.members[0], domain=first),))
    monkeypatch.setattr(RULESET, "forms", {**RULESET.forms, "fire_aa": planted})

    assert any("is not offered" in fault for fault in faults())


def test_14_5_1_choices_say_how_strong_a_unit_is():
    """14.5.1  The defender is asked in the German step; a brigade on its back has less defence."""
    game = under_attack()
    decision = RULESET.decision(game.state)
    choices = [*menu(RULESET, game, {"kind": "fire_aa"}).choices()]

    assert decision is not None
    assert decision.seat == "british"
    assert [choice.label for choice in choices] == ["1 AA", "6 AA"]
    assert choices[0].notes != choices[1].notes
    left = [*menu(RULESET, game, {"kind": "fire_aa", "units": [GUNS[1]]}).choices()]
    assert [choice.value for choice in left] == [GUNS[0]]

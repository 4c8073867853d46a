"""Choices of supply transports: whom each feeds, which of them go home; Churchill may leave."""

import os
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest

from sealion_pbem.engine.choices import menu
from sealion_pbem.engine.form import Choice
from sealion_pbem.engine.game import Game, begin
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.rules.ch13_supply import EvacuateChurchill, supply_transports
from sealion_pbem.rulesets.sealion.rules.ch13_transports import Feed, SendHome
from sealion_pbem.rulesets.sealion.state import State
from tests.choices import (
    Chance,
    closure,
    is_legal,
    mutation_faults,
    opened_up,
    surprises,
    walk_faults,
)
from tests.sealion_table import SealionTable, both_editions, table

pytestmark = pytest.mark.fuzz

MANY = 80 if os.environ.get("SEALION_FUZZ") == "long" else 8
BASES, NEAR = ("4915", "5008"), ("4914", "4813", "5108", "2203", "4915")
TRANSPORTS = [f"de_airtransport_{number}" for number in range(1, 4)]
AIRBORNE = ["de_1st_fj", "de_2nd_fj", "de_16_airlanding"]


def forged(edition: str, seed: int, step: int) -> Game[State]:
    """Return transports at two airbases and in France, hungry regiments near them and far away.

    Some are fed or called home already, and British units cut some of the lines.
    """
    chance = Chance("supply", edition, seed)
    stage = "transports" if step == 15 else "end of turn"
    position = table(edition, step=step, stage=stage).german_hexes(*BASES)
    position.place({BASES[0]: TRANSPORTS[:1], "4914": AIRBORNE[:1]})
    for name in TRANSPORTS[1:]:
        position.place({chance.pick((*BASES, "France")): [name]})
    for name in AIRBORNE[1:]:
        position.place({chance.pick(NEAR): [name]}, reduced=[name] if chance(2) else [])
    for name in ("uk_1_inf", "uk_2_inf"):
        position.place({chance.pick(("4912", "4816", "5006", "2002")): [name]})
    fed = [n for n in TRANSPORTS[1:] if not chance(4)]
    called = [n for n in TRANSPORTS[1:] if not chance(4)] if step == 15 else []
    position.at(used=frozenset(fed), done=frozenset(called))
    return begin(find(edition), "forged", position.state)


def feedings() -> list[Feed]:
    """Return every list of up to two pairs, sense or not, and three that are all different."""
    pairs = list(product((*TRANSPORTS, "de_1st_fj"), (*AIRBORNE, "uk_1_inf")))
    found = [Feed(chosen) for size in range(3) for chosen in combinations(pairs, size)]
    thirds = product(AIRBORNE, repeat=3)
    return [*found, *(Feed(tuple(zip(TRANSPORTS, units, strict=True))) for units in thirds)]


@both_editions
def test_13_2_menus_lead_to_every_way_to_feed(edition):
    """Of all pairs exactly those are composed, in any number, that are legal together."""
    ruleset, legal = find(edition), 0
    for seed in range(MANY):
        game = forged(edition, seed, 15)
        allowed = set()
        for order in feedings():
            assert surprises(ruleset, game.state, order) == ""
            if is_legal(ruleset, game, order):
                allowed.add(frozenset(order.pairs))
        composed = closure(ruleset, game, {"kind": "feed"}) if allowed else set()
        assert {frozenset(o.pairs) for o in composed if isinstance(o, Feed)} == allowed
        legal += len(allowed)
    assert legal > MANY


@both_editions
@pytest.mark.parametrize("step", [8, 15])
def test_13_2_menus_lead_to_every_way_home(edition, step):
    """Of all transports exactly those go home, in any number, that may."""
    ruleset, names = find(edition), [*TRANSPORTS, "de_1st_fj"]
    for seed in range(MANY):
        game = forged(edition, seed, step)
        orders = [SendHome(c) for size in range(5) for c in combinations(names, size)]
        assert all(surprises(ruleset, game.state, order) == "" for order in orders)
        legal = {frozenset(o.transports) for o in orders if is_legal(ruleset, game, o)}
        composed = closure(ruleset, game, {"kind": "send_home"}) if legal else set()
        assert {frozenset(o.transports) for o in composed if isinstance(o, SendHome)} == legal


@both_editions
@pytest.mark.parametrize("step", [8, 15])
def test_13_2_whatever_is_offered_leads_on(edition, step):
    """Sound, no dead end, and mutants of what is offered are composed where they are legal."""
    ruleset = find(edition)
    for seed in range(MANY):
        game, chance = forged(edition, seed, step), Chance("walk", seed)
        for _ in range(4):
            assert [*walk_faults(ruleset, game, chance)] == []
        assert [*mutation_faults(ruleset, game, ruleset.offers(game.state), chance, 6)] == []


def with_domain(ruleset: Any, kind: str, domain: Any) -> Any:
    """The form of a kind with one member, which offers something else."""
    form = ruleset.forms[kind]
    return replace(form, members=(replace(form.members[0], domain=domain),))


def found_out(ruleset: Any, edition: str, kind: str) -> bool:
    """Whether any order put together at random shows a planted error."""
    return any(
        opened_up(walk_faults(ruleset, forged(edition, seed, 15), Chance(kind, seed, again)), 1)
        for seed in range(8)
        for again in range(12)
    )


@both_editions
def test_13_2_a_menu_that_looks_at_no_line_of_supply_is_found_out(edition, monkeypatch):
    """The planted error: every transport is offered for everybody."""

    def everybody(_: State, draft: Any) -> Any:
        for transport, unit in product(TRANSPORTS, AIRBORNE):
            if not draft:
                yield Choice("pairs", [transport, unit], unit, rule="13.2")

    ruleset = find(edition)
    monkeypatch.setitem(ruleset.forms, "feed", with_domain(ruleset, "feed", everybody))

    assert found_out(ruleset, edition, "feed")


@both_editions
def test_13_2_a_menu_that_sends_everybody_home_is_found_out(edition, monkeypatch):
    """The planted error: who feeds a unit, or was called home before, is offered too."""

    def everybody(state: State, _: Any) -> Any:
        for name in supply_transports(state):
            yield Choice("transports", name, name, rule="13.2")

    ruleset = find(edition)
    monkeypatch.setitem(ruleset.forms, "send_home", with_domain(ruleset, "send_home", everybody))

    assert found_out(ruleset, edition, "send_home")


def offered(position: SealionTable, **partial: Any) -> list[Choice]:
    game = begin(position.ruleset, "c", position.state)
    return [*menu(position.ruleset, game, partial).choices()]


def test_13_2_menus_say_what_supply_saves_whom_from():
    """13.2, 13.3  A whole regiment would be reduced, a reduced one lost; in 2016 one feeds and goes."""
    position = table("sealion-2016", step=15, stage="transports").german_hexes("4915")
    position.place({"4914": AIRBORNE[:2], "4915": TRANSPORTS[:1]}, reduced=AIRBORNE[:1])
    found = offered(position, kind="feed")
    home = offered(position, kind="send_home")

    assert [(c.label, c.notes[1]) for c in found] == [
        ("Transports (air) 1 feeds 1st FJ", "lost without supply (13.3)"),
        ("Transports (air) 1 feeds 2nd FJ", "reduced without supply (13.3)"),
    ]
    assert home[0].notes == ("4915", "feeds before it goes")


@both_editions
def test_4_3_churchill_leaves_without_a_word_more(edition):
    """4.3  The order is complete as soon as its kind is chosen."""
    position = table(edition, step=15, stage="end of turn").place({"4409": ["uk_churchill"]})
    game = begin(position.ruleset, "c", position.at(churchill="").state)
    found = menu(position.ruleset, game, {"kind": "evacuate_churchill"})

    assert (found.order, [*found.choices()]) == (EvacuateChurchill(), [])

"""Choices of an air combat, on forged meetings: sets are filled fighter by fighter, in any sequence."""

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest

from sealion_pbem.engine.canon import hash_of
from sealion_pbem.engine.choices import compose, extend, menu
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.form import Choice, Shape
from sealion_pbem.engine.game import Game, begin
from sealion_pbem.engine.play import Play
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.events.air import AirBattle
from sealion_pbem.rulesets.sealion.rules.ch10_air import assignment, combat
from sealion_pbem.rulesets.sealion.rules.ch10_air.assignment import (
    Assign,
    JoinSets,
    free_fighters,
    targets_for,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.combat import ChooseLoss, begin_air_combat
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import fighters_in
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import first_assigner
from sealion_pbem.rulesets.sealion.state import State, other
from tests.choices import (
    Chance,
    closure,
    composing_fault,
    is_legal,
    mutation_faults,
    surprises,
    walk_faults,
)
from tests.sealion_table import SealionTable, both_editions, table

pytestmark = pytest.mark.fuzz

IS_LONG = os.environ.get("SEALION_FUZZ") == "long"
MANY = 300 if IS_LONG else 25
F = ["uk_ftr_10_group", "uk_ftr_11_group_a", "uk_ftr_11_group_b", "uk_ftr_11_group_c"]
BRITISH = [*F, "uk_ftr_12_group_a", "uk_bmr_2_group", "uk_furious_group"]
B = ["de_bomber_1_fliegerkorps_a", "de_bomber_2_fliegerkorps_a", "de_bomber_4_fliegerkorps"]
J = ["de_jg2", "de_jg26", "de_zg2"]
GERMAN = [*B, *J, "de_jg3", "de_float_1", "de_airtransport_1"]
ASKED = {"assign", "join_sets", "choose_loss"}


def over(edition: str, units: list[str], **facts: Any) -> SealionTable:
    """Return air units that meet over C when the combat begins."""
    position = table(edition, step=5, stage="air combat", **facts).place({"C": units})
    position.begin(begin_air_combat)
    return position


def forged(edition: str, seed: int, most: int) -> SealionTable:
    """Return fighters and other aircraft of both sides over C; sometimes the German assigns first."""
    chance = Chance("air", edition, seed)
    position = table(edition, step=5, stage="air combat")
    counters = position.state.table.counters
    units = [chance.pick(F), chance.pick(J)]
    many, few = chance.pick([(GERMAN, BRITISH), (BRITISH, GERMAN)])
    units += [chance.pick(many) for _ in range(chance(most + 1))]
    units += [chance.pick(few) for _ in range(chance(most // 2))]
    reduced = [name for name in units if counters[name].steps > 1 and not chance(3)]
    position.place({"C": [*dict.fromkeys(units)]}, reduced)
    if not chance(3):
        board = position.state.table.board
        position.german_hexes(*(n for n in board.numbers if board.hexes[n].radar))
    play = Play(position.state, SeededDice(hash_of("air", seed)), position.ruleset)
    begin_air_combat(play)
    return position


def combats(edition: str, most: int, count: int = MANY) -> Iterator[Game[State]]:
    """Return every moment of forged combats in which somebody is asked."""
    for seed in range(count):
        position, chance = forged(edition, seed, most), Chance("combat", seed)
        dice = SeededDice(hash_of("combat", seed))
        while (decision := position.decision) is not None and decision.accepts & ASKED:
            yield begin(find(edition), "forged", position.state.copy())
            order = chance.pick(position.offers())
            position.ruleset.obey(Play(position.state, dice, position.ruleset), order)


def faults(edition: str) -> Iterator[str]:
    """Return what the laws find wrong in forged combats: dead ends, and orders that are not composed."""
    ruleset = find(edition)
    for number, game in enumerate(combats(edition, 6)):
        chance = Chance("laws", number)
        for _ in range(4):
            yield from walk_faults(ruleset, game, chance)
        orders = [*ruleset.offers(game.state)]
        told = [replace(o, sets=o.sets[::-1]) for o in orders if isinstance(o, Assign)]
        yield from mutation_faults(ruleset, game, (*orders, *told), chance, 5)


@both_editions
def test_10_4_whatever_is_offered_leads_on_and_whatever_is_legal_is_offered(edition):
    """Sound, no dead end and complete: policies, their mutants and walks through the menus."""
    assert [*faults(edition)] == []


def asked(edition: str, kind: str, most: int) -> Iterator[Game[State]]:
    """Return small combats in which a kind of order is asked for."""
    ruleset = find(edition)
    for game in combats(edition, most, MANY * 2):
        decision = ruleset.decision(game.state)
        if decision is not None and kind in decision.accepts:
            yield game


def every_assignment(fighters: list[str], targets: list[str]) -> Iterator[Assign]:
    """Return every way to give each fighter a target or none, in every order of sets and fighters."""
    for way in product((*targets, ""), repeat=len(fighters)):
        groups = {
            target: [f for f, t in zip(fighters, way, strict=True) if t == target] for target in way
        }
        for order in permutations([target for target in groups if target]):
            for sets in product(*(permutations(groups[target]) for target in order)):
                pairs = zip(order, sets, strict=True)
                yield Assign("C", tuple((target, *names) for target, names in pairs))


@both_editions
def test_10_4_menus_lead_to_every_assignment(edition):
    """Of all sets in all sequences exactly the legal ones are composed."""
    tried, ruleset = 0, find(edition)
    for game in asked(edition, "assign", 4):
        state, seat = game.state, first_assigner(game.state)
        battle = state.in_progress(AirBattle)
        fighters, targets = fighters_in(state, "C", seat), targets_for(state, battle, seat)
        if len(fighters) > 3 or len(targets) > 3:
            continue
        orders = [*every_assignment(fighters, targets)]
        assert {surprises(ruleset, state, order) for order in orders} == {""}
        legal = {order for order in orders if is_legal(ruleset, game, order)}

        assert closure(ruleset, game, {"kind": "assign"}) == legal
        tried += len(legal)
    assert tried > 50


@both_editions
def test_10_4_menus_lead_to_every_way_to_join(edition):
    """Of all pairs in all sequences exactly the legal ones are composed; nobody need join."""
    tried, ruleset = 0, find(edition)
    for game in asked(edition, "join_sets", 5):
        state = game.state
        free = free_fighters(state, state.in_progress(AirBattle))
        targets = targets_for(state, state.in_progress(AirBattle), other(first_assigner(state)))
        if len(free) > 3 or len(targets) > 4:
            continue
        orders = [
            JoinSets("C", pairs)
            for way in product((*targets, ""), repeat=len(free))
            for pairs in permutations([p for p in zip(free, way, strict=True) if p[1]])
        ]
        assert {surprises(ruleset, state, order) for order in orders} == {""}
        legal = {order for order in orders if is_legal(ruleset, game, order)}

        assert JoinSets("C", ()) in legal
        assert closure(ruleset, game, {"kind": "join_sets"}) == legal
        tried += len(legal)
    assert tried > 20


def beaten(edition: str) -> Game[State]:
    """Return a combat in which one fighter has beaten a bomber and a reduced escort and picks the loss."""
    position = table(edition, step=5, stage="air combat").place({"C": [F[0], B[0], J[0]]}, [J[0]])
    position.begin(begin_air_combat)
    position.order(Assign("C", ((B[0], F[0]),)))
    position.dice(6, 2, 2).order(JoinSets("C", ((J[0], F[0]),)))
    return begin(find(edition), "c", position.state)


@both_editions
def test_10_4_menus_lead_to_every_loss(edition):
    """Each of the beaten with what it comes to, and nobody else."""
    game, ruleset = beaten(edition), find(edition)
    legal = {n for n in (F[0], B[0], J[0]) if is_legal(ruleset, game, ChooseLoss(n))}
    choices = [*menu(ruleset, game, {"kind": "choose_loss"}).choices()]

    assert legal == {B[0], J[0]}
    assert closure(ruleset, game, {"kind": "choose_loss"}) == {ChooseLoss(n) for n in legal}
    assert {choice.value: choice.notes for choice in choices} == {
        B[0]: ("C", "reduced"), J[0]: ("C", "eliminated")
    }  # fmt: skip


@both_editions
def test_10_4_menus_that_forget_to_spread_are_found_out(edition, monkeypatch):
    """The planted error: an enemy gets a second fighter while too few are left for the others."""
    monkeypatch.setattr(assignment, "_can_spread", lambda *_: True)

    assert any("a dead end" in fault for fault in faults(edition))


@both_editions
def test_10_4_menus_that_give_everybody_one_first_are_found_out(edition, monkeypatch):
    """The planted error: a second fighter waits until all have one, so that sets cannot be told in turn."""

    def one_each(sizes: Any, _: int) -> bool:
        return bool(max(sizes) - min(sizes) <= 1)

    monkeypatch.setattr(assignment, "_can_spread", one_each)

    assert any("is not offered" in fault for fault in faults(edition))


def test_10_4_menus_that_forget_to_cover_are_found_out(monkeypatch):
    """The planted error: two join one set though another cannot be joined any more (Deluxe)."""
    monkeypatch.setattr(assignment, "_can_cover", lambda *_: True)

    assert any("a dead end" in fault for fault in faults("sealion-deluxe"))


@both_editions
def test_10_4_menus_that_forget_a_loser_are_found_out(edition, monkeypatch):
    """The planted error: only units that stay in the game are offered."""
    whole = combat.losers

    def reduced(state: State, draft: Any) -> Iterator[Choice]:
        return (choice for choice in whole(state, draft) if choice.notes[-1] == "reduced")

    ruleset: Any = find(edition)
    form = ruleset.forms["choose_loss"]
    planted = replace(form, members=(replace(form.members[0], domain=reduced),))
    monkeypatch.setattr(ruleset, "forms", {**ruleset.forms, "choose_loss": planted})

    order = ChooseLoss(J[0])
    assert is_legal(ruleset, beaten(edition), order)
    assert "is not offered" in composing_fault(ruleset, beaten(edition), order)


def offered(position: SealionTable, kind: str, **partial: Any) -> list[Choice]:
    game = begin(position.ruleset, "c", position.state)
    return [*menu(position.ruleset, game, {"kind": kind, **partial}).choices()]


@both_editions
def test_10_4_a_fighter_joins_the_set_of_its_target(edition):
    """10.4  A choice names target and fighter; the second fighter of a target goes into the same set."""
    position = over(edition, [*F[:3], B[0], J[0]])
    game = begin(position.ruleset, "c", position.state)
    order = Assign("C", ((J[0], F[1], F[2]), (B[0], F[0])))
    chosen = compose(position.ruleset, game, order)
    partial: Any = {}
    for choice in chosen:
        partial = extend(position.ruleset, partial, choice)

    assert [choice.value for choice in chosen[2:]] == [[J[0], F[1]], [J[0], F[2]], [B[0], F[0]]]
    assert chosen[2].label == "11 Group a against JG 2"
    assert partial["sets"] == [[J[0], F[1], F[2]], [B[0], F[0]]]
    assert menu(position.ruleset, game, partial).order == order
    assert menu(position.ruleset, game, partial).shapes["sets"] is Shape.GROUPED


@both_editions
def test_10_4_who_is_left_without_a_fighter_comes_first(edition):
    """10.4  Two fighters, two enemies: after the first pair only the other enemy is offered."""
    position = over(edition, [*F[:2], B[0], J[0]])
    sets = [[B[0], F[0]]]
    found = offered(position, "assign", place="C", sets=sets)

    assert [choice.value for choice in found] == [[J[0], F[1]]]


@both_editions
def test_10_4_extra_fighters_may_stay_out(edition):
    """10.4  Every enemy has one: the order is complete, and the third fighter can still double up."""
    position = over(edition, [*F[:3], B[0], J[0]])
    game = begin(position.ruleset, "c", position.state)
    sets = [[B[0], F[0]], [J[0], F[1]]]
    found = menu(position.ruleset, game, {"kind": "assign", "place": "C", "sets": sets})

    assert found.order == Assign("C", ((B[0], F[0]), (J[0], F[1])))
    assert [choice.value for choice in found.choices()] == [[J[0], F[2]], [B[0], F[2]]]


@both_editions
def test_10_6_with_the_radars_the_roles_change(edition):
    """10.6  The German assigns first in the British turn too: his fighters are offered."""
    position = table(edition, step=12, stage="air combat").place(
        {"C": [F[0], "uk_bmr_2_group", *J]}
    )
    board = position.state.table.board
    position.german_hexes(*(n for n in board.numbers if board.hexes[n].radar))
    position.begin(begin_air_combat)

    assert position.decision is not None
    assert position.decision.seat == "german"
    fighters = {c.value[1] for c in offered(position, "assign") if c.member == "sets"}
    assert fighters == {*J}


@both_editions
def test_10_4_refusals_say_who_can_be_assigned(edition):
    """10.4  The hint comes from the choices, also behind sets that are refused themselves."""
    position = over(edition, [*F[:2], B[0], J[0]])
    sets = ((), (B[0], J[0]), (J[0], F[0], F[0]))
    said = {v.at: v.text.partition("; ")[2] for v in position.refusals(Assign("C", sets))}

    assert said["/sets/1/1"] == (
        "these can be assigned: 10 Group (uk_ftr_10_group), 11 Group a (uk_ftr_11_group_a); "
        "these can be attacked: none"
    )
    assert "uk_ftr_10_group" not in said["/sets/2/2"]
    assert (
        composing_fault(
            position.ruleset,
            begin(position.ruleset, "c", position.state),
            Assign("C", ((B[0], F[1]), (J[0], F[0]))),
        )
        == ""
    )

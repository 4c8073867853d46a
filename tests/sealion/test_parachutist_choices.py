"""Choices of fake parachutists: to seal, to open, to withdraw, and what a breach leads to (14.6)."""

import os
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from sealion_pbem.engine.choices import menu
from sealion_pbem.engine.form import Choice
from sealion_pbem.engine.game import Game, begin
from sealion_pbem.engine.seal import Opening, Sealing
from sealion_pbem.rulesets.sealion.board import FRANCE
from sealion_pbem.rulesets.sealion.rules.ch14_options.drop import Withdraw, on_the_map
from sealion_pbem.rulesets.sealion.rules.ch14_options.parachutists import ClaimGame, Waive
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023
from sealion_pbem.rulesets.sealion.state import GERMAN, State
from sealion_pbem.rulesets.sealion.veil import SEALS, Drop, Veil
from tests.choices import (
    Chance,
    closure,
    is_legal,
    mutation_faults,
    surprises,
    unseen_faults,
    walk_faults,
)
from tests.parachutists import PAIRS, opening, veiled, with_drops
from tests.sealion_table import SealionTable

pytestmark = pytest.mark.fuzz

MANY = 120 if os.environ.get("SEALION_FUZZ") == "long" else 12
TWINS = [name for twins in PAIRS.values() for name in twins]
A, B, STURM = "de_1st_fj_a", "de_1st_fj_b", "de_sturm_a"
DIGEST = "ab" * 32


def game_of(position: SealionTable) -> Game[State]:
    """The position with all its pairs under seal, but for those that were shown."""
    game = begin(position.ruleset, "twins", position.state)
    veil = position.state.veil
    live = dict.fromkeys((SEALS + key for key in veil.closed), DIGEST) if veil else {}
    return replace(game, seals={GERMAN: live})


def forged(seed: int) -> Game[State]:
    """Return the moment after a drop: some came down now, some before, some were shown or are gone."""
    chance = Chance("twins", seed)
    real = {chance.pick(twins) for twins in PAIRS.values() if not chance(3)}
    position = veiled(stage="airborne landings", real=real).place({"2204": [A], "2206": [STURM]})
    came_from = {A: (FRANCE, "2204")} if chance(3) else {STURM: (FRANCE, "2206")}
    for name in TWINS:
        if chance(2):
            place = chance.pick(("2204", "2206", "2305"))
            position.place({place: [name]})
            if chance(2):
                came_from[name] = (FRANCE, place)
    return game_of(position.at(came_from=came_from))


@pytest.fixture(scope="module")
def drops() -> list[Game[State]]:
    """Forged games in which the German may withdraw something."""
    found = [forged(seed) for seed in range(MANY)]
    return [g for g in found if g.state.stage == "airborne landings"]


def test_14_6_menus_lead_to_every_withdrawal(drops):
    """14.6, F-4  Any number of those that came down and may be fake; nobody else."""
    legal = 0
    for game in drops:
        names = [*TWINS, "uk_churchill"]
        orders = [Withdraw(c) for size in range(len(names) + 1) for c in combinations(names, size)]
        assert all(surprises(DELUXE_2023, game.state, order) == "" for order in orders[::7])
        allowed = {frozenset(o.units) for o in orders if is_legal(DELUXE_2023, game, o)}
        composed = closure(DELUXE_2023, game, {"kind": "withdraw"})
        assert {frozenset(o.units) for o in composed if isinstance(o, Withdraw)} == allowed
        legal += len(allowed)
    assert legal > MANY


def test_14_6_whatever_is_offered_after_a_drop_leads_on(drops):
    """Sound, no dead end, complete; and no menu depends on what is sealed."""
    for number, game in enumerate(drops):
        chance = Chance("walk", number)
        offers = [*DELUXE_2023.offers(game.state)]
        kinds = [{"kind": c.value} for c in menu(DELUXE_2023, game).choices()]
        for _ in range(3):
            assert [*walk_faults(DELUXE_2023, game, chance)] == []
        assert [*mutation_faults(DELUXE_2023, game, offers, chance, 6)] == []
        assert [*unseen_faults(DELUXE_2023, game, kinds)] == []


def test_14_6_a_menu_that_withdraws_who_came_before_is_found_out(drops, monkeypatch):
    """The planted error: all parachutists on the map are offered."""

    def everybody(state: State, draft: Any) -> Any:
        for name in on_the_map(state):
            if name not in draft.get("units", ()):
                yield Choice("units", name, name, rule="14.6")

    form = DELUXE_2023.forms["withdraw"]
    planted = replace(form, members=(replace(form.members[0], domain=everybody),))
    monkeypatch.setitem(DELUXE_2023.forms, "withdraw", planted)

    assert any(
        fault
        for number, game in enumerate(drops)
        for again in range(6)
        for fault in walk_faults(DELUXE_2023, game, Chance("before", number, again))
    )


def test_14_6_either_twin_is_offered_in_the_same_words():
    """14.6  Nothing but the letter tells from a menu which of the two came down."""
    menus = []
    for name in (A, B):
        position = veiled(stage="airborne landings").place({"2204": [name]})
        game = game_of(position.at(came_from={name: (FRANCE, "2204")}))
        (choice,) = menu(DELUXE_2023, game, {"kind": "withdraw"}).choices()
        menus.append(replace(choice, value=choice.value[:-2], label=choice.label[:-2]))

    assert menus[0] == menus[1]


def test_14_6_menus_lead_to_every_seal():
    """14.6, F-1  Each pair that is not sealed yet, with either of its counters."""
    first, *others = PAIRS
    position = veiled(1, 2, "naval movement").at(veil=Veil((first,)))
    game = game_of(position)
    wanted = {Sealing(SEALS + key, name) for key in others for name in PAIRS[key]}
    composed = closure(DELUXE_2023, game, {"kind": "seal"})
    own = {o for o in composed if isinstance(o, Sealing) and o.name.startswith(SEALS)}

    assert own == wanted
    assert not is_legal(DELUXE_2023, game, Sealing(SEALS + first, A))
    assert not is_legal(DELUXE_2023, game, Sealing("objective", "2204"))


@pytest.mark.parametrize("is_met", [False, True])
def test_14_6_menus_lead_to_every_opening(is_met):
    """14.6 b, F-3  Whatever is sealed, of one's own will; who is met comes first, and nobody else."""
    if is_met:
        position = veiled(3, 13).place({"2204": [A, "uk_1_inf"], "2206": [STURM]})
    else:
        position = veiled(3, 6, real=("de_2nd_fj_a",)).place({"2204": [A], "2206": [STURM]})
    game = game_of(position)
    names = [*(SEALS + key for key in PAIRS), "standing/defend", "objective"]
    live = game.seals[GERMAN]
    legal = {
        Opening(name)
        for name in names
        if name in live and is_legal(DELUXE_2023, game, Opening(name))
    }

    assert closure(DELUXE_2023, game, {"kind": "open"}) == legal
    assert len(legal) == (1 if is_met else 3)


def test_14_6_a_breach_is_claimed_or_waived_without_a_word_more():
    """14.6, F-6  Both orders are complete as soon as their kind is chosen."""
    position = with_drops(veiled().place({"2204": [A]}), Drop(A, 1, ()))
    position.order(opening(B))
    game = game_of(position)

    assert {c.value for c in menu(DELUXE_2023, game).choices()} >= {"claim", "waive"}
    assert closure(DELUXE_2023, game, {"kind": "claim"}) == {ClaimGame()}
    assert closure(DELUXE_2023, game, {"kind": "waive"}) == {Waive()}

"""Choices of naval air strikes, on forged positions: everything that swims under bombers of both seats."""

import os
from itertools import permutations, product

import pytest

from sealion_pbem.engine.choices import menu
from sealion_pbem.engine.game import Game, begin
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.rules.ch10_air import strikes
from sealion_pbem.rulesets.sealion.rules.ch10_air.strikes import Strike
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State
from tests.choices import Chance, closure, is_legal, mutation_faults, walk_faults
from tests.planting import plant, plant_form
from tests.sealion_table import both_editions, table

pytestmark = pytest.mark.fuzz

IS_LONG = os.environ.get("SEALION_FUZZ") == "long"
MANY = 80 if IS_LONG else 6
SECTORS = ("A", "C")
BOMBERS = ("de_bomber_1_fliegerkorps_a", "de_bomber_2_fliegerkorps_a")
SHIP, MINE = "uk_emerald", "uk_mine_c"


def forged(edition: str, seed: int, units: int) -> Game[State]:
    """Return air units, ships, mines and swimming tanks of both seats thrown into two sea spaces."""
    chance = Chance("strikes", edition, seed)
    position = table(edition, step=(5, 12)[seed % 2], stage="air strikes")
    counters = position.state.table.counters
    swims = [n for n, c in counters.items() if c.arm == "naval" or c.type == "amphibious_tank"]
    flies = [n for n, c in counters.items() if c.arm == "air"]
    for _ in range(units):
        sector, name = chance.pick(SECTORS), chance.pick(chance.pick((swims, flies)))
        position.place({sector: [name]}, reduced=[name] if counters[name].steps > 1 else [])
    position.place({"C": [chance.pick(n for n in flies if counters[n].type == "bomber")]})
    position.place({"C": [SHIP], "A": ["de_transport_01"]}, aboard={"de_12_inf": "de_transport_01"})
    if position.decision is None:
        position.place({"C": [BOMBERS[0]]})
    if seed % 3 == 0:
        first = position.decision.seat
        position.at(resolved=frozenset(f"{first} {sector}" for sector in SECTORS))
        if position.decision is None:
            position.at(resolved=frozenset())
    return begin(find(edition), "forged", position.state)


@both_editions
def test_10_7_whatever_is_offered_leads_on(edition):
    """Sound, no dead end; mutants of what is offered are composed where they are legal."""
    ruleset, seats = find(edition), set()
    for seed in range(MANY):
        game, chance = forged(edition, seed, 24), Chance("walk", seed)
        seats.add(ruleset.decision(game.state).seat)
        for _ in range(4):
            assert [*walk_faults(ruleset, game, chance)] == []
        orders = [*ruleset.offers(game.state)]
        assert [*mutation_faults(ruleset, game, orders[:: 1 + len(orders) // 8], chance, 4)] == []
    assert seats == {GERMAN, BRITISH}


@both_editions
def test_10_7_menus_lead_to_every_list_of_strikes(edition):
    """Two bombers, a ship and a mine: of all lists of pairs exactly those that are legal."""
    position = table(edition, step=5, stage="air strikes").place({"C": [*BOMBERS, SHIP, MINE]})
    ruleset, game = find(edition), begin(find(edition), "c", position.state)
    pairs = [*product(BOMBERS, (SHIP, MINE, BOMBERS[0]))]
    lists = [chosen for size in range(4) for chosen in permutations(pairs, size)]
    lists += [(pair, pair) for pair in pairs]
    legal = {Strike("C", each) for each in lists if is_legal(ruleset, game, Strike("C", each))}

    assert closure(ruleset, game, {"kind": "strike"}) == legal
    assert len(legal) == 1 + 4 + 6


def faults(edition: str) -> list[str]:
    """Return what the laws find out in a few forged positions."""
    ruleset, found = find(edition), list[str]()
    for seed in range(6):
        game, chance = forged(edition, seed, 24), Chance("planted", seed)
        for _ in range(6):
            found += walk_faults(ruleset, game, chance)
        found += mutation_faults(ruleset, game, ruleset.offers(game.state), chance, 3)
    return found


@both_editions
def test_10_7_a_menu_that_forgets_the_pairs_chosen_is_found_out(edition, monkeypatch):
    """The planted error: bombers are offered again, and single targets for a second one."""

    def forgetful(state, draft):
        return strikes.pairs(state, {"sector": draft["sector"]} if "sector" in draft else {})

    plant(monkeypatch, find(edition), "strike", "strikes", domain=forgetful)

    assert any("offered, then refused" in fault for fault in faults(edition))


@both_editions
def test_10_7_a_menu_that_leaves_something_out_is_found_out(edition, monkeypatch):
    """The planted error: only the first bomber is offered targets."""

    def lazy(state, draft):
        found = [*strikes.pairs(state, draft)]
        return [choice for choice in found if choice.value[0] == found[0].value[0]]

    plant(monkeypatch, find(edition), "strike", "strikes", domain=lazy)

    assert any("is not offered" in fault for fault in faults(edition))


@both_editions
def test_10_8_a_short_way_that_forgets_the_rule_is_found_out(edition, monkeypatch):
    """The planted error: it does not look whether bombers are named twice."""

    def hasty(state, order):
        return all(strikes._are_sound(state, Strike(order.sector, (p,))) for p in order.strikes)

    plant_form(monkeypatch, find(edition), "strike", is_sure=hasty)

    assert any(fault.startswith("sure of") for fault in faults(edition))


@both_editions
def test_10_9_a_pair_says_what_the_dice_do(edition):
    """A bomber of 4 on a ship of 8: hits up to 4, and flak answers every miss."""
    position = table(edition, step=5, stage="air strikes").place({"C": [BOMBERS[0], "uk_hood"]})
    game = begin(find(edition), "c", position.state)
    (first,) = menu(find(edition), game, {"kind": "strike"}).choices()
    (pair,) = menu(find(edition), game, {"kind": "strike", "sector": "C"}).choices()

    assert (first.value, first.notes) == ("C", ("1 bombers, 1 targets",))
    assert pair.label == "1 Fliegerkorps a strikes Hood"
    assert pair.notes == ("hits with up to 4 (10.7)", "above that flak answers up to 8 (10.9)")

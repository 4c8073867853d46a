"""Choices of land combat: for which hex to fight, or not, and who supports either side."""

from collections.abc import Iterable
from itertools import combinations, product
from typing import Any

import pytest

from sealion_pbem.engine.game import pending
from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat import declaration
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack, Cancel, Defend
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import column_at
from sealion_pbem.rulesets.sealion.state import BRITISH
from tests.choices import (
    Chance,
    closure,
    composing_fault,
    is_legal,
    mutation_faults,
    surprises,
    walk_faults,
)
from tests.sealion_combat import COAST, HEX, KINDS, combat, every_game, game_of, offered
from tests.sealion_table import both_editions

pytestmark = pytest.mark.fuzz

BOMBER, GROUP = "de_bomber_1_fliegerkorps_a", "uk_bmr_3_group"


@both_editions
def test_forged_combats_ask_everything(edition):
    """Every kind of decision comes up, so that the laws below mean something."""
    kinds = {pending(ruleset, game).kind for ruleset, game, _ in every_game(edition)}

    assert kinds == {*KINDS}


@both_editions
def test_whatever_is_offered_in_a_combat_leads_on(edition):
    """Sound and no dead end, at each decision of a combat."""
    for ruleset, game, chance in every_game(edition):
        for _ in range(3):
            assert [*walk_faults(ruleset, game, chance)] == []


@both_editions
def test_whatever_is_legal_in_a_combat_is_composed(edition):
    """Complete: what is offered, and mutants of it; the short way and the fold agree."""
    for ruleset, game, chance in every_game(edition):
        orders = [*ruleset.offers(game.state)][:12]
        assert [*mutation_faults(ruleset, game, orders, chance, 6)] == []


def subsets(names: list[str]) -> list[tuple[str, ...]]:
    return [chosen for size in range(len(names) + 1) for chosen in combinations(names, size)]


def as_sets(orders: Iterable[Order]) -> set[Any]:
    """Orders without regard to the order in which their units are named."""
    members = ("hex", "ships", "batteries", "railway_gun", "brandenburgers", "withheld")
    found = set()
    for order in orders:
        values = [getattr(order, member, ()) for member in members]
        found.add(tuple(frozenset(v) if isinstance(v, tuple) else v for v in values))
    return found


@both_editions
@pytest.mark.parametrize("step", [6, 13])
def test_12_0_menus_lead_to_every_attack_there_is(edition, step):
    """Of all attacks with any ships, guns and aircraft exactly those that are legal are composed."""
    attackers = {6: ["de_12_inf", "uk_4_inf"], 13: ["uk_churchill", "de_12_inf"]}[step]
    position = combat(
        edition, *attackers, BOMBER, GROUP, step=step, at=COAST,
        A=["uk_hood", "de_emden", "de_koeln"], Convoy=["de_bty_siegfried", "de_bty_oldenburg"],
    ).at(fought=frozenset({"de_koeln"}))  # fmt: skip
    position.place({"6616": ["uk_railway_guns"]})
    game, ruleset = game_of(position), position.ruleset
    naval, air = ["uk_hood", "de_emden", "de_koeln"], [BOMBER, GROUP]
    orders = [
        Attack(place, ships, guns, gun, help_, out)
        for place, ships, guns, gun, help_, out in product(
            (COAST, HEX), subsets(naval), subsets(["de_bty_siegfried", "de_bty_oldenburg"]),
            (False, True), (False, True), subsets(air),
        )
    ]  # fmt: skip
    legal = {order for order in orders if is_legal(ruleset, game, order)}

    assert legal
    assert all(surprises(ruleset, game.state, order) == "" for order in orders)
    assert as_sets(closure(ruleset, game, {"kind": "attack"})) == as_sets(legal)
    assert closure(ruleset, game, {"kind": "cancel"}) == {Cancel(COAST)}


@both_editions
def test_12_0_menus_lead_to_every_defence_there_is(edition):
    """The defender chooses, whose step it is not: his own ships and aircraft, in any number."""
    position = combat(
        edition, "de_12_inf", "uk_1_inf", BOMBER, GROUP, at=COAST,
        A=["uk_hood", "de_emden"], B=["uk_nelson"],
    )  # fmt: skip
    position.order(Attack(COAST))
    game, ruleset = game_of(position), position.ruleset
    assert pending(ruleset, game).seat == BRITISH
    orders = [
        Defend(ships, guns, gun, out)
        for ships, guns, gun, out in product(
            subsets(["uk_hood", "uk_nelson", "de_emden"]), subsets(["de_bty_siegfried"]),
            (False, True), subsets([BOMBER, GROUP]),
        )
    ]  # fmt: skip
    legal = {order for order in orders if is_legal(ruleset, game, order)}

    assert len(legal) == 8
    assert as_sets(closure(ruleset, game, {"kind": "defend"})) == as_sets(legal)


@both_editions
def test_12_0_menus_say_what_an_attack_comes_to(edition):
    """12.0, 12.3  The column with all support, what each adds, and that a landing goes on."""
    position = combat(edition, "de_12_inf", "uk_4_inf", BOMBER, at=COAST, A=["de_emden"])
    (place,) = offered(position, kind="attack")
    column = column_at(position.state, COAST)
    found = {c.value: c for c in offered(position, kind="attack", hex=COAST)}

    assert place.notes == (f"column {column} if everybody supports (12.3)",)
    assert found["de_emden"].notes == ("A", "adds 3")
    assert found[BOMBER].notes == (COAST, "stays out with its 2")
    assert found[True].member == "brandenburgers"


@both_editions
def test_a_108_churchill_is_not_left_without_any_strength(edition):
    """A-108  He attacks with 0: his bomber cannot stay out, and with nobody there is no attack."""
    position = combat(edition, "uk_churchill", "de_12_inf", GROUP, step=13)
    alone = combat(edition, "uk_churchill", "de_12_inf", step=13)

    assert [c.value for c in offered(position, kind="attack")] == [HEX]
    assert offered(position, "withheld", kind="attack", hex=HEX) == []
    assert offered(alone, kind="attack") == []
    assert [c.value for c in offered(alone)] == ["cancel", "seal"]


def test_14_5_1_menus_say_which_aircraft_are_fired_at():
    """14.5.1  An AA brigade is in the hex: whoever does not stay out is fired at."""
    units = ("de_12_inf", "uk_6_aa_x", BOMBER)
    position = combat("sealion-deluxe", *units, options={"aa_brigades": True})
    (choice,) = offered(position, "withheld", kind="attack", hex=HEX)

    assert choice.notes[1:] == ("stays out with its 4", "else AA units fire at it (14.5.1)")


@both_editions
def test_a_108_who_has_no_strength_is_told_of_support(edition):
    """A-108  Churchill alone can only call off; with a ship in range he may name her."""
    for ships, said in (([], "only a cancel"), (["uk_hood"], "name support")):
        position = combat(edition, "uk_churchill", "de_12_inf", step=13, at=COAST, A=ships)
        (violation,) = position.refusals(Attack(COAST))

        assert violation.code == "no_strength"
        assert said in violation.text


@both_editions
def test_a_menu_of_attacks_without_strength_is_found_out(edition, monkeypatch):
    """The planted error: hexes are offered in which the attackers come to nothing (A-108)."""
    monkeypatch.setattr(declaration, "_can_have_strength", lambda *_: True)
    position = combat(edition, "uk_churchill", "de_12_inf", step=13)

    assert any(
        fault
        for again in range(40)
        for fault in walk_faults(position.ruleset, game_of(position), Chance("nothing", again))
    )


@both_editions
@pytest.mark.parametrize(
    ("finder", "order"),
    [
        ("supporting_ships", Attack(COAST, ("de_emden",))),
        ("usable_batteries", Attack(COAST, batteries=("de_bty_siegfried",))),
        ("railway_guns", Defend(railway_gun=True)),
    ],
)
def test_a_menu_that_leaves_support_out_is_found_out(edition, monkeypatch, finder, order):
    """The planted error: ships or guns that could be named are not offered."""
    position = combat(
        edition, "de_12_inf", "uk_1_inf", at=COAST, A=["de_emden", "uk_hood"],
        Convoy=["de_bty_siegfried"],
    ).place({"6616": ["uk_railway_guns"]})  # fmt: skip
    if isinstance(order, Defend):
        position.order(Attack(COAST))
    game, ruleset = game_of(position), position.ruleset
    assert composing_fault(ruleset, game, order) == ""
    monkeypatch.setattr(declaration, finder, lambda *_: [])

    assert "is not offered" in composing_fault(ruleset, game, order)

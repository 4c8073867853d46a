"""Choices of a battle at sea, on forged lines: batteries, submarines, mines and ships mixed."""

import os
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Any, TypeVar

import pytest

from sealion_pbem.engine.canon import hash_of
from sealion_pbem.engine.choices import menu
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.form import Choice
from sealion_pbem.engine.game import Game, begin
from sealion_pbem.engine.play import Play
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat import defence, engagement, priority
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.defence import Counterattack, Withhold
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.lines import (
    active_sectors,
    attackers_in,
    counterattack_targets,
    is_pair,
    optional_submarines,
    targets_in,
)
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.priority import check_priority
from sealion_pbem.rulesets.sealion.state import State
from tests.choices import (
    Chance,
    closure,
    composing_fault,
    is_legal,
    mutation_faults,
    surprises,
    walk_faults,
)
from tests.sealion_sea import at_sea
from tests.sealion_table import SealionTable, both_editions, table

pytestmark = pytest.mark.fuzz

IS_LONG = os.environ.get("SEALION_FUZZ") == "long"
MANY = 400 if IS_LONG else 30
GERMAN = [
    "de_bty_siegfried", "de_bty_oldenburg", "de_sub_1", "de_sub_2", "de_emden", "de_adm_hipper",
    "de_tboats_1", "de_minesweeper_1", "de_mine_1", "de_transport_01", "de_marine",
]  # fmt: skip
BRITISH = [
    "uk_mine_a", "uk_winnie", "uk_mine_b", "uk_dummy", "uk_submarines_1", "uk_submarines_2",
    "uk_flot_1", "uk_norfolk", "uk_furious", "uk_hood",
]  # fmt: skip
T = TypeVar("T")
ASKED = {Engage.kind, Withhold.kind, Counterattack.kind}


def lines(edition: str, seed: int, most: int, least: int = 1) -> SealionTable:
    """Return a battle in A: some of every type on both sides, some of them reduced, sometimes by night."""
    chance = Chance("sea", edition, seed)
    units = [
        *shuffled(GERMAN, chance)[: least + chance(most)],
        *shuffled(BRITISH, chance)[: least + chance(most)],
    ]
    counters = table(edition).state.table.counters
    reduced = [name for name in units if counters[name].steps > 1 and not chance(4)]
    seat = chance.pick(["german", "british"])
    return at_sea(edition, units, sector="A", seat=seat, night=not chance(5), reduced=reduced)


def shuffled(names: Sequence[T], chance: Chance) -> list[T]:
    left, found = [*names], list[T]()
    while left:
        found.append(left.pop(chance(len(left))))
    return found


def battles(edition: str, most: int, count: int = MANY) -> Iterator[Game[State]]:
    """Return every moment of forged battles in which somebody is asked."""
    ruleset = find(edition)
    for seed in range(count):
        position, chance = lines(edition, seed, most), Chance("battle", seed)
        dice = SeededDice(hash_of("battle", seed))
        while (decision := position.decision) is not None and decision.accepts & ASKED:
            yield begin(ruleset, "forged", position.state.copy())
            order = chance.pick(position.offers())
            position.ruleset.obey(Play(position.state, dice, position.ruleset), order)


@both_editions
def test_8_1_whatever_is_offered_leads_on(edition):
    """Sound and no dead end: whoever is assigned to whom in whatever sequence, the rest finds its place."""
    for number, game in enumerate(battles(edition, 6)):
        for again in range(4):
            assert [*walk_faults(find(edition), game, Chance(number, again))] == []


def every_engagement(state: State, sector: str = "A") -> Iterator[Engage]:
    """Return all assignments of all attackers in every firing order, with all that could keep out."""
    attackers, targets = attackers_in(state, sector), targets_in(state, sector)
    free = optional_submarines(state, sector, state.seat)
    for way in product((*targets, ""), repeat=len(attackers)):
        pairs = [pair for pair in zip(attackers, way, strict=True) if pair[1]]
        idle = [name for name, target in zip(attackers, way, strict=True) if not target]
        for count in range(len(idle) + 1):
            for withheld in permutations(free, count):
                if {*withheld} <= {*idle}:
                    yield from (Engage(sector, fire, withheld) for fire in permutations(pairs))


@both_editions
def test_8_1_menus_lead_to_every_assignment_in_every_firing_order(edition):
    """Of all assignments exactly the legal ones are composed, with every choice of submarines kept out."""
    tried = 0
    for seed in range(300 if IS_LONG else 25):
        position = lines(edition, 1000 + seed, 3)
        position.at(task=None)
        state = position.state
        if "A" not in active_sectors(state) or len(attackers_in(state, "A")) > 3:
            continue
        game, ruleset = begin(find(edition), "forged", state), find(edition)
        orders = [*every_engagement(state)]
        assert {surprises(ruleset, state, order) for order in orders} == {""}
        legal = {order for order in orders if is_legal(ruleset, game, order)}

        assert closure(ruleset, game, {"kind": "engage"}) == legal
        tried += len(legal)
    assert tried > 20


@both_editions
def test_8_1_a_pair_is_offered_if_some_legal_assignment_has_it(edition):
    """Of every part of every legal assignment: what is offered is what can be added to it."""
    tried = 0
    for seed in range(1500 if IS_LONG else 60):
        state = lines(edition, 2000 + seed, 4, least=2).at(task=None).state
        sides = attackers_in(state, "A"), targets_in(state, "A")
        if not 3 <= len(sides[0]) <= 5 or not 2 <= len(sides[1]) <= 4:
            continue
        ways = (
            dict(zip(sides[0], way, strict=True))
            for way in product((*sides[1], ""), repeat=len(sides[0]))
        )
        every = [{n: t for n, t in way.items() if t} for way in ways]
        legal = [
            frozenset(aims.items())
            for aims in every
            if all(is_pair(state, pair, sides) for pair in aims.items())
            and not any(check_priority(state, aims, *sides))
        ]
        parts = {
            frozenset(c)
            for whole in legal
            for n in range(len(whole))
            for c in combinations(whole, n)
        }
        for part in sorted(parts, key=sorted)[:: 1 if IS_LONG else 3]:
            wanted = {pair for whole in legal if part <= whole for pair in whole - part}

            assert {*priority.open_pairs(state, dict(part), sides)} == wanted
            tried += 1
    assert tried > 50


@both_editions
def test_8_1_large_lines_are_composed_however_they_are_told(edition):
    """More attackers than can be listed: what policies answer, in any firing order, and its mutants."""
    legal = 0
    for number, game in enumerate(battles(edition, 8)):
        ruleset, chance = find(edition), Chance("mutants", number)
        orders = [*ruleset.offers(game.state)][:4]
        for order in orders:
            if isinstance(order, Engage):
                told = Engage(order.sector, tuple(shuffled(order.targets, chance)), order.withheld)
                assert composing_fault(ruleset, game, told) == ""
                legal += 1
        assert [*mutation_faults(ruleset, game, orders, chance, 8)] == []
    assert legal > MANY


@both_editions
def test_8_4_menus_lead_to_every_counterattack(edition):
    """Of all pairs in all sequences exactly the legal ones are composed."""
    tried, ruleset = 0, find(edition)
    for game in battles(edition, 4, MANY * 2):
        task = game.state.task
        if ruleset.decision(game.state).kind != "counterattack" or len(task.units) > 3:
            continue
        foes = counterattack_targets(game.state, task.sector)
        orders = [
            Counterattack(fire)
            for way in product((*foes, ""), repeat=len(task.units))
            for fire in permutations([p for p in zip(task.units, way, strict=True) if p[1]])
        ]
        assert {surprises(ruleset, game.state, order) for order in orders} == {""}
        legal = {order for order in orders if is_legal(ruleset, game, order)}

        assert closure(ruleset, game, {"kind": "counterattack"}) == legal
        tried += len(legal)
    assert tried > 20


@both_editions
def test_8_1_menus_lead_to_every_way_to_withhold(edition):
    """Each of three submarines keeps out or not; to name one again means the same."""
    position = at_sea(edition, ["de_sub_1", "de_sub_2", "de_sub_3", "uk_hood"])
    game, ruleset = begin(find(edition), "c", position.state), find(edition)
    boats = ("de_sub_1", "de_sub_2", "de_sub_3")
    every = {Withhold(chosen) for count in range(4) for chosen in permutations(boats, count)}

    assert closure(ruleset, game, {"kind": "withhold"}) == every
    twice = Withhold(("de_sub_2", "de_sub_1", "de_sub_2"))
    assert is_legal(ruleset, game, twice)
    assert composing_fault(ruleset, game, twice) == ""


def faults(edition: str) -> Iterator[str]:
    """Return what the laws find wrong in forged battles."""
    ruleset = find(edition)
    for number, game in enumerate(battles(edition, 6)):
        for again in range(4):
            yield from walk_faults(ruleset, game, Chance(number, again))
        chance = Chance("told", number)
        for order in [*ruleset.offers(game.state)][:4]:
            if isinstance(order, Engage):
                told = Engage(order.sector, tuple(shuffled(order.targets, chance)), order.withheld)
                if fault := composing_fault(ruleset, game, told):
                    yield fault


@both_editions
def test_8_1_menus_that_forget_the_line_are_found_out(edition, monkeypatch):
    """The planted error: any pair is offered, though it leaves the weakest target without an attacker."""
    monkeypatch.setattr(priority, "_can_be_completed", lambda *_: True)

    assert any(faults(edition))


@both_editions
def test_8_1_menus_that_take_designating_for_firing_are_found_out(edition, monkeypatch):
    """The planted error: only what is designated next is offered, so that the firing order is not free."""
    whole = priority.open_pairs

    def next_only(state: State, aims: Any, sides: Any) -> Iterator[tuple[str, str]]:
        for pair in [*whole(state, aims, sides)]:
            if pair[1] in sides[1][: len(aims) + 1]:
                yield pair

    monkeypatch.setattr(engagement, "open_pairs", next_only)

    assert any("is not offered" in fault for fault in faults(edition))


@both_editions
def test_8_1_menus_that_take_batteries_for_ships_are_found_out(edition, monkeypatch):
    """The planted error: whoever fires could have fired at anything that is passed over."""
    monkeypatch.setattr(priority, "_GROUPS", {})

    assert any(faults(edition))


@both_editions
def test_8_1_menus_that_forget_what_was_passed_over_are_found_out(edition, monkeypatch):
    """The planted error: a ship comes after a mine that it could have fired at."""
    monkeypatch.setattr(priority, "_present", lambda _: priority._ALL)
    monkeypatch.setattr(priority, "_can_be_completed", priority._can_be_completed.__wrapped__)

    assert any("a dead end" in fault for fault in faults(edition))


def test_8_4_counterattacks_that_forget_to_spread_are_found_out(monkeypatch):
    """The planted error: a survivor is fired at again and again while others are not."""
    monkeypatch.setattr(defence, "_can_spread", lambda *_: True)

    assert any("a dead end" in fault for fault in faults("sealion-deluxe"))


def offered(position: SealionTable, kind: str, **partial: Any) -> list[Choice]:
    game = begin(position.ruleset, "c", position.state)
    return [*menu(position.ruleset, game, {"kind": kind, **partial}).choices()]


@both_editions
def test_8_1_the_weakest_come_first_and_nobody_who_must_wait(edition):
    """8.1  One attacker, three targets: only the T-Boats are offered; with three, everybody."""
    units = ["de_emden", "de_tboats_1", "de_transport_01", "uk_hood"]
    one = offered(at_sea(edition, units), "engage", sector="C")
    three = offered(
        at_sea(edition, [*units, "uk_nelson", "uk_rodney"]),
        "engage",
        sector="C",
        targets=[["uk_hood", "de_transport_01"]],
    )

    assert [(choice.value, choice.label) for choice in one] == [
        (["uk_hood", "de_tboats_1"], "Hood at T-Boats 1")
    ]
    assert [choice.value[1] for choice in three] == 2 * ["de_tboats_1"] + 2 * ["de_emden"]


@both_editions
def test_8_1_a_battery_that_must_rest_is_not_offered(edition):
    """A-59  The destroyer has its attacker and the mine nobody: the second battery has no choice."""
    units = ["de_bty_siegfried", "de_bty_oldenburg", "uk_mine_a", "uk_flot_1"]
    position = at_sea(edition, units, sector="A", seat="german")
    game = begin(position.ruleset, "c", position.state)
    pairs = [["de_bty_siegfried", "uk_flot_1"]]
    found = menu(position.ruleset, game, {"kind": "engage", "sector": "A", "targets": pairs})

    assert found.order is not None
    assert list(found.choices()) == []


@both_editions
def test_8_1_a_submarine_that_is_needed_cannot_keep_out_any_more(edition):
    """8.1  Hood and transport have one attacker each: with the boat away nobody is left for the Hood."""
    units = ["de_sub_1", "de_emden", "de_adm_hipper", "uk_hood", "uk_nelson"]
    position = at_sea(edition, units, seat="german")
    first = offered(position, "engage", sector="C")
    pairs = [["de_emden", "uk_hood"], ["de_adm_hipper", "uk_hood"]]
    doubled = offered(position, "engage", sector="C", targets=pairs)

    assert [c.value for c in first if c.member == "withheld"] == ["de_sub_1"]
    assert [(c.member, c.value) for c in doubled] == [("targets", ["de_sub_1", "uk_nelson"])]


@both_editions
def test_8_2_a_shot_that_can_do_nothing_says_so(edition):
    """8.2  The Hood is too strong to harm a submarine; the flotilla is not."""
    position = at_sea(edition, ["de_sub_1", "uk_hood", "uk_flot_1"])
    notes = {c.label: c.notes for c in offered(position, "engage", sector="C")}

    assert notes["Hood at Type II (1)"] == (
        "strength 2",
        "only strength 0 or 1 harms a submarine (8.2)",
    )
    assert notes["1 Flotilla at Type II (1)"] == ("strength 2",)


@both_editions
def test_8_4_it_is_the_defender_who_counterattacks(edition):
    """8.4  In the British step the German is asked, and his ships are offered."""
    position = at_sea(edition, ["de_tboats_1", "de_emden", "uk_hood"])
    position.dice(3, 3).order(Engage("C", (("uk_hood", "de_tboats_1"),)))

    assert [choice.value for choice in offered(position, "counterattack")] == [
        ["de_emden", "uk_hood"]
    ]


@both_editions
def test_8_1_refusals_say_who_could_fire_at_whom(edition):
    """8.1  The hint comes from the choices, also behind pairs that are refused themselves."""
    position = at_sea(edition, ["de_emden", "de_tboats_1", "uk_hood", "uk_nelson"])
    pairs = (("uk_hood",), ("uk_hood", "uk_nelson"), ("de_emden", "uk_hood"))
    said = {v.at: v.text.partition("; ")[2] for v in position.refusals(Engage("C", pairs))}

    assert said == {
        "/targets/0": "Hood (uk_hood) may fire at T-Boats 1 (de_tboats_1), Emden (de_emden)",
        "/targets/1/1": "Hood (uk_hood) may fire at T-Boats 1 (de_tboats_1), Emden (de_emden)",
        "/targets/2/0": "those who can: Nelson (uk_nelson), Hood (uk_hood)",
    }

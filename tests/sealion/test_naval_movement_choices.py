"""Choices of naval movement, on forged positions: mixed squadrons, cargo, ships that have moved, nights."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import permutations, product
from typing import Any, TypeAlias

import pytest

from sealion_pbem.engine.canon import digest
from sealion_pbem.engine.choices import Partial, extend, menu
from sealion_pbem.engine.form import Choice, Draft
from sealion_pbem.engine.game import Game, begin, pending
from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.board import CONVOY, FRANCE, SECTORS
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.naming import unit_choice
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.embarking import (
    Embark,
    ShiftAirborne,
    Unload,
    waiting_troops,
)
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.mines import (
    Couple,
    LayMine,
    free_submarines,
)
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import (
    SAIL,
    Sail,
    courses,
    naval_places,
)
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sorties import SORTIE, Recall, Sortie
from sealion_pbem.rulesets.sealion.rules.naval_force import (
    acts_now,
    force_at,
    is_battery,
    is_submarine,
    is_transport,
    own_boxes,
    ways_from,
)
from sealion_pbem.rulesets.sealion.state import State
from sealion_pbem.rulesets.sealion.veil import Veil
from tests.choices import (
    Chance,
    composing_fault,
    is_legal,
    menu_faults,
    mutation_faults,
    surprises,
    walk_faults,
)
from tests.parachutists import PAIRS
from tests.sealion_fleets import forged_fleets
from tests.sealion_sea import sea
from tests.sealion_table import SealionTable, both_editions

pytestmark = pytest.mark.fuzz

IS_LONG = os.environ.get("SEALION_FUZZ") == "long"
MANY = 200 if IS_LONG else 24
DEPTH = 3
NAMES = 7
PLACES = (*SECTORS, "Convoy", "East", "West", "6716")
SHIP, BOAT, MINE = "de_emden", "de_sub_1", "de_mine_5"
HULL, TROOPS = "de_transport_01", "de_17_inf_ech1"
SINGLE: Mapping[str, Callable[[str], Order]] = {
    "unload": Unload,
    "shift_airborne": ShiftAirborne,
    "lay_mine": LayMine,
    "recall": Recall,
}
PAIRED: Mapping[str, Callable[[str, str], Order]] = {"embark": Embark, "couple": Couple}
KINDS = ("sail", "sortie", *SINGLE, *PAIRED)
Domain: TypeAlias = Callable[[State, Draft], Iterable[Choice]]


def positions(
    edition: str, kind: str = "sail", count: int = MANY
) -> Iterator[tuple[Any, Game[State], Chance]]:
    """Return forged games in which a kind of order is accepted."""
    ruleset = find(edition)
    for seed in range(count):
        game = forged_fleets(edition, seed)
        decision = pending(ruleset, game)
        assert decision is not None
        if kind in decision.accepts:
            yield ruleset, game, Chance("laws", edition, kind, seed)


def law_faults(ruleset: Any, game: Game[State], kind: str, chance: Chance) -> Iterator[str]:
    """Sound, no dead end: every menu of a kind, up to some choices. Complete: every legal order."""
    yield from explored_faults(ruleset, game, kind)
    form, state = ruleset.forms[kind], game.state
    for order in every(state, kind, chance):
        if fault := surprises(ruleset, state, order):
            yield fault
        draft = form.draft_of(order)
        # Whether it is legal is asked without the hints, which take most of the time.
        if not any(form.faults(state, draft)) and form.wants(state, draft) is None:
            assert is_legal(ruleset, game, order)
            if fault := composing_fault(ruleset, game, order):
                yield fault


def explored_faults(ruleset: Any, game: Game[State], kind: str) -> Iterator[str]:
    """Return what is wrong with the menus that up to three choices lead to."""
    seen = set[str]()
    layer: list[Partial] = [{"kind": kind}]
    for depth in range(DEPTH + 1):
        following: list[Partial] = []
        for partial in layer:
            if (key := digest(partial)) in seen:
                continue
            seen.add(key)
            found = menu(ruleset, game, partial)
            offered: dict[str, list[Choice]] = {}
            for choice in found.choices():
                offered.setdefault(choice.member, []).append(choice)
            if depth or offered:
                yield from menu_faults(ruleset, game, found, offered)
            following += [extend(ruleset, partial, c) for each in offered.values() for c in each]
        layer = following


def every(state: State, kind: str, chance: Chance) -> Iterator[Order]:
    """Return every order of a kind: all units, all places; to sail, some units and short paths."""
    names = [name for name, unit in state.units.items() if unit.steps]
    if kind in SINGLE:
        yield from map(SINGLE[kind], names)
    elif kind in PAIRED:
        yield from (PAIRED[kind](*pair) for pair in product(names, names))
    elif kind == "sortie":
        yield from (Sortie(*pair) for pair in product(names, PLACES))
    else:
        few = [names.pop(chance(len(names))) for _ in range(min(NAMES, len(names)))]
        paths = [*product(PLACES), *product(PLACES, PLACES)]
        for units in (*permutations(few, 1), *permutations(few, 2), (few[0], few[0])):
            yield from (Sail(units, path) for path in paths[:: 1 if IS_LONG else 3])


@both_editions
@pytest.mark.parametrize("kind", KINDS)
def test_menus_lead_to_every_legal_order_and_to_no_other(edition, kind):
    """Of all units and places exactly what is legal is composed; nothing offered is a dead end."""
    orders = 0
    for ruleset, game, chance in positions(edition, kind):
        assert [*law_faults(ruleset, game, kind, chance)] == []
        orders += sum(1 for _ in menu(ruleset, game, {"kind": kind}).choices())
    assert orders


@both_editions
def test_whatever_is_offered_leads_on(edition):
    """Walks through all kinds; offers and their mutants are composed where they are legal."""
    for ruleset, game, chance in positions(edition):
        for _ in range(6):
            assert [*walk_faults(ruleset, game, chance)] == []
        orders = [*ruleset.offers(game.state)][:: 2 if IS_LONG else 9]
        assert [*mutation_faults(ruleset, game, orders, chance, 4)] == []


def some(member: str, names: Callable[[State], Iterable[str]]) -> Domain:
    """Return a domain that lists units by their names."""

    def domain(state: State, draft: Draft) -> Iterator[Choice]:
        if member not in draft:
            yield from (unit_choice(state, member, name, "7.0") for name in names(state))

    return domain


def own(state: State, *places: str) -> Iterator[tuple[str, Counter]]:
    """Return everybody of the player whose step it is in some places, whatever he has done."""
    for place in places:
        for name in state.units_in(place, state.seat):
            yield name, state.counter(name)


def as_if_alone(state: State, draft: Draft) -> Iterator[Choice]:
    """Where the first unit could go without the others."""
    if "units" in draft:
        ways = courses(state, draft["units"][:1], draft.get("path", ()))
        yield from (Choice("path", list(way), there) for there, way in ways.items())


def as_at_first(state: State, draft: Draft) -> Iterator[Choice]:
    """The next spaces, also where a port or an enemy has ended the move."""
    if "units" in draft:
        here = draft.get("path", (state.units[draft["units"][0]].place,))[-1]
        yield from (Choice("path", [there], there) for there in ways_from(state, here, state.seat))


def without_ports(state: State, draft: Draft) -> Iterator[Choice]:
    """Where units can go at sea."""
    return (c for c in SAIL.by_name["path"].domain(state, draft) if c.label in SECTORS)


def one_sector(state: State, draft: Draft) -> list[Choice]:
    """The first sea space at which a battery can be aimed."""
    return [*SORTIE.by_name["sector"].domain(state, draft)][:1]


def together(state: State, draft: Draft) -> Iterator[Choice]:
    """Whoever is there, whether he has moved or not."""
    chosen = draft.get("units", ())
    places = [state.units[name].place for name in chosen[:1]] or naval_places(state)
    for name in (n for place in places for n in force_at(state, place, state.seat)):
        if "path" not in draft and name not in chosen:
            yield unit_choice(state, "units", name, "7.0")


def transports_in_port(state: State) -> list[str]:
    return [name for name, counter in own(state, CONVOY) if is_transport(counter)]


def whoever_is_aboard(state: State) -> list[str]:
    found = own(state, CONVOY, *SECTORS)
    return [n for n, counter in found if counter.arm == "land" and state.units[n].aboard]


def troops_in_france(state: State) -> list[str]:
    return [name for name, counter in own(state, FRANCE) if counter.arm == "land"]


def whoever_has_a_mine(state: State) -> list[str]:
    found = own(state, CONVOY, *SECTORS)
    return [n for n, counter in found if is_submarine(counter) and state.carried_by(n)]


def batteries_with_or_without_a_code(state: State) -> list[str]:
    found = own(state, *own_boxes(state.seat))
    ready = [n for n, counter in found if is_battery(counter) and acts_now(state, n)]
    return [name for name in ready if name not in state.home]


def batteries_at_sea(state: State) -> list[str]:
    found = own(state, *SECTORS)
    return [name for name, counter in found if is_battery(counter) and acts_now(state, name)]


PLANTED: Mapping[str, tuple[str, str, Domain]] = {
    "the reach of the first unit is that of all": ("sail", "path", as_if_alone),
    "nothing ends a move": ("sail", "path", as_at_first),
    "ports are forgotten": ("sail", "path", without_ports),
    "who has moved sails again": ("sail", "units", together),
    "troops embark without a transport": ("embark", "unit", some("unit", waiting_troops)),
    "a transport takes two": ("embark", "transport", some("transport", transports_in_port)),
    "troops unload at sea": ("unload", "unit", some("unit", whoever_is_aboard)),
    "nobody asks when, and who is real": (
        "shift_airborne",
        "unit",
        some("unit", troops_in_france),
    ),
    "nothing is coupled": ("couple", "submarine", some("submarine", free_submarines)),
    "mines are laid in port": ("lay_mine", "submarine", some("submarine", whoever_has_a_mine)),
    "a battery aims nowhere": (
        "sortie",
        "battery",
        some("battery", batteries_with_or_without_a_code),
    ),
    "one sector is enough": ("sortie", "sector", one_sector),
    "a sortie is taken back at once": ("recall", "battery", some("battery", batteries_at_sea)),
}


@both_editions
@pytest.mark.parametrize("error", PLANTED)
def test_planted_errors_are_found_out(edition, error, monkeypatch):
    """Each domain with one thing forgotten breaks a law on some forged position."""
    kind, member, wrong = PLANTED[error]
    ruleset = find(edition)
    form = ruleset.forms[kind]
    members = tuple(
        replace(each, domain=wrong) if each.name == member else each for each in form.members
    )
    monkeypatch.setitem(ruleset.forms, kind, replace(form, members=members))

    assert any(
        fault
        for _, game, chance in positions(edition, kind, 40)
        for fault in law_faults(ruleset, game, kind, chance)
    )


def offered(position: SealionTable, kind: str, **partial: Any) -> list[Choice]:
    game = begin(position.ruleset, "c", position.state)
    return [*menu(position.ruleset, game, {"kind": kind, **partial}).choices()]


def values(choices: Iterable[Choice], member: str) -> list[Any]:
    return [choice.value for choice in choices if choice.member == member]


@both_editions
def test_7_1_a_squadron_is_offered_what_all_of_it_can_reach(edition):
    """7.0, 7.1  The Hood in B stops the cruiser and not the submarine; together they stop."""
    position = sea(edition).place({CONVOY: [BOAT, SHIP], "B": ["uk_hood"], "A": [HULL]})
    alone = offered(position, "sail", units=[BOAT])
    both = offered(position, "sail", units=[BOAT, SHIP])

    assert ["B", "C"] in values(alone, "path")
    assert values(alone, "units") == [SHIP]
    assert {choice.label: choice.notes for choice in both if choice.member == "path"} == {
        "A": (),
        "B": ("the enemy is there and ends the move (7.0)",),
        "Thames Estuary": (),
    }
    notes = {choice.label: choice.notes for choice in alone}
    assert notes["B"] == ("the enemy is there and does not stop submarines (7.1)",)


@both_editions
def test_7_0_a_way_point_is_sailed_on_from(edition):
    """7.0  After B and A the Estuary, B again and the port are next; after the port nothing."""
    position = sea(edition).place({CONVOY: [SHIP]})
    onward = offered(position, "sail", units=[SHIP], path=["B", "A"])

    assert values(onward, "path")[:3] == [["Thames Estuary"], ["B"], ["Convoy"]]
    assert onward[2].notes == ("stays in port for this game turn (A-53)",)
    assert offered(position, "sail", units=[SHIP], path=["B", "Convoy"]) == []


@both_editions
@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("embark", ("unit", TROOPS), ("transport", HULL)),
        ("couple", ("submarine", BOAT), ("mine", MINE)),
    ],
)
def test_7_9_either_of_two_comes_first(edition, kind, first, second):
    """7.2, 7.9  Who goes aboard or what takes him: the other comes next, alone neither is offered."""
    position = sea(edition).place({CONVOY: [first[1], second[1], SHIP]})
    for (member, name), (next_member, next_name) in (first, second), (second, first):
        assert values(offered(position, kind), member) == [name]
        (choice,) = offered(position, kind, **{member: name})
        assert (choice.member, choice.value) == (next_member, next_name)
        alone = sea(edition).place({CONVOY: [name, SHIP]})
        assert offered(alone, kind) == []


@both_editions
def test_7_3_a_battery_without_a_code_is_not_offered(edition):
    """9.1  K5 reaches no sea space; Siegfried is asked at which of two it aims."""
    position = sea(edition).place({CONVOY: ["de_bty_siegfried", "de_bty_eisenbahn_k5"]})

    assert values(offered(position, "sortie"), "battery") == ["de_bty_siegfried"]
    assert values(offered(position, "sortie", battery="de_bty_siegfried"), "sector") == ["A", "B"]


def test_14_6_only_parachutists_who_were_shown_are_offered_a_ship():
    """14.6  Of a pair nobody has seen neither is, of one that is open the real one."""
    position = sea("sealion-deluxe", options={"fake_parachutists": True})
    position.at(veil=Veil(tuple(PAIRS), real=("de_1st_fj_b",), fake=("de_1st_fj_a",)))
    position.place({FRANCE: [name for both in PAIRS.values() for name in both], CONVOY: [HULL]})

    assert values(offered(position, "shift_airborne"), "unit") == ["de_1st_fj_b"]


@both_editions
def test_7_0_a_refusal_lists_what_menus_offer(edition):
    """7.0  The course to where they were ordered is said, as it is offered."""
    position = sea(edition).place({"A": [SHIP], "C": ["uk_hood"]})
    (refusal,) = position.refusals(Sail((SHIP,), ("C",)))
    ends = [c.label for c in offered(position, "sail", units=[SHIP]) if c.member == "path"]

    assert ends == ["Thames Estuary", "B", "Convoy", "C"]
    assert refusal.text.endswith("; from A they can go to Thames Estuary, B, Convoy, C (by B C)")


@both_editions
def test_7_0_the_short_ways_are_no_second_rule(edition):
    """Without them every order is judged the same."""
    for kind in KINDS:
        for ruleset, game, chance in positions(edition, kind, 2):
            slow = replace(ruleset.forms[kind], is_sure=None)
            for order in every(game.state, kind, chance):
                is_wrong = bool([*slow.faults(game.state, slow.draft_of(order))])
                sure = ruleset.forms[kind].is_sure
                assert sure(game.state, order) != is_wrong

"""Choices of the set-up: units are taken up and put down, and nobody is left without a place."""

import os
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from sealion_pbem.engine.choices import menu
from sealion_pbem.engine.form import Choice
from sealion_pbem.engine.game import Game, begin
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.rules import ch05_deploying
from sealion_pbem.rulesets.sealion.rules.ch05_deploying import Deploy, allowed_for
from sealion_pbem.rulesets.sealion.state import State, Unit
from tests.choices import Chance, composing_fault, is_legal, mutation_faults, walk_faults
from tests.sealion_table import both_editions

pytestmark = pytest.mark.fuzz

MANY = 60 if os.environ.get("SEALION_FUZZ") == "long" else 6
SET_UPS = [
    ("sealion-2016", "german set-up", {}),
    ("sealion-2016", "british set-up", {}),
    ("sealion-deluxe", "british set-up", {}),
    ("sealion-deluxe", "german set-up", {"magnetic_mines": True}),
    ("sealion-deluxe", "british set-up", {"alternate_setup": True, "aa_brigades": True}),
]
every_set_up = pytest.mark.parametrize(("edition", "stage", "options"), SET_UPS)


def forged(edition: str, stage: str, options: Mapping[str, Any], seed: int) -> Game[State]:
    """Return a set-up in which chance has put units where they may begin, as far as there is room."""
    ruleset, chance = find(edition), Chance("set-up", edition, stage, seed)
    state: State = ruleset.setup("invasion", options).copy()
    state.stage = stage
    for name, counter in state.table.counters.items():
        places = sorted(allowed_for(state, counter))
        if places and chance(4):
            before = state.units[name]
            state.put(name, Unit(chance.pick(places[:9]), counter.steps))
            if any(ch05_deploying._crowds(state, {})):
                state.put(name, before)
    return begin(ruleset, "forged", state)


@every_set_up
def test_whoever_is_taken_up_can_be_put_down(edition: str, stage: str, options: dict[str, Any]):
    """Sound and no dead end, also where hexes are full."""
    for seed in range(MANY):
        game = forged(edition, stage, options, seed)
        assert [*walk_faults(find(edition), game, Chance("walk", seed))] == []


@every_set_up
def test_whatever_set_up_is_legal_can_be_composed(
    edition: str, stage: str, options: dict[str, Any]
):
    """Complete: half of the units where they stand or may begin, and mutants of that."""
    legal = 0
    for seed in range(MANY):
        game, chance = forged(edition, stage, options, seed), Chance("mutants", seed)
        ruleset, state = find(edition), game.state
        seat = ch05_deploying.SET_UPS[stage]
        orders = []
        for _ in range(4):
            movable = [n for n in state.table.counters if _places(state, n, seat)]
            names = [chance.pick(movable) for _ in range(1 + chance(4))]
            orders.append(Deploy({n: chance.pick(_places(state, n, seat)) for n in names}))
        legal += sum(is_legal(ruleset, game, order) for order in orders)
        assert [*mutation_faults(ruleset, game, orders, chance, 6)] == []
    assert legal


def _places(state: State, name: str, seat: str) -> list[str]:
    counter = state.counter(name)
    return sorted(allowed_for(state, counter)) if counter.seat == seat else []


def british(edition: str, where: Mapping[str, str], **options: object) -> Game[State]:
    """Return a British set-up in which some units stand in hexes."""
    ruleset = find(edition)
    state: State = ruleset.setup("invasion", options).copy()
    state.stage = "british set-up"
    for name, place in where.items():
        state.put(name, Unit(place, state.counter(name).steps))
    return begin(ruleset, "c", state)


def offered(game: Game[State], edition: str, places: Mapping[str, str | None]) -> list[Choice]:
    return [*menu(find(edition), game, {"kind": "deploy", "places": dict(places)}).choices()]


@both_editions
def test_5_2_two_divisions_change_places(edition):
    """6.3  Both are taken up first; to put one down beside the other is refused and not offered."""
    game, ruleset = british(edition, {"uk_1_lon": "4409", "uk_2_lon": "4410"}), find(edition)
    swap = Deploy({"uk_1_lon": "4410", "uk_2_lon": "4409"})
    one = offered(game, edition, {"uk_1_lon": None})
    both = offered(game, edition, {"uk_1_lon": None, "uk_2_lon": None})

    assert not is_legal(ruleset, game, Deploy({"uk_1_lon": "4410"}))
    assert ["uk_1_lon", "4410"] not in [choice.value for choice in one]
    assert ["uk_1_lon", "4410"] in [choice.value for choice in both]
    assert composing_fault(ruleset, game, swap) == ""


@both_editions
def test_5_2_who_is_taken_up_is_still_to_be_put_down(edition):
    """The menu says so, and names him with where he may begin."""
    found = menu(
        find(edition), british(edition, {}), {"kind": "deploy", "places": {"uk_railway_guns": None}}
    )
    labels = {choice.label for choice in found.choices() if choice.value[1] is not None}

    assert found.missing is not None
    assert (found.missing.code, found.missing.at) == ("not_put_down", "/places/uk_railway_guns")
    assert all(label.startswith("Railway Guns in ") for label in labels)


TIGHT = {
    "uk_1_lon": frozenset({"4409", "4410"}),
    "uk_2_lon": frozenset({"4409", "4410"}),
    "uk_1_inf": frozenset({"4409", "4410", "4411"}),
}


def tight(monkeypatch: pytest.MonkeyPatch, where: Mapping[str, str]) -> Game[State]:
    """Return a set-up of three divisions that have three hexes together, one division to a hex."""

    def allowed(_: State, counter: Counter) -> frozenset[str]:
        return TIGHT.get(counter.id, frozenset())

    monkeypatch.setattr(ch05_deploying, "allowed_for", allowed)
    return british("sealion-deluxe", where)


@pytest.mark.parametrize(
    "where",
    [
        {},
        {"uk_1_lon": "4409"},
        {"uk_1_lon": "4409", "uk_2_lon": "4410"},
        {"uk_1_lon": "4409", "uk_2_lon": "4410", "uk_1_inf": "4411"},
        {"uk_1_inf": "4410"},
        {"uk_1_inf": "4409", "uk_2_lon": "4410"},
    ],
)
def test_5_2_menus_lead_to_every_set_up_in_narrow_space(monkeypatch, where):
    """6.3  Of all ways to put three divisions into three hexes, exactly the legal ones are composed."""
    game, ruleset = tight(monkeypatch, where), find("sealion-deluxe")
    ways = product(*((None, *sorted(places)) for places in TIGHT.values()))
    written = [
        Deploy({name: place for name, place in zip(TIGHT, way, strict=True) if place})
        for way in ways
    ]
    legal = [order for order in written if is_legal(ruleset, game, order)]
    composed = [to_wire(order) for order in _closure(ruleset, game)]

    assert len(legal) > 1
    assert sorted(map(str, (to_wire(order) for order in legal))) == sorted(map(str, composed))


def _closure(ruleset: Any, game: Game[State]) -> list[Deploy]:
    """Return every set-up that menus lead to, each once, named in the order of the counters."""
    found, waiting = dict[str, Deploy | None](), [dict[str, str | None]()]
    while waiting:
        places = waiting.pop()
        if (key := str(sorted(places.items(), key=str))) in found:
            continue
        here = menu(ruleset, game, {"kind": "deploy", "places": places})
        choices = list(here.choices())
        assert choices or here.order is not None, f"a dead end: {places}"
        found[key] = here.order
        waiting += [{**places, name: place} for name, place in (c.value for c in choices)]
    orders = [order for order in found.values() if order is not None]
    return [Deploy({n: order.places[n] for n in TIGHT if n in order.places}) for order in orders]


def test_a_menu_that_forgets_who_waits_is_found_out(monkeypatch):
    """The planted error: a division is put into the hex that is left to another in the hand."""
    game = tight(monkeypatch, {})
    monkeypatch.setattr(ch05_deploying, "_can_end", lambda *_: True)

    with pytest.raises(AssertionError, match="a dead end"):
        _closure(find("sealion-deluxe"), game)

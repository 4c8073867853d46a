"""Choices of coming ashore, on forged positions: coasts with German, taken, crowded and held hexes."""

import os
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from sealion_pbem.engine.choices import menu
from sealion_pbem.engine.form import Choice
from sealion_pbem.engine.game import Game, begin
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.rules import ch11_landing
from sealion_pbem.rulesets.sealion.rules.ch11_landing import Debark, Land
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State
from tests.choices import (
    Chance,
    closure,
    composing_fault,
    is_legal,
    mutation_faults,
    surprises,
    walk_faults,
)
from tests.planting import plant, plant_form
from tests.sealion_table import SealionTable, both_editions, table

pytestmark = pytest.mark.fuzz

IS_LONG = os.environ.get("SEALION_FUZZ") == "long"
MANY = 60 if IS_LONG else 6
# To compose an order is to look at every choice on the way, so of many only some are.
COMPOSED = 1 if IS_LONG else 7
SHIP, UNIT = "de_transport_01", "de_17_inf_ech1"


def one_of_each(state: State) -> list[str]:
    """Return German land units that come ashore differently: types, sizes and ways to move."""
    found: dict[Any, str] = {}
    for name, counter in state.table.counters.items():
        if counter.seat == GERMAN and counter.arm == "land":
            found.setdefault((counter.type, counter.size, counter.movement_class), name)
    return list(found.values())


def forged(edition: str, seed: int, units: int = 6, sectors: tuple[str, ...] = ()) -> Game[State]:
    """Return units at sea off coasts on which friends, enemies and aircraft stand at random."""
    chance = Chance("landing", edition, seed)
    position = table(edition, step=6, stage="land movement")
    state, coasts = position.state, data.coastal_hexes(data.compiled("board"))
    off = sectors or (chance.pick(SECTORS), chance.pick(SECTORS))
    coast = [place for sector in off for place in coasts[sector]]
    kinds, counters = one_of_each(state), state.table.counters
    british = [n for n, c in counters.items() if c.seat == BRITISH and c.arm in ("land", "air")]
    area = state.table.board.area(chance.pick(coast) for _ in range(len(coast) // 2))
    position.at(ever_german=area, last_german=area & ~state.table.board.area([chance.pick(coast)]))
    position.at(taken=state.table.board.area([chance.pick(coast)]) & area)
    for _ in range(4):
        position.place({chance.pick(coast): [chance.pick(british)]})
    for _ in range(6):
        position.place({chance.pick(coast): [chance.pick(kinds)]})
    for number in range(units):
        ship = f"de_transport_{number + 1:02}"
        position.place({chance.pick(off): [ship]}, aboard={chance.pick(kinds): ship})
    position.place({off[0]: ["de_marine", "de_transport_15"]}, aboard={UNIT: "de_transport_15"})
    gone = chance.pick(kinds)
    if state.units[gone].place not in SECTORS:
        beach = chance.pick(coast)
        position.place({chance.pick(coast): [gone]})
        position.at(came_from={gone: (off[0], beach, state.units[gone].place)})
    return begin(find(edition), "forged", state)


def games(edition: str) -> Iterator[tuple[Any, Game[State], Chance]]:
    """Return the forged positions in which somebody is asked."""
    for seed in range(MANY):
        game = forged(edition, seed)
        if find(edition).decision(game.state) is not None:
            yield find(edition), game, Chance("walk", seed)


def faults(edition: str, *kinds: str) -> list[str]:
    """Return what the laws find out in the forged positions."""
    found = list[str]()
    for ruleset, game, chance in games(edition):
        for _ in range(6):
            found += walk_faults(ruleset, game, chance)
        offers = [order for order in ruleset.offers(game.state) if order.kind in kinds]
        found += mutation_faults(ruleset, game, offers[:: 1 + len(offers) // 10], chance, 6)
    return found


@both_editions
def test_7_4_whatever_is_offered_leads_on(edition):
    """Sound, no dead end; mutants of what is offered are composed where they are legal."""
    assert faults(edition, "land", "debark") == []


@both_editions
def test_7_5_menus_lead_to_every_landing(edition):
    """Of all units and all hexes exactly those that are legal are composed."""
    landings = 0
    for ruleset, game, _ in games(edition):
        state = game.state
        names = [n for n, u in state.units.items() if u.place in SECTORS] + ["uk_1_inf"]
        coasts = {
            place
            for coast in data.coastal_hexes(data.compiled("board")).values()
            for place in coast
        }
        orders = [Land(n, place) for n in names for place in (*coasts, "4409", "A", "9999")]
        legal = {order for order in orders if is_legal(ruleset, game, order)}
        landings += len(legal)

        if legal:
            assert closure(ruleset, game, {"kind": "land"}) == legal
    assert landings > MANY


@both_editions
def test_7_6_every_short_path_ashore_is_composed_or_refused(edition):
    """All beaches of a unit and all paths of up to two hexes more: what is legal is composed."""
    legal = 0
    for ruleset, game, _ in islice(games(edition), MANY // 3):
        state = game.state
        names = list(ch11_landing.units_at_sea(state))[:: 1 if IS_LONG else 3]
        for order in (Debark(n, path) for n in names for path in paths_ashore(state, n)):
            assert surprises(ruleset, state, order) == ""
            if is_legal(ruleset, game, order):
                legal += 1
                assert legal % COMPOSED or composing_fault(ruleset, game, order) == ""
    assert legal > MANY * COMPOSED // 3


def paths_ashore(state: State, name: str) -> Iterator[tuple[str, ...]]:
    """Return every coastal hex off which a unit is, alone and with one or two hexes after it."""
    adjacent = state.table.board.adjacent
    for beach in data.coastal_hexes(data.compiled("board"))[state.units[name].place]:
        yield (beach,)
        for there in adjacent[beach]:
            yield beach, there
            yield from ((beach, there, last) for last in adjacent[there])


def off_a(edition: str, *german: str) -> SealionTable:
    """One unit off a coast of which some hexes are German."""
    position = table(edition, step=6, stage="land movement").german_hexes(*german)
    return position.place({"A": [SHIP], "2001": ["de_58_inf"]}, aboard={UNIT: SHIP})


def offered(position: SealionTable, **partial: Any) -> list[Choice]:
    game = begin(position.ruleset, "c", position.state)
    return [*menu(position.ruleset, game, partial).choices()]


@both_editions
def test_7_4_who_can_come_ashore_in_a_hex_is_offered(edition):
    """The hex may be given first: in a German one nobody lands, but somebody debarks."""
    position = off_a(edition, "6318")

    assert [c.value for c in offered(position, kind="land", hex="6220")] == [UNIT]
    assert offered(position, kind="land", hex="6318") == []
    assert [c.value for c in offered(position, kind="debark", path=["6318"])] == [UNIT]


@both_editions
def test_7_6_a_hex_behind_the_beaches_comes_with_its_way(edition):
    """Beaches first, then what is reached over them on the cheapest way, then ways on from there."""
    position = off_a(edition, "6318", "6220")
    first = {c.label: c for c in offered(position, kind="debark", unit=UNIT)}
    on = {c.label: c for c in offered(position, kind="debark", unit=UNIT, path=["6318"])}

    assert [label for label, c in first.items() if len(c.value) == 1] == ["6220", "6318"]
    assert (first["6318"].cost, first["6219"].cost) == (2, 4)
    assert first["6219"].value == ["6220", "6219"]
    assert on["6219"].value == ["6219"]


@both_editions
def test_7_5_a_landing_says_what_it_leads_to(edition):
    """The kind of beach, and whom it is fought with: the enemy, or nobody with a defense of 0."""
    position = off_a(edition).place({"6220": ["uk_cdo"]})
    notes = {c.label: c.notes for c in offered(position, kind="land", unit=UNIT)}

    assert notes["6220"] == ("a most suitable beach", "the enemy stands there: combat (12.0)")
    assert notes["6914"] == ("a most suitable beach", "it must be attacked, defense 0 (7.5)")


@both_editions
def test_7_6_a_refused_debarkation_is_told_the_other_beaches(edition):
    """Hints are made from choices: beaches where that is wrong, the way on where that is."""
    position = off_a(edition, "6318", "6220")
    (wrong,) = position.refusals(Debark(UNIT, ("6914",)))
    (far,) = position.refusals(Debark(UNIT, ("6318", "6316")))
    (nowhere,) = off_a(edition).refusals(Debark(UNIT, ("6914",)))

    assert wrong.text.endswith("; it can debark in 6220, 6318")
    assert "; from there it reaches " in far.text
    assert nowhere.text.endswith("; it can debark nowhere on this coast")


@both_editions
def test_7_4_who_can_land_nowhere_is_told_where_to_debark(edition):
    """A panzer division lands on no beach, but debarks in a German port."""
    position = off_a(edition, "6716").place({}, aboard={"de_4_pz": SHIP})
    (violation,) = position.refusals(Land("de_4_pz", "6220"))

    assert violation.text.endswith("it can land nowhere on this coast, but debark in 6716")


@both_editions
def test_7_5_a_menu_that_forgets_the_beach_is_found_out(edition, monkeypatch):
    """The planted error: every hex of the coast is offered for a landing."""

    def anywhere(state, draft):
        if "unit" in draft and "hex" not in draft:
            sector = state.units[draft["unit"]].place
            return [
                Choice("hex", place, place)
                for place in data.coastal_hexes(data.compiled("board"))[sector]
            ]
        return ()

    plant(monkeypatch, find(edition), "land", "hex", domain=anywhere)

    assert any("offered, then refused" in fault for fault in faults(edition, "land"))


@both_editions
def test_7_6_a_menu_without_single_steps_is_found_out(edition, monkeypatch):
    """The planted error: only the best way to each hex is offered, none by another beach."""

    def best_only(state, draft):
        seen: dict[str, Choice] = {}
        for choice in ch11_landing.ways_ashore(state, draft):
            if len(choice.value) > 1:
                seen.setdefault(choice.label, choice)
        return seen.values()

    plant(monkeypatch, find(edition), "debark", "path", domain=best_only)

    assert any("is not offered" in fault for fault in faults(edition, "debark"))


@both_editions
def test_7_6_a_short_way_that_forgets_the_path_is_found_out(edition, monkeypatch):
    """The planted error: only the beach is looked at."""

    def hasty(state, order):
        return ch11_landing._is_debarkation(state, Debark(order.unit, order.path[:1]))

    plant_form(monkeypatch, find(edition), "debark", is_sure=hasty)

    assert any(fault.startswith("sure of") for fault in faults(edition, "debark"))

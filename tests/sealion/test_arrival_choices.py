"""Choices of arrivals, on forged positions: edges that are held or used, railways that are cut."""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from sealion_pbem.engine.choices import menu
from sealion_pbem.engine.form import Choice
from sealion_pbem.engine.game import Game, begin
from sealion_pbem.rulesets.sealion.rules.ch04_victory import PARLIAMENT
from sealion_pbem.rulesets.sealion.rules.ch14_options import arrivals
from sealion_pbem.rulesets.sealion.rules.ch14_options.arrivals import Arrive, arrivals_due
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State
from tests.choices import (
    Chance,
    composing_fault,
    is_legal,
    mutation_faults,
    surprises,
    walk_faults,
)
from tests.planting import plant, plant_form
from tests.sealion_table import SealionTable, table

pytestmark = pytest.mark.fuzz

IS_LONG = os.environ.get("SEALION_FUZZ") == "long"
MANY = 60 if IS_LONG else 8
OPTIONS: tuple[dict[str, Any], ...] = (
    {"alternate_setup": True},
    {"command_arrivals": "delayed", "free_french": "by_die"},
    {"alternate_setup": True, "command_arrivals": "delayed", "free_french": "by_die"},
)


def forged(seed: int) -> Game[State]:
    """Return units that are due and others, Germans on roads and edges, hexes that were theirs."""
    chance, options = Chance("arrivals", seed), OPTIONS[seed % len(OPTIONS)]
    position = table(options=options, turn=1 + chance(6), step=13, stage="land movement")
    state, counters = position.state, position.state.table.counters
    waits = [n for n, c in counters.items() if c.seat == BRITISH and c.arm == "land"]
    waits = [n for n in waits if arrivals._entries(state, n)]
    german = [n for n, c in counters.items() if c.seat == GERMAN and c.arm in ("land", "air")]
    for _ in range(8):
        position.place({f"Turn {1 + chance(7)}": [chance.pick(waits)]})
    position.place({"Turn 1": [chance.pick(waits)], "4409": ["uk_1_lon"]})
    # In Parliament a German would have won, or a die would say so.
    numbers = [n for n in state.table.board.numbers if n != PARLIAMENT]
    edge = sorted({entry for name in waits for entry in arrivals._entries(state, name)})
    for _ in range(4):
        position.place({chance.pick(chance.pick((numbers, edge))): [chance.pick(german)]})
    position.at(ever_german=state.table.board.area(chance.pick(numbers) for _ in range(15)))
    position.at(resolved=frozenset((chance.pick(edge), chance.pick(edge))))
    return begin(DELUXE_2023, "forged", state)


def games() -> Iterator[tuple[Game[State], Chance]]:
    """Return the forged positions in which somebody arrives."""
    for seed in range(MANY):
        game = forged(seed)
        decision = DELUXE_2023.decision(game.state)
        if decision is not None and decision.kind == "arrivals":
            yield game, Chance("walk", seed)


def faults() -> list[str]:
    """Return what the laws find out in the forged positions."""
    found = list[str]()
    for game, chance in games():
        for _ in range(6):
            found += walk_faults(DELUXE_2023, game, chance)
        offers = [*DELUXE_2023.offers(game.state)]
        found += mutation_faults(DELUXE_2023, game, offers[:: 1 + len(offers) // 10], chance, 6)
    return found


def test_14_3_whatever_is_offered_leads_on():
    """Sound, no dead end; mutants of what is offered are composed where they are legal."""
    assert sum(1 for _ in games()) > MANY // 2
    assert faults() == []


def test_14_9_every_short_way_in_is_composed_or_refused():
    """Everybody, through every hex of entry, and one or two hexes on: what is legal is composed."""
    legal = by_rail = 0
    for game, _ in games():
        for order in short_ways(game.state):
            assert surprises(DELUXE_2023, game.state, order) == ""
            if is_legal(DELUXE_2023, game, order):
                legal, by_rail = legal + 1, by_rail + (len(order.path) > 1)
                assert composing_fault(DELUXE_2023, game, order) == ""
    assert legal > MANY
    assert by_rail > MANY


def short_ways(state: State) -> Iterator[Arrive]:
    """Return arrivals of those due and two others, through hexes of their own and two others."""
    board = state.table.board
    for name in (*arrivals_due(state), "uk_1_lon", "de_7_pz"):
        entries = arrivals._entries(state, name) if name in arrivals_due(state) else ()
        for entry in {*entries[:: 1 if IS_LONG else 9], "2016", "4701"}:
            yield Arrive(name, (entry,))
            for there in board.adjacent[entry]:
                yield Arrive(name, (entry, there))
                yield from (Arrive(name, (entry, there, last)) for last in board.hexes[there].road)


def due(*names: str) -> SealionTable:
    """The British land step of turn 1, with units of the chart that are due."""
    position = table(options=OPTIONS[0], step=13, stage="land movement")
    return position.place({"Turn 1": names, "4409": ["uk_1_lon"]})


def offered(position: SealionTable, **partial: Any) -> list[Choice]:
    game = begin(position.ruleset, "c", position.state)
    return [*menu(position.ruleset, game, {"kind": "arrive", **partial}).choices()]


def test_14_9_who_can_come_in_is_offered():
    """Whoever has an open hex, or, if the path is given, whoever can take it."""
    position = due("uk_43_inf", "uk_54_inf", "uk_3_inf").place({"4701": ["de_7_pz"]})

    assert {c.value for c in offered(position)} == {"uk_43_inf", "uk_3_inf"}
    assert {c.value for c in offered(position, path=["4301"])} == {"uk_43_inf"}
    assert offered(position, path=["4701"]) == []


def test_14_9_a_place_by_rail_comes_with_its_way():
    """First every hex with a shortest way, then from a way point every hex again, the last included."""
    position = due("uk_54_inf")
    first = {c.label: c for c in offered(position, unit="uk_54_inf")}
    on = {c.label: c.value for c in offered(position, unit="uk_54_inf", path=["4701", "4602"])}

    assert (first["4701"].value, first["4701"].notes) == (["4701"], ())
    assert first["4603"].value == ["4701", "4602", "4603"]
    assert first["4603"].notes[0] == "by rail, which is its move of the step (A-158)"
    assert on["4603"] == ["4603"]
    assert {*on} == {*first} - {"4602"}


def test_14_9_a_unit_at_a_hex_in_a_zone_stays_there():
    """It can come in, and no train goes on from there."""
    position = due("uk_54_inf").place({"4702": ["de_7_pz"]})

    (only,) = offered(position, unit="uk_54_inf")
    assert (only.value, only.notes) == (["4701"], ("in an enemy zone of control (11.1)",))
    assert offered(position, unit="uk_54_inf", path=["4701"]) == []


def test_14_9_a_hint_survives_a_path_that_ends_nowhere():
    """The last hex is not on the map, and an earlier one was German: the refusal is about that one."""
    position = due("uk_54_inf").german_hexes("4603")
    (violation,) = position.refusals(Arrive("uk_54_inf", ("4701", "4602", "4603", "Convoy")))

    assert (violation.code, violation.at) == ("was_german", "/path/2")
    assert "by rail it reaches 4602" in violation.text


def test_14_9_a_menu_whose_trains_run_through_zones_is_found_out(monkeypatch):
    """The planted error: the search does not look whether a road hex is open."""

    def blind(state, draft):
        choices = [*arrivals.ways_in(state, draft)]
        path = draft.get("path", ())
        if path and arrivals.arrival_rule(state, draft["unit"]) == "14.9":
            roads = state.table.board.hexes[path[-1]].road
            known = {choice.label for choice in choices}
            choices += [Choice("path", [n], n) for n in roads if n not in known]
        return choices

    plant(monkeypatch, DELUXE_2023, "arrive", "path", domain=blind)
    position = due("uk_54_inf").german_hexes("4603")
    game = begin(DELUXE_2023, "c", position.state)

    walks = (walk_faults(DELUXE_2023, game, Chance("train", number)) for number in range(30))
    assert any("offered, then refused" in fault for walk in walks for fault in walk)


def test_14_3_a_menu_that_forgets_an_entry_is_found_out(monkeypatch):
    """The planted error: only the first hex of entry is offered."""

    def first(state, draft):
        choices = [*arrivals.ways_in(state, draft)]
        return choices if "path" in draft else choices[:1]

    plant(monkeypatch, DELUXE_2023, "arrive", "path", domain=first)

    assert any("is not offered" in fault for fault in faults())


def test_14_9_a_short_way_that_forgets_the_railway_is_found_out(monkeypatch):
    """The planted error: only the hex of entry is looked at."""

    def hasty(state, order):
        return arrivals._is_sound(state, Arrive(order.unit, order.path[:1]))

    plant_form(monkeypatch, DELUXE_2023, "arrive", is_sure=hasty)

    assert any(fault.startswith("sure of") for fault in faults())

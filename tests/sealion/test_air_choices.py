"""Choices of flights and airlifts, on forged positions: full skies, mixed formations, held airbases."""

import os
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from sealion_pbem.engine.choices import menu
from sealion_pbem.engine.form import Choice, Draft
from sealion_pbem.engine.game import Game, begin
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.board import FRANCE, SECTORS
from sealion_pbem.rulesets.sealion.events.air import BASES, FURIOUS, FURIOUS_GROUP
from sealion_pbem.rulesets.sealion.rules.ch04_victory import PARLIAMENT
from sealion_pbem.rulesets.sealion.rules.ch10_air import placement
from sealion_pbem.rulesets.sealion.rules.ch10_air.airlift import Airlift
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import CARRIES, flying_seat, ready
from sealion_pbem.rulesets.sealion.rules.ch10_air.placement import Fly
from sealion_pbem.rulesets.sealion.state import GERMAN, State
from tests.choices import (
    Chance,
    composing_fault,
    is_legal,
    mutation_faults,
    surprises,
    walk_faults,
)
from tests.parachutists import veiled
from tests.planting import plant, plant_form
from tests.sealion_table import SealionTable, both_editions, table

pytestmark = pytest.mark.fuzz

IS_LONG = os.environ.get("SEALION_FUZZ") == "long"
MANY = 40 if IS_LONG else 6
STAGES = ((3, "air movement"), (4, "air reaction"), (10, "air movement"), (11, "air reaction"))
FIGHTERS, BOMBERS = ("de_jg2", "de_jg3"), ("de_bomber_4_fliegerkorps", "de_bomber_1_fliegerkorps_a")
TRANSPORT, GLIDER, FLOAT = "de_airtransport_1", "de_glider_1", "de_float_1"


def forged(edition: str, seed: int) -> Game[State]:
    """Return both air forces at home and in the air, one sea space nearly full, some airbases held."""
    chance = Chance("air", edition, seed)
    step, stage = STAGES[seed % len(STAGES)]
    position = table(edition, step=step, stage=stage)
    state, board = position.state, position.state.table.board
    bases = [n for n in board.numbers if board.hexes[n].airbase]
    held = board.area(chance.pick(bases) for _ in range(3))
    position.at(last_german=held, ever_german=held)
    flies = {n: c.seat for n, c in state.table.counters.items() if c.arm == "air"}
    aloft = (*bases[:4], *SECTORS[:2], chance.pick(board.numbers))
    for name, seat in flies.items():
        place = BASES[seat] if chance(3) else chance.pick(aloft)
        position.place({place: [name]}, reduced=[name] if chance(4) == 0 else [])
    if chance(2):
        position.place({"East": [FURIOUS]}, aboard={FURIOUS_GROUP: FURIOUS})
    airborne = [n for n, c in state.table.counters.items() if c.type in CARRIES]
    land = [n for n, c in state.table.counters.items() if c.arm == "land" and n not in airborne]
    position.place({FRANCE: airborne})
    # In Parliament a German would have won, or a die would say so.
    numbers = [n for n in board.numbers if n != PARLIAMENT]
    for _ in range(8):
        position.place({chance.pick(numbers): [chance.pick(land)]})
    rested = [n for n in flies if "airtransport" in n and state.units[n].place == FRANCE]
    if stage == "air reaction" and rested:
        position.at(home=frozenset(rested[:1]))
    return begin(find(edition), "forged", state)


def faults(edition: str, *kinds: str) -> list[str]:
    """Return what the laws find out in the forged positions."""
    ruleset, found = find(edition), list[str]()
    for seed in range(MANY):
        game, chance = forged(edition, seed), Chance("walk", seed)
        for _ in range(4):
            found += walk_faults(ruleset, game, chance)
        offers = [order for order in ruleset.offers(game.state) if order.kind in kinds]
        found += mutation_faults(ruleset, game, offers[:: 1 + len(offers) // 8], chance, 4)
    return found


@both_editions
def test_10_1_whatever_is_offered_leads_on(edition):
    """Sound, no dead end; mutants of what is offered are composed where they are legal."""
    assert faults(edition, "fly", "airlift") == []


def units_first(draft: Draft) -> Iterator[tuple[str, Any]]:
    """Take a flight apart as it is dragged: first who, then where."""
    yield from (("units", name) for name in draft["units"])
    yield "place", draft["place"]


@both_editions
@pytest.mark.parametrize("apart", [None, units_first])
def test_10_1_every_formation_to_every_kind_of_place_is_composed_or_refused(
    edition, apart, monkeypatch
):
    """All sets of seven units of all types, to the sea, to hexes empty, held, or with friends over them.

    They are composed from the place on, and from the units on.
    """
    plant_form(monkeypatch, find(edition), "fly", apart=apart)
    position = at_base(edition).place({"A": ["de_jg26"], "4409": ["de_jg27", "uk_1_lon"]})
    position.german_hexes("5313")
    ruleset, game = find(edition), begin(find(edition), "c", position.state)
    everybody = (*FIGHTERS, *BOMBERS, TRANSPORT, GLIDER, FLOAT)
    sets = [chosen for size in range(5) for chosen in combinations(everybody, size)]
    legal = 0
    for order in (Fly(names, place) for names in sets for place in ("A", "5313", "4409", "2001")):
        assert surprises(ruleset, game.state, order) == ""
        if is_legal(ruleset, game, order):
            legal += 1
            assert legal % 4 or composing_fault(ruleset, game, order) == ""
    # At most one fighter and one bomber over a hex; over 4409 a fighter is already.
    assert legal == 30 + (3 * 3 * 2 * 2 - 1) + (3 * 2 - 1) + (3 * 3 * 2 - 1)


def at_base(edition: str, **facts: Any) -> SealionTable:
    """The German Air Movement, with units of all types at their base."""
    position = table(edition, step=3, stage="air movement", **facts)
    return position.place({FRANCE: [*FIGHTERS, *BOMBERS, TRANSPORT, GLIDER, FLOAT, "de_1st_fj"]})


def offered(position: SealionTable, **partial: Any) -> dict[str, list[Choice]]:
    """Return the choices of a menu by member."""
    found: dict[str, list[Choice]] = {}
    game = begin(position.ruleset, "c", position.state)
    for choice in menu(position.ruleset, game, partial).choices():
        found.setdefault(choice.member, []).append(choice)
    return found


def values(choices: list[Choice]) -> set[Any]:
    return {choice.value for choice in choices}


@both_editions
def test_10_1_units_or_the_place_come_first(edition):
    """A drag asks where, a place asks who; gliders fly with a regiment only."""
    position = at_base(edition).german_hexes("5313")
    first = offered(position, kind="fly")
    there = offered(position, kind="fly", place="4409")

    assert values(first["units"]) == {*FIGHTERS, *BOMBERS, TRANSPORT, FLOAT}
    assert values(first["place"]) == {*SECTORS, *position.state.table.board.numbers}
    assert {*there} == {"units"}
    assert values(there["units"]) == {*FIGHTERS, *BOMBERS, FLOAT}


@both_editions
def test_6_2_who_would_be_too_many_everywhere_is_not_offered(edition):
    """Two fighters fly to the sea only, so that a transport for an airbase cannot come along."""
    position = at_base(edition).german_hexes("5313")
    pair = offered(position, kind="fly", units=list(FIGHTERS))
    mixed = offered(position, kind="fly", units=[FIGHTERS[0], TRANSPORT])

    assert values(pair["place"]) == {*SECTORS}
    assert values(pair["units"]) == {*BOMBERS, FLOAT}
    assert values(mixed["place"]) == {"5313"}
    assert values(mixed["units"]) == {*BOMBERS, FLOAT}


@both_editions
def test_10_4_a_place_says_who_is_met_there(edition):
    """Enemy aircraft mean combat, enemy ships can be struck."""
    position = at_base(edition).place({"A": ["uk_ftr_10_group", "uk_hood"]})
    notes = {c.label: c.notes for c in offered(position, kind="fly", units=[FIGHTERS[0]])["place"]}

    assert notes["A"] == (
        "enemy air units, 1: air combat (10.4)",
        "enemy ships, 1: bombers can strike (10.7)",
    )
    assert notes["B"] == ()


@both_editions
def test_10_1_who_reacts_chooses(edition):
    """In the German player turn the British fly in reaction: their units are offered."""
    position = table(edition, step=4, stage="air reaction")
    position.place({"Britain": ["uk_ftr_10_group"], FRANCE: [FIGHTERS[0]]})

    assert values(offered(position, kind="fly")["units"]) == {"uk_ftr_10_group"}


@both_editions
def test_11_5_menus_lead_to_every_airlift(edition):
    """Of all units, carriers and many hexes exactly those that are legal are composed."""
    position = at_base(edition).place({"5016": ["uk_cdo"], "5116": ["de_airtransport_2"]})
    position.place({FRANCE: ["de_47_airlanding"]}, aboard={"de_2nd_fj": "de_airtransport_2"})
    ruleset, game = find(edition), begin(find(edition), "c", position.state)
    names = ("de_1st_fj", "de_2nd_fj", "de_47_airlanding", TRANSPORT, GLIDER, FIGHTERS[0], "uk_cdo")
    hexes = (*position.state.table.board.numbers[:: 1 if IS_LONG else 40], "5016", "5116", "A")
    legal = 0
    for order in (Airlift(n, c, place) for n in names for c in names for place in hexes):
        assert surprises(ruleset, game.state, order) == ""
        if is_legal(ruleset, game, order):
            legal += 1
            assert composing_fault(ruleset, game, order) == ""
    assert {*offered(position, kind="airlift")} == {"unit"}
    assert values(offered(position, kind="airlift")["unit"]) == {"de_1st_fj", "de_47_airlanding"}
    assert legal


@both_editions
def test_11_5_what_is_given_first_narrows_who_can_fly(edition):
    """Only airlanding regiments with a glider, nobody to a hex that is held."""
    position = at_base(edition).place({"5016": ["uk_cdo"], FRANCE: ["de_47_airlanding"]})

    assert values(offered(position, kind="airlift", carrier=GLIDER)["unit"]) == {"de_47_airlanding"}
    assert offered(position, kind="airlift", hex="5016") == {}


def veils() -> Iterator[tuple[SealionTable, str]]:
    """Return positions with fakes that are known, that may be real, and that have nobody near to them."""
    real = ("de_1st_fj_a", "de_2nd_fj_a", "de_3rd_fj_a", "de_sturm_a")
    carriers = [f"de_airtransport_{number}" for number in (1, 2, 3, 4)]
    for known, standing, turn in ((4, "2204", 2), (1, "6716", 4), (4, "", 3), (2, "4409", 5)):
        position = veiled(turn, 3, "air movement", real=real[:known])
        position.place({FRANCE: [*carriers, "de_1st_fj_b", "de_2nd_fj_b", "de_sturm_b", real[2]]})
        yield position.place({standing: [real[3]]} if standing else {}), standing


def test_14_6_where_fakes_can_fly_is_what_they_are_offered():
    """Known fakes within six hexes of one that may be real, nobody who must be shown first."""
    drops = 0
    for position, _ in veils():
        ruleset, game = position.ruleset, begin(position.ruleset, "c", position.state)
        for again in range(4):
            assert [*walk_faults(ruleset, game, Chance("veil", again))] == []
        hexes = position.state.table.board.numbers[:: 1 if IS_LONG else 12]
        for name in position.state.units_in(FRANCE, GERMAN, "land"):
            legal = {n for n in hexes if is_legal(ruleset, game, Airlift(name, TRANSPORT, n))}
            partial = {"kind": "airlift", "unit": name}
            choices = menu(ruleset, game, partial).choices("hex")
            found = {choice.value for choice in choices} & {*hexes}
            drops += len(legal)
            assert found == legal
    assert drops


@both_editions
def test_6_2_a_menu_that_asks_for_room_one_by_one_is_found_out(edition, monkeypatch):
    """The planted error: places where each unit could fly alone are offered to all together."""

    def each_alone(state, draft):
        units = draft.get("units", ())
        if "place" in draft or not units:
            return [*placement.destinations(state, draft)]
        alone = [[*placement.destinations(state, {"units": (name,)})] for name in units]
        common = set.intersection(*({c.value for c in choices} for choices in alone))
        return [choice for choice in alone[0] if choice.value in common]

    plant(monkeypatch, find(edition), "fly", "place", domain=each_alone)

    assert any("offered, then refused" in fault for fault in faults(edition, "fly"))


@both_editions
def test_6_2_a_menu_that_does_not_look_ahead_is_found_out(edition, monkeypatch):
    """The planted error: whoever can fly is offered, although those chosen could not fly together."""

    def anybody(state, draft):
        names = ready(state, flying_seat(state))
        fit = [n for n in names if not any(placement.refuse_flier(state, draft, n))]
        return [Choice("units", name, name) for name in fit]

    position = at_base(edition).german_hexes("5313")
    game = begin(position.ruleset, "c", position.state)
    plant(monkeypatch, find(edition), "fly", "units", domain=anybody)

    walks = (walk_faults(position.ruleset, game, Chance("ahead", n)) for n in range(40))
    assert any("a dead end" in fault for walk in walks for fault in walk)


@both_editions
def test_10_3_a_menu_that_keeps_floats_to_the_sea_is_found_out(edition, monkeypatch):
    """The planted error: float planes are offered sea spaces only, though they may fly over land."""

    def at_sea(state, draft):
        choices = [*placement.destinations(state, draft)]
        kinds = {state.counter(name).type for name in draft.get("units", ())}
        return [c for c in choices if "floatplane" not in kinds or c.value in SECTORS]

    plant(monkeypatch, find(edition), "fly", "place", domain=at_sea)
    plant_form(monkeypatch, find(edition), "fly", apart=units_first)
    position = at_base(edition)
    game = begin(position.ruleset, "c", position.state)

    assert "is not offered" in composing_fault(position.ruleset, game, Fly((FLOAT,), "4409"))


@both_editions
def test_6_2_a_short_way_that_forgets_the_room_is_found_out(edition, monkeypatch):
    """The planted error: each unit is judged as if it flew alone."""

    def hasty(state, order):
        return all(placement._is_plain(state, Fly((name,), order.place)) for name in order.units)

    plant_form(monkeypatch, find(edition), "fly", is_sure=hasty)

    assert any(fault.startswith("sure of") for fault in faults(edition, "fly"))


@both_editions
def test_11_5_a_menu_that_forgets_the_enemy_is_found_out(edition, monkeypatch):
    """The planted error: hexes are offered whoever stands there."""

    def anywhere(state, draft):
        if "unit" in draft and "hex" not in draft:
            return [Choice("hex", place, place) for place in [*state.at] if place.isdigit()]
        return ()

    plant(monkeypatch, find(edition), "airlift", "hex", domain=anywhere)
    ruleset = find(edition)

    walks = (
        walk_faults(ruleset, forged(edition, 0), Chance("drop", number)) for number in range(30)
    )
    assert any("offered, then refused" in fault for walk in walks for fault in walk)

"""Choices of a march, also on forged positions: mixed stacks, which recorded games hardly have."""

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from sealion_pbem.engine.choices import menu
from sealion_pbem.engine.form import Choice
from sealion_pbem.engine.game import Game, begin
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.rules import ch11_reach
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.rules.ch11_reach import party_of, search
from sealion_pbem.rulesets.sealion.rules.ch11_walk import Misstep, enter
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, Unit
from tests.choices import Chance, composing_fault, is_legal, mutants, surprises, walk_faults
from tests.sealion_table import SealionTable, both_editions, table

pytestmark = pytest.mark.fuzz

IS_LONG = os.environ.get("SEALION_FUZZ") == "long"
MANY = 200 if IS_LONG else 12
A, B, C = "uk_44_inf", "uk_1_arm_x", "uk_cdo"


def one_of_each_gait(state: State) -> list[str]:
    """Return British units that walk differently: on foot, on wheels, on rails, with other points."""
    found: dict[Any, str] = {}
    for name, counter in state.table.counters.items():
        if counter.seat == BRITISH and counter.arm == "land":
            found.setdefault(state.table.gait_of(name), name)
    return list(found.values())


def forged(edition: str, seed: int, enemies: int = 10, stack: int = 3) -> Game[State]:
    """Return a British land step: a stack of different gaits, Germans on land and in the air at random."""
    ruleset, chance = find(edition), Chance("forged", edition, seed)
    state = (
        table(edition, step=13, stage="land movement").place({"3002": ["uk_2_lon"]}).state.copy()
    )
    hexes, counters = state.table.board.numbers, state.table.counters
    german = [n for n, c in counters.items() if c.seat == GERMAN and c.arm in ("land", "air")]
    start = chance.pick(hexes)
    for _ in range(enemies):
        name, place = chance.pick(german), chance.pick(hexes)
        if place != start:
            state.put(name, Unit(place, counters[name].steps))
    kinds = one_of_each_gait(state)
    for _ in range(stack):
        name = chance.pick(kinds)
        state.put(name, Unit(start, counters[name].steps))
    return begin(ruleset, "forged", state)


def stacks(edition: str, **how: int) -> Iterator[tuple[Any, Game[State], int]]:
    for seed in range(MANY):
        yield find(edition), forged(edition, seed, **how), seed


@both_editions
def test_whatever_a_mixed_stack_is_offered_it_can_do(edition):
    """Sound and no dead end, for stacks of different gaits."""
    for ruleset, game, seed in stacks(edition):
        for again in range(6):
            assert [*walk_faults(ruleset, game, Chance(seed, again))] == []


@both_editions
def test_a_reach_that_joins_single_reaches_is_found_out(edition, monkeypatch):
    """The planted error that recorded games do not show: each unit could go there, on a way of its own."""

    def joined(state: State, party: Any, start: str) -> Any:
        alone = [search(state, [each], start) for each in party]
        return {there: alone[0][there] for there in alone[0] if all(there in one for one in alone)}

    monkeypatch.setattr(ch11_reach, "search", joined)

    assert any(
        fault
        for ruleset, game, seed in stacks(edition)
        for again in range(6)
        for fault in walk_faults(ruleset, game, Chance(seed, again))
    )


@both_editions
def test_every_march_of_two_with_every_drop_is_composed_or_refused(edition):
    """All paths of up to three hexes, all drops: what is legal is composed, and nothing else is legal."""
    for seed in range(2 if not IS_LONG else 20):
        game = forged(edition, 100 + seed, enemies=14, stack=2)
        ruleset, state = find(edition), game.state
        pair = next(
            here for here in state.at.values() if here[0] != "uk_2_lon" and here[0][:2] == "uk"
        )
        start, legal = state.units[pair[0]].place, 0
        for path in paths(state, start, 3 if IS_LONG else 2):
            for order in marches(tuple(pair), path):
                assert surprises(ruleset, state, order) == ""
                if is_legal(ruleset, game, order):
                    legal += 1
                    assert composing_fault(ruleset, game, order) == ""
        assert legal


def paths(state: State, start: str, longest: int) -> Iterator[tuple[str, ...]]:
    layer: list[tuple[str, ...]] = [()]
    for _ in range(longest):
        ends = [(path, path[-1] if path else start) for path in layer]
        layer = [(*path, n) for path, here in ends for n in state.table.board.adjacent[here]]
        yield from layer


def marches(units: tuple[str, ...], path: tuple[str, ...]) -> Iterator[March]:
    """Return marches of each unit and of all, with every drop of one unit, and of two."""
    yield from (March((name,), path) for name in units)
    drops = [(name, place) for name in units for place in sorted({*path})]
    yield from (March(units, path, chosen) for chosen in [(), *((drop,) for drop in drops)])
    yield from (March(units, path, (one, other)) for one in drops for other in drops)


@both_editions
def test_mutants_of_composed_marches_are_judged_alike(edition):
    """Marches with a unit, hex or drop changed: the legal ones can be composed too."""
    legal = 0
    for ruleset, game, seed in stacks(edition):
        chance = Chance("mutants", seed)
        for unit in menu(ruleset, game, {"kind": "march"}).choices("units"):
            ways = menu(ruleset, game, {"kind": "march", "units": [unit.value]}).choices("path")
            for way in [*ways][:: 9 if IS_LONG else 25]:
                order = March((unit.value,), tuple(way.value))
                for mutant in mutants(ruleset, game.state, order, chance, 4):
                    assert surprises(ruleset, game.state, mutant) == ""
                    if is_legal(ruleset, game, mutant):
                        legal += 1
                        assert composing_fault(ruleset, game, mutant) == ""
    assert legal > MANY


@both_editions
def test_11_4_stacks_reach_what_a_search_of_everything_reaches(edition):
    """No way is overlooked because another outdoes it: the whole space of positions has no other ends."""
    for _, game, _ in stacks(edition, stack=2):
        state = game.state
        place = next(p for p, here in state.at.items() if p != "3002" and here[0][:2] == "uk")
        party = party_of(state, [n for n in state.at[place] if n[:2] == "uk"])
        first = (place, tuple(progress for _, progress in party))
        seen, waiting = {first}, [first]
        if any(gait.is_on_rails for gait, _ in party):
            continue
        while waiting:
            here, at = waiting.pop()
            for there in state.table.board.adjacent[here]:
                steps = [
                    enter(state, gait, here, there, progress)
                    for (gait, _), progress in zip(party, at, strict=True)
                ]
                after = (there, tuple(step for step in steps if not isinstance(step, Misstep)))
                if len(after[1]) == len(party) and after not in seen:
                    seen.add(after)
                    waiting.append(after)

        assert {*search(state, party, place)} == {here for here, _ in seen} - {place}


def stack(edition: str) -> SealionTable:
    """A division and a commando of four points, tanks of six, in one hex."""
    return table(edition, step=13, stage="land movement").place(
        {"2102": [A, B, C], "3002": ["uk_2_lon"]}
    )


def offered(position: SealionTable, **partial: Any) -> list[Choice]:
    game = begin(position.ruleset, "c", position.state)
    return [*menu(position.ruleset, game, {"kind": "march", **partial}).choices()]


@both_editions
def test_11_4_who_can_march_along_is_offered(edition):
    """11.4  First everybody, then those in the same hex, each once."""
    first = {choice.value for choice in offered(stack(edition))}
    then = {
        choice.value for choice in offered(stack(edition), units=[A]) if choice.member == "units"
    }

    assert first == {A, B, C, "uk_2_lon"}
    assert then == {B, C}


@both_editions
def test_11_0_a_way_point_replaces_the_path_of_the_program(edition):
    """11.0  After two hexes of one's own the rest of the points is offered from there."""
    way = ["2202", "2203"]
    onward = [c for c in offered(stack(edition), units=[A], path=way) if c.member == "path"]

    assert {len(choice.value) for choice in onward} == {1, 2}
    assert all(choice.cost is not None and choice.cost > 4 for choice in onward)


@both_editions
def test_11_4_a_drop_is_offered_where_the_path_has_come_to(edition):
    """11.4  Each of two can stay in the last hex while the other goes on; then he goes on alone."""
    first = [c for c in offered(stack(edition), units=[A, B], path=["2202"]) if c.member == "drops"]
    dropped = offered(stack(edition), units=[A, B], path=["2202"], drops=[[A, "2202"]])

    assert [choice.value for choice in first] == [[A, "2202"], [B, "2202"]]
    assert {choice.member for choice in dropped} == {"path"}
    assert max(choice.cost or 0 for choice in dropped) == 12


@both_editions
@pytest.mark.parametrize(
    ("there", "way"),
    [
        ({}, ("2103", "2204")),
        ({"2103": ["de_bomber_2_fliegerkorps_a"]}, ("2203", "2204")),
        ({"2204": ["de_bomber_2_fliegerkorps_a"]}, ("2103", "2204")),
        ({"2004": ["de_17_inf_ech1"]}, ("2203", "2204")),
        ({"2004": ["de_17_inf_ech1"], "2203": ["de_bomber_2_fliegerkorps_a"]}, ("2103", "2204")),
    ],
)
def test_11_0_of_ways_at_one_cost_the_safest_is_taken(edition, there, way):
    """10.3, 11.0, 11.1  By the lower number; not under aircraft or by a zone, rather by a zone."""
    position = table(edition, step=13, stage="land movement").place({"2102": [A], **there})
    found = search(position.state, party_of(position.state, (A,)), "2102")

    assert found["2204"].path == way


@both_editions
def test_11_0_menus_say_what_a_march_leads_to(edition):
    """6.3, 11.1, 12.0  An enemy in the hex is a combat, a hex beside him lies in his zone."""
    position = stack(edition).place({"2303": ["de_17_inf_ech1"]})
    notes = {c.label: c.notes for c in offered(position, units=[A]) if c.member == "path"}

    assert notes["2303"] == ("the enemy stands there: combat (12.0)",)
    assert notes["2203"] == ("in an enemy zone of control (11.1)",)


@both_editions
def test_11_4_a_stack_is_told_where_it_can_go_together(edition):
    """11.4  The hint of a refusal is made from the choices of the stack."""
    position = stack(edition)
    order = March((A, B), ("2202", "2203", "2303", "2302", "2402"))
    (violation,) = position.refusals(order)

    assert "together they reach " in violation.text
    said = violation.text.split("together they reach ")[1].split(" (")[0]
    ways = {c.label for c in offered(position, units=[A, B]) if c.member == "path"}
    assert said in ways


@both_editions
def test_11_0_the_short_way_is_no_second_rule(edition):
    """11.0  Without it every march is judged the same."""
    ruleset = find(edition)
    slow = replace(ruleset.forms["march"], is_sure=None)
    state = stack(edition).state
    for path in paths(state, "2102", 2):
        order = March((A,), path)
        assert bool([*slow.check(state, order)]) == bool([*ruleset.check(state, order)])

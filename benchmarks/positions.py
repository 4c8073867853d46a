"""Rows 12 and 14 to 16: what single questions cost in positions of a recorded campaign."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from benchmarks.sealion import Recorded
from benchmarks.slices import Effort, Work, interleave
from benchmarks.table import Row
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.sealion.board import Board
from sealion_pbem.rulesets.sealion.rules.ch11_march import March, units_to_move
from sealion_pbem.rulesets.sealion.rules.ch11_reach import reach
from sealion_pbem.rulesets.sealion.rules.ch13_supply import passable, sources, supplied
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, Unit
from sealion_pbem.rulesets.sealion.table import Table

__all__ = ["events", "more_units", "paths", "supply"]

_NOWHERE = "Elsewhere"
# What of a state follows from the units, or never changes
_DERIVED = {"table", "units", "forces", "cargo", "zoc", "listed", "memory", "uncounted"}
_RECORDED = [field.name for field in fields(State) if field.name not in _DERIVED]


def more_units(effort: Effort, campaign: Recorded) -> Iterator[Row]:
    """Row 12: cost of an order with twice the units; the others stand aside and do nothing."""
    rules = find(campaign.ruleset)
    game = campaign.start
    # Only from here on are all units set up.
    first = 0
    while not game.state.turn:
        game = run(rules, game, *campaign.turns[first]).game
        first += 1
    crowd = replace(game, state=_crowded(game.state))

    def playing(start: Game[Any]) -> Work:
        def work() -> None:
            now = start
            for turn, dice in campaign.turns[first:]:
                outcome = run(rules, now, turn, dice)
                assert not outcome.refused, outcome.refused
                now = outcome.game

        return work

    taken = interleave({"as many": playing(game), "twice": playing(crowd)}, effort)
    units = f"{len(crowd.state.units)} units / {len(game.state.units)} units"
    yield Row(
        "12",
        f"cost of an order, {units}",
        taken.ratio("twice", "as many"),
        goal=1.3,
        gate=1.5,
        note=taken.told("twice", "as many"),
    )


def _crowded(state: State) -> State:
    """Return a state with twice the units."""
    old = state.table
    land = [counter for counter in old.counters.values() if counter.arm == "land"]
    twins = {f"{counter.id}-{number}": counter for number in range(9) for counter in land}
    names = list(twins)[: len(old.counters)]
    counters = {**old.counters, **{name: replace(twins[name], id=name) for name in names}}
    order = {name: number for number, name in enumerate(counters)}
    table = Table(old.edition, old.board, counters, old.options, order)
    crowd = replace(state.copy(), table=table)
    for name in names:
        crowd.put(name, Unit(_NOWHERE, counters[name].steps))
    return crowd


class _Slot:
    __slots__ = ("place",)

    def __init__(self) -> None:
        self.place = ""


def events(effort: Effort, campaign: Recorded) -> Iterator[Row]:
    """Row 14: events applied to a working copy that is published at its end / slots assigned.

    The events are those of the campaign as they happened, file by file, but for the dice, which
    change nothing. The copy for each file is on their side, and so are the lists, zones of control
    and cargo that follow from the units: that is what makes the result a value and quick to ask.
    On the other side is what a design with one mutable object for everything had to write for the
    same outcome: one assignment for each value of the record that differs afterwards (the place or
    the steps of a unit, an entry, a member of a set, an area, a number).
    """
    rules, game = find(campaign.ruleset), campaign.start
    files: list[tuple[Any, list[Any]]] = []
    for turn, dice in campaign.turns:
        outcome = run(rules, game, turn, dice)
        happened = [event for event in outcome.events if not isinstance(event, DiceRolled)]
        files.append((game.state, happened))
        game = outcome.game
    changed = [name for state, happened in files for name in _changes(state.copy(), happened)]
    slots = {name: _Slot() for name in changed}

    def apply() -> None:
        for state, happened in files:
            copy = state.copy()
            for event in happened:
                event.on(copy)

    def assign() -> None:
        for name in changed:
            slots[name].place = _NOWHERE

    taken = interleave({"events": apply, "slots": assign}, effort)
    yield Row(
        "14",
        "event applied, result visible at file end / slot assigned",
        taken.ratio("events", "slots"),
        goal=20,
        gate=40,
        note=f"{taken.told('events', 'slots')} for {len(changed)} changes in {len(files)} files",
    )


def _changes(state: State, happened: list[Any]) -> Iterator[str]:
    """Return the name of every value of the record that each event changes."""
    before = _record(state)
    for event in happened:
        event.on(state)
        after = _record(state)
        names = before.keys() | after.keys()
        yield from sorted(name for name in names if before.get(name) != after.get(name))
        before = after


def _record(state: State) -> dict[str, object]:
    """Return every value of a state that does not follow from others, by a name."""
    values: dict[str, object] = {}
    for member in _RECORDED:
        value = getattr(state, member)
        if isinstance(value, dict):
            values.update((f"{member} {name}", part) for name, part in value.items())
        elif isinstance(value, frozenset):
            values.update((f"{member} {name}", True) for name in value)
        else:
            values[member] = value
    for name, unit in state.units.items():
        values.update((f"{part} {name}", value) for part, value in unit._asdict().items())
    return values


def paths(effort: Effort, campaign: Recorded) -> Iterator[Row]:
    """Row 15: checking an order to march / searching where its unit could go."""
    rules, state = find(campaign.ruleset), _before_marching(campaign)
    seat = state.seat
    marches = []
    for name in units_to_move(state, seat):
        ways = [path for _, path in reach(state, name).values()]
        order = March((name,), max(ways, key=len)) if ways else None
        if order and not any(rules.check(state, order)):
            marches.append(order)

    def check() -> None:
        for order in marches:
            assert not any(rules.check(state, order))

    def search() -> None:
        for order in marches:
            reach(state, order.units[0])

    taken = interleave({"check": check, "search": search}, effort)
    steps = sum(len(order.path) for order in marches) / len(marches)
    yield Row(
        "15",
        "whole check of a march / one search from the same hex",
        taken.ratio("check", "search"),
        goal=1 / 20,
        gate=1 / 10,
        note=f"{taken.told('check', 'search')} for {len(marches)} marches of {steps:.1f} hexes",
    )


def supply(effort: Effort, campaign: Recorded) -> Iterator[Row]:
    """Row 16: lines of supply of both seats / the same by lists, both from the same open hexes."""
    state = _before_marching(campaign)
    board = state.table.board
    asked = [(sources(state, seat), passable(state, seat)) for seat in (GERMAN, BRITISH)]
    listed = [(set(board.in_area(a)), set(board.in_area(b))) for a, b in asked]

    def flood() -> list[int]:
        return [board.flood(*one) for one in asked]

    def lists() -> list[set[str]]:
        return [_spread(board, *one) for one in listed]

    assert [board.area(found) for found in lists()] == flood(), "both find the same hexes"

    def whole() -> None:
        # What was found out before would only be looked up.
        state.memory.clear()
        for seat in (GERMAN, BRITISH):
            supplied(state, seat)

    taken = interleave({"flood": flood, "lists": lists, "whole": whole}, effort)
    yield Row(
        "16",
        "supply of both seats by areas / by lists",
        taken.ratio("flood", "lists"),
        goal=1 / 5,
        gate=1 / 3,
        note=f"{taken.told('flood', 'lists')}; "
        f"with finding the open hexes {taken.ratio('whole', 'lists'):.2f}",
    )


def _spread(board: Board, start: set[str], open_: set[str]) -> set[str]:
    reached = start & open_
    waiting = list(reached)
    for here in waiting:
        for there in board.adjacent[here]:
            if there in open_ and there not in reached and board.is_open(here, there):
                reached.add(there)
                waiting.append(there)
    return reached


def _before_marching(campaign: Recorded) -> State:
    """Return the last position in which a file begins to give marches."""
    rules, game = find(campaign.ruleset), campaign.start
    found: Any = None
    for turn, dice in campaign.turns:
        marches = [n for n, order in enumerate(turn.orders) if isinstance(order, March)]
        if marches:
            before = run(rules, game, replace(turn, orders=turn.orders[: marches[0]]), dice).game
            decision = pending(rules, before)
            if decision is not None and decision.kind == "land_movement":
                found = before.state
        game = run(rules, game, turn, dice).game
    assert found is not None, "nobody ever marched"
    state: State = found
    return state

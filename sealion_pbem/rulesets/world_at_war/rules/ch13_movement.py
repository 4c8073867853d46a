"""13.1 to 13.4  Ground movement, and voluntary elimination."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.hexes.grid import reach
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.board import ROUGH
from sealion_pbem.rulesets.world_at_war.events.general import UnitLost
from sealion_pbem.rulesets.world_at_war.events.moving import HexesTaken, UnitsMoved
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import (
    driven_away,
    hostile,
    is_regular,
    movement,
    movement_in,
    strict_zone,
    zone,
)
from sealion_pbem.rulesets.world_at_war.rules.ch12_stacking import is_crowded
from sealion_pbem.rulesets.world_at_war.rules.r20_air import fly_off
from sealion_pbem.rulesets.world_at_war.state import State

__all__ = [
    "ELIMINATE_FORM",
    "MOVE_FORM",
    "obey_eliminate",
    "obey_march",
    "occupy",
    "refuse_entry",
    "step_cost",
    "ways",
]

_LEAVING = 2
_LEAVING_SURPRISED = 1


def step_cost(state: State, here: str, there: str, zones: int) -> int:
    """13.41B, 13.41C, 13.41D  Return what a step costs: the hex entered, and leaving a hostile zone."""
    board = state.table.board
    rough = board.facts(there).terrain in ROUGH
    return 1 + rough + (_leaving(state, here) if zones & board.bits[here] else 0)


def _leaving(state: State, here: str) -> int:
    """10.344, 13.41D  Return what it costs to leave a zone; less if only surprised armor has it."""
    if state.by_hand.is_surprised and state.step == "move":
        is_strict = strict_zone(state, state.passive) & state.table.board.bits[here]
        return _LEAVING if is_strict else _LEAVING_SURPRISED
    return _LEAVING


def refuse_entry(
    state: State, seat: Seat, unit: str, here: str, there: str
) -> Iterator[tuple[str, str, str]]:
    """13.43, 13.46, 11.41, R-10, R-14  Return why a unit does not go from a hex to the next."""
    board = state.table.board
    if there not in board.hexes or there not in board.adjacent[here]:
        yield "13.41", "not_adjacent", f"{there} is not next to {here}, or not on the map"
        return
    if not board.is_open(here, there):
        yield "13.43", "all_water", f"between {here} and {there} is only water"
    country = board.facts(there).country
    if country in state.table.never_entered:
        yield "R-10", "closed", f"{there} is in {country}, which nobody enters"
    elif country in state.neutral:
        yield "R-14", "neutral", f"{there} is in {country}, which is neutral"
    elif state.counter(unit).arm == "partisan" and country != board.facts(here).country:
        yield "11.42", "leaves_country", f"{there} is in {country}; {unit} stays in its country"
    enemies = [u for u in state.ground_at(there) if state.seat_of(u) not in (seat, None)]
    if enemies:
        yield "13.46", "enemy_there", f"{', '.join(enemies)} stands in {there}"


def barred(state: State, seat: Seat, units: tuple[str, ...], here: str) -> int:
    """13.46, 11.42, R-10, R-14  Return the hexes that units do not enter, as `refuse_entry` has it."""
    board = state.table.board
    area = 0
    for country, hexes in board.countries.items():
        if country in state.neutral or country in state.table.never_entered:
            area |= hexes
    if any(state.counter(unit).arm == "partisan" for unit in units):
        area |= board.whole & ~board.countries[board.facts(here).country]
    return area | hostile(state, seat)


def refuse_mover(state: State, draft: Draft, unit: str) -> Iterator[Violation]:
    """13.41, 13.42  Return why a unit does not move."""
    known = state.units.get(unit)
    if known is None or not known.is_on_map or state.seat_of(unit) != state.active:
        yield Violation("R-4", "not_your_unit", f"{unit} is not yours to order, or not on the map")
        return
    if unit in draft.get("units", ()):
        yield Violation("13.45", "named_twice", f"{unit} is named twice")
        return
    counter = state.counter(unit)
    if not counter.is_ground and counter.arm != "flak":
        yield Violation("13.1", "no_ground_unit", f"{unit} is no ground unit")
        return
    points = movement(state, unit)
    if not points:
        text = f"{unit} in {known.place} is without supply and does not move"
        yield Violation("13.41A", "unsupplied", text)
    elif state.walked.get(unit, 0) >= points:
        text = f"{unit} in {known.place} has used up its {points} movement factors"
        yield Violation("13.42", "moved_already", text)
    for first in draft.get("units", ())[:1]:
        if state.place_of(first) != known.place:
            text = f"{unit} is in {known.place}, {first} in {state.place_of(first)}"
            yield Violation("13.45", "not_together", text)


def _points(state: State, unit: str, number: str = "") -> int:
    """10.33, 13.42, 13.47  Return what movement a unit has left, in a hex or wherever it is not slowed."""
    return movement_in(state, unit, number) - state.walked.get(unit, 0)


def _crossings(state: State, units: tuple[str, ...], here: str, there: str) -> Any:
    for unit in units:
        yield from refuse_entry(state, state.active, unit, here, there)


def refuse_way(state: State, draft: Draft, steps: Iterable[str]) -> Iterator[Violation]:
    """13.41 to 13.46, 12.2, R-59  Return why units do not go on like this."""
    units, path = draft["units"], [*draft.get("path", ())]
    here = path[-1] if path else state.place_of(units[0])
    zones, spent = zone(state, state.passive), _spent(state, draft)
    start = len(path)
    for number, there in enumerate(steps):
        faults = dict.fromkeys(_crossings(state, units, here, there))
        for rule, code, text in faults:
            yield Violation(rule, code, text, f"/{number}")
        if faults:
            return
        spent += step_cost(state, here, there, zones)
        for unit in units if here in state.by_hand.mired else ():
            is_first = not path and not state.walked.get(unit)
            if spent > _points(state, unit, here) and not is_first:
                text = f"{unit} is on foot in {here} and has used up what it has there"
                yield Violation("10.33", "mired", text, f"/{number}")
                return
        here = there
        path.append(there)
    for unit in units:
        # One hex is always possible (13.411); then the unit stops.
        is_first = len(path) == 1 and not state.walked.get(unit) and start == 0
        if spent > _points(state, unit) and not is_first:
            text = f"the way costs {spent}, {unit} has {_points(state, unit)} left"
            yield Violation("13.41", "too_far", text)


def _missing_way(state: State, draft: Draft) -> Iterator[Violation]:
    """12.2, R-74  Return what is missing of a move: units, a way, and room where it ends."""
    yield from wanted("13.41", "units", "path")(state, draft)
    if "units" in draft and "path" in draft:
        here = draft["path"][-1]
        if is_crowded(state, here, state.active, draft["units"]):
            yield Violation("12.2", "overstacked", f"there would be too many in {here}", "/path")


def _spent(state: State, draft: Draft) -> int:
    path = draft.get("path", ())
    zones = zone(state, state.passive) if path else 0
    places = [state.place_of(draft["units"][0]), *path]
    return sum(step_cost(state, a, b, zones) for a, b in pairwise(places))


Found = dict[str, tuple[int, tuple[str, ...]]]
"""Hexes with what it costs to go there, and a cheapest path."""


def ways(state: State, draft: Draft) -> Iterator[Choice]:
    """13.41  Offer where units can go on to, each on a cheapest way."""
    units, path = draft.get("units", ()), draft.get("path", ())
    if not units:
        return
    here, spent = (path[-1] if path else state.place_of(units[0])), _spent(state, draft)
    cost = _toll(state, units, here)
    reached = _searcher(state, units, cost)
    found = reached(here, spent)
    if not path and not any(state.walked.get(unit) for unit in units):
        # One hex is always possible (13.411), whatever it costs.
        for there in state.table.board.beside[here]:
            if (price := cost(here, there)) is not None:
                found.setdefault(there, (price, (there,)))
    full = {n for n in found if is_crowded(state, n, state.active, units)}
    for there, (more, way) in sorted(found.items()):
        # Through a full hex one can pass, if there is somewhere to go from there (12.2).
        if there not in full or any(
            not is_crowded(state, n, state.active, units) for n in reached(there, spent + more)
        ):
            name = state.table.board.name(there)
            yield Choice("path", list(way), name, spent + more, "13.41")


def _toll(state: State, units: tuple[str, ...], here: str) -> Callable[[str, str], int | None]:
    """13.41, 13.43, 13.46  Return what says the cost of a step; None if it is barred to the units."""
    board, zones = state.table.board, zone(state, state.passive)
    closed, bits, beside = barred(state, state.active, units, here), board.bits, board.beside

    def cost(one: str, two: str) -> int | None:
        if two not in beside[one] or bits[two] & closed:
            return None
        return step_cost(state, one, two, zones)

    return cost


def _searcher(
    state: State, units: tuple[str, ...], cost: Callable[[str, str], int | None]
) -> Callable[[str, int], Found]:
    """13.41, 10.33  Return a search from a hex, behind a way that has cost so much."""
    points = min(_points(state, unit) for unit in units)
    slow = {n: min(_points(state, unit, n) for unit in units) for n in state.by_hand.mired}

    def reached(start: str, used: int) -> Found:
        return reach(start, points - used, cost, slow={n: slow[n] - used for n in slow})

    return reached


def _movers(state: State, draft: Draft) -> Iterator[Choice]:
    """13.41  Offer the units that can move, with those that are named already."""
    if "path" in draft:
        return
    named = draft.get("units", ())
    pool = state.at(state.place_of(named[0])) if named else state.on_map(state.active)
    for unit in pool:
        if any(refuse_mover(state, draft, unit)):
            continue
        if _can_go(state, (*named, unit)):
            yield Choice("units", unit, unit, rule="13.41", notes=(state.place_of(unit),))


def _can_go(state: State, units: tuple[str, ...]) -> bool:
    """13.411  Return whether units can go anywhere: mostly the first neighbour shows it."""
    here, board = state.place_of(units[0]), state.table.board
    closed, zones = barred(state, state.active, units, here), zone(state, state.passive)
    is_fresh = not any(state.walked.get(unit) for unit in units)
    points = min(_points(state, unit, here) for unit in units)
    for there in board.beside[here]:
        if board.bits[there] & closed or is_crowded(state, there, state.active, units):
            continue
        if is_fresh or step_cost(state, here, there, zones) <= points:
            return True
    return any(ways(state, {"units": units}))


def _reached(_: State, draft: Draft, __: Any, choices: Iterable[Choice]) -> str:
    """13.41  Say where units can go, with what it costs."""
    ends = [f"{choice.value[-1]} ({choice.cost})" for choice in choices]
    return f"{', '.join(draft['units'])} can go to: {', '.join(ends) or 'nowhere'}"


MOVE_FORM: Form[State] = Form(
    o.March,
    (
        Member("units", Shape.MANY, refuse_mover, _movers),
        Member("path", Shape.ONWARD, refuse_way, ways, _reached, after=("units",)),
    ),
    _missing_way,
)


def obey_march(play: Play[State], order: o.March) -> None:
    """13.4  Move units along a path; they control what they enter (R-13)."""
    state = play.state
    zones = zone(state, state.passive)
    places = [state.place_of(order.units[0]), *order.path]
    cost = sum(step_cost(state, a, b, zones) for a, b in pairwise(places))
    play.emit(UnitsMoved(order.units, order.path, (cost,) * len(order.units)))
    occupy(play, order.units, order.path)


def occupy(play: Play[State], units: Iterable[str], hexes: Iterable[str]) -> None:
    """R-13, 10.9, 11.6, 14.77, R-26  Give control to those who enter; flak and bases go, wings fly."""
    state, many = play.state, [*units]
    if not many:
        return
    seat = state.seat_of(many[0])
    assert seat is not None, "a neutral does not move"
    regular = [unit for unit in many if is_regular(state, unit)]
    if not regular and not any(state.counter(unit).arm == "partisan" for unit in many):
        return
    entered = [*dict.fromkeys(hexes)]
    taken = tuple(number for number in entered if state.owner(number) != seat)
    for number in entered if regular else entered[-1:]:
        fixed, wings = driven_away(state, number, seat)
        for unit in fixed:
            play.emit(UnitLost(unit, "base taken"))
        fly_off(play, wings)
    if regular and taken:
        play.emit(HexesTaken(seat, taken, state.counter(regular[0]).nation))


def refuse_gone(state: State, draft: Draft, unit: str) -> Iterator[Violation]:
    """13.2  Return why a unit is not eliminated of its owner's will."""
    known = state.units.get(unit)
    if known is None or not known.is_on_map or state.seat_of(unit) != state.active:
        yield Violation("R-4", "not_your_unit", f"{unit} is not yours to order, or not on the map")
    elif unit in draft.get("units", ()):
        yield Violation("13.2", "named_twice", f"{unit} is named twice")
    elif state.counter(unit).arm == "base":
        text = f"{unit} is an airbase, which is placed anew and not eliminated"
        yield Violation("13.22", "airbase", text)


def _own(state: State, draft: Draft) -> Iterator[Choice]:
    for unit in state.on_map(state.active):
        if not any(refuse_gone(state, draft, unit)):
            yield Choice("units", unit, unit, rule="13.2", notes=(state.place_of(unit),))


ELIMINATE_FORM: Form[State] = Form(
    o.Eliminate,
    (Member("units", Shape.MANY, refuse_gone, _own),),
    wanted("13.2", "units"),
)


def obey_eliminate(play: Play[State], order: o.Eliminate) -> None:
    """13.2  Eliminate units; to build them in the same game turn costs double (13.23)."""
    for unit in order.units:
        play.emit(UnitLost(unit, "voluntary"))

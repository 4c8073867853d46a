"""What moves cost, and what that is made of: worked out from a position and the events after it.

The rules spend points without telling them; who checks orders or settles a dispute wants to see them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from sealion_pbem.engine.saying import Say, counted, said_together
from sealion_pbem.engine.words import Event, Seat
from sealion_pbem.rulesets.sealion.board import ALL_POINTS, BOXES, SECTORS
from sealion_pbem.rulesets.sealion.counters import RAIL_MOVE, Counter
from sealion_pbem.rulesets.sealion.events.air import AirborneLaunched, AirUnitsFlew
from sealion_pbem.rulesets.sealion.events.general import UnitsMoved
from sealion_pbem.rulesets.sealion.events.land import UnitLanded
from sealion_pbem.rulesets.sealion.index import cited
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import counts_as, room, sea_limit
from sealion_pbem.rulesets.sealion.rules.ch11_beach import cost_ashore
from sealion_pbem.rulesets.sealion.rules.ch11_walk import LEAVING, said_points
from sealion_pbem.rulesets.sealion.state import State
from sealion_pbem.rulesets.sealion.table import points_of

__all__ = ["costs"]

Part = tuple[str, int]
"""A terrain and the half points it takes."""
_PROPER = {"london": "London", "thames": "Thames"}


def costs(before: State, events: Iterable[Event[Any]], say: Say) -> dict[int, str]:
    """7.0, 10.1, 11.0  Return what every move of the events that followed on a state cost."""
    state, found = before.copy(), {}
    for number, event in enumerate(events):
        at_once, after = _SAID.get(type(event)), _SAID_AFTER.get(type(event))
        if at_once:
            found[number] = at_once(state, event, say)
        event.on(state)
        if after:
            found[number] = after(state, event)
    return found


def _moved(state: State, event: UnitsMoved, say: Say) -> str:
    is_on_land = event.path[-1] in state.table.board.hexes
    return _marched(state, event, say) if is_on_land else _sailed(event)


def _sailed(event: UnitsMoved) -> str:
    """7.0  Say why a voyage ended: ships have no points, but enemies, ports and their player stop them."""
    spaces = sum(1 for place in event.path if place not in BOXES)
    return f"{counted(spaces, 'sea space')}, any number is allowed (7.0)"


def _marched(state: State, event: UnitsMoved, say: Say) -> str:
    """11.0, 11.4  Say what a march cost each unit of a stack; units that paid alike are named together."""
    said: dict[str, list[str]] = {}
    for name in event.units:
        said.setdefault(_march(state, name, event.path), []).append(name)
    if len(said) == 1:
        return next(iter(said))
    return "; ".join(f"{said_together(say, names)} {text}" for text, names in said.items())


def _march(state: State, name: str, path: tuple[str, ...]) -> str:
    """11.0, 11.2, 14.6 b  Return points spent in this step and what each hex of a path took of them."""
    counter = state.counter(name)
    if counter.move == RAIL_MOVE:
        return "any distance along roads (11.0)"
    way = state.came_from.get(name, (state.units[name].place,))
    found = list(_hexes(state, counter, (*way, *path)))
    left = _left_fakes(state, name)
    spent = sum(cost for _, parts in found for _, cost in parts) + left
    now = found[len(way) - 1 :]
    parts = [f"{hex_} {_said(parts)}" for hex_, parts in now]
    parts += [f"{said_points(left)} for leaving fakes (14.6)"] if left else []
    so_far = " so far" if len(now) < len(found) else ""
    return f"{said_points(spent)} of {counter.move} points{so_far} (11.2): {', '.join(parts)}"


def _hexes(
    state: State, counter: Counter, way: tuple[str, ...]
) -> Iterator[tuple[str, tuple[Part, ...]]]:
    """Return every hex of a way, its first place left out, with what it costs to enter."""
    for here, there in pairwise(way):
        if here in SECTORS:
            parts: tuple[Part, ...] = (_ashore(state, counter, there),)
        else:
            parts = state.table.parts_of(counter, here, there)
        yield there, tuple((n, _points(counter, cost)) for n, cost in parts)


def _points(counter: Counter, cost: int) -> int:
    """A-43, A-142  Return half points; what takes all is told as all that the unit has."""
    return points_of(counter) if cost == ALL_POINTS else cost


def _ashore(state: State, counter: Counter, there: str) -> Part:
    """7.6  Return which ground of a hex is paid for when it is entered from the sea."""
    facts, chart = state.table.board.hexes[there], state.table.charts["movement"]
    cost = cost_ashore(state, counter, facts)
    assert cost is not None, "a unit came ashore there"
    enter, moves = chart["enter"], counter.movement_class
    rates = [("cliffs", ALL_POINTS)] if facts.cliffs else []
    rates += [("port", chart["port_debarkation"][moves])] if facts.port else []
    rates += [(facts.city, chart[facts.city][counter.seat])] if facts.city else []
    rates += [(f"{facts.woods} woods", enter[f"{facts.woods}_woods"][moves])] if facts.woods else []
    rates += [("marsh", enter["marsh"][moves])] if facts.marsh else []
    ground = next((name for name, rate in rates if rate == cost), "clear")
    return f"{_PROPER.get(ground, ground)} from the sea", cost


def _left_fakes(state: State, name: str) -> int:
    """14.6 b  Return what a unit paid for leaving hexes in which it found nobody but fakes."""
    walkers = state.veil.walkers if state.veil else ()
    return LEAVING * sum(walker.found for walker in walkers if walker.unit == name)


def _said(parts: tuple[Part, ...]) -> str:
    total = said_points(sum(cost for _, cost in parts))
    if len(parts) == 1:
        return f"{total} ({_PROPER.get(parts[0][0], parts[0][0])})"
    each = " + ".join(f"{_PROPER.get(name, name)} {said_points(cost)}" for name, cost in parts)
    return f"{total} ({each})"


def _landed(_: State, event: UnitLanded, _say: Say) -> str:
    """7.5  Say that a landing is fought for: no points are counted and none are left."""
    return f"the landing in {event.hex} is its whole move (7.5)"


def _flew(state: State, event: AirUnitsFlew) -> str:
    """6.2, 10.1  Say how much room air units took in a place; they have no range."""
    place, limits = event.place, state.table.charts["stacking"]["air_in_hex"]
    seat = Seat(state.counter(event.units[0]).seat)
    taken = {}
    if place in SECTORS:
        taken["air unit"] = sea_limit(state, seat), room(state, place, seat, "")
    for name in event.units if place not in SECTORS else ():
        if kind := counts_as(state.counter(name)):
            taken[kind] = limits[kind], room(state, place, seat, kind)
    if not taken:
        return "any distance (10.1), not counted in stacking (6.2)"
    rule = cited("6.2.2" if place in SECTORS else "6.2.1", state.edition.sections)
    room_ = " and ".join(
        f"{most - left} of {counted(most, kind)}" for kind, (most, left) in taken.items()
    )
    return f"any distance (10.1), then {room_} of the {seat} side in {place} ({rule})"


def _launched(_: State, event: AirborneLaunched, say: Say) -> str:
    """11.5  Say that airborne units go to any hex."""
    return f"any distance (11.5), and {say(event.unit)} does not move on"


_SAID: Mapping[type[Any], Callable[[State, Any, Say], str]] = {
    UnitsMoved: _moved,
    UnitLanded: _landed,
    AirborneLaunched: _launched,
}
_SAID_AFTER: Mapping[type[Any], Callable[[State, Any], str]] = {AirUnitsFlew: _flew}

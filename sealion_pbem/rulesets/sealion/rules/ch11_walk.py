"""11.0 to 11.2  Going from hex to hex: what a step costs, what ends a move, how far a unit gets.

Checks walk a given path; a search is made only for offers and for the hint in a refusal.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from heapq import heappop, heappush
from itertools import pairwise

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.sealion.board import ALL_POINTS
from sealion_pbem.rulesets.sealion.counters import RAIL_MOVE, Counter
from sealion_pbem.rulesets.sealion.events.general import UnitsMoved
from sealion_pbem.rulesets.sealion.events.land import HexOverstacked, MarchHalted
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import is_overstacked
from sealion_pbem.rulesets.sealion.rules.ch10_air.interdiction import interdict
from sealion_pbem.rulesets.sealion.rules.ch13_supply import lose_transports
from sealion_pbem.rulesets.sealion.state import BRITISH, State, other

__all__ = [
    "FREE",
    "MOST_LISTED",
    "Fault",
    "Progress",
    "first_fault",
    "go_along",
    "going_on",
    "has_enemy",
    "into_zone",
    "is_hostile_road",
    "may_march",
    "points_of",
    "reach",
    "reach_hint",
    "said_points",
    "where_it_starts",
]

FREE = 1000
"""More hexes than any move has: nothing but points limits the unit."""
MOST_LISTED = 12
_ANY_DISTANCE = 1_000_000
_LEAVING = 4
"""14.6 b  Two points, in half points, to leave a hex where nobody but fakes was."""


@frozen
class Progress:
    """How far a unit has come: half points spent, and how many more hexes it may enter."""

    spent: int = 0
    more: int = FREE


_AT_FIRST = Progress()


@frozen
class Fault:
    """Where a path breaks a rule: the number of the hex in it, the rule, a code, and why."""

    number: int
    rule: str
    code: str
    text: str


def may_march(state: State, name: str) -> bool:
    """11.0, 14.6 b  Return whether a unit still has its move of this step, or may go on with it.

    Those that went somewhere have had it, and those that were stopped on the way (10.3).
    """
    if name not in state.came_from and name not in state.done:
        return True
    return going_on(state, name) is not None


def going_on(state: State, name: str) -> Progress | None:
    """14.6 b  Return how a unit stands that found nobody but fakes: it pays two points to leave."""
    if state.veil is None:
        return None
    walkers = state.veil.walkers
    found = next((w.found for w in walkers if w.unit == name and w.waits), 0)
    if not found or name in state.done:
        return None
    counter, way = state.counter(name), state.came_from[name]
    costs, spent = state.table.costs_of(counter), found * _LEAVING
    for step in pairwise(way):
        cost = costs.get(step, 0)
        spent += points_of(counter) if cost == ALL_POINTS else cost
    if counter.move == RAIL_MOVE:
        spent = 0
    return where_it_starts(state, name, way[-1], spent)


def into_zone(state: State, name: str, path: tuple[str, ...]) -> Fault | None:
    """14.6 b  Return where a unit that goes on would enter a zone of control, which it may not."""
    zones = state.zoc[other(Seat(state.counter(name).seat))]
    for number, there in enumerate(path):
        if there in zones:
            text = f"after finding fakes it may not enter a zone of control, as in {there}"
            return Fault(number, "14.6", "into_zone_of_control", text)
    return None


def has_enemy(state: State, place: str, seat: Seat) -> bool:
    """Return whether an enemy land unit stands in a hex."""
    return place in state.forces[other(seat), "land"]


def points_of(counter: Counter) -> int:
    """11.0  Return the printed movement in half points; Railway Guns go any distance."""
    return _ANY_DISTANCE if counter.move == RAIL_MOVE else 2 * counter.move


def said_points(half: int) -> str:
    """Return half points as players say them."""
    whole, rest = divmod(half, 2)
    return (str(whole) if whole or not rest else "") + ("½" if rest else "")


def where_it_starts(state: State, name: str, place: str, cost: int) -> Progress:
    """11.1  Return how a unit stands that came to a hex at a cost: in a zone one more hex is left."""
    counter = state.counter(name)
    spent = points_of(counter) if cost == ALL_POINTS else cost
    return Progress(spent, 1 if state.is_in_enemy_zoc(place, Seat(counter.seat)) else FREE)


def first_fault(
    state: State, name: str, start: str, path: tuple[str, ...], progress: Progress | None = None
) -> Fault | None:
    """11.0 to 11.2  Return the first step of a path that a unit may not take.

    A zone of control that is entered leaves one more hex, one in which the move begins none the
    less all (A-97); an enemy in the hex ends the move.
    """
    table = state.table
    counter, seat = table.counters[name], table.forces[name][0]
    foe = other(seat)
    costs, points = table.costs_of(counter), points_of(counter)
    zones, foes = state.zoc[foe], state.forces[foe, "land"]
    is_on_rails = counter.move == RAIL_MOVE
    begun = progress or _AT_FIRST
    here, spent, more = start, begun.spent, begun.more
    for number, there in enumerate(path):
        if more <= 0:
            return _stopped(state, number, here, seat)
        cost = costs.get((here, there))
        if cost is None:
            return _closed(state, number, here, there, counter)
        if is_on_rails:
            if (fault := _off_the_rails(state, number, here, there, seat)) is not None:
                return fault
        elif cost == ALL_POINTS:
            if spent:
                text = f"the crossing {here} to {there} takes all points, so the move must begin in {here}"
                return Fault(number, "11.2", "must_begin_adjacent", text)
            cost = points
        elif spent + cost > points:
            left = said_points(points - spent)
            text = f"{there} costs {said_points(cost)} from {here}, and {left} of {counter.move} are left"
            return Fault(number, "11.0", "not_enough_points", text)
        spent += cost
        if more < FREE or there in foes or there in zones:
            more = _more(there, foes, zones, more)
        here = there
    return None


def _more(there: str, foes: Container[str], zones: Container[str], before: int) -> int:
    """11.1  Return how many hexes are left after entering one: none with an enemy, one in a zone.

    Railway Guns are no exception (A-127); the example of the Canadians means 5204 (A-96).
    """
    if there in foes:
        return 0
    if before < FREE:
        return before - 1
    return 1 if there in zones else FREE


def _stopped(state: State, number: int, here: str, seat: Seat) -> Fault:
    if has_enemy(state, here, seat):
        text = f"the move ends in {here}, where the enemy stands"
        return Fault(number, "11.2", "stopped_by_enemy", text)
    text = f"after entering an enemy zone of control one more hex is allowed, and that was {here}"
    return Fault(number, "11.1", "stopped_by_zone_of_control", text)


def _closed(state: State, number: int, here: str, there: str, counter: Counter) -> Fault:
    """11.0, 11.2  Say why there is no such step: no neighbour, a closed hexside, a closed hex."""
    board = state.table.board
    if there not in board.hexes:
        return Fault(number, "11.0", "not_a_hex", f"{there!r} is no land hex of the map")
    if there not in board.adjacent[here]:
        around = ", ".join(board.adjacent[here])
        text = f"{there} is not next to {here}; next to it are {around}"
        return Fault(number, "11.0", "not_adjacent", text)
    if not board.is_open(here, there):
        text = f"the hexside between {here} and {there} may not be crossed"
        return Fault(number, "11.2", "prohibited_hexside", text)
    text = f"{there} is closed to {counter.movement_class} units that do not come along a road"
    return Fault(number, "11.2", "prohibited_terrain", text)


def _off_the_rails(state: State, number: int, here: str, there: str, seat: Seat) -> Fault | None:
    """11.0  Railway Guns keep to connected roads; some editions want them friendly."""
    if there not in state.table.board.hexes[here].road:
        text = f"Railway Guns keep to roads, and none leads from {here} to {there}"
        return Fault(number, "11.0", "off_the_road", text)
    if is_hostile_road(state, there, seat):
        text = f"a German unit was the last to hold {there}; Railway Guns need friendly road hexes"
        return Fault(number, "11.0", "road_not_friendly", text)
    return None


def is_hostile_road(state: State, there: str, seat: Seat) -> bool:
    """11.0  Return whether Railway Guns may not use a road hex because the German holds it."""
    return (
        state.edition.rail_needs_friendly_road
        and state.holds(state.last_german, there)
        and not has_enemy(state, there, seat)
    )


def reach(
    state: State, name: str, start: str = "", progress: Progress | None = None
) -> dict[str, tuple[int, tuple[str, ...]]]:
    """11.0  Return every hex a unit can move to: half points spent and a cheapest path."""
    begun = progress or _AT_FIRST
    counter = state.counter(name)
    start = start or state.units[name].place
    found: dict[str, tuple[int, tuple[str, ...]]] = {}
    seen: set[tuple[str, int]] = set()
    open_: list[tuple[int, int, tuple[str, ...], str, int]] = [
        (begun.spent, 0, (), start, begun.more)
    ]
    while open_:
        spent, length, path, here, more = heappop(open_)
        if (here, more) in seen:
            continue
        seen.add((here, more))
        if path:
            found.setdefault(here, (spent, path))
        if more > 0:
            for there, total, left in _steps(state, counter, here, spent, more):
                heappush(open_, (total, length + 1, (*path, there), there, left))
    found.pop(start, None)
    return found


def _steps(
    state: State, counter: Counter, here: str, spent: int, more: int
) -> Iterator[tuple[str, int, int]]:
    """Return each hex a unit can enter next, what it has then spent and how many more are left."""
    seat = Seat(counter.seat)
    costs, points, zones = state.table.costs_of(counter), points_of(counter), state.zoc[other(seat)]
    foes = state.forces[other(seat), "land"]
    for there in state.table.board.adjacent[here]:
        cost = costs.get((here, there))
        if cost is None:
            continue
        if counter.move == RAIL_MOVE:
            if _off_the_rails(state, 0, here, there, seat) is not None:
                continue
            cost = 0
        elif cost == ALL_POINTS and not spent:
            cost = points
        if spent + cost <= points:
            yield there, spent + cost, _more(there, foes, zones, more)


def reach_hint(
    state: State, name: str, wanted: str = "", start: str = "", progress: Progress | None = None
) -> str:
    """Return where a unit can go, those nearest to the wanted hex first, for a refusal."""
    found = reach(state, name, start, progress)
    if not found:
        return "it can go nowhere"
    is_known = wanted in state.table.board.hexes
    near = sorted(found, key=lambda n: (distance(n, wanted) if is_known else 0, found[n][0], n))
    listed = [
        _said_way(state, name, n, found[n], is_wanted=n == wanted) for n in near[:MOST_LISTED]
    ]
    rest = f" and {len(near) - MOST_LISTED} more hexes" if len(near) > MOST_LISTED else ""
    return f"it reaches {', '.join(listed)}{rest}"


def _said_way(
    state: State, name: str, there: str, way: tuple[int, tuple[str, ...]], *, is_wanted: bool
) -> str:
    """Return a hex with its cost, and with the path if it is the one that was wanted."""
    cost, path = way
    by = [f"by {' '.join(path)}"] if is_wanted and len(path) > 1 else []
    if state.counter(name).move != RAIL_MOVE:
        by.append(said_points(cost))
    return f"{there} ({', '.join(by)})" if by else there


def go_along(
    play: Play[State], units: tuple[str, ...], path: tuple[str, ...], ends: Mapping[str, int]
) -> None:
    """11.0, 11.4  Walk a path; on most ways nobody is dropped and no enemy aircraft are about."""
    state = play.state
    seat = state.table.forces[units[0]][0]
    if ends or not state.forces[other(seat), "air"].keys().isdisjoint(path):
        _go_watched(play, units, path, ends)
        return
    play.emit(UnitsMoved(units, path))
    if is_overstacked(state, path[-1], seat):
        play.emit(HexOverstacked(path[-1], seat))


def _go_watched(
    play: Play[State], units: tuple[str, ...], path: tuple[str, ...], ends: Mapping[str, int]
) -> None:
    """10.3, 11.4  Walk a path hex by hex; who is dropped stops at his number, who is interdicted there.

    Air units roll only against those who want to go on: the others stop anyway.
    """
    state = play.state
    seat = Seat(state.counter(units[0]).seat)
    walkers, begun, patrols = units, 0, state.forces[other(seat), "air"]
    last = len(path) - 1
    stops = {last, *ends.values()}
    for number, there in enumerate(path):
        is_watched = there in patrols
        if not is_watched and number not in stops:
            continue
        goes_on = tuple(name for name in walkers if ends.get(name, last) > number)
        if not is_watched and goes_on == walkers:
            continue
        play.emit(UnitsMoved(walkers, path[begun : number + 1]))
        is_halted = False
        if is_watched:
            if seat == BRITISH:
                lose_transports(play, there)
            is_halted = bool(goes_on) and interdict(play, goes_on, there)
        if is_halted:
            play.emit(MarchHalted(goes_on, there, path[number + 1 :]))
        if (is_halted or goes_on != walkers) and is_overstacked(state, there, seat):
            play.emit(HexOverstacked(there, seat))
        if is_halted or not goes_on:
            return
        walkers, begun = goes_on, number + 1

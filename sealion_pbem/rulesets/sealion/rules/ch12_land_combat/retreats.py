"""12.0, 12.3  Leaving a combat hex: where a unit can retreat or go back to, and why not elsewhere.

What closes a hex is written once, as a fault; an order is judged by walking its path, and a search
takes every step that has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sealion_pbem.engine.words import Seat
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.naming import listed
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import limit_of
from sealion_pbem.rulesets.sealion.rules.ch11_walk import Misstep, step_fault
from sealion_pbem.rulesets.sealion.rules.ch13_supply import (
    AIRBORNE,
    sources,
    supply_transports,
    zone_reaches,
)
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["Arrived", "fits", "forced_moves", "full_hex", "way_back_fault", "ways_back"]

Arrived = Sequence[tuple[str, str]]
"""Units that have left the combat hex already, and the hexes where they are now."""


def ways_back(
    state: State, combat: str, name: str, arrived: Arrived = (), *, is_cancelled: bool = False
) -> list[tuple[str, ...]]:
    """12.3, 12.0  Return every path on which a unit can leave a combat hex; none: it is eliminated.

    A hex that would be overstacked is passed through, each time further from the combat hex. Units
    that were landed cannot go back into the sea (A-46).
    """
    way = _way_of(state, name)
    hexes = _wanted_back(state, way) if is_cancelled and way else state.table.board.adjacent[combat]
    found: list[tuple[str, ...]] = []
    for there in dict.fromkeys(hexes):
        if _first_fault(state, combat, name, there, is_cancelled=is_cancelled) is None:
            _go_on(state, combat, name, (there,), arrived, found)
    return found


def _go_on(
    state: State,
    combat: str,
    name: str,
    path: tuple[str, ...],
    arrived: Arrived,
    found: list[tuple[str, ...]],
) -> None:
    here = path[-1]
    if fits(state, here, name, arrived):
        found.append(path)
        return
    for there in state.table.board.adjacent[here]:
        if _next_fault(state, combat, name, here, there) is None:
            _go_on(state, combat, name, (*path, there), arrived, found)


def way_back_fault(
    state: State,
    combat: str,
    name: str,
    path: tuple[str, ...],
    arrived: Arrived = (),
    *,
    is_cancelled: bool = False,
) -> Misstep | None:
    """12.3, 12.0  Return the first hex at which a unit cannot leave a combat hex along a path."""
    fault = _first_fault(state, combat, name, path[0], is_cancelled=is_cancelled)
    for here, there in pairwise(path):
        if fault is None and fits(state, here, name, arrived):
            fault = _has_room(here)
        fault = fault or _next_fault(state, combat, name, here, there)
    if fault is not None or fits(state, path[-1], name, arrived):
        return fault
    return full_hex(state, name, path[-1], arrived, "; it must go on from there")


def _first_fault(
    state: State, combat: str, name: str, there: str, *, is_cancelled: bool
) -> Misstep | None:
    """12.0, 12.3, A-46, A-106, A-113  Return why the first hex of a retreat is wrong, for either side."""
    if there in SECTORS:
        return Misstep(0, "12.3", "into_the_sea", lambda: "nobody retreats into a sea space")
    if way := _way_of(state, name):
        if is_cancelled:
            # No retreat, so zones of control do not matter.
            return _no_return(state, way, there)
        return _not_back(way[-2], there) or _closed(state, combat, name, combat, there)
    if there not in state.table.board.adjacent[combat]:
        return Misstep(0, "12.3", "not_adjacent", lambda: f"{there!r} is not next to {combat}")
    if not _is_closer(state, combat, name, there):
        text = f"{there} is no closer to a source of supply than {combat} is (13.0, A-113)"
        return Misstep(0, "12.3", "not_closer_to_supply", lambda: text)
    return _closed(state, combat, name, combat, there)


def _way_of(state: State, name: str) -> tuple[str, ...]:
    """12.3  Return the way on which an attacker came to the combat hex, if he did."""
    way = state.came_from.get(name, ())
    return way if len(way) > 1 and state.counter(name).seat == state.seat else ()


def _not_back(back: str, there: str) -> Misstep | None:
    """12.3, A-46  Return why attackers may not retreat to a hex; they go back, but not into the sea."""
    if back in SECTORS:
        text = f"it came from sea space {back} and cannot go back (A-46)"
        return Misstep(0, "7.5", "from_the_sea", lambda: text)
    if there != back:
        text = f"attackers go back to where they came from, {back}, not to {there}"
        return Misstep(0, "12.3", "not_where_it_came_from", lambda: text)
    return None


def _no_return(state: State, way: tuple[str, ...], there: str) -> Misstep | None:
    """12.0, A-46, A-106  Return why units of a cancelled attack may not go to a hex; they go back.

    An enemy who has just retreated into the hex is in the way.
    """
    if way[-2] in SECTORS:
        return _not_back(way[-2], there)
    wanted = _wanted_back(state, way)
    free = [place for place in wanted if not state.land_in(place, other(state.seat))]
    if there in free[:1]:
        return None
    foes = state.land_in(there, other(state.seat))
    if there in wanted and foes:
        text = f"{listed(state, foes)} stands in {there}"
        return Misstep(0, "12.0", "enemy_there", lambda: text)
    back = next(iter((*free, *wanted, way[-2])))
    text = f"who calls off goes back to {back}, not to {there} (A-106)"
    return Misstep(0, "12.0", "not_where_it_came_from", lambda: text)


def _wanted_back(state: State, way: tuple[str, ...]) -> list[str]:
    """12.0, A-106  Return where an attack that is called off goes back to, and where else."""
    hexes = [place for place in way[:-1] if place in state.table.board.hexes]
    first = 0 if state.edition.cancelled_attack_goes_back_all_the_way else -1
    return [*hexes[first:][:1], *hexes[-1:]]


def _next_fault(state: State, combat: str, name: str, here: str, there: str) -> Misstep | None:
    """12.3  Return why a unit may not go on from a full hex into another: it must get further away."""
    fault = _closed(state, combat, name, here, there)
    if fault is None and distance(combat, there) <= distance(combat, here):
        text = f"who goes on from {here} goes further from {combat}, and {there} is no further"
        return Misstep(0, "12.3", "not_further", lambda: text)
    return fault


def _closed(state: State, combat: str, name: str, here: str, there: str) -> Misstep | None:
    """12.3  Return why a hex is closed: terrain, an enemy, an enemy zone without a friend (A-112).

    To the letter: only the zones of units inside the combat hex are overlooked, since they would
    close every way out; those of enemies beside it count.
    """
    fault = step_fault(state, name, here, there)
    if fault is not None:
        return fault
    seat = Seat(state.counter(name).seat)
    if foes := state.land_in(there, other(seat)):
        return Misstep(0, "12.3", "enemy_there", lambda: f"{listed(state, foes)} stands in {there}")
    if zone_reaches(state, other(seat), there, combat) and not state.land_in(there, seat):
        text = f"{there} is in an enemy zone of control, and no friend stands there (11.1)"
        return Misstep(0, "12.3", "zone_of_control", lambda: text)
    return None


def _is_closer(state: State, combat: str, name: str, there: str) -> bool:
    """12.3, A-113  Return whether a hex is closer to some source of supply, if there is one."""
    board = state.table.board
    area = sources(state, Seat(state.counter(name).seat))
    if state.counter(name).type in AIRBORNE:
        area |= board.area(state.units[transport].place for transport in supply_transports(state))
    if area & board.bits[combat] and not state.edition.city_is_no_source_for_its_own_retreat:
        return False
    area &= ~board.bits[combat]
    if not area:
        return True
    return any(distance(there, source) < distance(combat, source) for source in board.in_area(area))


def fits(state: State, place: str, name: str, arrived: Arrived = ()) -> bool:
    """6.3  Return whether a unit can stay in a hex with those who are there."""
    limit = limit_of(state, state.counter(name).size)
    return limit is None or len(_alike(state, place, name, arrived)) < limit


def _alike(state: State, place: str, name: str, arrived: Arrived) -> list[str]:
    """6.3  Return the friends of a unit's size who are in a hex, or will be."""
    counters, counter = state.table.counters, state.counter(name)
    there = [*state.land_in(place, Seat(counter.seat)), *(n for n, end in arrived if end == place)]
    return [n for n in there if n != name and counters[n].size == counter.size]


def _has_room(there: str) -> Misstep:
    """12.3  Say that a retreat ends in the first hex that is not full."""
    text = f"there is room in {there}, and the retreat ends there"
    return Misstep(0, "12.3", "ends_sooner", lambda: text)


def full_hex(state: State, name: str, there: str, arrived: Arrived, then: str = "") -> Misstep:
    """6.3  Say that a unit finds no room in a hex."""

    def say() -> str:
        size = state.counter(name).size
        text = f"{there} is full: {limit_of(state, size)} of size {size} may stack there"
        return f"{text}, and {listed(state, _alike(state, there, name, arrived))} does{then}"

    return Misstep(0, "6.3", "overstacked", say)


def forced_moves(
    state: State, combat: str, units: Sequence[str], *, is_cancelled: bool = False
) -> list[tuple[str, ...]] | None:
    """12.3  Return the moves [unit, hex, …] of a retreat in which nobody has a choice, else None.

    A unit has none if it has one hex to go to, whoever goes first; one without a hex stands alone.
    """
    moves: list[tuple[str, ...]] = []
    arrived: list[tuple[str, str]] = []
    for name in units:
        alone = ways_back(state, combat, name, is_cancelled=is_cancelled)
        now = (
            ways_back(state, combat, name, arrived, is_cancelled=is_cancelled) if arrived else alone
        )
        if alone != now or len({path[-1] for path in now}) > 1:
            return None
        path = now[0] if now else ()
        moves.append((name, *path))
        if path:
            arrived.append((name, path[-1]))
    return moves

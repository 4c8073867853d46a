"""12.3  Retreats and advances: which hexes are open to a unit that leaves a combat hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sealion_pbem.engine.words import Seat
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.sealion.rules.ch11_walk import is_hostile_road
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import engaged
from sealion_pbem.rulesets.sealion.rules.ch13_supply import (
    AIRBORNE,
    sources,
    supply_transports,
    zone_reaches,
)
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = [
    "Arrived",
    "advance_hexes",
    "can_enter",
    "fits",
    "forced_moves",
    "is_closer",
    "ways_back",
]

Arrived = Sequence[tuple[str, str]]
"""Units that have retreated already, and the hexes where they are now."""


def ways_back(
    state: State, combat: str, name: str, arrived: Arrived = (), *, is_cancelled: bool = False
) -> list[tuple[str, ...]]:
    """12.3, 12.0  Return every path on which a unit can leave a combat hex; none: it is eliminated.

    A hex that would be overstacked is passed through, each time further from the combat hex. Units
    that were landed cannot go back into the sea (A-46).
    """
    found: list[tuple[str, ...]] = []
    for there in _first_hexes(state, combat, name, is_cancelled=is_cancelled):
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
        is_further = distance(combat, there) > distance(combat, here)
        if is_further and _is_open(state, combat, name, here, there):
            _go_on(state, combat, name, (*path, there), arrived, found)


def _first_hexes(state: State, combat: str, name: str, *, is_cancelled: bool) -> Iterator[str]:
    """12.3  Attackers go where they came from, defenders closer to a source of supply."""
    board, path = state.table.board, state.came_from.get(name, ())
    is_attacker = state.counter(name).seat == state.seat
    if is_cancelled and len(path) > 1:
        # 12.0, A-106: no retreat, so zones of control do not matter. An enemy who has just
        # retreated into the hex does.
        hexes = [place for place in path[:-1] if place in board.hexes]
        enemy = other(state.seat)
        back = 0 if state.edition.cancelled_attack_goes_back_all_the_way else -1
        wanted = [*hexes[back:][:1], *hexes[-1:]]
        yield from [place for place in wanted if not state.land_in(place, enemy)][:1]
    elif is_attacker and len(path) > 1:
        if path[-2] in board.adjacent[combat] and _is_open(state, combat, name, combat, path[-2]):
            yield path[-2]
    else:
        for there in board.adjacent[combat]:
            if is_closer(state, combat, name, there) and _is_open(
                state, combat, name, combat, there
            ):
                yield there


def is_closer(state: State, combat: str, name: str, there: str) -> bool:
    """12.3, A-113  Closer to some source besides the combat hex; any hex does if there is none."""
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


def _is_open(state: State, combat: str, name: str, here: str, there: str) -> bool:
    """12.3  No prohibited terrain, no enemy, no enemy zone unless a friend is there (A-112).

    To the letter: only the zones of units inside the combat hex are overlooked, since they would
    close every way out; those of enemies beside it count.
    """
    seat = Seat(state.counter(name).seat)
    if not can_enter(state, name, here, there) or state.land_in(there, other(seat)):
        return False
    return not zone_reaches(state, other(seat), there, combat) or bool(state.land_in(there, seat))


def can_enter(state: State, name: str, here: str, there: str) -> bool:
    """11.2, 11.0  Return whether terrain lets a unit step from hex to hex.

    Railway Guns keep to roads, in some editions to friendly ones.
    """
    board, counter = state.table.board, state.counter(name)
    if counter.movement_class == "rail" and (
        there not in board.hexes[here].road or is_hostile_road(state, there, Seat(counter.seat))
    ):
        return False
    return state.table.costs_of(counter)[here, there] is not None


def fits(state: State, place: str, name: str, arrived: Arrived = ()) -> bool:
    """6.3  Return whether a unit can stay in a hex with those who are there."""
    counter = state.counter(name)
    limit = state.table.limits.get(counter.size)
    if limit is None:
        return True
    there = [*state.land_in(place, Seat(counter.seat)), *(n for n, end in arrived if end == place)]
    return sum(state.counter(n).size == counter.size for n in there if n != name) < limit


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


def advance_hexes(state: State, combat: str) -> list[str]:
    """12.3, A-114  Return the hexes without an enemy that an attacker can enter after his victory."""
    units = engaged(state, combat, state.seat)
    return [
        there
        for there in state.table.board.adjacent[combat]
        if not state.land_in(there, other(state.seat))
        and any(can_enter(state, n, combat, there) and fits(state, there, n) for n in units)
    ]

"""Who is at sea and counts there: the words that chapters 7, 8 and 9 share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.board import CONVOY, EAST, SECTORS, WEST
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State

__all__ = [
    "acts_now",
    "counted_at",
    "force_at",
    "has_sortied",
    "is_battery",
    "is_light",
    "is_mine",
    "is_spent",
    "is_submarine",
    "is_transport",
    "own_boxes",
    "ships_at_sea",
    "ships_in_port",
    "ways_from",
]

_PORTS = {CONVOY: ("A", "B")}
_LIGHT = (0, 1)
_NEXT = {
    sector: SECTORS[max(number - 1, 0) : number] + SECTORS[number + 1 : number + 2]
    for number, sector in enumerate(SECTORS)
}
_HEAVY = (4, 5, 6)


def is_mine(counter: Counter) -> bool:
    """8.6  Return whether a unit is a mine."""
    return counter.type == "mine"


def is_submarine(counter: Counter) -> bool:
    """8.2  Return whether a unit is a submarine."""
    return counter.type == "submarine"


def is_battery(counter: Counter) -> bool:
    """9.0  Return whether a unit is a coastal battery."""
    return counter.type == "coastal_battery"


def acts_now(state: State, name: str) -> bool:
    """9.2, 14.1, A-130  Return whether a battery acts: by day, heavy German ones also at night.

    Heavy is a strength of 4, 5 or 6 on the side it shows; none of it is added at night (A-71).
    """
    if not state.is_night:
        return True
    return (
        state.edition.heavy_batteries_act_at_night
        and state.counter(name).seat == GERMAN
        and state.strength_of(name) in _HEAVY
    )


def has_sortied(state: State, name: str) -> bool:
    """7.3  Return whether a battery was aimed at the sea space where it is in this game turn."""
    return name in state.home and state.units[name].place in SECTORS


def is_spent(state: State, name: str) -> bool:
    """9.2, A-167  Return whether a battery has had its one use of the game turn, where there is one."""
    return (
        name in state.spent
        and state.edition.battery_is_used_once_a_turn
        and is_battery(state.counter(name))
    )


def is_transport(counter: Counter) -> bool:
    """7.4  Return whether a unit is a naval transport; air transports have the same type."""
    return counter.type == "transport" and counter.arm == "naval"


def is_light(state: State, name: str) -> bool:
    """7.1, 8.2  Return whether a unit can hurt submarines: 0 or 1 on the side it shows (A-63)."""
    return state.strength_of(name) in _LIGHT and not is_battery(state.counter(name))


def force_at(state: State, place: str, seat: Seat) -> tuple[str, ...]:
    """8.0  Return a seat's naval units in a place, those at sea by themselves included (8.3).

    What is carried or coupled is part of its carrier (7.4, 8.6); at night batteries are ignored (9.2),
    but for the heavy German ones where an optional rule lets them act (14.1).
    """
    forces = state.forces
    if place not in forces[seat, "naval"] and place not in forces[seat, "land"]:
        return ()
    # Menus of naval movement ask this for every ship and space: without what is kept, a pair of unit
    # and place (row 25a of the benchmark) takes 14 % longer.
    return state.kept(place, seat, counted_at)


def counted_at(state: State, place: str, seat: Seat) -> tuple[str, ...]:
    """8.0  Return what `force_at` does, worked out anew."""
    table, forces = state.table, state.forces
    counters = table.counters
    names: Iterable[str] = forces[seat, "naval"].get(place, ())
    troops = forces[seat, "land"].get(place)
    if troops and (swimmers := [name for name in table.swimmers if name in troops]):
        names = sorted((*names, *swimmers), key=table.order.__getitem__)
    if state.is_night:
        names = [n for n in names if not is_battery(counters[n]) or acts_now(state, n)]
    carried = {*state.cargo.values()}
    return tuple(names if carried.isdisjoint(names) else [n for n in names if n not in carried])


def ships_in_port(state: State, types: frozenset[str]) -> list[str]:
    """Return the units of some types that the player whose step it is has in port, box by box."""
    return _ships_in(state, _PORTS_IN_ORDER[state.seat], types)


def ships_at_sea(state: State, types: frozenset[str]) -> list[str]:
    """Return the units of some types that the player whose step it is has at sea, from east to west."""
    return _ships_in(state, _SEA_IN_ORDER, types)


def _ships_in(state: State, places: Mapping[str, int], types: frozenset[str]) -> list[str]:
    # A few of a type are asked sooner than all ships of a box are looked through.
    units, own = state.units, state.table.of_type(types, state.seat)
    there = [n for n in own if (u := units.get(n)) and u.place in places and u.steps]
    if len(there) > 1 < len(places):
        there.sort(key=lambda name: places[units[name].place])
    return there


def own_boxes(seat: Seat) -> tuple[str, ...]:
    """6.1  Return the assembly areas a seat's ships may enter."""
    return (CONVOY,) if seat == GERMAN else (WEST, EAST)


_PORTS_IN_ORDER = {
    seat: {box: number for number, box in enumerate(own_boxes(seat))} for seat in (GERMAN, BRITISH)
}
_SEA_IN_ORDER = {sector: number for number, sector in enumerate(SECTORS)}


def ways_from(state: State, place: str, seat: Seat) -> tuple[str, ...]:
    """7.0  Return the sea spaces and friendly boxes that adjoin a place."""
    ports = _PORTS if seat == GERMAN else state.edition.royal_navy_boxes
    if place not in _NEXT:
        return ports.get(place, ())
    return (*_NEXT[place], *[box for box in ports if place in ports[box]])

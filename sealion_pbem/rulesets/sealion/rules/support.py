"""8.5, 10.10, 10.11, 12.0  What supports a land combat: gunfire of ships, and air units over the hex.

A ship's range is its strength, counted inland: the beach hex is the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.hexes.grid import least_distance
from sealion_pbem.rulesets.sealion.board import SECTORS, Board
from sealion_pbem.rulesets.sealion.events.combat import LandCombat
from sealion_pbem.rulesets.sealion.naming import named
from sealion_pbem.rulesets.sealion.state import GERMAN, State, other

__all__ = [
    "air_support",
    "air_support_at_hand",
    "check_gunfire",
    "gunfire_range",
    "is_spotted",
    "naval_support",
    "range_to",
]

_UNFIT = frozenset({"coastal_battery", "mine", "submarine"})
"""The types that give no gunfire; batteries support by themselves (9.0)."""


def naval_support(state: State, hex_: str, seat: Seat) -> list[str]:
    """12.0  Return a seat's ships that may support a land combat in a hex now (A-104)."""
    afloat, counters = state.forces[seat, "naval"], state.table.counters
    found: list[str] = []
    for sector in SECTORS:
        if sector not in afloat:
            continue
        needed = range_to(state.table.board, sector, hex_) - 1
        found += [
            name
            for name in afloat[sector]
            # Those that could never do not have to be told why.
            if (strength := counters[name].strength)
            and needed <= strength
            and counters[name].type not in _UNFIT
            and not any(check_gunfire(state, name, hex_))
        ]
    return found


def check_gunfire(state: State, name: str, hex_: str, at: str = "") -> Iterator[Violation]:
    """8.5, 12.0  Return why a unit may not support a land combat in a hex with gunfire (A-105)."""
    counter, unit = state.counter(name), state.units[name]
    if counter.arm != "naval" or counter.type in _UNFIT or not state.strength_of(name):
        text = f"{named(state, name)} gives no naval gunfire; surface ships with a strength do"
        yield Violation("12.0", "no_guns", text, at)
        return
    if unit.place not in SECTORS or hex_ not in state.table.board.hexes:
        text = f"{named(state, name)} is in {unit.place}; ships fire from sea spaces at land hexes"
        yield Violation("12.0", "not_at_sea", text, at)
        return
    reach, needed = gunfire_range(state, name), range_to(state.table.board, unit.place, hex_)
    if needed > reach:
        text = f"{named(state, name)} in {unit.place} reaches {reach} hexes inland; {hex_} is {needed} away"
        yield Violation("12.0", "out_of_range", text, at)
    barred = state.fought if state.edition.gunfire_bar_lasts_a_player_turn else state.spent
    if name in barred:
        text = f"{named(state, name)} has fought at sea; ships that did not may fire"
        yield Violation("8.5", "has_fought", text, at)
    if name in state.used:
        text = f"{named(state, name)} has supported in this step; one combat is all (A-105)"
        yield Violation("12.0", "used_already", text, at)


def gunfire_range(state: State, name: str) -> int:
    """10.3, 12.0  Return how far inland a ship reaches: its strength, one more with a float plane."""
    reach = state.strength_of(name) or 0
    is_german = state.counter(name).seat == GERMAN
    return reach + (is_german and is_spotted(state, state.units[name].place))


@lru_cache(maxsize=4096)
def range_to(board: Board, sector: str, hex_: str) -> int:
    """12.0  Return how many hexes inland a hex lies from a sea space, its beach and itself counted."""
    return 1 + least_distance(hex_, board.coast[sector])


def air_support(state: State, place: str, seat: Seat) -> list[tuple[str, int]]:
    """12.0, 14.5.1  Return the air units that add to a land combat, and what each adds.

    Who is withheld by its player or was driven off by AA units adds nothing.
    """
    task = state.task
    found = air_support_at_hand(state, place, seat)
    if not found or not isinstance(task, LandCombat):
        return found
    gone = (*task.withheld, *(task.driven_off or ()))
    return [(name, value) for name, value in found if name not in gone]


def air_support_at_hand(state: State, place: str, seat: Seat) -> list[tuple[str, int]]:
    """10.10, 10.11  Return the air units that could add to a land combat, and what each would (A-77).

    It is the strength of the side shown, halved in cities and heavy woods, fractions up for each
    (12.0). Attackers have flown in their own step and defenders in reaction. Both missions are flown
    to a hex with a defending land unit: over an empty beach (7.5) nobody supports (10.3).
    """
    facts = state.table.board.hexes.get(place)
    if facts is None or state.is_rain or not state.land_in(place, other(state.seat)):
        return []
    is_halved = bool(facts.city) or facts.woods == "heavy"
    found = []
    for name in state.units_in(place, seat, "air"):
        strength = state.strength_of(name) or 0
        if strength > 0:
            found.append((name, (strength + 1) // 2 if is_halved else strength))
    return found


def is_spotted(state: State, sector: str) -> bool:
    """10.3  Return whether a float plane makes German ships in a sea space fire one hex further."""
    return not state.is_rain and any(
        state.counter(name).type == "floatplane" for name in state.units_in(sector, GERMAN, "air")
    )

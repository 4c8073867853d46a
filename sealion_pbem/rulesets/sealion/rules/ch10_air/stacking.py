"""6.2, 6.2.3, 10.2  How many air units may be in one place; what would be too many is refused (A-149)."""

from __future__ import annotations

from collections.abc import Sequence

from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.events.air import FURIOUS_GROUP
from sealion_pbem.rulesets.sealion.naming import named
from sealion_pbem.rulesets.sealion.rules.ch10_air.radar import lost_sea_places
from sealion_pbem.rulesets.sealion.state import BRITISH, State

__all__ = ["counts_as", "first_surplus", "is_exempt", "room", "sea_limit", "too_many"]

_COUNTED = ("fighter", "bomber")


def sea_limit(state: State, seat: Seat) -> int:
    """6.2.2, 10.2  Return how many air units of a seat may be in one sea space."""
    limit: int = state.table.charts["stacking"]["air_in_sector"]
    return limit - lost_sea_places(state) if seat == BRITISH else limit


def room(state: State, place: str, seat: Seat, type_: str) -> int:
    """6.2  Return how many more fighters or bombers of a seat may be placed in a hex or sea space.

    A seat flies in one step of each player turn and everybody goes home at its end, so that "at one
    time", "in a step" and "in a player turn" come to the same.
    """
    counters = state.table.counters
    here = [counts_as(counters[name]) for name in state.forces[seat, "air"].get(place, ())]
    if place in SECTORS:
        return sea_limit(state, seat) - len(here) + here.count("")
    limit: int = state.table.charts["stacking"]["air_in_hex"][type_]
    return limit - here.count(type_)


def first_surplus(state: State, units: Sequence[str], place: str, seat: Seat) -> int:
    """6.2.1, 6.2.2  Return the number of the first unit that would be too many, or -1.

    Exempt types never count (A-25, A-24).
    """
    at_sea, counters = place in SECTORS, state.table.counters
    left: dict[str, int] = {}
    for number, name in enumerate(units):
        kind = counts_as(counters[name])
        if not kind:
            continue
        pool = "sea" if at_sea else kind
        if pool not in left:
            left[pool] = room(state, place, seat, kind)
        left[pool] -= 1
        if left[pool] < 0:
            return number
    return -1


def too_many(state: State, name: str, place: str, seat: Seat) -> Violation:
    """6.2.1, 6.2.2  Say that there is no room for a unit."""
    kind = state.counter(name).type
    if place in SECTORS:
        rule, most = "6.2.2", f"at most {sea_limit(state, seat)} {seat} air units"
    else:
        rule, most = "6.2.1", f"at most one {seat} {kind}"
    free = max(0, room(state, place, seat, kind))
    text = (
        f"{named(state, name)} would be too many in {place}: {most}; there is room for {free} more"
    )
    return Violation(rule, "overstacked", text)


def is_exempt(counter: Counter) -> bool:
    """6.2  Return whether a unit never counts."""
    return not counts_as(counter)


def counts_as(counter: Counter) -> str:
    """6.2  Return fighter or bomber; "" for transports, gliders, float planes and the Furious Group."""
    kind = counter.type
    return kind if kind in _COUNTED and counter.id != FURIOUS_GROUP else ""

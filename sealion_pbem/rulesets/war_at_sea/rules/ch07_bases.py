"""7.0  Carriers and airbases: which bases an Aircraft has, their room, and who is ready to fly."""

from __future__ import annotations

from sealion_pbem.rulesets.war_at_sea.words.state import AIRBASE, State, seat_of

__all__ = [
    "base_fault",
    "bases_of",
    "is_open",
    "is_ready",
    "options_of",
    "ready",
    "returning",
    "room_at",
]


def bases_of(state: State, name: str) -> list[str]:
    """7.1, 7.2  Return the bases that an Aircraft can have, whatever room there is: Carriers first."""
    if not state.card(name).is_carrier_capable:
        return [AIRBASE]
    carriers = [n for n in state.in_play(seat_of(name)) if state.card(n).is_carrier]
    return [*carriers, AIRBASE]


def room_at(state: State, base: str, seat: str) -> int:
    """7.1, 7.2  Return how many Aircraft still find room at a base."""
    if base == AIRBASE:
        capacity = state.settings.of_scenario("airbase_capacity")
    else:
        capacity = state.card(base).capacity
    return capacity - len(state.based_on(base, seat))


def base_fault(state: State, name: str, base: str) -> tuple[str, str, str] | None:
    """7.1, 7.2  Return why an Aircraft has no place at a base, set up or returning."""
    if base not in bases_of(state, name):
        is_own = base in state.units and seat_of(base) == seat_of(name)
        if is_own and state.card(base).is_carrier and not state.units[base].fate:
            return "7.1", "land_only", f"{name} flies from land only"
        return "7.1", "no_base", f"{base[:60]} is no base of {name}"
    if room_at(state, base, seat_of(name)) < 1:
        rule = "7.2" if base == AIRBASE else "7.1"
        return rule, "no_room", f"there is no room for {name} at {base}"
    return None


def is_open(state: State, base: str) -> bool:
    """R-43  Return whether Aircraft fly from a base and return to it."""
    if base == AIRBASE or state.settings.crippled_carrier == "operates":
        return True
    return not state.is_crippled(base)


def is_ready(state: State, name: str) -> bool:
    """3.3, 7.2  Return whether an Aircraft can be placed."""
    unit = state.units[name]
    if unit.sector or not unit.base or unit.rearming:
        return False
    return is_open(state, unit.base)


def ready(state: State, seat: str) -> list[str]:
    """3.3  Return the Aircraft of a seat that can be placed."""
    return [name for name in state.aircraft(seat) if is_ready(state, name)]


def returning(state: State, seat: str) -> list[str]:
    """3.8, 7.3  Return the Aircraft that are to come home: those placed, and those without a base."""
    return [
        name
        for name in state.aircraft(seat)
        if (state.units[name].sector or not state.units[name].base) and not state.units[name].doomed
    ]


def options_of(state: State, name: str) -> list[str]:
    """3.8, R-43  Return the bases to which an Aircraft can return now."""
    seat = seat_of(name)
    return [b for b in bases_of(state, name) if is_open(state, b) and room_at(state, b, seat) > 0]

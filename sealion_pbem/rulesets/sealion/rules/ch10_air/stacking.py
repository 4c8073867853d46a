"""6.2, 10.2, 10.6  How many air units may be in one place (A-149), and what radar stations change."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.sealion.board import SECTORS, Board
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.events.air import FURIOUS_GROUP, RadarsCounted
from sealion_pbem.rulesets.sealion.naming import named
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State

__all__ = [
    "UXBRIDGE",
    "captured_radars",
    "count_radars",
    "counts_as",
    "first_assigner",
    "first_surplus",
    "is_exempt",
    "lost_sea_places",
    "room",
    "sea_limit",
    "too_many",
]

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


UXBRIDGE = "3907"
"""14.2  The headquarters of the fighters."""


def captured_radars(state: State) -> int:
    """10.6  Return how many radar hexes German land units have ever occupied (A-140)."""
    return (state.ever_german & _radars(state.table.board)).bit_count()


def first_assigner(state: State) -> Seat:
    """10.6, 14.2  Return who assigns first: the British until half the radars have been taken (A-86).

    Where the optional rule is played, Uxbridge alone is enough; both together change nothing more.
    """
    edition = state.table.edition
    if edition.uxbridge_directs_fighters and state.holds(state.ever_german, UXBRIDGE):
        return GERMAN
    enough = state.table.charts["radar"]["german_superiority_from"]
    return GERMAN if captured_radars(state) >= enough else BRITISH


def lost_sea_places(state: State) -> int:
    """10.2  Return how many British air units fewer may be in a sea space (A-81)."""
    if state.edition.radar_loss_counts_at_once:
        return captured_radars(state)
    return state.radars_counted


def count_radars(play: Play[State]) -> None:
    """10.2  At the end of the German player turn let new losses count from the British one on (A-81)."""
    now = captured_radars(play.state)
    if not play.state.edition.radar_loss_counts_at_once and now != play.state.radars_counted:
        play.emit(RadarsCounted(now))


@cache
def _radars(board: Board) -> int:
    return board.area(number for number, facts in board.hexes.items() if facts.radar)

"""R-33 to R-39  Supply: sources, lines, grades, isolation."""

from __future__ import annotations

from collections.abc import Iterable

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.world_at_war.events.general import (
    IsolationJudged,
    SupplyDetermined,
    UnitLost,
)
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import (
    hostile,
    is_key,
    walls_of,
    zone,
)
from sealion_pbem.rulesets.world_at_war.state import FULL, NONE, PARTIAL, State
from sealion_pbem.rulesets.world_at_war.table import ALLIES, other

__all__ = [
    "determine_supply",
    "fully_supplied",
    "grade",
    "judge_isolation",
    "passable",
    "sources",
    "supplied_area",
]


def sources(state: State, seat: Seat, nation: str = "") -> int:
    """R-33  Return the unlimited sources of a seat that it controls, for one nation or for all."""
    board, found = state.table.board, set[str]()
    for owner, hexes in state.table.document["unlimited_supply"].items():
        # Towns of an ally that has fallen are still places; who holds them draws on them.
        is_ally = seat == ALLIES and owner in ("france", "britain")
        if not is_ally and (state.seat_of_nation(owner) != seat or owner in state.conquered):
            continue
        if owner in state.independent and owner != nation:
            continue
        found |= set(hexes)
    return board.area(found) & state.controlled(seat)


def passable(state: State, seat: Seat) -> int:
    """R-34  Return the hexes through which a seat's lines of supply may go."""
    return state.recalled("passable", seat, _passable)


def _passable(state: State, seat: Seat) -> int:
    board, enemy = state.table.board, other(seat)
    held = state.controlled(seat) & ~hostile(state, seat)
    zones = zone(state, enemy) & held
    for number in board.in_area(zones):
        if seat not in state.holders(number):
            held &= ~board.bits[number]
    return held


def supplied_area(state: State, seat: Seat, start: int) -> int:
    """R-33, R-34  Return the hexes that lines from these sources reach; the Allies' cross the sea."""
    board, free = state.table.board, passable(state, seat)
    reached = board.flood(start, free | start)
    if seat == ALLIES and reached & board.countries["britain"] & board.ports:
        harbours = board.ports & state.controlled(seat) & free
        reached = board.flood(start | harbours, free | start)
    return reached


def _touches(state: State, number: str, area: int) -> bool:
    """R-34  Return whether a unit's hex is in an area or beside it: its own hex needs nothing."""
    board = state.table.board
    if board.bits[number] & area:
        return True
    return any(board.bits[there] & area for there in board.beside[number])


class _Lines:
    """R-35  What full and limited sources of a seat reach, found once for a determination."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.full = supplied_area(state, seat, sources(state, seat))
        board = state.table.board
        towns = (board.cities | board.ports) & state.controlled(seat)
        self.limited = supplied_area(state, seat, towns)

    def grade(self, number: str) -> int:
        if _touches(self.state, number, self.full):
            return FULL
        return PARTIAL if _touches(self.state, number, self.limited) else NONE


def grade(state: State, unit: str) -> int:
    """R-35, 10.57, 11.51, 16.61  Return the supply that a unit can trace now."""
    seat = state.seat_of(unit)
    if seat is None or state.counter(unit).arm == "partisan":
        return FULL
    if state.is_marked(unit, "sustained"):
        return FULL
    return _Lines(state, seat).grade(state.units[unit].place)


def fully_supplied(state: State, seat: Seat) -> int:
    """R-35  Return the hexes in or beside which a unit of a seat is fully supplied."""
    return state.recalled("supplied", seat, _supplied)


def _supplied(state: State, seat: Seat) -> int:
    return supplied_area(state, seat, sources(state, seat))


def _always_supplied(state: State, unit: str) -> bool:
    return state.counter(unit).arm in ("partisan", "flak", "base")


def determine_supply(play: Play[State]) -> None:
    """R-36, R-39  Determine the active seat's supply, for its units and fortified hexes."""
    state, seat = play.state, play.state.active
    lines = _Lines(state, seat)
    partial: list[str] = []
    unsupplied: list[str] = []
    for unit in state.on_map(seat):
        if _always_supplied(state, unit) or state.is_marked(unit, "sustained"):
            continue
        found = lines.grade(state.units[unit].place)
        if found != FULL:
            (partial if found == PARTIAL else unsupplied).append(unit)
    cut = {}
    for number in _fortified(state, seat):
        if lines.grade(number) != FULL:
            cut[number] = state.cut.get(number, 0) + 1
    play.emit(SupplyDetermined(seat, tuple(partial), tuple(unsupplied), cut))


def _fortified(state: State, seat: Seat) -> Iterable[str]:
    board = state.table.board
    return [n for n in board.numbers if state.owner(n) == seat and walls_of(state, n)]


def judge_isolation(play: Play[State]) -> None:
    """R-37, R-38  Eliminate who can trace no supply, or let it survive isolated."""
    state, seat = play.state, play.state.active
    lines, isolated = _Lines(state, seat), dict[str, int]()
    for unit in [*state.on_map(seat)]:
        known = state.units[unit]
        if _always_supplied(state, unit) or lines.grade(known.place) != NONE:
            continue
        if not _survives(state, unit, known.place, seat):
            play.emit(UnitLost(unit, "isolated"))
        elif state.is_marked(unit, "arrived") or state.is_marked(unit, "dropped"):
            # Who came by movement or air counts from the following step 12 on.
            isolated[unit] = known.isolated
        elif not (state.is_marked(unit, "exploited") or state.is_marked(unit, "sustained")):
            isolated[unit] = known.isolated + 1
    play.emit(IsolationJudged(seat, isolated))


def _survives(state: State, unit: str, number: str, seat: Seat) -> bool:
    """R-37  Return whether a unit without any supply stays: by what it did, or where it is."""
    if any(state.is_marked(unit, mark) for mark in ("exploited", "sustained", "dropped")):
        return True
    # A wing stays as long as its base does.
    if state.counter(unit).is_air:
        return True
    return is_key(state, number, seat) or bool(walls_of(state, number))

"""The outlook of a staff: the position as it is planned so far, and what the plans share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import heappop, heappush

from sealion_pbem.engine.words import Json, Seat
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.sealion.board import ALL_POINTS, Board
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.rules.ch04_victory import CHURCHILL
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State

__all__ = ["FAR", "Outlook", "enemies", "factories", "nearest", "prize", "way_to"]

FAR = 10_000
_A_DAY = 8
"""Half points: what crossing a closed hexside costs a unit, about a whole move."""


class Outlook:
    """Where a plan reads the position: `now` follows the orders the plan has given."""

    __slots__ = ("now", "sealed", "seat", "whim")

    def __init__(
        self,
        now: State,
        seat: Seat,
        whim: int,
        sealed: Mapping[str, tuple[str, Json]] | None = None,
    ) -> None:
        """`whim` decides between plans of equal worth; `sealed` is what the seat itself has sealed."""
        self.now = now
        self.seat = seat
        self.whim = whim
        self.sealed = sealed or {}


def factories(state: State) -> list[str]:
    """4.0, 4.1  Return the hexes the German still wants: factories and Parliament never occupied."""
    table = state.table
    wanted = _of_value(table.board, table.factories)
    return [number for number in wanted if not state.ever_german & table.board.bits[number]]


@lru_cache(maxsize=4)
def _of_value(board: Board, factories: int) -> tuple[str, ...]:
    parliament = board.area(n for n in board.numbers if board.hexes[n].parliament)
    return board.in_area(factories | parliament)


def prize(state: State, place: str) -> int:
    """Return what the German gains by holding a hex, in points of unit strength."""
    facts = state.table.board.hexes[place]
    if state.holds(state.ever_german, place):
        return 1 + 3 * bool(facts.port)
    total = 1 + 6 * bool(facts.port) + facts.radar
    if state.holds(state.table.factories, place):
        total += 14
    if facts.parliament:
        total += 30
    if any(True for _ in state.units_in(place, BRITISH)) and state.units[CHURCHILL].place == place:
        total += 20
    return total


def nearest(place: str, others: Iterable[str]) -> int:
    """Return how many hexes away the nearest of some hexes is."""
    return min((distance(place, there) for there in others), default=FAR)


def way_to(state: State, goal: str, counter: Counter) -> dict[str, int]:
    """11.2  Return the half points from every hex to a goal, nobody being in the way."""
    kind = "vehicle" if counter.movement_class == "rail" else counter.movement_class
    by_road = state.edition.london_by_road
    return _way_to(state.table.board, goal, counter.seat, kind, by_road)


@lru_cache(maxsize=512)
def _way_to(board: Board, goal: str, seat: str, kind: str, by_road: bool) -> dict[str, int]:  # noqa: FBT001 - a key of the cache
    costs = board.costs(seat, kind, amphibious=False, london_by_road=by_road)
    found: dict[str, int] = {}
    open_ = [(0, goal)]
    while open_:
        spent, there = heappop(open_)
        if there in found:
            continue
        found[there] = spent
        for here in board.adjacent[there]:
            cost = costs[here, there]
            if cost is not None and here not in found:
                heappush(open_, (spent + (_A_DAY if cost == ALL_POINTS else cost), here))
    return found


def enemies(state: State, seat: Seat) -> list[str]:
    """Return the hexes in which land units of the other seat stand."""
    foe = BRITISH if seat == GERMAN else GERMAN
    hexes = state.table.board.hexes
    return [
        place
        for place in sorted(state.forces[foe, "land"])
        if place in hexes and state.land_in(place, foe)
    ]

"""Printed hex numbers: two digits of column, two of row, flat-topped hexes, even columns half a hex north.

Everything works on the printed text ("2114"): it is what players, files and messages say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from heapq import heappop, heappush

__all__ = [
    "STEPS",
    "adjacency",
    "column_and_row",
    "distance",
    "hex_number",
    "least_distance",
    "neighbours",
    "reach",
]

# N, NE, SE, S, SW, NW as steps of (column, row), for even and odd columns
_EVEN = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_ODD = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
STEPS = (_EVEN, _ODD)
"""Columns and rows to the six neighbours, clockwise from north, for hexes of even and of odd columns."""

# Rows have two digits: whoever leaves a column at its end comes to no other.
_APART = 1000


def hex_number(column: int, row: int) -> str:
    """Return the printed number of a column and row."""
    return f"{column:02d}{row:02d}"


def column_and_row(number: str) -> tuple[int, int]:
    """Return the column and the row that a printed number means."""
    return int(number[:2]), int(number[2:])


@lru_cache(maxsize=4096)
def neighbours(number: str) -> tuple[str, ...]:
    """Return the six adjacent numbers, clockwise from north; they may lie off the map."""
    column, row = column_and_row(number)
    steps = _ODD if column % 2 else _EVEN
    return tuple(hex_number(column + dc, row + dr) for dc, dr in steps)


def adjacency(numbers: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return, for each hex of a map, those of its neighbours that are on the map, clockwise from north."""
    # Adding to whole numbers costs a fifth of writing six numbers for each hex.
    spots = {int(number[:2]) * _APART + int(number[2:]): number for number in numbers}
    ways = [[dc * _APART + dr for dc, dr in steps] for steps in STEPS]
    found = spots.get
    return {
        number: tuple(
            [there for way in ways[spot // _APART % 2] if (there := found(spot + way)) is not None]
        )
        for spot, number in spots.items()
    }


def distance(one: str, other: str) -> int:
    """Return how many hexes lie from one to the other, the second counted."""
    (q1, r1), (q2, r2) = _axial(one), _axial(other)
    dq, dr = q1 - q2, r1 - r2
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def least_distance(number: str, others: Iterable[str]) -> int:
    """Return how many hexes lie from a hex to the nearest of others."""
    q, r = _axial(number)
    steps = ((q - other[0], r - other[1]) for other in map(_axial, others))
    return min(abs(dq) + abs(dr) + abs(dq + dr) for dq, dr in steps) // 2


@lru_cache(maxsize=4096)
def _axial(number: str) -> tuple[int, int]:
    column, row = column_and_row(number)
    return column, row - (column - column % 2) // 2


def reach(
    start: str,
    points: int,
    cost: Callable[[str, str], int | None],
    stops: Iterable[str] = (),
    slow: Mapping[str, int] | None = None,
) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Return every hex that can be entered with these points: its cost and a cheapest path.

    Of paths that cost the same the one with the lowest numbers counts.
    `cost(from, to)` is None where a hex may not be entered; movement ends in a hex of `stops`.
    Who goes on from a hex of `slow` has no more than so many points for the whole path up to there.
    """
    ends, fewer = frozenset(stops), slow or {}
    best: dict[str, tuple[int, tuple[str, ...]]] = {start: (0, ())}
    open_: list[tuple[int, tuple[str, ...], str]] = [(0, (), start)]
    while open_:
        spent, path, here = heappop(open_)
        if best[here] != (spent, path) or (here in ends and here != start):
            continue
        for step in _steps(here, min(points, fewer.get(here, points)) - spent, cost):
            there, found = step[0], (spent + step[1], (*path, step[0]))
            if there not in best or found < best[there]:
                best[there] = found
                heappush(open_, (*found, there))
    del best[start]
    return best


def _steps(
    here: str, points: int, cost: Callable[[str, str], int | None]
) -> Iterator[tuple[str, int]]:
    for there in neighbours(here):
        price = cost(here, there)
        if price is not None and price <= points:
            yield there, price

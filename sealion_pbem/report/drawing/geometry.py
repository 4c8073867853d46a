"""Lines and points on the paper: hexes, borders joined into long lines, curves through them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt

from sealion_pbem.hexes.grid import neighbours

__all__ = [
    "HEIGHT",
    "PER_UNIT",
    "RADIUS",
    "Point",
    "border",
    "centre",
    "chains",
    "corners",
    "curve",
    "num",
    "polygon",
    "side",
    "unit",
]

Point = tuple[float, float]

PER_UNIT = 5
"""A chart is told with hexes 300 high; they are drawn 60 high."""
HEIGHT = 60.0
RADIUS = HEIGHT / sqrt(3)
_COLUMN = RADIUS * 1.5
# From the centre, clockwise from the upper right; side N runs between corners 5 and 0.
_CORNERS = (
    (RADIUS / 2, -HEIGHT / 2),
    (RADIUS, 0.0),
    (RADIUS / 2, HEIGHT / 2),
    (-RADIUS / 2, HEIGHT / 2),
    (-RADIUS, 0.0),
    (-RADIUS / 2, -HEIGHT / 2),
)
_ENDS = ((5, 0), (0, 1), (1, 2), (2, 3), (3, 4), (4, 5))


def unit(place: Sequence[int]) -> tuple[float, ...]:
    """Return numbers of a chart as they are drawn."""
    return tuple(number / PER_UNIT for number in place)


@lru_cache(maxsize=8192)
def centre(number: str) -> Point:
    """Return the middle of a hex."""
    column, row = int(number[:2]), int(number[2:])
    return column * _COLUMN, (row + (column % 2) / 2) * HEIGHT


@lru_cache(maxsize=8192)
def corners(number: str) -> tuple[Point, ...]:
    """Return the six corners of a hex; hexes that share one agree on it to the last digit."""
    x, y = centre(number)
    return tuple((round(x + dx, 2), round(y + dy, 2)) for dx, dy in _CORNERS)


def side(a: str, b: str) -> tuple[Point, Point]:
    """Return the two ends of the side between two adjacent hexes."""
    first, second = _ENDS[neighbours(a).index(b)]
    return corners(a)[first], corners(a)[second]


def polygon(number: str) -> str:
    """Return a hex as a part of a path."""
    return "M" + "L".join(f"{num(x)},{num(y)}" for x, y in corners(number)) + "Z"


def border(area: Iterable[str], within: Iterable[str]) -> list[tuple[Point, Point]]:
    """Return the sides between an area and the rest of some hexes."""
    inside, all_ = set(area), set(within)
    return [
        side(here, there)
        for here in sorted(inside)
        for there in neighbours(here)
        if there in all_ and there not in inside
    ]


def chains(
    segments: Iterable[tuple[Point, Point]],
) -> list[list[Point]]:
    """Join segments end to end into lines as long as they get without a fork."""
    at: dict[Point, list[Point]] = defaultdict(list)
    for one, other in segments:
        if other not in at[one]:
            at[one].append(other)
            at[other].append(one)
    left = {(one, other) for one, others in at.items() for other in others}
    lines: list[list[Point]] = []
    # Ends and forks first: what then remains are rings.
    for start in sorted(at, key=lambda point: (len(at[point]) == 2, point)):  # noqa: PLR2004 - passing through
        lines.extend(
            _follow(at, left, start, step) for step in sorted(at[start]) if (start, step) in left
        )
    return lines


def _follow(
    at: dict[Point, list[Point]], left: set[tuple[Point, Point]], start: Point, step: Point
) -> list[Point]:
    line = [start]
    here, there = start, step
    while (here, there) in left:
        left -= {(here, there), (there, here)}
        line.append(there)
        if len(at[there]) != 2:  # noqa: PLR2004 - an end or a fork
            break
        one, other = at[there]
        here, there = there, other if one == here else one
    return line


def curve(line: Sequence[Point]) -> str:
    """Return a smooth path that bends at the points of a line instead of turning there."""
    first, *rest = line
    path = f"M{_at(first)}"
    if len(rest) == 1:
        return f"{path}L{_at(rest[0])}"
    for here, there in pairwise(rest):
        middle = (here[0] + there[0]) / 2, (here[1] + there[1]) / 2
        path += f"Q{_at(here)} {_at(there if there is rest[-1] else middle)}"
    return path


def _at(point: Point) -> str:
    return f"{num(point[0])},{num(point[1])}"


def num(value: float) -> str:
    """Return a number as short as it can be written with one decimal."""
    return f"{value:.1f}".removesuffix(".0")

"""5.3  Lines of sight: which sectors a line crosses, and along which sides it runs, in whole numbers.

The centre of sector CCRR is at x = 3·CC, y = 2·RR (one more in odd ranks), and its corners are at
(x±2, y) and (x±1, y±1). A line is cut against the six sides of a sector with exact fractions. What
comes of it depends on the grid alone, so it is worked out once for each pair of sectors.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.war_at_sea import data

__all__ = ["LONGEST", "SightLine", "line_between", "passed_between"]

LONGEST = 4
"""8.2  No attack reaches further."""
# A point (u, v) from the centre is inside where a·u + b·v < c for all of these.
_SIDES = ((0, 1, 1), (0, -1, 1), (1, 1, 2), (1, -1, 2), (-1, 1, 2), (-1, -1, 2))


class SightLine(NamedTuple):
    """The sectors that a line crosses, ends excepted, and the sides along which it runs.

    Of a side both sectors are named, or one if the other is no part of the map.
    """

    crossed: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]


@cache
def line_between(one: str, other: str) -> SightLine:
    """5.3.1, 5.3.2  Return the line between the centres of two sectors."""
    if one > other:
        return line_between(other, one)
    length = distance(one, other)
    crossed: list[str] = []
    along: dict[tuple[Fraction, Fraction], list[str]] = {}
    for sector in data.sectors():
        if sector in (one, other) or distance(one, sector) + distance(sector, other) > length + 1:
            continue
        part = _part_in(one, other, sector)
        if part is None:
            continue
        start, end, is_inside = part
        if is_inside:
            crossed.append(sector)
        else:
            along.setdefault((start, end), []).append(sector)
    return SightLine(tuple(crossed), tuple(tuple(pair) for pair in along.values()))


@cache
def passed_between(one: str, other: str) -> tuple[str, ...]:
    """5.3.1  Return what a line passes from one sector to another, in words: sectors, or pairs of them."""
    line = line_between(one, other)
    found: list[tuple[str, tuple[str, ...]]] = [(sector, (sector,)) for sector in line.crossed]
    found += [(" and ".join(pair), pair) for pair in line.sides]
    return tuple(said for said, there in sorted(found, key=lambda each: _share(one, each[1])))


def _share(one: str, there: tuple[str, ...]) -> int:
    """Return how far along a line something is, compared with what else it passes."""
    (x1, y1), centres = _centre(one), [_centre(sector) for sector in there]
    x, y = sum(x for x, _ in centres), sum(y for _, y in centres)
    # Twice the middle of two sectors, or of one counted twice; a place is as high as a rank is wide.
    number = len(centres)
    return (2 * x // number - 2 * x1) ** 2 + 3 * (2 * y // number - 2 * y1) ** 2


def _part_in(one: str, other: str, sector: str) -> tuple[Fraction, Fraction, bool] | None:
    """Return from where to where a line is in a sector, as shares of it, and whether inside or on a side.

    None: it has at most a corner in common.
    """
    (x1, y1), (x2, y2), (x, y) = _centre(one), _centre(other), _centre(sector)
    start, end, is_inside = Fraction(0), Fraction(1), True
    for a, b, c in _SIDES:
        here, there = a * (x1 - x) + b * (y1 - y) - c, a * (x2 - x) + b * (y2 - y) - c
        if here == there:
            if here > 0:
                return None
            is_inside = is_inside and here < 0
        elif there < here:
            start = max(start, Fraction(here, here - there))
        else:
            end = min(end, Fraction(here, here - there))
    return (start, end, is_inside) if start < end else None


def _centre(sector: str) -> tuple[int, int]:
    rank, place = int(sector[:2]), int(sector[2:])
    return 3 * rank, 2 * place + rank % 2

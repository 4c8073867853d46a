"""Areas of a hex map as numbers: every hex is a bit, so that a flood is a few shifts.

Bit (column - first column) * stride + row stands for a hex; neighbours then differ by one of four
numbers, whatever the map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from operator import or_

from sealion_pbem.hexes.grid import STEPS, adjacency

__all__ = ["AreaMap"]

_Ways = tuple[tuple[int, int, int], ...]
_MOST_LISTED = 64


class AreaMap:
    """The hexes of a map as bits, and the ways between them.

    `is_open(here, there)` says whether a flood passes the side between two neighbours; it is asked
    once for each of `sides`, all others are open.
    """

    def __init__(
        self,
        numbers: Iterable[str],
        sides: Iterable[tuple[str, str]] = (),
        is_open: Callable[[str, str], bool] = lambda *_: False,
    ) -> None:
        """Give every hex its bit."""
        self.numbers = tuple(sorted(numbers))
        first = min(int(number[:2]) for number in self.numbers)
        # Neighbours lie up to one row apart, so a column needs a bit more than it has rows.
        stride = 1 << (max(int(number[2:]) for number in self.numbers) + 1).bit_length()
        self._differences = (1, stride - 1, stride, stride + 1)
        self._place_of = {n: (int(n[:2]) - first) * stride + int(n[2:]) for n in self.numbers}
        self._number_of = {place: number for number, place in self._place_of.items()}
        self.bits = {number: 1 << place for number, place in self._place_of.items()}
        self.whole = self.area(self.numbers)
        self.adjacent = adjacency(self.numbers)
        every = self._every_way()
        self._all = self._both_ways(every)
        self._open = self._both_ways(self._open_ways(every, sides, is_open))
        self._listed: dict[int, tuple[str, ...]] = {}

    def area(self, numbers: Iterable[str]) -> int:
        """Return hexes as one number."""
        return reduce(or_, map(self.bits.__getitem__, numbers), 0)

    def in_area(self, area: int) -> tuple[str, ...]:
        """Return the hexes of an area, in the order of their numbers."""
        if area not in self._listed:
            # What is held changes now and then and is written into every digest.
            if len(self._listed) >= _MOST_LISTED:
                self._listed.clear()
            self._listed[area] = tuple(self._list(area))
        return self._listed[area]

    def flood(self, sources: int, passable: int) -> int:
        """Return every hex that a path through passable hexes joins to the sources."""
        reached = frontier = sources & passable
        while frontier:
            frontier = _spread(frontier, self._open) & passable & ~reached
            reached |= frontier
        return reached

    def way(self, start: str, goals: int, passable: int) -> tuple[str, ...]:
        """Return a shortest path of a flood, from a hex to one of the goals; () if they are not joined.

        Of several the one with the lowest numbers is returned.
        """
        rings = [goals & passable]
        reached, here = rings[0], self.bits[start]
        while rings[-1] and not rings[-1] & here:
            rings.append(_spread(rings[-1], self._open) & passable & ~reached)
            reached |= rings[-1]
        if not rings.pop() & here:
            return ()
        path = [start]
        while rings:
            nearer = _spread(self.bits[path[-1]], self._open) & rings.pop()
            path.append(next(self._list(nearer)))
        return tuple(path)

    def around(self, area: int) -> int:
        """Return all hexes next to an area, whatever lies on the sides."""
        return _spread(area, self._all)

    def _list(self, area: int) -> Iterator[str]:
        # Looking for digits costs a tenth of clearing bit after bit of a number this long.
        digits = f"{area:b}"[::-1]
        bit = digits.find("1")
        while bit >= 0:
            yield self._number_of[bit]
            bit = digits.find("1", bit + 1)

    def _every_way(self) -> dict[int, int]:
        """Return, for each difference of bit numbers, from where a neighbour lies off by it."""
        starts = dict.fromkeys([by * sign for by in self._differences for sign in (1, -1)], 0)
        stride, whole = self._differences[2], self.whole
        odd = self.area(number for number in self.numbers if int(number[:2]) % 2)
        for column, columns in enumerate((whole & ~odd, odd)):
            for columns_on, rows_on in STEPS[column]:
                by = columns_on * stride + rows_on
                starts[by] |= columns & (whole >> by if by > 0 else whole << -by)
        return starts

    def _open_ways(
        self,
        every: Mapping[int, int],
        sides: Iterable[tuple[str, str]],
        is_open: Callable[[str, str], bool],
    ) -> dict[int, int]:
        """Return the ways of which nothing on the side between two hexes bars a flood."""
        starts, places = dict(every), self._place_of
        for here, there in sides:
            if here in places and there in places and not is_open(here, there):
                starts[places[there] - places[here]] &= ~self.bits[here]
        return starts

    def _both_ways(self, starts: Mapping[int, int]) -> _Ways:
        """Return each difference of bit numbers, and from where there is a way up and down by it."""
        return tuple((by, starts[by], starts[-by]) for by in self._differences)


def _spread(area: int, ways: _Ways) -> int:
    """Return every hex to which a way leads from an area."""
    spread = 0
    for by, up, down in ways:
        spread |= (area & up) << by | (area & down) >> by
    return spread

"""The board: everything about hexes and sea spaces that never changes, in tables made once.

Hexes are also bits of an area (`hexes/area.py`), and supply is traced by shifting it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, NamedTuple, Protocol

from sealion_pbem.hexes.area import AreaMap
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.data import HexFacts

__all__ = [
    "ALL_POINTS",
    "BOXES",
    "BRITAIN",
    "CONVOY",
    "EAST",
    "FRANCE",
    "SECTORS",
    "WEST",
    "Board",
    "Costs",
    "board",
]

SECTORS = ("Thames Estuary", "A", "B", "C", "D", "E", "F", "G")
"""The eight sea spaces from east to west; each adjoins the next."""
CONVOY, FRANCE, BRITAIN, WEST, EAST = "Convoy", "France", "Britain", "West", "East"
BOXES = (CONVOY, FRANCE, BRITAIN, WEST, EAST)
ALL_POINTS = 1000
"""A cost that takes all movement points of a unit that has spent none (crossing arrows, A-142)."""

_CLOSED = frozenset({"prohibited", "impassable"})


class _Mover(NamedTuple):
    """What the costs of a unit depend on."""

    seat: str
    movement_class: str
    amphibious: bool
    london_by_road: bool


class _Ground(NamedTuple):
    """What a unit meets on a step from hex to hex."""

    features: frozenset[str]
    by_road: bool
    city: str
    woods: str
    marsh: bool


class Costs(Protocol):
    """11.2  What steps from hex to hex cost a kind of unit, in half points; None where it may not go."""

    def __getitem__(self, step: tuple[str, str], /) -> int | None:
        """Return what a step costs."""


class _Costs(dict[tuple[str, str], int | None]):
    """Costs that are worked out when they are first asked for: a game takes few of the map's steps."""

    __slots__ = ("_work_out",)

    def __init__(self, work_out: Callable[[tuple[str, str]], int | None]) -> None:
        """`work_out` gives the cost of one step."""
        super().__init__()
        self._work_out = work_out

    def __missing__(self, step: tuple[str, str]) -> int | None:
        """Work a step out and keep it."""
        cost = self[step] = self._work_out(step)
        return cost


class Board(AreaMap):
    """Hex facts, adjacency, entry costs and areas."""

    def __init__(
        self,
        hexes: Mapping[str, HexFacts],
        hexsides: Mapping[tuple[str, str], frozenset[str]],
        coast: Mapping[str, tuple[str, ...]],
        movement: Mapping[str, Any],
    ) -> None:
        """`coast` are the hexes on each sea space, `movement` the terrain effects in half points."""
        self.hexes = hexes
        self.coast = coast
        self._sides = hexsides
        self._movement = movement
        super().__init__(hexes, hexsides, self.is_open)
        self.land = self.whole
        self._costs: dict[_Mover, Costs] = {}

    def features(self, here: str, there: str) -> frozenset[str]:
        """Return what lies on the side between two adjacent hexes."""
        return self._sides.get((here, there), frozenset())

    def is_open(self, here: str, there: str) -> bool:
        """Return whether the side between two adjacent hexes lets supply and retreats through (A-93)."""
        features = self.features(here, there)
        return not features & _CLOSED or "crossing_arrow" in features

    def costs(
        self, seat: str, movement_class: str, *, amphibious: bool, london_by_road: bool
    ) -> Costs:
        """11.2  Return what entering each hex from each neighbour costs, in half movement points."""
        key = _mover(seat, movement_class, amphibious=amphibious, london_by_road=london_by_road)
        if key not in self._costs:
            self._costs[key] = _Costs(partial(self._cost, key))
        return self._costs[key]

    def _cost(self, mover: _Mover, step: tuple[str, str]) -> int | None:
        ground = self._ground(*step)
        parts = ground and self._parts(ground, mover)
        return sum(cost for _, cost in parts) if parts else None

    def _ground(self, here: str, there: str) -> _Ground | None:
        """Return what lies before a unit on a step from hex to hex; None: they are no neighbours."""
        if there not in self.adjacent.get(here, ()):
            return None
        facts = self.hexes[there]
        by_road = there in self.hexes[here].road
        return _Ground(self.features(here, there), by_road, facts.city, facts.woods, facts.marsh)

    def parts(
        self,
        step: tuple[str, str],
        seat: str,
        movement_class: str,
        *,
        amphibious: bool,
        london_by_road: bool,
    ) -> tuple[tuple[str, int], ...]:
        """11.2  Return what the cost of a step between two hexes is made of: terrain and half points."""
        key = _mover(seat, movement_class, amphibious=amphibious, london_by_road=london_by_road)
        ground = self._ground(*step)
        return (ground and self._parts(ground, key)) or ()

    def _parts(self, ground: _Ground, mover: _Mover) -> tuple[tuple[str, int], ...] | None:
        """11.2  Return the hex itself, then what lies on its side; None: the step is not allowed."""
        features = ground.features
        if "crossing_arrow" in features:
            cost = self._movement["crossing_arrow"][mover.movement_class]
            return (("crossing arrow", ALL_POINTS if cost == "all" else int(cost)),)
        if features & _CLOSED:
            return None
        inside = self._inside(ground, mover)
        if inside is None:
            return None
        if not features:
            return (inside,)
        sides = [
            (feature, int(costs[mover.movement_class]))
            for feature, costs in self._movement["cross"].items()
            if feature in features and not (mover.amphibious and feature != "escarpment")
        ]
        return (inside, *sides)

    def _inside(self, facts: _Ground, mover: _Mover) -> tuple[str, int] | None:
        """Return the hex and its cost: the road rate, or its dearest terrain (A-94, A-150, A-95)."""
        if facts.by_road and (facts.city != "london" or mover.london_by_road):
            return "road", int(self._movement["road"])
        enter = self._movement["enter"]
        found: list[tuple[str, int | None]] = [("clear", enter["clear"][mover.movement_class])]
        if facts.city:
            found.append((facts.city, self._movement[facts.city][mover.seat]))
        if facts.woods:
            woods = enter[f"{facts.woods}_woods"][mover.movement_class]
            found.append((f"{facts.woods} woods", woods))
        if facts.marsh:
            found.append(("marsh", enter["marsh"][mover.movement_class]))
        dearest = found[0][0], 0
        for name, cost in found:
            if cost is None:
                return None
            if cost >= dearest[1]:
                dearest = name, cost
        return dearest


@cache
def board(pack: data.Compiled, tables: data.Compiled) -> Board:
    """Return the board of a pack with the movement chart of another; editions share them."""
    chart = data.charts(tables)["movement"]
    return Board(data.hexes(pack), data.hexsides(pack), data.coastal_hexes(pack), chart)


def _mover(seat: str, movement_class: str, *, amphibious: bool, london_by_road: bool) -> _Mover:
    # Railway Guns keep to roads (11.0); what else they meet on the way costs them as vehicles.
    on_land = "vehicle" if movement_class == "rail" else movement_class
    return _Mover(seat, on_land, amphibious, london_by_road)

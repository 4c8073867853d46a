"""A map as its CSV files tell it, faulty or not: hexes, hexsides, roads and what it costs to move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sealion_pbem.engine.pack import Pack, Row
from sealion_pbem.hexes.grid import neighbours
from sealion_pbem.rulesets.sealion.packs.columns import HEXES, HEXSIDES

__all__ = ["BLOCKED", "MapView", "terrain_of"]

BLOCKED = frozenset({"prohibited", "impassable"})
_PARTS_OF_CITY = {"city", "london"}


@dataclass(frozen=True)
class MapView:
    """What the checks and `data show` ask of a map."""

    pack: Pack

    @cached_property
    def hexes(self) -> Mapping[str, Row]:
        """Every hex of the sheet, sea included."""
        return self.pack[HEXES].by("hex")

    @cached_property
    def playable(self) -> frozenset[str]:
        """The hexes that units can be in."""
        return frozenset(number for number, row in self.hexes.items() if row["kind"] != "sea")

    @cached_property
    def sides(self) -> Mapping[frozenset[str], list[Row]]:
        """The rows about each hexside."""
        found: dict[frozenset[str], list[Row]] = {}
        for row in self.pack[HEXSIDES]:
            found.setdefault(frozenset((row["hex_a"], row["hex_b"])), []).append(row)
        return found

    @cached_property
    def roads(self) -> Mapping[str, list[str]]:
        """Where the roads of each hex lead to."""
        return {number: row["road"].split() for number, row in self.hexes.items() if row["road"]}

    def features(self, a: str, b: str) -> set[str]:
        """Return what lies on the side between two hexes."""
        return {row["feature"] for row in self.sides.get(frozenset((a, b)), ())}

    def is_joined(self, a: str, b: str) -> bool:
        """Tell whether a unit on foot can go from one hex to the next without a ferry."""
        return not self.features(a, b) & BLOCKED

    def is_joined_or_ferried(self, a: str, b: str) -> bool:
        """Tell whether a unit can go from one hex to the next, on land or along an arrow."""
        return self.is_joined(a, b) or "crossing_arrow" in self.features(a, b)

    def is_open_to_vehicles(self, a: str, b: str) -> bool:
        """Tell whether a vehicle can go from one hex to the next, off or on a road (A-150)."""
        is_passable = self.hexes[b]["terrain"] not in {"heavy_woods", "marsh"}
        return self.is_joined(a, b) and (is_passable or b in self.roads.get(a, ()))

    def reached(self, starts: Iterable[str], can_go: Callable[[str, str], bool]) -> set[str]:
        """Return the playable hexes that can be reached from some."""
        found = {number for number in starts if number in self.playable}
        open_ = list(found)
        while open_:
            here = open_.pop()
            for there in neighbours(here):
                if there in self.playable and there not in found and can_go(here, there):
                    found.add(there)
                    open_.append(there)
        return found

    def cost(
        self, tables: Mapping[str, Any], step: tuple[str, str], seat: str, moves_as: str
    ) -> int | None:
        """Return the half points of a step off the road, None if it is not allowed."""
        movement = tables["movement"]
        total: int | None = self.cost_to_enter(movement, self.hexes[step[1]], seat, moves_as)
        for feature in self.features(*step):
            if feature in BLOCKED:
                return None
            if feature in movement["cross"] and total is not None:
                total += movement["cross"][feature][moves_as]
        return total

    @staticmethod
    def cost_to_enter(movement: Any, row: Row, seat: str, moves_as: str) -> int | None:
        """Return the half points that the terrain in a hex costs, None if it is not allowed."""
        terrain = row["terrain"]
        table = movement[terrain] if terrain in _PARTS_OF_CITY else movement["enter"][terrain]
        cost: int | None = table[seat] if terrain in _PARTS_OF_CITY else table[moves_as]
        return cost


def terrain_of(row: Row) -> str:
    """Return the terrain that the columns city, london, woods and marsh amount to."""
    if row["kind"] == "sea":
        return "sea"
    if row["city"]:
        return "london" if row["london"] == "1" else "city"
    if row["woods"]:
        return f"{row['woods']}_woods"
    return "marsh" if row["marsh"] == "1" else "clear"

"""The board: everything about hexes and hexsides that never changes, in tables made once."""

from __future__ import annotations

from functools import cache

from sealion_pbem.hexes.area import AreaMap
from sealion_pbem.rulesets.world_at_war import data
from sealion_pbem.rulesets.world_at_war.hexfacts import HexFacts

__all__ = ["ROUGH", "Board", "board"]

ROUGH = frozenset({"forest", "mountain", "swamp"})
_DOVER = frozenset({"0704", "0804"})
_FORTIFIED = ("fortress", "fortification")


class Board(AreaMap):
    """The hexes in play, what lies between them, and who is next to whom (R-6)."""

    def __init__(self, *, is_dover_open: bool) -> None:
        """R-12  The crossing at Dover is open or is water."""
        self.hexes = {n: facts for n, facts in data.hexes().items() if facts.is_playable}
        self._features: dict[frozenset[str], set[str]] = {}
        self._walls: dict[tuple[str, str], str] = {}
        for side in data.hexsides():
            pair = frozenset((side.a, side.b))
            if side.feature == "crossing_arrow" and pair == _DOVER and not is_dover_open:
                continue
            if side.protects:
                (outside,) = pair - {side.protects}
                self._walls[outside, side.protects] = side.feature
            else:
                self._features.setdefault(pair, set()).add(side.feature)
        pairs = [(a, b) for pair in self._features for a in pair for b in pair if a != b]
        super().__init__(self.hexes, pairs, self.is_open)
        self.beside = {
            here: tuple(there for there in around if self.is_open(here, there))
            for here, around in self.adjacent.items()
        }
        """The neighbours of each hex that share a side which is not all water (R-6)."""
        self.reach_of_zone = {
            here: tuple(there for there in around if "water" not in self._on(here, there))
            for here, around in self.beside.items()
        }
        """10.341  The neighbours of each hex into which a zone of control can reach at all."""
        facts = self.hexes.values()
        self.cities = self.area(hex_.number for hex_ in facts if hex_.is_city)
        self.ports = self.area(hex_.number for hex_ in facts if hex_.is_port)
        self.fronts = {
            front: self.area(hex_.number for hex_ in facts if hex_.front == front)
            for front in ("western", "mediterranean")
        }
        """R-11  The hexes of each front."""
        self.countries = {
            country: self.area(hex_.number for hex_ in facts if hex_.country == country)
            for country in {hex_.country for hex_ in facts}
        }

    def _on(self, here: str, there: str) -> set[str]:
        return self._features.get(frozenset((here, there)), set())

    def is_open(self, here: str, there: str) -> bool:
        """R-6  Return whether a side is passable: not all water, or with an open crossing arrow."""
        features = self._on(here, there)
        return "water" not in features or "crossing_arrow" in features

    def is_river(self, here: str, there: str) -> bool:
        """15.32C  Return whether a side is a river or a crossing arrow."""
        return not self._on(here, there).isdisjoint(("river", "crossing_arrow"))

    def wall(self, outside: str, inside: str) -> str:
        """15.32E, 15.32F  Return what protects a hex against one beside it: fortress, fortification."""
        if self.hexes[inside].has_fort:
            return "fort"
        return self._walls.get((outside, inside), "")

    def walls_of(self, inside: str) -> tuple[str, ...]:
        """Return the neighbours against which a hex is fortified."""
        return tuple(there for there in self.beside[inside] if self.wall(there, inside))

    def facts(self, number: str) -> HexFacts:
        """Return what is known of a hex in play."""
        return self.hexes[number]

    def name(self, number: str) -> str:
        """Return a hex with the name of its place."""
        facts = self.hexes.get(number)
        return f"{number} {facts.name}" if facts and facts.name else number


@cache
def board(*, is_dover_open: bool) -> Board:
    """Return one of the two boards there are."""
    return Board(is_dover_open=is_dover_open)

"""The table a game is played on: what never changes in one campaign, worked out once.

The edition with its settings, the board, the counters, the charts. Rules reach all of it through the
state; nothing of it is written into files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.board import Board, Costs
from sealion_pbem.rulesets.sealion.counters import RAIL_MOVE, Counter
from sealion_pbem.rulesets.sealion.edition import Edition
from sealion_pbem.rulesets.sealion.veil import pairs

__all__ = ["Gait", "Table", "points_of"]

_ANY_DISTANCE = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Gait:
    """11.0, 11.2  What steps cost a kind of land unit, and how many half points it has.

    A table keeps one value for each gait, so that gaits are compared by what they are.
    """

    seat: Seat
    foe: Seat
    movement_class: str
    move: int
    points: int
    is_on_rails: bool
    costs: Costs


def points_of(counter: Counter) -> int:
    """11.0  Return the printed movement in half points; Railway Guns go any distance."""
    return _ANY_DISTANCE if counter.move == RAIL_MOVE else 2 * counter.move


_ZOC_SIZES = frozenset({"XX", "X", "III"})


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Table:
    """What never changes in one campaign: the edition with its settings, the board, the counters.

    Edition and options make it: two tables are equal if these are, whatever was worked out on them.
    """

    edition: Edition
    board: Board
    counters: Mapping[str, Counter]
    options: Mapping[str, Any]
    order: Mapping[str, int]
    """The place of each unit in every list: lists never depend on history."""
    _costs: dict[str, Costs] = field(default_factory=dict, compare=False)
    _gaits: dict[str, Gait] = field(default_factory=dict, compare=False)
    _alike: dict[tuple[str, str, int, bool], Gait] = field(default_factory=dict, compare=False)
    _typed: dict[tuple[frozenset[str], Seat | None], tuple[str, ...]] = field(
        default_factory=dict, compare=False
    )
    forces: dict[str, tuple[Seat, str]] = field(init=False)
    """Seat and arm of each unit, by which the state lists it."""
    zoned: frozenset[str] = field(init=False)
    """11.1  The units that have a zone of control: land units above battalion size."""
    swimmers: tuple[str, ...] = field(init=False)
    """7.1  The land units that sail by themselves."""
    factories: int = field(init=False)
    """4.0  The area of the factory hexes, which are not the same in all editions."""
    charts: Mapping[str, Any] = field(init=False)
    """The charts of the edition by name: what data/tables.json has, or what the edition has instead."""
    limits: Mapping[str, int | None] = field(init=False)
    """6.3  How many units of a size may stand in a hex; None: any number."""

    def __post_init__(self) -> None:
        """Work out what every move of a unit asks for."""
        counters = self.counters.items()
        forces = {name: (Seat(counter.seat), counter.arm) for name, counter in counters}
        zoned = frozenset(name for name, counter in counters if counter.size in _ZOC_SIZES)
        object.__setattr__(self, "forces", forces)
        object.__setattr__(self, "zoned", zoned)
        swimmers = [n for n, c in counters if c.arm == "land" and c.amphibious]
        object.__setattr__(self, "swimmers", tuple(swimmers))
        object.__setattr__(self, "factories", self.board.area(self.edition.factories))
        charts = self.edition.charts
        object.__setattr__(self, "charts", charts)
        object.__setattr__(self, "limits", dict(charts["stacking"]["land"]))

    # Most games never ask for these, and to read the appendix takes time.
    @property
    def arrivals(self) -> Mapping[str, data.Arrival]:
        """14.3  When and where units come with their commands."""
        return data.arrivals(self.edition.appendix)

    @property
    def historical(self) -> Mapping[str, data.AlternateStart]:
        """14.9  Where units stood, or from where they came."""
        return data.alternate_setup(self.edition.appendix)

    @property
    def pairs(self) -> Mapping[str, tuple[str, str]]:
        """14.6  The two counters of each parachute regiment that has a fake."""
        return pairs(self.edition.appendix)

    def __eq__(self, other: object) -> bool:
        """Return whether two tables were made alike; what was worked out on them since says nothing."""
        if not isinstance(other, Table):
            return NotImplemented
        return (self.edition, self.options) == (other.edition, other.options)

    def __hash__(self) -> int:
        return hash(self.edition.id)

    def __repr__(self) -> str:
        return f"Table({self.edition.id}, {dict(self.options)})"

    def costs_of(self, counter: Counter) -> Costs:
        """11.2  Return what a land unit pays from hex to hex, worked out when it first moves."""
        found = self._costs.get(counter.id)
        if found is None:
            found = self._costs[counter.id] = self.board.costs(
                counter.seat,
                counter.movement_class,
                amphibious=counter.amphibious,
                london_by_road=self.edition.london_by_road,
            )
        return found

    def gait_of(self, name: str) -> Gait:
        """11.0, 11.2  Return how a land unit walks, worked out when it first moves."""
        found = self._gaits.get(name)
        if found is None:
            counter = self.counters[name]
            key = (counter.seat, counter.movement_class, counter.move, counter.amphibious)
            if key not in self._alike:
                seat = self.forces[name][0]
                foe = next(other for other, _ in self.forces.values() if other != seat)
                self._alike[key] = Gait(
                    seat, foe, counter.movement_class, counter.move, points_of(counter),
                    counter.move == RAIL_MOVE, self.costs_of(counter),
                )  # fmt: skip
            found = self._gaits[name] = self._alike[key]
        return found

    def parts_of(self, counter: Counter, here: str, there: str) -> tuple[tuple[str, int], ...]:
        """11.2  Return what a step of a land unit costs, terrain by terrain, in half points."""
        return self.board.parts(
            (here, there),
            counter.seat,
            counter.movement_class,
            amphibious=counter.amphibious,
            london_by_road=self.edition.london_by_road,
        )

    def of_type(self, types: frozenset[str], seat: Seat | None = None) -> tuple[str, ...]:
        """Return the units of some types in their order, of one seat or all.

        They are listed when they are first asked for.
        """
        found = self._typed.get((types, seat))
        if found is None:
            names = (name for name, counter in self.counters.items() if counter.type in types)
            own = (name for name in names if seat in (None, self.forces[name][0]))
            found = self._typed[types, seat] = tuple(own)
        return found

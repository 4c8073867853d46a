"""The state: what changes in a game, and plain questions about it.

What is printed on a counter or on the map stays with the `Table`. Who stands where follows from the
units and is kept beside them; it is not written into files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.world_at_war.by_hand import ByHand
from sealion_pbem.rulesets.world_at_war.counters import Counter
from sealion_pbem.rulesets.world_at_war.table import ALLIES, AXIS, MAJORS, SIDE_OF, Table, other
from sealion_pbem.rulesets.world_at_war.task import Attack, Attrition, Demand, Drop, Fight, Rush

__all__ = ["FULL", "NONE", "OUT", "PARTIAL", "POOL", "State", "Unit"]

POOL, OUT = "pool", "out"
"""Where units are that can be built, and those that have left the game."""
NONE, PARTIAL, FULL = range(3)
"""R-35  Grades of supply."""


class Unit(NamedTuple):
    """What changes of a unit: where it is, its factors, its supply, and turns of isolation (R-38)."""

    place: str
    factors: int
    supply: int = FULL
    isolated: int = 0

    @property
    def is_on_map(self) -> bool:
        """Whether it stands in a hex."""
        return self.place not in (POOL, OUT)


@dataclass(slots=True)
class State:
    """One position.

    `step` is the part of the player turn of `active`, `phase` is regular or exploitation within
    combat. `axis` and `allies` are the hexes that each controls. `marks` hold what units have done:
    `flown` and `fought` and `paid` in this player turn, `counted` for attrition in this game turn,
    `exploited` and `dropped` in this player turn, `landed` by a drop in the last
    (14.212), `sustained` by the exploitation of the last (16.6),
    `lost` in this player turn, `given_up` and `raised` in this game turn, `cut_off` when they were lost,
    `redeployed`, `shipped`, `placed`, `stunned` by surprise (10.344) and `oiled` (under oil effects,
    by hand only).
    """

    table: Table
    turn: int = 1
    active: Seat = AXIS
    step: str = "prepare"
    phase: str = ""
    units: dict[str, Unit] = field(default_factory=dict)
    axis: int = 0
    allies: int = 0
    neutral: frozenset[str] = frozenset()
    joined: dict[str, Seat] = field(default_factory=dict)
    """Minors and whose side they are on; `independent` are those that join at the end of the turn."""
    independent: frozenset[str] = frozenset()
    conquered: dict[str, int] = field(default_factory=dict)
    """Nations that were conquered or surrendered, and in which game turn."""
    brp: dict[str, int] = field(default_factory=dict)
    spent_on: dict[str, int] = field(default_factory=dict)
    """R-19, R-51  What offensive operations cost in this player turn: by "front", "front/limit"."""
    built: dict[str, int] = field(default_factory=dict)
    raided: dict[str, int] = field(default_factory=dict)
    """11.7  What partisans cost each nation in this game turn; `ravaged` is the sum of all turns."""
    ravaged: int = 0
    fallen: int = 0
    """How many partisans were eliminated (R-55)."""
    marks: dict[str, frozenset[str]] = field(default_factory=dict)
    walked: dict[str, int] = field(default_factory=dict)
    routes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """16.3  The way of every exploiting armor, from the breakthrough hex on."""
    breakthroughs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """16.1, 16.2  Breakthrough hexes, each with the armor that may be placed there."""
    bridgeheads: dict[str, tuple[str, int]] = field(default_factory=dict)
    """R-49  Bridgehead hexes with their owner and the player turn in which they were made."""
    cut: dict[str, int] = field(default_factory=dict)
    """R-39  Fortified hexes and how much of their multiplier is lost."""
    repulsed: dict[str, Attack] = field(default_factory=dict)
    """13.531  Hexes where an overrun failed, and the attack that must follow."""
    zones: tuple[tuple[str, str, int], ...] = ()
    """14.211  The enemy's attrition zones of this player turn: front, faction, hexes."""
    attacks: tuple[Attack, ...] = ()
    drops: tuple[Drop, ...] = ()
    """10.5  Who is in the air, until judged."""
    landing: str = ""
    """10.54  How far the drops on the first hex have come: hunt, escort, air or nothing yet."""
    hunters: dict[str, int] = field(default_factory=dict)
    escorts: dict[str, int] = field(default_factory=dict)
    """10.54  The wings that intercept the drops on the first hex, and those that escort them."""
    rush: Rush | None = None
    """The overrun that waits for aircraft."""
    fight: Fight | None = None
    attrition: Attrition | None = None
    demands: tuple[Demand, ...] = ()
    """What must be lost and by whom, the one that is asked about first."""
    offensives: int = 0
    """15.54  How many Axis player turns with offensive operations the western front has seen."""
    shipments: int = 0
    winter: int = 0
    ready: dict[str, int] = field(default_factory=dict)
    """14.42C  Winter preparation of nations, set by hand only."""
    by_hand: ByHand = field(default_factory=ByHand)
    powers: dict[str, str] = field(default_factory=dict)
    """11.7  The nations that took hexes, where it is not the one that `power_of` would think of."""
    ended: bool = False
    winner: str = ""
    verdict: str = ""
    points: int = 0
    stacks: dict[str, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)
    """Who is in each hex, in the order of the counters."""
    memory: dict[tuple[str, Seat], int] = field(default_factory=dict, compare=False, repr=False)
    """Areas that were found out and hold until a unit, a hex or a nation changes."""

    def recalled(self, name: str, seat: Seat, find: Callable[[State, Seat], int]) -> int:
        """Return an area that is asked for again and again."""
        key = (name, seat)
        if key not in self.memory:
            self.memory[key] = find(self, seat)
        return self.memory[key]

    def forget(self) -> None:
        """Note that areas must be found out anew; for events alone."""
        self.memory.clear()

    def counter(self, unit: str) -> Counter:
        """Return what is printed on a unit."""
        return self.table.counters[unit]

    def at(self, number: str) -> tuple[str, ...]:
        """Return everybody in a hex, in the order of the counters."""
        return self.stacks.get(number, ())

    def place_of(self, unit: str) -> str:
        """Return the hex of a unit, or where else it is."""
        return self.units[unit].place

    def seat_of_nation(self, nation: str) -> Seat | None:
        """Return who plays a nation; None for a neutral."""
        if nation in self.neutral:
            return None
        return self.joined.get(nation) or SIDE_OF.get(nation)

    def seat_of(self, unit: str) -> Seat | None:
        """Return who plays a unit; None for one of a neutral nation."""
        return self.seat_of_nation(self.counter(unit).nation)

    def faction_of(self, unit: str) -> str:
        """14.33, R-15  Return the side of a unit; an independent minor is one by itself."""
        nation = self.counter(unit).nation
        return nation if nation in self.independent else str(self.seat_of_nation(nation) or "")

    def is_marked(self, unit: str, mark: str) -> bool:
        """Return whether a unit has done something."""
        return unit in self.marks.get(mark, ())

    def on_map(self, seat: Seat | None = None) -> Iterator[str]:
        """Return the units in hexes, all or a seat's, in the order of the counters."""
        for unit, known in self.units.items():
            if known.is_on_map and (seat is None or self.seat_of(unit) == seat):
                yield unit

    def ground_at(self, number: str, seat: Seat | None = None) -> list[str]:
        """Return the ground units in a hex, all or a seat's; flak is none (10.99)."""
        return [
            unit
            for unit in self.at(number)
            if self.counter(unit).is_ground and (seat is None or self.seat_of(unit) == seat)
        ]

    def holders(self, number: str) -> frozenset[Seat]:
        """Return the seats that have ground units in a hex; a neutral unit counts for nobody."""
        seats = (self.seat_of(unit) for unit in self.at(number) if self.counter(unit).is_ground)
        return frozenset(seat for seat in seats if seat)

    def controlled(self, seat: Seat) -> int:
        """R-13, R-14, 11.6  Return the hexes that a side controls.

        A partisan's hex is only the partisan's, and a neutral's are nobody's yet.
        """
        held = self.axis if seat == AXIS else self.allies
        for country in self.neutral:
            held &= ~self.table.board.countries.get(country, 0)
        for number in self.partisan_hexes:
            held &= ~self.table.board.bits[number]
        return held

    def owner(self, number: str) -> Seat | None:
        """R-13  Return who controls a hex, partisans aside."""
        bit = self.table.board.bits[number]
        return AXIS if self.axis & bit else ALLIES if self.allies & bit else None

    def power_of(self, number: str) -> str:
        """11.7, R-16  Return the nation that controls a hex: at home, by conquest, or as noted."""
        seat = self.owner(number)
        assert seat is not None, "somebody controls it"
        country = self.table.board.facts(number).country
        usual = country if SIDE_OF.get(country) == seat else MAJORS[seat][0]
        return self.powers.get(number, usual)

    def controls(self, seat: Seat, number: str) -> bool:
        """R-13, R-14  Return whether a side controls a hex that is neither a partisan's nor a neutral's."""
        if self.table.board.facts(number).country in self.neutral:
            return False
        return self.owner(number) == seat and number not in self.partisan_hexes

    @property
    def partisan_hexes(self) -> tuple[str, ...]:
        """11.6  The hexes that a partisan holds: his side did not control them before he came."""
        found = []
        for unit in self.table.partisans:
            known = self.units.get(unit)
            if known and known.is_on_map and self.owner(known.place) != self.seat_of(unit):
                found.append(known.place)
        return tuple(dict.fromkeys(found))

    @property
    def passive(self) -> Seat:
        """The seat whose player turn it is not."""
        return other(self.active)

    @property
    def player_turn(self) -> int:
        """The number of the player turn, from 1 on."""
        return 2 * self.turn - (self.active == AXIS)

    def put(self, unit: str, known: Unit) -> None:
        """Note where a unit is and how it is; for events alone."""
        before = self.units.get(unit)
        self.units[unit] = known
        self.memory.clear()
        if before is not None and before.place == known.place:
            return
        if before is not None and before.is_on_map:
            left = tuple(each for each in self.stacks[before.place] if each != unit)
            if left:
                self.stacks[before.place] = left
            else:
                del self.stacks[before.place]
        if known.is_on_map:
            here = [*self.stacks.get(known.place, ()), unit]
            self.stacks[known.place] = tuple(sorted(here, key=self.table.rank.__getitem__))

    def leave_mission(self, wing: str, count: int) -> None:
        """Note that factors of a wing take no further part in what it flies; for events alone."""
        without = partial(_without, wing, count)
        if self.rush is not None:
            self.rush = without(self.rush)
        if self.fight is not None:
            self.fight = without(self.fight)
        self.attacks = tuple(map(without, self.attacks))
        self.repulsed = {number: without(attack) for number, attack in self.repulsed.items()}
        for wings in (self.hunters, self.escorts):
            if wing in wings:
                wings[wing] -= count
                if wings[wing] <= 0:
                    del wings[wing]

    def end_drop(self, unit: str) -> None:
        """Take a unit from those in the air; the next hex has interceptors of its own; for events."""
        before = self.drops[0].hex
        self.drops = tuple(drop for drop in self.drops if drop.unit != unit)
        if not self.drops or self.drops[0].hex != before:
            self.hunters, self.escorts, self.landing, self.ended = {}, {}, "", False
            self.unmark("flak")

    def finish_attack(self, number: str) -> None:
        """Note that an attack is over; for events alone."""
        self.attacks = tuple(
            replace(attack, stage="over") if number in attack.hexes else attack
            for attack in self.attacks
        )
        self.fight = None

    def mark(self, name: str, *units: str) -> None:
        """Note that units have done something; for events alone."""
        self.mark_only(name, self.marks.get(name, frozenset()) | frozenset(units))

    def mark_only(self, name: str, units: Iterable[str]) -> None:
        """Note who alone has done something; for events alone."""
        self.memory.clear()
        self.marks.pop(name, None)
        if found := frozenset(units):
            self.marks[name] = found

    def unmark(self, *names: str) -> None:
        """Forget what units have done; for events alone."""
        self.memory.clear()
        for name in names:
            self.marks.pop(name, None)

    def take(self, seat: Seat, *numbers: str) -> None:
        """R-13  Note who controls hexes; for events alone."""
        area = self.table.board.area(numbers)
        self.memory.clear()
        mine, theirs = (self.axis, self.allies) if seat == AXIS else (self.allies, self.axis)
        mine, theirs = mine | area, theirs & ~area
        self.axis, self.allies = (mine, theirs) if seat == AXIS else (theirs, mine)
        for number in numbers:
            self.powers.pop(number, None)


T = TypeVar("T", Rush, Fight, Attack)


def _without(wing: str, count: int, task: T) -> T:
    """Return a procedure with fewer factors of a wing."""
    for name in ("support", "das", "interceptors"):
        wings = getattr(task, name, {})
        if wing in wings:
            left = {**wings, wing: wings[wing] - count}
            changed: dict[str, Any] = {name: {w: n for w, n in left.items() if n > 0}}
            task = replace(task, **changed)
    return task

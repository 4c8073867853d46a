"""The state: what changes in a game of Sealion, and questions about it.

What is printed on a counter or on the map never changes and stays in the pack (`Table`). The state
keeps, besides the units, lists of who stands where by seat and arm, who is aboard what, and how many
zones of control reach each hex; all that follows from the units and is not written into files.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.edition import Edition
from sealion_pbem.rulesets.sealion.state_fields import (
    AREA,
    COPIED,
    COPIED_DEEP,
    MARKS,
    copiers,
    members_of,
    plain,
    texts,
    ways,
)
from sealion_pbem.rulesets.sealion.table import Table
from sealion_pbem.rulesets.sealion.veil import Veil

if TYPE_CHECKING:
    # Procedures stand beside the events that begin them, and events know the state.
    from sealion_pbem.rulesets.sealion.tasks import Task

__all__ = ["BRITISH", "GERMAN", "MEMBERS", "OUT", "State", "Unit", "other", "unit_in"]

GERMAN, BRITISH = Seat("german"), Seat("british")
_ARMS = ("land", "air", "naval")
T = TypeVar("T")
Places = dict[str, tuple[str, ...]]
"""Who is in each place, in the order of the counters; a place without anybody is not in it."""
OUT = "Out"
"""Where a unit is that has left the game for good."""


def other(seat: Seat) -> Seat:
    """Return the opponent."""
    return BRITISH if seat == GERMAN else GERMAN


class Unit(NamedTuple):
    """What changes of a unit: where it is, its steps (0: out), and what carries it."""

    place: str
    steps: int
    aboard: str = ""


_NOWHERE = Unit("", 0)


@cache
def unit_in(place: str, steps: int, aboard: str = "") -> Unit:
    """Return a unit of so many steps in a place; to find the value costs a third of making it."""
    return Unit(place, steps, aboard)


@dataclass(slots=True)
class State:
    """One position.

    `step` is the number of 2.0 (0: set-up), `stage` the part of it, `ended` whether its player is
    done with it. `task` is a procedure inside the stage that waits for somebody: a battle, a choice.
    The sets hold what a unit has done: `done` in this step, `fought` at sea and `used` in support in
    this player turn, `home` moved for the last time (back in port, troops landed, battery placed or
    recalled) and `landed` brought by ship or aircraft (13.2) in this game turn; `spent` are those that
    fought at sea and the batteries that had their use in it (9.2, A-72).
    """

    table: Table
    turn: int = field(default=0, metadata=plain(int, by_hand=1, minimum=0, maximum=30))
    step: int = field(default=0, metadata=plain(int, by_hand=2, minimum=0, maximum=15))
    stage: str = field(
        default="german set-up",
        metadata=plain(
            str, by_hand="", description="the part of the step; without it the first", maxLength=20
        ),
    )
    ended: bool = field(
        default=False, metadata=plain(bool, description="its player is done with the stage")
    )
    weather: str = field(default="clear", metadata=plain(str, enum=["clear", "rain"]))
    units: dict[str, Unit] = field(default_factory=dict, metadata=COPIED)
    ever_german: int = field(default=0, metadata=AREA)
    last_german: int = field(default=0, metadata=AREA)
    bonus: int = field(default=0, metadata=plain(int, minimum=0, maximum=100))
    parliament_rolled: bool = field(default=False, metadata=plain(bool))
    churchill: str = field(default="", metadata=plain(str, enum=["", "lost", "evacuated"]))
    brandenburgers_used: bool = field(default=False, metadata=plain(bool))
    radars_counted: int = field(default=0, metadata=plain(int, minimum=0, maximum=100))
    winner: str = field(default="", metadata=plain(str, enum=["", "german", "british"]))
    task: Task | None = None
    resolved: frozenset[str] = field(
        default=frozenset(),
        metadata=texts("places, units, or a seat with a sea space", minLength=1, maxLength=60),
    )
    done: frozenset[str] = field(default=frozenset(), metadata=MARKS)
    fought: frozenset[str] = field(default=frozenset(), metadata=MARKS)
    used: frozenset[str] = field(default=frozenset(), metadata=MARKS)
    home: frozenset[str] = field(default=frozenset(), metadata=MARKS)
    landed: frozenset[str] = field(default=frozenset(), metadata=MARKS)
    spent: frozenset[str] = field(default=frozenset(), metadata=MARKS)
    taken: int = field(default=0, metadata=AREA)
    """The hexes that became German in this step and take nobody ashore before the next (7.6, A-47).

    Where an edition opens them at once these are only those in which a landing is still fought for.
    """
    uncounted: int = 0
    """The factory hexes that were just taken; when somebody is asked they have been counted (4.0)."""
    came_from: dict[str, tuple[str, ...]] = field(
        default_factory=dict, metadata=ways("the way of each unit in this step")
    )
    veil: Veil | None = None
    """What is known of the parachutists' twins (14.6); None where nothing is hidden."""
    forces: dict[tuple[str, str], Places] = field(
        default_factory=lambda: {(seat, arm): {} for seat in (GERMAN, BRITISH) for arm in _ARMS},
        metadata=COPIED_DEEP,
    )
    cargo: dict[str, str] = field(default_factory=dict, metadata=COPIED)
    zoc: dict[Seat, dict[str, int]] = field(
        default_factory=lambda: {GERMAN: {}, BRITISH: {}}, metadata=COPIED_DEEP
    )
    listed: dict[str, list[str | int]] = field(
        default_factory=dict, repr=False, compare=False, metadata=COPIED
    )
    """The units as files and digests list them; most stay the same from digest to digest."""
    memory: dict[tuple[int, str, Seat], tuple[str, ...]] = field(
        default_factory=dict, repr=False, compare=False, metadata=COPIED
    )
    """Forces at sea by step, place and seat, as asked since a unit last changed (`force_at`)."""

    def copy(self) -> State:
        """Return a working copy; everything but the dictionaries is a value."""
        values = [*_EVERYTHING(self)]
        for number, copier in _COPIERS:
            values[number] = copier(values[number])
        return State(*values)

    def in_progress(self, kind: type[T]) -> T:
        """Return the procedure that waits, of a kind that the one who asks knows by stage or decision."""
        task = self.task
        assert isinstance(task, kind), f"{kind.__name__} is in progress, not {task}"
        return task

    def put(self, name: str, unit: Unit) -> None:
        """Write a unit, and the lists that follow from it."""
        was, steps, carrier = self.units.get(name, _NOWHERE)
        now, left, aboard = unit
        self.units[name] = unit
        self.listed[name] = [now, left, aboard]
        self.memory.clear()
        if was != now or steps != left:
            self._list_anew(name, was if steps else "", now if left else "")
        if carrier != aboard:
            if self.cargo.get(carrier) == name:
                del self.cargo[carrier]
            if aboard:
                self.cargo[aboard] = name

    def kept(
        self, place: str, seat: Seat, count: Callable[[State, str, Seat], tuple[str, ...]]
    ) -> tuple[str, ...]:
        """Return the force that is counted in a place, once for each step until a unit changes."""
        key = (self.step, place, seat)
        found = self.memory.get(key)
        if found is None:
            found = self.memory[key] = count(self, place, seat)
        return found

    def sort_list(self) -> None:
        """Bring the list of units into the order of digests, which costs them less from then on."""
        self.listed = dict(sorted(self.listed.items()))

    def _list_anew(self, name: str, was: str, now: str) -> None:
        """Take a unit out of the list of one place and into that of another; "" is no place."""
        if was == now:
            return
        table = self.table
        force, order = table.forces[name], table.order
        places = self.forces[force]
        if was:
            here = places[was]
            if len(here) == 1:
                del places[was]
            else:
                number = here.index(name)
                places[was] = here[:number] + here[number + 1 :]
        if now:
            there = places.get(now)
            if there is None:
                places[now] = (name,)
            elif order[there[-1]] < order[name]:
                places[now] = (*there, name)
            else:
                number = bisect(there, order[name], key=order.__getitem__)
                places[now] = (*there[:number], name, *there[number:])
        if name in table.zoned:
            self._move_zone(self.zoc[force[0]], was, now)

    def _move_zone(self, hexes: dict[str, int], was: str, now: str) -> None:
        """11.1  A land unit above battalion size has a zone of control in the six hexes around it."""
        adjacent, reaching = self.table.board.adjacent, hexes.get
        for there in adjacent.get(now, ()):
            hexes[there] = reaching(there, 0) + 1
        for there in adjacent.get(was, ()):
            left = hexes[there] - 1
            if left:
                hexes[there] = left
            else:
                del hexes[there]

    def occupy(self, name: str, *path: str) -> None:
        """A-13, 14.6 e  Note that a land unit holds the hexes of its path without an enemy land unit.

        A parachute counter holds nothing before it was shown to be real (F-2).
        """
        table = self.table
        seat, arm = table.forces[name]
        if arm != "land" or self.units[name].aboard:
            return
        if self.veil is not None and self.is_doubtful(name):
            return
        bits, foes = table.board.bits, self.forces[other(seat), "land"]
        area = 0
        for place in path:
            if place in bits and place not in foes:
                area |= bits[place]
        if seat == GERMAN:
            forgets = table.edition.beach_forgets_old_landings
            new = area & ~(self.last_german if forgets else self.ever_german)
            if new and table.edition.taken_beaches_open_at_once:
                new &= self._landed_on()
            self.taken |= new
            self.uncounted |= area & table.factories & ~self.ever_german
            self.ever_german |= area
            self.last_german |= area
        elif self.last_german & area:
            self.last_german &= ~area

    def _landed_on(self) -> int:
        """7.5  Return the hexes in which units stand that came from the sea in this step."""
        board = self.table.board
        ways = [way for way in self.came_from.values() if len(way) > 1 and way[-1] in board.bits]
        return board.area(way[-1] for way in ways if way[-2] in SECTORS)

    @property
    def edition(self) -> Edition:
        """The edition in play, with the charter's settings."""
        return self.table.edition

    @property
    def seat(self) -> Seat:
        """Whose player turn it is (2.0): the German's in steps 1 to 8."""
        return GERMAN if self.step <= 8 else BRITISH  # noqa: PLR2004 - the step of 2.1

    @property
    def is_rain(self) -> bool:
        """3.1  Return whether this is a rain turn."""
        return self.weather == "rain"

    @property
    def is_night(self) -> bool:
        """2.1, 2.2  Return whether this is step 7 or 14."""
        return self.step in (7, 14)

    def counter(self, name: str) -> Counter:
        """Return what is printed on a unit."""
        return self.table.counters[name]

    def is_reduced(self, name: str) -> bool:
        """1.5  Return whether a unit shows its back."""
        return self.units[name].steps < self.table.counters[name].steps

    def is_in_play(self, name: str) -> bool:
        """Return whether a unit is still in the game."""
        unit = self.units.get(name)
        return unit is not None and unit.steps > 0

    @property
    def at(self) -> Places:
        """Who is where, of both seats and all arms, in the order of the places."""
        occupied = sorted({place for places in self.forces.values() for place in places})
        return {place: tuple(self.units_in(place)) for place in occupied}

    def is_doubtful(self, name: str) -> bool:
        """14.6  Return whether a parachute counter is fake, or may be for all that everybody knows."""
        return (
            self.veil is not None
            and self.table.counters[name].type == "parachute"
            and name not in self.veil.real
        )

    def units_in(self, place: str, seat: Seat | None = None, arm: str = "") -> Sequence[str]:
        """Return who is in a hex, sea space or box, in the order of the counters."""
        if seat is not None and arm:
            return self.forces[seat, arm].get(place, ())
        found = [
            name
            for force, places in self.forces.items()
            if (seat is None or seat in force) and (not arm or arm in force)
            for name in places.get(place, ())
        ]
        return sorted(found, key=self.table.order.__getitem__)

    def land_in(self, place: str, seat: Seat) -> list[str]:
        """Return a seat's land units that stand in a hex themselves: not those that are carried."""
        units = self.units
        return [n for n in self.forces[seat, "land"].get(place, ()) if not units[n].aboard]

    def carried_by(self, carrier: str) -> str:
        """Return what a transport, glider, submarine or carrier has aboard, or ""."""
        return self.cargo.get(carrier, "")

    def is_in_enemy_zoc(self, place: str, seat: Seat) -> bool:
        """11.1  Return whether an enemy zone of control reaches a hex."""
        return place in self.zoc[other(seat)]

    def attack_of(self, name: str) -> int:
        """Return the attack strength of the side a unit shows."""
        counter = self.table.counters[name]
        is_whole = self.units[name].steps >= counter.steps
        return counter.attack if is_whole else counter.reduced_attack

    def defense_of(self, name: str) -> int:
        """Return the defense strength of the side a unit shows."""
        counter = self.table.counters[name]
        is_whole = self.units[name].steps >= counter.steps
        return counter.defense if is_whole else counter.reduced_defense

    def quality_of(self, name: str) -> int:
        """Return the quality of the side a unit shows (A-117)."""
        counter = self.table.counters[name]
        is_whole = self.units[name].steps >= counter.steps
        return counter.quality if is_whole else counter.reduced_quality

    def strength_of(self, name: str) -> int | None:
        """Return the strength of the side a ship, battery or air unit shows; None: it has none."""
        counter = self.table.counters[name]
        is_whole = self.units[name].steps >= counter.steps
        return counter.strength if is_whole else counter.reduced_strength

    def holds(self, area: int, place: str) -> bool:
        """Return whether a hex belongs to an area."""
        return bool(area & self.table.board.bits[place])


_EVERYTHING = attrgetter(*(item.name for item in fields(State)))
_COPIERS = copiers(State)
MEMBERS = members_of(State)
"""What goes into files and digests besides the units, the task and the veil."""

"""12.0 to 12.3  What a land combat comes to before the die is rolled, and on each of its faces.

This is the one place where the results table is read: the rules take the face that was rolled, cards
and luck look at all of them, and commanders ask the same of attacks that are not made yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Literal

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.events.combat import (
    CombatFought,
    LandCombat,
    Loss,
    Modifier,
    Strength,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import (
    attack_of,
    column_of,
    defence_of,
    engaged,
    modifiers_of,
    support_of,
    supporters,
    total,
)
from sealion_pbem.rulesets.sealion.state import State, other, unit_in

__all__ = [
    "Assessment",
    "Face",
    "ResultCell",
    "assess",
    "assess_declared",
    "assess_fought",
    "eliminates",
    "faces_at",
    "falls_on_one",
    "tolls",
]

_FACES = range(1, 7)
_REDUCED_ONE = "the_reduced_defender"


@frozen
class ResultCell:
    """12.3  One cell of the results table, in the words of the data pack."""

    attackers: Loss | Literal["none"]
    defenders: Loss | Literal["none"]
    retreat: Literal["none", "attackers", "defenders", "the_reduced_defender"]
    advance: bool
    text: str


@frozen
class Face:
    """One face of the die: what it is modified to, the result, and what that comes to.

    Steps are those that the result takes; where its owner picks one unit he is thought to pick the
    smallest loss. `taken` is whether the attacker then has the hex to himself.
    """

    die: int
    modified: int
    result: str
    attackers_lose: int
    defenders_lose: int
    taken: bool
    cell: ResultCell


@frozen
class Assessment:
    """A combat that has not been rolled for."""

    hex: str
    attacker: Seat
    attack: tuple[Strength, ...]
    attack_total: int
    defence: tuple[Strength, ...]
    defence_total: int
    column: int
    modifiers: tuple[Modifier, ...]
    brandenburgers: bool
    faces: tuple[Face, ...]

    @property
    def shift(self) -> int:
        """What all modifiers together add to the die (A-9)."""
        return sum([line.value for line in self.modifiers])

    @property
    def superiority(self) -> Seat:
        """12.0  Who has fire superiority: equal totals give it to the defender."""
        return self.attacker if self.attack_total > self.defence_total else other(self.attacker)

    def fought(self, die: int) -> CombatFought:
        """Return what happens when the die shows a face."""
        face = self.faces[die - 1]
        return CombatFought(
            self.hex, self.attacker, self.attack, self.attack_total, self.defence,
            self.defence_total, self.superiority, self.column, self.modifiers, die,
            face.modified, face.result, self.brandenburgers,
        )  # fmt: skip

    def chance(self, holds: Callable[[Face], bool]) -> Fraction:
        """Return the share of the faces of which something holds."""
        return Fraction(sum(map(holds, self.faces)), len(self.faces))


def assess(
    state: State,
    place: str,
    support: Iterable[str] | None = None,
    defence: Iterable[str] | None = None,
    *,
    brandenburgers: bool = False,
    engagement: Mapping[str, str] | None = None,
) -> Assessment:
    """12.0 to 12.3  Assess the combat in a hex with the ships, batteries and guns that support each side.

    None means that everybody supports who is able. `engagement` supposes an attack that has not been
    made: the units that would fight, and the hex or sea space from which each would come.
    """
    if engagement is not None:
        state = _entered(state, place, engagement)
    seat = state.seat
    ours = attack_of(state, place, supporters(state, place, seat) if support is None else support)
    if defence is None:
        defence = supporters(state, place, other(seat))
    theirs = defence_of(state, place, defence)
    modifiers = modifiers_of(state, place, brandenburgers=brandenburgers)
    strong, weak = total(ours), total(theirs)
    column = column_of(state, strong, weak)
    shift = sum([line.value for line in modifiers])
    faces = _faces(state.edition.tables, column, shift, *_stacks(state, place))
    return Assessment(
        place, seat, ours, strong, theirs, weak, column, modifiers, brandenburgers, faces
    )


def assess_declared(state: State, task: LandCombat) -> Assessment:
    """12.0  Assess a combat whose support is settled on both sides."""
    named = (*task.ships, *task.batteries)
    support = support_of(state, task.hex, state.seat, named, railway_gun=task.railway_gun)
    return assess(state, task.hex, support, task.defence, brandenburgers=task.brandenburgers)


def assess_fought(state: State, event: CombatFought) -> Assessment:
    """12.0  Assess a combat once more as it was fought; `state` is that before the event."""
    guns = [
        [line.unit for line in lines if line.source not in ("land", "air")]
        for lines in (event.attack, event.defence)
    ]
    return assess(state, event.hex, *guns, brandenburgers=event.brandenburgers)


def faces_at(state: State, assessment: Assessment, column: int) -> tuple[Face, ...]:
    """12.3  Return the faces of an assessed combat if it came to another column."""
    if column == assessment.column:
        return assessment.faces
    return _faces(state.edition.tables, column, assessment.shift, *_stacks(state, assessment.hex))


def _entered(state: State, place: str, engagement: Mapping[str, str]) -> State:
    """Return the position in which units have entered a hex to attack it, each from where it is said."""
    supposed = state.copy()
    for name, start in engagement.items():
        supposed.put(name, unit_in(place, state.units[name].steps))
        supposed.came_from[name] = (start, place)
    return supposed


def _stacks(state: State, place: str) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return the steps of each unit that fights, attackers first, and how many attackers stand by."""
    units, seat = state.units, state.seat
    ours = engaged(state, place, seat)
    theirs = engaged(state, place, other(seat))
    beside = len(state.land_in(place, seat)) - len(ours)
    return tuple([units[n].steps for n in ours]), tuple([units[n].steps for n in theirs]), beside


@lru_cache(maxsize=4096)
def _faces(
    tables: data.Compiled,
    column: int,
    shift: int,
    ours: tuple[int, ...],
    theirs: tuple[int, ...],
    beside: int,
) -> tuple[Face, ...]:
    """12.3  Return what each face comes to at a column, for units with so many steps.

    `beside` attackers stand in the hex without fighting (A-162).
    """
    cells = _cells(tables)[column - 1]
    return tuple(_face(cells, die, die + shift, ours, theirs, beside) for die in _FACES)


def _face(
    cells: tuple[ResultCell, ...],
    die: int,
    modified: int,
    ours: tuple[int, ...],
    theirs: tuple[int, ...],
    beside: int,
) -> Face:
    cell = cells[min(max(modified, 1), _FACES[-1]) - 1]
    us, them = _smallest(cell.attackers, ours), _smallest(cell.defenders, theirs)
    is_entered = cell.retreat != "attackers" and sum(us) < sum(ours)
    taken = (is_entered or beside > 0) and not _holds(cell, theirs, them)
    return Face(die, modified, cell.text, sum(us), sum(them), taken, cell)


def _holds(cell: ResultCell, steps: tuple[int, ...], lost: tuple[int, ...]) -> bool:
    """12.3  Return whether a defender is left in the hex when a result is done."""
    if cell.retreat == "defenders":
        return False
    # The one that was reduced goes, the others stay.
    goes = cell.retreat == _REDUCED_ONE
    return any(had > gone and not (goes and gone) for had, gone in zip(steps, lost, strict=True))


@cache
def _cells(tables: data.Compiled) -> tuple[tuple[ResultCell, ...], ...]:
    """12.3  Return the results table, column by column."""
    columns = data.charts(tables)["combat_results"]["columns"]
    return tuple(tuple(ResultCell(**cell) for cell in column) for column in columns)


def falls_on_one(how: str) -> bool:
    """12.3  Return whether a loss falls on one unit, which its owner picks (A-111), or on all."""
    return how.startswith("one_")


def eliminates(how: str) -> bool:
    """12.3  Return whether a loss takes all steps of a unit, or one."""
    return how.endswith("eliminated")


def tolls(how: str, steps: Sequence[int]) -> list[tuple[int, ...]]:
    """12.3  Return every way in which units can take a loss: the steps that each of them gives."""
    if how == "none" or not steps:
        return [tuple([0 for _ in steps])]
    each = steps if eliminates(how) else [1 for _ in steps]
    if not falls_on_one(how):
        return [tuple(each)]
    return [tuple([loss * (n == who) for n, loss in enumerate(each)]) for who in range(len(steps))]


def _smallest(how: str, steps: tuple[int, ...]) -> tuple[int, ...]:
    """12.3  Return the loss of fewest steps, and among these one that leaves every unit in play."""
    return min(
        tolls(how, steps),
        key=lambda lost: (sum(lost), sum(map(int.__eq__, lost, steps))),
    )

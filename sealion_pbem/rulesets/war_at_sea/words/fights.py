"""The events of combat: attacks, damage, destruction, points."""

from __future__ import annotations

from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.war_at_sea.words.state import State

__all__ = [
    "FIGHTS",
    "AircraftDitched",
    "AttackMade",
    "BasedAircraftTested",
    "BonusScored",
    "CoverTested",
    "HullLost",
    "ObjectiveClaimed",
    "PhaseEnded",
    "SurvivorTested",
    "UnitDestroyed",
]


@frozen
class CoverTested:
    """The owner of a Ship in fog, a squall or smoke rolled whether the attack counts (5.3.4)."""

    kind: ClassVar[str] = "cover_tested"
    unit: str
    face: int
    needed: int
    attacker: str
    dice: int

    def on(self, state: State) -> None:
        """Note that what comes of it is told by the attack."""


@frozen
class AttackMade:
    """A unit attacked another (5.2).

    `sight` is what the line of sight passes: a sector that it crosses, or two between which it runs.
    `faces` are the dice, `modifier` what was added to each, `terms` why these dice, this modifier and
    this armor. `effect` is none, hit, aborted, destroyed or covered, `points` the hull points lost.
    """

    kind: ClassVar[str] = "attack_made"
    unit: str
    weapon: str
    target: str
    distance: int
    sight: tuple[str, ...]
    faces: tuple[int, ...]
    modifier: int
    terms: tuple[str, ...]
    successes: int
    armor: int
    vital: int
    effect: str
    points: int

    def on(self, state: State) -> None:
        """Note that the weapon is used; what the target lost it loses at the end of the phase (6.5)."""
        unit = state.units[self.unit]
        state.units[self.unit] = unit._replace(
            used=(*unit.used, (self.weapon, self.target)), fired=True
        )
        hit = state.units[self.target]
        state.units[self.target] = hit._replace(
            lost=hit.lost + self.points,
            doomed=hit.doomed or self.effect == "destroyed",
            aborted=hit.aborted or self.effect == "aborted",
        )


@frozen
class HullLost:
    """The hull points that a unit lost in a phase are gone (6.1, 6.5)."""

    kind: ClassVar[str] = "hull_lost"
    unit: str
    points: int
    left: int

    def on(self, state: State) -> None:
        """So much is left of it."""
        state.units[self.unit] = state.units[self.unit]._replace(hull=self.left, lost=0)
        state.stirred = True


@frozen
class SurvivorTested:
    """A Ship that would be destroyed rolled once to survive (8.8)."""

    kind: ClassVar[str] = "survivor_tested"
    unit: str
    face: int
    left: int

    def on(self, state: State) -> None:
        """Note that it has one hull point left, or is destroyed; it does not roll again."""
        unit = state.units[self.unit]._replace(survived=True)
        if self.left:
            unit = unit._replace(hull=self.left, lost=0, doomed=False)
        state.units[self.unit] = unit
        state.stirred = True


@frozen
class UnitDestroyed:
    """A unit was destroyed, and its cost is scored (6.4, R-39)."""

    kind: ClassVar[str] = "unit_destroyed"
    unit: str
    seat: Seat
    points: int

    def on(self, state: State) -> None:
        """Remove it and give `seat` the points."""
        state.units[self.unit] = state.units[self.unit]._replace(
            sector="", base="", hull=0, lost=0, doomed=False, fate="destroyed"
        )
        state.scores[self.seat] += self.points
        state.stirred = True


@frozen
class BasedAircraftTested:
    """A die was rolled for an Aircraft whose Carrier was destroyed (7.3, R-40)."""

    kind: ClassVar[str] = "based_aircraft_tested"
    unit: str
    carrier: str
    face: int

    def on(self, state: State) -> None:
        """Note that it has no base any more."""
        state.units[self.unit] = state.units[self.unit]._replace(base="")


@frozen
class AircraftDitched:
    """An Aircraft found no base in its return step (7.4)."""

    kind: ClassVar[str] = "aircraft_ditched"
    unit: str

    def on(self, state: State) -> None:
        """Note that it is destroyed at the end of the phase."""
        state.units[self.unit] = state.units[self.unit]._replace(doomed=True)


@frozen
class PhaseEnded:
    """Both players have acted in a phase (3.0)."""

    kind: ClassVar[str] = "phase_ended"
    step: str

    def on(self, state: State) -> None:
        """Note that every weapon may be used again in the next."""
        state.passed = ()
        for name, unit in state.units.items():
            if unit.used:
                state.units[name] = unit._replace(used=())


@frozen
class ObjectiveClaimed:
    """A seat controls an objective sector and takes its marker (1.3.3, R-44)."""

    kind: ClassVar[str] = "objective_claimed"
    seat: Seat
    sector: str
    points: int

    def on(self, state: State) -> None:
        """Take the marker off the map; it stays theirs."""
        state.markers = tuple(marker for marker in state.markers if marker != self.sector)
        state.claims[self.sector] = self.seat
        state.scores[self.seat] += self.points
        state.stirred = True


@frozen
class BonusScored:
    """The enemy has no Ships, which counts in a major engagement, once (9.3, R-49)."""

    kind: ClassVar[str] = "bonus_scored"
    seat: Seat
    points: int

    def on(self, state: State) -> None:
        """Give the seat the points."""
        state.scores[self.seat] += self.points
        state.bonuses = (*state.bonuses, self.seat)


FIGHTS = {
    cls.kind: cls
    for cls in (
        CoverTested, AttackMade, HullLost, SurvivorTested, UnitDestroyed, BasedAircraftTested,
        AircraftDitched, PhaseEnded, ObjectiveClaimed, BonusScored,
    )
}  # fmt: skip

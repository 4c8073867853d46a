"""Events of movement, aircraft and exploitation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.task import Attack, Demand, Rush, Wings

__all__ = [
    "AirFought",
    "ArmorExploited",
    "BasePlaced",
    "FlakFired",
    "HexesTaken",
    "LossesDemanded",
    "LossesMet",
    "OverrunBegan",
    "OverrunDefended",
    "OverrunFailed",
    "OverrunIntercepted",
    "OverrunSucceeded",
    "UnitsMoved",
    "WingsFlew",
    "WingsRebased",
]


@frozen
class UnitsMoved:
    """Units moved together along a path (13.4)."""

    kind: ClassVar[str] = "units_moved"
    units: tuple[str, ...]
    path: tuple[str, ...]
    costs: tuple[int, ...]

    def on(self, state: State) -> None:
        """Put them at its end and note the movement they have used up."""
        for unit, cost in zip(self.units, self.costs, strict=True):
            state.put(unit, state.units[unit]._replace(place=self.path[-1]))
            state.walked[unit] = state.walked.get(unit, 0) + cost
        state.mark("arrived", *self.units)


@frozen
class HexesTaken:
    """Ground units took control of hexes (R-13)."""

    kind: ClassVar[str] = "hexes_taken"
    seat: Seat
    hexes: tuple[str, ...]
    nation: str
    """Whose units came first (11.7)."""

    def on(self, state: State) -> None:
        """Give them control, also in passing."""
        state.take(self.seat, *self.hexes)
        for number in self.hexes:
            if state.power_of(number) != self.nation:
                state.powers[number] = self.nation
            if number in state.bridgeheads and state.bridgeheads[number][0] != self.seat:
                del state.bridgeheads[number]
            state.cut.pop(number, None)


@frozen
class BasePlaced:
    """An airbase counter was placed (R-20), or taken away if the hex is empty."""

    kind: ClassVar[str] = "base_placed"
    unit: str
    hex: str

    def on(self, state: State) -> None:
        """Note that wings may be there."""
        state.put(self.unit, state.units[self.unit]._replace(place=self.hex, factors=0))
        state.mark("based", self.unit)


@frozen
class WingsRebased:
    """Wings flew to other bases: staged, or driven away and inverted (R-20, R-26)."""

    kind: ClassVar[str] = "wings_rebased"
    bases: Mapping[str, str]
    inverted: bool = False

    def on(self, state: State) -> None:
        """Put them there."""
        for unit, number in self.bases.items():
            state.put(unit, state.units[unit]._replace(place=number))
        state.mark("flown" if self.inverted else "staged", *self.bases)


@frozen
class WingsFlew:
    """Wings have flown their mission of this player turn (R-24)."""

    kind: ClassVar[str] = "wings_flew"
    wings: tuple[str, ...]

    def on(self, state: State) -> None:
        """Invert them."""
        state.mark("flown", *self.wings)


@frozen
class OverrunBegan:
    """Armor sets out to overrun a hex (13.5)."""

    kind: ClassVar[str] = "overrun_began"
    units: tuple[str, ...]
    hex: str
    support: Wings

    def on(self, state: State) -> None:
        """Note that it waits for aircraft."""
        state.rush = Rush(self.units, self.hex, self.support)


@frozen
class OverrunDefended:
    """Aircraft came to the defence of a hex, or none did (13.53)."""

    kind: ClassVar[str] = "overrun_defended"
    das: Wings

    def on(self, state: State) -> None:
        """Note that they may be intercepted."""
        rush = state.rush
        assert rush is not None, "an overrun waits"
        state.rush = replace(rush, das=self.das, stage="intercept" if self.das else "odds")


@frozen
class OverrunIntercepted:
    """Aircraft set upon those that came to the defence, or none did (13.53)."""

    kind: ClassVar[str] = "overrun_intercepted"
    interceptors: Wings

    def on(self, state: State) -> None:
        """Note that they fight before the odds are reckoned."""
        rush = state.rush
        assert rush is not None, "an overrun waits"
        stage = "air" if self.interceptors else "odds"
        state.rush = replace(rush, interceptors=self.interceptors, stage=stage)


@frozen
class AirFought:
    """An air combat was judged (R-23): dice with all that was added, and who loses how much."""

    kind: ClassVar[str] = "air_fought"
    about: str
    attacker: Wings
    defender: Wings
    totals: tuple[int, ...]
    losses: tuple[int, ...]
    aborts: tuple[int, ...]

    def on(self, state: State) -> None:
        """Note that what is lost is told by itself."""
        if state.rush is not None and state.rush.stage == "air":
            state.rush = replace(state.rush, stage="odds")


@frozen
class FlakFired:
    """Flak fired at aircraft over its hex (R-25)."""

    kind: ClassVar[str] = "flak_fired"
    hex: str
    factors: int
    die: int

    def on(self, state: State) -> None:
        """Note that a hit is told by itself; flak fires once at a mission."""
        state.mark("flak", self.hex)


@frozen
class LossesDemanded:
    """A seat must choose what it loses (15.61)."""

    kind: ClassVar[str] = "losses_demanded"
    demand: Demand

    def on(self, state: State) -> None:
        """Note that the game waits for it."""
        state.demands = (*state.demands, self.demand)


@frozen
class LossesMet:
    """What was to be lost has been chosen; factors that turned back fly no more (R-23)."""

    kind: ClassVar[str] = "losses_met"
    aborted: Wings
    answers: bool
    """Whether somebody was asked."""

    def on(self, state: State) -> None:
        """Note that they are missing from their missions."""
        state.demands = state.demands[1:] if self.answers else state.demands
        for wing, count in self.aborted.items():
            state.leave_mission(wing, count)
        state.mark("aborted", *self.aborted)


@frozen
class OverrunSucceeded:
    """Armor entered a hex whose units it overran (13.54)."""

    kind: ClassVar[str] = "overrun_succeeded"
    units: tuple[str, ...]
    hex: str
    costs: tuple[int, ...]

    def on(self, state: State) -> None:
        """Note that it may move on."""
        for unit, cost in zip(self.units, self.costs, strict=True):
            state.put(unit, state.units[unit]._replace(place=self.hex))
            state.walked[unit] = state.walked.get(unit, 0) + cost
            if unit in state.routes:
                state.routes[unit] = (*state.routes[unit], self.hex)
        state.mark("arrived", *self.units)
        if state.phase == "exploitation":
            state.mark("fought", *self.units)
        state.rush = None


@frozen
class OverrunFailed:
    """An overrun was stopped; the units must attack in the combat phase (13.531)."""

    kind: ClassVar[str] = "overrun_failed"
    units: tuple[str, ...]
    hex: str

    def on(self, state: State) -> None:
        """Aircraft on both sides stay committed to the hex (R-27)."""
        rush = state.rush
        assert rush is not None, "an overrun waits"
        state.repulsed[self.hex] = Attack((self.hex,), self.units, rush.support, rush.das)
        state.rush = None


@frozen
class ArmorExploited:
    """Armor was placed on breakthrough hexes and moved out of them (16.2, 16.3)."""

    kind: ClassVar[str] = "armor_exploited"
    routes: Mapping[str, tuple[str, ...]]
    costs: Mapping[str, int]

    def on(self, state: State) -> None:
        """Note that it is in supply in the next game turn (16.6)."""
        for unit, route in self.routes.items():
            state.put(unit, state.units[unit]._replace(place=route[-1]))
            state.routes[unit] = route
            state.walked[unit] = self.costs[unit]
        state.mark("exploited", *self.routes)
        state.mark("fought", *self.routes)
        state.mark("arrived", *self.routes)

"""Events of chapters 6, 7.4 to 7.6 and 11: units come ashore, are halted, drop and touch down.

Members that are not compared show the arithmetic: they say how it came, not what happened.
"""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.board import FRANCE
from sealion_pbem.rulesets.sealion.events.combat import Modifier
from sealion_pbem.rulesets.sealion.state import State, Unit

__all__ = [
    "HexOverstacked",
    "MarchHalted",
    "TransportFlewHome",
    "UnitDebarked",
    "UnitDrifted",
    "UnitDropped",
    "UnitLanded",
    "UnitTouchedDown",
]


@frozen
class MarchHalted:
    """Air units stopped a march; `rest` is the part of the path that is not walked (10.3)."""

    kind: ClassVar[str] = "march_halted"
    units: tuple[str, ...]
    hex: str
    rest: tuple[str, ...]

    def on(self, state: State) -> None:
        """Leave the state as it is: the units stand where they were stopped and have moved."""


@frozen
class HexOverstacked:
    """A warning: more units of a size ended in a hex than may stay there (6.3, A-148)."""

    kind: ClassVar[str] = "hex_overstacked"
    hex: str
    seat: Seat

    def on(self, state: State) -> None:
        """Leave the state as it is: others may march on before movement is over."""


@frozen
class UnitLanded:
    """A unit went from the sea into a coastal hex that must now be attacked (7.5)."""

    kind: ClassVar[str] = "unit_landed"
    unit: str
    hex: str

    def on(self, state: State) -> None:
        """The unit holds nothing before the fight; its transport stays there for this game turn (7.4).

        Only who was carried is in supply for the game turn, not who swam (13.2).
        """
        unit = state.units[self.unit]
        if unit.aboard:
            state.home |= {unit.aboard}
            state.landed |= {self.unit}
        state.came_from[self.unit] = (unit.place, self.hex)
        state.put(self.unit, Unit(self.hex, unit.steps))


@frozen
class UnitDebarked:
    """A unit left its transport to go ashore without a fight (7.6)."""

    kind: ClassVar[str] = "unit_debarked"
    unit: str
    transport: str

    def on(self, state: State) -> None:
        """The transport stays where it is for this game turn (7.4); it brought supply too (13.2)."""
        state.put(self.unit, state.units[self.unit]._replace(aboard=""))
        state.home |= {self.transport}
        state.landed |= {self.unit}


@frozen
class UnitDrifted:
    """A parachute unit was carried off: over which hex it jumped, the roll, where that leads (11.7)."""

    kind: ClassVar[str] = "unit_drifted"
    unit: str
    target: str
    roll: int
    hex: str
    is_safe: bool

    def on(self, state: State) -> None:
        """Leave the state as it is: it comes down or is lost in the event that follows."""


@frozen
class UnitDropped:
    """A parachute or airlanding unit came down in a hex (11.6, 11.7)."""

    kind: ClassVar[str] = "unit_dropped"
    unit: str
    hex: str

    def on(self, state: State) -> None:
        """The unit holds the hex only when it has touched down (11.8), and does not move on."""
        state.put(self.unit, Unit(self.hex, state.units[self.unit].steps))
        state.came_from[self.unit] = (FRANCE, self.hex)
        state.landed |= {self.unit}


@frozen
class TransportFlewHome:
    """An air transport that was spared is back in France (11.6)."""

    kind: ClassVar[str] = "transport_flew_home"
    transport: str

    def on(self, state: State) -> None:
        """It flies again in the next game turn (A-89)."""
        state.put(self.transport, state.units[self.transport]._replace(place=FRANCE))
        state.home |= {self.transport}


@frozen
class UnitTouchedDown:
    """The landing of an airborne unit was rolled for: the roll and what was added to it (11.8)."""

    kind: ClassVar[str] = "unit_touched_down"
    unit: str
    hex: str
    roll: int
    modifier: int
    modifiers: tuple[Modifier, ...] = field(default=(), compare=False)
    reduced_from: int = field(default=0, compare=False)
    unharmed_from: int = field(default=0, compare=False)

    def on(self, state: State) -> None:
        """Leave the state as it is: what it costs is told by the events that follow."""

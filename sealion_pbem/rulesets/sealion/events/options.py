"""Events of the optional rules (14): units arrive, AA units fire."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Literal

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.rulesets.sealion.events.combat import LandCombat
from sealion_pbem.rulesets.sealion.state import State, Unit

__all__ = ["AAFireEnded", "AAUnitFired", "UnitArrived"]


@frozen
class UnitArrived:
    """A British unit came onto the map in a hex of entry (14.3, 14.4, 14.9)."""

    kind: ClassVar[str] = "unit_arrived"
    unit: str
    hex: str
    rule: str
    is_scheduled: bool
    """Its rule lets one unit a turn in here (14.9): the hex is closed to the others now."""

    def on(self, state: State) -> None:
        """It stands there and has its whole move before it."""
        state.put(self.unit, Unit(self.hex, state.units[self.unit].steps))
        state.occupy(self.unit, self.hex)
        if self.is_scheduled:
            state.resolved |= {self.hex}


@frozen
class AAUnitFired:
    """An AA unit fired at an air unit over the combat hex: dice and what it came to (14.5.1)."""

    kind: ClassVar[str] = "aa_unit_fired"
    hex: str
    unit: str
    target: str
    die: int
    answer: int
    modifier: int
    """What the air unit adds to its die: its support less the defence of the AA unit."""
    result: Literal["missed", "driven off", "hit"]
    """missed, driven off or hit; a hit is told by the event that follows."""

    def on(self, state: State) -> None:
        """Who is driven off gives no support in this combat."""
        if self.result == "driven off":
            task = state.in_progress(LandCombat)
            gone = task.driven_off or ()
            if self.target not in gone:
                state.task = replace(task, driven_off=(*gone, self.target))


@frozen
class AAFireEnded:
    """The AA units of a seat have all fired in this combat (14.5.1)."""

    kind: ClassVar[str] = "aa_fire_ended"
    hex: str
    seat: str

    def on(self, state: State) -> None:
        task = state.in_progress(LandCombat)
        fired = (*(task.fired or ()), self.seat)
        state.task = replace(task, fired=fired, waits="", seat="", units=())

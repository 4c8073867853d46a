"""Events of airdrops."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.task import (
    Attack,
    Drop,
    Wings,
)

__all__ = [
    "DropLanded",
    "DropOrdered",
    "DropTurnedBack",
    "DropsHunted",
]


@frozen
class DropOrdered:
    """An airborne unit sets out (10.5)."""

    kind: ClassVar[str] = "drop_ordered"
    unit: str
    transport: str
    hex: str

    def on(self, state: State) -> None:
        """Note that it is in the air; the transport has flown."""
        state.drops = (*state.drops, Drop(self.unit, self.transport, self.hex))
        state.mark("flown", self.transport)


@frozen
class DropsHunted:
    """Wings intercept or escort what comes down on a hex (10.54)."""

    kind: ClassVar[str] = "drops_hunted"
    hex: str
    wings: Wings
    escort: bool

    def on(self, state: State) -> None:
        """Note that they have flown."""
        if self.escort:
            state.escorts = state.escorts | dict(self.wings)
        else:
            state.hunters = state.hunters | dict(self.wings)
        state.mark("flown", *self.wings)


@frozen
class DropLanded:
    """An airborne unit came down (10.5)."""

    kind: ClassVar[str] = "drop_landed"
    unit: str
    hex: str
    attacks: bool

    def on(self, state: State) -> None:
        """It fights if an enemy is there, in the attack that was announced or in one of its own."""
        state.put(self.unit, state.units[self.unit]._replace(place=self.hex))
        state.mark("dropped", self.unit)
        state.mark("fought", self.unit)
        state.end_drop(self.unit)
        if not self.attacks:
            return
        if not any(self.hex in attack.hexes for attack in state.attacks):
            state.attacks = (*state.attacks, Attack((self.hex,), (), stage="ready"))
        state.attacks = tuple(
            replace(attack, dropped=(*attack.dropped, self.unit))
            if self.hex in attack.hexes
            else attack
            for attack in state.attacks
        )


@frozen
class DropTurnedBack:
    """An airborne unit did not come down and is at its base (10.54, R-71)."""

    kind: ClassVar[str] = "drop_turned_back"
    unit: str

    def on(self, state: State) -> None:
        """Note that it has had its operation."""
        state.end_drop(self.unit)
        state.mark("fought", self.unit)

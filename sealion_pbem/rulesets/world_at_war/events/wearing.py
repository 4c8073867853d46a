"""Events of attrition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.task import (
    Attrition,
)

__all__ = [
    "AttritionEnded",
    "AttritionRolled",
    "CountersExchanged",
    "CountersGiven",
    "HexesChosen",
    "UnitsRetreated",
]


@frozen
class AttritionRolled:
    """An attrition die fell (14.4)."""

    kind: ClassVar[str] = "attrition_rolled"
    zone: int
    units: tuple[str, ...]
    contact: tuple[str, ...]
    factors: int
    die: int
    row: int
    counters: int
    hexes: int
    stage: str

    def on(self, state: State) -> None:
        """Note that the units have been counted in this game turn."""
        state.mark("counted", *self.units)
        state.attrition = Attrition(
            self.zone, self.units, self.contact, self.counters, self.hexes, self.stage
        )


@frozen
class CountersExchanged:
    """The attacker takes two counters instead of one and a hex, or leaves it (14.44)."""

    kind: ClassVar[str] = "counters_exchanged"
    counters: int
    hexes: int

    def on(self, state: State) -> None:
        """Note that losses follow."""
        task = state.attrition
        assert task is not None, "an attrition waits"
        state.attrition = replace(task, counters=self.counters, hexes=self.hexes, stage="losses")


@frozen
class CountersGiven:
    """The defender has chosen his losses (14.5)."""

    kind: ClassVar[str] = "counters_given"
    units: tuple[str, ...]
    spared: str
    is_emptied: bool

    def on(self, state: State) -> None:
        """Note that hexes may be taken."""
        task = state.attrition
        assert task is not None, "an attrition waits"
        state.attrition = replace(
            task, stage="occupy", spared=self.spared, is_emptied=self.is_emptied
        )


@frozen
class HexesChosen:
    """The attacker has chosen what he takes and with whom, or nothing (14.6)."""

    kind: ClassVar[str] = "hexes_chosen"
    moves: Mapping[str, str]

    def on(self, state: State) -> None:
        """Note that the hexes are vacated."""
        task = state.attrition
        assert task is not None, "an attrition waits"
        state.attrition = replace(task, stage="retreat", taken=self.moves)


@frozen
class UnitsRetreated:
    """Units left hexes lost by attrition (14.7)."""

    kind: ClassVar[str] = "units_retreated"
    moves: Mapping[str, str]

    def on(self, state: State) -> None:
        """Note that they stand where they went; that may be too many for a while (12.17)."""
        for unit, number in self.moves.items():
            state.put(unit, state.units[unit]._replace(place=number))


@frozen
class AttritionEnded:
    """Hexes won by attrition were occupied, and the attrition is over (14.71)."""

    kind: ClassVar[str] = "attrition_ended"
    moves: Mapping[str, str]

    def on(self, state: State) -> None:
        """Note that the next may follow."""
        for unit, number in self.moves.items():
            state.put(unit, state.units[unit]._replace(place=number))
        state.mark("arrived", *self.moves)
        state.attrition = None

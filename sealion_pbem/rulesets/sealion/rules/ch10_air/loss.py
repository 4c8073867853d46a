"""1.5  Losing a step: a unit is reduced, or eliminated with its last one."""

from __future__ import annotations

from sealion_pbem.engine.play import Play
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated, UnitReduced
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["lose_step"]


def lose_step(play: Play[State], name: str, rule: str) -> None:
    """1.5  Reduce a unit; one that is reduced already or has one step leaves the game."""
    if play.state.units[name].steps > 1:
        play.emit(UnitReduced(name, rule))
    else:
        play.emit(UnitEliminated(name, rule))

"""1.5  Losing a step: a unit is reduced, or eliminated with its last one."""

from __future__ import annotations

from sealion_pbem.engine.play import Play
from sealion_pbem.rulesets.sealion.events.general import CargoLost, UnitEliminated, UnitReduced
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["eliminate", "lose_step"]


def lose_step(play: Play[State], name: str, rule: str) -> None:
    """1.5  Reduce a unit; one that is reduced already or has one step leaves the game."""
    if play.state.units[name].steps > 1:
        play.emit(UnitReduced(name, rule))
    else:
        eliminate(play, name, rule)


def eliminate(play: Play[State], name: str, rule: str) -> None:
    """7.4, 8.6  Take a unit out of the game, and first the troops or the mine that it carries.

    Aircraft do not go down with their ship (10.1).
    """
    cargo = play.state.carried_by(name)
    if cargo and play.state.counter(cargo).arm != "air":
        why = "7.4" if play.state.counter(cargo).arm == "land" else "8.6"
        play.emit(CargoLost(cargo, name, why))
    play.emit(UnitEliminated(name, rule))

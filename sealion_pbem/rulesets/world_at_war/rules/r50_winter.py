"""R-50  Winter: what it forbids, and its level."""

from __future__ import annotations

from sealion_pbem.engine.play import Play
from sealion_pbem.rulesets.world_at_war.events.general import WinterRolled
from sealion_pbem.rulesets.world_at_war.state import State

__all__ = [
    "drop_winter",
    "forbids_exploitation",
    "forbids_overruns",
    "has_winter",
    "roll_winter",
    "winter_in",
]

_NO_DROPS = 3


def _is_winter(state: State) -> bool:
    return state.table.season(state.turn) == "Winter"


def forbids_overruns(state: State) -> bool:
    """R-50, 13.57  Return whether there are no overruns."""
    return _is_winter(state)


def forbids_exploitation(state: State) -> bool:
    """R-50  Return whether there is no exploitation."""
    return _is_winter(state)


def has_winter(state: State, number: str) -> bool:
    """R-50, 13.47  Return whether a winter level has its effect in a hex: on the western front."""
    return state.table.board.facts(number).front == "western"


def winter_in(state: State, number: str) -> int:
    """13.47, 16.31, 16.39B  Return by how much winter lessens exploitation in a hex."""
    return state.winter if has_winter(state, number) else 0


def drop_winter(state: State, number: str) -> bool:
    """10.53E  Return whether winter keeps airborne units from dropping on a hex."""
    return winter_in(state, number) >= _NO_DROPS


def roll_winter(play: Play[State]) -> None:
    """R-50  Roll for a hard winter: a die + 1 is the level of the turn."""
    if _is_winter(play.state) and play.state.table.settings.winter == "hard":
        play.emit(WinterRolled(play.roll("R-50", "winter level") + 1))
    elif play.state.winter and not _is_winter(play.state):
        play.emit(WinterRolled(0))

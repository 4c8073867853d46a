"""R-77, 10.344  The first turn of an attack on Russia, in positions written by hand."""

from __future__ import annotations

from sealion_pbem.engine.play import Play
from sealion_pbem.rulesets.world_at_war.events.general import ArmorStunned
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import is_surprised
from sealion_pbem.rulesets.world_at_war.state import State

__all__ = ["stun_armor"]


def stun_armor(play: Play[State]) -> None:
    """10.344  Surprised armor beside hexes of the attacker has no zone of control in his movement."""
    state, board = play.state, play.state.table.board
    beside = tuple(
        unit
        for unit in state.on_map(state.passive)
        if state.counter(unit).arm == "armor"
        and is_surprised(state, unit)
        and any(state.controls(state.active, n) for n in board.adjacent[state.place_of(unit)])
    )
    if beside:
        play.emit(ArmorStunned(beside))

"""10.12  The end of a player turn: air units go home."""

from __future__ import annotations

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.saying import counted, plural, said_together
from sealion_pbem.rulesets.sealion.chapter import Chapter
from sealion_pbem.rulesets.sealion.events.air import (
    BASES,
    FURIOUS_GROUP,
    AirUnitsReturned,
    RadarsCounted,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import is_at_base
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import count_radars
from sealion_pbem.rulesets.sealion.state import GERMAN, State

__all__ = ["CHAPTER", "begin_return", "is_supplying"]


def begin_return(play: Play[State]) -> None:
    """10.12  Bring all air units of both seats home, but for transports on air supply (A-4).

    At the end of the German player turn the radars that fell begin to count (10.2).
    """
    state = play.state
    aloft = [
        name
        for seat, base in BASES.items()
        for place, here in state.forces[seat, "air"].items()
        if place != base
        for name in here
        # Outside the box only the Furious Group can be at its base.
        if not (name == FURIOUS_GROUP and is_at_base(state, name)) and not _stays(state, name)
    ]
    if aloft:
        aloft.sort(key=state.table.order.__getitem__)
        play.emit(AirUnitsReturned(tuple(aloft)))
    if state.seat == GERMAN:
        count_radars(play)


def is_supplying(state: State, name: str) -> bool:
    """10.3, 13.2  Return whether a transport stands for air supply at an airbase the German holds."""
    counter = state.table.counters[name]
    if counter.type != "transport" or counter.arm != "air":
        return False
    unit = state.units[name]
    if not unit.steps:
        return False
    facts = state.table.board.hexes.get(unit.place)
    return (
        facts is not None
        and bool(facts.airbase)
        and state.holds(state.last_german, unit.place)
        and not state.carried_by(name)
    )


def _stays(state: State, name: str) -> bool:
    """13.2  Return whether a transport is on air supply and was not called home."""
    return is_supplying(state, name) and name not in state.done


CHAPTER = Chapter(
    title="Returning to base",
    events=(AirUnitsReturned, RadarsCounted),
    tell={
        AirUnitsReturned: lambda e, say: f"air units return to base: {said_together(say, e.units)}",
        RadarsCounted: lambda e, _: (
            f"{counted(e.radars, 'captured radar')} {plural(e.radars, 'limits', 'limit')} "
            "British air stacking"
        ),
    },
)

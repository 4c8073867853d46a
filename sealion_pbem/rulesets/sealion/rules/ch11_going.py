"""10.3, 11.0, 11.4, 14.6 b  Carrying out a march: hex by hex, as far as aircraft and fakes let it go."""

from __future__ import annotations

from collections.abc import Mapping

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.events.general import UnitsMoved
from sealion_pbem.rulesets.sealion.events.land import HexOverstacked, MarchHalted
from sealion_pbem.rulesets.sealion.events.parachutists import FakesFound, MarchResumed
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import is_overstacked
from sealion_pbem.rulesets.sealion.rules.ch10_air.interdiction import interdict
from sealion_pbem.rulesets.sealion.rules.ch11_walk import fakes_met, first_met
from sealion_pbem.rulesets.sealion.rules.ch13_supply import lose_transports
from sealion_pbem.rulesets.sealion.state import BRITISH, State, other

__all__ = ["go_along"]


def go_along(
    play: Play[State], units: tuple[str, ...], path: tuple[str, ...], ends: Mapping[str, int]
) -> None:
    """11.0, 11.4  Walk a path; mostly nobody is dropped, and neither enemy aircraft nor fakes are about."""
    state = play.state
    seat = state.table.forces[units[0]][0]
    is_watched = not state.forces[other(seat), "air"].keys().isdisjoint(path)
    if ends or is_watched or first_met(state, seat, path) >= 0:
        _go_watched(play, units, path, ends)
        return
    play.emit(UnitsMoved(units, path))
    if is_overstacked(state, path[-1], seat):
        play.emit(HexOverstacked(path[-1], seat))


def _go_watched(
    play: Play[State], units: tuple[str, ...], path: tuple[str, ...], ends: Mapping[str, int]
) -> None:
    """10.3, 11.4, 14.6 b  Walk a path hex by hex; who is dropped stops at his number, or is interdicted.

    Air units roll only against those who want to go on: the others stop anyway. Known fakes on the
    way are found by those who go on.
    """
    state = play.state
    seat = Seat(state.counter(units[0]).seat)
    walkers, begun, patrols = units, 0, state.forces[other(seat), "air"]
    last = len(path) - 1
    stops = {last, *ends.values()}
    for number, there in enumerate(path):
        is_watched = there in patrols
        fakes = fakes_met(state, seat, there) if number < last else ()
        if not (is_watched or fakes) and number not in stops:
            continue
        goes_on = tuple(name for name in walkers if ends.get(name, last) > number)
        if not (is_watched or fakes) and goes_on == walkers:
            continue
        play.emit(UnitsMoved(walkers, path[begun : number + 1]))
        is_halted = False
        if is_watched:
            if seat == BRITISH:
                lose_transports(play, there)
            is_halted = bool(goes_on) and interdict(play, goes_on, there)
        if is_halted:
            play.emit(MarchHalted(goes_on, there, path[number + 1 :]))
        if fakes:
            _find(play, there, fakes, () if is_halted else goes_on)
        if (is_halted or goes_on != walkers) and is_overstacked(state, there, seat):
            play.emit(HexOverstacked(there, seat))
        if is_halted or not goes_on:
            return
        walkers, begun = goes_on, number + 1


def _find(play: Play[State], there: str, fakes: tuple[str, ...], goes_on: tuple[str, ...]) -> None:
    """14.6 b  The fakes are gone; the units that want to go on do so at once."""
    play.emit(FakesFound(there, fakes, goes_on))
    if goes_on:
        play.emit(MarchResumed(goes_on))

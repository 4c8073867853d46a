"""10.3, 11.0, 11.4, 14.6 b  Carrying out a march: hex by hex, as far as aircraft and fakes let it go."""

from __future__ import annotations

from collections.abc import Mapping

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.events.air import InterdictionRolled
from sealion_pbem.rulesets.sealion.events.general import UnitsMoved
from sealion_pbem.rulesets.sealion.events.land import HexOverstacked, MarchHalted
from sealion_pbem.rulesets.sealion.events.options import FakesFound, MarchResumed
from sealion_pbem.rulesets.sealion.naming import roll_call
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import is_overstacked
from sealion_pbem.rulesets.sealion.rules.ch11_walk import fakes_met, first_met
from sealion_pbem.rulesets.sealion.rules.ch13_supply import lose_transports
from sealion_pbem.rulesets.sealion.state import BRITISH, State, other

__all__ = ["go_along", "interdict", "interdictors", "stops"]


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
    """14.6 b  Remove the fakes, and let units that want to go on do so at once."""
    play.emit(FakesFound(there, fakes, goes_on))
    if goes_on:
        play.emit(MarchResumed(goes_on))


def interdictors(state: State, place: str, moving: Seat) -> list[str]:
    """10.3  Return the air units that may interdict a seat's land units in a hex.

    Only the seat that reacts has flown against the moving one, and all air units go home between
    two player turns: whoever is there was placed in the Air Reaction step, as the Deluxe edition
    wants it.
    """
    return [
        n for n in state.units_in(place, other(moving), "air") if (state.strength_of(n) or 0) > 0
    ]


def stops(strength: int, roll: int) -> bool:
    """10.3  Return whether a roll stops a unit or stack: below the strength of the air unit (A-79)."""
    return roll < strength


def interdict(play: Play[State], units: tuple[str, ...], place: str) -> bool:
    """10.3  Let air units try to stop a unit or stack that enters their hex; say whether one did.

    Each rolls once for the unit or stack and stops it below its strength (A-79); once it is stopped
    the others need not roll. Stopped units are `done` for the step.
    """
    state = play.state
    moving = Seat(state.counter(units[0]).seat)
    for name in interdictors(state, place, moving):
        who = roll_call(state, units)
        roll = play.roll("10.3", f"{place}: {state.counter(name).name} interdicts {who}")
        strength = state.strength_of(name) or 0
        is_stopped = stops(strength, roll)
        play.emit(InterdictionRolled(units, place, name, roll, is_stopped, strength))
        if is_stopped:
            return True
    return False

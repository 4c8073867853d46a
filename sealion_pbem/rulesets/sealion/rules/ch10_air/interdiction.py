"""10.3  Ground interdiction: air units stop land units that enter their hex."""

from __future__ import annotations

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.events.air import InterdictionRolled
from sealion_pbem.rulesets.sealion.naming import roll_call
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["interdict", "interdictors", "stops"]


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

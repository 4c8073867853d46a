"""Who would be lost if a position stayed as it is: what a player is warned of before he signs."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.naming import listed
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import is_overstacked
from sealion_pbem.rulesets.sealion.rules.ch13_supply import out_of_supply
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["dangers"]


def dangers(state: State, seat: Seat) -> Iterator[str]:
    """6.3, 13.3  Return the hexes in which a seat has too many units, and its units without supply."""
    hexes, forces = state.table.board.hexes, state.forces[seat, "land"]
    here = {place: units for place, units in forces.items() if place in hexes}
    for place in sorted(here):
        if is_overstacked(state, place, seat):
            units = listed(state, state.land_in(place, seat))
            yield f"too many in {place}: of {units} some must go when movement is over (6.3)"
    without = out_of_supply(state, [unit for units in here.values() for unit in units])
    if without:
        order = state.table.order.__getitem__
        units = listed(state, sorted(without, key=order))
        yield f"without supply as it stands: {units}; at the end of the turn that costs a step (13.3)"

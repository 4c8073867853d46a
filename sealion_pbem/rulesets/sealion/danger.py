"""Who would be lost, or have no defence, if a position stayed as it is: warnings before one signs."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.naming import listed
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import is_overstacked
from sealion_pbem.rulesets.sealion.rules.ch13_supply import out_of_supply
from sealion_pbem.rulesets.sealion.rules.naval_force import force_at, is_mine, is_transport
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["dangers"]


def dangers(state: State, seat: Seat) -> Iterator[str]:
    """6.3, 8.0, 13.3  Return where a seat has too many units, who lacks supply, and who lacks an escort."""
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
    yield from _without_escort(state, seat)


def _without_escort(state: State, seat: Seat) -> Iterator[str]:
    """8.0  Return the transports in sea spaces where no ship of their own side could fire back."""
    if not any(_is_armed(state, name) for name in _afloat(state, other(seat))):
        return
    for sector in SECTORS:
        force = force_at(state, sector, seat)
        transports = [name for name in force if is_transport(state.counter(name))]
        if transports and not any(_is_armed(state, name) for name in force):
            units = listed(state, transports)
            yield f"without escort in {sector}: {units}; nobody there fires at who attacks them (8.0)"


def _afloat(state: State, seat: Seat) -> Iterator[str]:
    for names in state.forces[seat, "naval"].values():
        yield from names


def _is_armed(state: State, name: str) -> bool:
    counter = state.counter(name)
    return bool(state.strength_of(name)) and not is_mine(counter) and not is_transport(counter)

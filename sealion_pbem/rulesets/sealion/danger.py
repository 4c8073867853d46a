"""Who would be lost, or have no defence, if a position stayed as it is: warnings before one signs."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.naming import listed
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import is_overstacked
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.retreats import ways_back
from sealion_pbem.rulesets.sealion.rules.ch13_supply import out_of_supply
from sealion_pbem.rulesets.sealion.rules.naval_force import force_at, is_mine, is_transport
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["dangers"]


def dangers(state: State, seat: Seat) -> Iterator[str]:
    """6.3, 8.0, 12.3, 13.3  Return who is too many, who lacks supply, an escort or a way back."""
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
    yield from _without_way_back(state, seat)


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


def _without_way_back(state: State, seat: Seat) -> Iterator[str]:
    """12.3  Return the attackers that find no hex open, or no room in one, if they are thrown back."""
    lost: list[str] = []
    hexes, foes = state.table.board.hexes, state.forces[other(seat), "land"]
    for place in sorted(state.forces[seat, "land"]) if seat == state.seat else ():
        if place not in hexes or place not in foes:
            continue
        arrived: list[tuple[str, str]] = []
        for name in state.land_in(place, seat):
            ways = ways_back(state, place, name, arrived)
            if ways:
                arrived.append((name, ways[0][-1]))
            else:
                lost.append(name)
    if lost:
        units = listed(state, lost)
        yield f"nowhere to go if they are thrown back, then they are lost: {units} (12.3)"


def _afloat(state: State, seat: Seat) -> Iterator[str]:
    for names in state.forces[seat, "naval"].values():
        yield from names


def _is_armed(state: State, name: str) -> bool:
    counter = state.counter(name)
    return bool(state.strength_of(name)) and not is_mine(counter) and not is_transport(counter)

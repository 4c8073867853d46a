"""10.0, 10.1, 10.7  Air units: their kinds and bases, who may fly, and who may strike what."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.board import FRANCE, SECTORS, Board
from sealion_pbem.rulesets.sealion.events.air import BASES, FURIOUS, FURIOUS_GROUP
from sealion_pbem.rulesets.sealion.state import BRITISH, State, other

__all__ = [
    "CARRIES",
    "REACTION",
    "Raid",
    "bombers_in",
    "can_supply",
    "fighters_in",
    "fliers_in",
    "flying_seat",
    "has_anything_to_fly",
    "is_at_base",
    "next_raids",
    "ready",
    "ships_in",
    "strike_targets",
    "supply_airbases",
]

REACTION = "air reaction"
"""The stage in which the seat flies whose player turn it is not (2.1 step 4, 2.2 step 11)."""
CARRIES = {"parachute": "transport", "airlanding": "glider"}
"""11.5  What carries each kind of airborne regiment."""
_UNARMED = frozenset(CARRIES.values())


def flying_seat(state: State) -> Seat:
    """2.1, 2.2  Return whose air units may move in this stage."""
    return other(state.seat) if state.stage == REACTION else state.seat


def is_at_base(state: State, name: str) -> bool:
    """10.1  Return whether an air unit is in its box (A-26) or, the Furious Group, on its carrier."""
    unit = state.units[name]
    if not unit.steps:
        return False
    if unit.place == BASES[state.table.counters[name].seat]:
        return True
    return name == FURIOUS_GROUP and unit.aboard == FURIOUS


def ready(state: State, seat: Seat) -> list[str]:
    """10.1  Return the air units at their base, in the order of the counters."""
    at_base, home = state.units_in(BASES[seat], seat, "air"), state.home
    # a transport that has dropped a regiment rests until the next game turn.
    names = [name for name in at_base if name not in home]
    if seat == BRITISH and FURIOUS_GROUP not in names and state.is_in_play(FURIOUS_GROUP):
        names += [FURIOUS_GROUP] if is_at_base(state, FURIOUS_GROUP) else []
    return names


def has_anything_to_fly(state: State, seat: Seat) -> bool:
    """10.1, 10.3  Return whether any air unit of the seat whose stage it is could go anywhere."""
    counters, home = state.table.counters, state.home
    for name in state.forces[seat, "air"].get(BASES[seat], ()):
        if counters[name].type not in _UNARMED and name not in home:
            return True
    types = {counters[name].type for name in ready(state, seat)}
    if types - _UNARMED:
        return True
    if "transport" in types and can_supply(state) and any(supply_airbases(state)):
        return True
    return state.stage != REACTION and any(
        CARRIES.get(state.counter(name).type) in types
        for name in state.units_in(FRANCE, seat, "land")
    )


def can_supply(state: State) -> bool:
    """10.3  Return whether transports may begin air supply in this stage."""
    return state.stage != REACTION or state.edition.air_supply_in_reaction


def supply_airbases(state: State) -> tuple[str, ...]:
    """10.3, 13.2  Return the airbase hexes that German land units were the last to occupy."""
    board = state.table.board
    return board.in_area(state.last_german & _airbases(board))


def fliers_in(state: State, place: str, seat: Seat) -> list[str]:
    """10.4  Return a seat's air units that take part in air combat: no transports and no gliders."""
    counters, units = state.table.counters, state.units
    return [
        n
        for n in state.forces[seat, "air"].get(place, ())
        if counters[n].type not in _UNARMED and not units[n].aboard
    ]


def fighters_in(state: State, place: str, seat: Seat) -> list[str]:
    """10.0  Return a seat's fighters in a place."""
    counters = state.table.counters
    aloft = state.forces[seat, "air"].get(place, ())
    # What Counter.is_fighter says of an air unit; it is asked very often.
    return [n for n in aloft if counters[n].quality > 0]


def bombers_in(state: State, place: str, seat: Seat) -> list[str]:
    """10.0  Return a seat's bombers that are over a place; a float plane is none (A-29)."""
    counters, units = state.table.counters, state.units
    return [
        n
        for n in state.forces[seat, "air"].get(place, ())
        if counters[n].type == "bomber" and not units[n].aboard
    ]


def ships_in(state: State, sector: str, seat: Seat) -> list[str]:
    """10.7  Return what of a seat swims in a sea space by itself: ships, batteries, mines, tanks."""
    units = state.units
    ships = [n for n in state.forces[seat, "naval"].get(sector, ()) if not units[n].aboard]
    tanks = state.land_in(sector, seat)
    return sorted((*ships, *tanks), key=state.table.order.__getitem__) if tanks else ships


@cache
def _airbases(board: Board) -> int:
    return board.area(number for number, facts in board.hexes.items() if facts.airbase)


class Raid(NamedTuple):
    """The bombers of a seat that can strike in one sea space, and what they may strike there."""

    bombers: list[str]
    targets: list[str]


def next_raids(state: State) -> tuple[Seat, Mapping[str, Raid]]:
    """10.7  Return who strikes now, and where: whoever's player turn it is first, then the other."""
    forces, resolved, mover = state.forces, state.resolved, state.seat
    for seat, foe in ((mover, other(mover)), (other(mover), mover)):
        aloft, ships, troops = forces[seat, "air"], forces[foe, "naval"], forces[foe, "land"]
        raids = {
            sector: Raid(bombers, targets)
            for sector in SECTORS
            if sector in aloft
            and (sector in ships or sector in troops)
            and f"{seat} {sector}" not in resolved
            and (bombers := _able_bombers(state, sector, seat))
            and (targets := strike_targets(state, sector, seat))
        }
        if raids:
            return seat, raids
    return mover, {}


def _able_bombers(state: State, sector: str, seat: Seat) -> list[str]:
    bombers = bombers_in(state, sector, seat)
    return [n for n in bombers if state.strength_of(n)] if bombers else bombers


def strike_targets(state: State, sector: str, seat: Seat) -> list[str]:
    """10.7  Return what a seat's bombers may strike in a sea space (A-78).

    Batteries (A-73), amphibious land units that swim (A-75) and, where the charter says so, mines
    (A-68) are among it; what is carried is not.
    """
    ships = ships_in(state, sector, other(seat))
    if state.edition.mines_can_be_bombed:
        return ships
    counters = state.table.counters
    return [name for name in ships if counters[name].type != "mine"]

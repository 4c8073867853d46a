"""10.0  Units: what they can do, and what supply takes from them."""

from __future__ import annotations

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.world_at_war.state import FULL, NONE, State

__all__ = [
    "ctl",
    "driven_away",
    "has_zone",
    "hostile",
    "is_intact",
    "is_key",
    "is_regular",
    "movement",
    "specialized",
    "zone",
]

_ON_FOOT = 3
_PARTISAN_CTL = 1


def is_intact(state: State, unit: str) -> bool:
    """10.12, 10.32  Return whether a mechanized component works: full supply, no oil effects."""
    return (
        state.counter(unit).is_mechanized
        and state.units[unit].supply == FULL
        and not state.is_marked(unit, "oiled")
    )


def movement(state: State, unit: str) -> int:
    """10.11, 10.12, 10.32, 13.41A, 13.41F  Return the movement factor a unit has now."""
    counter = state.counter(unit)
    if state.units[unit].supply == NONE and counter.arm not in ("partisan", "flak"):
        return 0
    if counter.is_mechanized and not is_intact(state, unit):
        return _ON_FOOT
    return 0 if counter.is_air or counter.arm == "base" else counter.move


def ctl(state: State, unit: str) -> int:
    """R-30, R-35, 11.48  Return the training of a unit; less than full supply or oil takes 1."""
    counter = state.counter(unit)
    if counter.arm == "partisan":
        return _PARTISAN_CTL
    if counter.is_air or counter.arm == "flak":
        return counter.ctl
    is_hampered = state.units[unit].supply != FULL or state.is_marked(unit, "oiled")
    return counter.ctl - is_hampered


def has_zone(state: State, unit: str) -> bool:
    """10.34  Return whether a unit has a zone of control: armor with its component intact."""
    return state.counter(unit).arm == "armor" and is_intact(state, unit)


def zone(state: State, seat: Seat) -> int:
    """10.34 to 10.342  Return all hexes in the zones of control of a seat's armor."""
    return state.recalled("zone", seat, _zone)


def _zone(state: State, seat: Seat) -> int:
    board, area = state.table.board, 0
    for unit in state.table.armor:
        known = state.units.get(unit)
        if known is None or not known.is_on_map:
            continue
        if state.seat_of(unit) != seat or not has_zone(state, unit):
            continue
        for there in board.reach_of_zone[known.place]:
            if board.hexes[there].country in state.neutral:
                continue
            if board.wall(known.place, there) and state.owner(there) != seat:
                continue
            area |= board.bits[there]
    return area


def hostile(state: State, seat: Seat) -> int:
    """13.46  Return the hexes that hold ground units hostile to a seat."""
    return state.recalled("hostile", seat, _hostile)


def _hostile(state: State, seat: Seat) -> int:
    area = 0
    for number, stack in state.stacks.items():
        if any(state.counter(u).is_ground and state.seat_of(u) not in (seat, None) for u in stack):
            area |= state.table.board.bits[number]
    return area


def is_key(state: State, number: str, seat: Seat) -> bool:
    """15.33A, R-49  Return whether a hex is a key hex: capital, objective, or an own bridgehead."""
    facts = state.table.board.facts(number)
    bridgehead = state.bridgeheads.get(number)
    return bool(facts.capital) or facts.is_objective or (bridgehead or ("",))[0] == seat


def is_regular(state: State, unit: str) -> bool:
    """R-13  Return whether a unit controls what it enters: ground units but partisans."""
    counter = state.counter(unit)
    return counter.is_ground and counter.arm != "partisan"


def specialized(state: State, unit: str) -> bool:
    """10.41  Return whether a unit is specialized; of these only airborne units are in play."""
    return state.counter(unit).arm == "airborne"


def driven_away(state: State, number: str, seat: Seat) -> tuple[list[str], list[str]]:
    """10.9, 11.64, R-13, R-26  Return what a seat's unit finds undefended: flak and bases, then wings."""
    theirs = [unit for unit in state.at(number) if state.seat_of(unit) not in (seat, None)]
    fixed = [unit for unit in theirs if state.counter(unit).arm in ("flak", "base")]
    return fixed, [unit for unit in theirs if state.counter(unit).is_air]

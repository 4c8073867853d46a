"""10.0  Units: what they can do, and what supply takes from them."""

from __future__ import annotations

from collections.abc import Iterable

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.world_at_war.by_hand import CENTER, FORTRESS, RAILHEAD
from sealion_pbem.rulesets.world_at_war.state import FULL, NONE, State

__all__ = [
    "ctl",
    "driven_away",
    "has_zone",
    "hostile",
    "is_intact",
    "is_key",
    "is_prized",
    "is_regular",
    "is_short_of_oil",
    "is_surprised",
    "movement",
    "movement_in",
    "specialized",
    "strict_zone",
    "wall",
    "walls_of",
    "zone",
]

_ON_FOOT = 3
_PARTISAN_CTL = 1


def is_intact(state: State, unit: str) -> bool:
    """10.12, 10.31, 10.32, 10.33  Return whether a mechanized component works where the unit is."""
    return _is_driven(state, unit) and state.units[unit].place not in state.by_hand.mired


def _is_driven(state: State, unit: str) -> bool:
    """10.32, R-35  Return whether a unit has its component: full supply, no oil effects."""
    return (
        state.counter(unit).is_mechanized
        and state.units[unit].supply == FULL
        and not is_short_of_oil(state, unit)
    )


def is_short_of_oil(state: State, unit: str) -> bool:
    """10.33, 16.61, R-78  Return whether oil hampers a unit: not on the supply of its exploitation."""
    return state.is_marked(unit, "oiled") and not state.is_marked(unit, "sustained")


def movement(state: State, unit: str) -> int:
    """10.11, 10.12, 10.32, 13.41A, 13.41F  Return the movement factor a unit has now."""
    counter = state.counter(unit)
    if state.units[unit].supply == NONE and counter.arm not in ("partisan", "flak"):
        return 0
    if counter.is_mechanized and not _is_driven(state, unit):
        return _ON_FOOT
    return 0 if counter.is_air or counter.arm == "base" else counter.move


def movement_in(state: State, unit: str, number: str) -> int:
    """10.33, 13.47  Return the movement factor a unit has as long as it is in a hex."""
    points = movement(state, unit)
    is_slowed = number in state.by_hand.mired and state.counter(unit).is_mechanized
    return min(points, _ON_FOOT) if is_slowed else points


def ctl(state: State, unit: str) -> int:
    """R-30, R-35, R-69, 10.11, 11.48  Return the training of a unit; poor supply or oil takes 1."""
    counter = state.counter(unit)
    if counter.arm == "partisan":
        return _PARTISAN_CTL
    trained = state.by_hand.training.get(counter.nation, counter.ctl)
    if counter.is_air or counter.arm == "flak":
        return trained
    is_hampered = state.units[unit].supply != FULL or is_short_of_oil(state, unit)
    return trained - is_hampered


def has_zone(state: State, unit: str) -> bool:
    """10.34, 10.344  Return whether a unit has a zone of control: armor with its component intact.

    In the movement phase of the first turn in Russia armor that stood beside the attacker has none.
    """
    if state.step == "move" and state.is_marked(unit, "stunned"):
        return False
    return state.counter(unit).arm == "armor" and is_intact(state, unit)


def zone(state: State, seat: Seat) -> int:
    """10.34 to 10.342  Return all hexes in the zones of control of a seat's armor."""
    return state.recalled("zone", seat, _zone)


def _zone(state: State, seat: Seat) -> int:
    return _zone_of(state, seat, state.table.armor)


def strict_zone(state: State, seat: Seat) -> int:
    """10.344  Return the hexes in the zones of armor that is not surprised: to leave them costs 2."""
    return state.recalled("strict zone", seat, _strict_zone)


def _strict_zone(state: State, seat: Seat) -> int:
    armor = [u for u in state.table.armor if u in state.units and not is_surprised(state, u)]
    return _zone_of(state, seat, armor)


def is_surprised(state: State, unit: str) -> bool:
    """10.344, 15.33G  Return whether the first turn of an attack on Russia finds a unit there."""
    known = state.by_hand
    return known.is_surprised and state.units[unit].place in known.russia


def _zone_of(state: State, seat: Seat, armor: Iterable[str]) -> int:
    board, area = state.table.board, 0
    for unit in armor:
        known = state.units.get(unit)
        if known is None or not known.is_on_map:
            continue
        if state.seat_of(unit) != seat or not has_zone(state, unit):
            continue
        for there in board.reach_of_zone[known.place]:
            if board.hexes[there].country in state.neutral:
                continue
            if wall(state, known.place, there) and state.owner(there) != seat:
                continue
            area |= board.bits[there]
    return area


def wall(state: State, outside: str, inside: str) -> str:
    """10.341, 15.32E, 15.32F, R-61  Return what protects a hex against one beside it."""
    if state.by_hand.sites.get(inside) == FORTRESS:
        return FORTRESS
    return state.table.board.wall(outside, inside)


def walls_of(state: State, inside: str) -> tuple[str, ...]:
    """R-37, R-61  Return the neighbours against which a hex is fortified."""
    beside = state.table.board.beside[inside]
    return tuple(there for there in beside if wall(state, there, inside))


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
    """15.33A, R-49  Return whether a hex is a key hex: capital, objective, center, own bridgehead."""
    bridgehead = state.bridgeheads.get(number)
    is_site = state.by_hand.sites.get(number) in (CENTER, RAILHEAD)
    return is_site or is_prized(state, number) or (bridgehead or ("",))[0] == seat


def is_prized(state: State, number: str) -> bool:
    """11.7, 15.33G  Return whether a hex is a capital, an objective or an industrial center."""
    facts = state.table.board.facts(number)
    is_center = state.by_hand.sites.get(number) == CENTER
    return bool(facts.capital) or facts.is_objective or is_center


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

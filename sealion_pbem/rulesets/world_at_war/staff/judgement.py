"""What the staff thinks of a position: what a side wants, how far it is, what an attack would come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from sealion_pbem.engine.words import Seat
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.world_at_war.rules.ch13_movement import ways
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import defenders, multiplier
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import AXIS, MINORS

__all__ = [
    "MOST_OUT_OF_A_HEX",
    "defense_of",
    "goals_of",
    "held_by_enemy",
    "is_capital_lost",
    "nearness",
    "paths_of",
    "soldiers",
]

MOST_OUT_OF_A_HEX = 2
_CAPITAL, _MINOR, _OBJECTIVE, _PARTISAN = 60, 30, 8, 20
_FACTS = {"drop": False, "alone": False, "exploiting": False, "armored": False}


def goals_of(state: State) -> Mapping[str, int]:
    """R-17, R-54, R-55  Return the hexes that decide the game, and what each is worth."""
    chart, board = state.table.document["victory"], state.table.board
    if "hexes" in chart:
        return {number: _MINOR * int(worth) for number, worth in chart["hexes"].items()}
    if "brp_lost_to_partisans" in chart:
        places = (state.place_of(u) for u in state.table.partisans if u in state.units)
        return {place: _PARTISAN for place in places if place in board.hexes}
    found = {}
    for number, facts in board.hexes.items():
        if facts.capital == "france" and "france" not in state.conquered:
            found[number] = _CAPITAL
        elif facts.capital in MINORS and facts.capital not in state.conquered:
            found[number] = _MINOR
        elif facts.is_objective and facts.country == "france":
            found[number] = _OBJECTIVE
    return found


def held_by_enemy(state: State, seat: Seat) -> dict[str, int]:
    """Return the goals that a seat does not have, and may enter."""
    board = state.table.board
    return {
        number: worth
        for number, worth in goals_of(state).items()
        if state.owner(number) != seat and board.facts(number).country not in state.neutral
    }


def is_capital_lost(state: State) -> bool:
    """R-16  Return whether France falls if nobody does anything about it."""
    return any(
        facts.capital == "france" and state.owner(number) == AXIS
        for number, facts in state.table.board.hexes.items()
    )


def nearness(goals: Mapping[str, int], number: str) -> Fraction:
    """Return how much a hex is worth for being near to goals."""
    worths = (Fraction(worth, 1 + distance(number, goal)) for goal, worth in goals.items())
    return max(worths, default=Fraction(0))


def soldiers(state: State, seat: Seat) -> list[str]:
    """Return the ground units of a seat on the map, the strongest first."""
    found = [u for u in state.on_map(seat) if state.counter(u).is_ground]
    return sorted(found, key=lambda u: (-state.counter(u).factor, state.table.rank[u]))


def paths_of(state: State, unit: str) -> dict[str, tuple[str, ...]]:
    """13.41  Return where a unit can go, with the way; where it stands, with none."""
    found = {choice.value[-1]: tuple(choice.value) for choice in ways(state, {"units": (unit,)})}
    return found | {state.place_of(unit): ()}


def defense_of(state: State, number: str, froms: Iterable[str]) -> int:
    """15.3  Return how strong a hex is against an attack of the active seat out of some hexes."""
    total, sides = 0, tuple(froms)
    for unit in defenders(state, (number,), state.active):
        parts = multiplier(state, unit, number, sides, _FACTS)
        total += state.counter(unit).factor * max(1, sum(worth for _, worth, _ in parts))
    return total

"""Attacks: which hexes are worth a fight, and who goes there."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Mapping
from typing import NamedTuple

from sealion_pbem.rulesets.sealion.rules.ch06_stacking import limit_of
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import supporters
from sealion_pbem.rulesets.sealion.staff.weigh import Chance, forecast
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["Assault", "assaults", "best_assault"]

Ways = Mapping[str, Mapping[str, str]]
"""For each unit the hexes it can attack, and from where it would enter each."""
_LEAST_WINS = 3
_MOST_ASSAULTS = 14
_MOST_UNITS = 6


class Assault(NamedTuple):
    """An attack that is planned."""

    place: str
    units: tuple[str, ...]
    chance: Chance


def assaults(state: State, ways: Ways, worth: Callable[[str], int]) -> list[Assault]:
    """Return the attacks that promise most, one after another, nobody in two of them."""
    left = {name: dict(hexes) for name, hexes in ways.items()}
    found: list[Assault] = []
    used: frozenset[str] = frozenset()
    done: set[str] = set()
    while len(found) < _MOST_ASSAULTS:
        places = sorted({place for hexes in left.values() for place in hexes} - done)
        plans = [best_assault(state, place, left, worth(place), used) for place in places]
        good = [plan for plan in plans if plan is not None]
        if not good:
            break
        best = max(good, key=lambda plan: plan.chance.score)
        found.append(best)
        done.add(best.place)
        used |= frozenset(supporters(state, best.place, state.seat))
        for name in best.units:
            del left[name]
    return found


def best_assault(
    state: State, place: str, ways: Ways, worth: int, used: frozenset[str]
) -> Assault | None:
    """Return the smallest stack that has the best prospects in a hex; None if they are bad."""
    able = [name for name, hexes in ways.items() if place in hexes]
    stack = _stack(state, place, able)
    if not stack:
        return None
    best = _try(state, place, stack, ways, worth, used)
    while len(stack) > 1:
        fewer = stack[:-1]
        plan = _try(state, place, fewer, ways, worth, used)
        if plan.chance.wins < best.chance.wins:
            break
        best, stack = plan, fewer
    return best if best.chance.wins >= _LEAST_WINS and best.chance.score > 0 else None


def _try(
    state: State, place: str, stack: list[str], ways: Ways, worth: int, used: frozenset[str]
) -> Assault:
    came = {name: ways[name][place] for name in stack}
    return Assault(place, tuple(stack), forecast(state, place, came, worth, used))


def _stack(state: State, place: str, able: list[str]) -> list[str]:
    """6.3  Return the strongest stack that may stand in a hex, the strongest first."""
    order = state.table.order
    able.sort(key=lambda n: (-2 * state.attack_of(n) - 3 * state.quality_of(n), order[n]))
    here = Tally(state.counter(n).size for n in state.land_in(place, state.seat))
    chosen: list[str] = []
    for name in able:
        size = state.counter(name).size
        limit = limit_of(state, size)
        if (limit is None or here[size] < limit) and len(chosen) < _MOST_UNITS:
            here[size] += 1
            chosen.append(name)
    return chosen

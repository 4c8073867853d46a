"""What attacks would take on average, in thousandths of a point: whole numbers, for comparing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sealion_pbem.rulesets.war_at_sea.odds import expected_points
from sealion_pbem.rulesets.war_at_sea.policies import worth
from sealion_pbem.rulesets.war_at_sea.rules.ch05_attack import assess, range_between, sees
from sealion_pbem.rulesets.war_at_sea.settings import other_seat
from sealion_pbem.rulesets.war_at_sea.statcard import BATTERIES
from sealion_pbem.rulesets.war_at_sea.words.state import State, seat_of

__all__ = ["POINT", "dealt_by", "moved_to", "strike_of", "taken_from", "toll_of"]

POINT = 1000
"""One point."""
_AT_SHIPS = (*BATTERIES, "torpedo")
_FROM_AIR = ("bomb", "torpedo", "main")


def moved_to(state: State, name: str, sector: str) -> State:
    """Return the position with a unit in another sector."""
    unit = state.units[name]._replace(sector=sector)
    return replace(state, units={**state.units, name: unit})


def dealt_by(state: State, name: str) -> int:
    """3.6, 3.7  Return what a Ship or Submarine takes in a turn: each weapon on its best target."""
    guns = asw = torpedo = 0
    best = dict.fromkeys(BATTERIES, 0)
    for enemy in state.afloat(other_seat(seat_of(name))):
        if state.card(enemy).is_submarine:
            asw = max(asw, toll_of(state, name, "asw", enemy))
            continue
        for weapon in BATTERIES:
            best[weapon] = max(best[weapon], toll_of(state, name, weapon, enemy))
        torpedo = max(torpedo, toll_of(state, name, "torpedo", enemy))
    guns = sum(best.values())
    return max(guns, asw) + torpedo


def taken_from(state: State, name: str, enemies: Iterable[str]) -> int:
    """Return what enemies that all fire at a unit take of it in a turn; no more than there is."""
    weapons = ("asw",) if state.card(name).is_submarine else _AT_SHIPS
    found = sum(toll_of(state, enemy, weapon, name) for enemy in enemies for weapon in weapons)
    return min(found, worth(state, name) * POINT)


def strike_of(state: State, name: str, target: str) -> int:
    """3.5  Return what an Aircraft takes of a target with its best weapon, if it were there."""
    there = moved_to(state, name, state.units[target].sector)
    weapons = ("asw",) if state.card(target).is_submarine else _FROM_AIR
    return max(toll_of(there, name, weapon, target) for weapon in weapons)


def toll_of(state: State, unit: str, weapon: str, target: str) -> int:
    """Return what one attack takes of a target on average; 0 if it cannot be made from there."""
    away = range_between(state, unit, target)
    if not state.card(unit).dice(weapon, away):
        return 0
    if away and not sees(state, state.units[unit].sector, state.units[target].sector):
        return 0
    hull = state.units[target].hull
    share = expected_points(assess(state, unit, weapon, target), hull)
    return int(worth(state, target) * POINT * share / hull)

"""3.3  The flights of the staff: Bombers and their escort together on the best target."""

from __future__ import annotations

from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets.war_at_sea.rules.ch07_bases import ready
from sealion_pbem.rulesets.war_at_sea.settings import other_seat
from sealion_pbem.rulesets.war_at_sea.staff.estimate import strike_of
from sealion_pbem.rulesets.war_at_sea.words import orders as o
from sealion_pbem.rulesets.war_at_sea.words.state import State

__all__ = ["next_flight_order", "strike_plan"]

_STRIKE = 3
"""So many Bombers fly to one target; with a Fighter a sector is full (4.2)."""


def strike_plan(state: State) -> tuple[tuple[str, ...], ...]:
    """P.3  Return flights: Bombers on the targets of which they take most, Fighters where they are."""
    own = ready(state, state.active)
    bombers = [name for name in own if not state.card(name).is_fighter]
    fighters = [name for name in own if state.card(name).is_fighter]
    enemies = [*state.afloat(other_seat(state.active))]
    tolls = {(n, target): strike_of(state, n, target) for n in bombers for target in enemies}
    missions: list[tuple[str, ...]] = []
    struck: dict[str, int] = {}
    while bombers and enemies:
        target = max(enemies, key=lambda t: (sum(tolls[n, t] for n in bombers), t))
        able = sorted(bombers, key=lambda n: (-tolls[n, target], n))[:_STRIKE]
        for name in able:
            ranked = sorted(enemies, key=lambda t: (t != target, -tolls[name, t], t))
            missions.append((name, *ranked[:2]))
        struck[target] = len(able)
        bombers = [name for name in bombers if name not in able]
    dear = max(state.ships(state.active), key=lambda n: (state.card(n).cost, n), default="")
    covered = [*struck] or ([dear] if dear else [])
    if covered:
        missions += [(name, covered[at % len(covered)]) for at, name in enumerate(fighters)]
    return tuple(missions)


def next_flight_order(state: State) -> Order:
    """3.3  Return the next Aircraft to be placed when players place in turn, or the end of it."""
    for name, *places in strike_plan(state):
        for place in places:
            sector = state.units[place].sector
            there = [n for n in state.aircraft(state.active) if state.units[n].sector == sector]
            if len(there) <= _STRIKE:
                return o.Fly(name, sector)
    return o.Done()

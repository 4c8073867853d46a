"""14.3, 14.9  Where the British staff brings its reinforcements in."""

from __future__ import annotations

from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets.sealion.rules.ch04_victory import PARLIAMENT
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import has_room
from sealion_pbem.rulesets.sealion.rules.ch14_options.arrivals import (
    Arrive,
    arrivals_due,
    open_entries,
    paths_for,
)
from sealion_pbem.rulesets.sealion.staff.outlook import Outlook, enemies, nearest
from sealion_pbem.rulesets.sealion.state import BRITISH

__all__ = ["arrival"]


def arrival(outlook: Outlook) -> Order:
    """14.3, 14.9  Return the next arrival, as near to the enemy as there is room, by rail if it may."""
    state = outlook.now
    name = next(n for n in arrivals_due(state) if open_entries(state, n))
    goals = enemies(state, BRITISH) or [PARLIAMENT]
    ways = paths_for(state, name)
    best = min(ways, key=lambda n: (not has_room(state, n, name), nearest(n, goals), n))
    return Arrive(name, ways[best])

"""Coming ashore and coming down: landings, debarkation, airborne raids."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets.sealion.board import FRANCE
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import has_room
from sealion_pbem.rulesets.sealion.rules.ch10_air.airlift import AIRLIFT, Airlift
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import CARRIES, ready
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import touchdown_modifier
from sealion_pbem.rulesets.sealion.rules.ch11_landing import (
    Debark,
    Land,
    is_landing_time,
    landing_offers,
    marches_after_debarking,
    units_at_sea,
)
from sealion_pbem.rulesets.sealion.rules.ch11_walk import has_enemy
from sealion_pbem.rulesets.sealion.staff.attack import assaults
from sealion_pbem.rulesets.sealion.staff.drops import (
    NEAR,
    first_real,
    is_fake,
    must_be_real,
    opening,
    real_ones,
)
from sealion_pbem.rulesets.sealion.staff.land import goal_of
from sealion_pbem.rulesets.sealion.staff.outlook import (
    FAR,
    Outlook,
    enemies,
    factories,
    nearest,
    prize,
    way_to,
)
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State

__all__ = ["jumps", "landing_worth", "landings"]

_PORT = 12
_BEACH = 8
_TOWARDS = 30
_UNHARMED = 4
_LAST_WAIT = 3
_LEG = 8
"""The half points of a regiment that marches."""
_LEAST_RAID = 6
_BESIDE = 2


def landings(outlook: Outlook) -> Iterator[Order]:
    """Return debarkations where the beach is German, and landings elsewhere."""
    if not is_landing_time(outlook.now):
        return
    state = outlook.now
    crowd: Tally[str] = Tally()
    waiting = sorted(
        units_at_sea(state), key=lambda n: (-state.counter(n).move, state.table.order[n])
    )
    by_assault: dict[str, dict[str, str]] = {}
    for name in waiting:
        offers = list(landing_offers(outlook.now, name))
        way = _best_way(outlook.now, name, offers, crowd)
        if way is not None:
            yield way
            continue
        sector = outlook.now.units[name].place
        by_assault[name] = {o.hex: sector for o in offers if isinstance(o, Land)}
    state = outlook.now
    for assault in assaults(state, by_assault, lambda place: landing_worth(state, place)):
        yield from (Land(name, assault.place) for name in assault.units)


def _best_way(
    state: State, name: str, offers: list[Land | Debark], crowd: Tally[str]
) -> Debark | None:
    """Return the debarkation that ends nearest to the goal of a unit."""
    beaches = [offer for offer in offers if isinstance(offer, Debark)]
    if not beaches:
        return None
    goal = goal_of(state, name, beaches[0].path[0], crowd)
    to_go = way_to(state, goal, state.counter(name)) if goal else {}
    best, least = None, FAR + 1
    for beach in beaches:
        for offer in (beach, *marches_after_debarking(state, name, beach.path[0])):
            end = offer.path[-1]
            free = not has_enemy(state, end, GERMAN) and has_room(state, end, name)
            far = to_go.get(end, FAR)
            if free and far < least:
                best, least = offer, far
    if best is not None:
        crowd[goal] += 1
    return best


def landing_worth(state: State, place: str) -> int:
    """Return what a beachhead is worth: a port most, and the road to London."""
    facts = state.table.board.hexes[place]
    worth = prize(state, place) + _BEACH + _PORT * bool(facts.port)
    goals = factories(state)
    return worth + max(0, _TOWARDS - 2 * nearest(place, goals)) // 4


def jumps(outlook: Outlook) -> Iterator[Order]:
    """11.5  Return drops over undefended factories, or beside them where the edition forbids it."""
    state = outlook.now
    taken: set[str] = set()
    for name in first_real(outlook, state.units_in(FRANCE, GERMAN, "land")):
        kind = CARRIES.get(state.counter(name).type, "")
        carriers = [n for n in ready(outlook.now, GERMAN) if outlook.now.counter(n).type == kind]
        if not kind or not carriers:
            continue
        if must_be_real(outlook, name):
            if is_fake(outlook, name):
                continue
            yield opening(outlook, name)
        near = real_ones(outlook) if is_fake(outlook, name) else None
        drop = _drop_hex(outlook.now, name, carriers[0], taken, near)
        if drop:
            taken.add(drop)
            yield Airlift(name, carriers[0], drop)


def _drop_hex(
    state: State, name: str, carrier: str, taken: set[str], near_to: list[str] | None
) -> str:
    """Return the most promising hex; a fake comes down near a real unit, wherever that is (14.6)."""
    is_patient = state.turn < _LAST_WAIT and near_to is None
    best, most = "", _LEAST_RAID if is_patient else 0
    foes = enemies(state, GERMAN)
    goals = [g for g in factories(state) if not state.land_in(g, BRITISH)]
    board = state.table.board
    area = board.area(goals)
    for place in board.in_area(area | board.around(area | board.around(area))):
        near = [g for g in goals if nearest(place, (g,)) <= _BESIDE]
        if nearest(place, taken) <= 1:
            continue
        if near_to is not None and nearest(place, near_to) > NEAR:
            continue
        worth = _raid(state, name, place, near, foes)
        if worth > most and not any(AIRLIFT.check(state, Airlift(name, carrier, place))):
            best, most = place, worth
    return best


def _raid(state: State, name: str, place: str, goals: list[str], foes: list[str]) -> int:
    """Return what a landing promises: factories at once or after a march, times the chance to live."""
    modifier = touchdown_modifier(state, place)
    alive = min(6, max(0, 6 + modifier))
    unharmed = min(6, max(0, 7 - _UNHARMED + modifier))
    counter = state.counter(name)
    worth = 0
    for goal in goals:
        if goal == place:
            worth += 12
        elif way_to(state, goal, counter).get(place, FAR) <= _LEG:
            worth += 4
    worth += min(4, nearest(place, foes))
    return worth * (2 * alive + unharmed) // 18

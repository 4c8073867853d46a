"""Land movement: attacks first, then everybody to where he is wanted."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from sealion_pbem.engine.words import Order, Seat
from sealion_pbem.rulesets.sealion.counters import RAIL_MOVE
from sealion_pbem.rulesets.sealion.rules.ch04_victory import CHURCHILL
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import has_room
from sealion_pbem.rulesets.sealion.rules.ch11_march import March, units_to_move
from sealion_pbem.rulesets.sealion.rules.ch11_reach import reach
from sealion_pbem.rulesets.sealion.rules.ch11_walk import has_enemy
from sealion_pbem.rulesets.sealion.staff.attack import Assault, assaults
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

__all__ = ["Reach", "defence", "drive", "goal_of", "planned_assaults", "reaches"]

Reach = dict[str, dict[str, tuple[int, tuple[str, ...]]]]
_CROWD = 10
"""Half points: how much further a goal may be that nobody else goes for."""
_STUBBORN = 4
_GUARDED = 3
"""Ports that keep a garrison."""
_NEAR = 9
_RETAKEN = 5


def reaches(state: State, seat: Seat) -> Reach:
    """11.0  Return where each unit that may still move can go; own moves change nothing of it."""
    return {name: reach(state, name) for name in units_to_move(state, seat)}


def planned_assaults(state: State, seat: Seat, found: Reach) -> list[Assault]:
    """Return the attacks worth making from where the units stand."""
    ways: dict[str, dict[str, str]] = {}
    for name, ends in found.items():
        if not state.attack_of(name) or name == CHURCHILL or state.counter(name).move == RAIL_MOVE:
            continue
        start = state.units[name].place
        ways[name] = {
            place: (start, *path)[-2]
            for place, (_, path) in ends.items()
            if has_enemy(state, place, seat)
        }
    if seat == GERMAN:
        return assaults(state, ways, lambda place: prize(state, place))
    return assaults(state, ways, lambda place: _british_prize(state, place))


def _british_prize(state: State, place: str) -> int:
    """Return what throwing the German out of a hex is worth: beaches most, for they feed him."""
    facts = state.table.board.hexes[place]
    return 2 + _RETAKEN * bool(facts.port) + 2 * facts.is_coastal + 2 * bool(facts.city)


def _charge(outlook: Outlook, found: Reach) -> Iterator[Order]:
    for assault in planned_assaults(outlook.now, outlook.seat, found):
        for name in assault.units:
            yield March((name,), found.pop(name)[assault.place][1])


def drive(outlook: Outlook) -> Iterator[Order]:
    """Return the German's moves: attacks that pay, then drives on factories by the shortest roads."""
    found = reaches(outlook.now, GERMAN)
    yield from _charge(outlook, found)
    for name in _guards(outlook.now, found):
        del found[name]
    crowd: Tally[str] = Tally()
    state = outlook.now
    # The fastest choose first, for they can take what is far.
    names = sorted(found, key=lambda n: (-state.counter(n).move, state.table.order[n]))
    for name in names:
        way = _onward(outlook.now, name, found[name], crowd)
        if way:
            yield March((name,), way)


def _guards(state: State, found: Reach) -> list[str]:
    """Return the weakest unit in each of the first ports, which stays while it is alone there."""
    board = state.table.board
    ports = [p for p in state.at if p in board.hexes and board.hexes[p].port]
    stay: list[str] = []
    for place in ports:
        here = state.land_in(place, GERMAN)
        free = [name for name in here if name in found]
        if here and len(free) == len(here) and len(stay) < _GUARDED:
            stay.append(min(free, key=lambda n: (state.attack_of(n), state.table.order[n])))
    return stay


def goal_of(state: State, name: str, start: str, crowd: Tally[str]) -> str:
    """Return the factory a German unit should go for: near, weakly held, not everybody's."""
    counter = state.counter(name)
    best, least = "", FAR
    for place in factories(state):
        held = sum(state.defense_of(n) for n in state.land_in(place, BRITISH))
        far = way_to(state, place, counter).get(start, FAR)
        cost = far + _STUBBORN * held + _CROWD * crowd[place]
        if cost < least:
            best, least = place, cost
    return best


def _onward(
    state: State, name: str, ends: dict[str, tuple[int, tuple[str, ...]]], crowd: Tally[str]
) -> tuple[str, ...]:
    """Return the way that brings a unit nearest to its goal; none: it stays."""
    start = state.units[name].place
    goal = goal_of(state, name, start, crowd)
    if not goal:
        return ()
    crowd[goal] += 1
    to_go = way_to(state, goal, state.counter(name))
    return _closest(state, name, ends, to_go)


def _closest(
    state: State, name: str, ends: dict[str, tuple[int, tuple[str, ...]]], to_go: dict[str, int]
) -> tuple[str, ...]:
    seat = Seat(state.counter(name).seat)
    start = state.units[name].place
    best: tuple[str, ...] = ()
    least = (to_go.get(start, FAR), 0)
    for place, (cost, path) in ends.items():
        now = (to_go.get(place, FAR), cost)
        if now < least and not has_enemy(state, place, seat) and has_room(state, place, name):
            best, least = path, now
    return best


def defence(outlook: Outlook) -> Iterator[Order]:
    """Return British moves: counterattacks at good odds, then garrisons for threatened factories."""
    found = reaches(outlook.now, BRITISH)
    foes = enemies(outlook.now, BRITISH)
    if not foes:
        return
    yield from _charge(outlook, found)
    state = outlook.now
    posts = _posts(state, foes)
    manned: Tally[str] = Tally()
    for place, wanted in posts.items():
        here = [n for n in state.land_in(place, BRITISH) if n in found]
        here.sort(key=lambda n: (-state.defense_of(n), state.table.order[n]))
        manned[place] = len(state.land_in(place, BRITISH)) - len(here)
        for name in here[: max(0, wanted - manned[place])]:
            del found[name]
            manned[place] += 1
    yield from _reinforcements(outlook, found, posts, manned)


def _posts(state: State, foes: list[str]) -> dict[str, int]:
    """Return the hexes to be held, the most threatened first, and how many units each should have."""
    places = factories(state)
    near = {place: nearest(place, foes) for place in places}
    places.sort(key=lambda place: (near[place], place))
    return {place: 2 if near[place] <= _NEAR else 1 for place in places}


def _reinforcements(
    outlook: Outlook, found: Reach, posts: dict[str, int], manned: Tally[str]
) -> Iterator[Order]:
    """Return a march of each free unit to the post that needs it most and is not too far."""
    state = outlook.now
    for name in sorted(found, key=lambda n: (-state.defense_of(n), state.table.order[n])):
        counter = state.counter(name)
        if name == CHURCHILL or counter.move == RAIL_MOVE:
            continue
        start = state.units[name].place
        best, least = "", FAR
        for rank, (place, wanted) in enumerate(posts.items()):
            far = way_to(state, place, counter).get(start, FAR)
            surplus = max(0, manned[place] + 1 - wanted)
            cost = far + 2 * rank + 3 * _CROWD * surplus
            if cost < least:
                best, least = place, cost
        if not best:
            continue
        manned[best] += 1
        way = _closest(outlook.now, name, found[name], way_to(state, best, counter))
        if way:
            yield March((name,), way)

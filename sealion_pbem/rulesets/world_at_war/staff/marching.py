"""Movement: the attacker gathers beside what he wants to attack, the defender mans posts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial

from sealion_pbem.engine.words import Order, Seat
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.board import ROUGH
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import hostile, movement
from sealion_pbem.rulesets.world_at_war.rules.ch12_stacking import is_crowded
from sealion_pbem.rulesets.world_at_war.rules.ch13_movement import MOVE_FORM
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import defenders
from sealion_pbem.rulesets.world_at_war.staff.judgement import (
    MOST_OUT_OF_A_HEX,
    defense_of,
    goals_of,
    held_by_enemy,
    is_capital_lost,
    nearness,
    paths_of,
    soldiers,
)
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import AXIS, other

__all__ = ["Look", "defensive_moves", "offensive_moves"]

Look = Callable[[], State]
Paths = Mapping[str, Mapping[str, tuple[str, ...]]]
_AIR_HELPS = 10
"""The factors of ground support that an attack may hope for."""
_NEAR = 3
_FULL_POST = 2


def offensive_moves(look: Look) -> Iterator[Order]:
    """13.4  Gather for the best attacks, the armor that is to exploit behind; then everybody closes up."""
    state = look()
    seat = state.active
    goals = held_by_enemy(state, seat)
    if not goals:
        return
    paths, used = _all_paths(state, seat), set[str]()
    yield from _walk_in(look, goals, paths, used)
    for target in _targets(state, goals, paths):
        placed = _gathering(look(), target, paths, used)
        for unit, place in placed.items():
            used.add(unit)
            yield from _march(look(), unit, paths[unit][place])
        for unit in _spearheads(look(), target, paths, used) if placed else ():
            used.add(unit)
            place = min(paths[unit], key=lambda n: _behind(look(), unit, n, target))
            yield from _march(look(), unit, paths[unit][place])
    for unit in soldiers(look(), seat):
        if unit not in used and state.counter(unit).is_fighting and not _keeps(look(), unit):
            yield from _close_up(look(), unit, paths[unit], goals)


def _all_paths(state: State, seat: Seat) -> dict[str, dict[str, tuple[str, ...]]]:
    return {
        unit: paths_of(state, unit)
        if movement(state, unit) > state.walked.get(unit, 0)
        else {state.place_of(unit): ()}
        for unit in soldiers(state, seat)
    }


def _walk_in(look: Look, goals: Mapping[str, int], paths: Paths, used: set[str]) -> Iterator[Order]:
    """R-13  Take goals that nobody defends."""
    for number in sorted(goals, key=lambda n: (-goals[n], n)):
        if look().owner(number) == look().active:
            continue
        able = [u for u in paths if u not in used and paths[u].get(number)]
        able.sort(key=partial(_haste, look(), paths, number))
        for unit in able[:MOST_OUT_OF_A_HEX]:
            used.add(unit)
            yield from _march(look(), unit, paths[unit][number])


def _haste(state: State, paths: Paths, goal: str, unit: str) -> tuple[int, int]:
    return (len(paths[unit][goal]), -state.counter(unit).factor)


def _targets(state: State, goals: Mapping[str, int], paths: Paths) -> list[str]:
    """Return enemy hexes that somebody can attack, the most useful first."""
    board, seat = state.table.board, state.active
    reached = {place for ways in paths.values() for place in ways}
    found = [
        number for number in board.in_area(hostile(state, seat))
        if not reached.isdisjoint(board.beside[number])
    ]  # fmt: skip
    worth = {n: nearness(goals, n) + Fraction(goals.get(n, 0)) for n in found}
    return sorted(found, key=lambda n: (-worth[n], n))


def _gathering(state: State, target: str, paths: Paths, used: set[str]) -> dict[str, str]:
    """15.44, 15.47  Return who goes where beside a hex, so that 2:1 comes about; nobody if it does not."""
    board = state.table.board
    slots = [n for n in board.beside[target] if not defenders(state, (n,), state.active)]
    room = {n: MOST_OUT_OF_A_HEX - len(_staying(state, n, paths, used)) for n in slots}
    placed: dict[str, str] = {}
    strength = armor = 0
    able = [u for u in paths if u not in used and state.counter(u).is_fighting]
    # One armored unit breaks through; the others are kept to exploit.
    able.sort(key=lambda u: (state.counter(u).arm == "armor", -state.counter(u).factor))
    for unit in able:
        is_armor = state.counter(unit).arm == "armor"
        open_ = [
            n for n in slots if n in paths[unit] and (room[n] > 0 or n == state.place_of(unit))
        ]
        if not open_ or (is_armor and armor and _is_enough(state, target, placed, strength)):
            continue
        here = max(
            open_, key=lambda n: (not board.is_river(n, target), n == state.place_of(unit), n)
        )
        placed[unit] = here
        room[here] -= 1
        strength += state.counter(unit).factor
        armor += is_armor
        if armor and _is_enough(state, target, placed, strength):
            break
    if not placed or not _is_enough(state, target, placed, strength):
        return {}
    return placed


def _staying(state: State, number: str, paths: Paths, used: set[str]) -> list[str]:
    """Return who is in a hex and will not make room there."""
    here = [u for u in state.ground_at(number, state.active) if state.counter(u).arm != "airborne"]
    return [u for u in here if u in used or len(paths.get(u, ())) <= 1]


def _is_enough(state: State, target: str, placed: Mapping[str, str], strength: int) -> bool:
    """15.5  Return whether with what can be hoped for from the air these make 2:1 and a little more."""
    froms = tuple(dict.fromkeys(placed.values()))
    return strength + min(strength, _AIR_HELPS) >= 2 * defense_of(state, target, froms) + 2


def _spearheads(state: State, target: str, paths: Paths, used: set[str]) -> list[str]:
    """16.21  Return armor that can stand beside those who attack."""
    board = state.table.board
    beside = {n for place in board.beside[target] for n in (place, *board.beside[place])}
    able = [u for u in paths if u not in used and state.counter(u).arm == "armor"]
    return [u for u in able if not beside.isdisjoint(paths[u])]


def _behind(state: State, unit: str, number: str, target: str) -> tuple[int, int, str]:
    is_full = number != state.place_of(unit) and is_crowded(state, number, state.active, (unit,))
    return (is_full, distance(number, target), number)


def _keeps(state: State, unit: str) -> bool:
    """Return whether a unit stays where it is: the last in an own goal."""
    here = state.place_of(unit)
    return here in goals_of(state) and len(state.ground_at(here, state.active)) <= 1


def _close_up(
    state: State, unit: str, ways: Mapping[str, tuple[str, ...]], goals: Mapping[str, int]
) -> Iterator[Order]:
    """Go nearer to the goals, where there is room."""
    here = state.place_of(unit)
    best, value = here, nearness(goals, here)
    for number in ways:
        worth = nearness(goals, number)
        if worth > value and not is_crowded(state, number, state.active, (unit,)):
            best, value = number, worth
    if best != here:
        yield from _march(state, unit, ways[best])


def _march(state: State, unit: str, path: tuple[str, ...]) -> Iterator[Order]:
    order = o.March((unit,), path)
    if path and not any(MOVE_FORM.check(state, order)):
        yield order


def defensive_moves(look: Look) -> Iterator[Order]:
    """13.4  Man the posts, the most important first; all others stay behind walls or close up."""
    state = look()
    seat = state.active
    paths, used = _all_paths(state, seat), set[str]()
    lost = {n: worth for n, worth in held_by_enemy(state, seat).items() if _is_own(state, n)}
    if is_capital_lost(state) or lost:
        yield from _walk_in(look, lost, paths, used)
    for post, many in _posts(look()):
        standing = [u for u in look().ground_at(post, seat) if u not in used]
        free = [u for u in paths if u not in used and paths[u].get(post)]
        free.sort(key=partial(_reluctance, look(), paths, post))
        stay = standing[:many]
        used |= {*stay}
        for unit in free[: many - len(stay)]:
            for order in _march(look(), unit, paths[unit][post]):
                used.add(unit)
                yield order
    for unit in soldiers(look(), seat):
        if unit in used or _walls(look(), look().place_of(unit)) or _keeps(look(), unit):
            continue
        if look().counter(unit).arm != "partisan":
            yield from _close_up(look(), unit, paths[unit], _own_goals(look()))


def _reluctance(state: State, paths: Paths, post: str, unit: str) -> tuple[int, int, int]:
    """Return who goes to a post last: whoever stands behind walls, is weak, comes from far."""
    here = state.place_of(unit)
    return (_walls(state, here), -state.counter(unit).factor, len(paths[unit][post]))


def _is_own(state: State, number: str) -> bool:
    """Return whether a goal was ours before the enemy came."""
    return state.table.board.facts(number).country in ("france", "belgium", "netherlands")


def _own_goals(state: State) -> dict[str, int]:
    """Return the goals to be guarded: capitals, and others only when the enemy comes near."""
    goals, passive = goals_of(state), state.passive
    enemies = {state.place_of(u) for u in state.on_map(passive) if state.counter(u).is_fighting}
    own = {n: worth for n, worth in goals.items() if state.owner(n) == state.active}
    most = max(own.values(), default=0)
    guarded = {
        n: worth
        for n, worth in own.items()
        if worth == most or any(distance(n, there) <= _NEAR for there in enemies)
    }
    return guarded or own or dict(goals)


def _walls(state: State, number: str) -> int:
    """15.32  Return how well a hex is fortified towards the enemy."""
    board = state.table.board
    return sum(board.wall(there, number) == "fortress" for there in board.beside[number])


def _posts(state: State) -> list[tuple[str, int]]:
    """Return the hexes to be manned, each with how many: capitals, then the ring towards the enemy."""
    board, seat = state.table.board, state.active
    enemy = other(seat)
    enemies = {state.place_of(u) for u in state.on_map(enemy) if state.counter(u).is_fighting}
    goals = _own_goals(state)
    ranked = dict[str, Fraction]()
    for number in board.in_area(state.controlled(seat)):
        if board.facts(number).country in state.neutral:
            continue
        away = min((distance(number, n) for n in enemies), default=99)
        value = Fraction(0)
        for goal, worth in goals.items():
            apart = distance(number, goal)
            toward = min((distance(goal, n) for n in enemies), default=99)
            if apart == 0:
                value += worth * 10
            elif apart <= _NEAR and away < toward + 1:
                value += Fraction(worth, apart)
        if not value:
            continue
        value += 2 * (board.facts(number).terrain in ROUGH) + _walls(state, number)
        value += sum(board.is_river(number, n) for n in board.beside[number])
        if away <= 1:
            value += 2
        ranked[number] = value
    order = sorted(ranked, key=lambda n: (-ranked[n], n))
    return [(n, _FULL_POST if seat != AXIS or goals.get(n) else 1) for n in order]

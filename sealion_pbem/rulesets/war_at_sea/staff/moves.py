"""3.2  Where the staff sends its Ships and Submarines: to markers, prey and merchants, by estimates."""

from __future__ import annotations

from sealion_pbem.engine.words import Order
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.rules.ch01_setup import FORMS as SETUP_FORMS
from sealion_pbem.rulesets.war_at_sea.rules.ch01_setup import default_deployment
from sealion_pbem.rulesets.war_at_sea.rules.ch04_movement import (
    FORMS,
    edge_rank,
    near,
    speed_of,
    surplus_move,
)
from sealion_pbem.rulesets.war_at_sea.settings import other_seat
from sealion_pbem.rulesets.war_at_sea.staff.estimate import (
    POINT,
    dealt_by,
    moved_to,
    taken_from,
)
from sealion_pbem.rulesets.war_at_sea.words import orders as o
from sealion_pbem.rulesets.war_at_sea.words.state import EXIT, State

__all__ = ["next_deployment", "next_move"]

_PULL = 9 * POINT
"""What a sector nearer to a goal is worth."""
_HOLDING = 14 * POINT
"""What it is worth to stand on a marker that others may still contest."""
_CAUTION = 2
"""An enemy fires at one Ship of several: so many share what he takes."""
_LEAVING = 1000 * POINT
_SAFE = 5
"""A merchant keeps so far from those who hunt it, while it has time."""
_SPARE = 2
"""With so few turns in hand a merchant waits no longer: others may lie in its way."""
_SAFETY = 6 * POINT
"""What a sector more between a merchant and its hunters is worth to it."""
_MOVE = next(form for form in FORMS if form.kind == "move")
_DEPLOY = next(form for form in SETUP_FORMS if form.kind == "deploy")


def next_deployment(state: State) -> Order:
    """1.1.4  Return how the next unit is set up: Ships spread towards the markers, others by default."""
    order = default_deployment(state)
    assert order is not None, "somebody is to be set up"
    name = order.unit
    if not state.markers or not state.card(name).is_ship:
        return order
    placed = [n for n in state.ships(state.active) if state.units[n].deployed]
    marker = state.markers[len(placed) % len(state.markers)]
    places = [choice.value for choice in _DEPLOY.choices(state, {"unit": name}, "where")]
    return o.Deploy(name, min(places, key=lambda place: (distance(place, marker), place)))


def next_move(state: State) -> Order:
    """3.2  Return the next move that is better than staying, or the end of the step."""
    surplus = surplus_move(state, state.active)
    if surplus is not None:
        return surplus
    goals = _goals(state)
    for name in sorted(_movers(state), key=lambda n: _turn_of(state, n)):
        here = state.units[name].sector
        best, path = _value(state, name, here, goals[name]), tuple[str, ...]()
        for way in _MOVE.choices(state, {"unit": name}, "path"):
            value = _value(state, name, way.label, goals[name])
            if value > best:
                best, path = value, tuple(way.value)
        if path:
            return o.Move(name, path)
    return o.Done()


def _movers(state: State) -> list[str]:
    return [name for name in state.afloat(state.active) if not state.units[name].moved]


def _turn_of(state: State, name: str) -> tuple[bool, int, str]:
    """Return who moves first: warships before merchants, the dearest of them first."""
    return state.units[name].card == data.MERCHANT, -state.card(name).cost, name


def _goals(state: State) -> dict[str, tuple[str, ...]]:
    """1.3.3  Return for each unit the sectors it makes for: markers shared out, or the enemy."""
    found: dict[str, tuple[str, ...]] = {}
    seat, other = state.active, other_seat(state.active)
    own = [*state.afloat(seat)]
    free = [n for n in own if state.card(n).is_ship and state.units[n].card != data.MERCHANT]
    while free and state.markers:
        for marker in state.markers:
            if free:
                nearest = min(free, key=lambda n: (_turns_to(state, n, marker), n))
                found[nearest] = (marker,)
                free.remove(nearest)
    ships, hunted = [*state.ships(other)], [*state.afloat(other)]
    prey = [n for n in ships if state.units[n].card == data.MERCHANT]
    rank = edge_rank(state.ends[other])
    off = tuple(sector for sector in data.sectors() if sector.startswith(rank))
    for name in own:
        if state.units[name].card == data.MERCHANT:
            found[name] = off
        elif name not in found:
            chased = prey or (hunted if state.card(name).asw else ships)
            found[name] = tuple(state.units[enemy].sector for enemy in chased)
    return found


def _turns_to(state: State, name: str, sector: str) -> int:
    return -(-distance(state.units[name].sector, sector) // speed_of(state, name))


def _value(state: State, name: str, sector: str, goals: tuple[str, ...]) -> int:
    """Return what it is worth to stand in a sector: near the goal, dealing more than one takes."""
    if sector == EXIT:
        return _LEAVING
    there = moved_to(state, name, sector)
    enemies = [*state.afloat(other_seat(state.active))]
    if state.units[name].card == data.MERCHANT:
        return _voyage(there, name, goals) - taken_from(there, name, enemies)
    found = -_PULL * min((distance(sector, goal) for goal in goals), default=0)
    found += dealt_by(there, name) - taken_from(there, name, enemies) // _CAUTION
    if state.card(name).is_ship:
        found += _claims(there, name)
    return found


def _voyage(state: State, name: str, goals: tuple[str, ...]) -> int:
    """9.2  Return what a merchant's place is worth: it goes on, and waits for the escort while it can."""
    sector = state.units[name].sector
    steps = 1 + min(distance(sector, goal) for goal in goals)
    spare = state.settings.last_turn - state.turn - steps
    if spare <= _SPARE:
        return -_LEAVING - _PULL * steps
    enemies = [state.units[n].sector for n in state.afloat(other_seat(state.active))]
    nearest = min((distance(sector, enemy) for enemy in enemies), default=_SAFE)
    return -POINT * steps - _SAFETY * max(0, _SAFE - nearest)


def _claims(state: State, name: str) -> int:
    """1.3.3  Return what a Ship does for and against claims where it stands."""
    sector, found = state.units[name].sector, 0
    points = state.settings.of_scenario("objective_points") * POINT
    is_last = state.active != state.first
    enemies = {state.units[n].sector for n in state.ships(other_seat(state.active))}
    own = {state.units[n].sector for n in state.ships(state.active) if n != name}
    for marker in state.markers:
        around = {marker, *near(marker)}
        if sector == marker and marker not in own:
            # Who moves last sees whether anybody will contest it.
            found += points if is_last and not enemies & around else _HOLDING
        if sector in around and marker in enemies and not own & around:
            found += points if is_last else _HOLDING
    return found

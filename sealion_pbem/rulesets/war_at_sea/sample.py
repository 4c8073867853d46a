"""Orders and secrets that make sense, for those who play at random and for menus of the other seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sealion_pbem.engine.words import Json, Order
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.war_at_sea import policies
from sealion_pbem.rulesets.war_at_sea.rules import ch01_setup, ch03_attacks, ch04_movement
from sealion_pbem.rulesets.war_at_sea.rules.ch02_fleet import ready_fleets
from sealion_pbem.rulesets.war_at_sea.rules.ch03_sequence import decision_of
from sealion_pbem.rulesets.war_at_sea.rules.ch07_aircraft import FORMS as AIR_FORMS
from sealion_pbem.rulesets.war_at_sea.rules.ch07_bases import ready
from sealion_pbem.rulesets.war_at_sea.settings import other_seat
from sealion_pbem.rulesets.war_at_sea.words import orders as o
from sealion_pbem.rulesets.war_at_sea.words.state import EXIT, State

__all__ = ["offers", "secrets"]

_FORMS = {form.kind: form for form in (*ch01_setup.FORMS, *ch04_movement.FORMS, *AIR_FORMS)}
_MOST_SECTORS = 6


def offers(state: State) -> Iterator[Order]:
    """Return legal orders for the pending decision, the sensible ones first."""
    decision = decision_of(state)
    match decision.kind if decision else "":
        case "choose_end":
            yield from (o.ChooseEnd(end) for end in ch01_setup.ENDS)
        case "deploy":
            yield from _deployments(state)
        case "sea_move":
            yield from _moves(state)
        case "plan_flights":
            yield from (o.Flights(tuple(map(tuple, plan))) for plan in _plans(state))
        case "air_mission":
            yield from _flights(state)
        case "air_return":
            for unit in _FORMS["air_return"].choices(state, {}, "unit"):
                for base in _FORMS["air_return"].choices(state, {"unit": unit.value}, "base"):
                    yield o.AirReturn(unit.value, base.value)
            yield o.Done()
        case "air_defense" | "air_attack" | "surface_attack" | "torpedo_attack":
            yield from _attacks(state)
            yield o.Done()
        case _:
            return


def _deployments(state: State) -> Iterator[Order]:
    first = ch01_setup.default_deployment(state)
    if first is not None:
        yield first
    for name in ch01_setup.undeployed(state, state.active)[:2]:
        for place in _FORMS["deploy"].choices(state, {"unit": name}, "where"):
            order = o.Deploy(name, place.value)
            if order != first:
                yield order


def _moves(state: State) -> Iterator[Order]:
    """3.2  Return moves towards objectives and enemy first, then smoke, then the end of the step."""
    enemies = [state.units[n].sector for n in state.ships(other_seat(state.active))]
    goals = [*state.markers, *enemies]
    found: list[tuple[int, str, tuple[str, ...]]] = []
    for unit in _FORMS["move"].choices(state, {}, "unit"):
        for way in _FORMS["move"].choices(state, {"unit": unit.value}, "path"):
            far = min((distance(way.label, goal) for goal in goals if way.label != EXIT), default=0)
            found.append((far, unit.value, tuple(way.value)))
    yield from (o.Move(name, path) for _, name, path in sorted(found))
    yield from (o.Smoke(unit.value) for unit in _FORMS["smoke"].choices(state, {}))
    if not any(ch04_movement.refuse_done(state)):
        yield o.Done()


def _flights(state: State) -> Iterator[Order]:
    for name in ready(state, state.active):
        for sector in _strike_sectors(state):
            order = o.Fly(name, sector)
            if not any(_FORMS["fly"].check(state, order)):
                yield order
    yield o.Done()


def _attacks(state: State) -> Iterator[Order]:
    best = policies.best_attack(state)
    if best is not None:
        yield best
    for name in ch03_attacks.attackers(state):
        for weapon in ch03_attacks.weapons_of(state, name):
            for target in ch03_attacks.targets_of(state, name, weapon):
                order = ch03_attacks.made(state.step, name, weapon, (target,))
                if order != best:
                    yield order


def _strike_sectors(state: State) -> list[str]:
    """Return sectors worth flying to: where enemies are, then where own Ships are."""
    seats = (other_seat(state.active), state.active)
    found = [state.units[n].sector for seat in seats for n in state.afloat(seat)]
    return list(dict.fromkeys(found))[:_MOST_SECTORS]


def _plans(state: State) -> list[list[list[str]]]:
    """P.3  Return flight plans: all against one enemy, spread over several, over the own Ships, none."""
    own, enemies = ready(state, state.active), [*state.afloat(other_seat(state.active))]
    ships = [*state.ships(state.active)]
    found: list[list[list[str]]] = []
    if enemies:
        found.append([[name, enemies[0], *enemies[1:2]] for name in own])
        found.append([[n, enemies[i % len(enemies)]] for i, n in enumerate(own)])
    if ships:
        found.append([[n, state.units[ships[i % len(ships)]].sector] for i, n in enumerate(own)])
    return [plan for i, plan in enumerate([*found, []]) if plan not in [*found, []][:i]]


def secrets(state: State) -> Mapping[str, tuple[Json, ...]]:
    """2.2, P.3  Return what the pending decision lets its seat seal."""
    if state.step == "fleet":
        fleets = ready_fleets(state.settings, state.active)
        return {"fleet": tuple([*fleet] for fleet in fleets)}
    if state.step == "flights" and state.active == state.first:
        return {"flights": tuple(_plans(state))}
    return {}

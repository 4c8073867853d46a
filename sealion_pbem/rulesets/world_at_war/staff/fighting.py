"""Attacks: what is announced, what flies, how far a fight goes on, where armor drives on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from sealion_pbem.engine.words import Order
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.answering import answer
from sealion_pbem.rulesets.world_at_war.rules.ch10_airborne import DROP_FORM
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import hostile
from sealion_pbem.rulesets.world_at_war.rules.ch15_announce import ATTACK_FORM, refuse_attacker
from sealion_pbem.rulesets.world_at_war.rules.ch15_combat import next_round
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import Odds, reckon
from sealion_pbem.rulesets.world_at_war.rules.ch15_skies import das_aim, das_hexes
from sealion_pbem.rulesets.world_at_war.rules.ch16_exploitation import EXPLOIT_FORM, sorted_routes
from sealion_pbem.rulesets.world_at_war.rules.r20_air import Aim, payable_wings
from sealion_pbem.rulesets.world_at_war.staff.judgement import (
    MOST_OUT_OF_A_HEX,
    goals_of,
    held_by_enemy,
    is_capital_lost,
    nearness,
)
from sealion_pbem.rulesets.world_at_war.staff.marching import Look
from sealion_pbem.rulesets.world_at_war.state import NONE, State
from sealion_pbem.rulesets.world_at_war.table import AXIS

__all__ = ["advance", "another_round", "attacks", "das", "drops", "exploitation"]

_GOOD, _BETTER = 2, 3
_RELIEF = 3
"""How far armor may be from a unit that is dropped alone."""


def attacks(look: Look) -> Iterator[Order]:
    """15.4  Attack wherever 2:1 can be had, the most useful hexes first."""
    goals = held_by_enemy(look(), look().active)
    board = look().table.board
    targets = [
        n for n in board.in_area(hostile(look(), look().active))
        if any(look().ground_at(there, look().active) for there in board.beside[n])
    ]  # fmt: skip
    for number in sorted(targets, key=lambda n: (-goals.get(n, 0), -nearness(goals, n), n)):
        order = _attack(look(), number)
        if order is not None:
            yield order


def _attack(state: State, number: str) -> o.Announce | None:
    board = state.table.board
    least = _least_odds(state, number)
    pool = [u for there in board.beside[number] for u in state.ground_at(there, state.active)]
    pool = [u for u in pool if not _is_needed(state, u)]
    units: list[str] = []
    wings: dict[str, int] = {}
    # Infantry first; one armored unit is enough to break through.
    for unit in sorted(pool, key=lambda u: _rank(state, u, number)):
        if any(refuse_attacker(state, {"hexes": (number,), "units": tuple(units)}, unit)):
            continue
        has_armor = any(state.counter(u).arm == "armor" for u in units)
        is_spare = has_armor and state.counter(unit).arm == "armor"
        if is_spare and _is_met(state, number, units, wings, least):
            continue
        units.append(unit)
        wings = _support(state, number, units)
        if has_armor and _is_met(state, number, units, wings, _BETTER):
            break
    if not units or not _is_met(state, number, units, wings, least):
        return None
    order = o.Announce((number,), tuple(units), wings)
    return None if any(ATTACK_FORM.check(state, order)) else order


def _least_odds(state: State, number: str) -> int:
    """Return how good an attack must be: a lost capital and cut-off armor are worth a gamble."""
    facts = state.table.board.facts(number)
    if facts.capital == "france" and (state.active == AXIS or is_capital_lost(state)):
        return 1
    there = state.ground_at(number)
    is_cut = any(state.counter(u).arm == "armor" and state.units[u].supply == NONE for u in there)
    return 1 if is_cut else _GOOD


def _is_needed(state: State, unit: str) -> bool:
    """Return whether a unit of the defender stays in what it guards."""
    here = state.place_of(unit)
    if state.active == AXIS or is_capital_lost(state):
        return False
    return here in goals_of(state) and len(state.ground_at(here, state.active)) <= MOST_OUT_OF_A_HEX


def _rank(state: State, unit: str, number: str) -> tuple[bool, bool, int, int]:
    is_armor = state.counter(unit).arm == "armor" and not state.routes
    river = state.table.board.is_river(state.place_of(unit), number)
    return (is_armor, river, -state.counter(unit).factor, state.table.rank[unit])


def _reckoned(state: State, number: str, units: Iterable[str], support: int) -> Odds:
    return reckon(state, (number,), units, (), support)


def _is_met(state: State, number: str, units: list[str], wings: dict[str, int], least: int) -> bool:
    odds = _reckoned(state, number, units, sum(wings.values()))
    return odds.total >= least * odds.defense


def _support(state: State, number: str, units: list[str]) -> dict[str, int]:
    """R-22  Return as much ground support as makes 3:1, not more."""
    bare = _reckoned(state, number, units, 0)
    lacking = _BETTER * bare.defense - bare.total
    most = min(lacking, bare.attack)
    if most <= 0:
        return {}
    front = state.table.board.facts(number).front
    aim = Aim(state.active, (number,), most, units=tuple(units), front=front)
    return payable_wings(state, aim, {})


def das(state: State) -> Order:
    """15.1  Defend from the air where the most is at stake and the odds become worse for it."""
    served = {n for attack in state.attacks if attack.das for n in attack.hexes}
    goals, best = goals_of(state), (Fraction(0), "", dict[str, int]())
    for number in das_hexes(state):
        aim = None if number in served else das_aim(state, {"hex": number})
        wings = payable_wings(state, aim, {}) if aim else {}
        attack = next(a for a in state.attacks if number in a.hexes)
        odds = reckon(state, attack.hexes, attack.units, (), sum(attack.support.values()))
        if not wings or not odds.defense:
            continue
        gained = Fraction(odds.total, odds.defense) - Fraction(
            odds.total, odds.defense + sum(wings.values())
        )
        value = gained * (1 + goals.get(number, 0) + nearness(goals, number))
        if value > best[0]:
            best = (value, number, wings)
    return o.Das(best[1], best[2]) if best[1] else o.Done()


def another_round(state: State) -> Order:
    """15.7  Fight on at 2:1 or better, and for a capital at 1:1."""
    following = next_round(state)
    fight = state.fight
    assert following is not None, "it was asked"
    assert fight is not None, "an attack is being resolved"
    hexes = next(a.hexes for a in state.attacks if fight.hex in a.hexes)
    odds = reckon(
        state, hexes, following.attackers, (), sum(following.support.values()),
        sum(following.das.values()),
    )  # fmt: skip
    least = 1 if fight.hex in goals_of(state) else _GOOD
    return o.GoOn() if odds.total >= least * odds.defense else o.BreakOff()


def advance(state: State) -> Order:
    """15.9  Take what was cleared; a defender comes out of his line only for a goal."""
    fight = state.fight
    assert fight is not None, "an attack is being resolved"
    is_goal = fight.hex in goals_of(state)
    policy = "armor" if state.phase == "exploitation" or is_goal else "infantry"
    if state.active != AXIS and not is_goal:
        policy = "none"
    found = answer(state, policy)
    assert found is not None, "there is an answer for every advance"
    return found


def exploitation(look: Look) -> Iterator[Order]:
    """16.3  Drive on: one armored unit after another, each as near to a goal as it gets."""
    state = look()
    goals = held_by_enemy(state, state.active)
    routes: dict[str, tuple[str, ...]] = {}
    armor = sorted(
        {u for units in state.breakthroughs.values() for u in units if u not in state.routes},
        key=state.table.rank.__getitem__,
    )
    for _ in armor:
        draft = {"routes": dict(routes)} if routes else {}
        choices = [c.value for c in EXPLOIT_FORM.choices(state, draft, "routes") if c.value[1]]
        if not choices:
            break
        unit, way = max(choices, key=lambda c: _promise(state, goals, tuple(c[1]), c[0]))
        routes[unit] = tuple(way)
    order = sorted_routes(o.Exploit(routes))
    if routes and not any(EXPLOIT_FORM.check(state, order)):
        yield order


def _promise(
    state: State, goals: dict[str, int], way: tuple[str, ...], unit: str
) -> tuple[Fraction, int, int]:
    """Return what a way promises: a goal taken, or being beside one, or near."""
    value = nearness(goals, way[-1])
    taken = sum(goals.get(number, 0) for number in way)
    return (value + 3 * taken, -len(way), -state.table.rank[unit])


def drops(look: Look) -> Iterator[Order]:
    """10.5  Drop where an attack is announced, to come in behind the river, or on an open goal."""
    state = look()
    goals = held_by_enemy(state, state.active)
    best: tuple[int, int, o.DropOn] | None = None
    for unit in (c.value for c in DROP_FORM.choices(state, {}, "unit")):
        carriers = [c.value for c in DROP_FORM.choices(state, {"unit": unit}, "transport")]
        for transport in carriers[:1]:
            draft = {"unit": unit, "transport": transport}
            for number in (c.value for c in DROP_FORM.choices(state, draft, "hex")):
                value = _drop_value(state, number, goals)
                order = o.DropOn(unit, transport, number)
                if value > 0 and (best is None or value > best[0]):
                    best = (value, -state.table.rank[unit], order)
    if best is not None and not any(DROP_FORM.check(state, best[2])):
        yield best[2]
        yield from drops(look)


def _drop_value(state: State, number: str, goals: dict[str, int]) -> int:
    board = state.table.board
    announced = [a for a in state.attacks if number in a.hexes and a.stage != "over"]
    if any(state.ground_at(number)):
        rivers = any(board.is_river(state.place_of(u), number) for a in announced for u in a.units)
        return (5 + 10 * rivers) if announced and not announced[0].dropped else 0
    near = min((distance(number, state.place_of(u)) for u in state.on_map(state.active)
                if state.counter(u).arm == "armor"), default=9)  # fmt: skip
    return goals.get(number, 0) if near <= _RELIEF or not _is_watched(state, number) else 0


def _is_watched(state: State, number: str) -> bool:
    return any(state.ground_at(n, state.passive) for n in state.table.board.beside[number])

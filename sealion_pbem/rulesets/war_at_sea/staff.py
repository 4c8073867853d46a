"""The staff: a commander that contests objectives, concentrates its strikes and fires where it hurts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sealion_pbem.engine.ahead import Written
from sealion_pbem.engine.commander import with_time
from sealion_pbem.engine.dice import DiceNeededError, NoDice, SeededDice
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.loop import refuse, run
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.seal import Forfeit, Open, Seal, commitment
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Json, Order, Seat
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.odds import expected_points
from sealion_pbem.rulesets.war_at_sea.policies import answer, worth
from sealion_pbem.rulesets.war_at_sea.rules.ch02_fleet import cost_of, ready_fleets
from sealion_pbem.rulesets.war_at_sea.rules.ch04_movement import FORMS, edge_rank, surplus_move
from sealion_pbem.rulesets.war_at_sea.rules.ch05_attack import assess, sees
from sealion_pbem.rulesets.war_at_sea.rules.ch07_bases import ready
from sealion_pbem.rulesets.war_at_sea.settings import other_seat
from sealion_pbem.rulesets.war_at_sea.statcard import BATTERIES
from sealion_pbem.rulesets.war_at_sea.words import orders as o
from sealion_pbem.rulesets.war_at_sea.words.state import EXIT, State, seat_of

__all__ = ["StaffAtSea"]

_LONGEST = 60
_PULL = 9
"""What a sector nearer to its objective is worth, in points."""
_HOLDING = 14
_CAUTION = Fraction(1, 2)
_MOVE = next(form for form in FORMS if form.kind == "move")
_STRIKE = 4


class StaffAtSea:
    """Plays a seat by simple estimates; two with one seed play alike."""

    def __init__(self, seed: bytes) -> None:
        self._dice, self._whims = SeededDice(seed), 0
        self.sealed: dict[str, tuple[str, Json]] = {}

    def turn(self, ruleset: Ruleset[Any], game: Game[Any], seat: Seat) -> Turn:
        """Return orders up to a die or another seat's decision."""
        orders: list[Written] = []
        here = replace(game, queued={**game.queued, seat: ()})
        before = here.state
        while len(orders) < _LONGEST:
            decision = pending(ruleset, here)
            if decision is None or decision.seat != seat:
                break
            order = self._order(ruleset, here, decision.kind, seat)
            orders.append(with_time(ruleset, before, here.state, order))
            before = here.state
            try:
                outcome = run(ruleset, here, Turn(seat, (order,)), NoDice())
            except DiceNeededError:
                break
            assert not outcome.refused, f"the staff is refused: {order} {outcome.refused}"
            here = outcome.game
        return Turn(seat, tuple(orders), drops_queued=bool(game.queued.get(seat)))

    def _order(self, ruleset: Ruleset[Any], game: Game[Any], kind: str, seat: Seat) -> Order:
        state: State = game.state
        if kind == "fleet":
            return self._seal(game, seat, "fleet", self._fleet(state))
        if kind == "seal_flights":
            plan = [list(mission) for mission in strike_plan(state)]
            return self._seal(game, seat, "flights", plan)
        if kind in ("open_fleet", "open_flights", "open_standing_order"):
            return self._opening(ruleset, game, seat)
        if kind in _PLANS:
            return _PLANS[kind](state)
        found = answer(state, "west" if self._whim(2) else "east") if kind == "choose_end" else None
        found = found or answer(state, "default")
        assert found is not None, f"no default for {kind}"
        return found

    def _fleet(self, state: State) -> Json:
        """2.2  Return a ready fleet that uses its points well, with many Ships to contest sectors."""
        fleets = ready_fleets(state.settings, state.active)
        ranked = sorted(fleets, key=lambda fleet: (-_merit_of(fleet), fleet))
        return [*ranked[self._whim(min(2, len(ranked)))]]

    def _seal(self, game: Game[Any], seat: Seat, name: str, value: Json) -> Seal:
        salt = bytes(self._whim(256) for _ in range(32))
        self.sealed[name] = (salt.hex(), value)
        return Seal(name, commitment(game.campaign, seat, name, salt, value))

    def _opening(self, ruleset: Ruleset[Any], game: Game[Any], seat: Seat) -> Order:
        decision = pending(ruleset, game)
        assert decision is not None, "somebody is asked"
        live = [name for name in game.seals.get(seat, {}) if name in self.sealed]
        sealed: list[Order] = [Forfeit(name) for name in game.forfeits.get(seat, ())]
        sealed += [Open(name, *self.sealed[name]) for name in live]
        return next(each for each in sealed if not refuse(ruleset, game, decision, each))

    def _whim(self, count: int) -> int:
        self._whims += 1
        return (self._dice.throw(f"whim {self._whims}", 1, 256)[0] - 1) % count


def _merit_of(fleet: tuple[str, ...]) -> int:
    ships = sum(data.cards()[card].is_ship for card in fleet)
    return cost_of(fleet) + 4 * min(ships, 7)


def _sea_move(state: State) -> Order:
    """3.2  Return the next move that is better than staying, or the end of the step."""
    surplus = surplus_move(state, state.active)
    if surplus is not None:
        return surplus
    movers = [n for n in state.afloat(state.active) if not state.units[n].moved]
    goals = _goals(state)
    for name in sorted(movers, key=lambda n: (-state.card(n).cost, n)):
        here = state.units[name].sector
        best = _value(state, name, here, goals.get(name, ()))
        path: tuple[str, ...] = ()
        for way in _MOVE.choices(state, {"unit": name}, "path"):
            value = _value(state, name, way.label, goals.get(name, ()))
            if value > best:
                best, path = value, tuple(way.value)
        if path:
            return o.Move(name, path)
    return o.Done()


def _goals(state: State) -> dict[str, tuple[str, ...]]:
    """1.3.3  Return for each unit the sectors it makes for: markers shared out, or the enemy."""
    found: dict[str, tuple[str, ...]] = {}
    ships = [n for n in state.ships(state.active) if state.units[n].card != data.MERCHANT]
    markers, free = list(state.markers), list(ships)
    while free and markers:
        for marker in markers:
            if free:
                near = min(
                    free, key=lambda n: (_turns_to(state, n, marker), -state.card(n).cost, n)
                )
                found[near] = (marker,)
                free.remove(near)
    enemies = list(state.ships(other_seat(state.active)))
    prey = [n for n in enemies if state.units[n].card == data.MERCHANT] or enemies
    rest = [n for n in state.afloat(state.active) if n not in found]
    for name in rest:
        found[name] = tuple(state.units[enemy].sector for enemy in prey)
        if state.units[name].card == data.MERCHANT:
            rank = edge_rank(state.ends[other_seat(state.active)])
            found[name] = tuple(s for s in data.sectors() if s.startswith(rank))
    return found


def _turns_to(state: State, name: str, sector: str) -> int:
    return -(-distance(state.units[name].sector, sector) // max(1, state.card(name).speed))


def _value(state: State, name: str, sector: str, goals: tuple[str, ...]) -> Fraction:
    """Return what it is worth to stand in a sector: near the goal, dealing more than one takes."""
    if sector == EXIT:
        return Fraction(1000)
    found = Fraction(-_PULL * min((distance(sector, goal) for goal in goals), default=0))
    if sector in goals and state.card(name).is_ship:
        found += _HOLDING
    unit = state.units[name]
    there = replace(state, units={**state.units, name: unit._replace(sector=sector)})
    for enemy in state.afloat(other_seat(seat_of(name))):
        found += _threat(there, name, enemy) - _CAUTION * _threat(there, enemy, name)
    return found


def _threat(state: State, unit: str, target: str) -> Fraction:
    """Return what one unit takes of another in a turn on average, in points."""
    here, there = state.units[unit].sector, state.units[target].sector
    away, card = distance(here, there), state.card(unit)
    hull = state.units[target].hull
    weapons = ("asw",) if state.card(target).is_submarine else (*BATTERIES, "torpedo")
    found = Fraction(0)
    for weapon in weapons:
        if card.dice(weapon, away) and sees(state, here, there):
            found += expected_points(assess(state, unit, weapon, target), hull)
    return worth(state, target) * min(found, Fraction(hull)) / hull


def strike_plan(state: State) -> tuple[tuple[str, ...], ...]:
    """P.3  Return flights: bombers and Fighters together on the best target, others on the next."""
    own = ready(state, state.active)
    bombers = [n for n in own if not state.card(n).is_fighter]
    fighters = [n for n in own if state.card(n).is_fighter]
    targets = sorted(
        state.afloat(other_seat(state.active)),
        key=lambda target: (-sum(_strike(state, n, target) for n in bombers), target),
    )
    missions: list[tuple[str, ...]] = []
    for number, name in enumerate(bombers):
        ranked = targets[number // _STRIKE :][:2]
        if ranked:
            missions.append((name, *ranked))
    dear = max(state.ships(state.active), key=lambda n: state.card(n).cost, default="")
    for name in fighters:
        place = targets[0] if bombers and targets else dear
        if place:
            missions.append((name, place))
    return tuple(missions)


def _strike(state: State, name: str, target: str) -> Fraction:
    """Return what a Bomber takes of a target with its best weapon, if it were there."""
    sector = state.units[target].sector
    moved = state.units[name]._replace(sector=sector)
    there = replace(state, units={**state.units, name: moved})
    weapons = ("asw",) if state.card(target).is_submarine else ("bomb", "torpedo", "main")
    hull = state.units[target].hull
    best = max(
        (
            expected_points(assess(there, name, weapon, target), hull)
            for weapon in weapons
            if state.card(name).dice(weapon, 0)
        ),
        default=Fraction(0),
    )
    return worth(state, target) * best / hull


_PLANS: Mapping[str, Callable[[State], Order]] = {
    "sea_move": _sea_move,
    "plan_flights": lambda state: o.Flights(strike_plan(state)),
}

"""Land combat and other answers: fight, call off, who loses, where to."""

from __future__ import annotations

from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets.sealion.rules.ch04_victory import CHURCHILL
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import TouchDown, airlifted
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.checks import check_advance, task_of
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.modifiers import modifiers_of
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.orders import Advance, Attack, Cancel
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.retreats import advance_hexes
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import (
    attack_of,
    column_of,
    defence_of,
    is_landing,
    railway_guns,
    supporters,
    supporting_ships,
    total,
    usable_batteries,
)
from sealion_pbem.rulesets.sealion.rules.ch13_supply import EvacuateChurchill
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.staff.ashore import landing_worth
from sealion_pbem.rulesets.sealion.staff.desk import Desk, enemies, factories, nearest, prize
from sealion_pbem.rulesets.sealion.staff.weigh import Chance, chance
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, other

__all__ = ["advance", "evacuation", "land_combat", "touch_down"]

_CERTAIN = 5
_PRECIOUS = 10
_TOO_NEAR = 8


def land_combat(desk: Desk) -> Order:
    """12.0  Fight where it pays, the best first; call off what does not, landings apart."""
    state, task = desk.now, task_of(desk.now)
    hexes = (task.hex,) if task.waits == "press" else task.hexes
    chances = {place: _promise(state, place) for place in hexes}
    best = max(hexes, key=lambda place: (chances[place].score, place))
    promise = chances[best]
    if promise.score > 0 or is_landing(state, best):
        return _attack(state, best, promise)
    return Cancel(best)


def _promise(state: State, place: str, *, brandenburgers: bool = False) -> Chance:
    """Return what a combat promises with all support of both sides."""
    seat, task = state.seat, task_of(state)
    helped = task.defence if task.waits == "press" else supporters(state, place, other(seat))
    attack = total(attack_of(state, place, supporters(state, place, seat)))
    column = column_of(attack, total(defence_of(state, place, helped)))
    shift = sum(line.value for line in modifiers_of(state, place, brandenburgers=brandenburgers))
    sides = state.land_in(place, seat), state.land_in(place, other(seat))
    trapped = is_landing(state, place)
    gain = landing_worth(state, place) if trapped else prize(state, place)
    return chance(state, sides, column, shift, prize=gain, trapped=trapped)


def _attack(state: State, place: str, promise: Chance) -> Order:
    seat = state.seat
    with_them = False
    if seat == GERMAN and not state.brandenburgers_used and promise.wins < _CERTAIN:
        better = _promise(state, place, brandenburgers=True)
        gain = landing_worth(state, place) if is_landing(state, place) else prize(state, place)
        with_them = better.wins >= promise.wins + 2 and gain >= _PRECIOUS
    return Attack(
        place,
        tuple(supporting_ships(state, place, seat)),
        tuple(usable_batteries(state, place, seat)),
        bool(railway_guns(state, place, seat)),
        with_them,
    )


def advance(desk: Desk) -> Order:
    """12.3  The German goes on to what he wants, the British holds what he has won."""
    state, task = desk.now, task_of(desk.now)
    if state.seat == BRITISH:
        return Advance(())
    goals = factories(state)
    here = nearest(task.hex, goals)
    for place in sorted(
        advance_hexes(state, task.hex), key=lambda p: (-prize(state, p), nearest(p, goals))
    ):
        if nearest(place, goals) >= here:
            continue
        for units in (task.units, *((name,) for name in task.units)):
            order = Advance(tuple(units), place)
            if not any(check_advance(state, order)):
                return order
    return Advance(())


def touch_down(desk: Desk) -> Order:
    """11.6  Parachutists land exactly where they were sent."""
    return TouchDown(next(airlifted(desk.now, "transport")), spare_transport=False)


def evacuation(desk: Desk) -> Order:
    """4.3  Churchill goes when the German comes near: he is worth two dice to him."""
    state = desk.now
    near = nearest(state.units[CHURCHILL].place, enemies(state, BRITISH))
    return EvacuateChurchill() if near <= _TOO_NEAR else Done(state.stage)

"""Land combat and other answers: fight, call off, who loses, where to."""

from __future__ import annotations

from sealion_pbem.engine.words import Order, Seat
from sealion_pbem.rulesets.sealion.rules.ch04_victory import CHURCHILL
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import TouchDown, airlifted
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.advances import (
    Advance,
    advance_hexes,
    open_to,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.assess import assess
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack, Cancel, Defend
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import (
    attack_of,
    column_of,
    defence_of,
    is_landing,
    railway_guns,
    supporters,
    supporting_ships,
    task_of,
    total,
    usable_batteries,
)
from sealion_pbem.rulesets.sealion.rules.ch13_supply import EvacuateChurchill
from sealion_pbem.rulesets.sealion.rules.ch14_options.aa_fire import under_fire
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.staff.ashore import landing_worth
from sealion_pbem.rulesets.sealion.staff.outlook import Outlook, enemies, factories, nearest, prize
from sealion_pbem.rulesets.sealion.staff.weigh import Chance, weigh
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, other

__all__ = ["advance", "defence", "evacuation", "land_combat", "touchdown"]

_CERTAIN = 5
_PRECIOUS = 10
_TOO_NEAR = 8


def land_combat(outlook: Outlook) -> Order:
    """12.0  Return the attack that pays most; or call off one that does not pay, landings apart."""
    state, task = outlook.now, task_of(outlook.now)
    hexes = (task.hex,) if task.waits == "press" else task.hexes
    chances = {place: _promise(state, place) for place in hexes}
    best = max(hexes, key=lambda place: (chances[place].score, place))
    promise = chances[best]
    if promise.score > 0 or is_landing(state, best):
        return _attack(state, best, promise)
    return Cancel(best)


def _promise(state: State, place: str, *, brandenburgers: bool = False) -> Chance:
    """Return what a combat promises with all support that either side may have."""
    task = task_of(state)
    known = task.defence if task.waits == "press" else None
    assessment = assess(state, place, defence=known, brandenburgers=brandenburgers)
    trapped = is_landing(state, place)
    gain = landing_worth(state, place) if trapped else prize(state, place)
    return weigh(state, assessment, prize=gain, trapped=trapped)


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
        _not_needed(state, place, seat),
    )


def _not_needed(state: State, place: str, seat: Seat) -> tuple[str, ...]:
    """14.5.1  Return the aircraft that AA units would fire at, if the column is the same without them."""
    aircraft = tuple(under_fire(state, place, seat))
    attack = attack_of(state, place, supporters(state, place, state.seat))
    defence = defence_of(state, place, supporters(state, place, other(state.seat)))
    with_them, without = (
        column_of(
            state, *(total(n for n in lines if n.unit not in out) for lines in (attack, defence))
        )
        for out in ((), aircraft)
    )
    return aircraft if with_them == without else ()


def defence(outlook: Outlook) -> Order:
    """12.0  Return a defence with all support but aircraft that would be fired at for nothing."""
    state, place = outlook.now, task_of(outlook.now).hex
    return Defend(
        tuple(supporting_ships(state, place, outlook.seat)),
        tuple(usable_batteries(state, place, outlook.seat)),
        bool(railway_guns(state, place, outlook.seat)),
        _not_needed(state, place, outlook.seat),
    )


def advance(outlook: Outlook) -> Order:
    """12.3  Return the German's advance to what he wants; the British hold what they have won."""
    state, task = outlook.now, task_of(outlook.now)
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
            if place in open_to(state, task.hex, units):
                return Advance(units, place)
    return Advance(())


def touchdown(outlook: Outlook) -> Order:
    """11.6  Return the next landing, exactly where the unit was sent."""
    return TouchDown(next(airlifted(outlook.now, "transport")), spare_transport=False)


def evacuation(outlook: Outlook) -> Order:
    """4.3  Return Churchill's evacuation when the German, for whom he is worth two dice, comes near."""
    state = outlook.now
    near = nearest(state.units[CHURCHILL].place, enemies(state, BRITISH))
    return EvacuateChurchill() if near <= _TOO_NEAR else Done()

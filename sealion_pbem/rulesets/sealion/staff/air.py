"""Air movement: strikes on ships, support of attacks, cover for the own ships."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.words import Order, Seat
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.events.air import AirBattle
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import (
    bombers_in,
    fighters_in,
    fliers_in,
    ready,
    ships_in,
    supply_airbases,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.pairing import bomber_guard, bomber_hunt
from sealion_pbem.rulesets.sealion.rules.ch10_air.placement import Fly
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import room
from sealion_pbem.rulesets.sealion.rules.naval_force import is_battery, is_mine, is_transport
from sealion_pbem.rulesets.sealion.staff.ashore import jumps
from sealion_pbem.rulesets.sealion.staff.land import planned_assaults, reaches
from sealion_pbem.rulesets.sealion.staff.outlook import Outlook
from sealion_pbem.rulesets.sealion.state import GERMAN, State, other

__all__ = ["flights", "joins"]

_MOST_SUPPORTED = 4
_LOADED, _EMPTY = 7, 4
_BIG = 3


def flights(outlook: Outlook) -> Iterator[Order]:
    """Return the orders of one air step, in movement or in reaction."""
    own_turn = outlook.now.seat == outlook.seat
    if own_turn and outlook.seat == GERMAN:
        yield from jumps(outlook)
    if own_turn:
        yield from _support(outlook)
    if outlook.seat == GERMAN:
        yield from _cover(outlook)
        yield from _strikes(outlook)
        yield from _supply(outlook)
    else:
        yield from _strikes(outlook)
        yield from _cover(outlook)


def joins(outlook: Outlook) -> Order:
    """10.4  Return free fighters against bombers over own transports, or as a guard for own bombers."""
    state, place = outlook.now, outlook.now.in_progress(AirBattle).place
    is_convoy = any(is_transport(state.counter(n)) for n in state.units_in(place, GERMAN, "naval"))
    hunt = bomber_hunt(state)
    return hunt if hunt.fighters and outlook.seat == GERMAN and is_convoy else bomber_guard(state)


def _support(outlook: Outlook) -> Iterator[Order]:
    """10.10  Return a bomber and a fighter for each attack that is planned for the land step."""
    state, seat = outlook.now, outlook.seat
    plans = planned_assaults(state, seat, reaches(state, seat))
    kept = sum(
        1 for s in SECTORS for n in ships_in(state, s, other(seat)) if _worth(state, n) >= _BIG
    )
    spare = max(1, len(_base(state, seat, "bomber")) - kept // 2)
    for plan in plans[: min(_MOST_SUPPORTED, spare)]:
        bombers, fighters = _base(outlook.now, seat, "bomber"), _base(outlook.now, seat, "fighter")
        # Fighters with a strength of their own help most, and they are the worst in the air.
        fighters.sort(key=lambda n: -(outlook.now.strength_of(n) or 0))
        pair = (*bombers[-1:], *fighters[:1])
        if pair:
            yield Fly(pair, plan.place)


def _strikes(outlook: Outlook) -> Iterator[Order]:
    """10.7  Return escorted bombers for the best ships, at most one for every step."""
    state, seat = outlook.now, outlook.seat
    prey = {s: sum(_worth(state, n) for n in ships_in(state, s, other(seat))) for s in SECTORS}
    danger = {s: len(fighters_in(state, s, other(seat))) for s in SECTORS}
    for sector in sorted(SECTORS, key=lambda s: (danger[s] - prey[s], SECTORS.index(s))):
        state = outlook.now
        steps = sum(
            state.units[n].steps for n in ships_in(state, sector, other(seat)) if _worth(state, n)
        )
        bombers, fighters = _base(state, seat, "bomber"), _base(state, seat, "fighter")
        free = room(state, sector, seat, "bomber")
        count = min(steps, len(bombers), max(0, free * 2 // 3))
        if not count:
            continue
        escort = fighters[: min((count + 1) // 2, free - count)]
        yield Fly((*bombers[:count], *escort), sector)


def _cover(outlook: Outlook) -> Iterator[Order]:
    """10.3  Return fighters for own ships under enemy bombers, then for the ships that matter."""
    seat = outlook.seat
    for sector in _to_cover(outlook.now, seat):
        state = outlook.now
        fighters = _base(state, seat, "fighter")
        wanted = len(fliers_in(state, sector, other(seat))) - len(fighters_in(state, sector, seat))
        if not any(fliers_in(state, sector, other(seat))):
            wanted = (len(fighters) * 2 + 2) // 3
        count = min(wanted, len(fighters), room(state, sector, seat, "fighter"))
        if count > 0:
            yield Fly(tuple(fighters[:count]), sector)


def _to_cover(state: State, seat: Seat) -> list[str]:
    attacked = [
        s for s in SECTORS if bombers_in(state, s, other(seat)) and ships_in(state, s, seat)
    ]
    if seat != GERMAN:
        return attacked
    convoys = {
        s: sum(is_transport(state.counter(n)) for n in ships_in(state, s, seat)) for s in SECTORS
    }
    rest = [s for s in SECTORS if convoys[s] and s not in attacked]
    return [*attacked, *sorted(rest, key=lambda s: (-convoys[s], SECTORS.index(s)))]


def _supply(outlook: Outlook) -> Iterator[Order]:
    """13.2  Return air transports without cargo to held airbases, where they supply airborne units."""
    bases = [place for place in supply_airbases(outlook.now) if outlook.now.land_in(place, GERMAN)]
    idle = _base(outlook.now, GERMAN, "transport")
    for place, name in zip(bases, idle, strict=False):
        yield Fly((name,), place)


def _worth(state: State, name: str) -> int:
    """Return what a strike on a naval unit is worth: nothing on mines and guns ashore."""
    counter = state.counter(name)
    if is_mine(counter) or is_battery(counter):
        return 0
    if is_transport(counter):
        return _LOADED if state.carried_by(name) else _EMPTY
    return 1 + (state.strength_of(name) or 0)


def _base(state: State, seat: Seat, kind: str) -> list[str]:
    """Return the air units of a type at their base, the best first."""
    names = [n for n in ready(state, seat) if state.counter(n).type == kind]
    return sorted(names, key=lambda n: (-state.quality_of(n), -(state.strength_of(n) or 0)))

"""What is true of every state, whatever was ordered: one sentence for each thing that is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.rules.ch04_movement import MOST_SHIPS, is_closed
from sealion_pbem.rulesets.war_at_sea.rules.ch07_aircraft import MOST_AIRCRAFT
from sealion_pbem.rulesets.war_at_sea.rules.ch07_bases import room_at
from sealion_pbem.rulesets.war_at_sea.settings import SEATS
from sealion_pbem.rulesets.war_at_sea.words.state import AIRBASE, State, Unit, seat_of

__all__ = ["broken", "broken_at_rest"]

_AFTER_LOSSES = ("air_attack", "surface_attack", "torpedo_attack", "air_return")
"""7.3  Where Aircraft can be whose Carrier was lost in this turn: on their way to another base."""


def broken(state: State) -> Iterator[str]:
    """Return what of the invariants does not hold."""
    for name in state.units:
        yield from _broken_unit(state, name)
    yield from _broken_stacks(state)
    yield from _broken_map(state)
    for seat in SEATS:
        yield from _broken_bases(state, seat)
        lost = sum(
            data.cards()[unit.card].cost
            for name, unit in state.units.items()
            if unit.fate == "destroyed" and seat_of(name) != seat
        )
        claims = sum(owner == seat for owner in state.claims.values())
        points = claims * state.settings.of_scenario("objective_points")
        bonus = (seat in state.bonuses) * state.settings.of_scenario("no_ships_bonus")
        if state.scores[seat] != lost + points + bonus:
            yield f"{seat} has {state.scores[seat]} points for {lost} + {points} + {bonus}"


def broken_at_rest(state: State) -> Iterator[str]:
    """7.3  Return what does not hold when somebody is asked: dice for lost Carriers have fallen by then."""
    yield from broken(state)
    for name, unit in state.units.items():
        if unit.base not in ("", AIRBASE) and state.units[unit.base].fate:
            yield f"{name} is based on {unit.base}, which is gone"
        is_homeless = (
            state.is_aircraft(name)
            and unit.deployed
            and not (unit.fate or unit.sector or unit.base)
        )
        if is_homeless and state.step not in (*_AFTER_LOSSES, "over"):
            yield f"{name} is nowhere at {state.step}"


def _broken_unit(state: State, name: str) -> Iterator[str]:
    unit, card = state.units[name], state.card(name)
    if unit.fate:
        if unit.hull or unit.sector or unit.base:
            yield f"{name} is out of the game and somewhere"
        return
    if not 0 < unit.hull <= card.hull:
        yield f"{name} has {unit.hull} of {card.hull} hull points"
    yield from _broken_place(name, unit, is_aircraft=card.is_aircraft)
    if unit.deployed and not card.is_aircraft:
        if unit.sector not in data.sectors():
            yield f"{name} is nowhere"
        elif is_closed(state, name, unit.sector):
            yield f"{name} is in {unit.sector}, which is closed to it"


def _broken_place(name: str, unit: Unit, *, is_aircraft: bool) -> Iterator[str]:
    """3.8, 6.2, 7.2  Return what of a unit's counters does not fit where it is."""
    if unit.base and not is_aircraft:
        yield f"{name} is no Aircraft and has a base"
    if unit.rearming and (unit.sector or unit.base != AIRBASE):
        yield f"{name} is rearming and not at the airbase"
    if unit.aborted and not unit.sector:
        yield f"{name} is aborted and not placed"
    if not unit.deployed and (unit.sector or unit.base):
        yield f"{name} is not set up and somewhere"


def _broken_map(state: State) -> Iterator[str]:
    """1.3.3, 8.12  Return markers neither claimed nor there, and smoke on an island, in fog or a squall."""
    zone = data.zones().get(state.zone)
    goals = zone.objectives[: state.settings.of_scenario("objectives")] if zone else ()
    if sorted((*state.markers, *state.claims)) != sorted(goals):
        yield f"of the objectives {goals} {state.markers} lie there and {state.claims} are claimed"
    for sector in state.smoke:
        if state.feature(sector) not in ("", "shoal"):
            yield f"there is smoke on {state.feature(sector)} in {sector}"


def _broken_stacks(state: State) -> Iterator[str]:
    """4.2, 8.11  Return stacks too high; at first the edge rank may hold more Ships (R-8)."""
    is_first = state.turn < 1 or (state.turn == 1 and state.step == "sea_move")
    for seat in SEATS:
        ships: Counter[str] = Counter()
        others: Counter[tuple[str, str]] = Counter()
        close: set[str] = set()
        for name in state.in_play(seat):
            sector, card = state.units[name].sector, state.card(name)
            if sector and card.is_ship:
                ships[sector] += 1
                close |= {sector} if state.has(name, "close_escort") else set()
            elif sector:
                others[sector, card.type] += 1
        for sector, number in ships.items():
            if number > MOST_SHIPS + (sector in close) and not is_first:
                yield f"{number} Ships of {seat} are in {sector}"
        for (sector, kind), number in others.items():
            if number > (MOST_AIRCRAFT if kind == "Aircraft" else 1):
                yield f"{number} of {kind} of {seat} are in {sector}"


def _broken_bases(state: State, seat: str) -> Iterator[str]:
    carriers = [name for name in state.in_play(seat) if state.card(name).is_carrier]
    for base in (*carriers, AIRBASE):
        if room_at(state, base, seat) < 0:
            yield f"{base} of {seat} holds more Aircraft than it can"

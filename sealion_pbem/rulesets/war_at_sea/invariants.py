"""What is true of every state, whatever was ordered: one sentence for each thing that is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.rules.ch04_movement import MOST_SHIPS, is_closed
from sealion_pbem.rulesets.war_at_sea.rules.ch07_aircraft import MOST_AIRCRAFT
from sealion_pbem.rulesets.war_at_sea.rules.ch07_bases import room_at
from sealion_pbem.rulesets.war_at_sea.settings import SEATS
from sealion_pbem.rulesets.war_at_sea.words.state import AIRBASE, State, seat_of

__all__ = ["broken", "broken_at_rest"]


def broken(state: State) -> Iterator[str]:
    """Return what of the invariants does not hold."""
    for name in state.units:
        yield from _broken_unit(state, name)
    yield from _broken_stacks(state)
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


def _broken_unit(state: State, name: str) -> Iterator[str]:
    unit, card = state.units[name], state.card(name)
    if unit.fate:
        if unit.hull or unit.sector or unit.base:
            yield f"{name} is out of the game and somewhere"
        return
    if not 0 < unit.hull <= card.hull:
        yield f"{name} has {unit.hull} of {card.hull} hull points"
    if unit.deployed and not card.is_aircraft:
        if unit.sector not in data.sectors():
            yield f"{name} is nowhere"
        elif is_closed(state, name, unit.sector):
            yield f"{name} is in {unit.sector}, which is closed to it"


def _broken_stacks(state: State) -> Iterator[str]:
    """4.2, 8.11  Only before the end of the first step may there be more Ships on the edge rank (R-8)."""
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

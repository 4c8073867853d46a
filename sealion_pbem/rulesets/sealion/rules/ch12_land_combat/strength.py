"""12.0  Which hexes are fought for, who fights there, and with what strength."""

from __future__ import annotations

from collections.abc import Iterable

from sealion_pbem.engine.words import Seat
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.sealion.board import FRANCE
from sealion_pbem.rulesets.sealion.events.combat import LandCombat, Strength
from sealion_pbem.rulesets.sealion.rules.ch09_batteries import (
    battery_strength,
    supporting_batteries,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.support import air_support
from sealion_pbem.rulesets.sealion.rules.ch11_beach import came_from_the_sea, must_be_attacked
from sealion_pbem.rulesets.sealion.rules.gunfire import naval_support
from sealion_pbem.rulesets.sealion.rules.naval_force import is_battery
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, other

__all__ = [
    "attack_of",
    "bare_defence",
    "column_at",
    "column_of",
    "combat_hexes",
    "defence_of",
    "engaged",
    "hexes_to_fight_for",
    "is_landing",
    "railway_guns",
    "support_of",
    "supporters",
    "supporting_ships",
    "task_of",
    "total",
    "usable_batteries",
    "why_no_gun",
]


def task_of(state: State) -> LandCombat:
    """Return what the stage waits for; a position written by hand may not have one yet."""
    task = state.task
    return task if isinstance(task, LandCombat) else LandCombat(combat_hexes(state))


def hexes_to_fight_for(state: State) -> tuple[str, ...]:
    """12.0  Return the hexes from which the attacker picks; a declared attack comes before others."""
    task = task_of(state)
    return (task.hex,) if task.waits == "press" else task.hexes


def combat_hexes(state: State) -> tuple[str, ...]:
    """12.0, 7.5  Return the hexes where both seats stand, and the empty beaches that were landed on."""
    hexes, seat = state.table.board.hexes, state.seat
    ashore = (name for name in state.came_from if came_from_the_sea(state, name))
    landed_on = {state.units[name].place for name in ashore}
    entered = state.forces[seat, "land"].keys() & (
        landed_on | state.forces[other(seat), "land"].keys()
    )
    return tuple(
        place for place in sorted(entered) if place in hexes and _is_fought_for(state, place)
    )


def _is_fought_for(state: State, place: str) -> bool:
    seat = state.seat
    if not state.land_in(place, seat):
        return False
    return bool(state.land_in(place, other(seat))) or must_be_attacked(state, place)


def is_landing(state: State, place: str) -> bool:
    """7.5, A-45  Return whether any attacker in a hex came from the sea."""
    return any(came_from_the_sea(state, name) for name in engaged(state, place, state.seat))


def engaged(state: State, place: str, seat: Seat) -> list[str]:
    """12.0, 11.8, A-162  Return who of a seat fights in a hex: who moved there, or was there to defend.

    Who came down from the air in this step, or came to a beach from another combat, stands by while
    those fight that landed there.
    """
    here = state.land_in(place, seat)
    if seat != state.seat or state.land_in(place, other(seat)):
        return here
    came_from, there = state.came_from, (place,)
    ways = [(name, came_from.get(name, there)) for name in here]
    return [name for name, way in ways if way[-1] == place and way[0] != FRANCE]


def supporting_ships(state: State, place: str, seat: Seat) -> list[str]:
    """12.0  Return the ships that can support a combat and have not yet done so (A-105)."""
    return naval_support(state, place, seat)


def usable_batteries(state: State, place: str, seat: Seat) -> list[str]:
    """12.0  Return the batteries that can support a combat: only German ones do."""
    return supporting_batteries(state, place) if seat == GERMAN else []


def railway_guns(state: State, place: str, seat: Seat) -> list[str]:
    """12.0  Return the railway gun if it can support a combat within its range.

    It supports or fights in one combat a step, and none but its own when an enemy is in its hex.
    """
    if seat != BRITISH:
        return []
    return [
        name
        for name in _guns(state)
        if name not in state.used
        and (here := state.units[name].place) in state.table.board.hexes
        and here != place
        and distance(here, place) <= state.counter(name).support_range
        and not state.land_in(here, GERMAN)
    ]


def why_no_gun(state: State, place: str, seat: Seat) -> str:
    """12.0  Say why no railway gun supports a combat."""
    guns = _guns(state)
    if seat != BRITISH or not guns:
        return "the German has none" if seat == GERMAN else "it is not in the game, or not any more"
    (name,) = guns
    here, reach = state.units[name].place, state.counter(name).support_range
    if here == place:
        return "it fights there itself"
    if here not in state.table.board.hexes or distance(here, place) > reach:
        return f"it is in {here} and reaches {reach} hexes"
    if state.land_in(here, GERMAN):
        return f"it is in {here}, where an enemy stands"
    return "it has fired or fought in this step already"


def _guns(state: State) -> list[str]:
    name = "uk_railway_guns"
    return [name] if state.is_in_play(name) else []


def supporters(state: State, place: str, seat: Seat) -> list[str]:
    """12.0  Return everybody who could support a seat in a combat, aircraft apart."""
    return [
        *supporting_ships(state, place, seat),
        *usable_batteries(state, place, seat),
        *railway_guns(state, place, seat),
    ]


def support_of(
    state: State, place: str, seat: Seat, named: Iterable[str], *, railway_gun: bool
) -> tuple[str, ...]:
    """12.0  Return who supports a seat: the ships and batteries named, and the gun if wanted."""
    return (*named, *(railway_guns(state, place, seat) if railway_gun else ()))


def attack_of(
    state: State, place: str, support: Iterable[str], withheld: Iterable[str] = ()
) -> tuple[Strength, ...]:
    """12.0  Return what each unit adds to the attack (A-118), or would without some aircraft."""
    units = engaged(state, place, state.seat)
    lines = [Strength(name, "land", state.attack_of(name)) for name in units]
    lines += _support(state, place, state.seat, support)
    return tuple(line for line in lines if line.unit not in withheld)


def defence_of(state: State, place: str, support: Iterable[str]) -> tuple[Strength, ...]:
    """12.0, 7.5  Return what each unit adds to the defence; an empty beach has none (A-17)."""
    seat = other(state.seat)
    lines = [Strength(name, "land", state.defense_of(name)) for name in state.land_in(place, seat)]
    return (*lines, *_support(state, place, seat, support))


def _support(state: State, place: str, seat: Seat, support: Iterable[str]) -> list[Strength]:
    """12.0, 9.3  Aircraft in the hex add unless they stay out; ships, batteries, the gun if named."""
    lines = [Strength(name, "air", value) for name, value in air_support(state, place, seat)]
    for name in support:
        counter = state.counter(name)
        if counter.arm == "land":
            lines.append(Strength(name, "railway gun", state.attack_of(name)))
        elif is_battery(counter):
            lines.append(Strength(name, "battery", battery_strength(state, name, place)))
        else:
            lines.append(Strength(name, "ship", state.strength_of(name) or 0))
    return lines


def bare_defence(state: State, place: str) -> int:
    """12.0  Return the strength of a defence that nobody supports."""
    return sum(state.defense_of(name) for name in state.land_in(place, other(state.seat)))


def total(lines: Iterable[Strength]) -> int:
    """12.0  Return the sum of strengths."""
    return sum([line.value for line in lines])


def column_of(state: State, attack: int, defence: int) -> int:
    """12.3  Return the column of the results table (A-107); against nothing it is the last (A-108)."""
    table = state.table.charts["combat_results"]
    if defence and defence >= table["column_1_from"]["defender_times"] * attack:
        return 1
    if attack >= table["column_5_from"]["attacker_times"] * defence:
        return 5
    if attack >= table["column_4_from"]["attacker_times"] * defence:
        return 4
    return 3 if attack > defence else 2


def column_at(state: State, place: str) -> int:
    """12.3  Return the column a combat would be fought on if everybody supported it."""
    task, defender = task_of(state), other(state.seat)
    support = task.defence if task.waits == "press" else supporters(state, place, defender)
    attack = total(attack_of(state, place, supporters(state, place, state.seat)))
    return column_of(state, attack, total(defence_of(state, place, support)))

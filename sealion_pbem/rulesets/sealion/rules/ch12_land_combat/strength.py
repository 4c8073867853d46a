"""12.0 to 12.2  Which hexes are fought for, by whom, with what strength, and what modifies the die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sealion_pbem.engine.words import Seat
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.sealion.board import FRANCE
from sealion_pbem.rulesets.sealion.data import BEACHES
from sealion_pbem.rulesets.sealion.events.combat import LandCombat, Modifier, Strength
from sealion_pbem.rulesets.sealion.rules.ch04_victory import CHURCHILL
from sealion_pbem.rulesets.sealion.rules.ch09_batteries import (
    battery_strength,
    supporting_batteries,
)
from sealion_pbem.rulesets.sealion.rules.ch11_beach import (
    came_from_the_sea,
    must_be_attacked,
    was_german,
)
from sealion_pbem.rulesets.sealion.rules.ch13_supply import out_of_supply
from sealion_pbem.rulesets.sealion.rules.naval_force import is_battery
from sealion_pbem.rulesets.sealion.rules.support import air_support, naval_support
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
    "modifiers_of",
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
    """12.0, 9.3  Return aircraft over the hex, and the ships, batteries and railway gun that are named."""
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


def modifiers_of(state: State, place: str, *, brandenburgers: bool) -> tuple[Modifier, ...]:
    """12.1  Return every line that holds in a combat; all of them add up (A-9)."""
    table = state.table.charts["combat_modifiers"]
    attackers = engaged(state, place, state.seat)
    lines = [Modifier("Brandenburgers", "12.2", table["brandenburgers"])] if brandenburgers else []
    lines += _of_units(state, place, attackers)
    if state.is_rain:
        lines.append(Modifier("rain", "3.1", table["rain"]))
    lines += _from_sea(state, place, attackers)
    lines += _of_hex(state, place)
    lines += _of_hexsides(state, attackers)
    return tuple([line for line in lines if line.value])


def _of_units(state: State, place: str, attackers: list[str]) -> Iterator[Modifier]:
    """12.1, 13.3  Return Churchill in London (A-119), quality as shown (A-117) and supply (A-141)."""
    table = state.table.charts["combat_modifiers"]
    defenders = state.land_in(place, other(state.seat))
    if state.table.board.hexes[place].city == "london":
        if CHURCHILL in attackers:
            yield Modifier("Churchill attacks", "12.1", table["churchill_attacking"])
        if CHURCHILL in defenders:
            yield Modifier("Churchill defends", "12.1", table["churchill_defending"])
    yield Modifier("quality of the attackers", "12.1", _quality(state, attackers))
    yield Modifier("quality of the defenders", "12.1", -_quality(state, defenders))
    if out_of_supply(state, attackers, place):
        yield Modifier("attackers out of supply", "13.3", table["attacker_out_of_supply"])
    if out_of_supply(state, defenders, place):
        yield Modifier("defenders out of supply", "13.3", table["defender_out_of_supply"])


def _quality(state: State, units: list[str]) -> int:
    """12.1  Return the sum of qualities; Churchill's is a line of its own (4.2)."""
    return sum([state.quality_of(name) for name in units if name != CHURCHILL])


def _from_sea(state: State, place: str, attackers: list[str]) -> Iterator[Modifier]:
    """7.5, 12.1  Return beach, cliffs and port, if any attacker came from the sea (A-45).

    They end when the hex has become German, for good or until it is lost again (A-44); what comrades
    took in this step is still a landing for those who came ashore before.
    """
    if not any(came_from_the_sea(state, name) for name in attackers) or was_german(state, place):
        return
    table = state.table.charts["combat_modifiers"]
    facts = state.table.board.hexes[place]
    if facts.beach:
        yield Modifier(f"beach: {BEACHES[facts.beach]}", "7.5", table[f"beach_{facts.beach}"])
    if facts.cliffs:
        yield Modifier("cliffs", "7.5", table["cliffs"])
    if facts.port:
        yield Modifier("port", "7.5", table["port"])


def _of_hex(state: State, place: str) -> Iterator[Modifier]:
    """12.1  Return every terrain in the hex; a bunker only if British units hold it (A-116)."""
    table = state.table.charts["combat_modifiers"]
    facts = state.table.board.hexes[place]
    if facts.bunker and _bunker_counts(state, place):
        yield Modifier(f"{facts.bunker} bunker line", "12.1", table[f"bunker_{facts.bunker}"])
    if facts.city == "london":
        yield Modifier("London", "12.1", state.edition.london_modifier)
    elif facts.city:
        yield Modifier("city", "12.1", table["city"])
    if facts.marsh:
        yield Modifier("marsh", "12.1", table["marsh"])
    if facts.tunnel:
        yield Modifier("tunnel", "12.1", table["tunnel"])
    if facts.woods:
        yield Modifier(f"{facts.woods} woods", "12.1", table[f"{facts.woods}_woods"])


def _bunker_counts(state: State, place: str) -> bool:
    """A-116  Return whether a bunker line counts: for British defenders, by a setting even when empty.

    The chart wants the line occupied and both worked examples have British in it; the lines face the
    coast, so a German who defends in one gains nothing. The setting reads "occupied" as "on the map":
    then an empty line hampers a German landing too.
    """
    if state.seat == BRITISH:
        return False
    return state.edition.empty_bunkers_count or bool(state.land_in(place, BRITISH))


def _of_hexsides(state: State, attackers: list[str]) -> Iterator[Modifier]:
    """12.1  Return what any attacker crossed on his last step, once for each kind (A-115, A-98)."""
    table = state.table.charts["combat_modifiers"]
    crossed: set[str] = set()
    for name in attackers:
        path = state.came_from.get(name, ())
        if len(path) > 1:
            crossed |= state.table.board.features(path[-2], path[-1])
    for feature, name in _SIDES.items():
        if feature in crossed:
            yield Modifier(name, "12.1", table[feature])


_SIDES = {"escarpment": "escarpment", "river": "river", "thames": "the Thames"}

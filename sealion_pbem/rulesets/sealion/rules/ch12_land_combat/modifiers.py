"""12.1, 12.2  What modifies the die of a land combat, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.rulesets.sealion.events.combat import Modifier
from sealion_pbem.rulesets.sealion.hexfacts import BEACHES
from sealion_pbem.rulesets.sealion.rules.ch04_victory import CHURCHILL
from sealion_pbem.rulesets.sealion.rules.ch11_beach import came_from_the_sea, was_german
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import engaged
from sealion_pbem.rulesets.sealion.rules.ch13_supply import out_of_supply
from sealion_pbem.rulesets.sealion.state import BRITISH, State, other

__all__ = ["modifiers_of"]


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
    """12.1, 13.3  Churchill in London (A-119), quality of the sides shown (A-117), supply (A-141)."""
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
    """7.5, 12.1  Beach, cliffs and port count if any attacker came from the sea (A-45).

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
    """12.1  Every terrain in the hex counts; a bunker only for British in it (A-116)."""
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
    """A-116  The bunkers are British: they help who defends in them, by setting even nobody.

    The chart wants the line occupied and both worked examples have British in it; the lines face the
    coast, so a German who defends in one gains nothing. The setting reads "occupied" as "on the map":
    then an empty line hampers a German landing too.
    """
    if state.seat == BRITISH:
        return False
    return state.edition.empty_bunkers_count or bool(state.land_in(place, BRITISH))


def _of_hexsides(state: State, attackers: list[str]) -> Iterator[Modifier]:
    """12.1  What any attacker crossed on his last step counts once for each kind (A-115, A-98)."""
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

"""7.4 to 7.6  Beaches: whose they are, who can use which at what cost, and what keeps a unit from one."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.board import ALL_POINTS, SECTORS
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.data import HexFacts
from sealion_pbem.rulesets.sealion.edition import Edition
from sealion_pbem.rulesets.sealion.naming import named
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import has_room, limit_of
from sealion_pbem.rulesets.sealion.rules.ch11_walk import has_enemy
from sealion_pbem.rulesets.sealion.state import GERMAN, State

__all__ = [
    "came_from_the_sea",
    "coast_of",
    "cost_ashore",
    "counts_as_german",
    "is_off_coast",
    "is_open",
    "kind_of",
    "may_use_beach",
    "must_be_attacked",
    "no_room",
    "off_coast",
    "ranked_coast",
    "refuse_closed",
    "refuse_crowd",
    "refuse_ground",
    "was_german",
]

_ARMOR = frozenset({"panzer", "tank", "armored_recon"})
_MOTORIZED = frozenset({"motorized_infantry", "motorized_aa", "motorized_mg"})
_INFANTRY = frozenset({"infantry", "mountain", "marine", "jaeger", "parachute", "airlanding"})
_KINDS = {
    "most": "a most suitable beach",
    "less": "a less suitable beach",
    "unsuitable": "an unsuitable beach",
}


def counts_as_german(state: State, place: str) -> bool:
    """7.5, 7.6  Return whether a coastal hex counts as taken, so that its beach is no hindrance.

    Where an edition forgets old landings the German must have been the last to hold it, elsewhere
    it is enough that he ever did (A-44).
    """
    forgets = state.edition.beach_forgets_old_landings
    return state.holds(state.last_german if forgets else state.ever_german, place)


def was_german(state: State, place: str) -> bool:
    """7.5, A-47  Return whether a coastal hex counted as taken before this step began."""
    return counts_as_german(state, place) and not state.holds(state.taken, place)


def came_from_the_sea(state: State, name: str) -> bool:
    """12.1  Return whether a unit entered the hex it is in from a sea space in this step."""
    way = state.came_from.get(name, ())
    return len(way) > 1 and way[-2] in SECTORS


def must_be_attacked(state: State, place: str) -> bool:
    """7.5  Return whether units that landed in a hex without enemies must attack it, defense 0.

    Units that debarked stand in a hex that was German when the step began, and need not.
    """
    if was_german(state, place):
        return False
    return any(came_from_the_sea(state, name) for name in state.land_in(place, GERMAN))


def may_use_beach(edition: Edition, counter: Counter, facts: HexFacts) -> bool:
    """7.5  Return whether a unit can come ashore on a kind of beach (A-40, A-41, A-42, A-43, A-151)."""
    if counter.type in _ARMOR | _MOTORIZED:
        return False
    if facts.cliffs:
        climbs = counter.type == "jaeger" and counter.movement_class == "leg"
        return counter.type == "mountain" or (climbs and edition.jaeger_on_any_beach)
    if facts.beach == "most":
        return True
    if facts.beach == "less":
        return counter.type != "artillery"
    return counter.type in _INFANTRY


def cost_ashore(state: State, counter: Counter, facts: HexFacts) -> int | None:
    """7.6  Return the half points for entering a hex from the sea; None: closed to the unit.

    The dearest terrain counts (A-94), a port as terrain of its own that opens the hex to everybody:
    the chart has a row for it that points to debarkation, and 7.6 admits any unit there. Cliffs take
    all points (A-43).
    """
    chart, moves = state.table.charts["movement"], counter.movement_class
    if facts.cliffs:
        return ALL_POINTS
    costs: list[int | None] = [chart["enter"]["clear"][moves]]
    if facts.city:
        costs.append(chart[facts.city][counter.seat])
    if facts.woods:
        costs.append(chart["enter"][f"{facts.woods}_woods"][moves])
    if facts.marsh:
        costs.append(chart["enter"]["marsh"][moves])
    if facts.port:
        costs = [*(cost for cost in costs if cost is not None), chart["port_debarkation"][moves]]
    return None if None in costs else max(cost for cost in costs if cost is not None)


def coast_of(state: State, name: str) -> tuple[str, ...]:
    """7.4  Return the coastal hexes of the sea space in which a unit is."""
    return state.table.board.coast.get(state.units[name].place, ())


def is_off_coast(state: State, name: str, place: str) -> bool:
    """7.4  Return whether a place is no coastal hex of a unit's sea space; some lie at two."""
    facts = state.table.board.hexes.get(place)
    return facts is None or state.units[name].place not in facts.sectors


def off_coast(state: State, name: str, place: str) -> Violation:
    """7.4  Say that a place is no coastal hex of a unit's sea space."""
    facts, sector = state.table.board.hexes.get(place), state.units[name].place
    coasts = " and ".join(facts.sectors) if facts is not None else ""
    where = f"on the coast of {coasts}" if coasts else "no coastal hex"
    text = f"{named(state, name)} is in sea space {sector}, and {place!r} is {where}"
    return Violation("7.4", "not_on_this_coast", text)


def is_open(state: State, place: str) -> bool:
    """7.5, 7.6  Return whether a coastal hex is German and without enemies, so that nobody lands there."""
    return counts_as_german(state, place) and not has_enemy(state, place, GERMAN)


def refuse_ground(state: State, name: str, facts: HexFacts) -> Iterator[Violation]:
    """7.5  The kind of beach must suit the unit, and the ground behind it too."""
    counter = state.counter(name)
    if not may_use_beach(state.edition, counter, facts):
        who = f"{named(state, name)}, {counter.type.replace('_', ' ')},"
        kind = kind_of(state, facts.number)
        text = f"{who} cannot come ashore in {facts.number} ({kind})"
        yield Violation("7.5", "wrong_beach", text)
    elif cost_ashore(state, counter, facts) is None:
        text = f"{facts.number} is closed to {counter.movement_class} units"
        yield Violation("11.2", "prohibited_terrain", text)


def kind_of(state: State, place: str) -> str:
    """7.5  Return what kind of beach a coastal hex has."""
    facts = state.table.board.hexes[place]
    return "cliffs" if facts.cliffs else _KINDS[facts.beach]


def refuse_closed(state: State, name: str, beach: str) -> Iterator[Violation]:
    """7.6  The hex was German before this step and no enemy stands in it."""
    who = named(state, name)
    if has_enemy(state, beach, GERMAN):
        text = f"the enemy stands in {beach}; {who} can only land there and attack (land)"
        yield Violation("7.6", "enemy_in_hex", text)
    elif not counts_as_german(state, beach):
        text = f"{beach} is not German; {who} can only land there and attack (land)"
        yield Violation("7.6", "not_german", text)
    elif state.holds(state.taken, beach):
        text = f"{beach} was taken in this step; {who} can debark there in the next turn"
        yield Violation("7.6", "taken_this_step", text)


def refuse_crowd(state: State, name: str, beach: str) -> Iterator[Violation]:
    """6.3.1, 7.6  Units in the hex count, and those that debarked there and went on (A-155)."""
    is_port = bool(state.table.board.hexes[beach].port)
    if not (state.edition.landings_obey_stacking or is_port):
        return
    size = state.counter(name).size
    gone_on = 0
    if state.edition.landings_obey_stacking:
        gone_on = sum(
            1
            for other_name, way in state.came_from.items()
            if len(way) > 2  # noqa: PLR2004 - sea, beach and what came after
            and way[1] == beach
            and way[0] in SECTORS
            and state.units[other_name].place != beach
            and state.counter(other_name).size == size
        )
    if not has_room(state, beach, name, gone_on):
        rule = "6.3.1" if state.edition.landings_obey_stacking else "7.6"
        yield no_room(state, name, beach, rule)


def no_room(state: State, name: str, place: str, rule: str) -> Violation:
    """6.3.1, 7.6  Say that a beach hex is full."""
    size = state.counter(name).size
    limit = f"the limit of size {size} is {limit_of(state, size)}"
    text = f"no room for {named(state, name)} in {place}: {limit}"
    return Violation(rule, "overstacked", text)


def ranked_coast(state: State, name: str) -> list[str]:
    """Return the coast off which a unit is: German hexes first, then the better beaches."""
    hexes, best = state.table.board.hexes, tuple(_KINDS)
    return sorted(
        coast_of(state, name),
        key=lambda n: (not counts_as_german(state, n), best.index(hexes[n].beach), n),
    )

"""7.4 to 7.6  Coming ashore: amphibious landings on the kinds of beach, and debarkation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.board import ALL_POINTS, SECTORS
from sealion_pbem.rulesets.sealion.chapter import Chapter
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.edition import Edition
from sealion_pbem.rulesets.sealion.events.land import HexOverstacked, UnitDebarked, UnitLanded
from sealion_pbem.rulesets.sealion.gait import points_of
from sealion_pbem.rulesets.sealion.hexfacts import HexFacts
from sealion_pbem.rulesets.sealion.naming import described, named
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import has_room, is_overstacked, limit_of
from sealion_pbem.rulesets.sealion.rules.ch11_going import go_along
from sealion_pbem.rulesets.sealion.rules.ch11_reach import MOST_LISTED, reach, reach_hint
from sealion_pbem.rulesets.sealion.rules.ch11_walk import (
    first_fault,
    has_enemy,
    said_points,
    where_it_starts,
)
from sealion_pbem.rulesets.sealion.state import GERMAN, State

__all__ = [
    "CHAPTER",
    "Debark",
    "Land",
    "came_from_the_sea",
    "can_land",
    "cost_ashore",
    "counts_as_german",
    "is_landing_time",
    "landing_offers",
    "marches_after_debarking",
    "may_use_beach",
    "must_be_attacked",
    "units_at_sea",
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


@frozen
class Land:
    """Put a unit from the sea into a coastal hex that must be attacked (7.4, 7.5)."""

    kind: ClassVar[str] = "land"
    unit: str
    hex: str


@frozen
class Debark:
    """Bring a unit ashore in a German beach hex, the first of the path, and let it move on (7.6)."""

    kind: ClassVar[str] = "debark"
    unit: str
    path: tuple[str, ...]


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


def units_at_sea(state: State) -> Iterator[str]:
    """7.4, 11.3  Return the land units in sea spaces: aboard a transport, or swimming."""
    for sector in SECTORS:
        yield from state.units_in(sector, GERMAN, "land")


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


def check_land(state: State, order: Land) -> Iterator[Violation]:
    """7.4, 7.5  From a sea space into one of its coastal hexes that is not German yet."""
    found = _not_ready(state, order.unit) or _off_coast(state, order.unit, order.hex, "/hex")
    if found is not None:
        yield found
        return
    facts = state.table.board.hexes[order.hex]
    if not has_enemy(state, order.hex, GERMAN) and counts_as_german(state, order.hex):
        yield _no_landing_needed(state, order)
        return
    yield from _wrong_ground(state, order.unit, facts, "/hex")
    if state.edition.landings_obey_stacking and not has_room(state, order.hex, order.unit):
        yield _no_room(state, order.unit, order.hex, "6.3.1", "/hex")


def _no_landing_needed(state: State, order: Land) -> Violation:
    who = named(state, order.unit)
    if state.holds(state.taken, order.hex):
        text = f"{order.hex} was taken in this step; {who} can come ashore there in the next turn"
        return Violation("7.6", "taken_this_step", text, "/hex")
    text = f"{order.hex} is German: {who} debarks there without a fight (debark)"
    return Violation("7.6", "debark_instead", text, "/hex")


def check_debark(state: State, order: Debark) -> Iterator[Violation]:
    """7.6  Into a beach hex that was German before this step, paying for it, then on by land."""
    if not order.path:
        yield Violation("7.6", "no_path", "the path is empty; its first hex is the beach", "/path")
        return
    beach = order.path[0]
    found = _not_ready(state, order.unit) or _off_coast(state, order.unit, beach, "/path/0")
    if found is not None:
        yield found
        return
    faults = [*_not_open(state, order.unit, beach), *_crowded(state, order.unit, beach)]
    facts = state.table.board.hexes[beach]
    if not facts.port:
        faults += _wrong_ground(state, order.unit, facts, "/path/0")
    yield from faults
    if not faults:
        yield from _check_going_on(state, order, facts)


def _check_going_on(state: State, order: Debark, facts: HexFacts) -> Iterator[Violation]:
    """7.6, A-48  What is left after entering the beach hex may be used to move on."""
    counter, who = state.counter(order.unit), named(state, order.unit)
    cost = cost_ashore(state, counter, facts)
    assert cost is not None, "closed ground was found before"
    if cost != ALL_POINTS and cost > points_of(counter):
        text = f"{facts.number} costs {said_points(cost)}, and {who} has {counter.move}"
        yield Violation("7.6", "not_enough_points", text, "/path/0")
        return
    beach, rest = order.path[0], order.path[1:]
    progress = where_it_starts(state, order.unit, beach, cost)
    fault = first_fault(state, order.unit, beach, rest, progress)
    if fault is not None:
        hint = reach_hint(state, order.unit, order.path[-1], beach, progress)
        text = f"{who} cannot go on from {beach} like this: {fault.text}; from there {hint}"
        yield Violation(fault.rule, fault.code, text, f"/path/{fault.number + 1}")


def _not_ready(state: State, name: str) -> Violation | None:
    """7.4  Only German land units at sea come ashore, and in some editions before all marches (A-3)."""
    counter, unit = state.counter(name), state.units[name]
    if counter.seat != state.seat or counter.arm != "land":
        text = f"{described(state, name)}; German land units at sea come ashore"
        return Violation("7.4", "not_your_unit", text, "/unit")
    if unit.place not in SECTORS:
        text = f"{named(state, name)} is in {unit.place}; units in sea spaces come ashore"
        return Violation("7.4", "not_at_sea", text, "/unit")
    if not is_landing_time(state):
        text = "all units come ashore before the first march of the step (2.1, step 6)"
        return Violation("2.1", "march_has_begun", text, "/unit")
    return None


def is_landing_time(state: State) -> bool:
    """2.1  Return whether units may come ashore: by strict order before the first march (A-3, A-50)."""
    if not state.edition.movement_is_strictly_ordered:
        return True
    hexes = state.table.board.hexes
    return not any(way[0] in hexes for way in state.came_from.values())


def _off_coast(state: State, name: str, place: str, at: str) -> Violation | None:
    """7.4  A coastal hex of the sea space, even if it lies at two."""
    facts, sector = state.table.board.hexes.get(place), state.units[name].place
    if facts is not None and sector in facts.sectors:
        return None
    coasts = " and ".join(facts.sectors) if facts is not None else ""
    where = f"on the coast of {coasts}" if coasts else "no coastal hex"
    text = f"{named(state, name)} is in sea space {sector}, and {place!r} is {where}"
    return Violation("7.4", "not_on_this_coast", f"{text}; {_hint(state, name)}", at)


def _wrong_ground(state: State, name: str, facts: HexFacts, at: str) -> Iterator[Violation]:
    """7.5  The kind of beach must suit the unit, and the ground behind it too."""
    counter = state.counter(name)
    if not may_use_beach(state.edition, counter, facts):
        kind = "cliffs" if facts.cliffs else _KINDS[facts.beach]
        who = f"{named(state, name)}, {counter.type.replace('_', ' ')},"
        text = f"{who} cannot come ashore in {facts.number} ({kind})"
        yield Violation("7.5", "wrong_beach", f"{text}; {_hint(state, name)}", at)
    elif cost_ashore(state, counter, facts) is None:
        text = f"{facts.number} is closed to {counter.movement_class} units; {_hint(state, name)}"
        yield Violation("11.2", "prohibited_terrain", text, at)


def _not_open(state: State, name: str, beach: str) -> Iterator[Violation]:
    """7.6  The hex was German before this step and no enemy stands in it."""
    who = named(state, name)
    if has_enemy(state, beach, GERMAN):
        text = f"the enemy stands in {beach}; {who} can only land there and attack (land)"
        yield Violation("7.6", "enemy_in_hex", text, "/path/0")
    elif not counts_as_german(state, beach):
        text = f"{beach} is not German; {who} can only land there and attack (land)"
        yield Violation("7.6", "not_german", text, "/path/0")
    elif state.holds(state.taken, beach):
        text = f"{beach} was taken in this step; {who} can debark there in the next turn"
        yield Violation("7.6", "taken_this_step", text, "/path/0")


def _crowded(state: State, name: str, beach: str) -> Iterator[Violation]:
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
        yield _no_room(state, name, beach, rule, "/path/0")


def _no_room(state: State, name: str, place: str, rule: str, at: str) -> Violation:
    size = state.counter(name).size
    limit = f"the limit of size {size} is {limit_of(state, size)}"
    text = f"no room for {named(state, name)} in {place}: {limit}"
    return Violation(rule, "overstacked", text, at)


def _hint(state: State, name: str) -> str:
    found = [_first_hex(order) for order in landing_offers(state, name)]
    if not found:
        return "it can nowhere on this coast"
    more = " and others" if len(found) > MOST_LISTED else ""
    return f"it can in {', '.join(found[:MOST_LISTED])}{more}"


def _first_hex(order: Land | Debark) -> str:
    return order.hex if isinstance(order, Land) else order.path[0]


def landing_offers(state: State, name: str) -> Iterator[Land | Debark]:
    """Return where a unit at sea can come ashore: German hexes first, then the better beaches."""
    hexes = state.table.board.hexes
    coast = state.table.board.coast.get(state.units[name].place, ())
    best = tuple(_KINDS)
    ranked = sorted(
        coast, key=lambda n: (not counts_as_german(state, n), best.index(hexes[n].beach), n)
    )
    return _ashore(state, name, ranked)


def can_land(state: State, name: str) -> bool:
    """7.4  Return whether a unit at sea has a hex to go to."""
    coast = state.table.board.coast.get(state.units[name].place, ())
    return any(True for _ in _ashore(state, name, coast))


def _ashore(state: State, name: str, coast: Iterable[str]) -> Iterator[Land | Debark]:
    """7.4 to 7.6  Return how a unit at sea can come ashore in each of some hexes."""
    for place in coast:
        for order in (Debark(name, (place,)), Land(name, place)):
            if _is_possible(state, order):
                yield order


def _is_possible(state: State, order: Land | Debark) -> bool:
    """Return what the checks say, without the hints that would ask for offers again."""
    place = _first_hex(order)
    facts, counter = state.table.board.hexes[place], state.counter(order.unit)
    is_fit = may_use_beach(state.edition, counter, facts) and (
        cost_ashore(state, counter, facts) is not None
    )
    if isinstance(order, Debark):
        obstacles = (*_not_open(state, order.unit, place), *_crowded(state, order.unit, place))
        return (is_fit or bool(facts.port)) and not obstacles
    if not is_fit or (not has_enemy(state, place, GERMAN) and counts_as_german(state, place)):
        return False
    return not state.edition.landings_obey_stacking or has_room(state, place, order.unit)


def marches_after_debarking(state: State, name: str, beach: str) -> Iterator[Debark]:
    """7.6  Return the ways on from a beach hex in which a unit can debark."""
    cost = cost_ashore(state, state.counter(name), state.table.board.hexes[beach])
    assert cost is not None, "only open hexes are asked about"
    progress = where_it_starts(state, name, beach, cost)
    for _, path in reach(state, name, beach, progress).values():
        yield Debark(name, (beach, *path))


def obey_land(play: Play[State], order: Land) -> None:
    """7.5  The unit stands in the hex; it does not move on, and chapter 12 lets it fight."""
    play.emit(UnitLanded(order.unit, order.hex))
    if is_overstacked(play.state, order.hex, GERMAN):
        play.emit(HexOverstacked(order.hex, GERMAN))


def obey_debark(play: Play[State], order: Debark) -> None:
    """7.6  The unit leaves its transport and goes along its path."""
    transport = play.state.units[order.unit].aboard
    if transport:
        play.emit(UnitDebarked(order.unit, transport))
    go_along(play, (order.unit,), order.path, {})


_TOLD: dict[type[Any], Callable[[Any], str]] = {
    UnitLanded: lambda e: f"{e.unit} lands in {e.hex}",
    UnitDebarked: lambda e: f"{e.unit} leaves {e.transport}",
}

CHAPTER = Chapter(
    title="Amphibious landings and debarkation",
    orders={Land: (check_land, obey_land), Debark: (check_debark, obey_debark)},
    events=tuple(_TOLD),
    tell=_TOLD,
)

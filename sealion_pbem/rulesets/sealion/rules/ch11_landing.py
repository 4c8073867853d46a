"""7.4 to 7.6  Coming ashore: amphibious landings on the kinds of beach, and debarkation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, ClassVar

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.board import ALL_POINTS, SECTORS
from sealion_pbem.rulesets.sealion.chapter import Chapter, Tell
from sealion_pbem.rulesets.sealion.events.land import HexOverstacked, UnitDebarked, UnitLanded
from sealion_pbem.rulesets.sealion.naming import described, named, unit_choice
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import has_room, is_overstacked
from sealion_pbem.rulesets.sealion.rules.ch11_beach import (
    coast_of,
    cost_ashore,
    is_off_coast,
    is_open,
    kind_of,
    no_room,
    off_coast,
    ranked_coast,
    refuse_closed,
    refuse_crowd,
    refuse_ground,
)
from sealion_pbem.rulesets.sealion.rules.ch11_going import go_along
from sealion_pbem.rulesets.sealion.rules.ch11_march import reached, way_notes
from sealion_pbem.rulesets.sealion.rules.ch11_reach import (
    MOST_LISTED,
    reach,
    search,
    ways_on,
)
from sealion_pbem.rulesets.sealion.rules.ch11_walk import (
    Misstep,
    Progress,
    come_to,
    first_fault,
    has_enemy,
    said_points,
    where_it_starts,
)
from sealion_pbem.rulesets.sealion.state import GERMAN, State
from sealion_pbem.rulesets.sealion.table import points_of

__all__ = [
    "CHAPTER",
    "Debark",
    "Land",
    "can_land",
    "is_landing_time",
    "landing_offers",
    "marches_after_debarking",
    "units_at_sea",
]


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


def units_at_sea(state: State) -> Iterator[str]:
    """7.4, 11.3  Return the land units in sea spaces: aboard a transport, or swimming."""
    for sector in SECTORS:
        yield from state.units_in(sector, GERMAN, "land")


def refuse_lander(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """7.4  Only German land units at sea come ashore, and in some editions before all marches (A-3)."""
    unit = state.units[name]
    if state.table.forces[name] != (state.seat, "land"):
        text = f"{described(state, name)}; German land units at sea come ashore"
        yield Violation("7.4", "not_your_unit", text)
    elif unit.place not in SECTORS:
        text = f"{named(state, name)} is in {unit.place}; units in sea spaces come ashore"
        yield Violation("7.4", "not_at_sea", text)
    elif not is_landing_time(state):
        text = "all units come ashore before the first march of the step (2.1, step 6)"
        yield Violation("2.1", "march_has_begun", text)


def is_landing_time(state: State) -> bool:
    """2.1  Return whether units may come ashore: by strict order before the first march (A-3, A-50)."""
    if not state.edition.movement_is_strictly_ordered:
        return True
    hexes = state.table.board.hexes
    return not any(way[0] in hexes for way in state.came_from.values())


def landers(state: State, draft: Draft) -> Iterator[Choice]:
    """7.4  Return the units at sea that can land somewhere, or in the hex that is given."""
    return _at_sea(state, draft, "hex", refuse_hex)


def debarkers(state: State, draft: Draft) -> Iterator[Choice]:
    """7.6  Return the units at sea that can debark somewhere, or along the path that is given."""
    return _at_sea(state, draft, "path", refuse_way)


def _at_sea(
    state: State,
    draft: Draft,
    member: str,
    refuse: Callable[[State, Draft, Any], Iterator[Violation]],
) -> Iterator[Choice]:
    if "unit" in draft:
        return
    for name in units_at_sea(state):
        if any(refuse_lander(state, draft, name)):
            continue
        coast = coast_of(state, name)
        aims = coast if member == "hex" else ((place,) for place in coast)
        for aim in [draft[member]] if member in draft else aims:
            if not any(refuse(state, {"unit": name}, aim)):
                carrier = state.units[name].aboard
                notes = (f"aboard {state.counter(carrier).name}",) if carrier else ()
                yield unit_choice(state, "unit", name, "7.4", *notes)
                break


def refuse_hex(state: State, draft: Draft, place: str) -> Iterator[Violation]:
    """7.4, 7.5  A coastal hex of the sea space that is not German yet, on a beach that suits the unit."""
    name = draft["unit"]
    if is_off_coast(state, name, place):
        yield off_coast(state, name, place)
    elif is_open(state, place):
        yield _no_landing_needed(state, name, place)
    else:
        yield from refuse_ground(state, name, state.table.board.hexes[place])
        if state.edition.landings_obey_stacking and not has_room(state, place, name):
            yield no_room(state, name, place, "6.3.1")


def landing_hexes(state: State, draft: Draft) -> Iterator[Choice]:
    """7.4, 7.5  Return where a unit can land, on the better beaches first."""
    if "hex" in draft or "unit" not in draft:
        return
    for place in ranked_coast(state, draft["unit"]):
        if not any(refuse_hex(state, draft, place)):
            notes = (kind_of(state, place), *way_notes(state, (draft["unit"],), (place,)))
            if not has_enemy(state, place, GERMAN):
                notes = (*notes, "it must be attacked, defense 0 (7.5)")
            yield Choice("hex", place, place, rule="7.5", notes=notes)


def _no_landing_needed(state: State, name: str, place: str) -> Violation:
    who = named(state, name)
    if state.holds(state.taken, place):
        text = f"{place} was taken in this step; {who} can come ashore there in the next turn"
        return Violation("7.6", "taken_this_step", text)
    text = f"{place} is German: {who} debarks there without a fight (debark)"
    return Violation("7.6", "debark_instead", text)


def _where_to_land(state: State, draft: Draft, place: str | None, choices: Iterable[Choice]) -> str:
    """7.4  Say where a unit can land instead; of a hex that is German it has been said what to do."""
    name = draft.get("unit", "")
    if place is None or (not is_off_coast(state, name, place) and is_open(state, place)):
        return ""
    found = [choice.label for choice in choices]
    if not found and (beaches := _open_beaches(state, name)):
        return f"it can land nowhere on this coast, but debark in {_first_of(beaches)}"
    return f"it can in {_first_of(found)}" if found else "it can nowhere on this coast"


def _first_of(hexes: Sequence[str]) -> str:
    more = " and others" if len(hexes) > MOST_LISTED else ""
    return f"{', '.join(hexes[:MOST_LISTED])}{more}"


def refuse_way(state: State, draft: Draft, steps: tuple[str, ...]) -> Iterator[Violation]:
    """7.6, A-48  Into a beach hex that was German before this step, then on with what is left."""
    name, before = draft["unit"], draft.get("path", ())
    beach, *rest = path = (*before, *steps)
    faults = [*_refuse_beach(state, name, beach)]
    yield from (replace(fault, at=f"/{-len(before)}") for fault in faults)
    if not faults and rest:
        fault = first_fault(state, name, beach, path[1:], _ashore(state, name, beach))
        if fault is not None:
            text = f"{named(state, name)} cannot go on from {beach} like this: {fault.text}"
            at = f"/{fault.number + 1 - len(before)}"
            yield Violation(fault.rule, fault.code, text, at)


def _refuse_beach(state: State, name: str, beach: str) -> Iterator[Violation]:
    """7.6  The hex is open, has room, suits the unit unless it is a port, and can be paid for."""
    if is_off_coast(state, name, beach):
        yield off_coast(state, name, beach)
        return
    facts, counter = state.table.board.hexes[beach], state.counter(name)
    faults = [*refuse_closed(state, name, beach), *refuse_crowd(state, name, beach)]
    if not facts.port:
        faults += refuse_ground(state, name, facts)
    yield from faults
    cost = cost_ashore(state, counter, facts)
    if not faults and cost not in (None, ALL_POINTS) and cost > points_of(counter):
        text = f"{beach} costs {said_points(cost)}, and {named(state, name)} has {counter.move}"
        yield Violation("7.6", "not_enough_points", text)


def _ashore(state: State, name: str, beach: str) -> Progress:
    """7.6, A-48  Return how a unit stands that has entered a beach hex from the sea."""
    cost = cost_ashore(state, state.counter(name), state.table.board.hexes[beach])
    assert cost is not None, "closed ground was found before"
    return where_it_starts(state, name, beach, cost)


def ways_ashore(state: State, draft: Draft) -> Iterator[Choice]:
    """7.6, A-48  Return in which beach hexes a unit can debark, then where it can go on to from there."""
    if "unit" not in draft:
        return
    if "path" in draft:
        yield from _ways_on(state, draft["unit"], draft["path"])
        return
    name, gait = draft["unit"], state.table.gait_of(draft["unit"])
    begun = {beach: _ashore(state, name, beach) for beach in _open_beaches(state, name)}
    for beach, progress in begun.items():
        yield _way(state, name, (beach,), progress.spent, kind_of(state, beach))
    # Each hex behind the beaches comes with the cheapest way to it.
    best: dict[str, tuple[int, int, tuple[str, ...]]] = {}
    for beach, progress in begun.items():
        for there, (cost, path, _) in search(state, [(gait, progress)], beach).items():
            found = (cost, len(path), (beach, *path))
            best[there] = min(found, best.get(there, found))
    for there, (cost, _, way) in best.items():
        if there not in begun:
            yield _way(state, name, way, cost)


def _ways_on(state: State, name: str, path: tuple[str, ...]) -> Iterator[Choice]:
    """7.6, A-48  Return where a unit can go on to from the end of a path."""
    gait = state.table.gait_of(name)
    come = come_to(state, gait, path[0], path[1:], _ashore(state, name, path[0]))
    assert not isinstance(come, Misstep), "the path was judged"
    for way, cost in ways_on(come[0], [(gait, come[1])], path[-1]):
        yield _way(state, name, way, cost)


def _way(state: State, name: str, way: tuple[str, ...], cost: int, *notes: str) -> Choice:
    notes = (*notes, *way_notes(state, (name,), way))
    return Choice("path", list(way), way[-1], cost, "7.6", notes)


def _open_beaches(state: State, name: str) -> list[str]:
    """7.6  Return where a unit can debark, in the better beaches first."""
    return [n for n in ranked_coast(state, name) if not any(_refuse_beach(state, name, n))]


def _where_to_debark(
    state: State, draft: Draft, way: tuple[str, ...] | None, choices: Iterable[Choice]
) -> str:
    """7.6  Say in which other beach hexes a unit can debark, or where it can go on to from a good one."""
    if way is None:
        return ""
    # The beaches come first; what lies behind them is looked for only if it is asked for.
    beaches = [c.label for c in takewhile(lambda choice: len(choice.value) == 1, choices)]
    if way[0] in beaches:
        ways = _ways_on(state, draft["unit"], way[:1])
        return f"from there {reached(state, {'units': (draft['unit'],)}, way, ways)}"
    return f"it can debark {f'in {_first_of(beaches)}' if beaches else 'nowhere on this coast'}"


def _missing_way(state: State, draft: Draft) -> Iterator[Violation]:
    """7.6  Refuse an order without unit, or without a path from the beach on."""
    if "unit" in draft and "path" not in draft:
        yield Violation("7.6", "no_path", "the path is empty; its first hex is the beach", "/path")
    yield from wanted("7.6", "unit")(state, draft)


def landing_offers(state: State, name: str) -> Iterator[Land | Debark]:
    """Return how a unit at sea can come ashore: in German hexes first, then on the better beaches."""
    return _shores(state, name, ranked_coast(state, name))


def can_land(state: State, name: str) -> bool:
    """7.4  Return whether a unit at sea has a hex to go to."""
    return any(True for _ in _shores(state, name, coast_of(state, name)))


def _shores(state: State, name: str, coast: Iterable[str]) -> Iterator[Land | Debark]:
    """7.4 to 7.6  Return how a unit at sea can come ashore in each of some hexes."""
    for place in coast:
        if not any(_refuse_beach(state, name, place)):
            yield Debark(name, (place,))
        if not any(refuse_hex(state, {"unit": name}, place)):
            yield Land(name, place)


def marches_after_debarking(state: State, name: str, beach: str) -> Iterator[Debark]:
    """7.6  Return the ways on from a beach hex in which a unit can debark."""
    for _, path in reach(state, name, beach, _ashore(state, name, beach)).values():
        yield Debark(name, (beach, *path))


def _is_landing(state: State, order: Land) -> bool:
    """Return whether a landing is legal, as nearly all are."""
    return _is_able(state, order.unit) and not any(
        refuse_hex(state, {"unit": order.unit}, order.hex)
    )


def _is_debarkation(state: State, order: Debark) -> bool:
    """Return whether a debarkation is legal, as nearly all are."""
    return (
        bool(order.path)
        and _is_able(state, order.unit)
        and not any(refuse_way(state, {"unit": order.unit}, order.path))
    )


def _is_able(state: State, name: str) -> bool:
    return name in state.units and not any(refuse_lander(state, {}, name))


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


_TOLD: dict[type[Any], Tell] = {
    UnitLanded: lambda e, say: f"{say(e.unit, 'lands', 'land')} in {e.hex}",
    UnitDebarked: lambda e, say: f"{say(e.unit, 'leaves', 'leave')} {say(e.transport)}",
}

_LAND: Form[State] = Form(
    Land,
    (
        Member("unit", Shape.ONE, refuse_lander, landers),
        Member("hex", Shape.ONE, refuse_hex, landing_hexes, _where_to_land, after=("unit",)),
    ),
    wanted("7.4", "unit", "hex"),
    is_sure=_is_landing,
)

_DEBARK: Form[State] = Form(
    Debark,
    (
        Member("unit", Shape.ONE, refuse_lander, debarkers),
        Member("path", Shape.ONWARD, refuse_way, ways_ashore, _where_to_debark, after=("unit",)),
    ),
    _missing_way,
    is_sure=_is_debarkation,
)

CHAPTER = Chapter(
    title="Amphibious landings and debarkation",
    orders={Land: (_LAND, obey_land), Debark: (_DEBARK, obey_debark)},
    events=tuple(_TOLD),
    tell=_TOLD,
)

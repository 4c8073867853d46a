"""11.0  Land movement: the step's decision, and units that march alone or as a stack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Order, Seat, Violation
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy
from sealion_pbem.rulesets.sealion.events.land import MarchHalted
from sealion_pbem.rulesets.sealion.events.parachutists import MarchResumed
from sealion_pbem.rulesets.sealion.naming import named
from sealion_pbem.rulesets.sealion.rules.ch11_landing import (
    Debark,
    can_land,
    is_landing_time,
    landing_offers,
    marches_after_debarking,
    units_at_sea,
)
from sealion_pbem.rulesets.sealion.rules.ch11_walk import (
    first_fault,
    go_along,
    going_on,
    has_enemy,
    into_zone,
    may_march,
    reach,
    reach_hint,
)
from sealion_pbem.rulesets.sealion.rules.ch14_options.arrivals import decide_arrivals
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State

__all__ = ["CHAPTER", "March", "decide_land_movement", "units_to_move"]

MOST_UNITS = 4
MOST_HEXES = 12
_PAIR = 2
_GAPS = frozenset({"not_a_hex", "not_adjacent"})


@frozen
class March:
    """Move units that stand together along a path; each drop names a unit and where it stays (11.4)."""

    kind: ClassVar[str] = "march"
    units: tuple[str, ...]
    path: tuple[str, ...]
    drops: tuple[tuple[str, ...], ...] = ()


_ASKED = {
    GERMAN: Decision(
        GERMAN, "land_movement", "11.0", "land, debark and move land units",
        frozenset({"march", "land", "debark", "done"}),
    ),
    BRITISH: Decision(
        BRITISH, "land_movement", "11.0", "move land units", frozenset({"march", "done"})
    ),
}  # fmt: skip


def decide_land_movement(state: State) -> Decision | None:
    """11.0, 14.3  Ask while there is a unit that could march or come ashore; arrivals come first."""
    if state.ended:
        return None
    seat = state.seat
    if seat == BRITISH and (arrivals := decide_arrivals(state)) is not None:
        return arrivals
    if any(units_to_move(state, seat)) or (seat == GERMAN and _can_anybody_land(state)):
        return _ASKED[seat]
    return None


def units_to_move(state: State, seat: Seat) -> Iterator[str]:
    """11.0  Return the land units on the map that have not had their move, place by place."""
    hexes, units = state.table.board.hexes, state.units
    for place, here in state.forces[seat, "land"].items():
        if place in hexes:
            for name in here:
                if may_march(state, name) and not units[name].aboard:
                    yield name


def _can_anybody_land(state: State) -> bool:
    """7.4  Return whether a unit at sea has a hex to go to."""
    return is_landing_time(state) and any(can_land(state, name) for name in units_at_sea(state))


def check_march(state: State, order: March) -> Iterable[Violation]:
    """11.0 to 11.4  Who marches, along which path, and how far each of them gets."""
    faults = [] if _is_alone(state, order) else [*_check_party(state, order)]
    if not faults and not order.path:
        text = f"the path is empty; {named(state, order.units[0])} stays without an order"
        faults = [Violation("11.0", "no_path", text, "/path")]
    if not faults and order.drops:
        faults = [*_check_drops(order)]
    return faults or _check_ways(state, order)


def _is_alone(state: State, order: March) -> bool:
    """Return whether one unit that can march is ordered to, as most orders are."""
    return len(order.units) == 1 and _unfit(state, order.units[0]) is None


def _check_ways(state: State, order: March) -> Iterator[Violation]:
    """11.0 to 11.2  Each unit walks the path as far as it goes; a path with a gap is said once."""
    ends = _ends(order)
    start = state.units[order.units[0]].place
    for name in order.units:
        path = order.path[: ends[name] + 1] if name in ends else order.path
        progress = going_on(state, name)
        fault = first_fault(state, name, start, path, progress)
        if fault is None and progress is not None:
            fault = into_zone(state, name, path)
        if fault is not None:
            hint = reach_hint(state, name, order.path[-1], progress=progress)
            text = f"{named(state, name)} cannot go like this: {fault.text}; {hint}"
            yield Violation(fault.rule, fault.code, text, f"/path/{fault.number}")
            if fault.code in _GAPS:
                return


def _check_party(state: State, order: March) -> Iterator[Violation]:
    """11.0, 11.4  Own land units in one hex that have not moved in this step."""
    if not order.units:
        text = "no unit is named; name land units that stand in one hex"
        yield Violation("11.0", "no_units", text, "/units")
    for number, name in enumerate(order.units):
        found = _unfit(state, name)
        if found is None and not number:
            continue
        if found is None and name in order.units[:number]:
            found = "11.4", "named_twice", f"{named(state, name)} is named twice; once is enough"
        first, place = order.units[0], state.units[name].place
        if found is None and place != state.units[first].place:
            there = state.units[first].place
            text = f"{named(state, name)} is in {place}, {named(state, first)} in {there}; "
            text += "only units in one hex march together"
            found = "11.4", "not_together", text
        if found is not None:
            yield Violation(*found, f"/units/{number}")


def _unfit(state: State, name: str) -> tuple[str, str, str] | None:
    """Return why a unit cannot march at all: rule, code, text."""
    table, unit = state.table, state.units[name]
    is_there = unit.place in table.board.hexes and not unit.aboard
    if is_there and may_march(state, name) and table.forces[name] == (state.seat, "land"):
        return None
    who, counter = named(state, name), state.counter(name)
    if counter.seat != state.seat or counter.arm != "land":
        return "11.0", "not_your_unit", f"{who} is no land unit of the {state.seat} player"
    if not is_there:
        where = f"aboard {unit.aboard}" if unit.aboard else f"in {unit.place}"
        by_sea = "; it comes ashore with land or debark" if unit.place in SECTORS else ""
        return "11.0", "not_on_land", f"{who} is {where}, not on land{by_sea}"
    way = " ".join(state.came_from.get(name, ()))
    moved = f"{who} has moved in this step" + (f" ({way})" if way else "")
    left = ", ".join(sorted(units_to_move(state, state.seat))[:MOST_HEXES]) or "none"
    return "11.0", "has_moved", f"{moved}; still to move: {left}"


def _check_drops(order: March) -> Iterator[Violation]:
    """11.4  Units of the stack stay behind in hexes of the path; somebody goes to its end."""
    dropped: set[str] = set()
    for number, drop in enumerate(order.drops):
        at = f"/drops/{number}"
        if len(drop) != _PAIR:
            text = "a drop is a pair: the unit and the hex of the path where it stays"
            yield Violation("11.4", "no_pair", text, at)
        elif drop[0] not in order.units or drop[0] in dropped:
            stack = ", ".join(order.units)
            text = f"{drop[0]!r} is not in the stack or is dropped twice; the stack is {stack}"
            yield Violation("11.4", "not_in_stack", text, at)
        elif drop[1] not in order.path:
            text = f"{drop[1]!r} is not on the path {' '.join(order.path)}"
            yield Violation("11.4", "not_on_path", text, at)
        else:
            dropped.add(drop[0])
    if all(name in dropped and _ends(order)[name] < len(order.path) - 1 for name in order.units):
        text = f"nobody goes to the end of the path, {order.path[-1]}; make the path shorter"
        yield Violation("11.4", "nobody_goes_on", text, "/drops")


def _ends(order: March) -> dict[str, int]:
    """Return for each unit that is dropped the number of its last hex in the path."""
    if not order.drops:
        return {}
    sound = [d for d in order.drops if len(d) == _PAIR and d[1] in order.path]
    return {name: order.path.index(place) for name, place in sound}


def obey_march(play: Play[State], order: March) -> None:
    """11.0, 11.4, 14.6 b  The units walk the path together, as far as they are let."""
    if play.state.veil is not None:
        again = tuple(name for name in order.units if going_on(play.state, name))
        if again:
            play.emit(MarchResumed(again))
    go_along(play, order.units, order.path, _ends(order))


def _offers(state: State) -> Iterator[Order]:
    """Return landings, then marches of the next few units, attacks and long ways first, then the end."""
    seat = state.seat
    if seat == GERMAN and is_landing_time(state):
        can_land = ((name, list(landing_offers(state, name))) for name in units_at_sea(state))
        for name, offers in islice(((n, o) for n, o in can_land if o), MOST_UNITS):
            yield from offers[:MOST_HEXES]
            if isinstance(offers[0], Debark):
                yield from islice(
                    marches_after_debarking(state, name, offers[0].path[0]), MOST_HEXES
                )
    order = state.table.order
    for name in sorted(units_to_move(state, seat), key=order.__getitem__)[:MOST_UNITS]:
        yield from _marches(state, name)
    yield Done(state.stage)


def _marches(state: State, name: str) -> Iterator[March]:
    progress = going_on(state, name)
    seat, found = Seat(state.counter(name).seat), reach(state, name, progress=progress)
    if progress is not None:
        found = {n: way for n, way in found.items() if into_zone(state, name, way[1]) is None}
    best = sorted(found, key=lambda n: (not has_enemy(state, n, seat), -found[n][0], n))
    for place in best[:MOST_HEXES]:
        yield March((name,), found[place][1])


def _done(_: State) -> Order:
    return Done()


def _facts(state: State) -> dict[str, int | str]:
    at_sea = sum(1 for _ in units_at_sea(state)) if state.seat == GERMAN else 0
    return {"to_move": sum(1 for _ in units_to_move(state, state.seat)), "at_sea": at_sea}


CHAPTER = Chapter(
    title="Land movement",
    orders={March: (check_march, obey_march)},
    events=(MarchHalted,),
    asks={
        "land_movement": Asking(
            _offers, {"default": Policy("no more units move or come ashore", _done)}, _facts
        )
    },
    tell={
        MarchHalted: lambda e: (
            f"{', '.join(e.units)} are stopped in {e.hex} and do not go on to {' '.join(e.rest)}"
        )
    },
)

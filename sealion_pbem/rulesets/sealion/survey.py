"""What a board can say of a position beyond its counters: areas, facts of a hex, lines of supply.

All of it asks the rules; nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sealion_pbem.engine.survey import Layer, MapLine, PlaceFact
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.board import ALL_POINTS, SECTORS, Costs
from sealion_pbem.rulesets.sealion.rules.ch09_batteries import supporting_batteries
from sealion_pbem.rulesets.sealion.rules.ch11_reach import reach
from sealion_pbem.rulesets.sealion.rules.ch11_walk import said_points
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import railway_guns
from sealion_pbem.rulesets.sealion.rules.ch13_supply import (
    AIRBORNE,
    out_of_supply,
    passable,
    supplied,
    supply_line,
    unused_transports,
    zone,
)
from sealion_pbem.rulesets.sealion.rules.support import naval_support
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State

__all__ = ["layers", "lines", "place_facts"]

_BOTH = (GERMAN, BRITISH)


def layers(state: State) -> tuple[Layer, ...]:
    """Return areas of both sides: control, zones, supply, ranges of guns, and how far units can march."""
    board = state.table.board
    areas = tuple(
        Layer(name, seat, rule, board.in_area(area(state, seat)))
        for name, rule, area in (
            ("control", "13.0", _controlled),
            ("zones of control", "11.1", zone),
            ("supply lines", "13.0", supplied),
        )
        for seat in _BOTH
    )
    guns = (
        *(_range(state, "naval gunfire", seat, "12.0", _ships_of(state, seat)) for seat in _BOTH),
        _range(state, "coastal batteries", GERMAN, "9.1", supporting_batteries),
        _range(state, "railway guns", BRITISH, "12.0", _rails),
    )
    ways = (_marches(state, seat) for seat in _BOTH)
    return areas + tuple(layer for layer in (*guns, *ways) if layer.places)


def _controlled(state: State, seat: Seat) -> int:
    """13.0  Return the hexes that a seat's land units were the last to occupy; British are all others."""
    return state.last_german if seat == GERMAN else state.table.board.land & ~state.last_german


def _ships_of(state: State, seat: Seat) -> Callable[[State, str], list[str]]:
    afloat = state.forces[seat, "naval"]
    is_near = any(afloat.get(sector) for sector in SECTORS)
    return lambda state, place: naval_support(state, place, seat) if is_near else []


def _rails(state: State, place: str) -> list[str]:
    return railway_guns(state, place, BRITISH)


def _range(
    state: State, name: str, seat: Seat, rule: str, guns: Callable[[State, str], list[str]]
) -> Layer:
    who = {
        there: tuple(found) for there in state.table.board.hexes if (found := guns(state, there))
    }
    return Layer(name, seat, rule, tuple(who), who)


def _marches(state: State, seat: Seat) -> Layer:
    """11.0  Return the hexes that a seat's land units on the map could march to, each by itself."""
    who: dict[str, list[str]] = {}
    hexes = state.table.board.hexes
    for place in sorted(state.forces[seat, "land"]):
        for name in state.land_in(place, seat) if place in hexes else ():
            if state.counter(name).move:
                for there in reach(state, name):
                    who.setdefault(there, []).append(name)
    found = {there: tuple(who[there]) for there in sorted(who)}
    return Layer("march reach", seat, "11.0", tuple(found), found)


def place_facts(state: State, place: str) -> tuple[PlaceFact, ...]:
    """Return who controls a hex, whose zones lie over it, and what entering it costs."""
    if place not in state.table.board.hexes:
        return ()
    return (_control(state, place), *_zones(state, place), *_costs(state, place))


def _control(state: State, place: str) -> PlaceFact:
    if state.holds(state.last_german, place):
        text = "german: a German land unit was the last here"
    elif state.holds(state.ever_german, place):
        text = "british again, after the German had it"
    else:
        text = "british: no German land unit has been here"
    return PlaceFact("control", text, "13.0")


def _zones(state: State, place: str) -> Iterator[PlaceFact]:
    board, zoned = state.table.board, state.table.zoned
    for seat in _BOTH:
        near = [
            state.counter(name).name
            for there in board.adjacent[place]
            for name in state.land_in(there, seat)
            if name in zoned
        ]
        if near:
            yield PlaceFact(f"zone of control, {seat}", ", ".join(near), "11.1")


def _costs(state: State, place: str) -> Iterator[PlaceFact]:
    """11.2  Say what it costs to enter a hex, for each way of moving and from where it differs."""
    said: dict[str, dict[str, list[str]]] = {}
    for seat in _BOTH:
        kinds: dict[str, Costs] = {}
        for name in _on_land(state, seat):
            gait = state.table.gait_of(name)
            if gait.move and not gait.is_on_rails:
                kinds.setdefault(gait.movement_class, gait.costs)
        for movement_class, costs in sorted(kinds.items()):
            whose = said.setdefault(_said_costs(state, place, costs), {})
            whose.setdefault(seat, []).append(movement_class)
    for text, whose in said.items():
        who = " and ".join(f"{seat} {', '.join(kinds)}" for seat, kinds in whose.items())
        yield PlaceFact(f"entering costs {who}", text, "11.2")


def _on_land(state: State, seat: Seat) -> Iterator[str]:
    for names in state.forces[seat, "land"].values():
        yield from names


def _said_costs(state: State, place: str, costs: Costs) -> str:
    """Return the usual cost, then each other with the neighbours from which it holds."""
    near: dict[int | None, list[str]] = {}
    for there in state.table.board.adjacent[place]:
        near.setdefault(costs[there, place], []).append(there)
    usual = max(near, key=lambda cost: (cost is not None, len(near[cost])))
    rest = [f"{_points(cost)} from {', '.join(near[cost])}" for cost in near if cost != usual]
    return "; ".join([_points(usual), *rest])


def _points(cost: int | None) -> str:
    if cost is None:
        return "not allowed"
    return "all points" if cost == ALL_POINTS else said_points(cost)


def lines(state: State, place: str) -> tuple[MapLine, ...]:
    """13.0  Return the line of supply from a hex, for its owner and for everybody who stands there."""
    if place not in state.table.board.hexes:
        return ()
    owner = GERMAN if state.holds(state.last_german, place) else BRITISH
    seats = [seat for seat in _BOTH if seat == owner or state.land_in(place, seat)]
    return tuple(line for seat in seats for line in _supply(state, seat, place))


def _supply(state: State, seat: Seat, place: str) -> Iterator[MapLine]:
    name, units = "supply line", state.land_in(place, seat)
    line = supply_line(state, seat, place)
    if line:
        text = f"leads to {_source(state, seat, line[-1])}"
        yield MapLine(name, seat, "13.0", line, text)
        return
    without = out_of_supply(state, units)
    fed = [unit for unit in units if unit not in without]
    yield MapLine(name, seat, "13.0", (), _none(state, without, fed))
    if seat == GERMAN and any(state.counter(unit).type in AIRBORNE for unit in fed):
        board = state.table.board
        bases = board.area(state.units[plane].place for plane in unused_transports(state))
        by_air = board.way(place, bases, passable(state, GERMAN))
        if by_air:
            yield MapLine(
                "air supply", seat, "13.2", by_air, f"leads to the airbase in {by_air[-1]}"
            )


def _source(state: State, seat: Seat, place: str) -> str:
    facts = state.table.board.hexes[place]
    if seat == GERMAN:
        return f"{place}, where transports ferry supply ashore from {' or '.join(facts.sectors)}"
    return f"{place}, {facts.name or 'a city'}" if facts.city else f"{place} at the edge of the map"


def _none(state: State, without: Iterable[str], fed: Iterable[str]) -> str:
    """13.2, 13.3  Say what it means for those who stand there that no line leads to a source."""
    lost = ", ".join(state.counter(name).name for name in without)
    kept = ", ".join(state.counter(name).name for name in fed)
    parts = ["there is none"]
    if lost:
        parts.append(f"it costs {lost} a step at the end of the turn (13.3)")
    if kept:
        parts.append(f"{kept} came by ship or aircraft in this turn, or live on air supply (13.2)")
    return "; ".join(parts)

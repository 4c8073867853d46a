"""What is true of the map in a position: who controls what, zones, supply, and what a hex is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sealion_pbem.engine.survey import Layer, MapLine, PlaceFact
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.world_at_war.board import ROUGH
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import is_key, zone
from sealion_pbem.rulesets.world_at_war.rules.r33_supply import fully_supplied, passable, sources
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import ALLIES, SEATS

__all__ = ["layers", "lines", "place_facts"]


def layers(state: State) -> tuple[Layer, ...]:
    """R-13, 10.34, R-33  Return control, zones of control and supplied hexes of both sides."""
    areas: tuple[tuple[str, str, Callable[[State, Seat], int]], ...] = (
        ("control", "R-13", State.controlled),
        ("zones of control", "10.34", zone),
        ("supply", "R-33", fully_supplied),
    )
    return tuple(
        Layer(name, seat, rule, tuple(state.table.board.in_area(area(state, seat))))
        for name, rule, area in areas
        for seat in SEATS
    )


def place_facts(state: State, place: str) -> tuple[PlaceFact, ...]:
    """R-13, 10.34, 13.41, 15.32  Return control, zones, the cost of entry and what protects a hex."""
    return tuple(_facts(state, place)) if place in state.table.board.hexes else ()


def _facts(state: State, place: str) -> Iterator[PlaceFact]:
    board = state.table.board
    facts, bit = board.facts(place), board.bits[place]
    owner = "neutral" if facts.country in state.neutral else str(state.owner(place) or "nobody")
    yield PlaceFact("control", f"{owner}; {facts.country}, {facts.front} front", "R-13")
    for seat in SEATS:
        if zone(state, seat) & bit:
            yield PlaceFact("zone", f"in the zone of control of {seat}", "10.34")
    rough = facts.terrain in ROUGH
    yield PlaceFact("entry", f"{facts.terrain}: {1 + rough} to enter", "13.41B")
    if is_key(state, place, state.owner(place) or state.active):
        yield PlaceFact("key hex", "a capital, an objective or a bridgehead", "15.33A")
    if facts.has_fort:
        yield PlaceFact("fort", "protects on all sides", "15.32F")
    elif walls := board.walls_of(place):
        kinds = sorted({board.wall(there, place) for there in walls})
        yield PlaceFact("walls", f"{' and '.join(kinds)} towards {', '.join(walls)}", "15.32E")
    if lost := state.cut.get(place):
        yield PlaceFact("cut off", f"its fortification has lost {lost}", "R-39")


def lines(state: State, place: str) -> tuple[MapLine, ...]:
    """R-33, R-34  Return the line of supply from a hex, for its owner and for whoever stands there."""
    if place not in state.table.board.hexes:
        return ()
    seats = [s for s in SEATS if state.owner(place) == s or state.ground_at(place, s)]
    return tuple(_line(state, place, seat) for seat in seats)


def _line(state: State, place: str, seat: Seat) -> MapLine:
    board, name = state.table.board, "supply line"
    free = passable(state, seat) | board.bits[place]
    way = board.way(place, sources(state, seat), free)
    if way:
        return MapLine(name, seat, "R-33", way, f"leads to {board.name(way[-1])}")
    harbours = board.ports & state.controlled(seat) & passable(state, seat)
    if seat == ALLIES and fully_supplied(state, seat) & board.bits[place]:
        way = board.way(place, harbours, free)
        if way:
            return MapLine(name, seat, "R-34", way, f"goes by sea from {board.name(way[-1])}")
    return MapLine(name, seat, "R-33", (), "there is none to an unlimited source")

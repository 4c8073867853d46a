"""7.0, 7.1  Sailing: ships, submarines and swimming units go from space to space."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.board import BOXES, SECTORS
from sealion_pbem.rulesets.sealion.events.general import UnitsMoved
from sealion_pbem.rulesets.sealion.events.naval import ShipsMoored
from sealion_pbem.rulesets.sealion.naming import listed, named
from sealion_pbem.rulesets.sealion.rules.naval_force import (
    adjoins,
    force_at,
    is_battery,
    is_light,
    is_submarine,
    own_boxes,
    ways_from,
)
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["Sail", "can_sail", "check_own", "check_sail", "courses", "obey_sail"]

_SEA = frozenset(SECTORS)


@frozen
class Sail:
    """Go together along a path of adjoining sea spaces, perhaps into a friendly box."""

    kind: ClassVar[str] = "sail"
    units: tuple[str, ...]
    path: tuple[str, ...]


def check_sail(state: State, order: Sail) -> Iterator[Violation]:
    """7.0  Who may sail, and where.

    Each unit sails once in a step: to drop some off on the way, order them to the nearer space.
    """
    if not order.units:
        text = "no unit is named; name those that sail together from one place"
        yield Violation("7.0", "no_units", text, "/units")
        return
    faults = []
    for number, name in enumerate(order.units):
        if number and name in order.units[:number]:
            text = f"{named(state, name)} is named twice; once is enough"
            faults.append(Violation("7.0", "named_twice", text, f"/units/{number}"))
        if not can_sail(state, name):
            at = f"/units/{number}"
            faults += check_own(state, name, at) or _check_sailor(state, name, at)
    yield from faults
    if faults:
        return
    units = state.units
    start = units[order.units[0]].place
    apart = [name for name in order.units if units[name].place != start]
    if apart:
        who, here = named(state, apart[0]), units[apart[0]].place
        text = f"{who} is in {here}, not in {start} with the others; order it apart"
        yield Violation("7.0", "not_together", text, f"/units/{order.units.index(apart[0])}")
        return
    fault = _path_fault(state, order, start)
    if fault:
        yield replace(fault, text=f"{fault.text}; from {start} {_course_hint(state, order)}")


def _course_hint(state: State, order: Sail) -> str:
    """Say where units can sail, with the course to where they were ordered."""
    wanted = order.path[-1] if order.path else ""
    ends = [
        f"{end} (by {' '.join(path)})" if end == wanted else end
        for end, path in courses(state, order.units).items()
    ]
    return f"they can go to {', '.join(ends) or 'no other space'}"


def check_own(state: State, name: str, at: str) -> list[Violation]:
    """2.0  A player orders his own units."""
    counter = state.counter(name)
    if counter.seat != state.seat:
        text = (
            f"{named(state, name)} is {counter.seat}; in this step {state.seat} units are ordered"
        )
        return [Violation("7.0", "not_yours", text, at)]
    return []


def _check_sailor(state: State, name: str, at: str) -> list[Violation]:
    """7.0 to 7.4  Return why a unit does not sail in this step."""
    found = _hindrance(state, name)
    if found is None:
        return []
    rule, code, text = found
    return [Violation(rule, code, f"{named(state, name)} {text}", at)]


def _hindrance(state: State, name: str) -> tuple[str, str, str] | None:  # noqa: PLR0911 - a list
    """Return the first reason why a unit stays where it is: rule, code, text."""
    counter, (place, _, aboard) = state.table.counters[name], state.units[name]
    if aboard:
        return "7.4", "is_aboard", f"goes with {named(state, aboard)}; order that one"
    if counter.type == "mine":
        text = "never sails by itself; couple it with a submarine in the Convoy box"
        return "8.6", "mine_stays", text
    if counter.type == "coastal_battery":
        return "7.3", "battery_stays", "is a battery: by day it may sortie or be recalled"
    if counter.arm != "naval" and not counter.amphibious:
        return "7.0", "no_ship", "is no naval unit; land units sail aboard a transport"
    if place not in _SEA and place not in own_boxes(state.seat):
        return "7.0", "not_at_sea", f"is in {place}, neither at sea nor in port (A-51)"
    if name in state.came_from or name in state.done:
        return _stopped_in(state, name, place)
    if name in state.home and place in BOXES:
        text = "came back to port in this game turn and sails again in the next (A-53)"
        return "7.0", "in_port", text
    if (cargo := state.cargo.get(name)) in state.home and place in BOXES:
        text = "has {} aboard, which came back to port in this game turn; unload it or wait (A-53)"
        return "7.8", "cargo_in_port", text.format(named(state, cargo))
    if name in state.home:
        text = "has landed its troops and sails again in the next game turn"
        return "7.4", "has_landed", text
    return None


def _stopped_in(state: State, name: str, place: str) -> tuple[str, str, str]:
    """7.0, 7.2, 7.4  Say that a unit has moved: laying a mine ends it, and so does bringing troops."""
    foes = _stoppers(state, name, place) if place in _SEA else ()
    text = f"has ended its move in {place} in this step"
    text += f", stopped by {listed(state, foes)}" if foes else ""
    cargo = state.cargo.get(name, "") if place in _SEA else ""
    if cargo and state.counter(cargo).arm == "land":
        return "7.4", "moved_already", f"{text} and stays there with its troops"
    return "7.2" if name in state.done else "7.4", "moved_already", text


def _path_fault(state: State, order: Sail, start: str) -> Violation | None:
    """7.0  Walk the path: adjoining spaces, no stop ordered by an enemy or a port left behind."""
    if not order.path:
        return Violation("7.0", "no_path", "the path is empty", "/path")
    seat = state.seat
    friendly, here = own_boxes(seat), start
    for number, there in enumerate(order.path):
        stopped = _stopped(state, order.units, here) if number else ""
        is_near = adjoins(state, here, there, seat)
        if is_near and not (stopped or (number and here in friendly)):
            here = there
            continue
        at = f"/path/{number}"
        if there in BOXES and there not in friendly:
            text = f"{state.seat} ships never enter the box {there}"
            return Violation("7.0", "closed_box", text, at)
        if not is_near:
            return Violation("7.0", "not_adjacent", f"{there} does not adjoin {here}", at)
        if number and here in friendly:
            text = f"ships that enter {here} stay there for this game turn"
            return Violation("7.0", "port_ends_move", text, at)
        if stopped:
            return _must_stop(state, stopped, here, at)
    return None


def _must_stop(state: State, name: str, here: str, at: str) -> Violation:
    """7.0, 7.1, 7.3  Say who stops a ship: enemies of any kind, batteries alone too."""
    foes = _stoppers(state, name, here)
    rule, which = "7.0", ""
    if is_submarine(state.counter(name)):
        rule, which = "7.1", ", of strength 0 or 1"
    elif all(is_battery(state.counter(foe)) for foe in foes):
        rule, which = "7.3", ", a coastal battery aimed at it"
    text = f"{named(state, name)} must stop in {here}, where {listed(state, foes)} is{which}"
    return Violation(rule, "must_stop", text, at)


def _stopped(state: State, names: Sequence[str], sector: str) -> str:
    """Return the first unit that cannot sail on from a sea space it has entered, or ""."""
    if not force_at(state, sector, other(state.seat)):
        return ""
    return next((name for name in names if _stoppers(state, name, sector)), "")


def _stoppers(state: State, name: str, sector: str) -> Sequence[str]:
    """7.0, 7.1  Return the enemies that stop a unit: all of them, but submarines only the light ones."""
    foes = force_at(state, sector, other(state.seat))
    if is_submarine(state.counter(name)):
        return [foe for foe in foes if is_light(state, foe)]
    return foes


def obey_sail(play: Play[State], order: Sail) -> None:
    """7.0  The units are there; in a box they stay for the game turn (A-53)."""
    play.emit(UnitsMoved(order.units, order.path))
    if order.path[-1] in BOXES:
        play.emit(ShipsMoored(order.units))


def can_sail(state: State, name: str) -> bool:
    """7.0  Return whether a unit of the player whose step it is may sail now."""
    is_own = state.table.counters[name].seat == state.seat and state.units[name].steps > 0
    return is_own and _hindrance(state, name) is None


def courses(state: State, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """7.0  Return every space that units can reach together, with a shortest path."""
    start = state.units[names[0]].place
    found: dict[str, tuple[str, ...]] = {start: ()}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if here != start and (here in BOXES or _stopped(state, names, here)):
            continue
        for there in ways_from(state, here, state.seat):
            if there not in found:
                found[there] = (*found[here], there)
                waiting.append(there)
    del found[start]
    return found

"""12.3  Why a hex is closed to a unit that leaves a combat hex: said in refusals, never in play."""

from __future__ import annotations

from sealion_pbem.engine.words import Seat
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.naming import listed
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import limit_of
from sealion_pbem.rulesets.sealion.rules.ch11_walk import step_fault
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.retreats import (
    Arrived,
    fits,
    is_closer,
)
from sealion_pbem.rulesets.sealion.rules.ch13_supply import zone_reaches
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["Reason", "closed_to_advance", "closed_to_all", "closed_to_retreat"]

Reason = tuple[str, str, str]
"""A rule, a code, and why."""


def closed_to_all(state: State, combat: str, there: str | None) -> Reason | None:
    """12.3, A-114  Return why nobody may advance from a combat hex to another, if so."""
    if there is None:
        return "12.3", "no_hex", "no hex is named for the advance"
    if there not in state.table.board.adjacent[combat]:
        return (
            "12.3",
            "not_adjacent",
            f"an advance goes one hex, and {there!r} is not next to {combat}",
        )
    foes = state.land_in(there, other(state.seat))
    if foes:
        return "12.3", "enemy_there", f"{listed(state, foes)} stands in {there} (A-114)"
    return None


def closed_to_advance(
    state: State, combat: str, name: str, there: str, arrived: Arrived
) -> Reason | None:
    """11.2, 6.3  Return why terrain or stacking keeps a unit from advancing to a hex, if so."""
    fault = step_fault(state, name, combat, there)
    if fault is not None:
        return fault.rule, fault.code, fault.text
    return None if fits(state, there, name, arrived) else _full(state, name, there, arrived)


def closed_to_retreat(
    state: State,
    combat: str,
    name: str,
    path: tuple[str, ...],
    arrived: Arrived,
    *,
    is_cancelled: bool,
) -> Reason:
    """12.3, 12.0  Return why a unit cannot leave a combat hex along a path, at its first wrong hex."""
    found = _wrong_way(state, combat, name, path[0], is_cancelled=is_cancelled)
    here, way = combat, [*path]
    while found is None and way:
        there = way.pop(0)
        if not (is_cancelled and here == combat):
            found = _closed(state, combat, name, here, there)
        if found is None and here != combat and distance(combat, there) <= distance(combat, here):
            text = f"who goes on from {here} goes further from {combat}, and {there} is no further"
            found = "12.3", "not_further", text
        if found is None and way and fits(state, there, name, arrived):
            found = "12.3", "ends_sooner", f"there is room in {there}, and the retreat ends there"
        here = there
    return found or _full(state, name, here, arrived, "; it must go on from there")


def _wrong_way(
    state: State, combat: str, name: str, there: str, *, is_cancelled: bool
) -> Reason | None:
    """12.0, 12.3, A-46, A-106, A-113  Attackers go back as they came, defenders towards supply."""
    way = state.came_from.get(name, ())
    if there in SECTORS:
        return "12.3", "into_the_sea", "nobody retreats into a sea space"
    if state.counter(name).seat == state.seat and len(way) > 1:
        return _not_back(state, way, there, is_cancelled=is_cancelled)
    if there not in state.table.board.adjacent[combat]:
        return "12.3", "not_adjacent", f"{there!r} is not next to {combat}"
    if not is_closer(state, combat, name, there):
        text = f"{there} is no closer to a source of supply than {combat} is (13.0, A-113)"
        return "12.3", "not_closer_to_supply", text
    return None


def _not_back(
    state: State, way: tuple[str, ...], there: str, *, is_cancelled: bool
) -> Reason | None:
    if way[-2] in SECTORS:
        return "7.5", "from_the_sea", f"it came from sea space {way[-2]} and cannot go back (A-46)"
    back = way[-2]
    if is_cancelled and state.edition.cancelled_attack_goes_back_all_the_way:
        back = next(place for place in way if place in state.table.board.hexes)
    if there == back:
        foes = state.land_in(there, other(state.seat)) if is_cancelled else ()
        text = f"{listed(state, foes)} stands in {there}"
        return ("12.0", "enemy_there", text) if foes else None
    if is_cancelled:
        text = f"who calls off goes back to {back}, not to {there} (A-106)"
        return "12.0", "not_where_it_came_from", text
    text = f"attackers go back to where they came from, {back}, not to {there}"
    return "12.3", "not_where_it_came_from", text


def _closed(state: State, combat: str, name: str, here: str, there: str) -> Reason | None:
    """12.3, A-112  Return whether terrain, an enemy or his zone of control closes a hex, and why."""
    fault = step_fault(state, name, here, there)
    if fault is not None:
        return fault.rule, fault.code, fault.text
    seat = Seat(state.counter(name).seat)
    foes = state.land_in(there, other(seat))
    if foes:
        return "12.3", "enemy_there", f"{listed(state, foes)} stands in {there}"
    if zone_reaches(state, other(seat), there, combat) and not state.land_in(there, seat):
        text = f"{there} is in an enemy zone of control, and no friend stands there (11.1)"
        return "12.3", "zone_of_control", text
    return None


def _full(state: State, name: str, there: str, arrived: Arrived, then: str = "") -> Reason:
    counter = state.counter(name)
    friends = [
        *state.land_in(there, Seat(counter.seat)),
        *(n for n, end in arrived if end == there),
    ]
    alike = [n for n in friends if n != name and state.counter(n).size == counter.size]
    text = (
        f"{there} is full: {limit_of(state, counter.size)} of size {counter.size} may stack there"
    )
    return "6.3", "overstacked", f"{text}, and {listed(state, alike)} does{then}"

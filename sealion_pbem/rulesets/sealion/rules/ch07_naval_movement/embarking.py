"""7.8, 7.9  Embarking and unloading in the Convoy box; parachutists who go by ship (A-23)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.board import CONVOY, FRANCE
from sealion_pbem.rulesets.sealion.events.general import UnitBoarded, UnitPlaced
from sealion_pbem.rulesets.sealion.naming import listed, named
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import check_own
from sealion_pbem.rulesets.sealion.rules.ch14_options.drop import check_carriage
from sealion_pbem.rulesets.sealion.rules.naval_force import is_transport
from sealion_pbem.rulesets.sealion.state import GERMAN, State

__all__ = [
    "DAY_STEP",
    "Embark",
    "ShiftAirborne",
    "Unload",
    "airborne_in_france",
    "check_embark",
    "check_shift_airborne",
    "check_unload",
    "empty_transports",
    "loaded_in_port",
    "obey_embark",
    "obey_shift_airborne",
    "obey_unload",
    "waiting_troops",
]

DAY_STEP = 2
"""The first step of a German player turn in which he is asked."""
_AIRBORNE = ("parachute", "airlanding")


@frozen
class Embark:
    """Put a land unit aboard a transport in the Convoy box."""

    kind: ClassVar[str] = "embark"
    unit: str
    transport: str


@frozen
class Unload:
    """Put a land unit ashore again in the Convoy box."""

    kind: ClassVar[str] = "unload"
    unit: str


@frozen
class ShiftAirborne:
    """Send a parachute or airlanding unit from the airbases to the Convoy box, to go by ship."""

    kind: ClassVar[str] = "shift_airborne"
    unit: str


def check_embark(state: State, order: Embark) -> Iterator[Violation]:
    """7.8, 7.9  Any land unit, one to a transport, both in the Convoy box (A-49)."""
    faults = [
        *check_own(state, order.unit, "/unit"),
        *check_own(state, order.transport, "/transport"),
    ]
    yield from faults
    if faults:
        return
    yield from _check_cargo(state, order.unit)
    yield from _check_transport(state, order.transport)


def _check_cargo(state: State, name: str) -> Iterator[Violation]:
    """7.9  A land unit that waits in the Convoy box."""
    unit = state.units[name]
    if state.counter(name).arm != "land":
        waiting = listed(state, waiting_troops(state))
        text = f"{named(state, name)} is no land unit; in the Convoy box wait {waiting}"
        yield Violation("7.9", "no_cargo", text, "/unit")
    elif unit.place != CONVOY:
        waiting = listed(state, waiting_troops(state))
        text = f"{named(state, name)} is in {unit.place}; in the Convoy box wait {waiting}"
        yield Violation("7.9", "not_in_port", text, "/unit")
    elif unit.aboard:
        text = f"{named(state, name)} is aboard {named(state, unit.aboard)}; unload it first"
        yield Violation("7.9", "is_aboard", text, "/unit")


def _check_transport(state: State, name: str) -> Iterator[Violation]:
    """7.8, 7.9  An empty transport in the Convoy box."""
    place, cargo = state.units[name].place, state.carried_by(name)
    if not is_transport(state.counter(name)):
        text = (
            f"{named(state, name)} is no naval transport; empty in the Convoy box: {_empty(state)}"
        )
        yield Violation("7.9", "no_transport", text, "/transport")
    elif place != CONVOY:
        text = f"{named(state, name)} is in {place}; empty in the Convoy box: {_empty(state)}"
        yield Violation("7.8", "not_in_port", text, "/transport")
    elif cargo:
        load = named(state, cargo)
        text = f"{named(state, name)} carries {load}, one unit is all; empty: {_empty(state)}"
        yield Violation("7.9", "full", text, "/transport")


def _empty(state: State) -> str:
    return listed(state, empty_transports(state))


def obey_embark(play: Play[State], order: Embark) -> None:
    """7.9  The unit is aboard."""
    play.emit(UnitBoarded(order.unit, order.transport))


def check_unload(state: State, order: Unload) -> Iterator[Violation]:
    """7.9  Only what is aboard a transport in the Convoy box; in England it is landed in step 6."""
    faults = check_own(state, order.unit, "/unit")
    yield from faults
    if faults:
        return
    if order.unit not in loaded_in_port(state):
        text = (
            f"{named(state, order.unit)} is not aboard a transport in the Convoy box; "
            f"there are {listed(state, loaded_in_port(state))}"
        )
        yield Violation("7.9", "not_aboard", text, "/unit")


def obey_unload(play: Play[State], order: Unload) -> None:
    """7.9  The unit waits in the box."""
    play.emit(UnitPlaced(order.unit, CONVOY, "7.9"))


def check_shift_airborne(state: State, order: ShiftAirborne) -> Iterator[Violation]:
    """7.9, A-23  At the start of a German player turn, for good: it will land by ship."""
    faults = check_own(state, order.unit, "/unit")
    yield from faults
    if faults:
        return
    who, unit = named(state, order.unit), state.units[order.unit]
    if state.counter(order.unit).type not in _AIRBORNE or unit.place != FRANCE:
        text = (
            f"{who} in {unit.place} is no airborne unit in the airbase box; "
            f"there are {listed(state, airborne_in_france(state))}"
        )
        yield Violation("7.9", "not_airborne", text, "/unit")
    yield from check_carriage(state, order.unit, "7.9")
    if state.step != DAY_STEP:
        text = f"{who} can go to the Convoy box in step {DAY_STEP} only (A-23)"
        yield Violation("7.9", "too_late", text, "/unit")


def obey_shift_airborne(play: Play[State], order: ShiftAirborne) -> None:
    """7.9, A-23  The unit waits for a transport."""
    play.emit(UnitPlaced(order.unit, CONVOY, "7.9"))


def empty_transports(state: State) -> list[str]:
    """7.9  Return the transports in the Convoy box that can take a unit."""
    ships = (n for n in state.units_in(CONVOY, GERMAN, "naval") if is_transport(state.counter(n)))
    return [name for name in ships if not state.carried_by(name)]


def waiting_troops(state: State) -> list[str]:
    """7.9  Return the land units in the Convoy box that are not aboard."""
    return state.land_in(CONVOY, GERMAN)


def loaded_in_port(state: State) -> list[str]:
    """7.9  Return the land units aboard transports in the Convoy box."""
    return [n for n in state.units_in(CONVOY, GERMAN, "land") if state.units[n].aboard]


def airborne_in_france(state: State) -> list[str]:
    """A-23, 14.6  Return the parachute and airlanding units in the airbase box that may go by ship."""
    return [
        name
        for name in state.units_in(FRANCE, GERMAN, "land")
        if state.counter(name).type in _AIRBORNE and not state.is_doubtful(name)
    ]

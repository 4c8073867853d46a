"""7.8, 7.9  Embarking and unloading in the Convoy box; parachutists who go by ship (A-23)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.board import CONVOY, FRANCE
from sealion_pbem.rulesets.sealion.events.general import UnitBoarded, UnitPlaced
from sealion_pbem.rulesets.sealion.naming import instead, named, unit_choice
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import not_yours
from sealion_pbem.rulesets.sealion.rules.ch14_options.drop import check_carriage
from sealion_pbem.rulesets.sealion.rules.naval_force import is_transport
from sealion_pbem.rulesets.sealion.state import GERMAN, State

__all__ = [
    "EMBARK",
    "SHIFT_AIRBORNE",
    "UNLOAD",
    "Embark",
    "ShiftAirborne",
    "Unload",
    "airborne_in_france",
    "empty_transports",
    "loaded_in_port",
    "obey_embark",
    "obey_shift_airborne",
    "obey_unload",
    "waiting_troops",
]

_DAY_STEP = 2
"""The first step of a German player turn in which he is asked."""
_AIRBORNE = ("parachute", "airlanding")
_STAYS = "came back in this game turn: sails in the next (A-53)"


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


def refuse_cargo(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """7.9  Any land unit of one's own that waits in the Convoy box (A-49)."""
    counter, unit = state.table.counters[name], state.units[name]
    if counter.seat != state.seat:
        yield not_yours(state, name)
    elif counter.arm != "land":
        yield Violation("7.9", "no_cargo", f"{named(state, name)} is no land unit")
    elif unit.place != CONVOY:
        yield Violation("7.9", "not_in_port", f"{named(state, name)} is in {unit.place}")
    elif unit.aboard:
        text = f"{named(state, name)} is aboard {named(state, unit.aboard)}; unload it first"
        yield Violation("7.9", "is_aboard", text)


def cargoes(state: State, draft: Draft) -> Iterator[Choice]:
    """7.9  Return who can embark, while there is a transport for them."""
    if "unit" not in draft and ("transport" in draft or any(empty_transports(state))):
        for name in waiting_troops(state):
            yield _choice(state, "unit", name)


def refuse_transport(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """7.8, 7.9  A transport in the Convoy box without a unit: one to a transport."""
    counter, place = state.table.counters[name], state.units[name].place
    if counter.seat != state.seat:
        yield not_yours(state, name)
    elif not is_transport(counter):
        yield Violation("7.9", "no_transport", f"{named(state, name)} is no naval transport")
    elif place != CONVOY:
        yield Violation("7.8", "not_in_port", f"{named(state, name)} is in {place}")
    elif cargo := state.carried_by(name):
        text = f"{named(state, name)} carries {named(state, cargo)}, one unit is all"
        yield Violation("7.9", "full", text)


def transports(state: State, draft: Draft) -> Iterator[Choice]:
    """7.9  Return the transports that can take a unit, while there is one for them."""
    if "transport" not in draft and ("unit" in draft or any(waiting_troops(state))):
        for name in empty_transports(state):
            yield _choice(state, "transport", name)


def _choice(state: State, member: str, name: str) -> Choice:
    notes = (_STAYS,) if name in state.home else ()
    return unit_choice(state, member, name, "7.9", *notes)


def _is_plain_embark(state: State, order: Embark) -> bool:
    """Return whether one that can embark goes aboard a transport that can take it."""
    return (
        state.is_in_play(order.unit)
        and state.is_in_play(order.transport)
        and not any(refuse_cargo(state, {}, order.unit))
        and not any(refuse_transport(state, {}, order.transport))
    )


def obey_embark(play: Play[State], order: Embark) -> None:
    """7.9  The unit is aboard."""
    play.emit(UnitBoarded(order.unit, order.transport))


def refuse_unloading(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """7.9  Only what is aboard a transport in the Convoy box; in England it is landed in step 6."""
    counter, unit = state.table.counters[name], state.units[name]
    if counter.seat != state.seat:
        yield not_yours(state, name)
    elif counter.arm != "land" or unit.place != CONVOY or not unit.aboard:
        text = f"{named(state, name)} is not aboard a transport in the Convoy box"
        yield Violation("7.9", "not_aboard", text)


def unloadings(state: State, draft: Draft) -> Iterator[Choice]:
    """7.9  Return who can come off a transport in the Convoy box."""
    if "unit" not in draft:
        for name in loaded_in_port(state):
            carrier = state.counter(state.units[name].aboard).name
            yield unit_choice(state, "unit", name, "7.9", f"aboard {carrier}")


def _is_plain_unload(state: State, order: Unload) -> bool:
    return state.is_in_play(order.unit) and not any(refuse_unloading(state, {}, order.unit))


def obey_unload(play: Play[State], order: Unload) -> None:
    """7.9  The unit waits in the box."""
    play.emit(UnitPlaced(order.unit, CONVOY, "7.9"))


def refuse_shift(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """7.9, A-23  At the start of a German player turn, for good: it will land by ship."""
    counter, place = state.table.counters[name], state.units[name].place
    if counter.seat != state.seat:
        yield not_yours(state, name)
        return
    who = named(state, name)
    if counter.type not in _AIRBORNE or place != FRANCE:
        text = f"{who} in {place} is no airborne unit in the airbase box"
        yield Violation("7.9", "not_airborne", text)
    for fault in check_carriage(state, name, "7.9"):
        yield replace(fault, at="")
    if state.step != _DAY_STEP:
        text = f"{who} can go to the Convoy box in step {_DAY_STEP} only (A-23)"
        yield Violation("7.9", "too_late", text)


def shifts(state: State, draft: Draft) -> Iterator[Choice]:
    """7.9, A-23, 14.6  Return the airborne units that may go by ship."""
    if "unit" not in draft:
        for name in airborne_in_france(state):
            yield unit_choice(state, "unit", name, "7.9", "for good: lands by ship (A-23)")


def _is_plain_shift(state: State, order: ShiftAirborne) -> bool:
    return state.is_in_play(order.unit) and not any(refuse_shift(state, {}, order.unit))


def obey_shift_airborne(play: Play[State], order: ShiftAirborne) -> None:
    """7.9, A-23  The unit waits for a transport."""
    play.emit(UnitPlaced(order.unit, CONVOY, "7.9"))


def empty_transports(state: State) -> Iterator[str]:
    """7.9  Return the transports in the Convoy box that can take a unit."""
    counters, cargo = state.table.counters, state.cargo
    for name in state.units_in(CONVOY, GERMAN, "naval"):
        is_free = name not in cargo and is_transport(counters[name])
        if is_free and not any(refuse_transport(state, {}, name)):
            yield name


def waiting_troops(state: State) -> Iterator[str]:
    """7.9  Return the land units in the Convoy box that are not aboard."""
    units = state.units
    for name in state.units_in(CONVOY, GERMAN, "land"):
        if not units[name].aboard and not any(refuse_cargo(state, {}, name)):
            yield name


def loaded_in_port(state: State) -> Iterator[str]:
    """7.9  Return the land units aboard transports in the Convoy box."""
    units = state.units
    for name in state.units_in(CONVOY, GERMAN, "land"):
        if units[name].aboard and not any(refuse_unloading(state, {}, name)):
            yield name


def airborne_in_france(state: State) -> Iterator[str]:
    """A-23, 14.6  Return the parachute and airlanding units in the airbase box that may go by ship now."""
    troops = state.units_in(FRANCE, GERMAN, "land")
    return (name for name in troops if not any(refuse_shift(state, {}, name)))


EMBARK: Form[State] = Form(
    Embark,
    (
        Member("unit", Shape.ONE, refuse_cargo, cargoes, instead("in the Convoy box wait")),
        Member(
            "transport",
            Shape.ONE,
            refuse_transport,
            transports,
            instead("empty in the Convoy box:"),
        ),
    ),
    wanted("7.9", "unit", "transport"),
    is_sure=_is_plain_embark,
)
UNLOAD: Form[State] = Form(
    Unload,
    (Member("unit", Shape.ONE, refuse_unloading, unloadings, instead("there are")),),
    wanted("7.9", "unit"),
    is_sure=_is_plain_unload,
)
SHIFT_AIRBORNE: Form[State] = Form(
    ShiftAirborne,
    (Member("unit", Shape.ONE, refuse_shift, shifts, instead("to go by ship there are")),),
    wanted("7.9", "unit"),
    is_sure=_is_plain_shift,
)

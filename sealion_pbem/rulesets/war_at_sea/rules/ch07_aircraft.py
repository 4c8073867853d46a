"""3.3, 3.8, 7.0  Air missions, flight plans and the return of Aircraft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Json, Violation
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.rules.ch07_bases import (
    base_fault,
    is_open,
    is_ready,
    options_of,
    ready,
    returning,
    room_at,
)
from sealion_pbem.rulesets.war_at_sea.rules.known import Listed, refuse_foreign
from sealion_pbem.rulesets.war_at_sea.words import events as e
from sealion_pbem.rulesets.war_at_sea.words import fights
from sealion_pbem.rulesets.war_at_sea.words.orders import AirReturn, Flights, Fly
from sealion_pbem.rulesets.war_at_sea.words.state import AIRBASE, State, seat_of

__all__ = [
    "FORMS",
    "MOST_AIRCRAFT",
    "asks_return",
    "can_place",
    "default_return",
    "doubts_of_plan",
    "end_return",
    "next_flight",
    "read_plan",
    "rearm",
]

MOST_AIRCRAFT = 4
"""4.2  So many Aircraft of a seat may be placed in a sector."""
_MOST_PLACES = 4
_MOST_ENTRIES = 40


def has_room(state: State, seat: str, sector: str) -> bool:
    """4.2, R-19  Return whether another Aircraft of a seat may be placed in a sector."""
    there = sum(state.units[name].sector == sector for name in state.aircraft(seat))
    return there < MOST_AIRCRAFT


def can_place(state: State, seat: str) -> bool:
    """3.3  Return whether a seat has an Aircraft that can be placed; there is always room somewhere."""
    return seat not in state.passed and bool(ready(state, seat))


def read_plan(value: Json) -> tuple[tuple[tuple[str, ...], ...], str]:
    """P.3  Return the missions of a plan that was sealed, and why it counts as empty if it does."""
    if not isinstance(value, list) or len(value) > _MOST_ENTRIES:
        return (), "it is no list of missions"
    missions = []
    for entry in value:
        if not isinstance(entry, list) or not all(isinstance(word, str) for word in entry):
            return (), "a mission is an Aircraft and its places"
        if not 1 < len(entry) <= 1 + _MOST_PLACES:
            return (), "a mission has one to four places"
        missions.append(tuple(word[:80] for word in entry))
    return tuple(missions), ""


def doubts_of_plan(state: State, value: Json) -> Iterator[str]:
    """P.3  Return what of a plan will not be flown, as far as its owner can know when he seals it."""
    missions, why = read_plan(value)
    if why:
        yield f"opened, this plan counts as empty: {why} (rule P.3)"
        return
    planned: list[tuple[str, ...]] = []
    for mission in missions:
        faults = _refuse_mission(state, {"missions": planned}, mission)
        yield from (f"{mission[0]}: {fault.text} (rule {fault.rule})" for fault in faults)
        planned.append(mission)


def next_flight(state: State, seat: str) -> tuple[str, str] | None:
    """P.3  Return which Aircraft a plan places next and where; None: its seat passes."""
    for name, *places in state.plans.get(seat, ()):
        unit = state.units.get(name)
        if unit is None or seat_of(name) != seat or unit.fate or not state.is_aircraft(name):
            continue
        if is_ready(state, name):
            for place in places:
                sector = _sector_of(state, place)
                if sector and has_room(state, seat, sector):
                    return name, sector
    return None


def _sector_of(state: State, place: str) -> str:
    """P.3  Return the sector that a place means now: its number, or where a unit is."""
    if place in data.sectors():
        return place
    unit = state.units.get(place)
    return unit.sector if unit is not None else ""


def _refuse_flier(state: State, name: str) -> Iterator[Violation]:
    """3.3  Return why a unit cannot be placed by the active seat."""
    foreign = [*refuse_foreign(state, name, "3.3")]
    yield from foreign
    if foreign:
        return
    unit, called = state.units[name], name
    flying = Listed(ready(state, state.active))
    if not state.is_aircraft(name):
        yield Violation("3.3", "no_aircraft", f"{called} is no Aircraft; ready are: {flying}")
    elif unit.sector:
        yield Violation("3.3", "placed_already", f"{called} is placed; ready are: {flying}")
    elif unit.rearming:
        yield Violation("7.2", "rearming", f"{called} is rearming; ready are: {flying}")
    elif not is_ready(state, name):
        text = f"{called} cannot take off from a crippled Carrier; ready are: {flying}"
        yield Violation("7.1", "closed_carrier", text)


def _refuse_mission(state: State, draft: Draft, mission: tuple[str, ...]) -> Iterator[Violation]:
    """P.3  Return why a mission is not flown like this."""
    if not mission:
        yield Violation("P.3", "no_mission", "a mission names an Aircraft and its places")
        return
    name, *places = mission
    faults = [*_refuse_flier(state, name)]
    yield from faults
    if not faults and any(other[:1] == (name,) for other in draft.get("missions", ())):
        yield Violation("P.3", "planned_already", f"{name} has a mission already")
    if not 0 < len(places) <= _MOST_PLACES:
        text = f"a mission has one to {_MOST_PLACES} places, this one has {len(places)}"
        yield Violation("P.3", "places", text)
    for number, place in enumerate(places, 1):
        if place in places[: number - 1]:
            yield Violation("P.3", "named_twice", f"{place[:60]} is named twice", f"/{number}")
        elif not _is_place(state, name, place):
            text = f"{place[:60]!r} is neither a sector of the map nor a unit in play"
            yield Violation("P.3", "no_place", text, f"/{number}")


def _is_place(state: State, name: str, place: str) -> bool:
    unit = state.units.get(place)
    return place in data.sectors() or (place != name and unit is not None and not unit.fate)


def _missions(state: State, draft: Draft) -> Iterator[Choice]:
    begun = {group[0]: group[1:] for group in draft.get("missions", ())}
    for name in ready(state, state.active):
        taken = begun.get(name, ())
        if len(taken) < _MOST_PLACES:
            for place in (*data.sectors(), *state.in_play()):
                if place not in taken and _is_place(state, name, place):
                    label = f"{name} to {place}"
                    yield Choice("missions", [name, place], label, rule="3.3")


def _refuse_sector(state: State, _: Draft, sector: str) -> Iterator[Violation]:
    """3.3, 4.2, R-20  Return why an Aircraft is not placed in a sector; islands and shoals are none."""
    if sector not in data.sectors():
        yield Violation("1.1", "no_sector", f"{sector[:60]} is no sector of the map")
    elif not has_room(state, state.active, sector):
        text = f"{MOST_AIRCRAFT} Aircraft of yours are in {sector} already"
        yield Violation("4.2", "no_room", text)


def _fliers(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" not in draft:
        for name in ready(state, state.active):
            yield Choice("unit", name, name, rule="3.3")


def _sectors(state: State, draft: Draft) -> Iterator[Choice]:
    if "sector" not in draft:
        for sector in data.sectors():
            if has_room(state, state.active, sector):
                yield Choice("sector", sector, sector, rule="3.3")


def _refuse_returning(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """3.8  Return why a unit does not return."""
    foreign = [*refuse_foreign(state, name, "3.8")]
    yield from foreign
    if not foreign and name not in returning(state, state.active):
        text = f"{name} is not to return; who is: {Listed(returning(state, state.active))}"
        yield Violation("3.8", "not_returning", text)


def _returners(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" not in draft:
        for name in returning(state, state.active):
            if options_of(state, name):
                yield Choice("unit", name, name, rule="3.8")


def _refuse_base(state: State, draft: Draft, base: str) -> Iterator[Violation]:
    """3.8, 7.1, 7.2, R-43  Return why an Aircraft does not return to a base."""
    name = draft["unit"]
    fault = base_fault(state, name, base)
    if fault is not None:
        yield Violation(*fault)
    elif not is_open(state, base):
        yield Violation("7.1", "closed_carrier", f"{base} is crippled, and nobody lands there")


def _bases(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" in draft and "base" not in draft:
        for base in options_of(state, draft["unit"]):
            yield Choice("base", base, base, rule="3.8")


def _say_bases(_: State, __: Draft, ___: Any, choices: Iterable[Choice]) -> str:
    return f"free bases: {Listed(choice.label for choice in choices)}"


def asks_return(state: State) -> bool:
    """3.8  Return whether an Aircraft has a choice of bases, or not all find room."""
    wanted_bases: Counter[str] = Counter()
    for name in returning(state, state.active):
        options = options_of(state, name)
        if len(options) > 1:
            return True
        wanted_bases.update(options)
    return any(n > room_at(state, b, state.active) for b, n in wanted_bases.items())


def default_return(state: State) -> AirReturn | None:
    """3.8  Return how the next Aircraft returns by default: its own Carrier, any Carrier, the airbase."""
    for name in returning(state, state.active):
        options = options_of(state, name)
        own = state.units[name].base
        if options:
            return AirReturn(name, own if own in options else options[0])
    return None


def rearm(play: Play[State]) -> None:
    """3.8, 7.2, R-42  Aircraft that lie at the airbase with a counter lose it before others return."""
    for name in play.state.based_on(AIRBASE, play.state.active):
        if play.state.units[name].rearming:
            play.emit(e.AircraftRearmed(name))


def end_return(play: Play[State]) -> None:
    """3.8, 7.4, R-41  Bring home who is left, by default; who finds no base is lost."""
    while (order := default_return(play.state)) is not None:
        play.emit(e.AircraftReturned(order.unit, order.base))
    for name in returning(play.state, play.state.active):
        play.emit(fights.AircraftDitched(name))


FORMS: tuple[Form[State], ...] = (
    Form(Flights, (Member("missions", Shape.GROUPED, _refuse_mission, _missions),)),
    Form(
        Fly,
        (
            Member("unit", Shape.ONE, lambda s, _, name: _refuse_flier(s, name), _fliers),
            Member("sector", Shape.ONE, _refuse_sector, _sectors),
        ),
        wanted("3.3", "unit", "sector"),
    ),
    Form(
        AirReturn,
        (
            Member("unit", Shape.ONE, _refuse_returning, _returners),
            Member("base", Shape.ONE, _refuse_base, _bases, _say_bases, after=("unit",)),
        ),
        wanted("3.8", "unit", "base"),
    ),
)

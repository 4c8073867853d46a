"""Positions written by hand: any position that can occur in play, as a scenario file says it.

Units are listed by place; whoever is not listed is out of the game. Everything else has a default.
`write_position` is the way back: what it writes is read as the same state.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import MISSING, field, fields, make_dataclass, replace
from difflib import get_close_matches
from functools import cache, partial
from typing import Any

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.wire import from_wire, one_of, to_wire
from sealion_pbem.engine.words import Decision, Json
from sealion_pbem.errors import Fault, SchemaError
from sealion_pbem.rulesets.sealion.board import BOXES, SECTORS
from sealion_pbem.rulesets.sealion.procedure import Placement, procedure_faults
from sealion_pbem.rulesets.sealion.rules.ch11_beach import came_from_the_sea
from sealion_pbem.rulesets.sealion.rules.ch14_options.placing import TRACK
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, MEMBERS, OUT, State, Unit
from sealion_pbem.rulesets.sealion.table import Table
from sealion_pbem.rulesets.sealion.veil import Veil, pair_of, twins_of

__all__ = ["PositionFile", "Reading", "file_class", "position", "write_position"]

_TRACK = (*TRACK, "Hand")


@frozen
class Reading:
    """What a position is read with.

    These are the parts of each step in their order, those that rain leaves out, the procedures by
    kind, and what a state asks.
    """

    stages: Mapping[int, tuple[str, ...]]
    dry: frozenset[tuple[int, str]]
    procedures: Mapping[str, type[Any]]
    decide: Callable[[State], Decision | None]


@frozen
class PositionFile:
    """What a scenario file says in its own way; the members of a state stand beside it."""

    units: dict[str, tuple[str, ...]]
    reduced: tuple[str, ...] = ()
    aboard: dict[str, str] = field(default_factory=dict)
    real: tuple[str, ...] = ()
    """The parachute counters that were shown to be real (14.6); their twins are fake."""
    parachutists: Any = None
    """What else is known of the twins: pairs that are sealed, landings not judged yet, breaches."""
    hexes_as_written: bool = False
    procedure: Any = None


@cache
def file_class() -> type[PositionFile]:
    """Return the class of what stands in a file: a position, then the members of a state."""
    members = [(m.name, m.shape, field(default_factory=partial(copy, m.by_hand))) for m in MEMBERS]
    return make_dataclass("PositionFile", members, bases=(PositionFile,))


def position(start: State, document: Json, reading: Reading) -> State:
    """Return the state that a hand-written position describes; SchemaError names every fault."""
    written = from_wire(file_class(), document, "/position")
    task = None
    if written.procedure is not None:
        task = one_of(reading.procedures, written.procedure, "/position/procedure")
    facts = _facts(start.table, written, reading)
    faults = (*_faults(facts, written, reading), *_task_faults(facts, written, task))
    if faults:
        raise SchemaError("the position is impossible", faults)
    state = _put_together(facts, start, written, task)
    if task is not None and reading.decide(state) is None:
        text = f"{task.kind} waits for nobody here; leave it out, and the stage goes on"
        raise SchemaError("the position is impossible", (Fault("/position/procedure", text),))
    return state


def _facts(table: Table, written: PositionFile, reading: Reading) -> State:
    """Return a state with the members that a file gives, and nobody in it; unknown hexes are left out."""
    board, members = table.board, dict[str, Any]()
    for member in MEMBERS:
        value = _said(written, member.name)
        if member.is_of_hexes:
            value = [number for number in value if number in board.hexes]
        members[member.name] = member.read(board, value)
    said = State(table, **members)
    return replace(
        said,
        stage=said.stage or reading.stages.get(said.step, ("",))[0],
        churchill=said.churchill or _churchill(written),
        ever_german=said.ever_german | said.last_german,
    )


def _said(written: PositionFile, member: str) -> Any:
    """Return a member of the state as the file says it."""
    return getattr(written, member)


def _put_together(facts: State, start: State, written: PositionFile, task: Any) -> State:
    """Return the facts with the units, the procedure and what is known of the twins."""
    state = replace(facts, task=task, veil=_veil(start, written), came_from=dict(facts.came_from))
    _put_units(state, written)
    # Who is listed in a hex holds it since earlier, unless the file says otherwise.
    return replace(state, taken=facts.taken, uncounted=0)


def _veil(start: State, written: PositionFile) -> Veil | None:
    if start.veil is None:
        return None
    known = start.table.pairs
    fakes = (n for name in written.real for n in twins_of(pair_of(name, known)) if n != name)
    veil = from_wire(Veil, written.parachutists or {}, "/position/parachutists")
    return replace(veil, real=written.real, fake=tuple(fakes))


def write_position(state: State, reading: Reading) -> Json:
    """Return the position of a state, as short as it can be said: it is read as the same state."""
    written = _written(state)
    seen = state.table.board.area(filter(partial(_is_seen_as_german, state), written.units))
    document = _document(state, written, state.last_german & ~seen)
    again = from_wire(file_class(), document)
    read = _put_together(_facts(state.table, again, reading), state, again, state.task)
    if (read.last_german, read.ever_german) != (state.last_german, state.ever_german):
        # Somebody stands in a hex that he does not hold, or holds no more.
        document = _document(state, replace(written, hexes_as_written=True), state.last_german)
    return document


def _document(state: State, written: PositionFile, last_german: int) -> dict[str, Json]:
    """Return a position as it stands in a file, without the members that say nothing."""
    short = state.copy()
    short.last_german, short.ever_german = last_german, state.ever_german & ~state.last_german
    short.came_from = {name: state.came_from[name] for name in sorted(state.came_from)}
    board, document = state.table.board, {"units": to_wire(written.units)}
    for member in MEMBERS:
        value = member.writer(board, getattr(short, member.name))
        if value != to_wire(member.by_hand):
            document[member.name] = value
    for item in fields(written):
        if (value := getattr(written, item.name)) != _default(item):
            document[item.name] = to_wire(value)
    return document


def _written(state: State) -> PositionFile:
    in_play = {name: unit for name, unit in state.units.items() if unit.steps}
    by_place: dict[str, list[str]] = {}
    for name, unit in in_play.items():
        if not unit.aboard:
            by_place.setdefault(unit.place, []).append(name)
    return PositionFile(
        units={place: tuple(by_place[place]) for place in sorted(by_place)},
        reduced=tuple(name for name in in_play if state.is_reduced(name)),
        aboard={name: unit.aboard for name, unit in in_play.items() if unit.aboard},
        real=state.veil.real if state.veil else (),
        parachutists=_procedure(replace(state.veil, real=(), fake=())) if state.veil else None,
        procedure=_procedure(state.task),
    )


def _is_seen_as_german(state: State, place: str) -> bool:
    """Return whether a German land unit that is listed in a hex says that the hex is German."""
    german = state.land_in(place, GERMAN) if place in state.table.board.hexes else []
    stand = (n for n in german if not came_from_the_sea(state, n) and not state.is_doubtful(n))
    return any(stand) and not state.land_in(place, BRITISH)


def _procedure(task: Any) -> Json:
    """Return a procedure, or what is known of the twins, without the members that say nothing."""
    document = to_wire(task)
    for item in fields(task) if task is not None else ():
        if getattr(task, item.name) == _default(item):
            document.pop(item.name, None)
    return document or None


def _default(item: Any) -> Any:
    return item.default_factory() if item.default_factory is not MISSING else item.default


def _churchill(written: PositionFile) -> str:
    """Return how Churchill stands when the file does not say: not listed means gone by himself."""
    return "" if any("uk_churchill" in names for names in written.units.values()) else "evacuated"


def _put_units(state: State, written: PositionFile) -> None:
    where = {name: place for place, names in written.units.items() for name in names}
    reduced = frozenset(written.reduced)
    for name, counter in state.table.counters.items():
        carrier = written.aboard.get(name, "")
        place = where.get(carrier) or where.get(name)
        steps = counter.steps - (name in reduced)
        state.put(name, Unit(place, steps, carrier) if place else Unit(OUT, 0))
    for name, place in where.items():
        if not written.hexes_as_written and not came_from_the_sea(state, name):
            state.occupy(name, place)


def _faults(facts: State, written: PositionFile, reading: Reading) -> Iterator[Fault]:
    yield from _time_faults(facts, reading.stages)
    yield from _weather_faults(facts, reading)
    yield from _place_faults(facts, written)
    yield from _unit_faults(facts, written)
    yield from _twin_faults(facts.table, written)


def _time_faults(facts: State, stages: Mapping[int, tuple[str, ...]]) -> Iterator[Fault]:
    if facts.step not in stages:
        yield Fault("/position/step", f"is {facts.step}; steps go from 0 (set-up) to {max(stages)}")
    elif facts.stage not in stages[facts.step]:
        parts = ", ".join(stages[facts.step])
        yield Fault("/position/stage", f"is {facts.stage!r}; step {facts.step} has {parts}")
    last = facts.edition.last_turn
    if not 0 <= facts.turn <= last:
        yield Fault("/position/turn", f"is {facts.turn}; the track has {last}")
    if facts.churchill not in ("", "lost", "evacuated"):
        yield Fault("/position/churchill", "is empty, lost or evacuated")
    if facts.winner not in ("", GERMAN, BRITISH):
        yield Fault("/position/winner", f"is {facts.winner!r}; it is {GERMAN} or {BRITISH}")


def _weather_faults(facts: State, reading: Reading) -> Iterator[Fault]:
    """3.1  Return a fault if it rains in a stage that rain leaves out: air, night, airborne landings."""
    if facts.weather not in ("clear", "rain"):
        yield Fault("/position/weather", f"is {facts.weather!r}; it is clear or rain")
    if facts.is_rain and (facts.step, facts.stage) in reading.dry:
        left_out = f"{facts.stage!r} in step {facts.step}"
        text = f"is rain, which leaves out {left_out} (3.1); it must be clear"
        yield Fault("/position/weather", text)


def _place_faults(facts: State, written: PositionFile) -> Iterator[Fault]:
    table = facts.table
    places = frozenset((*table.board.numbers, *SECTORS, *BOXES, *_TRACK))
    for place, names in written.units.items():
        if place not in places:
            close = " or ".join(get_close_matches(place, places)) or "a hex, sea space or box"
            yield Fault(f"/position/units/{place}", f"there is no such place; {close}?")
        yield from _unknown(table, names, f"/position/units/{place}")
    yield from _unknown(table, written.reduced, "/position/reduced")
    for member in MEMBERS:
        if member.is_of_units:
            yield from _unknown(table, _said(written, member.name), f"/position/{member.name}")
    yield from _way_faults(facts, written, places)
    for member in MEMBERS:
        for number, hex_ in enumerate(_said(written, member.name) if member.is_of_hexes else ()):
            if hex_ not in table.board.hexes:
                yield Fault(f"/position/{member.name}/{number}", f"{hex_} is no land hex")


def _way_faults(facts: State, written: PositionFile, places: frozenset[str]) -> Iterator[Fault]:
    strikes = {f"{seat} {sector}" for seat in (GERMAN, BRITISH) for sector in SECTORS}
    for number, what in enumerate(_said(written, "resolved")):
        if what not in places and what not in facts.table.counters and what not in strikes:
            text = f"{what!r} is no place, no unit and no strike such as 'german A'"
            yield Fault(f"/position/resolved/{number}", text)
    for name, path in facts.came_from.items():
        for number, place in enumerate(path):
            if place not in places:
                yield Fault(f"/position/came_from/{name}/{number}", f"{place!r} is no place")


def _twin_faults(table: Table, written: PositionFile) -> Iterator[Fault]:
    if written.parachutists and not table.edition.parachutists_may_be_fake:
        yield Fault("/position/parachutists", "there are no twins in this game (14.6)")
    for number, name in enumerate(written.real):
        if name not in table.counters or not pair_of(name, table.pairs):
            yield Fault(
                f"/position/real/{number}", f"{name!r} has no fake twin in this game (14.6)"
            )


def _unit_faults(facts: State, written: PositionFile) -> Iterator[Fault]:
    table, listed = facts.table, Tally(name for names in written.units.values() for name in names)
    for name, count in listed.items():
        if count > 1 or name in written.aboard:
            yield Fault("/position/units", f"{name} is listed twice")
    for name, carrier in written.aboard.items():
        if name not in table.counters:
            yield Fault(
                f"/position/aboard/{name}", f"there is no unit {name!r}{_close(table, name)}"
            )
        if carrier not in listed:
            yield Fault(f"/position/aboard/{name}", f"{carrier} is not in the position")
    for number, name in enumerate(written.reduced):
        if name in table.counters and table.counters[name].steps == 1:
            yield Fault(f"/position/reduced/{number}", f"{name} has one step only")
    for name in facts.came_from:
        if name not in table.counters:
            yield Fault(
                f"/position/came_from/{name}", f"there is no unit {name!r}{_close(table, name)}"
            )


def _task_faults(facts: State, written: PositionFile, task: Any) -> Iterator[Fault]:
    if task is None:
        return
    if facts.winner or facts.ended:
        yield Fault("/position/procedure", "waits for nobody: the stage or the game is over")
    where = {name: place for place, names in written.units.items() for name in names}
    where |= {name: where.get(carrier, "") for name, carrier in written.aboard.items()}
    yield from procedure_faults(Placement(facts.table, where, facts.step, facts.stage), task)


def _unknown(table: Table, names: tuple[str, ...], at: str) -> Iterator[Fault]:
    for number, name in enumerate(names):
        if name not in table.counters:
            yield Fault(f"{at}/{number}", f"there is no unit {name!r}{_close(table, name)}")


def _close(table: Table, name: str) -> str:
    close = " or ".join(get_close_matches(name, table.counters))
    return f"; did you mean {close}?" if close else "; 'sealion data show NAME' gives the id"

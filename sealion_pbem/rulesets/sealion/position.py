"""Positions written by hand: any position that can occur in play, as a scenario file says it.

Units are listed by place; whoever is not listed is out of the game. Everything else has a default.
`write_position` is the way back: what it writes is read as the same state.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, field, fields, replace
from difflib import get_close_matches
from functools import partial
from typing import Any

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.wire import from_wire, one_of, to_wire
from sealion_pbem.engine.words import Decision, Json
from sealion_pbem.errors import Fault, SchemaError
from sealion_pbem.rulesets.sealion.board import BOXES, SECTORS
from sealion_pbem.rulesets.sealion.procedure import Placed, procedure_faults
from sealion_pbem.rulesets.sealion.rules.ch11_landing import came_from_the_sea
from sealion_pbem.rulesets.sealion.rules.ch14_options.placing import TRACK
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, OUT, State, Unit
from sealion_pbem.rulesets.sealion.table import Table
from sealion_pbem.rulesets.sealion.veil import Veil, pair_of, twins_of

__all__ = ["Position", "Reading", "position", "write_position"]

_TRACK = (*TRACK, "Hand")
_LISTS = ("done", "fought", "used", "home", "landed", "spent")
_AREAS = ("last_german", "ever_german", "taken")


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
class Position:
    """What a scenario file may say; the words are those of the state."""

    units: dict[str, tuple[str, ...]]
    turn: int = 1
    step: int = 2
    stage: str = ""
    weather: str = "clear"
    reduced: tuple[str, ...] = ()
    aboard: dict[str, str] = field(default_factory=dict)
    last_german: tuple[str, ...] = ()
    ever_german: tuple[str, ...] = ()
    bonus: int = 0
    parliament_rolled: bool = False
    churchill: str = ""
    brandenburgers_used: bool = False
    radars_counted: int = 0
    done: tuple[str, ...] = ()
    fought: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    home: tuple[str, ...] = ()
    resolved: tuple[str, ...] = ()
    landed: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    came_from: dict[str, tuple[str, ...]] = field(default_factory=dict)
    real: tuple[str, ...] = ()
    """The parachute counters that were shown to be real (14.6); their twins are fake."""
    parachutists: Any = None
    """What else is known of the twins: pairs that are sealed, landings not judged yet, breaches."""
    hexes_as_written: bool = False
    ended: bool = False
    winner: str = ""
    procedure: Any = None


def position(start: State, document: Json, reading: Reading) -> State:
    """Return the state that a hand-written position describes; SchemaError names every fault."""
    written = from_wire(Position, document, "/position")
    task = None
    if written.procedure is not None:
        task = one_of(reading.procedures, written.procedure, "/position/procedure")
    faults = (
        *_faults(start.table, written, reading),
        *_task_faults(start.table, written, task, reading.stages),
    )
    if faults:
        raise SchemaError("the position is impossible", faults)
    state = _state(start, written, task, reading)
    if task is not None and reading.decide(state) is None:
        text = f"{task.kind} waits for nobody here; leave it out, and the stage goes on"
        raise SchemaError("the position is impossible", (Fault("/position/procedure", text),))
    return state


def _state(start: State, written: Position, task: Any, reading: Reading) -> State:
    board = start.table.board
    last = board.area(written.last_german)
    state = State(
        start.table,
        turn=written.turn,
        step=written.step,
        stage=written.stage or reading.stages[written.step][0],
        ended=written.ended,
        weather=written.weather,
        ever_german=last | board.area(written.ever_german),
        last_german=last,
        bonus=written.bonus,
        parliament_rolled=written.parliament_rolled,
        churchill=written.churchill or _churchill(written),
        brandenburgers_used=written.brandenburgers_used,
        radars_counted=written.radars_counted,
        winner=written.winner,
        task=task,
        came_from=dict(written.came_from),
        done=frozenset(written.done),
        fought=frozenset(written.fought),
        used=frozenset(written.used),
        home=frozenset(written.home),
        resolved=frozenset(written.resolved),
        landed=frozenset(written.landed),
        spent=frozenset(written.spent),
        veil=_veil(start, written),
    )
    _put_units(state, written)
    # Who is listed in a hex holds it since earlier, unless the file says otherwise.
    return replace(state, taken=board.area(written.taken), uncounted=0)


def _veil(start: State, written: Position) -> Veil | None:
    if start.veil is None:
        return None
    fakes = (
        n for name in written.real for n in twins_of(pair_of(name, start.table.pairs)) if n != name
    )
    known = from_wire(Veil, written.parachutists or {}, "/position/parachutists")
    return replace(known, real=written.real, fake=tuple(fakes))


def write_position(state: State, reading: Reading) -> Json:
    """Return the position of a state, as short as it can be said: it is read as the same state."""
    written = _written(state)
    again = _state(state, written, state.task, reading)
    if (again.last_german, again.ever_german) != (state.last_german, state.ever_german):
        # Somebody stands in a hex that he does not hold, or holds no more.
        written = replace(_written(state, is_whole=True), hexes_as_written=True)
    return {
        item.name: to_wire(value)
        for item in fields(Position)
        if (value := getattr(written, item.name)) != _default(item) or item.name == "units"
    }


def _written(state: State, *, is_whole: bool = False) -> Position:
    in_play = {name: unit for name, unit in state.units.items() if unit.steps}
    by_place: dict[str, list[str]] = {}
    for name, unit in in_play.items():
        if not unit.aboard:
            by_place.setdefault(unit.place, []).append(name)
    last, numbers = state.last_german, state.table.board.in_area
    if not is_whole:
        last &= ~state.table.board.area(filter(partial(_is_seen_as_german, state), by_place))
    names = ("turn", "step", "stage", "ended", "weather", "bonus", "parliament_rolled", "churchill",
             "brandenburgers_used", "radars_counted", "winner")  # fmt: skip
    same: dict[str, Any] = {name: getattr(state, name) for name in names}
    same |= {name: tuple(sorted(getattr(state, name))) for name in _LISTS}
    return Position(
        units={place: tuple(by_place[place]) for place in sorted(by_place)},
        reduced=tuple(name for name in in_play if state.is_reduced(name)),
        aboard={name: unit.aboard for name, unit in in_play.items() if unit.aboard},
        last_german=tuple(numbers(last)),
        ever_german=tuple(numbers(state.ever_german & ~state.last_german)),
        taken=tuple(numbers(state.taken)),
        came_from={name: state.came_from[name] for name in sorted(state.came_from)},
        resolved=tuple(sorted(state.resolved)),
        procedure=_procedure(state.task),
        real=state.veil.real if state.veil else (),
        parachutists=_procedure(replace(state.veil, real=(), fake=())) if state.veil else None,
        **same,
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


def _churchill(written: Position) -> str:
    """Return how Churchill stands when the file does not say: not listed means gone by himself."""
    return "" if any("uk_churchill" in names for names in written.units.values()) else "evacuated"


def _put_units(state: State, written: Position) -> None:
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


def _faults(table: Table, written: Position, reading: Reading) -> Iterator[Fault]:
    yield from _time_faults(table, written, reading.stages)
    yield from _weather_faults(written, reading)
    yield from _place_faults(table, written)
    yield from _unit_faults(table, written)
    yield from _twin_faults(table, written)


def _time_faults(
    table: Table, written: Position, stages: Mapping[int, tuple[str, ...]]
) -> Iterator[Fault]:
    if written.step not in stages:
        yield Fault("/position/step", f"is {written.step}; steps go from 0 (set-up) to 15")
    elif written.stage and written.stage not in stages[written.step]:
        parts = ", ".join(stages[written.step])
        yield Fault("/position/stage", f"is {written.stage!r}; step {written.step} has {parts}")
    if not 0 <= written.turn <= table.edition.last_turn:
        yield Fault("/position/turn", f"is {written.turn}; the track has {table.edition.last_turn}")
    if written.churchill not in ("", "lost", "evacuated"):
        yield Fault("/position/churchill", "is empty, lost or evacuated")
    if written.winner not in ("", GERMAN, BRITISH):
        yield Fault("/position/winner", f"is {written.winner!r}; it is {GERMAN} or {BRITISH}")


def _weather_faults(written: Position, reading: Reading) -> Iterator[Fault]:
    """3.1  In rain the game is never in an air or night step, nor do airborne units come down."""
    if written.weather not in ("clear", "rain"):
        yield Fault("/position/weather", f"is {written.weather!r}; it is clear or rain")
    stage = written.stage or reading.stages.get(written.step, ("",))[0]
    if written.weather == "rain" and (written.step, stage) in reading.dry:
        text = f"is rain, which leaves out {stage!r} in step {written.step} (3.1); it must be clear"
        yield Fault("/position/weather", text)


def _place_faults(table: Table, written: Position) -> Iterator[Fault]:
    places = frozenset((*table.board.numbers, *SECTORS, *BOXES, *_TRACK))
    for place, names in written.units.items():
        if place not in places:
            close = " or ".join(get_close_matches(place, places)) or "a hex, sea space or box"
            yield Fault(f"/position/units/{place}", f"there is no such place; {close}?")
        yield from _unknown(table, names, f"/position/units/{place}")
    for member in ("reduced", *_LISTS):
        yield from _unknown(table, getattr(written, member), f"/position/{member}")
    yield from _way_faults(table, written, places)
    for member in _AREAS:
        for number, hex_ in enumerate(getattr(written, member)):
            if hex_ not in table.board.hexes:
                yield Fault(f"/position/{member}/{number}", f"{hex_} is no land hex")


def _way_faults(table: Table, written: Position, places: frozenset[str]) -> Iterator[Fault]:
    strikes = {f"{seat} {sector}" for seat in (GERMAN, BRITISH) for sector in SECTORS}
    for number, what in enumerate(written.resolved):
        if what not in places and what not in table.counters and what not in strikes:
            text = f"{what!r} is no place, no unit and no strike such as 'german A'"
            yield Fault(f"/position/resolved/{number}", text)
    for name, path in written.came_from.items():
        for number, place in enumerate(path):
            if place not in places:
                yield Fault(f"/position/came_from/{name}/{number}", f"{place!r} is no place")


def _twin_faults(table: Table, written: Position) -> Iterator[Fault]:
    if written.parachutists and not table.edition.parachutists_may_be_fake:
        yield Fault("/position/parachutists", "there are no twins in this game (14.6)")
    for number, name in enumerate(written.real):
        if name not in table.counters or not pair_of(name, table.pairs):
            yield Fault(
                f"/position/real/{number}", f"{name!r} has no fake twin in this game (14.6)"
            )


def _unit_faults(table: Table, written: Position) -> Iterator[Fault]:
    listed = Tally(name for names in written.units.values() for name in names)
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
    for name in written.came_from:
        if name not in table.counters:
            yield Fault(
                f"/position/came_from/{name}", f"there is no unit {name!r}{_close(table, name)}"
            )


def _task_faults(
    table: Table, written: Position, task: Any, stages: Mapping[int, tuple[str, ...]]
) -> Iterator[Fault]:
    if task is None:
        return
    if written.winner or written.ended:
        yield Fault("/position/procedure", "waits for nobody: the stage or the game is over")
    where = {name: place for place, names in written.units.items() for name in names}
    where |= {name: where.get(carrier, "") for name, carrier in written.aboard.items()}
    stage = written.stage or stages.get(written.step, ("",))[0]
    yield from procedure_faults(Placed(table, where, written.step, stage), task)


def _unknown(table: Table, names: tuple[str, ...], at: str) -> Iterator[Fault]:
    for number, name in enumerate(names):
        if name not in table.counters:
            yield Fault(f"{at}/{number}", f"there is no unit {name!r}{_close(table, name)}")


def _close(table: Table, name: str) -> str:
    close = " or ".join(get_close_matches(name, table.counters))
    return f"; did you mean {close}?" if close else "; 'sealion data show NAME' gives the id"

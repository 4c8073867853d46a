"""Positions written by hand: any position that can occur in play, as a scenario file says it.

Units are listed by place; whoever is not listed is out of the game. Everything else has a default.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from difflib import get_close_matches

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.wire import from_wire
from sealion_pbem.engine.words import Json
from sealion_pbem.errors import Fault, SchemaError
from sealion_pbem.rulesets.sealion.board import BOXES, SECTORS
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import is_from_sea
from sealion_pbem.rulesets.sealion.state import OUT, State, Table, Unit

__all__ = ["Position", "position"]

_TRACK = ("Turn 3", "Turn 4", "Hand")
_LISTS = ("done", "fought", "used", "home", "resolved", "landed", "spent")


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


def position(start: State, document: Json, stages: Mapping[int, tuple[str, ...]]) -> State:
    """Return the state that a hand-written position describes; SchemaError names every fault.

    `stages` are the parts of each step, in their order.
    """
    written = from_wire(Position, document, "/position")
    faults = tuple(_faults(start.table, written, stages))
    if faults:
        raise SchemaError("the position is impossible", faults)
    board = start.table.board
    last = board.area(written.last_german)
    state = State(
        start.table,
        turn=written.turn,
        step=written.step,
        stage=written.stage or stages[written.step][0],
        weather=written.weather,
        ever_german=last | board.area(written.ever_german),
        last_german=last,
        bonus=written.bonus,
        parliament_rolled=written.parliament_rolled,
        churchill=written.churchill or _churchill(written),
        brandenburgers_used=written.brandenburgers_used,
        radars_counted=written.radars_counted,
        came_from=dict(written.came_from),
        done=frozenset(written.done),
        fought=frozenset(written.fought),
        used=frozenset(written.used),
        home=frozenset(written.home),
        resolved=frozenset(written.resolved),
        landed=frozenset(written.landed),
        spent=frozenset(written.spent),
    )
    _put_units(state, written)
    # Who is listed in a hex holds it since earlier, unless the file says otherwise.
    return replace(state, taken=board.area(written.taken))


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
        if not is_from_sea(state, name):
            state.occupy(name, place)


def _faults(
    table: Table, written: Position, stages: Mapping[int, tuple[str, ...]]
) -> Iterator[Fault]:
    yield from _time_faults(table, written, stages)
    yield from _place_faults(table, written)
    yield from _unit_faults(table, written)


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
    if written.weather not in ("clear", "rain"):
        yield Fault("/position/weather", f"is {written.weather!r}; it is clear or rain")
    if written.churchill not in ("", "lost", "evacuated"):
        yield Fault("/position/churchill", "is empty, lost or evacuated")


def _place_faults(table: Table, written: Position) -> Iterator[Fault]:
    places = frozenset((*table.board.numbers, *SECTORS, *BOXES, *_TRACK))
    for place, names in written.units.items():
        if place not in places:
            close = " or ".join(get_close_matches(place, places)) or "a hex, sea space or box"
            yield Fault(f"/position/units/{place}", f"there is no such place; {close}?")
        yield from _unknown(table, names, f"/position/units/{place}")
    for member in ("reduced", *_LISTS):
        names = () if member == "resolved" else getattr(written, member)
        yield from _unknown(table, names, f"/position/{member}")
    for member in ("last_german", "ever_german", "taken"):
        for number, hex_ in enumerate(getattr(written, member)):
            if hex_ not in table.board.hexes:
                yield Fault(f"/position/{member}/{number}", f"{hex_} is no land hex")


def _unit_faults(table: Table, written: Position) -> Iterator[Fault]:
    listed = Tally(name for names in written.units.values() for name in names)
    for name, count in listed.items():
        if count > 1 or name in written.aboard:
            yield Fault("/position/units", f"{name} is listed twice")
    for name, carrier in written.aboard.items():
        yield from _unknown(table, (name,), f"/position/aboard/{name}")
        if carrier not in listed:
            yield Fault(f"/position/aboard/{name}", f"{carrier} is not in the position")
    for number, name in enumerate(written.reduced):
        if name in table.counters and table.counters[name].steps == 1:
            yield Fault(f"/position/reduced/{number}", f"{name} has one step only")
    for name in written.came_from:
        yield from _unknown(table, (name,), f"/position/came_from/{name}")


def _unknown(table: Table, names: tuple[str, ...], at: str) -> Iterator[Fault]:
    for number, name in enumerate(names):
        if name not in table.counters:
            close = " or ".join(get_close_matches(name, table.counters)) or "'sealion data show'"
            yield Fault(f"{at}/{number}", f"there is no unit {name!r}; {close}?")

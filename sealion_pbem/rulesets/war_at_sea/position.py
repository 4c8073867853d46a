"""Positions written by hand: what a scenario file may say about the map, the fleets and the turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, fields
from difflib import get_close_matches
from typing import Any

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.wire import from_wire, to_wire
from sealion_pbem.engine.words import Json, Seat
from sealion_pbem.errors import Fault, SchemaError
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.rules.ch01_setup import ENDS
from sealion_pbem.rulesets.war_at_sea.settings import ALLIED, AXIS, SEATS
from sealion_pbem.rulesets.war_at_sea.words.state import AIRBASE, STEPS, State, Unit, seat_of

__all__ = ["PlacedUnit", "PositionFile", "position", "write_position"]

NO_BASE = "lost"
"""7.3  The base of an Aircraft whose Carrier is gone."""
_OVER = "over"
_SETTING_UP = STEPS[: STEPS.index("deploy") + 1]
_DRAW = "nobody"


@frozen
class PlacedUnit:
    """Where a unit is, what is left of it, and what it has done in this turn.

    `sector` is where it is on the map, `base` the Carrier or the airbase of an Aircraft; without one it
    is the airbase. Without hull points it has all of its card; `destroyed` and `left` take it out of the
    game, `waiting` says that it is still to be set up.
    """

    sector: str = ""
    base: str = ""
    hull: int = 0
    lost: int = 0
    doomed: bool = False
    aborted: bool = False
    rearming: bool = False
    moved: bool = False
    smoked: bool = False
    fired: bool = False
    survived: bool = False
    destroyed: bool = False
    left: bool = False
    waiting: bool = False
    used: tuple[tuple[str, ...], ...] = ()


@frozen
class PositionFile:
    """Everything that a position may say; what it does not say is as at the start of a turn.

    Before the first turn `turn` is 0, and there is no first player.
    """

    units: dict[str, PlacedUnit] = field(default_factory=dict)
    zone: int = 1
    turn: int = 1
    step: str = "sea_move"
    first: str = AXIS
    active: str = ""
    starter: str = AXIS
    ends: dict[str, str] = field(default_factory=lambda: {AXIS: "west", ALLIED: "east"})
    smoke: tuple[str, ...] = ()
    claims: dict[str, str] = field(default_factory=dict)
    scores: dict[str, int] = field(default_factory=dict)
    bonuses: tuple[str, ...] = ()
    plans: dict[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    passed: tuple[str, ...] = ()
    has_sealed: bool = False
    quiet_turns: int = 0
    stirred: bool = False
    winner: str = ""
    reason: str = ""


def position(start: State, document: Json) -> State:
    """Return the state that a position describes; SchemaError lists what is wrong with it."""
    written = from_wire(PositionFile, document)
    faults = tuple(_faults(start, written))
    if faults:
        raise SchemaError("this position cannot be set up", faults=faults)
    number = start.settings.of_scenario("objectives")
    goals = data.zones()[written.zone].objectives[:number] if written.zone else ()
    return State(
        start.settings,
        active=Seat(written.active or written.first or written.starter or AXIS),
        units={name: _unit(name, unit) for name, unit in sorted(written.units.items())},
        markers=tuple(sector for sector in goals if sector not in written.claims),
        scores={seat: written.scores.get(seat, 0) for seat in SEATS},
        smoke=tuple(sorted(written.smoke)),
        **{name: _copied(getattr(written, name)) for name in _SHARED},
    )


def write_position(state: State) -> Json:
    """Return the position of a state, without what says nothing: it is read as the same state."""
    written = PositionFile(
        units={name: _placed(name, unit) for name, unit in state.units.items()},
        active="" if state.active == (state.first or state.starter or AXIS) else state.active,
        smoke=state.smoke,
        scores={seat: points for seat, points in state.scores.items() if points},
        **{name: _copied(getattr(state, name)) for name in _SHARED},
    )
    units = {name: _short(unit, _BLANK) for name, unit in written.units.items()}
    return {"units": units} | {k: v for k, v in _short(written, _PLAIN).items() if k != "units"}


_SHARED = (
    "zone", "turn", "step", "first", "starter", "ends", "claims", "bonuses", "plans", "passed",
    "has_sealed", "quiet_turns", "stirred", "winner", "reason",
)  # fmt: skip
"""Members that mean the same in a position and in a state."""
_BLANK, _PLAIN = PlacedUnit(), PositionFile()


def _copied(value: Any) -> Any:
    return dict(value) if isinstance(value, dict) else value


def _short(written: Any, plain: Any) -> dict[str, Json]:
    """Return what a record says beyond what is meant anyway."""
    return {
        item.name: to_wire(getattr(written, item.name))
        for item in fields(written)
        if getattr(written, item.name) != getattr(plain, item.name)
    }


def _unit(name: str, placed: PlacedUnit) -> Unit:
    card = data.cards()[_card_of(name)]
    fate = "destroyed" if placed.destroyed else "left" if placed.left else ""
    base = ""
    if card.is_aircraft and not fate and not placed.waiting:
        base = "" if placed.base == NO_BASE else placed.base or AIRBASE
    return Unit(
        card.id, "" if fate else placed.sector, base, 0 if fate else placed.hull or card.hull,
        placed.lost, placed.doomed, placed.aborted, placed.rearming, placed.moved, placed.smoked,
        placed.fired, placed.survived, not placed.waiting,
        tuple((weapon, target) for weapon, target in placed.used), fate,
    )  # fmt: skip


def _placed(name: str, unit: Unit) -> PlacedUnit:
    card = data.cards()[_card_of(name)]
    is_based = card.is_aircraft and not unit.fate and unit.deployed
    return PlacedUnit(
        unit.sector,
        ("" if unit.base == AIRBASE else unit.base or NO_BASE) if is_based else "",
        0 if unit.fate or unit.hull == card.hull else unit.hull,
        unit.lost, unit.doomed, unit.aborted, unit.rearming, unit.moved, unit.smoked, unit.fired,
        unit.survived, unit.fate == "destroyed", unit.fate == "left", not unit.deployed, unit.used,
    )  # fmt: skip


def _card_of(name: str) -> str:
    """P.2  Return the card in a unit's name: seat-card-number."""
    parts = name.split("-")
    return "-".join(parts[1:-1])


def _faults(start: State, written: PositionFile) -> Iterator[Fault]:
    at = "/position"
    steps = (*STEPS, _OVER)
    is_before = written.step in _SETTING_UP
    if written.step not in steps:
        close = get_close_matches(written.step, steps, 1)
        hint = f"; did you mean {close[0]}?" if close else ""
        yield Fault(f"{at}/step", f"the steps are {', '.join(steps)}{hint}")
    if is_before and (written.turn, written.first) != (0, ""):
        yield Fault(f"{at}/turn", 'before the first turn it is 0, and "first" is ""')
    if not is_before and not 0 <= written.turn <= start.settings.last_turn:
        yield Fault(f"{at}/turn", f"the game has turns 1 to {start.settings.last_turn}")
    is_fleet = written.step == "fleet" and not written.zone
    if not is_fleet and written.zone not in data.zones():
        yield Fault(f"{at}/zone", "the battle zones are 1 to 6")
    if (written.step == _OVER) != bool(written.winner):
        yield Fault(f"{at}/winner", f"a game has a winner, or {_DRAW}, when its step is {_OVER}")
    yield from _faults_of_seats(written, is_before=is_before)
    yield from _faults_of_sectors(written)
    for name, unit in written.units.items():
        for member, text in _faults_of_unit(written, name, unit):
            yield Fault(f"{at}/units/{name}{member}", text)


def _faults_of_seats(written: PositionFile, *, is_before: bool) -> Iterator[Fault]:
    at = "/position"
    known = f"the seats are {' and '.join(SEATS)}"
    named: Mapping[str, tuple[str, ...]] = {
        "first": () if is_before or written.step == _OVER else (written.first,),
        "active": (written.active,) if written.active else (),
        "starter": (written.starter,) if written.starter or not is_before else (),
        "scores": tuple(written.scores),
        "claims": tuple(written.claims.values()),
        "bonuses": written.bonuses,
        "plans": tuple(written.plans),
        "passed": written.passed,
        "winner": (written.winner,) if written.winner not in ("", _DRAW) else (),
    }
    for member, seats in named.items():
        for seat in seats:
            if seat not in SEATS:
                yield Fault(f"{at}/{member}", f"{seat!r} is no seat; {known}")
    is_complete = sorted(written.ends) == sorted(SEATS)
    is_right = {*written.ends} <= {*SEATS} and {*written.ends.values()} <= {*ENDS}
    if not is_right or len({*written.ends.values()}) != len(written.ends):
        yield Fault(f"{at}/ends", "each seat has an end of its own, west or east")
    elif not is_complete and not is_before and written.step != _OVER:
        yield Fault(f"{at}/ends", "both seats have their end when they are set up")


def _faults_of_sectors(written: PositionFile) -> Iterator[Fault]:
    at = "/position"
    for sector in written.smoke:
        if sector not in data.sectors():
            yield Fault(f"{at}/smoke", f"{sector} is no sector of the map")
    zone = data.zones().get(written.zone)
    for sector in written.claims if zone else ():
        assert zone is not None
        if sector not in zone.objectives:
            goals = ", ".join(zone.objectives)
            yield Fault(f"{at}/claims", f"{sector} is no objective of the zone; there are {goals}")


def _faults_of_unit(
    written: PositionFile, name: str, unit: PlacedUnit
) -> Iterator[tuple[str, str]]:
    card = data.cards().get(_card_of(name))
    if seat_of(name) not in SEATS or card is None or not name.rpartition("-")[2].isdecimal():
        close = get_close_matches(_card_of(name), data.cards(), 2)
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        yield "", f"a unit is called seat-card-number, such as allied-us_fletcher-2{hint}"
        return
    is_out = unit.destroyed or unit.left or unit.waiting
    if unit.sector and unit.sector not in data.sectors():
        yield "/sector", f"{unit.sector} is no sector of the map"
    if not card.is_aircraft and not unit.sector and not is_out:
        yield "/sector", f"{card.name} must be in a sector"
    if not 0 <= unit.hull <= card.hull:
        yield "/hull", f"{card.name} has 1 to {card.hull} hull points"
    if unit.waiting and written.step not in ("deploy", _OVER):
        yield "/waiting", "units are set up in the step deploy"
    for use in unit.used:
        if len(use) != len(("weapon", "target")) or use[1] not in written.units:
            yield "/used", "each attack is a weapon and a target of this position"
    yield from _faults_of_base(written, name, unit)


def _faults_of_base(
    written: PositionFile, name: str, unit: PlacedUnit
) -> Iterator[tuple[str, str]]:
    """7.1, 7.2  Return why an Aircraft is not based where a position says."""
    card = data.cards()[_card_of(name)]
    if unit.base and not card.is_aircraft:
        yield "/base", f"{card.name} is no Aircraft and has no base"
    elif unit.base not in ("", AIRBASE, NO_BASE):
        carrier, there = data.cards().get(_card_of(unit.base)), written.units.get(unit.base)
        if there is None or carrier is None or not carrier.is_carrier:
            yield "/base", f"{unit.base} is no Carrier of this position"
        elif there.destroyed or seat_of(unit.base) != seat_of(name):
            yield "/base", f"{unit.base} is no Carrier of its side that is in play"
        elif not card.is_carrier_capable:
            yield "/base", f"{card.name} flies from land only"

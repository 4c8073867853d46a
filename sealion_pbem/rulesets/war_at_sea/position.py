"""Positions written by hand: what a scenario file may say about the map, the fleets and the turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from difflib import get_close_matches

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.wire import from_wire
from sealion_pbem.engine.words import Json, Seat
from sealion_pbem.errors import Fault, SchemaError
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.rules.ch01_setup import ENDS
from sealion_pbem.rulesets.war_at_sea.settings import ALLIED, AXIS, SEATS
from sealion_pbem.rulesets.war_at_sea.words.state import AIRBASE, STEPS, State, Unit, seat_of

__all__ = ["PlacedUnit", "PositionFile", "position"]

_FIRST_STEP = STEPS.index("deploy")


@frozen
class PlacedUnit:
    """Where a unit is, what is left of it, and what it has done in this turn.

    `sector` is where it is on the map, `base` the Carrier or the airbase of an Aircraft. Without hull
    points it has all of its card; `destroyed` and `left` take it out of the game.
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
    used: tuple[tuple[str, ...], ...] = ()


@frozen
class PositionFile:
    """Everything that a position may say; what it does not say is as at the start of a turn."""

    units: dict[str, PlacedUnit] = field(default_factory=dict)
    zone: int = 1
    turn: int = 1
    step: str = "sea_move"
    first: str = AXIS
    active: str = ""
    ends: dict[str, str] = field(default_factory=lambda: {AXIS: "west", ALLIED: "east"})
    smoke: tuple[str, ...] = ()
    claims: dict[str, str] = field(default_factory=dict)
    scores: dict[str, int] = field(default_factory=dict)
    bonuses: tuple[str, ...] = ()
    plans: dict[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    has_sealed: bool = False
    passed: tuple[str, ...] = ()
    quiet_turns: int = 0
    stirred: bool = False


def position(start: State, document: Json) -> State:
    """Return the state that a hand-written position describes; SchemaError names every fault."""
    written = from_wire(PositionFile, document, "/position")
    faults = tuple(_faults(start, written))
    if faults:
        raise SchemaError("the position is impossible", faults)
    number = start.settings.of_scenario("objectives")
    goals = data.zones()[written.zone].objectives[:number]
    return State(
        start.settings,
        turn=written.turn,
        step=written.step,
        active=Seat(written.active or written.first),
        first=written.first,
        zone=written.zone,
        starter=written.first,
        ends=dict(written.ends),
        units={name: _unit(name, unit) for name, unit in sorted(written.units.items())},
        smoke=tuple(sorted(written.smoke)),
        markers=tuple(sector for sector in goals if sector not in written.claims),
        claims=dict(written.claims),
        scores={seat: written.scores.get(seat, 0) for seat in SEATS},
        bonuses=written.bonuses,
        has_sealed=written.has_sealed,
        plans=dict(written.plans),
        passed=written.passed,
        quiet_turns=written.quiet_turns,
        stirred=written.stirred,
    )


def _unit(name: str, placed: PlacedUnit) -> Unit:
    card = _card_of(name)
    fate = "destroyed" if placed.destroyed else "left" if placed.left else ""
    hull = 0 if fate else placed.hull or data.cards()[card].hull
    is_nowhere = not (fate or placed.sector or placed.base)
    base = AIRBASE if data.cards()[card].is_aircraft and is_nowhere else placed.base
    return Unit(
        card, "" if fate else placed.sector, "" if fate else base, hull, placed.lost,
        placed.doomed, placed.aborted, placed.rearming, placed.moved, placed.smoked, placed.fired,
        placed.survived, used=tuple((weapon, target) for weapon, target in placed.used), fate=fate,
    )  # fmt: skip


def _card_of(name: str) -> str:
    """P.2  Return the card in a unit's name: seat-card-number."""
    parts = name.split("-")
    return "-".join(parts[1:-1])


def _faults(start: State, written: PositionFile) -> Iterator[Fault]:
    at = "/position"
    if written.zone not in data.zones():
        yield Fault(f"{at}/zone", "the battle zones are 1 to 6")
    if not 1 <= written.turn <= start.settings.last_turn:
        yield Fault(f"{at}/turn", f"the game has turns 1 to {start.settings.last_turn}")
    steps = STEPS[_FIRST_STEP + 1 :]
    if written.step not in steps:
        yield Fault(f"{at}/step", f"the steps are {', '.join(steps)}")
    yield from _faults_of_sides(written)
    for name, unit in written.units.items():
        for member, text in _faults_of_unit(written, name, unit):
            yield Fault(f"{at}/units/{name}{member}", text)


def _faults_of_sides(written: PositionFile) -> Iterator[Fault]:
    at = "/position"
    for member in ("first", "active"):
        if getattr(written, member) not in (*SEATS, *([""] if member == "active" else [])):
            yield Fault(f"{at}/{member}", f"the seats are {' and '.join(SEATS)}")
    if sorted(written.ends) != sorted(SEATS) or sorted(written.ends.values()) != sorted(ENDS):
        yield Fault(f"{at}/ends", "each seat has an end of its own, west or east")
    for sector in (*written.smoke, *written.claims):
        if sector not in data.sectors():
            yield Fault(f"{at}/smoke", f"{sector} is no sector of the map")
    for seat in (*written.scores, *written.claims.values(), *written.bonuses, *written.passed):
        if seat not in SEATS:
            yield Fault(f"{at}/scores", f"{seat} is no seat; there are {' and '.join(SEATS)}")


def _faults_of_unit(
    written: PositionFile, name: str, unit: PlacedUnit
) -> Iterator[tuple[str, str]]:
    card = data.cards().get(_card_of(name))
    if seat_of(name) not in SEATS or card is None or not name.rpartition("-")[2].isdecimal():
        close = get_close_matches(_card_of(name), data.cards(), 2)
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        yield "", f"a unit is called seat-card-number, such as allied-us_fletcher-2{hint}"
        return
    if unit.sector and unit.sector not in data.sectors():
        yield "/sector", f"{unit.sector} is no sector of the map"
    if not 0 <= unit.hull <= card.hull:
        yield "/hull", f"{card.name} has 1 to {card.hull} hull points"
    is_out = unit.destroyed or unit.left
    if not card.is_aircraft and not unit.sector and not is_out:
        yield "/sector", f"{card.name} must be in a sector"
    if any(len(use) != len(("weapon", "target")) for use in unit.used):
        yield "/used", "each attack is a weapon and a target"
    if unit.base and not card.is_aircraft:
        yield "/base", f"{card.name} is no Aircraft and has no base"
    if unit.base not in ("", AIRBASE):
        carrier = data.cards().get(_card_of(unit.base))
        if unit.base not in written.units or carrier is None or not carrier.is_carrier:
            yield "/base", f"{unit.base} is no Carrier of this position"

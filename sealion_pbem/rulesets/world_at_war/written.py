"""Positions written by hand: any position that can occur, as a scenario file says it.

Units are listed with where and how they are; who is not listed is in the force pool. Everything else has
a default. `write_position` is the way back: what it writes is read as the same state.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from sealion_pbem.engine.wire import from_wire, to_wire
from sealion_pbem.engine.words import Json, Seat
from sealion_pbem.errors import SchemaError
from sealion_pbem.rulesets.world_at_war.misplaced import faults_of
from sealion_pbem.rulesets.world_at_war.placing import (
    GRADES,
    UNIT_MARKS,
    Placed,
    PositionFile,
)
from sealion_pbem.rulesets.world_at_war.position import copied
from sealion_pbem.rulesets.world_at_war.state import POOL, State, Unit
from sealion_pbem.rulesets.world_at_war.table import ALLIES, AXIS, SIDE_OF

__all__ = ["position", "write_position"]

_SAME = (
    *("turn", "step", "ended", "ravaged", "fallen", "offensives", "shipments", "winter", "landing"),
    *("attacks", "drops", "rush", "fight", "attrition", "demands", "winner", "verdict", "points"),
    "by_hand",
)
"""Members that a file says as a state has them."""
_TABLES = (
    *("conquered", "built", "raided", "cut", "ready", "breakthroughs", "repulsed", "hunters"),
    *("escorts", "powers"),
)
"""Likewise, but a state has its own table."""
_PHASES = {"exploit": "exploitation", "announce": "regular", "das": "regular"}


def position(begun: State, document: Json) -> State:
    """Return the state that a hand-written position describes; SchemaError names every fault."""
    written = from_wire(PositionFile, document, "/position")
    faults = tuple(faults_of(begun, written))
    if faults:
        raise SchemaError("the position is impossible", faults)
    return _laid(begun, written)


def _laid(begun: State, written: PositionFile) -> State:
    laid = copied(begun)
    laid.active = Seat(written.active)
    for name in _SAME:
        setattr(laid, name, getattr(written, name))
    phase = _PHASES.get(written.step, "") if written.phase is None else written.phase
    laid.phase = phase
    if written.neutral is not None:
        laid.neutral = frozenset(written.neutral)
    laid.independent = frozenset(written.independent)
    _join_minors(laid, written)
    if written.units:
        _place(laid, written)
    for seat, hexes in ((AXIS, written.axis), (ALLIES, written.allies)):
        laid.take(seat, *hexes)
    free = ~laid.table.board.area(written.nobody)
    laid.axis, laid.allies = laid.axis & free, laid.allies & free
    for name in _TABLES:
        setattr(laid, name, dict(getattr(written, name)))
    _read_rest(laid, written)
    return laid


def _read_rest(laid: State, written: PositionFile) -> None:
    """Note money, bridgeheads, marks of hexes and zones, which a file says in its own way."""
    laid.brp |= written.brp
    for front, amount in written.spent.items():
        laid.spent_on |= {front: amount, f"{front}/limit": amount}
    if written.spent_on is not None:
        laid.spent_on = dict(written.spent_on)
    made = written.made_in
    laid.bridgeheads = {
        number: (Seat(seat), made.get(number, laid.player_turn))
        for number, seat in written.bridgeheads.items()
    }
    for name, marked in written.marks.items():
        laid.mark(name, *marked)
    if written.zones is None:
        _fix_zones(laid)
    else:
        area = laid.table.board.area
        laid.zones = tuple((zone.front, zone.faction, area(zone.hexes)) for zone in written.zones)


def _join_minors(laid: State, written: PositionFile) -> None:
    """R-15  Let minors that are not neutral join: the Allies, if a file does not say otherwise."""
    board = laid.table.board
    for nation in laid.table.document["neutral"]:
        if nation not in laid.neutral and nation not in SIDE_OF:
            laid.joined[nation] = Seat(written.joined.get(nation, ALLIES))
            laid.take(laid.joined[nation], *board.in_area(board.countries[nation]))


def _place(laid: State, written: PositionFile) -> None:
    rank = laid.table.rank.__getitem__
    known = sorted({*laid.units, *written.units}, key=rank)
    laid.units, laid.stacks = {}, {}
    for unit in known:
        laid.put(unit, Unit(POOL, 0))
    for unit in sorted(written.units, key=rank):
        said = written.units[unit]
        factors = laid.counter(unit).factor if said.factors is None else said.factors
        laid.put(unit, Unit(said.hex, factors, GRADES[said.supply], said.isolated))
        for mark in UNIT_MARKS:
            if getattr(said, mark):
                laid.mark(mark, unit)
        if said.route:
            laid.routes[unit] = said.route
            laid.mark("exploited", unit)
        if said.walked is not None:
            laid.walked[unit] = said.walked
        seat, counter = laid.seat_of(unit), laid.counter(unit)
        is_regular = counter.is_ground and counter.arm != "partisan"
        if is_regular and seat and said.hex in laid.table.board.hexes:
            laid.take(seat, said.hex)


def _fix_zones(laid: State) -> None:
    """14.211  Fix the zones of a position that lies behind their determination."""
    if laid.step in ("setup", "prepare"):
        return
    board, enemy = laid.table.board, laid.passive
    zones = []
    for front, area in sorted(board.fronts.items()):
        rest = area & laid.controlled(enemy)
        while rest:
            found = board.flood(rest & -rest, rest)
            zones.append((front, str(enemy), found))
            rest &= ~found
    laid.zones = tuple(zones)


def write_position(begun: State, state: State) -> Json:
    """Return the position of a state, from which it is read again; `begun` is how its game began."""
    board = state.table.board
    document: dict[str, Any] = {"units": _written_units(state)}
    for name in (*_SAME, *_TABLES):
        document[name] = to_wire(getattr(state, name))
    document |= {
        "active": state.active,
        "phase": state.phase,
        "neutral": sorted(state.neutral),
        "joined": dict(state.joined),
        "independent": sorted(state.independent),
        "brp": dict(state.brp),
        "spent_on": dict(state.spent_on),
        "bridgeheads": {number: seat for number, (seat, _) in state.bridgeheads.items()},
        "made_in": {number: made for number, (_, made) in state.bridgeheads.items()},
        "marks": {n: sorted(many) for n, many in state.marks.items() if n not in UNIT_MARKS},
        "zones": [
            {"front": front, "faction": faction, "hexes": list(board.in_area(area))}
            for front, faction, area in state.zones
        ],
    }
    usual = to_wire(PositionFile())
    keep = ("units", "neutral", "spent_on", "zones", "phase")
    short = {
        name: value
        for name, value in document.items()
        if name in keep or (value is not None and value != usual.get(name))
    }
    read = _laid(begun, from_wire(PositionFile, short))
    for name, area in (
        ("axis", state.axis & ~read.axis),
        ("allies", state.allies & ~read.allies),
        ("nobody", (read.axis | read.allies) & ~(state.axis | state.allies)),
    ):
        if area:
            short[name] = list(board.in_area(area))
    return short


def _written_units(state: State) -> dict[str, Json]:
    """Return every unit that is not just in the force pool, in the order of the counters."""
    words, listed = {grade: word for word, grade in GRADES.items()}, state.table.order_of_battle
    found: dict[str, Json] = {}
    for unit, known in state.units.items():
        said = Placed(
            known.place,
            None if known.factors == state.counter(unit).factor else known.factors,
            words[known.supply],
            known.isolated,
            state.routes.get(unit, ()),
            state.walked.get(unit),
            **{mark: True for mark in UNIT_MARKS if state.is_marked(unit, mark)},
        )
        is_idle = known == Unit(POOL, 0) and said == Placed(POOL, said.factors)
        if not is_idle or unit not in listed:
            found[unit] = _short(said)
    return found


def _short(said: Placed) -> Json:
    """Return where a unit is and what is not as usual with it."""
    values = {item.name: (getattr(said, item.name), item.default) for item in fields(said)}
    return {name: to_wire(value) for name, (value, usual) in values.items() if value != usual}

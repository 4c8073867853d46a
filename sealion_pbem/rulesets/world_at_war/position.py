"""States: how a game begins, how a state is written, and positions written by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, fields
from typing import Any

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.wire import from_wire, to_wire
from sealion_pbem.engine.words import Json, Seat
from sealion_pbem.errors import Fault, SchemaError
from sealion_pbem.rulesets.world_at_war.setting import GameSettings
from sealion_pbem.rulesets.world_at_war.state import FULL, NONE, OUT, PARTIAL, POOL, State, Unit
from sealion_pbem.rulesets.world_at_war.table import ALLIES, AXIS, SEATS, SIDE_OF, Table, table
from sealion_pbem.rulesets.world_at_war.task import Attack, Attrition, Demand, Drop, Fight, Rush

__all__ = ["copied", "packed", "position", "start", "unpacked"]

_GRADES = {"none": NONE, "partial": PARTIAL, "full": FULL}
_STEPS = ("prepare", "move", "announce", "exploit", "attrition", "construct", "redeploy")
_RECORDS: Mapping[str, type[Any]] = {
    "rush": Rush, "fight": Fight, "attrition": Attrition,
}  # fmt: skip
_LISTS: Mapping[str, type[Any]] = {"attacks": Attack, "drops": Drop, "demands": Demand}


def start(scenario: str, settings: GameSettings) -> State:
    """R-1, R-13, R-18  Return the state in which a game begins."""
    at = table(scenario, settings)
    document = at.document
    laid = State(at, neutral=frozenset(document["neutral"]), brp=dict(document["brp"]))
    is_free = settings.setup == "free"
    placed: Mapping[str, str] = document["setup"]
    for unit in at.order_of_battle:
        counter = at.counters[unit]
        is_later = is_free and counter.nation not in laid.neutral
        place = POOL if unit not in placed or is_later else placed[unit]
        factors = 0 if place == POOL and unit not in placed else counter.factor
        laid.put(unit, Unit(place, factors))
    _give_control(laid, at)
    if is_free:
        laid.step, laid.active = "setup", ALLIES
    return laid


def _give_control(laid: State, at: Table) -> None:
    """R-13  Hexes of a country belong to its side; a scenario may say otherwise."""
    board, document = at.board, at.document
    listed = {AXIS: document.get("axis_controls"), ALLIES: document.get("allies_control")}
    for seat in SEATS:
        names = listed[seat]
        if names is None:
            names = [nation for nation, side in SIDE_OF.items() if side == seat]
            # A minor's hexes are nobody's enemy's: they are those of whom it will join.
        for name in names:
            hexes = (name,) if name in board.hexes else board.in_area(board.countries.get(name, 0))
            laid.take(seat, *(n for n in hexes if n in board.hexes))


def copied(state: State) -> State:
    """Return a working copy; what it holds are values."""
    values: dict[str, Any] = {}
    for each in fields(State):
        value = getattr(state, each.name)
        values[each.name] = dict(value) if type(value) is dict else value
    return State(**values)


def packed(state: State) -> Json:
    """Return the state as JSON, complete."""
    board = state.table.board
    document: dict[str, Json] = {
        "scenario": state.table.scenario,
        "settings": to_wire(state.table.settings),
        "units": {unit: list(known) for unit, known in state.units.items()},
        "axis": list(board.in_area(state.axis)),
        "allies": list(board.in_area(state.allies)),
        "zones": [[front, side, *board.in_area(area)] for front, side, area in state.zones],
        "neutral": sorted(state.neutral),
        "independent": sorted(state.independent),
        "marks": {name: sorted(units) for name, units in sorted(state.marks.items()) if units},
        "bridgeheads": {number: list(held) for number, held in state.bridgeheads.items()},
    }
    for each in fields(State):
        if each.name not in document and each.name not in ("table", "stacks", "memory"):
            document[each.name] = to_wire(getattr(state, each.name))
    return document


def unpacked(document: Json) -> State:
    """Return the state that `packed` wrote."""
    at = table(document["scenario"], from_wire(GameSettings, document["settings"]))
    board, rest = at.board, dict(document)
    del rest["scenario"], rest["settings"]
    rest["axis"], rest["allies"] = board.area(rest["axis"]), board.area(rest["allies"])
    rest["zones"] = tuple((f, s, board.area(hexes)) for f, s, *hexes in rest["zones"])
    rest["neutral"] = frozenset(rest["neutral"])
    rest["independent"] = frozenset(rest["independent"])
    rest["marks"] = {name: frozenset(units) for name, units in rest["marks"].items()}
    rest["bridgeheads"] = {n: (Seat(seat), made) for n, (seat, made) in rest["bridgeheads"].items()}
    for name in ("routes", "breakthroughs"):
        rest[name] = {key: tuple(hexes) for key, hexes in rest[name].items()}
    rest["repulsed"] = {n: from_wire(Attack, each) for n, each in rest["repulsed"].items()}
    for name, cls in _RECORDS.items():
        rest[name] = None if rest[name] is None else from_wire(cls, rest[name])
    for name, cls in _LISTS.items():
        rest[name] = tuple(from_wire(cls, each) for each in rest[name])
    units = rest.pop("units")
    state = State(at, units={}, **rest)
    for unit in sorted(units, key=at.rank.__getitem__):
        state.put(unit, Unit(*units[unit]))
    return state


@frozen
class Placed:
    """Where a unit stands and how it is: its supply and what it has done."""

    hex: str
    factors: int | None = None
    supply: str = "full"
    isolated: int = 0
    fought: bool = False
    flown: bool = False
    counted: bool = False
    dropped: bool = False
    landed: bool = False
    sustained: bool = False
    oiled: bool = False
    route: tuple[str, ...] = ()


_MARKS = ("fought", "flown", "counted", "dropped", "landed", "sustained", "oiled")


@frozen
class PositionFile:
    """What differs from the start of the scenario; a unit that is not listed is in the force pool."""

    units: dict[str, Placed] = field(default_factory=dict)
    turn: int = 1
    active: str = "axis"
    step: str = "prepare"
    phase: str = ""
    neutral: tuple[str, ...] | None = None
    axis: tuple[str, ...] = ()
    """Hexes that the Axis controls besides those of its countries; `allies` likewise."""
    allies: tuple[str, ...] = ()
    brp: dict[str, int] = field(default_factory=dict)
    spent: dict[str, int] = field(default_factory=dict)
    bridgeheads: dict[str, str] = field(default_factory=dict)
    cut: dict[str, int] = field(default_factory=dict)
    breakthroughs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    winter: int = 0
    ready: dict[str, int] = field(default_factory=dict)
    offensives: int = 0


def position(begun: State, document: Json) -> State:
    """Return the state that a hand-written position describes; SchemaError names every fault."""
    written = from_wire(PositionFile, document, "/position")
    faults = tuple(_faults(begun, written))
    if faults:
        raise SchemaError("the position is impossible", faults)
    laid = copied(begun)
    laid.turn, laid.active, laid.step = written.turn, Seat(written.active), written.step
    default = {"exploit": "exploitation", "announce": "regular"}.get(written.step, "")
    laid.phase = written.phase or default
    if written.neutral is not None:
        laid.neutral = frozenset(written.neutral)
    _join_minors(laid)
    if written.units:
        _place(laid, written)
    for seat, hexes in ((AXIS, written.axis), (ALLIES, written.allies)):
        laid.take(seat, *hexes)
    laid.brp |= written.brp
    for front, amount in written.spent.items():
        laid.spent_on |= {front: amount, f"{front}/limit": amount}
    laid.bridgeheads = {
        n: (Seat(seat), laid.player_turn) for n, seat in written.bridgeheads.items()
    }
    laid.cut, laid.breakthroughs = dict(written.cut), dict(written.breakthroughs)
    laid.winter, laid.ready = written.winter, dict(written.ready)
    laid.offensives = written.offensives
    _fix_zones(laid)
    return laid


def _join_minors(laid: State) -> None:
    for nation in laid.table.document["neutral"]:
        if nation not in laid.neutral and nation not in SIDE_OF:
            laid.joined[nation] = ALLIES
            board = laid.table.board
            laid.take(ALLIES, *board.in_area(board.countries[nation]))


def _place(laid: State, written: PositionFile) -> None:
    for unit in [*laid.units]:
        if unit not in written.units:
            laid.put(unit, Unit(POOL, 0))
    board = laid.table.board
    for unit in sorted(written.units, key=laid.table.rank.__getitem__):
        said = written.units[unit]
        factors = laid.counter(unit).factor if said.factors is None else said.factors
        laid.put(unit, Unit(said.hex, factors, _GRADES[said.supply], said.isolated))
        for mark in _MARKS:
            if getattr(said, mark):
                laid.mark(mark, unit)
        if said.route:
            laid.routes[unit] = said.route
            laid.mark("exploited", unit)
        seat = laid.seat_of(unit)
        counter = laid.counter(unit)
        if counter.is_ground and counter.arm != "partisan" and seat and said.hex in board.hexes:
            laid.take(seat, said.hex)


def _fix_zones(laid: State) -> None:
    """14.211  Zones are those of the position, if it lies behind their determination."""
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


def _faults(  # noqa: C901, PLR0912 - one question after another
    begun: State, written: PositionFile
) -> Iterator[Fault]:
    board = begun.table.board
    if not 1 <= written.turn <= len(begun.table.turns):
        yield Fault("/position/turn", f"the game has turns 1 to {len(begun.table.turns)}")
    if written.active not in SEATS:
        yield Fault("/position/active", f"the seats are {' and '.join(SEATS)}")
    if written.step not in _STEPS:
        yield Fault("/position/step", f"a step is one of {', '.join(_STEPS)}")
    for unit, said in written.units.items():
        at = f"/position/units/{unit}"
        if unit not in begun.table.counters:
            yield Fault(at, "no such unit")
            continue
        if said.hex not in board.hexes and said.hex not in (POOL, OUT):
            yield Fault(f"{at}/hex", f"{said.hex} is not in play")
        if said.supply not in _GRADES:
            yield Fault(f"{at}/supply", f"supply is {', '.join(_GRADES)}")
        most = begun.table.counters[unit].factor
        if said.factors is not None and not 0 <= said.factors <= most:
            yield Fault(f"{at}/factors", f"{unit} has 0 to {most} factors")
    for member, hexes in (("axis", written.axis), ("allies", written.allies)):
        for number, each in enumerate(hexes):
            if each not in board.hexes:
                yield Fault(f"/position/{member}/{number}", f"{each} is not in play")
    for nation, amount in written.brp.items():
        if nation not in begun.brp or amount < 0:
            yield Fault(f"/position/brp/{nation}", "a major power has 0 BRPs or more")

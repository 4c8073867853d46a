"""States: how a game begins, and how a state is copied, packed and read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from sealion_pbem.engine.wire import from_wire, to_wire
from sealion_pbem.engine.words import Json, Seat
from sealion_pbem.rulesets.world_at_war.by_hand import ByHand
from sealion_pbem.rulesets.world_at_war.setting import GameSettings
from sealion_pbem.rulesets.world_at_war.state import POOL, State, Unit
from sealion_pbem.rulesets.world_at_war.table import ALLIES, AXIS, SEATS, SIDE_OF, Table, table
from sealion_pbem.rulesets.world_at_war.task import Attack, Attrition, Demand, Drop, Fight, Rush

__all__ = ["copied", "packed", "start", "unpacked"]

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
    """R-13  Give the hexes of a country to its side; a scenario may say otherwise."""
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
    rest["by_hand"] = from_wire(ByHand, rest["by_hand"])
    for name, cls in _RECORDS.items():
        rest[name] = None if rest[name] is None else from_wire(cls, rest[name])
    for name, cls in _LISTS.items():
        rest[name] = tuple(from_wire(cls, each) for each in rest[name])
    units = rest.pop("units")
    state = State(at, units={}, **rest)
    for unit in sorted(units, key=at.rank.__getitem__):
        state.put(unit, Unit(*units[unit]))
    return state

"""A state as JSON, for digests and files: only what changes, and the options it is played with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealion_pbem.engine.wire import from_wire, one_of, to_wire
from sealion_pbem.engine.words import Json
from sealion_pbem.rulesets.sealion.state import State, Unit
from sealion_pbem.rulesets.sealion.table import Table
from sealion_pbem.rulesets.sealion.veil import Veil

__all__ = ["pack", "unpack"]

# What goes into files as it stands; sets and areas are written as sorted lists.
_PLAIN = (
    "turn", "step", "stage", "ended", "weather", "bonus", "parliament_rolled", "churchill",
    "brandenburgers_used", "radars_counted", "winner",
)  # fmt: skip
_SETS = ("resolved", "done", "fought", "used", "home", "landed", "spent")
_AREAS = ("ever_german", "last_german", "taken")


def pack(state: State) -> Json:
    """Return a state as JSON, complete and canonical."""
    numbers = state.table.board.in_area
    return {
        "options": dict(state.table.options),
        **{name: getattr(state, name) for name in _PLAIN},
        **{name: sorted(getattr(state, name)) for name in _SETS},
        **{name: list(numbers(getattr(state, name))) for name in _AREAS},
        "units": state.listed.copy(),
        "came_from": {name: list(path) for name, path in state.came_from.items()},
        "task": to_wire(state.task),
        **({"veil": to_wire(state.veil)} if state.veil else {}),
    }


def unpack(document: Json, table: Table, tasks: Mapping[str, type[Any]]) -> State:
    """Return the state that `pack` wrote; `tasks` are the procedures that may be in progress."""
    task = document["task"]
    parts: dict[str, Any] = {name: document[name] for name in _PLAIN}
    parts |= {name: frozenset(document[name]) for name in _SETS}
    parts |= {name: table.board.area(document[name]) for name in _AREAS}
    parts["came_from"] = {name: tuple(path) for name, path in document["came_from"].items()}
    parts["task"] = one_of(tasks, task) if task else None
    if "veil" in document:
        parts["veil"] = from_wire(Veil, document["veil"])
    state = State(table, **parts)
    for name, unit in document["units"].items():
        state.put(name, Unit(*unit))
    return state

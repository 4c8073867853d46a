"""A state as JSON, for digests and files: only what changes, and the options it is played with."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from sealion_pbem.engine.wire import from_wire, one_of, to_wire
from sealion_pbem.engine.words import Json
from sealion_pbem.rulesets.sealion.state import MEMBERS, State, Unit
from sealion_pbem.rulesets.sealion.table import Table
from sealion_pbem.rulesets.sealion.veil import Veil

__all__ = ["pack", "unpack"]

_PLAIN = tuple(member.name for member in MEMBERS if member.is_plain)
_AS_THEY_STAND = attrgetter(*_PLAIN)
_OTHERS = tuple((member.name, member.writer) for member in MEMBERS if not member.is_plain)


def pack(state: State) -> Json:
    """Return a state as JSON, complete and canonical."""
    board = state.table.board
    return {
        "options": dict(state.table.options),
        **dict(zip(_PLAIN, _AS_THEY_STAND(state), strict=True)),
        **{name: write(board, getattr(state, name)) for name, write in _OTHERS},
        "units": state.listed.copy(),
        "task": to_wire(state.task),
        **({"veil": to_wire(state.veil)} if state.veil else {}),
    }


def unpack(document: Json, table: Table, tasks: Mapping[str, type[Any]]) -> State:
    """Return the state that `pack` wrote; `tasks` are the procedures that may be in progress."""
    task = document["task"]
    state = State(
        table,
        **{member.name: member.read(table.board, document[member.name]) for member in MEMBERS},
        task=one_of(tasks, task) if task else None,
        veil=from_wire(Veil, document["veil"]) if "veil" in document else None,
    )
    for name, unit in document["units"].items():
        state.put(name, Unit(*unit))
    return state

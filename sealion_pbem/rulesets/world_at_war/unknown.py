"""Names in orders that mean nobody and no hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sealion_pbem.engine.form import Draft
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.world_at_war import data
from sealion_pbem.rulesets.world_at_war.state import State

__all__ = ["absent_from"]

_UNITS = ("unit", "units", "transport", "wings", "support", "air", "moves", "routes")
_HEXES = ("hex", "hexes", "path", "bridgehead")


def absent_from(state: State, draft: Draft) -> Iterator[Violation]:
    """R-4, R-6, R-10  Return the units and hexes of an order that are not in this game."""
    for name, value in draft.items():
        if name in _UNITS:
            for at, unit in _names(value):
                if unit not in state.units:
                    text = f"no unit of this game is called {unit!r}"
                    yield Violation("R-4", "unknown_unit", text, f"/{name}{at}")
        if name in _HEXES:
            for at, number in _names(value):
                yield from _no_hex(state, number, f"/{name}{at}")
        if name in ("moves", "routes"):
            for unit, places in value.items():
                for at, number in _names(places) if places is not None else ():
                    yield from _no_hex(state, number, f"/{name}/{unit}{at}")


def _no_hex(state: State, number: str, at: str) -> Iterator[Violation]:
    if number in state.table.board.hexes:
        return
    drawn = data.hexes().get(number)
    if drawn is not None and drawn.country in state.table.never_entered:
        text = f"{number} is in {drawn.country}, which nobody enters"
        yield Violation("R-10", "closed", text, at)
    else:
        yield Violation("R-6", "unknown_hex", f"no hex in play is called {number!r}", at)


def _names(value: Any) -> Iterator[tuple[str, str]]:
    """Return every name in a member with its place: a word, a list, the keys of a table."""
    if isinstance(value, str):
        yield "", value
    elif isinstance(value, Mapping):
        yield from ((f"/{name}", name) for name in value)
    else:
        yield from ((f"/{number}", name) for number, name in enumerate(value))

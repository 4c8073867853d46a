"""Questions that are asked many times in one position: the answer is kept with the state.

Deciding, answering, checking and obeying an order ask the same things between two events. An answer
counts while no unit has changed (`State.put` forgets all) and while the members it also depends on
are what they were.

Measured without it: the pairs of a naval decision (row 25a of the benchmark) 15 % slower, audits 5 %.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import attrgetter
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from sealion_pbem.rulesets.sealion.state import State

__all__ = ["remembered", "stale"]

P = ParamSpec("P")
T = TypeVar("T")
_Asking = Callable[Concatenate[State, P], T]
_NEVER_ASKED = object()


def _nothing_else(_: State) -> None:
    """Look at nothing: the question is about units only."""


def remembered(*members: str) -> Callable[[_Asking[P, T]], _Asking[P, T]]:
    """Keep what a question about units comes to; `members` of the state are what else it looks at.

    The members are values that can be hashed, and the answer one that nobody changes. A question is
    remembered by the places of its arguments: they have no names.
    """
    looked_at = attrgetter(*members) if members else _nothing_else

    def decorate(ask: _Asking[P, T]) -> _Asking[P, T]:
        answer_to: Callable[..., T] = ask

        @wraps(ask)
        def asked(state: State, *args: Any) -> T:
            memory = state.memory
            key = (ask, looked_at, looked_at(state), args)
            kept: T = memory.get(key, _NEVER_ASKED)
            if kept is _NEVER_ASKED:
                kept = memory[key] = answer_to(state, *args)
            return kept

        return cast("_Asking[P, T]", asked)

    return decorate


def stale(state: State) -> list[str]:
    """Return which answers that still count are no longer true: none, or a member was forgotten."""
    return [
        f"{ask.__name__}{args} is remembered as {kept}"
        for (ask, looked_at, seen, args), kept in list[tuple[Any, Any]](state.memory.items())
        if looked_at(state) == seen and ask(state, *args) != kept
    ]

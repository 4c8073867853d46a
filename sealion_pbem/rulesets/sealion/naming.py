"""What units are called: in refusals and prompts with their ids, in dice labels in a few words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sealion_pbem.rulesets.sealion.state import State

__all__ = ["listed", "named", "roll_call"]

_NAMED = 3


def named(state: State, name: str) -> str:
    """Return a unit as refusals and prompts call it; a name that no unit has stands as it is."""
    counter = state.table.counters.get(name)
    return f"{counter.name} ({name})" if counter else repr(name)


def listed(state: State, names: Iterable[str], nobody: str = "none") -> str:
    """Return units as refusals and prompts list them."""
    return ", ".join(named(state, name) for name in names) or nobody


def roll_call(state: State, names: Sequence[str]) -> str:
    """Return up to three names and how many more there are: a dice label has room for 300 characters."""
    counters = state.table.counters
    said = ", ".join([counters[name].name for name in names[:_NAMED]])
    more = len(names) - _NAMED
    return f"{said} and {more} more" if more > 0 else said

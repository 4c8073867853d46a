"""What units are called: in refusals and prompts with their ids, in dice labels in a few words.

`Counter.name` says which unit is meant; `counters.named_apart` has seen to that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sealion_pbem.rulesets.sealion.state import State
from sealion_pbem.rulesets.sealion.table import Table

__all__ = ["described", "listed", "named", "names_of", "roll_call"]

_NAMED = 3


def named(state: State, name: str) -> str:
    """Return a unit as refusals and prompts call it; a name that no unit has stands as it is."""
    counter = state.table.counters.get(name)
    return f"{counter.name} ({name})" if counter else repr(name)


def described(state: State, name: str) -> str:
    """Return what a unit is and where, as a refusal says of one that is not what it should be."""
    counter, unit = state.counter(name), state.units[name]
    what = counter.type.replace("_", " ")
    if counter.type == "transport":
        what = f"{counter.arm} transport"
    elif counter.arm == "land":
        what = f"{what} unit"
    aboard = f" aboard {named(state, unit.aboard)}" if unit.aboard else ""
    return f"{named(state, name)} is a {counter.seat} {what}{aboard} in {unit.place}"


def listed(state: State, names: Iterable[str], nobody: str = "none") -> str:
    """Return units as refusals and prompts list them."""
    return ", ".join(named(state, name) for name in names) or nobody


def names_of(table: Table) -> Mapping[str, str]:
    """Return what each unit of a game is called, by id."""
    return {name: counter.name for name, counter in table.counters.items()}


def roll_call(state: State, names: Sequence[str]) -> str:
    """Return up to three names and how many more there are: a dice label has room for 300 characters."""
    counters = state.table.counters
    said = ", ".join([counters[name].name for name in names[:_NAMED]])
    more = len(names) - _NAMED
    return f"{said} and {more} more" if more > 0 else said

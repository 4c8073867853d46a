"""What units are called: in refusals, prompts and menus with their ids, in dice labels in a few words.

`Counter.name` says which unit is meant; `counters.named_apart` has seen to that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from sealion_pbem.engine.form import Choice, Draft
from sealion_pbem.rulesets.sealion.state import State
from sealion_pbem.rulesets.sealion.table import Table

__all__ = [
    "described",
    "instead",
    "listed",
    "named",
    "names_of",
    "roll_call",
    "said_units",
    "unit_choice",
]

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


_MOST_LISTED = 24


def unit_choice(state: State, member: str, name: str, rule: str, *notes: str) -> Choice:
    """Return a unit as a choice, with the place where it is before other notes."""
    label, place = state.table.counters[name].name, state.units[name].place
    return Choice(member, name, label, None, rule, (place, *notes))


def said_units(choices: Iterable[Choice]) -> str:
    """Return units that can be chosen as refusals list them, the first of many."""
    said = [f"{choice.label} ({choice.value})" for choice in choices]
    more = f" and {len(said) - _MOST_LISTED} more" if len(said) > _MOST_LISTED else ""
    return (", ".join(said[:_MOST_LISTED]) or "none") + more


def instead(lead: str) -> Callable[[State, Draft, object, Iterable[Choice]], str]:
    """Return the hint that lists, after some words, which units can be chosen."""

    def hint(_: State, __: Draft, ___: object, choices: Iterable[Choice]) -> str:
        return f"{lead} {said_units(choices)}"

    return hint

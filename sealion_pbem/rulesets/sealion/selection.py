"""Units as choices: how menus name them, and how refusals list those that could be taken instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sealion_pbem.engine.form import Choice, Draft
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["instead", "said_units", "unit_choice"]

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

"""1.3  Units that an order names and that are not in this game, found once for all orders."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

from sealion_pbem.engine.words import Order, Violation
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["unknown_names", "unknown_unit"]


def unknown_names(state: State, order: Order) -> list[Violation]:
    """Return a violation for every unit an order names that is not in this game."""
    units, found = state.units, []
    singles, lists = _members_naming_units(type(order))
    for member in singles:
        name = getattr(order, member)
        if name not in units and name is not None:
            found.append(unknown_unit(state, name, f"/{member}"))
    for member in lists:
        for number, name in enumerate(getattr(order, member)):
            if name not in units:
                found.append(unknown_unit(state, name, f"/{member}/{number}"))
    return found


@cache
def _members_naming_units(cls: type[Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the members of an order that name one unit, and those that name several."""
    members = {field.name for field in fields(cls)}
    singles = ("unit", "submarine", "mine", "battery", "transport", "carrier")
    lists = ("units", "ships", "batteries", "transports")
    return tuple(filter(members.__contains__, singles)), tuple(filter(members.__contains__, lists))


def unknown_unit(state: State, name: str, at: str) -> Violation:
    """1.3  Refuse a name that no unit has, and say which are near it."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a refusal needs it

    close = " or ".join(get_close_matches(name, state.units))
    hint = f"did you mean {close}?" if close else "'sealion data show NAME' gives the id of a unit"
    return Violation("1.3", "unknown_unit", f"there is no unit {name!r}; {hint}", at)

"""Names of several units in a few words, for dice labels and prompts."""

from __future__ import annotations

from collections.abc import Sequence

from sealion_pbem.rulesets.sealion.state import State

__all__ = ["roll_call"]

_NAMED = 3


def roll_call(state: State, names: Sequence[str]) -> str:
    """Return up to three names and how many more there are: a dice label has room for 300 characters."""
    said = ", ".join(state.counter(name).name for name in names[:_NAMED])
    more = len(names) - _NAMED
    return f"{said} and {more} more" if more > 0 else said

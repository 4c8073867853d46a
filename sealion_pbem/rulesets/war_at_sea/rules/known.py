"""Names in refusals: whose a unit is, what it is called, lists that say none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.war_at_sea.words.state import State, seat_of

__all__ = ["Listed", "refuse_foreign", "said_at"]

_MOST_LISTED = 24


class Listed:
    """Words with commas between them; "none" if there are none."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = list(words)

    def __str__(self) -> str:
        more = len(self._words) - _MOST_LISTED
        rest = [f"and {more} more"] if more > 0 else []
        return ", ".join([*self._words[:_MOST_LISTED], *rest]) or "none"


def said_at(state: State, name: str) -> str:
    """Return a unit with the sector in which it is."""
    return f"{name} in {state.units[name].sector}"


def refuse_foreign(state: State, name: str, rule: str) -> Iterator[Violation]:
    """P.2  Return why a unit is not the active seat's to order."""
    unit = state.units.get(name)
    own = [*state.in_play(state.active)]
    if unit is None:
        close = get_close_matches(name[:60], own, 2) or own
        text = f"no unit is called {name[:60]!r}; yours are {Listed(close)}"
        yield Violation(rule, "unknown_unit", text)
    elif seat_of(name) != state.active:
        yield Violation(rule, "not_your_unit", f"{name} is not yours; yours are {Listed(own)}")
    elif unit.fate:
        fate = "was destroyed" if unit.fate == "destroyed" else "has left the map"
        yield Violation(rule, "gone", f"{name} {fate}; yours are {Listed(own)}")

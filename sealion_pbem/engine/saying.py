"""How sentences are put together: what units are called in them, and words that follow a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from sealion_pbem.engine.frozen import frozen

__all__ = ["Named", "Say", "by_id", "counted", "plural", "said_together"]


class Say(Protocol):
    """Says a unit in a sentence: whoever wants the sentence decides what units are called in it."""

    def __call__(self, unit: str, one: str = "", many: str = "") -> str:
        """Return what a unit is called and, where the sentence begins with it, what it does.

        The verb comes as `one` and as `many`, because a report says once what several units do alike.
        """


def by_id(unit: str, one: str = "", many: str = "") -> str:
    """Say a unit by its id."""
    return f"{unit} {plural(1, one, many)}" if one else unit


@frozen
class Named:
    """Says units by their names, and one that has none by its id."""

    names: Mapping[str, str]

    def __call__(self, unit: str, one: str = "", many: str = "") -> str:
        """Return the name, and what the unit does."""
        return by_id(self.names.get(unit, unit), one, many)


def said_together(say: Say, units: Sequence[str], one: str = "", many: str = "") -> str:
    """Return some units in one list and what they do; of a single unit it is said as of any other."""
    if len(units) == 1:
        return say(units[0], one, many)
    names = ", ".join(map(say, units))
    return f"{names} {plural(len(units), one, many)}" if one else names


def plural(number: int, one: str, many: str = "") -> str:
    """Return the word that goes with a number: "step" or "steps", "waits" or "wait"."""
    return one if number == 1 else many or f"{one}s"


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number of things: "1 step", "2 steps"."""
    return f"{number} {plural(number, one, many)}"

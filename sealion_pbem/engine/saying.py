"""How sentences are put together: what units are called in them, and words that follow a number.

Also what a game may be able to say of its orders in words, which order sheets ask for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Json

__all__ = ["Named", "Say", "Speaks", "Understands", "by_id", "counted", "plural", "said_together"]


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


@runtime_checkable
class Speaks(Protocol):
    """A game with phrases of its own for its orders, names for its places, and words for its units."""

    @property
    def phrases(self) -> Mapping[str, tuple[str, ...]]:
        """For each kind of order how it is said, the usual way first."""

    @property
    def examples(self) -> Mapping[str, str]:
        """For every kind of order a line that says one."""

    def place_names(self, state: Any) -> Mapping[str, str]:
        """Return every place that an order can name: its id, and what it is called."""

    def describe_unit(self, state: Any, unit: str) -> str:
        """Return what a unit is and can do, in a few words that are the same for units alike."""

    def describe_load(self, state: Any, unit: str) -> str:
        """Return what is aboard a unit, or what it is aboard of; "" if neither."""


@runtime_checkable
class Understands(Protocol):
    """A game that knows what few words mean: towns, whose units, who carries an order out and when."""

    def nicknames(self, state: Any) -> Mapping[str, tuple[str, ...]]:
        """Return other names of places, such as that of a town, with all places that are called so."""

    def at_hand(self, state: Any, seat: str) -> Collection[str]:
        """Return the units of whom a player probably speaks: his own that are in play."""

    def doer(self, state: Any, orders: list[dict[str, Json]], kind: str, unit: str) -> str:
        """Return who carries out a kind of order that is given to a unit, after some orders on the wire.

        A transport that is to land puts its cargo ashore, and troops that are to sail sail their ship.
        """

    def moments(self, state: Any, seat: str, kind: str, stage: str) -> tuple[int, ...]:
        """Return where in the sequence of play a player can give an order; `stage` is what it names."""

    def moment(self, state: Any) -> int:
        """Return the place in the sequence of play in which the game is."""

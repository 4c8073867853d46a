"""How sentences are put together: what units are called in them, and words that follow a number.

Also what a game may be able to say of its orders in words, which order sheets ask for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Json

__all__ = [
    "Implies",
    "Introductions",
    "Named",
    "Presumes",
    "Say",
    "Speaks",
    "Understands",
    "Utterance",
    "by_id",
    "counted",
    "in_passing",
    "plural",
    "said_together",
    "with_ids",
]

_MARK = "\x1f"
"""Stands around an id in a sentence on its way to `Introductions`; no text of a game has it."""
_MOST_IDS = 4
"""A sentence that would bring more ids than this brings none: nobody can read such a list."""


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


@frozen
class Utterance:
    """A sentence in pieces: words, and the id of the unit that they end with, or nothing."""

    pieces: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        """Return the sentence with ids as refusals have them."""
        return "".join(f"{words} ({unit})" if unit else words for words, unit in self.pieces)

    @property
    def words(self) -> str:
        """The sentence without ids."""
        return "".join(words for words, _ in self.pieces)


def with_ids(names: Mapping[str, str]) -> Mapping[str, str]:
    """Return names in which ids go along; what is said with them is read by `Introductions`."""
    return {
        unit: name if name == unit else f"{name}{_MARK}{unit}{_MARK}"
        for unit, name in names.items()
    }


class Introductions:
    """Where a unit is mentioned for the first time its id stays beside its name.

    A long list brings no ids: who stands in it is introduced by the next sentence about few.
    """

    def __init__(self) -> None:
        """Nobody has been mentioned yet."""
        self._known: set[str] = set()

    def spoken(self, said: str) -> Utterance:
        """Return a sentence that was put together from names `with_ids`."""
        words, units = said.split(_MARK)[::2], said.split(_MARK)[1::2]
        new = dict.fromkeys(unit for unit in units if unit not in self._known)
        if len(new) > _MOST_IDS:
            return Utterance(((in_passing(said), ""),))
        self._known.update(new)
        return Utterance(tuple(_pieces(words, units, new)))


def in_passing(said: str) -> str:
    """Return a sentence that was put together from names `with_ids`, without ids."""
    return "".join(said.split(_MARK)[::2])


def _pieces(
    words: Sequence[str], units: Sequence[str], new: Mapping[str, None]
) -> Iterator[tuple[str, str]]:
    """Return words each with the id behind them, the first time that a new unit is named."""
    left, before = dict(new), ""
    for text, unit in zip(words, [*units, ""], strict=True):
        before += text
        if unit in left:
            del left[unit]
            yield before, unit
            before = ""
    if before:
        yield before, ""


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
class Implies(Protocol):
    """A game in which some orders go without saying, if a line tells a unit several things."""

    def implied(
        self, state: Any, orders: list[dict[str, Json]], order: Mapping[str, Json]
    ) -> list[dict[str, Json]]:
        """Return what must be done between the orders that a line has given so far and its next."""


@runtime_checkable
class Presumes(Protocol):
    """A game that knows of whom a player probably speaks, where a name could mean several."""

    def at_hand(self, state: Any, seat: str) -> Collection[str]:
        """Return the units of whom a player probably speaks: his own that are in play."""


@runtime_checkable
class Understands(Presumes, Protocol):
    """A game that knows what few words mean: towns, whose units, who carries an order out and when."""

    def nicknames(self, state: Any) -> Mapping[str, tuple[str, ...]]:
        """Return other names of places, such as that of a town, with all places that are called so."""

    def doer(self, state: Any, orders: list[dict[str, Json]], kind: str, unit: str) -> str:
        """Return who carries out a kind of order that is given to a unit, after some orders on the wire.

        A transport that is to land puts its cargo ashore, and troops that are to sail sail their ship.
        """

    def moments(self, state: Any, seat: str, kind: str, stage: str) -> tuple[int, ...]:
        """Return where in the sequence of play a player can give an order; `stage` is what it names."""

    def moment(self, state: Any) -> int:
        """Return the place in the sequence of play in which the game is."""

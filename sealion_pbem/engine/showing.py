"""What a game may be able to show besides being played: its story, fights, costs, map and data packs.

They are declared and asked for like the capabilities of `engine/capability.py`; a game is judged without
any of this.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.saying import Say, by_id
from sealion_pbem.engine.words import Event, Seat

if TYPE_CHECKING:
    # Who only declares them does without these words; who asks for them has them anyway.
    from sealion_pbem.engine.card import Briefing, Card, Loss
    from sealion_pbem.engine.pack import PackKeeping
    from sealion_pbem.engine.picture import Chart, Mark, Piece, Supplement

__all__ = [
    "CountsCosts",
    "DescribesPacks",
    "Draws",
    "Narrates",
    "Prices",
    "ReportsFights",
    "Warns",
    "narration_of",
]

S_contra = TypeVar("S_contra", contravariant=True)


@runtime_checkable
class Narrates(Protocol[S_contra]):
    """A game that has its own words for where it stands.

    `quiet` are the kinds of events that a story can leave out: dice, and ends of what was told.
    """

    quiet: frozenset[str]

    def names(self, state: S_contra) -> Mapping[str, str]:
        """Return the name of each unit as players read it; without an entry the id is the name."""

    def part(self, state: S_contra) -> str:
        """Return the part of the sequence of play a state is in, as a heading; it is asked often."""

    def briefing(self, state: S_contra) -> Briefing:
        """Return where the game stands, for the head of a report."""

    def board(self, state: S_contra) -> str:
        """Return the position as text, for terminals and plain mails."""


@runtime_checkable
class ReportsFights(Protocol[S_contra]):
    """A game of which a report can show combats and losses.

    Law: cards and losses follow from a state and the events after it, and change neither.
    """

    def cards(self, before: S_contra, events: Sequence[Event[Any]]) -> tuple[Card, ...]:
        """Return a card for every combat of the events that followed on a state."""

    def losses(self, before: S_contra, events: Sequence[Event[Any]]) -> tuple[Loss, ...]:
        """Return everything that was lost in the events that followed on a state."""


@runtime_checkable
class CountsCosts(Protocol[S_contra]):
    """A game that can say what moves cost."""

    def costs(
        self, before: S_contra, events: Sequence[Event[Any]], say: Say = by_id
    ) -> Mapping[int, str]:
        """Return what moves among the events after a state cost, by the number of the event."""


@runtime_checkable
class Prices(Protocol):
    """A game that can say a cost among the choices of an order."""

    def price(self, cost: int) -> str:
        """Return a cost in words; it is told in the smallest units of the game."""


@runtime_checkable
class Warns(Protocol[S_contra]):
    """A game that can say cheaply who would be lost if nobody did anything about it."""

    def dangers(self, state: S_contra, seat: Seat) -> tuple[str, ...]:
        """Return what threatens a seat by the rules alone, not by what others may do."""


@runtime_checkable
class Draws(Protocol[S_contra]):
    """A ruleset whose positions can be drawn."""

    def chart(self) -> Chart:
        """Return the map."""

    def piece(self, unit: str, left: int | None = None) -> Piece:
        """Return one counter, standing nowhere, as it looks when so much is left of it; None: all."""

    def pieces(self, state: S_contra) -> tuple[Piece, ...]:
        """Return every unit in play, once, in the order of the counters."""

    def supplement(self, state: S_contra) -> Supplement:
        """Return what this game has on its map that others of the ruleset have not."""

    def held(self, state: S_contra) -> Mapping[str, tuple[str, ...]]:
        """Return the places to be tinted because a side holds them, by one of the `tints` of the style."""

    def marks(
        self, events: Iterable[Event[Any]], before: S_contra | None = None
    ) -> tuple[Mark, ...]:
        """Return what is drawn of events; from `before`, arrows know where moves began."""


@runtime_checkable
class DescribesPacks(Protocol):
    """A game whose numbers lie in sheets and charts that people can correct, each with its source."""

    def pack_keeping(self) -> PackKeeping:
        """Return where its packs lie, and how they are checked, counted, compiled and described."""


@lru_cache
def narration_of(ruleset: Ruleset[Any]) -> Narrates[Any]:
    """Return a game's words for where it stands; in a game that has none, its clock and its state."""
    return ruleset if isinstance(ruleset, Narrates) else _Plain(ruleset)


class _Plain:
    quiet = frozenset({DiceRolled.kind})

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self._ruleset = ruleset

    def names(self, state: Any) -> Mapping[str, str]:
        return {}

    def part(self, state: Any) -> str:
        return self._ruleset.clock(state)

    def briefing(self, state: Any) -> Briefing:
        from sealion_pbem.engine.card import Briefing  # noqa: PLC0415 - for reports only

        return Briefing(f"Turn {self._ruleset.game_turn(state)}")

    def board(self, state: Any) -> str:
        return json.dumps(self._ruleset.pack(state), indent=1, ensure_ascii=False)

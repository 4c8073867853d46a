"""What goes into a run of the decision loop, what comes out of it, and the room that a receipt has for it.

What a turn leads to must fit into the one file that answers it.
A file has at most 262,144 bytes and, in them, 13,107 commas and opening brackets (`pbem.loader`). Rolls
and automatic answers are counted as they come; when half of the file is full the run ends before the
next order, and the game waits there. The other half is for what a single order can lead to, which is
far less in every ruleset, and for what comes back.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any, Generic, TypeVar

from sealion_pbem.engine.ahead import Queued, Written, order_to_wire
from sealion_pbem.engine.canon import weigh
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.game import Game
from sealion_pbem.engine.standing import StandingOrder
from sealion_pbem.engine.words import Decision, Event, Json, Seat, Violation

__all__ = [
    "FULL_BYTES",
    "FULL_SIGNS",
    "MOST_AUTOMATIC",
    "Automatic",
    "Outcome",
    "Preview",
    "Returned",
    "Room",
    "Turn",
]

S = TypeVar("S")

FULL_BYTES = 131_072
FULL_SIGNS = 6_000
MOST_AUTOMATIC = 1000
# What a roll takes in a receipt at most: a letter may be written as \u0000, a die stands on its own line.
_ROLL_BYTES = 150
_LETTER_BYTES = 6
_DIE_BYTES = 20
_ROLL_SIGNS = 6
"""A run that answers itself this often has standing orders that never come to an end."""


@frozen
class Turn:
    """The orders of one turn file; `standing` replaces the seat's standing orders.

    Its orders come before those that the seat has queued, unless `drops_queued` takes these away.
    """

    seat: Seat
    orders: tuple[Written, ...]
    standing: tuple[StandingOrder, ...] | None = None
    drops_queued: bool = False

    @property
    def document(self) -> dict[str, Json]:
        """The members of a turn file that say it, standing orders aside."""
        document: dict[str, Json] = {"orders": [order_to_wire(order) for order in self.orders]}
        if self.drops_queued:
            document["drop_queued"] = True
        return document


@frozen
class Automatic:
    """An answer that a standing order gave."""

    seat: Seat
    decision: str
    order: Json
    standing_order: int

    @property
    def document(self) -> dict[str, Json]:
        """The answer as a receipt lists it; the order is as it was on the wire already."""
        return {
            "seat": self.seat,
            "decision": self.decision,
            "order": self.order,
            "standing_order": self.standing_order,
        }


@frozen
class Returned:
    """Orders that could no longer be carried out and are still to be given; no offence."""

    seat: Seat
    orders: tuple[Queued, ...]
    violations: tuple[Violation, ...]

    @property
    def count(self) -> int:
        """The number of orders; 0 for what was sealed as a standing order."""
        return len(self.orders)


@frozen
class Outcome(Generic[S]):
    """The outcome of a turn; `refused` is not empty when the whole file was rejected.

    `lapsed` are orders that ended what had ended by itself: they were dropped, and change nothing.
    """

    game: Game[S]
    events: tuple[Event[Any], ...]
    stands: int
    waiting: Decision | None
    automatic: tuple[Automatic, ...] = ()
    returned: tuple[Returned, ...] = ()
    refused: tuple[Violation, ...] = ()
    switched_off: tuple[tuple[Seat, int, tuple[Violation, ...]], ...] = ()
    lapsed: tuple[tuple[Seat, Queued], ...] = ()

    @property
    def rolls(self) -> tuple[DiceRolled, ...]:
        """Every roll of the run, in the order in which the dice fell."""
        return tuple(event for event in self.events if isinstance(event, DiceRolled))


@frozen
class Preview:
    """The judgement of a turn up to its first die: how many orders were judged, what stopped it.

    Members that are not compared tell how it came: the turn, the state `before`, the events that
    followed on it up to there, the state `after` them, the orders that came back or lapsed, what
    standing orders answered, and the whole outcome if no die was missing.
    """

    refused: tuple[Violation, ...]
    judged: int
    needs_dice: str = ""
    before: Any = field(default=None, compare=False)
    events: tuple[Event[Any], ...] = field(default=(), compare=False)
    returned: tuple[Returned, ...] = field(default=(), compare=False)
    lapsed: tuple[tuple[Seat, Queued], ...] = field(default=(), compare=False)
    outcome: Outcome[Any] | None = field(default=None, compare=False)
    turn: Turn | None = field(default=None, compare=False)
    after: Any = field(default=None, compare=False)
    automatic: tuple[Automatic, ...] = field(default=(), compare=False)


class Room:
    """The part of a receipt that is used up.

    Rolls are taken for as large as they could be, and weighed only when that would fill the receipt:
    hardly any does.
    """

    __slots__ = ("_answers", "_unweighed", "_weighed", "is_full", "signs", "size")

    def __init__(self) -> None:
        self.size = self.signs = 0
        """What is used up at most: bytes; commas and opening brackets."""
        self.is_full = False
        """Whether no further order may be carried out."""
        self._answers = 0
        self._weighed = (0, 0)
        self._unweighed: list[DiceRolled] = []

    def take_rolls(self, rolls: list[DiceRolled]) -> None:
        """Count rolls that the receipt will list."""
        for roll in rolls:
            dice = len(roll.values)
            letters = len(roll.label) + len(roll.rule)
            self.size += _ROLL_BYTES + _LETTER_BYTES * letters + _DIE_BYTES * dice
            self.signs += _ROLL_SIGNS + dice
        self._unweighed += rolls
        self.is_full = self.is_full or not self._has_room(0, 0)

    def take_answer(self, answer: Json) -> bool:
        """Count an automatic answer if it still fits; return whether it does."""
        size, signs = weigh([answer])
        if not self._has_room(size, signs):
            return False
        self._count(size, signs)
        self._answers += 1
        self.is_full = self.is_full or self._answers >= MOST_AUTOMATIC
        return True

    def _has_room(self, size: int, signs: int) -> bool:
        if self._unweighed and not self._fits(size, signs):
            self.size, self.signs = self._weighed
            self._count(*weigh([roll.document for roll in self._unweighed]))
            self._unweighed = []
        return self._fits(size, signs)

    def _fits(self, size: int, signs: int) -> bool:
        return self.size + size <= FULL_BYTES and self.signs + signs <= FULL_SIGNS

    def _count(self, size: int, signs: int) -> None:
        self.size, self.signs = self.size + size, self.signs + signs
        weighed, counted = self._weighed
        self._weighed = weighed + size, counted + signs

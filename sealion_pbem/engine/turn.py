"""What goes into a run of the decision loop, and what comes out of it."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from sealion_pbem.engine.ahead import Queued, Written, order_to_wire
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.game import Game
from sealion_pbem.engine.standing import StandingOrder
from sealion_pbem.engine.words import Decision, Event, Json, Seat, Violation

__all__ = ["Automatic", "Outcome", "Returned", "Turn"]

S = TypeVar("S")


@frozen
class Turn:
    """What one turn file asks of the engine; `standing` replaces the seat's standing orders.

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
        """How a receipt says it; the order is as it was on the wire already."""
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
        """How many they are; 0 for what was sealed as a standing order."""
        return len(self.orders)


@frozen
class Outcome(Generic[S]):
    """What a turn came to; `refused` is not empty when the whole file was rejected.

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

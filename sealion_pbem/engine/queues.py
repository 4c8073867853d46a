"""The queues of a run: orders that wait for their time, and which of them stand in the file judged."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.ahead import Queued, order_to_wire
from sealion_pbem.engine.canon import canonical
from sealion_pbem.engine.words import Seat, Violation

__all__ = ["MOST_QUEUED", "MOST_QUEUED_BYTES", "Queues", "check_load"]

MOST_QUEUED = 1000
MOST_QUEUED_BYTES = 262_144
_HELP = "say drop_queued to drop those that wait"


def check_load(waiting: tuple[Queued, ...], file: tuple[Queued, ...]) -> Iterator[Violation]:
    """Refuse a file by which a seat would have more orders queued than a receipt can give back.

    Those that wait are in every digest, so the room that they take is limited too.
    """
    count = len(waiting) + len(file)
    if waiting and count > MOST_QUEUED:
        text = (
            f"with the {len(waiting)} that wait these are {count}, more than {MOST_QUEUED}; {_HELP}"
        )
        yield Violation("-", "too_many_queued", text, "/orders")
    elif waiting:
        size = len(canonical([order_to_wire(order) for order in waiting]))
        if size > MOST_QUEUED_BYTES:
            text = f"the orders that wait take {size} bytes, more than {MOST_QUEUED_BYTES}; {_HELP}"
            yield Violation("-", "too_many_queued", text, "/orders")


class Queues:
    """Every seat's queue; at the head of its author's stand the orders of the file."""

    __slots__ = ("_author", "_by_seat", "_given", "_left", "_returned")

    def __init__(
        self, by_seat: dict[Seat, tuple[Queued, ...]], author: Seat, file: tuple[Queued, ...]
    ) -> None:
        """Put the orders of a file before those that its author has queued already."""
        self._by_seat, self._author = by_seat, author
        self._given = self._left = len(file)
        self._returned = 0
        by_seat[author] = (*file, *by_seat.get(author, ()))

    @property
    def judged(self) -> int:
        """How many orders of the file have been taken from the queue."""
        return self._given - self._left

    @property
    def standing(self) -> int:
        """How many orders of the file stand: carried out, or still queued."""
        return self._given - self._returned

    def of(self, seat: Seat) -> tuple[Queued, ...]:
        """Return the orders that a seat has queued."""
        return self._by_seat.get(seat, ())

    def waiting_seats(self) -> list[Seat]:
        """Return the seats that have orders queued, sorted: a game read back must say the same."""
        return sorted(seat for seat, queue in self._by_seat.items() if queue)

    def is_in_file(self, seat: Seat) -> bool:
        """Return whether the order at the head of a seat's queue stands in the file."""
        return seat == self._author and self._left > 0

    def pointer(self, seat: Seat, ahead: int = 0) -> str:
        """Return where in the file an order of a queue stands; "" if it does not."""
        if seat != self._author or ahead >= self._left:
            return ""
        return f"/orders/{self.judged + ahead}"

    def take(self, seat: Seat, count: int = 1) -> tuple[Queued, ...]:
        """Take orders from the head of a seat's queue."""
        queue = self._by_seat[seat]
        self._by_seat[seat] = queue[count:]
        if seat == self._author:
            self._left = max(0, self._left - count)
        return queue[:count]

    def give_back(self, seat: Seat, count: int) -> tuple[Queued, ...]:
        """Take orders that are not carried out from the head of a seat's queue."""
        if seat == self._author:
            self._returned += min(count, self._left)
        return self.take(seat, count)

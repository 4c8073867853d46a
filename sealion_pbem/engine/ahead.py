"""Orders written ahead: the game turn and stage each belongs to, and whether its time has come.

A file may hold orders for many stages. An order belongs to the turn and stage that it names; if it
names no turn, to that of the order before it in its file, and the first to the turn of the decision
that it answers. When its time is over it is not carried out in a later turn: it comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from enum import Enum, auto
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

from sealion_pbem.engine.canon import canonical
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.wire import one_of, to_wire
from sealion_pbem.engine.words import Json, Order, Seat, Violation
from sealion_pbem.errors import WireError

__all__ = [
    "MOST_QUEUED",
    "MOST_QUEUED_BYTES",
    "Calendar",
    "Due",
    "Mistimed",
    "Queued",
    "Queues",
    "Timed",
    "Written",
    "Yields",
    "check_load",
    "check_times",
    "due_at",
    "enqueue",
    "order_from_wire",
    "order_to_wire",
]

S_contra = TypeVar("S_contra", contravariant=True)

_FIRST_TURN = 1
MOST_QUEUED = 1000
MOST_QUEUED_BYTES = 262_144
_HELP = "say drop_queued to drop those that wait"


class Due(Enum):
    """The time of an order, as seen from what is asked now."""

    HERE = auto()
    """In this stage, but what is asked now comes first."""
    UNASKED = auto()
    """In this stage, but the question that it answers has not come up."""
    LATER = auto()
    OVER = auto()
    """In a stage that is over in this game turn, or left out of it."""
    NEVER = auto()
    """In no stage of any game turn."""

    @property
    def is_missed(self) -> bool:
        """Whether an order that is next has no time to wait for."""
        return self in (Due.UNASKED, Due.OVER, Due.NEVER)


@frozen
class Mistimed:
    """An order that does not answer what is asked now: whether its time is still to come, and why not now.

    Most orders only wait, and nobody is told why: the reason is worked out when somebody asks.
    """

    due: Due
    say: Callable[[], Violation]

    @property
    def why(self) -> Violation:
        """The reason why it does not answer now."""
        return self.say()


@frozen
class Timed:
    """An order that names its time: the game turn, the stage, or both."""

    order: Order
    turn: int | None = None
    stage: str = ""

    @property
    def kind(self) -> str:
        """The kind of the order."""
        return self.order.kind


Written: TypeAlias = Order | Timed
"""An order as it stands in a file."""


@frozen
class Queued:
    """An order that waits for its time: in this game turn, and in the stage it names if it does."""

    order: Order
    turn: int
    stage: str = ""


def due_at(
    now: int, times: Collection[int], *, is_interrupted: bool, left_out: Collection[int] = ()
) -> Due:
    """Return when an order has its time that does not answer what is asked now.

    `times` are the numbers, in the sequence of play, of the stages of a game turn in which its seat can
    give it, `left_out` those that this game turn skips, and `now` is the present one. It waits if
    something is asked in between; if the stage itself is asked about, the question that it was to
    answer has not come up.
    """
    if now in times:
        return Due.HERE if is_interrupted else Due.UNASKED
    if any(time > now and time not in left_out for time in times):
        return Due.LATER
    return Due.OVER if times else Due.NEVER


def enqueue(written: Iterable[Written], turn: int) -> tuple[Queued, ...]:
    """Return the orders of a file that is written in a game turn, each with its own turn."""
    turn, queue = max(turn, _FIRST_TURN), []
    for order in written:
        if isinstance(order, Timed):
            turn = order.turn or turn
            queue.append(Queued(order.order, turn, order.stage))
        else:
            queue.append(Queued(order, turn))
    return tuple(queue)


@frozen
class Calendar:
    """The game turns and stages of a game: which one it is in, which is the last, and by which rule."""

    rule: str
    turn: int
    last_turn: int | None
    stages: tuple[str, ...]


def check_times(queue: Iterable[Queued], calendar: Calendar) -> Iterator[Violation]:
    """Refuse orders for a turn or stage that the game does not have, and those that go back in time."""
    rule, turn, last, known = calendar.rule, calendar.turn, calendar.last_turn, calendar.stages
    latest = max(turn, _FIRST_TURN)
    for number, queued in enumerate(queue):
        if queued.turn == turn and latest == turn and not queued.stage:
            # Most orders are for the turn in which the game is.
            continue
        if queued.stage and queued.stage not in known:
            text = f"no stage is called {queued.stage!r}; there are: {', '.join(known)}"
            yield Violation(rule, "unknown_stage", text, f"/orders/{number}/stage")
        if queued.turn < latest:
            text = f"turn {queued.turn} is over; the orders before this one are for turn {latest}"
            if latest <= turn:
                text = f"turn {queued.turn} is over; the game is in turn {turn}"
            yield Violation(rule, "turn_over", text, f"/orders/{number}/turn")
        if last is not None and queued.turn > last:
            text = f"turn {queued.turn} never comes; the last is turn {last}"
            yield Violation(rule, "after_last_turn", text, f"/orders/{number}/turn")
        latest = max(latest, queued.turn)


def order_to_wire(order: Written | Queued) -> dict[str, Json]:
    """Return an order as JSON; the time it names stands beside its own members."""
    if not isinstance(order, Timed | Queued):
        plain: dict[str, Json] = to_wire(order)
        return plain
    document: dict[str, Json] = to_wire(order.order)
    if order.turn is not None:
        document["turn"] = order.turn
    if order.stage:
        document["stage"] = order.stage
    return document


def order_from_wire(kinds: Mapping[str, type[Order]], document: Json, at: str = "") -> Written:
    """Return the order that a document describes; WireError says which member is wrong."""
    if not isinstance(document, dict) or not ("turn" in document or "stage" in document):
        return one_of(kinds, document, at)
    rest = {name: value for name, value in document.items() if name not in ("turn", "stage")}
    turn, stage = document.get("turn"), document.get("stage", "")
    if "turn" in document and (type(turn) is not int or turn < _FIRST_TURN):
        raise WireError(f"{at}/turn: expected the number of a game turn, found {turn!r}")
    if type(stage) is not str:
        raise WireError(f"{at}/stage: expected the name of a stage, found {stage!r}")
    return Timed(one_of(kinds, rest, at), turn, stage)


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


@runtime_checkable
class Yields(Protocol[S_contra]):
    """A game with orders that hang together with no others, such as the shots of different ships.

    One of the `yielding` kinds that has become illegal after it was signed is carried out as far as it
    is possible, or lapses alone; the rest of the file goes on.
    """

    yielding: frozenset[str]

    def remnant(self, state: S_contra, order: Order) -> Order | None:
        """Return what is left of an order that has become illegal; None: nothing."""


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
        """The number of orders of the file that have been taken from the queue."""
        return self._given - self._left

    @property
    def standing(self) -> int:
        """The number of orders of the file that stand: carried out, or still queued."""
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
        if seat == self._author and self._left:
            self._left = max(0, self._left - count)
        return queue[:count]

    def give_back(self, seat: Seat, count: int) -> tuple[Queued, ...]:
        """Take orders that are not carried out from the head of a seat's queue."""
        if seat == self._author:
            self._returned += min(count, self._left)
        return self.take(seat, count)

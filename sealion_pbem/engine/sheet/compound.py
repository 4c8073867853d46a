"""Lines that tell a unit several things: "Trans 3: load 17 Inf, sail A, land 6219".

A line of this kind names its subject once; each clause behind the colon is an order without it. Clauses
may belong to different stages of a game turn, so the orders of a sheet are arranged: what a clause orders
for a later stage stands before whatever the sheet says next for that stage or for one behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.sheet.lexicon import Lexicon
from sealion_pbem.engine.sheet.members import Manner, MemberReader, Misread
from sealion_pbem.engine.sheet.phrase import Word
from sealion_pbem.engine.sheet.speech import Heard, Offers, Speech
from sealion_pbem.engine.words import Json

__all__ = ["Agenda", "OrderSaid", "heard_clauses", "said_orders"]

_MOST_CLAUSES = 12
Doer = Callable[[list[dict[str, Json]], str, str], str]
Implied = Callable[[list[dict[str, Json]], Mapping[str, Json]], list[dict[str, Json]]]
"""Who carries out an order of a kind that names a unit, after some orders."""
Moments = Callable[[str, str], tuple[int, ...]]
"""The places in the sequence of play of the stages in which a kind of order can be given."""


@frozen
class OrderSaid:
    """An order of a sheet, where it stands, and where parts of it do."""

    order: dict[str, Json]
    word: Word
    spots: Mapping[str, Word] = field(default_factory=dict)


def heard_clauses(
    speech: Speech,
    words: tuple[Word, ...],
    names: Lexicon,
    offered: Offers,
    doer: Doer,
    implied: Implied,
) -> list[OrderSaid] | list[Misread]:
    """Return the orders of a line with a subject and clauses; what is wrong with it; [] if it is none.

    Between two of them stand those that go without saying.
    """
    at = next((number for number, word in enumerate(words) if word.text == ":"), 0)
    subject, rest = words[:at], words[at + 1 :]
    if not subject or not rest or not _are_units(subject, names):
        return []
    parts = [*_between_commas(rest)]
    if len(parts) > _MOST_CLAUSES:
        text = f"a line has at most {_MOST_CLAUSES} clauses"
        return [Misread(text, rest[0].line, rest[0].column)]
    found: list[OrderSaid] = []
    start = 0
    while start < len(parts):
        # A clause may hold a list, so the longest that makes sense is taken.
        for end in range(len(parts), start, -1):
            clause = rest[parts[start][0] : parts[end - 1][1]]
            heard = _heard_clause(speech, (subject, clause), names, offered)
            if heard is not None:
                by = partial(doer, [item.order for item in found])
                for item in said_orders(by, heard, clause[0], is_clause=True):
                    given = [each.order for each in found]
                    unsaid = implied(given, item.order)
                    found += [*(OrderSaid(order, clause[0]) for order in unsaid), item]
                start = end
                break
        else:
            word = rest[parts[start][0]]
            clause = rest[parts[start][0] : parts[start][1]]
            return speech.unheard_clause(subject, clause, names, offered) or [
                Misread("this is no order", word.line, word.column)
            ]
    return found


def _are_units(subject: tuple[Word, ...], names: Lexicon) -> bool:
    """Return whether the words before a colon name units."""
    reader = MemberReader(names, tuple)
    found = reader.read(Manner.NAMES, None, subject)
    return not reader.faults and bool(found) and all(name in names.units for name in found)


def _between_commas(words: tuple[Word, ...]) -> Iterator[tuple[int, int]]:
    start = 0
    for number, word in enumerate((*words, Word(",", 0, 0))):
        if word.text == ",":
            if number > start:
                yield start, number
            start = number + 1


def _heard_clause(
    speech: Speech,
    line: tuple[tuple[Word, ...], tuple[Word, ...]],
    names: Lexicon,
    offered: Offers,
) -> Heard | None:
    """Return the orders that a subject and a clause are, each about its subject; None if they are none."""
    subject, clause = line
    colon = Word(":", clause[0].line, clause[0].column)
    for words in ((*subject, *clause), (*subject, colon, *clause)):
        heard = speech.heard(words, names, offered)
        if heard.orders and heard.subject:
            return heard
    return None


def said_orders(
    doer: Callable[[str, str], str], heard: Heard, word: Word, *, is_clause: bool = False
) -> list[OrderSaid]:
    """Return the orders that were heard, with those in the place of their subjects who carry them out.

    An order stands where its own subject does, or else at the word given. A clause stands there in any
    case: its subject was named once for all clauses, and what is wrong with one is not wrong there.
    """
    subject = f"/{heard.subject}"
    found = []
    for order, spots in zip(heard.orders, heard.spots, strict=True):
        done = _done_by(doer, order, heard.subject)
        # Who carries it out may stand at another number of a list than who was named.
        is_same = done == order and not is_clause
        kept = {at: spot for at, spot in spots.items() if is_same or not at.startswith(subject)}
        found.append(OrderSaid(done, word if is_clause else spots.get(subject, word), kept))
    return found


def _done_by(
    doer: Callable[[str, str], str], order: dict[str, Json], member: str
) -> dict[str, Any]:
    """Return an order with the units that carry it out in the place of those that were named."""
    if not member:
        return order
    named = order[member]
    if isinstance(named, list):
        done = [*dict.fromkeys(doer(order["kind"], name) for name in named)]
        return {**order, member: done}
    return {**order, member: doer(order["kind"], named)}


@dataclass
class Agenda:
    """The orders of a sheet in the order of play; plain lines keep the order in which they stand."""

    moments: Moments
    ends: Collection[str]
    """The kinds of orders that end a stage."""
    turn: int
    moment: int
    """The stage in which the next order of the sheet has its time, as far as the sheet tells."""
    items: list[OrderSaid] = field(default_factory=list)
    _late: list[tuple[tuple[int, int], OrderSaid]] = field(default_factory=list)

    def add(self, *clauses: OrderSaid) -> None:
        """Add the orders of a line; the clauses behind the first wait for their stages."""
        first, *others = clauses
        time = self._time_of(first)
        if time is not None:
            self._put_late(time)
            self.turn, self.moment = time
        self.items.append(first)
        if first.order["kind"] in self.ends:
            self.moment += 1
        for item in others:
            time = self._time_of(item)
            if time is None or time == (self.turn, self.moment):
                self.items.append(item)
            else:
                self._late.append((time, item))

    def end(self) -> list[OrderSaid]:
        """Return everything in its order."""
        self._put_late(None)
        return self.items

    def _put_late(self, until: tuple[int, int] | None) -> None:
        due = [late for late in self._late if until is None or late[0] <= until]
        self._late = [late for late in self._late if late not in due]
        self.items += [item for _, item in sorted(due, key=lambda late: late[0])]

    def _time_of(self, item: OrderSaid) -> tuple[int, int] | None:
        """Return turn and stage of an order: the next stage of its kind; None: nobody knows."""
        order = item.order
        turn = order.get("turn", self.turn)
        times = self.moments(order["kind"], order.get("stage", ""))
        now = self.moment if turn == self.turn else 0
        return next(((turn, time) for time in times if time >= now), None)

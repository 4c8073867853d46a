"""The story of a turn: events and answers as plain sentences, in the order in which they happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sealion_pbem.engine.ahead import Queued
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.saying import Introductions, Named, plural, with_ids
from sealion_pbem.engine.showing import CountsCosts, narration_of
from sealion_pbem.engine.turn import Outcome, Returned
from sealion_pbem.engine.words import Event, Seat

__all__ = [
    "Sentence",
    "asked",
    "left_undone",
    "missed",
    "said_orders",
    "story",
    "told",
]


@frozen
class Sentence:
    """A sentence about an event, and its cost if it is a move."""

    event: Event[Any]
    text: str
    cost: str = ""

    def __str__(self) -> str:
        """Return both in one line."""
        return f"{self.text}: {self.cost}" if self.cost else self.text


def told(ruleset: Ruleset[Any], before: Any, events: Sequence[Event[Any]]) -> tuple[Sentence, ...]:
    """Return a sentence for each of the events that followed on a state, with units by their names."""
    say = Named(narration_of(ruleset).names(before))
    costs = ruleset.costs(before, events, say) if isinstance(ruleset, CountsCosts) else {}
    return tuple(
        Sentence(event, ruleset.tell(event, say), costs.get(number, ""))
        for number, event in enumerate(events)
    )


def story(ruleset: Ruleset[Any], outcome: Outcome[Any]) -> list[str]:
    """Return what a turn came to, a sentence a line; units have their ids where they are new."""
    say = Named(with_ids(narration_of(ruleset).names(outcome.game.state)))
    introduce = Introductions().spoken
    lines = [str(introduce(ruleset.tell(event, say))) for event in outcome.events]
    lines += [
        f"{auto.seat}'s standing order {auto.standing_order + 1} answered {auto.decision.replace('_', ' ')}"
        for auto in outcome.automatic
    ]
    return [*lines, *left_undone(outcome)]


def left_undone(outcome: Outcome[Any]) -> Iterator[str]:
    """Say what became of orders that were not carried out."""
    for seat, number, _ in outcome.switched_off:
        yield f"{seat}'s standing order {number + 1} is switched off: it can no longer be carried out"
    yield from missed(outcome.lapsed, outcome.returned)
    for seat, orders in sorted(outcome.game.queued.items()):
        if orders:
            kinds = ", ".join(dict.fromkeys(queued.order.kind for queued in orders))
            yield f"{said_orders(len(orders))} of {seat} still to be carried out: {kinds}"


def missed(lapsed: Iterable[tuple[Seat, Queued]], returned: Iterable[Returned]) -> Iterator[str]:
    """Say which orders had no time any more: those that were dropped, and those that came back."""
    for seat, queued in lapsed:
        when = queued.stage or f"turn {queued.turn}"
        yield f"{queued.order.kind} of {seat} was for {when}, which was over: it changes nothing"
    for back in returned:
        reasons = "; ".join(map(str, back.violations))
        yield f"{said_orders(back.count)} of {back.seat} came back, to be given anew: {reasons}"


def said_orders(count: int) -> str:
    """Return how many orders are meant."""
    return plural(count, "one order", f"{count} orders")


def asked(outcome: Outcome[Any]) -> str:
    """Return what the game now waits for."""
    if outcome.waiting is None:
        return "the game is over"
    return (
        f"{outcome.waiting.seat} is asked: {outcome.waiting.prompt} (rule {outcome.waiting.rule})"
    )

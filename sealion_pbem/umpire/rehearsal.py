"""A draft tried before it is signed: whether it is legal, the story up to the first die, what waits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sealion_pbem.engine.ahead import Queued, order_to_wire
from sealion_pbem.engine.capability import ReadsSecrets
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.saying import plural
from sealion_pbem.engine.seal import Seal
from sealion_pbem.engine.sheet.lexicon import lexicon_of
from sealion_pbem.engine.showing import ReportsFights, Warns, narration_of
from sealion_pbem.engine.supposed import Supposed, Supposition, suppose
from sealion_pbem.engine.turn import Preview
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Decision, Json, Seat, Violation
from sealion_pbem.report.sentences import in_brief
from sealion_pbem.report.story import Sentence, missed, said_orders, told
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.drafts import check_draft, every_refusal, secret_of, suppositions_of
from sealion_pbem.umpire.record import Record

if TYPE_CHECKING:
    from sealion_pbem.engine.forecast import Forecast

__all__ = ["Rehearsal", "queued_orders", "rehearse", "said_queued"]

_DONE = "done"
_MOST_WAYS = 12
_LINE = re.compile(r",| \(")
"""What ends the line, or the number of an order, in a place of a file."""


@frozen
class Rehearsal:
    """The judgement of a draft without dice: what happens until one falls, and what is left to happen.

    `sentences` tell every event, `story` says the same in few lines.
    `refused` are the violations of every order that is illegal by itself, not of the first alone.
    `rest` are the orders of the draft behind the last that was judged: they are written blind.
    `lost` are the units that its author loses on the way, `answers` say what standing orders answer
    there, and `dangers` who would be lost if it stayed so, and what counts against a sealed value.
    `supposed` says in words what its author supposes.
    `queued` are those that the seat has waiting from earlier files; `forecasts` say what the first
    dice can bring, and `ahead` where the draft leads if all comes as it supposes.
    """

    preview: Preview
    refused: tuple[Violation, ...]
    seat: Seat
    sentences: tuple[Sentence, ...]
    story: tuple[str, ...]
    rest: tuple[Json, ...]
    queued: tuple[Json, ...]
    drops_queued: bool
    lost: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    dangers: tuple[str, ...] = ()
    forecasts: tuple[Forecast, ...] = ()
    ahead: Supposed[Any] | None = None
    supposes: tuple[Supposition, ...] = ()
    supposed: tuple[str, ...] = ()

    @property
    def asked(self) -> Decision | None:
        """The decision that is pending when no order of the draft can be carried out without dice."""
        return self.preview.outcome.waiting if self.preview.outcome else None

    def notes(self, place_of: Callable[[str], str]) -> Iterator[str]:
        """Say which orders came back, lapsed or wait, and what becomes of those from earlier files.

        `place_of` says where in the file an order stands, given its pointer.
        """
        yield from missed(self.preview.lapsed, self.preview.returned)
        yield from self.answers
        if self.lost:
            yield f"you lose: {', '.join(self.lost)}"
        yield from self.dangers
        # One line can say several orders, and several of one kind.
        rest = ", ".join(
            dict.fromkeys(
                f"{_LINE.split(place_of(f'/orders/{number}'))[0]} {_said(order)}"
                for number, order in enumerate(self.rest, self.preview.judged)
            )
        )
        if self.rest and self.preview.needs_dice:
            yield f"{said_orders(len(self.rest))} behind the dice: {rest}"
        elif self.rest and self.asked is not None:
            waits = plural(len(self.rest), "waits", "wait")
            who = self.asked.seat
            yield f"{said_orders(len(self.rest))} {waits} for {who}: {rest}"
            yield f"{who} is asked: {self.asked.prompt}"
        elif self.asked is not None and self.asked.seat == self.seat:
            why = ", for nothing says done" if _DONE in self.asked.accepts else ""
            yield f"you will be asked again{why}: {self.asked.prompt}"
        yield from self._said_ahead(place_of)
        if self.queued:
            yield said_queued(self.queued, drops_queued=self.drops_queued)

    def _said_ahead(self, place_of: Callable[[str], str]) -> Iterator[str]:
        """Say how orders fare that are written blind, or what would have to be supposed to know it."""
        if self.ahead is None:
            return
        fork, left = self.ahead.fork, list(self.ahead.used)
        for number, each in enumerate(self.supposes):
            if each in left:
                left.remove(each)
                yield self.supposed[number]
            elif not self.ahead.unfit:
                instead = f"; it comes to {fork.at}" if fork is not None else ""
                place = place_of(f"/supposes/{number}")
                yield f"{place}: the game does not come to what is supposed here{instead}"
        for violation in self.ahead.unfit:
            yield f"{place_of(violation.at)}: cannot be supposed: {violation}"
        if self.ahead.used:
            yield from (f"would come back then: {violation}" for violation in self.ahead.returned)
        if fork is not None and self.rest:
            yield f"written blind, unless you suppose how this ends: {fork.prompt}"
        for way in fork.ways[:_MOST_WAYS] if fork is not None and self.ahead.used else ():
            yield f"  it can end so: {way}"

    @property
    def document(self) -> dict[str, Json]:
        """The same facts for a program."""
        preview = self.preview
        is_waiting = bool(self.rest) and self.asked is not None
        return {
            "waiting": [*self.rest] if is_waiting else [],
            "waiting_for": self.asked.seat if is_waiting and self.asked else None,
            "after_dice": [*self.rest] if preview.needs_dice else [],
            "lapsed": [{"seat": s, "order": order_to_wire(o)} for s, o in preview.lapsed],
            "returned": [
                {
                    "seat": back.seat,
                    "orders": [order_to_wire(order) for order in back.orders],
                    "violations": to_wire(back.violations),
                }
                for back in preview.returned
            ],
            "lost": [*self.lost],
            "answers": [*self.answers],
            "dangers": [*self.dangers],
            "queued": [*self.queued],
            "drop_queued": self.drops_queued,
            "forecasts": [forecast.document for forecast in self.forecasts],
            "ahead": None if self.ahead is None else _document(self.ahead),
        }


def rehearse(desk: Desk, draft: Mapping[str, Any]) -> Rehearsal:
    """Judge a draft as far as no die is needed, and tell what it comes to; nothing is written."""
    preview = check_draft(desk, draft)
    record = desk.read().record
    refused = every_refusal(desk, draft, preview) if preview.refused else ()
    # A file that cannot be judged at all has no state before and tells nothing.
    sentences = told(record.ruleset, preview.before, preview.events) if preview.events else ()
    loud = tuple(s for s in sentences if s.event.kind not in narration_of(record.ruleset).quiet)
    # Without an event there may be no state that knows the names.
    names = _names(record, preview) if loud else {}
    rest = () if preview.refused else tuple(draft["orders"][preview.judged :])
    queued = queued_orders(record, draft["seat"])
    ahead, supposed = None, suppositions_of(draft)
    if preview.turn is not None and not preview.refused:
        ahead = suppose(record.ruleset, record.game, preview.turn, supposed)
    return Rehearsal(
        preview,
        refused,
        Seat(draft["seat"]),
        loud,
        tuple(in_brief(record.ruleset, loud, names)),
        rest,
        queued,
        draft.get("drop_queued", False),
        _lost(record, preview, Seat(draft["seat"])),
        _answers(record, preview),
        (
            *_dangers(record, preview, Seat(draft["seat"])),
            *_doubts(record, preview, Seat(draft["seat"]), draft["orders"]),
        ),
        _forecasts(record, preview) if preview.needs_dice else (),
        ahead,
        supposed,
        tuple(_supposed(record, draft)),
    )


def _names(record: Record, preview: Preview) -> Mapping[str, str]:
    """Return what units are called; some may come into play only by the orders of the draft."""
    naming = narration_of(record.ruleset).names
    later = {} if preview.after is None else naming(preview.after)
    return {**later, **naming(preview.before)}


def _forecasts(record: Record, preview: Preview) -> tuple[Forecast, ...]:
    """Return what the first dice can bring."""
    from sealion_pbem.engine.outcomes import at_first_die  # noqa: PLC0415 - for dice only

    return at_first_die(record.ruleset, record.game, preview)


def _lost(record: Record, preview: Preview, seat: Seat) -> tuple[str, ...]:
    """Return what a seat loses before the first die."""
    ruleset = record.ruleset
    if preview.refused or not isinstance(ruleset, ReportsFights):
        return ()
    names = narration_of(ruleset).names(preview.before)
    return tuple(
        f"{_known(loss.unit, names)} {loss.what} ({loss.rule})"
        for loss in ruleset.losses(preview.before, preview.events)
        if loss.seat == seat
    )


def _known(unit: str, names: Mapping[str, str]) -> str:
    """Return a unit by its name and its id."""
    name = names.get(unit, unit)
    return name if name == unit else f"{name} ({unit})"


def _answers(record: Record, preview: Preview) -> tuple[str, ...]:
    """Say what standing orders answer before the first die, each answer once."""
    if preview.refused or not preview.automatic:
        return ()
    from sealion_pbem.engine.sheet.sheet import said_order  # noqa: PLC0415 - for such answers only

    names = lexicon_of(record.ruleset, record.game.state)
    said = (
        f"standing order of {answer.seat}: {answer.decision.replace('_', ' ')} = "
        f"{said_order(record.ruleset, names, answer.order)}"
        for answer in preview.automatic
    )
    return tuple(dict.fromkeys(said))


def _supposed(record: Record, draft: Mapping[str, Any]) -> Iterator[str]:
    """Say what a draft supposes, each in the words of a sheet."""
    if not draft.get("supposes"):
        return
    from sealion_pbem.engine.sheet.sheet import said_supposition  # noqa: PLC0415 - for such only

    names = lexicon_of(record.ruleset, record.game.state)
    for each in draft["supposes"]:
        yield said_supposition(record.ruleset, names, each)


def _dangers(record: Record, preview: Preview, seat: Seat) -> tuple[str, ...]:
    """Return what threatens a seat after its orders, and not only while they are carried out."""
    ruleset = record.ruleset
    if preview.refused or preview.after is None or not isinstance(ruleset, Warns):
        return ()
    return ruleset.dangers(preview.after, seat)


def _doubts(
    record: Record, preview: Preview, seat: Seat, orders: Iterable[Mapping[str, Any]]
) -> tuple[str, ...]:
    """Return what will count against values when they are opened that a draft is about to seal."""
    ruleset = record.ruleset
    if preview.refused or not isinstance(ruleset, ReadsSecrets):
        return ()
    state = record.game.state if preview.before is None else preview.before
    return tuple(
        doubt
        for order in orders
        if order["kind"] == Seal.kind and "value" in order
        for doubt in ruleset.doubts(state, seat, order["name"], secret_of(record, seat, order))
    )


def _document(ahead: Supposed[Any]) -> dict[str, Json]:
    return {
        "blind": ahead.blind,
        "used": [supposed.document for supposed in ahead.used],
        "returned": to_wire(ahead.returned),
        "fork": None if ahead.fork is None else ahead.fork.document,
    }


def queued_orders(record: Record, seat: str) -> tuple[Json, ...]:
    """Return the orders that a seat has waiting from files it signed before."""
    waiting: tuple[Queued, ...] = record.game.queued.get(Seat(seat), ())
    return tuple(order_to_wire(queued) for queued in waiting)


def said_queued(queued: tuple[Json, ...], *, drops_queued: bool) -> str:
    """Say what becomes of orders that wait from earlier files when another is signed."""
    what = f"{said_orders(len(queued))} queued from earlier files"
    then = "to be dropped" if drops_queued else "to follow these unless you drop them (drop queued)"
    return f"{what}, {then}: {_kinds(queued)}"


def _kinds(orders: Iterable[Json]) -> str:
    """Return orders in a line, each with the time that it names."""
    return ", ".join(map(_said, orders))


def _said(order: Json) -> str:
    turn = f"turn {order['turn']}" if "turn" in order else ""
    when = ", ".join(filter(None, (turn, order.get("stage", ""))))
    kind = str(order["kind"]).replace("_", " ")
    return f"{kind} ({when})" if when else kind

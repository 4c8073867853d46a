"""Turn reports from a log: everything is worked out anew from the signed entries, nothing is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from sealion_pbem.engine.card import Card, Loss
from sealion_pbem.engine.chronicle import LOSSES, KeepsStatistics, Measure
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.saying import Introductions, Named, Say, with_ids
from sealion_pbem.engine.sheet.lexicon import lexicon_of
from sealion_pbem.engine.showing import ReportsFights, narration_of
from sealion_pbem.engine.turn import Outcome
from sealion_pbem.engine.words import Event, Json, Seat
from sealion_pbem.errors import UsageError
from sealion_pbem.pbem.body import ReceiptBody, TurnBody
from sealion_pbem.pbem.entry import EntryOf, is_of
from sealion_pbem.report.facts import (
    Fortune,
    Item,
    ListedRoll,
    Part,
    PendingDecision,
    Picture,
    TurnReport,
    Words,
)
from sealion_pbem.report.safe import shown
from sealion_pbem.report.sentences import named_in, together
from sealion_pbem.report.story import left_undone
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.record import Record
from sealion_pbem.umpire.referee.deadlines import deadline, said
from sealion_pbem.umpire.sheets import new_sheet, orders_file
from sealion_pbem.umpire.template import example_line

__all__ = [
    "Painter",
    "asked_of",
    "attachments_of",
    "deadline_after",
    "story_parts",
    "turn_report",
]

Painter = Callable[[Ruleset[Any], Any, Any, tuple[Event[Any], ...], str], tuple[Picture, ...]]
"""Draws a position and the events that led to it from another; the last word names the pictures."""

_OPENING = "Open the dice of the turn that waits"
_EXAMPLES = 3
_LONGEST_EXAMPLE = 300


@dataclass(slots=True)
class _Found:
    """The matter of a report: the receipts of a span, the position before them, the luck so far."""

    record: Record
    receipt: EntryOf[ReceiptBody]
    before: Any
    outcomes: list[Outcome[Any]] = field(default_factory=list)
    turns: list[EntryOf[TurnBody]] = field(default_factory=list)
    luck: dict[str, list[Fraction]] = field(default_factory=dict)


def turn_report(
    log: Log,
    seq: int | None = None,
    *,
    since: int | None = None,
    painter: Painter | None = None,
) -> TurnReport:
    """Return the report of the receipt with this number, or of the turn it answers; None: the last.

    The log has not been walked yet. With `since`, everything after that entry is told. UsageError names
    the numbers there are.
    """
    found = _find(log, seq, since)
    record, ruleset = found.record, found.record.ruleset
    state = record.game.state
    events = tuple(event for outcome in found.outcomes for event in outcome.events)
    words = narration_of(ruleset)
    names = words.names(state)
    briefing = words.briefing(state)
    measure = ruleset.losses_in if isinstance(ruleset, KeepsStatistics) else LOSSES
    parts, cards = story_parts(ruleset, found.before, events)
    return TurnReport(
        campaign=record.ledger.charter.body.name,
        campaign_id=record.ledger.campaign,
        game=ruleset.title,
        seats=tuple(ruleset.seats),
        seq=found.receipt.seq,
        by=" and ".join(dict.fromkeys(turn.by.capitalize() for turn in found.turns)),
        witness=found.receipt.by,
        time=found.receipt.body.time,
        turn_number=ruleset.game_turn(state),
        turn=briefing.turn,
        part=words.part(state),
        date=briefing.date,
        facts=briefing.facts,
        head=record.ledger.head,
        trust=found.receipt.body.trust,
        result=record.result,
        asked=asked_of(record, found.receipt.body.time),
        messages=_messages(found.turns),
        parts=parts,
        losses=tuple(_losses(ruleset, found.before, events)),
        coming=briefing.coming,
        standing=tuple(line for outcome in found.outcomes for line in _standing(outcome, names)),
        fortune=(fortune := _fortune(ruleset, cards, found.luck)),
        verdict=_verdict(fortune, measure),
        losses_in=measure,
        dice=tuple(_roll(event) for event in events if isinstance(event, DiceRolled)),
        named=tuple(named_in(_loud(ruleset, events), cards, names)),
        board=words.board(state),
        pictures=painter(ruleset, found.before, state, events, record.ledger.head[:16])
        if painter
        else (),
        attachments=tuple(attachments_of(record).items()),
    )


def _find(log: Log, seq: int | None, since: int | None) -> _Found:
    """Walk the log up to the receipt that is asked for."""
    found: _Found | None = None
    luck: dict[str, list[Fraction]] = {}
    turn: EntryOf[TurnBody] | None = None
    game, numbers = None, []
    for admitted in log.walk():
        entry, record = admitted.entry, log.record
        if is_of(entry, TurnBody):
            turn = entry
        elif is_of(entry, ReceiptBody) and admitted.outcome and game and turn:
            numbers.append(entry.seq)
            _add_luck(luck, _cards(record.ruleset, game.state, admitted.outcome.events))
            if found is None or since is None or entry.seq <= since:
                found = _Found(record, entry, game.state)
            found.receipt = entry
            found.outcomes.append(admitted.outcome)
            found.turns.append(turn)
            found.luck = {seat: list(sums) for seat, sums in luck.items()}
            if seq is not None and seq in (entry.seq, turn.seq):
                return found
        game = record.game
    if found is None or seq is not None:
        there = f"receipts are {_listed(numbers)}" if numbers else "no turn has a receipt yet"
        raise UsageError(
            f"there is nothing to report{'' if seq is None else f' at entry {seq}'}", hint=there
        )
    return found


def _listed(numbers: list[int]) -> str:
    if len(numbers) <= 2 * _EXAMPLES:
        return ", ".join(map(str, numbers))
    return (
        f"{', '.join(map(str, numbers[:_EXAMPLES]))} … {', '.join(map(str, numbers[-_EXAMPLES:]))}"
    )


def story_parts(
    ruleset: Ruleset[Any], before: Any, events: tuple[Event[Any], ...]
) -> tuple[tuple[Part, ...], list[Card]]:
    """Return the story part by part with each combat where it was fought, and all combats."""
    names = narration_of(ruleset).names(before)
    parts: list[Part] = []
    every: list[Card] = []
    for title, state, some in _by_part(ruleset, before, events):
        cards = _cards(ruleset, state, some)
        every += cards
        items = tuple(_items(ruleset, some, cards, names))
        if items:
            parts.append(Part(title, items))
    return tuple(parts), every


def _loud(ruleset: Ruleset[Any], events: Iterable[Event[Any]]) -> list[Event[Any]]:
    """Return the events that a story does not leave out."""
    quiet = narration_of(ruleset).quiet
    return [event for event in events if event.kind not in quiet]


def _losses(ruleset: Ruleset[Any], before: Any, events: tuple[Event[Any], ...]) -> Iterator[Loss]:
    """Return what was lost, each unit by its name and its id."""
    names = narration_of(ruleset).names(before)
    for loss in ruleset.losses(before, events) if isinstance(ruleset, ReportsFights) else ():
        name = names.get(loss.unit, loss.unit)
        yield loss if name == loss.unit else replace(loss, unit=f"{name} ({loss.unit})")


def _cards(ruleset: Ruleset[Any], before: Any, events: tuple[Event[Any], ...]) -> tuple[Card, ...]:
    return ruleset.cards(before, events) if isinstance(ruleset, ReportsFights) else ()


def _by_part(
    ruleset: Ruleset[Any], before: Any, events: tuple[Event[Any], ...]
) -> Iterator[tuple[str, Any, tuple[Event[Any], ...]]]:
    """Return the events by parts of the sequence of play, each with the position it began with."""
    words, state = narration_of(ruleset), ruleset.copy(before)
    title, start = words.part(state), ruleset.copy(state)
    some: list[Event[Any]] = []
    for event in events:
        event.on(state)
        some.append(event)
        now = words.part(state)
        if now != title:
            yield title, start, tuple(some)
            title, start, some = now, ruleset.copy(state), []
    yield title, start, tuple(some)


def _items(
    ruleset: Ruleset[Any],
    events: tuple[Event[Any], ...],
    cards: tuple[Card, ...],
    names: Mapping[str, str],
) -> Iterator[Item]:
    introduce, names = Introductions().spoken, with_ids(names)
    begins = {min(card.told): card for card in cards if card.told}
    told = {number for card in cards for number in card.told}
    quiet = narration_of(ruleset).quiet
    waiting: list[Event[Any]] = []
    for number, event in enumerate(events):
        if number in begins:
            yield from map(Item, map(introduce, together(ruleset, waiting, names)))
            waiting = []
            yield Item(card=begins[number])
        elif number not in told and event.kind not in quiet:
            waiting.append(event)
    yield from map(Item, map(introduce, together(ruleset, waiting, names)))


def _said(value: Json, say: Say) -> str:
    """Return an order in words: its kind, and what it says beyond nothing."""
    if isinstance(value, dict):
        said = {name: part for name, part in value.items() if part and name != "kind"}
        words = (f"{name.replace('_', ' ')} {_said(part, say)}" for name, part in said.items())
        return f"{value.get('kind', '').replace('_', ' ')} {'; '.join(words) or 'nothing'}".strip()
    if isinstance(value, list):
        return ", ".join(
            " ".join(_said(one, say) for one in part)
            if isinstance(part, list)
            else _said(part, say)
            for part in value
        )
    return "yes" if value is True else say(str(value))


def _messages(turns: list[EntryOf[TurnBody]]) -> tuple[Words, ...]:
    return tuple(Words(turn.by, shown(turn.body.message)) for turn in turns if turn.body.message)


def _standing(outcome: Outcome[Any], names: Mapping[str, str]) -> Iterator[str]:
    """Say what standing orders did, and which orders came back."""
    for auto in outcome.automatic:
        what = _said(auto.order, Named(names))
        yield (
            f"{auto.seat.capitalize()} standing order {auto.standing_order + 1} answered "
            f"{auto.decision.replace('_', ' ')}: {_cut(what)}"
        )
    for seat, number, violations in outcome.switched_off:
        why = "; ".join(map(str, violations))
        yield (
            f"{seat.capitalize()} standing order {number + 1} is switched off, it cannot be carried"
            f" out any more: {why}"
        )
    for line in left_undone(replace(outcome, switched_off=())):
        yield _capital(line)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_EXAMPLE else f"{text[:_LONGEST_EXAMPLE]} …"


def _roll(event: DiceRolled) -> ListedRoll:
    faces = " ".join(map(str, event.values))
    return ListedRoll(event.label, event.rule, faces, event.trust)


def _add_luck(luck: dict[str, list[Fraction]], cards: Iterable[Card]) -> None:
    for card in cards:
        for line in card.luck:
            sums = luck.setdefault(line.seat, [Fraction(0), Fraction(0)])
            sums[0] += line.lost
            sums[1] += line.expected


def _fortune(
    ruleset: Ruleset[Any], cards: Iterable[Card], total: dict[str, list[Fraction]]
) -> tuple[Fortune, ...]:
    now: dict[str, list[Fraction]] = {}
    _add_luck(now, cards)
    none = [Fraction(0), Fraction(0)]
    return tuple(
        Fortune(
            seat,
            int(now.get(seat, none)[0]),
            _decimal(now.get(seat, none)[1]),
            int(total.get(seat, none)[0]),
            _decimal(total.get(seat, none)[1]),
        )
        for seat in ruleset.seats
    )


def _decimal(value: Fraction) -> str:
    """Return a number with one digit after the point."""
    return f"{float(value):.1f}"


def _verdict(fortune: tuple[Fortune, ...], measure: Measure) -> str:
    """Say whom the dice have favoured: who lost less, and the others on average more, than expected."""
    if not any(float(line.total_expected) for line in fortune):
        return ""
    gains = {
        line.seat: sum(
            (1 / (len(fortune) - 1) if other.seat != line.seat else -1)
            * (other.total_lost - float(other.total_expected))
            for other in fortune
        )
        for line in fortune
    }
    seat = max(gains, key=lambda name: gains[name])
    if gains[seat] < 0.05:  # noqa: PLR2004 - shown with one digit
        return "Since the beginning the dice have favoured nobody."
    whom = f"the {seat.capitalize()} side"
    return f"Since the beginning the dice have favoured {whom} by {gains[seat]:.1f} {measure.many}."


def asked_of(record: Record, time: str) -> PendingDecision | None:
    """Return what a record waits for, asked at this time; None when the campaign is over.

    A turn that is pending waits for its dice; then there is no orders file to write.
    """
    decision = record.decision
    if decision is None:
        return None
    if record.ledger.pending is not None:
        due = deadline_after(record, time)
        return PendingDecision(
            record.ledger.baton() or "", "opening", _OPENING, decision.rule, deadline=due
        )
    offers = islice(record.ruleset.offers(record.game.state), _EXAMPLES)
    names = lexicon_of(record.ruleset, record.game.state)
    examples = (example_line(record, names, offer) for offer in offers)
    return PendingDecision(
        decision.seat,
        decision.kind,
        _capital(decision.prompt),
        decision.rule,
        tuple(sorted(decision.accepts)),
        deadline_after(record, time),
        orders_file(record, decision.seat),
        tuple(example for example in examples if len(example) <= _LONGEST_EXAMPLE),
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def deadline_after(record: Record, time: str) -> str:
    """Return until when an answer is due if it was asked for at this time; "" where none was agreed."""
    agreed = record.ledger.charter.body
    until = deadline(time, agreed.deadline_hours, agreed.grace_hours, ())
    return said(until.due) if until else ""


def attachments_of(record: Record) -> dict[str, bytes]:
    """Return the sheet that whoever is asked can write his orders on, by the name of its file."""
    decision = record.decision
    if decision is None or record.ledger.pending is not None:
        return {}
    seat = Seat(decision.seat)
    return {orders_file(record, seat): new_sheet(record, seat).encode()}

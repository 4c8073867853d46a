"""Cutting a report that is too long for one mail, by as little as will do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sealion_pbem.engine.card import Clash
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.saying import Utterance
from sealion_pbem.report.facts import Item, Part, Picture, TurnReport

__all__ = ["CUT", "shorter", "weight"]

CUT = "This turn is too long for one mail: parts of it stand only in the attached report."


_ID = 63
"""The weight of an id without its letters: brackets, and a small style of its own."""


@frozen
class _Cut:
    """The rest of a report: the last parts, and of each so many sentences and combats."""

    parts: int
    sentences: int
    cards: int
    clashes: int
    rows: int


_CUTS = (
    _Cut(200, 60, 60, 40, 100),
    _Cut(60, 25, 20, 20, 60),
    _Cut(40, 15, 10, 15, 40),
    _Cut(25, 8, 6, 10, 30),
    _Cut(15, 4, 3, 8, 15),
    _Cut(4, 2, 1, 4, 5),
    _Cut(0, 0, 0, 0, 0),
)


def shorter(report: TurnReport) -> Iterator[TurnReport]:
    """Return the report as it is, then with less and less; the last has no story at all."""
    yield report
    for cut in _CUTS:
        yield _shortened(report, cut)


def weight(report: TurnReport) -> int:
    """Return about how many bytes of HTML a report comes to, without rendering it."""
    items = [item for part in report.parts for item in part.items]
    cards = [item.card for item in items if item.card]
    return (
        7000
        + 100 * len(report.parts)
        + sum(5 + _spoken(item.text) for item in items if item.text)
        + 450 * len(cards)
        + sum(_clash_weight(clash) for card in cards for clash in card.clashes)
        + 165 * len(report.losses)
        + 90 * len(report.dice)
        + sum(map(len, report.standing))
        + sum(len(name) + len(unit) + 8 for name, unit in report.named)
        + sum(len(who) for _, who, _ in report.coming)
        + sum(_stacks_weight(picture) for picture in report.pictures)
    )


def _spoken(said: Utterance) -> int:
    """Return the weight of a sentence with its ids."""
    return sum([len(words) + (len(unit) + _ID if unit else 0) for words, unit in said.pieces])


def _stacks_weight(picture: Picture) -> int:
    units = [unit for stack in picture.stacks for _, units in stack.forces for unit in units]
    return 220 * len(picture.stacks) + sum(len(unit) + 8 for unit in units)


def _clash_weight(clash: Clash) -> int:
    lines = sum(len(force.lines) for force in clash.forces)
    return 520 + 105 * lines + 75 * (len(clash.outcome) + len(clash.factors))


def _shortened(report: TurnReport, cut: _Cut) -> TurnReport:
    kept = report.parts[max(0, len(report.parts) - cut.parts) :]
    return replace(
        report,
        parts=tuple(_shortened_part(part, cut) for part in kept),
        dice=report.dice if len(report.dice) <= cut.rows else (),
        standing=report.standing[: cut.rows],
        named=report.named if len(report.named) <= cut.rows else (),
        losses=report.losses[: cut.rows],
        pictures=tuple(replace(picture, stacks=(), above=()) for picture in report.pictures),
        cut=CUT,
    )


def _shortened_part(part: Part, cut: _Cut) -> Part:
    told = fought = 0
    items = []
    for item in part.items:
        told += item.card is None
        fought += item.card is not None
        if item.card and fought <= cut.cards:
            card = replace(item.card, clashes=item.card.clashes[: cut.clashes])
            items.append(Item(card=card))
        elif not item.card and told <= cut.sentences:
            items.append(item)
    return Part(part.title, tuple(items), len(part.items) - len(items))

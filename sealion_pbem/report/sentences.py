"""Sentences of a story: what several units do alike is said once, of all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from sealion_pbem.engine.card import Card, Clash, ForceLine
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.saying import Introductions, Named, by_id, in_passing, plural, with_ids
from sealion_pbem.engine.showing import narration_of
from sealion_pbem.engine.turn import Outcome
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Event, Json
from sealion_pbem.report.story import Sentence, left_undone

__all__ = ["in_brief", "named_in", "story_in_brief", "together"]

_MOST_LINES = 6
"""So many sentences of one kind have a line each; more stand in one paragraph."""


def together(
    ruleset: Ruleset[Any], events: Iterable[Event[Any]], names: Mapping[str, str]
) -> Iterator[str]:
    """Tell events with units by their names; those that say the same of one unit each become one.

    They are looked for among neighbours of one kind: a set-up is told place by place, in whatever order
    its units were put there. What would be said twice is said once: an attack that is pressed is
    declared again.
    """
    told: dict[tuple[str, str], Event[Any]] = {}
    for event in events:
        subject = _SharedSubject(names)
        rest = ruleset.tell(event, subject)
        told.setdefault((rest, subject.unit), event)
    for (_, is_of_one), run in groupby(told, key=lambda said: (told[said].kind, bool(said[1]))):
        if not is_of_one:
            yield from (rest[:1].upper() + rest[1:] for rest, _ in run)
            continue
        alike: dict[str, list[str]] = {}
        for rest, unit in run:
            alike.setdefault(rest, []).append(unit)
        for rest, units in alike.items():
            yield ruleset.tell(told[rest, units[0]], _SharedSubject(names, units))


def in_brief(
    ruleset: Ruleset[Any], sentences: Iterable[Sentence], names: Mapping[str, str]
) -> Iterator[str]:
    """Tell sentences in few lines: alike ones together, many of a kind in one, costs beside their moves.

    Whoever is mentioned for the first time is said with his id, but for such a paragraph.
    """
    introductions, names = Introductions(), with_ids(names)
    for (has_cost, _), run in groupby(
        sentences, key=lambda each: (bool(each.cost), each.event.kind)
    ):
        if has_cost:
            for sentence in run:
                said = introductions.spoken(ruleset.tell(sentence.event, Named(names)))
                yield f"{said}: {sentence.cost}"
            continue
        events = (sentence.event for sentence in run)
        told = [*together(ruleset, events, names)]
        if len(told) <= _MOST_LINES:
            yield from (str(introductions.spoken(said)) for said in told)
        else:
            yield "; ".join(map(in_passing, told))


def story_in_brief(ruleset: Ruleset[Any], outcome: Outcome[Any]) -> Iterator[str]:
    """Tell what a turn came to: a sentence a line, but one paragraph where many of a kind follow.

    How often standing orders answered what is counted; a report says what they answered.
    """
    names = with_ids(narration_of(ruleset).names(outcome.game.state))
    introduce, say = Introductions().spoken, Named(names)
    for _, run in groupby(outcome.events, key=lambda event: event.kind):
        alike = [*run]
        if len(alike) > _MOST_LINES:
            yield "; ".join(map(in_passing, together(ruleset, alike, names)))
        else:
            yield from (str(introduce(ruleset.tell(event, say))) for event in alike)
    for seat, answered in groupby(
        sorted(outcome.automatic, key=lambda auto: auto.seat), key=lambda auto: auto.seat
    ):
        counts = Counter(auto.decision.replace("_", " ") for auto in answered)
        said = ", ".join(kind if n == 1 else f"{kind} ({n} times)" for kind, n in counts.items())
        yield f"standing orders of {seat} answered {said}"
    yield from left_undone(outcome)


def named_in(
    events: Iterable[Event[Any]], cards: Iterable[Card], names: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Return name and id of every unit that events or combats are about, where the two differ.

    They are in the order of their ids, which keeps the sides apart.
    """
    there = {text for event in events for text in _texts(to_wire(event))}
    called = {name: unit for unit, name in names.items()}
    fought = (line.name for card in cards for clash in card.clashes for line in _lines(clash))
    there |= {called[name] for name in fought if name in called}
    for unit in sorted(there & names.keys()):
        if names[unit] != unit:
            yield names[unit], unit


def _texts(value: Json) -> Iterator[str]:
    """Return every text in a value on the wire, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        yield from _texts([*value.values()])
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


def _lines(clash: Clash) -> Iterator[ForceLine]:
    return (line for force in clash.forces for line in force.lines)


class _SharedSubject:
    """Says other units in the place of the one that a sentence begins with, and remembers that one.

    With nobody to put there it leaves what is said of whomever it might be.
    """

    def __init__(self, names: Mapping[str, str], units: Iterable[str] = ()) -> None:
        self.unit = ""
        self._names = names
        self._units = [names[unit] for unit in units]

    def __call__(self, unit: str, one: str = "", many: str = "") -> str:
        if not one or self.unit or unit not in self._names:
            return by_id(self._names.get(unit, unit), one, many)
        self.unit = unit
        return f"{_listed(self._units)} {plural(len(self._units), one, many)}"


def _listed(names: list[str]) -> str:
    """Return names with commas, and an "and" before the last."""
    *others, last = names or [""]
    return f"{', '.join(others)} and {last}" if others else last

"""A campaign as VASSAL shows it: any position as a saved game, what happened as a log to step through.

Everything is worked out anew from the signed entries, and from receipts alone: what a seat has signed
and nobody has judged yet is in no file, and a state holds nothing that is still sealed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import ne
from typing import Any

from sealion_pbem.engine.card import Card, Clash
from sealion_pbem.engine.chronicle import KeepsStatistics
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.saying import Named
from sealion_pbem.engine.showing import Draws, ReportsFights, narration_of
from sealion_pbem.engine.words import Event
from sealion_pbem.errors import CorruptError, UsageError
from sealion_pbem.pbem.body import ReceiptBody
from sealion_pbem.pbem.entry import Entry, is_of
from sealion_pbem.umpire.log import Files, Log
from sealion_pbem.umpire.standpoint import standpoint
from sealion_pbem.umpire.vassal_kit import kit_of, stage_of, standing
from sealion_pbem.vassal.recorder import LogStep, Recorder, When
from sealion_pbem.vassal.saved_game import write_saved_game

__all__ = ["Export", "Span", "attached_log", "export_log", "export_position"]


_Standing = Mapping[str, tuple[Any, ...]]
"""By unit: its place, what is left of it, and whatever else a game says of it."""


@dataclass(frozen=True, slots=True)
class Span:
    """The part of a campaign that a log tells: what follows after entry `since`, up to entry `until`.

    With a `turn`, that game turn alone. Without anything, the whole campaign.
    """

    since: int | None = None
    until: int | None = None
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Export:
    """A file for VASSAL, with the campaign's name, the entry at which it ends and how many steps it has."""

    data: bytes
    name: str
    seq: int
    steps: int = 0


def export_position(log: Log, seq: int | None = None) -> Export:
    """Return the position after an entry, or after the last, as a saved game."""
    found = standpoint(log, seq)
    ruleset, state = found.ruleset, found.state
    moment = _moment(ruleset, state, log.record.ledger.campaign, found.seq)
    recorder = Recorder(kit_of(ruleset), moment, standing(ruleset, state))
    words = f"{found.name}: {_heading(ruleset, state)}, after entry {found.seq}"
    return Export(write_saved_game(recorder.saved(words)), found.name, found.seq)


def export_log(log: Log, span: Span = Span()) -> Export:  # noqa: B008 - it cannot be changed
    """Return what happened in a part of a campaign as a log; its base is the position before.

    Raises:
        UsageError: nothing was judged in that part, or the game has no map.
    """
    scribe: _Stepper | None = None
    last, state = -1, None
    for admitted in log.walk():
        record, ruleset = log.record, log.record.ruleset
        before, state = state, record.game.state
        last = admitted.entry.seq
        if span.until is not None and last > span.until:
            break
        if before is None:
            before = state
        outcome = admitted.outcome
        is_in = outcome is not None and (span.since is None or last > span.since)
        if span.turn is not None:
            is_in = is_in and ruleset.game_turn(before) == span.turn
        if is_in and outcome is not None:
            if scribe is None:
                moment = _moment(ruleset, before, record.ledger.campaign, last - 1)
                scribe = _Stepper(ruleset, moment, before)
            scribe.tell(before, outcome.events)
            scribe.seq = last
        elif scribe is not None and outcome is None and state is not before:
            scribe.take_back(before, state)
            scribe.seq = last
    if last < 0:
        raise CorruptError("the log is empty: there is no charter")
    if scribe is None:
        raise UsageError(
            "nothing was judged in that part of the campaign, so there is nothing to show",
            hint=f"the last entry is {last}; 'sealion campaign status' says where the game stands",
        )
    name = log.record.ledger.charter.body.name
    words = f"{name}: {scribe.beginning}, entries up to {scribe.seq}"
    game = scribe.recorder.saved(words)
    return Export(write_saved_game(game), name, scribe.seq, len(scribe.recorder.steps))


def attached_log(files: Files, entries: Sequence[Entry]) -> dict[str, bytes]:
    """Return the log that a report of some receipts brings, by its name.

    Where there is nothing to show, or no map to show it on, there is none.
    """
    receipts = [entry.seq for entry in entries if is_of(entry, ReceiptBody)]
    if not receipts:
        return {}
    try:
        made = export_log(Log(files), Span(min(receipts) - 1, max(receipts)))
    except UsageError:
        return {}
    return {f"turn-{made.seq:04d}.vlog": made.data}


class _Stepper:
    """Writes steps into a log, event after event."""

    def __init__(self, ruleset: Ruleset[Any], moment: When, state: Any) -> None:
        self.ruleset = ruleset
        self.beginning = _heading(ruleset, state)
        self.recorder = Recorder(kit_of(ruleset), moment, standing(ruleset, state))
        self.seq = moment.entry
        self._words = narration_of(ruleset)
        # Asked for every event, so which of them the game can answer is looked up once.
        self._marks = ruleset.marks if isinstance(ruleset, Draws) else None
        self._look = _look_of(ruleset)

    def tell(self, before: Any, events: Sequence[Event[Any]]) -> None:
        """Add the steps of one receipt; dice are said with the event that they decide."""
        ruleset, say = self.ruleset, Named(self._words.names(before))
        cards = _cards(ruleset, before, events)
        state = ruleset.copy(before)
        here = self._look(state)
        chat: list[str] = []
        for number, event in enumerate(events):
            chat += cards.get(number, ())
            if isinstance(event, DiceRolled):
                chat.append(_dice(event))
                continue
            event.on(state)
            there = self._look(state)
            changes = _changes(here, there)
            here = there
            if not changes and event.kind in self._words.quiet:
                continue
            chat.append(ruleset.tell(event, say))
            self._add(chat, changes, state, self._ways(event) if changes else ())
            chat = []
        if chat:
            self._add(chat, {}, state, ())

    def take_back(self, before: Any, state: Any) -> None:
        """Add a step that puts everybody back to where he was: turns were taken back."""
        changes = _changes(self._look(before), self._look(state))
        self._add(["turns are taken back; no die had fallen"], changes, state, ())

    def _add(
        self,
        chat: Sequence[str],
        changes: Mapping[str, tuple[str, int]],
        state: Any,
        ways: Sequence[tuple[str, ...]],
    ) -> None:
        stage = stage_of(self.ruleset, state)
        by_end = {way[-1]: way for way in ways}
        gone = {
            unit: by_end[place]
            for unit, (place, left) in changes.items()
            if left and place in by_end
        }
        turn = self.ruleset.game_turn(state)
        self.recorder.add(LogStep(tuple(chat), changes, turn, stage, gone))

    def _ways(self, event: Event[Any]) -> list[tuple[str, ...]]:
        """Return the ways that the picture would draw of an event."""
        marks = self._marks((event,)) if self._marks is not None else ()
        return [mark.places for mark in marks if not mark.number]


def _moment(ruleset: Ruleset[Any], state: Any, campaign: str, seq: int) -> When:
    return When(campaign, seq, ruleset.game_turn(state), stage_of(ruleset, state))


def _heading(ruleset: Ruleset[Any], state: Any) -> str:
    words = narration_of(ruleset)
    return f"{words.briefing(state).turn}, {words.part(state)}"


def _look_of(ruleset: Ruleset[Any]) -> Callable[[Any], _Standing]:
    """Return what says quickest where everybody is; more may stand behind place and strength."""
    if isinstance(ruleset, KeepsStatistics):
        return ruleset.whereabouts
    return lambda state: standing(ruleset, state)


def _changes(before: _Standing, after: _Standing) -> dict[str, tuple[str, int]]:
    """Return who is elsewhere or weaker now; who has left the game is nowhere."""
    nowhere = ("", 0)
    units: Iterable[str] = {**before, **after}
    if before.keys() == after.keys():
        units = compress(after, map(ne, after.values(), before.values()))
    pairs = ((unit, before.get(unit, nowhere), after.get(unit, nowhere)) for unit in units)
    return {unit: (now[0], now[1]) for unit, was, now in pairs if was[:2] != now[:2]}


def _dice(event: DiceRolled) -> str:
    faces = ", ".join(map(str, event.values))
    return f"dice {faces} (rule {event.rule}, {event.label})"


def _cards(
    ruleset: Ruleset[Any], before: Any, events: Sequence[Event[Any]]
) -> dict[int, list[str]]:
    """Return the arithmetic of each combat, by the number of the event at which it is told."""
    if not isinstance(ruleset, ReportsFights):
        return {}
    found: dict[int, list[str]] = {}
    for card in ruleset.cards(before, events):
        if card.told:
            found.setdefault(card.told[0], []).extend(_card_lines(card))
    return found


def _card_lines(card: Card) -> Iterator[str]:
    yield f"{card.title} (rule {card.rule})"
    for clash in card.clashes:
        yield _clash_line(clash)


def _clash_line(clash: Clash) -> str:
    sides = [
        f"{force.seat} {force.role} {force.total}: "
        + ", ".join(f"{one.name} {one.value}".strip() for one in force.lines)
        for force in clash.forces
    ]
    factors = [f"{factor.value:+d} {factor.name} ({factor.rule})" for factor in clash.factors]
    rest = [clash.column, *factors, clash.dice and f"dice {clash.dice}", clash.result]
    return "; ".join(part for part in (*sides, *rest) if part)

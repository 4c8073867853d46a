"""A whole campaign as facts: the log is walked once more, and every event told and weighed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from sealion_pbem.engine.card import Luck
from sealion_pbem.engine.chronicle import LOSSES, Enlists, KeepsStatistics, Whereabouts
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.saying import Introductions, Named, with_ids
from sealion_pbem.engine.showing import Draws, ReportsFights, narration_of
from sealion_pbem.engine.turn import Outcome
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.errors import CorruptError
from sealion_pbem.pbem.body import RulingBody
from sealion_pbem.pbem.entry import Entry, is_of
from sealion_pbem.report.passage import (
    TAKEN_BACK,
    Change,
    ChronicleSubject,
    Passage,
    RollTold,
    Told,
)
from sealion_pbem.report.story import left_undone
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.record import Admitted, Record

__all__ = ["chronicle", "subject_of"]


def chronicle(log: Log) -> tuple[ChronicleSubject, Iterator[Passage]]:
    """Return what a campaign is about, and its passages in the order of the log, one at a time.

    Every entry is proved on the way; an error names the first that fails.
    """
    walked = log.walk()
    charter = next(walked, None)
    if charter is None:
        raise CorruptError("the log is empty: there is no charter")
    subject, passages = subject_of(log.record), _passages(log, charter, walked)
    ruleset = log.record.ruleset
    if not isinstance(ruleset, Enlists) or not isinstance(ruleset, KeepsStatistics):
        return subject, passages
    told = [*passages]
    state = log.record.game.state
    grounds = ruleset.supplement(state).grounds if isinstance(ruleset, Draws) else ()
    return replace(subject, roster=ruleset.roster(state), grounds=grounds), iter(told)


def subject_of(record: Record) -> ChronicleSubject:
    """Return what a campaign is about, of which nothing but the charter was read yet."""
    ruleset, state = record.ruleset, record.game.state
    extras = ruleset if isinstance(ruleset, KeepsStatistics) else None
    return ChronicleSubject(
        charter=record.ledger.charter,
        title=ruleset.title,
        players=tuple(ruleset.seats),
        places=extras.places() if extras else {},
        roster=extras.roster(state) if extras else {},
        start=tuple(_changes({}, extras.whereabouts(state))) if extras else (),
        tally=dict(extras.tally(state)) if extras else {},
        die=ruleset.die,
        quiet=narration_of(ruleset).quiet,
        bloodless=extras.bloodless if extras else frozenset(),
        losses_in=extras.losses_in if extras else LOSSES,
        arms=extras.arms if extras else (),
        where=extras.where if extras else (),
    )


def _passages(log: Log, charter: Admitted, walked: Iterator[Admitted]) -> Iterator[Passage]:
    teller = _Historian(log.record)
    record = log.record
    yield teller.passage(record, charter)
    beside = 0
    teller.note(record)
    for taken in walked:
        yield from teller.aside(log.beside[beside:])
        beside = len(log.beside)
        yield teller.passage(record, taken)
        teller.note(record)
    yield from teller.aside(log.beside[beside:])


class _Historian:
    """Tells entry after entry; it remembers where the game stood before the next one."""

    def __init__(self, record: Record) -> None:
        self.ruleset = ruleset = record.ruleset
        self.words = narration_of(ruleset)
        self.say = Named(with_ids(self.words.names(record.game.state)))
        self.extras = ruleset if isinstance(ruleset, KeepsStatistics) else None
        self.state: Any = None
        self.at: tuple[int, str, str, str, str, str] = (0, "", "", "", "", "")

    def note(self, record: Record) -> None:
        """Remember where the game waits now."""
        self.state = record.game.state
        decision = record.decision
        kind, prompt = (decision.kind, decision.prompt) if decision else ("", "")
        self.at = (
            self.ruleset.game_turn(self.state), self.ruleset.clock(self.state), kind, prompt,
            self.words.part(self.state), self.words.briefing(self.state).date,
        )  # fmt: skip

    def passage(self, record: Record, admitted: Admitted) -> Passage:
        """Tell an entry that was just taken into the record."""
        if self.state is None:
            self.note(record)
        if isinstance(self.ruleset, Enlists):
            self.say = Named(with_ids(self.words.names(record.game.state)))
        outcome = admitted.outcome
        decision = record.decision
        told = tuple(self._told(outcome) if outcome else self._taken_back(record, admitted.entry))
        return Passage(
            admitted.entry,
            False,  # noqa: FBT003 - the field's name says it
            *self.at,
            told=told,
            luck=tuple(self._luck(outcome, told)) if outcome else (),
            automatic=outcome.automatic if outcome else (),
            notes=tuple(left_undone(outcome)) if outcome else (),
            tally=dict(self.extras.tally(record.game.state)) if self.extras else None,
            held=self._held(record.game.state) if told or outcome else {},
            waiting=f"{decision.seat}: {decision.prompt}" if decision else "",
            result=record.result,
        )

    def aside(self, entries: Iterable[Entry]) -> Iterator[Passage]:
        """Tell entries that stand beside the chain: they are signed, and nothing came of them."""
        for entry in entries:
            yield Passage(entry, True, *self.at)  # noqa: FBT003 - the field's name says it

    def _held(self, state: Any) -> Mapping[str, tuple[str, ...]]:
        return self.ruleset.held(state) if isinstance(self.ruleset, Draws) else {}

    def _told(self, outcome: Outcome[Any]) -> Iterator[Told]:
        ruleset, extras = self.ruleset, self.extras
        state = ruleset.copy(self.state)
        before = extras.whereabouts(state) if extras else {}
        owners, introduce = self._owners(outcome), Introductions().spoken
        for event in outcome.events:
            event.on(state)
            members = to_wire(event)
            del members["kind"]
            after = extras.whereabouts(state) if extras else {}
            roll = None
            if isinstance(event, DiceRolled):
                whose = owners.get(event.label, ())
                roll = RollTold(
                    event.label, event.rule, event.sides, event.values, event.trust, whose
                )  # fmt: skip
            yield Told(
                event.kind,
                ruleset.tell(event),
                introduce(ruleset.tell(event, self.say)),
                members,
                ruleset.game_turn(state),
                ruleset.clock(state),
                tuple(_changes(before, after)),
                roll,
            )
            before = after

    def _taken_back(self, record: Record, entry: Entry) -> Iterator[Told]:
        """Tell where everybody stands again after turns were taken back."""
        taken = entry.body.takes_back if is_of(entry, RulingBody) else None
        if taken is None:
            return
        ruleset, extras, state = self.ruleset, self.extras, record.game.state
        text = f"everything stands again as it did before turn {taken}"
        before = extras.whereabouts(self.state) if extras else {}
        changes = tuple(_changes(before, extras.whereabouts(state) if extras else {}))
        turn, clock = ruleset.game_turn(state), ruleset.clock(state)
        said = Introductions().spoken(text)
        yield Told(TAKEN_BACK, text, said, {"turn": taken}, turn, clock, changes)

    def _luck(self, outcome: Outcome[Any], told: Sequence[Told]) -> Iterator[tuple[int, Luck]]:
        """Return the luck of every combat, with the game turn in which it was fought."""
        if not isinstance(self.ruleset, ReportsFights):
            return
        for card in self.ruleset.cards(self.state, outcome.events):
            for luck in card.luck:
                yield told[card.told[0]].game_turn, luck

    def _owners(self, outcome: Outcome[Any]) -> dict[str, tuple[str, ...]]:
        """Return whose dice fell, by label: the event after them says so."""
        found: dict[str, tuple[str, ...]] = {}
        fallen: list[DiceRolled] = []
        state = self.ruleset.copy(self.state)
        for event in outcome.events:
            if isinstance(event, DiceRolled):
                fallen.append(event)
                continue
            whose = self.extras.rollers(state, event) if self.extras and fallen else ()
            event.on(state)
            if len(whose) == sum(len(roll.values) for roll in fallen):
                seats = iter(whose)
                for roll in fallen:
                    found[roll.label] = tuple(islice(seats, len(roll.values)))
            fallen.clear()
        return found


def _changes(
    before: Mapping[str, Whereabouts], after: Mapping[str, Whereabouts]
) -> Iterator[Change]:
    for name, now in after.items():
        if before.get(name) != now:
            yield Change(name, *now)
    for name in sorted(before.keys() - after.keys()):
        yield Change(name, "", 0)

"""What scripts use: campaigns, positions, scenarios and audits, each behind one name.

`docs/library.md` shows how, and `sealion_pbem` has the names: `from sealion_pbem import Campaign`.
Nothing here writes a file, signs anything or rolls a die that nobody has given.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Self, TypeAlias

from sealion_pbem.campaign.files import read
from sealion_pbem.engine import choices as composing
from sealion_pbem.engine.ahead import Written
from sealion_pbem.engine.choices import Menu, Partial
from sealion_pbem.engine.dice import OutOfDiceError, ScriptedDice
from sealion_pbem.engine.forecast import Forecast, forecasting
from sealion_pbem.engine.form import Choice
from sealion_pbem.engine.game import Game, begin, orders_from_wire, pending
from sealion_pbem.engine.loop import preview, run
from sealion_pbem.engine.outcomes import at_first_die
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.showing import narration_of
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Decision, Event, Json, Order, Violation
from sealion_pbem.errors import CorruptError, UsageError
from sealion_pbem.pbem.entry import Entry
from sealion_pbem.pbem.loader import FILE_LIMIT, normal_form, read_strict
from sealion_pbem.report.story import told
from sealion_pbem.rulesets import find
from sealion_pbem.umpire import scenario
from sealion_pbem.umpire.audit import Verdict, audit_folder
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.record import Admitted
from sealion_pbem.umpire.scenario import Adjudication
from sealion_pbem.umpire.source import opened, read_entries

__all__ = ["Campaign", "Played", "Position", "Step", "adjudicate", "audit"]

AnyPath: TypeAlias = str | os.PathLike[str]
Ordered: TypeAlias = Order | Mapping[str, Json]
"""An order, or its members as a turn file says them."""

# A position that is looked at belongs to no campaign; seals need an id all the same.
_NO_CAMPAIGN = "0" * 64


@dataclass(frozen=True)
class Position:
    """A game at one moment: what is asked, what can be ordered, what dice promise.

    It never changes; `play` returns the position that follows.
    """

    ruleset: Ruleset[Any]
    game: Game[Any]

    @classmethod
    def new(
        cls, ruleset: str, scenario: str | None = None, options: Mapping[str, Json] | None = None
    ) -> Self:
        """Return the beginning of a game, by default of the ruleset's first scenario."""
        rules = find(ruleset)
        state = rules.setup(scenario or next(iter(rules.scenarios)), options or {})
        return cls(rules, begin(rules, _NO_CAMPAIGN, state))

    @classmethod
    def from_scenario(cls, scenario: AnyPath | Mapping[str, Json]) -> Self:
        """Return the position that a scenario file describes, before the turns that it may hold.

        Raises:
            InvalidFileError: it is no scenario, or dice must fall before anybody is asked.
        """
        document = scenario if isinstance(scenario, Mapping) else read_strict(_bytes_of(scenario))
        found = adjudicate({**document, "turns": []})
        if found.unfinished:
            raise found.unfinished.fault
        return cls(found.ruleset, found.game)

    @property
    def state(self) -> Any:
        """The state as the ruleset keeps it; only to be read."""
        return self.game.state

    @property
    def decision(self) -> Decision | None:
        """The pending decision; None when the game is over."""
        return pending(self.ruleset, self.game)

    @property
    def result(self) -> str:
        """The result of the game, or ""."""
        return self.ruleset.result(self.state)

    def __str__(self) -> str:
        """Return who stands where, as text."""
        return narration_of(self.ruleset).board(self.state)

    def choices(self, partial: Partial | None = None) -> Menu:
        """Return what can come next in an order with members missing; without any, which kinds."""
        return composing.menu(self.ruleset, self.game, partial)

    def extended(self, partial: Partial, choice: Choice) -> Partial:
        """Return an order with a choice from its menu added."""
        return composing.extend(self.ruleset, partial, choice)

    def check(self, *orders: Ordered) -> tuple[Violation, ...]:
        """Return every rule that orders break, as far as no die is needed to judge them."""
        return preview(self.ruleset, self.game, self._turn(orders)).refused

    def forecasts(self, *orders: Ordered) -> tuple[Forecast, ...]:
        """Return what the first dice can bring that orders lead to; nothing, if none would fall."""
        seen = preview(self.ruleset, self.game, self._turn(orders))
        return at_first_die(self.ruleset, self.game, seen)

    def prospects(self) -> tuple[Forecast, ...]:
        """Return what dice can bring that fall at nobody's order, such as weather."""
        able = forecasting(self.ruleset)
        return able.prospects(self.state) if able else ()

    def play(self, *orders: Ordered, dice: Sequence[int] = ()) -> Played:
        """Return what orders of the seat that is asked come to, if dice fall as given.

        Raises:
            UsageError: a die falls that is not given, or the game is over.
        """
        try:
            outcome = run(self.ruleset, self.game, self._turn(orders), ScriptedDice(dice))
        except OutOfDiceError as error:
            raise UsageError(str(error), hint="give its faces in `dice`") from error
        after = Position(self.ruleset, outcome.game)
        return Played(self, after, outcome.events, outcome.refused)

    def _turn(self, orders: tuple[Ordered, ...]) -> Turn:
        decision = self.decision
        if decision is None:
            raise UsageError("the game is over, and nobody is asked")
        return Turn(decision.seat, tuple(map(self._read, orders)))

    def _read(self, order: Ordered) -> Written:
        if not isinstance(order, Mapping):
            return order
        (read_order,) = orders_from_wire(self.ruleset, [dict(order)])
        return read_order


@dataclass(frozen=True)
class Played:
    """The events between two positions; if orders were `refused`, there are none."""

    before: Position
    after: Position
    events: tuple[Event[Any], ...]
    refused: tuple[Violation, ...] = ()

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The events in words, a move with what it cost."""
        return tuple(map(str, told(self.before.ruleset, self.before.state, self.events)))


@dataclass(frozen=True, kw_only=True)
class Step(Played):
    """An entry of a log, and what it came to."""

    entry: Entry


class Campaign:
    """A campaign in a folder or in an archive, read and proved from its charter on."""

    def __init__(self, path: AnyPath) -> None:
        """Open a campaign; its charter is read at once, the rest of the log when it is asked for.

        Raises:
            PbemError: there is no campaign, or its rules are not the ones here.
        """
        self.path = Path(path)
        for log, _ in self._walk():
            self.charter, self.ruleset = log.record.ledger.charter, log.record.ruleset
            return
        raise CorruptError("the log is empty: there is no charter")

    @property
    def name(self) -> str:
        """The name that its players gave it."""
        return self.charter.body.name

    def __iter__(self) -> Iterator[Step]:
        """Return the steps of the log, the charter first; each is proved before it is returned.

        Raises:
            AuditError, CorruptError: the first entry that fails; `entry` names it.
        """
        before: Position | None = None
        for log, admitted in self._walk():
            after = Position(log.record.ruleset, log.record.game)
            events = admitted.outcome.events if admitted.outcome else ()
            yield Step(before or after, after, events, entry=admitted.entry)
            before = after

    def position(self, at: int | None = None) -> Position:
        """Return where the game stands after the entry with a number, or after the last."""
        if at is None:
            return Position(self.ruleset, self._end.record.game)
        found = None
        for step in self:
            if step.entry.seq > at:
                break
            found = step.after
        else:
            if step.entry.seq < at:
                raise UsageError(f"the log has no entry {at}", hint=f"the last is {step.entry.seq}")
        assert found is not None, "a log begins with entry 0"
        return found

    @property
    def result(self) -> str:
        """The result of the campaign, by the rules or by a resignation, or ""."""
        return self._end.record.result

    @cached_property
    def _end(self) -> Log:
        *_, (log, _) = self._walk()
        return log

    def _walk(self) -> Iterator[tuple[Log, Admitted]]:
        with opened(self.path) as (source, _):
            log = Log(read_entries(source))
            for admitted in log.walk():
                yield log, admitted


def adjudicate(scenario_file: AnyPath | Mapping[str, Json]) -> Adjudication:
    """Set up the position of a scenario, a file or its members, and judge its turns."""
    if isinstance(scenario_file, Mapping):
        return scenario.adjudicate(normal_form(dict(scenario_file)))
    return scenario.adjudicate(_bytes_of(scenario_file))


def audit(path: AnyPath, *, any_revision: bool = False) -> Verdict:
    """Prove the campaign in a folder or an archive; `failure` names the first entry that fails."""
    return audit_folder(Path(path), any_revision=any_revision)


def _bytes_of(path: AnyPath) -> bytes:
    return read(Path(path), FILE_LIMIT)

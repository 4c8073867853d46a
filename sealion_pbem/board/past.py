"""What has happened: the log step by step, each with its position, arrows, cards and dice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sealion_pbem.board.table import BoardTable
from sealion_pbem.campaign import files
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.showing import Draws, ReportsFights, narration_of
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Event, Json
from sealion_pbem.errors import PbemError, UsageError
from sealion_pbem.pbem.body import RulingBody, TurnBody
from sealion_pbem.pbem.entry import Entry, is_of, parse_entry
from sealion_pbem.report.sayings import message_in, purpose_of
from sealion_pbem.report.story import told
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.record import Admitted, Record
from sealion_pbem.umpire.source import opened, read_entries

if TYPE_CHECKING:
    from sealion_pbem.board.session import Session

__all__ = ["Past", "look", "look_again", "looked_at", "step", "steps"]

_SEEN = "board-seen.json"
_LIMIT = 1000


@frozen
class Happened:
    """A turn that was judged: who wrote it, the states before and after, and the events between."""

    entry: Entry
    turn: Entry
    message: str
    part: str
    game_turn: int
    before: Any
    state: Any
    events: tuple[Event[Any], ...]

    @property
    def by(self) -> str:
        """Who wrote the turn."""
        return self.turn.by


class Past:
    """The turns of a log that were judged and not taken back; read on when the log has grown."""

    def __init__(self, table: BoardTable) -> None:
        self._table = table
        self._head = ""
        self._names: list[str] = []
        self._record: Record | None = None
        self._turn: Entry | None = None
        self._steps: list[Happened] = []

    def steps(self) -> list[Happened]:
        """Return every step, the first first."""
        head = self._table.record.ledger.head
        if head != self._head and not self._read_on():
            self._read()
        self._head = head
        return self._steps

    def _read(self) -> None:
        """Read the whole log."""
        self._steps, self._turn = [], None
        with opened(self._table.path) as (source, _):
            log = Log(read_entries(source))
            before: Any = None
            for admitted in log.walk():
                self._note(admitted, before, log.record)
                before = log.record.game.state
            self._record = log.record
        if not self._table.is_archived:
            self._names = self._table.desk.store.names()

    def _read_on(self) -> bool:
        """Read what follows behind what was read; tell whether nothing else has come."""
        record = self._record
        if record is None or self._table.is_archived:
            return False
        store = self._table.desk.store
        names = store.names()
        if names[: len(self._names)] != self._names:
            return False
        try:
            for name in names[len(self._names) :]:
                before = record.game.state
                entry = parse_entry(store.read(name), ruleset=record.ruleset)
                self._note(record.admit(entry), before, record)
        except PbemError:
            # Something stands beside the log; it is read as a whole.
            return False
        self._names = names
        return record.ledger.head == self._table.record.ledger.head

    def _note(self, admitted: Admitted, before: Any, record: Record) -> None:
        entry, outcome = admitted.entry, admitted.outcome
        if is_of(entry, RulingBody) and entry.body.takes_back is not None:
            taken = entry.body.takes_back
            self._steps = [one for one in self._steps if one.turn.seq < taken]
        if is_of(entry, TurnBody):
            self._turn = entry
        if outcome is None or self._turn is None:
            return
        words, ruleset = narration_of(record.ruleset), record.ruleset
        self._steps.append(
            Happened(
                entry, self._turn, message_in(self._turn), words.part(before),
                ruleset.game_turn(before), before, record.game.state, tuple(outcome.events),
            )
        )  # fmt: skip


def steps(session: Session) -> dict[str, Json]:
    """Return the titles of all steps, and how many of them this player has looked at."""
    return {
        "seen": _seen(session),
        "steps": [
            {"seq": one.entry.seq, "by": one.by, "part": one.part, "turn": one.game_turn}
            for one in session.past.steps()
        ],
    }


def step(session: Session, number: int) -> dict[str, Json]:
    """Return one step: what happened in it, and the position after it."""
    found = session.past.steps()
    if not 0 <= number < len(found):
        raise UsageError(f"there is no step {number}", hint=f"there are {len(found)}, from 0 on")
    one, table = found[number], session.table
    ruleset = table.ruleset
    quiet = narration_of(ruleset).quiet
    marks = ruleset.marks(one.events, one.before) if isinstance(ruleset, Draws) else ()
    cards = ruleset.cards(one.before, one.events) if isinstance(ruleset, ReportsFights) else ()
    return {
        "seq": one.entry.seq,
        "by": one.by,
        "message": one.message,
        "part": one.part,
        "story": [
            {"text": sentence.text, "cost": sentence.cost}
            for sentence in told(ruleset, one.before, one.events)
            if sentence.event.kind not in quiet
        ],
        "dice": [
            {"for": purpose_of(event.label), "rule": event.rule, "faces": list(event.values)}
            for event in one.events
            if isinstance(event, DiceRolled)
        ],
        "cards": [_card(card) for card in cards],
        "shown": table.scene.shown(one.state, marks, one.before).document,
        "sheet": table.scene.sheet.document,
    }


def look(session: Session, number: int) -> dict[str, Json]:
    """Note in the campaign folder that the first `number` steps have been looked at; never fewer.

    Raises:
        UsageError: there are not so many.
        CampaignError: the board only looks on.
    """
    desk, found = session.table.playing, len(session.past.steps())
    if not 0 <= number <= found:
        raise UsageError(f"there are {found} steps")
    with desk.folder.writing():
        who = session.table.looker
        noted = _noted(session)
        _write_noted(session, {**noted, who: max(number, noted.get(who, 0))})
    return {"seen": _seen(session)}


def looked_at(session: Session, seat: str) -> None:
    """Note that whoever plays a seat, alone or side by side, has seen all that has happened so far."""
    _write_noted(session, {**_noted(session), seat: len(session.past.steps())})


def look_again(session: Session) -> None:
    """Note that steps which were taken back have been looked at by nobody."""
    found = len(session.past.steps())
    _write_noted(session, {seat: min(seen, found) for seat, seen in _noted(session).items()})


def _seen(session: Session) -> int | None:
    """Return how many steps were looked at; None: this player has never looked."""
    seen = _noted(session).get(session.table.looker)
    return None if seen is None else min(seen, len(session.past.steps()))


def _noted(session: Session) -> dict[str, int]:
    """Return what was noted in the folder, by player; nothing where it cannot be read."""
    table = session.table
    if table.observes or not files.is_there(table.path / _SEEN):
        return {}
    try:
        noted = json.loads(files.read(table.path / _SEEN, _LIMIT))
    except ValueError:
        return {}
    found = noted.get("steps") if isinstance(noted, dict) else None
    if not isinstance(found, dict):
        return {}
    return {who: seen for who, seen in found.items() if type(seen) is int and seen >= 0}


def _write_noted(session: Session, noted: Mapping[str, int]) -> None:
    data = json.dumps({"steps": {who: noted[who] for who in sorted(noted)}}).encode()
    files.replace(session.table.path / _SEEN, data)


def _card(card: Any) -> Json:
    return {
        "title": card.title,
        "rule": card.rule,
        "clashes": to_wire(card.clashes),
        "luck": [
            {"seat": luck.seat, "lost": luck.lost, "expected": str(luck.expected)}
            for luck in card.luck
        ],
    }

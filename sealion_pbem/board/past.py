"""What has happened: the log step by step, each with its position, arrows, cards and dice."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sealion_pbem.board.table import BoardTable
from sealion_pbem.campaign import files
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.showing import Draws, ReportsFights, narration_of
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Event, Json
from sealion_pbem.errors import UsageError
from sealion_pbem.pbem.entry import Entry
from sealion_pbem.report.sayings import message_in, purpose_of
from sealion_pbem.report.story import told
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.source import opened, read_entries

if TYPE_CHECKING:
    from sealion_pbem.board.session import Session

__all__ = ["Past", "look", "step", "steps"]

_SEEN = "board-seen.json"
_LIMIT = 1000


@frozen
class Happened:
    """A turn that was judged: who wrote it, the states before and after, and the events between."""

    entry: Entry
    by: str
    message: str
    part: str
    game_turn: int
    before: Any
    state: Any
    events: tuple[Event[Any], ...]


class Past:
    """The turns of a log that were judged; read when somebody looks, and again when the log grows."""

    def __init__(self, table: BoardTable) -> None:
        self._table = table
        self._head = ""
        self._steps: list[Happened] = []

    def steps(self) -> list[Happened]:
        """Return every step, the first first."""
        head = self._table.record.ledger.head
        if head != self._head:
            self._steps, self._head = self._read(), head
        return self._steps

    def _read(self) -> list[Happened]:
        found: list[Happened] = []
        words = narration_of(self._table.ruleset)
        with opened(self._table.path) as (source, _):
            log = Log(read_entries(source))
            before: Any = None
            turn: Entry | None = None
            for admitted in log.walk():
                if admitted.entry.kind == "turn":
                    turn = admitted.entry
                if admitted.outcome is not None and turn is not None:
                    found.append(
                        Happened(
                            admitted.entry, turn.by, message_in(turn), words.part(before),
                            self._table.ruleset.game_turn(before), before,
                            log.record.game.state, tuple(admitted.outcome.events),
                        )
                    )  # fmt: skip
                before = log.record.game.state
        return found


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
        "shown": table.scene.shown(one.state, marks).document,
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
        seen = max(number, _noted(session))
        files.replace(desk.folder.path / _SEEN, json.dumps({"steps": seen}).encode())
    return {"seen": _seen(session)}


def _seen(session: Session) -> int | None:
    """Return how many steps were looked at; None: this player has never looked."""
    noted = _noted(session)
    return min(noted, len(session.past.steps())) if noted >= 0 else None


def _noted(session: Session) -> int:
    """Return what was noted in the folder; -1: nothing that can be read."""
    table = session.table
    if table.observes or not files.is_there(table.path / _SEEN):
        return -1
    try:
        noted = json.loads(files.read(table.path / _SEEN, _LIMIT))
    except ValueError:
        return -1
    number = noted.get("steps") if isinstance(noted, dict) else None
    return number if type(number) is int else -1


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

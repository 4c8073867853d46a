"""A session: a table with somebody at it, and the documents that tell him how it stands."""

from __future__ import annotations

from typing import Any

from sealion_pbem.board.composition import Lead, Leads, asked_of, describe, order_lines
from sealion_pbem.board.pad import read_page
from sealion_pbem.board.past import Past
from sealion_pbem.board.prepared import standing_lines
from sealion_pbem.board.scene import Shown
from sealion_pbem.board.table import BoardTable
from sealion_pbem.engine.game import pending
from sealion_pbem.engine.showing import Draws
from sealion_pbem.engine.words import Json
from sealion_pbem.umpire.papers import Paper

__all__ = ["Session"]


class Session:
    """What was worked out for whoever sits at a table; it can be worked out again at any time."""

    def __init__(self, table: BoardTable) -> None:
        self.table = table
        self.leads = Leads(table)
        self.past = Past(table)

    def document(self) -> dict[str, Json]:
        """Return all that a page begins with: campaign, map, position, orders written so far."""
        table, record = self.table, self.table.record
        ledger = record.ledger
        found: dict[str, Json] = {
            "name": ledger.charter.body.name,
            "game": table.ruleset.title,
            "seats": [*table.ruleset.seats],
            "own": sorted(table.keys),
            "observes": table.observes,
            "head": ledger.head,
            "pending": _pending(table),
            "alone": _alone(table),
            "is_new": ledger.next_seq == 1,
            "scene": table.scene.document,
            "now": self._now(),
            "orders": None,
        }
        if table.seat:
            found["orders"] = self.led(self.leads.of(read_page(table).version))
        # Last: only now are all faces known that are shown.
        found["sheet"] = table.scene.sheet.document
        return found

    def _now(self) -> dict[str, Json]:
        game = self.table.record.game
        shown = self.table.scene.shown(game.state).document
        return {**describe(self.table, game), "result": self.table.record.result, "shown": shown}

    def led(self, lead: Lead) -> dict[str, Json]:
        """Return orders in words, what they come to, and the position in which the next is composed."""
        table, rehearsal, draft = self.table, lead.rehearsal, lead.page.draft
        ahead = rehearsal.ahead
        decision = pending(table.ruleset, lead.game)
        is_own = decision is not None and decision.seat == draft["seat"]
        fork = ahead.fork if ahead else None
        asked = None
        if fork is None and is_own and decision is not None:
            asked = asked_of(table, lead.game, decision)
        return {
            "version": lead.page.version,
            "draft": draft,
            "count": lead.count,
            "lines": order_lines(table, lead),
            "standing": standing_lines(draft.get("standing_orders") or []),
            "refused": [str(fault.text) for fault in rehearsal.refused],
            "story": [
                {"text": sentence.text, "cost": sentence.cost} for sentence in rehearsal.sentences
            ],
            "notes": [*rehearsal.notes(Paper(draft).place_of)],
            "dangers": [*rehearsal.dangers],
            "needs_dice": rehearsal.preview.needs_dice,
            "forecasts": [forecast.document for forecast in rehearsal.forecasts],
            "fork": fork.document if fork else None,
            "supposed": [supposed.document for supposed in ahead.used] if ahead else [],
            "blind": ahead.blind if ahead else None,
            "asked": asked,
            "position": {
                **describe(table, lead.game),
                "shown": self._shown(lead).document,
                "is_supposed": lead.is_supposed,
            },
            "sheet": table.scene.sheet.document,
        }

    def _shown(self, lead: Lead) -> Shown:
        before = self.table.record.game.state if lead.rehearsal.ahead else None
        return self.table.scene.shown(lead.game.state, self._marks(lead), before)

    def _marks(self, lead: Lead) -> Any:
        ruleset, ahead = self.table.ruleset, lead.rehearsal.ahead
        if ahead is None or not isinstance(ruleset, Draws):
            return ()
        return ruleset.marks(ahead.events, self.table.record.game.state)


def _alone(table: BoardTable) -> Json:
    """Return who is played by a commander in a game that is played alone, and which turn can be taken back.

    `stands` says why none can.
    """
    alone = table.alone
    if alone is None:
        return None
    last = alone.last
    return {
        "commanded": alone.seats,
        "due": alone.due,
        "back": {"seq": last.seq, "by": last.by} if last else None,
        "stands": table.record.stands,
    }


def _pending(table: BoardTable) -> Json:
    """Return the turn that waits for its answer, and who is to give it."""
    ledger = table.record.ledger
    if ledger.pending is None:
        return None
    baton = ledger.baton()
    return {
        "seq": ledger.pending.seq,
        "by": ledger.pending.by,
        "waits_for": baton,
        "is_own": baton in table.keys,
        "file": ledger.pending.file_name,
    }

"""A game turn in which one player drags all his moves in VASSAL and the other writes his: audited clean."""

import secrets
from unittest.mock import patch

from sealion_pbem.rulesets import find
from sealion_pbem.umpire import founding
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.drafts import new_draft, sign_draft
from sealion_pbem.umpire.exhibition import Exhibition, as_written, roster_of
from sealion_pbem.umpire.papers import read_paper
from sealion_pbem.umpire.sheets import new_sheet
from sealion_pbem.umpire.vassal_orders import orders_of_log, remarks_on
from sealion_pbem.vassal.guard import survey_file
from tests.campaigns import TIME, key_of
from tests.nonces import numbered, patch_nonces
from tests.vassal.conftest import RULESET
from tests.vassal.dragging import MOVING, Dragged

DRAGGER = "british"


def test_a_game_turn_by_dragging(tmp_path):
    """Every move comes out of a log; targets and answers are added to the sheet by hand."""
    keys = {seat: (f"{seat}.key", key_of(seat)) for seat in roster_of(find(RULESET))}
    moved = 0
    with (
        patch.object(secrets, "token_hex", numbered("dragging")),
        patch.object(founding, "LENGTH", 256),
        patch_nonces(),
    ):
        game = Exhibition(tmp_path, keys, b"dragging", TIME)
        game.found(RULESET, {})
        while True:
            record = game.desks[DRAGGER].read().record
            decision = record.decision
            if decision is None or record.ruleset.game_turn(record.game.state) > 1:
                break
            commander = game.commanders[decision.seat]
            turn = commander.turn(record.ruleset, record.game, decision.seat)
            draft = new_draft(record, decision.seat)
            draft["orders"] = as_written(turn, commander)
            draft["drop_queued"] = turn.drops_queued
            if decision.seat == DRAGGER:
                count = _moves(draft["orders"])
                moved += count
                draft = _dragged(record, draft, count)
            game._sent(sign_draft(game.desks[decision.seat], draft))
            game._answer()
    assert moved > 5
    verdict = audit_folder(tmp_path / DRAGGER)
    assert verdict.exit_code == 0, verdict.failure


def _moves(orders):
    """How many orders stand before the first that is no move."""
    return next((n for n, order in enumerate(orders) if order["kind"] not in MOVING), len(orders))


def _dragged(record, draft, count):
    """The draft that comes out of a sheet, whose moves come out of a log."""
    if not count:
        return draft
    turn = Dragged(record, draft["seat"], draft["decision"], draft["orders"][:count])
    found = orders_of_log(record, draft["seat"], survey_file(turn.log()))
    written = {**draft, "orders": [*found.orders, *draft["orders"][count:]]}
    sheet = new_sheet(record, draft["seat"], None, written, remarks_on(found))
    return read_paper(record, sheet.encode()).draft

"""A game turn in which one player drags his counters in VASSAL and the other sits at the board."""

import base64
from hashlib import sha256
from typing import Any

from sealion_pbem.board import request
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.drafts import new_draft, sign_draft
from sealion_pbem.umpire.exhibition import as_written, commander_of
from sealion_pbem.umpire.papers import read_paper
from sealion_pbem.umpire.sheets import new_sheet
from sealion_pbem.umpire.vassal_orders import orders_of_log, remarks_on
from sealion_pbem.vassal.guard import survey_file
from tests.board.tables import campaign, session
from tests.campaigns import TIME, key_of
from tests.vassal.conftest import RULESET
from tests.vassal.dragging import MOVING, Dragged

DRAGGER, SITTER = "british", "german"
answer: Any = request.answer


def test_a_game_turn_by_dragging(tmp_path):
    """One sends what comes out of logs and sheets, the other what the board wrote, signed and answered."""
    root = campaign(tmp_path, RULESET)
    ruleset = find(RULESET)
    commanders = {
        seat: commander_of(ruleset, sha256(b"dragging" + seat.encode()).digest())
        for seat in ruleset.seats
    }
    desk, board = Desk(root / DRAGGER, {DRAGGER: key_of(DRAGGER)}), session(root / SITTER)
    moved = 0
    while True:
        record = desk.read().record
        decision = record.decision
        if decision is None or ruleset.game_turn(record.game.state) > 1:
            break
        turn = commanders[decision.seat].turn(ruleset, record.game, decision.seat)
        orders = as_written(turn, commanders[decision.seat])
        if decision.seat == DRAGGER:
            draft = {**new_draft(record, DRAGGER), "orders": orders}
            draft["drop_queued"] = turn.drops_queued
            count = _moves(orders)
            moved += count
            entry = sign_draft(desk, _dragged(record, draft, count))
            _bring(board, entry)
            answer(board, "witness", {})
        else:
            led = answer(board, "write", {"version": "", "orders": orders})
            assert led["refused"] == []
            answer(board, "sign", {"version": led["version"]})
            _fetch(desk, root)
            _bring(board, desk.witness(TIME).entry)
        _fetch(desk, root)
    assert moved > 5
    for seat in ruleset.seats:
        verdict = audit_folder(root / seat)
        assert verdict.exit_code == 0, verdict.failure


def _bring(board, entry):
    """Drop a file on the page."""
    data = base64.b64encode(entry.data).decode()
    (result,) = answer(board, "receive", {"name": entry.file_name, "data": data})["results"]
    assert result["status"] == "accepted"


def _fetch(desk, root):
    """Take what the board's folder has, as it would come by mail."""
    store = Desk(root / SITTER).store
    news = [name for name in store.names() if name not in desk.store.names()]
    results = desk.receive([(name, store.load(name).data) for name in news])
    assert {one.status for one in results} <= {"accepted"}


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

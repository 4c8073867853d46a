"""Games for which no line of the board was written: War at Sea is composed and played on it to its end."""

from typing import Any

from sealion_pbem.board import request
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.exhibition import as_written, commander_of
from tests.board.test_alone import alone
from tests.board.test_request import composed

answer: Any = request.answer
MET = 4
"""So many kinds of decisions, and more, a short game comes to at least."""


def test_war_at_sea_is_played_on_the_board_to_its_end(tmp_path):
    """At every decision each new kind of order is composed from menus and is legal; the rest is played."""
    game = find("war-at-sea")
    mine, other = game.seats
    session = alone(tmp_path / "alone", game.id, other)
    player = commander_of(game, b"the player")
    done: set[str] = set()
    met: set[str] = set()
    for _ in range(300):
        record = session.table.record
        if record.decision is None:
            break
        if session.document()["alone"]["due"]:
            answer(session, "go_on", {})
            continue
        led = session.document()["orders"]
        met.add(led["asked"]["decision"])
        for kind in led["asked"]["kinds"]:
            if kind["kind"] not in done:
                menu = composed(session, led["version"], kind["kind"])
                given = {"version": led["version"], "orders": [menu["order"]]}
                led = answer(session, "write", given)
                assert (kind["kind"], led["refused"]) == (kind["kind"], [])
                assert led["lines"][0]["text"]
                done.add(kind["kind"])
                led = answer(session, "write", {"version": led["version"], "orders": []})
        session.table.alone._remind(player, mine)
        turn = player.turn(game, record.game, Seat(mine))
        given = {"version": led["version"], "orders": as_written(turn, player)}
        led = answer(session, "write", given)
        assert led["refused"] == []
        answer(session, "sign", {"version": led["version"]})
    assert session.table.record.result
    assert audit_folder(tmp_path / "alone").failure is None
    assert {"seal", "open", "move", "smoke", "surface_attack", "done"} <= done, done
    assert len(met) > MET

"""What a turn leads to fits into the file that answers it, whatever was ordered."""

from typing import Any

import pytest

from sealion_pbem.engine import turn as room
from sealion_pbem.engine.ahead import Queued
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import Game
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.replay import claim_of, returned_to_wire
from sealion_pbem.engine.standing import StandingOrder
from sealion_pbem.engine.turn import Outcome, Returned, Turn
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.pbem.loader import FILE_LIMIT, normal_form, read_normal
from sealion_pbem.pbem.schema import check_document
from tests.chatter import CHATTER, LEFT, RIGHT, Complain, State, Talk

DICE = SeededDice(b"r" * 32)
ENVELOPE = 4096
"""What the other members of a receipt take: digests, seats, a signature."""


def judged(turn: Turn, game: Game[Any] | None = None, **standing: object) -> Outcome[Any]:
    """What a turn of the first seat comes to, with standing orders of either seat."""
    game = game or Game("c" * 64, State())
    for seat, order in standing.items():
        game.standing[Seat(seat)] = (StandingOrder("talk", to_wire(order)),)
    return run(CHATTER, game, turn, DICE)


def assert_fits(outcome: Outcome[Any]) -> None:
    """The claim has the shape of a receipt's members, and its file is read again."""
    claim = claim_of(CHATTER, outcome)
    data = normal_form({**claim, "padding": "x" * ENVELOPE})
    assert len(data) <= FILE_LIMIT
    read_normal(data)
    receipt = {
        "format": "sealion-pbem/1", "kind": "receipt", "campaign": "c" * 64, "seq": 2,
        "prev": "a" * 64, "by": "right", "turn": "a" * 64, "trust": "solo",
        "link": {"number": 1, "value": "b" * 64}, "time": "2026-01-31T20:15:00Z",
        "signatures": {"right": "0" * 128}, **claim,
    }  # fmt: skip
    check_document(receipt, "receipt")


@pytest.mark.parametrize(
    "talk",
    [Talk(), Talk("x" * 3000), Talk("," * 2000), Talk("", 1), Talk("", 500), Talk("[" * 1000, 50)],
    ids=["short", "long", "commas", "a die", "many dice", "both"],
)
def test_a_run_that_answers_itself_ends_where_its_receipt_is_full(talk: Talk):
    """Both seats answer for ever with large orders and many dice: the run ends, and somebody is asked."""
    outcome = judged(Turn(LEFT, (talk,)), left=talk, right=talk)

    assert outcome.waiting is not None
    assert 1 <= len(outcome.automatic) <= room.MOST_AUTOMATIC
    assert not outcome.refused
    assert_fits(outcome)

    again = run(CHATTER, outcome.game, Turn(outcome.waiting.seat, (talk,)), DICE)
    assert len(again.automatic) >= 1
    assert_fits(again)


def test_orders_behind_a_full_receipt_stay_queued():
    """A file of 500 orders with dice: what does not fit waits, stands, and can be dropped or kept."""
    turn = Turn(LEFT, (Talk("", 400),) * 500)
    outcome = judged(turn, right=Talk())

    assert outcome.stands == 500
    assert outcome.returned == ()
    assert 400 < len(outcome.game.queued[LEFT]) < 500
    assert_fits(outcome)

    following = run(CHATTER, outcome.game, Turn(outcome.waiting.seat, (Talk(),)), DICE)
    assert len(following.game.queued[LEFT]) < len(outcome.game.queued[LEFT])
    assert_fits(following)


def test_an_answer_that_does_not_fit_is_asked_for():
    """A standing order larger than the room that is left leaves the question to its seat."""
    outcome = judged(Turn(LEFT, (Talk(),)), right=Talk("x" * room.FULL_BYTES))

    assert (outcome.automatic, outcome.waiting.seat) == ((), "right")
    assert_fits(outcome)


@pytest.mark.parametrize(("faults", "length"), [(1, 10), (20, 600), (21, 5000), (900, 5000)])
def test_what_comes_back_is_told_in_bounds(faults: int, length: int):
    """After dice an order with hundreds of faults comes back: the first are told, the rest counted."""
    turn = Turn(LEFT, (Talk("", 1), Complain(faults, length)))
    outcome = judged(turn, right=Talk())

    (back,) = claim_of(CHATTER, outcome)["returned"]
    assert back["count"] == 1
    assert len(back["violations"]) <= 21
    if faults > 20:
        assert back["violations"][-1]["text"] == f"and {faults - 20} more"
    assert_fits(outcome)


def test_many_orders_that_come_back_share_the_room():
    """Five hundred come back one by one: all are counted, the first of them with their reasons."""
    violations = tuple(Violation("1.2", "fault", "!" * 600, f"/{n}") for n in range(30))
    queued = Queued(Talk(), 1)
    backs = [Returned(seat, (queued,), violations) for _ in range(250) for seat in (LEFT, RIGHT)]

    listed = returned_to_wire(backs)

    assert {seat: sum(b["count"] for b in listed if b["seat"] == seat) for seat in (LEFT, RIGHT)} == {
        "left": 250, "right": 250,
    }  # fmt: skip
    assert listed[0]["violations"]
    assert len(normal_form(listed)) < 40_000

"""The decision loop: queued orders, the whole file or its beginning, and what comes back."""

import pytest

from sealion_pbem.engine import turn as room
from sealion_pbem.engine.canon import digest
from sealion_pbem.engine.dice import DiceRolled, NoDice, SeededDice
from sealion_pbem.engine.game import digest_of, pending
from sealion_pbem.engine.loop import preview, refuse, run
from sealion_pbem.engine.turn import Preview, Turn
from sealion_pbem.rulesets.skirmish import words as w
from tests.table import Table, standing

STAND = {"when": "reaction", "do": "stand"}
WITHDRAW = {"when": "reaction", "do": "withdraw"}
LOSE_STEP = {"when": "losses", "do": "lose_step"}
DONE = {"when": "march", "do": "done"}


@pytest.fixture
def table() -> Table:
    """Two red units next to a blue one each; red is to march."""
    placed = ("red-1 in 0305", "red-2 in 0505", "blue-1 in 0304", "blue-2 in 0504")
    return Table("skirmish").place(*placed).at("march").sealed("red", "objective", "0202")


def test_orders_wait_for_the_other_seat_and_go_on_after_its_answer(table):
    """Red attacks twice and ends its step; each attack waits for blue, the rest stays signed."""
    first = table.orders("attack red-1 blue-1", "attack red-2 blue-2", "done")

    assert first.events == [w.BattleJoined("red-1", "blue-1")]
    assert first.outcome.stands == 3
    assert (first.waiting.seat, first.waiting.kind) == ("blue", "reaction")
    assert table.queue("red") == [w.Attack("red-2", "blue-2"), w.Done()]

    second = table.orders("withdraw 0303")

    assert second.events == [w.UnitWithdrew("blue-1", "0303"), w.BattleJoined("red-2", "blue-2")]
    assert (second.waiting.seat, second.waiting.about) == ("blue", "blue-2")

    third = table.orders("withdraw 0503")

    assert third.events == [w.UnitWithdrew("blue-2", "0503"), w.StepEnded(w.RED)]
    assert (third.waiting.seat, third.waiting.kind) == ("blue", "march")
    assert not any(table.game.queued.values())


def test_two_queues_can_take_turns(table):
    """Blue's file answers both attacks of red's queue and goes on with blue's own step."""
    table.orders("attack red-1 blue-1", "attack red-2 blue-2", "done")

    result = table.orders("withdraw 0303", "withdraw 0503", "done")

    assert [event.kind for event in result.events] == [
        *("unit_withdrew", "battle_joined", "unit_withdrew", "step_ended", "step_ended")
    ]
    assert result.outcome.stands == 3
    assert (result.waiting.seat, table.state.turn) == ("red", 2)


def test_before_dice_an_illegal_order_rejects_the_whole_file(table):
    """A good order and a bad one: nothing stands, the game is the one before."""
    before, packed = table.game, digest_of(table.ruleset, table.game)

    result = table.orders("march red-1 0306", "attack red-1 blue-1", "done")

    assert result.refused() == [("3.1", "not_adjacent", "/orders/1/target")]
    assert (result.events, result.outcome.stands) == ([], 0)
    assert result.outcome.game is before
    assert digest_of(table.ruleset, table.game) == packed
    assert result.waiting == pending(table.ruleset, before)


def test_answers_without_dice_do_not_save_an_illegal_file(table):
    """Blue withdraws by standing order, no die falls, then red's next order is illegal: all void."""
    table.standing("blue", WITHDRAW)
    before = digest_of(table.ruleset, table.game)

    result = table.orders("attack red-1 blue-1", "march red-1 0306", "done")

    assert result.refused() == [("2.1", "marched_already", "/orders/1/unit")]
    assert result.outcome.automatic == ()
    assert digest_of(table.ruleset, table.game) == before


def test_after_dice_the_beginning_stands_and_the_rest_comes_back(table):
    """Dice fell for the first order; the second is impossible: it and the third are returned."""
    table.standing("blue", STAND, LOSE_STEP)

    result = table.dice(6, 1).orders("attack red-1 blue-1", "march red-1 0306", "done")

    assert result.outcome.refused == ()
    assert result.outcome.stands == 1
    assert result.returned() == [("red", 2, [("2.1", "marched_already", "/orders/1/unit")])]
    assert result.without_rolls()[-1] == w.StepLost("blue-1")
    assert (result.waiting.seat, result.waiting.kind) == ("red", "march")
    assert not table.queue("red")


def test_after_dice_orders_wait_for_a_question_that_the_dice_brought(table):
    """Red loses its battle and must choose the loss; its "done" stays behind that answer."""
    table.standing("blue", STAND)

    result = table.dice(1, 6).orders("attack red-1 blue-1", "done")

    assert (result.outcome.returned, result.outcome.stands) == ((), 2)
    assert (result.waiting.seat, result.waiting.kind) == ("red", "losses")

    assert table.orders("lose_step").events == [w.StepLost("red-1"), w.StepEnded(w.RED)]


def test_a_loss_chosen_in_advance_is_taken(table):
    """The file may go on with the answer to a decision that the dice bring."""
    table.standing("blue", STAND)

    result = table.dice(1, 6).orders("attack red-1 blue-1", "lose_step", "done")

    assert result.outcome.returned == ()
    assert result.without_rolls()[2:] == [w.StepLost("red-1"), w.StepEnded(w.RED)]


def test_a_waiting_queue_that_became_impossible_goes_back_without_a_pointer(table):
    """Red's second attack waits; blue's answer makes it impossible. It is no fault of blue's file."""
    table.orders("attack red-1 blue-1", "attack red-2 blue-1", "done")

    result = table.orders("withdraw 0303")

    assert result.outcome.refused == ()
    assert result.outcome.stands == 1
    assert result.returned() == [("red", 2, [("3.1", "not_adjacent", "/target")])]
    assert (result.waiting.seat, result.waiting.kind) == ("red", "march")


def test_a_rejected_file_leaves_the_other_queue_waiting(table):
    """Blue answers with an illegal hex: red's orders go on waiting."""
    table.orders("attack red-1 blue-1", "done")
    before = digest_of(table.ruleset, table.game)

    result = table.orders("withdraw 0305")

    assert result.refused() == [("3.2", "no_retreat", "/orders/0/hex")]
    assert table.queue("red") == [w.Done()]
    assert digest_of(table.ruleset, table.game) == before


def test_it_must_be_your_decision(table):
    """Blue sends a file while red is asked: refused, and told who is asked for what."""
    result = table.orders("done", by="blue")

    assert result.refused() == [("1.3", "not_your_decision", "")]
    assert "red's: turn 1: march, attack, then done" in result.violation.text


def test_an_order_must_answer_the_decision(table):
    """Red is asked to march and says "stand": refused with the kinds that would do."""
    result = table.orders("stand")

    assert result.refused() == [("1.3", "not_yet", "/orders/0/kind")]
    assert str(result.violation) == (
        "/orders/0/kind: blue's step, in which stand has its time, comes later in turn 1; "
        "asked is: turn 1: march, attack, then done; "
        "this answers it: attack, done, march [rule 1.3]"
    )


def test_the_end_of_the_game_returns_what_is_left():
    """Red's opening ends the game; orders behind it come back, nothing is an offence."""
    table = Table("skirmish", turns=1).place("red-1 in 0202", "blue-1 in 0701")
    table.at("open").sealed("red", "objective", "0202")

    result = table.orders("open objective", "done", "done")

    assert result.events == [w.ObjectiveOpened("0202"), w.GameEnded(w.RED)]
    assert result.waiting is None
    assert result.returned() == [("red", 2, [("-", "game_over", "")])]
    assert result.outcome.stands == 1


def test_the_end_of_the_game_returns_every_queue():
    """Blue's last unit dies while both have orders left: they come back, seats in one fixed order."""
    table = Table("skirmish").place("red-1 in 0305", "blue-1 in 0304, steps 1").at("march")
    table.orders("attack red-1 blue-1", "done")

    result = table.dice(6, 1).orders("stand", "lose_step", "done")

    assert result.without_rolls()[-1] == w.GameEnded(w.RED)
    assert result.returned() == [
        ("blue", 1, [("-", "game_over", "")]),
        ("red", 1, [("-", "game_over", "")]),
    ]


def test_nothing_can_be_ordered_after_the_end():
    """A game that is over refuses every file."""
    table = Table("skirmish").place("red-1 in 0305").at("march")

    result = table.orders("done")

    assert result.refused() == [("-", "game_over", "")]
    assert result.waiting is None


def test_a_file_without_orders_lets_standing_orders_speak(table):
    """No orders: the seat's own standing orders answer, or the question stays."""
    assert table.orders().waiting.kind == "march"

    result = table.orders(standing=standing(DONE))

    assert result.events == [w.StepEnded(w.RED)]
    assert result.outcome.stands == 0


def test_answers_by_themselves_have_a_bound(table, monkeypatch):
    """Standing orders on both sides that go on for ever are stopped, and the seat is asked."""
    monkeypatch.setattr(room, "MOST_AUTOMATIC", 4)
    table.standing("red", DONE).standing("blue", DONE)

    result = table.orders("done")

    assert len(result.outcome.automatic) == 4
    assert len(result.events) == 5
    assert (result.waiting.seat, result.waiting.kind) == ("blue", "march")
    # The next file goes on from there.
    assert len(table.orders("done").outcome.automatic) == 4


def test_the_bound_is_not_reached_in_a_whole_game(table):
    """Six turns of "done" on both sides end the game long before the bound."""
    table.standing("red", DONE).standing("blue", DONE)

    result = table.orders("done")

    assert result.waiting.kind == "open_objective"
    assert len(result.outcome.automatic) == 11


def test_a_queued_opening_waits_while_a_standing_order_answers():
    """Red has ended its last step and opened; blue attacks, its standing order stands: nothing is lost."""
    table = Table("skirmish", turns=1).place("red-1 in 0305", "blue-1 in 0304").at("march")
    table.sealed("red", "objective", "0202").standing("red", STAND, LOSE_STEP)
    table.orders("done", "open objective")

    result = table.dice(1, 1).orders("attack blue-1 red-1", "lose_step", "done")

    assert result.outcome.returned == ()
    assert result.without_rolls()[-2:] == [w.ObjectiveOpened("0202"), w.GameEnded(w.BLUE)]


def test_a_run_is_judged_the_same_twice(table):
    """One game, one turn, one seed: the same outcome; another seed, other dice."""
    table.standing("blue", STAND, LOSE_STEP).standing("red", LOSE_STEP)
    turn = Turn(w.RED, (w.Attack("red-1", "blue-1"), w.Done()))
    one, two = (run(table.ruleset, table.game, turn, SeededDice(b"1" * 32)) for _ in range(2))

    assert one.events == two.events
    assert digest_of(table.ruleset, one.game) == digest_of(table.ruleset, two.game)
    assert [roll.values for roll in one.rolls] == [
        SeededDice(b"1" * 32).throw("T01/red/3.3/red-1 attacks blue-1", 2, 6)
    ]
    assert all(isinstance(roll, DiceRolled) for roll in one.rolls)


def test_a_preview_goes_as_far_as_the_dice(table):
    """Everything up to the first roll is judged, the roll is named, nothing changes."""
    table.standing("blue", STAND)
    before = digest_of(table.ruleset, table.game)
    turn = Turn(w.RED, (w.March("red-1", ("0306",)), w.Attack("red-2", "blue-2"), w.Done()))

    found = preview(table.ruleset, table.game, turn)

    assert found == Preview((), 2, "T01/red/3.3/red-2 attacks blue-2")
    assert digest_of(table.ruleset, table.game) == before


def test_a_preview_refuses_what_the_judge_would_refuse(table):
    """The violations are the same as in the run, and no order counts as judged."""
    turn = Turn(w.RED, (w.March("red-1", ("0306",)), w.Attack("red-1", "blue-1")))

    found = preview(table.ruleset, table.game, turn)

    assert found.refused == run(table.ruleset, table.game, turn, NoDice()).refused
    assert (found.judged, found.needs_dice) == (0, "")


def test_a_preview_stops_where_the_other_seat_is_asked(table):
    """Orders behind blue's reaction are not judged yet."""
    turn = Turn(w.RED, (w.Attack("red-1", "blue-1"), w.Attack("red-1", "no such unit")))

    assert preview(table.ruleset, table.game, turn) == Preview((), 1)


def test_all_reasons_are_given_not_only_the_first(table):
    """A march onto a unit, past an enemy and too far names all three, each with its place in the file."""
    order = w.March("red-1", ("0304", "0303", "0302"))

    found = refuse(table.ruleset, table.game, table.waiting, order, "/orders/7")

    assert [(v.rule, v.code, v.at) for v in found] == [
        ("2.3", "occupied", "/orders/7/path/0"),
        ("2.4", "must_stop", "/orders/7/path/2"),
        ("2.1", "too_far", "/orders/7/path"),
    ]


def test_the_game_given_is_left_as_it_is(table):
    """A run with dice, standing orders and seals works on copies."""
    table.standing("blue", STAND, LOSE_STEP)
    game, packed = table.game, digest(table.ruleset.pack(table.state))
    before = digest_of(table.ruleset, game)

    table.dice(6, 1).orders("attack red-1 blue-1", "seal standing/march done")

    assert digest_of(table.ruleset, game) == before
    assert digest(table.ruleset.pack(game.state)) == packed
    assert digest_of(table.ruleset, table.game) != before

"""Orders written ahead: each has its turn and stage, and none slips into another."""

import pytest

from sealion_pbem.engine.ahead import (
    Due,
    Queued,
    Timed,
    due_at,
    enqueue,
    order_from_wire,
    order_to_wire,
)
from sealion_pbem.errors import WireError
from sealion_pbem.rulesets.skirmish import words as w
from tests.table import Table, standing

STAND = {"when": "reaction", "do": "stand"}
LOSE_STEP = {"when": "losses", "do": "lose_step"}
DONE = {"when": "march", "do": "done"}


@pytest.fixture
def table() -> Table:
    """Two red units next to a blue one each; red is to march."""
    placed = ("red-1 in 0305", "red-2 in 0505", "blue-1 in 0304", "blue-2 in 0504")
    return Table("skirmish").place(*placed).at("march").sealed("red", "objective", "0202")


def test_an_order_belongs_to_the_turn_of_the_one_before_it():
    """The first to the turn in which the file is written; set-up counts as turn 1."""
    march, done = w.March("red-1", ("0306",)), w.Done()

    assert enqueue([march, Timed(done, 3), march, Timed(done, stage="march")], 2) == (
        Queued(march, 2),
        Queued(done, 3),
        Queued(march, 3),
        Queued(done, 3, "march"),
    )
    assert enqueue([done], 0) == (Queued(done, 1),)


def test_an_order_that_names_its_time_survives_a_file():
    """Turn and stage stand beside the members of the order itself."""
    document = {"kind": "march", "unit": "red-1", "path": ["0306"], "turn": 2, "stage": "march"}

    order = order_from_wire(w.ORDERS, document)

    assert order == Timed(w.March("red-1", ("0306",)), 2, "march")
    assert order_to_wire(order) == document


@pytest.mark.parametrize("time", [{"turn": 0}, {"turn": "2"}, {"turn": True}, {"stage": 6}])
def test_a_time_of_the_wrong_shape_is_pointed_at(time):
    """Neither turn 0 nor a stage by number can be read."""
    with pytest.raises(WireError, match=f"^/orders/0/{next(iter(time))}: expected"):
        order_from_wire(w.ORDERS, {"kind": "done", **time}, "/orders/0")


def test_an_order_of_turn_1_is_not_carried_out_in_turn_2(table):
    """Red writes a second march behind its done; in turn 2 it comes back instead of being obeyed."""
    table.orders("done", "march red-1 0306")

    result = table.orders("done")

    assert result.returned() == [("red", 1, [("1.3", "turn_over", "")])]
    assert "was for turn 1; the game is in turn 2" in result.outcome.returned[0].violations[0].text
    assert table.state.units["red-1"].hex == "0305"
    assert (result.waiting.seat, result.waiting.kind) == ("red", "march")


def test_an_order_that_names_turn_2_waits_for_it(table):
    """Two turns in one file: the second march has its turn, and the end of it follows."""
    march = {"kind": "march", "unit": "red-1", "path": ["0306"], "turn": 2}
    table.orders("done", march, "done")

    result = table.orders("done")

    assert result.without_rolls()[-2:] == [w.UnitMarched("red-1", ("0306",)), w.StepEnded(w.RED)]
    assert result.outcome.returned == ()


def test_only_orders_of_the_stage_that_is_over_come_back(table):
    """Red's loss was ordered ahead and its battle won: that order comes back, the rest is obeyed."""
    table.standing("blue", STAND, LOSE_STEP)

    result = table.dice(6, 1).orders("attack red-1 blue-1", "lose_step", "march red-2 0605", "done")

    assert result.returned() == [("red", 1, [("3.4", "not_called_for", "/orders/1/kind")])]
    assert result.without_rolls()[-2:] == [w.UnitMarched("red-2", ("0605",)), w.StepEnded(w.RED)]
    assert result.outcome.stands == 3


def test_an_impossible_order_takes_the_rest_of_its_stage_back_and_no_more(table):
    """Red's second march is impossible after dice; its done comes back too, turn 2 stays queued."""
    table.standing("blue", STAND, LOSE_STEP)
    later = {"kind": "march", "unit": "red-2", "path": ["0605"], "turn": 2}

    result = table.dice(6, 1).orders("attack red-1 blue-1", "march red-1 0306", "done", later)

    assert result.returned() == [("red", 2, [("2.1", "marched_already", "/orders/1/unit")])]
    assert result.outcome.stands == 2
    assert table.queue("red") == [w.March("red-2", ("0605",))]
    assert (result.waiting.seat, result.waiting.kind) == ("red", "march")


def test_new_orders_come_before_those_that_wait(table):
    """Red is asked again and answers; what it had queued for later goes on behind the answer."""
    table.standing("blue", STAND, LOSE_STEP)
    table.dice(6, 1).orders("attack red-1 blue-1", {"kind": "done", "turn": 2})
    assert table.queue("red") == [w.Done()]

    table.orders("done")
    result = table.orders("done")

    assert result.events[-2:] == [w.StepEnded(w.BLUE), w.StepEnded(w.RED)]
    assert table.state.turn == 2


def test_a_file_can_drop_what_waits(table):
    """Red changes its mind: the orders it had queued are gone, and only the new file counts."""
    table.standing("blue", STAND, LOSE_STEP)
    table.dice(6, 1).orders("attack red-1 blue-1", {"kind": "done", "turn": 2})

    table.orders("done", drop=True)

    assert table.queue("red") == []


def test_before_dice_an_order_for_later_is_refused(table):
    """Red forgets to end its step and writes for turn 2: the file is refused where that shows."""
    result = table.orders("march red-1 0306", {"kind": "done", "turn": 2})

    assert result.refused() == [("1.3", "not_yet", "/orders/1")]
    assert "done is for turn 2; in turn 1 is asked: turn 1: march" in result.violation.text


def test_a_done_for_a_stage_that_is_over_is_dropped_and_reported(table):
    """It is no fault: nothing happens, the outcome lists it, and the next order counts."""
    result = table.orders({"kind": "done", "stage": "objective"}, "march red-1 0306")

    assert result.events == [w.UnitMarched("red-1", ("0306",))]
    assert result.outcome.lapsed == (("red", Queued(w.Done(), 1, "objective")),)
    assert (result.outcome.stands, result.outcome.returned) == (2, ())


def test_a_stage_that_nobody_knows_is_refused(table):
    """The stages of the game are listed."""
    result = table.orders({"kind": "done", "stage": "tea time"})

    assert result.refused() == [("1.3", "unknown_stage", "/orders/0/stage")]
    assert "there are: objective, march, open" in result.violation.text


def test_orders_do_not_go_back_in_time(table):
    """A turn that is over, and one before that of the order above, are refused at once."""
    late = table.orders({"kind": "done", "turn": 2}, {"kind": "done", "turn": 1})
    assert late.refused() == [("1.3", "turn_over", "/orders/1/turn")]
    assert "the orders before this one are for turn 2" in late.violation.text

    table.orders("done")
    table.orders("done")
    assert table.orders({"kind": "done", "turn": 1}).refused()[0][1:] == (
        "turn_over",
        "/orders/0/turn",
    )


def test_an_order_for_a_turn_after_the_last_is_refused(table):
    """Turn 6 is the last: what is for turn 7 never has its time and would wait for nothing."""
    march = {"kind": "march", "unit": "red-2", "path": ["0605"]}

    result = table.orders("done", {**march, "turn": 7}, {**march, "turn": 9999})

    assert result.refused() == [
        ("1.3", "after_last_turn", "/orders/1/turn"),
        ("1.3", "after_last_turn", "/orders/2/turn"),
    ]
    assert result.outcome.refused[0].text == "turn 7 never comes; the last is turn 6"
    assert not table.orders("done", {**march, "turn": 6}).refused()


def test_a_standing_order_names_no_time(table):
    """It answers whenever it is asked; a turn or stage in it is a mistake."""
    timed = standing({"when": "march", "do": {"kind": "done", "turn": 2, "stage": "march"}})

    assert [at for _, _, at in table.orders("done", standing=timed).refused()] == [
        "/standing_orders/0/do/turn",
        "/standing_orders/0/do/stage",
    ]


def test_what_is_too_late_already_is_refused_wherever_it_stands(table):
    """Red reacts in blue's step and writes a march behind it: its own step of the turn is over."""
    table.orders("done")
    table.orders("attack blue-1 red-1")
    march = {"kind": "march", "unit": "red-2", "path": ["0605"]}

    result = table.orders("stand", march)

    assert result.refused() == [("1.3", "over", "/orders/1/kind")]
    assert "red's step, in which march has its time, is over in turn 1" in result.violation.text
    assert not table.dice(1, 6).orders("stand", {**march, "turn": 2}).outcome.refused


def test_what_has_no_time_in_any_turn_is_refused_for_a_later_one_too(table):
    """Nobody marches while the objective is sealed, in turn 2 neither; every such order is named."""
    never = {"kind": "march", "unit": "red-2", "path": ["0605"], "stage": "objective", "turn": 2}

    result = table.orders("done", never, never)

    assert result.refused() == [
        ("1.3", "other_stage", "/orders/1/stage"),
        ("1.3", "other_stage", "/orders/2/stage"),
    ]


def test_when_an_order_has_its_time():
    """Here if something comes between, later in a later stage, over in an earlier one, or never."""
    assert due_at(3, [3, 5], is_interrupted=True) is Due.HERE
    assert due_at(3, [3, 5], is_interrupted=False) is Due.UNASKED
    assert due_at(3, [1, 5], is_interrupted=True) is Due.LATER
    assert due_at(3, [1, 5], is_interrupted=True, left_out=[5]) is Due.OVER
    assert due_at(3, [1, 5, 6], is_interrupted=True, left_out=[5]) is Due.LATER
    assert due_at(3, [1, 2], is_interrupted=True) is Due.OVER
    assert due_at(3, [], is_interrupted=True) is Due.NEVER


@pytest.mark.parametrize("due", Due)
def test_what_goes_back_from_the_head_of_a_queue(due):
    """What waits for its time or for another answer stays; the rest has nothing to wait for."""
    assert due.is_missed is (due not in (Due.HERE, Due.LATER))

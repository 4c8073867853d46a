"""4.1  After the last turn red opens its objective and wins if it stands there."""

import pytest

from sealion_pbem.engine.words import Timing
from sealion_pbem.rulesets.skirmish import words as w
from tests.table import Table


def last_step(*placed: str, objective: object = "0202") -> Table:
    """Let blue be about to end the last turn."""
    table = Table("skirmish", turns=2).place(*placed)
    return table.at("march", turn=2, active="blue").sealed("red", "objective", objective)


def test_4_1_after_the_last_turn_red_must_open():
    """4.1  Blue ends turn 2 of 2: red is asked to open, after all dice."""
    result = last_step("red-1 in 0202", "blue-1 in 0701").orders("done")

    waiting = result.waiting
    assert (waiting.seat, waiting.kind, waiting.rule) == ("red", "open_objective", "4.1")
    assert (waiting.accepts, waiting.timing) == ({"open"}, Timing.AFTER_DICE)


def test_4_1_not_before_the_last_turn():
    """4.1  After turn 1 of 2 the game goes on."""
    table = Table("skirmish", turns=2).place("red-1 in 0202", "blue-1 in 0701")
    table.at("march", active="blue")

    assert table.orders("done").waiting.kind == "march"


def test_4_1_red_on_its_hill_wins():
    """4.1  The hill that was sealed is red's."""
    table = last_step("red-1 in 0202", "blue-1 in 0701")
    table.orders("done")
    result = table.orders("open objective")

    assert result.events == [w.ObjectiveOpened("0202"), w.GameEnded(w.RED)]
    assert result.waiting is None
    assert table.ruleset.result(table.state) == "red has won"


@pytest.mark.parametrize(
    "placed",
    [
        ("red-1 in 0605", "blue-1 in 0701"),
        ("red-1 in 0201", "blue-1 in 0202"),
        ("red-1 in 0201", "blue-1 in 0701"),
    ],
    ids=["the-other-hill", "blue-on-it", "next-to-it"],
)
def test_4_1_anywhere_else_it_does_not(placed):
    """4.1  The other hill, a hill that blue holds, or the hex next to it: blue has won."""
    table = last_step(*placed)
    table.orders("done")

    assert table.orders("open objective").events[-1] == w.GameEnded(w.BLUE)


@pytest.mark.parametrize("value", ["0106", "", None, ["0202"], {"hill": "0202"}, 202])
def test_4_1_what_is_no_hill_wins_nothing(value):
    """4.1  Red sealed a hex that is no hill, or nonsense: it is opened, and red has lost."""
    table = last_step("red-1 in 0106", "red-2 in 0202", "blue-1 in 0701", objective=value)
    table.orders("done")

    result = table.orders("open objective")

    assert result.events == [w.ObjectiveOpened(""), w.GameEnded(w.BLUE)]
    assert table.ruleset.tell(result.events[0]) == "red's objective was no hill at all"


def test_4_1_red_may_write_the_opening_in_advance():
    """4.1  Behind its last "done" the opening waits for blue's step."""
    table = Table("skirmish", turns=1).place("red-1 in 0202", "blue-1 in 0701").at("march")
    table.sealed("red", "objective", "0202").orders("done", "open objective")

    result = table.orders("done")

    assert result.events == [w.StepEnded(w.BLUE), w.ObjectiveOpened("0202"), w.GameEnded(w.RED)]


def test_4_1_a_false_opening_is_refused():
    """4.1  Red cannot name the hill it happens to hold."""
    table = last_step("red-1 in 0605", "blue-1 in 0701", objective="0202")
    table.orders("done")
    right = table.order("open objective", "red")

    result = table.orders(
        {"kind": "open", "name": "objective", "salt": right.salt, "value": "0605"}
    )

    assert result.refused() == [("4.1", "wrong_opening", "/orders/0/value")]


def test_4_1_nothing_else_is_accepted():
    """4.1  Red cannot march on instead."""
    table = last_step("red-1 in 0202", "blue-1 in 0701")
    table.orders("done")

    result = table.orders("march red-1 0201")

    assert result.refused() == [("4.1", "over", "/orders/0/kind")]
    assert result.violation.text.startswith("the last turn is over, and march with it")
    assert result.violation.text.endswith("this answers it: open")

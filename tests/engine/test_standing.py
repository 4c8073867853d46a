"""Standing orders: who answers, how often, under which conditions, and what is written down."""

import pytest

from sealion_pbem.engine.game import digest_of
from sealion_pbem.engine.standing import Condition, StandingOrder, check_standing, first_match
from sealion_pbem.engine.turn import Automatic
from sealion_pbem.engine.wire import from_wire, to_wire
from sealion_pbem.errors import WireError
from sealion_pbem.rulesets.skirmish import SKIRMISH
from sealion_pbem.rulesets.skirmish import words as w
from tests.table import Table, standing

FACTS: dict[str, int | str] = {"turn": 3, "odds": -1, "defender": "blue-1"}


@pytest.fixture
def table() -> Table:
    """Red can attack blue-1 with red-1 and blue-2 with red-2."""
    placed = ("red-1 in 0305", "red-2 in 0505", "blue-1 in 0304", "blue-2 in 0504")
    return Table("skirmish").place(*placed).at("march", turn=2)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ({"fact": "turn", "is": 3}, True),
        ({"fact": "turn", "is": 4}, False),
        ({"fact": "turn", "is": "3"}, False),
        ({"fact": "defender", "is": "blue-1"}, True),
        ({"fact": "defender", "is": "blue-2"}, False),
        ({"fact": "odds", "at_least": -1}, True),
        ({"fact": "odds", "at_least": 0}, False),
        ({"fact": "odds", "at_most": -1}, True),
        ({"fact": "odds", "at_most": -2}, False),
        ({"fact": "defender", "at_least": 0}, False),
        ({"fact": "weather", "is": "rain"}, False),
        ({"fact": "weather", "at_most": 9}, False),
    ],
)
def test_a_condition_compares_a_fact(condition, holds):
    """is, at_least, at_most; a fact that is unknown or no number holds nothing."""
    assert from_wire(Condition, condition).holds(FACTS) is holds


def test_a_fact_of_nothing_is_a_fact():
    """A fact that is 0 or "" is known and can be compared."""
    assert from_wire(Condition, {"fact": "hits", "is": 0}).holds({"hits": 0})
    assert from_wire(Condition, {"fact": "hex", "is": ""}).holds({"hex": ""})


def test_a_condition_compares_with_text_or_number_only():
    """true is neither."""
    with pytest.raises(WireError, match=r"^/is: expected a text or a whole number, found True"):
        from_wire(Condition, {"fact": "turn", "is": True})


def test_the_first_match_wins():
    """Of three that speak of a reaction the first whose conditions hold answers."""
    orders = standing(
        {"when": "losses", "do": "lose_step"},
        {"when": "reaction", "if": [{"fact": "odds", "at_least": 1}], "do": "withdraw"},
        {"when": "reaction", "do": "stand"},
        {"when": "reaction", "do": "withdraw"},
    )

    assert first_match(orders, "reaction", 3, lambda: FACTS) == 2
    assert first_match(orders, "reaction", 3, lambda: {"odds": 1}) == 1
    assert first_match(orders, "losses", 3, dict) == 0
    assert first_match(orders, "march", 3, dict) is None


def test_all_conditions_must_hold():
    """Two conditions are joined by "and"."""
    both = [{"fact": "odds", "at_most": 0}, {"fact": "turn", "at_least": 4}]
    (order,) = standing({"when": "reaction", "if": both, "do": "stand"})

    assert not order.matches("reaction", 3, FACTS)
    assert order.matches("reaction", 4, FACTS | {"turn": 4})


def test_a_policy_answers_and_is_written_down(table):
    """Blue's policy answers red's attack at once; the receipt can say which standing order it was."""
    table.standing(
        "blue", {"when": "losses", "do": "default"}, {"when": "reaction", "do": "withdraw"}
    )

    result = table.orders("attack red-1 blue-1")

    assert result.events == [w.BattleJoined("red-1", "blue-1"), w.UnitWithdrew("blue-1", "0303")]
    answer = {"kind": "withdraw", "hex": "0303"}
    assert result.outcome.automatic == (Automatic(w.BLUE, "reaction", answer, 1),)
    assert [order.used for order in table.game.standing["blue"]] == [0, 1]
    assert result.waiting.seat == "red"


def test_a_whole_order_answers(table):
    """Blue has written the very order; it is carried out as written."""
    table.standing("blue", {"when": "reaction", "do": {"kind": "withdraw", "hex": "0204"}})

    result = table.orders("attack red-1 blue-1")

    assert result.events[-1] == w.UnitWithdrew("blue-1", "0204")


def test_a_limit_counts_the_answers(table):
    """Once only: the first attack is answered, at the second blue is asked."""
    table.standing("blue", {"when": "reaction", "do": "withdraw", "limit": 1})

    result = table.orders("attack red-1 blue-1", "attack red-2 blue-2")

    assert len(result.outcome.automatic) == 1
    assert (result.waiting.seat, result.waiting.about) == ("blue", "blue-2")


@pytest.mark.parametrize(("until", "answers"), [(1, 0), (2, 1), (3, 1)])
def test_until_is_the_last_game_turn(table, until, answers):
    """In game turn 2 an answer until turn 2 still counts, one until turn 1 does not."""
    table.standing("blue", {"when": "reaction", "do": "withdraw", "until": until})

    assert len(table.orders("attack red-1 blue-1").outcome.automatic) == answers


def test_conditions_look_at_the_pending_decision(table):
    """Blue-1 withdraws, blue-2 stands: the defender is a fact."""
    table.standing(
        "blue",
        {"when": "reaction", "if": [{"fact": "defender", "is": "blue-1"}], "do": "withdraw"},
        {"when": "reaction", "do": "stand"},
        {"when": "losses", "do": "lose_step"},
    )

    result = table.dice(6, 1).orders("attack red-1 blue-1", "attack red-2 blue-2")

    assert [answer.standing_order for answer in result.outcome.automatic] == [0, 1, 2]


@pytest.mark.parametrize(("otherwise", "kinds"), [("ask", []), ("default", ["stand"])])
def test_a_policy_without_an_answer_asks_or_takes_the_default(otherwise, kinds):
    """Blue wants to withdraw and cannot: asked, or the default is taken; it stays switched on."""
    walls = ("red-1 in 0305", "red-2 in 0203", "red-3 in 0403", "blue-1 in 0304", "blue-2 in 0701")
    table = Table("skirmish").place(*walls).at("march")
    table.standing("blue", {"when": "reaction", "do": "withdraw", "otherwise": otherwise})

    result = table.dice(*[3, 3] * len(kinds)).orders("attack red-1 blue-1")

    assert [answer.order["kind"] for answer in result.outcome.automatic] == kinds
    assert result.waiting.kind == ("march" if kinds else "reaction")
    assert result.outcome.switched_off == ()
    assert table.game.standing[w.BLUE][0].off is False


@pytest.mark.parametrize(("otherwise", "waits"), [("ask", "blue"), ("default", "red")])
def test_a_whole_order_that_became_impossible_switches_itself_off(table, otherwise, waits):
    """The hex blue meant is closed: the order is switched off for good, and why is said."""
    order = {"when": "reaction", "do": {"kind": "withdraw", "hex": "0405"}, "otherwise": otherwise}
    table.standing("blue", order)

    result = table.dice(*[3, 3] * (otherwise == "default")).orders("attack red-1 blue-1")

    ((seat, number, violations),) = result.outcome.switched_off
    assert (seat, number, [v.code for v in violations]) == ("blue", 0, ["no_retreat"])
    assert table.game.standing["blue"][0].off
    assert result.waiting.seat == waits
    assert first_match(table.game.standing["blue"], "reaction", 2, dict) is None


def test_a_whole_order_that_cannot_be_read_switches_itself_off(table):
    """A withdrawal without a hex is found out when it is needed, and says what is missing."""
    table.standing("blue", {"when": "reaction", "do": {"kind": "withdraw"}})

    result = table.orders("attack red-1 blue-1")

    ((_, _, (violation,)),) = result.outcome.switched_off
    assert (violation.code, violation.text) == ("unreadable", "/hex: missing")
    assert result.waiting.kind == "reaction"


def test_a_switched_off_order_lets_the_next_one_speak(table):
    """First match wins; once it is off, the next time the one behind it answers."""
    table.standing(
        "blue",
        {"when": "reaction", "do": {"kind": "withdraw", "hex": "0405"}},
        {"when": "reaction", "do": "withdraw"},
    )
    table.orders("attack red-1 blue-1", "attack red-2 blue-2")

    result = table.orders("withdraw 0303")

    assert [answer.standing_order for answer in result.outcome.automatic] == [1]


def test_an_explicit_order_beats_a_standing_order(table):
    """Blue's file says withdraw, its standing order says stand: the file counts."""
    table.standing("red", {"when": "reaction", "do": "withdraw"})
    table.orders("attack red-1 blue-1")

    result = table.orders("withdraw 0303", standing=standing({"when": "reaction", "do": "stand"}))

    assert result.events == [w.UnitWithdrew("blue-1", "0303")]
    assert result.outcome.automatic == ()


def test_a_standing_order_answers_between_the_orders_of_a_file(table):
    """Red loses its battle; its standing order takes the loss and its file goes on."""
    table.standing("blue", {"when": "reaction", "do": "stand"})
    table.standing("red", {"when": "losses", "do": "lose_step"})

    result = table.dice(1, 6).orders("attack red-1 blue-1", "done")

    assert result.outcome.returned == ()
    assert result.without_rolls()[-2:] == [w.StepLost("red-1"), w.StepEnded(w.RED)]


def test_new_standing_orders_replace_the_old_ones(table):
    """A file's standing orders count at once and forget what was used or switched off."""
    table.standing("red", {"when": "losses", "do": "lose_step", "limit": 3})

    table.orders("march red-1 0306", standing=standing({"when": "losses", "do": "default"}))
    assert [order.do for order in table.game.standing["red"]] == ["default"]

    table.orders("done", standing=())
    assert table.game.standing["red"] == ()


def test_a_file_without_standing_orders_keeps_them(table):
    """Silence changes nothing."""
    table.standing("red", {"when": "losses", "do": "lose_step"})
    table.orders("done")

    assert len(table.game.standing["red"]) == 1


@pytest.mark.parametrize(
    ("order", "code", "at", "names"),
    [
        ({"when": "weather", "do": "stand"}, "unknown_decision", "/when", "losses, march"),
        ({"when": "reaction", "do": "flee"}, "unknown_policy", "/do", "default, stand, withdraw"),
        ({"when": "objective", "do": "default"}, "unknown_policy", "/do", "none"),
        ({"when": "losses", "do": {"kind": "flee"}}, "unknown_order", "/do/kind", "fall_back"),
        ({"when": "losses", "do": {}}, "unknown_order", "/do/kind", "fall_back"),
        ({"when": "losses", "do": {"kind": ["stand"]}}, "unknown_order", "/do/kind", "stand"),
        ({"when": "losses", "do": 5}, "unknown_order", "/do/kind", "lose_step"),
        ({"when": "losses", "do": None}, "unknown_order", "/do/kind", "lose_step"),
        ({"when": "losses", "do": ["stand"]}, "unknown_order", "/do/kind", "lose_step"),
    ],
)
def test_what_the_ruleset_does_not_know_is_refused(table, order, code, at, names):
    """Unknown decision, policy or order: the file is refused, the place named, the right words listed."""
    before = digest_of(table.ruleset, table.game)

    result = table.orders("done", standing=standing({"when": "losses", "do": "default"}, order))

    assert result.refused() == [("-", code, f"/standing_orders/1{at}")]
    assert names in result.violation.text
    assert digest_of(table.ruleset, table.game) == before


def test_every_fault_of_standing_orders_is_reported():
    """Two wrong ones, two violations."""
    orders = standing({"when": "x", "do": "y"}, {"when": "losses", "do": "y"})

    assert [v.at for v in check_standing(SKIRMISH, orders)] == [
        "/standing_orders/0/when",
        "/standing_orders/1/do",
    ]


def test_standing_orders_survive_the_wire():
    """Members have the names of the turn file; counting and switching off are kept too."""
    document = {
        "when": "reaction",
        "if": [{"fact": "odds", "at_least": 1}, {"fact": "hex", "is": "0304"}],
        "do": {"kind": "withdraw", "hex": "0303"},
        "limit": 2,
        "until": 4,
        "otherwise": "default",
    }
    (order,) = standing(document)

    assert to_wire(order) == document | {"used": 0, "off": False}
    changed = order.once_more().switched_off()
    assert from_wire(StandingOrder, to_wire(changed)) == changed
    assert (changed.used, changed.off) == (1, True)


def test_a_standing_order_reads_as_a_sentence():
    """What a player signs is shown to him in plain words."""
    (order,) = standing(
        {
            "when": "reaction",
            "if": [{"fact": "odds", "at_least": 1}, {"fact": "defender", "is": "blue-1"}],
            "do": "withdraw",
            "limit": 2,
            "until": 4,
        }
    )

    assert str(order) == (
        "when reaction comes up, and odds is at least 1 and defender is blue-1, answer: withdraw, "
        "at most 2 times, until game turn 4 (if it cannot be done: ask)"
    )

"""3.2  The attacked unit stands or withdraws one hex, before a die falls."""

import pytest

from sealion_pbem.engine.words import Timing
from sealion_pbem.rulesets.skirmish import words as w
from tests.table import Table

BATTLE = {"attacker": "red-1", "defender": "blue-1"}


@pytest.fixture
def table() -> Table:
    """Red-1 in 0305 attacks blue-1 in 0304; open to blue-1 are 0303 and 0204."""
    return Table("skirmish").place("red-1 in 0305", "blue-1 in 0304").at("march", battle=BATTLE)


def test_3_2_the_attacked_seat_is_asked_before_the_dice(table):
    """3.2  Blue decides, and its answer cannot know the roll."""
    waiting = table.waiting

    assert (waiting.seat, waiting.rule, waiting.about) == ("blue", "3.2", "blue-1")
    assert (waiting.accepts, waiting.timing) == ({"stand", "withdraw"}, Timing.BEFORE_DICE)


def test_3_2_who_withdraws_is_not_hit(table):
    """3.2  Blue-1 leaves for an open hex; no die falls, red goes on with its step."""
    result = table.orders("withdraw 0204")

    assert result.events == [w.UnitWithdrew("blue-1", "0204")]
    assert table.state.battle is None
    assert (result.waiting.seat, result.waiting.kind) == ("red", "march")


def test_3_2_who_stands_fights(table):
    """3.2  Standing brings the dice."""
    result = table.dice(3, 3).orders("stand")

    assert [event.kind for event in result.events] == ["dice_rolled", "battle_fought"]


@pytest.mark.parametrize(
    "there",
    ["0405", "0205", "0305", "0404", "0304", "0302", "0000", "x"],
    ids=["closed", "closed-too", "attacker", "lake", "own", "two-away", "off", "nonsense"],
)
def test_3_2_only_an_open_hex_next_door_will_do(table, there):
    """3.2  Next to an enemy, taken, lake, too far or off the field: refused, open hexes listed."""
    result = table.orders(f"withdraw {there}")

    assert result.refused() == [("3.2", "no_retreat", "/orders/0/hex")]
    assert result.violation.text == f"blue-1 cannot go to {there}; open to it: 0303, 0204"


def test_3_2_where_no_hex_is_open_it_must_stand():
    """3.2  Red units all around: the refusal says so, and standing is the only offer."""
    around = ("red-1 in 0305", "red-2 in 0203", "red-3 in 0403", "blue-1 in 0304", "blue-2 in 0701")
    table = Table("skirmish").place(*around).at("march", battle=BATTLE)

    result = table.orders("withdraw 0303")

    assert table.offers() == [w.Stand()]
    assert result.violation.text == (
        "blue-1 cannot go to 0303; open to it: no hex: it must take the blow where it stands"
    )


def test_3_2_a_friend_closes_a_hex():
    """3.2  Blue-2 stands in 0303: only 0204 is left."""
    placed = ("red-1 in 0305", "blue-1 in 0304", "blue-2 in 0303")
    table = Table("skirmish").place(*placed).at("march", battle=BATTLE)

    assert table.offers() == [w.Stand(), w.Withdraw("0204")]


def test_3_2_red_reacts_when_blue_attacks():
    """3.2  The rule is the same for both seats."""
    table = Table("skirmish").place("red-1 in 0305", "blue-1 in 0304").at("march", active="blue")

    result = table.orders("attack blue-1 red-1")

    assert (result.waiting.seat, result.waiting.about) == ("red", "red-1")
    assert table.orders("withdraw 0306").events == [w.UnitWithdrew("red-1", "0306")]


def test_3_2_who_withdrew_can_still_march_in_its_own_step(table):
    """3.2  Giving way is no march."""
    table.orders("withdraw 0204")
    table.orders("done")

    assert table.orders("march blue-1 0203").events == [w.UnitMarched("blue-1", ("0203",))]


@pytest.mark.parametrize(
    ("policy", "order"),
    [("default", w.Stand()), ("stand", w.Stand()), ("withdraw", w.Withdraw("0303"))],
)
def test_3_2_policies_answer_as_they_say(table, policy, order):
    """3.2  Default and stand: stand. Withdraw: the first open hex clockwise from north."""
    assert table.ruleset.answer(table.state, policy) == order


def test_3_2_facts_tell_who_fights_whom(table):
    """3.2  Standing orders may ask for turn, units, hex and odds."""
    assert table.ruleset.facts(table.state) == {
        "turn": 1, "attacker": "red-1", "defender": "blue-1", "hex": "0304", "odds": 0, "hits": 0,
    }  # fmt: skip

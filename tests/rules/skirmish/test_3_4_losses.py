"""3.4  The lower total gives up a step or falls back; beaten by three or more, a step."""

import pytest

from sealion_pbem.engine.capability import answers_of
from sealion_pbem.engine.words import Timing
from sealion_pbem.rulesets.skirmish import words as w
from tests.table import Table

PLACED = ("red-1 in 0305", "blue-1 in 0304", "blue-2 in 0701")


def beaten(loser: str = "blue-1", hits: int = 1, placed: tuple[str, ...] = PLACED) -> Table:
    """Let a battle between red-1 and blue-1 wait for the loser's choice."""
    fight = {"attacker": "red-1", "defender": "blue-1", "loser": loser, "hits": hits}
    return Table("skirmish").place(*placed).at("march", battle=fight)


@pytest.mark.parametrize(("loser", "seat"), [("blue-1", "blue"), ("red-1", "red")])
def test_3_4_the_losers_seat_chooses_after_the_dice(loser, seat):
    """3.4  Attacker or defender: who lost is asked, knowing the roll."""
    waiting = beaten(loser).waiting

    assert (waiting.seat, waiting.kind, waiting.rule) == (seat, "losses", "3.4")
    assert (waiting.accepts, waiting.timing) == ({"lose_step", "fall_back"}, Timing.AFTER_DICE)
    assert waiting.about == loser


@pytest.mark.parametrize("hits", [1, 2])
def test_3_4_a_step_is_lost(hits):
    """3.4  One step, however badly beaten; the unit keeps its hex, and red goes on."""
    table = beaten(hits=hits)
    result = table.orders("lose_step")

    assert result.events == [w.StepLost("blue-1")]
    assert table.state.units["blue-1"] == w.Unit(w.BLUE, "0304", 1)
    assert (result.waiting.seat, result.waiting.kind) == ("red", "march")


def test_3_4_the_last_step_takes_the_unit_off_the_field():
    """3.4  With one step left the unit is gone."""
    table = beaten(placed=("red-1 in 0305", "blue-1 in 0304, steps 1", "blue-2 in 0701"))
    table.orders("lose_step")

    assert table.state.alive(w.BLUE) == ["blue-2"]
    assert table.state.unit_at("0304") == ""


def test_3_4_or_the_hex_is_given_up():
    """3.4  Beaten by less than three the unit may fall back with all its steps."""
    table = beaten()
    result = table.orders("fall_back 0303")

    assert result.events == [w.FellBack("blue-1", "0303")]
    assert table.state.units["blue-1"] == w.Unit(w.BLUE, "0303", 2)
    assert table.state.battle is None


def test_3_4_the_attacker_falls_back_too():
    """3.4  A beaten attacker gives way; it has attacked and marches no more."""
    placed = ("red-1 in 0305, marched, fought", "blue-1 in 0304", "blue-2 in 0701")
    table = beaten("red-1", placed=placed)

    assert table.orders("fall_back 0306").events == [w.FellBack("red-1", "0306")]
    assert table.orders("march red-1 0206").refused() == [
        ("2.1", "marched_already", "/orders/0/unit")
    ]


def test_3_4_beaten_by_three_it_must_lose_a_step():
    """3.4  Falling back is refused; the text says what must be done, and it alone is offered."""
    table = beaten(hits=2)
    result = table.orders("fall_back 0303")

    assert result.refused() == [("3.4", "beaten_badly", "/orders/0")]
    assert result.violation.text == "blue-1 was beaten by 3 or more and must lose a step"
    assert table.offers() == [w.LoseStep()]


@pytest.mark.parametrize("there", ["0405", "0305", "0404", "0302", "0701", "x"])
def test_3_4_only_an_open_hex_next_door_will_do(there):
    """3.4  The hexes are those of a withdrawal (3.2); the open ones are listed."""
    result = beaten().orders(f"fall_back {there}")

    assert result.refused() == [("3.4", "no_retreat", "/orders/0/hex")]
    assert result.violation.text == f"blue-1 cannot go to {there}; open to it: 0303, 0204"


def test_3_4_both_reasons_are_given():
    """3.4  Badly beaten, and the hex is closed as well."""
    result = beaten(hits=2).orders("fall_back 0405")

    assert [code for _, code, _ in result.refused()] == ["beaten_badly", "no_retreat"]


@pytest.mark.parametrize(
    ("hits", "policy", "order"),
    [
        (1, "default", w.FallBack("0303")),
        (1, "fall_back", w.FallBack("0303")),
        (1, "lose_step", w.LoseStep()),
        (2, "default", w.LoseStep()),
        (2, "lose_step", w.LoseStep()),
        (2, "fall_back", None),
    ],
)
def test_3_4_policies_answer_as_they_say(hits, policy, order):
    """3.4  By default fall back where possible; a policy that is impossible answers nothing."""
    table = beaten(hits=hits)

    assert answers_of(table.ruleset).answer(table.state, policy) == order


def test_3_4_hits_are_a_fact():
    """3.4  A standing order may ask how badly the unit was beaten."""
    table = beaten(hits=2)

    assert answers_of(table.ruleset).facts(table.state)["hits"] == 2


def test_3_4_a_whole_battle_from_attack_to_loss():
    """3.4  Attack, stand, 6 against 1, a step lost: the events tell the whole story."""
    table = Table("skirmish").place(*PLACED).at("march")
    table.orders("attack red-1 blue-1")

    result = table.dice(6, 1).orders("stand", "lose_step")

    assert [table.ruleset.tell(event) for event in result.without_rolls()] == [
        "red-1 8 against blue-1 3: blue-1 is beaten",
        "blue-1 loses a step",
    ]

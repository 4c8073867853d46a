"""Sealed values: fixed by a digest, opened by salt and value; sealed standing orders."""

import hashlib

import pytest

from sealion_pbem.engine.game import digest_of
from sealion_pbem.engine.seal import Open, Seal, commitment, opens
from sealion_pbem.engine.words import Timing
from sealion_pbem.rulesets.skirmish import words as w
from tests.table import CAMPAIGN, Table, standing

SALT = bytes(range(32))
PLACED = ("red-1 in 0305", "red-2 in 0505", "blue-1 in 0304", "blue-2 in 0504")


@pytest.fixture
def table() -> Table:
    return Table("skirmish").place(*PLACED).at("march")


def test_a_commitment_is_a_framed_hash():
    """SHA-256 over tag, campaign, seat, name, salt and canonical value, each after its length."""
    message = b""
    canonical = b'{"a":[1,null,"\xc3\xa4"],"b":true}'
    for part in (b"sealion-pbem/seal/1", b"c" * 64, b"red", b"objective", SALT, canonical):
        message += len(part).to_bytes(4, "big") + part

    found = commitment("c" * 64, "red", "objective", SALT, {"b": True, "a": [1, None, "ä"]})

    assert found == hashlib.sha256(message).hexdigest()


def test_a_known_commitment_never_changes():
    """Computed once; if it changes, nobody can open an old seal."""
    known = "5d42ba77a2d74ddbeec3638d602390bc1feabd8413c8e95aa30231e1c46bf5dd"

    assert commitment("c" * 64, "red", "objective", SALT, "0202") == known


@pytest.mark.parametrize(
    "other",
    [
        ("d" * 64, "red", "objective", SALT, "0202"),
        ("c" * 64, "blue", "objective", SALT, "0202"),
        ("c" * 64, "red", "objectiv", SALT, "0202"),
        ("c" * 64, "red", "objective", SALT[::-1], "0202"),
        ("c" * 64, "red", "objective", SALT, "0605"),
        ("c" * 64, "red", "objective", SALT, 202),
    ],
)
def test_everything_that_is_sealed_matters(other):
    """Campaign, seat, name, salt and value are bound; none can be exchanged afterwards."""
    assert commitment("c" * 64, "red", "objective", SALT, "0202") != commitment(*other)


@pytest.mark.parametrize("value", [None, True, 0, -(2**53) + 1, "", "ä", [], {}, [{"a": None}]])
def test_any_value_of_json_can_be_sealed_and_opened(value):
    """The opening with salt and value fits, with another value it does not."""
    seal = commitment(CAMPAIGN, "red", "x", SALT, value)

    assert opens(seal, CAMPAIGN, "red", Open("x", SALT.hex(), value))
    assert not opens(seal, CAMPAIGN, "red", Open("x", SALT.hex(), [value]))


@pytest.mark.parametrize("salt", ["", "zz", "0", "not hex at all", "ä" * 64])
def test_a_salt_that_is_none_opens_nothing(salt):
    """Text that is not hex is a wrong opening, no crash."""
    seal = commitment(CAMPAIGN, "red", "x", SALT, 1)

    assert not opens(seal, CAMPAIGN, "red", Open("x", salt, 1))


@pytest.mark.parametrize("value", [2**64, "\ud800", {1: 2}, {"a": object()}])
def test_a_value_without_canonical_form_opens_nothing(value):
    """What cannot be written canonically was never sealed: a wrong opening, no crash."""
    assert not opens("0" * 64, CAMPAIGN, "red", Open("x", SALT.hex(), value))


def test_sealing_twice_is_refused(table):
    """One live seal for each name: the second is refused until the first is opened."""
    table.orders("seal standing/losses lose_step")
    before = digest_of(table.ruleset, table.game)

    result = table.orders("seal standing/losses default")

    assert result.refused() == [("1.3", "sealed_already", "/orders/0/name")]
    assert "open it before sealing it again" in result.violation.text
    assert digest_of(table.ruleset, table.game) == before


def test_a_second_objective_is_refused():
    """Red has sealed its hill and tries again in its march step."""
    table = Table("skirmish")
    table.orders("seal objective 0202")

    assert table.orders("seal objective 0605").refused() == [
        ("1.3", "sealed_already", "/orders/0/name")
    ]


@pytest.fixture
def last() -> Table:
    """Red, on the hill 0202, is asked to open its objective."""
    table = Table("skirmish", turns=1).place("red-1 in 0202", "blue-1 in 0701").at("open")
    return table.sealed("red", "objective", "0202")


def test_a_wrong_value_is_refused(last):
    """The salt is right, the hill is another one."""
    right = last.order("open objective", "red")

    result = last.orders(Open("objective", right.salt, "0605"))

    assert result.refused() == [("4.1", "wrong_opening", "/orders/0/value")]
    assert last.game.seals["red"].keys() == {"objective"}


def test_a_wrong_salt_is_refused(last):
    """The hill is right, the salt is another one."""
    result = last.orders(Open("objective", "00" * 32, "0202"))

    assert result.refused() == [("4.1", "wrong_opening", "/orders/0/value")]


def test_what_was_never_sealed_cannot_be_opened(last):
    """The refusal lists what is sealed."""
    result = last.orders(Open("fleet", "00" * 32, "x"))

    assert result.refused() == [("4.1", "nothing_sealed", "/orders/0/name")]
    assert result.violation.text.endswith("sealed is: objective")


def test_nothing_sealed_is_said_so(table):
    """A seat without seals is told that it has sealed nothing."""
    result = table.orders(Open("objective", "00" * 32, "0202"))

    assert result.violation.text.endswith("sealed is: nothing")


def test_an_opening_uses_the_seal_up(last):
    """After the opening nothing is sealed any more."""
    last.orders("open objective")

    assert last.game.seals["red"] == {}


def test_opening_too_early_is_refused(table):
    """A fitting opening that answers no question is an order of the wrong kind."""
    table.sealed("red", "objective", "0202")

    result = table.orders("open objective")

    assert result.refused() == [("1.3", "wrong_kind", "/orders/0/kind")]
    assert table.game.seals["red"].keys() == {"objective"}


def test_the_other_seat_cannot_open_it(table):
    """Blue repeats red's opening word for word: for blue nothing is sealed."""
    table.sealed("red", "objective", "0202")
    stolen = table.order("open objective", "red")
    table.orders("done")

    assert table.orders(stolen).refused() == [("1.3", "nothing_sealed", "/orders/0/name")]


def test_a_standing_order_is_sealed_at_any_decision_and_answers_none(table):
    """Sealing it leaves red at its march step, with no event."""
    result = table.orders("seal standing/losses lose_step")

    assert result.events == []
    assert result.outcome.stands == 1
    assert result.waiting.kind == "march"
    assert table.game.seals["red"].keys() == {"standing/losses"}


def test_a_standing_order_for_no_decision_is_refused(table):
    """The refusal lists the decisions there are."""
    for name in ("standing/weather", "standing/"):
        result = table.orders(Seal(name, "0" * 64))
        assert result.refused() == [("1.3", "unknown_decision", "/orders/0/name")]
        assert "losses, march, objective" in result.violation.text


def test_a_sealed_standing_order_must_be_opened_when_its_kind_comes_up(table):
    """Blue has sealed its reaction; when red attacks, no other answer is taken."""
    table.sealed("blue", "standing/reaction", "withdraw")

    result = table.orders("attack red-1 blue-1")

    assert (result.waiting.kind, result.waiting.accepts) == ("open_standing_order", {"open"})
    assert result.waiting.about == "standing/reaction"
    assert table.orders("stand").refused() == [("3.2", "wrong_kind", "/orders/0/kind")]


def test_an_opened_standing_order_is_carried_out_at_once(table):
    """Blue opens: the policy it sealed answers, the seal is used up, red's queue goes on."""
    table.sealed("blue", "standing/reaction", "withdraw")
    table.orders("attack red-1 blue-1", "done")

    result = table.orders("open standing/reaction")

    assert result.events == [w.UnitWithdrew("blue-1", "0303"), w.StepEnded(w.RED)]
    assert table.game.seals["blue"] == {}
    assert result.outcome.automatic == ()


def test_a_whole_order_can_be_sealed(table):
    """The value may be an order instead of a policy."""
    table.sealed("blue", "standing/reaction", {"kind": "withdraw", "hex": "0204"})
    table.orders("attack red-1 blue-1")

    assert table.orders("open standing/reaction").events == [w.UnitWithdrew("blue-1", "0204")]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({"kind": "withdraw", "hex": "0405"}, "no_retreat"),
        ({"kind": "done"}, "not_yet"),
        ({"kind": "withdraw"}, "unreadable"),
        ({"kind": "flee"}, "unreadable"),
        (["withdraw"], "unreadable"),
        (None, "unreadable"),
        ("flee", "no_answer"),
        ("lose_step", "no_answer"),
        ({"kind": "open", "name": "standing/reaction", "salt": "", "value": 1}, "nothing_sealed"),
    ],
)
def test_an_impossible_sealed_order_is_used_up_and_blue_is_asked_again(table, value, code):
    """What was sealed cannot be done: the seal is gone, the reason is given, the question stays."""
    table.sealed("blue", "standing/reaction", value)
    table.orders("attack red-1 blue-1")

    result = table.orders("open standing/reaction")

    assert result.outcome.refused == ()
    ((seat, count, reasons),) = result.returned()
    assert (seat, count, [reason[1] for reason in reasons]) == ("blue", 0, [code])
    assert result.outcome.stands == 1
    assert (result.waiting.seat, result.waiting.kind) == ("blue", "reaction")
    assert table.game.seals["blue"] == {}


def test_the_file_goes_on_after_an_impossible_sealed_order(table):
    """Behind the opening blue has written another answer: that one counts."""
    table.sealed("blue", "standing/reaction", {"kind": "withdraw", "hex": "0405"})
    table.orders("attack red-1 blue-1")

    result = table.orders("open standing/reaction", "withdraw 0303")

    assert result.events == [w.UnitWithdrew("blue-1", "0303")]


def test_a_sealed_standing_order_goes_before_an_open_one(table):
    """Blue also has a plain standing order: the sealed one must still be opened."""
    table.standing("blue", {"when": "reaction", "do": "stand"})
    table.sealed("blue", "standing/reaction", "withdraw")

    result = table.orders("attack red-1 blue-1")

    assert result.outcome.automatic == ()
    assert result.waiting.kind == "open_standing_order"


def test_a_sealed_standing_order_is_not_opened_before_its_time(table):
    """Blue is asked for something else: the opening is refused and stays possible."""
    table.sealed("red", "standing/losses", "lose_step")

    result = table.orders("open standing/losses")

    assert result.refused() == [("1.3", "not_yet", "/orders/0/name")]
    assert table.game.seals["red"].keys() == {"standing/losses"}


def test_a_wrong_opening_of_a_standing_order_is_refused(table):
    """Blue opens with another value than it sealed: silence or a better idea is not allowed."""
    table.sealed("blue", "standing/reaction", "withdraw")
    table.orders("attack red-1 blue-1")
    right = table.order("open standing/reaction", "blue")

    result = table.orders(Open("standing/reaction", right.salt, "stand"))

    assert result.refused() == [("3.2", "wrong_opening", "/orders/0/value")]


def test_opening_stands_to_the_dice_as_the_decision_it_answers(table):
    """A sealed choice of losses is opened after the dice, a sealed reaction before them."""
    table.sealed("blue", "standing/losses", "lose_step")
    table.standing("blue", {"when": "reaction", "do": "stand"})

    result = table.dice(6, 1).orders("attack red-1 blue-1")

    assert (result.waiting.kind, result.waiting.timing) == (
        "open_standing_order",
        Timing.AFTER_DICE,
    )
    assert table.orders("open standing/losses").events == [w.StepLost("blue-1")]


def test_a_standing_order_may_seal(table):
    """A standing order that seals another one does so once and then steps back."""
    seal = {"kind": "seal", "name": "standing/losses", "digest": "0" * 64}
    orders = standing({"when": "march", "do": seal}, {"when": "march", "do": "done"})

    result = table.orders("march red-1 0306", standing=orders)

    assert [answer.standing_order for answer in result.outcome.automatic] == [0]
    assert result.waiting.kind == "march"
    assert [number for _, number, _ in result.outcome.switched_off] == [0]

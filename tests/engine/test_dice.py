"""Labelled dice: fixed for ever by seed and label, fair, and scripted where a test needs it."""

import hmac
from collections import Counter

import pytest

from sealion_pbem.engine import dice as dice_module
from sealion_pbem.engine.canon import frame
from sealion_pbem.engine.dice import (
    DiceNeededError,
    DiceRolled,
    NoDice,
    OutOfDiceError,
    ScriptedDice,
    SeededDice,
)

SEED = bytes(range(32))
LABELS = ["T01/red/3.3/red-1 attacks blue-1", "", "a label beyond ASCII: Ärmelkanal", "x" * 300]


def face_by_hand(seed: bytes, label: str, number: int, sides: int) -> int:
    """The definition again, in other words than the engine's."""
    counter = 0
    while True:
        message = b""
        for part in (label, str(number), str(counter)):
            message += len(part.encode()).to_bytes(4, "big") + part.encode()
        for byte in hmac.new(seed, message, "sha256").digest():
            if byte < 256 // sides * sides:
                return byte % sides + 1
        counter += 1


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("sides", [2, 3, 6, 7, 10, 20, 100, 129, 200, 255, 256])
def test_faces_follow_the_definition(label, sides):
    """For any label and size of die the faces are those that HMAC-SHA256 gives by hand."""
    faces = SeededDice(SEED).throw(label, 8, sides)

    assert faces == tuple(face_by_hand(SEED, label, number, sides) for number in range(8))


def test_known_faces_never_change():
    """These faces were computed once; if they change, every old campaign fails its audit."""
    dice = SeededDice(SEED)

    assert dice.throw("T01/red/3.3/red-1 attacks blue-1", 2, 6) == (1, 3)
    assert dice.throw("T03/combat/8.4/Dover", 5, 100) == (14, 70, 63, 10, 78)


def test_a_roll_does_not_depend_on_other_rolls():
    """Dice are looked up, not drawn from a stream: order and number of rolls shift nothing."""
    dice = SeededDice(SEED)
    alone = dice.throw("second", 3, 6)
    dice.throw("first", 10, 6)

    assert dice.throw("second", 3, 6) == alone
    assert dice.throw("second", 5, 6)[:3] == alone


def test_label_number_and_seed_all_matter():
    """Changing any of them gives other dice; framing keeps label and number apart."""
    base = SeededDice(SEED).throw("label", 20, 256)

    assert SeededDice(SEED).throw("label ", 20, 256) != base
    assert SeededDice(bytes(32)).throw("label", 20, 256) != base
    assert len(set(base)) > 10
    assert SeededDice(SEED).throw("label1", 1, 256) != base[1:2]


def test_a_block_without_a_fair_byte_is_followed_by_the_next(monkeypatch):
    """When all 32 bytes would bias, the counter goes on to the next block."""
    blocks = {
        frame("label", 0, 0): b"\xff" * 32,
        frame("label", 0, 1): b"\xfc\xfd\x07" + bytes(29),
    }
    monkeypatch.setattr(dice_module, "_block", lambda _, message: blocks.pop(message))

    # 252 is the first byte that a die of six skips; 7 % 6 + 1 is 2.
    assert SeededDice(SEED).throw("label", 1, 6) == (2,)


@pytest.mark.parametrize("sides", [0, 1, 257, 1000])
def test_a_die_that_a_byte_cannot_show_is_our_mistake(sides):
    """Sizes outside 2 to 256 stop at once; a die of 257 sides must not search for ever."""
    with pytest.raises(AssertionError, match=f"a die of {sides} sides"):
        SeededDice(SEED).throw("label", 1, sides)


def test_dice_are_fair():
    """12,000 dice of six: chi-square over faces stays far below the 0.1 % bound of 20.5."""
    dice = SeededDice(SEED)
    faces = Counter(face for roll in range(2000) for face in dice.throw(f"roll {roll}", 6, 6))

    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert sum((count - 2000) ** 2 / 2000 for count in faces.values()) < 20.5


def test_neighbouring_dice_of_a_roll_are_independent():
    """Pairs of one roll fall on all 36 combinations about equally (chi-square, bound 67)."""
    dice = SeededDice(SEED)
    pairs = Counter(dice.throw(f"pair {roll}", 2, 6) for roll in range(7200))

    assert len(pairs) == 36
    assert sum((count - 200) ** 2 / 200 for count in pairs.values()) < 67


def test_scripted_dice_fall_as_written():
    """Faces come in the order of rolling, and the script knows how many are left."""
    dice = ScriptedDice([6, 1, 3])

    assert dice.throw("one", 2, 6) == (6, 1)
    assert dice.left() == 1
    assert dice.throw("two", 1, 6) == (3,)
    assert dice.left() == 0


def test_a_word_of_the_label_goes_before_the_order():
    """A face written for a purpose is kept for it; when they run out the order goes on."""
    dice = ScriptedDice([2, 3], {"weather": [6], "combat": [1]})

    assert dice.throw("T01/5.1/combat at Dover", 1, 6) == (1,)
    assert dice.throw("T01/3.1/weather", 2, 6) == (6, 2)
    assert dice.left() == 1


def test_a_script_that_runs_out_names_the_roll():
    """The roll for which no face is written is named."""
    with pytest.raises(OutOfDiceError, match="no face is written for the roll 'T01/weather'"):
        ScriptedDice([]).throw("T01/weather", 1, 6)


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_that_the_die_does_not_have_is_refused(face):
    """A written 7 on a die of six says which roll and which die."""
    with pytest.raises(OutOfDiceError, match=f"a face of {face} is written for 'x', a die of 6"):
        ScriptedDice([face]).throw("x", 1, 6)


def test_no_dice_refuse_to_fall():
    """Where no die may fall, the roll that was asked for is named."""
    with pytest.raises(DiceNeededError) as caught:
        NoDice().throw("T01/weather", 1, 6)

    assert caught.value.label == "T01/weather"


def test_trust_says_where_dice_come_from():
    """The witness's class stands on seeded dice; scripts and previews say that they are neither."""
    assert SeededDice(SEED, "two-party").trust == "two-party"
    assert ScriptedDice().trust == "given"
    assert NoDice().trust == "none"


def test_a_roll_changes_nothing_by_itself():
    """What faces mean is told by the events that follow."""
    state = {"anything": 1}
    DiceRolled("label", "3.3", 6, (1, 2), "given").on(state)

    assert state == {"anything": 1}

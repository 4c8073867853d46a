"""Play, the one door of a rule: state, events, dice with labels that never repeat."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import pytest

from sealion_pbem.engine.dice import DiceNeededError, DiceRolled, NoDice, ScriptedDice
from sealion_pbem.engine.play import Play


@dataclass(frozen=True)
class Counted:
    """One more."""

    kind: ClassVar[str] = "counted"

    def on(self, state):
        state["count"] += 1


@dataclass
class Clocked:
    """A game with dice of eight faces, of which only the clock matters."""

    clock: Callable[[dict[str, int]], str]
    die: int = 8


def play(*faces, clock="T01"):
    return Play({"count": 0}, ScriptedDice(faces), Clocked(lambda _: clock))


def test_an_event_happens_and_is_remembered():
    """Emitting changes the state through the event alone and keeps the event, in order."""
    door = play()
    door.emit(Counted())
    door.emit(Counted())

    assert door.state == {"count": 2}
    assert door.events == [Counted(), Counted()]
    assert door.rolled == 0


def test_a_roll_says_when_by_which_rule_and_what_for():
    """The label is clock, rule and purpose; the event carries rule, faces and trust."""
    door = play(5, clock="T03/combat")

    assert door.roll("8.4", "KM-1 fires", sides=10) == 5
    assert door.events == [DiceRolled("T03/combat/8.4/KM-1 fires", "8.4", 10, (5,), "given")]
    assert door.rolled == 1


def test_several_dice_are_one_roll():
    """Five dice for one purpose have one label and one event."""
    door = play(1, 2, 3, 4, 5)

    assert door.rolls("3.3", "salvo", 5) == (1, 2, 3, 4, 5)
    assert [event.values for event in door.events] == [(1, 2, 3, 4, 5)]
    assert door.rolled == 1


def test_a_repeated_purpose_is_numbered():
    """The second and third roll of one name in one run get a number."""
    door = play(1, 2, 3)
    for _ in range(3):
        door.roll("3.3", "again")

    assert [event.label for event in door.events] == [
        "T01/3.3/again",
        "T01/3.3/again#2",
        "T01/3.3/again#3",
    ]


def test_a_purpose_that_looks_numbered_cannot_repeat_a_label():
    """A rule that calls a roll "x#2" itself does not get the dice of the second "x"."""
    door = play(1, 2, 3, 4)
    for purpose in ("x#2", "x", "x", "x#2"):
        door.roll("3.3", purpose)

    labels = [event.label for event in door.events]
    assert len(set(labels)) == 4


def test_parts_that_run_together_cannot_repeat_a_label():
    """Rule "1/2" with purpose "a" and rule "1" with purpose "2/a" are two rolls."""
    door = play(1, 2)
    door.roll("1/2", "a")
    door.roll("1", "2/a")

    assert len({event.label for event in door.events}) == 2


def test_the_usual_die_is_that_of_the_game():
    """A roll that names no die is of the game's own: eight faces here."""
    door = play(8)

    assert door.roll("1", "a") == 8
    assert door.events[0].sides == 8


def test_the_clock_is_read_when_the_dice_fall():
    """An event between two rolls moves the clock, and the labels say so."""
    door = Play({"count": 0}, ScriptedDice([1, 1]), Clocked(lambda state: f"T{state['count']}"))
    door.roll("1", "a")
    door.emit(Counted())
    door.roll("1", "a")

    rolls = [event for event in door.events if isinstance(event, DiceRolled)]
    assert [roll.label for roll in rolls] == ["T0/1/a", "T1/1/a"]


def test_a_roll_where_none_may_fall_leaves_no_trace():
    """Without dice nothing counts as rolled and no event is written."""
    door = Play({"count": 0}, NoDice(), Clocked(lambda _: "T01"))
    with pytest.raises(DiceNeededError, match="T01/1/a"):
        door.roll("1", "a")

    assert door.events == []
    assert door.rolled == 0

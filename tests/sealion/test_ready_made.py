"""Ready-made set-ups and books of standing orders, in both editions and with optional rules."""

from typing import Any

import pytest

from sealion_pbem.engine.capability import answers_of
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.readymade import (
    book_called,
    books_of,
    said_book,
    set_up_called,
    set_ups_of,
    standing_orders_of,
)
from sealion_pbem.engine.standing import StandingOrder, check_standing
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.wire import from_wire
from sealion_pbem.engine.words import Seat
from sealion_pbem.errors import UsageError
from sealion_pbem.rulesets import find

EDITIONS = ("sealion-2016", "sealion-deluxe")
SET_UP = {"german_setup", "british_setup", "seal_parachutists", "open_parachutists"}
NOT_ASKED = {
    "german": SET_UP | {"evacuation", "arrivals", "breach"},
    "british": SET_UP | {"touch_down", "supply_transports", "after_drop"},
}
RULESETS: list[Any] = [find(edition) for edition in EDITIONS]
CHOSEN: list[tuple[str, dict[str, bool]]] = [
    *((edition, {}) for edition in EDITIONS),
    *((ruleset.id, dict.fromkeys(ruleset.optional_rules, True)) for ruleset in RULESETS),
]


@pytest.mark.parametrize(("edition", "options"), CHOSEN)
def test_every_set_up_is_legal_and_whole(edition: str, options: dict[str, Any]):
    """Whatever is chosen for either side, the game goes on to turn 1, and the two differ."""
    ruleset: Any = find(edition)
    start = begin(ruleset, "ready", ruleset.setup("invasion", options))
    german = set_ups_of(ruleset, start.state)
    assert [*german] == ["narrow", "broad"]
    for chosen in german.values():
        assert chosen.text
        mined = run(ruleset, start, Turn(Seat("german"), chosen.orders), SeededDice(bytes(32)))
        assert mined.refused == ()
        british = set_ups_of(ruleset, mined.game.state)
        assert [*british] == ["forward", "reserves"]
        assert british["forward"].orders != british["reserves"].orders
        for answer in british.values():
            done = run(
                ruleset, mined.game, Turn(Seat("british"), answer.orders), SeededDice(bytes(32))
            )
            assert done.refused == ()
            assert ruleset.game_turn(done.game.state) == 1
            asked = pending(ruleset, done.game)
            assert asked is not None
            assert asked.seat == "german"
            assert set_ups_of(ruleset, done.game.state) == {}
    assert german["narrow"].orders != german["broad"].orders


def test_a_set_up_that_is_not_there_is_refused_with_those_that_are():
    """The name, and what there is."""
    ruleset = find("sealion-deluxe")
    with pytest.raises(UsageError, match="no set-up is called 'forward' here") as caught:
        set_up_called(ruleset, ruleset.setup("invasion", {}), "forward")
    assert caught.value.hint == "there is narrow, broad"
    skirmish = find("skirmish")
    with pytest.raises(UsageError, match="no set-up is called 'forward' here"):
        set_up_called(skirmish, skirmish.setup("two-hills", {}), "forward")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seat", ["german", "british"])
def test_every_book_can_stand_and_says_what_it_answers(edition: str, seat: str):
    """Every decision of the seat after the set-up is answered or named among those that it asks."""
    ruleset: Any = find(edition)
    books = books_of(ruleset, seat)
    asked = answers_of(ruleset).policies.keys() - NOT_ASKED[seat]
    asked -= {k for k, by in ruleset.asked_by.items() if by.isdisjoint(ruleset.options)}
    assert [*books] == ["quick", "careful", "weekly"]
    for name, book in books.items():
        orders = tuple(from_wire(StandingOrder, order) for order in standing_orders_of(book))
        assert [*check_standing(ruleset, orders)] == []
        every = dict.fromkeys(ruleset.options, True)
        said = " ".join(said_book(ruleset, name, book, every, 90))
        assert said.startswith(f"{name}: {book.text.split()[0]}")
        for kind in asked:
            assert kind.replace("_", " ") in " ".join(said.split())
    answered = {name: {kind for kind, _ in book.answers} for name, book in books.items()}
    assert answered["careful"] < answered["quick"] < answered["weekly"]


def test_games_without_books_have_one_and_an_unknown_one_is_refused():
    """Skirmish: small decisions by their defaults."""
    ruleset = find("skirmish")
    assert [*books_of(ruleset, "red")] == ["quick"]
    assert dict(book_called(ruleset, "red", "quick").answers) == {
        "reaction": "default",
        "losses": "default",
    }
    with pytest.raises(UsageError, match="no book of standing orders is called 'slow'"):
        book_called(ruleset, "red", "slow")

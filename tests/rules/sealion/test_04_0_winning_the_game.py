"""4.0 to 4.2  Winning: factories, Parliament, Churchill."""

import pytest

from sealion_pbem.rulesets.sealion.events.general import GameEnded, UnitEliminated
from sealion_pbem.rulesets.sealion.rules.ch04_victory import (
    ChurchillLost,
    ParliamentTaken,
    decide_victory,
    tally,
)
from tests.sealion_table import both_editions, table, without_rolls

TO_WIN = {"sealion-2016": 13, "sealion-deluxe": 15}


def factories_of(position, count):
    """The first `count` factory hexes of the edition, without Parliament."""
    board = position.state.table.board
    factories = position.state.edition.factories
    found = [n for n in board.numbers if n in factories and n != "4409"]
    return found[:count]


@both_editions
@pytest.mark.parametrize("short", [0, 1])
def test_4_0_the_german_wins_with_enough_factories(edition, short):
    """13 of 25 in the magazine edition, 15 of 29 in the Deluxe; one fewer is not enough."""
    position = table(edition, step=6, stage="land combat")
    position.german_hexes(*factories_of(position, TO_WIN[edition] - short))
    events = position.begin(decide_victory)
    won = [GameEnded("german", TO_WIN[edition])]
    assert events == ([] if short else won)


@both_editions
def test_4_0_a_factory_counts_though_it_was_retaken(edition):
    """Ever occupied is enough: the hex need not stay German."""
    position = table(edition, step=6, stage="land combat")
    position.german_hexes(*factories_of(position, 3))
    position.place({factories_of(position, 1)[0]: ["uk_1_lon"]})
    assert tally(position.state) == 3


@both_editions
def test_4_1_parliament_adds_a_die_once(edition):
    """Five factories and a roll of 5 make ten (A-14); a second visit rolls nothing (A-15)."""
    position = table(edition, step=6, stage="land combat").dice(5)
    position.german_hexes("4409", *factories_of(position, 5))
    has_factory = "4409" in position.state.edition.factories
    assert without_rolls(position.begin(decide_victory)) == [ParliamentTaken(5)]
    assert tally(position.state) == 10 + has_factory
    assert position.begin(decide_victory) == []


@both_editions
def test_4_2_losing_churchill_adds_two_dice(edition):
    """Five factories and a roll of 10 make fifteen, which wins in both editions."""
    position = table(edition, step=6, stage="land combat").place({"4409": ["uk_churchill"]})
    position.at(churchill="").dice(4, 6)
    position.german_hexes(*factories_of(position, 5))
    UnitEliminated("uk_churchill", "12.3").on(position.state)
    events = without_rolls(position.begin(decide_victory))
    assert events == [ChurchillLost(10), GameEnded("german", 15)]


@both_editions
def test_4_3_an_evacuated_churchill_adds_nothing(edition):
    """Who has left the war zone cannot be lost."""
    position = table(edition, step=6, stage="land combat").at(churchill="evacuated")
    assert position.begin(decide_victory) == []

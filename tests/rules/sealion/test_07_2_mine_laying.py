"""7.2  Submarines carry mines from the box and lay them at sea."""

import pytest

from sealion_pbem.rulesets.sealion.events.general import UnitBoarded
from sealion_pbem.rulesets.sealion.events.naval import MineLaid
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.mines import Couple, LayMine
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import Sail
from tests.sealion_sea import codes_at, obey, sea
from tests.sealion_table import both_editions

BOAT, MINE = "de_sub_1", "de_mine_5"
NIGHTS = pytest.mark.parametrize("night", [False, True])


@both_editions
@NIGHTS
def test_7_2_couple_sail_and_lay_in_one_step(edition, night):
    """By day or night: the mine is taken in the box, carried to C, and laid; a friendly mine is no bar."""
    position = sea(edition, night=night).place({"Convoy": [BOAT, MINE], "C": ["de_mine_1"]})
    assert obey(position, Couple(BOAT, MINE)) == [UnitBoarded(MINE, BOAT)]
    obey(position, Sail((BOAT,), ("B", "C")))
    assert position.where(MINE) == "C"
    assert obey(position, LayMine(BOAT)) == [MineLaid(BOAT, MINE, "C")]
    assert position.state.units[MINE] == ("C", 1, "")


@both_editions
def test_7_2_laying_ends_the_submarines_move(edition):
    """A submarine that lays before it sails stays where it is in this step."""
    position = sea(edition).place({"C": [BOAT]}, aboard={MINE: BOAT})
    obey(position, LayMine(BOAT))
    assert codes_at(position, Sail((BOAT,), ("D",))) == [("7.2", "moved_already", "/units/0")]


@both_editions
def test_7_2_a_laid_mine_never_moves_again(edition):
    """It neither sails nor is taken up, at sea or by anybody."""
    position = sea(edition).place({"C": [BOAT, MINE], "Convoy": ["de_sub_2"]})
    assert codes_at(position, Sail((MINE,), ("D",))) == [("8.6", "mine_stays", "/units/0")]
    assert codes_at(position, Couple("de_sub_2", MINE)) == [("7.2", "mine_stays", "/mine")]


@pytest.mark.parametrize(
    ("edition", "expected"),
    [("sealion-2016", []), ("sealion-deluxe", [("7.2", "just_arrived", "/submarine")])],
)
def test_7_2_a_submarine_that_just_came_in(edition, expected):
    """Deluxe: it must have begun the step in the box; 2016 asks only that it is there."""
    position = sea(edition).place({"A": [BOAT], "Convoy": [MINE]})
    obey(position, Sail((BOAT,), ("Convoy",)))
    assert codes_at(position, Couple(BOAT, MINE)) == expected


@both_editions
@pytest.mark.parametrize(
    ("submarine", "mine", "expected"),
    [
        ("de_emden", MINE, ("7.2", "no_submarine", "/submarine")),
        ("de_sub_2", MINE, ("7.2", "not_in_port", "/submarine")),
        ("de_sub_3", MINE, ("7.2", "full", "/submarine")),
        (BOAT, "de_emden", ("7.2", "no_mine", "/mine")),
        (BOAT, "de_mine_6", ("7.2", "is_aboard", "/mine")),
        (BOAT, "uk_mine_a", ("7.0", "not_yours", "/mine")),
        ("de_sub_4", MINE, ("1.5", "out_of_game", "/submarine")),
    ],
)
def test_7_2_what_cannot_be_coupled(edition, submarine, mine, expected):
    """Ships, submarines at sea or with a mine, what is no mine, a mine that has its submarine."""
    position = sea(edition).place(
        {"Convoy": [BOAT, "de_sub_3", MINE, "de_emden"], "A": ["de_sub_2", "uk_mine_a"]},
        aboard={"de_mine_6": "de_sub_3"},
    )
    assert codes_at(position, Couple(submarine, mine)) == [expected]


@both_editions
def test_7_2_what_cannot_be_laid(edition):
    """A submarine without a mine lays nothing; one in the box must first go to sea."""
    where = {"Convoy": [BOAT], "A": ["de_sub_2"], "G": ["uk_submarines_1"]}
    position = sea(edition).place(where, aboard={MINE: BOAT})
    assert codes_at(position, LayMine("de_sub_2")) == [("7.2", "no_mine", "/submarine")]
    assert codes_at(position, LayMine(BOAT)) == [("7.2", "not_at_sea", "/submarine")]
    assert codes_at(position, LayMine("uk_submarines_1")) == [("7.0", "not_yours", "/submarine")]


@both_editions
def test_7_2_whose_only_choice_is_a_mine_is_asked(edition):
    """A submarine that may not sail but has a mine aboard: the player is asked."""
    position = sea(edition).place({"B": [BOAT]}, aboard={MINE: BOAT}).at(home=frozenset({BOAT}))
    assert position.decision.kind == "naval_movement"

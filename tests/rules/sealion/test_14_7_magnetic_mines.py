"""14.7  Six German mines have strength 1, and all of them may be kept back."""

import pytest

from sealion_pbem.rulesets.sealion.rules.ch05_deploying import HAND, Deploy
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.mines import Couple
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.duel import Duel, gun_of
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023
from sealion_pbem.rulesets.sealion.sequence import Done
from tests.sealion_sea import sea
from tests.sealion_table import SealionTable

OPTIONS = {"magnetic_mines": True}
MINES = [*(f"de_magmine_{n}" for n in range(1, 7)), "de_mine_7"]
SECTORS = ("Thames Estuary", "A", "B", "C", "D", "E", "F", "G")


def setting_up():
    """The German set-up."""
    return SealionTable(DELUXE_2023, DELUXE_2023.setup("invasion", OPTIONS))


def test_14_7_six_are_exchanged():
    """Seven mines as before: six of strength 1 and one of strength 0 (A-135)."""
    state = setting_up().state
    mines = {
        n: c.strength
        for n, c in state.table.counters.items()
        if (c.seat, c.type) == ("german", "mine")
    }
    assert set(mines) == set(MINES)
    assert sorted(mines.values()) == [0, 1, 1, 1, 1, 1, 1]
    assert set(state.units_in(HAND, "german")) == set(MINES)


def test_14_7_all_may_be_laid_in_the_set_up_one_in_a_sea_space():
    """Seven in seven spaces; two in one are refused as ever (5.1)."""
    position = setting_up()
    assert position.codes(Deploy(dict(zip(MINES, SECTORS, strict=False)))) == []
    assert position.codes(Deploy({MINES[0]: "A", MINES[6]: "A"})) == [("5.1", "mines_together")]


def test_14_7_any_number_may_be_kept_back():
    """All in the convoy box is a set-up too; ashore is not."""
    position = setting_up()
    assert position.codes(Deploy({MINES[0]: "6716"})) == [("14.7", "wrong_place")]
    assert position.codes(Done()) == [("5.1", "not_set_up")]
    position.order(Deploy(dict.fromkeys(MINES, "Convoy")))
    assert position.codes(Done()) == []


def test_14_7_what_is_kept_back_is_laid_by_submarines():
    """In any turn, as 7.2 says."""
    position = sea("sealion-deluxe", options=OPTIONS, turn=5)
    position.place({"Convoy": ["de_sub_1", "de_magmine_1"]})
    assert position.codes(Couple("de_sub_1", "de_magmine_1")) == []


@pytest.mark.parametrize(
    ("facts", "bonus"), [({}, 1), ({"weather": "rain"}, 1), ({"night": True}, 0)]
)
def test_14_7_the_one_is_added_to_the_die(facts, bonus):
    """By day and in rain, not at night, like any strength at sea (A-146)."""
    position = sea("sealion-deluxe", options=OPTIONS, **facts)
    position.place({"C": ["de_magmine_1", "uk_flot_12"]})
    mine, ship = (gun_of(position.state, n) for n in ("de_magmine_1", "uk_flot_12"))
    assert Duel("de_magmine_1", mine, 3, ship, 3).total == 3 + bonus
    assert Duel("uk_flot_12", ship, 3, mine, 3).against == 3 + bonus


def test_14_7_nothing_is_added_against_it():
    """A ship rolls its die alone, as against every mine (A-69)."""
    position = sea("sealion-deluxe", options=OPTIONS).place({"C": ["de_magmine_1", "uk_repulse"]})
    mine, ship = (gun_of(position.state, n) for n in ("de_magmine_1", "uk_repulse"))
    assert Duel("uk_repulse", ship, 3, mine, 3).total == 3

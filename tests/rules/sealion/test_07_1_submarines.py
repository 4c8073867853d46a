"""7.1  Submarines sail like ships but stop for fewer enemies."""

import pytest

from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import Sail
from tests.sealion_sea import codes_at, obey, sea
from tests.sealion_table import both_editions

BOAT = "de_sub_1"


@both_editions
@pytest.mark.parametrize(
    "foe", ["uk_mine_b", "uk_flot_1", "uk_minesweepers_1", "uk_mtbs_1", "uk_belfast"]
)
def test_7_1_strength_0_or_1_stops_a_submarine(edition, foe):
    """Mines, sweepers, boats, destroyers and the Belfast hold a submarine in B."""
    position = sea(edition).place({"Convoy": [BOAT], "B": [foe]})
    assert codes_at(position, Sail((BOAT,), ("B", "C"))) == [("7.1", "must_stop", "/path/1")]


@both_editions
@pytest.mark.parametrize(
    "foe", ["uk_nelson", "uk_cardiff", "uk_submarines_1", "uk_winnie", "uk_dummy"]
)
def test_7_1_stronger_ships_and_batteries_do_not(edition, foe):
    """Strength 2 or more, and any battery, the Dummy too, let a submarine pass."""
    position = sea(edition).place({"Convoy": [BOAT], "B": [foe]})
    assert not position.refusals(Sail((BOAT,), ("B", "C", "D")))


@both_editions
@pytest.mark.parametrize("foe", ["uk_cardiff", "uk_submarines_1"])
def test_7_1_the_side_a_ship_shows_counts(edition, foe):
    """Reduced to 1, the same units stop it (A-63)."""
    position = sea(edition).place({"Convoy": [BOAT], "B": [foe]}, reduced=[foe])
    assert codes_at(position, Sail((BOAT,), ("B", "C"))) == [("7.1", "must_stop", "/path/1")]


@both_editions
def test_7_1_units_without_a_strength_do_not_stop_it(edition):
    """A British submarine passes transports and swimmers: no rating is not a rating of 0."""
    position = sea(edition, "british").place(
        {"West": ["uk_submarines_1"], "G": ["de_transport_01", "de_marine"]}
    )
    assert not position.refusals(Sail(("uk_submarines_1",), ("G", "F")))


@both_editions
def test_7_1_sailing_with_ships_it_stops_with_them(edition):
    """Together they stop in B at a battleship, for the ship cannot go on; the submarine alone can."""
    position = sea(edition).place({"Convoy": [BOAT, "de_emden"], "B": ["uk_hood"]})
    order = Sail((BOAT, "de_emden"), ("B", "C"))
    assert codes_at(position, order) == [("7.0", "must_stop", "/path/1")]
    obey(position, Sail(("de_emden",), ("B",)))
    obey(position, Sail((BOAT,), ("B", "C")))
    assert position.where(BOAT) == "C"

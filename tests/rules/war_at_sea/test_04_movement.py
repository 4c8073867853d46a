"""4.0  Movement and position."""

import pytest

from tests.war_at_sea import at, codes

DONE = {"kind": "done"}


def test_4_1_a_cruiser_of_speed_2():
    """4.1  From 0104 to 0205 and 0305 it goes; 0405 is a third sector and refused, with what it reaches."""
    table = at("sea_move", "allied-uk_exeter 0104", "axis-de_bismarck 1005", first="allied")
    result = table.orders("move allied-uk_exeter-1 0205 0305 0405")
    assert codes(result) == [("4.1", "too_far")]
    assert "allied-uk_exeter-1 reaches" in result.violation.text
    assert not table.orders("move allied-uk_exeter-1 0205 0305").outcome.refused


def test_4_1_forth_and_back_counts_every_sector():
    """4.1, R-15  Out to 0205 and back to 0104 are two sectors; a jump to 0306 is no way."""
    table = at("sea_move", "allied-uk_exeter 0104", "axis-de_bismarck 1005", first="allied")
    assert codes(table.orders("move allied-uk_exeter-1 0306")) == [("4.1", "not_adjacent")]
    assert not table.orders("move allied-uk_exeter-1 0205 0104").outcome.refused


def test_4_2_no_third_ship_not_even_passing():
    """4.2, R-13  Two Fletchers in 0204: Exeter does not pass; enemies there would not count."""
    units = ("allied-us_fletcher 0204", "allied-us_fletcher-2 0204", "allied-uk_exeter 0104")
    table = at("sea_move", *units, "axis-de_bismarck 1005", first="allied")
    assert codes(table.orders("move allied-uk_exeter-1 0204 0304")) == [("4.2", "no_room")]
    table = at("sea_move", "axis-de_bismarck 0204", "axis-jp_tone 0204", *units[2:], first="allied")
    assert not table.orders("move allied-uk_exeter-1 0204 0304").outcome.refused


def test_4_2_one_submarine_and_four_aircraft():
    """4.2, R-19  A second Submarine finds no room, nor does a fifth Aircraft."""
    table = at("sea_move", "axis-de_u47 0204", "axis-de_u66 0104", "allied-uk_hood 1005")
    assert codes(table.orders("move axis-de_u66-1 0204")) == [("4.2", "no_room")]
    placed = [f"axis-jp_a6m2_zero-{n} 0404 base=airbase" for n in range(1, 5)]
    table = at(
        "air_mission",
        *placed,
        "axis-jp_a6m2_zero-5",
        "allied-uk_hood 1005",
        "axis-jp_tone 0101",
        options={"air_missions": "alternate"},
    )
    assert codes(table.orders("fly axis-jp_a6m2_zero-5 0404")) == [("4.2", "no_room")]


@pytest.mark.parametrize(
    ("zone", "sector", "there", "rule", "code"),
    [(2, "0304", "0404", "4.3.1", "island"), (3, "0304", "0404", "4.3.2", "shoal")],
)
def test_4_3_islands_and_shoals_are_closed(zone, sector, there, rule, code):
    """4.3, 4.3.1, 4.3.2  Hood does not enter; in fog she may."""
    table = at(
        "sea_move", f"allied-uk_hood {sector}", "axis-de_u47 1005", first="allied", zone=zone
    )
    assert codes(table.orders(f"move allied-uk_hood-1 {there}")) == [(rule, code)]


def test_4_3_3_fog_does_not_hinder_movement():
    """4.3.3  In zone 4 there is fog in 0404: Hood sails into it."""
    table = at("sea_move", "allied-uk_hood 0304", "axis-de_u47 1005", first="allied", zone=4)
    assert not table.orders("move allied-uk_hood-1 0404").outcome.refused

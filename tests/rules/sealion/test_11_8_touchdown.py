"""11.8  Touchdown: unharmed, reduced or lost."""

import pytest

from sealion_pbem.rulesets.sealion.events.general import HexOccupied, UnitEliminated, UnitReduced
from sealion_pbem.rulesets.sealion.events.land import UnitTouchedDown
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import begin_airborne, touchdown_modifier
from tests.sealion_table import SealionTable, both_editions, table, without_rolls

UNIT = "de_16_airlanding"


def landing(edition: str, place: str) -> SealionTable:
    """A glider with its regiment over a hex."""
    return table(edition, step=6, stage="airborne landings").place(
        {place: ["de_glider_1"]}, aboard={UNIT: "de_glider_1"}
    )


@both_editions
@pytest.mark.parametrize("roll", [4, 6])
def test_11_8_four_and_more_does_no_harm(edition, roll):
    """11.8  The unit holds the hex."""
    events = without_rolls(landing(edition, "2203").dice(roll).begin(begin_airborne))

    assert events[2:] == [UnitTouchedDown(UNIT, "2203", roll, 0), HexOccupied("2203", UNIT)]


@both_editions
@pytest.mark.parametrize("roll", [1, 3])
def test_11_8_one_to_three_reduces(edition, roll):
    """11.8  The unit is flipped and holds the hex."""
    position = landing(edition, "2203").dice(roll)

    events = without_rolls(position.begin(begin_airborne))

    assert events[3:] == [UnitReduced(UNIT, "11.8"), HexOccupied("2203", UNIT)]
    assert position.steps(UNIT) == 1
    assert position.state.holds(position.state.ever_german, "2203")


@both_editions
def test_11_8_nought_and_less_eliminates(edition):
    """11.8  A 2 in a city: the unit is lost and took nothing."""
    position = landing(edition, "5403").dice(2)

    events = without_rolls(position.begin(begin_airborne))

    assert events[2:] == [UnitTouchedDown(UNIT, "5403", 2, -2), UnitEliminated(UNIT, "11.8")]
    assert position.state.ever_german == 0


@both_editions
def test_11_8_a_unit_of_one_step_is_lost_instead_of_reduced(edition):
    """11.8, 1.5  A reduced regiment that would be reduced is eliminated."""
    position = table(edition, step=6, stage="airborne landings").place(
        {"2203": ["de_glider_1"]}, reduced=[UNIT], aboard={UNIT: "de_glider_1"}
    )

    assert without_rolls(position.dice(3).begin(begin_airborne))[-1] == UnitEliminated(UNIT, "11.8")


@both_editions
@pytest.mark.parametrize(
    ("place", "modifier"),
    [
        ("2203", 0),
        ("5305", -1),
        ("3106", -2),
        ("5223", -2),
        ("4414", -2),
        ("5014", -3),
        ("5403", -2),
        ("5115", -2),
        ("6318", 0),
        ("6221", -1),
        ("6817", -2),
        ("6716", -4),
        ("6914", -2),
    ],
)
def test_11_8_what_lies_in_the_hex(edition, place, modifier):
    """11.8, A-103  Woods, marsh, tunnel, city and beach add up; empty bunkers and hexsides do not."""
    assert touchdown_modifier(landing(edition, place).state, place) == modifier


def test_11_8_london_is_worse_in_the_magazine_edition():
    """11.8, A-91  -4 there, -2 in the Deluxe edition."""
    london = [
        touchdown_modifier(landing(edition, "4409").state, "4409")
        for edition in ("sealion-2016", "sealion-deluxe")
    ]

    assert london == [-4, -2]


@both_editions
def test_11_8_an_enemy_zone_is_one_worse(edition):
    """11.8  However many zones there are."""
    position = landing(edition, "2203").place({"2204": ["uk_1_inf"], "2202": ["uk_2_inf"]})

    assert touchdown_modifier(position.state, "2203") == -1


@both_editions
def test_11_8_a_german_beach_is_no_hindrance(edition):
    """11.8, 7.5  The beach counts until the hex is German."""
    assert touchdown_modifier(landing(edition, "6221").german_hexes("6221").state, "6221") == 0


def test_11_8_a_retaken_beach():
    """11.8, A-44  Where the British were the last: -1 again in 2016, nothing in Deluxe."""
    found = [
        touchdown_modifier(landing(e, "6221").german_hexes("6221").at(last_german=0).state, "6221")
        for e in ("sealion-2016", "sealion-deluxe")
    ]

    assert found == [-1, 0]

"""6.0, 6.1  Air, land and naval units stack apart from each other; enemy boxes are closed."""

import pytest

from sealion_pbem.rulesets.sealion.board import BOXES
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import begin_stacking
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement.sailing import Sail
from sealion_pbem.rulesets.sealion.rules.ch10_air.placement import Fly
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from tests.sealion_sea import sea
from tests.sealion_table import both_editions, table

FLEET = [f"de_transport_{number:02d}" for number in range(1, 16)]


@both_editions
def test_6_0_ships_leave_room_in_the_air(edition):
    """6.0  However many ships are in a sea space, twelve air units still fit in."""
    position = table(edition, step=3, stage="air movement")
    position.place({"C": FLEET, "France": ["de_jg2"]})
    assert not position.refusals(Fly(("de_jg2",), "C"))


@both_editions
def test_6_0_aircraft_leave_room_on_the_ground(edition):
    """6.0  A division marches into a hex with two air units of its own side."""
    position = table(edition, step=13, stage="land movement")
    position.place({"2918": ["uk_bmr_2_group", "uk_ftr_10_group"], "2819": ["uk_1_inf"]})
    position.order(March(("uk_1_inf",), ("2918",)))
    assert position.begin(begin_stacking) == []
    assert position.where("uk_1_inf") == "2918"


@both_editions
def test_6_0_troops_leave_room_in_the_air(edition):
    """6.0  A hex full of land units still takes a fighter and a bomber."""
    position = table(edition, step=10, stage="air movement")
    position.place({"2918": ["uk_1_inf"], "Britain": ["uk_bmr_2_group", "uk_ftr_10_group"]})
    assert not position.refusals(Fly(("uk_bmr_2_group", "uk_ftr_10_group"), "2918"))


@both_editions
def test_6_1_a_whole_fleet_shares_box_and_sea_space(edition):
    """6.1  Fifteen transports leave one box for one sea space, in rain too."""
    position = sea(edition, weather="rain").place({"Convoy": FLEET})
    position.order(Sail(tuple(FLEET), ("A",)))
    assert {position.where(name) for name in FLEET} == {"A"}


@both_editions
@pytest.mark.parametrize("box", ["West", "East", "Britain", "France"])
def test_6_1_germans_stay_out_of_british_boxes(edition, box):
    """6.0, 6.1  No German ship enters a Royal Navy box or an airbase box."""
    position = sea(edition).place({"G": ["de_emden"]})
    assert position.refusals(Sail(("de_emden",), (box,)))


@both_editions
@pytest.mark.parametrize("box", ["Convoy", "France", "Britain"])
def test_6_1_the_british_stay_out_of_german_boxes(edition, box):
    """6.0, 6.1  No British ship enters the Convoy box or an airbase box."""
    position = sea(edition, "british").place({"A": ["uk_hood"]})
    assert position.refusals(Sail(("uk_hood",), (box,)))


@both_editions
@pytest.mark.parametrize(
    ("step", "stage", "base", "unit"),
    [(3, "air movement", "France", "de_jg2"), (4, "air reaction", "Britain", "uk_ftr_10_group")],
)
def test_6_0_aircraft_fly_into_no_box(edition, step, stage, base, unit):
    """6.0  Neither an enemy's box nor a friendly assembly box (A-87)."""
    position = table(edition, step=step, stage=stage).place({base: [unit]})
    for box in BOXES:
        assert position.codes(Fly((unit,), box)) == [("10.1", "no_such_place")], box


def test_6_0_the_raf_has_one_box():
    """6.0  Its two names mean one place, Britain (A-26)."""
    assert sorted(BOXES) == ["Britain", "Convoy", "East", "France", "West"]

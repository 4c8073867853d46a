"""2.0  Stat cards and fleets."""

from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.rules.ch02_fleet import cost_of, faults_of_fleet, ready_fleets
from sealion_pbem.rulesets.war_at_sea.settings import SCENARIOS, SEATS, make_settings


def test_2_1_a_value_of_0_is_no_attack():
    """2.1  Bismarck: 15 dice point-blank, 11 at range 4; a Fletcher has no main guns at range 3."""
    bismarck, fletcher = data.cards()["de_bismarck"], data.cards()["us_fletcher"]
    assert [bismarck.dice("main", n) for n in range(6)] == [15, 15, 14, 13, 11, 0]
    assert fletcher.dice("main", 3) == 0
    assert (fletcher.dice("asw", 0), fletcher.dice("asw", 1)) == (5, 0)


def test_2_2_the_printed_example_costs_100():
    """2.2  Princeton 16, Dauntless 13, Wildcat 7, Hood 48, Fletcher 7, Le Terrible 9."""
    fleet = next(fleet.cards for fleet in data.fleets() if fleet.name == "example")
    assert cost_of(fleet) == 100
    assert not list(faults_of_fleet(make_settings("standard", {}), "allied", [*fleet]))


def test_2_2_somebody_can_always_build_a_fleet():
    """2.2, 9.1  In every scenario, year and theatre there is a legal fleet for both seats."""
    for scenario in SCENARIOS:
        for options in ({}, {"year": 1936}, {"points": 50}, {"theatre": "pacific"}):
            settings = make_settings(scenario, options)
            for seat in SEATS:
                for fleet in ready_fleets(settings, seat):
                    assert fleet
                    assert not list(faults_of_fleet(settings, seat, [*fleet]))

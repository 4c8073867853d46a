"""9.0  Scenarios."""

from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.war_at_sea.settings import make_settings
from tests.war_at_sea import at, attack, codes

DONE = {"kind": "done"}


def test_9_1_standard():
    """9.1  100 points each, 15 units, 20 turns."""
    settings = make_settings("standard", {})
    assert (settings.points_of("axis"), settings.of_scenario("most_units"), settings.last_turn) == (
        100,
        15,
        20,
    )


def test_9_2_points_and_zone_of_a_convoy():
    """9.2, R-48  100 for the escort, 80 for the interceptor, always zone 2, no objectives."""
    settings = make_settings("convoy", {"zone": 5, "escort": "axis"})
    assert (settings.points_of("axis"), settings.points_of("allied"), settings.fixed_zone) == (
        100,
        80,
        2,
    )
    state = at(
        "sea_move", "axis-de_u47 0101", "allied-uk_hood 1005", scenario="convoy", zone=2
    ).state
    assert state.markers == ()


def test_r_61_points_of_an_interceptor():
    """R-61  With 150 points for the escort the interceptor builds for 120; elsewhere both have 150."""
    settings = make_settings("convoy", {"points": 150})
    assert (settings.points_of("allied"), settings.points_of("axis")) == (150, 120)
    settings = make_settings("standard", {"points": 150})
    assert (settings.points_of("allied"), settings.points_of("axis")) == (150, 150)


def convoy(*units, **members):
    """Return a table with an Allied convoy from the west."""
    ends = {"allied": "west", "axis": "east"}
    return at("sea_move", *units, scenario="convoy", zone=2, first="allied", ends=ends, **members)


def test_9_2_merchants_leave_by_the_opposite_edge():
    """9.2  From 1005 a merchant leaves; Hood does not, nor a merchant in 0905. The third exit wins."""
    table = convoy(
        "allied-merchant 1005",
        "allied-merchant-2 0905",
        "allied-merchant-3 left",
        "allied-merchant-4 left",
        "allied-uk_hood 1004",
        "axis-de_u47 0505",
    )
    assert codes(table.orders("move allied-uk_hood-1 exit")) == [("1.1", "no_way_off")]
    assert codes(table.orders("move allied-merchant-2 exit")) == [("1.1", "no_way_off")]
    table.orders("move allied-merchant-1 exit")
    assert (table.state.winner, table.waiting) == ("allied", None)


def test_9_2_three_merchants_destroyed():
    """9.2, R-59  The third merchant sunk ends the game at the end of the phase."""
    table = at(
        "surface_attack",
        "allied-merchant 0505",
        "allied-merchant-2 0101",
        "allied-merchant-3 destroyed",
        "allied-merchant-4 destroyed",
        "axis-de_bismarck 0505",
        scenario="convoy",
        zone=2,
        ends={"allied": "west", "axis": "east"},
    )
    shot = attack("surface_attack", "axis-de_bismarck", "allied-merchant", weapon="main")
    table.dice(*[6] * 15).orders(shot)
    assert table.state.winner == "axis"


def test_9_2_the_last_turn_is_the_interceptors():
    """9.2  After turn 14 the interceptor has won."""
    table = convoy("allied-merchant 0105", "axis-de_u47 1008", turn=14, active="axis")
    table.orders(DONE)
    assert table.state.winner == "axis"


def test_9_3_major_engagement():
    """9.3, R-49  200 points, 300 win; the enemy without Ships brings 100 points once."""
    settings = make_settings("major", {})
    assert (settings.points_of("axis"), settings.of_scenario("win_points"), settings.last_turn) == (
        200,
        300,
        25,
    )
    table = at(
        "air_return",
        "allied-us_princeton 0101",
        "allied-us_f4f_wildcat 0707 base=airbase",
        "axis-de_u47 1008",
        active="allied",
        scenario="major",
        zone=1,
    )
    table.dice(6, 6, 1, 1).orders(DONE)
    assert (table.state.scores["allied"], table.state.bonuses) == (100, ("allied",))


def test_9_1_every_scenario_has_a_start():
    """9.1, 9.2, 9.3  Each begins with the Axis at its fleet."""
    ruleset = find("war-at-sea")
    for scenario in ruleset.scenarios:
        decision = ruleset.decision(ruleset.setup(scenario, {}))
        assert (decision.seat, decision.kind) == ("axis", "fleet")

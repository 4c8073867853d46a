"""1.0  Setting up, sides and winning."""

import pytest

from sealion_pbem.errors import UsageError
from sealion_pbem.rulesets.war_at_sea.rules.ch02_fleet import faults_of_fleet
from sealion_pbem.rulesets.war_at_sea.ruleset import WAR_AT_SEA
from sealion_pbem.rulesets.war_at_sea.settings import make_settings
from tests.table import Table
from tests.war_at_sea import at, codes

EXAMPLE = (
    '["us_princeton","us_sbd_dauntless","us_f4f_wildcat","uk_hood","us_fletcher","ff_le_terrible"]'
)
RAIDERS = '["de_bismarck","de_u47","de_fw200","de_s_boat"]'
DONE = {"kind": "done"}


def built(axis: str = RAIDERS, allied: str = EXAMPLE, coin: int = 1, **options) -> Table:
    """Return a game with both fleets sealed, in zone 2; 1 to 3 let the Axis set up first."""
    table = Table("war-at-sea", **options)
    table.orders(f"seal fleet {axis}")
    table.dice(2, coin).orders(f"seal fleet {allied}")
    return table


def test_1_1_half_sectors_are_no_part_of_the_map():
    """1.1  0201 is half a sector, 0209 too; a Ship in 0102 does not move there."""
    table = at("sea_move", "axis-de_bismarck 0102", "allied-uk_hood 1004")
    result = table.orders("move axis-de_bismarck-1 0201")
    assert codes(result) == [("1.1", "no_sector")]


def test_1_1_1_fleets_are_sealed_before_anything_is_known():
    """1.1.1  Nothing of a sealed fleet is in the state, and the battle zone is not known yet."""
    table = Table("war-at-sea")
    table.orders(f"seal fleet {RAIDERS}")
    assert (table.state.units, table.state.zone, table.waiting.seat) == ({}, 0, "allied")


def test_1_1_2_one_die_chooses_the_zone():
    """1.1.2  A 2 is Twin Islands, with three objectives; no second die for it if the charter fixes it."""
    assert (built().state.zone, built().state.markers) == (2, ("0502", "0605", "0507"))
    table = Table("war-at-sea", zone=5)
    table.orders(f"seal fleet {RAIDERS}")
    table.dice(4).orders(f"seal fleet {EXAMPLE}")
    assert table.state.zone == 5


@pytest.mark.parametrize(("face", "seat"), [(1, "axis"), (3, "axis"), (4, "allied"), (6, "allied")])
def test_1_1_3_the_coin(face, seat):
    """1.1.3, R-6  1 to 3: the Axis sets up first, 4 to 6: the Allies."""
    assert built(coin=face).waiting.seat == seat


def test_1_1_4_the_first_chooses_an_end_and_deploys():
    """1.1.4  Ships on the edge rank, a Submarine in the own half, Aircraft at the airbase."""
    table = built()
    table.orders("open fleet")
    assert table.waiting.kind == "choose_end"
    table.orders("choose_end east")
    assert codes(table.orders("deploy axis-de_bismarck-1 0104")) == [("1.1.4", "not_on_edge")]
    assert codes(table.orders("deploy axis-de_u47-1 0504")) == [("1.1.4", "other_half")]
    assert codes(table.orders("deploy axis-de_u47-1 0706")) == [("1.1.4", "island")]
    assert codes(table.orders("deploy axis-de_fw200-1 axis-de_bismarck-1")) == [("7.1", "no_base")]
    table.orders("deploy axis-de_bismarck-1 1005", "deploy axis-de_u47-1 0605")
    table.orders("deploy axis-de_fw200-1 airbase", "deploy axis-de_s_boat-1 1008")
    assert (table.waiting.kind, table.waiting.seat) == ("open_fleet", "allied")


def test_1_1_4_surplus_ships_are_spread_evenly():
    """1.1.4, 4.2, R-8  No third Ship in a sector while another of the rank has fewer than two."""
    boats = ",".join(['"de_s_boat"'] * 15)
    table = built(axis=f"[{boats}]")
    table.orders("open fleet", "choose_end east")
    pairs = [(n, 1002 + (n - 1) // 2) for n in range(1, 14)]
    table.orders(*(f"deploy axis-de_s_boat-{n} {sector}" for n, sector in pairs))
    assert codes(table.orders("deploy axis-de_s_boat-14 1005")) == [("4.2", "no_room")]
    table.orders("deploy axis-de_s_boat-14 1008", "deploy axis-de_s_boat-15 1005")
    assert table.waiting.kind == "open_fleet"
    overstacked = [n for n, u in table.state.units.items() if u.sector == "1005"]
    assert len(overstacked) == 3


def test_4_2_a_sea_movement_step_is_not_ended_with_three_ships_in_a_sector():
    """4.2, R-8  Three Ships in 1005: `done` is refused; by default the last id moves away."""
    boats = [f"axis-de_s_boat-{n} 1005" for n in (1, 2, 3)]
    table = at("sea_move", *boats, "allied-uk_hood 0104", ends={"axis": "east", "allied": "west"})
    assert codes(table.orders(DONE)) == [("4.2", "overstacked")]
    answer = WAR_AT_SEA.answer(table.state, "default")
    assert (answer.unit, answer.path) == ("axis-de_s_boat-3", ("0904",))


def test_1_1_5_the_second_has_the_other_end():
    """1.1.5, R-60  West is left for the Allies; initiative is rolled when their last unit stands."""
    table = built()
    table.orders(
        "open fleet",
        "choose_end east",
        *[
            "deploy " + d
            for d in (
                "axis-de_bismarck-1 1005",
                "axis-de_u47-1 0605",
                "axis-de_fw200-1 airbase",
                "axis-de_s_boat-1 1008",
            )
        ],
    )
    table.orders("open fleet", "deploy allied-uk_hood-1 0104", "deploy allied-us_princeton-1 0105")
    assert table.state.ends == {"axis": "east", "allied": "west"}
    table.orders("deploy allied-us_fletcher-1 0104", "deploy allied-ff_le_terrible-1 0105")
    table.orders("deploy allied-us_sbd_dauntless-1 allied-us_princeton-1")
    table.dice(6, 6, 1, 1).orders("deploy allied-us_f4f_wildcat-1 airbase")
    assert (table.state.turn, table.state.first, table.waiting.kind) == (1, "allied", "sea_move")


@pytest.mark.parametrize(
    ("fleet", "rule", "code"),
    [
        ("nonsense", "2.2", "no_fleet"),
        ([], "2.2", "empty_fleet"),
        (["uk_hod"], "2.1", "unknown_card"),
        (["merchant"], "2.1", "unknown_card"),
        (["de_bismarck"], "1.2", "wrong_side"),
        (["uk_hood", "uk_hood", "us_fletcher"], "2.2", "too_dear"),
        (["us_pt_boat"] * 16, "2.2", "too_many_units"),
        (["us_f4f_wildcat"] * 6, "7.2", "no_base"),
    ],
)
def test_1_2_what_is_wrong_with_a_fleet(fleet, rule, code):
    """1.2, 2.2, R-9, R-11  Sides are not mixed; points, units, bases and names are counted."""
    faults = [
        (v.rule, v.code) for v in faults_of_fleet(make_settings("standard", {}), "allied", fleet)
    ]
    assert (rule, code) in faults


def test_1_2_an_exercise_has_one_list():
    """1.2, R-52  In an Allied exercise the axis seat builds Allied ships, and only those."""
    settings = make_settings("standard", {"exercise": "allied"})
    assert not list(faults_of_fleet(settings, "axis", ["uk_hood"]))
    assert [v.code for v in faults_of_fleet(settings, "axis", ["de_bismarck"])] == ["wrong_side"]


def test_1_1_4_an_unlawful_fleet_loses():
    """1.1.4, R-11  Opened first, it ends the game, and the other fleet is not looked at."""
    table = built(axis='["uk_hood"]')
    table.orders("open fleet")
    assert table.waiting is None
    assert WAR_AT_SEA.result(table.state).startswith("allied has won")


def last_step(*units, **members):
    """Return a table at the end of a turn: an Aircraft of the second player has a choice of bases."""
    choice = ("allied-us_princeton 1008", "allied-us_f4f_wildcat 0804 base=airbase")
    return at("air_return", *choice, *units, active="allied", **members)


def test_1_3_cost_and_objectives_are_points():
    """1.3, 6.4, R-39  U-47 is destroyed: its cost is scored once, at the end of the phase."""
    table = at(
        "surface_attack",
        "allied-us_fletcher 0303",
        "axis-de_u47 0303",
        "axis-de_s_boat 1008",
        first="allied",
    )
    cost = table.state.card("axis-de_u47-1").cost
    result = table.dice(6, 6, 6, 6, 6, 6, 6, 1, 1).orders(
        "surface_attack allied-us_fletcher-1 asw axis-de_u47-1"
    )
    assert [e.points for e in result.events if e.kind == "unit_destroyed"] == [cost]
    assert table.state.scores == {"axis": 0, "allied": cost}


def test_1_3_1_150_points_win_at_the_end_of_the_turn():
    """1.3.1, 3.9, R-45  100 points and a third objective: Allied wins when the turn ends."""
    table = last_step("allied-uk_hood 0505", "axis-de_u47 0105", scores={"allied": 100})
    table.orders(DONE)
    assert table.state.scores["allied"] == 150
    assert table.state.winner == "allied"


def test_1_3_1_equal_scores_play_on():
    """1.3.1, R-45  160 to 160: nobody has won, and the next turn begins."""
    table = last_step("axis-de_u47 0105", scores={"allied": 160, "axis": 160})
    table.dice(6, 6, 1, 1).orders(DONE)
    assert (table.state.winner, table.state.turn) == ("", 2)


def test_1_3_2_who_has_no_unit_left_has_lost():
    """1.3.2  The last Axis unit is destroyed in the surface phase: Allied wins at its end."""
    table = at("surface_attack", "allied-us_fletcher 0505", "axis-de_u47 0505", first="allied")
    table.dice(6, 6, 6, 6, 6).orders("surface_attack allied-us_fletcher-1 asw axis-de_u47-1")
    assert (table.state.winner, table.waiting) == ("allied", None)


def test_1_3_3_an_enemy_ship_next_to_it_prevents_control():
    """1.3.3  Hood in 0505 with Bismarck in 0504: no claim. A Submarine there prevents nothing."""
    table = last_step("allied-uk_hood 0505", "axis-de_bismarck 0504")
    table.dice(6, 6, 1, 1).orders(DONE)
    assert table.state.claims == {}
    table = last_step("allied-uk_hood 0505", "axis-de_u47 0505")
    table.dice(6, 6, 1, 1).orders(DONE)
    assert table.state.claims == {"0505": "allied"}
    assert table.state.markers == ("0602", "0608")


def test_1_3_4_a_stalemate_goes_to_what_is_left():
    """1.3.4, R-46  The sixth quiet turn ends: Hood and a Carrier are worth more than a Submarine."""
    table = last_step("allied-uk_hood 0104", "axis-de_u47 0105", quiet_turns=5)
    table.orders(DONE)
    assert table.state.winner == "allied"


def test_1_3_the_last_turn_goes_to_the_score():
    """1.3, R-47  Turn 20 ends 10 to 0: the Axis wins, whatever is left."""
    table = last_step("allied-uk_hood 0104", "axis-de_u47 0105", turn=20, scores={"axis": 10})
    table.orders(DONE)
    assert table.state.winner == "axis"


def test_9_4_settings_are_checked():
    """9.4  What is not known gets the nearest name; what is not possible, what would be."""
    with pytest.raises(UsageError, match="no option is called 'pionts'"):
        make_settings("standard", {"pionts": 100})
    with pytest.raises(UsageError, match="zone is 7"):
        make_settings("standard", {"zone": 7})
    with pytest.raises(UsageError, match="no scenario"):
        make_settings("convoi", {})
    assert make_settings("standard", {"points": 250}).points_of("axis") == 250


def test_9_5_later_units_are_not_allowed():
    """9.5, R-50  In 1941 nobody has Iowa; Hood is there."""
    settings = make_settings("standard", {"year": 1941})
    assert [v.code for v in faults_of_fleet(settings, "allied", ["us_iowa"])] == ["too_late"]
    assert not list(faults_of_fleet(settings, "allied", ["uk_hood"]))


def test_9_6_nations_of_the_theatre_and_named_ships_once():
    """9.6, R-10, R-51  No Japanese in the Atlantic, one Bismarck, but several S-boats."""
    settings = make_settings("standard", {"theatre": "atlantic"})
    assert [v.code for v in faults_of_fleet(settings, "axis", ["jp_tone"])] == ["wrong_theatre"]
    twice = ["de_z20_karl_galster"] * 2
    assert [v.code for v in faults_of_fleet(settings, "axis", twice)] == ["named_twice"]
    assert not list(faults_of_fleet(settings, "axis", ["de_s_boat"] * 3))

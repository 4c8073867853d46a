"""Rulings that no section of the book shows by itself."""

import pytest

from sealion_pbem.engine.dice import NoDice
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat
from sealion_pbem.hexes.grid import adjacency, distance
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.rules.ch02_fleet import faults_of_fleet
from sealion_pbem.rulesets.war_at_sea.rules.ch05_attack import sees
from sealion_pbem.rulesets.war_at_sea.ruleset import WAR_AT_SEA
from sealion_pbem.rulesets.war_at_sea.settings import make_settings
from sealion_pbem.rulesets.war_at_sea.words.events import FleetOpened
from sealion_pbem.rulesets.war_at_sea.words.orders import ChooseEnd
from tests.war_at_sea import at, attack, codes, shots

DONE = {"kind": "done"}


def test_r_1_six_neighbours_and_ranks_from_west_to_east():
    """R-1  0505 touches six sectors; rank 1 is west, rank 10 east; odd ranks stand half a sector south."""
    near = adjacency(data.sectors())
    assert sorted(near["0505"]) == ["0405", "0406", "0504", "0506", "0605", "0606"]
    assert (data.sectors()["0104"], data.sectors()["1005"]) == ("west", "east")
    assert {half for sector, half in data.sectors().items() if sector < "06"} == {"west"}


def test_r_2_75_sectors():
    """R-2  Odd ranks have places 1 to 8, even ones 2 to 8; 0201 and 0209 are halves, 0205 is whole."""
    places: dict[str, list[int]] = {f"{rank:02d}": [] for rank in range(1, 11)}
    for sector in data.sectors():
        places[sector[:2]].append(int(sector[2:]))
    assert all(places[rank] == [*range(2 - int(rank) % 2, 9)] for rank in places)
    assert len(data.sectors()) == 75


def test_r_3_airbases_lie_at_the_corners():
    """R-3  On the picture the west base is above and left of 0101's foot, the east one beside 1008."""
    spaces = {space.name: space for space in WAR_AT_SEA.chart().spaces}
    left, top, wide, high = spaces["airbase west"].frame
    first = spaces["0101"].outline
    assert left + wide < min(x for x, _ in first)
    assert top < max(y for _, y in first) < top + high
    left, top, wide, high = spaces["airbase east"].frame
    last = spaces["1008"].outline
    assert left > max(x for x, _ in last)
    assert top < min(y for _, y in last) < top + high


@pytest.mark.parametrize("zone", range(1, 7))
def test_r_4_a_charter_fixes_the_zone(zone):
    """R-4  `zone` names it, and no die is rolled; `roll` leaves it to a die."""
    assert make_settings("standard", {"zone": zone}).fixed_zone == zone
    assert make_settings("standard", {"zone": "roll"}).fixed_zone == 0


@pytest.mark.parametrize("zone", range(1, 7))
def test_r_5_zones_are_fair(zone):
    """R-5  Edge ranks are free, and the way to the three objectives is nearly as long from both ends."""
    found = data.zones()[zone]
    closed = {s for s, lies in found.features.items() if lies in ("island", "shoal")}
    assert not [s for s in closed if s[:2] in ("01", "10")]
    west = sum(int(goal[:2]) - 1 for goal in found.objectives)
    east = sum(10 - int(goal[:2]) for goal in found.objectives)
    assert abs(west - east) <= 1
    assert min(distance(a, b) for a in found.objectives for b in found.objectives if a != b) > 1


def test_r_7_the_first_to_set_up_chooses_his_end():
    """R-7  Both ends are offered to him; the other gets what is left."""
    state = WAR_AT_SEA.setup("standard", {})
    state.zone, state.starter, state.step = 1, "axis", "deploy"
    FleetOpened(Seat("axis"), ("de_bismarck",)).on(state)
    assert [*WAR_AT_SEA.offers(state)] == [ChooseEnd("west"), ChooseEnd("east")]


def test_r_20_aircraft_fly_over_islands():
    """R-20  A Zero is placed in 0404, an island of zone 2; a half-sector is no place for it."""
    table = at(
        "air_mission",
        "axis-jp_a6m2_zero",
        "axis-jp_d3a1_val",
        "axis-jp_tone 0505",
        "allied-us_fletcher 0507",
        zone=2,
        options={"air_missions": "alternate"},
    )
    assert codes(table.orders("fly axis-jp_a6m2_zero-1 0401")) == [("1.1", "no_sector")]
    table.orders("fly axis-jp_a6m2_zero-1 0404")
    assert table.state.units["axis-jp_a6m2_zero-1"].sector == "0404"


def test_r_21_bombers_fire_too():
    """R-21  A Dauntless fires at a Val in its sector; at one in the next it does not."""
    table = at(
        "air_defense",
        "allied-us_sbd_dauntless 0505 base=airbase",
        "axis-jp_d3a1_val 0505 base=airbase",
        "axis-jp_d3a1_val-2 0506 base=airbase",
        "axis-jp_tone 0101",
        first="allied",
    )
    far = attack("air_defense", "allied-us_sbd_dauntless", "axis-jp_d3a1_val-2")
    assert codes(table.orders(far)) == [("5.1", "out_of_range")]
    dice = table.state.card("allied-us_sbd_dauntless-1").antiair
    shot = attack("air_defense", "allied-us_sbd_dauntless", "axis-jp_d3a1_val")
    assert len(table.dice(*[1] * dice).orders(shot).outcome.rolls[0].values) == dice


def test_r_29_torpedoes_need_sight():
    """R-29  Köln's torpedoes reach range 2, but not over an island; Hedgehog needs no sight."""
    units = ("axis-de_koeln 0403", "allied-uk_hood 0405", "allied-us_fletcher 0403")
    table = at("torpedo_attack", *units, zone=2)
    shot = attack("torpedo_attack", "axis-de_koeln", "allied-uk_hood")
    assert codes(table.orders(shot)) == [("5.3", "no_sight")]
    state = at("sea_move", *units, zone=2).state
    assert not sees(state, "0403", "0405")
    table = at(
        "surface_attack",
        "allied-us_samuel_b_roberts 0405",
        "axis-de_u66 0404",
        "axis-de_s_boat 0405",
        zone=2,
        first="allied",
    )
    thrown = attack("surface_attack", "allied-us_samuel_b_roberts", "axis-de_u66", weapon="asw")
    dice = table.state.card("allied-us_samuel_b_roberts-1").asw - 1
    assert shots(table.dice(*[1] * dice).orders(thrown)) == [(0, "none", 0)]


def test_r_44_claims_are_made_by_themselves():
    """R-44  Hood holds 0505 when the turn ends: nobody is asked whether he wants the 50 points."""
    table = at(
        "air_return",
        "allied-uk_hood 0505",
        "allied-us_princeton 1008",
        "allied-us_f4f_wildcat 0804 base=airbase",
        "axis-de_u47 0101",
        active="allied",
    )
    result = table.dice(6, 6, 1, 1).orders(DONE)
    claims = [(e.seat, e.sector) for e in result.events if e.kind == "objective_claimed"]
    assert (claims, table.state.scores["allied"]) == ([("allied", "0505")], 50)


@pytest.mark.parametrize(
    ("scores", "winner"), [({"axis": 1}, "axis"), ({"allied": 1}, "allied"), ({}, "nobody")]
)
def test_r_54_nobody_has_a_unit_left(scores, winner):
    """R-54  Two boats sink each other: the higher score wins, equal scores are a draw."""
    boats = {"axis": "axis-it_mas-1", "allied": "allied-us_pt_boat-1"}
    units = {name: {"sector": "0505", "doomed": True} for name in boats.values()}
    start = WAR_AT_SEA.setup("standard", {})
    state = WAR_AT_SEA.position(start, {"units": units, "step": "torpedo_attack"})
    # What the other's boat costs is added to these.
    for seat, boat in boats.items():
        state.scores[seat] = state.card(boat).cost + scores.get(seat, 0)
    WAR_AT_SEA.resume(Play(state, NoDice(), WAR_AT_SEA))
    assert (state.winner, state.step) == (winner, "over")


def test_r_56_strafing():
    """R-56  A Wildcat uses its main guns at a boat in its sector, in the Air Attack phase, unannounced."""
    table = at(
        "air_attack",
        "allied-us_f4f_wildcat 0505 base=airbase",
        "axis-de_s_boat 0505",
        "axis-jp_tone 0101",
        first="allied",
    )
    dice = table.state.card("allied-us_f4f_wildcat-1").main[0]
    strafe = attack("air_attack", "allied-us_f4f_wildcat", "axis-de_s_boat", weapon="main")
    result = table.dice(*[6] * dice, 6, 6, 1, 1).orders(strafe)
    assert shots(result)[0][0] == 2 * dice


def test_p_1_two_seats():
    """P.1  Axis and allied; the first player of a turn is one of them, and the facts say which."""
    state = at("sea_move", "axis-jp_tone 0505", "allied-us_fletcher 0507", first="allied").state
    assert [str(seat) for seat in WAR_AT_SEA.seats] == ["axis", "allied"]
    assert (state.active, WAR_AT_SEA.facts(state)["player"]) == ("allied", "first")


def test_p_2_numbers_follow_the_list_of_the_fleet():
    """P.2  Fletcher, Hood, Fletcher: the Fletchers are 1 and 2, Hood is 1."""
    state = WAR_AT_SEA.setup("standard", {})
    fleet = ("us_fletcher", "uk_hood", "us_fletcher")
    assert not [*faults_of_fleet(state.settings, "allied", [*fleet])]
    FleetOpened(Seat("allied"), fleet).on(state)
    assert [*state.units] == ["allied-uk_hood-1", "allied-us_fletcher-1", "allied-us_fletcher-2"]


def test_8_12_smoke_over_shoals():
    """8.12, 8.13, 5.3.4  A PT boat lays smoke over the shoals in 0404 of zone 3: no sight through."""
    table = at(
        "sea_move",
        "allied-us_pt_boat 0404",
        "allied-uk_hood 0405",
        "axis-de_bismarck 0808",
        first="allied",
        zone=3,
    )
    table.orders("smoke allied-us_pt_boat-1")
    table.orders(DONE)
    assert (table.state.feature("0404"), table.state.veil("0404")) == ("shoal", "smoke")
    assert not sees(table.state, "0403", "0405")
    assert "0404 (shoal, smoke)" in WAR_AT_SEA.board(table.state)


def test_3_6_a_destroyer_with_hedgehog_drops_charges_over_a_submarine_alone():
    """3.6, 8.14  By `best`, Roberts fires her guns while U-66 is a sector away, and ASW beside her."""
    for sector, weapon in (("0506", "main"), ("0505", "asw")):
        table = at(
            "surface_attack",
            "allied-us_samuel_b_roberts 0505",
            f"axis-de_u66 {sector}",
            "axis-de_koeln 0505",
            first="allied",
        )
        assert WAR_AT_SEA.answer(table.state, "best").weapon == weapon

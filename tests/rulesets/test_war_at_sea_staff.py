"""The staff of War at Sea: its fleets, its choices, and that it beats chance.

`SEALION_FUZZ=long` plays 100 games of each kind instead of one.
"""

import os
from dataclasses import replace

import pytest

from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.rules.ch02_fleet import (
    UNNAMED,
    allowed_cards,
    cost_of,
    faults_of_fleet,
)
from sealion_pbem.rulesets.war_at_sea.ruleset import WAR_AT_SEA
from sealion_pbem.rulesets.war_at_sea.settings import SEATS, make_settings
from sealion_pbem.rulesets.war_at_sea.staff.flights import strike_plan
from sealion_pbem.rulesets.war_at_sea.staff.moves import next_move
from sealion_pbem.rulesets.war_at_sea.staff.yards import PLANS, built_fleet, rating_of
from sealion_pbem.rulesets.war_at_sea.words import orders as o
from tests.war_at_sea import at
from tools.duel import Match, play

IS_LONG = os.environ.get("SEALION_FUZZ") == "long"
ZONES = [("standard", f"zone={zone}", seat) for zone in range(1, 7) for seat in SEATS]
CONVOYS = [("convoy", f"escort={escort}", seat) for escort in SEATS for seat in SEATS]
MAJORS = [("major", "", seat) for seat in SEATS]
AGREED = [
    ("standard", {}),
    ("convoy", {"escort": "axis"}),
    ("major", {}),
    ("standard", {"theatre": "pacific"}),
    ("standard", {"year": 1936, "points": 50}),
    ("standard", {"exercise": "allied", "points": 500}),
]


@pytest.mark.parametrize(("scenario", "options"), AGREED)
@pytest.mark.parametrize("plan", PLANS)
def test_every_fleet_it_builds_is_legal_and_uses_its_points(scenario, options, plan):
    """Any scenario, theatre, year or sum, either seat: no fault (2.2), nine tenths of what fits spent."""
    settings = make_settings(scenario, options)
    for seat in SEATS:
        fleet = built_fleet(settings, seat, plan)
        assert not [*faults_of_fleet(settings, seat, [*fleet])]
        named = [c for c in fleet if not data.cards()[c].is_aircraft and c not in UNNAMED]
        assert len({*named}) == len(named), "a ship that bears a name is there once"
        most = settings.of_scenario("most_units")
        dearest = sum(card.cost for card in allowed_cards(settings, seat)[:most])
        is_full = len(fleet) == most
        assert cost_of(fleet) * 10 >= 9 * min(settings.points_of(seat), dearest) or is_full


def test_plans_are_different_fleets_and_each_has_what_it_says():
    """A battle line has a Battleship, a squadron three Cruisers, a strike Bombers and a Fighter."""
    settings = make_settings("standard", {})
    for seat in SEATS:
        fleets = {
            plan: [data.cards()[c] for c in built_fleet(settings, seat, plan)] for plan in PLANS
        }
        assert len({tuple(c.id for c in fleet) for fleet in fleets.values()}) == len(PLANS)
        assert any(card.subtype == "Battleship" for card in fleets["battle line"])
        assert sum(card.subtype == "Cruiser" for card in fleets["squadron"]) >= 3
        aircraft = [card for card in fleets["strike"] if card.is_aircraft]
        assert sum(card.is_fighter for card in aircraft) == 1
        assert sum(not card.is_fighter for card in aircraft) == 2
        # Submarines are hunted by whoever has ASW, and a fleet always has somebody.
        assert all(sum(card.asw > 1 for card in fleet) >= 3 for fleet in fleets.values())


def test_ratings_follow_what_cards_can_do():
    """More of one thing for the same cost is a better rating; what has no weapon has none."""
    settings = make_settings("standard", {})
    card = data.cards()["uk_javelin"]
    rating = rating_of(settings, "allied", card)
    assert rating_of(settings, "allied", replace(card, torpedo=(4, 4, 2))) > rating
    assert rating_of(settings, "allied", replace(card, hull=3)) > rating
    assert rating_of(settings, "allied", replace(card, armor=5, vital=9)) > rating
    assert rating_of(settings, "allied", replace(card, cost=7)) < rating
    assert rating_of(settings, "allied", replace(card, main=(), torpedo=())) == 0


def test_who_moves_last_takes_a_marker_that_nobody_contests():
    """1.3.3: zone 1, the Axis moves second, no enemy near 0505: the Destroyer goes there."""
    table = at(
        "sea_move", "axis-jp_fubuki 0305", "allied-uk_hood 1005",
        active="axis", first="allied", zone=1, ends={"axis": "west", "allied": "east"}, turn=3,
        claims={"0602": "axis", "0608": "allied"},
    )  # fmt: skip
    order = next_move(table.state)
    assert isinstance(order, o.Move)
    assert order.path[-1] == "0505"


def test_who_moves_last_keeps_the_enemy_from_a_marker():
    """1.3.3: a Cruiser stands on 0505; the Destroyer goes next to it or in, so that it is not claimed."""
    table = at(
        "sea_move", "axis-jp_fubuki 0205", "allied-uk_ajax 0505",
        active="axis", first="allied", zone=1, ends={"axis": "west", "allied": "east"}, turn=3,
        claims={"0602": "axis", "0608": "allied"},
    )  # fmt: skip
    order = next_move(table.state)
    assert isinstance(order, o.Move)
    assert order.path[-1] in ("0405", "0406", "0404")


def test_a_destroyer_goes_after_a_submarine():
    """Without markers and Ships to chase, the enemy's Submarine is what a Destroyer makes for."""
    table = at(
        "sea_move", "axis-jp_fubuki 0305", "allied-us_gato 0605",
        active="axis", first="allied", zone=1, ends={"axis": "west", "allied": "east"}, turn=3,
        claims={"0602": "axis", "0505": "axis", "0608": "allied"},
    )  # fmt: skip
    order = next_move(table.state)
    assert isinstance(order, o.Move)
    assert order.path[-1] in ("0504", "0505")


def test_a_merchant_waits_for_the_escort_until_it_must_sail():
    """9.2: a Cruiser lies ahead. Early in the game the merchant does not close; late it goes on."""
    words = ("allied-merchant 0505", "allied-uk_ajax 0405", "axis-de_prinz_eugen 0805")
    members = {
        "active": "allied", "first": "axis", "zone": 2, "ends": {"allied": "west", "axis": "east"},
    }  # fmt: skip
    early = at("sea_move", *words, scenario="convoy", turn=2, **members)
    late = at("sea_move", *words, scenario="convoy", turn=8, **members)
    moved = [_moves_of(table.state, "allied-merchant-1") for table in (early, late)]
    assert moved[0] is None or int(moved[0][:2]) <= 5
    assert moved[1] is not None
    assert int(moved[1][:2]) == 6


def _moves_of(state, name):
    """Return where the staff sends a unit in its step, None if it stays."""
    play = state
    while True:
        order = next_move(play)
        if not isinstance(order, o.Move):
            return None
        if order.unit == name:
            return order.path[-1]
        unit = play.units[order.unit]._replace(sector=order.path[-1], moved=True)
        play = replace(play, units={**play.units, order.unit: unit})


def test_bombers_and_their_escort_fly_to_one_target():
    """3.3, 8.1: two Bombers and a Fighter are ready: all three go to the Ship of which they take most."""
    table = at(
        "flights", "axis-de_ju88a base=airbase", "axis-de_ju87b base=airbase",
        "axis-de_bf109e base=airbase", "axis-jp_fubuki 0104",
        "allied-us_washington 1005", "allied-us_essex 1004", "allied-uk_javelin 1006",
        active="axis", first="allied", zone=1, ends={"axis": "west", "allied": "east"}, turn=2,
    )  # fmt: skip
    missions = {name: places for name, *places in strike_plan(table.state)}
    assert len(missions) == 3
    assert {places[0] for places in missions.values()} == {"allied-us_essex-1"}


KINDS = [*ZONES, *CONVOYS, *MAJORS]


def _won(scenario, options, seat, number):
    """Return whether the staff wins a game against chance from a seat."""
    names = tuple("staff" if seat == other else "random" for other in WAR_AT_SEA.seats)
    return play(Match("war-at-sea", scenario, options, names, number)).winner == seat


@pytest.mark.fuzz
def test_the_staff_beats_chance():
    """Nine tenths of one game of each kind (zone or role, seat, scenario); of 100, in every kind."""
    games = 100 if IS_LONG else 1
    won = {kind: sum(_won(*kind, 1000 + number) for number in range(games)) for kind in KINDS}
    assert sum(won.values()) * 10 >= 9 * games * len(KINDS)
    assert not IS_LONG or min(won.values()) >= 90, won

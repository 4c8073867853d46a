"""10.2  Air stacking in each player turn, and what captured radars take from it."""

from sealion_pbem.rulesets.sealion.events.air import AirUnitsReturned, RadarsCounted
from sealion_pbem.rulesets.sealion.rules.ch10_air.placement import Fly
from sealion_pbem.rulesets.sealion.rules.ch10_air.returning import begin_return
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import captured_radars, sea_limit
from sealion_pbem.rulesets.sealion.state import BRITISH
from tests.sealion_table import both_editions, table

BOMBERS = ("de_bomber_1_fliegerkorps_a", "de_bomber_1_fliegerkorps_b")
GERMANS = ["de_jg2", "de_jg3", *BOMBERS]
FLOAT_PLANES = ["de_float_1", "de_float_2"]
RAF = ["uk_ftr_10_group", "uk_ftr_13_group", "uk_bmr_2_group", "uk_bmr_3_group"]


def give(t, order):
    assert not t.refusals(order), t.refusals(order)
    return t.begin(lambda play: t.ruleset.obey(play, order))


@both_editions
def test_hex_5613_takes_two_units_of_each_seat_in_each_player_turn(edition):
    """10.2  The example: both fly a fighter and a bomber to 5613, then nobody else; next turn again."""
    t = table(edition, step=3, stage="air movement").place({"France": GERMANS, "Britain": RAF})
    give(t, Fly(("de_jg2", BOMBERS[0]), "5613"))
    assert t.codes(Fly(("de_jg3",), "5613")) == [("6.2.1", "overstacked")]
    t.at(step=4, stage="air reaction")
    give(t, Fly(("uk_ftr_10_group", "uk_bmr_2_group"), "5613"))
    assert t.codes(Fly(("uk_bmr_3_group",), "5613")) == [("6.2.1", "overstacked")]
    t.at(step=8, stage="return to base")
    t.begin(begin_return)
    t.at(step=10, stage="air movement")
    give(t, Fly(("uk_ftr_13_group", "uk_bmr_3_group"), "5613"))
    t.at(step=11, stage="air reaction")
    give(t, Fly(("de_jg3", BOMBERS[1]), "5613"))
    assert len(list(t.state.units_in("5613"))) == 4


@both_editions
def test_exempt_units_join_those_over_hex_5613(edition):
    """10.2  The example goes on: where no fighter and no bomber fits, float planes and Furious do."""
    t = table(edition, step=3, stage="air movement").place({"France": [*GERMANS, *FLOAT_PLANES]})
    t.place({"Britain": RAF, "East": ["uk_furious"]}, aboard={"uk_furious_group": "uk_furious"})
    give(t, Fly(("de_jg2", BOMBERS[0], "de_float_1"), "5613"))
    give(t, Fly(("de_float_2",), "5613"))
    assert t.codes(Fly(("de_jg3",), "5613")) == [("6.2.1", "overstacked")]
    t.at(step=4, stage="air reaction")
    give(t, Fly(("uk_ftr_10_group", "uk_bmr_2_group", "uk_furious_group"), "5613"))
    assert len(list(t.state.units_in("5613"))) == 7


@both_editions
def test_two_radars_taken_in_the_german_turn_cost_two_places(edition):
    """10.2  The example: 5722 and 5920 fall in step 6; in the British turn ten units fit, for ever."""
    t = table(edition, turn=2, step=8, stage="return to base").german_hexes("5722", "5920")
    t.begin(begin_return)
    t.at(step=10, stage="air movement")
    assert sea_limit(t.state, BRITISH) == 10
    t.state.last_german = 0
    assert sea_limit(t.state, BRITISH) == 10


def test_2016_a_radar_counts_at_once():
    """A radar hex taken by a retreat in step 13 counts in the next reaction (A-81, A-154)."""
    t = table("sealion-2016", turn=3, step=4, stage="air reaction").german_hexes("5722")
    assert sea_limit(t.state, BRITISH) == 11
    assert t.begin(begin_return) == []


def test_deluxe_a_radar_counts_from_the_next_british_player_turn():
    """10.2  One taken in step 13 leaves the reaction of step 4 alone and counts from step 9 on (A-81)."""
    t = table("sealion-deluxe", turn=2, step=15, stage="supply").german_hexes("5722")
    assert t.begin(begin_return) == []
    t.at(turn=3, step=4, stage="air reaction")
    assert sea_limit(t.state, BRITISH) == 12
    t.at(step=8, stage="return to base")
    assert t.begin(begin_return) == [RadarsCounted(1)]
    t.at(step=10, stage="air movement")
    assert sea_limit(t.state, BRITISH) == 11
    assert t.begin(begin_return) == []


@both_editions
def test_only_radar_hexes_count(edition):
    """10.2  Dover and Parliament have no radar; 6816 has."""
    t = table(edition).german_hexes("6716", "4409", "6816")
    assert captured_radars(t.state) == 1


@both_editions
def test_units_in_place_are_not_touched_by_a_lower_limit(edition):
    """10.2  A radar that falls in step 6 does not throw out who is in the air; they go home as usual."""
    t = table(edition, step=8, stage="return to base").german_hexes("5722").place({"C": RAF})
    assert t.begin(begin_return)[0] == AirUnitsReturned(tuple(RAF))

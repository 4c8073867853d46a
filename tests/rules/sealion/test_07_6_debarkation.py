"""7.6  Debarkation in German beach hexes: who, at what cost, and moving on."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from sealion_pbem.rulesets.sealion.board import ALL_POINTS
from sealion_pbem.rulesets.sealion.events.general import UnitsMoved
from sealion_pbem.rulesets.sealion.events.land import MarchHalted, UnitDebarked
from sealion_pbem.rulesets.sealion.rules.ch11_beach import cost_ashore, must_be_attacked
from sealion_pbem.rulesets.sealion.rules.ch11_landing import Debark, Land
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from tests.sealion_table import SealionTable, both_editions, table, without_rolls

SHIP, UNIT = "de_transport_01", "de_17_inf_ech1"
BEACH, DOVER = "6318", "6716"


def off_a(
    edition: str, unit: str = UNIT, options: Mapping[str, bool] | None = None
) -> SealionTable:
    """One unit off a coast whose beach 6318 and port Dover are German."""
    position = table(edition, step=6, stage="land movement", options=options)
    position.german_hexes(BEACH, DOVER)
    return position.place({"A": [SHIP], "2001": ["de_58_inf"]}, aboard={unit: SHIP})


@both_editions
def test_7_6_a_unit_debarks_without_a_fight(edition):
    """7.6  It leaves the ship, stands on the beach, and the ship stays till the next turn."""
    position = off_a(edition)

    events = position.order(Debark(UNIT, (BEACH,)))

    assert events == [UnitDebarked(UNIT, SHIP), UnitsMoved((UNIT,), (BEACH,))]
    assert position.state.came_from[UNIT] == ("A", BEACH)
    assert not must_be_attacked(position.state, BEACH)
    assert SHIP in position.state.home


@both_editions
def test_7_6_a_swimming_unit_debarks_too(edition):
    """7.6, 11.3  The Marine has no ship to leave."""
    position = off_a(edition).place({"A": ["de_marine"]})

    assert position.order(Debark("de_marine", (BEACH,))) == [UnitsMoved(("de_marine",), (BEACH,))]


@both_editions
def test_7_6_it_moves_on_with_what_is_left(edition):
    """7.6, A-48  One point for the beach, three clear hexes more: four of four."""
    position = off_a(edition)

    assert position.codes(Debark(UNIT, (BEACH, "6219", "6119", "6019"))) == []
    (violation,) = position.refusals(Debark(UNIT, (BEACH, "6219", "6119", "6120", "6020")))
    assert (violation.rule, violation.code, violation.at) == (
        "11.0",
        "not_enough_points",
        "/path/4",
    )
    assert "from there it reaches" in violation.text


@both_editions
@pytest.mark.parametrize(
    "unit", ["de_4_pz", "de_20_mot", "de_art_1", "de_flak_i-26", "de_pzabt_ua"]
)
def test_7_6_a_port_takes_every_type(edition, unit):
    """7.6  In Dover all types debark, whatever its beach."""
    assert off_a(edition, unit).codes(Debark(unit, (DOVER,))) == []


@both_editions
@pytest.mark.parametrize("unit", ["de_4_pz", "de_20_mot"])
def test_7_6_elsewhere_the_kinds_of_beach_hold(edition, unit):
    """7.6  Armor and motorized units do not debark on an open beach."""
    assert off_a(edition, unit).codes(Debark(unit, (BEACH,))) == [("7.5", "wrong_beach")]


@both_editions
def test_7_6_vehicles_do_not_debark_in_marsh(edition):
    """7.6, 11.2  5822 is marsh: closed to PzAbt even when it is German."""
    position = table(edition, step=6, stage="land movement").german_hexes("5822")
    position.place({"B": ["de_pzabt_ua"]})

    assert position.codes(Debark("de_pzabt_ua", ("5822",))) == [("11.2", "prohibited_terrain")]


@both_editions
def test_7_6_a_port_costs_two_and_a_city_three(edition):
    """7.6, A-94  Rye Harbour costs two points, Dover as a city three: the dearest counts."""
    rye, dover = off_a(edition), off_a(edition)
    rye.place({"B": [SHIP]}, aboard={UNIT: SHIP}).german_hexes("5921")
    hexes, counter = rye.state.table.board.hexes, rye.state.counter(UNIT)

    beaches = [hexes[n] for n in (BEACH, "2225", "5921", DOVER, "6617")]
    costs = [cost_ashore(rye.state, counter, facts) for facts in beaches]
    assert costs == [2, 4, 4, 6, ALL_POINTS]
    assert rye.codes(Debark(UNIT, ("5921", "5821"))) == []
    assert rye.codes(Debark(UNIT, ("5921", "5920", "6021"))) == [("11.0", "not_enough_points")]
    road = Debark(UNIT, (DOVER, "6715", "6815"))
    assert dover.codes(road)[0][1] == "not_enough_points"
    assert dover.codes(Debark(UNIT, (DOVER, "6715"))) == []


@both_editions
def test_7_6_a_slow_unit_may_lack_the_points(edition):
    """7.6  A unit of two points does not get into a city."""
    position = off_a(edition)
    rules = position.state.table
    slow = replace(rules.counters[UNIT], move=2)
    position.at(table=replace(rules, counters={**rules.counters, UNIT: slow}))

    assert position.codes(Debark(UNIT, (DOVER,))) == [("7.6", "not_enough_points")]
    assert position.codes(Debark(UNIT, (BEACH,))) == []


@both_editions
def test_7_6_cliffs_take_all_points(edition):
    """7.6, A-43  A mountain unit debarks over cliffs and stays there."""
    position = off_a(edition, "de_1_mtn_ech1").german_hexes("6617")

    assert position.codes(Debark("de_1_mtn_ech1", ("6617",))) == []
    (violation,) = position.refusals(Debark("de_1_mtn_ech1", ("6617", "6616")))
    assert (violation.code, violation.at) == ("not_enough_points", "/path/1")
    assert "it can go nowhere" in violation.text


@both_editions
@pytest.mark.parametrize(
    ("path", "code"),
    [
        ((), ("7.6", "no_path")),
        (("6219",), ("7.6", "not_german")),
        (("6418",), ("7.6", "enemy_in_hex")),
        ((BEACH, "6316"), ("11.0", "not_adjacent")),
        ((BEACH, "9999"), ("11.0", "not_a_hex")),
    ],
)
def test_7_6_where_nobody_debarks(edition, path, code):
    """7.6  No path, a hex that is not German or held by the enemy, a leap, no hex."""
    position = off_a(edition).german_hexes("6418").place({"6418": ["uk_cdo"]})

    assert position.codes(Debark(UNIT, path)) == [code]


AT_ONCE = "taken_beaches_open_at_once"


@pytest.mark.parametrize(
    ("edition", "options", "codes"),
    [
        ("sealion-2016", {}, []),
        ("sealion-2016", {AT_ONCE: False}, [("7.6", "taken_this_step")]),
        ("sealion-deluxe", {}, [("7.6", "taken_this_step")]),
        ("sealion-deluxe", {AT_ONCE: True}, []),
    ],
)
def test_7_6_a_beach_that_is_taken_lets_others_ashore(edition, options, codes):
    """7.6, A-47  A debarked unit walks into 6418: in 2016 others follow at once, else in the next turn."""
    position = off_a(edition, options=options).place({"A": ["de_marine"]})
    position.order(Debark(UNIT, (BEACH, "6418")))

    assert position.codes(Debark("de_marine", ("6418",))) == codes
    assert position.codes(Debark("de_marine", (BEACH,))) == []
    if not codes:
        position.order(Debark("de_marine", ("6418",)))
        assert not must_be_attacked(position.state, "6418")


def test_7_6_2016_who_landed_before_the_beach_was_taken_still_attacks_it():
    """7.5, A-47, A-162  Landed in 6418 and then a battalion marches in: the landing is fought for."""
    position = off_a("sealion-2016").place({"A": ["de_marine"], BEACH: ["de_pzabt_ua"]})
    position.order(Land(UNIT, "6418"))
    position.order(March(("de_pzabt_ua",), ("6418",)))

    assert must_be_attacked(position.state, "6418")
    assert position.codes(Debark("de_marine", ("6418",))) == [("7.6", "taken_this_step")]


@both_editions
def test_7_6_a_beach_in_an_enemy_zone_leaves_one_hex(edition):
    """7.6, 11.1  Debarking into a zone of control is entering it."""
    position = off_a(edition).place({"6418": ["uk_1_inf"]})

    assert position.codes(Debark(UNIT, (BEACH, "6219"))) == []
    assert position.codes(Debark(UNIT, (BEACH, "6219", "6119"))) == [
        ("11.1", "stopped_by_zone_of_control")
    ]


@both_editions
def test_7_6_interdiction_at_the_beach(edition):
    """7.6, 10.3  A British bomber over the beach rolls below its strength: the unit stays there."""
    position = off_a(edition).place({BEACH: ["uk_bmr_2_group"]}).dice(3)

    events = without_rolls(position.order(Debark(UNIT, (BEACH, "6218"))))

    assert events[1] == UnitsMoved((UNIT,), (BEACH,))
    assert events[-1] == MarchHalted((UNIT,), BEACH, ("6218",))
    assert position.where(UNIT) == BEACH


def three_brigades(edition: str, beach: str) -> SealionTable:
    """Two brigades stand on the beach, a third is off it."""
    return off_a(edition).place({beach: ["de_35_inf_ech1", "de_7_inf_ech1"]})


def test_6_3_1_deluxe_counts_who_is_there():
    """6.3.1, A-155  Two brigades stand on the beach: no third debarks, not even to move on."""
    position = three_brigades("sealion-deluxe", BEACH)

    assert position.codes(Debark(UNIT, (BEACH,))) == [("6.3.1", "overstacked")]
    assert position.codes(Debark(UNIT, (BEACH, "6218"))) == [("6.3.1", "overstacked")]


def test_6_3_1_deluxe_counts_who_went_on():
    """7.6  Two brigades debark in a hex and go on; a third finds the beach used up for this step."""
    position = off_a("sealion-deluxe").place(
        {"A": ["de_transport_02", "de_transport_03"]},
        aboard={"de_35_inf_ech1": "de_transport_02", "de_7_inf_ech1": "de_transport_03"},
    )
    position.order(Debark(UNIT, (BEACH, "6218")), Debark("de_35_inf_ech1", (BEACH, "6317")))

    assert position.codes(Debark("de_7_inf_ech1", (BEACH,))) == [("6.3.1", "overstacked")]


def test_7_6_the_magazine_edition_counts_at_the_end():
    """6.3, A-148  There the brigades on the beach may march away afterwards."""
    position = three_brigades("sealion-2016", BEACH)
    position.order(Debark(UNIT, (BEACH,)))

    assert position.codes(March(("de_35_inf_ech1",), ("6218",))) == []


def test_7_6_but_not_in_a_port():
    """7.6  In the magazine edition too a port takes no more than the stacking limit."""
    position = three_brigades("sealion-2016", DOVER)

    assert position.codes(Debark(UNIT, (DOVER,))) == [("7.6", "overstacked")]


@both_editions
def test_7_6_offers_are_legal(edition):
    """7.6  Debarkations come first, with ways on; all of them pass the check."""
    position = off_a(edition)
    offers = list(position.ruleset.offers(position.state))

    assert offers[0] == Debark(UNIT, (BEACH,))
    assert any(isinstance(o, Debark) and len(o.path) > 1 for o in offers)
    assert len(offers) == len(set(offers))
    assert all(not position.refusals(order) for order in offers)
    assert position.ruleset.facts(position.state)["at_sea"] == 1

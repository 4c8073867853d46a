"""11.0  Each land unit moves once, hex by hex, as far as its points last."""

import pytest

from sealion_pbem.rulesets.sealion.events.air import InterdictionRolled
from sealion_pbem.rulesets.sealion.events.general import (
    StageBegun,
    StageEnded,
    UnitEliminated,
    UnitsMoved,
)
from sealion_pbem.rulesets.sealion.events.land import MarchHalted
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.rules.ch11_reach import reach
from sealion_pbem.rulesets.sealion.rules.ch11_walk import said_points
from sealion_pbem.rulesets.sealion.sequence import Done
from tests.sealion_table import SealionTable, both_editions, table, without_rolls

UNIT = "uk_44_inf"


def british(edition: str, place: str = "2102") -> SealionTable:
    """A leg division of four points on open ground; another one keeps the stage open."""
    return table(edition, step=13, stage="land movement").place(
        {place: [UNIT], "3002": ["uk_2_lon"]}
    )


@both_editions
def test_11_0_a_unit_goes_along_its_path(edition):
    """11.0  Four clear hexes cost four points; the way is kept for a retreat."""
    position = british(edition)
    path = ("2202", "2203", "2303", "2302")

    assert position.order(March((UNIT,), path)) == [UnitsMoved((UNIT,), path)]
    assert position.where(UNIT) == "2302"
    assert position.state.came_from[UNIT] == ("2102", *path)


@both_editions
def test_11_0_no_further_than_the_points(edition):
    """11.0  The fifth clear hex is too far; what is left and what is in reach is said."""
    position = british(edition)

    (violation,) = position.refusals(March((UNIT,), ("2103", "2102", "2202", "2203", "2204")))

    assert (violation.rule, violation.code, violation.at) == (
        "11.0",
        "not_enough_points",
        "/path/4",
    )
    assert "44 Inf (uk_44_inf) cannot go like this" in violation.text
    assert "2204 costs 1 from 2203, and 0 of 4 are left" in violation.text
    assert "it reaches 2204 (by 2103 2204, 2), 2103 (1), 2203 (1), " in violation.text


@both_editions
def test_11_0_at_most_twelve_hexes_are_listed(edition):
    """11.0  A long list ends with how many more there are."""
    (violation,) = british(edition).refusals(March((UNIT,), ("2104",)))

    listed, more = violation.text.split("it reaches ")[1].split(" and ")
    assert listed.count("(") == 12
    assert more.endswith("more hexes")


@both_editions
def test_11_0_a_unit_moves_once(edition):
    """11.0  The second march of one unit is refused; who is still to move is said."""
    position = british(edition)
    position.order(March((UNIT,), ("2103",)))

    (violation,) = position.refusals(March((UNIT,), ("2102",)))

    assert (violation.rule, violation.code, violation.at) == ("11.0", "has_moved", "/units/0")
    assert violation.text.endswith("(2102 2103); still to move: uk_2_lon")


@both_editions
@pytest.mark.parametrize(
    ("order", "codes"),
    [
        (March((), ("2103",)), [("11.0", "no_units")]),
        (March((UNIT,), ()), [("11.0", "no_path")]),
        (March((UNIT,), ("2104",)), [("11.0", "not_adjacent")]),
        (March((UNIT,), ("2102",)), [("11.0", "not_adjacent")]),
        (March((UNIT,), ("9999",)), [("11.0", "not_a_hex")]),
        (March((UNIT,), ("A",)), [("11.0", "not_a_hex")]),
        (March((UNIT,), ("",)), [("11.0", "not_a_hex")]),
        (March(("de_14_inf",), ("2103",)), [("11.0", "not_your_unit")]),
        (March(("uk_ftr_10_group",), ("2103",)), [("11.0", "not_your_unit")]),
        (March(("uk_1_inf",), ("2103",)), [("1.5", "out_of_game")]),
        (March(("nobody",), ("2103",)), [("1.3", "unknown_unit")]),
        (March((UNIT, UNIT), ("2103",)), [("11.4", "named_twice")]),
        (March((UNIT, "uk_2_lon"), ("2103",)), [("11.4", "not_together")]),
    ],
)
def test_11_0_what_is_no_march(edition, order, codes):
    """11.0  Nobody, nowhere, leaps, sea spaces, the enemy, aircraft, units out of the game."""
    position = british(edition).place({"2109": ["de_14_inf"], "2102": ["uk_ftr_10_group"]})

    assert position.codes(order) == codes


@both_editions
def test_11_0_cargo_does_not_march(edition):
    """11.0  A unit aboard a ship, and one in the air, are not on land; what to do is said."""
    position = table(edition, step=6, stage="land movement").place(
        {"A": ["de_transport_01"], "2102": ["de_airtransport_1"], "3002": ["de_58_inf"]},
        aboard={"de_17_inf_ech1": "de_transport_01", "de_1st_fj": "de_airtransport_1"},
    )

    (at_sea,) = position.refusals(March(("de_17_inf_ech1",), ("6318",)))
    (in_the_air,) = position.refusals(March(("de_1st_fj",), ("2103",)))

    assert at_sea.code == in_the_air.code == "not_on_land"
    assert at_sea.text.endswith("it comes ashore with land or debark")


@both_editions
def test_11_0_the_stage_ends_with_done(edition):
    """11.0  Nobody has to move."""
    position = british(edition)

    events = position.order(Done())

    assert events[:2] == [StageEnded("land movement"), StageBegun(1, 13, "stacking")]


@both_editions
def test_11_0_when_all_have_moved_nobody_is_asked(edition):
    """11.0  The last march ends the stage by itself."""
    position = british(edition)
    position.order(March((UNIT,), ("2103",)))

    events = position.order(March(("uk_2_lon",), ("3003",)))

    assert events[:2] == [UnitsMoved(("uk_2_lon",), ("3003",)), StageBegun(1, 13, "stacking")]


@both_editions
def test_11_0_reach_is_what_the_check_allows(edition):
    """11.0  Every hex of the search passes the check by its path, and costs what it says."""
    position = british(edition, "5503").place({"5203": ["de_14_inf"], "5206": ["de_12_inf"]})
    found = reach(position.state, UNIT)

    assert found["5404"] == (2, ("5404",))
    assert found["5403"] == (3, ("5404", "5403"))
    assert all(not position.refusals(March((UNIT,), path)) for _, path in found.values())
    assert all(cost <= 8 for cost, _ in found.values())


@both_editions
def test_11_0_the_check_allows_what_is_in_reach(edition):
    """11.0  Every path of up to four hexes is tried: the ends of the legal ones are the search's."""
    position = british(edition, "2203").place({"2302": ["de_14_inf"], "2005": ["de_marine"]})
    adjacent = position.state.table.board.adjacent
    paths: list[tuple[str, ...]] = [("2203",)]
    ends = set()
    for _ in range(4):
        paths = [(*path, there) for path in paths for there in adjacent[path[-1]]]
        ends |= {p[-1] for p in paths if not position.refusals(March((UNIT,), p[1:]))}

    assert ends - {"2203"} == set(reach(position.state, UNIT))


@both_editions
def test_11_0_offers_attack_first_and_end_with_done(edition):
    """11.0  Marches into enemy hexes come first, standing still last; all are legal and given once."""
    position = british(edition).place({"2104": ["de_14_inf"]})
    offers = position.offers()

    assert position.where("de_14_inf") in {offers[0].path[-1], offers[12].path[-1]}
    assert offers[-1] == Done()
    assert len(offers) == len(set(offers))
    assert all(not position.refusals(order) for order in offers)
    assert position.ruleset.answer(position.state, "default") == Done()
    assert position.ruleset.facts(position.state)["to_move"] == 2


def test_11_0_points_are_said_in_halves():
    """11.0  Roads cost half points."""
    assert [said_points(n) for n in (0, 1, 2, 3, 8)] == ["0", "½", "1", "1½", "4"]


@both_editions
def test_10_3_interdiction_stops_a_march(edition):
    """10.3  A bomber of 4 rolls 3: the unit stays in its hex and the rest of the path is not walked."""
    position = british(edition).place({"2203": ["de_bomber_2_fliegerkorps_a"]}).dice(3)

    events = without_rolls(position.order(March((UNIT,), ("2202", "2203", "2204"))))

    bomber = "de_bomber_2_fliegerkorps_a"
    assert events == [
        UnitsMoved((UNIT,), ("2202", "2203")),
        InterdictionRolled((UNIT,), "2203", bomber, 3, is_stopped=True),
        MarchHalted((UNIT,), "2203", ("2204",)),
    ]
    assert position.state.came_from[UNIT] == ("2102", "2202", "2203")
    assert position.codes(March((UNIT,), ("2204",))) == [("11.0", "has_moved")]


@both_editions
def test_10_3_interdiction_that_fails_lets_the_march_go_on(edition):
    """10.3  The strength itself is not below the strength."""
    position = british(edition).place({"2203": ["de_bomber_2_fliegerkorps_a"]}).dice(4)

    events = without_rolls(position.order(March((UNIT,), ("2202", "2203", "2204"))))

    assert events[-1] == UnitsMoved((UNIT,), ("2204",))
    assert position.state.came_from[UNIT] == ("2102", "2202", "2203", "2204")


@both_editions
def test_10_3_who_ends_his_move_under_aircraft_is_not_rolled_for(edition):
    """10.3  The march ends there anyway: no die."""
    position = british(edition).place({"2103": ["de_bomber_2_fliegerkorps_a"]}).dice()

    assert position.order(March((UNIT,), ("2103",))) == [UnitsMoved((UNIT,), ("2103",))]


@both_editions
def test_13_2_supply_transports_are_overrun(edition):
    """13.2, A-90  A British unit enters an airbase with German transports: they are lost."""
    position = british(edition).place({"2103": ["de_airtransport_1"]}).german_hexes("2103")

    assert position.order(March((UNIT,), ("2103",))) == [
        UnitsMoved((UNIT,), ("2103",)),
        UnitEliminated("de_airtransport_1", "13.2"),
    ]


@both_editions
def test_a_13_hexes_are_taken_in_passing(edition):
    """A-13  A German march makes its hexes German; where a British unit stands it takes nothing."""
    position = table(edition, step=6, stage="land movement").place(
        {"2102": ["de_14_inf"], "3002": ["de_58_inf"], "2204": ["uk_1_inf"]}
    )
    position.order(March(("de_14_inf",), ("2202", "2203", "2204")))

    state = position.state
    assert [state.holds(state.ever_german, n) for n in ("2202", "2203", "2204")] == [
        True,
        True,
        False,
    ]


# Railway Guns

GUNS = "uk_railway_guns"


def guns(edition: str) -> SealionTable:
    return table(edition, step=13, stage="land movement").place(
        {"4414": [GUNS], "3002": ["uk_2_lon"]}
    )


@both_editions
def test_11_0_railway_guns_go_any_distance_by_road(edition):
    """11.0  Along connected roads there is no limit."""
    position = guns(edition)
    found = reach(position.state, GUNS)

    far = max(found.values(), key=lambda way: len(way[1]))[1]
    assert len(far) > 20
    assert position.codes(March((GUNS,), far)) == []


@both_editions
def test_11_0_railway_guns_keep_to_roads(edition):
    """11.0  No road leads from 4414 straight to 4514; the way by road is said."""
    (violation,) = guns(edition).refusals(March((GUNS,), ("4514",)))

    assert (violation.rule, violation.code) == ("11.0", "off_the_road")
    assert "it reaches 4514 (by 4415 4514), 4415, " in violation.text


@both_editions
def test_11_0_railway_guns_stop_at_zones_of_control(edition):
    """11.0, A-127  One more hex after entering a zone, as for every unit."""
    position = guns(edition).place({"4316": ["de_14_inf"]})

    assert position.codes(March((GUNS,), ("4415", "4416"))) == []
    assert position.codes(March((GUNS,), ("4415", "4416", "4417"))) == []
    assert position.codes(March((GUNS,), ("4415", "4416", "4417", "4418"))) == [
        ("11.1", "stopped_by_zone_of_control")
    ]


@both_editions
def test_11_0_railway_guns_may_attack(edition):
    """11.0  An enemy on the road can be entered, and ends the move."""
    position = guns(edition).place({"4416": ["de_marine"]}).german_hexes("4416")

    assert position.codes(March((GUNS,), ("4415", "4416"))) == []
    assert position.codes(March((GUNS,), ("4415", "4416", "4417"))) == [
        ("11.2", "stopped_by_enemy")
    ]


def test_11_0_deluxe_guns_need_friendly_road_hexes():
    """11.0  A hex that the German was the last to hold is closed."""
    position = guns("sealion-deluxe").german_hexes("4416")

    assert position.codes(March((GUNS,), ("4415", "4416"))) == [("11.0", "road_not_friendly")]
    assert "4416" not in reach(position.state, GUNS)


def test_11_0_magazine_guns_use_any_road():
    """11.0  There every road hex will do."""
    assert guns("sealion-2016").german_hexes("4416").codes(March((GUNS,), ("4415", "4416"))) == []

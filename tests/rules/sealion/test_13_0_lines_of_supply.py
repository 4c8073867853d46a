"""13.0 to 13.2  Lines of supply: owned hexes, zones of control, British, German and air sources."""

import pytest

from sealion_pbem.rulesets.sealion.rules.ch13_supply import (
    in_supply,
    lose_transports,
    out_of_supply,
    sources,
    supplied,
    supply_transports,
    zone,
)
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from tests.sealion_table import SealionTable, both_editions, table

HEX = "2918"
RING = ("2917", "3018", "3019", "2919", "2819", "2818")
ROAD = ("6220", "6119", "6118", "6117")
"""A way inland from a beach of sector A."""


def beachhead(edition: str, where=None, hexes=ROAD, **facts) -> SealionTable:
    """A German division inland, a full and empty transport off the beach."""
    position = table(edition, step=15, stage="supply", **facts).german_hexes(*hexes)
    return position.place({"6117": ["de_12_inf"], "A": ["de_transport_01"], **(where or {})})


@both_editions
def test_13_1_british_sources_are_cities_and_edges(edition):
    """13.1, A-123  London, other cities, column 20 and row 01; not an open hex inland."""
    state = table(edition).state
    area = sources(state, BRITISH)

    for place in ("4409", "5403", "2010", "4501"):
        assert state.holds(area, place)
    assert not state.holds(area, HEX)


@both_editions
def test_13_1_a_city_that_was_german_is_no_source(edition):
    """13.1, A-122  Once occupied, never a source again, even when it is British."""
    state = table(edition).german_hexes("5403").at(last_german=0).state

    assert not state.holds(sources(state, BRITISH), "5403")


@both_editions
def test_13_0_every_hex_is_british_to_begin_with(edition):
    """13.0 b  A lone British unit inland is in supply."""
    assert in_supply(table(edition).place({HEX: ["uk_1_inf"]}).state, "uk_1_inf")


@both_editions
def test_13_0_the_zones_that_close_lines_are_those_of_movement(edition):
    """11.1, 13.0, A-141  A battalion adds none, and a combat takes out those of its hex alone."""
    where = {HEX: ["de_12_inf", "de_14_inf"], "2916": ["de_1st_fj"], "3116": ["de_marine"]}
    state = table(edition).place(where).state
    board = state.table.board

    assert zone(state, GERMAN) == board.area(state.zoc[GERMAN])
    assert board.in_area(zone(state, GERMAN, HEX)) == tuple(sorted(board.adjacent["2916"]))


@both_editions
def test_13_0_german_hexes_around_cut_off(edition):
    """13.0 b, A-121  All six hexes were last German: out of supply; one British again: in supply."""
    position = table(edition).place({HEX: ["uk_1_inf"]}).german_hexes(*RING)
    assert not in_supply(position.state, "uk_1_inf")

    bit = position.state.table.board.bits["2917"]
    position.at(last_german=position.state.last_german & ~bit)
    assert in_supply(position.state, "uk_1_inf")


@both_editions
def test_13_0_zones_of_control_cut_off(edition):
    """13.0 e  German divisions on two sides cover all six hexes; a battalion would cover none."""
    position = table(edition).place({HEX: ["uk_cdo"], "2916": ["de_12_inf"], "2920": ["de_14_inf"],
                                     "3118": ["de_15_inf"], "2718": ["de_24_inf"]})  # fmt: skip
    assert not in_supply(position.state, "uk_cdo")

    battalions = table(edition).place({HEX: ["uk_cdo"], "2916": ["de_flak_i-26"], "2920": ["de_pzabt_ua"],
                                       "3118": ["de_pzabt_ub"], "2718": ["de_pzabt_uc"]})  # fmt: skip
    assert in_supply(battalions.state, "uk_cdo")


@both_editions
def test_13_0_a_friend_in_the_hex_opens_a_zone(edition):
    """13.0 e  A British battalion in a covered hex that leads out restores the line."""
    around = {
        "2916": ["de_12_inf"],
        "2920": ["de_14_inf"],
        "3118": ["de_15_inf"],
        "2718": ["de_24_inf"],
    }
    position = table(edition).place({HEX: ["uk_1_inf"], **around})
    assert not in_supply(position.state, "uk_1_inf")

    position.place(
        {"3018": ["uk_cdo"], "3017": ["fr_14_frnlg"], "3117": ["uk_29_inf_x"], "3116": ["nz_5_x"]}
    )
    assert in_supply(position.state, "uk_1_inf")


@both_editions
def test_13_0_a_zone_owns_only_while_it_is_there(edition):
    """A-121  A German line through a zone of control breaks when the unit that made it leaves."""
    hexes = ("6220", "6119", "6116")
    position = beachhead(edition, {"6116": ["de_flak_i-26"], "6117": [], "6118": ["de_lah"]}, hexes)
    assert in_supply(position.state, "de_flak_i-26")

    position.place({"6220": ["de_lah"]})
    assert not in_supply(position.state, "de_flak_i-26")


@both_editions
def test_13_0_hexes_in_both_zones_are_closed_to_both(edition):
    """A-121  A hex that a German and a British unit cover carries nobody's supply."""
    position = table(edition).place({"2916": ["de_12_inf"], "2918": ["uk_1_inf"]})

    for seat in (GERMAN, BRITISH):
        assert not position.state.holds(supplied(position.state, seat), "2917")


@both_editions
def test_13_0_prohibited_sides_carry_no_supply(edition):
    """13.0 d  Between 5806 and 5905 nothing passes; crossing arrows do carry supply."""
    board = table(edition).state.table.board
    both = board.area(("5806", "5905"))

    assert board.flood(board.bits["5806"], both) == board.bits["5806"]
    arrow = board.area(("5309", "5310"))
    assert board.flood(board.bits["5309"], arrow) == arrow


@both_editions
def test_13_2_a_beach_with_a_full_empty_transport(edition):
    """13.2, 7.7  In supply along German hexes; reduced, loaded or gone: not."""
    assert in_supply(beachhead(edition).state, "de_12_inf")
    reduced = beachhead(edition).place({"A": ["de_transport_01"]}, reduced=["de_transport_01"])
    assert not in_supply(reduced.state, "de_12_inf")
    loaded = beachhead(edition).place({}, aboard={"de_14_inf": "de_transport_01"})
    assert not in_supply(loaded.state, "de_12_inf")
    for place in ("Convoy", "C"):
        elsewhere = beachhead(edition).place({place: ["de_transport_01"]})
        assert not in_supply(elsewhere.state, "de_12_inf")


@both_editions
def test_13_2_a_beach_of_two_sectors(edition):
    """7.4, A-124  6221 lies in A and B: a transport in either supplies it."""
    for sector in ("A", "B"):
        position = (
            table(edition)
            .german_hexes("6221")
            .place({"6221": ["de_12_inf"], sector: ["de_transport_01"]})
        )
        assert in_supply(position.state, "de_12_inf")


@both_editions
def test_13_2_a_retaken_beach_is_no_source(edition):
    """13.2  The British were the last to occupy it."""
    position = beachhead(edition)
    bit = position.state.table.board.bits["6220"]
    position.at(last_german=position.state.last_german & ~bit)

    assert not in_supply(position.state, "de_12_inf")


@both_editions
def test_13_0_a_gap_in_the_line_breaks_it(edition):
    """13.0 b  A hex that was never German, nor covered, is not passed."""
    cut = beachhead(edition, {"6115": ["de_12_inf"], "6117": []}, ("6220", "6119", "6115"))

    assert not in_supply(cut.state, "de_12_inf")


@both_editions
def test_13_2_who_is_carried_or_landed_this_turn_is_in_supply(edition):
    """13.2  Aboard a ship; landed in this game turn; come ashore or dropped in this step."""
    aboard = table(edition).place(
        {"A": ["de_transport_01"]}, aboard={"de_12_inf": "de_transport_01"}
    )
    assert in_supply(aboard.state, "de_12_inf")
    landed = table(edition).place({HEX: ["de_12_inf"]})
    assert not in_supply(landed.state, "de_12_inf")
    assert in_supply(landed.at(landed=frozenset({"de_12_inf"})).state, "de_12_inf")
    for start in ("A", "France"):
        now = table(edition).place({HEX: ["de_1st_fj"]}).at(came_from={"de_1st_fj": (start, HEX)})
        assert in_supply(now.state, "de_1st_fj")


def airhead(edition: str, units, transports, **facts) -> SealionTable:
    """Units on and around the airbase 4915, transports in it."""
    position = table(edition, step=15, stage="supply", **facts).german_hexes("4915", "4914")
    return position.place({"4914": units, "4915": transports})


@both_editions
def test_13_2_one_airborne_unit_for_each_transport(edition):
    """13.2, A-85  Two transports keep two regiments alive; the full one of three goes short."""
    units = ["de_1st_fj", "de_2nd_fj", "de_16_airlanding"]
    position = airhead(edition, units, ["de_airtransport_1", "de_airtransport_2"])
    position.place(
        {"4914": ["de_2nd_fj", "de_16_airlanding"]}, reduced=["de_2nd_fj", "de_16_airlanding"]
    )

    assert out_of_supply(position.state, units) == ["de_1st_fj"]
    assert supply_transports(position.state) == ("de_airtransport_1", "de_airtransport_2")


@both_editions
@pytest.mark.parametrize("name", ["de_lah", "de_17_inf_ech1", "de_pzabt_ua"])
def test_13_2_nobody_else_is_supplied_by_air(edition, name):
    """13.2, A-85  Only parachute and glider units."""
    position = airhead(edition, [name], ["de_airtransport_1"])

    assert not in_supply(position.state, name)


@both_editions
def test_13_2_air_supply_needs_clear_weather_a_line_and_the_base(edition):
    """13.2, A-11  Not in rain, not without a line, not from a base the British have retaken."""
    unit, transport = ["de_1st_fj"], ["de_airtransport_1"]
    assert in_supply(airhead(edition, unit, transport).state, "de_1st_fj")
    assert not in_supply(airhead(edition, unit, transport, weather="rain").state, "de_1st_fj")
    apart = airhead(edition, [], transport).place({HEX: unit})
    assert not in_supply(apart.state, "de_1st_fj")
    lost = airhead(edition, unit, transport).at(last_german=0)
    assert not in_supply(lost.state, "de_1st_fj")
    assert not in_supply(airhead(edition, unit, ["de_glider_1"]).state, "de_1st_fj")


@both_editions
def test_13_2_transports_at_a_retaken_base_are_lost(edition):
    """13.2, A-90  All transports in the hex, no other air unit."""
    position = airhead(edition, [], ["de_airtransport_1", "de_airtransport_2", "de_jg2"])

    position.begin(lambda play: lose_transports(play, "4915"))

    assert [position.steps(n) for n in ("de_airtransport_1", "de_airtransport_2", "de_jg2")] == [
        0,
        0,
        2,
    ]

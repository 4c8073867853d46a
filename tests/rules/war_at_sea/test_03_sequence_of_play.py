"""3.0  The sequence of play, phase by phase."""

from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.war_at_sea.words.fights import AttackMade
from tests.table import standing
from tests.war_at_sea import at, attack, codes, hull_of, shots, unit_of

DONE = {"kind": "done"}
MOVED = {"kind": "done", "stage": "sea move"}
FAR = ("axis-de_s_boat 0108", "allied-us_pt_boat 1008")


def test_3_0_a_destroyed_unit_still_acts_in_its_phase():
    """3.0, 6.5  Bismarck destroys Exeter; Exeter still fires in F, and has no torpedoes in G."""
    table = at("surface_attack", "axis-de_bismarck 0505", "allied-uk_exeter 0506", *FAR)
    fire = attack("surface_attack", "axis-de_bismarck", "allied-uk_exeter", weapon="main")
    table.dice(*[6] * 15).orders(fire, DONE)
    assert (table.waiting.seat, hull_of(table, "allied-uk_exeter")) == ("allied", 3)
    back = attack("surface_attack", "allied-uk_exeter", "axis-de_bismarck", weapon="main")
    result = table.dice(*[4] * 7, 6, 6, 1, 1).orders(back, DONE)
    assert shots(result) == [(7, "none", 0)]
    assert hull_of(table, "allied-uk_exeter") == 0
    assert [e.unit for e in result.events if e.kind == "unit_destroyed"] == ["allied-uk_exeter-1"]


def test_3_1_higher_total_wins_and_acts_second():
    """3.1  Bismarck's flag adds 2: 7 to 6 for the Axis, who is the second player."""
    table = at("sea_move", "axis-de_bismarck 0505", "allied-us_fletcher 1005", first="axis")
    assert table.orders(DONE).waiting.seat == "allied"
    result = table.dice(2, 3, 2, 4).orders(DONE)
    won = next(e for e in result.events if e.kind == "initiative_won")
    assert (won.seat, won.axis, won.allied, table.state.first) == ("axis", 7, 6, "allied")


def test_3_1_equal_totals_go_to_the_better_flag_then_both_roll_again():
    """3.1, R-12  6 with a bonus of 2 beats 6; without flags equal totals are rolled again."""
    table = at("sea_move", "axis-de_bismarck 0505", "allied-us_fletcher 1005", active="allied")
    result = table.dice(2, 2, 3, 3).orders(DONE)
    assert next(e for e in result.events if e.kind == "initiative_won").seat == "axis"
    table = at("sea_move", "axis-de_u47 0505", "allied-us_fletcher 1005", active="allied")
    result = table.dice(2, 2, 3, 1, 5, 5, 6, 5).orders(DONE)
    labels = [roll.label.rpartition("/")[2] for roll in result.outcome.rolls]
    assert labels == [
        "initiative of axis",
        "initiative of allied",
        "initiative of axis, roll 2",
        "initiative of allied, roll 2",
    ]
    assert table.state.first == "axis"


def test_3_1_a_crippled_flagship_does_not_count():
    """3.1, 6.3  Bismarck with one hull point adds nothing."""
    table = at(
        "sea_move", "axis-de_bismarck 0505 hull=1", "allied-us_fletcher 1005", active="allied"
    )
    result = table.dice(2, 2, 3, 2).orders(DONE)
    assert next(e for e in result.events if e.kind == "initiative_won").seat == "allied"


def test_3_2_each_unit_moves_once():
    """3.2, R-14  A second move of one Ship is refused, also if it went one sector only."""
    table = at("sea_move", "axis-de_bismarck 0505", "axis-de_u47 0707", "allied-us_fletcher 1005")
    result = table.orders("move axis-de_bismarck-1 0506", "move axis-de_bismarck-1 0507")
    assert codes(result) == [("3.2", "moved_already")]


def fliers(**members):
    """Return a table with two Aircraft on each side at their airbases."""
    return at(
        "flights",
        "axis-jp_a6m2_zero",
        "axis-jp_d3a1_val",
        "allied-us_f4f_wildcat",
        "allied-us_sbd_dauntless",
        "axis-jp_tone 0505",
        "allied-us_fletcher 0507",
        **members,
    )


def test_3_3_plans_are_flown_in_turn():
    """3.3, P.3  First Zero, then Wildcat, then Val to where Fletcher is, then Dauntless."""
    table = fliers()
    table.orders(
        'seal flights [["axis-jp_a6m2_zero-1","0404"],["axis-jp_d3a1_val-1","allied-us_fletcher-1"]]'
    )
    assert (table.waiting.kind, table.waiting.seat) == ("sea_move", "allied")
    missions = [
        ["allied-us_f4f_wildcat-1", "9999", "0404"],
        ["allied-us_sbd_dauntless-1", "axis-jp_tone-1"],
    ]
    refused = table.orders(MOVED, {"kind": "flights", "missions": missions})
    assert codes(refused) == [("P.3", "no_place")]
    missions[0].remove("9999")
    table.orders("move allied-us_fletcher-1 0508", MOVED, {"kind": "flights", "missions": missions})
    result = table.orders("open flights")
    placed = [(e.unit, e.sector) for e in result.events if e.kind == "aircraft_placed"]
    assert placed == [
        ("axis-jp_a6m2_zero-1", "0404"),
        ("allied-us_f4f_wildcat-1", "0404"),
        ("axis-jp_d3a1_val-1", "0508"),
        ("allied-us_sbd_dauntless-1", "0505"),
    ]


def test_3_3_nonsense_in_a_sealed_plan_is_an_empty_plan():
    """3.3, P.3  A number instead of a list: nobody of the first player flies, and the report says so."""
    table = fliers()
    table.orders('seal flights {"zero": 1}')
    table.orders(MOVED, {"kind": "flights"})
    result = table.orders("open flights")
    opened = next(e for e in result.events if e.kind == "flights_opened")
    assert (opened.missions, opened.why) == ((), "it is no list of missions")
    assert not [e for e in result.events if e.kind == "aircraft_placed"]


def test_3_3_one_aircraft_a_file_if_the_charter_says_so():
    """3.3, R-17, R-18  With `alternate` the seats place in turn, and who passes is done."""
    table = at(
        "air_mission",
        "axis-jp_a6m2_zero",
        "axis-jp_d3a1_val",
        "allied-us_f4f_wildcat",
        "axis-jp_tone 0505",
        "allied-us_fletcher 0507",
        options={"air_missions": "alternate"},
    )
    table.orders("fly axis-jp_a6m2_zero-1 0404")
    table.orders(DONE)
    assert table.waiting.seat == "axis"
    table.orders("fly axis-jp_d3a1_val-1 1008")
    assert (table.state.step, table.state.units["axis-jp_d3a1_val-1"].sector) == (
        "surface_attack",
        "1008",
    )


def test_3_3_rearming_aircraft_are_not_placed():
    """3.3, 7.2  A Zero with a Rearming counter stays at the airbase."""
    table = at(
        "air_mission",
        "axis-jp_a6m2_zero rearming",
        "axis-jp_d3a1_val",
        "axis-jp_tone 0505",
        "allied-us_fletcher 0507",
        options={"air_missions": "alternate"},
    )
    assert codes(table.orders("fly axis-jp_a6m2_zero-1 0404")) == [("7.2", "rearming")]


def test_3_4_each_unit_attacks_one_aircraft_once():
    """3.4, 6.2, R-23  Fletcher hits a Val with 4 successes: aborted, and no target any more."""
    table = at(
        "air_defense",
        "allied-us_fletcher 0505",
        "allied-uk_exeter 0505",
        "axis-jp_d3a1_val 0505 base=airbase",
        "axis-jp_b5n2_kate 0505 base=airbase",
        "axis-jp_tone 0908",
        first="allied",
    )
    shot = attack("air_defense", "allied-us_fletcher", "axis-jp_d3a1_val")
    result = table.dice(4, 4, 5, 5).orders(shot)
    assert shots(result) == [(4, "aborted", 0)]
    assert codes(table.orders(shot)) == [("3.4", "used_already")]
    again = attack("air_defense", "allied-uk_exeter", "axis-jp_d3a1_val")
    assert codes(table.orders(again)) == [("6.2", "aborted_already")]


def test_3_5_an_aircraft_makes_one_attack():
    """3.5, 6.2  A Kate that has bombed drops no torpedo; an aborted one does neither."""
    kates = ("axis-jp_b5n2_kate", "axis-jp_b5n2_kate-2", "axis-jp_b5n2_kate-3")
    placed = [f"{kate} 0505 base=airbase" for kate in kates]
    placed[1] += " aborted"
    table = at("air_attack", *placed, "allied-uk_hood 0505", "axis-jp_tone 0101")
    bomb = attack("air_attack", kates[0], "allied-uk_hood", weapon="bomb")
    assert shots(table.dice(1, 1, 1, 1).orders(bomb)) == [(0, "none", 0)]
    again = attack("air_attack", kates[0], "allied-uk_hood", weapon="torpedo")
    assert codes(table.orders(again)) == [("3.5", "used_already")]
    aborted = attack("air_attack", kates[1], "allied-uk_hood", weapon="torpedo")
    assert codes(table.orders(aborted)) == [("6.2", "aborted")]


def test_3_5_once_per_turn_if_the_charter_says_so():
    """3.5, R-22  A Zero that has fired in D does not strafe in E with `once_per_turn`."""
    units = (
        "axis-jp_a6m2_zero 0505 base=airbase fired",
        "axis-jp_b5n2_kate 0505 base=airbase",
        "allied-us_pt_boat 0505",
        "axis-jp_tone 0101",
    )
    strafe = attack("air_attack", "axis-jp_a6m2_zero", "allied-us_pt_boat", weapon="main")
    table = at("air_attack", *units, options={"aircraft_attacks": "once_per_turn"})
    assert codes(table.orders(strafe)) == [("3.5", "fired_already")]
    assert shots(at("air_attack", *units).dice(1, 1, 1).orders(strafe)) == [(0, "none", 0)]


def test_3_6_gunnery_or_asw():
    """3.6, R-25  Yamato fires three batteries at three targets; a Fletcher that fired drops no charges."""
    table = at(
        "surface_attack",
        "axis-jp_yamato 0505",
        "allied-us_fletcher 0506",
        "allied-us_fletcher-2 0505",
        "allied-uk_hood 0505",
        "axis-de_u47 0505",
    )
    result = table.dice(*[1] * 28).orders(
        attack("surface_attack", "axis-jp_yamato", "allied-uk_hood", weapon="main"),
        attack("surface_attack", "axis-jp_yamato", "allied-us_fletcher", weapon="secondary"),
        attack("surface_attack", "axis-jp_yamato", "allied-us_fletcher-2", weapon="tertiary"),
    )
    assert len(shots(result)) == 3
    assert table.waiting.seat == "allied"
    gun = attack("surface_attack", "allied-us_fletcher-2", "axis-jp_yamato", weapon="main")
    table.dice(1, 1, 1, 1).orders(gun)
    asw = attack("surface_attack", "allied-us_fletcher-2", "axis-de_u47", weapon="asw")
    assert codes(table.orders(asw)) == [("3.6", "gunnery_or_asw")]


def test_3_7_torpedoes_take_two_hull_points_each():
    """3.7, 6.1  Fletcher at range 1: 6 6 2 are two hits, 4 hull points of Bismarck, whatever the armor."""
    table = at("torpedo_attack", "allied-us_fletcher 0505", "axis-de_bismarck 0506", first="allied")
    shot = attack("torpedo_attack", "allied-us_fletcher", "axis-de_bismarck")
    result = table.dice(6, 6, 2, 6, 6, 1, 1).orders(shot)
    assert shots(result) == [(2, "hit", 4)]
    assert hull_of(table, "axis-de_bismarck") == 1


def test_3_7_torpedoes_with_the_guns_if_the_charter_says_so():
    """3.7, R-55  With `surface_phase` a Ship fires them in F, and is refused in G."""
    options = {"ship_torpedoes": "surface_phase"}
    table = at(
        "surface_attack",
        "allied-us_fletcher 0505",
        "axis-de_bismarck 0506",
        first="allied",
        options=options,
    )
    shot = attack("surface_attack", "allied-us_fletcher", "axis-de_bismarck", weapon="torpedo")
    assert shots(table.dice(6, 1, 1).orders(shot)) == [(1, "hit", 2)]
    table = at(
        "torpedo_attack",
        "allied-us_fletcher 0505",
        "axis-de_u47 0506",
        "axis-de_bismarck 0506",
        "allied-uk_upholder 0506",
        first="allied",
        options=options,
    )
    assert codes(
        table.orders(attack("torpedo_attack", "allied-us_fletcher", "axis-de_bismarck"))
    ) == [("3.7", "surface_phase")]


def test_3_8_aircraft_return_and_rearm():
    """3.8, 7.2, R-42  Back at the airbase a Wildcat rearms; the counter of one that rests is as written."""
    table = at(
        "air_return",
        "allied-us_princeton 0505",
        "allied-us_f4f_wildcat 0707 base=allied-us_princeton-1 aborted",
        "allied-us_f4f_wildcat-2 rearming",
        "axis-de_u47 0101",
        active="allied",
    )
    table.dice(6, 6, 1, 1).orders("air_return allied-us_f4f_wildcat-1 airbase")
    one, two = (table.state.units[f"allied-us_f4f_wildcat-{n}"] for n in (1, 2))
    assert (one.sector, one.base, one.rearming, one.aborted) == ("", "airbase", True, False)
    assert two.rearming, "the counters of a position in the middle of a step are as written"


def test_3_9_smoke_goes_and_the_next_turn_begins():
    """3.9, 8.12  Smoke in 0505 is gone when turn 2 begins."""
    table = at(
        "air_return",
        "allied-us_princeton 0505",
        "allied-us_f4f_wildcat 0707 base=airbase",
        "axis-de_u47 0101",
        active="allied",
        smoke=["0505"],
    )
    table.dice(6, 6, 1, 1).orders(DONE)
    assert (table.state.smoke, table.state.turn) == ((), 2)


def test_3_0_orders_ahead_lapse_one_by_one():
    """3.0, R-24, P.4  Three Ships shoot at what the first sinks: lists go on, the last lapses."""
    table = at(
        "surface_attack",
        "axis-de_bismarck 0505",
        "axis-de_prinz_eugen 0505",
        "axis-de_z20_karl_galster 0506",
        "allied-us_pt_boat 0505",
        "allied-us_fletcher 0506",
        "allied-uk_hood 0506",
    )
    boat, fletcher = "allied-us_pt_boat", "allied-us_fletcher"
    orders = (
        attack("surface_attack", "axis-de_bismarck", boat, weapon="main"),
        attack("surface_attack", "axis-de_prinz_eugen", boat, fletcher, weapon="main"),
        attack("surface_attack", "axis-de_z20_karl_galster", boat, weapon="main"),
        attack("surface_attack", "axis-de_bismarck", "allied-uk_hood", weapon="secondary"),
    )
    turn = Turn(Seat("axis"), tuple(table.order(order, "axis") for order in orders))
    outcome = run(table.ruleset, table.game, turn, SeededDice(bytes(32)))
    made = [(e.unit, e.target) for e in outcome.events if isinstance(e, AttackMade)]
    assert made[:2] == [
        (unit_of("axis-de_bismarck")[0], unit_of(boat)[0]),
        (unit_of("axis-de_prinz_eugen")[0], unit_of(fletcher)[0]),
    ]
    assert (unit_of("axis-de_bismarck")[0], "allied-uk_hood-1") in made
    assert [queued.order for _, queued in outcome.lapsed] == [turn.orders[2]]
    assert outcome.returned == ()


def test_3_0_an_impossible_attack_is_refused_when_it_is_signed():
    """3.0, P.4  The first order of a file names a target out of range: the whole file is rejected."""
    table = at(
        "surface_attack", "axis-de_bismarck 0101", "allied-uk_hood 0104", "allied-us_fletcher 1008"
    )
    shot = attack("surface_attack", "axis-de_bismarck", "allied-us_fletcher", weapon="main")
    assert codes(table.orders(shot)) == [("5.1", "out_of_range")]


def test_3_0_standing_orders_fire():
    """3.0, P.5  With `best` for both the surface phase is fought without asking anybody."""
    table = at(
        "sea_move",
        "axis-de_bismarck 0505",
        "allied-uk_hood 0506",
        "axis-de_u47 0101",
        active="allied",
    )
    best = standing(
        {"when": "surface_attack", "do": "best"}, {"when": "torpedo_attack", "do": "best"}
    )
    table.standing(
        "axis", *({"when": k, "do": "best"} for k in ("surface_attack", "torpedo_attack"))
    )
    outcome = run(
        table.ruleset,
        table.game,
        Turn(Seat("allied"), (table.order(DONE, "allied"),), best),
        SeededDice(bytes(32)),
    )
    assert {a.decision for a in outcome.automatic} >= {"surface_attack"}
    assert outcome.game.state.turn == 2

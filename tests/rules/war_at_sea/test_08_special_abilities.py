"""8.0  Special abilities, each in a position of its own."""

import pytest

from sealion_pbem.rulesets.war_at_sea.rules.ch05_attack import assess, judge
from sealion_pbem.rulesets.war_at_sea.ruleset import WAR_AT_SEA
from tests.war_at_sea import at, attack, codes, hull_of, shots, unit_of

DONE = {"kind": "done"}
QUIET = ("axis-de_u66 0108", "allied-us_pt_boat-9 1008")


def assessed(unit, weapon, target, *others, **members):
    """Return the assessment of an attack; more units may stand around."""
    document = {"units": dict(map(unit_of, (unit, target, *others, *QUIET))), **members}
    state = WAR_AT_SEA.position(WAR_AT_SEA.setup("standard", {}), document)
    return assess(state, unit_of(unit)[0], weapon, unit_of(target)[0])


def test_8_0_the_same_ability_twice_counts_once():
    """8.0, 8.1, R-53  Two escorts give -1 in all."""
    found = assessed(
        "axis-jp_a6m2_zero 0505 base=airbase",
        "antiair",
        "allied-us_sbd_dauntless 0505 base=airbase",
        "allied-us_f4f_wildcat 0505 base=airbase",
        "allied-us_f4f_wildcat-2 0505 base=airbase",
    )
    assert found.modifier == -1


@pytest.mark.parametrize(
    ("unit", "target", "modifier"),
    [
        ("axis-jp_a6m2_zero", "allied-us_sbd_dauntless", -1),
        ("axis-jp_a6m2_zero", "allied-us_f4f_wildcat", 0),
        ("axis-jp_d3a1_val", "allied-us_sbd_dauntless", 0),
        ("axis-jp_tone", "allied-us_sbd_dauntless", 0),
    ],
)
def test_8_1_escort(unit, target, modifier):
    """8.1, R-57  -1 for an enemy Fighter at an escorted Bomber; not for Ships, Bombers or at Fighters.

    The escort that was aborted in this phase still counts.
    """
    base = "" if unit == "axis-jp_tone" else " base=airbase"
    escort = "allied-us_f4f_wildcat-3 0505 base=airbase aborted"
    found = assessed(f"{unit} 0505{base}", "antiair", f"{target} 0505 base=airbase", escort)
    assert found.modifier == modifier


def test_8_2_extended_range():
    """8.2  Bismarck reaches range 4 with 11 dice; Exeter does not."""
    far = ("axis-de_bismarck 0101", "allied-uk_exeter 0105", "allied-uk_hood 0104")
    table = at("surface_attack", *far)
    shot = attack("surface_attack", "axis-de_bismarck", "allied-uk_exeter", weapon="main")
    assert len(table.dice(*[1] * 11).orders(shot).outcome.rolls[0].values) == 11
    table = at("surface_attack", *far, first="allied")
    back = attack("surface_attack", "allied-uk_exeter", "axis-de_bismarck", weapon="main")
    assert codes(table.orders(back)) == [("5.1", "out_of_range")]


@pytest.mark.parametrize(("sector", "dice"), [("0104", 15), ("0103", 16)])
def test_8_3_radar_fire_control(sector, dice):
    """8.3  Washington at range 3 has one die more (14 + 1), at range 2 none."""
    assert assessed("allied-us_washington 0101", "main", f"axis-de_bismarck {sector}").dice == dice


def test_8_4_spotter_aircraft():
    """8.4, 5.3.4  Warspite's main guns ignore fog at range 1, not in the same sector; others never."""
    fog = {"zone": 4}
    assert assessed("allied-uk_warspite 0405", "main", "axis-jp_yamato 0404", **fog).cover == 0
    assert assessed("allied-uk_warspite 0404", "main", "axis-jp_yamato 0404", **fog).cover == 6
    assert assessed("allied-uk_warspite 0405", "secondary", "axis-jp_yamato 0404", **fog).cover == 5


@pytest.mark.parametrize(("away", "vital"), [("0104", 12), ("0103", 13)])
def test_8_5_thin_decks(away, vital):
    """8.5  Hood's vital armor is 12 from range 3, 13 from range 2; 12 against bombs."""
    assert assessed("axis-de_bismarck 0101", "main", f"allied-uk_hood {away}").vital == vital
    bombed = assessed("axis-jp_d3a1_val 0505 base=airbase", "bomb", "allied-uk_hood 0505")
    assert (bombed.armor, bombed.vital) == (8, 12)


def test_8_6_torpedo_bulges():
    """8.6  Two hits on Yamato take 1 + 2 hull points."""
    found = assessed("allied-us_fletcher 0505", "torpedo", "axis-jp_yamato 0505")
    assert judge(found, (6, 6, 1)).points == 3
    assert judge(found, (6, 1, 1)).points == 1
    assert judge(found, (1, 1, 1)).points == 0


def test_8_7_armoured_deck():
    """8.7  Illustrious has 6 and 11 against bombs, 5 and 10 against guns."""
    bombed = assessed("axis-jp_d3a1_val 0505 base=airbase", "bomb", "allied-uk_illustrious 0505")
    assert (bombed.armor, bombed.vital) == (6, 11)
    shelled = assessed("axis-de_bismarck 0505", "main", "allied-uk_illustrious 0505")
    assert (shelled.armor, shelled.vital) == (5, 10)


@pytest.mark.parametrize(("face", "left"), [(5, 1), (4, 0)])
def test_8_8_survivor(face, left):
    """8.8  Enterprise would be destroyed: on 5 or 6 one hull point is left, else she is gone."""
    table = at(
        "surface_attack",
        "axis-de_bismarck 0405",
        "allied-us_enterprise 0406",
        "allied-uk_hood 1008",
    )
    shot = attack("surface_attack", "axis-de_bismarck", "allied-us_enterprise", weapon="main")
    result = table.dice(*[6] * 15).orders(shot, DONE)
    assert result.waiting.seat == "allied"
    table.dice(face, 6, 6, 1, 1).orders(DONE)
    assert hull_of(table, "allied-us_enterprise") == left


def test_8_8_no_second_roll():
    """8.8  She has survived once: destroyed without a die."""
    table = at(
        "surface_attack",
        "axis-de_bismarck 0405",
        "allied-us_enterprise 0406 hull=1 survived",
        "allied-uk_hood 1008",
    )
    shot = attack("surface_attack", "axis-de_bismarck", "allied-us_enterprise", weapon="main")
    table.dice(*[6] * 15).orders(shot, DONE)
    table.dice(6, 6, 1, 1).orders(DONE)
    assert hull_of(table, "allied-us_enterprise") == 0


def test_8_9_rapid_fire():
    """8.9  Boise's main guns fire twice, at two targets; the second time with -1 on each die."""
    table = at(
        "surface_attack",
        "allied-us_boise 0505",
        "axis-jp_tone 0505",
        "axis-de_bismarck 0505",
        first="allied",
    )
    dice = table.state.card("allied-us_boise-1").main[0]
    one = attack("surface_attack", "allied-us_boise", "axis-jp_tone", weapon="main")
    two = attack("surface_attack", "allied-us_boise", "axis-de_bismarck", weapon="main")
    table.dice(*[1] * dice).orders(one)
    assert codes(table.orders(one)) == [("8.9", "same_target")]
    assert shots(table.dice(*[4] * dice).orders(two)) == [(0, "none", 0)]
    assert table.state.units["allied-us_boise-1"].used == (
        ("main", "axis-jp_tone-1"),
        ("main", "axis-de_bismarck-1"),
    )


def test_8_10_flak_barrage():
    """8.10  Atlanta fires at two Aircraft, not twice at one."""
    table = at(
        "air_defense",
        "allied-us_atlanta 0505",
        "axis-jp_d3a1_val 0505 base=airbase",
        "axis-jp_d3a1_val-2 0505 base=airbase",
        "axis-jp_tone 0101",
        first="allied",
    )
    dice = table.state.card("allied-us_atlanta-1").antiair
    one = attack("air_defense", "allied-us_atlanta", "axis-jp_d3a1_val")
    table.dice(*[1] * dice).orders(one)
    assert codes(table.orders(one)) == [("8.10", "same_target")]


def test_8_11_close_escort():
    """8.11, 4.2  Cossack may be the third Ship in a sector, and nobody the fourth."""
    units = (
        "allied-uk_hood 0204",
        "allied-uk_exeter 0204",
        "allied-uk_cossack 0104",
        "allied-us_fletcher 0104",
    )
    table = at("sea_move", *units, "axis-de_u47 1005", first="allied")
    assert codes(table.orders("move allied-us_fletcher-1 0204")) == [("4.2", "no_room")]
    table.orders("move allied-uk_cossack-1 0204")
    assert codes(table.orders("move allied-us_fletcher-1 0204")) == [("4.2", "no_room")]


def test_8_12_smoke_screen():
    """8.12, R-16  Javelin lays smoke: it lies from the end of the step, and she fires no guns this turn."""
    table = at(
        "sea_move",
        "allied-uk_javelin 0506",
        "allied-uk_hood 0101",
        "axis-de_bismarck 0506",
        first="allied",
    )
    table.orders("smoke allied-uk_javelin-1")
    assert table.state.smoke == ()
    assert codes(table.orders("move allied-uk_javelin-1 0507")) == [("3.2", "moved_already")]
    table.orders(DONE)
    assert table.state.smoke == ("0506",)
    table.orders(DONE)
    shot = attack("surface_attack", "allied-uk_javelin", "axis-de_bismarck", weapon="main")
    assert table.waiting.seat == "axis", "her guns are silent, so the Allies are not asked"
    assert codes(table.orders(shot, by="allied")) == [("3.6", "not_your_decision")]


def test_8_12_no_smoke_without_the_ability():
    """8.12  Hood lays none, and nobody in fog."""
    table = at(
        "sea_move",
        "allied-uk_javelin 0404",
        "allied-uk_hood 0101",
        "axis-de_u47 0808",
        first="allied",
        zone=4,
    )
    assert codes(table.orders("smoke allied-uk_hood-1")) == [("8.12", "no_smoke")]
    assert codes(table.orders("smoke allied-uk_javelin-1")) == [("8.12", "no_clear_air")]


def test_8_13_shallow_draft():
    """8.13  An S-boat enters island and shoals, and is not set up there."""
    for zone in (2, 3):
        table = at("sea_move", "axis-de_s_boat 0304", "allied-uk_hood 1005", zone=zone)
        assert not table.orders("move axis-de_s_boat-1 0404").outcome.refused


def test_8_14_hedgehog():
    """8.14  Samuel B. Roberts attacks a Submarine at range 1 with 4 dice, also behind an island."""
    found = assessed("allied-us_samuel_b_roberts 0505", "asw", "axis-de_u66-2 0506")
    assert found.dice == 4
    table = at(
        "surface_attack",
        "allied-us_fletcher 0505",
        "axis-de_u66 0506",
        "axis-de_u47 0505",
        first="allied",
    )
    shot = attack("surface_attack", "allied-us_fletcher", "axis-de_u66", weapon="asw")
    assert codes(table.orders(shot)) == [("5.1", "out_of_range")]


def test_8_15_sub_hunter():
    """8.15  Sackville: +1 on each die."""
    assert assessed("allied-ca_sackville 0505", "asw", "axis-de_u66-2 0505").modifier == 1


def test_8_16_silent_running():
    """8.16  U-47 has armor 4 and vital 5 against depth charges of Ships."""
    found = assessed("allied-us_fletcher 0505", "asw", "axis-de_u47 0505")
    assert (found.armor, found.vital) == (4, 5)


def test_8_17_hunter_submarine():
    """8.17  Leonardo da Vinci torpedoes a Submarine at range 1; U-47 does not."""
    table = at(
        "torpedo_attack",
        "axis-it_leonardo_da_vinci 0505",
        "axis-de_u47 0506",
        "allied-uk_upholder 0506",
        "allied-uk_hood 0505",
    )
    dice = table.state.card("axis-it_leonardo_da_vinci-1").torpedo[1]
    no = attack("torpedo_attack", "axis-de_u47", "allied-uk_upholder")
    assert codes(table.orders(no)) == [("8.17", "wrong_target")]
    yes = attack("torpedo_attack", "axis-it_leonardo_da_vinci", "allied-uk_upholder")
    assert shots(table.dice(*[6] * dice).orders(yes)) == [(dice, "hit", 2 * dice)]


def test_8_18_raider():
    """8.18  Graf Spee: +1 on each die against a Liberty ship, none against Hood."""
    found = assessed("axis-de_admiral_graf_spee 0505", "main", "allied-us_liberty_ship 0505")
    assert found.modifier == 1
    assert assessed("axis-de_admiral_graf_spee 0505", "main", "allied-uk_hood 0505").modifier == 0


def test_8_19_expert_dogfighters():
    """8.19  A Zero has 7 dice at a Wildcat, 6 at a Dauntless."""
    zero = "axis-jp_a6m2_zero 0505 base=airbase"
    assert assessed(zero, "antiair", "allied-us_f4f_wildcat 0505 base=airbase").dice == 7
    assert assessed(zero, "antiair", "allied-us_sbd_dauntless 0505 base=airbase").dice == 6


def test_8_20_press_home():
    """8.20, R-27  An aborted Swordfish drops its torpedo with one die fewer."""
    table = at(
        "air_attack",
        "allied-uk_swordfish 0505 base=airbase aborted",
        "axis-de_bismarck 0505",
        "axis-de_u66 0101",
        "allied-us_pt_boat 1008",
        first="allied",
    )
    dice = table.state.card("allied-uk_swordfish-1").torpedo[0]
    drop = attack("air_attack", "allied-uk_swordfish", "axis-de_bismarck", weapon="torpedo")
    result = table.dice(*[1] * max(1, dice - 1), 6, 6, 1, 1).orders(drop)
    assert len(result.outcome.rolls[0].values) == max(1, dice - 1)


def test_8_21_shallow_runners():
    """8.21  A Kate's torpedoes ignore the bulges of Tennessee."""
    found = assessed("axis-jp_b5n2_kate 0505 base=airbase", "torpedo", "allied-us_tennessee 0505")
    assert judge(found, (6, 1, 1)).points == 2

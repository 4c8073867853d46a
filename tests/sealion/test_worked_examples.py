"""The worked examples of both rulebooks, as the scenario files that are shipped.

What is expected here stands in the rulebooks; the files only set the positions up.
"""

from pathlib import Path
from typing import TypeVar

import pytest
from click.testing import CliRunner

from sealion_pbem.cli.root import cli
from sealion_pbem.rulesets.sealion.events.air import AirSetFought
from sealion_pbem.rulesets.sealion.events.combat import CombatFought
from sealion_pbem.rulesets.sealion.events.general import GameEnded
from sealion_pbem.rulesets.sealion.events.naval import SalvoFired
from sealion_pbem.rulesets.sealion.rules.ch04_victory import tally
from sealion_pbem.rulesets.sealion.rules.support import gunfire_range
from sealion_pbem.umpire.scenario import Adjudication, adjudicate

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "scenarios"
FILES = sorted(EXAMPLES.glob("sealion-*.json"))
ILLEGAL = {
    "10.1-two-faults": [("10.3", "glider_alone"), ("10.1", "not_yours")],
    "10.2-an-eleventh-air-unit": [("6.2.2", "overstacked")],
    "10.2-a-second-fighter-over-5613": [("6.2.1", "overstacked")],
    "11.1-two-more-hexes": [("11.1", "stopped_by_zone_of_control")],
    "11.2-into-london-on-foot": [("11.0", "not_enough_points")],
    "11.2-into-london-on-wheels": [("11.0", "not_enough_points")],
    "6.2.1-one-fighter-too-many": [("6.2.1", "overstacked")],
    "7.3-friedrich-august": [("7.3", "has_fought")],
    "7.3-prinz-heinrich": [("9.1", "wrong_sector")],
    "7.6-panzers-on-a-beach-2016": [("7.5", "wrong_beach")],
}


def judge(name: str) -> Adjudication:
    return adjudicate((EXAMPLES / f"sealion-{name}.json").read_bytes())


E = TypeVar("E")


def events(judged: Adjudication, kind: type[E]) -> list[E]:
    return [e for turn in judged.turns for e in turn.outcome.events if isinstance(e, kind)]


def fought(name: str) -> CombatFought:
    (event,) = events(judge(name), CombatFought)
    return event


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_is_judged_as_it_says(path):
    """Legal examples end with 0 and use their dice up; illegal ones end with 5 and every reason."""
    name = path.stem.removeprefix("sealion-")
    judged = adjudicate(path.read_bytes())
    refused = judged.turns[-1].outcome.refused
    assert [(v.rule, v.code) for v in refused] == ILLEGAL.get(name, [])
    assert judged.unused_dice == 0

    result = CliRunner().invoke(cli, ["scenario", "run", str(path)])
    assert result.exit_code == (5 if refused else 0)
    assert all(violation.text in result.output for violation in refused)


def test_every_illegal_example_is_shipped():
    """The list above names files that exist."""
    assert {path.stem.removeprefix("sealion-") for path in FILES} >= set(ILLEGAL)


def test_4_1_five_factories_and_a_five_are_ten():
    """4.1  Five factory hexes and a 5 for Parliament count as ten factories."""
    judged = judge("4.1-parliament")
    assert tally(judged.game.state) == 10
    assert not judged.game.state.winner


def test_4_2_five_factories_and_a_ten_are_fifteen():
    """4.2  Five factory hexes and a 10 for Churchill count as fifteen."""
    (ended,) = events(judge("4.2-churchill"), GameEnded)
    assert (ended.winner, ended.tally) == ("german", 15)


def test_6_0_ships_do_not_count_against_aircraft():
    """6.0  Thirteen ships in a sea space, and two air units come."""
    state = judge("6.0-ships-and-aircraft").game.state
    assert len(state.units_in("C", "german", "naval")) == 13
    assert len(state.units_in("C", "german", "air")) == 2


def test_6_2_1_four_air_units_share_a_hex():
    """6.2.1  One fighter and one bomber of each side."""
    state = judge("6.2.1-four-air-units-over-a-hex").game.state
    assert len(list(state.units_in("5613", arm="air"))) == 4


@pytest.mark.parametrize("name", ["6.3-a-full-hex", "6.3-a-full-hex-2016"])
def test_6_3_eleven_units_stay_and_a_third_brigade_does_not(name):
    """6.3  Four battalions, four regiments, two brigades, a division; never three brigades."""
    state = judge(name).game.state
    assert len(state.land_in("2918", "german")) == 11
    assert not state.is_in_play("de_7_inf_ech1")


def test_7_3_winnie_is_placed_straight_in_sector_a():
    """7.3  It passes through no other space."""
    assert judge("7.3-winnie").game.state.units["uk_winnie"].place == "A"


def test_7_3_without_a_battle_in_step_9_the_battery_supports():
    """7.3  The ships have left sector A: Friedrich August, halved in a city, helps the defence."""
    combat = fought("7.3-friedrich-august-supports")
    assert [(line.unit, line.value) for line in combat.defence] == [
        ("de_12_inf", 4),
        ("de_bty_friedrich_august", 3),
    ]


def test_7_4_both_sectors_land_in_one_hex():
    """7.4  6221 is within sectors A and B."""
    assert judge("7.4-one-hex-two-sectors").game.state.land_in("6221", "german") == [
        "de_17_inf_ech1",
        "de_7_inf_ech1",
    ]


def test_7_7_a_reduced_transport_has_no_barrel():
    """7.7  The division behind a full transport eats, the one behind a reduced transport does not."""
    units = judge("7.7-a-reduced-transport").game.state.units
    assert (units["de_14_inf"].steps, units["de_12_inf"].steps) == (2, 1)


def test_8_1_every_target_has_its_attackers():
    """8.1  The T-Boats a flotilla each, the submarine Belfast, the battery Repulse, one doubled."""
    salvos = {salvo.target: salvo for salvo in events(judge("8.1-targeting"), SalvoFired)}
    assert {target: salvo.units for target, salvo in salvos.items()} == {
        "de_tboats_1": ("uk_flot_11", "uk_flot_15"),
        "de_tboats_2": ("uk_flot_12",),
        "de_sub_1": ("uk_belfast",),
        "de_bty_prinz_heinrich": ("uk_repulse",),
    }
    assert (salvos["de_sub_1"].totals, salvos["de_sub_1"].answers) == ((7,), (4,))


def test_10_2_who_does_not_count_joins_four_air_units_over_5613():
    """10.2  One fighter and one bomber of each side over 5613; float planes and Furious come too."""
    state = judge("10.2-float-planes-over-5613").game.state
    assert len(state.units_in("5613", "german", "air")) == 4
    assert len(state.units_in("5613", "british", "air")) == 3


def test_10_2_ten_air_units_after_two_radars():
    """10.2  Two radar hexes lost leave ten places over each sea space."""
    state = judge("10.2-two-radars-lost").game.state
    assert len(list(state.units_in("C", "british", "air"))) == 10


def test_10_3_the_reduced_bomber_supports():
    """10.3  Only the British bomber is hurt; what survives adds its strength to the land combat."""
    judged = judge("10.3-two-missions")
    assert [battle.winner for battle in events(judged, AirSetFought)] == ["", "german"]
    (combat,) = events(judged, CombatFought)
    assert (combat.attack_total, combat.defence_total) == (4 + 1 + 4, 4 + 2)


def test_10_3_a_fighter_may_go_for_a_lone_bomber():
    """10.3  The British bomber has no fighter with it; the German one attacks it in a set of its own."""
    (battle,) = events(judge("10.3-a-fighter-goes-for-a-bomber"), AirSetFought)
    assert (battle.first, battle.second) == (("uk_bmr_2_group",), ("de_jg2",))
    assert (battle.first_total, battle.second_total, battle.winner) == (5 + 0, 3 + 4, "german")


def test_10_3_without_a_fighter_there_is_no_air_combat():
    """10.3  Two bombers leave each other alone."""
    judged = judge("10.3-no-fighter-no-combat")
    assert not events(judged, AirSetFought)
    assert judged.game.state.step == 13


def test_10_3_a_float_plane_adds_a_hex():
    """10.3  Emden three and one, Hipper four and one."""
    judged = judge("10.3-spotting")
    (combat,) = events(judged, CombatFought)
    assert [line.value for line in combat.attack if line.unit == "de_adm_hipper"] == [4]
    ranges = [gunfire_range(judged.game.state, ship) for ship in ("de_emden", "de_adm_hipper")]
    assert ranges == [4, 5]


@pytest.mark.parametrize("name", ["10.5-furball", "10.5-furball-2016"])
def test_10_5_the_four_sets(name):
    """10.5  8 to 7, 10 to 5 by double, 5 to 6, 8 to 8; the losses of the example."""
    judged = judge(name)
    sets = [
        (s.first_total, s.second_total, s.winner, s.doubled) for s in events(judged, AirSetFought)
    ]
    assert sets == [
        (8, 7, "british", False),
        (10, 5, "british", True),
        (5, 6, "german", False),
        (8, 8, "", False),
    ]
    units = judged.game.state.units
    assert units["de_zg2"].steps == units["uk_ftr_11_group_b"].steps == 1
    assert units["de_bomber_2_fliegerkorps_a"].steps == 0
    assert units["de_bomber_1_fliegerkorps_a"].steps == 2


def test_11_1_the_division_and_the_canadians():
    """11.1  44 Division gets to 5303, the Canadians through 5205 to 5105."""
    units = judge("11.1-one-more-hex").game.state.units
    assert (units["uk_44_inf"].place, units["ca_1_mot_x"].place) == ("5303", "5105")


@pytest.mark.parametrize(
    ("name", "left"),
    [("11.2-into-london-on-foot", "1 of 4"), ("11.2-into-london-on-wheels", "0 of 5")],
)
def test_11_2_what_london_costs(name, left):
    """11.2  Three of four points on foot, five of five on wheels."""
    assert f"and {left} are left" in judge(name).refused[0]


def test_11_7_a_two_over_5016_is_5115():
    """11.7  The regiment lands in 5115 and its transport is back in France."""
    units = judge("11.7-drift").game.state.units
    assert (units["de_1st_fj"].place, units["de_airtransport_1"].place) == ("5115", "France")


def test_12_0_air_support_is_halved_in_a_city():
    """12.0  2 + 4 and 1 + 2 in the air are 9; 3 + 1 and 3 in the air are 7."""
    combat = fought("12.0-air-support-in-a-city")
    assert (combat.attack_total, combat.defence_total) == (9, 7)
    assert combat.superiority == "german"


@pytest.mark.parametrize(
    ("name", "london"),
    [("12.1-london-and-a-bunker-line", -2), ("12.1-london-and-a-bunker-line-2016", -4)],
)
def test_12_1_london_and_the_bunker_line_both_count(name, london):
    """12.1  Minus two (2016: four) for London and minus one for the bunkers."""
    terrain = {line.name: line.value for line in fought(name).modifiers if line.value < 0}
    assert terrain == {"London": london, "unfortified bunker line": -1}


def test_13_3_two_lacks_of_supply_cancel_each_other():
    """13.3  Minus two for the attacker, plus two for the defender."""
    combat = fought("13.3-both-out-of-supply")
    assert sorted(line.value for line in combat.modifiers) == [-2, 2]
    assert combat.modified == combat.die


def test_13_3_only_the_unit_without_supply_loses_a_step():
    """13.3  One division is reduced, the one on the supplied beach is not."""
    units = judge("13.3-a-step-lost").game.state.units
    assert (units["de_12_inf"].steps, units["de_14_inf"].steps) == (1, 2)


def test_the_arithmetic_is_printed():
    """The referee reads strengths, column, die, each modifier with its rule, and the result."""
    path = EXAMPLES / "sealion-12.0-air-support-in-a-city.json"
    printed = CliRunner().invoke(cli, ["scenario", "run", str(path)]).stdout
    for part in (
        "1st FJ 2 + 12 Inf 4 + JG 2 1 + 4 Fliegerkorps 2 = 9",
        "1 Lon 3 + Cdo 1 + 3 Group 3 = 7",
        "column 3 (12.3); die 5, +1 quality of the attackers (12.1), -1 quality of the defenders (12.1)",
        "-2 city (12.1), together 3: one defender reduced",
    ):
        assert part in printed

"""10.3, 10.10, 10.11  What each type of air unit may do, and where."""

from typing import Any

import pytest

from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.rulesets.sealion.events.air import InterdictionRolled
from sealion_pbem.rulesets.sealion.events.general import UnitReduced
from sealion_pbem.rulesets.sealion.rules.ch10_air.assignment import Assign, JoinSets
from sealion_pbem.rulesets.sealion.rules.ch10_air.combat import begin_air_combat
from sealion_pbem.rulesets.sealion.rules.ch10_air.placement import Fly
from sealion_pbem.rulesets.sealion.rules.ch11_going import interdict, interdictors
from sealion_pbem.rulesets.sealion.rules.support import (
    air_support,
    gunfire_range,
    is_spotted,
)
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from tests.sealion_table import both_editions, table, without_rolls

BOMBER, STUKA = "de_bomber_1_fliegerkorps_a", "de_bomber_8_fliegerkorps_a"
MOVE: dict[str, Any] = {"step": 3, "stage": "air movement"}
HELD = "5613"


def give(t, order):
    assert not t.refusals(order), t.refusals(order)
    return t.begin(lambda play: t.ruleset.obey(play, order))


@both_editions
def test_both_seats_bring_a_fighter_and_a_bomber(edition):
    """10.3  The example: the British fighter takes the German bomber, the German one the British bomber.

    Only the British bomber is reduced; then all but the British fighter without strength support.
    """
    t = table(edition, step=5, stage="air combat")
    t.place({"3624": ["uk_1_lon", "uk_ftr_10_group", "uk_bmr_2_group", "de_jg2", BOMBER]})
    t.begin(begin_air_combat)
    give(t, Assign("3624", ((BOMBER, "uk_ftr_10_group"),)))
    t.dice(2, 6, 4, 1)
    events = without_rolls(give(t, JoinSets("3624", (("de_jg2", "uk_bmr_2_group"),))))
    assert [e for e in events if isinstance(e, UnitReduced)] == [
        UnitReduced("uk_bmr_2_group", "10.4")
    ]
    assert t.steps(BOMBER) == t.steps("de_jg2") == t.steps("uk_ftr_10_group") == 2
    t.at(step=6, stage="land combat")
    assert air_support(t.state, "3624", GERMAN) == [("de_jg2", 1), (BOMBER, 4)]
    assert air_support(t.state, "3624", BRITISH) == [("uk_bmr_2_group", 2)]


@both_editions
def test_a_fighter_may_go_for_a_lone_bomber(edition):
    """10.3  The first patrol example: fighter and bomber against a bomber; the German may attack or not."""
    t = table(edition, step=5, stage="air combat")
    t.place({"3624": ["uk_bmr_2_group", "de_jg2", BOMBER]})
    t.begin(begin_air_combat)
    assert (t.decision.seat, t.decision.kind) == ("german", "join_sets")
    assert not t.refusals(JoinSets("3624", ()))
    assert not t.refusals(JoinSets("3624", (("de_jg2", "uk_bmr_2_group"),)))


@both_editions
def test_bombers_alone_do_not_fight(edition):
    """10.3  The second patrol example: without a fighter there is no air combat."""
    t = table(edition, step=12, stage="air combat").place({"3624": ["uk_bmr_2_group", BOMBER]})
    assert t.begin(begin_air_combat) == []
    assert t.decision is None


@both_editions
@pytest.mark.parametrize(
    ("unit", "place", "code"),
    [
        ("de_glider_1", HELD, "glider_alone"),
        ("de_glider_1", "C", "glider_alone"),
        ("de_airtransport_1", "C", "no_airbase"),
        ("de_airtransport_1", "3624", "no_airbase"),
        ("de_airtransport_1", "2103", "airbase_not_german"),
    ],
)
def test_missions_that_a_type_does_not_have(edition, unit, place, code):
    """10.3  Gliders keep to airlifts, lone transports to German-held airbases."""
    t = table(edition, **MOVE).german_hexes(HELD, "3624").place({"France": [unit, "de_jg2"]})
    (violation,) = t.refusals(Fly((unit,), place))
    assert (violation.rule, violation.code, violation.at) == ("10.3", code, "/units/0")


@both_editions
def test_any_number_of_transports_supply_an_airbase(edition):
    """10.3  Transports go to an airbase a German unit was last to occupy, even if it is empty now."""
    t = table(edition, **MOVE).german_hexes(HELD)
    t.place({"France": ["de_airtransport_1", "de_airtransport_2", "de_airtransport_3"]})
    give(t, Fly(("de_airtransport_1", "de_airtransport_2"), HELD))
    give(t, Fly(("de_airtransport_3",), HELD))
    assert t.where("de_airtransport_3") == HELD


@both_editions
def test_a_supply_transport_goes_home_before_it_goes_elsewhere(edition):
    """10.3  At one airbase it cannot fly to the next; the refusal says when it may leave (A-90)."""
    t = table(edition, **MOVE).german_hexes(HELD, "2103")
    t.place({"France": ["de_jg2"], HELD: ["de_airtransport_1"]})
    (violation,) = t.refusals(Fly(("de_airtransport_1",), "2103"))
    assert (violation.rule, violation.code) == ("10.1", "not_at_base")
    assert "step 8 or 15" in violation.text


@both_editions
def test_an_airbase_the_british_took_back_is_no_target(edition):
    """10.3  The last occupier counts, not who has ever been there."""
    t = table(edition, **MOVE).german_hexes(HELD, "2103")
    t.state.last_german = t.state.table.board.area(["2103"])
    t.place({"France": ["de_airtransport_1"]})
    violation = t.refusals(Fly(("de_airtransport_1",), HELD))[0]
    assert violation.code == "airbase_not_german"
    assert "2103" in violation.text


def test_2016_transports_may_begin_supply_in_reaction():
    """10.3, A-166  The magazine lets any air unit fly in step 11 and names no step for air supply."""
    t = table("sealion-2016", step=11, stage="air reaction").german_hexes(HELD)
    t.place({"France": ["de_airtransport_1"]})
    assert not t.refusals(Fly(("de_airtransport_1",), HELD))


def test_deluxe_transports_begin_supply_in_air_movement_only():
    """10.3  In reaction a transport stays; alone it is not even asked about."""
    t = table("sealion-deluxe", step=11, stage="air reaction").german_hexes(HELD)
    t.place({"France": ["de_airtransport_1"]})
    assert t.decision is None
    t.place({"France": ["de_jg2"]})
    assert t.codes(Fly(("de_airtransport_1",), HELD)) == [("10.3", "no_supply_in_reaction")]


@both_editions
def test_a_float_plane_spots_for_the_ships_of_its_sea_space(edition):
    """10.3  The example: one in E adds a hex to the range of Emden and Hipper there, and nowhere else."""
    t = table(edition, step=13, stage="land combat").place({"E": ["de_float_1", "de_emden"]})
    assert is_spotted(t.state, "E")
    assert not is_spotted(t.state, "D")


@both_editions
def test_a_float_plane_over_land_spots_and_supports_nobody(edition):
    """10.3, 12.0  Over a coastal hex that is fought for it adds no range, no strength, no interdiction."""
    t = table(edition, step=6, stage="land combat").place({"6221": ["de_float_1", "uk_1_lon"]})
    t.place({"B": ["de_emden"]})
    assert not is_spotted(t.state, "B")
    assert gunfire_range(t.state, "de_emden") == 3
    assert air_support(t.state, "6221", GERMAN) == []
    assert interdictors(t.state, "6221", BRITISH) == []


@both_editions
def test_a_float_plane_over_land_can_be_attacked(edition):
    """10.4  A fighter that meets it in a hex fights it: a bare die, and its one step is lost (A-29)."""
    t = table(edition, step=5, stage="air combat")
    t.place({"3624": ["de_float_1", "uk_ftr_10_group"]}).dice(1, 4)
    t.begin(begin_air_combat)
    assert t.steps("de_float_1") == 0


@both_editions
def test_a_lost_float_plane_spots_no_more(edition):
    """10.3  Float planes fight with a bare die and are lost with their one step (A-29)."""
    t = table(edition, step=12, stage="air combat").place({"E": ["de_float_1", "uk_ftr_10_group"]})
    t.dice(1, 4)
    t.begin(begin_air_combat)
    assert t.steps("de_float_1") == 0
    assert not is_spotted(t.state, "E")


@both_editions
@pytest.mark.parametrize(("roll", "is_stopped"), [(1, True), (3, True), (4, False), (6, False)])
def test_interdiction_stops_below_the_strength(edition, roll, is_stopped):
    """10.3  A bomber of strength 4 stops a stack that enters on 1 to 3, with one roll (A-79)."""
    t = table(edition, step=13, stage="land movement").place({"3624": [BOMBER]}).dice(roll)
    t.place({"3623": ["uk_1_lon", "uk_churchill"]})
    stack = ("uk_1_lon", "uk_churchill")
    events = t.begin(lambda play: interdict(play, stack, "3624"))
    assert without_rolls(events) == [InterdictionRolled(stack, "3624", BOMBER, roll, is_stopped)]
    assert t.state.done == (frozenset(stack) if is_stopped else frozenset())


@both_editions
def test_each_air_unit_rolls_once_until_one_stops(edition):
    """10.3  A heavy fighter of 2 and a Stuka of 5 roll one after the other; strength 0 does not roll."""
    t = table(edition, step=6, stage="land movement").place({"3623": ["de_17_inf_ech1"]})
    t.place({"3624": ["uk_ftr_10_group", "uk_bmr_2_group", "uk_furious_group"]}).dice(5, 1)
    events = t.begin(lambda play: interdict(play, ("de_17_inf_ech1",), "3624"))
    rolls = [e for e in events if isinstance(e, InterdictionRolled)]
    assert [(e.air_unit, e.is_stopped) for e in rolls] == [
        ("uk_bmr_2_group", False), ("uk_furious_group", True),
    ]  # fmt: skip


@both_editions
def test_own_aircraft_and_empty_skies_do_not_interdict(edition):
    """10.3  Without an enemy air unit of some strength nothing is rolled."""
    t = table(edition, step=6, stage="land movement")
    t.place({"3623": ["de_17_inf_ech1"], "3624": [BOMBER, "uk_ftr_10_group"]})
    events = t.begin(lambda play: interdict(play, ("de_17_inf_ech1",), "3624"))
    assert not [e for e in events if isinstance(e, DiceRolled | InterdictionRolled)]


@both_editions
def test_a_reduced_bomber_interdicts_with_its_reduced_strength(edition):
    """10.3  Strength 2 stops only on a 1."""
    t = table(edition, step=13, stage="land movement").place({"3624": [BOMBER]}, reduced=[BOMBER])
    t.place({"3623": ["uk_1_lon"]}).dice(2)
    t.begin(lambda play: interdict(play, ("uk_1_lon",), "3624"))
    assert t.state.done == frozenset()


@both_editions
@pytest.mark.parametrize("step", [6, 13])
def test_support_is_halved_in_a_city(edition, step):
    """10.3  The example of 12.0: 4 and 1 count 2 and 1, a British 5 counts 3, attacking or defending."""
    t = table(edition, step=step, stage="land combat")
    t.place({"5403": ["uk_1_lon", "de_12_inf", "de_jg2", BOMBER, "uk_bmr_3_group"]})
    assert air_support(t.state, "5403", GERMAN) == [("de_jg2", 1), (BOMBER, 2)]
    assert air_support(t.state, "5403", BRITISH) == [("uk_bmr_3_group", 3)]


@both_editions
def test_support_is_halved_in_heavy_woods_and_london_but_not_in_light_woods(edition):
    """10.3  Only cities and heavy woods halve."""
    t = table(edition, step=6, stage="land combat")
    hexes = t.state.table.board.hexes
    light = next(n for n, f in hexes.items() if f.woods == "light" and not f.city)
    heavy = next(n for n, f in hexes.items() if f.woods == "heavy" and not f.city)
    for place, value in ((light, 5), (heavy, 3), ("4409", 3)):
        t.place({place: ["uk_1_lon", STUKA]})
        assert air_support(t.state, place, GERMAN) == [(STUKA, value)]


@both_editions
def test_who_gives_no_support(edition):
    """10.3  Transports, fighters of strength 0, anything at sea or in rain add nothing."""
    t = table(edition, step=6, stage="land combat")
    t.place({"3624": ["uk_1_lon", "de_airtransport_1", "uk_ftr_10_group"], "C": [BOMBER]})
    assert air_support(t.state, "3624", GERMAN) == air_support(t.state, "3624", BRITISH) == []
    assert air_support(t.state, "C", GERMAN) == []
    t.place({"3624": [BOMBER]}).at(weather="rain")
    assert air_support(t.state, "3624", GERMAN) == []

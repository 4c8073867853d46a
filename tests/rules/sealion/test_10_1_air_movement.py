"""10.0, 10.1  Air units fly from their base to any hex or sea space."""

import pytest

from sealion_pbem.engine.words import Timing
from sealion_pbem.rulesets.sealion.events.air import AirUnitsFlew
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated, UnitReduced
from sealion_pbem.rulesets.sealion.rules.ch10_air.airlift import Airlift
from sealion_pbem.rulesets.sealion.rules.ch10_air.placement import Fly
from sealion_pbem.rulesets.sealion.sequence import Done
from tests.sealion_table import both_editions, table

BOMBER = "de_bomber_1_fliegerkorps_a"
STAGES = [
    (3, "air movement", "german", "air_movement"),
    (4, "air reaction", "british", "air_reaction"),
    (10, "air movement", "british", "air_movement"),
    (11, "air reaction", "german", "air_reaction"),
]


def at(edition, step, stage, **facts):
    t = table(edition, step=step, stage=stage, **facts)
    return t.place({"France": ["de_jg2", BOMBER], "Britain": ["uk_ftr_10_group", "uk_bmr_2_group"]})


def give(t, order):
    """Obey one order without going on to the next stage."""
    assert not t.refusals(order), t.refusals(order)
    return t.begin(lambda play: t.ruleset.obey(play, order))


@both_editions
@pytest.mark.parametrize(("step", "stage", "seat", "kind"), STAGES)
def test_each_seat_flies_in_its_own_step_of_each_player_turn(edition, step, stage, seat, kind):
    """10.1  Steps 3 and 11 belong to the German, 4 and 10 to the British."""
    decision = at(edition, step, stage).decision
    assert (decision.seat, decision.kind, decision.rule) == (seat, kind, "10.1")
    assert decision.timing == Timing.BEFORE_DICE
    assert ("airlift" in decision.accepts) == (step == 3)


@both_editions
@pytest.mark.parametrize("place", ["2001", "6716", "Thames Estuary", "G"])
def test_there_is_no_range(edition, place):
    """10.1  A fighter and a bomber go from France to any hex or sea space in one order."""
    t = at(edition, 3, "air movement")
    assert give(t, Fly(("de_jg2", BOMBER), place)) == [AirUnitsFlew(("de_jg2", BOMBER), place)]
    assert (t.where("de_jg2"), t.where(BOMBER)) == (place, place)


@both_editions
@pytest.mark.parametrize("place", ["5613", "2001", "6221", "E"])
@pytest.mark.parametrize(("step", "stage"), [(3, "air movement"), (11, "air reaction")])
def test_float_planes_fly_to_any_hex_or_sea_space(edition, place, step, stage):
    """10.1  Any air unit goes anywhere on the map, a float plane over land too; 10.3 says what for."""
    t = table(edition, step=step, stage=stage).place({"France": ["de_float_1", "de_float_2"]})
    give(t, Fly(("de_float_1", "de_float_2"), place))
    assert (t.where("de_float_1"), t.where("de_float_2")) == (place, place)


@both_editions
@pytest.mark.parametrize(
    ("units", "place", "rule", "code", "where"),
    [
        ((), "C", "10.1", "no_units", "/units"),
        (("de_jg2",), "Britain", "10.1", "no_such_place", "/place"),
        (("de_jg2",), "Convoy", "10.1", "no_such_place", "/place"),
        (("de_jg2",), "7011", "10.1", "no_such_place", "/place"),
        (("de_jg2",), "nowhere", "10.1", "no_such_place", "/place"),
        (("de_emden",), "C", "10.0", "not_an_air_unit", "/units/0"),
        (("de_jg2", "uk_ftr_10_group"), "C", "10.1", "not_yours", "/units/1"),
        (("de_jg2", "de_jg2"), "C", "10.1", "named_twice", "/units/1"),
        (("de_jg3",), "C", "10.1", "not_at_base", "/units/0"),
        (("de_jg26",), "C", "1.5", "out_of_game", "/units/0"),
    ],
)
def test_flights_that_are_refused(edition, units, place, rule, code, where):
    """10.1  Boxes, other arms, enemies, repeated names, units aloft or lost cannot be flown."""
    t = at(edition, 3, "air movement").place({"D": ["de_jg3"], "C": ["de_emden"]})
    violations = t.refusals(Fly(units, place))
    assert [(v.rule, v.code, v.at) for v in violations] == [(rule, code, where)]


@both_editions
def test_a_unit_that_does_not_exist_is_named(edition):
    """10.1  A misspelt unit is refused before anything else."""
    t = at(edition, 3, "air movement")
    assert t.codes(Fly(("de_jg22",), "C")) == [("1.3", "unknown_unit")]


@both_editions
def test_a_unit_flies_once_in_a_player_turn(edition):
    """10.1  A fighter over C stays there: it cannot be sent on to D."""
    t = at(edition, 3, "air movement")
    give(t, Fly(("de_jg2",), "C"))
    assert t.codes(Fly(("de_jg2",), "D")) == [("10.1", "not_at_base")]


@both_editions
def test_the_furious_group_flies_from_its_carrier(edition):
    """10.1  Aboard the Furious, wherever she is, the group is at its base and can be sent anywhere."""
    t = table(edition, step=4, stage="air reaction").place({"East": ["uk_furious"]})
    t.place({}, aboard={"uk_furious_group": "uk_furious"})
    assert t.decision.kind == "air_reaction"
    give(t, Fly(("uk_furious_group",), "E"))
    assert t.state.units["uk_furious_group"] == ("E", 2, "")


@both_editions
def test_the_group_of_a_damaged_or_sunk_carrier_uses_the_airbases(edition):
    """10.1  A reduced or sunk Furious sends her group ashore, from where it flies on (A-80)."""
    for event in (UnitReduced("uk_furious", "8.4"), UnitEliminated("uk_furious", "8.4")):
        t = table(edition, step=10, stage="air movement").place({"G": ["uk_furious"]})
        t.place({}, aboard={"uk_furious_group": "uk_furious"})
        t.begin(lambda play, event=event: play.emit(event))
        assert t.state.units["uk_furious_group"] == ("Britain", 2, "")
        assert not t.refusals(Fly(("uk_furious_group",), "G"))


@both_editions
def test_nobody_flies_in_rain(edition):
    """10.1  Rain leaves the air steps out: nothing is asked."""
    assert at(edition, 3, "air movement", weather="rain").decision is None


@both_editions
@pytest.mark.parametrize(("step", "stage", "seat", "kind"), STAGES)
def test_who_has_nothing_to_fly_is_not_asked(edition, step, stage, seat, kind):
    """10.1  Without an air unit at its base a seat is skipped."""
    t = table(edition, step=step, stage=stage).place({"C": ["de_jg2", "uk_ftr_10_group"]})
    assert t.decision is None


@both_editions
def test_transports_alone_are_worth_a_question_only_with_something_to_do(edition):
    """10.1  Transports and gliders in France are asked about if a regiment or a held airbase is there."""
    t = table(edition, step=3, stage="air movement").place({"France": ["de_airtransport_1"]})
    assert t.decision is None
    t.place({"France": ["de_16_airlanding"]})
    assert t.decision is None
    t = t.place({"France": ["de_sturm"]})
    assert t.decision is not None
    t.place({"Convoy": ["de_sturm"]}).german_hexes("5613")
    assert t.decision is not None


@both_editions
def test_done_ends_the_step(edition):
    """10.1  After done the seat is asked no more in this step."""
    t = at(edition, 3, "air movement")
    give(t, Done())
    assert t.decision is None


@both_editions
def test_the_british_have_no_airlift(edition):
    """10.1  Only the German Air Movement step takes airlifts."""
    order = Airlift("de_sturm", "de_airtransport_1", "5613")
    for step, stage, *_ in STAGES[1:]:
        assert at(edition, step, stage).refusals(order)[0].code == "wrong_kind"


@both_editions
def test_the_reaction_default_sends_fighters_over_threatened_ships(edition):
    """10.1  Bombers over British ships in C call as many fighters there as there are enemies, then done."""
    t = table(edition, step=4, stage="air reaction")
    t.place({"C": [BOMBER, "de_jg2", "uk_emerald"], "D": ["de_bomber_4_fliegerkorps"]})
    t.place({"Britain": ["uk_ftr_10_group", "uk_ftr_13_group", "uk_ftr_11_group_a"]})
    order = t.ruleset.answer(t.state, "default")
    assert order.place == "C"
    assert len(order.units) == 2
    give(t, order)
    assert t.ruleset.answer(t.state, "default") == Done()
    assert t.ruleset.facts(t.state)["threatened_sea_spaces"] == 1
    assert t.ruleset.facts(t.state)["enemy_bombers_at_sea"] == 2


@both_editions
def test_the_reaction_default_covers_troops_too(edition):
    """10.1  A bomber over British troops calls one fighter."""
    t = table(edition, step=4, stage="air reaction")
    t.place({"3624": [BOMBER, "uk_1_lon"], "Britain": ["uk_ftr_10_group"]})
    assert t.ruleset.answer(t.state, "default") == Fly(("uk_ftr_10_group",), "3624")


@both_editions
def test_the_strike_policy_sends_bombers_with_an_escort(edition):
    """10.1  Two ships in D call two bombers and one fighter; mines call nobody."""
    t = table(edition, step=3, stage="air movement")
    t.place({"D": ["uk_emerald", "uk_hood"], "C": ["uk_mine_c"]})
    t.place({"France": [BOMBER, "de_bomber_4_fliegerkorps", "de_jg2"]})
    order = t.ruleset.answer(t.state, "strike")
    assert order == Fly((BOMBER, "de_bomber_4_fliegerkorps", "de_jg2"), "D")
    give(t, order)
    t.place({"France": ["de_jg3"]})
    assert t.ruleset.answer(t.state, "strike") == Done()
    assert t.ruleset.answer(t.state, "default") == Done()


@both_editions
@pytest.mark.parametrize(("step", "stage", "seat", "kind"), STAGES)
def test_every_offer_is_legal(edition, step, stage, seat, kind):
    """10.1  What is offered passes the check, and the end of the step is among it."""
    t = at(edition, step, stage).german_hexes("5613").place({"5613": ["de_1st_fj"]})
    t.place({"C": ["uk_emerald", "de_emden"], "3624": ["uk_1_lon"]})
    t.place({"France": ["de_sturm", "de_airtransport_1", "de_glider_1", "de_float_1"]})
    offers = list(t.ruleset.offers(t.state))
    assert Done() in offers
    assert [t.refusals(order) for order in offers if t.refusals(order)] == []
    assert any(isinstance(order, Airlift) for order in offers) == (step == 3)

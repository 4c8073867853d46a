"""14.6  Counters that everybody knows to be fake: where they fly, and who marches through them."""

import pytest

from sealion_pbem.rulesets.sealion.board import FRANCE
from sealion_pbem.rulesets.sealion.events.air import InterdictionRolled
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated, UnitsMoved
from sealion_pbem.rulesets.sealion.events.land import MarchHalted
from sealion_pbem.rulesets.sealion.events.options import (
    FakesFound,
    MarchResumed,
    ParachutistsLanded,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.airlift import Airlift
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import TouchDown
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.rules.ch11_reach import reach
from sealion_pbem.rulesets.sealion.state import GERMAN
from sealion_pbem.rulesets.sealion.veil import Drop
from tests.parachutists import opening, veiled
from tests.sealion_table import SealionTable, without_rolls

REAL = ("de_1st_fj_a", "de_2nd_fj_a", "de_3rd_fj_a", "de_sturm_a")
FAKE, OTHER_FAKE = "de_1st_fj_b", "de_sturm_b"
CARRIER = "de_airtransport_1"
DIVISION, ARMOUR = "uk_1_inf", "uk_1_arm_xx"


def in_france(*others: str, real: tuple[str, ...] = REAL, **facts) -> SealionTable:
    """The German Air Movement step, the fake and its transport at their base."""
    position = veiled(2, 3, "air movement", real=real, **facts)
    return position.place({FRANCE: [FAKE, CARRIER, *others]})


def over(place: str, *names: str) -> SealionTable:
    """All pairs are known; counters are in their transports over a hex, about to jump."""
    carriers = [f"de_airtransport_{number}" for number in range(1, len(names) + 1)]
    position = veiled(2, stage="airborne landings", real=REAL).place({place: carriers})
    return position.place({}, aboard=dict(zip(names, carriers, strict=True)))


def british(*names: str, at: str, real: tuple[str, ...] = REAL) -> SealionTable:
    """The British land movement, with units in one hex."""
    return veiled(2, 13, "land movement", real=real).place({at: names})


def test_14_6_a_known_fake_flies_at_most_six_hexes_from_a_real_unit():
    """14.6  The only real one stands in 2204: 2210 is six hexes off, 2211 seven and refused (A-165)."""
    position = in_france().place({"2204": [REAL[3]]})
    assert not position.refusals(Airlift(FAKE, CARRIER, "2210"))
    (violation,) = position.refusals(Airlift(FAKE, CARRIER, "2211"))
    assert (violation.rule, violation.code, violation.at) == ("14.6", "too_far_off", "/hex")
    assert "2204" in violation.text
    assert "7 hexes" in violation.text


def test_14_6_without_a_real_unit_a_known_fake_does_not_fly():
    """14.6  With nobody in England and nobody on the way there is nothing to be near to (A-165)."""
    position = in_france(*REAL)
    assert position.codes(Airlift(FAKE, CARRIER, "2204")) == [("14.6", "too_far_off")]


def test_14_6_a_known_fake_may_follow_a_real_unit_that_is_flown_before_it():
    """14.6, F-4  Both come down in one step: the real one is ordered first (A-165)."""
    position = in_france(REAL[3], "de_airtransport_2")
    position.order(Airlift(REAL[3], "de_airtransport_2", "2204"))
    assert not position.refusals(Airlift(FAKE, CARRIER, "2210"))
    assert position.codes(Airlift(FAKE, CARRIER, "2211")) == [("14.6", "too_far_off")]


def test_14_6_a_counter_that_may_be_real_is_enough_for_now():
    """14.6  What nobody knows yet is not refused; it is judged when that counter is shown."""
    position = in_france(real=REAL[:1]).place({"2204": ["de_sturm_b"]})
    assert not position.refusals(Airlift(FAKE, CARRIER, "2210"))


def test_14_6_counters_nobody_knows_fly_anywhere():
    """14.6, F-4  A refusal would tell what is sealed."""
    position = in_france(real=()).place({"2204": [REAL[3]]})
    assert not position.refusals(Airlift(FAKE, CARRIER, "2211"))


def test_14_6_other_fakes_do_not_count():
    """14.6  A known fake in 2210 is no company for another in 2211."""
    position = in_france().place({"2204": [REAL[3]], "2210": [OTHER_FAKE]})
    assert position.codes(Airlift(FAKE, CARRIER, "2211")) == [("14.6", "too_far_off")]


def test_14_6_a_known_fake_that_drifts_out_of_reach_is_taken_away():
    """14.6, 11.7  Sent to 2210, drifted to 2211, seven hexes from the only real one (A-165)."""
    position = over("2210", FAKE).place({"2204": [REAL[3]]}).dice(4, 6)
    events = without_rolls(position.order(TouchDown(FAKE, spare_transport=True)))
    assert UnitEliminated(FAKE, "14.6") in events
    assert not any(isinstance(event, ParachutistsLanded) for event in events)
    assert not position.state.is_in_play(FAKE)
    assert position.ruleset.breaches(position.state) == ()


def test_14_6_a_known_fake_whose_real_unit_is_lost_at_touchdown_is_taken_away():
    """14.6, 11.8  Both come down in 5403, a city: the real regiment breaks its neck (A-165)."""
    position = over("5403", FAKE, REAL[3]).dice(5, 1)
    position.order(TouchDown(REAL[3], spare_transport=False))
    position.order(TouchDown(FAKE, spare_transport=False))
    assert not position.state.is_in_play(REAL[3])
    assert not position.state.is_in_play(FAKE)


def test_14_6_a_known_fake_near_a_real_unit_stays_and_nothing_is_noted():
    """14.6  Its landing is right, and everybody knows it."""
    position = over("2210", FAKE).place({"2204": [REAL[3]]}).dice(6)
    events = without_rolls(position.order(TouchDown(FAKE, spare_transport=False)))
    assert position.state.is_in_play(FAKE)
    assert not any(isinstance(event, ParachutistsLanded) for event in events)


def test_14_6_what_is_known_is_not_told_as_unknown():
    """14.6  A known fake near one that may be real: that one must be shown, the fake is a fake."""
    position = veiled(2, stage="airborne landings", real=REAL[:1]).place({"2210": [CARRIER]})
    position.place({"2204": ["de_sturm_b"]}, aboard={FAKE: CARRIER}).dice(6)
    events = without_rolls(position.order(TouchDown(FAKE, spare_transport=False)))
    assert events[-1] == ParachutistsLanded((Drop(FAKE, 2, ("de_sturm_b",)),))
    told = position.ruleset.tell(events[-1])
    assert FAKE in told
    assert "not known" not in told
    assert "real or fake" not in told


def test_14_6_b_a_march_through_a_known_fake_is_one_order():
    """14.6 b  1 into its hex, 2 to leave it, 1 for the next: four points, one order."""
    position = british(DIVISION, at="2303").place({"2204": [FAKE]})
    events = position.order(March((DIVISION,), ("2204", "2203")))
    assert events[:4] == [
        UnitsMoved((DIVISION,), ("2204",)),
        FakesFound("2204", (FAKE,), (DIVISION,)),
        MarchResumed((DIVISION,)),
        UnitsMoved((DIVISION,), ("2203",)),
    ]
    assert position.where(DIVISION) == "2203"
    assert not position.state.is_in_play(FAKE)
    assert not any(
        DIVISION in getattr(offer, "units", ()) for offer in position.ruleset.offers(position.state)
    )


def test_14_6_b_one_order_costs_what_two_cost():
    """14.6 b  A fifth point is not there, and the refusal says what is left."""
    position = british(DIVISION, at="2303").place({"2204": [FAKE]})
    (violation,) = position.refusals(March((DIVISION,), ("2204", "2203", "2202")))
    assert (violation.rule, violation.code, violation.at) == (
        "11.0",
        "not_enough_points",
        "/path/2",
    )


def test_14_6_b_reach_goes_through_known_fakes():
    """14.6 b  Around the fake its zone stops the division; through it 2107 costs all four points."""
    position = british(DIVISION, at="2307").place({"2208": [FAKE]})
    assert reach(position.state, DIVISION)["2107"] == (8, ("2208", "2107"))
    for _, path in reach(position.state, DIVISION).values():
        assert not position.refusals(March((DIVISION,), path))


def test_14_6_b_two_known_fakes_on_the_way_cost_four_points_more():
    """14.6 b  Armour has eight: 1 and 2, 1 and 2, and two more hexes."""
    position = british(ARMOUR, at="2001").place({"2101": [FAKE], "2201": [OTHER_FAKE]})
    path = ("2101", "2201", "2301", "2401")
    assert not position.refusals(March((ARMOUR,), path))
    assert position.codes(March((ARMOUR,), (*path, "2501"))) == [("11.0", "not_enough_points")]
    events = position.order(March((ARMOUR,), path))
    assert [e.hex for e in events if isinstance(e, FakesFound)] == ["2101", "2201"]
    assert position.where(ARMOUR) == "2401"


def test_14_6_b_one_order_keeps_out_of_other_zones():
    """14.6 b  Behind the fake the unit may not enter a zone of control; the fake's own is gone."""
    position = british(ARMOUR, at="2205").place({"2204": [FAKE], "2201": ["de_17_inf_ech1"]})
    assert not position.refusals(March((ARMOUR,), ("2204", "2203")))
    (violation,) = position.refusals(March((ARMOUR,), ("2204", "2203", "2202")))
    assert (violation.rule, violation.code, violation.at) == (
        "14.6",
        "into_zone_of_control",
        "/path/2",
    )


def test_14_6_b_no_hint_names_what_was_refused():
    """14.6 b  After finding fakes: the hexes that are said to be in reach can be marched to."""
    position = british(ARMOUR, at="2205").place({"2204": [FAKE], "2201": ["de_17_inf_ech1"]})
    position.order(March((ARMOUR,), ("2204",)))
    (violation,) = position.refusals(March((ARMOUR,), ("2203", "2202")))
    assert violation.code == "into_zone_of_control"
    hint = violation.text.partition("it reaches ")[2]
    said = [word.partition(" ")[0] for word in hint.split(", ") if word[:4].isdigit()]
    assert said
    assert not set(said) & position.state.zoc[GERMAN].keys()


def test_14_6_b_who_is_left_in_the_fakes_hex_stays_there():
    """14.6 b, 11.4  A stack goes on and drops a unit where the fake was; the dropped one has moved."""
    position = british(ARMOUR, DIVISION, at="2205").place({"2204": [FAKE]})
    stack = (ARMOUR, DIVISION)
    position.order(March(stack, ("2204", "2203"), ((DIVISION, "2204"),)))
    assert (position.where(ARMOUR), position.where(DIVISION)) == ("2203", "2204")
    if position.decision is not None and "march" in position.decision.accepts:
        assert position.codes(March((DIVISION,), ("2203",))) == [("11.4", "has_moved")]


def test_14_6_b_aircraft_over_the_fake_may_stop_the_march():
    """14.6 b, 10.3  Who is stopped in the fake's hex has found it, and does not go on."""
    bomber = "de_bomber_1_fliegerkorps_a"
    position = british(ARMOUR, at="2205").place({"2204": [FAKE, bomber]}).dice(1)
    events = without_rolls(position.order(March((ARMOUR,), ("2204", "2203"))))
    assert events[:4] == [
        UnitsMoved((ARMOUR,), ("2204",)),
        InterdictionRolled((ARMOUR,), "2204", bomber, 1, is_stopped=True),
        MarchHalted((ARMOUR,), "2204", ("2203",)),
        FakesFound("2204", (FAKE,), ()),
    ]
    assert position.where(ARMOUR) == "2204"


def test_14_6_b_who_finds_a_fake_holds_its_hex():
    """14.6 b, A-13  A hex the German held and left to a fake is British again, also in passing."""
    position = british(DIVISION, at="2303").place({"2204": [FAKE]}).german_hexes("2204")
    position.order(March((DIVISION,), ("2204", "2203")))
    assert not position.state.holds(position.state.last_german, "2204")


def test_14_6_b_a_counter_nobody_knows_still_stops_the_march():
    """14.6 b  It must be shown first: a path that goes on is refused."""
    position = british(DIVISION, at="2205", real=()).place({"2204": [FAKE]})
    assert position.codes(March((DIVISION,), ("2204", "2203"))) == [("11.2", "stopped_by_enemy")]


def test_14_6_b_a_real_german_with_the_fake_still_stops_the_march():
    """14.6 b, c  There is a battle in that hex."""
    position = british(DIVISION, at="2205").place({"2204": [FAKE, "de_pzabt_ua"]})
    assert position.codes(March((DIVISION,), ("2204", "2203"))) == [("11.2", "stopped_by_enemy")]


@pytest.mark.parametrize(
    ("strict", "codes"), [(False, []), (True, [("14.6", "nobody_landed_yet")])]
)
def test_14_6_by_the_stricter_reading_a_real_unit_has_landed_before(strict, codes):
    """F-4  A real one flown before in the same step is not enough where the charter says so."""
    position = in_france(REAL[3], "de_airtransport_2", fakes_follow_a_landing=strict)
    position.order(Airlift(REAL[3], "de_airtransport_2", "2204"))
    assert position.codes(Airlift(FAKE, CARRIER, "2205")) == codes
    position.place({"2201": [REAL[2]]})
    assert not position.refusals(Airlift(FAKE, CARRIER, "2205"))


@pytest.mark.parametrize(("strict", "is_breach"), [(False, False), (True, True)])
def test_14_6_by_the_stricter_reading_an_opening_shows_who_came_too_early(strict, is_breach):
    """F-4  A fake and the first real regiment come down together; then the fake is shown."""
    fake, real = "de_1st_fj_b", "de_sturm_a"
    position = veiled(2, stage="airborne landings", fakes_follow_a_landing=strict)
    position.place({"2204": [CARRIER, "de_airtransport_2"]})
    position.place({}, aboard={fake: CARRIER, real: "de_airtransport_2"}).dice(6, 6)
    position.order(TouchDown(fake, spare_transport=False), TouchDown(real, spare_transport=False))
    position.order(opening("de_1st_fj_a"))
    if not strict:
        position.order(opening(real))
    breaches = position.ruleset.breaches(position.state)
    assert [breach.text for breach in breaches] == (
        [f"{fake}, dropped on turn 2: no real parachute unit had landed before"]
        if is_breach
        else []
    )

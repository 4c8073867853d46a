"""14.6 a to e  What twins do while nobody knows, and when they must be shown."""

import pytest

from sealion_pbem.rulesets.sealion.board import FRANCE
from sealion_pbem.rulesets.sealion.events.combat import CombatsFound
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated
from sealion_pbem.rulesets.sealion.events.options import (
    FakesFound,
    MarchResumed,
    ParachutistsOpened,
)
from sealion_pbem.rulesets.sealion.rules.ch04_victory import factories
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import supply_airbases
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.rules.ch11_reach import reach
from sealion_pbem.rulesets.sealion.rules.ch13_supply import out_of_supply, passable, supplied
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from tests.parachutists import opening, veiled
from tests.sealion_table import SealionTable

A, B = "de_1st_fj_a", "de_1st_fj_b"
DIVISION, ARMOUR = "uk_1_inf", "uk_1_arm_xx"
FACTORY, AIRBASE = "2322", "2421"


def british(*names: str, at: str, **facts) -> SealionTable:
    """The British land movement, with units in one hex."""
    return veiled(2, 13, "land movement", **facts).place({at: names})


def test_14_6_a_both_move_like_a_parachute_regiment():
    """14.6 a  Four points, whether it was shown or not."""
    hidden = veiled().place({"2204": [A]})
    shown = veiled(real=(A,)).place({"2204": [A]})
    known_fake = veiled(real=(B,)).place({"2204": [A]})
    assert reach(hidden.state, A) == reach(shown.state, A) == reach(known_fake.state, A)
    hidden.order(March((A,), ("2203", "2202")))
    assert hidden.where(A) == "2202"


def test_14_6_b_whoever_is_entered_alone_must_be_shown():
    """14.6 b  The German is asked at once, in the middle of the British movement."""
    position = british(DIVISION, at="2205").place({"2204": [A]})
    position.order(March((DIVISION,), ("2204",)))
    decision = position.decision
    assert (decision.seat, decision.kind, decision.about) == (
        "german",
        "open_parachutists",
        "1st_fj",
    )
    assert decision.accepts == {"open"}
    assert position.codes(opening("de_sturm_a")) == [("14.6", "not_to_be_opened")]


def test_14_6_b_a_fake_is_gone_and_the_british_go_on_for_two_points():
    """14.6 b  1 into the hex, 2 to leave it, 1 for the next: a division has no more."""
    position = british(DIVISION, at="2303").place({"2204": [A]})
    position.order(March((DIVISION,), ("2204",)))
    events = position.order(opening(B))
    assert events[:2] == [
        ParachutistsOpened("1st_fj", B, (A,)),
        FakesFound("2204", (A,), (DIVISION,)),
    ]
    assert not position.state.is_in_play(A)
    assert (position.decision.seat, position.decision.kind) == ("british", "land_movement")
    assert position.codes(March((DIVISION,), ("2203", "2202"))) == [("11.0", "not_enough_points")]
    assert any(offer.kind == "march" for offer in position.ruleset.offers(position.state))
    events = position.order(March((DIVISION,), ("2203",)))
    assert events[0] == MarchResumed((DIVISION,))
    assert position.where(DIVISION) == "2203"
    if position.decision is not None and position.decision.kind == "land_movement":
        assert position.codes(March((DIVISION,), ("2202",))) == [("11.0", "has_moved")]


def test_14_6_b_two_points_more_are_dearer_than_what_is_left():
    """14.6 b  Who has marched a way before has too few points."""
    position = british(DIVISION, at="2206").place({"2204": [A]})
    position.order(March((DIVISION,), ("2205", "2204")))
    position.order(opening(B))
    assert position.codes(March((DIVISION,), ("2203",))) == [("11.0", "not_enough_points")]


def test_14_6_b_not_into_another_zone_of_control():
    """14.6 b  Going on, the unit keeps out of every German zone."""
    position = british(ARMOUR, at="2205").place({"2204": [A], "2201": ["de_17_inf_ech1"]})
    position.order(March((ARMOUR,), ("2204",)))
    position.order(opening(B))
    assert position.codes(March((ARMOUR,), ("2203", "2202"))) == [("14.6", "into_zone_of_control")]
    assert all(
        not set(offer.path) & position.state.zoc[GERMAN].keys()
        for offer in position.offers()
        if offer.kind == "march" and offer.units == (ARMOUR,)
    )


def test_14_6_b_more_fakes_on_the_way():
    """14.6 b  Each of them costs two points more."""
    position = british(ARMOUR, at="2206").place({"2204": ["de_sturm_a"], "2205": [A]})
    position.order(March((ARMOUR,), ("2205",)))
    position.order(opening(B))
    if position.decision.kind == "open_parachutists":
        pytest.fail("the second counter is not met yet")
    # Its zone of control would be entered; once it is known as a fake it still has one (d).
    assert position.codes(March((ARMOUR,), ("2204",))) == []
    position.order(March((ARMOUR,), ("2204",)))
    position.order(opening("de_sturm_b"))
    walker = position.state.veil.walkers[0]
    assert (walker.unit, walker.found, walker.waits) == (ARMOUR, 2, True)


def test_14_6_b_a_known_fake_needs_no_opening():
    """14.6 b  Who was shown to be fake is gone when somebody comes."""
    position = british(DIVISION, at="2205", real=(B,)).place({"2204": [A]})
    events = position.order(March((DIVISION,), ("2204",)))
    assert FakesFound("2204", (A,), (DIVISION,)) in events


def test_14_6_b_a_real_one_stays_and_is_fought():
    """14.6 b  It is shown, it holds, and there is a battle when all have moved."""
    position = british(DIVISION, at="2205").place({"2204": [A]})
    position.order(March((DIVISION,), ("2204",)))
    position.order(opening(A))
    assert position.state.is_in_play(A)
    events = position.order(Done())
    assert CombatsFound(("2204",)) in events


def test_14_6_b_with_another_german_there_nobody_is_shown_yet():
    """14.6 b, c  A unit that is surely real makes it a battle; the twin is shown when all have moved."""
    position = british(DIVISION, at="2205").place({"2204": [A, "de_17_inf_ech1"]})
    position.order(March((DIVISION,), ("2204",)))
    assert position.decision is None or position.decision.kind != "open_parachutists"
    if position.state.stage == "land movement":
        position.order(Done())
    assert position.state.stage == "stacking"
    assert position.decision.kind == "open_parachutists"
    events = position.order(opening(B))
    assert events[:2] == [ParachutistsOpened("1st_fj", B, (A,)), UnitEliminated(A, "14.6")]
    assert CombatsFound(("2204",)) in events


def test_14_6_c_a_real_one_in_the_stack_fights():
    """14.6 c  It is shown and stays."""
    position = veiled(2, 13, "stacking").place({"2204": [A, "de_17_inf_ech1", DIVISION]})
    assert position.decision.kind == "open_parachutists"
    position.order(opening(A))
    assert position.state.is_in_play(A)


def test_14_6_c_german_attackers_are_shown_too():
    """14.6 c  A fake that goes into battle with others is lost before the fight."""
    position = veiled().place({"2205": [A, "de_17_inf_ech1"], "2204": [DIVISION]})
    position.order(March((A, "de_17_inf_ech1"), ("2204",)))
    if position.state.stage == "land movement":
        position.order(Done())
    assert (position.decision.seat, position.decision.kind) == ("german", "open_parachutists")
    position.order(opening(B))
    assert not position.state.is_in_play(A)
    assert position.decision.kind == "land_combat"


def test_14_6_c_a_fake_that_would_fight_alone_is_lost_without_a_fight():
    """14.6, F-8  There is no combat where only fakes attack."""
    position = veiled().place({"2205": [A], "2204": [DIVISION]})
    position.order(March((A,), ("2204",)))
    if position.state.stage == "land movement":
        position.order(Done())
    events = position.order(opening(B))
    assert UnitEliminated(A, "14.6") in events
    assert not any(isinstance(event, CombatsFound) for event in events)


def test_14_6_d_zones_of_control_and_british_supply():
    """14.6 d, F-10  It has a zone of control, and its hex is closed to British lines of supply."""
    hidden, real = veiled().place({"2204": [A]}), veiled(real=(A,)).place({"2204": [A]})
    bit = hidden.state.table.board.bits["2204"]
    for position in (hidden, real):
        assert "2203" in position.state.zoc[GERMAN]
        assert not passable(position.state, BRITISH) & bit


def test_14_6_e_it_controls_nothing_before_it_is_shown():
    """14.6 e, F-2  Factory and airbase are not taken; when it is shown it holds the hex it stands in."""
    position = veiled().place({"2320": [A], "4420": [DIVISION]})
    position.order(March((A,), ("2321", FACTORY)))
    assert factories(position.state) == 0
    assert (position.decision.kind, position.decision.accepts) == (
        "land_movement",
        {"open", "done"},
    )
    position.order(opening(A))
    assert factories(position.state) == 1
    assert not position.state.holds(position.state.ever_german, "2321")


def test_14_6_e_a_fake_takes_nothing_when_it_is_shown():
    """14.6 e  The hex stays British."""
    position = veiled().place({FACTORY: [A], "4420": [DIVISION]})
    position.order(opening(B))
    assert factories(position.state) == 0
    position.place({AIRBASE: [A]})
    assert list(supply_airbases(position.state)) == []


def test_14_6_air_supply_needs_a_real_unit():
    """14.6, 13.2, F-3  A transport feeds it once it was shown; a line to the coast would serve both."""
    position = veiled(2, 15, "transports").place(
        {AIRBASE: ["de_17_inf_ech1", "de_airtransport_1", A]}
    )
    position.german_hexes(AIRBASE)
    assert out_of_supply(position.state, (A,)) == [A]
    assert position.decision.kind == "supply_transports"
    assert "open" in position.decision.accepts
    position.at(veil=veiled(real=(A,)).state.veil)
    assert out_of_supply(position.state, (A,)) == []
    position.at(veil=veiled(real=(B,)).state.veil)
    assert out_of_supply(position.state, (A,)) == [A]


def test_14_6_supply_by_sea_begins_in_its_own_hex():
    """14.6, F-10  It is supplied over land like anybody; no line runs through its hex for its sake."""
    position = veiled().place({"6917": ["de_17_inf_ech1"], "A": ["de_transport_01"]})
    board = position.state.table.board
    beach = next(n for n in board.numbers if "A" in board.hexes[n].sectors)
    inland = next(n for n in board.adjacent[beach] if n in board.bits)
    position.place({beach: ["de_17_inf_ech1"], inland: [A], "6917": []})
    position.german_hexes(beach)
    assert out_of_supply(position.state, (A,)) == []
    shown = veiled(real=(A,)).place({inland: [A]})
    assert passable(shown.state, GERMAN) & board.bits[inland]
    assert not passable(veiled().place({inland: [A]}).state, GERMAN) & board.bits[inland]
    assert supplied(position.state, GERMAN) & board.bits[beach]


def test_14_6_want_of_supply_marks_and_then_removes_either():
    """14.6, F-7  The first loss turns the counter, the second removes it."""
    position = veiled(2, 15, "transports").place({"2204": [A]}).dice(1)
    position.go_on()
    assert position.steps(A) == 1
    again = veiled(2, 15, "transports").place({"2204": [A]}, reduced=[A]).dice(1)
    assert UnitEliminated(A, "13.3") in again.go_on()


def test_14_6_at_the_end_of_turn_5_all_are_shown_and_the_fakes_go():
    """14.6, F-5  Also those that never left France."""
    position = (
        veiled(5, 15, "transports", real=("de_2nd_fj_a", "de_3rd_fj_a"))
        .place({"2204": [A], "2209": ["de_2nd_fj_b"], FRANCE: [B, "de_sturm_a", "de_sturm_b"]})
        .dice(1)
    )
    assert position.decision.about == "1st_fj sturm"
    position.order(opening(B))
    events = position.order(opening("de_sturm_b"))
    assert UnitEliminated("de_sturm_a", "14.6") in events
    assert not any(position.state.is_in_play(n) for n in position.state.veil.fake)
    assert position.state.is_in_play(B)
    assert position.state.is_in_play("de_sturm_b")


def test_14_6_before_that_nobody_has_to_show_anything():
    """14.6  In turn 4 the game goes on."""
    position = veiled(4, 15, "transports").place({"2204": [A]})
    assert position.decision is None


@pytest.mark.parametrize(
    ("step", "stage", "others"),
    [
        (3, "air movement", {FRANCE: ["de_jg3"]}),
        (6, "land movement", {}),
    ],
)
def test_14_6_the_german_may_show_any_pair_when_he_moves(step, stage, others):
    """14.6, F-3  Of his own will, whenever he acts freely."""
    position = veiled(2, step, stage).place({"2204": [A], **others})
    assert "open" in position.decision.accepts
    position.order(opening(A))
    assert position.state.veil.real == (A,)
    assert position.state.holds(position.state.last_german, "2204")

"""10.4  Air combat: assigning fighters, forming sets, rolling, losing units."""

import pytest

from sealion_pbem.engine.words import Timing
from sealion_pbem.rulesets.sealion.events.air import (
    AirBattleBegun,
    AirBattleEnded,
    AirLossChosen,
    AirSet,
    AirSetFought,
    AirSetsFormed,
    AirSetsJoined,
)
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated, UnitReduced
from sealion_pbem.rulesets.sealion.rules.ch10_air.assignment import Assign, JoinSets
from sealion_pbem.rulesets.sealion.rules.ch10_air.combat import ChooseLoss, begin_air_combat
from tests.sealion_table import both_editions, table, without_rolls

F = ["uk_ftr_10_group", "uk_ftr_11_group_a", "uk_ftr_11_group_b", "uk_ftr_11_group_c"]
F += ["uk_ftr_12_group_a", "uk_ftr_12_group_b"]
B = ["de_bomber_1_fliegerkorps_a", "de_bomber_2_fliegerkorps_a", "de_bomber_4_fliegerkorps"]
J = ["de_jg2", "de_jg26", "de_zg2"]


def over(edition, place, units, reduced=(), *, step=5, **facts):
    """Air units meet, and the combat begins."""
    t = table(edition, step=step, stage="air combat", **facts).place({place: units}, reduced)
    t.begin(begin_air_combat)
    return t


def give(t, order, *faces):
    assert not t.refusals(order), t.refusals(order)
    t.dice(*faces)
    return without_rolls(t.begin(lambda play: t.ruleset.obey(play, order)))


def duel(edition, faces, reduced=()):
    """A British fighter of 4 against a German one of 1: nobody has a choice."""
    t = table(edition, step=5, stage="air combat").place({"C": [F[0], "de_zg2"]}, reduced)
    t.dice(*faces)
    return t, without_rolls(t.begin(begin_air_combat))


@both_editions
def test_one_against_one_is_fought_without_a_question(edition):
    """10.4  7 against 5: the German is reduced, and everything is told."""
    t, events = duel(edition, (3, 4))
    pair = AirSet((F[0],), ("de_zg2",))
    assert events == [
        AirBattleBegun("C"),
        AirSetsFormed("C", (pair,)),
        AirSetsJoined("C", (pair,)),
        AirSetFought("C", (F[0],), ("de_zg2",), 7, 5, "british", doubled=False),
        UnitReduced("de_zg2", "10.4"),
        AirBattleEnded("C"),
    ]
    assert t.decision is None
    assert t.begin(begin_air_combat) == []


@both_editions
@pytest.mark.parametrize(
    ("faces", "lost"),
    [
        ((1, 6), [UnitReduced(F[0], "10.4")]),
        ((1, 4), []),
        ((1, 2), [UnitReduced("de_zg2", "10.4")]),
        ((4, 3), [UnitEliminated("de_zg2", "10.4")]),
        ((6, 1), [UnitEliminated("de_zg2", "10.4")]),
        ((3, 3), [UnitReduced("de_zg2", "10.4")]),
    ],
)
def test_the_lower_total_loses_a_step_and_half_the_unit(edition, faces, lost):
    """10.4  Ties of one against one do nothing (A-82); at least double eliminates."""
    _, events = duel(edition, faces)
    assert [e for e in events if isinstance(e, UnitReduced | UnitEliminated)] == lost


@both_editions
def test_a_reduced_unit_is_eliminated(edition):
    """10.4  A second lost step is the last; the quality of the back is used."""
    t, events = duel(edition, (3, 4), reduced=[F[0], "de_zg2"])
    fought = next(e for e in events if isinstance(e, AirSetFought))
    assert (fought.first_total, fought.second_total) == (5, 5)
    t, events = duel(edition, (4, 4), reduced=["de_zg2"])
    assert UnitEliminated("de_zg2", "10.4") in events
    assert t.steps("de_zg2") == 0


@both_editions
def test_the_british_assign_first(edition):
    """10.4  With a choice of targets the British player is asked before any die, with place and units."""
    t = over(edition, "C", [F[0], B[0], J[0]], step=12)
    decision = t.decision
    assert (decision.seat, decision.kind, decision.about) == ("british", "assign_fighters", "C")
    assert decision.timing == Timing.BEFORE_DICE
    assert "10 Group" in decision.prompt
    assert t.ruleset.facts(t.state)["enemy_bombers"] == 1


@both_editions
@pytest.mark.parametrize(
    ("place", "sets", "code", "where"),
    [
        ("D", ((B[0], F[0]), (B[1], F[1]), (J[0], F[2])), "wrong_place", "/place"),
        ("C", ((B[0],), (B[1], F[1]), (J[0], F[2])), "incomplete_set", "/sets/0"),
        ("C", ((), (B[1], F[1]), (J[0], F[2])), "incomplete_set", "/sets/0"),
        ("C", ((B[2], F[0]), (B[1], F[1]), (J[0], F[2])), "not_a_target", "/sets/0/0"),
        ("C", ((F[3], F[0]), (B[1], F[1]), (J[0], F[2])), "not_a_target", "/sets/0/0"),
        ("C", ((B[0], "uk_bmr_2_group"), (B[1], F[1])), "not_a_fighter", "/sets/0/1"),
        ("C", ((B[0], J[0]), (B[1], F[1])), "not_a_fighter", "/sets/0/1"),
        ("C", ((B[0], F[5]), (B[1], F[1])), "not_a_fighter", "/sets/0/1"),
        ("C", ((B[0], F[0]), (B[1], F[0]), (J[0], F[2])), "named_twice", "/sets/1/1"),
        ("C", ((B[0], F[0]), (B[0], F[1]), (J[0], F[2])), "named_twice", "/sets/1/0"),
        ("C", ((B[0], F[0], F[0]), (B[1], F[1]), (J[0], F[2])), "named_twice", "/sets/0/2"),
        ("C", ((B[0], F[0], F[1]), (B[1], F[2], F[3], F[4])), "doubled_too_early", "/sets"),
        ("C", ((B[0], F[0]), (B[1], F[1])), "fighter_unassigned", "/sets"),
        ("C", (), "fighter_unassigned", "/sets"),
        ("C", ((B[0], F[0], F[1], F[2]), (B[1], F[3]), (J[0], F[4])), "uneven", "/sets"),
    ],
)
def test_assignments_that_are_refused(edition, place, sets, code, where):
    """10.4  Five fighters against two bombers and a fighter in C: what the British may not do."""
    t = over(edition, "C", [*F[:5], "uk_bmr_2_group", B[0], B[1], J[0]])
    t.place({"Britain": [F[5]], "France": [B[2]]})
    found = [(v.rule, v.code, v.at) for v in t.refusals(Assign(place, sets))]
    assert found == [("10.4", code, where)]


@both_editions
@pytest.mark.parametrize(
    "sets",
    [
        ((B[0], F[0]), (B[1], F[1]), (J[0], F[2])),
        ((J[0], F[2], F[3]), (B[0], F[0]), (B[1], F[1])),
        ((B[0], F[0], F[3]), (B[1], F[1], F[4]), (J[0], F[2])),
    ],
)
def test_extra_fighters_may_double_up_equally_or_stay_out(edition, sets):
    """10.4  Once every German unit has a fighter the others are free."""
    t = over(edition, "C", [*F[:5], B[0], B[1], J[0]])
    assert not t.refusals(Assign("C", sets))


@both_editions
def test_sets_are_fought_in_the_order_given(edition):
    """10.4  The British player picks which set comes first."""
    t = over(edition, "C", [F[0], F[1], B[0], B[1]])
    events = give(t, Assign("C", ((B[1], F[0]), (B[0], F[1]))), 1, 1, 1, 1)
    assert [e.second for e in events if isinstance(e, AirSetFought)] == [(B[1],), (B[0],)]


@both_editions
@pytest.mark.parametrize(
    ("place", "pairs", "code", "where"),
    [
        ("D", (), "wrong_place", "/place"),
        ("C", ((J[1],),), "incomplete_pair", "/fighters/0"),
        ("C", ((J[1], F[0], F[1]),), "incomplete_pair", "/fighters/0"),
        ("C", ((), (J[1], F[0])), "incomplete_pair", "/fighters/0"),
        ("C", ((J[0], F[0]),), "not_a_free_fighter", "/fighters/0/0"),
        ("C", ((B[1], F[0]),), "not_a_free_fighter", "/fighters/0/0"),
        ("C", ((F[0], F[0]),), "not_a_free_fighter", "/fighters/0/0"),
        ("C", ((J[1], F[0]), (J[1], F[1])), "named_twice", "/fighters/1/0"),
        ("C", ((J[1], F[5]),), "not_a_target", "/fighters/0/1"),
        ("C", ((J[1], B[0]),), "not_a_target", "/fighters/0/1"),
    ],
)
def test_joining_fighters_that_are_refused(edition, place, pairs, code, where):
    """10.4  Two sets are formed, JG 26 and ZG 2 are free: what the German may not do."""
    t = over(edition, "C", [F[0], F[1], B[0], *J])
    t.place({"Britain": [F[5]], "France": [B[1]]})
    give(t, Assign("C", ((B[0], F[0]), (J[0], F[1]))))
    assert (t.decision.seat, t.decision.kind) == ("german", "join_sets")
    found = [(v.rule, v.code, v.at) for v in t.refusals(JoinSets(place, pairs))]
    assert found == [("10.4", code, where)]


@both_editions
def test_names_in_sets_that_no_air_unit_has(edition):
    """1.3  A misspelt fighter or target is said to be unknown, wherever it stands."""
    t = over(edition, "C", [F[0], F[1], B[0], *J])
    assert t.codes(Assign("C", (("?", F[0]), (J[0], F[1])))) == [("1.3", "unknown_unit")]
    give(t, Assign("C", ((B[0], F[0]), (J[0], F[1]))))
    assert t.codes(JoinSets("C", (("?", F[0]),))) == [("1.3", "unknown_unit")]


@both_editions
def test_joining_fighters_add_to_the_sets(edition):
    """10.4  JG 26 helps the bomber, ZG 2 attacks a British bomber in a set of its own, fought last."""
    t = over(edition, "C", [F[0], F[1], "uk_bmr_2_group", B[0], *J])
    give(t, Assign("C", ((B[0], F[0]), (J[0], F[1]))))
    order = JoinSets("C", (("de_zg2", "uk_bmr_2_group"), (J[1], F[0])))
    events = give(t, order, 6, 1, 1, 4, 4, 5, 5)
    assert events[0].sets == (
        AirSet((F[0],), (B[0], J[1])),
        AirSet((F[1],), (J[0],)),
        AirSet(("uk_bmr_2_group",), ("de_zg2",)),
    )
    assert t.decision.kind == "air_loss"


@both_editions
def test_the_german_may_hold_his_fighters_back(edition):
    """10.4  Nobody joins: the sets are fought as they are."""
    t = over(edition, "C", [F[0], B[0], J[0]])
    give(t, Assign("C", ((B[0], F[0]),)))
    events = give(t, JoinSets("C", ()), 1, 5)
    assert events[0] == AirSetsJoined("C", (AirSet((F[0],), (B[0],)),))
    assert t.steps(J[0]) == 2


def doubled_joining(edition):
    t = over(edition, "C", [F[0], F[1], B[0], B[1], *J])
    give(t, Assign("C", ((B[0], F[0]), (B[1], F[1]))))
    return t.codes(JoinSets("C", ((J[0], F[0]), (J[1], F[0]))))


def test_2016_joining_fighters_go_where_they_like():
    """Two may join one set though another has none."""
    assert doubled_joining("sealion-2016") == []


def test_deluxe_joining_fighters_cover_every_set_first():
    """10.4  A second fighter for one set is refused while another has none."""
    assert doubled_joining("sealion-deluxe") == [("10.4", "doubled_too_early")]


def test_deluxe_joining_fighters_double_once_every_set_has_one():
    """10.4  Three fighters over two sets: one has two."""
    t = over("sealion-deluxe", "C", [F[0], F[1], B[0], B[1], *J])
    give(t, Assign("C", ((B[0], F[0]), (B[1], F[1]))))
    assert not t.refusals(JoinSets("C", ((J[0], F[0]), (J[1], F[1]), (J[2], F[0]))))


def test_deluxe_two_fighters_on_a_bomber_need_every_set_covered():
    """10.4  Doubling an attack of one's own counts as doubling."""
    t = over("sealion-deluxe", "C", [F[0], "uk_bmr_2_group", B[0], B[1], *J])
    give(t, Assign("C", ((B[0], F[0]),)))
    pairs = ((J[0], "uk_bmr_2_group"), (J[1], "uk_bmr_2_group"))
    assert t.codes(JoinSets("C", pairs)) == [("10.4", "doubled_too_early")]
    assert not t.refusals(JoinSets("C", (*pairs, (J[2], F[0]))))


@both_editions
def test_a_single_unit_that_beats_two_picks_the_loss(edition):
    """10.4  JG 2 rolls 10 against 8 of a full and a reduced fighter: the German takes which he likes."""
    t = over(edition, "C", [F[0], F[1], J[0]], reduced=[F[1]])
    give(t, Assign("C", ((J[0], F[0], F[1]),)), 1, 1, 6)
    assert (t.decision.seat, t.decision.kind) == ("german", "air_loss")
    assert t.ruleset.answer(t.state, "default") == ChooseLoss(F[1])
    events = give(t, ChooseLoss(F[1]))
    assert UnitEliminated(F[1], "10.4") in events


@both_editions
def test_two_units_that_beat_one_hit_the_one(edition):
    """10.4  Two fighters with 10 or more against a bomber's 5: it is eliminated by double."""
    t = over(edition, "C", [F[0], F[1], B[0]])
    events = give(t, Assign("C", ((B[0], F[0], F[1]),)), 1, 1, 5)
    assert events[2:] == [
        AirSetFought("C", (F[0], F[1]), (B[0],), 10, 5, "british", doubled=True),
        UnitEliminated(B[0], "10.4"),
        AirBattleEnded("C"),
    ]


@both_editions
def test_a_unit_beaten_by_double_is_eliminated_at_the_choice_of_the_single(edition):
    """10.4  10 against 5 of bomber and escort: the one the British picks is gone though it was full."""
    t = over(edition, "C", [F[0], B[0], "de_zg2"])
    give(t, Assign("C", ((B[0], F[0]),)))
    give(t, JoinSets("C", (("de_zg2", F[0]),)), 6, 2, 2)
    assert t.state.task.doubled
    assert UnitEliminated(B[0], "10.4") in give(t, ChooseLoss(B[0]))


@both_editions
def test_only_a_loser_can_be_chosen(edition):
    """10.4  The British fighter beat bomber and escort: he picks one of the two, and nobody else."""
    t = over(edition, "C", [F[0], B[0], J[0], "uk_bmr_2_group"])
    give(t, Assign("C", ((B[0], F[0]),)))
    give(t, JoinSets("C", ((J[0], F[0]),)), 6, 1, 1)
    decision = t.decision
    assert (decision.seat, decision.kind, decision.timing) == (
        "british", "air_loss", Timing.AFTER_DICE,
    )  # fmt: skip
    assert t.codes(ChooseLoss(F[0])) == [("10.4", "not_a_loser")]
    assert t.codes(ChooseLoss("nobody")) == [("1.3", "unknown_unit")]
    assert t.ruleset.answer(t.state, "default") == ChooseLoss(J[0])
    events = give(t, ChooseLoss(B[0]))
    assert events == [AirLossChosen(B[0]), UnitReduced(B[0], "10.4"), AirBattleEnded("C")]


@both_editions
def test_units_alike_are_not_asked_about(edition):
    """10.4  Two JG of the same values attack a bomber and lose to it: the first is taken, no question."""
    t = over(edition, "C", ["uk_bmr_2_group", "de_jg2", "de_jg26"], reduced=["de_jg2", "de_jg26"])
    pairs = (("de_jg2", "uk_bmr_2_group"), ("de_jg26", "uk_bmr_2_group"))
    events = give(t, JoinSets("C", pairs), 6, 1, 1)
    expected = [UnitEliminated("de_jg2", "10.4")] if edition == "sealion-2016" else []
    assert [e for e in events if isinstance(e, UnitEliminated)] == expected
    assert t.decision is None


@both_editions
def test_combat_goes_place_by_place(edition):
    """10.4  All of C is fought before D, sea spaces before hexes, and each place once."""
    t = table(edition, step=5, stage="air combat")
    t.place({"3624": [F[2], J[2]], "D": [F[1], B[1]], "C": [F[0], B[0]]}).dice(*[1] * 6)
    events = t.begin(begin_air_combat)
    assert [e.place for e in events if isinstance(e, AirBattleBegun)] == ["C", "D", "3624"]
    assert t.state.resolved == {"C", "D", "3624"}


@both_editions
def test_a_position_in_the_middle_of_a_combat_survives_json(edition):
    """10.4  The task with its sets and losers is written and read back."""
    t = over(edition, "C", [F[0], B[0], J[0]])
    give(t, Assign("C", ((B[0], F[0]),)))
    give(t, JoinSets("C", ((J[0], F[0]),)), 6, 1, 1)
    again = t.ruleset.unpack(t.ruleset.pack(t.state))
    assert again.task == t.state.task
    assert t.ruleset.decision(again) == t.decision


@both_editions
def test_defaults_and_offers_are_legal(edition):
    """10.4  The default attacks bombers first, guards own bombers, and every offer passes the check."""
    t = over(edition, "C", [*F[:3], "uk_bmr_2_group", B[0], B[1], *J, "de_float_1"])
    assert t.ruleset.answer(t.state, "default").sets == ((B[0], F[0]), (B[1], F[1]), (J[0], F[2]))
    for policy in t.ruleset.policies["assign_fighters"]:
        assert not t.refusals(t.ruleset.answer(t.state, policy))
    assert not [o for o in t.ruleset.offers(t.state) if t.refusals(o)]
    give(t, t.ruleset.answer(t.state, "default"))
    assert t.ruleset.answer(t.state, "default").fighters == ((J[1], F[0]), ("de_zg2", F[1]))
    assert t.ruleset.answer(t.state, "hunt").fighters == ((J[1], "uk_bmr_2_group"),)
    assert t.ruleset.answer(t.state, "stay") == JoinSets("C", ())
    assert not [o for o in t.ruleset.offers(t.state) if t.refusals(o)]


@both_editions
def test_every_event_can_be_told(edition):
    """10.4  Each event of a combat has its sentence."""
    t, events = duel(edition, (6, 1))
    assert all(t.ruleset.tell(event) for event in events)
    assert "by double" in " ".join(t.ruleset.tell(event) for event in events)

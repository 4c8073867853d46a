"""10.6  Who has six radars taken assigns first: the roles of 10.4 swap."""

from sealion_pbem.rulesets.sealion.events.air import AirSet
from sealion_pbem.rulesets.sealion.rules.ch10_air.assignment import Assign, JoinSets
from sealion_pbem.rulesets.sealion.rules.ch10_air.combat import begin_air_combat
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import captured_radars, first_assigner
from tests.sealion_table import both_editions, table

RADARS = ("2629", "2825", "3824", "4118", "5224", "5125")
OTHERS = ("5722", "5920", "6219", "6816", "6213", "5906")
RAF = ["uk_ftr_10_group", "uk_ftr_11_group_a"]
BOMBER, FIGHTER = "de_bomber_1_fliegerkorps_a", "de_jg2"


def give(t, order, *faces):
    assert not t.refusals(order), t.refusals(order)
    t.dice(*faces)
    return t.begin(lambda play: t.ruleset.obey(play, order))


@both_editions
def test_six_of_the_twelve_radars_swap_the_advantage(edition):
    """10.6  Five leave it to the British, the sixth gives it to the German at once and for good."""
    t = table(edition, step=5, stage="air combat").german_hexes(*RADARS[:5])
    assert first_assigner(t.state) == "british"
    t.german_hexes(RADARS[5])
    assert first_assigner(t.state) == "german"
    t.state.last_german = 0
    assert first_assigner(t.state) == "german"


@both_editions
def test_there_are_twelve_radars(edition):
    """10.6  All the listed hexes count, Horsham (4118) too (A-140), and no others."""
    t = table(edition).german_hexes(*RADARS, *OTHERS)
    assert captured_radars(t.state) == 12
    t.state.ever_german = t.state.table.board.land
    assert captured_radars(t.state) == 12


@both_editions
def test_the_german_assigns_first_and_the_british_join(edition):
    """10.6  One German fighter takes a British one; the other British fighter may join or hunt (A-86)."""
    t = table(edition, step=12, stage="air combat").german_hexes(*RADARS)
    t.place({"C": [*RAF, BOMBER, FIGHTER]}).begin(begin_air_combat)
    assert (t.decision.seat, t.decision.kind) == ("german", "assign_fighters")
    give(t, Assign("C", ((RAF[0], FIGHTER),)))
    assert (t.decision.seat, t.decision.kind) == ("british", "join_sets")
    events = give(t, JoinSets("C", ((RAF[1], BOMBER),)), 1, 1, 6, 1)
    assert events[0].sets == (AirSet((FIGHTER,), (RAF[0],)), AirSet((BOMBER,), (RAF[1],)))
    fought = [e for e in events if e.kind == "air_set_fought"]
    assert [(e.first_total, e.second_total, e.winner) for e in fought] == [
        (5, 5, ""), (6, 5, "german"),
    ]  # fmt: skip


@both_editions
def test_the_german_picks_the_loss_of_a_beaten_pair(edition):
    """10.6  His single fighter beats two British ones: the choice is his."""
    t = table(edition, step=5, stage="air combat").german_hexes(*RADARS)
    t.place({"C": [*RAF, FIGHTER]}, reduced=RAF[:1]).begin(begin_air_combat)
    give(t, Assign("C", ((RAF[0], FIGHTER),)))
    give(t, JoinSets("C", ((RAF[1], FIGHTER),)), 6, 1, 1)
    assert (t.decision.seat, t.decision.kind) == ("german", "air_loss")

"""10.5  The furball over the Channel: the worked example, and ties of one against several."""

import pytest

from sealion_pbem.rulesets.sealion.events.air import AirBattleEnded, AirLossChosen, AirSetFought
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated, UnitReduced
from sealion_pbem.rulesets.sealion.rules.ch10_air.assignment import Assign, JoinSets
from sealion_pbem.rulesets.sealion.rules.ch10_air.combat import ChooseLoss, begin_air_combat
from tests.sealion_table import both_editions, table, without_rolls

RAF = ["uk_ftr_10_group", "uk_ftr_11_group_a", "uk_ftr_11_group_b", "uk_ftr_12_group_a"]
BOMBERS = ["de_bomber_1_fliegerkorps_a", "de_bomber_2_fliegerkorps_a", "de_bomber_4_fliegerkorps"]
STRONG, WEAK = "de_jg2", "de_zg2"


def give(t, order, *faces):
    assert not t.refusals(order), t.refusals(order)
    t.dice(*faces)
    return without_rolls(t.begin(lambda play: t.ruleset.obey(play, order)))


@both_editions
def test_the_four_sets_over_sector_c(edition):
    """10.5  The example, all four sets: a pick, an elimination by double, a British loss, a tie."""
    t = table(edition, step=5, stage="air combat")
    t.place({"C": [*RAF, *BOMBERS, STRONG, WEAK], "Britain": [], "D": ["uk_emerald"]})
    t.begin(begin_air_combat)
    assert t.decision.seat == "british"
    pairs = zip([*BOMBERS, STRONG], RAF, strict=True)
    give(t, Assign("C", tuple(pairs)))
    assert (t.decision.seat, t.decision.kind) == ("german", "join_sets")

    events = give(t, JoinSets("C", ((WEAK, RAF[0]),)), 4, 4, 2)
    both = (BOMBERS[0], WEAK)
    assert events[1] == AirSetFought(
        "C", (RAF[0],), both, 8, 7, "british", doubled=False, losers=both, chooser="british"
    )
    assert (t.decision.seat, t.decision.kind) == ("british", "air_loss")

    assert give(t, ChooseLoss(WEAK), 6, 5, 1, 6, 4, 4) == [
        AirLossChosen(WEAK),
        UnitReduced(WEAK, "10.4"),
        AirSetFought("C", (RAF[1],), (BOMBERS[1],), 10, 5, "british", doubled=True),
        UnitEliminated(BOMBERS[1], "10.4"),
        AirSetFought("C", (RAF[2],), (BOMBERS[2],), 5, 6, "german", doubled=False),
        UnitReduced(RAF[2], "10.4"),
        AirSetFought("C", (RAF[3],), (STRONG,), 8, 8, "", doubled=False),
        AirBattleEnded("C"),
    ]
    steps = {name: t.steps(name) for name in (*RAF, *BOMBERS, STRONG, WEAK)}
    assert [name for name, left in steps.items() if left == 1] == [RAF[2], WEAK]
    assert [name for name, left in steps.items() if left == 0] == [BOMBERS[1]]
    assert t.where(WEAK) == "C"


def tie(edition):
    """A British fighter rolls 8 against 8 of a bomber and the heavy fighter that joined it."""
    t = table(edition, step=5, stage="air combat").place({"C": [RAF[0], BOMBERS[0], WEAK]})
    t.begin(begin_air_combat)
    give(t, Assign("C", ((BOMBERS[0], RAF[0]),)))
    return t, give(t, JoinSets("C", ((WEAK, RAF[0]),)), 4, 4, 3)


def test_2016_a_tie_favours_the_single_unit():
    """The British player picks a German unit (A-84); a tie never doubles."""
    t, events = tie("sealion-2016")
    assert events[1].winner == "british"
    assert not events[1].doubled
    assert t.decision.seat == "british"
    assert UnitReduced(BOMBERS[0], "10.4") in give(t, ChooseLoss(BOMBERS[0]))


def test_deluxe_a_tie_does_nothing():
    """10.5  Equal totals have no result, however many fight (A-84)."""
    t, events = tie("sealion-deluxe")
    assert events[1].winner == ""
    assert events[-1] == AirBattleEnded("C")
    assert t.decision is None


def test_2016_a_tie_favours_a_single_target_too():
    """A bomber that ties two reduced fighters hits one of them, at the German's choice."""
    t = table("sealion-2016", step=5, stage="air combat")
    t.place({"C": [RAF[0], RAF[1], STRONG]}, reduced=[RAF[0]]).begin(begin_air_combat)
    give(t, Assign("C", ((STRONG, RAF[0], RAF[1]),)), 1, 2, 5)
    assert t.state.task.losers == (RAF[0], RAF[1])
    assert t.decision.seat == "german"


@both_editions
@pytest.mark.parametrize(("faces", "winner"), [((6, 1, 2), "british"), ((1, 5, 6), "german")])
def test_dice_and_qualities_of_a_side_are_added(edition, faces, winner):
    """10.5  One of quality 4 against qualities 0 and 1 together (A-83)."""
    t = table(edition, step=5, stage="air combat").place({"C": [RAF[0], BOMBERS[0], WEAK]})
    t.begin(begin_air_combat)
    give(t, Assign("C", ((BOMBERS[0], RAF[0]),)))
    fought = give(t, JoinSets("C", ((WEAK, RAF[0]),)), *faces)[1]
    assert (fought.first_total, fought.second_total) == (faces[0] + 4, faces[1] + faces[2] + 1)
    assert fought.winner == winner

"""4.3  The British may take Churchill out of the game in step 15."""

from sealion_pbem.rulesets.sealion.rules.ch04_victory import (
    ChurchillEvacuated,
    ChurchillLost,
    decide_victory,
)
from sealion_pbem.rulesets.sealion.rules.ch13_supply import EvacuateChurchill, decide_evacuation
from sealion_pbem.rulesets.sealion.sequence import Done
from tests.sealion_table import SealionTable, both_editions, table


def step_15(edition: str) -> SealionTable:
    position = table(edition, step=15, stage="end of turn").place({"4409": ["uk_churchill"]})
    return position.at(churchill="")


@both_editions
def test_4_3_the_british_are_asked_while_he_is_in_play(edition):
    """4.3  Asked once a turn; not when he is gone or the stage is done."""
    decision = step_15(edition).decision
    assert (decision.seat, decision.kind, decision.rule) == ("british", "evacuation", "4.3")
    assert decision.accepts == {"evacuate_churchill", "done"}
    assert decide_evacuation(step_15(edition).at(ended=True).state) is None
    assert decide_evacuation(table(edition, step=15, stage="end of turn").state) is None


@both_editions
def test_4_3_evacuation_costs_nothing(edition):
    """4.3, 4.2  He leaves for good and no dice are rolled for him."""
    position = step_15(edition)

    events = position.begin(lambda play: position.ruleset.obey(play, EvacuateChurchill()))
    after = position.begin(decide_victory)

    assert events == [ChurchillEvacuated("4409")]
    assert not position.state.is_in_play("uk_churchill")
    assert not any(isinstance(event, ChurchillLost) for event in after)
    assert (position.state.churchill, position.state.bonus) == ("evacuated", 0)
    assert position.decision is None


@both_editions
def test_4_3_he_is_told_to_have_left_and_is_no_loss(edition):
    """4.3, 4.2  He is not eliminated, and no list of losses has him."""
    position = step_15(edition)
    before = position.state.copy()

    events = position.begin(lambda play: position.ruleset.obey(play, EvacuateChurchill()))

    (told,) = map(position.ruleset.tell, events)
    assert told == "Churchill has left the war zone from 4409 for good (4.3)"
    assert position.ruleset.losses(before, events) == ()


@both_editions
def test_4_3_only_in_step_15(edition):
    """4.3  In the British land combat he cannot be evacuated."""
    position = table(edition, step=13, stage="land combat").place(
        {"4409": ["uk_churchill", "de_12_inf"]}
    )
    position.at(churchill="", came_from={"uk_churchill": ("4408", "4409")})

    assert position.codes(EvacuateChurchill()) == [("-", "wrong_kind")]


@both_editions
def test_4_3_policies_and_facts(edition):
    """4.3  By default he stays; a standing order can look at how near the Germans are."""
    position = step_15(edition)
    answer, state = position.ruleset.answer, position.state

    assert answer(state, "default") == Done()
    assert answer(state, "evacuate") == EvacuateChurchill()
    assert all(not position.refusals(order) for order in position.ruleset.offers(state))
    assert position.ruleset.facts(state)["german_distance"] == 99
    position.place({"4413": ["de_12_inf"]})
    assert position.ruleset.facts(state)["german_distance"] == 4

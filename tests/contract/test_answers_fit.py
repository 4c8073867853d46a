"""Laws that keep every campaign going: what one order leads to fits, and seals can be given up."""

from dataclasses import replace

import pytest

from sealion_pbem.engine.canon import hash_of, weigh
from sealion_pbem.engine.capability import answers_of, secrecy_of
from sealion_pbem.engine.dice import DiceRolled, SeededDice
from sealion_pbem.engine.game import pending
from sealion_pbem.engine.loop import refuse
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.seal import STANDING, Forfeit
from sealion_pbem.engine.turn import FULL_BYTES, FULL_SIGNS
from sealion_pbem.rulesets import find
from tests.games import NAMES, SCENARIOS
from tests.table import play_once


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_what_one_order_leads_to_is_far_from_filling_a_receipt(name: str, scenario: str):
    """A run ends when half of a receipt is full; a single order takes less than half of the other half."""
    ruleset = find(name)
    steps = play_once(name, scenario, 0)
    for number, step in enumerate(steps[:: max(1, len(steps) // 60)]):
        for order in list(ruleset.offers(step.before.state))[number % 5 :: 5]:
            dice = SeededDice(hash_of("any dice", number))
            play = Play(ruleset.copy(step.before.state), dice, ruleset)
            ruleset.obey(play, order)
            ruleset.advance(play)
            size, signs = weigh([e.document for e in play.events if isinstance(e, DiceRolled)])

            assert size < FULL_BYTES // 4, order
            assert signs < FULL_SIGNS // 4, order


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_whatever_can_be_opened_can_be_given_up(name: str, scenario: str):
    """Where a seal must be opened and a ruling says that it is lost, giving it up answers as well."""
    ruleset, seen = find(name), 0
    for step in play_once(name, scenario, 1):
        decision = pending(ruleset, step.before)
        live = step.before.seals.get(decision.seat, {})
        if not live or "open" not in decision.accepts:
            continue
        lost = replace(step.before, forfeits={decision.seat: tuple(live)})
        asked = pending(ruleset, lost)
        assert asked is not None
        legal = [seal for seal in live if not refuse(ruleset, lost, asked, Forfeit(seal))]
        assert legal, decision
        seen += 1
    if secrecy_of(ruleset).secrets(play_once(name, scenario, 1)[0].before.state):
        assert seen


@pytest.mark.parametrize("name", NAMES)
def test_every_sealed_answer_has_a_worst_case(name: str):
    """For a lost standing order the ruleset names a policy that it has; other seals have a sentence."""
    ruleset = find(name)
    for kind, said in secrecy_of(ruleset).forfeits.items():
        assert said in answers_of(ruleset).policies.get(kind, ()) or " " in said, kind
    for kind, policies in answers_of(ruleset).policies.items():
        assert not policies or secrecy_of(ruleset).forfeits.get(kind) in policies, kind
    assert not any(kind.startswith(STANDING) for kind in secrecy_of(ruleset).forfeits)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_what_a_lost_standing_order_counts_as_is_legal_wherever_it_is_asked(
    name: str, scenario: str
):
    """If it were not, its seat would be asked openly and could choose what it likes."""
    ruleset, forfeits = find(name), secrecy_of(find(name)).forfeits
    for step in play_once(name, scenario, 0):
        state, decision = step.before.state, pending(ruleset, step.before)
        if decision is None or not answers_of(ruleset).policies.get(decision.kind):
            continue
        order = answers_of(ruleset).answer(state, forfeits[decision.kind])
        assert order is not None, decision
        assert not refuse(ruleset, step.before, decision, order), (decision, order)

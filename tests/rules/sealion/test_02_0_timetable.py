"""2.0  The timetable of orders: what a decision asks for is in it, and all else has a reason."""

import re
from itertools import product

import pytest

from sealion_pbem.engine.canon import hash_of
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.seal import SEAL_ORDERS
from sealion_pbem.engine.wire import from_wire
from sealion_pbem.engine.words import Decision, Seat
from sealion_pbem.rulesets.sealion.rules.ch02_sequence import SEQUENCE
from sealion_pbem.rulesets.sealion.ruleset import MAGAZINE_2016
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State
from sealion_pbem.rulesets.sealion.timing import kinds_of, number_of
from tests.rules.sealion.test_illegal_orders import tables
from tests.sealion_table import EDITIONS

CAMPAIGN = "0" * 64
SAMPLES = {
    kind: from_wire(MAGAZINE_2016.orders[kind], cases[0]["order"])
    for kind, cases in tables().items()
}
"""An order of each kind; nothing but its kind matters here."""


def assert_every_other_order_has_its_reason(edition: str, state: State, decision: Decision) -> None:
    """Whatever kind of order is given for whatever stage, a rule of the edition says why not now.

    The kind that is refused is not offered, and an order that waits is not called late.
    """
    ruleset = EDITIONS[edition]
    for kind, names in product(SAMPLES, ("", *ruleset.stages)):
        is_now = names in ("", *ruleset.stage_names(state))
        if kind in decision.accepts and is_now:
            continue
        found = ruleset.mistimed(state, decision, SAMPLES[kind], names)
        assert found.why.rule in ruleset.rules, found
        assert (found.why.code in ("over", "rain")) <= found.due.is_missed, found
        offered = re.search(r"; ([a-z_, ]+) answers what is asked", found.why.text)
        assert offered is None or kind not in re.findall(r"\w+", offered[1]), found


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    ("edition", "has_options"),
    [("sealion-2016", False), ("sealion-deluxe", False), ("sealion-deluxe", True)],
)
def test_2_0_whatever_a_decision_accepts_has_its_time_in_its_stage(edition, has_options, seed):
    """A whole game at random: the timetable of orders knows each kind that was ever asked for.

    Seals are the engine's and belong to no stage.
    """
    ruleset = EDITIONS[edition]
    options = ruleset.optional_rules if has_options else {}
    game = begin(ruleset, CAMPAIGN, ruleset.setup("invasion", options))
    commanders = {seat: RandomCommander(hash_of(edition, seed, seat)) for seat in ruleset.seats}
    asked = set()
    while (decision := pending(ruleset, game)) is not None:
        stage = SEQUENCE.stages[number_of(game.state)]
        unknown = decision.accepts - kinds_of(stage, decision.seat) - SEAL_ORDERS.keys()
        assert not unknown, (decision.kind, stage.name, unknown)
        if (decision.kind, decision.accepts) not in asked:
            assert_every_other_order_has_its_reason(edition, game.state, decision)
        asked.add((decision.kind, decision.accepts))
        turn = commanders[decision.seat].turn(ruleset, game, decision.seat)
        dice = SeededDice(hash_of("dice", edition, seed, len(asked), game.state.turn))
        outcome = run(ruleset, game, turn, dice)
        assert not outcome.refused, (turn, outcome.refused)
        game = outcome.game
    assert len(asked) > 10


def test_2_0_every_kind_of_order_has_a_time():
    """No order of either edition is left out of the timetable, for both players together."""
    known = {
        kind
        for stage in SEQUENCE.stages
        for seat in (GERMAN, BRITISH)
        for kind in kinds_of(stage, Seat(seat))
    }
    for ruleset in EDITIONS.values():
        assert set(ruleset.orders) == known

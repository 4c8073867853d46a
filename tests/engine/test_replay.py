"""Replay: the same turns come to the same claims; where they do not, the first member is named."""

import copy

import pytest

from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, digest_of
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.replay import claim_of, first_divergence, replay
from sealion_pbem.engine.turn import Turn
from sealion_pbem.rulesets.skirmish import SKIRMISH
from sealion_pbem.rulesets.skirmish import words as w
from tests.table import CAMPAIGN, Table, play_once

STAND = {"when": "reaction", "do": "stand"}


@pytest.fixture
def claim():
    """What a receipt says of a turn with a roll, two automatic answers and a returned order."""
    table = Table("skirmish").place("red-1 in 0305", "blue-1 in 0304").at("march")
    table.standing("blue", STAND, {"when": "losses", "do": "lose_step"})
    result = table.dice(6, 1).orders("attack red-1 blue-1", "march red-1 0306")
    return claim_of(table.ruleset, result.outcome)


def test_a_claim_says_everything_a_receipt_must(claim):
    """How many orders stand, every roll, automatic answer and returned order, and the state's digest."""
    assert claim | {"state": "", "returned": []} == {
        "stands": 1,
        "rolls": [
            {
                "label": "T01/red/3.3/red-1 attacks blue-1",
                "rule": "3.3",
                "sides": 6,
                "values": [6, 1],
            }
        ],
        "automatic": [
            {
                "seat": "blue",
                "decision": "reaction",
                "order": {"kind": "stand"},
                "standing_order": 0,
            },
            {
                "seat": "blue",
                "decision": "losses",
                "order": {"kind": "lose_step"},
                "standing_order": 1,
            },
        ],
        "returned": [],
        "state": "",
    }
    ((back),) = claim["returned"]
    assert (back["seat"], back["count"], back["violations"][0]["rule"]) == ("red", 1, "2.1")
    assert len(claim["state"]) == 64


def test_equal_claims_do_not_diverge(claim):
    """A receipt that says what the rules give passes; members it has besides do not matter."""
    assert first_divergence(claim | {"time": "later"}, copy.deepcopy(claim)) is None


@pytest.mark.parametrize(
    ("path", "value", "member"),
    [
        (("stands",), 2, "stands"),
        (("rolls", 0, "values", 1), 2, "rolls/0/values/1"),
        (("rolls", 0, "label"), "T02", "rolls/0/label"),
        (("automatic", 1, "order", "kind"), "fall_back", "automatic/1/order/kind"),
        (("automatic", 1, "standing_order"), 0, "automatic/1/standing_order"),
        (("returned", 0, "count"), 0, "returned/0/count"),
        (("state",), "0" * 64, "state"),
    ],
)
def test_the_member_that_differs_is_named(claim, path, value, member):
    """The pointer leads to the very number, and both versions are quoted."""
    claimed = copy.deepcopy(claim)
    at = claimed
    for name in path[:-1]:
        at = at[name]
    right = at[path[-1]]
    at[path[-1]] = value

    found = first_divergence(claimed, claim)

    assert (found.member, found.claimed, found.found) == (member, value, right)
    assert str(found).startswith(f"{member}: the log says {value}, the rules give")


def test_the_first_of_several_differences_is_named(claim):
    """Rolls come before the state they lead to."""
    claimed = copy.deepcopy(claim) | {"state": "0" * 64}
    claimed["rolls"][0]["values"] = [6, 2]

    assert first_divergence(claimed, claim).member == "rolls/0/values/1"


def test_a_roll_too_many_or_too_few_is_counted(claim):
    """Lists that agree as far as they go differ in their number."""
    more = claim | {"rolls": claim["rolls"] * 2}
    found = first_divergence(more, claim)

    assert (found.member, found.claimed, found.found) == ("number of rolls", 2, 1)
    assert first_divergence(claim, more).claimed == 1


def test_a_missing_or_strange_member_is_named(claim):
    """A claim without a member, or an object with one more, differs there."""
    assert first_divergence({}, claim).member == "stands"
    strange = copy.deepcopy(claim)
    strange["rolls"][0]["colour"] = "red"

    assert first_divergence(strange, claim).member == "rolls/0/colour"


def test_long_values_are_cut_in_the_sentence(claim):
    """A divergence is one line, whatever the log says."""
    found = first_divergence(claim | {"stands": "x" * 1000}, claim)

    assert len(str(found)) < 200


def test_a_replay_walks_the_same_way():
    """Turns and seeds of a finished game lead through the same digests to the same end."""
    steps = play_once("skirmish", "two-hills", 1)
    start = begin(SKIRMISH, CAMPAIGN, SKIRMISH.setup("two-hills", {}))

    outcomes = list(replay(SKIRMISH, start, [(step.turn, step.dice) for step in steps]))

    assert [digest_of(SKIRMISH, o.game) for o in outcomes] == [
        digest_of(SKIRMISH, step.outcome.game) for step in steps
    ]


def test_other_dice_diverge_at_the_roll():
    """One turn judged with other seeds: the first difference is the roll, not the state after it."""
    table = Table("skirmish").place("red-1 in 0305", "blue-1 in 0304").at("march")
    table.standing("blue", STAND)
    turn = Turn(w.RED, (w.Attack("red-1", "blue-1"),))
    games = [(turn, SeededDice(bytes([seed]) * 32)) for seed in range(20)]
    claims = [claim_of(SKIRMISH, run(SKIRMISH, table.game, *given)) for given in games]

    found = [first_divergence(claims[0], claim) for claim in claims[1:]]

    assert {divergence.member for divergence in found if divergence} == {
        "rolls/0/values/0",
        "rolls/0/values/1",
    }

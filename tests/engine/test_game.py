"""Game: the state and what else decides how it goes on, its digest and its form in a file."""

import json
from dataclasses import replace
from typing import Any, cast

import pytest

from sealion_pbem.engine.ahead import Queued
from sealion_pbem.engine.dice import DiceNeededError
from sealion_pbem.engine.game import (
    Game,
    begin,
    digest_of,
    orders_from_wire,
    pack_game,
    pending,
    unpack_game,
)
from sealion_pbem.engine.seal import Open, Seal
from sealion_pbem.errors import UnknownRulesetError, UsageError, WireError
from sealion_pbem.rulesets import find
from sealion_pbem.rulesets.skirmish import SKIRMISH
from sealion_pbem.rulesets.skirmish import words as w
from tests.table import CAMPAIGN, Table, standing


@pytest.fixture
def table() -> Table:
    """A game with a queue, standing orders and seals on both sides."""
    table = Table("skirmish").place("red-1 in 0305", "blue-1 in 0304").at("march")
    table.sealed("red", "objective", "0202").sealed("blue", "standing/losses", "lose_step")
    table.standing("blue", {"when": "march", "do": {"kind": "done"}, "until": 3})
    table.orders("attack red-1 blue-1", "march red-1 0306", "done")
    return table


def test_a_game_begins_at_its_first_decision():
    """Red is asked for its objective; nothing is queued, sealed or standing."""
    game = begin(SKIRMISH, CAMPAIGN, SKIRMISH.setup("two-hills", {}))

    assert pending(SKIRMISH, game).kind == "objective"
    assert (game.queued, game.standing, game.seals) == ({}, {}, {})


def test_the_start_given_is_left_alone():
    """The game has its own copy; a position without blue units is over in the copy only."""
    start = SKIRMISH.position(
        SKIRMISH.setup("two-hills", {}), {"units": {"red-1": {"hex": "0305"}}}
    )
    game = begin(SKIRMISH, CAMPAIGN, start)

    assert game.state.winner == "red"
    assert start.winner == ""


def test_no_dice_fall_before_the_first_decision():
    """A ruleset that rolled there would be stopped: nobody has opened a seed yet."""

    class Rolling:
        die = 6
        clock = staticmethod(lambda _: "T00")
        copy = staticmethod(lambda state: state)
        advance = staticmethod(lambda play: play.roll("3.1", "weather"))

    with pytest.raises(DiceNeededError, match="weather"):
        begin(cast("Any", Rolling()), CAMPAIGN, {})


def test_everything_that_decides_how_it_goes_on_is_in_the_digest(table):
    """Another queue, standing order, seal, campaign or state is another digest."""
    game, found = table.game, {digest_of(SKIRMISH, table.game)}
    changed = [
        Game("d" * 64, game.state, game.queued, game.standing, game.seals),
        Game(CAMPAIGN, game.state, {}, game.standing, game.seals),
        Game(CAMPAIGN, game.state, game.queued, {}, game.seals),
        Game(CAMPAIGN, game.state, game.queued, game.standing, {}),
        Game(CAMPAIGN, Table("skirmish").state, game.queued, game.standing, game.seals),
    ]
    found |= {digest_of(SKIRMISH, other) for other in changed}

    assert len(found) == 6


def test_an_empty_part_is_no_part(table):
    """An emptied queue leaves no trace in the digest: it cannot tell how the game came here."""
    game = Table("skirmish").game
    before = digest_of(SKIRMISH, game)
    game.queued[w.RED], game.standing[w.BLUE], game.seals[w.RED] = (), (), {}

    assert digest_of(SKIRMISH, game) == before
    assert pack_game(SKIRMISH, game).keys() == {"campaign", "state"}
    assert pack_game(SKIRMISH, table.game).keys() > {"queued", "standing", "seals"}


def test_a_game_survives_a_file(table):
    """Queue, standing orders, seals and state read back as they were."""
    document = json.loads(json.dumps(pack_game(SKIRMISH, table.game), sort_keys=True))

    back = unpack_game(SKIRMISH, document)

    assert back.state == table.state
    assert back.queued == {"red": (Queued(w.March("red-1", ("0306",)), 1), Queued(w.Done(), 1))}
    assert back.standing == {"blue": table.game.standing["blue"]}
    assert back.seals == table.game.seals
    assert digest_of(SKIRMISH, back) == digest_of(SKIRMISH, table.game)


def test_a_queued_opening_of_null_survives_a_file(table):
    """A sealed value may be null; a game with its opening in the queue is written and read."""
    table.game.queued["red"] = (Queued(Open("objective", "00" * 32, None), 1),)

    back = unpack_game(SKIRMISH, json.loads(json.dumps(pack_game(SKIRMISH, table.game))))

    assert back.queued[w.RED] == table.game.queued[w.RED]


def test_a_copy_can_change_without_the_original(table):
    """Queues, standing orders and seals of a working copy are its own."""
    before = digest_of(SKIRMISH, table.game)
    copy = table.game.copy(SKIRMISH.copy(table.state))
    copy.seals["red"]["x"] = "y"
    copy.queued["blue"] = (w.Stand(),)
    copy.standing["red"] = standing({"when": "march", "do": "done"})
    copy.state.units["red-1"] = copy.state.units["red-1"]._replace(steps=0)

    assert digest_of(SKIRMISH, table.game) == before


def test_a_game_with_another_state_asks_anew(table):
    """What was found out about one state is not said of another."""
    over = SKIRMISH.copy(table.state)
    w.GameEnded(w.RED).on(over)
    assert pending(SKIRMISH, table.game) is not None

    assert pending(SKIRMISH, replace(table.game, state=over)) is None
    assert pending(SKIRMISH, table.game.copy(over)) is None


def test_orders_are_read_with_seals_among_them():
    """Every ruleset's file may seal and open."""
    documents = [
        {"kind": "done"},
        {"kind": "seal", "name": "x", "digest": "0" * 64},
        {"kind": "open", "name": "x", "salt": "00", "value": {"a": 1}},
    ]

    assert orders_from_wire(SKIRMISH, documents) == (
        w.Done(),
        Seal("x", "0" * 64),
        Open("x", "00", {"a": 1}),
    )


def test_the_first_order_that_cannot_be_read_is_named():
    """The pointer counts from the file's first order."""
    documents = [{"kind": "done"}, {"kind": "march", "unit": "red-1"}]

    with pytest.raises(WireError) as caught:
        orders_from_wire(SKIRMISH, documents)

    assert caught.value.message == "/orders/1/path: missing"


def test_a_sealed_standing_order_is_asked_for_first():
    """The pending decision is its opening, with rule and words of the one behind it."""
    table = Table("skirmish").place("red-1 in 0305", "blue-1 in 0304").at("march")
    table.sealed("red", "standing/march", "done")

    decision = table.waiting

    assert (decision.seat, decision.kind, decision.rule) == ("red", "open_standing_order", "1.3")
    assert (
        decision.prompt == "open your sealed standing order for: turn 1: march, attack, then done"
    )


@pytest.mark.parametrize(
    ("scenario", "options", "message"),
    [
        ("three-hills", {}, "no scenario is called 'three-hills'"),
        ("two-hills", {"turnz": 3}, "no option is called 'turnz'"),
        ("two-hills", {"turns": 0}, "turns is 0"),
        ("two-hills", {"turns": 21}, "turns is 21"),
        ("two-hills", {"turns": True}, "turns is True"),
        ("two-hills", {"turns": "6"}, "turns is '6'"),
    ],
)
def test_a_wrong_start_says_what_there_is(scenario, options, message):
    """Unknown scenarios and options are refused with what would be right."""
    with pytest.raises(UsageError) as caught:
        SKIRMISH.setup(scenario, options)

    assert caught.value.message == message
    assert caught.value.hint


def test_a_mistyped_ruleset_gets_a_suggestion():
    """ "skirmsh" is not a game; the hint names the one that is meant, or all there are."""
    with pytest.raises(UnknownRulesetError) as close:
        find("skirmsh")
    with pytest.raises(UnknownRulesetError) as far:
        find("chess")

    assert "skirmish" in close.value.hint
    assert "skirmish" in far.value.hint

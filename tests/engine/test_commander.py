"""The random commander: legal orders only, fixed by its seed, at home with seals."""

from sealion_pbem.engine.commander import LONGEST, RandomCommander
from sealion_pbem.engine.dice import NoDice
from sealion_pbem.engine.game import pending
from sealion_pbem.engine.loop import preview, run
from sealion_pbem.engine.seal import Open, Seal, opens
from sealion_pbem.rulesets.skirmish import SKIRMISH
from sealion_pbem.rulesets.skirmish.words import RED
from tests.table import CAMPAIGN, Table, play_once

SEED = bytes(32)


def test_two_commanders_with_one_seed_play_alike():
    """The same seed gives the same turn, another seed sooner or later another."""
    game = Table("skirmish").game
    turns = [RandomCommander(SEED).turn(SKIRMISH, game, RED) for _ in range(2)]
    others = {RandomCommander(bytes([n]) * 32).turn(SKIRMISH, game, RED) for n in range(1, 9)}

    assert turns[0] == turns[1]
    assert len(others) > 1


def test_its_turns_are_legal_and_not_too_long():
    """In every game that came up at random its turn passes a preview, and stops in good time."""
    for step in play_once("skirmish", "two-hills", 2)[1:]:
        seat = pending(SKIRMISH, step.before).seat
        if "open" in pending(SKIRMISH, step.before).accepts:
            continue
        turn = RandomCommander(SEED).turn(SKIRMISH, step.before, seat)

        assert 1 <= len(turn.orders) <= LONGEST
        assert preview(SKIRMISH, step.before, turn).refused == ()


def test_it_remembers_what_it_sealed():
    """The first turn seals an objective that the commander can open later."""
    table, commander = Table("skirmish"), RandomCommander(SEED)

    seal = commander.turn(SKIRMISH, table.game, RED).orders[0]

    assert isinstance(seal, Seal)
    salt, value = commander.sealed["objective"]
    assert value in ("0202", "0605")
    assert opens(seal.digest, CAMPAIGN, "red", Open("objective", salt, value))


def test_it_opens_the_seal_that_is_asked_for():
    """With a standing order sealed as well, it opens the objective when that is asked."""
    table = Table("skirmish", turns=1).place("red-1 in 0202", "blue-1 in 0701").at("open")
    table.sealed("red", "standing/losses", "lose_step").sealed("red", "objective", "0202")
    commander = RandomCommander(SEED)
    for name in ("standing/losses", "objective"):
        order = table.order(f"open {name}", "red")
        commander.sealed[name] = (order.salt, order.value)

    turn = commander.turn(SKIRMISH, table.game, RED)

    assert [order.name for order in turn.orders] == ["objective"]
    assert run(SKIRMISH, table.game, turn, NoDice()).waiting is None


def test_it_stops_at_a_die_and_at_the_other_seat():
    """Whatever it begins, it writes nothing blindly: the whole turn is judged without dice or queue."""
    for number in range(30):
        table = Table("skirmish").place("red-1 in 0305", "blue-1 in 0304").at("march")
        turn = RandomCommander(bytes([number]) * 32).turn(SKIRMISH, table.game, RED)

        assert preview(SKIRMISH, table.game, turn).judged == len(turn.orders)
        assert all(order.kind == "march" for order in turn.orders[:-1])


def test_a_busy_commander_writes_longer_turns():
    """It ends no stage while it can do something else, and its first orders are as legal as ever."""
    quick, busy = 0, 0
    for step in play_once("skirmish", "two-hills", 2)[1:]:
        decision = pending(SKIRMISH, step.before)
        if decision.accepts & {"open", "seal"}:
            continue
        turn = RandomCommander(SEED, 60, busy=True).turn(SKIRMISH, step.before, decision.seat)
        busy += len(turn.orders)
        quick += len(RandomCommander(SEED, 60).turn(SKIRMISH, step.before, decision.seat).orders)

        assert preview(SKIRMISH, step.before, turn).refused == ()
    assert busy > quick

"""Every way dice can fall: exact, for any number of faces, without a die being rolled."""

from fractions import Fraction

import pytest

from sealion_pbem.engine.ahead import Timed
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.forecast import Case, Forecast, forecasting, merged
from sealion_pbem.engine.loop import preview
from sealion_pbem.engine.outcomes import (
    TooManyWaysError,
    answered,
    at_first_die,
    outcomes,
    played_out,
    sampled,
)
from sealion_pbem.engine.turn import Turn
from sealion_pbem.errors import UsageError
from sealion_pbem.rulesets.skirmish import rules
from sealion_pbem.rulesets.skirmish import words as w
from tests.table import Table

ATTACK = Turn(w.RED, (w.Attack("red-1", "blue-1"),))


def hill() -> Table:
    """Red beside a blue unit on a hill."""
    return Table("skirmish").place("red-1 in 0203", "blue-1 in 0202", "blue-2 in 0601").at("march")


def beaten(event: w.BattleFought) -> tuple[str, bool]:
    return event.loser, event.hits > 1


def test_every_pair_of_faces_is_a_way():
    """An attack on one that stands: 36 ways, each as probable as the others."""
    table = hill()
    ways = list(outcomes(table.ruleset, answered(table.ruleset, table.game), ATTACK))
    assert [chance for chance, _ in ways] == [Fraction(1, 36)] * 36
    rolls = {e.values for _, o in ways for e in o.events if isinstance(e, DiceRolled)}
    assert len(rolls) == 36


def test_a_forecast_of_skirmish_is_what_the_rules_do_on_every_way():
    """Who is beaten, and how badly, is foretold with exactly the probabilities of the rules."""
    table = hill()
    (order,) = ATTACK.orders
    assert not isinstance(order, Timed)
    (forecast,) = forecasting(table.ruleset).forecasts(table.game.state, order)
    found: dict[tuple[str, bool], Fraction] = {}
    for chance, outcome in outcomes(table.ruleset, answered(table.ruleset, table.game), ATTACK):
        (event,) = (e for e in outcome.events if isinstance(e, w.BattleFought))
        key = beaten(event)
        found[key] = found.get(key, Fraction(0)) + chance
    told = {
        (
            case.result.removesuffix(" is beaten").replace("both hold", ""),
            bool(case.facts),
        ): case.chance
        for case in forecast.cases
    }
    assert told == found
    assert "stands" in forecast.assumes[0]


def test_dice_of_any_number_of_faces(monkeypatch):
    """If the battle were fought with dice of ten there would be a hundred ways."""
    rolls = w.BattleFought

    def obey_stand(play, _):
        battle = play.state.battle
        dice = play.rolls("3.3", "ten faces", 2, sides=10)
        play.emit(rules.judge_battle(play.state, battle, dice))

    monkeypatch.setitem(rules.OBEYS, w.Stand, obey_stand)
    table = hill()
    ways = list(outcomes(table.ruleset, answered(table.ruleset, table.game), ATTACK))
    assert len(ways) == 100
    assert sum(chance for chance, _ in ways) == 1
    assert any(isinstance(e, rolls) for e in ways[0][1].events)


def test_too_many_ways_are_not_followed():
    """With a limit below 36 the ways are refused, and a whole turn is simulated and says so."""
    table = hill()
    game = answered(table.ruleset, table.game)
    with pytest.raises(TooManyWaysError, match="more than 35 ways"):
        list(outcomes(table.ruleset, game, ATTACK, 35))
    assert played_out(table.ruleset, table.game, ATTACK).runs == 0
    thrown = played_out(table.ruleset, table.game, ATTACK, most=35, runs=50)
    assert thrown.runs == 50
    assert sum(case.chance for case in thrown.cases) == 1


def test_a_simulation_is_the_same_every_time():
    """Seeds follow from the number of the run; another seed gives other dice."""
    table = hill()
    game = answered(table.ruleset, table.game)

    def dice(seed: bytes) -> list[tuple[int, ...]]:
        return [o.rolls[0].values for _, o in sampled(table.ruleset, game, ATTACK, 20, seed)]

    assert dice(b"a") == dice(b"a") != dice(b"b")


def test_policies_answer_by_name():
    """If the attacked withdraws no die falls; a policy that does not exist is refused."""
    table = hill()
    forecast = played_out(table.ruleset, table.game, ATTACK, {"reaction": "withdraw"})
    assert [case.chance for case in forecast.cases] == [1]
    assert "reaction: withdraw" in forecast.assumes[0]
    with pytest.raises(UsageError, match="no policy for reaction"):
        answered(table.ruleset, table.game, {"reaction": "flee"})


def test_the_first_dice_of_a_turn_are_forecast():
    """A march and an attack, judged without dice: what the attack can bring is told; nothing rolls."""
    table = Table("skirmish").place("red-1 in 0204", "blue-1 in 0202", "blue-2 in 0601").at("march")
    game = answered(table.ruleset, table.game)
    turn = Turn(w.RED, (w.March("red-1", ("0203",)), w.Attack("red-1", "blue-1")))
    seen = preview(table.ruleset, game, turn)
    assert seen.needs_dice
    (forecast,) = at_first_die(table.ruleset, game, seen)
    assert forecast.about == "0202"
    assert not at_first_die(
        table.ruleset, game, preview(table.ruleset, game, Turn(w.RED, turn.orders[:1]))
    )


def test_cases_that_are_alike_become_one():
    """Chances add up; impossible cases go; expectation and chance are sums over the rest."""
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    cases = merged(
        [Case(quarter, "hit", (("red", 2),), ("sunk",)), Case(half, "miss"), Case(Fraction(0), "never"),
         Case(quarter, "hit", (("red", 2),), ("sunk",))]
    )  # fmt: skip
    forecast = Forecast("naval", "a shot", "1", cases)
    assert [case.chance for case in forecast.cases] == [half, half]
    assert forecast.expected("red") == 1
    assert forecast.chance_of("sunk") == half
    assert forecast.document["cases"][0] == {
        "chance": "1/2", "result": "hit", "lost": {"red": 2}, "facts": ["sunk"],
    }  # fmt: skip

"""Forecasts of the rulebooks' examples, and sums that can be done by hand."""

from fractions import Fraction
from pathlib import Path

import pytest

from sealion_pbem.engine.ahead import Timed
from sealion_pbem.engine.forecast import Forecast, Forecasting
from sealion_pbem.engine.game import Game, orders_from_wire
from sealion_pbem.engine.loop import preview
from sealion_pbem.engine.outcomes import at_first_die
from sealion_pbem.engine.turn import Turn
from sealion_pbem.rulesets.sealion import odds as counted_odds
from sealion_pbem.rulesets.sealion.editions import DELUXE
from sealion_pbem.rulesets.sealion.events.air import AirSetFought
from sealion_pbem.rulesets.sealion.events.combat import CombatFought
from sealion_pbem.rulesets.sealion.forecasts import fate
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import TouchDown
from sealion_pbem.umpire.scenario import adjudicate
from tests.sealion_forecasts import NAMED, READ, SITUATIONS, event_of, jump
from tests.sealion_table import table


def only(name: str) -> Forecast:
    (forecast,) = SITUATIONS[name]().forecasts()
    return forecast


def chances(forecast: Forecast) -> dict[str, Fraction]:
    return {case.result: case.chance for case in forecast.cases}


def test_8_4_norfolk_against_hipper_by_hand():
    """8.4  4 against 4: of 36 pairs 15 are higher, one of them double; of six ties ones miss each other."""
    assert chances(only("8.4 Norfolk and Hipper")) == {
        "no hit": Fraction(1, 36),
        "Adm. Hipper loses a step": Fraction(14, 36),
        "Adm. Hipper is sunk": Fraction(1, 36),
        "those that fire lose a step": Fraction(14, 36),
        "those that fire lose 2 steps": Fraction(1, 36),
        "Adm. Hipper loses a step; those that fire lose a step": Fraction(5, 36),
    }


def test_10_7_a_bomber_of_four_by_hand():
    """10.7, 10.9  A roll up to 4 hits; Norfolk's 4 are below that, so that its flak does nothing."""
    forecast = only("10.7 a bomber and a cruiser")
    assert forecast.chance(lambda case: case.losses_of("british") > 0) == Fraction(4, 6)
    assert forecast.expected("german") == 0


def test_14_5_1_a_bomber_of_four_over_a_brigade_of_two_by_hand():
    """14.5.1  It adds 2: four pairs of 36 are then equal, six lower; it comes through on 26."""
    assert counted_odds.shot_odds(2) == {
        "hit": Fraction(4, 36),
        "driven off": Fraction(6, 36),
        "missed": Fraction(26, 36),
    }
    assert only("14.5.1 AA fire before the combat").expected("german") >= Fraction(4, 36)


def test_11_7_over_5016_the_regiment_lives_whichever_way_it_drifts():
    """11.7, A-101  The example's hex: six neighbours on land, each on one face, 5115 on a 2."""
    position = jump("5016", last=False)
    (drift,) = position.ruleset.forecasts(
        position.state, TouchDown("de_1st_fj", spare_transport=True)
    )
    assert [case.result.removeprefix("drifts to ") for case in drift.cases] == [
        "5015", "5115", "5116", "5017", "4916", "4915",
    ]  # fmt: skip
    assert not drift.chance_of("lost")


def test_3_0_rain_falls_on_a_six_from_turn_3_on():
    """3.0  Turns 1 and 2 are clear for certain."""
    assert fate.of_weather(DELUXE, 2).chance_of("rain") == 0
    assert fate.of_weather(DELUXE, 3).chance_of("rain") == Fraction(1, 6)


def test_4_1_ten_factories_need_a_five_for_parliament():
    """4.1, 4.2  With ten of fifteen a 5 or 6 wins; Churchill's two dice do on 30 of 36."""
    state = table(bonus=10).state
    assert fate.of_parliament(state).chance_of("wins") == Fraction(2, 6)
    assert fate.of_churchill(state).chance_of("wins") == Fraction(30, 36)


SHIPPED = Path(__file__).resolve().parents[2] / "examples" / "scenarios"
WORKED = (
    "7.3-friedrich-august-supports", "8.1-targeting", "10.3-two-missions",
    "10.3-a-fighter-goes-for-a-bomber", "10.5-furball", "10.5-furball-2016", "11.7-drift",
    "12.0-air-support-in-a-city", "12.1-london-and-a-bunker-line",
    "12.1-london-and-a-bunker-line-2016", "13.3-both-out-of-supply", "4.1-parliament",
)  # fmt: skip


@pytest.mark.parametrize("name", WORKED)
def test_what_happens_in_a_worked_example_was_forecast(name):
    """The examples of both rulebooks: the first dice of each turn come to a case that was foretold.

    Land combats have the totals, column and modifiers of the forecast too.
    """
    judged = adjudicate((SHIPPED / f"sealion-{name}.json").read_bytes())
    met = 0
    for turn in judged.turns:
        game = Game("0" * 64, turn.before)
        given = Turn(turn.seat, orders_from_wire(judged.ruleset, turn.orders))
        seen = preview(judged.ruleset, game, given)
        for forecast in at_first_die(judged.ruleset, game, seen):
            is_later = forecast.kind == "air" and not any(
                isinstance(e, AirSetFought) and e.first[0] == forecast.about
                for e in turn.outcome.events
            )
            if is_later:
                continue
            met += 1
            result, facts = READ[forecast.kind](forecast, turn.before, turn.outcome)
            if forecast.kind in NAMED:
                assert result in {case.result for case in forecast.cases}
            else:
                assert facts in [set(case.facts) for case in forecast.cases]
            fought = event_of(turn.outcome, CombatFought, hex=forecast.about)
            if fought:
                totals = [force.total for force in forecast.clash.forces]
                assert totals == [str(fought.attack_total), str(fought.defence_total)]
                assert forecast.clash.column.startswith(f"{fought.column} ")
                lines = {line.name: line.value for line in forecast.clash.factors}
                assert lines == {line.name: line.value for line in fought.modifiers}
    assert met


@pytest.mark.parametrize(
    ("name", "london"),
    [("12.1-london-and-a-bunker-line", -2), ("12.1-london-and-a-bunker-line-2016", -4)],
)
def test_12_1_the_forecast_names_london_and_the_bunker_line(name, london):
    """12.1  Minus two (2016: four) for London, minus one for the bunkers, each with its rule."""
    judged = adjudicate((SHIPPED / f"sealion-{name}.json").read_bytes())
    (turn,) = judged.turns
    (order,) = orders_from_wire(judged.ruleset, turn.orders)
    assert not isinstance(order, Timed)
    assert isinstance(judged.ruleset, Forecasting)
    for forecast in judged.ruleset.forecasts(turn.before, order):
        lines = {(line.name, line.rule): line.value for line in forecast.clash.factors}
        assert lines["London", "12.1"] == london
        assert lines["unfortified bunker line", "12.1"] == -1

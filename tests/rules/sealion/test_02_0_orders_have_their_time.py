"""2.0, 3.1  Each order has its turn and its stage; none slips into another."""

from collections.abc import Sequence
from typing import Any

import pytest

from sealion_pbem.engine.ahead import Queued, Timed
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.dice import NoDice, ScriptedDice
from sealion_pbem.engine.game import Game, begin, orders_from_wire, pending
from sealion_pbem.engine.loop import preview, run
from sealion_pbem.engine.turn import Outcome, Turn
from sealion_pbem.engine.words import Json
from sealion_pbem.rulesets.sealion.events.combat import AttackDeclared, CombatFought
from sealion_pbem.rulesets.sealion.events.general import StageEnded, UnitsMoved
from sealion_pbem.rulesets.sealion.rules.ch05_deploying import Deploy
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State
from tests.sealion_table import EDITIONS, both_editions

CAMPAIGN = "0" * 64
STACK = ["de_12_inf", "de_rkt"]


def played(edition: str, units: dict[str, list[str]], **position: Json) -> Game[State]:
    """A game in a position; what is not placed is out of it."""
    ruleset = EDITIONS[edition]
    document = {"turn": 2, "churchill": "evacuated", "units": units, **position}
    return begin(ruleset, CAMPAIGN, ruleset.position(ruleset.setup("invasion", {}), document))


def given(
    edition: str, game: Game[State], *orders: dict[str, Json], dice: Sequence[int] = ()
) -> Outcome[State]:
    """What a file of the seat that is asked comes to; the dice fall as written, and no others do."""
    ruleset = EDITIONS[edition]
    asked = pending(ruleset, game)
    assert asked is not None
    written = orders_from_wire(ruleset, list(orders))
    faces = ScriptedDice(dice)
    outcome = run(ruleset, game, Turn(asked.seat, written), faces)
    assert not faces.left()
    return outcome


def why(violations: Any) -> list[tuple[str, str, str]]:
    return [(found.rule, found.code, found.at) for found in violations]


def returned(outcome: Outcome[State]) -> list[tuple[str, int, list[tuple[str, str, str]]]]:
    return [(back.seat, back.count, why(back.violations)) for back in outcome.returned]


def order(kind: str, **members: Json) -> dict[str, Json]:
    return {"kind": kind, **members}


def march(units: list[str], *path: str, **time: Json) -> dict[str, Json]:
    return order("march", units=units, path=list(path), **time)


@both_editions
def test_11_4_a_second_march_of_a_stack_is_not_carried_out_a_turn_later(edition):
    """The stack has moved, nobody is left to, and the step closes by itself: the file is refused."""
    game = played(edition, {"2918": STACK, "A": ["de_emden"]}, step=6, landed=STACK)

    outcome = given(edition, game, march(STACK, "2818"), march(STACK, "2718"))

    assert why(outcome.refused) == [("2.1", "over", "/orders/1/kind")]
    (violation,) = outcome.refused
    assert (
        "land movement (step 6), which is over (it ends by itself when nobody is left to move"
        in (violation.text)
    )
    assert 'for the next game turn write "turn": 3 beside it' in violation.text


@both_editions
def test_11_4_a_second_march_that_waits_comes_back_and_goes_nowhere(edition):
    """With the British to move at sea it is kept; when the German is asked again it comes back to him."""
    units = {"2918": STACK, "G": ["uk_hood"], "2001": ["uk_1_lon"]}
    game = played(edition, units, step=6, landed=STACK)

    first = given(edition, game, march(STACK, "2818"), march(STACK, "2718"))
    assert not first.refused
    assert first.game.queued[GERMAN] == (Queued(March(tuple(STACK), ("2718",)), 2),)

    game = first.game
    for dice in ((), (), (1,)):
        last = given(edition, game, order("done"), dice=dice)
        game = last.game

    assert (game.state.turn, game.state.step) == (3, 6)
    assert returned(last) == [("german", 1, [("2.1", "turn_over", "")])]
    assert "march was for turn 2; the game is in turn 3" in last.returned[0].violations[0].text
    assert game.state.units["de_12_inf"].place == "2818"


@both_editions
def test_3_1_air_orders_written_ahead_come_back_when_it_rains(edition):
    """The British end turn 2 and a 6 is rolled: flights of turn 3 come back, the march goes on."""
    units = {"2918": ["de_12_inf"], "France": ["de_jg2"], "2001": ["uk_1_lon"]}
    game = played(edition, units, step=6, landed=["de_12_inf"])
    flights = [
        order("fly", units=["de_jg2"], place="A", turn=3),
        order("done", stage="air movement"),
        march(["de_12_inf"], "2818"),
    ]
    game = given(edition, game, order("done"), order("done", stage="step 11"), *flights).game

    outcome = given(edition, game, order("done"), dice=[6])

    assert outcome.game.state.weather == "rain"
    assert returned(outcome) == [("german", 1, [("3.1", "rain", "/kind")])]
    assert outcome.lapsed == ((GERMAN, Queued(Done(), 3, "air movement")),)
    assert UnitsMoved(("de_12_inf",), ("2818",)) in outcome.events


@both_editions
def test_3_1_in_clear_weather_the_same_orders_are_carried_out(edition):
    """A 1 is rolled instead: the fighter flies, and the march follows."""
    units = {"2918": ["de_12_inf"], "France": ["de_jg2", "de_jg3"], "2001": ["uk_1_lon"]}
    game = played(edition, units, step=6, landed=["de_12_inf"])
    flights = [
        order("fly", units=["de_jg2"], place="A", turn=3),
        order("done", stage="air movement"),
        march(["de_12_inf"], "2818"),
    ]
    game = given(edition, game, order("done"), order("done", stage="step 11"), *flights).game

    outcome = given(edition, game, order("done"), dice=[1])

    assert not outcome.returned
    assert not outcome.lapsed
    assert outcome.game.state.units["de_12_inf"].place == "2818"


@both_editions
def test_3_1_an_order_for_a_step_that_rain_skips_is_refused_at_once(edition):
    """It rains in turn 3: a flight for step 11 behind the end of step 6 is not kept in silence."""
    units = {"2918": ["de_12_inf"], "France": ["de_jg2"], "G": ["uk_hood"]}
    game = played(edition, units, turn=3, weather="rain", step=6, landed=["de_12_inf"])
    flight = order("fly", units=["de_jg2"], place="A")

    outcome = given(edition, game, order("done"), flight)

    assert why(outcome.refused) == [("3.1", "rain", "/orders/1/kind")]
    assert not given(edition, game, order("done"), {**flight, "turn": 4}).refused


@both_editions
def test_2_0_what_is_never_possible_is_refused_for_any_turn(edition):
    """Churchill is not the German's to evacuate, in turn 7 either; and no flight is for step 6."""
    game = played(edition, {"A": ["de_emden"]}, step=2)

    orders = [
        order("done"),
        order("evacuate_churchill", turn=7),
        order("fly", units=["de_jg2"], place="A", stage="step 6"),
    ]

    assert why(given(edition, game, *orders).refused) == [
        ("4.3", "other_player", "/orders/1/kind"),
        ("2.1", "other_stage", "/orders/2/stage"),
    ]


@both_editions
def test_5_0_set_up_and_the_first_turn_are_one_file(edition):
    """The German sets up and sails before the British have set up: set-up counts as turn 1."""
    ruleset = EDITIONS[edition]
    game = begin(ruleset, CAMPAIGN, ruleset.setup("invasion", {}))
    hand = ruleset.answer(game.state, "default")
    assert isinstance(hand, Deploy)
    deploy = order("deploy", places=hand.places)
    sail = order("sail", units=["de_emden"], path=["A"])

    game = given(edition, game, deploy, order("done"), sail, order("done", stage="step 2")).game
    assert [queued.turn for queued in game.queued[GERMAN]] == [1, 1]
    hand = ruleset.answer(game.state, "default")
    assert isinstance(hand, Deploy)
    outcome = run(ruleset, game, Turn(BRITISH, (hand, Done())), ScriptedDice([1] * 60))

    assert not outcome.refused
    assert UnitsMoved(("de_emden",), ("A",)) in outcome.events
    assert StageEnded("naval movement") in outcome.events


@both_editions
def test_2_1_a_step_is_named_by_its_number(edition):
    """Step 6 is all of it: the march, the end of movement and the attack."""
    units = {"2819": ["de_12_inf", "de_rkt"], "2918": ["uk_cdo"], "A": ["de_emden"]}
    game = played(edition, units, step=2, landed=STACK)

    orders = [
        order("done", stage="step 2"),
        march(STACK, "2918", stage="step 6"),
        order("done", stage="step 6"),
        order("attack", hex="2918", stage="step 6"),
    ]
    outcome = given(edition, game, *orders, dice=[6])

    assert not outcome.refused
    assert any(isinstance(event, CombatFought) for event in outcome.events)


@both_editions
def test_10_1_a_flight_for_step_10_is_not_used_up_in_the_reaction_of_step_4(edition):
    """It names its step: the British are asked in step 4 all the same, and it is flown in step 10."""
    units = {"Britain": ["uk_ftr_10_group", "uk_ftr_11_group_a"], "2918": ["de_12_inf"]}
    game = played(edition, units, step=4, landed=["de_12_inf"])
    flight = order("fly", units=["uk_ftr_10_group"], place="A", stage="step 10")

    early = given(edition, game, flight)
    assert why(early.refused) == [("2.2", "not_yet", "/orders/0/stage")]
    assert "to give it now, name no stage or 'air reaction'" in early.refused[0].text

    waits = given(edition, game, order("done", stage="air reaction"), flight)
    assert waits.game.state.units["uk_ftr_10_group"].place == "Britain"
    outcome = given(edition, waits.game, order("done"))
    assert outcome.game.state.step == 10
    assert outcome.game.state.units["uk_ftr_10_group"].place == "A"


@both_editions
def test_12_3_an_advance_of_a_combat_that_was_lost_comes_back_and_the_next_attack_goes_on(edition):
    """Two attacks in one file with an advance between them; a 1 throws the first back."""
    attackers = {"de_12_inf": "2819", "de_4_pz": "3519"}
    where = {"de_12_inf": "2918", "de_4_pz": "3618"}
    game = played(
        edition,
        {"2918": ["de_12_inf", "uk_1_inf"], "3618": ["de_4_pz", "uk_cdo"], "2001": ["uk_1_lon"]},
        step=6, stage="land combat", landed=[*attackers],
        came_from={name: [start, where[name]] for name, start in attackers.items()},
    )  # fmt: skip

    orders = [
        order("attack", hex="2918"),
        order("advance", units=["de_12_inf"], hex="3018"),
        order("attack", hex="3618"),
    ]
    outcome = given(edition, game, *orders, dice=[1, 6])

    assert returned(outcome) == [("german", 1, [("12.3", "not_called_for", "/orders/1/kind")])]
    assert "no combat was won just now" in outcome.returned[0].violations[0].text
    assert any(isinstance(e, AttackDeclared) and e.hex == "3618" for e in outcome.events)


@both_editions
def test_2_0_a_done_with_its_stage_ends_that_stage(edition):
    """The stage in which the game is, as with a plain done."""
    game = played(edition, {"A": ["de_emden"], "2918": ["de_12_inf"]}, landed=["de_12_inf"])

    named = given(edition, game, order("done", stage="naval movement"))

    assert named.events[0] == StageEnded("naval movement")
    assert given(edition, game, order("done")).game.state == named.game.state


@both_editions
def test_2_0_a_done_for_a_stage_to_come_is_refused(edition):
    """Written too early it would end the wrong stage; and no turn has a stage called tea time."""
    game = played(edition, {"A": ["de_emden"], "France": ["de_jg2"]})

    early = given(edition, game, order("done", stage="air movement"))
    unknown = given(edition, game, order("done", stage="tea time"))

    assert why(early.refused) == [("2.1", "not_yet", "/orders/0/stage")]
    assert "the game is in naval movement (step 2) of turn 2" in early.refused[0].text
    assert why(unknown.refused) == [("2.1", "unknown_stage", "/orders/0/stage")]


@both_editions
@pytest.mark.parametrize("late", ["naval movement", "german set-up", "step 13"])
def test_2_0_a_done_for_a_stage_that_is_over_or_not_his_is_dropped(edition, late):
    """There is nothing for it to end: it is reported, and the next order counts."""
    game = played(edition, {"2918": ["de_12_inf"], "France": ["de_jg2"]}, landed=["de_12_inf"])
    assert game.state.stage == "air movement"

    flight = order("fly", units=["de_jg2"], place="A")
    outcome = given(edition, game, order("done", stage=late), flight)

    assert not outcome.refused
    assert outcome.stands == 2
    assert outcome.lapsed == ((GERMAN, Queued(Done(), 2, late)),)
    assert outcome.game.state.units["de_jg2"].place == "A"


@both_editions
def test_2_0_a_late_done_does_not_stop_an_attack(edition):
    """It is dropped also where the pending decision takes no done at all."""
    came = {"de_12_inf": ["2819", "2918"]}
    units = {"2918": ["de_12_inf", "uk_cdo"], "2001": ["uk_1_lon"]}
    game = played(edition, units, step=6, stage="land combat", came_from=came)

    orders = [order("done", stage="land movement"), order("attack", hex="2918")]
    outcome = given(edition, game, *orders, dice=[6])

    assert [queued.stage for _, queued in outcome.lapsed] == ["land movement"]
    assert any(isinstance(event, CombatFought) for event in outcome.events)


@both_editions
def test_2_0_what_is_offered_names_no_stage_and_commanders_do(edition):
    """An offer is for now; who writes a file says which stage he means to end."""
    game = played(edition, {"A": ["de_emden"]}, step=2)
    ruleset = EDITIONS[edition]

    assert Done() in list(ruleset.offers(game.state))
    ends = [
        written
        for seed in range(40)
        for written in RandomCommander(bytes([seed])).turn(ruleset, game, GERMAN).orders
        if written.kind == "done"
    ]
    assert ends
    assert all(isinstance(written, Timed) and written.stage for written in ends)


@both_editions
def test_2_0_a_commander_who_goes_on_into_the_next_turn_says_so(edition):
    """Turn 1 ends without a die and the next begins: his orders for it name turn 2, and all stand."""
    units = {"4915": ["de_airtransport_1"], "A": ["de_emden", "de_koeln"]}
    game = played(
        edition, units, turn=1, step=15, stage="transports", last_german=["4915"], ever_german=["4915"]
    )  # fmt: skip
    ruleset = EDITIONS[edition]
    files = [RandomCommander(bytes([seed])).turn(ruleset, game, GERMAN) for seed in range(40)]

    assert all(not preview(ruleset, game, file).refused for file in files)
    turns = [[o.turn for o in file.orders if isinstance(o, Timed) and o.turn] for file in files]
    assert [2] in turns


def test_2_0_a_preview_without_dice_says_the_same():
    """What is impossible at signing is refused before any die is asked for."""
    game = played("sealion-deluxe", {"2918": ["de_12_inf", "uk_cdo"]}, step=6, stage="land combat",
                  came_from={"de_12_inf": ["2819", "2918"]})  # fmt: skip
    ruleset = EDITIONS["sealion-deluxe"]
    orders = orders_from_wire(ruleset, [order("attack", hex="2918"), march(["de_12_inf"], "2818")])

    found = preview(ruleset, game, Turn(GERMAN, orders), NoDice())

    assert why(found.refused) == [("2.1", "over", "/orders/1/kind")]


@both_editions
@pytest.mark.parametrize("last", [7, 12])
def test_2_1_no_order_is_for_a_turn_after_the_last_of_the_track(edition: str, last: int):
    """2.1  The last turn may be named, the one after it may not; the section of the edition is cited."""
    ruleset = EDITIONS[edition]
    document = {"turn": 2, "step": 6, "churchill": "evacuated", "units": {"2918": ["de_12_inf"]}}
    start = ruleset.setup("invasion", {"turns": last})
    game = begin(ruleset, CAMPAIGN, ruleset.position(start, {**document, "landed": ["de_12_inf"]}))

    late = given(edition, game, order("done"), march(["de_12_inf"], "2818", turn=last + 1))

    assert why(late.refused) == [("2.1", "after_last_turn", "/orders/1/turn")]
    assert late.refused[0].text == f"turn {last + 1} never comes; the last is turn {last}"
    timely = given(edition, game, march(["de_12_inf"], "2818", turn=last))
    assert why(timely.refused) == [("2.1", "not_yet", "/orders/0")]

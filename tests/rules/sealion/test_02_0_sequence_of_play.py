"""2.0  Sequence of play: fifteen steps in a strict order."""

from typing import Any

from sealion_pbem.engine.dice import ScriptedDice
from sealion_pbem.engine.game import Game, begin
from sealion_pbem.engine.loop import Outcome, Turn, run
from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets.sealion.events.combat import CombatFought
from sealion_pbem.rulesets.sealion.events.general import StageBegun, StageEnded, StageWasOver
from sealion_pbem.rulesets.sealion.rules.ch02_sequence import stages
from sealion_pbem.rulesets.sealion.rules.ch10_air.placement import Fly
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.orders import Attack
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.state import GERMAN, State
from tests.sealion_table import EDITIONS, both_editions, table


def steps(events):
    """The steps that began, without repetitions."""
    begun = [event.step for event in events if isinstance(event, StageBegun)]
    return [step for number, step in enumerate(begun) if not number or begun[number - 1] != step]


@both_editions
def test_2_1_the_german_player_turn_is_steps_1_to_8(edition):
    """The table of stages has the German's steps first, each step's parts in their order."""
    numbers = [stage.step for stage in stages() if stage.step]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, 16))


@both_editions
def test_3_1_rain_leaves_out_air_and_night_steps(edition):
    """In a rain turn nobody flies and nobody sails at night: steps 3 to 5, 7, 10 to 12 and 14."""
    rainy = [stage.step for stage in stages() if not stage.rain and "airborne" not in stage.name]
    assert sorted(set(rainy)) == [3, 4, 5, 7, 10, 11, 12, 14]


@both_editions
def test_2_0_an_empty_board_runs_through_to_the_last_turn(edition):
    """With no units nobody is asked: every step of every turn begins, and the British win."""
    position = table(edition, turn=1, step=1, stage="weather").dice(*[1] * 20)
    position.go_on()
    assert position.state.winner == "british"
    assert position.state.turn == 10


@both_editions
def test_2_0_a_shorter_track_ends_the_game_sooner(edition):
    """The length of the turn track is a setting."""
    position = table(edition, turn=1, step=1, stage="weather", options={"turns": 7})
    position.dice(*[1] * 20).go_on()
    assert position.state.turn == 7


@both_editions
def test_2_0_steps_begin_in_order(edition):
    """A clear game turn begins each of its steps once, in order."""
    position = table(edition, turn=9, step=15, stage="supply").dice(1)
    assert steps(position.go_on()) == list(range(1, 16))


@both_editions
def test_2_0_a_rain_turn_has_fewer_steps(edition):
    """After a 6 only the sea, land and end steps are played."""
    position = table(edition, turn=9, step=15, stage="supply").dice(6)
    assert steps(position.go_on()) == [1, 2, 6, 8, 9, 13, 15]


def test_2_2_step_9_is_at_sea_only():
    """2.2  Ships move and fight in step 9; there is no air combat in it (A-1)."""
    assert [stage.name for stage in stages() if stage.step == 9] == [
        "naval movement",
        "naval combat",
    ]


def test_2_2_the_british_player_turn_is_steps_9_to_15():
    """2.2  Only reactions and transports of the German stand in it."""
    german = [s.name for s in stages() if s.step >= 9 and s.seat == "german"]
    assert german == ["air reaction", "transports"]


@both_editions
def test_3_1_no_airborne_landing_in_rain(edition):
    """3.1  Rain needs no modifier for touchdown: nobody lands from the air in it (A-8)."""
    (landings,) = [stage for stage in stages() if stage.name == "airborne landings"]
    assert not landings.rain
    position = table(edition, turn=9, step=15, stage="supply").dice(6)
    names = {event.stage for event in position.go_on() if isinstance(event, StageBegun)}
    assert "airborne landings" not in names
    assert "land movement" in names


def fleet(edition: str, **facts: Any) -> Game[State]:
    """A German cruiser off the Convoy box and a division ashore, in step 2 of turn 2."""
    ruleset = EDITIONS[edition]
    units = {"A": ["de_emden"], "2918": ["de_12_inf"], "France": ["de_jg2"], "Convoy": ["de_koeln"]}
    document = {"turn": 2, "step": 2, "units": units, **facts}
    return begin(ruleset, "0" * 64, ruleset.position(ruleset.setup("invasion", {}), document))


def told(edition: str, game: Game[State], *orders: Order) -> Outcome[State]:
    """What a German turn file comes to; dice are there if they fall."""
    return run(EDITIONS[edition], game, Turn(GERMAN, orders), ScriptedDice([1] * 40))


@both_editions
def test_2_0_a_done_with_its_stage_ends_that_stage(edition):
    """The stage the game is in is over, as with a plain done."""
    outcome = told(edition, fleet(edition), Done("naval movement"))
    assert not outcome.refused
    assert outcome.events[0] == StageEnded("naval movement")
    assert told(edition, fleet(edition), Done()).game.state.stage == outcome.game.state.stage


@both_editions
def test_2_0_a_done_for_a_stage_to_come_is_refused(edition):
    """Written too early it would end the wrong stage; the refusal says where the game is."""
    for stage in ("air movement", "tea time", "british set-up"):
        (violation,) = told(edition, fleet(edition), Done(stage)).refused
        assert (violation.rule, violation.code) == ("2.0", "other_stage")
        assert violation.at == "/orders/0/stage"
        assert "the game is in 'naval movement'" in violation.text


@both_editions
def test_2_0_a_done_for_a_stage_that_is_over_changes_nothing(edition):
    """There is no ship to move: the stage ends by itself, and the done does not fall into the next."""
    game = fleet(edition, units={"2918": ["de_12_inf"], "France": ["de_jg2"]})
    assert game.state.stage == "air movement"
    outcome = told(edition, game, Done("naval movement"), Fly(("de_jg2",), "A"))
    assert not outcome.refused
    assert outcome.stands == 2
    assert outcome.events[0] == StageWasOver("naval movement")
    assert outcome.game.state.units["de_jg2"].place == "A"
    assert "was over already" in EDITIONS[edition].tell(outcome.events[0])


@both_editions
def test_2_0_a_late_done_does_not_stop_an_attack(edition):
    """It is passed over also where the pending decision takes no done at all."""
    units = {"2918": ["de_12_inf", "uk_1_lon"]}
    came = {"de_12_inf": ["2819", "2918"]}
    game = fleet(edition, step=6, stage="land combat", units=units, came_from=came)
    outcome = told(edition, game, Done("land movement"), Attack("2918"))
    assert not outcome.refused
    assert StageWasOver("land movement") in outcome.events
    assert any(isinstance(event, CombatFought) for event in outcome.events)


@both_editions
def test_2_0_rain_passes_over_the_stages_it_leaves_out(edition):
    """3.1  A done for the air movement of a rain turn is no fault."""
    game = fleet(edition, weather="rain", step=6, stage="land movement")
    outcome = told(edition, game, Done("air movement"), Done("land movement"))
    assert not outcome.refused
    assert outcome.events[:2] == (StageWasOver("air movement"), StageEnded("land movement"))


@both_editions
def test_2_0_what_is_offered_names_its_stage(edition):
    """Templates and commanders write the stage, so that nothing they queue goes astray."""
    game = fleet(edition)
    offers = [o for o in EDITIONS[edition].offers(game.state) if isinstance(o, Done)]
    assert offers == [Done("naval movement")]

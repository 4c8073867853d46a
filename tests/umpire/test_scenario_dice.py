"""Dice of a scenario fall from the first moment on; where they end, what came before is still told."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sealion_pbem.cli.root import cli
from sealion_pbem.engine.capability import WritesPositions
from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.errors import InvalidFileError, SchemaError
from sealion_pbem.rulesets.sealion.rules.ch02_sequence import SEQUENCE
from sealion_pbem.rulesets.sealion.rules.ch04_victory import tally
from sealion_pbem.umpire.scenario import Adjudication, adjudicate
from tests.sealion_table import both_editions

GERMANS = {"2918": ["de_12_inf"]}
BRITISH = {"2918": ["uk_1_lon"]}
LEFT_OUT = [(stage.step, stage.name) for stage in SEQUENCE.stages if not stage.rain]
PLAYED = [(stage.step, stage.name) for stage in SEQUENCE.stages if stage.rain and stage.step]


def scene(edition: str, position: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A scenario of a position in which nobody has ordered anything."""
    members = {"kind": "scenario", "ruleset": edition, "position": position, "turns": []}
    return {**members, **more}


def judge(document: dict[str, Any]) -> Adjudication:
    return adjudicate(json.dumps(document).encode())


def kinds(judged: Adjudication) -> list[str]:
    return [event.kind for event in judged.opening]


@both_editions
def test_4_1_a_die_that_falls_before_anybody_is_asked_is_taken_from_the_file(edition):
    """4.1  A German stands in Parliament and has not rolled: the 4 in the file is rolled at once."""
    position = {"turn": 8, "step": 6, "units": {"4409": ["de_7_pz"]}}
    judged = judge(scene(edition, position, dice={"by_purpose": {"Parliament": [4]}}))
    assert kinds(judged) == ["dice_rolled", "parliament_taken"]
    assert tally(judged.game.state) == 4
    assert judged.unused_dice == 0
    assert (judged.decision.seat, judged.decision.kind) == ("german", "land_movement")


@both_editions
@pytest.mark.parametrize(
    ("step", "units", "asked"), [(15, BRITISH, "british"), (8, GERMANS, "german")]
)
def test_3_0_the_weather_is_rolled_where_a_turn_ends_by_itself(edition, step, units, asked):
    """2.2, 3.0  Nobody has anything left to do: the next turn begins, with rain as the file says."""
    position = {"turn": 6, "step": step, "units": units, "last_german": ["2918"]}
    if asked == "british":
        del position["last_german"]
    judged = judge(scene(edition, position, dice={"faces": [6]}))
    assert "weather_determined" in kinds(judged)
    state = judged.game.state
    assert (state.turn, state.weather, judged.unused_dice) == (7, "rain", 0)
    assert (judged.decision.seat, judged.decision.kind) == (asked, "land_movement")


@both_editions
@pytest.mark.parametrize(("face", "weather"), [(5, "clear"), (6, "rain")])
def test_3_0_a_position_in_step_1_rolls_the_weather(edition, face, weather):
    """3.0  The German rolls at the beginning of the turn; what the file says is last turn's weather."""
    before = "rain" if weather == "clear" else "clear"
    position = {"turn": 5, "step": 1, "weather": before, "units": GERMANS}
    judged = judge(scene(edition, position, dice={"faces": [face]}))
    roll = next(event for event in judged.opening if isinstance(event, DiceRolled))
    assert roll.label == "T05/S01/3.0/weather"
    assert judged.game.state.weather == weather


@both_editions
def test_5_1_a_position_in_step_1_lets_reinforcements_arrive(edition):
    """2.1, 5.1  Those of turn 4 come to the Convoy box before the weather of turn 4 is rolled."""
    position = {"turn": 4, "step": 1, "units": {"Turn 4": ["de_12_inf"]}}
    judged = judge(scene(edition, position, dice={"faces": [1]}))
    assert kinds(judged)[:3] == ["unit_placed", "dice_rolled", "weather_determined"]
    assert judged.game.state.units["de_12_inf"].place == "Convoy"


@both_editions
def test_3_0_turns_1_and_2_need_no_die_in_step_1(edition):
    """3.0  The weather of turns 1 and 2 is always clear, and no face is wanted."""
    judged = judge(scene(edition, {"turn": 2, "step": 1, "units": GERMANS}))
    assert judged.unfinished is None
    assert judged.game.state.weather == "clear"


@both_editions
@pytest.mark.parametrize(("step", "stage"), LEFT_OUT)
def test_3_1_a_position_in_rain_is_refused_where_rain_leaves_the_stage_out(edition, step, stage):
    """3.1  Air and night steps are not played in rain, nor do parachutists come down in it."""
    position = {"turn": 5, "step": step, "stage": stage, "weather": "rain", "units": GERMANS}
    with pytest.raises(SchemaError) as caught:
        judge(scene(edition, position))
    (fault,) = caught.value.faults
    assert fault.pointer == "/position/weather"
    assert "3.1" in str(fault)
    assert repr(stage) in str(fault)


@both_editions
def test_3_1_a_step_in_rain_is_refused_without_its_stage_too(edition):
    """3.1  Without `stage` the first part of the step is meant."""
    with pytest.raises(SchemaError, match="impossible"):
        judge(scene(edition, {"turn": 5, "step": 7, "weather": "rain", "units": GERMANS}))


@both_editions
@pytest.mark.parametrize(("step", "stage"), PLAYED)
def test_3_1_a_position_in_rain_is_read_where_the_stage_is_played(edition, step, stage):
    """3.1  All other stages are played in rain; dice may fall before somebody is asked."""
    position = {"turn": 5, "step": step, "stage": stage, "weather": "rain", "units": GERMANS}
    assert judge(scene(edition, position, dice={"seed": "ab" * 32})).decision is not None


@both_editions
def test_a_missing_first_die_is_named_with_what_happened_before_it(edition):
    """Without dice the weather cannot be rolled: no traceback, the stages up to there, the label."""
    position = {"turn": 6, "step": 15, "units": BRITISH}
    judged = judge(scene(edition, position))
    assert judged.unfinished is not None
    assert judged.unfinished.seat is None
    assert isinstance(judged.unfinished.fault, InvalidFileError)
    assert "T07/S01/3.0/weather" in judged.unfinished.fault.message
    assert kinds(judged)[-1] == "stage_begun"
    assert judged.turns == ()


BATTLE = {
    "turn": 5,
    "step": 2,
    "stage": "naval combat",
    "units": {"B": ["de_emden", "de_koeln", "uk_flot_1", "uk_flot_5"]},
}
ENGAGE = {
    "kind": "engage",
    "sector": "B",
    "targets": [["de_emden", "uk_flot_1"], ["de_koeln", "uk_flot_5"]],
}


def run(tmp_path: Any, document: dict[str, Any], *words: str) -> Result:
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(document))
    return CliRunner().invoke(cli, ["scenario", "run", str(file), *words])


@both_editions
def test_a_missing_later_die_leaves_what_was_resolved_before_it(edition, tmp_path):
    """8.4  The first duel is told with its loss; then the third die is missing and named; exit 3."""
    turns = [{"seat": "german", "orders": [ENGAGE]}]
    document = scene(edition, BATTLE, turns=turns, dice={"faces": [6, 2]})
    judged = judge(document)
    assert judged.unfinished is not None
    assert judged.unfinished.seat == "german"
    assert [event.kind for event in judged.unfinished.events] == [
        "sea_battle_begun", "dice_rolled", "dice_rolled", "salvo_fired", "unit_eliminated",
    ]  # fmt: skip
    result = run(tmp_path, document)
    assert result.exit_code == 3
    assert "german orders: engage" in result.stdout
    assert "1 Flotilla is eliminated (8.4)" in result.stdout
    assert "The game waits" not in result.stdout
    assert "no face is written for the roll 'T05/S02/8.4/B: Koeln fires at" in result.stderr
    facts = json.loads(run(tmp_path, document, "--json").stdout)
    assert facts["unfinished"]["seat"] == "german"
    assert facts["unfinished"]["events"][-1]["kind"] == "unit_eliminated"
    assert facts["state"]["units"]["uk_flot_1"] == ["Out", 0, ""]
    assert facts["waiting"] is None


@both_editions
def test_a_turn_before_the_missing_die_stands(edition):
    """What an earlier turn came to is judged as ever; only the last one is unfinished."""
    position = {**BATTLE, "step": 2, "stage": "naval movement"}
    done = {"kind": "done", "stage": "naval movement"}
    turns = [{"seat": "german", "orders": [done]}, {"seat": "german", "orders": [ENGAGE]}]
    judged = judge(scene(edition, position, turns=turns, dice={"faces": [6]}))
    assert len(judged.turns) == 1
    assert judged.game.state.stage == "naval combat"
    assert judged.unfinished is not None


@both_editions
def test_what_happens_before_anybody_is_asked_is_told(edition, tmp_path):
    """The dice and events of the beginning stand before the first turn, in words and as JSON."""
    position = {"turn": 8, "step": 6, "units": {"4409": ["de_7_pz"]}}
    document = scene(edition, position, dice={"by_purpose": {"Parliament": [4]}})
    result = run(tmp_path, document)
    assert result.exit_code == 0, result.output
    assert "before anybody is asked" in result.stdout
    assert "Parliament falls and counts as 4 factories" in result.stdout
    facts = json.loads(run(tmp_path, document, "--json").stdout)
    assert [event["kind"] for event in facts["opening"]] == ["dice_rolled", "parliament_taken"]
    assert facts["unfinished"] is None


@both_editions
def test_2_0_a_done_for_a_stage_of_an_earlier_turn_changes_nothing(edition):
    """2.0  The march was the last of turn 5, and turn 6 has come to land movement: that goes on."""
    position = {"turn": 5, "step": 6, "units": {"5512": ["de_12_inf"]}, "landed": ["de_12_inf"]}
    orders = [
        {"kind": "march", "units": ["de_12_inf"], "path": ["5413"]},
        {"kind": "done", "stage": "land movement"},
    ]
    turns = [{"seat": "german", "orders": orders}]
    judged = judge(scene(edition, position, turns=turns, dice={"faces": [1] * 3}))
    state = judged.game.state
    assert (state.turn, state.step, state.stage, state.ended) == (6, 6, "land movement", False)
    assert (judged.decision.seat, judged.decision.kind) == ("german", "land_movement")


def test_14_6_a_campaign_that_waits_in_step_1_is_read_as_the_same_state():
    """14.6  Parachutists are sealed in step 1 of turn 1: nothing of it happens a second time."""
    options = {"fake_parachutists": True}
    position = {"turn": 1, "step": 1, "units": {"France": ["de_sturm_a", "de_sturm_b"]}}
    document = scene("sealion-deluxe", position, options=options)
    judged = judge(document)
    assert judged.decision.kind == "seal_parachutists"
    assert isinstance(judged.ruleset, WritesPositions)
    again = judged.ruleset.write_position(judged.game.state)
    twice = judge(scene("sealion-deluxe", again, options=options))
    pack = judged.ruleset.pack
    assert pack(twice.game.state) == pack(judged.game.state)

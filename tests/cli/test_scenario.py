"""`sealion scenario run`: a position from a file, adjudicated in sentences or as JSON."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.campaigns import random_log, write_campaign
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.store import Store
from sealion_pbem.cli.root import cli
from sealion_pbem.umpire.log import read_log

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "scenarios"


def run(*words):
    return CliRunner().invoke(cli, ["scenario", *map(str, words)])


def changed(tmp_path, **members):
    """The hill example with other members."""
    document = json.loads((EXAMPLES / "skirmish-hill.json").read_bytes()) | members
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(document))
    return file


@pytest.mark.parametrize(
    "path", sorted(EXAMPLES.glob("skirmish-*.json")), ids=lambda path: path.stem
)
def test_examples_are_told(path):
    """Every example is legal; each order, event and the decision that follows is told."""
    result = run("run", path)
    assert result.exit_code == 0
    assert json.loads(path.read_bytes())["title"] in result.stdout
    assert "red orders: " in result.stdout
    assert "The game waits for " in result.stdout or "The game is over: " in result.stdout
    assert result.stderr == ""


def test_the_arithmetic_is_shown():
    """Dice with their label and rule, totals, and who must choose."""
    text = run("run", EXAMPLES / "skirmish-hill.json").stdout
    assert "dice for T03/red/3.3/red-1 attacks blue-1: 4 5 (rule 3.3, given)" in text
    assert "red-1 6 against blue-1 8: red-1 is beaten" in text


def test_a_fight_without_dice_is_forecast(tmp_path):
    """12.0 to 12.3  Forces, column and modifiers of the example, and what each face can bring."""
    path = EXAMPLES / "sealion-12.0-air-support-in-a-city.json"
    document = json.loads(path.read_bytes())
    del document["dice"]
    file = tmp_path / "fight.json"
    file.write_text(json.dumps(document))
    result = run("run", file)
    assert result.exit_code == 3
    assert "column 3 (attacker stronger)" in result.stdout
    assert "-2 city (12.1)" in result.stdout
    assert "16.7 % (1/6): one attacker and one defender reduced" in result.stdout
    (forecast,) = json.loads(run("run", file, "--json").stdout)["unfinished"]["forecasts"]
    assert sum(Fraction(case["chance"]) for case in forecast["cases"]) == 1


def test_standing_orders_and_lost_orders_are_told(tmp_path):
    """Who was answered for is said, and what is still to be ordered after the dice."""
    text = run("run", EXAMPLES / "skirmish-standing-orders.json").stdout
    assert "standing order 1 of blue answered reaction" in text
    orders = [
        {"kind": "attack", "unit": "red-1", "target": "blue-1"},
        {"kind": "march", "unit": "red-1", "path": ["0103"]},
    ]
    turns = [
        {"seat": "red", "orders": orders},
        {"seat": "blue", "orders": [{"kind": "stand"}]},
        {"seat": "red", "orders": [{"kind": "lose_step"}]},
    ]
    text = run("run", changed(tmp_path, turns=turns)).stdout
    assert "of red, still to be given: " in text


def test_json_holds_events_state_and_the_next_decision():
    """Every event has its members and its sentence."""
    facts = json.loads(run("run", EXAMPLES / "skirmish-hill.json", "--json").stdout)
    events = facts["turns"][1]["events"]
    assert [event["kind"] for event in events] == ["dice_rolled", "battle_fought"]
    assert events[1]["text"] == "red-1 6 against blue-1 8: red-1 is beaten"
    assert facts["waiting"]["seat"] == "blue"
    assert facts["state"]["units"]["red-1"][1] == "0204"


def test_an_illegal_order_ends_with_5_and_its_rules(tmp_path):
    """What went before is told; then every violation with its place and rule."""
    turns = [{"seat": "red", "orders": [{"kind": "march", "unit": "blue-1", "path": []}]}]
    for words in ([], ["--json"]):
        result = run("run", changed(tmp_path, turns=turns), *words)
        assert result.exit_code == 5
        assert "/turns/0" in result.stderr
        assert "/orders/0/unit" in result.stderr
        assert "[rule 1.3]" in result.stderr
    assert json.loads(result.stdout)["turns"][0]["refused"][0]["code"] == "not_your_unit"


def test_faces_left_over_are_a_warning(tmp_path):
    """Written faces that nobody rolled hint at a slip of the pen."""
    dice = {"by_purpose": {"red-1 attacks blue-1": [4, 5, 6]}}
    result = run("run", changed(tmp_path, dice=dice))
    assert result.exit_code == 0
    assert "warning: 1 of the faces written were not rolled" in result.stderr


def test_files_that_cannot_be_read_end_with_3(tmp_path):
    """Missing, empty, not JSON, not a scenario, dice that do not suffice."""
    assert run("run", tmp_path / "missing.json").exit_code == 3
    file = tmp_path / "file.json"
    for content in ("", "{", "[]", '{"kind": "turn"}', '{"a": 1, "a": 2}'):
        file.write_text(content)
        result = run("run", file)
        assert result.exit_code == 3, content
        assert result.stderr.startswith("sealion: ")
    assert run("run", changed(tmp_path, dice={"faces": [1]})).exit_code == 3


def test_a_wrong_subcommand_gets_a_suggestion():
    """`scenario rnu` means `scenario run`."""
    assert "Did you mean run?" in run("rnu").stderr


def test_the_position_of_a_campaign_becomes_a_scenario(tmp_path):
    """What `scenario from` writes is a scenario that stands where the campaign stood."""
    log = random_log("dispute", 4, "sealion-deluxe")
    write_campaign(tmp_path / "war", log)
    file = tmp_path / "now.json"
    written = run("from", tmp_path / "war", "-o", file)
    assert written.exit_code == 0, written.output
    facts = json.loads(run("run", file, "--json").stdout)
    record = read_log(Store(Folder(tmp_path / "war")).entries()).record
    assert facts["state"] == json.loads(json.dumps(record.ruleset.pack(record.game.state)))
    assert run("from", tmp_path / "war", "-o", file).exit_code == 2
    early = json.loads(run("from", tmp_path / "war", "--at", 0, "--json").stdout)["scenario"]
    assert early["position"]["stage"] == "german set-up"
    assert early["title"].endswith("after entry 0")
    assert run("from", tmp_path / "war", "--at", 9999).exit_code == 2


def test_a_game_that_does_not_write_positions_says_so(tmp_path):
    """Skirmish takes positions but does not write them."""
    write_campaign(tmp_path / "hill", random_log("hill", 2))
    result = run("from", tmp_path / "hill")
    assert result.exit_code == 2
    assert "does not write its positions down" in result.stderr

"""`sealion stats`: numbers that follow from the log, in three forms."""

import json
from collections import Counter

import orjson
from click.testing import CliRunner
from lxml import html as parser

from sealion_pbem.cli.root import cli
from tests.campaigns import make_campaign
from tests.histories import files_of, storied


def run(*words):
    return CliRunner().invoke(cli, ["stats", *map(str, words)])


def test_dice_are_those_of_the_receipts(tmp_path):
    """Every face in the log is counted once by owner and once by opener."""
    table = make_campaign(tmp_path, turns=12)
    facts = json.loads(run(table.path, "--json").stdout)
    bodies = [orjson.loads(data) for _, data in files_of(table.path)]
    faces = Counter(
        face for body in bodies for roll in body.get("rolls", []) for face in roll["values"]
    )
    assert faces
    for grouping in ("dice", "dice_by_opener"):
        total = [
            sum(column)
            for column in zip(*(c["faces"] for (c,) in facts[grouping].values()), strict=True)
        ]
        assert total == [faces[face] for face in range(1, 7)]
    assert set(facts["dice"]) == {"red", "blue"}
    assert all(
        (count["sides"], 0 <= count["p"] <= 1) == (6, True) for (count,) in facts["dice"].values()
    )


def test_losses_are_those_of_the_position(tmp_path):
    """Steps lost by seat are what the units have less than at the start."""
    table = make_campaign(tmp_path, turns=14)
    facts = json.loads(run(table.path, "--json").stdout)
    units = table.record.game.state.units.values()
    assert any(unit.steps < 2 for unit in units)
    for seat in ("red", "blue"):
        lost = sum(2 - unit.steps for unit in units if unit.seat == seat)
        assert sum(turn["lost"][seat] for turn in facts["game_turns"]) == lost


def test_luck_is_the_sum_of_its_turns(tmp_path):
    """Expected and actual of every seat add up."""
    facts = json.loads(run(make_campaign(tmp_path, turns=14).path, "--json").stdout)
    assert set(facts["luck"]) == {"red", "blue"}
    assert any(luck["actual"] for luck in facts["luck"].values())
    for seat, luck in facts["luck"].items():
        turns = [turn["luck"][seat] for turn in facts["game_turns"]]
        assert abs(sum(turn["expected"] for turn in turns) - luck["expected"]) < 0.01
        assert sum(turn["actual"] for turn in turns) == luck["actual"]


def test_the_text_says_what_it_is_worth(tmp_path):
    """Dice, luck, losses, tally and times with their caveat; hostile words do no harm."""
    result = run(storied(tmp_path, "ruled <b>so</b>").path)
    assert result.exit_code == 0
    for words in ("Luck", "Steps lost by game turn", "Victory tally", "nothing proves them"):
        assert words in result.stdout
    assert " has resigned" in result.stdout


def test_the_page_has_its_plots(tmp_path):
    """Four plots with a title each, and nothing from outside."""
    table = make_campaign(tmp_path, turns=12)
    assert run(table.path, "--out", tmp_path / "stats.html").exit_code == 0
    page = parser.fromstring((tmp_path / "stats.html").read_text("utf-8"))
    assert len(page.xpath("//svg/title")) == 4
    assert not page.xpath("//script | //@src | //@style")


def test_an_archive_will_do(tmp_path):
    """The numbers of a folder and of its archive are the same."""
    table = make_campaign(tmp_path)
    words = ["archive", "export", "--plain", "-C", str(table.path), str(tmp_path / "a.zip")]
    assert CliRunner().invoke(cli, words).exit_code == 0
    assert run(tmp_path / "a.zip", "--json").stdout == run(table.path, "--json").stdout

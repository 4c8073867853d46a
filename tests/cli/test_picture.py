"""`sealion picture`: a position of a campaign as a file."""

import json

import pytest

from benchmarks.campaigns import random_log, write_campaign
from tests.campaigns import make_campaign


def sealion_campaign(tmp_path):
    """A campaign of Sealion, a few turns old."""
    return write_campaign(tmp_path / "war", random_log("war", 4, "sealion-2016", 60))


def test_the_last_position_and_an_earlier_one(sealion, tmp_path):
    """board.png by default, nothing with --json alone; --at draws another position."""
    folder = sealion_campaign(tmp_path)
    first = json.loads(sealion("picture", str(folder), "--json").stdout)
    assert first["file"] is None
    assert not (tmp_path / "board.png").exists()
    sealion("picture", str(folder))
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert first["bytes"] == (tmp_path / "board.png").stat().st_size
    sealion("picture", str(folder), "--at", "0", "--out", "start.svg", "--no-marks")
    sealion("picture", str(folder), "--out", "now.svg")
    start, now = ((tmp_path / name).read_text() for name in ("start.svg", "now.svg"))
    assert start.startswith("<svg ")
    assert start != now
    said = sealion("picture", str(folder), "--crop", "6716, 6618", "--out", "dover.png").stdout
    assert "dover.png" in said


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--out", "board.gif"], ".svg or .png"),
        (["--at", "9999"], "no entry 9999"),
        (["--crop", "Atlantis"], "no place 'Atlantis'"),
    ],
)
def test_what_cannot_be_drawn_is_refused(sealion, tmp_path, words, says):
    """Another kind of file, an entry or a place that is not there."""
    folder = sealion_campaign(tmp_path)
    assert says in sealion("picture", str(folder), *words, code=2).stderr


def test_a_game_without_a_map_is_refused(sealion, tmp_path):
    """Skirmish is not drawn."""
    table = make_campaign(tmp_path)
    assert "no map" in sealion("picture", str(table.path), code=2).stderr

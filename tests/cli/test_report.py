"""`sealion report`: text, HTML and JSON of any turn, into files and the browser, and the exit codes."""

import json
from pathlib import Path

import click
import pytest

from sealion_pbem.cli.root import cli
from tests.campaigns import make_campaign


@pytest.fixture
def hill(tmp_path: Path) -> Path:
    """A skirmish of six turns."""
    return make_campaign(tmp_path).path


def test_the_last_turn_is_told_by_default(sealion, hill):
    """Story, dice, what is asked and how to answer, as text."""
    told = sealion("report", str(hill)).stdout

    assert "WHAT HAPPENED" in told
    assert "entry 12" in told
    assert "sealion turn sign turn-0013-" in told
    assert max(map(len, told.splitlines())) < 200


def test_the_folder_one_is_in_is_the_default(sealion, hill, monkeypatch):
    """Without a path the campaign here is reported."""
    monkeypatch.chdir(hill)

    assert sealion("report").stdout == sealion("report", str(hill)).stdout


def test_a_turn_is_named_by_its_own_number_or_its_receipts(sealion, hill):
    """Entry 3 is a turn, entry 4 its receipt: one report."""
    assert sealion("report", str(hill), "--at", "3").stdout == (
        sealion("report", str(hill), "--at", "4").stdout
    )


def test_everything_since_an_entry(sealion, hill):
    """A player who was away reads all of it at once."""
    short, long = (sealion("report", str(hill), *more).stdout for more in ((), ("--since", "0")))

    assert len(long) > len(short)


def test_html_goes_into_a_file(sealion, hill, tmp_path):
    """A name in .html is enough; the file needs nothing beside it."""
    out = tmp_path / "report.html"
    told = sealion("report", str(hill), "--out", str(out)).stdout

    assert str(out) in told
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert sealion("report", str(hill), "--format", "html").stdout == out.read_text("utf-8")


def test_json_is_one_object(sealion, hill, tmp_path):
    """--json and --format json say the same, on the terminal and in a file."""
    facts = json.loads(sealion("report", str(hill), "--json").stdout)
    out = tmp_path / "report.json"
    sealion("report", str(hill), "--format", "json", "--out", str(out))

    assert facts["schema"] == "sealion-pbem/report"
    assert facts["seq"] == 12
    assert json.loads(out.read_bytes()) == facts


def test_open_shows_a_file_in_the_browser(sealion, hill, monkeypatch):
    """--open writes a page and hands it to the browser."""
    opened: list[str] = []
    monkeypatch.setattr(click, "launch", opened.append)
    sealion("report", str(hill), "--open")

    (address,) = opened
    assert address.startswith("file://")
    assert address.endswith("report.html")


def test_a_game_without_a_map_has_no_pictures(sealion, hill, tmp_path):
    """The folder is made all the same."""
    sealion("report", str(hill), "--pictures", str(tmp_path / "pictures"))

    assert list((tmp_path / "pictures").iterdir()) == []


def test_what_cannot_be_reported_is_said(sealion, hill, tmp_path):
    """A number that is no receipt, a word that is no number, a folder that is no campaign."""
    assert "receipts are 2, 4" in sealion("report", str(hill), "--at", "99", code=2).stderr
    assert "--at is" in sealion("report", str(hill), "--at", "soon", code=2).stderr
    assert sealion("report", str(tmp_path), code=3).stderr
    fresh = make_campaign(tmp_path / "fresh", turns=0).path
    assert "no turn has a receipt" in sealion("report", str(fresh), code=2).stderr


def test_an_unwritable_file_is_said(sealion, hill, tmp_path):
    """A folder in its place: storage, not a traceback."""
    assert "not written" in sealion("report", str(hill), "--out", str(tmp_path / "no" / "r.txt"), code=3).stderr  # fmt: skip  # noqa: E501 - one sentence


def test_the_command_is_listed():
    """It stands in the table of commands."""
    assert "report" in cli.list_commands(click.Context(cli))


def test_a_mail_opens_as_a_draft_with_everything_in_it(sealion, hill, tmp_path):
    """A name in .eml is enough: text, HTML, the orders file to fill in, and the known address."""
    from sealion_pbem.mail.inbound import inspect

    (hill / "mail.toml").write_text(
        'from = "red@example.org"\n[addresses]\nblue = "b@example.org"\n'
    )
    out = tmp_path / "turn.eml"
    sealion("report", str(hill), "--out", str(out))
    data = out.read_bytes()

    assert b"X-Unsent: 1" in data
    assert b"text/html" in data
    assert b'filename="turn-0013-' in data
    assert inspect(data).subject.startswith("[sealion test T")
    sealion("report", str(hill), "--out", str(tmp_path / "again.eml"))
    assert (tmp_path / "again.eml").read_bytes() == data

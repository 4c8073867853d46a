"""`sealion audit`: what was proved, in plain words and as JSON, and the exit codes."""

import json
import os
import pty
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from sealion_pbem.cli.root import cli
from sealion_pbem.rulesets.skirmish import SKIRMISH, rules
from tests.campaigns import make_campaign
from tests.patience import PATIENCE


def run(*words):
    return CliRunner().invoke(cli, ["audit", *map(str, words)])


def test_the_verdict_says_what_was_proved(tmp_path):
    """Shape, signatures, chain, witness, link, dice, orders, automatic answers, digests, head."""
    table = make_campaign(tmp_path)
    result = run(table.path)
    assert result.exit_code == 0
    for word in (
        "shape",
        "signed",
        "chained",
        "witness",
        "link",
        "dice",
        "orders",
        "automatic",
        "state digest",
    ):
        assert word in result.stdout, word
    assert f"head {table.record.ledger.head}" in result.stdout
    assert "waits for" in result.stdout
    assert result.stderr == ""


def test_the_folder_one_is_in_is_the_default(tmp_path, monkeypatch):
    """Without a path the campaign here is proved."""
    monkeypatch.chdir(make_campaign(tmp_path).path)
    result = run()
    assert (result.exit_code, "13 entries" in result.stdout) == (0, True)


def test_json_holds_one_object_for_each_campaign(tmp_path):
    """Two folders below a path: two verdicts, sorted."""
    make_campaign(tmp_path / "b")
    make_campaign(tmp_path / "a", turns=3)
    facts = json.loads(run(tmp_path, "--json").stdout)
    assert facts["schema"] == "sealion-pbem/audit"
    assert [c["turns"] for c in facts["campaigns"]] == [3, 6]
    assert all(c["proved"] and c["failure"] is None for c in facts["campaigns"])


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_worst_campaign_gives_the_exit_code(tmp_path, jobs):
    """One is sound, one differs (6), one is damaged (7): all are told, 7 is returned."""
    make_campaign(tmp_path / "sound")
    table = make_campaign(tmp_path / "differs")
    forged = table.forge(table.entries[-1], state="0" * 64)
    damaged = make_campaign(tmp_path / "zz-damaged", turns=3).entries[2]
    damaged.write_bytes(damaged.read_bytes().replace(b"receipt", b"deceipt"))
    result = run(tmp_path, "--jobs", jobs)
    assert result.exit_code == 7
    assert f"first bad entry: {forged.name}" in result.stdout
    assert f"first bad entry: {damaged.name}" in result.stdout
    assert "3 campaigns, 2 with a fault" in result.stdout
    assert run(tmp_path / "differs").exit_code == 6


def test_flipping_a_byte_ends_with_7_and_the_name(tmp_path):
    """From the shell's side: an exit code and the entry in what is printed."""
    table = make_campaign(tmp_path, turns=2)
    for path in table.entries:
        data = path.read_bytes()
        path.write_bytes(data[:99] + bytes([data[99] ^ 1]) + data[100:])
        result = run(table.path)
        assert (result.exit_code, path.name in result.stdout) == (7, True)
        path.write_bytes(data)


def test_where_no_campaign_is_the_usage_is_wrong(tmp_path):
    """An empty folder and a missing path end with 2; a file that is no archive with 3."""
    assert run(tmp_path).exit_code == 2
    assert run(tmp_path / "missing").exit_code == 2
    (tmp_path / "file").write_text("hello")
    assert run(tmp_path / "file").exit_code == 3
    assert run(tmp_path, "--jobs", 0).exit_code == 2


def test_other_rules_are_listed_receipt_by_receipt(tmp_path, monkeypatch):
    """--any-revision --keep-going lists what the rules here would judge otherwise."""
    table = make_campaign(tmp_path, turns=24)
    monkeypatch.setattr(type(SKIRMISH), "revision", 2)
    monkeypatch.setattr(rules, "COVER", frozenset(".w^"))
    pinned = run(table.path)
    assert (pinned.exit_code, "--any-revision" in pinned.stdout) == (6, True)
    result = run(table.path, "--any-revision", "--keep-going")
    assert result.exit_code == 6
    assert re.search(r"DIFFERENT: the rules here judge \d+ of 24 receipts otherwise", result.stdout)
    assert len(re.findall(r"receipt-\w+-[0-9a-f]{16}\.json: the re", result.stdout)) > 1


def test_a_campaign_named_twice_is_proved_once(tmp_path):
    """The same folder by itself and through the one above it."""
    table = make_campaign(tmp_path, turns=2)
    assert len(json.loads(run(table.path, tmp_path, "--json").stdout)["campaigns"]) == 1


def test_hostile_text_is_not_obeyed_by_the_terminal(tmp_path):
    """A path with control characters is printed without them."""
    folder = tmp_path / "a\x1b[31mred"
    make_campaign(folder, turns=1)
    assert "\x1b" not in run(folder).stdout


def test_a_bar_is_drawn_on_a_terminal_only(tmp_path):
    """With a terminal for errors a bar is drawn there; what is printed stays clean."""
    for number in (1, 2):
        make_campaign(tmp_path / str(number), turns=2)
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "sealion_pbem", "audit", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=theirs,
        check=False,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
        timeout=PATIENCE,
    )
    os.close(theirs)
    drawn = os.read(ours, 65536)
    os.close(ours)
    assert done.returncode == 0
    assert b"entries" in drawn
    assert b"\x1b" in drawn
    assert b"\x1b" not in done.stdout

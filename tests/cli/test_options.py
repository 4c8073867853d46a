"""Options of a game on the command line: listed, chosen by name or all together, explained."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from sealion_pbem.rulesets.sealion.options import OPTIONS

Sealion = Callable[..., Result]


@pytest.mark.parametrize("command", [("campaign", "new"), ("demo",)], ids=" ".join)
def test_the_list_explains_each_option_in_one_line(sealion: Sealion, home: Path, command):
    """Section, what it does, its effect on balance; nothing is founded, nothing is played."""
    shown = sealion(*command, "--ruleset", "sealion-deluxe", "--options", "list").output
    for name, option in OPTIONS.items():
        (line,) = [line for line in shown.splitlines() if line.split()[0] == name]
        assert f"{option.rule}: {option.title}" in line
        assert line.endswith(option.balance)
    assert list(home.iterdir()) == []


def test_chosen_options_are_in_the_charter_and_explained(sealion: Sealion, home: Path):
    """By name, by NAME=VALUE, several with commas; whoever joins reads the same lines."""
    sealion("keys", "new", "alice", "--no-passphrase")
    sealion("keys", "new", "bob", "--no-passphrase")
    words = ("--options", "magnetic_mines,free_french=by_die", "--option", "turns=8")
    founded = sealion(
        "campaign", "new", "kent", "--ruleset", "sealion-deluxe", "--seat", "german",
        "--key", "alice", *words,
    )  # fmt: skip
    draft = home / "kent" / "draft.json"
    assert json.loads(draft.read_text())["options"] == {
        "magnetic_mines": True, "free_french": "by_die", "turns": 8,
    }  # fmt: skip
    joined = sealion("campaign", "join", str(draft), "--seat", "british", "--key", "bob", "-C", "b")
    for shown in (founded.output, joined.output):
        assert "magnetic_mines: 14.7" in shown
        assert "free_french = by_die: 14.4" in shown
        assert "advantage to the British player" in shown


def test_all_means_every_optional_rule(sealion: Sealion, home: Path):
    """And leaves the settings alone; a word after it changes one of them."""
    sealion("keys", "new", "alice", "--no-passphrase")
    sealion(
        "campaign", "new", "kent", "--ruleset", "sealion-deluxe", "--seat", "german",
        "--key", "alice", "--options", "all,free_french=by_die",
    )  # fmt: skip
    options = json.loads((home / "kent" / "draft.json").read_text())["options"]
    assert options == dict.fromkeys(OPTIONS, True) | {"free_french": "by_die"}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--ruleset", "skirmish", "--options", "all"), "no optional rules"),
        (("--options", "sharks"), "no option is called 'sharks'"),
        (("--ruleset", "sealion-2016", "--options", "free_french"), "optional rule 14.4"),
        (("--ruleset", "sealion-deluxe", "--options", "free_french=later"), "cannot be 'later'"),
        (("--ruleset", "sealion-deluxe", "--option", "turns=99"), "cannot be 99"),
    ],
)
def test_wrong_options_are_refused_in_words(sealion: Sealion, home: Path, words, says):
    """Exit code 2 and what would be right; no folder is made."""
    refused = sealion("campaign", "new", "kent", "--seat", "german", "--key", "a", *words, code=2)
    assert says in refused.output
    assert not (home / "kent").exists()


def test_a_campaign_needs_a_name(sealion: Sealion):
    """Only the list does without."""
    assert "NAME" in sealion("campaign", "new", "--seat", "red", "--key", "a", code=2).output


def test_a_wrong_option_leaves_an_earlier_demo_alone(sealion: Sealion, home: Path):
    """It is refused before anything is cleared."""
    (home / "demo").mkdir()
    (home / "demo" / ".sealion-demo").touch()
    (home / "demo" / "story.txt").write_text("once")
    sealion("demo", "--options", "sharks", code=2)
    assert (home / "demo" / "story.txt").read_text() == "once"


@pytest.mark.timeout(600)
def test_a_demo_with_all_options_plays_and_proves_itself(sealion: Sealion):
    """The staffs play the first turn with every optional rule; the audit is clean."""
    shown = sealion("demo", "--options", "all", "--turns", "1").output
    assert "alternate_setup: 14.9" in shown
    assert "both players hold the same log: True" in shown
    assert "proved" in sealion("audit", "demo").output

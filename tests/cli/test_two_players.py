"""Two people, two folders: a game from the first key to the audit, by commands alone."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Sealion = Callable[..., Result]


def found_hill(sealion: Sealion) -> None:
    """Red founds a campaign of Skirmish in the folder a; the draft lies there."""
    words = ("hill", "--ruleset", "skirmish", "--seat", "red", "--key", "alice", "--out", "a")
    sealion("campaign", "new", *words)


@pytest.fixture
def founded(sealion: Sealion, home: Path) -> Path:
    """Red and blue have joined; both folders hold the charter."""
    for name in ("alice", "bob"):
        sealion("keys", "new", name, "--no-passphrase")
    found_hill(sealion)
    sealion("campaign", "join", "a/draft.json", "--seat", "blue", "--key", "bob", "-C", "b")
    sealion("campaign", "join", "b/draft.json", "-C", "a")
    done = sealion("campaign", "join", "a/draft.json", "-C", "b")
    assert "charter is complete" in done.output
    (charter,) = (home / "b" / "entries").iterdir()
    sealion("receive", str(charter), "-C", "a")
    return home


def draft(folder: Path, suffix: str = "txt") -> Path:
    (path,) = folder.glob(f"turn-*.{suffix}")
    return path


def write_orders(path: Path, *lines: str) -> None:
    """Do what a player does with a sheet in an editor: add lines to it."""
    path.write_text("\n".join([path.read_text(), *lines]) + "\n")


def write_json(path: Path, *orders: dict[str, Any]) -> None:
    document = json.loads(path.read_text())
    document["orders"] = list(orders)
    path.write_text(json.dumps(document))


def test_a_whole_exchange(sealion: Sealion, founded: Path):
    """Red seals and marches, blue receives, answers, and both logs audit with the same head."""
    asked = sealion("turn", "new", "-C", "a")
    assert "seal your objective" in asked.output
    path = draft(founded / "a")
    write_orders(path, "seal objective = 0202", "red-1 > 0105", "done")
    assert "3 of 3 orders are legal" in sealion("turn", "check", str(path)).output
    signed = sealion("turn", "sign", str(path), "--json", "--yes", "-C", "a")
    turn = json.loads(signed.output)["file"]
    assert '"0202"' not in Path(turn).read_text().split('"orders"')[1].split("signatures")[0]
    sealion("receive", turn, "-C", "b")
    answer = sealion("witness", "-C", "b")
    assert "red has sealed its objective" in answer.output
    assert "blue is asked" in answer.output
    sealion("receive", str(founded / "b" / "entries"), "-C", "a")
    heads = {
        json.loads(sealion("campaign", "status", "--json", "-C", folder).output)["head"]
        for folder in "ab"
    }
    assert len(heads) == 1
    assert "proved" in sealion("audit", "a", "b").output
    assert_due_a_week_after_the_receipt(sealion, founded / "a")


def assert_due_a_week_after_the_receipt(sealion: Sealion, folder: Path) -> None:
    """The charter gives 168 hours, and they begin with the receipt."""
    (receipt,) = (folder / "entries").glob("*-receipt-*")
    begin = datetime.fromisoformat(json.loads(receipt.read_bytes())["time"])
    due = json.loads(sealion("campaign", "status", "--json", "-C", folder).output)["due"]
    assert datetime.fromisoformat(due) - begin == timedelta(hours=168)
    said = f"until {due[:10]} {due[11:16]} UTC"
    assert said in sealion("campaign", "status", "-C", folder).output


def test_an_illegal_draft_is_refused_and_nothing_is_signed(sealion: Sealion, founded: Path):
    """Exit code 5, the rule number, and what would be legal; the folder is as it was."""
    sealion("turn", "new", "-C", "a")
    path = draft(founded / "a")
    write_orders(path, "seal treasure = 1")
    before = sorted(p.name for p in (founded / "a" / "entries").iterdir())
    for command in ("check", "sign"):
        refused = sealion("turn", command, str(path), "-C", "a", code=5)
        assert "1.2" in refused.output
        assert "'objective' is" in refused.output
    assert sorted(p.name for p in (founded / "a" / "entries").iterdir()) == before


def test_a_draft_of_the_wrong_shape_names_the_member(sealion: Sealion, founded: Path):
    """Exit code 3 with the JSON pointer of every fault."""
    path = founded / "a" / "turn-0001-red.json"
    sealion("turn", "new", "--json", "-C", "a", "-o", str(path))
    write_json(path, {"kind": "march", "unit": 7, "path": ["0105"]}, {"kind": "fly"})
    refused = sealion("turn", "check", str(path), code=3)
    assert "/orders/0/unit" in refused.output
    assert "/orders/1/kind" in refused.output


def test_terms_that_were_changed_on_the_way_are_refused(sealion: Sealion, home: Path):
    """The guest cannot slip other terms into the draft that comes back."""
    for name in ("alice", "bob"):
        sealion("keys", "new", name, "--no-passphrase")
    found_hill(sealion)
    document = json.loads((home / "a" / "draft.json").read_text())
    document["options"] = {"turns": 20}
    (home / "forged.json").write_text(json.dumps(document))
    sealion("campaign", "join", "forged.json", "--seat", "blue", "--key", "bob", "-C", "b")
    refused = sealion("campaign", "join", "b/draft.json", "-C", "a", code=3)
    assert "options" in refused.output


def test_a_taken_seat_cannot_be_taken_again(sealion: Sealion, home: Path):
    """Exit code 4: the seat has another key."""
    for name in ("alice", "bob"):
        sealion("keys", "new", name, "--no-passphrase")
    found_hill(sealion)
    refused = sealion(
        "campaign", "join", "a/draft.json", "--seat", "red", "--key", "bob", "-C", "b", code=4
    )
    assert "taken by another key" in refused.output


def test_solo_is_ready_at_once(sealion: Sealion, home: Path):
    """One person, all seats, keys made: the charter is complete, and the mode is shown."""
    sealion(
        "campaign",
        "new",
        "practice",
        "--ruleset",
        "skirmish",
        "--mode",
        "solo",
        "--option",
        "turns=1",
    )
    status = sealion("campaign", "status", "-C", "practice")
    assert "solo" in status.output
    assert "asked of red" in status.output


def test_wrong_words_get_a_suggestion(sealion: Sealion):
    """Commands, options and rulesets: exit code 2 and the nearest name."""
    assert "Did you mean audit" in sealion("adit", code=2).output
    assert "status" in sealion("campaign", "staus", code=2).output
    wrong = sealion(
        "campaign", "new", "x", "--ruleset", "skirmis", "--seat", "red", "--key", "k", code=2
    )
    assert "skirmish" in wrong.output


def test_nothing_to_do_is_said_plainly(sealion: Sealion, founded: Path):
    """No pending turn, no decision, no campaign: a sentence and what to do, no traceback."""
    assert "no turn waits" in sealion("witness", "-C", "b", code=3).output
    assert "owes no decision" in sealion("turn", "new", "-C", "b", code=3).output
    (founded / "empty").mkdir()
    assert "not a campaign folder" in sealion("campaign", "status", "-C", "/", code=3).output


def test_a_refused_file_does_not_stop_the_others(sealion: Sealion, founded: Path):
    """Receive says what became of each file; the exit code is that of the worst."""
    (founded / "bad.json").write_bytes(b'{"kind": 1.5}')
    charter = next((founded / "a" / "entries").iterdir())
    result = sealion("receive", "bad.json", str(charter), "-C", "b", code=3)
    assert "refused" in result.output
    assert "known" in result.output


def test_resignation_ends_the_campaign(sealion: Sealion, founded: Path):
    """It is asked for, signed and shown."""
    sealion(
        "campaign", "resign", "--seat", "red", "--text", "enough", "-C", "a", given="n\n", code=1
    )
    sealion("campaign", "resign", "--seat", "red", "--text", "enough", "-C", "a", given="y\n")
    assert "red has resigned" in sealion("campaign", "status", "-C", "a").output


@pytest.mark.parametrize("suffix", ["txt", "json"])
def test_orders_that_nobody_has_signed_are_not_received(
    sealion: Sealion, founded: Path, suffix: str
):
    """Whoever gets an orders file is told what makes a turn of it."""
    path = founded / "a" / f"turn-0001-red.{suffix}"
    as_json = ["--json"] if suffix == "json" else []
    sealion("turn", "new", *as_json, "-C", "a", "-o", str(path))
    refused = sealion("receive", str(path), "-C", "b", code=3)
    assert "these are orders that nobody has signed" in refused.output
    assert f"sealion turn sign {path.name}" in refused.output


def test_a_running_campaign_is_not_joined(sealion: Sealion, founded: Path):
    """The draft is an old one: it is said that the game runs, and what to do instead."""
    sealion("turn", "new", "a")
    path = draft(founded / "a")
    write_orders(path, "seal objective = 0202", "done")
    sealion("turn", "sign", str(path), "--yes")
    refused = sealion("campaign", "join", "b/draft.json", "-C", "a", code=3)
    assert "is running: its log has 2 entries" in refused.output
    assert "sealion campaign status" in refused.output


def test_a_campaign_is_named_by_argument_or_option(sealion: Sealion, founded: Path):
    """Both say the same; two at once are one too many."""
    assert (
        sealion("campaign", "status", "a").output == sealion("campaign", "status", "-C", "a").output
    )
    assert "which of them" in sealion("campaign", "status", "a", "-C", "b", code=2).output
    assert sealion("audit", "-C", "a").output == sealion("audit", "a").output

"""What all commands have in common: how a campaign and a file are named, and what --json leaves alone."""

import json
from pathlib import Path

import click
import pytest

from sealion_pbem.cli.root import cli
from tests.campaigns import make_campaign

SHOWING = (
    ("campaign", "status"), ("campaign", "status", "--mails"), ("turn", "new", "--seat", "{seat}"),
    ("report",), ("audit",), ("stats",), ("mail", "status"),
    ("mail", "draft", "1", "--to", "blue"), ("verify-roll", "--list"),
)  # fmt: skip
MAKES_ITS_OWN = {"keys", "demo", "rules", "data", "play", "referee"}
"""Commands that are about no campaign, or about many."""

WRITES_NO_FILE_OF_ITS_OWN = {
    "keys": {"import", "new", "show"},
    "campaign": {"status"},
    "turn": {"check"},
    "mail": {"fetch", "send", "status"},
    "referee": {"serve", "status"},
    "scenario": {"run"},
    "archive": {"check"},
    "data": {"check", "show"},
    **{name: {""} for name in ("board", "receive", "verify-roll", "rules")},
}  # fmt: skip
"""Commands that print, or write where a key ring, a campaign or an office has its place for it."""


def commands(group: click.Command, *path: str) -> list[tuple[tuple[str, ...], click.Command]]:
    """Every command that does something, with the words that call it."""
    if not isinstance(group, click.Group):
        return [(path, group)]
    context = click.Context(group)
    found = []
    for name in group.list_commands(context):
        own = group.get_command(context, name)
        assert own is not None
        found += commands(own, *path, name)
    return found


def names_of(command: click.Command) -> set[str]:
    """Every way to write an option of a command."""
    return {name for param in command.params for name in param.opts}


@pytest.mark.parametrize(("words", "command"), commands(cli), ids=lambda value: str(value)[:40])
def test_a_campaign_and_a_file_are_named_alike_everywhere(words, command):
    """-C or --campaign for the folder; -o or --out for what is written, and no other word for it."""
    names = names_of(command)
    assert ("--campaign" in names) == ("-C" in names)
    assert ("--out" in names) == ("-o" in names)
    assert not names & {"--output", "--html", "--into", "--folder"}
    is_free = words[0] in MAKES_ITS_OWN or words in (
        ("campaign", "new"), ("scenario", "run"), ("archive", "check"), ("archive", "import"),
        ("vassal", "module"), ("vassal", "scrub"),
    )  # fmt: skip
    assert is_free or "-C" in names


@pytest.mark.parametrize(("words", "command"), commands(cli), ids=lambda value: str(value)[:40])
def test_whatever_writes_is_told_where_by_out(words, command):
    """-o or --out on every command that makes a file or a folder, beside an argument or alone."""
    name, own = words[0], " ".join(words[1:])
    assert ("--out" in names_of(command)) != (own in WRITES_NO_FILE_OF_ITS_OWN.get(name, set()))


def test_what_is_to_be_sent_is_put_where_one_wants_it(sealion, tmp_path: Path, monkeypatch):
    """-o names a folder or a new file; the same bytes stay here, and no wrong place is signed for."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SEALION_PASSPHRASE", "only for this test")
    sealion("campaign", "new", "duel", "--ruleset", "skirmish", "--mode", "solo")
    sealion("turn", "new", "-C", "duel", "-o", "turn.txt")
    with Path("turn.txt").open("a") as sheet:
        sheet.write("seal objective = 0605\ndone\n")
    sign = ("turn", "sign", "--yes", "turn.txt", "-C", "duel", "-o")
    for out in ("turn.txt", "none/x.json"):
        sealion(*sign, out, code=2)
    assert not list(Path("duel/entries").glob("*-turn-*"))
    assert sealion(*sign, "mine.json").stdout.splitlines()[-1].strip() == "mine.json"
    Path("out").mkdir()
    sealion("witness", "-C", "duel", "-o", "out")
    (turn,), (receipt,) = (Path("duel/entries").glob(f"*-{k}-*") for k in ("turn", "receipt"))
    assert Path("mine.json").read_bytes() == turn.read_bytes()
    assert (Path("out") / receipt.name).read_bytes() == receipt.read_bytes()


def test_a_folder_is_named_once(sealion, tmp_path: Path):
    """As FOLDER or with -o; with both or none the command says so and makes nothing."""
    table = make_campaign(tmp_path / "room", turns=1)
    archive, named, out = (str(tmp_path / name) for name in ("a.zip", "named", "out"))
    sealion("archive", "export", "-o", archive, "-C", str(table.path))
    for words in ([], [named, "-o", out]):
        said = sealion("archive", "import", archive, *words, code=2).stderr
        assert "name one folder to write, as FOLDER or with -o FOLDER" in said
    assert not any(Path(folder).exists() for folder in (named, out))
    sealion("archive", "import", archive, "-o", out)
    sealion("archive", "import", archive, named)
    kept = [sorted(p.name for p in Path(folder).rglob("*")) for folder in (named, out)]
    assert kept[0] == kept[1] != []


@pytest.mark.parametrize("words", SHOWING, ids=" ".join)
def test_json_can_be_asked_for_again_and_writes_nothing(
    sealion, tmp_path: Path, words: tuple[str, ...]
):
    """The same object each time, and the folder as it was."""
    table = make_campaign(tmp_path / "room", turns=3)
    seat = table.record.decision.seat
    asked = [word.format(seat=seat) for word in words]
    before = {p: p.read_bytes() for p in sorted(tmp_path.rglob("*")) if p.is_file()}
    first, second = (sealion(*asked, "-C", str(table.path), "--json").stdout for _ in range(2))
    after = {p: p.read_bytes() for p in sorted(tmp_path.rglob("*")) if p.is_file()}
    assert json.loads(first) == json.loads(second)
    assert after == before

"""Files named on the command line: none makes a traceback or a hang, and a refusal leaves nothing."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from sealion_pbem.cli.root import cli
from sealion_pbem.umpire.drafts import new_draft
from tests.campaigns import make_campaign
from tests.patience import PATIENCE

pytestmark = pytest.mark.timeout(PATIENCE)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys without passphrase, in a home of their own."""
    monkeypatch.setenv("SEALION_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    assert run("keys", "new", "alice", "--no-passphrase").exit_code == 0


def run(*words: object):
    return CliRunner().invoke(cli, [str(word) for word in words])


def odd_file(folder: Path, kind: str) -> Path:
    """Something that stands where a file is expected."""
    path = folder / "odd.json"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "link to nothing":
        path.symlink_to(folder / "nothing")
    else:
        path.symlink_to(kind)
    return path


@pytest.mark.parametrize("kind", ["pipe", "/dev/zero", "/proc/self/mem"])
@pytest.mark.parametrize(
    "words",
    [["receive"], ["turn", "check"], ["campaign", "join"], ["keys", "attest", "--key", "alice"]],
    ids=" ".join,
)
def test_what_is_no_file_is_refused(tmp_path: Path, words: list[str], kind: str):
    """Pipes, devices and what the system does not give: a sentence and a documented code."""
    table = make_campaign(tmp_path / "game", turns=1)
    where = ["-C", table.path] if words[0] in ("receive", "turn") else []
    result = run(*words, odd_file(tmp_path, kind), *where)
    assert result.exit_code in (2, 3)
    assert "no regular file" in result.output or "cannot be read" in result.output


def test_a_folder_of_mail_may_hold_folders_and_dead_links(tmp_path: Path):
    """What cannot be read is refused by itself, and the rest is taken all the same."""
    table = make_campaign(tmp_path / "game", turns=1)
    mail = tmp_path / "mail"
    (mail / "old.json").mkdir(parents=True)
    (mail / "turn.json").write_bytes(table.entries[1].read_bytes())
    odd_file(mail, "link to nothing")
    result = run("receive", mail, "-C", table.path)
    assert result.exit_code == 3
    assert "refused   odd.json" in result.output
    assert "known     turn.json" in result.output


def test_an_empty_folder_of_mail_is_said_to_be_empty(tmp_path: Path):
    """Nothing was taken, so nothing is asked next."""
    table = make_campaign(tmp_path / "game", turns=1)
    (tmp_path / "mail").mkdir()
    result = run("receive", tmp_path / "mail", "-C", table.path)
    assert result.exit_code == 2
    assert "there is no file in" in result.output


def test_orders_that_cannot_be_written_are_a_sentence(tmp_path: Path):
    """A folder that is not there, and one in which nothing can be made."""
    table = make_campaign(tmp_path / "game", turns=1)
    seat = new_draft(table.record, table.record.decision.seat)["seat"]
    result = run("turn", "new", "-C", table.path, "--seat", seat, "-o", "nowhere/x.json")
    assert result.exit_code == 3
    assert "cannot be written" in result.output
    assert run("demo", "--out", "/proc/none/demo").exit_code == 3


def test_a_seat_that_does_not_exist_leaves_no_folder(tmp_path: Path):
    """The same command with the right seat works afterwards."""
    wrong = run(
        "campaign", "new", "hill", "--ruleset", "skirmish", "--seat", "green", "--key", "alice"
    )
    assert wrong.exit_code == 4
    assert not (tmp_path / "hill").exists()
    assert (
        run(
            "campaign", "new", "hill", "--ruleset", "skirmish", "--seat", "red", "--key", "alice"
        ).exit_code
        == 0
    )


def test_a_ruling_is_a_text_or_a_file_and_never_a_mistyped_name(tmp_path: Path):
    """A name that ends in .json is a file; a text may be longer than any name."""
    assert run("campaign", "new", "alone", "--ruleset", "skirmish", "--mode", "solo").exit_code == 0
    mistyped = run("campaign", "ruling", "ruling-0001.json", "-C", "alone")
    assert mistyped.exit_code == 3
    assert run("campaign", "ruling", "the lake is frozen. " * 100, "-C", "alone").exit_code == 0
    assert run("campaign", "ruling", "x" * 5000, "-C", "alone").exit_code == 3

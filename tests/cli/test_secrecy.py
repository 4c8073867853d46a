"""Secrets stay with their owner under any umask, and a command that uses one that lies open says so."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.private import Private
from sealion_pbem.campaign.secrecy import ExposedWarning
from sealion_pbem.cli.root import cli

Sealion = Callable[..., Result]
UMASKS = [0o000, 0o022, 0o077]
SEAL = {"kind": "seal", "name": "objective", "value": "0202"}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such modes")


@contextmanager
def masked(umask: int) -> Iterator[None]:
    before = os.umask(umask)
    try:
        yield
    finally:
        os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def is_secret(path: Path) -> bool:
    """Tell what only its owner may read: private files, keys, orders; by name, whoever made it."""
    inside = {"private", "keys", "home", "passwords"} & set(path.parts)
    is_orders = path.name.lstrip(".").startswith("turn-")
    return bool(inside or is_orders) and not path.name.endswith(".pub")


def found(sealion: Sealion) -> None:
    """Alice and Bob found a campaign in the folders a and b."""
    for name in ("alice", "bob"):
        sealion("keys", "new", name, "--no-passphrase")
    words = ("hill", "--ruleset", "skirmish", "--seat", "red", "--key", "alice", "--out", "a")
    sealion("campaign", "new", *words)
    sealion("campaign", "join", "a/draft.json", "--seat", "blue", "--key", "bob", "-C", "b")
    sealion("campaign", "join", "b/draft.json", "-C", "a")
    sealion("campaign", "join", "a/draft.json", "-C", "b")
    sealion("receive", "b/entries", "-C", "a")


def play(sealion: Sealion, home: Path) -> None:
    """Red seals and signs a turn, blue answers it."""
    sealion("turn", "new", "-C", "a")
    (path,) = (home / "a").glob("turn-*.txt")
    path.write_text(f"{path.read_text()}\nseal objective = 0202\ndone\n")
    sealion("turn", "check", str(path))
    sealion("turn", "sign", str(path), "--yes", "-C", "a")
    sealion("receive", "a/entries", "-C", "b")
    sealion("witness", "-C", "b")


@pytest.fixture
def founded(sealion: Sealion, home: Path, monkeypatch) -> Path:
    monkeypatch.setattr("sealion_pbem.umpire.founding.LENGTH", 64)
    found(sealion)
    return home


@pytest.mark.parametrize("umask", UMASKS, ids=oct)
def test_whatever_the_umask(sealion: Sealion, home: Path, umask, monkeypatch):
    """Keys, private files and orders have mode 0600 and their folders 0700; nothing warns.

    The modes are given when a file or folder is made: not for an instant can others read it.
    """
    monkeypatch.setattr("sealion_pbem.umpire.founding.LENGTH", 64)
    monkeypatch.setenv("SEALION_HOME", str(home / "new" / "home"))
    made: list[tuple[Path, int]] = []
    opened, made_folder = os.open, os.mkdir

    def noted_open(path, flags, given=0o777, **more):
        if flags & os.O_CREAT and not os.path.lexists(path):
            made.append((Path(path).relative_to(home), given & ~umask))
        return opened(path, flags, given, **more)

    def noted_mkdir(path, given=0o777, **more):
        made.append((Path(path).absolute().relative_to(home), given & ~umask))
        return made_folder(path, given, **more)

    def quietly(*words: str) -> Result:
        result = sealion(*words)
        assert "warning" not in result.stderr
        return result

    monkeypatch.setattr(os, "open", lambda path, *more, **named: noted_open(
        Path(path).absolute(), *more, **named))  # fmt: skip
    monkeypatch.setattr(os, "mkdir", noted_mkdir)
    with masked(umask):
        found(quietly)
        play(quietly, home)
    monkeypatch.undo()

    secret = [path for path in home.rglob("*") if is_secret(path.relative_to(home))]
    assert {path.name for path in secret} >= {"home", "keys", "alice", "bob", "red.json"}
    assert any(path.name.startswith("turn-") for path in secret)
    for path in secret:
        assert mode(path) == (0o700 if path.is_dir() else 0o600), path
    wide = [(str(path), oct(given)) for path, given in made if is_secret(path) and given & 0o077]
    assert wide == []
    assert [path for path, _ in made if path.name.endswith(".sealion-tmp") and is_secret(path)]


@pytest.mark.parametrize("umask", UMASKS, ids=oct)
def test_in_a_process_of_its_own(tmp_path: Path, umask):
    """As a user runs it: a key in a new home, both for their owner alone."""
    command = [sys.executable, "-m", "sealion_pbem", "keys", "new", "alice", "--no-passphrase"]
    environment = {**os.environ, "SEALION_HOME": str(tmp_path / "data" / "sealion")}
    run = subprocess.run(command, umask=umask, env=environment, capture_output=True, check=True)

    assert run.stderr == b""
    key = tmp_path / "data" / "sealion" / "keys" / "alice"
    assert [mode(path) for path in (key, *list(key.parents)[:3])] == [0o600, 0o700, 0o700, 0o700]


def warned(sealion: Sealion, *words: str, code: int = 0) -> list[str]:
    """Run a command and return its warnings, each of which is one line on stderr."""
    result = sealion(*words, code=code)
    assert "warning" not in result.stdout
    return [line for line in result.stderr.splitlines() if line.startswith("warning: ")]


def obey(lines: list[str]) -> None:
    """Do what the warnings say, in a shell."""
    for line in lines:
        subprocess.run(line.partition("put it right with: ")[2], shell=True, check=True)


def test_a_private_folder_that_was_unpacked(sealion: Sealion, founded: Path):
    """A backup unpacked with 0755 and 0644: every command that uses it says so, until it is obeyed."""
    room = founded / "a" / "private"
    room.chmod(0o755)
    (room / "red.json").chmod(0o644)
    expected = (
        f"warning: others on this machine can get at {room}, {room / 'red.json'}, which is for you "
        f"alone; put it right with: chmod go-rwx {room} {room / 'red.json'}"
    )
    folder = str(founded / "a")
    for words in (
        ("turn", "new", "-C", folder),
        ("campaign", "join", "b/draft.json", "-C", folder),
        ("campaign", "anchor", "--seat", "red", "-C", folder),
    ):
        room.chmod(0o755)
        (room / "red.json").chmod(0o644)
        assert warned(sealion, *words)[0] == expected, words
    private = Private(Folder(founded / "a"), "red")
    with pytest.warns(ExposedWarning):
        private.write(private.read())
    assert mode(room / "red.json") == 0o600, "what is replaced does not inherit the wider mode"
    (left,) = warned(sealion, "campaign", "anchor", "--seat", "red", "-C", folder)
    assert left.endswith(f"chmod go-rwx {room}")
    obey([left])
    assert warned(sealion, "campaign", "anchor", "--seat", "red", "-C", folder) == []


def test_orders_that_lie_open(sealion: Sealion, founded: Path):
    """An editor has made the file anew with 0644: check and sign say so, and so does the next turn."""
    sealion("turn", "new", "-C", "a")
    (path,) = (founded / "a").glob("turn-*.txt")
    path.write_text(f"{path.read_text()}\nseal objective = 0202\ndone\n")
    path.chmod(0o644)
    elsewhere = founded / "my orders.txt"
    elsewhere.write_text(path.read_text())
    elsewhere.chmod(0o640)

    (line,) = warned(sealion, "turn", "check", str(elsewhere), "-C", str(founded / "a"))
    assert line.endswith(f"chmod go-rwx {path} '{elsewhere}'")
    obey([line])
    assert (mode(path), mode(elsewhere)) == (0o600, 0o600)
    path.chmod(0o644)
    (line,) = warned(sealion, "turn", "sign", str(path), "--yes", "-C", str(founded / "a"))
    assert line.endswith(f"chmod go-rwx {path}")
    sealion("receive", "a/entries", "-C", "b")
    sealion("witness", "-C", "b")
    sealion("receive", "b/entries", "-C", "a")
    (line,) = warned(sealion, "turn", "new", "-C", str(founded / "a"), code=3)
    assert line.endswith(f"chmod go-rwx {path}")


USES_OF_A_KEY = {
    "keys show": ("keys", "show"),
    "keys show one": ("keys", "show", "alice"),
    "keys new": ("keys", "new", "carol", "--no-passphrase"),
    "keys attest": ("keys", "attest", "a/campaign.json", "--key", "alice"),
    "campaign new": (
        "campaign", "new", "x", "--ruleset", "skirmish", "--seat", "red", "--key", "alice",
    ),
    "campaign new, alone": ("campaign", "new", "x", "--ruleset", "skirmish", "--mode", "solo"),
    "campaign join": ("campaign", "join", "b/draft.json", "-C", "a"),
    "campaign anchor": ("campaign", "anchor", "--seat", "red", "-C", "a"),
    "campaign resign": ("campaign", "resign", "--seat", "red", "--yes", "-C", "a"),
    "campaign ruling": ("campaign", "ruling", "all is well", "-C", "a"),
    "campaign rekey": ("campaign", "rekey", "--seat", "red", "--new-key", "bob", "-C", "a"),
    "campaign away": (
        "campaign", "away", "--from", "2024-01-01", "--until", "2024-01-02", "-C", "a",
    ),
    "turn sign": ("turn", "sign", "orders.json", "-C", "a"),
    "turn withdraw": ("turn", "withdraw", "-C", "a"),
    "witness": ("witness", "-C", "a"),
}  # fmt: skip


@pytest.mark.parametrize("words", USES_OF_A_KEY.values(), ids=USES_OF_A_KEY)
def test_a_home_that_lies_open(home: Path, founded: Path, words):
    """SEALION_HOME was made by hand: whatever uses a key warns of it, whether or not it succeeds."""
    (home / "home").chmod(0o755)
    (home / "home" / "keys").chmod(0o711)
    (home / "orders.json").write_text("{}")
    (home / "orders.json").chmod(0o600)
    result = CliRunner().invoke(cli, list(words))

    lines = [line for line in result.stderr.splitlines() if line.startswith("warning: ")]
    assert len(lines) == 1, result.output
    assert lines[0].endswith(f"chmod go-rwx {home / 'home'} {home / 'home' / 'keys'}")


def test_a_key_that_lies_open(sealion: Sealion, founded: Path):
    """Shown with a warning, but nothing is signed with it: others may have copied it."""
    key = founded / "home" / "keys" / "alice"
    key.chmod(0o644)

    (line,) = warned(sealion, "keys", "show")
    assert line.endswith(f"chmod go-rwx {key}")
    refused = sealion("campaign", "anchor", "--seat", "red", "-C", "a", code=4)
    assert f"chmod 600 {key}" in refused.stderr


@pytest.mark.parametrize("words", [
    ("keys", "new", "carol"),
    ("keys", "attest", "a/campaign.json", "--key", "alice"),
    ("campaign", "anchor", "--seat", "red", "-C", "a"),
    ("witness", "-C", "a"),
    ("referee", "status"),
])  # fmt: skip
def test_a_passphrase_file_that_lies_open(founded: Path, words):
    """Whatever reads it warns of it."""
    secret = founded / "secret"
    secret.write_text("open sesame\n")
    secret.chmod(0o604)
    if words[0] == "referee":
        (founded / "mail.toml").write_text('from = "referee@example.org"\n')
        settings = founded / "a" / "campaign.json"
        settings.write_text(settings.read_text().replace('"red"', '"referee"'))
    result = CliRunner().invoke(cli, [*words, "--passphrase-file", str(secret)])

    lines = [line for line in result.stderr.splitlines() if line.startswith("warning: ")]
    assert [line.endswith(f"chmod go-rwx {secret}") for line in lines] == [True], result.output


def test_a_password_does_not_stand_in_mail_toml(sealion: Sealion, founded: Path):
    """Whatever its mode: refused with what to do instead, and the password is not repeated."""
    path = founded / "a" / "mail.toml"
    path.write_text('[smtp]\nhost = "mail.example.org"\nuser = "a"\npassword = "sesame"\n')

    refused = sealion("mail", "status", "-C", "a", code=3)
    assert "a password stands in a file of its own" in refused.stderr
    assert "sesame" not in refused.output


def test_nothing_is_said_on_windows(sealion: Sealion, founded: Path, monkeypatch):
    """Its modes mean nothing there."""
    (founded / "a" / "private").chmod(0o755)
    monkeypatch.setattr("sealion_pbem.campaign.secrecy.sys.platform", "win32")

    assert warned(sealion, "turn", "new", "-C", "a") == []

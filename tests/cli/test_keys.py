"""`sealion keys`: make, import and show key files."""

import json
import subprocess

import pytest
from click.testing import CliRunner

from sealion_pbem.campaign import keyring
from sealion_pbem.cli.root import cli
from sealion_pbem.errors import SignatureError, UsageError
from sealion_pbem.pbem.keys import fingerprint


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("SEALION_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("SEALION_PASSPHRASE", raising=False)
    return tmp_path / "home"


def run(*words, **more):
    return CliRunner().invoke(cli, ["keys", *map(str, words)], **more)


def test_a_new_key_is_kept_for_its_owner_alone(home):
    """The private file has mode 0600, the public line stands beside it, both are shown."""
    result = run("new", "alice", "--no-passphrase")
    assert result.exit_code == 0
    path = home / "keys" / "alice"
    assert path.stat().st_mode & 0o777 == 0o600
    assert home.joinpath("keys").stat().st_mode & 0o777 == 0o700
    line = path.with_name("alice.pub").read_text().strip()
    assert line in result.stdout
    assert fingerprint(keyring.public_of("alice")) in result.stdout
    assert keyring.load_key("alice").public == keyring.public_of("alice")


def test_show_lists_all_keys_or_one():
    """--json gives fingerprint, public line and hex; a wrong name gets a suggestion."""
    for name in ("bob", "alice"):
        run("new", name, "--no-passphrase")
    shown = json.loads(run("show", "--json").stdout)
    assert [key["name"] for key in shown["keys"]] == ["alice", "bob"]
    one = json.loads(run("show", "bob", "--json").stdout)["keys"][0]
    assert one["public"] == keyring.public_of("bob")
    assert one["openssh"].startswith("ssh-ed25519 ")
    wrong = run("show", "bobb")
    assert wrong.exit_code == 2
    assert "did you mean bob?" in wrong.stderr


def test_without_keys_show_says_how_to_make_one():
    """An empty ring is no error."""
    result = run("show")
    assert (result.exit_code, "sealion keys new" in result.stdout) == (0, True)


def test_a_key_is_never_overwritten():
    """A second key of the same name is refused and the first stays."""
    run("new", "alice", "--no-passphrase")
    before = keyring.public_of("alice")
    result = run("new", "alice", "--no-passphrase")
    assert (result.exit_code, keyring.public_of("alice")) == (2, before)


@pytest.mark.parametrize("name", ["", "../alice", "a b", "alice.pub", ".alice", "x" * 101, "-a/b"])
def test_a_name_that_is_no_name_is_refused(name, home):
    """Names cannot lead out of the folder of the keys."""
    assert run("new", "--no-passphrase", "--", name).exit_code == 2
    assert not home.exists()


def test_a_passphrase_is_never_missing_by_accident():
    """Without a terminal, one of the three ways must be chosen."""
    result = run("new", "alice")
    assert result.exit_code == 2
    assert "--no-passphrase" in result.stderr


def test_a_passphrase_from_the_environment_protects_the_key(monkeypatch):
    """The key opens with it, not with another, not without."""
    monkeypatch.setenv("SEALION_PASSPHRASE", "open sesame")
    assert run("new", "alice").exit_code == 0
    assert keyring.load_key("alice").public == keyring.public_of("alice")
    monkeypatch.setenv("SEALION_PASSPHRASE", "wrong")
    with pytest.raises(SignatureError, match="passphrase"):
        keyring.load_key("alice")
    monkeypatch.delenv("SEALION_PASSPHRASE")
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(SignatureError, match="protected"):
        keyring.load_key("alice")


def test_a_passphrase_from_a_file(tmp_path):
    """The line end does not belong to it."""
    secret = tmp_path / "secret"
    secret.write_text("open sesame\n")
    secret.chmod(0o600)
    assert run("new", "alice", "--passphrase-file", secret).exit_code == 0
    assert keyring.load_key("alice", secret).public == keyring.public_of("alice")


def test_a_passphrase_from_the_terminal(monkeypatch):
    """Where nobody gave one before, it is asked for."""
    monkeypatch.setenv("SEALION_PASSPHRASE", "open sesame")
    run("new", "alice")
    monkeypatch.delenv("SEALION_PASSPHRASE")
    asked = []

    class Terminal:
        def isatty(self):
            return True

    def answer(prompt):
        asked.append(prompt)
        return "open sesame"

    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr(keyring, "getpass", answer)
    assert keyring.load_key("alice").public == keyring.public_of("alice")
    assert asked == ["passphrase of alice: "]


def test_a_key_of_ssh_keygen_can_be_imported(tmp_path, monkeypatch):
    """The copy is the same key, with the same passphrase unless none is wanted."""
    file = tmp_path / "id_ed25519"
    keygen = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "hello", "-C", "me", "-f", str(file)]
    if subprocess.run(["which", "ssh-keygen"], capture_output=True, check=False).returncode:
        pytest.skip("ssh-keygen is not installed")
    subprocess.run(keygen, check=True)
    monkeypatch.setattr("sys.stdin", None)
    assert run("import", file).exit_code == 4
    monkeypatch.setenv("SEALION_PASSPHRASE", "hello")
    assert run("import", file).exit_code == 0
    assert run("import", file, "--name", "bare", "--no-passphrase").exit_code == 0
    listed = subprocess.run(
        ["ssh-keygen", "-l", "-f", str(file)], capture_output=True, text=True, check=True
    )
    assert fingerprint(keyring.public_of("id_ed25519")) in listed.stdout
    monkeypatch.delenv("SEALION_PASSPHRASE")
    assert keyring.load_key("bare").public == keyring.public_of("id_ed25519")


def test_a_file_that_is_no_key_is_refused(tmp_path):
    """Damage and other files end with 3 and a sentence."""
    for content in (
        b"",
        b"hello",
        b"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END",
        b"\xff" * 9,
    ):
        file = tmp_path / "file"
        file.write_bytes(content)
        file.chmod(0o600)
        result = run("import", file)
        assert result.exit_code == 3, content
        assert result.stderr.startswith("sealion: ")


def test_a_key_can_be_named_by_its_path(home):
    """Whatever has a slash is a path, everything else the name of a key."""
    run("new", "alice", "--no-passphrase")
    assert keyring.load_key(str(home / "keys" / "alice")).public == keyring.public_of("alice")
    with pytest.raises(UsageError, match="no key file"):
        keyring.load_key(home / "nobody")


def test_the_home_is_the_data_folder_by_default(monkeypatch):
    """Without SEALION_HOME the platform decides."""
    monkeypatch.delenv("SEALION_HOME")
    assert keyring.home().name == "sealion-pbem"


def test_a_public_line_that_is_missing_is_read_from_the_key(home):
    """The .pub file is a convenience; a damaged one is refused."""
    run("new", "alice", "--no-passphrase")
    public = keyring.public_of("alice")
    beside = home / "keys" / "alice.pub"
    beside.unlink()
    assert keyring.public_of("alice") == public
    beside.write_bytes(b"\xff\xfe")
    assert run("show").exit_code == 3


def test_a_wrong_subcommand_gets_a_suggestion():
    """`keys shw` means `keys show`."""
    result = run("shw")
    assert (result.exit_code, "Did you mean show?" in result.stderr) == (2, True)


def test_attested_files_are_verified_by_stock_openssh(sealion, tmp_path):
    """`ssh-keygen -Y verify` accepts the file, and refuses it when a byte has changed."""
    import shutil
    import subprocess

    assert shutil.which("ssh-keygen"), "openssh-client is missing; .ci/run installs it"
    sealion("keys", "new", "alice", "--no-passphrase")
    path = tmp_path / "turn.json"
    path.write_text("{}")
    sealion("keys", "attest", str(path), "--key", "alice")
    command = ["ssh-keygen", "-Y", "verify", "-f", "turn.json.signers", "-I", "signer",
               "-n", "sealion-pbem", "-s", "turn.json.sig"]  # fmt: skip
    assert subprocess.run(command, input=b"{}", check=False, cwd=tmp_path).returncode == 0
    assert subprocess.run(command, input=b"{ }", check=False, cwd=tmp_path).returncode != 0

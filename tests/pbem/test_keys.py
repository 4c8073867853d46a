"""Keys: files that only their owner reads, OpenSSH's own formats, and keys that prove nothing."""

import contextlib
import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from hypothesis import given
from hypothesis import strategies as st

from sealion_pbem import errors
from sealion_pbem.errors import InvalidFileError, RosterError, SignatureError, UsageError
from sealion_pbem.pbem import keys
from sealion_pbem.pbem.keys import (
    check_public,
    fingerprint,
    import_key,
    key_from_seed,
    new_key,
    openssh_line,
    public_from_openssh,
    read_key,
    write_key,
)

SEED = bytes(range(32))
PUBLIC = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
LINE = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="file modes are POSIX")


def ssh_keygen(*words: object) -> str:
    """Run ssh-keygen; where it is missing the test is skipped, but not in continuous integration."""
    try:
        done = subprocess.run(
            ["ssh-keygen", *map(str, words)], capture_output=True, text=True, check=True
        )
    except FileNotFoundError:
        if os.environ.get("CI"):
            raise
        pytest.skip("ssh-keygen is not installed")
    return done.stdout


def test_a_seed_fixes_the_key_and_its_signatures():
    """RFC 8032: the same seed gives the same public key and the same signature."""
    key = key_from_seed(SEED)
    assert key.public == PUBLIC
    assert key.sign(b"x") == key_from_seed(SEED).sign(b"x") != key.sign(b"y")
    assert key == key_from_seed(SEED)


def test_new_keys_differ():
    """Two new keys never agree."""
    assert new_key().public != new_key().public


def test_a_key_does_not_show_its_secret():
    """A key that is printed, logged or shown in a traceback gives away the public half only."""
    assert repr(key_from_seed(SEED)) == f"PrivateKey(public='{PUBLIC}')"


# -- files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("passphrase", [None, b"open sesame"])
def test_a_written_key_is_read_again(tmp_path, passphrase):
    """With and without passphrase; the public line stands beside it."""
    path = tmp_path / "red"
    write_key(path, key_from_seed(SEED), passphrase, "red of two-hills")
    key = read_key(path, passphrase)
    assert key.public == PUBLIC
    assert key.sign(b"x") == key_from_seed(SEED).sign(b"x")
    assert (tmp_path / "red.pub").read_text() == f"{LINE} red of two-hills\n"


@POSIX
def test_a_key_file_is_private_from_its_first_byte(tmp_path, monkeypatch):
    """Mode 0600 whatever the umask says, given when the file is made and not afterwards."""
    modes = []
    real = os.open

    def watched(path, flags, mode=0o777, **more):
        number = real(path, flags, mode, **more)
        modes.append((Path(path).name, stat.S_IMODE(os.fstat(number).st_mode), flags & os.O_EXCL))
        return number

    monkeypatch.setattr(os, "open", watched)
    before = os.umask(0)
    try:
        write_key(tmp_path / "red", new_key(), None, "")
    finally:
        os.umask(before)
    assert modes[0] == ("red", 0o600, os.O_EXCL)
    assert stat.S_IMODE((tmp_path / "red").stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["red", "red.pub"])
def test_a_key_is_never_overwritten(tmp_path, name):
    """A file in the place of either half stops the writing, and both stay as they were."""
    (tmp_path / name).write_text("precious")
    with pytest.raises(UsageError, match="never overwritten"):
        write_key(tmp_path / "red", new_key(), None, "")
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "precious"


def test_a_dangling_link_is_not_written_through(tmp_path):
    """A link in the place of the key could lead the secret anywhere."""
    (tmp_path / "red").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError):
        write_key(tmp_path / "red", new_key(), None, "")
    assert not (tmp_path / "elsewhere").exists()


def test_a_key_that_appears_meanwhile_is_not_overwritten(tmp_path):
    """Two commands at once: the second finds the first one's file."""
    (tmp_path / "red").write_text("precious")
    with pytest.raises(UsageError, match="never overwritten"):
        keys._write_new(tmp_path / "red", b"x", 0o600)


def test_a_full_disk_leaves_no_half_key(tmp_path, monkeypatch):
    """The disk fills up: a clear error, and no file that looks like a key."""

    def full(number):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(errors.StorageError, match="No space left"):
        write_key(tmp_path / "red", new_key(), None, "")
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_missing_is_a_clear_error(tmp_path):
    """The folder for the key is not there."""
    with pytest.raises(errors.StorageError, match="cannot be written"):
        write_key(tmp_path / "no" / "red", new_key(), None, "")


@POSIX
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o666, 0o610, 0o601])
def test_a_key_that_others_can_touch_is_refused(tmp_path, mode):
    """As ssh does: whoever could read it could have signed."""
    write_key(tmp_path / "red", new_key(), None, "")
    (tmp_path / "red").chmod(mode)
    for read in (read_key, import_key):
        with pytest.raises(SignatureError, match="others on this machine") as caught:
            read(tmp_path / "red", None)
        assert "chmod 600" in caught.value.hint


def test_a_missing_or_wrong_passphrase_is_told(tmp_path):
    """Neither is a traceback, and the two are told apart."""
    write_key(tmp_path / "red", new_key(), b"right", "")
    for read in (read_key, import_key):
        for nothing in (None, b""):
            with pytest.raises(SignatureError, match="protected by a passphrase"):
                read(tmp_path / "red", nothing)
        with pytest.raises(SignatureError, match="does not open"):
            read(tmp_path / "red", b"wrong")


def test_a_passphrase_that_is_not_needed_is_not_asked_for(tmp_path):
    """A key without passphrase is read whatever was typed."""
    write_key(tmp_path / "red", key_from_seed(SEED), None, "")
    assert read_key(tmp_path / "red", b"anything").public == PUBLIC


def test_what_is_not_a_key_file_is_refused(tmp_path):
    """Nothing there, a folder, the public half, a giant, a pipe."""
    write_key(tmp_path / "red", new_key(), None, "")
    (tmp_path / "red.pub").chmod(0o600)
    (tmp_path / "large").write_bytes(b"x" * 70_000)
    (tmp_path / "large").chmod(0o600)
    for name in ("nothing", "", "red.pub", "large"):
        for read in (read_key, import_key):
            with pytest.raises(InvalidFileError):
                read(tmp_path / name, None)


@POSIX
def test_a_pipe_in_the_place_of_a_key_does_not_stop_the_program(tmp_path):
    """Opening a pipe that nobody writes to would wait for ever."""
    os.mkfifo(tmp_path / "pipe", 0o600)
    with pytest.raises(InvalidFileError):
        read_key(tmp_path / "pipe", None)


@pytest.fixture(scope="module")
def written(tmp_path_factory) -> tuple[Path, bytes]:
    folder = tmp_path_factory.mktemp("keys")
    write_key(folder / "red", key_from_seed(SEED), None, "")
    return folder / "spoilt", (folder / "red").read_bytes()


@given(st.data())
def test_a_spoilt_key_file_is_a_refusal_and_not_a_traceback(written, data):
    """Any bytes changed, cut out or put in: the same key, or a sentence."""
    path, good = written
    start = data.draw(st.integers(0, len(good)))
    end = data.draw(st.integers(start, min(len(good), start + 6)))
    path.write_bytes(good[:start] + data.draw(st.binary(max_size=6)) + good[end:])
    path.chmod(0o600)
    for read in (read_key, import_key):
        # Nothing but our own errors may come out.
        with contextlib.suppress(errors.PbemError):
            check_public(read(path, None).public)


# -- other programs --------------------------------------------------------------------------------


def test_a_key_made_by_ssh_keygen_is_imported(tmp_path):
    """An existing ssh-ed25519 key, with passphrase; its public line and fingerprint agree."""
    path = tmp_path / "id_ed25519"
    ssh_keygen("-q", "-t", "ed25519", "-N", "secret", "-C", "me@home", "-f", path)
    key = import_key(path, b"secret")
    line = (tmp_path / "id_ed25519.pub").read_text()
    assert public_from_openssh(line) == key.public
    assert openssh_line(key.public, "me@home") == line.strip()
    assert ssh_keygen("-l", "-f", path).split()[1] == fingerprint(key.public)


def test_our_key_is_read_by_ssh_keygen(tmp_path):
    """OpenSSH derives the same public line from our file."""
    write_key(tmp_path / "red", key_from_seed(SEED), b"secret", "")
    assert ssh_keygen("-y", "-P", "secret", "-f", tmp_path / "red").strip() == LINE


@pytest.mark.parametrize("kind", ["rsa", "ecdsa", "dsa"])
@pytest.mark.parametrize("passphrase", ["", "secret"])
def test_other_types_of_key_are_refused_by_name(tmp_path, kind, passphrase):
    """RSA, ECDSA and DSA: said at once, before a passphrase is asked for."""
    try:
        ssh_keygen("-q", "-t", kind, "-N", passphrase, "-f", tmp_path / "key")
    except subprocess.CalledProcessError:
        pytest.skip(f"this ssh-keygen makes no {kind} keys")
    name = {"rsa": "ssh-rsa", "ecdsa": "ecdsa-sha2-nistp256", "dsa": "ssh-dss"}[kind]
    for read in (read_key, import_key):
        with pytest.raises(InvalidFileError, match=f"holds an {name} key"):
            read(tmp_path / "key", None)
    with pytest.raises(InvalidFileError):
        public_from_openssh((tmp_path / "key.pub").read_text())


def test_a_pkcs8_key_is_imported_if_it_is_ed25519(tmp_path):
    """Other programs write PKCS #8; RSA and elliptic curves are refused there too."""
    made: dict[str, PrivateKeyTypes] = {
        "good": Ed25519PrivateKey.from_private_bytes(SEED),
        "rsa": rsa.generate_private_key(65537, 2048),
        "ec": ec.generate_private_key(ec.SECP256R1()),
    }
    for name, key in made.items():
        data = key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(b"secret"),
        )
        (tmp_path / name).write_bytes(data)
        (tmp_path / name).chmod(0o600)
    assert import_key(tmp_path / "good", b"secret").public == PUBLIC
    with pytest.raises(SignatureError):
        import_key(tmp_path / "good", None)
    with pytest.raises(InvalidFileError, match="OpenSSH's format"):
        read_key(tmp_path / "good", b"secret")
    for name in ("rsa", "ec"):
        with pytest.raises(InvalidFileError, match="only ssh-ed25519 is used"):
            import_key(tmp_path / name, b"secret")


# -- public keys -----------------------------------------------------------------------------------


def test_public_lines_and_fingerprints():
    """The line goes there and back; the fingerprint is OpenSSH's."""
    assert openssh_line(PUBLIC) == LINE
    assert public_from_openssh(f"{LINE} some comment\n") == PUBLIC
    assert fingerprint(PUBLIC) == "SHA256:lbmsoA0yIEcEiVDRnMWuzm+nV+3ZEEpVIURqFoeSspg"


@pytest.mark.parametrize("comment", ["a\nssh-ed25519 AAAA", "\x1b[2J", "a\u202eb"])
def test_a_comment_stands_on_one_line(comment):
    """A comment with a line break would add a second key to the file."""
    with pytest.raises(UsageError):
        openssh_line(PUBLIC, comment)


DAMAGED: tuple[str, ...] = (
    "", "ssh-ed25519", "ssh-ed25519 AAAA", "ssh-ed25519 ????", "restrict ssh-ed25519 AAAA",
    LINE[:-4], f"{LINE}AAAA", f"x {LINE}", LINE.replace("AAAAC", "AAAAD"),
)  # fmt: skip


@pytest.mark.parametrize("line", [*DAMAGED, LINE.replace("ssh-ed25519", "ssh-rsa")])
def test_a_damaged_public_line_is_refused(line):
    """Missing, cut, of another type, or with options before it."""
    with pytest.raises(InvalidFileError):
        public_from_openssh(line)


@pytest.mark.parametrize(
    "public",
    [
        "",
        PUBLIC[:-2],
        PUBLIC + "00",
        PUBLIC.upper(),
        PUBLIC[:-1] + "g",
        f" {PUBLIC[1:]}",
        f"{PUBLIC}\n",
    ],
)
def test_what_is_not_64_digits_is_no_public_key(public):
    """Wrong length, capital letters, white space, a newline at the end."""
    with pytest.raises(RosterError, match="is not a public key"):
        check_public(public)


def test_an_honest_key_is_accepted():
    """New keys pass."""
    check_public(PUBLIC)
    check_public(new_key().public)

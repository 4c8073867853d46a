"""The keys on this machine: one OpenSSH file each, in the user's data folder.

    $SEALION_HOME/keys/alice        the private key, mode 0600
    $SEALION_HOME/keys/alice.pub    its public line

A passphrase comes from the variable SEALION_PASSPHRASE, from a file, or from the terminal; never
from the command line, where everybody on the machine could read it.
"""

from __future__ import annotations

import binascii
import os
import re
import sys
from difflib import get_close_matches
from getpass import getpass
from pathlib import Path

from sealion_pbem.campaign import files
from sealion_pbem.campaign.disk import disk, explained
from sealion_pbem.campaign.secrecy import make_secret_folder, warn_if_exposed
from sealion_pbem.engine.canon import frame
from sealion_pbem.errors import InvalidFileError, SignatureError, UsageError
from sealion_pbem.pbem.keys import (
    PrivateKey,
    import_key,
    new_key,
    public_from_openssh,
    read_key,
    write_key,
)

__all__ = [
    "given_passphrase",
    "home",
    "import_file",
    "key_names",
    "key_path",
    "load_key",
    "make_key",
    "public_of",
    "save_key",
    "unlock_key",
]

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,99}")
_KEY_LIMIT = 65_536
_PASSPHRASE_LIMIT = 4096


def home() -> Path:
    """Return the folder for everything that belongs to the user and to no campaign."""
    given = os.environ.get("SEALION_HOME")
    if given:
        return Path(given)
    from platformdirs import user_data_path  # noqa: PLC0415 - not needed by most commands

    return user_data_path("sealion-pbem", appauthor=False)


def key_path(name: str) -> Path:
    """Return where the key with this name is or would be."""
    if not _NAME.fullmatch(name) or name.endswith(".pub"):
        raise UsageError(
            f"{name!r} cannot be the name of a key", hint="use letters, digits, - and _"
        )
    return home() / "keys" / name


def key_names() -> list[str]:
    """Return the names of all keys, sorted."""
    try:
        found = sorted(path.name for path in (home() / "keys").iterdir() if path.is_file())
    except OSError:
        return []
    return [name for name in found if _NAME.fullmatch(name) and not name.endswith(".pub")]


def load_key(name_or_path: str | Path, passphrase_file: Path | None = None) -> PrivateKey:
    """Return a key by its name, or from the file that a path leads to.

    Raises:
        UsageError: there is no such key.
        InvalidFileError: the file does not hold an Ed25519 key.
        SignatureError: the passphrase is missing or wrong, or others can read the file.
    """
    path = _existing(name_or_path)
    _warn_of_home(path)
    return read_key(path, _passphrase(path, passphrase_file))


def unlock_key(name_or_path: str | Path, passphrase: bytes | None) -> PrivateKey:
    """Return a key with the passphrase that somebody has typed; None: the environment's, or none.

    Raises:
        UsageError, InvalidFileError, SignatureError: as of `load_key`; nobody is asked.
    """
    path = _existing(name_or_path)
    _warn_of_home(path)
    if not _is_protected(path):
        return read_key(path, None)
    given = passphrase or given_passphrase(None)
    if given is None:
        raise SignatureError(f"the key {path.name} is protected by a passphrase")
    return read_key(path, given)


def import_file(path: Path, passphrase_file: Path | None = None) -> tuple[PrivateKey, bytes | None]:
    """Return the Ed25519 key in a file that another program made, and its passphrase."""
    passphrase = _passphrase(path, passphrase_file)
    return import_key(path, passphrase), passphrase


def make_key(name: str, passphrase: bytes | None = None) -> PrivateKey:
    """Make a new key, keep it under a name and return it."""
    key = new_key()
    save_key(name, key, passphrase)
    return key


def save_key(name: str, key: PrivateKey, passphrase: bytes | None) -> Path:
    """Keep a key under a name and return its path; a key is never overwritten."""
    path = key_path(name)
    with explained(path.parent, failed="cannot be made"):
        make_secret_folder(path.parent)
    write_key(path, key, passphrase, name)
    with explained(path):
        disk.sync_folder(path.parent)
    _warn_of_home(path)
    return path


def public_of(name: str) -> str:
    """Return the public key of a name, as hex, without asking for a passphrase."""
    path = _existing(name)
    _warn_of_home(path, path)
    beside = path.with_name(f"{path.name}.pub")
    if not beside.is_file():
        return load_key(name).public
    line = files.read(beside, _KEY_LIMIT)
    try:
        return public_from_openssh(line.decode())
    except UnicodeDecodeError as error:
        raise InvalidFileError(f"{beside} is not a public line", hint="make it anew") from error


def given_passphrase(passphrase_file: Path | None) -> bytes | None:
    """Return the passphrase that a file or the environment gives; None if neither does."""
    if passphrase_file is not None:
        warn_if_exposed(passphrase_file)
        data = files.read(passphrase_file, _PASSPHRASE_LIMIT)
        return data.removesuffix(b"\n").removesuffix(b"\r") or None
    given = os.environ.get("SEALION_PASSPHRASE")
    return given.encode() if given else None


def _warn_of_home(key: Path, *more: Path) -> None:
    """Warn if others can get at the folders of a key that is kept under a name."""
    if key.parent == home() / "keys":
        warn_if_exposed(home(), key.parent, *more)


def _passphrase(path: Path, passphrase_file: Path | None) -> bytes | None:
    given = given_passphrase(passphrase_file)
    if given is not None or not _is_protected(path):
        return given
    if sys.stdin is None or not sys.stdin.isatty():
        raise SignatureError(
            f"the key {path} is protected by a passphrase",
            hint="set SEALION_PASSPHRASE, or name a file with --passphrase-file",
        )
    return getpass(f"passphrase of {path.name}: ").encode()


def _is_protected(path: Path) -> bool:
    """Tell whether a key needs a passphrase; what cannot be read is left to whoever reads it."""
    try:
        data = disk.read(path, _KEY_LIMIT)
    except OSError:
        return False
    found = re.search(rb"-----BEGIN OPENSSH PRIVATE KEY-----(.+?)-----END", data, re.DOTALL)
    if not found:
        return b"ENCRYPTED" in data
    try:
        blob = binascii.a2b_base64(found[1])
    except ValueError:
        return False
    magic = b"openssh-key-v1\0"
    return blob.startswith(magic) and not blob.startswith(magic + frame("none"))


def _existing(name_or_path: str | Path) -> Path:
    """Return the path of a key: text without a slash is the name of one."""
    text = str(name_or_path)
    if isinstance(name_or_path, Path) or os.sep in text:
        path = Path(name_or_path)
        if not path.is_file():
            raise UsageError(f"there is no key file {path}")
        return path
    path = key_path(text)
    if not path.is_file():
        names = key_names()
        close = get_close_matches(text, names) or names
        known = f"did you mean {' or '.join(close)}?" if close else "there is no key yet"
        raise UsageError(
            f"there is no key called {text!r} in {path.parent}",
            hint=f"{known} make one with: sealion keys new {text}",
        )
    return path

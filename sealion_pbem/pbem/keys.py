"""Ed25519 keys: made, kept in OpenSSH's own format, and refused where they would prove nothing."""

from __future__ import annotations

import binascii
import os
import re
import stat
import sys
from base64 import b64encode
from dataclasses import field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from sealion_pbem.engine.alphabet import is_line
from sealion_pbem.engine.canon import frame
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import (
    InvalidFileError,
    RosterError,
    SignatureError,
    StorageError,
    UsageError,
)

__all__ = [
    "PrivateKey",
    "check_public",
    "fingerprint",
    "import_key",
    "key_from_seed",
    "new_key",
    "openssh_blob",
    "openssh_line",
    "public_from_openssh",
    "public_key",
    "read_key",
    "write_key",
]

_TYPE = "ssh-ed25519"
_LARGEST_FILE = 65_536
_NO_MODES = sys.platform == "win32"

# The curve of Ed25519. A point lies in the group of prime order L, or it has a part of small order: then
# one signature can fit several messages, or fit for one program and not for another, and its owner can
# disown it.
_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_ONE = pow(2, (_P - 1) // 4, _P)

_Point = tuple[int, int, int, int]
"""Extended coordinates X, Y, Z, T of x = X/Z, y = Y/Z, xy = T/Z (RFC 8032, 5.1.4)."""


@frozen
class PrivateKey:
    """A key that signs; `public` is what others know of it, as hex."""

    public: str
    _key: Ed25519PrivateKey = field(repr=False, compare=False)

    def sign(self, message: bytes) -> bytes:
        """Return the Ed25519 signature of a message."""
        return self._key.sign(message)


def new_key() -> PrivateKey:
    """Return a new key from the operating system's randomness."""
    return _wrap(Ed25519PrivateKey.generate())


def key_from_seed(seed: bytes) -> PrivateKey:
    """Return the key that 32 secret bytes fix (RFC 8032)."""
    return _wrap(Ed25519PrivateKey.from_private_bytes(seed))


def read_key(path: Path, passphrase: bytes | None) -> PrivateKey:
    """Return the key in a file of OpenSSH's format.

    Raises:
        InvalidFileError: the file cannot be read, or does not hold an Ed25519 key.
        SignatureError: others can read the file, or the passphrase is missing or wrong.
    """
    data = _read_private(path)
    _refuse_other_types(path, data)
    return _load(path, data, passphrase)


def import_key(path: Path, passphrase: bytes | None) -> PrivateKey:
    """Return the Ed25519 key in a file that another program has made: OpenSSH or PKCS #8.

    Raises:
        InvalidFileError: the file cannot be read, or does not hold an Ed25519 key.
        SignatureError: others can read the file, or the passphrase is missing or wrong.
    """
    data = _read_private(path)
    if b"OPENSSH PRIVATE KEY" in data:
        _refuse_other_types(path, data)
    return _load(path, data, passphrase)


def write_key(path: Path, key: PrivateKey, passphrase: bytes | None, comment: str) -> None:
    """Keep a key in OpenSSH's format, readable by its owner only, and its public line in `.pub`.

    Raises:
        UsageError: one of the files is there already; neither is touched.
        StorageError: the disk refused.
    """
    # Pulls in the password functions, which no other command needs.
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415 - slow to import

    protection: serialization.KeySerializationEncryption = serialization.NoEncryption()
    if passphrase:
        protection = serialization.BestAvailableEncryption(passphrase)
    data = key._key.private_bytes(  # noqa: SLF001 - nobody else may see it
        serialization.Encoding.PEM, serialization.PrivateFormat.OpenSSH, protection
    )
    line = f"{openssh_line(key.public, comment)}\n"
    public = path.with_name(f"{path.name}.pub")
    for place in (path, public):
        if place.exists() or place.is_symlink():
            _refuse_overwriting(place)
    _write_new(path, data, 0o600)
    _write_new(public, line.encode(), 0o644)


def check_public(public: str) -> None:
    """Check that a public key can identify a seat.

    Raises:
        RosterError: it is not 64 hexadecimal digits, or not the shortest form of a point of prime order.
    """
    if not re.fullmatch("[0-9a-f]{64}", public):
        raise RosterError(
            f"{public[:80]!r} is not a public key",
            hint="a public key is written as 64 hexadecimal digits, small letters",
        )
    if not _is_sound(public):
        raise RosterError(
            f"the public key {public[:16]}… is not a point of prime order in its shortest form: its "
            "signatures prove nothing",
            hint="make a key with 'sealion keys new'",
        )


@lru_cache(maxsize=256)
def _is_sound(public: str) -> bool:
    return _is_of_prime_order(bytes.fromhex(public))


@lru_cache(maxsize=256)
def public_key(public: str) -> Ed25519PublicKey:
    """Return the key object that verifies; RosterError for a key that `check_public` refuses."""
    check_public(public)
    return Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))


def openssh_blob(public: str) -> bytes:
    """Return a public key in the binary form that OpenSSH signs and prints."""
    return frame(_TYPE, bytes.fromhex(public))


def openssh_line(public: str, comment: str = "") -> str:
    """Return a public key as a line for `.pub` and `authorized_keys` files."""
    if not is_line(comment):
        raise UsageError("the comment of a key must stand on one line")
    return f"{_TYPE} {b64encode(openssh_blob(public)).decode()} {comment}".rstrip()


def public_from_openssh(line: str) -> str:
    """Return the public key on a line like `ssh-ed25519 AAAA… comment`, as hex.

    Raises:
        InvalidFileError: the line is no such line, or of another type of key.
        RosterError: the key may not be used.
    """
    words = line.split()
    if len(words) < 2 or words[0] != _TYPE:  # noqa: PLR2004 - type and key
        raise InvalidFileError(
            f"{line[:40]!r} is not the public line of an Ed25519 key",
            hint=f"it begins with {_TYPE!r} and stands in the .pub file beside the key",
        )
    try:
        blob = binascii.a2b_base64(words[1], strict_mode=True)
    except ValueError:
        blob = b""
    public = blob[-32:].hex()
    if blob != frame(_TYPE, blob[-32:]):
        raise InvalidFileError("the public line of the key is damaged", hint="copy it again")
    check_public(public)
    return public


def fingerprint(public: str) -> str:
    """Return the fingerprint that `ssh-keygen -l` prints."""
    value = sha256(openssh_blob(public)).digest()
    return f"SHA256:{b64encode(value).decode().rstrip('=')}"


def _wrap(key: Ed25519PrivateKey) -> PrivateKey:
    return PrivateKey(key.public_key().public_bytes_raw().hex(), key)


def _read_private(path: Path) -> bytes:
    try:
        # Without waiting: a pipe in the place of a key must not stop the program.
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        raise InvalidFileError(
            f"the key {path} cannot be read: {error.strerror}",
            hint="'sealion keys show' lists the keys, 'sealion keys new' makes one",
        ) from error
    try:
        facts = os.fstat(number)
        if not stat.S_ISREG(facts.st_mode) or facts.st_size > _LARGEST_FILE:
            raise InvalidFileError(
                f"{path} is not a key file", hint="name the file of a private key"
            )
        if facts.st_mode & 0o077 and not _NO_MODES:
            raise SignatureError(
                f"others on this machine can read the private key {path}",
                hint=f"if nobody has, put it right with: chmod 600 {path}",
            )
        return os.read(number, _LARGEST_FILE)
    finally:
        os.close(number)


def _refuse_other_types(path: Path, data: bytes) -> None:
    """Refuse a file by the type of key that it names in the open, before asking for a passphrase."""
    found = re.fullmatch(
        rb"\s*-----BEGIN OPENSSH PRIVATE KEY-----(.*)-----END OPENSSH PRIVATE KEY-----\s*",
        data,
        re.DOTALL,
    )
    try:
        blob = binascii.a2b_base64(found[1]) if found else b""
    except ValueError:
        blob = b""
    if not blob.startswith(b"openssh-key-v1\0"):
        raise InvalidFileError(
            f"{path} is not a private key in OpenSSH's format",
            hint="the public .pub file does not sign; name the file without .pub",
        )
    if frame(_TYPE) not in blob:
        other = re.search(rb"ssh-rsa|ssh-dss|ecdsa-sha2-[a-z0-9-]{1,20}|sk-[a-z0-9@.-]{1,40}", blob)
        kind = other[0].decode() if other else "another"
        raise _wrong_type(path, kind)


def _wrong_type(path: Path, kind: str) -> InvalidFileError:
    return InvalidFileError(
        f"{path} holds an {kind} key, only {_TYPE} is used",
        hint="make a key with 'sealion keys new', or with: ssh-keygen -t ed25519",
    )


def _load(path: Path, data: bytes, passphrase: bytes | None) -> PrivateKey:
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415 - see write_key

    is_openssh = b"OPENSSH PRIVATE KEY" in data
    load: Any = serialization.load_pem_private_key
    if is_openssh:
        load = serialization.load_ssh_private_key
    try:
        key = _unlock(path, load, data, passphrase)
    except (ValueError, UnsupportedAlgorithm) as error:
        if passphrase:
            raise SignatureError(
                f"the passphrase does not open the key {path}", hint="try again, or use a backup"
            ) from error
        raise InvalidFileError(
            f"{path} does not hold a private key that can be read", hint="use a backup"
        ) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise _wrong_type(path, type(key).__name__.removesuffix("PrivateKey"))
    return _wrap(key)


def _unlock(path: Path, load: Any, data: bytes, passphrase: bytes | None) -> Any:
    try:
        return load(data, passphrase or None)
    except TypeError as error:
        # Asked for a passphrase that is missing, or given one that is not needed.
        if passphrase:
            return load(data, None)
        raise SignatureError(
            f"the key {path} is protected by a passphrase", hint="give the passphrase"
        ) from error


def _refuse_overwriting(path: Path) -> None:
    raise UsageError(
        f"{path} is there already, and a key is never overwritten",
        hint="choose another name, or move the old key away",
    )


def _write_new(path: Path, data: bytes, mode: int) -> None:
    try:
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except FileExistsError:
        _refuse_overwriting(path)
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}") from error
    else:
        try:
            with os.fdopen(number, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(number)
        except OSError as error:
            path.unlink(missing_ok=True)
            raise StorageError(f"{path} cannot be written: {error.strerror}") from error


def _is_of_prime_order(encoded: bytes) -> bool:
    """Return whether 32 bytes are, in their shortest form, a point of order L."""
    point = _point(encoded)
    return point is not None and not _is_neutral(*point[:3]) and _is_neutral(*_times(_L, point))


def _point(encoded: bytes) -> _Point | None:
    """Return the point that bytes encode; None if they are none, or not its shortest form."""
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= _P:
        return None
    u, v = (y * y - 1) % _P, (_D * y * y + 1) % _P
    x = u * pow(v, 3, _P) * pow(u * pow(v, 7, _P), (_P - 5) // 8, _P) % _P
    if (v * x * x + u) % _P == 0:
        x = x * _ROOT_OF_MINUS_ONE % _P
    if (v * x * x - u) % _P or (x == 0 and sign):
        return None
    x = _P - x if x % 2 != sign else x
    return x, y, 1, x * y % _P


def _times(factor: int, point: _Point) -> tuple[int, int, int]:
    """Return X, Y and Z of a multiple of a point, digit by digit; most of the work is doubling.

    RFC 8032, 5.1.4. T is only needed for an addition, and what is the same in all of those is worked out
    once; numbers are brought below p before they are multiplied again.
    """
    p = _P
    x, y, z, t = point
    less, more, twice = (y - x) % p, (y + x) % p, 2 * _D * t % p
    for digit in f"{factor:b}"[1:]:
        a, b = x * x % p, y * y % p
        h, g = a + b, a - b
        e, f = -2 * x * y % p, (2 * z * z + g) % p
        x, y, z = e * f % p, g * h % p, f * g % p
        if digit == "1":
            a, b, c = (y - x) * less % p, (y + x) * more % p, e * h * twice % p
            e, f, g, h = b - a, 2 * z - c, 2 * z + c, b + a
            x, y, z = e * f % p, g * h % p, f * g % p
    return x, y, z


def _is_neutral(x: int, y: int, z: int) -> bool:
    return x % _P == 0 and (y - z) % _P == 0

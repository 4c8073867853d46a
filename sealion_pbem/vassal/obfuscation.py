"""The thin veil over a saved game: every byte is changed by one key byte, which stands before it."""

from __future__ import annotations

import zlib

from sealion_pbem.errors import InvalidFileError

__all__ = ["LARGEST_TEXT", "obscured", "revealed"]

LARGEST_TEXT = 48 * 1024 * 1024
"""The most bytes of commands that are read; the largest known files have a third of that."""

_HEX, _PACKED, _RAW = b"!VCSK", b"!VCSZ", b"VOBS"


def obscured(plain: bytes, key: int) -> bytes:
    """Return bytes as every VASSAL of today reads them."""
    return _HEX + f"{key:02x}".encode() + plain.translate(_mask(key)).hex().encode()


def revealed(data: bytes) -> bytes:
    """Return the bytes below the veil, whichever of the four forms it has.

    Raises:
        InvalidFileError: the digits are none, or what they hold is damaged or too large.
    """
    if data.startswith(_HEX):
        return _from_digits(data[len(_HEX) :])
    if data.startswith(_PACKED):
        return _inflated(_from_digits(data[len(_PACKED) :]))
    if data.startswith(_RAW):
        key = data[len(_RAW) : len(_RAW) + 1]
        if not key:
            raise InvalidFileError("the saved game ends before its key")
        return data[len(_RAW) + 1 :].translate(_mask(key[0]))
    return data


def _from_digits(digits: bytes) -> bytes:
    try:
        # To take blanks between digits would read two files as one.
        raw = bytes.fromhex(digits.decode("ascii")) if not digits.isspace() else b""
    except ValueError:
        raise InvalidFileError(
            "the saved game is no row of pairs of digits",
            hint="it is damaged; save or send it again",
        ) from None
    if not raw or len(raw) * 2 != len(digits):
        raise InvalidFileError(
            "the saved game is no row of pairs of digits",
            hint="it is damaged; save or send it again",
        )
    return raw[1:].translate(_mask(raw[0]))


def _inflated(packed: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        plain = unpacker.decompress(packed, LARGEST_TEXT + 1)
    except zlib.error as error:
        raise InvalidFileError(f"the saved game is damaged: {error}") from error
    if len(plain) > LARGEST_TEXT:
        raise InvalidFileError(f"the saved game is larger than {LARGEST_TEXT} bytes")
    if not unpacker.eof:
        raise InvalidFileError("the saved game is cut short")
    return plain


def _mask(key: int) -> bytes:
    return bytes(value ^ key for value in range(256))

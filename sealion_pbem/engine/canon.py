"""Canonical bytes and what is hashed from them.

Canonical JSON is RFC 8785. On the values a campaign may hold (no float, integers within 2^53 - 1,
ASCII member names) that is what orjson writes with sorted members.
"""

from __future__ import annotations

from hashlib import sha256

import orjson

from sealion_pbem.engine.words import Json

__all__ = ["canonical", "digest", "digest_bytes", "frame", "hash_of", "parse_json", "weigh"]

_CANONICAL = (
    orjson.OPT_SORT_KEYS
    | orjson.OPT_STRICT_INTEGER
    # These have no place in JSON, so orjson shall not invent one for them.
    | orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
)

_LAID_OUT = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS
# The items of an entry's lists stand two levels deep, one deeper than in a list by itself.
_DEEPER = 2


def canonical(value: Json) -> bytes:
    """Return the RFC 8785 bytes of a value that holds no float and no member name beyond ASCII."""
    return orjson.dumps(value, option=_CANONICAL)


def parse_json(data: bytes) -> Json:
    """Return the value that a file of this program holds; what others send is read by `pbem.loader`."""
    return orjson.loads(data)


def digest(value: Json) -> str:
    """Return the SHA-256 of the canonical bytes of a value, as hex."""
    return sha256(orjson.dumps(value, option=_CANONICAL)).hexdigest()


def digest_bytes(data: bytes) -> str:
    """Return the SHA-256 of bytes, as hex."""
    return sha256(data).hexdigest()


def frame(*parts: str | bytes | int) -> bytes:
    """Return the parts, each after its length in four bytes, so that no two lists look alike.

    Text is taken as UTF-8, a number as its decimal text.
    """
    framed = b""
    for part in parts:
        if isinstance(part, str):
            data = part.encode()
        elif isinstance(part, bytes):
            data = part
        else:
            data = b"%d" % part
        framed += len(data).to_bytes(4, "big") + data
    return framed


def hash_of(tag: str, *parts: str | bytes | int) -> bytes:
    """Return H(tag, parts …): the SHA-256 of the framed tag and parts."""
    return sha256(frame(tag, *parts)).digest()


def weigh(items: list[Json]) -> tuple[int, int]:
    """Return what items of a list take in an entry's file: bytes; commas and opening brackets.

    Each is followed by a comma and the end of the line; the last one's stand for the brackets of the list.
    """
    if not items:
        return 0, 0
    data = orjson.dumps(items, option=_LAID_OUT)
    lines = data.count(b"\n") - 1
    signs = data.count(b",") + data.count(b"[") + data.count(b"{")
    return len(data) - 2 + _DEEPER * lines, signs

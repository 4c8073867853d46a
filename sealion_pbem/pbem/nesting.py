"""How deeply lists and objects stand in one another, counted without a parser."""

from __future__ import annotations

import re
from itertools import islice

from sealion_pbem.errors import InvalidFileError

__all__ = ["refuse_depth"]

_BRACKETS = b"[]{}"
_ALL_ELSE = bytes(set(range(256)) - set(b'"' + _BRACKETS))


def refuse_depth(data: bytes, deepest: int) -> None:
    """Refuse deep nesting before a parser that calls itself for every level sees it.

    Raises:
        InvalidFileError: a bracket is opened inside `deepest` others; the message names its line.
    """
    if data.count(b"[") + data.count(b"{") <= deepest:
        return
    unescaped = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    # A text without brackets is two quotes by now; without those there is little left to split.
    quoted = unescaped.translate(None, _ALL_ELSE).replace(b'""', b"")
    depth = 0
    for number, byte in enumerate(_outside(quoted)):
        depth += 1 if byte in b"[{" else -1
        if depth > deepest:
            raise InvalidFileError(
                f"line {_line_of_bracket(unescaped, number)}: lists and objects are nested too deeply",
                hint=f"they may stand in one another {deepest} deep",
            )
        if depth <= 0:
            # Whatever follows the first value is refused by the parser.
            return


def _outside(unescaped: bytes) -> bytes:
    """Return what stands outside of texts."""
    return b"".join(unescaped.split(b'"')[::2])


def _line_of_bracket(unescaped: bytes, number: int) -> int:
    outside = _outside(unescaped)
    found = next(islice(re.finditer(rb"[\[\]{}]", outside), number, None))
    return outside.count(b"\n", 0, found.start()) + 1

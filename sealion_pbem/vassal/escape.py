"""Lists as VASSAL writes them: one rule of escaping for every delimiter and every depth.

A delimiter inside an element gets a backslash before it. A backslash itself has no escape, so an
element that begins with one is put between apostrophes, and none can end with one.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["joined", "parted"]

_BACKSLASH, _QUOTE = "\\", "'"


def joined(parts: Iterable[str], delimiter: str) -> str:
    """Return a list as one text; ValueError: an element ends with a backslash and cannot be written."""
    return delimiter.join([_written(part, delimiter) for part in parts])


def parted(text: str, delimiter: str) -> list[str]:
    """Return the elements of a list; there is always at least one, and it may be empty."""
    found: list[str] = []
    open_parts: list[str] = []
    for part in text.split(delimiter):
        if part.endswith(_BACKSLASH):
            open_parts.append(part[:-1])
        elif open_parts:
            found.append(delimiter.join([*open_parts, part]))
            open_parts = []
        else:
            found.append(part)
    if open_parts:
        # The backslash at the very end of a text stands before no delimiter.
        found.append(delimiter.join(open_parts) + _BACKSLASH)
    return [_unquoted(one) for one in found]


def _written(part: str, delimiter: str) -> str:
    if not part:
        return part
    begins = part[0]
    if part[-1] == _BACKSLASH:
        raise ValueError("what ends with a backslash cannot be written")
    if delimiter in part:
        part = part.replace(delimiter, _BACKSLASH + delimiter)
    if begins == _BACKSLASH or (begins == _QUOTE and part[-1] == _QUOTE):
        return f"{_QUOTE}{part}{_QUOTE}"
    return part


def _unquoted(part: str) -> str:
    is_quoted = len(part) > 1 and part[0] == _QUOTE and part[-1] == _QUOTE
    return part[1:-1] if is_quoted else part

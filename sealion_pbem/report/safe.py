"""Text that players wrote, made safe to show: bounded, and without characters that act on a reader.

Control characters, bidi overrides, joiners and lone surrogates are shown as their numbers, so that a
message cannot reorder, hide or overprint what stands around it.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["shown"]

# Categories: control, format (bidi, zero-width), surrogate, private, unassigned, line and paragraph.
_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MOST_MARKS = 3
_PILE = re.compile("([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{3})[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")  # fmt: skip  # noqa: E501 - one class of characters


def shown(text: str, limit: int = 2000) -> str:
    """Return the text as it may be shown; line breaks stay, and what is cut off is counted."""
    cut = len(text) - limit
    kept = text if cut <= 0 else text[:limit]
    if not kept.isprintable():
        kept = "".join(map(_shown, kept.replace("\r\n", "\n").replace("\t", " ")))
    kept = _PILE.sub(r"\1", kept)
    return kept if cut <= 0 else f"{kept} … ({cut} more characters)"


def _shown(char: str) -> str:
    if char == "\n" or unicodedata.category(char) not in _UNSAFE:
        return char
    return f"<U+{ord(char):04X}>"

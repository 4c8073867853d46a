"""Text that players wrote, made safe to show: bounded, and without characters that act on a reader.

Control characters, bidi overrides, joiners and lone surrogates are shown as their numbers, so that a
message cannot reorder, hide or overprint what stands around it.
"""

from __future__ import annotations

import re

from sealion_pbem.engine.alphabet import replaced

__all__ = ["shown"]

_MOST_MARKS = 3
_PILE = re.compile("([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{3})[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")  # fmt: skip  # noqa: E501 - one class of characters


def shown(text: str, limit: int = 2000) -> str:
    """Return the text as it may be shown; line breaks stay, and what is cut off is counted."""
    cut = len(text) - limit
    kept = text if cut <= 0 else text[:limit]
    kept = replaced(kept.replace("\r\n", "\n").replace("\t", " "), _number)
    kept = _PILE.sub(r"\1", kept)
    return kept if cut <= 0 else f"{kept} … ({cut} more characters)"


def _number(found: re.Match[str]) -> str:
    return f"<U+{ord(found[0]):04X}>"

"""Counters as chains of traits: a type and a state, each nested level by level around a basic piece."""

from __future__ import annotations

from collections.abc import Sequence

from sealion_pbem.errors import InvalidFileError
from sealion_pbem.vassal.escape import joined, parted

__all__ = ["BASIC", "LONGEST_CHAIN", "chained", "unchained_state", "unchained_type"]

BASIC = "piece;"
"""How the type of the innermost piece begins."""
LONGEST_CHAIN = 250
_TAB = "\t"


def chained(traits: Sequence[str]) -> str:
    """Return the text of a chain, given from the outermost trait to the basic piece."""
    text = traits[-1]
    for trait in reversed(traits[:-1]):
        text = joined((trait, text), _TAB)
    return text


def unchained_type(text: str) -> list[str]:
    """Return the types of the traits, the outermost first; stacks and decks are one by themselves.

    Raises:
        InvalidFileError: the chain is longer than that of any counter.
    """
    found: list[str] = []
    while _TAB in text and not text.startswith(BASIC):
        if len(found) >= LONGEST_CHAIN:
            raise InvalidFileError(f"a counter has more than {LONGEST_CHAIN} traits")
        head, *rest = parted(text, _TAB)
        if not rest:
            break
        found.append(head)
        text = rest[0]
    return [*found, text]


def unchained_state(text: str, count: int) -> list[str]:
    """Return the states of so many traits, the outermost first; states that are not there are empty."""
    found: list[str] = []
    for _ in range(count - 1):
        head, *rest = parted(text, _TAB)
        found.append(head)
        text = rest[0] if rest else ""
    return [*found, text]

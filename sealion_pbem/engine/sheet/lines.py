"""The lines of an order sheet: comments, headings, orders that go on over several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.sheet.phrase import Word, split_words

__all__ = ["LONGEST_LINE", "MOST_LINES", "MOST_WORDS", "Line", "folded", "lines_of"]

MOST_LINES = 2000
LONGEST_LINE = 1000
MOST_WORDS = 1000
"""Of a longer order nothing more is taken in: it is a fault in any case."""
_WIDTH = 100
"""A line that is written goes on in the next one behind a mark, as soon as it gets longer than this."""
_PART = re.compile(r".*?[,;:](?= )|.+")
_COMMENT = re.compile(r"(^|\s)#.*$")
_LABEL = re.compile(r"([a-z]+)\s*:\s*(.*)$", re.IGNORECASE)


@frozen
class Line:
    """A line that says something, with those that go on from it, which begin with a space."""

    number: int
    text: str
    words: tuple[Word, ...]

    def labelled(self, label: str) -> str | None:
        """Return what stands behind a label such as "message:", or None if another or none is there."""
        found = _LABEL.match(self.text)
        return found[2] if found and found[1].casefold() == label else None

    @property
    def key(self) -> str:
        """The line as it is compared: its words, each once apart."""
        return " ".join(self.text.casefold().split())


def lines_of(text: str) -> Iterator[Line]:
    """Return the lines that say something; a comment goes from a # behind a space to the end."""
    begun: tuple[int, str, tuple[Word, ...]] | None = None
    for number, whole in enumerate(text.splitlines(), 1):
        said = _COMMENT.sub("", whole).rstrip()
        if not said.strip():
            continue
        column = len(said) - len(said.lstrip()) + 1
        words = split_words(said.strip(), number, column)
        if column > 1 and begun is not None:
            first, before, others = begun
            if len(others) > MOST_WORDS:
                continue
            # A list that ended with a comma goes on; anything else is the next group.
            is_list = before.endswith((",", ";", ":"))
            mark = () if is_list else (Word(";", number, column),)
            begun = (
                first,
                f"{before}{'' if is_list else ';'} {said.strip()}",
                (*others, *mark, *words),
            )
            continue
        if begun is not None:
            yield Line(*begun)
        begun = number, said.strip(), words
    if begun is not None:
        yield Line(*begun)


def folded(said: str) -> str:
    """Return an order over as many lines as it needs, each but the first behind a space."""
    lines: list[str] = []
    for part in _PART.findall(said):
        if lines and len(lines[-1]) + len(part) <= _WIDTH:
            lines[-1] += part
        else:
            lines.append(part if not lines else f"  {part.strip()}")
    return "\n".join(lines)

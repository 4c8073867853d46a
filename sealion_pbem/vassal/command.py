"""The commands of a saved game: a tree whose leaves are texts, each recognised by how it begins.

A node is a list whose first element is the command and whose others follow it; a leaf is a text.
What a leaf means is nobody's concern here, so commands of any module are kept as they stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, Union

from sealion_pbem.errors import InvalidFileError
from sealion_pbem.vassal.escape import joined, parted

__all__ = ["DEEPEST", "ESC", "LOG", "Tree", "format_tree", "leaves", "logged", "parse_tree"]

Tree: TypeAlias = Union[str, "list[Tree]"]

ESC = "\x1b"
LOG = "LOG\t"
"""How a leaf begins that is a step of a log."""
DEEPEST = 40
"""So many levels are read; players' files have three or four."""


def parse_tree(text: str) -> Tree:
    """Return the tree that a text describes.

    Each level is read once, so the time grows with the text alone.

    Raises:
        InvalidFileError: it is nested deeper than any game nests.
    """
    return _parse(text, DEEPEST)


def _parse(text: str, levels: int) -> Tree:
    if ESC not in text:
        # One element is the text itself, unless it stands between apostrophes.
        return text if parted(text, ESC)[0] == text else [_parse(text[1:-1], _fewer(levels))]
    parts = parted(text, ESC)
    return [part if _is_leaf(part) else _parse(part, _fewer(levels)) for part in parts]


def _is_leaf(text: str) -> bool:
    return ESC not in text and not (len(text) > 1 and text[0] == text[-1] == "'")


def _fewer(levels: int) -> int:
    if not levels:
        raise InvalidFileError(
            f"commands are nested deeper than {DEEPEST} levels",
            hint="no game writes such a file; it is damaged or made to do harm",
        )
    return levels - 1


def format_tree(tree: Tree) -> str:
    """Return the text that describes a tree."""
    if isinstance(tree, str):
        return tree
    return joined([format_tree(part) for part in tree], ESC)


def leaves(tree: Tree) -> Iterator[str]:
    """Return every leaf, in the order in which commands are carried out."""
    if isinstance(tree, str):
        yield tree
        return
    for part in tree:
        yield from leaves(part)


def logged(leaf: str) -> str:
    """Return the command that a leaf holds, whether it is a step of a log or not."""
    while leaf.startswith(LOG):
        leaf = leaf[len(LOG) :]
    return leaf

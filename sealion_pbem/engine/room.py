"""The room that a receipt has: what a turn leads to must fit into the one file that answers it.

A file has at most 262,144 bytes and, in them, 13,107 commas and opening brackets (`pbem.loader`). Rolls
and automatic answers are counted as they come; when half of the file is full the run ends before the
next order, and the game waits there. The other half is for what a single order can lead to, which is
far less in every ruleset, and for what comes back.
"""

from __future__ import annotations

from sealion_pbem.engine.canon import weigh
from sealion_pbem.engine.words import Json

__all__ = ["FULL_BYTES", "FULL_SIGNS", "MOST_AUTOMATIC", "Room"]

FULL_BYTES = 131_072
FULL_SIGNS = 6_000
MOST_AUTOMATIC = 1000
"""A run that answers itself this often has standing orders that never come to an end."""


class Room:
    """How much of a receipt is used up."""

    __slots__ = ("answers", "signs", "size")

    def __init__(self) -> None:
        self.size = self.signs = self.answers = 0

    @property
    def is_full(self) -> bool:
        """Whether no further order may be carried out."""
        return self.size > FULL_BYTES or self.signs > FULL_SIGNS or self.answers >= MOST_AUTOMATIC

    def take(self, item: Json) -> None:
        """Count an item that will stand in a list of the receipt."""
        size, signs = weigh(item)
        self.size += size
        self.signs += signs

    def has_place_for(self, answer: Json) -> bool:
        """Return whether an automatic answer still fits."""
        size, signs = weigh(answer)
        return self.size + size <= FULL_BYTES and self.signs + signs <= FULL_SIGNS

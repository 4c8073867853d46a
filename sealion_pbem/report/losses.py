"""What each side loses, event after event; what is taken back is lost no more."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.pbem.body import RulingBody
from sealion_pbem.report.passage import ChronicleSubject, Passage, Told

__all__ = ["Losses"]


class Losses:
    """Counts losses in one walk through a chronicle."""

    def __init__(self, subject: ChronicleSubject) -> None:
        self._subject = subject
        self._left = {name: whole for name, _, whole, _ in subject.start}
        self._counted: list[tuple[int, int, str, int]] = []

    def of(self, passage: Passage, told: Told) -> dict[str, int]:
        """Return what each side has lost by an event of a passage."""
        lost: dict[str, int] = {}
        is_bloodless = told.kind in self._subject.bloodless or isinstance(
            passage.entry.body, RulingBody
        )
        for name, _, left, _ in told.changes:
            taken = self._left.get(name, 0) - left
            self._left[name] = left
            if taken > 0 and not is_bloodless:
                seat = self._subject.roster[name].seat
                lost[seat] = lost.get(seat, 0) + taken
                self._counted.append((passage.entry.seq, told.game_turn, seat, taken))
        return lost

    def regained(self, passage: Passage) -> Iterator[tuple[int, str, int]]:
        """Return game turn, side and number of what was lost in turns that a passage takes back."""
        body = passage.entry.body
        first = body.takes_back if isinstance(body, RulingBody) else None
        if first is None:
            return
        kept = [each for each in self._counted if each[0] < first]
        yield from (each[1:] for each in self._counted[len(kept) :])
        self._counted = kept

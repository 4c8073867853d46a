"""Who may see which entries now, and which of them he cannot know yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sealion_pbem.pbem.entry import VOIDING, Entry
from sealion_pbem.umpire.record import Record

__all__ = ["Sight", "as_written"]

_TRIED = ("turn", *VOIDING)


class Sight:
    """The entries of a log as its seats may see them.

    What a seat has tried since the last receipt is for itself and its witness alone, until the version
    that counts is judged or to be opened: others would see plans. Nor can they take what was written
    upon it.
    """

    def __init__(self, record: Record, entries: Sequence[Entry], *, is_turn_due: bool) -> None:
        """`is_turn_due`: a delay that the charter gives to the pending turn is over."""
        self._record = record
        self._entries = entries
        self._is_turn_due = is_turn_due
        last = max((one.seq for one in entries if one.kind == "receipt"), default=0)
        tried = [one.seq for one in entries if one.seq > last and (one.kind in _TRIED or one.after)]
        self._first_tried = min(tried, default=None)

    def shows(self, entry: Entry, seat: str) -> bool:
        """Return whether a seat may see an entry now."""
        ledger, decision = self._record.ledger, self._record.decision
        if decision is None or seat in (decision.seat, ledger.witness(decision.seat)):
            return True
        if self._is_turn_due and ledger.baton() == seat:
            return True
        return self._first_tried is None or entry.seq < self._first_tried

    def news_for(self, seat: str) -> tuple[Entry, ...]:
        """Return all that a seat has not shown to know and may see, as it was written.

        Whoever wrote an entry knew everything that it was written upon.
        """
        own = [entry for entry in self._entries if entry.by == seat]
        since = max((entry.seq for entry in own), default=0)
        known = self._known(own)
        return as_written(
            entry
            for entry in self._entries
            if entry.seq >= since and entry.digest not in known and self.shows(entry, seat)
        )

    def _known(self, own: Sequence[Entry]) -> set[str]:
        """Return the digests of some entries and of all that they were written upon."""
        by_digest = {entry.digest: entry for entry in self._entries}
        known: set[str] = set()
        for entry in own:
            found: Entry | None = entry
            while found is not None and found.digest not in known:
                known.add(found.digest)
                found = by_digest.get(found.after or found.prev)
        return known


def as_written(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return entries so that each comes after the one that it was written upon.

    File names do not say that of several in one place: a rejection comes before its turn there.
    """
    listed = list(entries)
    left = {entry.digest: entry for entry in listed}
    found: list[Entry] = []
    for entry in listed:
        branch: list[Entry] = []
        below: Entry | None = left.get(entry.digest)
        while below is not None:
            branch.append(left.pop(below.digest))
            below = left.get(below.after or below.prev)
        found += reversed(branch)
    return tuple(found)

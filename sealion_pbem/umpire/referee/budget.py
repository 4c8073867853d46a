"""The budget: how many answers anybody had in the last 24 hours, one small file for each.

    replies/TIME-WHO-WHAT.json

Only what was answered is noted, and answers are limited, so nobody makes the notes many by writing
much; a file of its own for each means that none can grow until it cannot be read. What counts are the
last 24 hours at any moment, not a day that could end between two mails.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from sealion_pbem.campaign import files
from sealion_pbem.campaign.disk import disk, explained
from sealion_pbem.pbem.loader import normal_form
from sealion_pbem.umpire.referee.deadlines import seconds, stamp, written

__all__ = ["Budget"]

_DAY = 86_400
_DIGITS = 16


class Budget:
    """The answers of one office that are limited."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def spend(self, who: str, what: str, most: int, now: str) -> bool:
        """Count an answer to somebody; False if he has had so many in the last 24 hours.

        The same answer once more, after a crash, costs nothing.
        """
        if self.has(who, what):
            return True
        if sum(f"-{_short(who)}-" in name for name in self._recent(now)) >= most:
            return False
        files.make_folder(self.path, 0o700)
        name = f"{stamp(now)}-{_short(who)}-{_short(what)}.json"
        files.replace(self.path / name, normal_form({"time": now, "who": who, "what": what}))
        return True

    def has(self, who: str, what: str) -> bool:
        """Tell whether an answer was counted."""
        ending = f"-{_short(who)}-{_short(what)}.json"
        return any(name.endswith(ending) for name in self._names())

    def sweep(self, now: str) -> None:
        """Forget what is older than a day, and what killed writers left."""
        oldest = stamp(written(seconds(now) - _DAY))
        for name in self._names():
            if name < oldest:
                path = self.path / name
                with explained(path, failed="cannot be removed"), suppress(FileNotFoundError):
                    disk.remove(path)
        files.sweep(self.path)

    def _recent(self, now: str) -> list[str]:
        """Return the answers of 24 hours, also if the clock was set back since."""
        first, last = (stamp(written(seconds(now) + days * _DAY)) for days in (-1, 1))
        return [name for name in self._names() if first < name.partition("-")[0] < last]

    def _names(self) -> list[str]:
        with explained(self.path, failed="cannot be read"):
            try:
                return [path.name for path in self.path.iterdir() if path.suffix == ".json"]
            except FileNotFoundError:
                return []


def _short(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:_DIGITS]

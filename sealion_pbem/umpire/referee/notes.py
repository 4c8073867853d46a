"""What the robot notes beside a log: when something arrived, where it began, who claims a seat.

    referee/since.json        the number of the entry at which the robot began to write to the players
    referee/arrivals/         when an entry was first seen, by digest
    referee/absences/         signed notes of absence, with the time they arrived
    referee/claims/           changes of key that wait for the referee's signature
    referee/brought/          which mail was the first to bring what a player has signed, by digest

None of it is part of the log or changes what happens in the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sealion_pbem.campaign import files
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.pbem.entry import Entry
from sealion_pbem.pbem.loader import normal_form, read_strict

__all__ = ["Notes"]

_LIMIT = 65_536
_NAME = 32


class Notes:
    """The robot's notes on one campaign; each is written once."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self.path = folder.path / "referee"

    def arrived(self, entry: Entry, now: str) -> str:
        """Return when an entry was first seen: now, unless it was noted before."""
        noted = self.keep("arrivals", entry.digest, {"time": now})
        return str(noted["time"])

    def since(self, newest: int) -> int:
        """Return the number of the entry at which the robot began: the newest, at its first look.

        Who has played for a year before there was a robot does not want all reports of that year.
        """
        return int(self._once(self.path / "since.json", {"seq": newest})["seq"])

    def keep(self, room: str, name: str, note: Mapping[str, Any]) -> dict[str, Any]:
        """Keep a note under a name that says what it is about; return what was kept first."""
        return self._once(self.path / room / f"{name[:_NAME]}.json", note)

    def find(self, room: str, name: str) -> dict[str, Any] | None:
        """Return the note that was kept under a name, or None."""
        path = self.path / room / f"{name[:_NAME]}.json"
        return read_strict(files.read(path, _LIMIT)) if files.is_there(path) else None

    def all(self, room: str) -> dict[Path, dict[str, Any]]:
        """Return all notes of a kind by their files."""
        found = sorted((self.path / room).glob("*.json"))
        return {path: read_strict(files.read(path, _LIMIT)) for path in found}

    def _once(self, path: Path, note: Mapping[str, Any]) -> dict[str, Any]:
        if not files.is_there(path):
            with self._folder.writing():
                files.make_folder(self.path)
                files.make_folder(path.parent)
                if not files.is_there(path):
                    files.write_new(path, normal_form(dict(note)))
        return read_strict(files.read(path, _LIMIT))

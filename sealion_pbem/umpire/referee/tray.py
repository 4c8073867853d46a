"""The tray: what the office knows of mails that brought no entry and got no answer, or not yet.

    tray/waiting/DIGEST.json               is being read, or is tried again at a time
    tray/quarantine/TIME-WHY-DIGEST.json   lies where the source keeps such mails, for a person
    tray/unanswered/TIME-WHY-DIGEST.json   was read, brought nothing, and is answered by nobody

That a mail is about to be read is noted before it is read: one that ends the robot itself, and not
only the child that opens it, comes to the end of its tries as well. The mails themselves stay in the
source. A mail that is found there although it was put into quarantine was given back by a person, and
is read once more. Anybody can make many notes by writing many mails, so they are counted by name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from sealion_pbem.campaign import files
from sealion_pbem.campaign.disk import disk, explained
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import InvalidFileError, StorageError
from sealion_pbem.pbem.loader import normal_form, read_strict
from sealion_pbem.report.safe import shown
from sealion_pbem.umpire.referee.deadlines import seconds, stamp, written

__all__ = ["KEPT_DAYS", "MOST_TRIES", "WORDS", "Arrived", "Contents", "Note", "Pile", "Tray"]

T = TypeVar("T")

MOST_TRIES = 4
_PAUSES = {1: 60, 2: 600, 3: 3600}
"""Seconds between a try and the next: more than an hour in all, so that a shortage can pass."""
KEPT_DAYS = 30
"""So long it is remembered why a mail was not answered; the mail itself stays."""
_LONG_AGO = "1970-01-01T00:00:00Z"
_DAY = 86_400
_LIMIT = 65_536
_DIGITS = 32
_LONGEST = 300
_WAITING = re.compile(rf"[0-9a-f]{{{_DIGITS}}}\.json")
_PILED = re.compile(rf"[0-9]{{8}}T[0-9]{{6}}Z-[a-z]+-[0-9a-f]{{{_DIGITS}}}\.json")
_KINDS: Mapping[str, type[int]] = {"size": int, "tries": int}
_ROOMS = ("waiting", "quarantine", "unanswered")
WORDS = {
    "unread": "could not be read",
    "campaign": "wait for a campaign that cannot be read",
    "refused": "cannot be read and name no sender",
    "signed": "brought signed entries that were refused, with nobody to tell",
    "file": "were files that are no entries",
    "automatic": "were written by programs",
    "stranger": "came from strangers",
    "often": "came after the answers of a day were used up",
}
"""What may be published of each reason: no word of it comes out of a mail."""


@frozen
class Arrived:
    """A mail as a source gives it: what the source calls it, and its bytes."""

    handle: str
    data: bytes

    @property
    def digest(self) -> str:
        """The digest after which its notes are named."""
        return sha256(self.data).hexdigest()[:_DIGITS]


@frozen
class Note:
    """The facts known of one mail; `handle` is what the source called it when it was seen first.

    `tell` is the address that it names, unless a program wrote it. The words of a mail in `sender`,
    `tell` and `reason` are only ever shown to the referee.
    """

    digest: str
    handle: str
    size: int
    time: str
    """When it was seen first."""
    why: str = "unread"
    reason: str = "it is being read, or the robot ended meanwhile"
    sender: str = ""
    tell: str = ""
    tries: int = 0
    next_try: str = ""

    @property
    def is_over(self) -> bool:
        """Whether it was tried often enough."""
        return self.tries >= MOST_TRIES


@frozen
class Pile:
    """The mails that have the same fate: their number by reason, and the newest of them one by one."""

    numbers: Mapping[str, int]
    newest: tuple[Note, ...]

    @property
    def total(self) -> int:
        """The number of mails."""
        return sum(self.numbers.values())


@frozen
class Contents:
    """Everything in the tray."""

    waiting: Pile
    quarantine: Pile
    unanswered: Pile


class Tray:
    """The notes on mails in one office."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def find(self, mail: Arrived) -> Note | None:
        """Return what is noted of a mail that waits; None if it is new, or was given back."""
        return self._read(self._waiting(mail.digest))

    def begin(self, mail: Arrived, known: Note | None, now: str) -> Note:
        """Note that a mail is about to be read; one that was given back has one try left."""
        given_back = next((self._read(path) for path in self._quarantined(mail.digest)), None)
        fresh = Note(mail.digest, _plain(mail.handle), len(mail.data), now)
        note = known or (replace(given_back, tries=MOST_TRIES - 1) if given_back else fresh)
        tries = note.tries + 1
        # After the first time at once: whoever ended the robot may have had his reasons.
        pause = _PAUSES.get(tries - 1, 0)
        begun = replace(note, tries=tries, next_try=written(seconds(now) + pause))
        self._keep(begun)
        return begun

    def call_off(self, mail: Arrived, known: Note | None) -> None:
        """Take back a try that a disk or server has ended: it says nothing about the mail."""
        # If the disk refuses this too, it costs the mail one of its tries.
        with suppress(StorageError):
            if known:
                self._keep(known)
            else:
                self._remove(self._waiting(mail.digest))

    def fail(self, begun: Note, reason: str, sender: str, tell: str, now: str) -> Note:
        """Note that a try has failed, and return until when the mail waits for the next."""
        return self._kept(
            replace(
                begun,
                why="unread",
                reason=_plain(reason),
                sender=_plain(sender),
                tell=_plain(tell),
                next_try=written(seconds(now) + _PAUSES.get(begun.tries, 0)),
            )
        )

    def wait(self, begun: Note, reason: str, sender: str) -> None:
        """Note that a mail waits for something that is not its own fault; it is tried every round."""
        said, of = _plain(reason), _plain(sender)
        self._keep(replace(begun, why="campaign", reason=said, sender=of, tries=0, next_try=""))

    def condemn(self, begun: Note, why: str, reason: str, sender: str) -> Note:
        """Note that a mail goes into quarantine, before the source puts it there."""
        said, of = _plain(reason), _plain(sender)
        return self._kept(replace(begun, why=why, reason=said, sender=of, tries=MOST_TRIES))

    def put_in_quarantine(self, note: Note) -> None:
        """Note that the source has put a mail into quarantine."""
        for path in self._quarantined(note.digest):
            self._remove(path)
        self._write(self.path / "quarantine" / _name(note), note)
        self._remove(self._waiting(note.digest))

    def leave_unanswered(self, begun: Note, why: str, reason: str, sender: str) -> None:
        """Note that a mail was read and is not answered, before the source puts it away."""
        note = replace(begun, why=why, reason=_plain(reason), sender=_plain(sender), tries=0)
        self._write(self.path / "unanswered" / _name(note), note)

    def forget(self, digest: str) -> None:
        """Forget a mail that is put away."""
        for path in (self._waiting(digest), *self._quarantined(digest)):
            self._remove(path)

    def compare(self, seen: Collection[str]) -> None:
        """Forget what waits but is in the source no more, after all of the source was seen."""
        for note in self._notes("waiting"):
            if note.digest not in seen:
                if note.is_over:
                    self.put_in_quarantine(note)
                else:
                    self._remove(self._waiting(note.digest))

    def sweep(self, now: str) -> None:
        """Forget why mails were not answered long ago, and what killed writers left."""
        oldest = stamp(written(seconds(now) - KEPT_DAYS * _DAY))
        for name in self._names("unanswered"):
            if name < oldest:
                self._remove(self.path / "unanswered" / name)
        for room in _ROOMS:
            files.sweep(self.path / room)

    def contents(self, most: int) -> Contents:
        """Return everything in the tray, so many of each pile one by one."""
        waiting = sorted(self._notes("waiting"), key=lambda note: (note.time, note.digest))
        given_back = {note.digest for note in waiting}
        return Contents(
            Pile(dict(Counter(note.why for note in waiting)), _last(waiting, most)),
            self._pile("quarantine", given_back, most),
            self._pile("unanswered", (), most),
        )

    def _pile(self, room: str, left_out: Collection[str], most: int) -> Pile:
        names = [name for name in self._names(room) if name.split("-")[-1][:-5] not in left_out]
        numbers = Counter(name.split("-")[1] for name in names)
        return Pile(dict(numbers), tuple(self._note(room, name) for name in _last(names, most)))

    def _waiting(self, digest: str) -> Path:
        return self.path / "waiting" / f"{digest}.json"

    def _quarantined(self, digest: str) -> list[Path]:
        names = self._names("quarantine")
        return [
            self.path / "quarantine" / name for name in names if name.endswith(f"-{digest}.json")
        ]

    def _kept(self, note: Note) -> Note:
        self._keep(note)
        return note

    def _keep(self, note: Note) -> None:
        self._write(self._waiting(note.digest), note)

    def _write(self, path: Path, note: Note) -> None:
        for folder in (self.path, path.parent):
            files.make_folder(folder, 0o700)
        files.replace(path, normal_form(asdict(note)))

    def _remove(self, path: Path) -> None:
        with explained(path, failed="cannot be removed"), suppress(FileNotFoundError):
            disk.remove(path)

    def _notes(self, room: str) -> Iterator[Note]:
        for name in self._names(room):
            yield self._note(room, name)

    def _note(self, room: str, name: str) -> Note:
        """Return a note, or in its place that somebody has written into it."""
        path = self.path / room / name
        damaged = f"the note {path} cannot be read"
        digest = path.stem.rpartition("-")[2]
        return self._read(path) or Note(digest, "", 0, _LONG_AGO, reason=damaged, tries=MOST_TRIES)

    def _names(self, room: str) -> list[str]:
        """Return the names of the notes, the oldest first."""
        folder, kind = self.path / room, _WAITING if room == "waiting" else _PILED
        with explained(folder, failed="cannot be read"):
            try:
                return sorted(path.name for path in folder.iterdir() if kind.fullmatch(path.name))
            except FileNotFoundError:
                return []

    def _read(self, path: Path) -> Note | None:
        """Return a note; None if there is none, or only one into which somebody has written."""
        if not files.is_there(path):
            return None
        try:
            document = read_strict(files.read(path, _LIMIT))
            facts: dict[str, Any] = {
                name: _KINDS.get(name, str)(value) for name, value in document.items()
            }
            return Note(**facts)
        except (InvalidFileError, TypeError, ValueError):
            return None


def _name(note: Note) -> str:
    return f"{stamp(note.time)}-{note.why}-{note.digest}.json"


def _last(things: Sequence[T], most: int) -> tuple[T, ...]:
    return tuple(things[max(0, len(things) - most) :])


def _plain(text: str) -> str:
    """Return a text of whatever origin as one short line of ASCII, which every reader takes."""
    line = " ".join(shown(text, _LONGEST).split())
    return line.encode("ascii", "backslashreplace").decode()[: 2 * _LONGEST]

"""Where mails come from: a folder of files, a Maildir, an IMAP server.

A source gives every mail that is there, and is told when one is done with: settled, only after
everything in it is kept, or put into quarantine, where a person finds it. A crash in between gives the
mail once more, which changes nothing. Whoever moves a mail out of quarantine gives it back.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from sealion_pbem.campaign import files
from sealion_pbem.campaign.disk import disk, explained
from sealion_pbem.errors import MailError, StorageError
from sealion_pbem.mail.frames import LARGEST_MAIL

__all__ = ["PROCESSED", "QUARANTINE", "FolderSource", "MailSource", "MaildirSource"]

PROCESSED = "Processed"
QUARANTINE = "Quarantine"


class MailSource(Protocol):
    """A place where mails arrive."""

    def mails(self) -> Iterator[tuple[str, bytes]]:
        """Go through the mails that are there: a handle and the mail, cut if it is too large.

        Raises:
            MailError: a mail cannot be read now; first all others are gone through.
        """

    def settle(self, handle: str) -> None:
        """Put a mail away for good; a mail that is away already changes nothing."""

    def quarantine(self, handle: str) -> None:
        """Put a mail where a person looks for it; a mail that is away already changes nothing."""

    def close(self) -> None:
        """End whatever connection there is."""


class FolderSource:
    """A folder into which somebody saves mails and entries.

    Settled ones go to its Processed/, others to its Quarantine/.
    """

    def __init__(self, path: Path, endings: tuple[str, ...] = (".eml", ".json", ".txt")) -> None:
        self.path = path
        self._endings = endings

    def mails(self) -> Iterator[tuple[str, bytes]]:
        """Go through the files, by name."""
        names = (name for name in _file_names(self.path) if name.lower().endswith(self._endings))
        return _contents(self.path, [name for name in names if not name.startswith(".")])

    def settle(self, handle: str) -> None:
        """Move a file to Processed/; one that has the same name there gets a number."""
        self._put(handle, PROCESSED)

    def quarantine(self, handle: str) -> None:
        """Move a file to Quarantine/."""
        self._put(handle, QUARANTINE)

    def _put(self, handle: str, room: str) -> None:
        files.make_folder(self.path / room)
        _move(self.path / handle, self.path / room, handle)

    def close(self) -> None:
        """Do nothing: nothing is open."""


class MaildirSource:
    """A Maildir; settled mails go to its folder Processed, marked as seen, others to Quarantine."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not (path / "new").is_dir() or not (path / "cur").is_dir():
            raise MailError(
                f"{path} is not a Maildir", hint="a Maildir has the folders new and cur"
            )

    def mails(self) -> Iterator[tuple[str, bytes]]:
        """Go through new and seen mails alike: what is done with is not here any more."""
        names = (
            f"{room}/{name}" for room in ("cur", "new") for name in _file_names(self.path / room)
        )
        return _contents(self.path, [name for name in names if not name[4:].startswith(".")])

    def settle(self, handle: str) -> None:
        """Move a mail to the folder Processed."""
        self._put(handle, PROCESSED, "S")

    def quarantine(self, handle: str) -> None:
        """Move a mail to the folder Quarantine; nobody has seen it yet."""
        self._put(handle, QUARANTINE, "")

    def _put(self, handle: str, folder: str, flag: str) -> None:
        target = self.path / f".{folder}"
        for made in (target, *(target / room for room in ("tmp", "new", "cur"))):
            files.make_folder(made, 0o700)
        room, _, name = handle.partition("/")
        assert room in ("cur", "new"), handle
        unique, _, flags = name.partition(":2,")
        marks = "".join(sorted({*flags, *flag}))
        _move(self.path / handle, target / "cur", f"{unique}:2,{marks}")

    def close(self) -> None:
        """Do nothing: nothing is open."""


def _file_names(folder: Path) -> list[str]:
    with explained(folder, failed="cannot be read"), os.scandir(folder) as found:
        return sorted(item.name for item in found if item.is_file(follow_symlinks=False))


def _contents(folder: Path, names: list[str]) -> Iterator[tuple[str, bytes]]:
    """Go through files; one that the disk does not give is told of after all others."""
    refused: list[StorageError] = []
    for name in names:
        try:
            data = files.read_beginning(folder / name, LARGEST_MAIL + 1)
        except StorageError as error:
            # It may have gone away meanwhile.
            if (folder / name).exists():
                refused.append(error)
        else:
            yield name, data
    if refused:
        raise MailError(f"{len(refused)} of {len(names)} mails: {refused[0]}", hint=refused[0].hint)


def _move(source: Path, folder: Path, name: str) -> None:
    target, number = folder / name, 1
    while target.exists():
        number += 1
        stem, dot, ending = name.partition(":") if ":" in name else name.rpartition(".")
        target = folder / (f"{stem}-{number}{dot}{ending}" if stem else f"{name}-{number}")
    with explained(source, failed="cannot be moved"):
        try:
            disk.rename(source, target)
        except FileNotFoundError:
            return
        disk.sync_folder(folder)
        disk.sync_folder(source.parent)

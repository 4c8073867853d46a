"""Where mails come from: a folder of files, a Maildir, an IMAP server.

A source gives every mail that is not settled, and is told when one is: only after everything in it is
kept. A crash in between gives the mail once more, which changes nothing.
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

__all__ = ["PROCESSED", "FolderSource", "MaildirSource", "Source"]

PROCESSED = "Processed"


class Source(Protocol):
    """A place where mails arrive."""

    def mails(self) -> Iterator[tuple[str, bytes]]:
        """Go through the mails that are not settled: a handle and the mail, cut if it is too large."""

    def settle(self, handle: str) -> None:
        """Put a mail away for good; a mail that is away already changes nothing."""

    def close(self) -> None:
        """End whatever connection there is."""


class FolderSource:
    """A folder into which somebody saves mails and entries; settled ones go to its Processed/."""

    def __init__(self, path: Path, endings: tuple[str, ...] = (".eml", ".json", ".txt")) -> None:
        self.path = path
        self._endings = endings

    def mails(self) -> Iterator[tuple[str, bytes]]:
        """Go through the files, by name."""
        for name in _file_names(self.path):
            if name.lower().endswith(self._endings) and not name.startswith("."):
                data = _read(self.path / name)
                if data is not None:
                    yield name, data

    def settle(self, handle: str) -> None:
        """Move a file to Processed/; one that has the same name there gets a number."""
        target = self.path / PROCESSED
        files.make_folder(target)
        _move(self.path / handle, target, handle)

    def close(self) -> None:
        """Nothing is open."""


class MaildirSource:
    """A Maildir; settled mails go to its folder Processed, marked as seen."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not (path / "new").is_dir() or not (path / "cur").is_dir():
            raise MailError(
                f"{path} is not a Maildir", hint="a Maildir has the folders new and cur"
            )

    def mails(self) -> Iterator[tuple[str, bytes]]:
        """Go through new and seen mails alike: what is settled is not here any more."""
        for room in ("cur", "new"):
            for name in _file_names(self.path / room):
                if not name.startswith("."):
                    data = _read(self.path / room / name)
                    if data is not None:
                        yield f"{room}/{name}", data

    def settle(self, handle: str) -> None:
        """Move a mail to the folder Processed."""
        target = self.path / f".{PROCESSED}"
        for folder in (target, *(target / room for room in ("tmp", "new", "cur"))):
            files.make_folder(folder, 0o700)
        room, _, name = handle.partition("/")
        assert room in ("cur", "new"), handle
        unique, _, flags = name.partition(":2,")
        seen = "".join(sorted({*flags, "S"}))
        _move(self.path / handle, target / "cur", f"{unique}:2,{seen}")

    def close(self) -> None:
        """Nothing is open."""


def _file_names(folder: Path) -> list[str]:
    with explained(folder, failed="cannot be read"), os.scandir(folder) as found:
        return sorted(item.name for item in found if item.is_file(follow_symlinks=False))


def _read(path: Path) -> bytes | None:
    """Return the beginning of a file; None if it went away meanwhile."""
    try:
        return files.read_beginning(path, LARGEST_MAIL + 1)
    except StorageError:
        if path.exists():
            raise
        return None


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

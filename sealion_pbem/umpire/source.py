"""Where a log is read from: the folder of a campaign, or an archive of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from sealion_pbem.campaign.archive import Manifest, open_archive
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.store import Store, verify_evidence
from sealion_pbem.campaign.unpack import Unpacker

__all__ = ["EntrySource", "Progress", "ZippedEntries", "opened", "read_entries"]

Progress = Callable[[int], None]


class EntrySource(Protocol):
    """A source of entries: a folder's store or an archive."""

    def names(self) -> list[str]:
        """Return the names of all entries, in the order of the log."""

    def read(self, name: str) -> bytes:
        """Return the bytes of an entry."""

    def strangers(self) -> list[str]:
        """Return what lies among the entries and is none."""

    def evidence(self) -> list[str]:
        """Return the names of all proofs of equivocation."""

    def read_evidence(self, name: str) -> bytes:
        """Return the bytes of a proof."""


class ZippedEntries:
    """The entries of an archive that is whole."""

    def __init__(self, unpacker: Unpacker) -> None:
        self._unpacker = unpacker

    def names(self) -> list[str]:
        """Return the names of all entries, in the order of the log."""
        return sorted(self._in("entries"), key=lambda name: (int(name.partition("-")[0]), name))

    def read(self, name: str) -> bytes:
        """Return the bytes of an entry."""
        return self._unpacker.read(f"entries/{name}")

    def strangers(self) -> list[str]:
        """Return nothing: an archive with anything else in it is not opened."""
        return []

    def evidence(self) -> list[str]:
        """Return the names of all proofs of equivocation."""
        return sorted(self._in("evidence"))

    def read_evidence(self, name: str) -> bytes:
        """Return the bytes of a proof."""
        data = self._unpacker.read(f"evidence/{name}")
        verify_evidence(name, data)
        return data

    def _in(self, room: str) -> list[str]:
        parts = (name.partition("/") for name in self._unpacker.names)
        return [rest for first, _, rest in parts if first == room]


@contextmanager
def opened(path: Path) -> Iterator[tuple[EntrySource, Manifest | None]]:
    """Open a folder or an archive; an archive is whole and comes with its manifest."""
    if path.is_dir():
        yield Store(Folder(path)), None
        return
    with open_archive(path) as (unpacker, manifest):
        yield ZippedEntries(unpacker), manifest


def read_entries(
    source: EntrySource, progress: Progress | None = None
) -> Iterator[tuple[str, bytes]]:
    """Return name and bytes of every entry, in the order of the log."""
    # Names are let go as they are read: they are all that is held for each entry.
    names = source.names()[::-1]
    for number in range(1, len(names) + 1):
        name = names.pop()
        yield name, source.read(name)
        if progress:
            progress(number)

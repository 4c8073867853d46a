"""The entries of a campaign: immutable files, named by their content, and the only truth.

Nothing in entries/ is ever moved, rewritten or removed. A file is there completely or not at all,
and its name says which entry it must hold, so every change of a byte is found by reading it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from sealion_pbem.campaign import files
from sealion_pbem.campaign.disk import explained
from sealion_pbem.campaign.folder import Folder
from sealion_pbem.errors import CampaignError, ChainError, CorruptError, InvalidFileError
from sealion_pbem.pbem.entry import Entry, parse_stored
from sealion_pbem.pbem.evidence import PROOF_LIMIT, contradiction_in, read_proof
from sealion_pbem.pbem.loader import FILE_LIMIT

__all__ = [
    "ENTRY_NAME",
    "EVIDENCE_NAME",
    "Store",
    "verify_evidence",
    "verify_name",
]

ENTRY_NAME = re.compile(r"([0-9]{4})-([a-z_]{1,20})-([a-z][a-z0-9_]{0,19})-([0-9a-f]{16})\.json")
EVIDENCE_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,89}\.json")


class Store:
    """The entry files of one campaign folder."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder

    def names(self) -> list[str]:
        """Return the names of all entry files, in the order of the log.

        Two looks at the folder must agree: in one look, a later entry can be seen without the
        earlier one if both are added meanwhile.
        """
        names, seen = self._look(), None
        while names != seen:
            names, seen = self._look(), names
        return names

    def _look(self) -> list[str]:
        found = [name for name, is_file in _scan(self.folder.entries) if is_file]
        return sorted(filter(ENTRY_NAME.fullmatch, found))

    def strangers(self) -> list[str]:
        """Return what lies among entries and proofs and is none, but for what killed writers left."""
        return [
            *_strangers(self.folder.entries, ENTRY_NAME),
            *(f"evidence/{name}" for name in _strangers(self.folder.evidence, EVIDENCE_NAME)),
        ]

    def read(self, name: str) -> bytes:
        """Return the bytes of one entry file.

        Raises:
            CampaignError: there is no such entry.
            CorruptError: it is too large to be one.
            StorageError: the disk does not give it.
        """
        path = self.folder.entries / name
        if not ENTRY_NAME.fullmatch(name) or not files.is_there(path):
            raise CampaignError(f"there is no entry {name} in {self.folder.path}")
        try:
            return files.read(path, FILE_LIMIT)
        except InvalidFileError as error:
            raise CorruptError(f"entry {name} is damaged: {error.message}", entry=name) from error

    def load(self, name: str) -> Entry:
        """Return one entry, of which every byte is what it was when it was added.

        Raises:
            CorruptError: it is not; `entry` is the name of the file.
        """
        data = self.read(name)
        try:
            entry = parse_stored(data)
        except CorruptError as error:
            raise CorruptError(f"entry {name} is damaged: {error.message}", entry=name) from error
        verify_name(name, entry)
        return entry

    def entries(self) -> Iterator[tuple[str, bytes]]:
        """Go through the log, file by file."""
        for name in self.names():
            yield name, self.read(name)

    def add(self, entry: Entry) -> bool:
        """Keep an entry for ever; False if it was there already.

        Raises:
            ChainError: another entry has the same name.
            CorruptError: the file of this name is damaged.
            StorageError: the disk refused; the message says what is true now.
        """
        name = entry.file_name
        assert ENTRY_NAME.fullmatch(name), name
        path = self.folder.entries / name
        with self.folder.writing():
            files.make_folder(self.folder.entries)
            if files.is_there(path) and self.read(name) != entry.data:
                # Ed25519 signatures are not unique: the same body can come with another one.
                if self.load(name).digest == entry.digest:
                    return False
                raise ChainError(
                    f"another entry is already kept as {name}; nothing was changed",
                    hint="two texts were made to share 16 digits of their digest: keep both files",
                )
            return files.write_new(path, entry.data)

    def find(self, digest: str) -> str | None:
        """Return the name of the entry with this digest, or None."""
        for name in self.names():
            if name.endswith(f"-{digest[:16]}.json") and self.load(name).digest == digest:
                return name
        return None

    def evidence(self) -> list[str]:
        """Return the names of all proofs of equivocation, sorted."""
        return sorted(
            name
            for name, is_file in _scan(self.folder.evidence)
            if is_file and EVIDENCE_NAME.fullmatch(name)
        )

    def read_evidence(self, name: str) -> bytes:
        """Return the bytes of one proof.

        Raises:
            CorruptError: it holds more or something else than a proof, or has another's name.
        """
        if not EVIDENCE_NAME.fullmatch(name):
            raise CampaignError(f"there is no evidence {name} in {self.folder.path}")
        data = files.read(self.folder.evidence / name, PROOF_LIMIT)
        verify_evidence(name, data)
        return data

    def add_evidence(self, name: str, data: bytes) -> bool:
        """Keep a proof for ever; False if it was there already."""
        assert EVIDENCE_NAME.fullmatch(name), name
        with self.folder.writing():
            files.make_folder(self.folder.evidence)
            return files.write_new(self.folder.evidence / name, data)


def verify_name(name: str, entry: Entry) -> None:
    """Check that a file is called after the entry in it.

    Raises:
        CorruptError: it is not: the file was renamed, or its content is another than was kept.
    """
    if name != entry.file_name:
        raise CorruptError(
            f"entry {name} is damaged: its content belongs in {entry.file_name}", entry=name
        )


def verify_evidence(name: str, data: bytes) -> None:
    """Check that a file holds entries that contradict, nothing beside them, and is called after them.

    Whether their seat has signed them is left to who knows the keys.

    Raises:
        CorruptError: it does not.
    """
    entry = f"evidence/{name}"
    try:
        found = contradiction_in(read_proof(data))
    except InvalidFileError as error:
        raise CorruptError(f"{entry} is damaged: {error.message}", entry=entry) from error
    if name != found.name:
        raise CorruptError(f"{entry} is damaged: it is not what its entries say", entry=entry)


def _strangers(folder: Path, pattern: re.Pattern[str]) -> list[str]:
    return sorted(
        name
        for name, is_file in _scan(folder)
        if not files.is_temporary(name) and not (is_file and pattern.fullmatch(name))
    )


def _scan(folder: Path) -> list[tuple[str, bool]]:
    """Return every name in a folder and whether it is a regular file; a link is not."""
    with explained(folder, failed="cannot be read"):
        try:
            with os.scandir(folder) as found:
                return [(item.name, item.is_file(follow_symlinks=False)) for item in found]
        except FileNotFoundError:
            return []

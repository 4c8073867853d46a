"""Reading a zip file that a stranger may have made: with budgets, and nothing but plain files.

Only what is harmless on every system comes through: no name that leads elsewhere, no link, no
second member of a name, nothing encrypted, and never more bytes than the limits below.
"""

from __future__ import annotations

import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from sealion_pbem.campaign.disk import explained
from sealion_pbem.campaign.files import is_there
from sealion_pbem.errors import CorruptError, InvalidFileError

__all__ = [
    "FIRST_BYTES",
    "MEMBERS",
    "MEMBER_SIZE",
    "RATIO_FREE_SIZE",
    "TOTAL_SIZE",
    "Unpacker",
    "is_normal",
    "open_zip",
]

MEMBERS = 20_000
MEMBER_SIZE = 64 * 1024 * 1024
TOTAL_SIZE = 512 * 1024 * 1024
_RATIO = 200
RATIO_FREE_SIZE = 1024 * 1024
_DIRECTORY_SIZE = 8 * 1024 * 1024

FIRST_BYTES = b"PK\x03\x04"
_END = struct.Struct("<4s4H2LH")
_END_BYTES = b"PK\x05\x06"
_ENCRYPTED = 0x1 | 0x40
_SYSTEM_UNIX = 3
_PACKINGS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}

_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}")
_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
_DEPTH = 8
# What the zip and deflate readers of the standard library raise on damaged input.
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, NotImplementedError,
    OverflowError, LookupError, RuntimeError,
)  # fmt: skip


def is_normal(name: str) -> bool:
    """Tell whether a member's name is a plain relative path that means the same on every system."""
    parts = name.split("/")
    return len(parts) <= _DEPTH and all(
        _PART.fullmatch(part) and not part.endswith(".") and not _DEVICE.fullmatch(part)
        for part in parts
    )


class Unpacker:
    """The members of a zip file, all of them looked at before the first is read."""

    def __init__(self, archive: zipfile.ZipFile, size: int) -> None:
        self._archive = archive
        self._members = {info.filename: info for info in archive.infolist()}
        self._check_members(archive.infolist(), size)

    @property
    def names(self) -> list[str]:
        """The names of all members, sorted."""
        return sorted(self._members)

    def read(self, name: str) -> bytes:
        """Return one member.

        Raises:
            CorruptError: its bytes are not those that were put in.
        """
        size = self._members[name].file_size
        try:
            with self._archive.open(name) as stream:
                data = stream.read(size + 1)
        except _DAMAGE as error:
            raise CorruptError(f"{name} in the archive is damaged: {error}", entry=name) from error
        if len(data) != size:
            raise CorruptError(f"{name} in the archive is not as long as it says", entry=name)
        if data.startswith(FIRST_BYTES):
            raise CorruptError(f"{name} in the archive is itself an archive", entry=name)
        return data

    def _check_members(self, infos: list[zipfile.ZipInfo], size: int) -> None:
        if len(infos) > MEMBERS:
            raise CorruptError(f"the archive has more than {MEMBERS} members")
        seen: set[str] = set()
        for info in infos:
            fault = _fault(info)
            # Some systems do not tell A from a.
            if not fault and info.filename.lower() in seen:
                fault = "is there twice"
            if fault:
                shown = ascii(info.orig_filename)[1:-1]
                raise CorruptError(f"{shown} in the archive {fault}", entry=shown)
            seen.add(info.filename.lower())
        if sum(info.file_size for info in infos) > TOTAL_SIZE:
            raise CorruptError(f"the archive would unpack to more than {TOTAL_SIZE} bytes")
        if sum(info.compress_size for info in infos) > size:
            raise CorruptError("members of the archive overlap")


def _fault(info: zipfile.ZipInfo) -> str:
    """Return what makes a member unacceptable; empty if nothing does."""
    kind = stat.S_IFMT(info.external_attr >> 16) if info.create_system == _SYSTEM_UNIX else 0
    is_plain = info.filename == info.orig_filename and is_normal(info.filename)
    faults = {
        "has a name that could lead elsewhere": not is_plain,
        "is encrypted": info.flag_bits & _ENCRYPTED,
        "is a link or a device, not a file": kind not in {0, stat.S_IFREG},
        "is packed in a way that is not used here": info.compress_type not in _PACKINGS,
        f"is larger than {MEMBER_SIZE} bytes": info.file_size > MEMBER_SIZE,
        f"unpacks to more than {_RATIO} times its size": info.file_size
        > max(RATIO_FREE_SIZE, _RATIO * info.compress_size),
        "is itself an archive": info.filename.lower().endswith(".zip"),
    }
    return next((fault for fault, is_there in faults.items() if is_there), "")


@contextmanager
def open_zip(path: Path) -> Iterator[Unpacker]:
    """Open a zip file for reading.

    Raises:
        InvalidFileError: it is no zip file.
        CorruptError: it is a damaged or a hostile one.
    """
    if not is_there(path):
        raise InvalidFileError(f"{path} is not a file")
    with explained(path, failed="cannot be read"), path.open("rb") as stream:
        size = _checked_size(path, stream)
        try:
            archive = zipfile.ZipFile(stream)
        except _DAMAGE as error:
            raise CorruptError(f"{path} is a damaged archive: {error}") from error
        with archive:
            yield Unpacker(archive, size)


def _checked_size(path: Path, stream: BinaryIO) -> int:
    """Look at both ends before the directory is read, whose length is otherwise unlimited."""
    begins = stream.read(len(FIRST_BYTES))
    if begins != FIRST_BYTES:
        raise InvalidFileError(f"{path} is not a zip archive")
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(0, size - _END.size))
    end = stream.read(_END.size)
    stream.seek(0)
    if len(end) < _END.size or not end.startswith(_END_BYTES):
        raise CorruptError(f"{path} is cut short, or something was added at its end")
    _, disk_number, first_disk, here, count, length, start, comment = _END.unpack(end)
    if disk_number or first_disk or here != count or comment:
        raise CorruptError(f"{path} is not a plain archive in one piece")
    if count > MEMBERS or length > _DIRECTORY_SIZE:
        raise CorruptError(f"{path} has more than {MEMBERS} members")
    if start + length + _END.size != size:
        raise CorruptError(f"{path} holds something that is not in its directory")
    return size

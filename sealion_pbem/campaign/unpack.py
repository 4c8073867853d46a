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
    "END",
    "END_BYTES",
    "FIRST_BYTES",
    "LOCAL",
    "MEMBERS",
    "MEMBER_SIZE",
    "RATIO",
    "TOTAL_SIZE",
    "Unpacker",
    "is_normal",
    "open_zip",
    "unpacking",
]

# What a zip file without 64-bit records can hold; a log of 10,000 of the largest entries is smaller.
MEMBERS = 65_000
MEMBER_SIZE = 64 * 1024 * 1024
TOTAL_SIZE = 4_000_000_000
RATIO = 200
_RATIO_FREE_SIZE = 4096
_DIRECTORY_SIZE = 16 * 1024 * 1024

FIRST_BYTES = b"PK\x03\x04"
LOCAL = struct.Struct("<4s5H3L2H")
END_BYTES = b"PK\x05\x06"
END = struct.Struct("<4s4H2LH")
_ENCRYPTED = 0x1 | 0x40
# Hints to the packer, sizes that follow the content, a name in UTF-8: any other flag is unknown here.
_KNOWN_FLAGS = 0x2 | 0x4 | 0x8 | 0x800
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

    def __init__(self, archive: zipfile.ZipFile, size: int, *, is_foreign: bool = False) -> None:
        """`is_foreign`: other programs write such files, so names are theirs and nothing is put on disk."""
        assert archive.fp is not None, "it is open"
        self.stream, self._is_foreign = archive.fp, is_foreign
        self._members = {info.filename: info for info in archive.infolist()}
        self._check_members(archive.infolist(), size)

    @property
    def names(self) -> list[str]:
        """The names of all members, sorted."""
        return sorted(self._members)

    @property
    def infos(self) -> list[zipfile.ZipInfo]:
        """The directory's records of all members, in its order."""
        return list(self._members.values())

    def read(self, name: str) -> bytes:
        """Return one member.

        Raises:
            CorruptError: its bytes are not those that were put in.
        """
        info = self._members[name]
        try:
            data = _unpacked(info, self._packed(info))
        except _DAMAGE as error:
            raise CorruptError(f"{name} in the archive is damaged: {error}", entry=name) from error
        if data.startswith(FIRST_BYTES) and not self._is_foreign:
            raise CorruptError(f"{name} in the archive is itself an archive", entry=name)
        return data

    def _packed(self, info: zipfile.ZipInfo) -> bytes:
        """Return the content of a member as it stands in the file."""
        stream = self.stream
        stream.seek(info.header_offset)
        mark, *_, name, extra = LOCAL.unpack(stream.read(LOCAL.size))
        begins = stream.read(name)
        is_its_own = self._is_foreign or begins == info.filename.encode()
        if mark != FIRST_BYTES or not is_its_own:
            raise ValueError("its header is another's")
        stream.seek(extra, os.SEEK_CUR)
        return stream.read(info.compress_size)

    def _check_members(self, infos: list[zipfile.ZipInfo], size: int) -> None:
        if len(infos) > MEMBERS:
            raise CorruptError(f"the archive has more than {MEMBERS} members")
        seen: set[str] = set()
        for info in infos:
            fault = _danger(info) or ("" if self._is_foreign else _strangeness(info))
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


def _danger(info: zipfile.ZipInfo) -> str:
    """Return what makes a member unacceptable in any file; empty if nothing does."""
    faults = {
        "is encrypted": info.flag_bits & _ENCRYPTED,
        "is packed in a way that is not used here": info.compress_type not in _PACKINGS
        or info.flag_bits & ~_KNOWN_FLAGS,
        f"is larger than {MEMBER_SIZE} bytes": info.file_size > MEMBER_SIZE,
        f"unpacks to more than {RATIO} times its size": info.file_size
        > max(_RATIO_FREE_SIZE, RATIO * info.compress_size),
    }
    return next((fault for fault, is_there in faults.items() if is_there), "")


def _strangeness(info: zipfile.ZipInfo) -> str:
    """Return what no archive of ours has in a member; empty if nothing is."""
    kind = stat.S_IFMT(info.external_attr >> 16) if info.create_system == _SYSTEM_UNIX else 0
    is_plain = info.filename == info.orig_filename and is_normal(info.filename)
    faults = {
        "has a name that could lead elsewhere": not is_plain,
        "is a link or a device, not a file": kind not in {0, stat.S_IFREG},
        "is itself an archive": info.filename.lower().endswith(".zip"),
    }
    return next((fault for fault, is_there in faults.items() if is_there), "")


def _unpacked(info: zipfile.ZipInfo, packed: bytes) -> bytes:
    """Return a content of which every byte is used, and as much as was said."""
    data = packed
    if info.compress_type == zipfile.ZIP_DEFLATED:
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        data = unpacker.decompress(packed, info.file_size + 1)
        if unpacker.unconsumed_tail or len(data) > info.file_size:
            raise ValueError("it is longer than it says")
        if not unpacker.eof or unpacker.unused_data:
            raise ValueError("its packed content does not end where it says")
    if len(data) != info.file_size:
        raise ValueError("it is not as long as it says")
    if zlib.crc32(data) != info.CRC:
        raise ValueError("its checksum differs")
    return data


@contextmanager
def open_zip(path: Path) -> Iterator[Unpacker]:
    """Open a zip file in one piece.

    Raises:
        InvalidFileError: it is no zip file.
        CorruptError: it is a damaged or a hostile one.
    """
    if not is_there(path):
        raise InvalidFileError(f"{path} is not a file")
    with (
        explained(path, failed="cannot be read"),
        path.open("rb") as stream,
        unpacking(stream, str(path)) as unpacker,
    ):
        yield unpacker


@contextmanager
def unpacking(stream: BinaryIO, name: str, *, is_foreign: bool = False) -> Iterator[Unpacker]:
    """Look into an open zip file; what is wrong is said of it by its name.

    Raises:
        InvalidFileError: it is no zip file.
        CorruptError: it is a damaged or a hostile one.
    """
    size = _checked_size(name, stream)
    try:
        archive = zipfile.ZipFile(stream)
    except _DAMAGE as error:
        raise CorruptError(f"{name} is a damaged archive: {error}") from error
    with archive:
        yield Unpacker(archive, size, is_foreign=is_foreign)


def _checked_size(path: str, stream: BinaryIO) -> int:
    """Look at both ends before the directory is read, whose length is otherwise unlimited."""
    begins = stream.read(len(FIRST_BYTES))
    if begins != FIRST_BYTES:
        raise InvalidFileError(f"{path} is not a zip archive")
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(0, size - END.size))
    end = stream.read(END.size)
    stream.seek(0)
    if len(end) < END.size or not end.startswith(END_BYTES):
        raise CorruptError(f"{path} is cut short, or something was added at its end")
    _, disk_number, first_disk, here, count, length, start, comment = END.unpack(end)
    if disk_number or first_disk or here != count or comment:
        raise CorruptError(f"{path} is not a plain archive in one piece")
    if count > MEMBERS or length > _DIRECTORY_SIZE:
        raise CorruptError(f"{path} has more than {MEMBERS} members")
    if start + length + END.size != size:
        raise CorruptError(f"{path} holds something that is not in its directory")
    return size

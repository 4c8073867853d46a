"""The zip container in the one form in which archives are written.

Members stand one after another, then the directory, then its end; there is no time, comment, extra
field or 64-bit record. Every byte but the packed contents follows from names, sizes and checksums, so
a reader makes the headers again and compares: nothing can be hidden between, before or behind members.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from typing import IO, NamedTuple

from sealion_pbem.campaign.unpack import END, END_BYTES, FIRST_BYTES, LOCAL, Unpacker
from sealion_pbem.errors import CorruptError

__all__ = ["MemberHeader", "Packer", "check_form"]

_RECORD = struct.Struct("<4s6H3L5H2L")
_RECORD_BYTES = b"PK\x01\x02"
_VERSION = 20
_UNIX = 3 << 8
_LONG_AGO = 0, 1 << 5 | 1
"""Midnight of the first of January 1980, the first time that a zip file knows."""
_PLAIN_FILE = 0o100644 << 16
_HINT = "ask for the archive as 'sealion archive export' wrote it; another program has changed it"


class MemberHeader(NamedTuple):
    """The facts that the headers give about a member."""

    name: str
    packing: int
    checksum: int
    packed: int
    size: int
    offset: int

    @property
    def header(self) -> bytes:
        """The bytes before its content."""
        times = (self.packing, *_LONG_AGO)
        facts = (FIRST_BYTES, _VERSION, 0, *times, self.checksum, self.packed, self.size)
        return LOCAL.pack(*facts, len(self.name), 0) + self.name.encode("ascii")

    @property
    def record(self) -> bytes:
        """The bytes in the directory."""
        versions = (_UNIX | _VERSION, _VERSION)
        facts = (0, self.packing, *_LONG_AGO, self.checksum, self.packed, self.size)
        rest = (len(self.name), 0, 0, 0, 0, _PLAIN_FILE, self.offset)
        return _RECORD.pack(_RECORD_BYTES, *versions, *facts, *rest) + self.name.encode("ascii")


class Packer:
    """Writes a container, member by member."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._pieces: list[MemberHeader] = []
        self._place = 0

    def put(self, name: str, data: bytes, *, most: int) -> None:
        """Add a member; one that would become `most` times smaller is kept as it is.

        A reader cannot tell what packs too well from a bomb.
        """
        packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        content, packing = packer.compress(data) + packer.flush(), zipfile.ZIP_DEFLATED
        if len(content) * most < len(data):
            content, packing = data, zipfile.ZIP_STORED
        piece = MemberHeader(name, packing, zlib.crc32(data), len(content), len(data), self._place)
        self._pieces.append(piece)
        self._write(piece.header)
        self._write(content)

    def close(self) -> None:
        """Write the directory."""
        start = self._place
        for piece in self._pieces:
            self._write(piece.record)
        self._write(_end(len(self._pieces), self._place - start, start))

    def _write(self, data: bytes) -> None:
        self._stream.write(data)
        self._place += len(data)


def check_form(unpacker: Unpacker) -> None:
    """Check that a zip file is what `Packer` writes around its members.

    Raises:
        CorruptError: something else is in it; `entry` is the member at which it is seen.
    """
    stream, place = unpacker.stream, 0
    pieces = [
        MemberHeader(
            info.filename, info.compress_type, info.CRC, info.compress_size, info.file_size,
            info.header_offset,
        )
        for info in unpacker.infos
    ]  # fmt: skip
    for piece in pieces:
        if piece.offset != place:
            raise CorruptError(
                f"something lies before {piece.name} in the archive that is no member",
                entry=piece.name,
                hint=_HINT,
            )
        _check_bytes(stream, place, piece.header, piece)
        place += len(piece.header) + piece.packed
    start = place
    for piece in pieces:
        _check_bytes(stream, place, piece.record, piece)
        place += len(piece.record)
    stream.seek(place)
    if stream.read(END.size + 1) != _end(len(pieces), place - start, start):
        raise CorruptError("the archive holds something that is not in its directory", hint=_HINT)


def _end(count: int, length: int, start: int) -> bytes:
    return END.pack(END_BYTES, 0, 0, count, count, length, start, 0)


def _check_bytes(stream: IO[bytes], place: int, expected: bytes, piece: MemberHeader) -> None:
    stream.seek(place)
    if stream.read(len(expected)) != expected:
        raise CorruptError(
            f"{piece.name} in the archive has a header that no export writes: with a time, a comment, "
            "an extra field or other marks",
            entry=piece.name,
            hint=_HINT,
        )

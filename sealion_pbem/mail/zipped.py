"""Entries in a zip file that came by mail: few, small, and nothing but JSON files."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from sealion_pbem.campaign.unpack import FIRST_BYTES, Unpacker
from sealion_pbem.errors import CorruptError, InvalidFileError
from sealion_pbem.mail.armour import LARGEST

__all__ = ["MOST_MEMBERS", "unzip"]

MOST_MEMBERS = 60
_END = struct.Struct("<4s4H2LH")
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, NotImplementedError,
    OverflowError, LookupError,
)  # fmt: skip


def unzip(data: bytes) -> list[tuple[str, bytes]]:
    """Return the JSON files in a zip file, by name.

    Raises:
        InvalidFileError: it holds more or other things than entries.
        CorruptError: it is damaged or hostile.
    """
    if len(data) < _END.size or not data.startswith(FIRST_BYTES):
        raise InvalidFileError("it is not a zip archive")
    mark, *_, count, _length, _start, comment = _END.unpack(data[-_END.size :])
    if mark != b"PK\x05\x06" or comment:
        raise CorruptError("it is cut short, or something was added at its end")
    if count > MOST_MEMBERS:
        raise InvalidFileError(f"it has more than {MOST_MEMBERS} members")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _DAMAGE as error:
        raise CorruptError(f"it is damaged: {error}") from error
    with archive:
        for info in archive.infolist()[: MOST_MEMBERS + 1]:
            if info.file_size > LARGEST:
                raise InvalidFileError(f"a member has more than {LARGEST:,} bytes")
        members = Unpacker(archive, len(data))
        names = members.names
        if len(names) > MOST_MEMBERS or not all(name.lower().endswith(".json") for name in names):
            raise InvalidFileError(
                "it holds other files than entries; send the .json files themselves"
            )
        return [(name, members.read(name)) for name in names]

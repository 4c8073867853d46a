"""Inside a guarded child: its limits, and how it is asked and answers, each part after its length."""

from __future__ import annotations

import struct
import sys
from typing import BinaryIO

__all__ = ["LENGTH", "limit", "read_part", "write_parts"]

LENGTH = struct.Struct(">Q")


def limit(memory: int, seconds: int) -> None:
    """Allow so many bytes of memory, and so many seconds from now on."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - not there on every system

    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    most = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def write_parts(target: BinaryIO, *parts: bytes) -> None:
    """Answer with some parts."""
    target.writelines(LENGTH.pack(len(part)) + part for part in parts)
    target.flush()


def read_part(source: BinaryIO) -> bytes | None:
    """Return the next part of a question; None: there are no more."""
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return source.read(LENGTH.unpack(head)[0])

"""The process in which mails are taken apart: little memory, little time, no libraries.

Mails come on standard input, each after its length; answers go to standard output in the same way:
what the envelope says as JSON, so that it is known even if the rest ends this process, then all facts
as JSON, then the bytes of each entry.
"""

from __future__ import annotations

import json
import sys
from typing import BinaryIO

from sealion_pbem.mail.anatomy import look_inside, read_envelope
from sealion_pbem.mail.frames import LENGTH

__all__ = ["main"]

_MEMORY = 512 * 1024 * 1024
_SECONDS = 2


def main() -> None:
    """Answer mails until there are no more."""
    source, target = sys.stdin.buffer, sys.stdout.buffer
    while True:
        _limit()
        data = _read(source)
        if data is None:
            return
        facts = read_envelope(data)
        _write(target, json.dumps(facts).encode())
        look_inside(data, facts)
        entries = facts.pop("entries")
        facts["entries"] = [name for name, _ in entries]
        _write(target, json.dumps(facts).encode(), *(content for _, content in entries))


def _limit() -> None:
    """Allow so much memory, and so many seconds for the next mail."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - not there on every system

    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + _SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    memory = _MEMORY if hard == resource.RLIM_INFINITY else min(_MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_AS, (memory, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def _write(target: BinaryIO, *parts: bytes) -> None:
    target.writelines(LENGTH.pack(len(part)) + part for part in parts)
    target.flush()


def _read(source: BinaryIO) -> bytes | None:
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return source.read(LENGTH.unpack(head)[0])

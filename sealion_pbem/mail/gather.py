"""Mails that somebody names on the command line: one file, many in one file, or a folder of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from sealion_pbem.campaign.disk import explained
from sealion_pbem.campaign.files import read_beginning
from sealion_pbem.mail.frames import LARGEST_MAIL

__all__ = ["mails_in"]

_MBOX = b"From "
_MBOX_LINE = re.compile(rb"From \S")


def mails_in(path: Path) -> Iterator[tuple[str, bytes]]:
    """Go through the mails of a file, an mbox or a Maildir: what to call each, and its bytes.

    A mail that is too large is cut just past the largest size that is read.
    """
    if path.is_dir():
        for room in ("cur", "new"):
            with explained(path / room, failed="cannot be read"):
                found = sorted(item for item in (path / room).iterdir() if item.is_file())
            for file in found:
                yield file.name, read_beginning(file, LARGEST_MAIL + 1)
        return
    beginning = read_beginning(path.resolve(), len(_MBOX))
    if beginning == _MBOX:
        yield from _mbox(path)
    else:
        yield path.name, read_beginning(path.resolve(), LARGEST_MAIL + 1)


def _mbox(path: Path) -> Iterator[tuple[str, bytes]]:
    """Cut an mbox where a line begins with "From " after an empty line."""
    lines: list[bytes] = []
    number, size = 0, 0
    is_after_empty = True
    with explained(path, failed="cannot be read"), path.open("rb") as stream:
        while line := stream.readline(65_536):
            if is_after_empty and _MBOX_LINE.match(line):
                if number:
                    yield f"{path.name}#{number}", b"".join(lines)
                number, size, lines = number + 1, 0, []
            elif size <= LARGEST_MAIL:
                lines.append(line)
                size += len(line)
            is_after_empty = not line.strip(b"\r\n")
    yield f"{path.name}#{number}", b"".join(lines)

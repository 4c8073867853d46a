"""The file primitives under a campaign, and what their refusals mean in plain words.

Everything a campaign keeps goes through `disk`, so that a test can make any one call fail or be the
last of its process. Which calls together make a write atomic is decided in `files`.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sealion_pbem.errors import StorageError

__all__ = ["NOTHING_CHANGED", "UNCONFIRMED", "Disk", "disk", "explained", "reason"]

NOTHING_CHANGED = "nothing was changed"
UNCONFIRMED = "it is in place, but the disk did not confirm that it would survive a power cut"

_BINARY = getattr(os, "O_BINARY", 0)
# A campaign folder can come from a stranger: no link is followed, and no pipe makes a reader wait.
_ONLY_A_FILE = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)

_REASONS = {
    errno.EACCES: ("you have no permission", "check the owner and the permissions of the folder"),
    errno.EDQUOT: ("your disk quota is used up", "make room and run the command again"),
    errno.EFBIG: ("the file would be larger than is allowed here", "raise the file size limit"),
    errno.EIO: ("the disk reports a fault", "check the disk before you go on"),
    errno.EISDIR: ("a folder is in its place", "move the folder away"),
    errno.ELOOP: ("it is a link, not a file", "put the file itself there"),
    errno.ENAMETOOLONG: ("the name is too long", "choose a shorter one"),
    errno.ENOENT: ("there is no such file or folder", "check the path"),
    errno.ENOSPC: ("the disk is full", "make room and run the command again"),
    errno.ENOTEMPTY: ("there is something in it already", "name a folder that does not exist yet"),
    errno.ENOTDIR: ("a file is where a folder must be", "check the path"),
    errno.EPERM: (
        "the system does not permit it",
        "check the owner and the permissions of the folder",
    ),
    errno.EROFS: ("the disk is read-only", "work on a copy in a folder that can be written"),
}


class Disk:
    """The calls that touch the disk, each as small as the system offers it."""

    def create(self, path: Path, mode: int) -> int:
        """Open a file that did not exist and return its descriptor."""
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY | _ONLY_A_FILE
        return os.open(path, flags, mode)

    def write(self, descriptor: int, data: Any) -> int:
        """Write what fits and return how many bytes that was."""
        return os.write(descriptor, data)

    def sync(self, descriptor: int) -> None:
        """Return when the content is on the disk."""
        os.fsync(descriptor)

    def link(self, source: Path, target: Path) -> None:
        """Give a file a second name; an existing target is refused."""
        os.link(source, target)

    def rename(self, source: Path, target: Path) -> None:
        """Give a file or folder another name; an existing file is replaced."""
        source.replace(target)

    def remove(self, path: Path) -> None:
        """Remove a file."""
        path.unlink()

    def make_folder(self, path: Path, mode: int) -> None:
        """Make one folder whose parent is there."""
        path.mkdir(mode)

    def sync_folder(self, path: Path) -> None:
        """Return when the names in a folder are on the disk."""
        if sys.platform == "win32":
            return  # a folder cannot be opened there; the file system orders its names itself
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def read(self, path: Path, limit: int) -> bytes:
        """Return at most `limit` bytes from the beginning of a regular file."""
        descriptor = os.open(path, os.O_RDONLY | _BINARY | _ONLY_A_FILE)
        try:
            mode = os.fstat(descriptor).st_mode
            if not stat.S_ISREG(mode):
                number = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
                raise OSError(number, "it is no regular file", str(path))
            parts = []
            while limit > 0 and (part := os.read(descriptor, limit)):
                parts.append(part)
                limit -= len(part)
            return b"".join(parts)
        finally:
            os.close(descriptor)


disk = Disk()


def reason(error: OSError) -> tuple[str, str]:
    """Say in plain words why the system refused, and what helps."""
    said = error.strerror or str(error)
    return _REASONS.get(error.errno or 0, (said[:1].lower() + said[1:], ""))


@contextmanager
def explained(
    path: Path, *, failed: str = "cannot be written", effect: str = NOTHING_CHANGED
) -> Iterator[None]:
    """Turn a refusal of the system into a StorageError that says what is true now."""
    try:
        yield
    except OSError as error:
        why, hint = reason(error)
        raise StorageError(f"{path} {failed}: {why}; {effect}", hint=hint) from error

"""Files that are wholly there or not at all.

A file is written beside its place under a temporary name, brought to the disk, and only then given
its name. A killed process leaves at most a temporary file, which no reader sees and the next writer
sweeps.
"""

from __future__ import annotations

import errno
import io
import os
import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sealion_pbem.campaign.disk import NOTHING_CHANGED, UNCONFIRMED, disk, explained
from sealion_pbem.errors import InvalidFileError, StorageError

if sys.platform != "win32":
    import fcntl

__all__ = [
    "NewFile",
    "hold",
    "is_temporary",
    "is_there",
    "make_folder",
    "mark_of",
    "read",
    "read_beginning",
    "replace",
    "sweep",
    "temporary_name",
    "write_new",
    "write_unseen",
]

_TEMPORARY = re.compile(r"\..+\.[0-9a-f]{16}\.sealion-tmp")
# What file systems without hard links (USB sticks, some shares) answer to `link`.
_NO_HARD_LINKS = {errno.EPERM, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK}


def is_there(path: Path) -> bool:
    """Tell whether there is a file of this name; StorageError if that is not ours to know."""
    with explained(path, failed="cannot be read"):
        return path.is_file()


def mark_of(path: Path) -> tuple[int, int, int] | None:
    """Return by what a change of a file, or of the names in a folder, is seen; None: it is not there."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    except OSError:
        with explained(path, failed="cannot be read"):
            raise
    return found.st_mtime_ns, found.st_ino, found.st_size


def read(path: Path, limit: int) -> bytes:
    """Return the content of a regular file of at most `limit` bytes."""
    with explained(path, failed="cannot be read"):
        data = disk.read(path, limit + 1)
    if len(data) > limit:
        raise InvalidFileError(f"{path} is larger than {limit} bytes")
    return data


def read_beginning(path: Path, size: int) -> bytes:
    """Return the first bytes of a regular file, at most `size`."""
    with explained(path, failed="cannot be read"):
        return disk.read(path, size)


def write_new(path: Path, data: bytes, mode: int = 0o644) -> bool:
    """Create a file; False if it was already there with these very bytes.

    Raises:
        StorageError: the disk refused, or another content has this name.
    """
    with explained(path):
        is_new = not _holds(path, data)
        if is_new:
            with NewFile(path, mode) as draft:
                draft.write_all(data)
                draft.keep_new()
    # Also after a repetition: the first attempt may have ended between the name and this line.
    with explained(path, effect=UNCONFIRMED):
        disk.sync_folder(path.parent)
    return is_new


def replace(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write a file whether or not it exists; readers see the old content or the new."""
    with explained(path), NewFile(path, mode) as draft:
        draft.write_all(data)
        draft.keep()
    with explained(path, effect=UNCONFIRMED):
        disk.sync_folder(path.parent)


def write_unseen(path: Path, data: bytes) -> None:
    """Create a file in a folder that nobody else sees yet; bringing the folder to the disk is left.

    Raises:
        OSError: the disk refused; the caller gives up the whole folder.
    """
    descriptor = disk.create(path, 0o644)
    try:
        _write_all(descriptor, data)
        disk.sync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(path: Path, mode: int = 0o755) -> None:
    """Make a folder unless it is there; its parent must be there."""
    with explained(path, failed="cannot be made"):
        if not path.is_dir():
            disk.make_folder(path, mode)
            disk.sync_folder(path.parent)


def _holds(path: Path, data: bytes) -> bool:
    """Tell whether a file has exactly this content; False if there is no such file."""
    try:
        kept = disk.read(path, len(data) + 1)
    except FileNotFoundError:
        return False
    if kept != data:
        raise StorageError(f"{path} already exists with another content; {NOTHING_CHANGED}")
    return True


class NewFile(io.RawIOBase):
    """A file being written beside its place; unless it is kept, it vanishes when it is closed."""

    def __init__(self, path: Path, mode: int = 0o644) -> None:
        super().__init__()
        self.path = path
        self._temporary: Path | None = None
        self._descriptor = -1
        while self._descriptor < 0:
            temporary = path.with_name(temporary_name(path.name))
            self._descriptor = _claimed(disk.create(temporary, mode))
            self._temporary = temporary

    def readable(self) -> bool:
        """A draft is written, not read."""
        return False

    def writable(self) -> bool:
        """A draft is written, not read."""
        return True

    def write(self, data: Any, /) -> int:
        """Write what fits and return how many bytes that was."""
        return disk.write(self._descriptor, data)

    def write_all(self, data: bytes) -> None:
        """Write every byte."""
        _write_all(self._descriptor, data)

    def keep_new(self) -> None:
        """Give the file its name; a file that has it already is refused."""
        temporary = self._settled()
        try:
            disk.link(temporary, self.path)
        except OSError as error:
            if error.errno not in _NO_HARD_LINKS or self.path.exists():
                raise
            disk.rename(temporary, self.path)
            self._temporary = None

    def keep(self) -> None:
        """Give the file its name; a file that has it is replaced."""
        disk.rename(self._settled(), self.path)
        self._temporary = None

    def _settled(self) -> Path:
        """Bring the content to the disk before any name leads to it."""
        assert self._temporary is not None, "a draft is kept once"
        disk.sync(self._descriptor)
        if sys.platform == "win32":
            self._release()  # an open file cannot be renamed there
        return self._temporary

    def _release(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def close(self) -> None:
        """Remove the temporary name; what was kept stays under its own."""
        if self.closed:
            return
        # A temporary file that stays is swept later; the caller's own error matters more.
        with suppress(OSError):
            if self._temporary is not None:
                disk.remove(self._temporary)
        self._release()
        super().close()


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[disk.write(descriptor, rest) :]


def temporary_name(name: str) -> str:
    """Return a name that `is_temporary` knows and nobody else uses."""
    return f".{name}.{secrets.token_hex(8)}.sealion-tmp"


def is_temporary(name: str) -> bool:
    """Tell whether a name is one that a killed writer can leave behind."""
    return _TEMPORARY.fullmatch(name) is not None


def sweep(folder: Path, name: str = "") -> list[str]:
    """Remove what killed writers left of one file name, or of all; return the names removed.

    The temporary file of a living writer is held by it and stays.
    """
    beginning = f".{name}." if name else "."
    try:
        found = sorted(path for path in folder.iterdir() if is_temporary(path.name))
    except OSError:
        return []  # not there or not readable: then there is nothing to sweep either
    return [path.name for path in found if path.name.startswith(beginning) and _remove_orphan(path)]


def _remove_orphan(path: Path) -> bool:
    try:
        with hold(path):
            if path.is_dir():
                # Hardly ever needed, and it takes all compressors with it.
                import shutil  # noqa: PLC0415 - seldom needed, slow to import

                shutil.rmtree(path)
            else:
                disk.remove(path)
    except OSError:
        return False  # held by its writer, or not ours to remove: it harms nobody
    return True


@contextmanager
def hold(path: Path) -> Iterator[None]:
    """Keep a temporary file or folder from being swept.

    Raises:
        BlockingIOError: another process holds it.
    """
    if sys.platform == "win32":
        yield
        return
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)


def _claimed(descriptor: int) -> int:
    """Hold a file just made, until it is closed; -1 if a sweeper was quicker and removed it."""
    if sys.platform != "win32":
        # Where files cannot be locked nothing is ever swept, so nothing is lost by going on.
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink == 0:
            os.close(descriptor)
            return -1
    return descriptor

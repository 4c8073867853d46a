"""The lock of the one writer of a campaign folder.

The system keeps it, so it ends with the process that holds it: no stale lock can remain.
"""

from __future__ import annotations

import errno
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sealion_pbem.campaign.disk import NOTHING_CHANGED, explained
from sealion_pbem.errors import StorageError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["PATIENCE", "writer_lock"]

_LOCK_FILE = "lock"
PATIENCE = 30.0
_PAUSE = 0.02

# The locks of this process, by folder and thread, with the descriptor that holds each.
_held: dict[tuple[str, int], int] = {}


def _forget_in_child() -> None:
    """Let go of the parent's locks, which must die with the parent."""
    for descriptor in _held.values():
        os.close(descriptor)
    _held.clear()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_forget_in_child)


@contextmanager
def writer_lock(
    folder: Path, *, timeout: float = PATIENCE, waiting: Callable[[str], None] | None = None
) -> Iterator[bool]:
    """Be the only writer of a folder; the value tells whether this call took the lock or had it.

    `waiting` is told once, in a sentence, for whom the caller has to wait.

    Raises:
        StorageError: another process kept the lock for `timeout` seconds, or the folder cannot be
            written.
    """
    key = (os.path.realpath(folder), threading.get_ident())
    if key in _held:
        yield False
        return
    path = folder / _LOCK_FILE
    with explained(path):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
    try:
        with explained(path):
            _wait(descriptor, folder, timeout, waiting)
    except BaseException:
        os.close(descriptor)
        raise
    _held[key] = descriptor
    try:
        _sign(descriptor)
        yield True
    finally:
        # Not there any more in a child that was forked inside the block.
        if _held.pop(key, None) is not None:
            _unlock(descriptor)
            os.close(descriptor)


def _wait(
    descriptor: int, folder: Path, timeout: float, waiting: Callable[[str], None] | None
) -> None:
    end = time.monotonic() + timeout
    while not _try_lock(descriptor):
        if waiting is not None:
            waiting(f"waiting for another command{_holder(descriptor)} that writes in {folder}")
            waiting = None
        if time.monotonic() >= end:
            raise StorageError(
                f"another command{_holder(descriptor)} is writing in {folder}; {NOTHING_CHANGED}",
                hint="wait until it is done or stop it, then run this command again",
            )
        time.sleep(_PAUSE)


def _try_lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in {errno.EACCES, errno.EAGAIN, errno.EDEADLK}:
            return False
        raise
    return True


def _unlock(descriptor: int) -> None:
    if sys.platform == "win32":
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


def _sign(descriptor: int) -> None:
    """Note who holds the lock, for the message of those who wait; the lock does not need it."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, str(os.getpid()).encode(), 0)


def _holder(descriptor: int) -> str:
    if sys.platform != "win32":
        with suppress(OSError):
            text = os.pread(descriptor, 20, 0)
            if text.isdigit():
                return f" (process {int(text)})"
    return ""

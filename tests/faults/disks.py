"""Disks that fail or count, in the place of the real one for the length of a block."""

import errno
import os
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from sealion_pbem.campaign.disk import disk

READS = ("read",)
WRITES = ("create", "write", "sync", "link", "rename", "remove", "make_folder", "sync_folder")
ERRORS = (errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT, errno.EACCES)


class Calls:
    """How many primitive calls there were, by name, in order."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def __len__(self) -> int:
        return len(self.names)


@contextmanager
def watched(before: Callable[[str, int, tuple[Any, ...]], None], names=WRITES) -> Iterator[Calls]:
    """Call `before` with the name, number (from 1) and arguments of every primitive call."""
    calls = Calls()

    def watch(name: str) -> Callable[..., Any]:
        real = getattr(type(disk), name)

        def call(*arguments: Any) -> Any:
            calls.names.append(name)
            before(name, len(calls), arguments)
            return real(disk, *arguments)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in names:
            patch.setattr(disk, name, watch(name), raising=False)
        yield calls


def counted(names=WRITES) -> Any:
    """Only count the calls."""
    return watched(lambda *_: None, names)


def failing(number: int, code: int, *, for_good: bool = False, names=WRITES) -> Any:
    """Let the n-th call fail, or that one and all after it; a failing write is half done."""

    def before(name: str, count: int, arguments: tuple[Any, ...]) -> None:
        if count == number or (for_good and count > number):
            if name == "write" and code in {errno.ENOSPC, errno.EDQUOT, errno.EIO}:
                descriptor, data = arguments
                with suppress(OSError):
                    type(disk).write(disk, descriptor, bytes(data)[: len(data) // 2])
            raise OSError(code, "injected")

    return watched(before, names)


def deadly(number: int) -> Any:
    """Let the process die at the n-th call; a write dies half done."""

    def before(name: str, count: int, arguments: tuple[Any, ...]) -> None:
        if count == number:
            if name == "write":
                descriptor, data = arguments
                type(disk).write(disk, descriptor, bytes(data)[: len(data) // 2])
            os.kill(os.getpid(), signal.SIGKILL)

    return watched(before)


def dies(number: int, action: Callable[[], object]) -> bool:
    """Do something in a child that dies at the n-th call; False if it came to its end."""
    child = fork()
    if not child:
        with suppress(BaseException), deadly(number):
            action()
            os._exit(0)
        os._exit(1)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, -signal.SIGKILL), "the child failed before it died"
    return status != 0


def fork() -> int:
    """Make a child process."""
    # Newer Pythons warn of threads, such as those of a test runner; the child here starts none.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()

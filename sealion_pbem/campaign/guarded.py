"""A child process with little time and memory, in which files of strangers are opened.

A guard that only counts may forget something; a child that is ended takes nothing with it.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from sealion_pbem.campaign.cell import LENGTH
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import StorageError

__all__ = ["PACKAGE_HOME", "Ended", "GuardedChild"]

T = TypeVar("T")

PACKAGE_HOME = str(Path(__file__).resolve().parents[2])
"""What a program is given as its first argument: where it finds this package."""


@frozen
class Ended:
    """The end of a child in place of an answer."""

    why: str


class GuardedChild:
    """A child that is asked; it is started when it is needed, and anew after it was ended."""

    def __init__(self, patience: float) -> None:
        """`patience` is in seconds, for one question."""
        self._patience = patience
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, program: str, data: bytes, read: Callable[[Callable[[], bytes]], T]) -> T | Ended:
        """Ask the child that runs a program, and read its answer part by part, while there is patience.

        Raises:
            StorageError: no process can be started.
        """
        process = self._started(program)
        late = threading.Event()

        def stop() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(self._patience, stop)
        timer.start()
        try:
            _send(process, data)
            return read(lambda: _answer(process))
        except (OSError, EOFError, ValueError):
            why = "takes too long" if late.is_set() else "takes too much time or memory"
            self.close()
            return Ended(f"{why} to be read")
        finally:
            timer.cancel()
            timer.join()

    def close(self) -> None:
        """End the child."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    _close(stream)

    def _started(self, program: str) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            try:
                # -I and -S: no libraries, nothing from the environment, so it starts in an instant.
                self._process = subprocess.Popen(  # noqa: S603 - our own interpreter, our own module
                    [sys.executable, "-I", "-S", "-c", program, PACKAGE_HOME],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                )
            except OSError as error:
                raise StorageError(
                    f"no process can be started: {error.strerror}",
                    hint="look for a shortage of memory or processes on this machine",
                ) from error
        return self._process


def _send(process: subprocess.Popen[bytes], data: bytes) -> None:
    assert process.stdin is not None, "opened as a pipe"
    process.stdin.write(LENGTH.pack(len(data)) + data)
    process.stdin.flush()


def _answer(process: subprocess.Popen[bytes]) -> bytes:
    assert process.stdout is not None, "opened as a pipe"
    head = process.stdout.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    size = LENGTH.unpack(head)[0]
    data = process.stdout.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _close(stream: Any) -> None:
    # What was still to be written to a dead child.
    with suppress(OSError):
        stream.close()

"""Mails that end whoever reads them: a child that dies, or hangs, where a mail tells it to."""

import threading
import time
from pathlib import Path

import pytest

from sealion_pbem.mail import inbound

__all__ = ["Doom", "doomed"]

_CHILD = """
import os, sys, time
sys.path.insert(0, sys.argv[1])
from sealion_pbem.mail import child

folder, read, look = {folder!r}, child.read_envelope, child.look_inside

def fall(data, word):
    if b"X-Doom: " + word not in data or os.path.exists(folder + "/lifted"):
        return
    with open(folder + "/deaths", "ab") as file:
        file.write(word + b" ")
    if word != b"hang":
        os.kill(os.getpid(), 9)
    open(folder + "/hangs", "w").close()
    time.sleep(10**6)

def read_envelope(data):
    fall(data, b"early")
    return read(data)

def look_inside(data, facts):
    fall(data, b"kill")
    fall(data, b"hang")
    return look(data, facts)

child.read_envelope, child.look_inside = read_envelope, look_inside
child.main()
"""


class Doom:
    """What the doomed children have done so far; it can be lifted, as a shortage of memory passes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def lift(self) -> None:
        """Let every mail be read from now on."""
        (self._folder / "lifted").touch()

    @property
    def deaths(self) -> int:
        """How many children a mail has ended."""
        file = self._folder / "deaths"
        return len(file.read_bytes().split()) if file.exists() else 0


def doomed(folder: Path, patch: pytest.MonkeyPatch) -> Doom:
    """Let children obey the header X-Doom: early, kill or hang.

    Patience ends when a child hangs, and not before, however slow the machine is.
    """
    folder.mkdir()

    class Hourglass:
        """A timer that runs out when somebody hangs."""

        def __init__(self, _: float, function) -> None:
            self._function = function
            self._is_over = threading.Event()
            self._thread = threading.Thread(target=self._watch)

        def _watch(self) -> None:
            while not self._is_over.is_set():
                if (folder / "hangs").exists():
                    (folder / "hangs").unlink()
                    self._function()
                    return
                time.sleep(0.005)

        def start(self) -> None:
            self._thread.start()

        def cancel(self) -> None:
            self._is_over.set()

        def join(self) -> None:
            self._thread.join()

    patch.setattr(inbound, "_START", _CHILD.format(folder=str(folder)))
    patch.setattr(threading, "Timer", Hourglass)
    return Doom(folder)

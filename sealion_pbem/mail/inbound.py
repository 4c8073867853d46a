"""The guard at the letter box: every mail is opened in a child process with limits.

The answer is an `Incoming`: with what was found in the mail, or with the reason why it was refused. A
mail that ends the child gets no answer but an error, and whoever asked keeps the mail. Nothing in it
is believed: who wrote an entry is said by the entry's signature.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import MailError, UnreadMailError
from sealion_pbem.mail.frames import LARGEST_MAIL, LENGTH

__all__ = ["Incoming", "Inspector", "inspect"]

_PATIENCE = 10.0
_PACKAGE_HOME = str(Path(__file__).resolve().parents[2])
_START = (
    "import sys; sys.path.insert(0, sys.argv[1]); from sealion_pbem.mail.child import main; main()"
)
_HARMLESS = b"Subject: harmless\r\n\r\n"


@frozen
class Incoming:
    """A mail that arrived, as far as it could be read.

    `entries` are files by name, at most one copy of each; whether they are entries at all is for the
    loader to say. `damaged` and `notes` are sentences for the player; `automatic` is the sign by which
    a program wrote the mail, and such a mail is never answered. With a `refusal` there are no entries.
    """

    message_id: str = ""
    sender: str = ""
    subject: str = ""
    references: tuple[str, ...] = ()
    automatic: str = ""
    entries: tuple[tuple[str, bytes], ...] = ()
    damaged: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    refusal: str = ""

    @property
    def is_automatic(self) -> bool:
        """Whether a program wrote the mail."""
        return bool(self.automatic)


def inspect(data: bytes) -> Incoming:
    """Return what one mail holds; for many mails, one `Inspector` is quicker."""
    with Inspector() as inspector:
        return inspector.inspect(data)


class Inspector:
    """A child process that takes mails apart; it is started anew after a mail that killed it."""

    def __init__(self, patience: float = _PATIENCE) -> None:
        self._patience = patience
        self._child: subprocess.Popen[bytes] | None = None
        self._is_used = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the child."""
        child, self._child = self._child, None
        self._is_used = False
        if child is not None:
            child.kill()
            child.wait()
            for stream in (child.stdin, child.stdout):
                if stream is not None:
                    _close(stream)

    def inspect(self, data: bytes) -> Incoming:
        """Return what one mail holds.

        A child may be worn out by the mails before, so a mail that ends it gets one of its own. If
        that one ends as well, a harmless mail tells the mail's fault from the machine's.

        Raises:
            UnreadMailError: the mail ended a child of its own, and others can be read.
            MailError: no mail can be read here now.
        """
        # The child says that it is too large, after reading who sent it.
        cut = data[: LARGEST_MAIL + 1]
        is_used = self._is_used
        found = self._read(cut)
        if isinstance(found, _Death) and is_used:
            found = self._read(cut)
        if isinstance(found, Incoming):
            self._is_used = True
            return found
        other = self._read(_HARMLESS)
        if isinstance(other, _Death):
            raise MailError(
                f"no mail can be read here now: even a harmless one {other.why}",
                hint="look for a shortage of memory or processes on this machine",
            )
        raise UnreadMailError(
            f"the mail {found.why}",
            sender=found.envelope.get("sender", ""),
            automatic=found.envelope.get("automatic", ""),
        )

    def _read(self, data: bytes) -> Incoming | _Death:
        """Let the child read a mail, as long as there is patience."""
        child = self._started()
        late = threading.Event()

        def stop() -> None:
            late.set()
            child.kill()

        timer = threading.Timer(self._patience, stop)
        timer.start()
        envelope: dict[str, Any] = {}
        try:
            _send(child, data)
            envelope = json.loads(_answer(child))
            return _rest(child)
        except (OSError, EOFError, ValueError):
            why = "takes too long" if late.is_set() else "takes too much time or memory"
            self.close()
            return _Death(f"{why} to be read", envelope)
        finally:
            timer.cancel()
            timer.join()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._child is None or self._child.poll() is not None:
            self.close()
            try:
                # -I and -S: no libraries, nothing from the environment, so it starts in an instant.
                self._child = subprocess.Popen(  # noqa: S603 - our own interpreter, our own module
                    [sys.executable, "-I", "-S", "-c", _START, _PACKAGE_HOME],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                )
            except OSError as error:
                raise MailError(
                    f"no mail can be read here now: no process can be started: {error.strerror}",
                    hint="look for a shortage of memory or processes on this machine",
                ) from error
        return self._child


@frozen
class _Death:
    """The end of a child, and what it had said of the mail's envelope before."""

    why: str
    envelope: dict[str, Any]


def _send(child: subprocess.Popen[bytes], data: bytes) -> None:
    assert child.stdin is not None, "opened as a pipe"
    child.stdin.write(LENGTH.pack(len(data)) + data)
    child.stdin.flush()


def _rest(child: subprocess.Popen[bytes]) -> Incoming:
    """Return the answer of a child that comes after the envelope."""
    facts: dict[str, Any] = json.loads(_answer(child))
    names = facts.pop("entries")
    entries = tuple((name, _answer(child)) for name in names)
    lists: dict[str, Any] = {
        name: tuple(facts.pop(name)) for name in ("references", "damaged", "notes")
    }
    if facts["refusal"]:
        entries = ()
    return Incoming(**facts, **lists, entries=entries)


def _answer(child: subprocess.Popen[bytes]) -> bytes:
    assert child.stdout is not None, "opened as a pipe"
    head = child.stdout.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    size = LENGTH.unpack(head)[0]
    data = child.stdout.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _close(stream: Any) -> None:
    # What was still to be written to a dead child.
    with suppress(OSError):
        stream.close()

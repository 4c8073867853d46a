"""The guard at the letter box: every mail is opened in a child process with limits.

The answer is an `Incoming`: with what was found in the mail, or with the reason why it was refused. A
mail that ends the child gets no answer but an error, and whoever asked keeps the mail. Nothing in it
is believed: who wrote an entry is said by the entry's signature.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from sealion_pbem.campaign.guarded import Ended, GuardedChild
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import MailError, StorageError, UnreadMailError
from sealion_pbem.mail.frames import LARGEST_MAIL

__all__ = ["Incoming", "Inspector", "inspect"]

_PATIENCE = 10.0
_START = (
    "import sys; sys.path.insert(0, sys.argv[1]); from sealion_pbem.mail.child import main; main()"
)
_HARMLESS = b"Subject: harmless\r\n\r\n"


@frozen
class Incoming:
    """A mail that arrived, as far as it could be read.

    `entries` are files by name, at most one copy of each; whether they are entries at all is for the
    loader to say. `logs` are files that VASSAL may have written, unopened, for whoever wants them; they
    are nobody's word. `damaged` and `notes` are sentences for the player; `automatic` is the sign by which
    a program wrote the mail, and such a mail is never answered. With a `refusal` there are no files.
    """

    message_id: str = ""
    sender: str = ""
    subject: str = ""
    references: tuple[str, ...] = ()
    automatic: str = ""
    entries: tuple[tuple[str, bytes], ...] = ()
    logs: tuple[tuple[str, bytes], ...] = ()
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
        self._child = GuardedChild(patience)
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
        self._child.close()
        self._is_used = False

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
        envelope: dict[str, Any] = {}

        def read(answer: Callable[[], bytes]) -> Incoming:
            envelope.update(json.loads(answer()))
            return _rest(answer)

        try:
            found = self._child.ask(_START, data, read)
        except StorageError as error:
            raise MailError(
                f"no mail can be read here now: {error.message}", hint=error.hint
            ) from error
        if isinstance(found, Ended):
            self._is_used = False
            return _Death(found.why, envelope)
        return found


@frozen
class _Death:
    """The end of a child, and what it had said of the mail's envelope before."""

    why: str
    envelope: dict[str, Any]


def _rest(answer: Callable[[], bytes]) -> Incoming:
    """Return the answer of a child that comes after the envelope."""
    facts: dict[str, Any] = json.loads(answer())
    sorts = [(sort, facts.pop(sort)) for sort in ("entries", "logs")]
    found: dict[str, Any] = {
        sort: tuple((name, answer()) for name in names) for sort, names in sorts
    }
    lists: dict[str, Any] = {
        name: tuple(facts.pop(name)) for name in ("references", "damaged", "notes")
    }
    if facts["refusal"]:
        found = {}
    return Incoming(**facts, **lists, **found)

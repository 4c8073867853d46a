"""The outbox: mails that are to be sent, kept until a server has taken them.

    outbox/waiting/000012-KEY.mail    the envelope in one line, then the mail
    outbox/waiting/000012-KEY.tries   how often it was tried, and when it is tried next
    outbox/sent/000012-KEY.mail       taken by a server
    outbox/refused/000012-KEY.mail    refused for good; .tries has the reason

A mail is sent before it is moved to sent/, so a crash in between sends it again, with the same
Message-ID: at least once, never lost. What was put in once under a key is never put in again.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from sealion_pbem.campaign import files
from sealion_pbem.campaign.disk import UNCONFIRMED, disk, explained
from sealion_pbem.campaign.lock import writer_lock
from sealion_pbem.engine.alphabet import line
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import (
    CorruptError,
    InvalidFileError,
    MailError,
    MailRefusedError,
    MailServerError,
)
from sealion_pbem.mail.address import parse_address
from sealion_pbem.pbem.loader import normal_form, read_strict

__all__ = ["Delivered", "Outbox", "Parcel", "Transport"]

_NAME = re.compile(r"([0-9]{6,9})-([0-9a-f]{32})\.mail")
_LARGEST = 32 * 1024 * 1024
_TRIES_LIMIT = 65_536
_FIRST_PAUSE = 60
_LONGEST_PAUSE = 6 * 3600
_ROOMS = ("waiting", "sent", "refused")


class Transport(Protocol):
    """A taker of mails: raises MailRefusedError for never, MailError for not now."""

    def send(self, sender: str, to: str, data: bytes) -> None:
        """Hand over one mail."""


@frozen
class Parcel:
    """One mail in the outbox, and how it fares."""

    key: str
    sender: str
    to: str
    room: str
    """waiting, sent or refused."""
    tries: int = 0
    next_try: int = 0
    """When it is tried next, in seconds since 1970; 0 for at once."""
    said: str = ""
    """What went wrong the last time."""


@frozen
class Delivered:
    """The result of one delivery: the mails sent, those that wait on, those refused for good."""

    sent: tuple[Parcel, ...] = ()
    waiting: tuple[Parcel, ...] = ()
    refused: tuple[Parcel, ...] = ()


class Outbox:
    """The mails of one sender, in a folder of their own."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self._clock = clock

    def put(self, key: str, sender: str, to: str, data: bytes) -> bool:
        """Keep a mail for sending; False if a mail with this key was put in before.

        Raises:
            MailError: an address is none.
            StorageError: the disk refused; nothing was changed.
        """
        parse_address(to)
        if sender:
            parse_address(sender)
        with self._writing():
            names = [name for room in _ROOMS for name in self._names(room)]
            ending = f"-{_digest(key)}.mail"
            if any(name.endswith(ending) for name in names):
                return False
            number = max((int(name.partition("-")[0]) for name in names), default=0) + 1
            envelope = normal_form({"key": key, "sender": sender, "to": to})
            content = len(envelope).to_bytes(4, "big") + envelope + data
            files.write_new(self.path / "waiting" / f"{number:06d}{ending}", content, 0o600)
            return True

    def has(self, key: str) -> bool:
        """Tell whether a mail with this key was ever put in."""
        ending = f"-{_digest(key)}.mail"
        return any(name.endswith(ending) for room in _ROOMS for name in self._names(room))

    def deliver(self, transport: Transport) -> Delivered:
        """Send everything that is due; each mail is sent at least once, in the order of putting in.

        A mail that a server refuses for good is kept in refused/; one that it does not take now is
        tried again, after a pause that doubles up to six hours.
        """
        sent, refused = [], []
        with self._writing():
            for name in self._names("waiting"):
                parcel, data = self._open("waiting", name)
                if parcel.next_try > self._clock():
                    continue
                try:
                    transport.send(parcel.sender, parcel.to, data)
                except MailRefusedError as error:
                    self._note(name, parcel, error.message)
                    self._move(name, "refused")
                    refused.append(self._open("refused", name)[0])
                except MailServerError as error:
                    # The others would fare the same; one attempt is enough to know.
                    self._postpone(error.message)
                    break
                except MailError as error:
                    self._note(name, parcel, error.message)
                else:
                    self._move(name, "sent")
                    sent.append(self._open("sent", name)[0])
            return Delivered(tuple(sent), self.parcels("waiting"), tuple(refused))

    def _postpone(self, said: str) -> None:
        for name in self._names("waiting"):
            parcel, _ = self._open("waiting", name)
            if parcel.next_try <= self._clock():
                self._note(name, parcel, said)

    def parcels(self, room: str) -> tuple[Parcel, ...]:
        """Return the mails that are waiting, sent or refused, in the order of putting in."""
        return tuple(self._open(room, name)[0] for name in self._names(room))

    def number(self, room: str) -> int:
        """Return how many mails are waiting, sent or refused, without reading them."""
        return len(self._names(room))

    def mail(self, key: str) -> bytes:
        """Return the mail that was put in under a key; MailError if there was none."""
        ending = f"-{_digest(key)}.mail"
        for room in _ROOMS:
            for name in self._names(room):
                if name.endswith(ending):
                    return self._open(room, name)[1]
        raise MailError(f"no mail was put into {self.path} under the key {key}")

    def retry(self) -> int:
        """Make everything that waits due at once, and return how many mails that are."""
        with self._writing():
            names = self._names("waiting")
            for name in names:
                self._forget(name)
            return len(names)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        files.make_folder(self.path, 0o700)
        with writer_lock(self.path) as is_outermost:
            for room in _ROOMS:
                files.make_folder(self.path / room, 0o700)
                if is_outermost:
                    files.sweep(self.path / room)
            yield

    def _names(self, room: str) -> list[str]:
        folder = self.path / room
        with explained(folder, failed="cannot be read"):
            try:
                return sorted(path.name for path in folder.iterdir() if _NAME.fullmatch(path.name))
            except FileNotFoundError:
                return []

    def _open(self, room: str, name: str) -> tuple[Parcel, bytes]:
        path = self.path / room / name
        content = files.read(path, _LARGEST)
        size = int.from_bytes(content[:4], "big")
        tries = self._tries(path)
        try:
            envelope = read_strict(content[4 : 4 + size])
            parcel = Parcel(
                str(envelope["key"]), str(envelope["sender"]), str(envelope["to"]), room,
                int(tries.get("tries", 0)), int(tries.get("next_try", 0)), str(tries.get("said", "")),
            )  # fmt: skip
        except (InvalidFileError, KeyError, TypeError, ValueError) as error:
            raise CorruptError(
                f"{path} is damaged: it is no mail of the outbox",
                hint="move the file away; the mail in it is not sent",
            ) from error
        return parcel, content[4 + size :]

    def _tries(self, path: Path) -> dict[str, Any]:
        beside = path.with_suffix(".tries")
        if not files.is_there(beside):
            return {}
        try:
            return read_strict(files.read(beside, _TRIES_LIMIT))
        except InvalidFileError:
            # Only a note: without it the mail is tried at once.
            return {}

    def _note(self, name: str, parcel: Parcel, said: str) -> None:
        pause = min(_FIRST_PAUSE * 2 ** min(parcel.tries, 20), _LONGEST_PAUSE)
        facts = {
            "tries": parcel.tries + 1,
            "next_try": int(self._clock()) + pause,
            "said": line(said, "")[:500],
        }
        path = (self.path / "waiting" / name).with_suffix(".tries")
        files.replace(path, normal_form(facts), 0o600)

    def _move(self, name: str, room: str) -> None:
        source, target = self.path / "waiting" / name, self.path / room / name
        notes = source.with_suffix(".tries")
        with explained(target):
            if room == "refused" and notes.exists():
                # The reason first: without the mail it does no harm.
                disk.rename(notes, target.with_suffix(".tries"))
            disk.rename(source, target)
        if room == "sent":
            self._forget(name)
        with explained(target, effect=UNCONFIRMED):
            disk.sync_folder(target.parent)
            disk.sync_folder(source.parent)

    def _forget(self, name: str) -> None:
        with suppress(FileNotFoundError), explained(self.path):
            (self.path / "waiting" / name).with_suffix(".tries").unlink(missing_ok=True)


def _digest(key: str) -> str:
    return sha256(key.encode()).hexdigest()[:32]

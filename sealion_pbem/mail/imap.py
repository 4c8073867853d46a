"""Fetching from an IMAP server: by UID, nothing marked before it is settled."""

from __future__ import annotations

import imaplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from imap_tools import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError

from sealion_pbem.engine.alphabet import line
from sealion_pbem.errors import MailError
from sealion_pbem.mail.fetch import PROCESSED, QUARANTINE
from sealion_pbem.mail.frames import LARGEST_MAIL

__all__ = ["ImapSource"]

_TIMEOUT = 30.0


class ImapSource:
    """One folder of a mailbox; mails are moved to the folders `processed` and `quarantine`.

    With `subject`, only mails that have this text in their subject are looked at. `security` is "tls",
    "starttls" or "none".
    """

    def __init__(  # noqa: PLR0913 - what a mailbox needs to know
        self,
        host: str,
        port: int,
        *,
        user: str,
        password: str,
        security: str = "tls",
        folder: str = "INBOX",
        processed: str = PROCESSED,
        quarantine: str = QUARANTINE,
        subject: str = "",
        timeout: float = _TIMEOUT,
        context: ssl.SSLContext | None = None,
    ) -> None:
        assert security in ("starttls", "tls", "none"), security
        self._host, self._port, self._security = host, port, security
        self._user, self._password = user, password
        self._folder, self._subject = folder, subject
        self._processed, self._quarantine = processed, quarantine
        self._timeout, self._context = timeout, context
        self._box: BaseMailBox | None = None

    def mails(self) -> Iterator[tuple[str, bytes]]:
        """Go through the mails of the folder, by UID; of a giant only the beginning is fetched."""
        with self._explained():
            box = self._opened()
            criteria = f'SUBJECT "{_quoted(self._subject)}"' if self._subject else "ALL"
            uids = box.uids(criteria)
        refused: list[str] = []
        for uid in uids:
            with self._explained():
                # Not through the library's own messages: it would parse them in this process.
                word, said = box.client.uid("FETCH", uid, f"(BODY.PEEK[]<0.{LARGEST_MAIL + 1}>)")
            data = next((part[1] for part in said if isinstance(part, tuple)), None)
            if data is not None:
                yield uid, bytes(data)
            elif word != "OK":
                refused.append(f"UID {uid}: {b' '.join(part for part in said if part)!a}"[:200])
        if refused:
            number = f"{len(refused)} of {len(uids)} mails"
            raise MailError(f"{self._name} does not give {number}: {refused[0]}")

    def settle(self, handle: str) -> None:
        """Move a mail to the folder of processed ones."""
        self._move(handle, self._processed)

    def quarantine(self, handle: str) -> None:
        """Move a mail to the folder where a person looks for it."""
        self._move(handle, self._quarantine)

    def _move(self, handle: str, folder: str) -> None:
        with self._explained():
            box = self._opened()
            if not box.folder.exists(folder):
                box.folder.create(folder)
            box.move(handle, folder)

    def close(self) -> None:
        """Log out."""
        box, self._box = self._box, None
        if box is not None:
            with suppress(ImapToolsError, imaplib.IMAP4.error, OSError):
                box.logout()

    @property
    def _name(self) -> str:
        return f"the mailbox of {self._user} at {self._host}:{self._port}"

    def _opened(self) -> BaseMailBox:
        if self._box is None:
            self._box = self._connected()
            self._box.login(self._user, self._password, initial_folder=self._folder)
        return self._box

    def _connected(self) -> BaseMailBox:
        if self._security == "none":
            return MailBoxUnencrypted(self._host, self._port, timeout=self._timeout)
        context = self._context or ssl.create_default_context()
        if self._security == "tls":
            return MailBox(self._host, self._port, timeout=self._timeout, ssl_context=context)
        return MailBoxStartTls(self._host, self._port, timeout=self._timeout, ssl_context=context)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (ImapToolsError, imaplib.IMAP4.error, OSError) as error:
            self.close()
            said = line(str(error), " ")[:200]
            if self._password:
                said = said.replace(self._password, "…")
            raise MailError(
                f"{self._name} cannot be read: {said}",
                hint="check host, port, user and password; nothing was lost",
            ) from error


def _quoted(text: str) -> str:
    return line(text, "").replace('"', "").replace("\\", "")

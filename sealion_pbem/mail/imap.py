"""Fetching from an IMAP server: by UID, nothing marked before it is settled."""

from __future__ import annotations

import imaplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from imap_tools import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError

from sealion_pbem.errors import MailError
from sealion_pbem.mail.fetch import PROCESSED
from sealion_pbem.mail.frames import LARGEST_MAIL

__all__ = ["ImapSource"]

_TIMEOUT = 30.0


class ImapSource:
    """One folder of a mailbox; settled mails are moved to the folder `processed`.

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
        subject: str = "",
        timeout: float = _TIMEOUT,
        context: ssl.SSLContext | None = None,
    ) -> None:
        assert security in ("starttls", "tls", "none"), security
        self._host, self._port, self._security = host, port, security
        self._user, self._password = user, password
        self._folder, self._processed, self._subject = folder, processed, subject
        self._timeout, self._context = timeout, context
        self._box: BaseMailBox | None = None

    def mails(self) -> Iterator[tuple[str, bytes]]:
        """Go through the mails of the folder, by UID; of a giant only the beginning is fetched."""
        with self._explained():
            box = self._opened()
            criteria = f'SUBJECT "{_quoted(self._subject)}"' if self._subject else "ALL"
            uids = box.uids(criteria)
        for uid in uids:
            with self._explained():
                # Not through the library's own messages: it would parse them in this process.
                answer = box.client.uid("FETCH", uid, f"(BODY.PEEK[]<0.{LARGEST_MAIL + 1}>)")
            data = next((part[1] for part in answer[1] if isinstance(part, tuple)), None)
            if data is not None:
                yield uid, bytes(data)

    def settle(self, handle: str) -> None:
        """Move a mail to the folder of processed ones."""
        with self._explained():
            box = self._opened()
            if not box.folder.exists(self._processed):
                box.folder.create(self._processed)
            box.move(handle, self._processed)

    def close(self) -> None:
        """Log out."""
        box, self._box = self._box, None
        if box is not None:
            with suppress(ImapToolsError, imaplib.IMAP4.error, OSError):
                box.logout()

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
            said = "".join(char if char.isprintable() else " " for char in str(error))[:200]
            if self._password:
                said = said.replace(self._password, "…")
            raise MailError(
                f"the mailbox of {self._user} at {self._host}:{self._port} cannot be read: {said}",
                hint="check host, port, user and password; nothing was lost",
            ) from error


def _quoted(text: str) -> str:
    return "".join(char for char in text if char.isprintable() and char not in '"\\')

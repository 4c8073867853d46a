"""Sending by SMTP: over TLS, with a verified server, one mail to one address at a time."""

from __future__ import annotations

import smtplib
import ssl
from contextlib import suppress
from types import TracebackType
from typing import Self

from sealion_pbem.engine.alphabet import line
from sealion_pbem.errors import MailError, MailRefusedError, MailServerError
from sealion_pbem.mail.address import parse_address

__all__ = ["SmtpTransport"]

_PERMANENT = 500
_TIMEOUT = 30.0


class SmtpTransport:
    """A mail server to send through; the connection is kept from mail to mail.

    `security` is "starttls", "tls" or "none", which is for servers on this machine. The password
    is never shown. A MailError means that another attempt may succeed, a MailRefusedError that it
    will not, a MailServerError that no mail can be sent now.
    """

    def __init__(
        self,
        host: str,
        port: int,
        *,
        security: str = "starttls",
        user: str = "",
        password: str = "",
        timeout: float = _TIMEOUT,
        context: ssl.SSLContext | None = None,
    ) -> None:
        assert security in ("starttls", "tls", "none"), security
        self._host, self._port, self._security = host, port, security
        self._user, self._password = user, password
        self._timeout = timeout
        self._context = context
        self._connection: smtplib.SMTP | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def name(self) -> str:
        """The name of the server in a sentence."""
        return f"{self._host}:{self._port}"

    def send(self, sender: str, to: str, data: bytes) -> None:
        """Hand over one mail; `sender` may be "" for a mail to which nobody shall answer.

        Raises:
            MailRefusedError: the server refused this mail for good.
            MailError: it did not take it now.
        """
        mailbox = parse_address(to).mailbox
        bounces = parse_address(sender).mailbox if sender else ""
        try:
            self._open().sendmail(bounces, [mailbox], data)
        except smtplib.SMTPRecipientsRefused as error:
            code, said = error.recipients[mailbox]
            raise _refusal(f"{self.name} refuses mail to {mailbox}", code, said) from error
        except smtplib.SMTPResponseException as error:
            self.close()
            raise _refusal(
                f"{self.name} refuses the mail to {mailbox}", error.smtp_code, error.smtp_error
            ) from error
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            raise MailError(
                f"the connection to {self.name} broke while the mail to {mailbox} was sent: {error}"
            ) from error

    def close(self) -> None:
        """End the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(smtplib.SMTPException, OSError):
                connection.quit()
            connection.close()

    def _open(self) -> smtplib.SMTP:
        """Return the connection, made anew if the server has ended it."""
        if self._connection is not None:
            with suppress(smtplib.SMTPException, OSError):
                if self._connection.noop()[0] == 250:  # noqa: PLR2004 - SMTP's "yes"
                    return self._connection
            self.close()
        try:
            self._connection = self._connected()
            if self._user:
                self._connection.login(self._user, self._password)
        except smtplib.SMTPAuthenticationError as error:
            self.close()
            raise MailServerError(
                f"{self.name} does not accept user {self._user} with this password",
                hint="check the user, and the password in its file or variable",
            ) from error
        except ssl.SSLError as error:
            self.close()
            raise MailServerError(
                f"the connection to {self.name} is not safe: {error.reason or error}",
                hint="check the host name, and whether the server uses tls or starttls on this port",
            ) from error
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            raise MailServerError(
                f"no connection to the mail server {self.name}: {error}",
                hint="check host and port; what waits in the outbox is sent later",
            ) from error
        return self._connection

    def _connected(self) -> smtplib.SMTP:
        context = self._context or ssl.create_default_context()
        if self._security == "tls":
            return smtplib.SMTP_SSL(self._host, self._port, timeout=self._timeout, context=context)
        connection = smtplib.SMTP(self._host, self._port, timeout=self._timeout)
        if self._security == "starttls":
            try:
                connection.starttls(context=context)
            except BaseException:
                connection.close()
                raise
        return connection


def _refusal(what: str, code: int, said: bytes | str) -> MailError:
    text = said.decode("ascii", "replace") if isinstance(said, bytes) else said
    words = " ".join(line(text, " ").split())[:200]
    kind = MailRefusedError if code >= _PERMANENT else MailError
    return kind(f"{what}: {code} {words}")

"""A mail server for tests: takes mails in this process, and misbehaves when told."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

__all__ = ["Postbox", "free_port", "running"]


class Postbox:
    """What arrived, and what to answer: a list of replies to DATA, "" to take the mail."""

    def __init__(self) -> None:
        self.mails: list[tuple[str, list[str], bytes]] = []
        self.answers: list[str] = []
        self.recipient_answers: list[str] = []
        self.logins: list[tuple[bytes, bytes]] = []

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802 - aiosmtpd's name
        answer = self.recipient_answers.pop(0) if self.recipient_answers else ""
        if answer:
            return answer
        envelope.rcpt_tos.append(address)
        return "250 fine"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802 - aiosmtpd's name
        answer = self.answers.pop(0) if self.answers else ""
        if answer == "hang up":
            server.transport.abort()
            return "421 bye"
        if answer == "take and hang up":
            self.mails.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
            server.transport.abort()
            return "250 fine"
        if answer:
            return answer
        self.mails.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
        return "250 fine"

    def authenticate(self, server, session, envelope, mechanism, data):
        self.logins.append((data.login, data.password))
        return AuthResult(success=data.password == b"right", handled=False)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@contextmanager
def running(postbox: object, **options: Any) -> Iterator[int]:
    """Serve, and give the port."""
    port = free_port()
    controller = Controller(postbox, hostname="127.0.0.1", port=port, **options)
    controller.start()
    try:
        yield port
    finally:
        controller.stop()

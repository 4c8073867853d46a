"""Mail servers for tests that deliver into Maildirs, one for each user: aiosmtpd, or OpenSMTPD as root."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from tests.mail.postbox import free_port, running
from tests.patience import PATIENCE

__all__ = ["OPENSMTPD", "is_root", "maildir_server", "make_maildir", "opensmtpd_server"]

OPENSMTPD = shutil.which("smtpd", path="/usr/sbin:/usr/local/sbin")
_CONFIG = """
table everybody {{ "@" = "{user}" }}
listen on 127.0.0.1 port {port}
action "keep" maildir "{root}/%{{dest.user}}" virtual <everybody>
match from any for any action "keep"
"""


def make_maildir(path: Path) -> Path:
    """An empty Maildir."""
    for room in ("tmp", "new", "cur"):
        (path / room).mkdir(parents=True, exist_ok=True)
    return path


class _Deliverer:
    """Puts each mail into the Maildir of the user before the @."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._numbers = count()

    async def handle_DATA(self, server, session, envelope):  # noqa: N802 - aiosmtpd's name
        for address in envelope.rcpt_tos:
            box = make_maildir(self._root / address.partition("@")[0])
            name = f"{next(self._numbers):06d}.test"
            (box / "tmp" / name).write_bytes(envelope.content)
            (box / "tmp" / name).rename(box / "new" / name)
        return "250 kept"


@contextmanager
def maildir_server(root: Path) -> Iterator[int]:
    """Serve in this process; give the port."""
    with running(_Deliverer(root)) as port:
        yield port


@contextmanager
def opensmtpd_server(root: Path, config: Path, user: str) -> Iterator[int]:
    """Serve with Debian's OpenSMTPD, which delivers as this user; only root can start it."""
    assert OPENSMTPD, "asked for by the test"
    port = free_port()
    config.write_text(_CONFIG.format(root=root, port=port, user=user))
    log = config.with_suffix(".log")
    with log.open("wb") as said:
        server = subprocess.Popen([OPENSMTPD, "-d", "-f", config], stdout=said, stderr=said)
        try:
            _wait(port, server, log)
            yield port
        finally:
            server.terminate()
            server.wait(PATIENCE)


def _wait(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if server.poll() is not None:
            # Another one may run here, or the system has no spool for it.
            pytest.skip(f"opensmtpd does not start: {log.read_text()[-300:]}")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(log.read_text())


def is_root() -> bool:
    """Whether the tests run as root."""
    return hasattr(os, "geteuid") and os.geteuid() == 0

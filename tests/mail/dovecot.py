"""Debian's IMAP server for tests, started without privileges on a free port."""

import grp
import os
import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.mail.certificate import make_certificate
from tests.mail.postbox import free_port
from tests.patience import PATIENCE

__all__ = ["PROGRAM", "give_away", "imap_server"]

PROGRAM = shutil.which("dovecot", path="/usr/sbin:/usr/local/sbin:" + os.environ.get("PATH", ""))
CONFIG = """
base_dir = {root}/run
state_dir = {root}/run
log_path = {root}/log
protocols = imap
listen = 127.0.0.1
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {login}
ssl = yes
ssl_cert = <{certificate}
ssl_key = <{key}
disable_plaintext_auth = no
mail_location = maildir:{root}/mail/%u
mail_uid = {uid}
mail_gid = {gid}
first_valid_uid = 0
first_valid_gid = 0
passdb {{
  driver = static
  args = password=right
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={root}/home/%u
}}
service anvil {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
    ssl = yes
  }}
}}
service stats {{
  chroot =
}}
"""


@contextmanager
def imap_server(root: Path) -> Iterator[tuple[int, int, Path]]:
    """Serve; give the port without TLS, the one with it, and the certificate."""
    assert PROGRAM, "asked for by the test"
    certificate, key = make_certificate(root)
    port, tls_port = free_port(), free_port()
    account = pwd.getpwuid(os.getuid())
    facts = {
        "root": root,
        "user": account.pw_name,
        "group": grp.getgrgid(os.getgid()).gr_name,
        "login": account.pw_name,
        "uid": os.getuid(),
        "gid": os.getgid(),
        "certificate": certificate,
        "key": key,
        "port": port,
        "tls_port": tls_port,
    }
    if os.getuid() == 0:
        # Its parts refuse to run as root, and Debian has made accounts for them.
        facts |= {"user": "dovecot", "group": "dovecot", "login": "dovenull"}
        account = pwd.getpwnam("dovecot")
        facts |= {"uid": account.pw_uid, "gid": account.pw_gid}
        root.chmod(0o755)
    config = root / "dovecot.conf"
    config.write_text(CONFIG.format(**facts))
    (root / "mail").mkdir()
    server = subprocess.Popen([PROGRAM, "-F", "-c", config], stderr=subprocess.DEVNULL)
    try:
        _wait(port, server, root / "log")
        yield port, tls_port, certificate
    finally:
        server.terminate()
        server.wait(PATIENCE)


def give_away(folder: Path) -> None:
    """Let the server own a mailbox that a test has made as root."""
    if os.getuid() == 0:
        account = pwd.getpwnam("dovecot")
        for path in (folder, *folder.rglob("*")):
            os.chown(path, account.pw_uid, account.pw_gid)


def _wait(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert server.poll() is None, log.read_text() if log.exists() else "dovecot ended"
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(log.read_text())

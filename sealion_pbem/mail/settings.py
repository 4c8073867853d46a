"""mail.toml: the addresses of the seats, and the servers that carry mail.

    from = "Alice <alice@example.org>"
    vassal = ["blue"]                     # whose reports bring a log for VASSAL

    [addresses]
    blue = "Bob <bob@example.org>"

    [smtp]
    host = "mail.example.org"
    user = "alice"
    password_variable = "ALICE_MAIL"      # or password_file

    [inbox]
    kind = "imap"                         # or "maildir" or "folder", with a path
    host = "mail.example.org"
    user = "alice"
    password_file = "alice-mail"          # a file in SEALION_HOME/passwords, mode 0600

One lies in SEALION_HOME for everything, one in a campaign folder for what is special there. A
password stands in neither.
"""

from __future__ import annotations

import os
import stat
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from sealion_pbem.campaign import files
from sealion_pbem.campaign.keyring import home
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import Fault, InvalidFileError, MailError, SchemaError
from sealion_pbem.mail.address import parse_address
from sealion_pbem.mail.fetch import FolderSource, MaildirSource, MailSource
from sealion_pbem.mail.smtp import SmtpTransport
from sealion_pbem.pbem.loader import check_values
from sealion_pbem.pbem.schema import check_document

__all__ = ["FILE", "MailSettings", "read_settings", "settings_files"]

FILE = "mail.toml"
_LIMIT = 65_536
_PASSWORD_LIMIT = 4096
_VARIABLE = "SEALION_MAIL_PASSWORD"
_HERE = ("localhost", "127.0.0.1", "::1")
_PORTS = {
    "smtp": {"tls": 465, "starttls": 587, "none": 25},
    "inbox": {"tls": 993, "starttls": 143, "none": 143},
}


@frozen
class MailSettings:
    """The settings in mail.toml; everything may be missing."""

    sender: str = ""
    addresses: Mapping[str, str] = field(default_factory=dict)
    smtp: Mapping[str, Any] = field(default_factory=dict)
    inbox: Mapping[str, Any] = field(default_factory=dict)
    strangers: int = 0
    """How many strangers the robot tells in a day that they have written to a robot."""
    vassal: tuple[str, ...] = ()
    """The seats whose reports bring a log for VASSAL."""

    def address_of(self, seat: str) -> str:
        """Return where to write to a seat; MailError if that is not known."""
        if seat not in self.addresses:
            raise MailError(
                f"the address of {seat} is not known",
                hint=f'write it into {FILE} of the campaign folder: [addresses] {seat} = "…"',
            )
        return self.addresses[seat]

    def transport(self) -> SmtpTransport:
        """Return the server to send through; MailError if there is none or its password is missing."""
        if not self.smtp:
            raise MailError(
                "no mail server is known to send through",
                hint=f"write [smtp] into {FILE}, or use 'sealion mail draft' and your mail program",
            )
        security, port = _way(self.smtp, "smtp")
        user = self.smtp.get("user", "")
        return SmtpTransport(
            self.smtp["host"], port, security=security, user=user,
            password=_password(self.smtp) if user else "",
        )  # fmt: skip

    def source(self, base: Path) -> MailSource:
        """Return where mails arrive; a path is relative to `base`. MailError if there is no inbox."""
        kind = self.inbox.get("kind")
        if kind in ("folder", "maildir"):
            path = base / Path(self.inbox["path"]).expanduser()
            return FolderSource(path) if kind == "folder" else MaildirSource(path)
        if kind != "imap":
            raise MailError(
                "no inbox is known to fetch from",
                hint=f"write [inbox] into {FILE}, or give the mails to 'sealion receive'",
            )
        # The library is only needed here.
        from sealion_pbem.mail.imap import ImapSource  # noqa: PLC0415 - only IMAP needs it

        security, port = _way(self.inbox, "inbox", "tls")
        given = {
            name: self.inbox[name]
            for name in ("folder", "processed", "quarantine", "subject")
            if name in self.inbox
        }
        return ImapSource(
            self.inbox["host"], port, security=security, user=self.inbox["user"],
            password=_password(self.inbox), **given,
        )  # fmt: skip


def read_settings(campaign: Path | None = None) -> MailSettings:
    """Return what mail.toml says, the one of the user and, before it, the one of a campaign folder.

    Raises:
        InvalidFileError: a file is no TOML, or says what has no place there.
    """
    found: dict[str, Any] = {}
    for file in settings_files(campaign):
        if files.is_there(file):
            found |= _read(file)
    return MailSettings(
        found.get("from", ""), found.get("addresses", {}), found.get("smtp", {}),
        found.get("inbox", {}), found.get("strangers", 0), tuple(found.get("vassal", ())),
    )  # fmt: skip


def settings_files(campaign: Path | None = None) -> tuple[Path, ...]:
    """Return the files in which mail settings may stand, the one that counts last."""
    folders = (home(),) if campaign is None else (home(), campaign)
    return tuple(folder / FILE for folder in folders)


def _read(path: Path) -> dict[str, Any]:
    try:
        document = tomllib.loads(files.read(path, _LIMIT).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidFileError(f"{path} is not TOML: {error}") from error
    try:
        check_values(document)
        check_document(document, "mail_settings")
    except SchemaError as error:
        hint = error.hint
        if any("password" in fault.text for fault in error.faults):
            hint = "a password stands in a file of its own or in a variable, never here"
        raise SchemaError(f"{path}: {error.message}", error.faults, hint=hint) from error
    faults = tuple(_faults(document))
    if faults:
        raise SchemaError(f"{path}: {faults[0]}", faults)
    return document


def _faults(document: Mapping[str, Any]) -> list[Fault]:
    """Return what the schema cannot see."""
    faults = []
    addresses = {f"/addresses/{seat}": text for seat, text in document.get("addresses", {}).items()}
    if "from" in document:
        addresses["/from"] = document["from"]
    for pointer, text in addresses.items():
        try:
            parse_address(text)
        except MailError as error:
            faults.append(Fault(pointer, error.message))
    inbox = document.get("inbox", {})
    needed = {"imap": ("host", "user"), "": ()}.get(inbox.get("kind", ""), ("path",))
    faults += [
        Fault("/inbox", f"an inbox of kind {inbox['kind']} needs {name}")
        for name in needed
        if name not in inbox
    ]
    for part in ("smtp", "inbox"):
        facts = document.get(part, {})
        if "password_variable" in facts and "password_file" in facts:
            faults.append(Fault(f"/{part}", "give password_variable or password_file, not both"))
        is_open = facts.get("security") == "none" and facts.get("host") not in _HERE
        if is_open and "user" in facts:
            faults.append(
                Fault(
                    f"/{part}/security", "a password would travel unprotected; use tls or starttls"
                )
            )
    return faults


def _way(facts: Mapping[str, Any], part: str, usual: str = "starttls") -> tuple[str, int]:
    """Return security and port: the port follows from the security, or the other way round."""
    ports = _PORTS[part]
    named = {number: security for security, number in ports.items() if security != "none"}
    security: str = facts.get("security") or named.get(facts.get("port", 0), usual)
    return security, facts.get("port") or ports[security]


def _password(facts: Mapping[str, Any]) -> str:
    if "password_file" in facts:
        return _password_in(facts["password_file"])
    variable = facts.get("password_variable", _VARIABLE)
    given = os.environ.get(variable)
    if not given:
        raise MailError(
            f"the password of {facts['user']} at {facts['host']} is not given",
            hint=f"set the variable {variable}, or name a file with password_file in {FILE}",
        )
    return given


def _password_in(name: str) -> str:
    given = Path(name).expanduser()
    path = given if given.is_absolute() else home() / "passwords" / given
    if not files.is_there(path):
        raise MailError(f"there is no password file {path}", hint="make it, readable for you only")
    if sys.platform != "win32" and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise MailError(f"others can read the password in {path}", hint=f"chmod 600 {path}")
    text = files.read(path, _PASSWORD_LIMIT).decode("utf-8", "replace")
    return text.removesuffix("\n").removesuffix("\r")

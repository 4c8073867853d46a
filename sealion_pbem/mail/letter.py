"""Letters: what is to be said, and the same bytes of mail for it on every machine.

    mixed
    ├── alternative
    │   ├── text/plain
    │   └── related
    │       ├── text/html
    │       └── images, by content id
    └── attachments

Nothing here is random or read from a clock: the Message-ID follows from the key of the letter, the
boundaries from its content, and the date is given.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, replace
from datetime import UTC, datetime
from email import policy
from email.header import Header
from email.message import EmailMessage
from email.utils import format_datetime
from hashlib import sha256
from typing import Any

from sealion_pbem.engine.canon import hash_of
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.errors import MailError
from sealion_pbem.mail.address import Address, is_one_line, parse_address
from sealion_pbem.mail.armour import armour

__all__ = ["MOST_REFERENCES", "Letter", "compose", "list_id", "message_id", "thread"]

MOST_REFERENCES = 20
_LONGEST_SUBJECT = 250
_LINE = 76
_FOLD = "\r\n"
_AUTO = ("", "auto-replied", "auto-generated")
_TIME = "%Y-%m-%dT%H:%M:%SZ"
_ID = re.compile(r"<[!-;=?-~]{1,240}>")
_FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,119}")
_TYPES = {
    "json": ("application", "json"),
    "txt": ("text", "plain"),
    "html": ("text", "html"),
    "png": ("image", "png"),
    "svg": ("image", "svg+xml"),
    "xml": ("application", "xml"),
    "zip": ("application", "zip"),
}


@frozen
class Letter:
    """A mail to be written.

    `key` names it for ever: the same key gives the same Message-ID. `date` is UTC, written as entries
    write it. `images` are PNGs by content id, `attachments` files by name. `entries` are files too, which
    are also written as blocks behind the text, in case an attachment is lost. `auto` says that a program
    answers ("auto-replied") or reports ("auto-generated"); a mail by a person leaves it empty.
    A draft has no sender yet, or no recipient, and opens in a mail program for sending.
    """

    sender: str
    to: tuple[str, ...]
    subject: str
    text: str
    html: str = ""
    images: Mapping[str, bytes] = field(default_factory=dict)
    attachments: Mapping[str, bytes] = field(default_factory=dict)
    entries: Mapping[str, bytes] = field(default_factory=dict)
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    auto: str = ""
    key: str = ""
    date: str = ""
    list_id: str = ""
    reply_to: str = ""
    is_draft: bool = False


def compose(letter: Letter) -> bytes:
    """Return the letter as a mail, the same bytes for the same letter.

    Raises:
        MailError: an address, the subject or another header holds what no header may hold.
    """
    headers = _headers(letter)
    letter = _written_out(letter)
    body = _body(letter)
    _set_boundaries(body, letter)
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return lines.encode("ascii") + body.as_bytes(policy=policy.SMTP)


def _written_out(letter: Letter) -> Letter:
    """Return a letter with its entries in its text and among its attachments."""
    if not letter.entries:
        return letter
    text = letter.text + "\n".join(armour(data) for data in letter.entries.values())
    return replace(letter, text=text, attachments={**letter.entries, **letter.attachments})


def message_id(key: str, sender: str) -> str:
    """Return the Message-ID of the letter with this key, by this sender."""
    domain = parse_address(sender).domain if sender else "sealion-pbem.invalid"
    return f"<sealion.{sha256(key.encode()).hexdigest()[:40]}@{domain}>"


def list_id(campaign: str) -> str:
    """Return what the List-Id header of all mails of a campaign says."""
    return f"{campaign[:16]}.sealion-pbem.invalid"


def thread(answered: str, references: tuple[str, ...]) -> tuple[str, ...]:
    """Return the References of an answer: those of the mail answered, and that mail itself."""
    known = [found for found in (*references, answered) if _ID.fullmatch(found)]
    return tuple(known[-MOST_REFERENCES:])


def _headers(letter: Letter) -> dict[str, str]:
    if letter.auto not in _AUTO:
        raise MailError(f"{letter.auto!r} is no kind of automatic mail")
    if not letter.is_draft and not (letter.sender and letter.to and letter.key and letter.date):
        raise MailError("a mail needs a sender, a recipient, a key and a date")
    headers = {
        "MIME-Version": "1.0",
        "Date": _date(letter.date) if letter.date else "",
        "From": _addresses((letter.sender,)),
        "Reply-To": _addresses((letter.reply_to,)),
        "To": _addresses(letter.to),
        "Subject": _words("the subject", letter.subject, len("Subject: ")),
        "In-Reply-To": _ids((letter.in_reply_to,) if letter.in_reply_to else ()),
        "References": _ids(letter.references[-MOST_REFERENCES:]),
        "List-Id": _list_id(letter.list_id),
        "Auto-Submitted": letter.auto,
        "X-Auto-Response-Suppress": "All" if letter.auto else "",
    }
    if letter.is_draft:
        # Outlook and Thunderbird, and Apple Mail: open it for sending.
        headers |= {"X-Unsent": "1", "X-Uniform-Type-Identifier": "com.apple.mail-draft"}
    else:
        headers["Message-ID"] = message_id(letter.key, letter.sender)
    return {name: value for name, value in headers.items() if value}


def _list_id(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9.-]{0,200}", text):
        raise MailError(f"{text!a} cannot be a List-Id")
    return f"<{text}>" if text else ""


def _date(text: str) -> str:
    try:
        return format_datetime(datetime.strptime(text, _TIME).replace(tzinfo=UTC))
    except ValueError as error:
        raise MailError(f"{text!a} is not a time such as 2026-01-31T12:00:00Z") from error


def _addresses(texts: tuple[str, ...]) -> str:
    return f",{_FOLD} ".join(_address(parse_address(text)) for text in texts if text)


def _address(address: Address) -> str:
    if not address.name:
        return address.mailbox
    if re.fullmatch(r"[A-Za-z0-9 ]+", address.name):
        return f"{address.name} <{address.mailbox}>"
    name = Header(address.name, "utf-8", _LINE, "Reply-To").encode(linesep=_FOLD)
    return f"{name} <{address.mailbox}>"


def _words(what: str, text: str, used: int) -> str:
    """Return text for a header: as it is if it is short and ASCII, else as encoded words."""
    if not is_one_line(text):
        raise MailError(
            f"{what} {text[:80]!a} holds a line break or a control character",
            hint="it must be one line",
        )
    if len(text) > _LONGEST_SUBJECT:
        text = text[: _LONGEST_SUBJECT - 1] + "…"
    if text.isascii() and "=?" not in text and all(len(word) < _LINE for word in text.split(" ")):
        return _folded(text, used)
    return Header(text, "utf-8", _LINE, "Subject").encode(linesep=_FOLD)


def _folded(text: str, used: int) -> str:
    """Break ASCII text into lines at single spaces."""
    lines: list[str] = []
    line = ""
    for number, word in enumerate(text.split(" ")):
        longer = f"{line} {word}" if number else word
        if number and word and len(longer) + (0 if lines else used) > _LINE:
            lines.append(line)
            line = f" {word}"
        else:
            line = longer
    return _FOLD.join((*lines, line))


def _ids(ids: tuple[str, ...]) -> str:
    for found in ids:
        if not _ID.fullmatch(found):
            raise MailError(f"{found[:80]!a} is not a Message-ID", hint="leave it out")
    return f"{_FOLD} ".join(ids)


def _body(letter: Letter) -> EmailMessage:
    message = EmailMessage(policy=policy.SMTP)
    message.set_content(letter.text, cte="quoted-printable")
    if letter.html:
        message.add_alternative(letter.html, subtype="html", cte="quoted-printable")
        html: Any = list(message.iter_parts())[1]
        for cid, png in letter.images.items():
            if not re.fullmatch(r"[A-Za-z0-9._@-]{1,120}", cid):
                raise MailError(f"{cid!a} cannot be the content id of an image")
            name = f"{cid.partition('@')[0]}.png"
            html.add_related(
                png, "image", "png", cid=f"<{cid}>", disposition="inline", filename=name
            )
    for name, data in letter.attachments.items():
        if not _FILE.fullmatch(name):
            raise MailError(f"{name!a} cannot be the name of an attachment")
        kind, subtype = _TYPES.get(name.rpartition(".")[2].lower(), ("application", "octet-stream"))
        if kind == "text":
            # As bytes all the same: a text part may come back with other line ends.
            kind, subtype = "application", "octet-stream"
        message.add_attachment(data, kind, subtype, filename=name)
    for part in message.walk():
        del part["MIME-Version"]
    return message


def _set_boundaries(message: EmailMessage, letter: Letter) -> None:
    """Name the boundaries after the letter; "=_" stands in no line that a part can have."""
    for number, part in enumerate(message.walk()):
        if part.is_multipart():
            seed = hash_of("sealion-pbem/letter/1", letter.key, letter.subject, letter.text, number)
            part.set_boundary(f"=_sealion_{seed.hex()[:32]}")

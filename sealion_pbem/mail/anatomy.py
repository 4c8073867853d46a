"""Taking a mail apart that a stranger may have made to be slow, huge or misleading.

What it would cost is looked up in the bytes before the parser sees them, the parser is the old and
forgiving one (`compat32`; the new one needs minutes for some headers), and only the few headers that
are asked for are decoded, cut short before. `child` runs all of it in a process with limits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import parseaddr
from typing import Any

from sealion_pbem.engine.alphabet import line
from sealion_pbem.errors import CorruptError, InvalidFileError, MailError
from sealion_pbem.mail import armour
from sealion_pbem.mail.decoding import decoded, text_of_html
from sealion_pbem.mail.frames import LARGEST_MAIL
from sealion_pbem.mail.zipped import unzip

__all__ = ["dissect", "look_inside", "read_envelope"]

_LINES = 60_000
_HEADER_BLOCK = 64 * 1024
_HEADER = 8 * 1024
_HEADERS = 300
_COMMENTS = 50
_DECODED = 2048
_MULTIPARTS = 20
_BOUNDARY_LINES = 50
_FORWARDED = 10
_PARTS = 30
_DEPTH = 8
_LARGEST = armour.LARGEST
_MOST_ENTRIES = 60
_TOTAL = 8 * 1024 * 1024
_TEXT = 4 * 1024 * 1024

_STARTS = re.compile(rb"(?:From \S|\r?\n|[!-9;-~]{1,100}[ \t]*:)")
_FOLDED = re.compile(rb"^[!-9;-~]+[ \t]*:.*(?:\r?\n[ \t].*)*", re.MULTILINE)
_BOUNDARY = re.compile(
    rb"boundary(\*[^=;\s]{0,10})?\s{0,80}=\s{0,80}\"?([^\"\r\n;]{0,80})", re.IGNORECASE
)
_CONTENT = re.compile(
    rb"^content-[a-z-]{1,40}[ \t]*:.*(?:\r?\n[ \t].*)*", re.MULTILINE | re.IGNORECASE
)
_ID = re.compile(r"<[!-;=?-~]{1,240}>")
_BULK = ("bulk", "list", "junk", "auto_reply")
_MACHINES = ("mailer-daemon", "postmaster", "mail-daemon")
_CLOSED = (
    "application/ms-tnef", "application/pkcs7-mime", "application/x-pkcs7-mime",
    "application/pgp-encrypted",
)  # fmt: skip
_SEND_OTHERWISE = "ask for the entry in a mail that is not encrypted, in plain text"
_PLAIN_CODINGS = ("", "7bit", "8bit", "binary", "base64", "quoted-printable")


def dissect(data: bytes) -> dict[str, Any]:
    """Return what a mail says and holds, ready for JSON but for the bytes of the entries.

    A refusal is a sentence under the name `refusal`; what could be read before it stays.
    """
    facts = read_envelope(data)
    look_inside(data, facts)
    return facts


def read_envelope(data: bytes) -> dict[str, Any]:
    """Return what the headers of a mail say, with empty places for what it holds."""
    facts: dict[str, Any] = {
        "message_id": "", "sender": "", "subject": "", "references": [],
        "automatic": "its headers were not read",
        "entries": [], "logs": [], "damaged": [], "notes": [], "refusal": "",
    }  # fmt: skip
    if _is_file(data):
        facts["automatic"] = "no mail"
        return facts
    try:
        head = _head(_with_headers(data))
        facts |= _envelope(message_from_bytes(head, policy=policy.compat32))
    except MailError as error:
        facts["refusal"] = error.message
    except RecursionError:
        facts["refusal"] = "the headers of the mail are nested too deeply"
    return facts


def look_inside(data: bytes, facts: dict[str, Any]) -> None:
    """Add what a mail holds to what its headers say, unless those were refused."""
    if _is_file(data):
        facts["entries"] = [("", data[: _LARGEST + 1])]
        return
    if facts["refusal"]:
        return
    whole = _with_headers(data)
    try:
        _refuse_body(whole)
        _Finds(facts).collect(message_from_bytes(whole, policy=policy.compat32))
    except MailError as error:
        facts["refusal"] = error.message
    except RecursionError:
        facts["refusal"] = "the mail is nested too deeply"


def _is_file(data: bytes) -> bool:
    """Return whether somebody put a JSON file itself where a mail was expected."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


def _with_headers(data: bytes) -> bytes:
    """Return a mail; text without headers, such as a block copied out of one, gets an empty head."""
    return data if _STARTS.match(data) else b"\r\n" + data


def _head(data: bytes) -> bytes:
    """Return the headers of a mail; those that would take long are refused by counting."""
    head = re.split(rb"\A\r?\n|\n\r?\n", data, maxsplit=1)[0]
    if len(head) > _HEADER_BLOCK:
        raise MailError(f"the headers of the mail are longer than {_HEADER_BLOCK:,} bytes")
    fields = list(_FOLDED.finditer(head))
    if len(fields) > _HEADERS:
        raise MailError(f"the mail has more than {_HEADERS} headers")
    # Others, as the spam filters of large providers write them, are never looked at.
    looked_at = [found for found in fields if found[0][:2].lower() != b"x-"]
    long = next((found for found in looked_at if found.end() - found.start() > _HEADER), None)
    if long is not None:
        name = long[0].partition(b":")[0][:40].decode("ascii", "replace")
        raise MailError(f"the header {name} is longer than {_HEADER:,} bytes")
    return head + b"\r\n\r\n"


def _refuse_body(data: bytes) -> None:
    """Refuse what would take long to take apart, by counting and nothing else."""
    if len(data) > LARGEST_MAIL:
        raise MailError(f"the mail has more than {LARGEST_MAIL:,} bytes")
    if data.count(b"\n") + data.count(b"\r") > 2 * _LINES:
        raise MailError(f"the mail has more than {_LINES:,} lines")
    if any(found.end() - found.start() > _HEADER for found in _CONTENT.finditer(data)):
        raise MailError(f"a part of the mail has a header longer than {_HEADER:,} bytes")
    marks = set()
    for found in _BOUNDARY.finditer(data):
        if found[1]:
            raise MailError("the mail describes its parts in a way that is not used here")
        marks.add(found[2].strip())
        if len(marks) > _MULTIPARTS:
            raise MailError(f"the mail has more than {_MULTIPARTS} groups of parts")
    count = sum(len(re.findall(rb"^--" + re.escape(mark), data, re.MULTILINE)) for mark in marks)
    if count > _BOUNDARY_LINES:
        raise MailError(f"the mail has more than {_BOUNDARY_LINES} boundaries")
    if data.lower().count(b"message/rfc822") > _FORWARDED:
        raise MailError(f"the mail holds more than {_FORWARDED} forwarded mails")


def _envelope(message: Message) -> dict[str, Any]:
    written = _header(message, "From")
    if written.count("(") > _COMMENTS:
        # Some versions of Python's parser end in its own depth here, others find nobody.
        raise MailError("the headers of the mail are nested too deeply")
    sender = parseaddr(written)[1]
    listed = _ID.findall(_raw(message, "References", _HEADER))
    answered = _ID.findall(_raw(message, "In-Reply-To", _DECODED))
    references = list(dict.fromkeys((*listed, *answered)))[-20:]
    own = _ID.findall(_raw(message, "Message-ID", _DECODED))
    return {
        "message_id": own[0] if own else "",
        "sender": sender,
        "subject": _header(message, "Subject"),
        "references": references,
        "automatic": _why_automatic(message, sender),
    }


def _why_automatic(message: Message, sender: str) -> str:
    """Return by which sign a program wrote the mail; "" if a person seems to have written it."""
    submitted = _raw(message, "Auto-Submitted", 80).partition(";")[0].strip().lower()
    precedence = _raw(message, "Precedence", 80).strip().lower()
    suppressed = _raw(message, "X-Auto-Response-Suppress", 200).lower()
    # 'sealion mail send' names the campaign as a list; a robot's letters say Auto-Submitted besides.
    own = _raw(message, "List-Id", 80).strip().endswith(".sealion-pbem.invalid>")
    lists = [name for name in message if name.lower().startswith("list-")][:1] if not own else []
    answers = [
        name for name in ("X-Autoreply", "X-Autorespond", "X-Autoresponder") if name in message
    ]
    local = sender.partition("@")[0].lower()
    signs: dict[str, Any] = {
        f"Auto-Submitted: {submitted[:40]}": submitted not in ("", "no"),
        f"Precedence: {precedence[:40]}": precedence in _BULK,
        f"X-Auto-Response-Suppress: {suppressed[:40]}": re.search("all|autoreply|oof", suppressed),
        f"{''.join(lists)[:40]}": lists,
        f"{''.join(answers[:1])}": answers,
        "Return-Path: <>": _raw(message, "Return-Path", 200).strip() == "<>",
        f"From: {sender[:80]}": local in _MACHINES,
        "no sender": not sender,
        "a delivery report": message.get_content_type() == "multipart/report",
    }
    return next((sign for sign, is_there in signs.items() if is_there), "")


def _raw(message: Message, name: str, longest: int) -> str:
    value = message.get(name)
    return "" if value is None else str(value)[:longest]


def _header(message: Message, name: str) -> str:
    """Return a header in plain words: cut before it is decoded, one line, nothing unseen."""
    raw = _raw(message, name, _DECODED)
    try:
        parts = decode_header(raw)
        words = [
            part if isinstance(part, str) else decoded(part, charset or "utf-8")
            for part, charset in parts
        ]
    except (HeaderParseError, ValueError, LookupError):
        words = [raw]
    text = " ".join("".join(words).split())
    return line(text, "")[:500]


class _Finds:
    """The entries found so far, with a budget for all of them."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.facts = facts
        self.parts = 0
        self.size = 0
        self.text_size = 0
        self.texts: list[str] = []
        self.zipped: list[tuple[str, bytes]] = []

    def collect(self, message: Message) -> None:
        for part in self.walk(message, 0):
            self.look_at(part)
        for name, data in self.zipped:
            self.unzip(name, data)
        blocks = armour.find("\n".join(self.texts))
        known = {name for name, _ in self.facts["entries"]}
        for block in blocks:
            if block.data:
                self.add(block.name, block.data)
            elif block.name not in known:
                self.facts["damaged"].append(block.fault)

    def walk(self, message: Message, depth: int) -> Iterator[Message]:
        self.parts += 1
        if self.parts > _PARTS:
            raise MailError(f"the mail has more than {_PARTS} parts")
        if depth > _DEPTH:
            raise MailError(f"the mail is nested more than {_DEPTH} deep")
        if message.is_multipart():
            inside: Any = message.get_payload()
            if message.get_content_type() == "message/rfc822" and _coding(message) == "base64":
                inside = [_again(inside[0])]
            for part in inside:
                yield from self.walk(part, depth + 1)
        else:
            yield message

    def look_at(self, part: Message) -> None:
        kind = part.get_content_type()
        name = _file_name(part)
        lower = name.lower()
        is_json = kind == "application/json" or kind.endswith("+json") or lower.endswith(".json")
        if is_json:
            data = self.content(part)
            if data is not None:
                self.add(name or "attachment.json", data[: _LARGEST + 1])
        elif lower.endswith(".zip") or kind in ("application/zip", "application/x-zip-compressed"):
            data = self.content(part)
            if data is not None:
                self.zipped.append((name or "attachment.zip", data))
        elif lower.endswith(".vlog"):
            data = self.content(part)
            if data is not None:
                self.add(name, data, "logs")
        elif kind in _CLOSED or lower == "winmail.dat":
            self.facts["notes"].append(f"{name or kind} cannot be opened here: {_SEND_OTHERWISE}")
        elif kind in ("text/plain", "text/html") or lower.endswith(".txt"):
            data = self.content(part)
            if data is not None:
                self.read_text(data, part, kind)

    def read_text(self, data: bytes, part: Message, kind: str) -> None:
        text = decoded(data, str(part.get_content_charset("utf-8"))[:40])
        self.text_size += len(text)
        if self.text_size > _TEXT:
            raise MailError("the texts of the mail are too long")
        if kind == "text/plain" and str(part.get_param("delsp", ""))[:4].lower() == "yes":
            text = re.sub(r" \r?\n", "", text)
        self.texts.append(text_of_html(text) if kind == "text/html" else text)

    def content(self, part: Message) -> bytes | None:
        coding = _coding(part)
        if coding not in _PLAIN_CODINGS:
            self.facts["notes"].append(f"a part is encoded as {coding[:40]!a} and was left out")
            return None
        data = part.get_payload(decode=True)
        return data if isinstance(data, bytes) else b""

    def unzip(self, name: str, data: bytes) -> None:
        try:
            members = unzip(data)
        except (CorruptError, InvalidFileError) as error:
            self.facts["damaged"].append(f"{_shown(name)} was not opened: {error.message}")
            return
        for inside, content in members:
            self.add(inside, content)

    def add(self, name: str, data: bytes, sort: str = "entries") -> None:
        found = self.facts[sort]
        if any(data == other for _, other in found):
            return
        self.size += len(data)
        if len(found) >= _MOST_ENTRIES or self.size > _TOTAL:
            raise MailError(f"the mail holds more than {_MOST_ENTRIES} {sort}, or too large ones")
        found.append((_shown(name), data))


def _again(message: Message) -> Message:
    """Return the mail in a forwarded part that was encoded, which the parser does not expect."""
    import binascii  # noqa: PLC0415 - seldom needed

    source = message.as_bytes()
    try:
        data = binascii.a2b_base64(source)
    except ValueError:
        return message
    _head(data)
    _refuse_body(data)
    return message_from_bytes(data, policy=policy.compat32)


def _coding(part: Message) -> str:
    return str(part.get("Content-Transfer-Encoding", "")).strip().lower()


def _file_name(part: Message) -> str:
    try:
        name = part.get_filename("") or ""
    except (ValueError, LookupError, TypeError):
        return ""
    if "=?" in name:
        holder: Message = Message(policy=policy.compat32)
        holder["X"] = name[:_DECODED].replace("\n", " ").replace("\r", " ")
        name = _header(holder, "X")
    return _shown(str(name))


def _shown(name: str) -> str:
    """Return a file name that is only ever printed: no folders, nothing unseen, not long."""
    last = re.split(r"[/\\]", name)[-1]
    return line(last, "")[:120]

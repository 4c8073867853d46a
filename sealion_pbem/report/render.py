"""Reports and letters as HTML and plain text, by the templates in templates/report.

What players wrote is data: HTML templates escape everything, and text from files has been made safe
to show before it comes here. A mail stays below the size at which mail programs clip it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import cycle
from typing import Any

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.report.cutting import CUT, shorter, weight
from sealion_pbem.report.facts import Picture, TurnReport
from sealion_pbem.report.letters import LETTERS, Letterpress
from sealion_pbem.report.press import pages, texts
from sealion_pbem.report.safe import shown

__all__ = ["LIMIT", "MailParts", "html", "letter", "mail", "page", "pictures", "text"]

_INKS = ("#44513f", "#7c2d29", "#4b3a68", "#1f5560", "#6b4d12", "#5a2447")
"""The colours of seats, dark enough for white letters."""
_PICTURES = 450_000
"""Bytes of pictures in a mail; without this limit a mail may be so large that it loses them all."""
LIMIT = 96_000
"""Bytes of HTML in a mail; clients clip at about 102,000, and a test asks for 100,000."""


@frozen
class MailParts:
    """Everything a mail with a report holds; images go by content id, attachments by file name."""

    subject: str
    text: str
    html: str
    images: dict[str, bytes]
    attachments: dict[str, bytes]


def mail(report: TurnReport) -> MailParts:
    """Return a report as the parts of a mail; what did not fit goes along as a file of its own.

    Of its pictures those go along that have room, the whole map before all.
    """
    report = replace(report, pictures=tuple(_fitting(report.pictures)))
    body = html(report)
    attachments = dict(report.attachments)
    if CUT in body:
        attachments[f"report-{report.seq:04d}.html"] = page(replace(report, pictures=())).encode()
    return MailParts(report.subject, text(report), body, pictures(report), attachments)


def _fitting(found: Iterable[Picture]) -> Iterator[Picture]:
    room = _PICTURES
    for picture in found:
        if len(picture.data) <= room:
            room -= len(picture.data)
            yield picture


def html(report: TurnReport) -> str:
    """Return the HTML part of a mail: pictures by content id, cut until it is below the limit."""
    made = ""
    for wanted in shorter(report):
        # To render what is too long only to throw it away would take most of the time.
        if wanted.parts and weight(wanted) > LIMIT + LIMIT // 10:
            continue
        made = _turn(wanted, _cid)
        if len(made.encode()) <= LIMIT:
            break
    return made


def page(report: TurnReport) -> str:
    """Return one HTML file that needs nothing beside it: whole, with its pictures inside."""
    return _turn(report, _data)


def text(report: TurnReport) -> str:
    """Return the plain text part of a mail; it is never cut."""
    made = texts().get_template("turn.txt.j2").render(r=report)
    return made.strip() + "\n"


def letter(name: str, facts: Any) -> Letterpress:
    """Return a letter of one of these kinds; whatever words it holds are made safe to show."""
    assert isinstance(facts, LETTERS[name]), f"a {name} is written from {LETTERS[name].__name__}"
    safe = _safe(facts)
    return Letterpress(
        " ".join(safe.subject.split()),
        texts().get_template(f"{name}.txt.j2").render(f=safe).strip() + "\n",
        pages().get_template(f"{name}.html.j2").render(f=safe),
    )


def pictures(report: TurnReport) -> dict[str, bytes]:
    """Return the PNG of each picture by its content id."""
    return {picture.cid: picture.data for picture in report.pictures}


def _turn(report: TurnReport, source: Callable[[Picture], str]) -> str:
    # A side's name is shown so often that it is made ready once.
    parts: Any = pages().get_template("parts.html.j2").module
    inks = cycle(_INKS)
    chips = {seat: parts.chip(seat, ink) for seat, ink in zip(report.seats, inks, strict=False)}
    return pages().get_template("turn.html.j2").render(r=report, source=source, chips=chips)


def _cid(picture: Picture) -> str:
    return f"cid:{picture.cid}"


def _data(picture: Picture) -> str:
    return f"data:image/png;base64,{b64encode(picture.data).decode()}"


def _safe(value: Any) -> Any:
    """Return the facts with every text in them bounded and without characters that act on a reader."""
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, tuple):
        return tuple(map(_safe, value))
    if is_dataclass(value) and not isinstance(value, type):
        parts = {field.name: _safe(getattr(value, field.name)) for field in fields(value)}
        return replace(value, **parts)
    return value

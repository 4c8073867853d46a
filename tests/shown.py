"""Everything that is shown of a campaign, so that two campaigns can be compared byte by byte."""

import email
import json
import re
from collections.abc import Iterator
from pathlib import Path

from sealion_pbem.mail.letter import Letter, compose
from sealion_pbem.report import render
from sealion_pbem.report.facts import TurnReport
from sealion_pbem.report.illustration import illustrate
from sealion_pbem.report.plain import plain_facts
from sealion_pbem.report.statistics import gather
from sealion_pbem.report.statistics_page import html as statistics_html
from sealion_pbem.report.statistics_page import text as statistics_text
from sealion_pbem.umpire.derived import DerivedMembers, write_history
from sealion_pbem.umpire.history import chronicle
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.reporting import turn_report

__all__ = ["READER", "SENDER", "comparable", "report_mail", "reported", "told_of"]

SENDER, READER = "referee@example.org", "british@example.org"
_DIGEST = re.compile(rb"[0-9a-f]{16,}")


def reported(files: list[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """The last turn, and the whole campaign in one report."""
    for since, painter in ((None, illustrate), (0, None)):
        report = turn_report(Log(files), since=since, painter=painter)
        yield f"report page since {since}", render.page(report).encode()
        yield f"report text since {since}", render.text(report).encode()
        yield f"report json since {since}", json.dumps(plain_facts(report), default=str).encode()
        yield f"report mail since {since}", report_mail(report)
        for number, data in enumerate(render.pictures(report).values()):
            yield f"pictures {number} since {since}", data


def report_mail(report: TurnReport) -> bytes:
    """Return a report as the mail that brings it."""
    parts = render.mail(report)
    letter = Letter(
        SENDER, (READER,), parts.subject, parts.text, parts.html, parts.images,
        parts.attachments, auto="auto-generated", key="report", date="2024-02-29T12:00:00Z",
    )  # fmt: skip
    return compose(letter)


def told_of(files: list[tuple[str, bytes]], scratch: Path) -> Iterator[tuple[str, bytes]]:
    """The history with its pages, written into a folder of that name, and the statistics."""
    write_history(Log(files), scratch / "history")
    history = DerivedMembers(scratch / "history")
    yield from ((f"history {name}", history[name]) for name in history)
    counted = gather(*chronicle(Log(files)))
    yield "statistics text", statistics_text(counted).encode()
    yield "statistics page", statistics_html(counted).encode()
    yield "statistics json", json.dumps(counted.document()).encode()


def comparable(name: str, data: bytes) -> dict[str, bytes]:
    """What of a file can be equal in both campaigns: all of it but digests, and a mail's parts."""
    if name.startswith("pictures"):
        return {name: data}
    if "mail" in name:
        parts = email.message_from_bytes(data).walk()
        payloads = (part.get_payload(decode=True) for part in parts)
        return {
            f"{name} {number}": _DIGEST.sub(b"#", bytes(payload))
            for number, payload in enumerate(payloads)
            if payload
        }
    return {name: _DIGEST.sub(b"#", data)}

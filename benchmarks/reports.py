"""Row 18: a turn report as HTML beside a bare Jinja2 render of the same words in as many rows."""

from __future__ import annotations

from collections.abc import Iterator

from jinja2 import Environment
from lxml import html as parser

from benchmarks.sealion import Recorded
from benchmarks.slices import Effort, interleave
from benchmarks.table import Row
from sealion_pbem.report import render
from sealion_pbem.report.cutting import CUT
from sealion_pbem.report.facts import TurnReport
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.reporting import turn_report

__all__ = ["reports"]

_BARE = """<!DOCTYPE html><html><body><table>
{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>
{% endfor %}</table></body></html>"""


def reports(effort: Effort, campaign: Recorded) -> Iterator[Row]:
    """Row 18: report / bare render; the facts are there in both cases."""
    report = _longest(campaign)
    made = render.html(report)
    rows = _rows(made)
    bare = Environment(autoescape=True).from_string(_BARE)
    cases = {"report": lambda: render.html(report), "bare": lambda: bare.render(rows=rows)}
    taken = interleave(cases, effort)
    yield Row(
        "18",
        "HTML report / bare Jinja2 render of as many rows",
        taken.ratio("report", "bare"),
        goal=2,
        gate=3,
        note=f"{taken.told('report', 'bare')} for {len(made.encode())} bytes in {len(rows)} rows",
    )


def _longest(campaign: Recorded) -> TurnReport:
    """Return the report of the last entries, of as many as are told in one mail without a cut."""
    for since in range(len(campaign.files) // 2, len(campaign.files), 4):
        report = turn_report(Log(campaign.files), since=since)
        if CUT not in render.html(report):
            return report
    raise AssertionError("a single turn is too long for a mail")


def _rows(made: str) -> list[list[str]]:
    """Return the words of a report as it breaks them up: a row for each line of each cell."""
    tree = parser.document_fromstring(made)
    found: list[list[str]] = []
    for row in tree.iter("tr"):
        words = [text.strip() for cell in row for text in cell.itertext() if text.strip()]
        if not list(row.iter("table")) and words:
            found.append(words)
    return found

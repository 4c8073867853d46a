"""Golden reports: the templates of two turns and of every letter, byte for byte, HTML and text.

`SEALION_REGOLD=1` writes them anew; the difference is read like code.
"""

import os
from pathlib import Path

import pytest

from sealion_pbem.report import render
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.reporting import turn_report
from tests.report.letters import SAMPLES
from tests.report.sample import PICTURE, sealion_log, skirmish_log

GOLDEN = Path(__file__).resolve().parent / "golden"
TURNS = {"turn-sealion": (sealion_log, 14, 8), "turn-skirmish": (skirmish_log, None, 12)}


def rendered(name: str) -> dict[str, str]:
    """The two forms of a golden report."""
    if name in SAMPLES:
        made = render.letter(name, SAMPLES[name])
        return {"html": made.html, "txt": f"{made.subject}\n\n{made.text}"}
    log, seq, since = TURNS[name]
    report = turn_report(Log(log()), seq, since=since, painter=lambda *_: (PICTURE,))
    return {"html": render.html(report), "txt": f"{report.subject}\n\n{render.text(report)}"}


@pytest.mark.parametrize("name", [*TURNS, *sorted(SAMPLES)])
def test_a_report_is_what_it_was(name: str):
    """Nothing in a template or in the facts behind it changes unseen."""
    for form, made in rendered(name).items():
        path = GOLDEN / f"{name}.{form}"
        if os.environ.get("SEALION_REGOLD"):
            path.write_text(made, encoding="utf-8")
        assert made == path.read_text(encoding="utf-8"), f"{path.name} has changed"

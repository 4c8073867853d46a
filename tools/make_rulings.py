"""Write docs/rulings.md from the table of contents of Sealion and its rulings.

    python -m tools.make_rulings

A test keeps the page and the data in step.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from sealion_pbem.rulesets.sealion.index import DELUXE_SECTIONS, MAGAZINE_SECTIONS, in_order
from sealion_pbem.umpire.rulings import Ruling, rulings

__all__ = ["PAGE", "page"]

PAGE = Path(__file__).resolve().parents[1] / "docs" / "rulings.md"
_NAMES = {"2016": "2016", "deluxe": "Deluxe"}
_SEALION = "## Sealion\n"
_HEAD = (
    (
        "Both editions have the same section numbers nearly everywhere; "
        "where a ruling is for one of them only, that is said."
    ),
    (
        "`sealion rules A-66` shows a ruling with the code and the tests that cite it, "
        "`sealion rules 8.4 --ruleset sealion-deluxe` a section with its rulings."
    ),
    (
        "This part is made by `python -m tools.make_rulings` "
        "from `sealion_pbem/rulesets/sealion/rulings.json`."
    ),
)


def page() -> str:
    """Return the whole page: what stands above the part on Sealion is written by hand and stays."""
    above = PAGE.read_text("utf-8").partition(_SEALION)[0]
    known = list(rulings("sealion-deluxe").values())
    return f"{above}{_SEALION}\n" + "".join(f"{line}\n" for line in (*_HEAD, *_lines(known)))


def _lines(known: list[Ruling]) -> Iterator[str]:
    chapters = in_order(MAGAZINE_SECTIONS, DELUXE_SECTIONS)
    for section, title in chapters.items():
        about = [ruling for ruling in known if ruling.sections[0] == section]
        if about:
            yield from ("", f"### {section} {title}", "")
            yield from map(_line, about)


def _line(ruling: Ruling) -> str:
    notes = []
    if len(ruling.editions) == 1:
        notes.append(f"{_NAMES[ruling.editions[0]]} only")
    if ruling.sections[1:]:
        notes.append(f"also {', '.join(ruling.sections[1:])}")
    if ruling.setting:
        notes.append(f"*Option* `{ruling.setting}`")
    if ruling.no_effect:
        notes.append(f"no effect in play: {ruling.no_effect}")
    note = f" ({'; '.join(notes)})" if notes else ""
    if ruling.withdrawn:
        return f"- **{ruling.id}**{note} {ruling.problem} {ruling.ruling}"
    return f"- **{ruling.id}**{note} {ruling.problem} *{ruling.ruling}*"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    sys.stdout.write(f"{PAGE} is written\n")

"""The templates themselves: values stand in quotes, and logic is loops, conditions and macros."""

import re
from pathlib import Path

import pytest

from tests.survey import ROOT

TEMPLATES = sorted((ROOT / "templates" / "report").glob("*.j2"))
WORDS = {
    *("if", "elif", "else", "endif", "for", "endfor", "extends", "import", "include", "block"),
    *("endblock", "macro", "endmacro"),
}  # fmt: skip


def test_there_are_templates():
    """HTML and text for the report and for each letter."""
    names = {path.name for path in TEMPLATES}

    assert {f"turn.{form}.j2" for form in ("html", "txt")} <= names
    assert len([n for n in names if n.endswith(".txt.j2")]) >= 8


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_is_plain(path: Path):
    """No value without quotes in an attribute, nothing marked safe, no words but the few allowed."""
    text = path.read_text(encoding="utf-8")

    assert not re.search(r"=\{\{", text)
    assert "|safe" not in text.replace(" ", "")
    assert set(re.findall(r"\{%-?\s*(\w+)", text)) <= WORDS

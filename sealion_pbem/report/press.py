"""The templates of reports and letters: HTML in which everything is escaped, and plain text."""

from __future__ import annotations

from functools import cache
from textwrap import wrap

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from sealion_pbem.resources import resource

__all__ = ["pages", "texts"]

_WIDTH = 72


@cache
def pages() -> Environment:
    """Return the HTML templates."""
    return _environment(autoescape=True)


@cache
def texts() -> Environment:
    """Return the plain text templates."""
    return _environment(autoescape=False)


def _environment(*, autoescape: bool) -> Environment:
    made = Environment(
        loader=FileSystemLoader(resource("templates", "report")),
        autoescape=autoescape,  # noqa: S701 - plain text has nothing to escape
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["wrapped"] = _wrapped
    return made


def _wrapped(line: object) -> str:
    """Return a line broken at 72 characters; what follows a mark or indent hangs below it."""
    text = str(line)
    start = len(text) - len(text.lstrip(" "))
    mark = next((len(m) for m in ("* ", "| ", "-> ") if text[start:].startswith(m)), 0)
    hang = " " * start + ("| " if text[start:].startswith("| ") else " " * (mark or 2))
    lines = wrap(
        text.strip(),
        _WIDTH,
        initial_indent=" " * start,
        subsequent_indent=hang,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return "\n".join(lines)

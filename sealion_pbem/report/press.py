"""The templates of reports and letters: HTML in which everything is escaped, and plain text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from textwrap import wrap

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from sealion_pbem.resources import resource

__all__ = ["pages", "texts"]

_WIDTH = 72
_VALUES = re.compile(r"(?<![\w-])\(?\d+\)?(?:-\(?(?:\d+|[A-Z])\)?)+(?![\w-])")
"""What is printed on a counter: "2-2-4", "4-1-R"."""


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
    made.filters |= {"wrapped": _wrapped, "packed": _packed, "unbroken": _unbroken}
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


def _packed(named: Iterable[tuple[str, str]]) -> str:
    """Return names with their ids, as many in a line as it holds; none is broken."""
    lines: list[str] = []
    for name, unit in named:
        item = f"{name} ({unit})"
        if lines and len(lines[-1]) + len(item) + 3 <= _WIDTH:
            lines[-1] += f"; {item}"
        else:
            lines.append(item)
    return ";\n".join(lines)


def _unbroken(text: str) -> str:
    """Return a text in which no line ends inside the values of a counter."""
    return _VALUES.sub(lambda values: values[0].replace("-", "\u2011"), text)

"""Type, and the few marks of SVG that every part of the drawing writes."""

from __future__ import annotations

from html import escape

from sealion_pbem.engine import alphabet
from sealion_pbem.engine.style import Stroke, Style
from sealion_pbem.report.drawing.geometry import num

__all__ = ["SANS", "SERIF", "line", "path", "safe", "text"]

SANS = "Sealion Sans, DejaVu Sans Condensed, Arial Narrow, sans-serif"
SERIF = "Sealion Serif, DejaVu Serif Condensed, Georgia, serif"


def path(d: str, **attributes: str) -> str:
    """Return a path; underscores in attribute names become hyphens."""
    return f'<path d="{d}"{_written(attributes)}/>'


def line(d: str, style: Style, stroke: Stroke, **more: str) -> str:
    """Return a path as a stroke of a style draws it."""
    dashes = (
        {"stroke_dasharray": stroke.dashes}
        if stroke.dashes
        else {"stroke_linejoin": "round", "stroke_linecap": "round"}
    )
    ink = style.inks[stroke.ink]
    return path(d, fill="none", stroke=ink, stroke_width=stroke.width, **dashes, **more)


def text(x: float, y: float, words: str, size: float, **attributes: str) -> str:
    """Return a line of text, its words escaped."""
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}"{_written(attributes)}>'
        f"{safe(words)}</text>"
    )


def safe(words: str) -> str:
    """Return words as XML bears them: markup escaped, what has no shape or turns text round replaced."""
    return escape(alphabet.line(words))


def _written(attributes: dict[str, str]) -> str:
    return "".join(
        f' {name.replace("_", "-").strip("-")}="{escape(value)}"'
        for name, value in attributes.items()
    )

"""Colours, type and the few marks of SVG that every part of the drawing writes."""

from __future__ import annotations

from html import escape
from types import MappingProxyType

from sealion_pbem.report.picture.geometry import num

__all__ = ["COUNTER", "INK", "SANS", "SEAT", "SERIF", "path", "safe", "text"]

SANS = "Sealion Sans, DejaVu Sans Condensed, Arial Narrow, sans-serif"
SERIF = "Sealion Serif, DejaVu Serif Condensed, Georgia, serif"

INK = MappingProxyType(
    {
        "paper": "#f7f3e6",
        "sea": "#bcd5e1",
        "shallow": "#cfe2ea",
        "shore": "#dfedf1",
        "deep_line": "#6f9bb3",
        "land": "#f2ecd2",
        "coast": "#4f6f80",
        "grid": "#b3a98a",
        "number": "#8d8467",
        "light_woods": "#cbdba2",
        "heavy_woods": "#a3c07e",
        "light_tree": "#8aa764",
        "heavy_tree": "#55803f",
        "marsh": "#cfe0cf",
        "reed": "#5f93a0",
        "city": "#dccab4",
        "city_block": "#a58e78",
        "capital": "#d2b7a8",
        "capital_block": "#93705f",
        "river": "#5d9cc0",
        "road": "#fbf3dc",
        "road_edge": "#a9774a",
        "scarp": "#a5814f",
        "beach_most": "#f0c648",
        "beach_less": "#ecdfae",
        "cliff": "#6b5a48",
        "text": "#2b2723",
        "water_text": "#2f6483",
        "yellow": "#d9a800",
        "orange": "#e07b1a",
        "red": "#c8342b",
        "shadow": "#6d675a",
        "box": "#e9e4d3",
        "box_edge": "#8f8972",
        "mark": "#c3241b",
        "held": "#55636b",
        "held_land": "#d3d1bd",
    }
)
"""The map: a light, printed look in which counters stand out."""

COUNTER = MappingProxyType(
    {
        ("square", "land"): ("#a9b5a6", "#eef1e8"),
        ("square", "air"): ("#a7b9c8", "#edf2f6"),
        ("square", "naval"): ("#98a5b0", "#e6ebef"),
        ("round", "land"): ("#e3bf86", "#fff5df"),
        ("round", "air"): ("#f0cf9d", "#fff5df"),
        ("round", "naval"): ("#e0a777", "#ffeedd"),
    }
)
"""The field and the inner box of a counter: cold for square ones, warm for round ones."""

SEAT = MappingProxyType({"square": "#31414c", "round": "#9c3d12"})
"""The colour of arrows."""


def path(d: str, **attributes: str) -> str:
    """Return a path; underscores in attribute names become hyphens."""
    return f'<path d="{d}"{_written(attributes)}/>'


def text(x: float, y: float, words: str, size: float, **attributes: str) -> str:
    """Return a line of text, its words escaped."""
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}"{_written(attributes)}>'
        f"{safe(words)}</text>"
    )


def safe(words: str) -> str:
    """Return words as XML bears them: markup escaped, what has no shape or turns text round replaced."""
    return escape("".join(char if char.isprintable() else "\ufffd" for char in words))


def _written(attributes: dict[str, str]) -> str:
    return "".join(
        f' {name.replace("_", "-").strip("-")}="{escape(value)}"'
        for name, value in attributes.items()
    )

"""The legend that explains the signs of a map."""

from __future__ import annotations

from collections.abc import Sequence

from sealion_pbem.engine.style import Style
from sealion_pbem.report.drawing.geometry import num
from sealion_pbem.report.drawing.paint import SANS, text

__all__ = ["legend"]


def legend(frame: Sequence[float], style: Style) -> str:
    """Return the signs with their meaning in columns inside a box."""
    left, top, width, height = frame
    pitch = (height - 38) / max((len(rows) for rows in style.legend), default=1)
    parts = [f'<g font-family="{SANS}" fill="{style.inks["text"]}">']
    for column, rows in enumerate(style.legend):
        x = left + 28 + column * width * 0.96 / len(style.legend)
        for row, (sign, words) in enumerate(rows):
            y = top + 48 + row * pitch
            parts.append(f'<g transform="translate({num(x)},{num(y)})">{sign}</g>')
            parts.append(text(x + 24, y + 6, words, 17))
    return "".join([*parts, "</g>"])

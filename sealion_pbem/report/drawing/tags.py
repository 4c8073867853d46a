"""Hex numbers that can be read at the size at which mails show a picture, where something happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sealion_pbem.engine.picture import Chart, Mark
from sealion_pbem.report.drawing.cardboard import DARK, WHITE
from sealion_pbem.report.drawing.geometry import centre, num
from sealion_pbem.report.drawing.paint import SANS, text

__all__ = ["READ_AT", "tag_size", "tagged", "tags"]

READ_AT = 592
"""The width at which a mail shows a picture, in pixels: what 640 leave between its margins."""
_LEGIBLE = 11
"""The height of letters that are still read there, in pixels."""
_LEAST = 12.0
_LETTER = 0.58
"""The width of a bold figure, as a part of its size."""


def tagged(chart: Chart, marks: Sequence[Mark]) -> tuple[str, ...]:
    """Return the hexes in which something happened, those with a fight first."""
    hexes = {cell.number for cell in chart.cells}
    ordered = sorted(marks, key=lambda mark: not mark.number)
    return tuple(dict.fromkeys(mark.places[-1] for mark in ordered if mark.places[-1] in hexes))


def tag_size(width: float) -> float:
    """Return how large letters must be to be read where so many units of the map fill a mail."""
    return max(_LEAST, _LEGIBLE * width / READ_AT)


def tags(places: Iterable[str], size: float) -> str:
    """Return the numbers of hexes below what stands there; of two that would overlap, the first."""
    return "".join(_tags(places, size))


def _tags(places: Iterable[str], size: float) -> Iterator[str]:
    wide, high = 4 * _LETTER * size + size / 3, size * 1.12
    taken: list[tuple[float, float]] = []
    for place in places:
        x, y = centre(place)
        y += 31
        if any(abs(x - ax) < wide and abs(y - ay) < high for ax, ay in taken):
            continue
        taken.append((x, y))
        yield (
            f'<rect class="tag" x="{num(x - wide / 2)}" y="{num(y - high / 2)}" width="{num(wide)}" '
            f'height="{num(high)}" rx="{num(size / 5)}" fill="{WHITE}" stroke="{DARK}" '
            f'stroke-width="{num(size / 14)}"/>'
            + text(x, y + size * 0.36, place, size, font_family=SANS, font_weight="bold",
                   text_anchor="middle", fill=DARK)
        )  # fmt: skip

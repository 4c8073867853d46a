"""Signs and names on the map: towns, ports, airbases, waters, boxes, hex numbers, rulers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from sealion_pbem.engine.picture import Chart, MapHex, Space
from sealion_pbem.engine.style import Style
from sealion_pbem.report.drawing.geometry import centre, num, side, unit
from sealion_pbem.report.drawing.legend import legend
from sealion_pbem.report.drawing.paint import SANS, SERIF, path, text

__all__ = ["lettering", "signs", "space_name"]

_WIDE = 0.56
"""The width of a letter of the condensed face, as a part of its size."""
_SLOTS = ((0.0,), (-12.0, 12.0), (-20.0, 0.0, 20.0), (-24.0, -8.0, 8.0, 24.0))


@dataclass(frozen=True, slots=True)
class _Label:
    """A name to be written at the first of its places that is free."""

    words: str
    size: float
    places: tuple[tuple[float, float], ...]
    is_bold: bool = False
    is_needed: bool = True


def signs(chart: Chart, *, is_plain: bool) -> str:
    """Return the signs of sites and defences, and the arrows where a ferry crosses water.

    A plain picture, which is seen small, leaves the features out.
    """
    style = chart.style
    parts = []
    for cell in chart.cells:
        kinds = [site.kind for site in cell.sites if site.kind not in style.loose]
        kinds += [kind for kind in style.feature_signs if kind in cell.features and not is_plain]
        places = _SLOTS[len(kinds) - 1] if kinds else ()
        x, y = centre(cell.number)
        scale = num(1.35 if is_plain else 1)
        parts += [
            f'<g transform="translate({num(x + dx)},{num(y + 4)}) scale({scale})">{style.signs[kind]}</g>'
            for kind, dx in zip(kinds, places, strict=True)
        ]
    parts += [
        _ferry(side_.a, side_.b, style) for side_ in chart.sides if side_.features & style.arrows
    ]
    return "".join(parts)


def lettering(chart: Chart, *, is_plain: bool) -> str:
    """Return everything written on the map."""
    ink = chart.style.inks
    parts = [f'<g font-family="{SANS}" fill="{ink["text"]}" text-anchor="middle">']
    if not is_plain:
        parts.append(f'<g fill="{ink["number"]}">')
        for cell in chart.cells:
            x, y = centre(cell.number)
            parts.append(text(x, y - 21, cell.number, 8.5))
        parts.append("</g>")
    parts += _names(chart, is_plain=is_plain)
    parts += _rulers(chart, is_plain=is_plain)
    parts.append("</g>")
    parts += [space_name(space, chart.style, is_plain=is_plain) for space in chart.spaces]
    parts += [legend(unit(s.frame), chart.style) for s in chart.spaces if s.name == chart.legend]
    return "".join(parts)


def _names(chart: Chart, *, is_plain: bool) -> Iterator[str]:
    halo = {"stroke": chart.style.inks["land"], "paint_order": "stroke", "stroke_linejoin": "round"}
    taken: list[tuple[float, float, float, float]] = []
    for label in sorted(_labels(chart, is_plain=is_plain), key=lambda one: (-one.size, one.words)):
        wide, high = (len(label.words) + 1) * label.size * _WIDE, label.size
        boxes = [(x - wide / 2, y - high * 0.8, x + wide / 2, y + high * 0.2)
                 for x, y in label.places]  # fmt: skip
        free = [i for i, box in enumerate(boxes) if not any(_meet(box, other) for other in taken)]
        if not free and not label.is_needed:
            continue
        best = free[0] if free else 0
        taken.append(boxes[best])
        x, y = label.places[best]
        more = {"font_weight": "bold"} if label.is_bold else {}
        yield text(x, y, label.words, label.size, stroke_width=num(label.size / 4), **halo, **more)


def _meet(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _labels(chart: Chart, *, is_plain: bool) -> Iterator[_Label]:
    named: dict[str, list[MapHex]] = defaultdict(list)
    for cell in chart.cells:
        if cell.name:
            named[cell.name].append(cell)
    grow, style = 1.62 if is_plain else 1, chart.style
    for name, cells in named.items():
        middles = [centre(cell.number) for cell in cells]
        x = sum(spot[0] for spot in middles) / len(middles)
        y = sum(spot[1] for spot in middles) / len(middles)
        if cells[0].terrain & style.large:
            yield _Label(name.upper(), 54, ((x, y + 60),), is_bold=True)
            continue
        kinds = {site.kind for cell in cells for site in cell.sites}
        is_big = len(cells) > 1 or bool(kinds & style.notable)
        size = (15 if is_big else 12.5) * grow
        is_town = bool(cells[0].terrain & style.bold)
        yield _Label(name, size, _around(x, y, size, len(name)), is_town, is_big or not is_plain)
    if not is_plain:
        yield from _site_labels(chart, set(named))


def _site_labels(chart: Chart, named: set[str]) -> Iterator[_Label]:
    for cell in chart.cells:
        x, y = centre(cell.number)
        for site in cell.sites:
            if site.kind in chart.style.named and site.name not in named:
                yield _Label(site.name, 9.5, _around(x, y, 9.5, len(site.name)))


def _around(x: float, y: float, size: float, letters: int) -> tuple[tuple[float, float], ...]:
    aside = 24 + letters * size * _WIDE / 2
    return (
        (x, y + 20 + size * 0.8),
        (x, y - 12),
        (x + aside, y + size / 3),
        (x - aside, y + size / 3),
        (x, y + 32 + size * 0.8),
        (x, y - 25),
    )


def _rulers(chart: Chart, *, is_plain: bool) -> Iterator[str]:
    """Return column numbers along the upper edge and row numbers along the left one."""
    numbers = [cell.number for cell in chart.cells]
    ink = chart.style.inks["number"]
    left, top, *_ = unit(chart.frame)
    size = 17 if is_plain else 12
    columns = sorted({number[:2] for number in numbers})
    for column in columns[:: 2 if is_plain else 1]:
        yield text(centre(column + "01")[0], top + size, column, size, fill=ink)
    rows = sorted({number[2:] for number in numbers})
    for row in rows[:: 2 if is_plain else 1]:
        y = centre(columns[0] + row)[1] + size / 3
        yield text(left + size * 0.8, y, row, size, fill=ink)


def space_name(space: Space, style: Style, *, is_plain: bool) -> str:
    """Return the name of an area, or a box with its title."""
    x, y = unit(space.label)
    ink = style.inks
    if space.kind == "area":
        size = 62.0 if len(space.title) == 1 else 34.0
        if not is_plain:
            size *= 0.8
        return text(x, y, space.title, size, font_family=SERIF, font_style="italic",
                    fill=ink["text" if space.outline else "water_text"], text_anchor="middle",
                    fill_opacity="0.8")  # fmt: skip
    left, top, width, height = unit(space.frame)
    size = 22 if is_plain else 17
    return (
        f'<rect x="{num(left)}" y="{num(top)}" width="{num(width)}" height="{num(height)}" rx="6" '
        f'fill="{ink["box"]}" stroke="{ink["box_edge"]}" stroke-width="2"/>'
        + text(left + 8, top + size + 1, space.title, size, font_family=SANS, font_weight="bold",
               fill=ink["text"])
    )  # fmt: skip


def _ferry(a: str, b: str, style: Style) -> str:
    (ax, ay), (bx, by) = side(a, b)
    (cx, cy), (dx, dy) = centre(a), centre(b)
    mx, my = (ax + bx) / 2, (ay + by) / 2
    ux, uy = (dx - cx) / 60, (dy - cy) / 60
    d = f"M{num(mx - 13 * ux)},{num(my - 13 * uy)}L{num(mx + 13 * ux)},{num(my + 13 * uy)}"
    for sign in (1, -1):
        tx, ty = mx + sign * 14 * ux, my + sign * 14 * uy
        for turn in (0.5, -0.5):
            d += (
                f"M{num(tx)},{num(ty)}L{num(tx - sign * 7 * (ux - turn * uy))},"
                f"{num(ty - sign * 7 * (uy + turn * ux))}"
            )
    return path(
        d, fill="none", stroke=style.inks["mark"], stroke_width="2.4", stroke_linecap="round"
    )

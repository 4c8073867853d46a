"""The whole drawing: ground, signs, names, what is held, counters and marks, or a part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from sealion_pbem.engine.muster import unit_in_words
from sealion_pbem.engine.picture import (
    Chart,
    MapHex,
    Mark,
    Piece,
    Space,
    Supplement,
    as_it_lies,
)
from sealion_pbem.engine.style import Style
from sealion_pbem.report.drawing.cardboard import EDGE, badge, counter, tag
from sealion_pbem.report.drawing.geometry import Point, border, centre, chains, num, polygon, unit
from sealion_pbem.report.drawing.ground import areas, clips, ground
from sealion_pbem.report.drawing.happenings import happenings
from sealion_pbem.report.drawing.layout import LaidOut
from sealion_pbem.report.drawing.lettering import lettering, signs, space_name
from sealion_pbem.report.drawing.paint import path, safe

__all__ = [
    "DETAIL",
    "OVERVIEW",
    "Rect",
    "bare",
    "base",
    "covered",
    "document",
    "front_lines",
    "grounds_over",
    "held_area",
    "legend_room",
    "loose",
    "loose_signs",
    "marks_over",
    "meets",
    "overlay",
    "part_of",
    "rect_of",
]

Rect = tuple[float, float, float, float]
OVERVIEW = 1248
"""The width of a picture for a mail, in pixels.

Two columns of hexes are then exactly 48 wide: the grid repeats itself and takes little room.
"""
DETAIL = 1.25
"""The pixels to a unit of the map in a close-up."""
_PAD = 50.0
SMALLEST = 512.0
"""A close-up is at least so wide, in the units of the map: about ten hexes."""
_TALL = 0.75


def rect_of(
    chart: Chart,
    crop: Sequence[str] | None,
    placed: Sequence[LaidOut] = (),
    smallest: float = SMALLEST,
) -> Rect:
    """Return the part of the paper that shows these places and what stands there, or all of it."""
    left, top, width, height = unit(chart.frame)
    if not crop:
        return left, top, width, height
    boxes = [_box(chart, place, placed) for place in crop]
    x0, y0 = min(box[0] for box in boxes) - _PAD, min(box[1] for box in boxes) - _PAD
    x1, y1 = max(box[2] for box in boxes) + _PAD, max(box[3] for box in boxes) + _PAD
    wide = min(max(x1 - x0, smallest), width)
    high = min(max(y1 - y0, wide * _TALL), height)
    x = min(max((x0 + x1 - wide) / 2, left), left + width - wide)
    y = min(max((y0 + y1 - high) / 2, top), top + height - high)
    return x, y, wide, high


def part_of(chart: Chart, rect: Rect) -> Chart:
    """Return the map with only those hexes of which something is seen."""
    seen = [cell for cell in chart.cells if meets(rect, _around(cell.number))]
    numbers = {cell.number for cell in seen}
    sides = [side for side in chart.sides if {side.a, side.b} & numbers]
    return replace(chart, cells=tuple(seen), sides=tuple(sides))


def _around(number: str) -> Rect:
    x, y = centre(number)
    return x - 35, y - 30, 70, 60


def meets(one: Rect, other: Rect) -> bool:
    """Return whether two rectangles have something in common."""
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def _box(chart: Chart, place: str, placed: Sequence[LaidOut]) -> Rect:
    for space in chart.spaces:
        if space.name == place:
            left, top, width, _ = unit(space.frame)
            x, y = unit(space.label)
            stand = [one.y + EDGE for one in placed if one.piece and one.piece.place == place]
            return min(left, x - 20), min(top, y - 40), left + width, max([*stand, top + EDGE])
    x, y = centre(place)
    return x - 35, y - 30, x + 35, y + 30


@lru_cache(maxsize=8)
def base(chart: Chart, *, is_plain: bool) -> str:
    """Return what is the same on every map of a ruleset: all but the loose signs."""
    return (
        f"<defs>{clips(chart)}</defs>"
        f'<g id="ground">{ground(chart, is_plain=is_plain)}</g>'
        f'<g id="signs">{signs(chart, is_plain=is_plain)}</g>'
        f'<g id="names">{lettering(chart, is_plain=is_plain)}</g>'
    )


def loose(cells: Sequence[MapHex], style: Style) -> list[tuple[str, float, float]]:
    """Return the signs that are laid over the map, each with its upper left corner."""
    found = []
    for cell in cells:
        x, y = centre(cell.number)
        kinds = [site.kind for site in cell.sites if site.kind in style.loose]
        found += [(kind, x + 9, y - 13 + 18 * number) for number, kind in enumerate(kinds)]
    return found


def held_area(held: Mapping[str, Sequence[str]], chart: Chart) -> str:
    """Return the tints of places that somebody holds, and the front lines around the hexes."""
    fronts = front_lines(held, chart)
    return "".join(_tinted(ink, places, fronts[ink], chart) for ink, places in held.items())


def front_lines(
    held: Mapping[str, Sequence[str]], chart: Chart
) -> dict[str, list[tuple[Point, Point]]]:
    """Return the sides around the hexes of each tint; one between two tints belongs to the first."""
    cells = [cell.number for cell in chart.cells]
    known = set(cells)
    drawn, fronts = set[frozenset[Point]](), {}
    for ink, places in held.items():
        sides = border([place for place in places if place in known], cells)
        fronts[ink] = [side for side in sides if frozenset(side) not in drawn]
        drawn |= set(map(frozenset, sides))
    return fronts


def _tinted(
    tint: str, numbers: Sequence[str], front: Sequence[tuple[Point, Point]], chart: Chart
) -> str:
    ink = chart.style.inks[tint]
    spaces = {space.name for space in chart.spaces}
    hexes = [number for number in numbers if number not in spaces]
    area = "".join(map(polygon, hexes))
    outlines = "".join(
        "M" + "L".join(f"{num(x)},{num(y)}" for x, y in map(unit, space.outline)) + "Z"
        for space in chart.spaces
        if space.name in numbers and space.outline
    )
    if outlines:
        return path(outlines, fill=ink, fill_opacity="0.22")
    if not area:
        return ""
    line = "".join(
        "M" + "L".join(f"{num(x)},{num(y)}" for x, y in chain) for chain in chains(front)
    )
    return path(area, fill=ink, fill_opacity="0.22", clip_path="url(#land)") + path(
        line, fill="none", stroke=ink, stroke_width="4", stroke_linejoin="round"
    )


def grounds_over(chart: Chart, extra: Supplement) -> str:
    """Return the areas that are not as they are printed, to be laid over the bare map."""
    changed = {place for place, _ in extra.grounds}
    there = [space for space in as_it_lies(chart, extra).spaces if space.name in changed]
    names = "".join(space_name(space, chart.style, is_plain=False) for space in there)
    return "".join(areas(replace(chart, spaces=tuple(there)))) + names


def covered(chart: Chart, placed: Sequence[LaidOut]) -> Rect | None:
    """Return the room of the legend when counters stand there: it gives way."""
    for space in chart.spaces:
        if space.name == chart.legend:
            room = legend_room(space)
            if any(meets(room, (one.x, one.y, EDGE, EDGE)) for one in placed):
                return room
    return None


def legend_room(space: Space) -> Rect:
    """Return where signs are explained in the legend's box: all of it but its title."""
    left, top, width, height = unit(space.frame)
    return left + 4, top + 26, width - 8, height - 30


def overlay(chart: Chart, placed: Sequence[LaidOut], *, is_plain: bool) -> str:
    """Return the counters, each in a group that names it."""
    room = covered(chart, placed)
    under = ""
    if room:
        x, y, width, height = map(num, room)
        ink = chart.style.inks["box"]
        under = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{ink}"/>'
    return under + "".join(_placed(one, chart.style, is_plain=is_plain) for one in placed)


def _placed(one: LaidOut, style: Style, *, is_plain: bool) -> str:
    at = f'transform="translate({num(one.x)},{num(one.y)})"'
    if one.piece is None:
        return f'<g class="{one.sign or "count"}" {at}>{bare(one, style, is_plain=is_plain)}</g>'
    return (
        f'<g class="unit" data-unit="{safe(one.piece.id)}" data-place="{safe(one.piece.place)}" '
        f'data-shape="{one.piece.shape}" {at}><title>{safe(_told(one.piece))}</title>'
        f"{counter(one.piece, style, is_plain=is_plain)}</g>"
    )


def bare(one: LaidOut, style: Style, *, is_plain: bool) -> str:
    """Return what is no counter: a sign of the map, the name of a shelf, the number on a pile."""
    if one.sign:
        middle, scale = num(EDGE / 2), num(1.35 if is_plain else 1)
        sign = style.signs[one.sign]
        return f'<g transform="translate({middle},{middle}) scale({scale})">{sign}</g>'
    return tag(one.words, style) if one.words else badge(one.count)


def _told(piece: Piece) -> str:
    kind = f"{piece.seat} {piece.symbol.replace('_', ' ')}"
    return f"{unit_in_words(piece)}, {kind}{f', aboard {piece.aboard}' if piece.aboard else ''}"


def document(rect: Rect, title: str, *parts: str) -> str:
    """Return a whole SVG document that shows a part of the paper."""
    x, y, width, height = map(num, rect)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}" '
        f'width="{width}" height="{height}" role="img"><title>{safe(title)}</title>'
        f"{''.join(parts)}</svg>\n"
    )


def marks_over(chart: Chart, marks: Sequence[Mark], *, is_plain: bool) -> str:
    """Return the marks in a group."""
    return f'<g id="marks">{happenings(chart, marks, is_plain=is_plain)}</g>' if marks else ""


def loose_signs(chart: Chart) -> str:
    """Return the signs that are laid over the map, in a group."""
    signs_ = "".join(
        f'<g class="{kind}" transform="translate({num(x)},{num(y)})">{chart.style.signs[kind]}</g>'
        for kind, x, y in loose(chart.cells, chart.style)
    )
    return f'<g id="loose">{signs_}</g>'

"""Marks over the map: arrows of moves and numbered bursts where there was a fight."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, pi, sin

from sealion_pbem.engine.picture import Chart, Mark
from sealion_pbem.report.drawing.cardboard import DARK, WHITE
from sealion_pbem.report.drawing.geometry import Point, centre, curve, num, unit
from sealion_pbem.report.drawing.paint import SANS, path, text

__all__ = ["happenings", "spot"]

_FAR = 150.0
"""An arrow into a hex that comes from elsewhere is cut to this length."""

_ENTRY = 58.0
"""The length of an arrow that comes from off the map."""


def spot(chart: Chart, place: str) -> Point:
    """Return the middle of a hex, area or box."""
    for space in chart.spaces:
        if space.name == place:
            left, top, width, height = unit(space.frame)
            return left + width / 2, top + height / 2
    return centre(place)


def happenings(chart: Chart, marks: Sequence[Mark], *, is_plain: bool) -> str:
    """Return arrows first, then the bursts above them."""
    hexes = {cell.number for cell in chart.cells}
    known = {space.name for space in chart.spaces} | hexes
    parts = []
    boxes = {space.name for space in chart.spaces if space.kind == "box"}
    style = chart.style.marks
    for mark in marks:
        places = [place for place in mark.places if place in known]
        # From a box to an area there is no way on the map that an arrow could show.
        is_shown = places and (places[-1] in hexes or places[0] not in boxes)
        if not style[mark.kind].is_fight and is_shown:
            parts.append(_arrow(chart, mark, places, is_plain=is_plain))
    here: dict[str, int] = {}
    for mark in marks:
        if style[mark.kind].is_fight and mark.places[0] in known:
            row = here[mark.places[0]] = here.get(mark.places[0], -1) + 1
            parts.append(_burst(chart, mark, row, is_plain=is_plain))
    return "".join(parts)


def _arrow(chart: Chart, mark: Mark, places: Sequence[str], *, is_plain: bool) -> str:
    style, hexes = chart.style.marks[mark.kind], {cell.number for cell in chart.cells}
    ink = chart.style.seats.get(mark.seat, DARK)
    wide = 7.0 if is_plain else 5.0
    points = [_aim(chart, place) for place in places]
    if len(points) > 1 and places[1] in hexes and places[0] not in hexes:
        points[0] = _nearer(points[1], points[0])
    if style.from_outside:
        points.insert(0, _outside(chart, points[0]))
    if len(points) == 1:
        x, y = points[0]
        return (
            f'<circle class="mark {mark.kind}" cx="{num(x)}" cy="{num(y)}" r="30" fill="none" '
            f'stroke="{ink}" stroke-width="{num(wide)}" stroke-opacity="0.75"/>'
        )
    (ax, ay), (bx, by) = points[-2:]
    turn = atan2(by - ay, bx - ax)
    # The head stops short of the counter that it points at.
    far = hypot(bx - ax, by - ay)
    long, short = min(20.0, far / 3), min(26.0, far / 2.4)
    tip = bx - short * cos(turn), by - short * sin(turn)
    neck = tip[0] - long * cos(turn), tip[1] - long * sin(turn)
    line = curve([*points[:-1], neck])
    wing = wide * 1.7
    head = (
        f"M{num(tip[0])},{num(tip[1])}"
        f"L{num(neck[0] - wing * sin(turn))},{num(neck[1] + wing * cos(turn))}"
        f"L{num(neck[0] + wing * sin(turn))},{num(neck[1] - wing * cos(turn))}Z"
    )
    dashes = {"stroke_dasharray": style.dashes} if style.dashes else {}
    return (
        f'<g class="mark {mark.kind}" opacity="0.82">'
        + path(line, fill="none", stroke=WHITE, stroke_width=num(wide + 3.5),
               stroke_linecap="round")
        + path(line, fill="none", stroke=ink, stroke_width=num(wide), stroke_linecap="butt", **dashes)
        + path(head, fill=ink, stroke=WHITE, stroke_width="1.6")
        + "</g>"
    )  # fmt: skip


def _aim(chart: Chart, place: str) -> Point:
    """Return where arrows and bursts of a place are drawn: at the name of an area or box.

    Where an area is painted, its name stands for nothing but itself, and its middle is meant.
    """
    for space in chart.spaces:
        if space.name == place:
            if space.outline:
                return spot(chart, place)
            x, y = unit(space.label)
            return x, y - 12
    return centre(place)


def _nearer(end: Point, start: Point) -> Point:
    dx, dy = start[0] - end[0], start[1] - end[1]
    part = min(1.0, _FAR / max(1.0, hypot(dx, dy)))
    return end[0] + dx * part, end[1] + dy * part


def _outside(chart: Chart, end: Point) -> Point:
    """Return where somebody comes from who enters the map in a hex: beyond the nearest edge of the land."""
    spots = [centre(cell.number) for cell in chart.cells] or [end]
    (west, north), (east, south) = (
        (pick(x for x, _ in spots), pick(y for _, y in spots)) for pick in (min, max)
    )
    x, y = end
    ways = {
        (x, y - _ENTRY): y - north,
        (x - _ENTRY, y): x - west,
        (x + _ENTRY, y): east - x,
        (x, y + _ENTRY): south - y,
    }
    return min(ways, key=lambda way: ways[way])


def _burst(chart: Chart, mark: Mark, row: int, *, is_plain: bool) -> str:
    x, y = _aim(chart, mark.places[0])
    if any(cell.number == mark.places[0] for cell in chart.cells):
        x, y = x - 27 + 34 * row, y - 27
    else:
        x += 48 + 44 * row
    size = 21.0 if is_plain else 16.0
    rays = 11
    points = [
        (
            x + size * (1.0 if i % 2 == 0 else 0.68) * sin(i * pi / rays),
            y - size * (1.0 if i % 2 == 0 else 0.68) * cos(i * pi / rays),
        )
        for i in range(2 * rays)
    ]
    d = "M" + "L".join(f"{num(px)},{num(py)}" for px, py in points) + "Z"
    ink = chart.style.marks[mark.kind].ink or chart.style.inks["mark"]
    letters = size * (0.95 if mark.number < 10 else 0.8)  # noqa: PLR2004 - two digits
    return (
        f'<g class="mark {mark.kind}">'
        + path(d, fill=ink, stroke=WHITE, stroke_width="2", stroke_linejoin="round")
        + text(x, y + letters * 0.36, str(mark.number), letters, font_family=SANS,
               font_weight="bold", text_anchor="middle", fill=WHITE)
        + "</g>"
    )  # fmt: skip

"""The ground: sea, coast, terrain, waters, roads and the hex grid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import cos, pi, sin

from sealion_pbem.engine.picture import Chart, MapHex
from sealion_pbem.engine.style import Border, Style, Texture
from sealion_pbem.report.drawing.geometry import (
    HEIGHT,
    PER_UNIT,
    Point,
    border,
    centre,
    chains,
    corners,
    curve,
    num,
    polygon,
    side,
    unit,
)
from sealion_pbem.report.drawing.paint import line, path

__all__ = ["areas", "clips", "ground"]

_ROUND = {"stroke_linejoin": "round", "stroke_linecap": "round"}
_WATERLINES = ((64, "shallow"), (34, "shore"))


def clips(chart: Chart) -> str:
    """Return the areas that later parts are cut to."""
    parts = {"land": _coast(chart)}
    for feature in (bank.feature for bank in chart.style.banks):
        hexes = [cell.number for cell in chart.cells if feature in cell.features]
        parts[feature] = "".join(map(polygon, hexes))
    return "".join(
        f'<clipPath id="{name}"><path d="{d or "M0,0"}"/></clipPath>' for name, d in parts.items()
    )


def ground(chart: Chart, *, is_plain: bool) -> str:
    """Return everything that lies below towns and their names; a plain map has less texture."""
    left, top, width, height = unit(chart.frame)
    sea = chart.sea / PER_UNIT
    coast = _coast(chart)
    style = chart.style
    ink = style.inks
    parts = [
        _field(left, top, width, sea - top, ink["sea"]),
        *(
            path(coast, fill="none", stroke=ink[name], stroke_width=str(wide), **_ROUND)
            for wide, name in _WATERLINES
            if coast
        ),
        *([path(coast, fill=ink["land"])] if coast else []),
        *areas(chart),
        # Two groups are cut to the land: each cut costs the renderer a layer of its own.
        '<g clip-path="url(#land)">',
        *_terrain(chart.cells, style, is_plain=is_plain),
        "</g>",
        _grid(chart.cells, style, is_plain=is_plain),
        '<g clip-path="url(#land)">',
        *_borders(chart),
        "</g>",
        *_roads(chart.cells, style, is_plain=is_plain),
        *_shore(coast, style),
        *_lines(chart),
        *_seams(chart),
        _field(left, sea, width, top + height - sea, ink["paper"]),
    ]
    return "".join(parts)


def _field(x: float, y: float, width: float, height: float, ink: str) -> str:
    size = f'width="{num(width)}" height="{num(height)}"'
    return f'<rect x="{num(x)}" y="{num(y)}" {size} fill="{ink}"/>'


def _coast(chart: Chart) -> str:
    rings = []
    for ring in chart.coast:
        points = [unit(point) for point in ring]
        rings.append("M" + "L".join(f"{num(x)},{num(y)}" for x, y in points[:-1]) + "Z")
    return "".join(rings)


def areas(chart: Chart) -> list[str]:
    """Return the areas that have an outline, in the ink of their ground."""
    ink = chart.style.inks
    return [
        path(
            f"M{'L'.join(f'{num(x)},{num(y)}' for x, y in map(unit, space.outline))}Z",
            fill=ink[space.ground], stroke=ink["coast"], stroke_width="2.5", stroke_linejoin="round",
        )
        for space in chart.spaces
        if space.outline
    ]  # fmt: skip


def _terrain(cells: Iterable[MapHex], style: Style, *, is_plain: bool) -> list[str]:
    """Return patches with round corners that run together where hexes of a kind meet."""
    kinds = style.grounds
    hexes = {kind: [c.number for c in cells if kind in c.terrain] for kind in kinds}
    parts = []
    for kind in kinds:
        if hexes[kind]:
            patches = "".join(_inset(number, 11) for number in hexes[kind])
            patches += "".join(_bridges(hexes[kind]))
            ink = style.inks[kind]
            parts.append(path(patches, fill=ink, stroke=ink, stroke_width="17", **_ROUND))
    parts += [_strewn(hexes[t.ground], t, style, is_plain=is_plain) for t in style.textures]
    return [part for part in parts if part]


def _strewn(numbers: Iterable[str], texture: Texture, style: Style, *, is_plain: bool) -> str:
    """Return the small shapes of a kind of ground."""
    count = texture.plain_count if is_plain else texture.count
    size = (texture.plain_size if is_plain else texture.size) / 10
    draw, attributes = _FORMS[texture.form]
    spots = [(i, at) for number in numbers for i, at in enumerate(_scatter(number, count))]
    d = "".join(draw(i, x, y, size) for i, (x, y) in spots)
    ink = style.inks[texture.ink]
    return path(d, **{name: value or ink for name, value in attributes.items()}) if d else ""


def _inset(number: str, by: float) -> str:
    x, y = centre(number)
    scale = 1 - by / 30
    points = ((x + (cx - x) * scale, y + (cy - y) * scale) for cx, cy in corners(number))
    return "M" + "L".join(f"{num(px)},{num(py)}" for px, py in points) + "Z"


def _bridges(numbers: Sequence[str]) -> Iterable[str]:
    """Fill the gap between patches of neighbours."""
    inside = set(numbers)
    for number in numbers:
        for (ax, ay), (bx, by) in border([number], inside):
            # The side between two hexes of a kind, drawn a little shorter than it is.
            mx, my = (ax + bx) / 2, (ay + by) / 2
            yield (
                f"M{num(mx + (ax - mx) * 0.7)},{num(my + (ay - my) * 0.7)}"
                f"L{num(mx + (bx - mx) * 0.7)},{num(my + (by - my) * 0.7)}"
            )


def _scatter(number: str, count: int) -> list[Point]:
    """Return points spread over a hex like seeds in a sunflower, turned by the hex's number."""
    x, y = centre(number)
    turn = int(number) * 2.4
    return [
        (
            x + 25 * ((i + 0.6) / count) ** 0.5 * cos(i * pi * 0.7639 + turn),
            y + 23 * ((i + 0.6) / count) ** 0.5 * sin(i * pi * 0.7639 + turn),
        )
        for i in range(count)
    ]


def _tree(_: int, x: float, y: float, size: float) -> str:
    wide, high = num(size), num(size * 1.15)
    return f"M{num(x - size)},{num(y + size * 0.6)}a{wide},{high} 0 0 1 {num(2 * size)},0Z"


def _reed(_: int, x: float, y: float, __: float) -> str:
    return (
        f"M{num(x - 6)},{num(y + 2)}h12M{num(x - 2.5)},{num(y + 1)}v-4M{num(x + 2)},{num(y + 1)}v-5"
    )


def _block(number: int, x: float, y: float, __: float) -> str:
    wide = 4 + 2 * (number % 3)
    return f"M{num(x - 2.6)},{num(y - 2)}h{num(wide)}v4h{num(-wide)}Z"


def _peak(_: int, x: float, y: float, size: float) -> str:
    rise, foot = size * 1.5, y + size * 0.7
    return f"M{num(x - size)},{num(foot)}L{num(x)},{num(foot - rise)}L{num(x + size)},{num(foot)}Z"


# How a shape is drawn; the attributes without a value get the ink of the texture.
_FORMS: dict[str, tuple[Callable[[int, float, float, float], str], dict[str, str]]] = {
    "trees": (_tree, {"fill": ""}),
    "reeds": (_reed, {"fill": "none", "stroke": "", "stroke_width": "1.2"}),
    "blocks": (_block, {"fill": "", "fill_opacity": "0.55"}),
    "peaks": (_peak, {"fill": "", "fill_opacity": "0.8"}),
}


def _grid(cells: Iterable[MapHex], style: Style, *, is_plain: bool) -> str:
    edges = set()
    for cell in cells:
        points = corners(cell.number)
        edges |= {tuple(sorted(pair)) for pair in zip(points, points[1:] + points[:1], strict=True)}
    d = "".join(f"M{num(a[0])},{num(a[1])}L{num(b[0])},{num(b[1])}" for a, b in sorted(edges))
    if is_plain:
        # Without half-tones the lines of all hexes are alike, and take half the room in a file.
        return path(
            d, fill="none", stroke="#d9cfb0", stroke_width="1.9", shape_rendering="crispEdges"
        )
    return path(
        d, fill="none", stroke=style.inks["grid"], stroke_width="1.1", stroke_opacity="0.75"
    )


def _joined(chart: Chart, *features: str) -> str:
    segments = [side(s.a, s.b) for s in chart.sides if s.features & set(features)]
    return "".join(map(curve, chains(segments)))


def _borders(chart: Chart) -> list[str]:
    """Return what lies between hexes: rivers, slopes, straits, walls."""
    found = []
    for border_ in chart.style.borders:
        d = _walls(chart, border_) if border_.inside else _joined(chart, *border_.features)
        found += [line(d, chart.style, stroke) for stroke in border_.strokes]
    return found


def _walls(chart: Chart, wall: Border) -> str:
    """Return sides that protect one hex, moved into it a little and drawn a little shorter."""
    parts = []
    for side_ in chart.sides:
        if side_.protects and side_.features & set(wall.features):
            x, y = centre(side_.protects)
            near = 1 - wall.inside / 10 / (HEIGHT / 2)
            ends = ((x + (px - x) * near, y + (py - y) * near) for px, py in side(side_.a, side_.b))
            parts.append("M" + "L".join(f"{num(px)},{num(py)}" for px, py in ends))
    return "".join(parts)


def _roads(cells: Iterable[MapHex], style: Style, *, is_plain: bool) -> list[str]:
    segments = [
        (_rounded(centre(cell.number)), _rounded(centre(there)))
        for cell in cells
        for there in cell.roads
        if cell.number < there
    ]
    d = "".join(map(curve, chains(segments)))
    if is_plain:
        return [path(d, fill="none", stroke=style.inks["road_edge"], stroke_width="3.2", **_ROUND)]
    return [
        path(d, fill="none", stroke=style.inks["road_edge"], stroke_width="5", **_ROUND),
        path(d, fill="none", stroke=style.inks["road"], stroke_width="2.4", **_ROUND),
    ]


def _rounded(point: Point) -> Point:
    return round(point[0], 2), round(point[1], 2)


def _shore(coast: str, style: Style) -> list[str]:
    """Return the coast: its banks, each cut to the hexes that have them, and the line itself."""
    if not coast:
        return []
    joined = {"fill": "none", "stroke_linejoin": "round"}
    banks = []
    for bank in style.banks:
        stroke = bank.stroke
        dashes = {"stroke_dasharray": stroke.dashes} if stroke.dashes else {}
        banks.append(
            path(coast, stroke=style.inks[stroke.ink], stroke_width=stroke.width, **dashes,
                 clip_path=f"url(#{bank.feature})", **joined)
        )  # fmt: skip
    return [*banks, path(coast, stroke=style.inks["coast"], stroke_width="2", **joined)]


def _lines(chart: Chart) -> list[str]:
    """Return the borders of areas, such as gun range lines, as dashes in their colour."""
    numbers = [cell.number for cell in chart.cells]
    parts = []
    for name in chart.lines:
        inside = [cell.number for cell in chart.cells if name in cell.features]
        d = "".join(map(curve, chains(border(inside, numbers))))
        parts.append(
            path(d, fill="none", stroke=chart.style.inks["paper"], stroke_width="6", **_ROUND)
        )
        parts.append(
            path(
                d,
                fill="none",
                stroke=chart.style.inks[name],
                stroke_width="3.2",
                stroke_dasharray="13 5",
            )
        )
    return parts


def _seams(chart: Chart) -> list[str]:
    d = "".join(
        "M" + "L".join(f"{num(x)},{num(y)}" for x, y in map(unit, line)) for line in chart.seams
    )
    return [
        path(
            d,
            fill="none",
            stroke=chart.style.inks["deep_line"],
            stroke_width="3.5",
            stroke_dasharray="16 8 3 8",
        )
    ]

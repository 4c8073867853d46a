"""The ground: sea, coast, terrain, waters, roads and the hex grid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

from sealion_pbem.engine.picture import Cell, Chart
from sealion_pbem.report.picture.geometry import (
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
from sealion_pbem.report.picture.paint import INK, path

__all__ = ["clips", "ground"]

_ROUND = {"stroke_linejoin": "round", "stroke_linecap": "round"}
_WATERLINES = ((64, "shallow"), (34, "shore"))


def clips(chart: Chart) -> str:
    """Return the areas that later parts are cut to."""
    parts = {"land": _coast(chart)}
    for feature in ("beach_most", "beach_less", "cliffs"):
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
    parts = [
        _field(left, top, width, sea - top, "sea"),
        *(
            path(coast, fill="none", stroke=INK[ink], stroke_width=str(wide), **_ROUND)
            for wide, ink in _WATERLINES
        ),
        path(coast, fill=INK["land"]),
        # Two groups are cut to the land: each cut costs the renderer a layer of its own.
        '<g clip-path="url(#land)">',
        *_terrain(chart.cells, is_plain=is_plain),
        "</g>",
        _grid(chart.cells, is_plain=is_plain),
        '<g clip-path="url(#land)">',
        *_rivers(chart),
        *_narrows(chart),
        "</g>",
        *_roads(chart.cells, is_plain=is_plain),
        *_shore(coast),
        *_lines(chart),
        *_seams(chart),
        _field(left, sea, width, top + height - sea, "paper"),
    ]
    return "".join(parts)


def _field(x: float, y: float, width: float, height: float, ink: str) -> str:
    size = f'width="{num(width)}" height="{num(height)}"'
    return f'<rect x="{num(x)}" y="{num(y)}" {size} fill="{INK[ink]}"/>'


def _coast(chart: Chart) -> str:
    rings = []
    for ring in chart.coast:
        points = [unit(point) for point in ring]
        rings.append("M" + "L".join(f"{num(x)},{num(y)}" for x, y in points[:-1]) + "Z")
    return "".join(rings)


def _terrain(cells: Iterable[Cell], *, is_plain: bool) -> list[str]:
    """Return patches with round corners that run together where hexes of a kind meet."""
    kinds = ("light_woods", "heavy_woods", "marsh", "city", "capital")
    hexes = {kind: [c.number for c in cells if kind in c.terrain] for kind in kinds}
    parts = []
    for kind in kinds:
        if hexes[kind]:
            patches = "".join(_inset(number, 11) for number in hexes[kind])
            patches += "".join(_bridges(hexes[kind]))
            ink = INK[kind]
            parts.append(path(patches, fill=ink, stroke=ink, stroke_width="17", **_ROUND))
    if is_plain:
        parts.append(_trees(hexes["light_woods"], 4, 4.4, "light_tree"))
        parts.append(_trees(hexes["heavy_woods"], 7, 5.2, "heavy_tree"))
    else:
        parts.append(_trees(hexes["light_woods"], 9, 3.1, "light_tree"))
        parts.append(_trees(hexes["heavy_woods"], 16, 3.6, "heavy_tree"))
        parts.append(_blocks(hexes["city"], 9, "city_block"))
        parts.append(_blocks(hexes["capital"], 15, "capital_block"))
    parts.append(_reeds(hexes["marsh"]))
    return [part for part in parts if part]


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


def _trees(numbers: Iterable[str], count: int, size: float, ink: str) -> str:
    d = "".join(
        f"M{num(x - size)},{num(y + size * 0.6)}a{num(size)},{num(size * 1.15)} 0 0 1 {num(2 * size)},0Z"
        for number in numbers
        for x, y in _scatter(number, count)
    )
    return path(d, fill=INK[ink]) if d else ""


def _reeds(numbers: Iterable[str]) -> str:
    d = "".join(
        f"M{num(x - 6)},{num(y + 2)}h12M{num(x - 2.5)},{num(y + 1)}v-4M{num(x + 2)},{num(y + 1)}v-5"
        for number in numbers
        for x, y in _scatter(number, 7)
    )
    return path(d, fill="none", stroke=INK["reed"], stroke_width="1.2") if d else ""


def _blocks(numbers: Iterable[str], count: int, ink: str) -> str:
    d = "".join(
        f"M{num(x - 2.6)},{num(y - 2)}h{num(4 + 2 * (i % 3))}v4h{num(-4 - 2 * (i % 3))}Z"
        for number in numbers
        for i, (x, y) in enumerate(_scatter(number, count))
    )
    return path(d, fill=INK[ink], fill_opacity="0.55") if d else ""


def _grid(cells: Iterable[Cell], *, is_plain: bool) -> str:
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
    return path(d, fill="none", stroke=INK["grid"], stroke_width="1.1", stroke_opacity="0.75")


def _joined(chart: Chart, *features: str) -> str:
    segments = [side(s.a, s.b) for s in chart.sides if s.features & set(features)]
    return "".join(map(curve, chains(segments)))


def _rivers(chart: Chart) -> list[str]:
    scarp = _joined(chart, "escarpment")
    blue = {"fill": "none", "stroke": INK["river"], **_ROUND}
    return [
        path(scarp, fill="none", stroke=INK["scarp"], stroke_width="10",
             stroke_dasharray="1.6 3.4"),
        path(scarp, fill="none", stroke=INK["scarp"], stroke_width="1.6", **_ROUND),
        path(_joined(chart, "river"), stroke_width="4.2", **blue),
        path(_joined(chart, "thames"), stroke_width="9", **blue),
    ]  # fmt: skip


def _narrows(chart: Chart) -> list[str]:
    """Return tidal water and straits between hexes, which the real coast may not show."""
    d = _joined(chart, "prohibited", "impassable")
    return [
        path(d, fill="none", stroke=INK["river"], stroke_width="8", **_ROUND),
        path(d, fill="none", stroke=INK["shore"], stroke_width="5", **_ROUND),
    ]


def _roads(cells: Iterable[Cell], *, is_plain: bool) -> list[str]:
    segments = [
        (_rounded(centre(cell.number)), _rounded(centre(there)))
        for cell in cells
        for there in cell.roads
        if cell.number < there
    ]
    d = "".join(map(curve, chains(segments)))
    if is_plain:
        return [path(d, fill="none", stroke=INK["road_edge"], stroke_width="3.2", **_ROUND)]
    return [
        path(d, fill="none", stroke=INK["road_edge"], stroke_width="5", **_ROUND),
        path(d, fill="none", stroke=INK["road"], stroke_width="2.4", **_ROUND),
    ]


def _rounded(point: Point) -> Point:
    return round(point[0], 2), round(point[1], 2)


def _shore(coast: str) -> list[str]:
    line = {"fill": "none", "stroke_linejoin": "round"}
    return [
        path(coast, stroke=INK["beach_less"], stroke_width="7", clip_path="url(#beach_less)", **line),
        path(coast, stroke=INK["beach_most"], stroke_width="9", clip_path="url(#beach_most)", **line),
        path(coast, stroke=INK["cliff"], stroke_width="10", stroke_dasharray="2 2.6",
             clip_path="url(#cliffs)", **line),
        path(coast, stroke=INK["coast"], stroke_width="2", **line),
    ]  # fmt: skip


def _lines(chart: Chart) -> list[str]:
    """Return the borders of areas, such as gun range lines, as dashes in their colour."""
    numbers = [cell.number for cell in chart.cells]
    parts = []
    for name in chart.lines:
        inside = [cell.number for cell in chart.cells if name in cell.features]
        d = "".join(map(curve, chains(border(inside, numbers))))
        parts.append(path(d, fill="none", stroke=INK["paper"], stroke_width="6", **_ROUND))
        parts.append(
            path(d, fill="none", stroke=INK[name], stroke_width="3.2", stroke_dasharray="13 5")
        )
    return parts


def _seams(chart: Chart) -> list[str]:
    d = "".join(
        "M" + "L".join(f"{num(x)},{num(y)}" for x, y in map(unit, line)) for line in chart.seams
    )
    return [
        path(
            d, fill="none", stroke=INK["deep_line"], stroke_width="3.5", stroke_dasharray="16 8 3 8"
        )
    ]

"""Positions as pixels: pictures of counters, made once and pasted where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from math import ceil

from PIL import Image, ImageDraw

from sealion_pbem.engine.picture import Chart, Mark
from sealion_pbem.engine.style import Style
from sealion_pbem.report.drawing.cardboard import EDGE, counter
from sealion_pbem.report.drawing.geometry import Point, corners, unit
from sealion_pbem.report.drawing.layout import LaidOut
from sealion_pbem.report.drawing.raster import BaseMap, ground, rasterise, reduce
from sealion_pbem.report.drawing.tags import tag_size, tags
from sealion_pbem.report.drawing.vector import (
    DETAIL,
    Rect,
    bare,
    covered,
    document,
    front_lines,
    loose,
    marks_over,
    rect_of,
)

__all__ = ["paint"]

_HALF = 128
_COARSE, _TILE = 8, 16
"""Marks are looked for in a picture of an eighth of the size, in tiles of so many of its pixels."""
_PLAIN_BELOW = 0.8
"""Below this scale counters and map leave out what could not be read."""


def paint(
    chart: Chart,
    placed: Sequence[LaidOut],
    held: Mapping[str, Sequence[str]],
    marks: Sequence[Mark],
    crop: Sequence[str] | None,
    width: int,
    numbered: Sequence[str] = (),
) -> Image.Image:
    """Return a position as a picture of that width, opaque and with the shared palette.

    The numbers of the hexes `numbered` are written so that they can be read in a mail.
    """
    rect = rect_of(chart, crop, placed, width / DETAIL)
    view = _Crop(chart, rect, width)
    image = view.cut(view.ground.picture)
    for ink, places in held.items():
        _hold(image, view, chart, ink, places)
    for ink, sides in front_lines(held, chart).items():
        _draw_front(image, view, chart.style.inks[ink], sides)
    room = covered(chart, placed)
    if room:
        corner = view.at(room[0] + room[2], room[1] + room[3])
        fill = view.ground.nearest(chart.style.inks["box"])
        ImageDraw.Draw(image).rectangle([view.at(*room[:2]), corner], fill=fill)
    for picture, mask, at in view.sprites(chart, placed):
        image.paste(picture, at, mask)
    over = marks_over(chart, marks, is_plain=view.is_plain) + tags(numbered, tag_size(rect[2]))
    return _mark(image, view, over) if over else image


class _Crop:
    """A part of the paper at a scale."""

    def __init__(self, chart: Chart, rect: Rect, width: int) -> None:
        self.rect = rect
        self.scale = width / rect[2]
        self.is_plain = self.scale < _PLAIN_BELOW
        self.ground: BaseMap = ground(chart, self.scale, is_plain=self.is_plain)
        whole = rect_of(chart, None)
        x, y = (round((rect[i] - whole[i]) * self.scale) for i in (0, 1))
        self.box = (
            x,
            y,
            x + width,
            y + min(round(rect[3] * self.scale), self.ground.picture.height),
        )

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.box[2] - self.box[0], self.box[3] - self.box[1]

    def cut(self, image: Image.Image) -> Image.Image:
        """Return this part of a picture of the whole map, to be painted on."""
        return image.copy() if image.size == self.size else image.crop(self.box)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Return a place of the paper as a pixel."""
        return round((x - self.rect[0]) * self.scale), round((y - self.rect[1]) * self.scale)

    def sprites(
        self, chart: Chart, placed: Sequence[LaidOut]
    ) -> Iterable[tuple[Image.Image, Image.Image, tuple[int, int]]]:
        """Return pictures, masks and places of what can be seen, lowest first."""
        spots: list[tuple[_Face, tuple[int, int]]] = [
            ((kind,), self.at(x, y)) for kind, x, y in loose(chart.cells, chart.style)
        ]
        edge = ceil(EDGE * self.scale)
        wide, high = self.size
        wanted: dict[_Face, LaidOut] = {}
        for one in placed:
            at = self.at(one.x, one.y)
            if -edge < at[0] < wide and -edge < at[1] < high:
                face = _face(one, is_plain=self.is_plain)
                wanted[face] = one
                spots.append((face, at))
        made = _SpriteSheet.of(self.scale, self.ground)
        made.draw(wanted, is_plain=self.is_plain)
        for face, at in spots:
            picture, mask = made.pictures[face]
            yield picture, mask, at


_Face = tuple[str | int | bool, ...]
"""All that the picture of a counter depends on."""


def _face(one: LaidOut, *, is_plain: bool) -> _Face:
    piece = one.piece
    if piece is None:
        return (one.count, one.words, one.sign)
    name = () if is_plain else (piece.label, piece.note)
    return (
        piece.shape,
        piece.arm,
        piece.symbol,
        piece.size,
        piece.values,
        piece.is_reduced,
        piece.flag,
        *name,
    )


def _drawn(one: LaidOut, style: Style, *, is_plain: bool) -> str:
    if one.piece is not None:
        return counter(one.piece, style, is_plain=is_plain)
    return bare(one, style, is_plain=is_plain)


class _SpriteSheet:
    """The pictures of counters at one scale; several that are missing are drawn at once."""

    def __init__(self, scale: float, on: BaseMap) -> None:
        self.scale, self.style, self.palette = scale, on.style, on.palette
        self.pictures: dict[_Face, tuple[Image.Image, Image.Image]] = {}

    @staticmethod
    @lru_cache(maxsize=6)
    def of(scale: float, on: BaseMap) -> _SpriteSheet:
        """Return the sheet of a scale and palette."""
        return _SpriteSheet(scale, on)

    def draw(self, wanted: Mapping[_Face, LaidOut], *, is_plain: bool) -> None:
        """Make the pictures that are still missing."""
        missing = {
            face: _drawn(one, self.style, is_plain=is_plain)
            for face, one in wanted.items()
            if face not in self.pictures
        }
        missing |= {
            (kind,): self.style.signs[kind]
            for kind in self.style.loose
            if (kind,) not in self.pictures
        }
        if not missing:
            return
        # A counter and a rim that keeps it apart from its neighbours on the sheet.
        cell = ceil(EDGE * self.scale) + 2
        columns = 20
        rows = -(-len(missing) // columns)
        parts = "".join(
            f'<g transform="translate({i % columns * cell},{i // columns * cell}) '
            f'scale({self.scale:.6f})">{svg}</g>'
            for i, svg in enumerate(missing.values())
        )
        size = columns * cell, rows * cell
        sheet = rasterise(document((0, 0, *size), "", parts), *size)
        # What is see-through is cut out; the rest must not turn dark on its way to the palette.
        mask = sheet.getchannel("A").point(lambda alpha: 255 if alpha >= _HALF else 0)
        colours = Image.new("RGBA", sheet.size, self.style.inks["shadow"])
        colours.alpha_composite(sheet)
        flat = reduce(colours, self.palette)
        for i, face in enumerate(missing):
            x, y = i % columns * cell, i // columns * cell
            box = (x, y, x + cell, y + cell)
            self.pictures[face] = flat.crop(box), mask.crop(box).convert("1")


def _hold(image: Image.Image, view: _Crop, chart: Chart, ink: str, held: Sequence[str]) -> None:
    """Tint what a side holds."""
    cells = {cell.number for cell in chart.cells}
    hexes = [[view.at(x, y) for x, y in corners(number)] for number in held if number in cells]
    hexes += [
        [view.at(x, y) for x, y in map(unit, space.outline)]
        for space in chart.spaces
        if space.name in held and space.outline
    ]
    if not hexes:
        return
    left, top = (max(0, min(p[i] for points in hexes for p in points)) for i in (0, 1))
    right, bottom = (
        min(view.size[i], max(p[i] for points in hexes for p in points) + 1) for i in (0, 1)
    )
    if right <= left or bottom <= top:
        return
    mask = Image.new("1", (right - left, bottom - top))
    pen = ImageDraw.Draw(mask)
    for points in hexes:
        pen.polygon([(x - left, y - top) for x, y in points], fill=1)
    x, y = view.box[:2]
    tinted = view.ground.tinted[ink].crop((x + left, y + top, x + right, y + bottom))
    image.paste(tinted, (left, top), mask)


def _draw_front(
    image: Image.Image, view: _Crop, ink: str, sides: Sequence[tuple[Point, Point]]
) -> None:
    pen, fill = ImageDraw.Draw(image), view.ground.nearest(ink)
    for one, other in sides:
        pen.line([view.at(*one), view.at(*other)], fill=fill, width=max(2, round(3 * view.scale)))


def _mark(image: Image.Image, view: _Crop, drawn: str) -> Image.Image:
    """Return a picture with marks over it; only where some are is it drawn, the rest stays as it is."""
    full = image.convert("RGBA")
    x, y, scale = *view.rect[:2], view.scale
    for left, top, right, bottom in _marked(view, drawn):
        wide, high = right - left, bottom - top
        at = f"translate({-left - x * scale:.4f},{-top - y * scale:.4f}) scale({scale:.6f})"
        part = document((0, 0, wide, high), "", f'<g transform="{at}">{drawn}</g>')
        full.alpha_composite(rasterise(part, wide, high), (left, top))
    return reduce(full, view.ground.palette)


def _marked(view: _Crop, drawn: str) -> Iterator[tuple[int, int, int, int]]:
    """Return the parts of a picture in which something is drawn, as pixels.

    That is seen in a small picture of it: pixels cost more than lines, and most of a map has no mark.
    """
    wide, high = view.size
    small = rasterise(document(view.rect, "", drawn), -(-wide // _COARSE), -(-high // _COARSE))
    seen = small.getchannel("A")
    for top in range(0, seen.height, _TILE):
        band = seen.crop((0, top, seen.width, top + _TILE))
        tiles = [
            band.crop((left, 0, left + _TILE, _TILE)).getbbox() is not None
            for left in range(0, seen.width, _TILE)
        ]
        for is_drawn, run in groupby(enumerate(tiles), key=lambda tile: tile[1]):
            if is_drawn:
                columns = [column for column, _ in run]
                left, right = columns[0] * _TILE, (columns[-1] + 1) * _TILE
                yield (
                    left * _COARSE,
                    top * _COARSE,
                    min(right * _COARSE, wide),
                    min((top + _TILE) * _COARSE, high),
                )

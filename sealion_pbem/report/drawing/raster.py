"""Pixels: the renderer, and pictures of the bare map that share one palette.

A ruleset may bring such pictures; a map that differs from them, or a scale that is not there, is drawn
when it is first asked for.
"""

from __future__ import annotations

from importlib.resources import as_file, files
from io import BytesIO

from PIL import Image
from resvg_py import svg_to_bytes

from sealion_pbem.engine.canon import digest_bytes
from sealion_pbem.engine.picture import Chart
from sealion_pbem.engine.style import Style
from sealion_pbem.report.drawing.cardboard import DARK, WHITE
from sealion_pbem.report.drawing.vector import base, document, rect_of

__all__ = [
    "BaseMap",
    "encode",
    "fingerprint",
    "ground",
    "map_palette",
    "palette",
    "rasterise",
    "reduce",
    "render_base",
]

_FONTS = ("sans.ttf", "sans-bold.ttf", "serif-italic.ttf")
_LEVEL = 6
_TINT = 2, 10
"""The part of the holder's colour in the tint of what he has taken."""
_MOST = 128
"""With seven bits a picture is a third smaller than with eight, and nobody sees the difference."""
_MEETING = (("text", "land"), ("grid", "land"), ("road_edge", "land"), ("river", "land"))
"""Inks that meet at the edges of letters and lines, where a style has them."""
_OF_PLAIN_MAPS = ("#cdb18f", "#d9cfb0")


def rasterise(svg: str, width: int, height: int) -> Image.Image:
    """Return a drawing of ours as pixels; the only place that knows the renderer.

    The renderer would follow links to local files: it only ever gets what this package has drawn.
    """
    with as_file(files(__package__) / "fonts") as folder:
        data = svg_to_bytes(
            svg_string=svg,
            width=width,
            height=height,
            skip_system_fonts=True,
            font_files=[str(folder / name) for name in _FONTS],
        )
    return Image.open(BytesIO(bytes(data))).convert("RGBA")


def render_base(chart: Chart, scale: float, *, is_plain: bool) -> Image.Image:
    """Return the map without anything on it, in full colour."""
    rect = rect_of(chart, None)
    drawn = document(rect, chart.title, base(chart, is_plain=is_plain))
    return rasterise(drawn, round(rect[2] * scale), round(rect[3] * scale)).convert("RGB")


def fingerprint(chart: Chart, *, is_plain: bool) -> str:
    """Return the digest of the drawing that a stored picture was made from."""
    return digest_bytes(base(chart, is_plain=is_plain).encode())


def encode(image: Image.Image) -> bytes:
    """Return a picture as PNG."""
    target = BytesIO()
    image.save(target, "PNG", compress_level=_LEVEL)
    return target.getvalue()


def _map_inks(style: Style) -> list[str]:
    return list(dict.fromkeys([*style.inks.values(), *_OF_PLAIN_MAPS]))


def palette(style: Style) -> Image.Image:
    """Return the colours of every picture: those that are painted with, and their blends.

    They are chosen and not found, so that the small red of a range line has its place beside the
    large blue of the sea.
    """
    ink = style.inks
    fields = [part for one in style.colours.values() for part in (one.ground, one.inner)]
    pure = [*_map_inks(style), *fields, *style.seats.values(), DARK, WHITE, "#ffffff", "#b3261e"]
    pure += [mark.ink for mark in style.marks.values() if mark.ink]
    meeting = [(ink[a], ink[b]) for a, b in _MEETING if a in ink]
    blends = [*((DARK, field) for field in fields), *meeting, (ink["water_text"], ink["sea"])]
    colours = [_rgb(one) for one in pure]
    colours += [_blend(_rgb(a), _rgb(b), part, 4) for a, b in blends for part in (2,)]
    colours += [
        _blend(_rgb(ink[name]), _rgb(ink[tint]), *_TINT)
        for tint in style.tints
        for name in style.tinted
    ]
    unique = list(dict.fromkeys(colours))
    assert len(unique) <= _MOST, f"{len(unique)} colours"
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in unique for part in colour])
    return image


def _rgb(ink: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(ink.removeprefix("#")))


def _blend(one: tuple[int, ...], other: tuple[int, ...], part: int, whole: int) -> tuple[int, ...]:
    return tuple(((whole - part) * a + part * b) // whole for a, b in zip(one, other, strict=True))


def map_palette(style: Style) -> Image.Image:
    """Return the first colours of the palette, which are those of the map: few are small to send."""
    image = Image.new("P", (1, 1))
    own = palette(style).getpalette() or []
    image.putpalette(own[: 3 * len(_map_inks(style))])
    return image


def reduce(image: Image.Image, palette: Image.Image) -> Image.Image:
    """Return a picture in the colours of a palette, without dots that would be costly to send."""
    return image.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE)


class BaseMap:
    """A map of one scale, its palette, and the same map in each tint of what somebody holds."""

    def __init__(self, picture: Image.Image, style: Style) -> None:
        self.picture, self.style = picture, style
        self.palette = palette(style)
        self.tinted = {
            tint: picture.point(_tint(self.palette, style.inks[tint])) for tint in style.tints
        }

    def nearest(self, colour: str) -> int:
        """Return the number of the palette's colour that comes nearest."""
        dot = Image.new("RGB", (1, 1), colour)
        return reduce(dot, self.palette).tobytes()[0]


_GROUNDS: dict[tuple[str, float, bool], BaseMap] = {}
_KEPT = 6


def ground(chart: Chart, scale: float, *, is_plain: bool) -> BaseMap:
    """Return the map at a scale, made only once."""
    # By the key of the map: to hash a thousand hexes takes as long as to paste a hundred counters.
    key = chart.key, scale, is_plain
    if key not in _GROUNDS:
        while len(_GROUNDS) >= _KEPT:
            del _GROUNDS[next(iter(_GROUNDS))]
        _GROUNDS[key] = _made(chart, scale, is_plain=is_plain)
    return _GROUNDS[key]


def _made(chart: Chart, scale: float, *, is_plain: bool) -> BaseMap:
    """Return the map at a scale: as the ruleset has it drawn, or drawn now."""
    style = chart.style
    stored = _stored(chart, is_plain=is_plain)
    colours = map_palette(style) if is_plain else palette(style)
    width = round(rect_of(chart, None)[2] * scale)
    if stored is None or stored.info.get("board") != chart.key:
        image = reduce(render_base(chart, scale, is_plain=is_plain), colours)
    elif stored.width == width:
        image = stored
    else:
        # Another scale: the stored picture, made smaller, is there in a tenth of the time.
        height = round(stored.height * width / stored.width)
        small = stored.convert("RGB").resize((width, height), Image.Resampling.LANCZOS)
        image = reduce(small, colours)
    # The same colours, and behind them those that counters need.
    full = image.copy()
    full.putpalette(palette(style).getpalette() or [])
    return BaseMap(full, style)


def _stored(chart: Chart, *, is_plain: bool) -> Image.Image | None:
    if chart.drawn is None:
        return None
    image = Image.open(BytesIO(chart.drawn(is_plain)))
    image.load()
    return image


def _tint(colours: Image.Image, ink: str) -> list[int]:
    """Return for each colour of the palette the one it has below an ink; water keeps its own."""
    part, whole = _TINT
    own = colours.getpalette() or []
    count = len(own) // 3
    over = _rgb(ink)
    strip = Image.new("RGB", (count, 1))
    for index in range(count):
        colour = own[3 * index : 3 * index + 3]
        if colour[2] <= colour[0]:
            colour = list(_blend(tuple(colour), over, part, whole))
        strip.putpixel((index, 0), tuple(colour))
    found = list(reduce(strip, colours).tobytes())
    return found + list(range(count, 256))

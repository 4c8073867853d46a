"""Pixels: the renderer, and the stored pictures of the map that share one palette.

The stored pictures are made by tools/make_picture_base.py; a map that differs from them, or a scale
that is not stored, is drawn when it is first asked for.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import as_file, files
from io import BytesIO

from PIL import Image
from resvg_py import svg_to_bytes

from sealion_pbem.engine.canon import digest_bytes
from sealion_pbem.engine.picture import Chart
from sealion_pbem.report.picture.drawing import base, document, rect_of
from sealion_pbem.report.picture.paint import COUNTER, INK, SEAT

__all__ = [
    "DETAIL",
    "OVERVIEW",
    "STORED",
    "Ground",
    "encode",
    "fingerprint",
    "ground",
    "map_palette",
    "palette",
    "rasterise",
    "reduce",
    "render_base",
]

OVERVIEW = 1248
"""The width of a whole map in a mail, in pixels.

Two columns of hexes are then exactly 48 wide: the grid repeats itself and takes little room.
"""
DETAIL = 1.25
"""The pixels to a unit of the map in a close-up."""
STORED = {True: "overview.png", False: "detail.png"}
"""The stored pictures: the plain one for whole maps, the full one for close-ups."""
_FONTS = ("sans.ttf", "sans-bold.ttf", "serif-italic.ttf")
_LEVEL = 6
_TINT = 2, 10
"""The part of the invader's colour in the tint of what he holds."""
_MOST = 128
"""With seven bits a picture is a third smaller than with eight, and nobody sees the difference."""
_DARK = "#1d1d1b"
_MAP = tuple(dict.fromkeys([*INK.values(), "#cdb18f", "#d9cfb0"]))
_BLENDS = (
    *((_DARK, field) for pair in COUNTER.values() for field in pair),
    (INK["text"], INK["land"]),
    (INK["grid"], INK["land"]),
    (INK["road_edge"], INK["land"]),
    (INK["river"], INK["land"]),
    (INK["water_text"], INK["sea"]),
)
"""Pairs of colours that meet at the edges of letters and lines."""
_HELD = ("land", "light_woods", "heavy_woods", "city", "capital", "marsh", "road", "grid", "text")


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


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """Return the colours of every picture: those that are painted with, and their blends.

    They are chosen and not found, so that the small red of a range line has its place beside the
    large blue of the sea.
    """
    pure = [*_MAP, *(ink for pair in COUNTER.values() for ink in pair), *SEAT.values()]
    pure += ["#1d1d1b", "#fffdf6", "#ffffff", "#b3261e", "#1f5f86", "#7a3f98"]
    colours = [_rgb(ink) for ink in pure]
    colours += [_blend(_rgb(a), _rgb(b), part, 4) for a, b in _BLENDS for part in (2,)]
    colours += [_blend(_rgb(INK[name]), _rgb(INK["held"]), *_TINT) for name in _HELD]
    unique = list(dict.fromkeys(colours))
    assert len(unique) <= _MOST, f"{len(unique)} colours"
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in unique for part in colour])
    return image


def _rgb(ink: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(ink.removeprefix("#")))


def _blend(one: tuple[int, ...], other: tuple[int, ...], part: int, whole: int) -> tuple[int, ...]:
    return tuple(((whole - part) * a + part * b) // whole for a, b in zip(one, other, strict=True))


@lru_cache(maxsize=1)
def map_palette() -> Image.Image:
    """Return the first colours of the palette, which are those of the map: few are small to send."""
    image = Image.new("P", (1, 1))
    own = palette().getpalette() or []
    image.putpalette(own[: 3 * len(_MAP)])
    return image


def reduce(image: Image.Image, palette: Image.Image) -> Image.Image:
    """Return a picture in the colours of a palette, without dots that would be costly to send."""
    return image.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE)


class Ground:
    """A map of one scale, its palette, and the same map in the tint of the invader."""

    def __init__(self, picture: Image.Image) -> None:
        self.picture = picture
        self.palette = palette()
        self.tinted = picture.point(_tint(self.palette))

    def nearest(self, colour: str) -> int:
        """Return the number of the palette's colour that comes nearest."""
        dot = Image.new("RGB", (1, 1), colour)
        return reduce(dot, self.palette).tobytes()[0]


_GROUNDS: dict[tuple[str, float, bool], Ground] = {}
_KEPT = 6


def ground(chart: Chart, scale: float, *, is_plain: bool) -> Ground:
    """Return the map at a scale, made only once."""
    # By the key of the map: to hash a thousand hexes takes as long as to paste a hundred counters.
    key = chart.key, scale, is_plain
    if key not in _GROUNDS:
        while len(_GROUNDS) >= _KEPT:
            del _GROUNDS[next(iter(_GROUNDS))]
        _GROUNDS[key] = _made(chart, scale, is_plain=is_plain)
    return _GROUNDS[key]


def _made(chart: Chart, scale: float, *, is_plain: bool) -> Ground:
    """Return the map at a scale: stored if it is, else drawn."""
    stored = _stored(is_plain=is_plain)
    colours = map_palette() if is_plain else palette()
    width = round(rect_of(chart, None)[2] * scale)
    if stored is None or stored.info.get("board") != chart.key:
        drawn = render_base(chart, scale, is_plain=is_plain)
        return Ground(_on_palette(reduce(drawn, colours)))
    if stored.width == width:
        return Ground(_on_palette(stored))
    # Another scale: the stored picture, made smaller, is there in a tenth of the time.
    full = stored.convert("RGB")
    height = round(stored.height * width / stored.width)
    small = full.resize((width, height), Image.Resampling.LANCZOS)
    return Ground(_on_palette(reduce(small, colours)))


def _on_palette(image: Image.Image) -> Image.Image:
    """Return a picture with the colours that counters need besides its own."""
    full = image.copy()
    full.putpalette(palette().getpalette() or [])
    return full


@lru_cache(maxsize=2)
def _stored(*, is_plain: bool) -> Image.Image | None:
    file = files(__package__) / "stored" / STORED[is_plain]
    if not file.is_file():
        return None
    image = Image.open(BytesIO(file.read_bytes()))
    image.load()
    return image


def _tint(colours: Image.Image) -> list[int]:
    """Return for each colour of the palette the one it has in the invader's hands; water keeps its own."""
    part, whole = _TINT
    own = colours.getpalette() or []
    count = len(own) // 3
    over = _rgb(INK["held"])
    strip = Image.new("RGB", (count, 1))
    for index in range(count):
        colour = own[3 * index : 3 * index + 3]
        if colour[2] <= colour[0]:
            colour = list(_blend(tuple(colour), over, part, whole))
        strip.putpixel((index, 0), tuple(colour))
    found = list(reduce(strip, colours).tobytes())
    return found + list(range(count, 256))

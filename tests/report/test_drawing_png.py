"""The board picture as PNG: opaque, small, with a palette, and made from the same drawing as the SVG."""

from importlib.resources import files
from io import BytesIO

import pytest
from PIL import Image

from sealion_pbem.engine.showing import Draws
from sealion_pbem.report import drawing
from sealion_pbem.report.drawing import raster, vector
from sealion_pbem.report.drawing.vector import rect_of
from sealion_pbem.rulesets import find
from tests.positions import EDITIONS, after
from tests.sealion_table import EDITIONS as RULESETS


def opened(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    image.load()
    return image


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("turns", [1, 28])
def test_a_map_for_a_mail_is_small_and_opaque(edition: str, turns: int):
    """A palette without transparency, no larger than a mail bears, the same bytes when made again."""
    ruleset, state, marks = after(edition, turns)
    data = drawing.png(ruleset, state, marks=marks)
    image = opened(data)
    assert image.mode == "P"
    assert "transparency" not in image.info
    assert image.width == vector.OVERVIEW
    assert len(data) <= 250_000
    assert drawing.png(ruleset, state, marks=marks) == data


def test_a_close_up_has_the_width_asked_for():
    """640 pixels, far below the size of the whole map, and not the same as another place."""
    ruleset, state, _ = after("sealion-deluxe", 28)
    dover = drawing.png(ruleset, state, crop=("6716",), width=640)
    assert opened(dover).width == 640
    assert len(dover) < 100_000
    assert drawing.png(ruleset, state, crop=("4409",), width=640) != dover


def test_a_wide_crop_is_made_smaller():
    """Places at both ends of the map, in a narrow picture: drawn plain and still whole."""
    ruleset, state, marks = after("sealion-deluxe", 28)
    image = opened(drawing.png(ruleset, state, marks=marks, crop=("2012", "6716"), width=640))
    assert image.width == 640
    assert image.mode == "P"


def test_counters_are_pasted_where_they_are_drawn():
    """The middle of a hex with a British counter has the counter's colour and not the map's."""
    ruleset, state, _ = after("sealion-deluxe", 28)
    with_units = opened(drawing.png(ruleset, state)).convert("RGB")
    empty = ruleset.unpack(ruleset.pack(state))
    for name in list(empty.units):
        empty.put(name, empty.units[name]._replace(steps=0))
    bare = opened(drawing.png(ruleset, empty)).convert("RGB")
    left, top, width, _ = rect_of(ruleset.chart(), None)
    scale = vector.OVERVIEW / width
    number = next(place for place in sorted(state.at) if place.isdigit())
    x, y = drawing.spot(ruleset, number)
    corner = (round((x - left) * scale) - 8, round((y - top) * scale) - 8)
    box = (*corner, corner[0] + 16, corner[1] + 16)
    assert with_units.crop(box).tobytes() != bare.crop(box).tobytes()
    assert (
        with_units.crop((600, 800, 640, 840)).tobytes() == bare.crop((600, 800, 640, 840)).tobytes()
    )


@pytest.mark.parametrize("is_plain", [True, False])
def test_the_stored_map_is_the_one_that_is_drawn(is_plain: bool):
    """Both editions; if this fails, run tools/make_picture_base.py and look at what it made."""
    for edition in EDITIONS:
        ruleset = find(edition)
        assert isinstance(ruleset, Draws)
        chart = ruleset.chart()
        assert chart.drawn is not None
        stored = opened(chart.drawn(is_plain))
        assert stored.info["board"] == chart.key
        assert stored.info["drawing"] == raster.fingerprint(chart, is_plain=is_plain)


def test_a_map_that_differs_from_the_stored_one_is_drawn():
    """Owners of the game put in their own values: no stored picture may hide them."""
    from dataclasses import replace

    chart = RULESETS["sealion-deluxe"].chart()
    other = replace(chart, key="0" * 64, cells=chart.cells[:3])
    scale = 320 / rect_of(chart, None)[2]
    drawn = raster.ground(other, scale, is_plain=True).picture
    assert drawn.tobytes() != raster.ground(chart, scale, is_plain=True).picture.tobytes()


def test_the_shipped_fonts_have_every_letter():
    """Each character on map and counters of both editions has a glyph; no system font is used."""
    from PIL import ImageFont

    folder = files(drawing) / "fonts"
    assert (folder / "LICENSE.txt").is_file()
    fonts = [
        ImageFont.truetype(BytesIO((folder / name).read_bytes()), 40)
        for name in ("sans.ttf", "sans-bold.ttf", "serif-italic.ttf")
    ]
    written = set()
    for edition in EDITIONS:
        ruleset, state, _ = after(edition, 1)
        chart = ruleset.chart()
        written |= {c for space in chart.spaces for c in space.title}
        written |= {c for cell in chart.cells for c in cell.name + cell.number}
        written |= {c for cell in chart.cells for site in cell.sites for c in site.name}
        written |= {c for piece in ruleset.pieces(state) for c in piece.label + piece.values}
    for font in fonts:
        missing = font.getmask("\uffff").getbbox(), bytes(font.getmask("\uffff"))
        for letter in sorted(written - {" "}):
            assert (font.getmask(letter).getbbox(), bytes(font.getmask(letter))) != missing, letter

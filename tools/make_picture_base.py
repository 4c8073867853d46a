"""Make the stored pictures of the map of Sealion: the whole one for mails, the large one for close-ups.

    .venv/bin/python tools/make_picture_base.py

A test compares what they were made from with the drawing; run this when it fails.
"""

from __future__ import annotations

from pathlib import Path

from PIL.PngImagePlugin import PngInfo

from sealion_pbem.report.drawing.raster import (
    fingerprint,
    map_palette,
    palette,
    reduce,
    render_base,
)
from sealion_pbem.report.drawing.vector import DETAIL, OVERVIEW, rect_of
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023

FOLDER = Path(data.__file__).parent / "picture"


def main() -> None:
    """Write both files."""
    chart = DELUXE_2023.chart()
    FOLDER.mkdir(exist_ok=True)
    for is_plain, scale in ((True, OVERVIEW / rect_of(chart, None)[2]), (False, DETAIL)):
        colours = map_palette(chart.style) if is_plain else palette(chart.style)
        image = reduce(render_base(chart, scale, is_plain=is_plain), colours)
        facts = PngInfo()
        facts.add_text("board", chart.key)
        facts.add_text("drawing", fingerprint(chart, is_plain=is_plain))
        path = FOLDER / ("overview.png" if is_plain else "detail.png")
        image.save(path, "PNG", optimize=True, pnginfo=facts)
        print(f"{path.name}: {image.width} × {image.height}, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()

"""Make the fonts of the board picture: subsets of DejaVu under names of our own.

    python tools/make_picture_fonts.py FOLDER_WITH_DEJAVU

Needed only when a glyph is missing; wants fonttools, which is no dependency of the project. The
names are our own so that a picture never meets another version of the same font by chance.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONTS = Path(__file__).resolve().parents[1] / "sealion_pbem" / "report" / "picture" / "fonts"
FACES = {
    "DejaVuSansCondensed.ttf": ("Sealion Sans", "Regular", "sans.ttf"),
    "DejaVuSansCondensed-Bold.ttf": ("Sealion Sans", "Bold", "sans-bold.ttf"),
    "DejaVuSerifCondensed-Italic.ttf": ("Sealion Serif", "Italic", "serif-italic.ttf"),
}
GLYPHS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *map(ord, "–—‘’“”•…−×·→★�")]  # noqa: RUF001 - these very characters
_FAMILY_NAMES = {1, 16, 21}
_STYLE_NAMES = {2, 17, 22}
_FULL_NAMES = {3, 4, 6}
_WINDOWS, _UNICODE, _ENGLISH = 3, 1, 0x409


def main(folder: Path) -> None:
    """Write the three files."""
    for source, (family, style, target) in FACES.items():
        font = TTFont(folder / source, recalcTimestamp=False)
        options = Options()
        options.layout_features = ["kern"]
        options.hinting = False
        options.drop_tables += ["FFTM"]
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=GLYPHS)
        subsetter.subset(font)
        names = font["name"]
        own = _FAMILY_NAMES | _STYLE_NAMES | _FULL_NAMES
        names.names = [line for line in names.names if line.nameID not in own]
        full = f"{family} {style}"
        for number, text in {
            1: family,
            2: style,
            3: full,
            4: full,
            6: full.replace(" ", ""),
        }.items():
            names.setName(text, number, _WINDOWS, _UNICODE, _ENGLISH)
        font["OS/2"].usWidthClass = 5
        font.save(FONTS / target)
        print(FONTS / target)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

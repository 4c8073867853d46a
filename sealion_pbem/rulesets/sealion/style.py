"""How the map and the counters of Sealion look, in the words of engine/style.py."""

from __future__ import annotations

from sealion_pbem.engine.style import Bank, Border, Colours, Flag, Happening, Stroke, Style, Texture
from sealion_pbem.rulesets.sealion.inks import INK
from sealion_pbem.rulesets.sealion.signs import LEGEND, SIGNS
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from sealion_pbem.rulesets.sealion.symbols import BOXED, SILHOUETTES

__all__ = ["STYLE"]

STYLE = Style(
    inks=INK,
    seats={GERMAN: "#31414c", BRITISH: "#9c3d12"},
    # Cold for the German, warm for the British.
    colours={
        ("square", "land"): Colours("#a9b5a6", "#eef1e8"),
        ("square", "air"): Colours("#a7b9c8", "#edf2f6"),
        ("square", "naval"): Colours("#98a5b0", "#e6ebef"),
        ("round", "land"): Colours("#e3bf86", "#fff5df"),
        ("round", "air"): Colours("#f0cf9d", "#fff5df"),
        ("round", "naval"): Colours("#e0a777", "#ffeedd"),
    },
    boxed=BOXED,
    figures=SILHOUETTES,
    marks={
        "move": Happening(),
        "arrival": Happening(from_outside=True),
        "flight": Happening(dashes="3 7"),
        "retreat": Happening(dashes="9 6"),
        "advance": Happening(),
        "landing": Happening(dashes="14 5"),
        "combat": Happening(is_fight=True, ink=INK["mark"]),
        "battle": Happening(is_fight=True, ink="#1f5f86"),
        "air": Happening(is_fight=True, ink="#7a3f98"),
        "strike": Happening(is_fight=True, ink="#7a3f98"),
    },
    arms=("land", "air", "naval"),
    above=frozenset({"air"}),
    grounds=("light_woods", "heavy_woods", "marsh", "city", "capital"),
    textures=(
        Texture("light_woods", "trees", "light_tree", 9, 31, 4, 44),
        Texture("heavy_woods", "trees", "heavy_tree", 16, 36, 7, 52),
        Texture("city", "blocks", "city_block", 9),
        Texture("capital", "blocks", "capital_block", 15),
        Texture("marsh", "reeds", "reed", 7, plain_count=7),
    ),
    borders=(
        Border(("escarpment",), (Stroke("scarp", "10", "1.6 3.4"), Stroke("scarp", "1.6"))),
        Border(("river",), (Stroke("river", "4.2"),)),
        Border(("thames",), (Stroke("river", "9"),)),
        # Tidal water and straits between hexes, which the real coast may not show.
        Border(("prohibited", "impassable"), (Stroke("river", "8"), Stroke("shore", "5"))),
    ),
    banks=(
        Bank("beach_less", Stroke("beach_less", "7")),
        Bank("beach_most", Stroke("beach_most", "9")),
        Bank("cliffs", Stroke("cliff", "10", "2 2.6")),
    ),
    arrows=frozenset({"crossing_arrow"}),
    signs=SIGNS,
    feature_signs=("fortified", "bunker"),
    loose=("factory",),
    named=frozenset({"port", "airbase"}),
    notable=frozenset({"port"}),
    large=frozenset({"capital"}),
    bold=frozenset({"city"}),
    tinted=(
        *("land", "light_woods", "heavy_woods", "city", "capital", "marsh", "road", "grid"),
        "text",
    ),
    # Three stripes in a corner, wide enough to be seen small.
    flags={"french": Flag(("#23408e", "#ffffff", "#b3261e"))},
    legend=LEGEND,
)

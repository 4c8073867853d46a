"""How the map and the counters look, in the words of engine/style.py."""

from __future__ import annotations

from sealion_pbem.engine.emblem import (
    AIRBASE,
    AIRBORNE,
    ANCHOR,
    ANTI_AIRCRAFT,
    BOMBER,
    DARK,
    INFANTRY,
    LINE,
    MOTOR,
    STAR,
    TRACK,
    TRANSPORT,
    WHITE,
    drawn_lines,
    drawn_path,
    full,
    lettered,
)
from sealion_pbem.engine.style import (
    PAPER,
    Border,
    Colours,
    Flag,
    Happening,
    Stroke,
    Style,
    Texture,
)
from sealion_pbem.rulesets.world_at_war.table import ALLIES, AXIS

__all__ = ["ARM_OF", "FLAGS", "SHAPES", "STYLE", "TINTS"]

SHAPES = {"germany": "square", "italy": "pointed", "britain": "round"}
"""The outline of each nation's counters: angular for the Axis; all others are arched (France, minors)."""
FLAGS = {"italy", "france", "belgium", "netherlands"}
TINTS = {AXIS: "held_by_axis", ALLIES: "held_by_allies"}
ARM_OF = {"air": "air", "transport": "air", "base": "base"}
"""In which pile a unit lies: aircraft, airbases, and everybody else on the ground."""
_INKS = {
    **PAPER,
    "forest": "#b3cb8f",
    "tree": "#6c8f4d",
    "mountain": "#d3cdc2",
    "peak": "#8a8172",
    "swamp": "#cfe0cf",
    "reed": "#5f93a0",
    "city": "#dccab4",
    "city_block": "#a58e78",
    "capital": "#d2b7a8",
    "capital_block": "#93705f",
    "closed": "#e4e0d4",
    "river": "#5d9cc0",
    "frontier": "#7d5a86",
    "fortress": "#5c2f22",
    "fortification": "#4d5a3a",
    "held_by_axis": "#4d5560",
    "held_by_allies": "#c08a2e",
}
_OBJECTIVE = drawn_path(
    "M0,-8L8,0L0,8L-8,0Z", fill=_INKS["mark"], stroke=WHITE, stroke_width="1.2"
) + drawn_path("M0,-3.6L3.6,0L0,3.6L-3.6,0Z", fill=WHITE)
_CAPITAL = f'<circle r="8.4" fill="{DARK}"/>' + drawn_path(STAR, fill="#f3c53c")
_FORT = drawn_path(
    "M-8,6V-6H-5V-3H-1.6V-6H1.6V-3H5V-6H8V6Z",
    fill=_INKS["fortress"],
    stroke=WHITE,
    stroke_width="1",
)
_BRIDGE = drawn_lines("M-11,-20Q0,-15 11,-20M-11,-25Q0,-20 11,-25", _INKS["mark"], "3")
_BREACH = drawn_lines("M-26,-26L-14,-26M-26,-26V-14M26,26H14M26,26V14", _INKS["mark"], "4")


def _patch(ink: str, over: str = "") -> str:
    return f'<rect x="-14" y="-8" width="28" height="16" rx="5" fill="{_INKS[ink]}"/>{over}'


def _stroke(ink: str, wide: str, dashes: str = "") -> str:
    more = {"stroke_dasharray": dashes} if dashes else {}
    return drawn_path("M-15,0H15", fill="none", stroke=_INKS[ink], stroke_width=wide, **more)


def _wall(ink: str) -> str:
    return _stroke(ink, "7", "3.4 3") + _stroke(ink, "2.4")


STYLE = Style(
    inks=_INKS,
    seats={AXIS: "#31414c", ALLIES: "#9c3d12"},
    # Cold for the Axis, warm for the Allies.
    colours={
        ("square", "land"): Colours("#a9b5a6", "#eef1e8"),
        ("square", "air"): Colours("#a7b9c8", "#edf2f6"),
        ("square", "base"): Colours("#c4ccc0", "#eef1e8"),
        ("pointed", "land"): Colours("#9ab8ac", "#eaf3ee"),
        ("pointed", "air"): Colours("#a6c6c8", "#eaf3f3"),
        ("pointed", "base"): Colours("#bfd3c8", "#eaf3ee"),
        ("round", "land"): Colours("#d9a877", "#fff1e0"),
        ("round", "air"): Colours("#eec595", "#fff5df"),
        ("round", "base"): Colours("#ecd6ba", "#fff5df"),
        ("arched", "land"): Colours("#e5c95f", "#fff8dc"),
        ("arched", "air"): Colours("#f0dd92", "#fffae6"),
        ("arched", "base"): Colours("#f2e6b8", "#fffae6"),
    },
    boxed={
        "armor": TRACK,
        "mech": INFANTRY + f'<ellipse rx="9.5" ry="4.6" {LINE}/>',
        "infantry": INFANTRY,
        "airborne": AIRBORNE,
        "replacement": lettered("REP"),
        "partisan": INFANTRY + full("M0,-9L4,-4H-4Z"),
        "flak": MOTOR + ANTI_AIRCRAFT,
    },
    figures={"air": BOMBER, "transport": TRANSPORT, "base": AIRBASE},
    marks={
        "move": Happening(),
        "exploit": Happening(dashes="14 5"),
        "advance": Happening(),
        "retreat": Happening(dashes="9 6"),
        "redeploy": Happening(dashes="2 6"),
        "drop": Happening(dashes="3 7"),
        "attack": Happening(is_fight=True, ink=_INKS["mark"]),
        "overrun": Happening(is_fight=True, ink="#8a3b12"),
        "attrition": Happening(is_fight=True, ink="#1f5f86"),
        "air": Happening(is_fight=True, ink="#7a3f98"),
    },
    arms=("land", "air", "base"),
    above=frozenset({"air"}),
    grounds=("closed", "forest", "mountain", "swamp", "city", "capital"),
    textures=(
        Texture("forest", "trees", "tree", 12, 34, 6, 48),
        Texture("mountain", "peaks", "peak", 7, 46, 5, 60),
        Texture("city", "blocks", "city_block", 9),
        Texture("capital", "blocks", "capital_block", 15),
        Texture("swamp", "reeds", "reed", 7, plain_count=7),
    ),
    borders=(
        Border(("frontier",), (Stroke("frontier", "5", "10 4 2 4"),)),
        Border(("river",), (Stroke("river", "4.6"),)),
        Border(("water",), (Stroke("river", "8"), Stroke("shore", "5"))),
        *(
            Border((wall,), (Stroke(wall, "7", "3.4 3"), Stroke(wall, "2.4")), 55)
            for wall in ("fortification", "fortress")
        ),
    ),
    arrows=frozenset({"crossing_arrow"}),
    signs={
        "capital": _CAPITAL,
        "objective": _OBJECTIVE,
        "port": ANCHOR,
        "fort": _FORT,
        "bridgehead": _BRIDGE,
        "breakthrough": _BREACH,
    },
    notable=frozenset({"capital", "objective"}),
    bold=frozenset({"city", "capital"}),
    tints=tuple(TINTS.values()),
    tinted=("land", "forest", "mountain", "city", "capital", "grid", "text"),
    flags={
        "italy": Flag(("#2f7d3c", "#ffffff", "#b3261e")),
        "france": Flag(("#23408e", "#ffffff", "#b3261e")),
        "belgium": Flag(("#1d1d1b", "#f0c648", "#b3261e")),
        "netherlands": Flag(("#b3261e", "#ffffff", "#23408e"), is_level=True),
    },
    legend=(
        (
            (_patch("forest"), "forest"),
            (_patch("mountain"), "mountain"),
            (_patch("swamp"), "swamp"),
            (_patch("city"), "city"),
        ),
        (
            (_stroke("river", "4.6"), "river"),
            (_stroke("frontier", "5", "10 4 2 4"), "frontier"),
            (_wall("fortress"), "fortress"),
            (_wall("fortification"), "fortified line"),
        ),
        (
            (_CAPITAL, "capital"),
            (_OBJECTIVE, "objective"),
            (ANCHOR, "port"),
            (_FORT, "fort"),
        ),
    ),
)  # fmt: skip

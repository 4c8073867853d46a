"""How a board picture looks: inks, ground, lines, signs, counters and marks, as data of a ruleset.

A drawing is a piece of SVG around the origin, of a size that its place names; it holds shapes and
letters, and nothing that leads out of it. Widths and dashes are SVG's; other sizes are tenths.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from sealion_pbem.engine.frozen import frozen

__all__ = [
    "PAPER",
    "PLAIN",
    "Bank",
    "Border",
    "Colours",
    "Flag",
    "Happening",
    "Stroke",
    "Style",
    "Texture",
]

PAPER: Mapping[str, str] = MappingProxyType(
    {
        "paper": "#f7f3e6",
        "sea": "#bcd5e1",
        "shallow": "#cfe2ea",
        "shore": "#dfedf1",
        "deep_line": "#6f9bb3",
        "land": "#f2ecd2",
        "coast": "#4f6f80",
        "grid": "#b3a98a",
        "number": "#8d8467",
        "road": "#fbf3dc",
        "road_edge": "#a9774a",
        "text": "#2b2723",
        "water_text": "#2f6483",
        "shadow": "#6d675a",
        "box": "#e9e4d3",
        "box_edge": "#8f8972",
        "mark": "#c3241b",
        "held": "#55636b",
    }
)
"""The inks that every picture is drawn with: a light, printed look in which counters stand out."""


@frozen
class Stroke:
    """A line: its ink, its width and perhaps its dashes; without dashes it has round ends."""

    ink: str
    width: str
    dashes: str = ""


@frozen
class Texture:
    """Small shapes strewn over a kind of ground: trees, reeds, blocks or peaks, so many to a hex.

    The second pair is for plain pictures, which are seen small; without it they have none.
    """

    ground: str
    form: str
    ink: str
    count: int
    size: int = 0
    plain_count: int = 0
    plain_size: int = 0


@frozen
class Border:
    """The strokes of hexsides that have one of some features, the lowest first.

    A wall is drawn so many tenths inside the hex that it protects.
    """

    features: tuple[str, ...]
    strokes: tuple[Stroke, ...]
    inside: int = 0


@frozen
class Bank:
    """The coast of hexes that have a feature."""

    feature: str
    stroke: Stroke


@frozen
class Colours:
    """The ground of a counter, and the box in its middle."""

    ground: str
    inner: str


@frozen
class Flag:
    """A flag of three stripes, upright unless they are level."""

    inks: tuple[str, str, str]
    is_level: bool = False


@frozen
class Happening:
    """The look of a kind of mark: a fight is a burst in an ink, anything else an arrow.

    An arrow `from_outside` begins beyond the edge of the map.
    """

    is_fight: bool = False
    ink: str = ""
    dashes: str = ""
    from_outside: bool = False


@frozen
class Style:
    """Everything that is not the same on the maps of two games.

    `inks` holds at least those of PAPER; colours are #rrggbb, and every other name is one of the inks.
    `grounds` are the words of terrain that are painted, in this order; names of places on `large` ground
    are written large, on `bold` ground bold, those with a site of a `notable` kind somewhat larger.
    `signs` are drawn in hexes, about 160 wide: of sites, and of the features in `feature_signs`, which
    plain pictures leave out. Sites of the `loose` kinds are laid over the map, because games on the
    same map differ in them; their drawing goes from the origin to (18, 18). Sites of `named` kinds have
    their own names. `arrows` are features of hexsides that can be crossed along an arrow.

    `colours` are those of counters, by shape and arm; `arms` orders rows of counters, and pieces of
    the arms in `above` lie over all others. A symbol is in `boxed`, from (-14, -9) to (14, 9), or in
    `figures`, without a box. `seats` gives each seat the ink of its arrows, `tints` are the inks that
    are laid over places which somebody holds, and `tinted` the inks that are seen through them.
    """

    inks: Mapping[str, str]
    seats: Mapping[str, str]
    colours: Mapping[tuple[str, str], Colours]
    boxed: Mapping[str, str]
    figures: Mapping[str, str]
    marks: Mapping[str, Happening]
    arms: tuple[str, ...]
    above: frozenset[str] = frozenset()
    grounds: tuple[str, ...] = ()
    textures: tuple[Texture, ...] = ()
    borders: tuple[Border, ...] = ()
    banks: tuple[Bank, ...] = ()
    arrows: frozenset[str] = frozenset()
    signs: Mapping[str, str] = field(default_factory=dict)
    feature_signs: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()
    named: frozenset[str] = frozenset()
    notable: frozenset[str] = frozenset()
    large: frozenset[str] = frozenset()
    bold: frozenset[str] = frozenset()
    tints: tuple[str, ...] = ("held",)
    tinted: tuple[str, ...] = ("land", "grid", "text")
    flags: Mapping[str, Flag] = field(default_factory=dict)
    legend: tuple[tuple[tuple[str, str], ...], ...] = ()


PLAIN = Style(PAPER, {}, {}, {}, {}, {}, ())
"""The style of a map on which nothing stands."""

"""The words of a board picture: what a ruleset says about its map and pieces so that others can draw it.

Places on the paper are told in whole numbers, in which a hex is 300 high: hex number CCRR stands at
x = 300 · CC · √3/2 and y = 300 · RR, half a hex lower in odd columns. A map without hexes has spaces
only, each with its outline. How everything looks is the ruleset's `Style`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.style import PLAIN, Style

__all__ = [
    "Chart",
    "Hexside",
    "MapHex",
    "Mark",
    "Piece",
    "Site",
    "Space",
    "Supplement",
    "as_it_lies",
]


@frozen
class MapHex:
    """One hex: its number, town, terrain and the neighbours that roads lead to.

    `terrain` and `features` are words of the style: what the ground is, and what else is drawn there;
    a line's name among the features says that the hex lies inside it.
    """

    number: str
    name: str
    terrain: frozenset[str]
    roads: tuple[str, ...]
    features: frozenset[str]
    sites: tuple[Site, ...]


@frozen
class Site:
    """Something with a sign of its own in a hex; its kind is one of the signs of the style."""

    kind: str
    name: str


@frozen
class Hexside:
    """The features between two hexes, in words of the style; walls protect one of the two hexes."""

    a: str
    b: str
    features: frozenset[str]
    protects: str = ""


@frozen
class Space:
    """A place that is no hex: where its name is written, and the rectangle in which pieces stand.

    `kind` is area (on the map) or box (beside it); `frame` is left, top, width and height. An area with
    an `outline` is painted in the ink that `ground` names. `called` is its name in a heading.
    """

    name: str
    title: str
    kind: str
    label: tuple[int, int]
    frame: tuple[int, int, int, int]
    outline: tuple[tuple[int, int], ...] = ()
    ground: str = "land"
    called: str = ""


@frozen
class Chart:
    """A whole map: `frame` is the paper, `sea` the height down to which the map itself reaches.

    `key` changes whenever the map does. `coast` are rings of land, `seams` the lines between areas
    without an outline, `lines` the names of areas of which the border is drawn, from the innermost out;
    `legend` names the box in which the signs are explained while it is empty. `drawn`, if a ruleset has
    it, returns the bare map as a PNG that was made from this chart, the plain one or the full one.
    """

    key: str
    title: str
    frame: tuple[int, int, int, int]
    sea: int
    cells: tuple[MapHex, ...]
    sides: tuple[Hexside, ...]
    spaces: tuple[Space, ...]
    coast: tuple[tuple[tuple[int, int], ...], ...]
    seams: tuple[tuple[tuple[int, int], ...], ...]
    lines: tuple[str, ...]
    legend: str = ""
    style: Style = field(default=PLAIN, compare=False)
    drawn: Callable[[bool], bytes] | None = field(default=None, compare=False)


@frozen
class Piece:
    """One counter where it stands; `label` is its name, shortened to fit on it.

    `values` is what is printed large, `note` what is printed small beside it.

    `shape` tells the sides apart without colour: square, round, pointed or arched. `arm` and `symbol` are
    words of the style, and `flag` one of its flags. `aboard` names the piece that carries this one.
    """

    id: str
    place: str
    seat: str
    shape: str
    arm: str
    symbol: str
    size: str
    name: str
    label: str
    values: str
    note: str
    is_reduced: bool
    aboard: str = ""
    flag: str = ""


@frozen
class Supplement:
    """Additions of the game at hand to the map: signs in places, and shelves in the legend's box.

    A shelf is a place off the map where units wait; it is there only if somebody can come to it.
    """

    signs: tuple[tuple[str, str], ...] = ()
    """A place and the kind of a sign."""
    shelves: tuple[str, ...] = ()
    grounds: tuple[tuple[str, str], ...] = ()
    """Areas that are not as they are printed, such as where a die put an island, each with its ground."""


def as_it_lies(chart: Chart, supplement: Supplement) -> Chart:
    """Return the map with every area painted as it is in the game at hand."""
    if not supplement.grounds:
        return chart
    grounds = dict(supplement.grounds)
    spaces = tuple(
        replace(space, ground=grounds[space.name]) if space.name in grounds else space
        for space in chart.spaces
    )
    key = "+".join((chart.key, *(f"{place}:{ground}" for place, ground in supplement.grounds)))
    return replace(chart, key=key, spaces=spaces)


@frozen
class Mark:
    """Something that happened, to be drawn over the map: a move along places, or a combat in one.

    `kind` is one of the marks of the style; `number` counts the fights in the order in which they
    happened, and is 0 on what is no fight.
    """

    kind: str
    places: tuple[str, ...]
    seat: str
    number: int = 0
    text: str = ""

"""The stage of a replay: a map, a spot on it for every place, and the faces of every counter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from html import escape

from sealion_pbem.engine.chronicle import Enrolled
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.hexes.grid import column_and_row
from sealion_pbem.report.passage import ChronicleSubject

__all__ = ["ReplayStage", "Spot", "plain_stage"]

_SIDE, _HALF_HEIGHT = 20, 17
_COUNTER = 22
_BOX_WIDTH, _BOX_HEIGHT, _GAP = 230, 130, 12
_COLUMNS = 4
_SHORT = 6
_CORNERS = (2, 8, 0, 11, 5, 3)
"""How round the corners of the counters of each side are."""


@frozen
class Spot:
    """The spot of a place: its middle, and the room for counters; in a hex they are stacked."""

    x: int
    y: int
    width: int
    height: int
    is_stack: bool


@frozen
class ReplayStage:
    """The stage of a replay: SVG of the map and of every counter, first as new, then weaker and weaker.

    Counters are drawn around the point 0, 0, in a square of `counter`; hexes are `hex_height` high.
    `values` are what is printed large on each face, `titles` what places are called besides. `cover`
    names a place, if there is one, in which something is explained while nobody stands there, and what
    is laid over it when somebody does. `tints` are the colours of places that somebody holds.
    """

    view: tuple[int, int, int, int]
    base: str
    spots: Mapping[str, Spot]
    faces: Mapping[str, tuple[str, ...]]
    counter: int
    hex_height: int
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    cover: tuple[str, str] = ("", "")
    tints: Mapping[str, str] = field(default_factory=dict)


def plain_stage(subject: ChronicleSubject) -> ReplayStage:
    """Return a map of bare hexes and boxes, for games that have no picture of their own."""
    hexes = [name for name, place in subject.places.items() if place.is_hex]
    boxes = [name for name, place in subject.places.items() if not place.is_hex]
    numbers = {place: column_and_row(place) for place in hexes}
    left = min((column for column, _ in numbers.values()), default=0)
    top = min((row for _, row in numbers.values()), default=0)
    spots: dict[str, Spot] = {}
    drawn: list[str] = []
    for place, (column, row) in numbers.items():
        # Even columns lie half a hex further north.
        half = _HALF_HEIGHT * (1 + column % 2)
        x = 3 * _SIDE * (column - left) // 2 + _SIDE
        y = 2 * _HALF_HEIGHT * (row - top) + half
        spots[place] = Spot(x, y, _COUNTER, _COUNTER, is_stack=True)
        drawn.append(_hexagon(x, y, place, subject.places[place].word))
    width = max((spot.x for spot in spots.values()), default=0) + _SIDE
    height = max((spot.y for spot in spots.values()), default=0) + _HALF_HEIGHT
    width = max(width, _COLUMNS * (_BOX_WIDTH + _GAP) + _GAP if boxes else 0)
    for number, place in enumerate(boxes):
        x = _GAP + number % _COLUMNS * (_BOX_WIDTH + _GAP)
        y = height + _GAP + number // _COLUMNS * (_BOX_HEIGHT + _GAP)
        spots[place] = Spot(
            x + _BOX_WIDTH // 2, y + _BOX_HEIGHT // 2 + 8, _BOX_WIDTH - 20, _BOX_HEIGHT - 34,
            is_stack=False,
        )  # fmt: skip
        drawn.append(_box(x, y, place, subject.places[place].word))
    if boxes:
        rows = (len(boxes) + _COLUMNS - 1) // _COLUMNS
        height += _GAP + rows * (_BOX_HEIGHT + _GAP)
    faces = {name: _faces(piece, subject) for name, piece in subject.roster.items()}
    return ReplayStage(
        (0, 0, width, height), "".join(drawn), spots, faces, _COUNTER, 2 * _HALF_HEIGHT
    )


def _hexagon(x: int, y: int, place: str, word: str) -> str:
    half = _SIDE // 2
    corners = (
        (x - _SIDE, y), (x - half, y - _HALF_HEIGHT), (x + half, y - _HALF_HEIGHT),
        (x + _SIDE, y), (x + half, y + _HALF_HEIGHT), (x - half, y + _HALF_HEIGHT),
    )  # fmt: skip
    points = " ".join(f"{a},{b}" for a, b in corners)
    return (
        f'<polygon class="hex {escape(word)}" points="{points}"/>'
        f'<text class="number" x="{x}" y="{y - 10}">{escape(place)}</text>'
    )


def _box(x: int, y: int, place: str, word: str) -> str:
    return (
        f'<rect class="box {escape(word)}" x="{x}" y="{y}" width="{_BOX_WIDTH}" '
        f'height="{_BOX_HEIGHT}" rx="6"/><text class="label" x="{x + 8}" y="{y + 16}">'
        f"{escape(place)}</text>"
    )


def _faces(piece: Enrolled, subject: ChronicleSubject) -> tuple[str, ...]:
    """Return a counter: sides differ by colour and by shape, a weakened unit has a stripe."""
    side = subject.players.index(piece.seat) if piece.seat in subject.players else 0
    half = _COUNTER // 2
    shape = (
        f'<rect class="counter side{side}" x="{-half}" y="{-half}" width="{_COUNTER}" '
        f'height="{_COUNTER}" rx="{_CORNERS[side % len(_CORNERS)]}"/>'
    )
    text = f'<text class="name side{side}" y="3">{escape(_short(piece.name))}</text>'
    stripe = f'<path class="stripe" d="M{-half} {half - 4}H{half}"/>'
    return (shape + text, *[shape + stripe + text] * (piece.full - 1))


def _short(name: str) -> str:
    return name if len(name) <= _SHORT else name[: _SHORT - 1] + "…"

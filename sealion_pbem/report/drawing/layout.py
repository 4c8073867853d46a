"""Where everything stands: piles in hexes, rows in areas and boxes; nothing is hidden."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from sealion_pbem.engine.picture import Chart, Piece, Space, Supplement
from sealion_pbem.engine.style import Style
from sealion_pbem.report.drawing.cardboard import EDGE
from sealion_pbem.report.drawing.geometry import Point, centre, unit
from sealion_pbem.report.drawing.happenings import spot

__all__ = ["LaidOut", "layout", "room", "signposts"]

_STEP = 5.0
_DEEP = 3
"""A pile of so many says how many it holds."""
_GAP = 4.0
_FANS = (EDGE + 3, 36, 28, 22, 18, 14, 11, 8, 6)
_CARGO = 19
_LABEL = EDGE + 4
"""The width of a shelf's name."""
_HEAD = 25
"""The height of a box's title."""


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A counter with its corner, or (`piece` None) a pile's number, a shelf's name, a sign of the map."""

    x: float
    y: float
    piece: Piece | None
    count: int = 0
    words: str = ""
    sign: str = ""


def signposts(chart: Chart, supplement: Supplement) -> list[LaidOut]:
    """Return the signs that a game adds to the map, in the middle of their places."""
    middles = ((spot(chart, place), kind) for place, kind in supplement.signs)
    return [LaidOut(x - EDGE / 2, y - EDGE / 2, None, sign=kind) for (x, y), kind in middles]


def layout(chart: Chart, pieces: Iterable[Piece]) -> list[LaidOut]:
    """Return what is drawn where, lowest first; who is nowhere on the chart stands in the legend's box."""
    at: dict[str, list[Piece]] = defaultdict(list)
    spaces = {space.name: space for space in chart.spaces}
    cells = {cell.number for cell in chart.cells}
    style = chart.style
    for piece in pieces:
        at[piece.place].append(piece)
    placed: list[LaidOut] = []
    for place in sorted(at):
        if place in spaces and place != chart.legend:
            placed += _rows(spaces[place], at[place], style)
    shelves = {
        place: at[place]
        for place in sorted(at, key=lambda place: (place != chart.legend, place))
        if place == chart.legend or not (place in spaces or place in cells)
    }
    if shelves and chart.legend:
        placed += _shelved(spaces[chart.legend], shelves, style)
    hexes = {place: centre(place) for place in at if place in cells}
    # From north to south, so that no pile covers the top of the one before it.
    for place in sorted(hexes, key=lambda number: (hexes[number][1], number)):
        placed += _piles(hexes[place], at[place], style)
    return [one for one in placed if one.piece] + [one for one in placed if not one.piece]


def _piles(middle: Point, pieces: Sequence[Piece], style: Style) -> list[LaidOut]:
    """Return one pile for each side and arm in a hex, side by side."""
    piles: dict[tuple[str, str], list[Piece]] = defaultdict(list)
    carriers = {piece.id: piece for piece in pieces}
    for piece in pieces:
        # Who is carried lies with his carrier, whatever his arm.
        carrier = carriers.get(piece.aboard, piece)
        piles[piece.seat, carrier.arm].append(piece)
    seats = list(style.seats)
    ordered = sorted(piles, key=lambda key: (key[1] in style.above, seats.index(key[0])))
    placed: list[LaidOut] = []
    spots = _SPOTS[min(len(ordered), len(_SPOTS)) - 1]
    for number, key in enumerate(ordered):
        dx, dy = spots[number % len(spots)]
        placed += _pile((middle[0] + dx, middle[1] + dy), piles[key])
    return placed


_SPOTS = (
    ((0.0, 0.0),),
    ((-19.0, 3.0), (19.0, -3.0)),
    ((-19.0, 8.0), (19.0, 8.0), (0.0, -20.0)),
    ((-19.0, 10.0), (19.0, 10.0), (-19.0, -20.0), (19.0, -20.0)),
)


def _pile(middle: Point, pieces: Sequence[Piece]) -> list[LaidOut]:
    # The strongest lies on top: big units first in the order of the counters.
    ordered = sorted(pieces, key=lambda piece: (len(piece.size), bool(piece.aboard)))
    depth = len(ordered)
    step = min(_STEP, 26 / depth)
    x = middle[0] - EDGE / 2 - step * (depth - 1) / 2
    y = middle[1] - EDGE / 2 + step * (depth - 1) / 2
    placed = [LaidOut(x + step * i, y - step * i, piece) for i, piece in enumerate(ordered)]
    if depth >= _DEEP:
        placed.append(LaidOut(placed[-1].x + EDGE - 13, placed[-1].y - 5, None, depth))
    return placed


def _rows(space: Space, pieces: Sequence[Piece], style: Style) -> list[LaidOut]:
    """Return runs of one kind each, fanned out as far as the room allows."""
    left, top, width, height = room(space)
    runs = _runs(pieces, style)
    for fan in _FANS:
        placed, bottom = _flow(runs, fan, left, top, width)
        if bottom <= top + height:
            break
    return placed


def room(space: Space) -> tuple[float, float, float, float]:
    """Return where counters stand in an area or box."""
    left, top, width, height = unit(space.frame)
    if space.kind == "box":
        return left + 8, top + _HEAD + 6, width - 16, height - _HEAD - 6
    return left, top, width, height


def _shelved(space: Space, shelves: Mapping[str, Sequence[Piece]], style: Style) -> list[LaidOut]:
    """Return who waits off the map: a row for each place, with its name unless it is the box itself."""
    if list(shelves) == [space.name]:
        return _rows(space, shelves[space.name], style)
    left, top, width, height = room(space)
    for fan in _FANS:
        placed, y = list[LaidOut](), top - 1
        for place, pieces in shelves.items():
            if place != space.name:
                placed.append(LaidOut(left - 2, y, None, 0, place))
            row, bottom = _flow(_runs(pieces, style), fan, left + _LABEL, y, width - _LABEL)
            placed += row
            y = bottom + 3
        if y <= top + height:
            break
    return placed


def _runs(pieces: Sequence[Piece], style: Style) -> list[list[list[Piece]]]:
    """Return runs of the same side and kind; a carrier and what it carries are one item of a run."""
    there = {piece.id for piece in pieces}
    cargo = defaultdict(list)
    for piece in pieces:
        if piece.aboard in there:
            cargo[piece.aboard].append(piece)

    def kind(piece: Piece) -> tuple[str, int, str]:
        return piece.shape, -style.arms.index(piece.arm), piece.symbol

    free = sorted((piece for piece in pieces if piece.aboard not in there), key=kind)
    return [[_loaded(piece, cargo) for piece in run] for _, run in groupby(free, key=kind)]


def _loaded(piece: Piece, cargo: Mapping[str, Sequence[Piece]]) -> list[Piece]:
    """Return a carrier above all that it carries, directly or not."""
    return [one for load in cargo.get(piece.id, ()) for one in _loaded(load, cargo)] + [piece]


def _flow(
    runs: Sequence[Sequence[Sequence[Piece]]], fan: float, left: float, top: float, width: float
) -> tuple[list[LaidOut], float]:
    """Return the runs in rows like words in lines, and where the last row ends."""
    placed: list[LaidOut] = []
    x, y = left, top
    side = ""
    for run in runs:
        shape = run[0][-1].shape
        if side and shape != side:
            x, y = left, y + EDGE + _GAP + 4
        side = shape
        held = 0
        for item in run:
            if x + EDGE + _CARGO * (len(item) - 1) > left + width:
                placed += _count(placed, held, fan)
                x, y, held = left, y + EDGE + _GAP, 0
            for number, piece in enumerate(item):
                placed.append(LaidOut(x + _CARGO * number, y, piece))
            held += len(item)
            x += fan + _CARGO * (len(item) - 1)
        placed += _count(placed, held, fan)
        if fan < EDGE:
            x += EDGE - fan + 3
    return placed, y + EDGE


def _count(placed: Sequence[LaidOut], held: int, fan: float) -> list[LaidOut]:
    if held < _DEEP or fan >= EDGE:
        return []
    last = placed[-1]
    return [LaidOut(last.x + EDGE - 13, last.y - 5, None, held)]

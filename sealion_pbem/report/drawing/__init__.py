"""The board picture: any position of a ruleset with a map, as SVG or as an opaque PNG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sealion_pbem.engine.muster import Stack
from sealion_pbem.engine.picture import Chart, Mark, Supplement, as_it_lies
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.showing import Draws
from sealion_pbem.errors import UsageError
from sealion_pbem.report.drawing import vector
from sealion_pbem.report.drawing.cardboard import EDGE, counter
from sealion_pbem.report.drawing.closeups import closeups_of
from sealion_pbem.report.drawing.happenings import spot as spot_on
from sealion_pbem.report.drawing.layout import LaidOut, layout, signposts
from sealion_pbem.report.drawing.stacks import stacks_in
from sealion_pbem.report.drawing.tags import tagged

__all__ = [
    "base_svg",
    "closeups",
    "counter_svg",
    "has_map",
    "png",
    "spot",
    "stacks",
    "svg",
    "unseen",
]

_MOST = 4
"""How many close-ups a report has."""
_BARE = Supplement()


def has_map(ruleset: Ruleset[Any]) -> bool:
    """Return whether positions of a ruleset can be drawn."""
    return isinstance(ruleset, Draws)


def svg(
    ruleset: Ruleset[Any],
    state: Any,
    *,
    marks: Sequence[Mark] = (),
    crop: Sequence[str] | None = None,
) -> str:
    """Return a position as an SVG document: the whole map, or the part around some places."""
    game = _drawable(ruleset)
    extra = game.supplement(state)
    chart = as_it_lies(game.chart(), extra)
    _check(chart, crop)
    placed = signposts(chart, extra) + layout(chart, game.pieces(state))
    rect = vector.rect_of(chart, crop, placed)
    if crop:
        chart = vector.part_of(chart, rect)
        placed = [one for one in placed if vector.meets(rect, (one.x, one.y, EDGE, EDGE))]
    return vector.document(
        rect,
        chart.title,
        vector.base(chart, is_plain=False),
        f'<g id="held">{vector.held_area(game.held(state), chart)}</g>',
        vector.loose_signs(chart),
        f'<g id="units">{vector.overlay(chart, placed, is_plain=False)}</g>',
        vector.marks_over(chart, marks, is_plain=False),
    )


def png(
    ruleset: Ruleset[Any],
    state: Any,
    *,
    marks: Sequence[Mark] = (),
    crop: Sequence[str] | None = None,
    width: int = vector.OVERVIEW,
    numbered: Sequence[str] | None = None,
) -> bytes:
    """Return a position as an opaque PNG with a palette.

    A close-up is not enlarged without end: a wider one of the same places shows more around them.
    The numbers of the hexes `numbered` are written large; by default those of a close-up in which
    something happened.
    """
    from sealion_pbem.report.drawing.raster import encode  # noqa: PLC0415 - SVG needs no pixels
    from sealion_pbem.report.drawing.sprites import paint  # noqa: PLC0415 - only a PNG needs it

    game = _drawable(ruleset)
    extra = game.supplement(state)
    chart = as_it_lies(game.chart(), extra)
    _check(chart, crop)
    placed = signposts(chart, extra) + layout(chart, game.pieces(state))
    if numbered is None:
        numbered = tagged(chart, marks) if crop else ()
    return encode(paint(chart, placed, game.held(state), marks, crop, width, numbered))


def unseen(
    ruleset: Ruleset[Any], state: Any, marks: Sequence[Mark], crops: Sequence[Sequence[str]]
) -> tuple[str, ...]:
    """Return the hexes in which something happened that none of these close-ups shows."""
    game = _drawable(ruleset)
    chart, placed = game.chart(), layout(game.chart(), game.pieces(state))
    rects = [_frame(chart, crop, placed) for crop in crops]
    return tuple(
        place
        for place in tagged(chart, marks)
        if not any(_shows(chart, rect, (place,)) for rect in rects)
    )


def stacks(
    ruleset: Ruleset[Any], state: Any, crop: Sequence[str], width: int = vector.OVERVIEW
) -> list[Stack]:
    """Return who stands together in what a close-up of some places shows."""
    game = _drawable(ruleset)
    chart, pieces = game.chart(), game.pieces(state)
    placed = layout(chart, pieces)
    return stacks_in(chart, pieces, placed, _frame(chart, crop, placed, width))


def closeups(
    ruleset: Ruleset[Any], state: Any, marks: Sequence[Mark]
) -> list[tuple[str, tuple[str, ...]]]:
    """Return titles and places of at most four close-ups: where most happened, else the front."""
    game = _drawable(ruleset)
    chart, placed = game.chart(), layout(game.chart(), game.pieces(state))
    found: list[tuple[str, tuple[str, ...]]] = []
    seen: list[vector.Rect] = []
    for title, crop in closeups_of(chart, marks):
        # What another close-up shows anyway needs none of its own.
        if len(found) < _MOST and not any(_shows(chart, rect, crop) for rect in seen):
            found.append((title, crop))
            seen.append(_frame(chart, crop, placed))
    held = tuple(place for places in game.held(state).values() for place in places)
    return found or ([("The front", held)] if held else [])


def _frame(
    chart: Chart, crop: Sequence[str], placed: Sequence[LaidOut], width: int = vector.OVERVIEW
) -> vector.Rect:
    """Return the part of the paper that a close-up of that width shows."""
    return vector.rect_of(chart, crop, placed, width / vector.DETAIL)


def _shows(chart: Chart, rect: vector.Rect, places: Sequence[str]) -> bool:
    left, top, width, height = rect
    spots = (spot_on(chart, place) for place in places)
    return all(left <= x <= left + width and top <= y <= top + height for x, y in spots)


def base_svg(ruleset: Ruleset[Any], extra: Supplement = _BARE) -> str:
    """Return the map without any counter, painted as a game has it, as an SVG document."""
    chart = as_it_lies(_drawable(ruleset).chart(), extra)
    return vector.document(
        vector.rect_of(chart, None),
        chart.title,
        vector.base(chart, is_plain=False),
        vector.loose_signs(chart),
    )


def spot(ruleset: Ruleset[Any], place: str) -> tuple[float, float]:
    """Return the middle of a hex, area or box in the units of `base_svg`."""
    chart = _drawable(ruleset).chart()
    _check(chart, (place,))
    return spot_on(chart, place)


def counter_svg(ruleset: Ruleset[Any], unit: str, left: int | None = None) -> str:
    """Return one counter as an SVG document, 46 units wide and high; as new, or with so much left."""
    game = _drawable(ruleset)
    piece, style = game.piece(unit, left), game.chart().style
    return vector.document((0, 0, EDGE, EDGE), piece.name, counter(piece, style, is_plain=False))


def _drawable(ruleset: Ruleset[Any]) -> Draws[Any]:
    if not isinstance(ruleset, Draws):
        raise UsageError(f"{ruleset.id} has no map to draw")
    return ruleset


def _check(chart: Any, places: Sequence[str] | None) -> None:
    known = {cell.number for cell in chart.cells} | {space.name for space in chart.spaces}
    for place in places or ():
        if place not in known:
            named = ["a hex"] if chart.cells else []
            named.append(", ".join(space.name for space in chart.spaces))
            raise UsageError(f"there is no place {place!r} on the map", hint=", or ".join(named))

"""Who stands together in a part of the map: every place with several units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sealion_pbem.engine.muster import Stack, forces_of
from sealion_pbem.engine.picture import Chart, Piece
from sealion_pbem.report.drawing.cardboard import EDGE
from sealion_pbem.report.drawing.geometry import centre
from sealion_pbem.report.drawing.layout import LaidOut

__all__ = ["stacks_in"]


def stacks_in(
    chart: Chart,
    pieces: Sequence[Piece],
    placed: Iterable[LaidOut],
    rect: tuple[float, float, float, float],
) -> list[Stack]:
    """Return the places with several units of which a part of the paper shows the counters."""
    seen = {one.piece.place for one in placed if one.piece and _is_inside(one, rect)}
    titles = {cell.number: f"{cell.number} {cell.name}".strip() for cell in chart.cells}
    titles |= {space.name: space.called or space.title for space in chart.spaces}
    hexes = {cell.number for cell in chart.cells}
    there: dict[str, list[Piece]] = {}
    for piece in pieces:
        if piece.place in seen:
            there.setdefault(piece.place, []).append(piece)
    # As one reads a map: from north to south, and what is no hex behind.
    ordered = sorted(
        (place for place, stack in there.items() if len(stack) > 1),
        key=lambda place: (place not in hexes, *(centre(place)[::-1] if place in hexes else (0, 0)), place),
    )  # fmt: skip
    return [Stack(titles.get(place, place), forces_of(there[place])) for place in ordered]


def _is_inside(one: LaidOut, rect: tuple[float, float, float, float]) -> bool:
    left, top, width, height = rect
    x, y = one.x + EDGE / 2, one.y + EDGE / 2
    return left <= x <= left + width and top <= y <= top + height

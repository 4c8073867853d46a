"""Who stands together: the units of every pile in a part of the map, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.picture import Chart, Piece
from sealion_pbem.report.drawing.cardboard import EDGE
from sealion_pbem.report.drawing.geometry import centre
from sealion_pbem.report.drawing.layout import LaidOut

__all__ = ["Stack", "stacks_in", "unit_in_words"]


@frozen
class Stack:
    """Everybody in one place: its number or name, and the units of each seat, carriers with their load."""

    place: str
    forces: tuple[tuple[str, tuple[str, ...]], ...]


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
    return [Stack(titles.get(place, place), _forces(there[place])) for place in ordered]


def _is_inside(one: LaidOut, rect: tuple[float, float, float, float]) -> bool:
    left, top, width, height = rect
    x, y = one.x + EDGE / 2, one.y + EDGE / 2
    return left <= x <= left + width and top <= y <= top + height


def _forces(stack: Sequence[Piece]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    there = {piece.id for piece in stack}
    loads: dict[str, list[Piece]] = {}
    for piece in stack:
        if piece.aboard in there:
            loads.setdefault(piece.aboard, []).append(piece)
    seats = dict.fromkeys(piece.seat for piece in stack)
    return tuple(
        (
            seat,
            tuple(
                _loaded(piece, loads)
                for piece in stack
                if piece.seat == seat and piece.aboard not in there
            ),
        )
        for seat in seats
    )


def _loaded(piece: Piece, loads: Mapping[str, Sequence[Piece]]) -> str:
    load = [_loaded(one, loads) for one in loads.get(piece.id, ())]
    return unit_in_words(piece) + (f" with {' and '.join(load)} aboard" if load else "")


def unit_in_words(piece: Piece) -> str:
    """Return a unit by name and id, with what is printed on it: "17 Inf (de_17_inf) 2-2-4"."""
    name = piece.name if piece.name == piece.id else f"{piece.name} ({piece.id})"
    reduced = "reduced" if piece.is_reduced else ""
    return " ".join(filter(None, (name, piece.values, reduced)))

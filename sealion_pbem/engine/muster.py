"""Who stands where, in words: every unit by name and id, with what is printed on it and whom it carries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.picture import Piece

__all__ = ["Stack", "forces_of", "muster", "unit_in_words"]


@frozen
class Stack:
    """Everybody in one place: its number or name, and the units of each seat, carriers with their load."""

    place: str
    forces: tuple[tuple[str, tuple[str, ...]], ...]

    def __str__(self) -> str:
        sides = (f"{seat}: {'; '.join(units)}" for seat, units in self.forces)
        return f"{self.place}  {' | '.join(sides)}"


def muster(pieces: Sequence[Piece]) -> list[Stack]:
    """Return everybody who is in play, place by place in the order of their names."""
    there: dict[str, list[Piece]] = {}
    for piece in pieces:
        there.setdefault(piece.place, []).append(piece)
    return [Stack(place, forces_of(there[place])) for place in sorted(there)]


def forces_of(stack: Sequence[Piece]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the units of each seat in one place; who is carried stands with his carrier."""
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

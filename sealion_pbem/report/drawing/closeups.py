"""Where things happened: the parts of the map that are worth a picture of their own."""

from __future__ import annotations

from collections.abc import Sequence

from sealion_pbem.engine.picture import Chart, Mark
from sealion_pbem.hexes.grid import distance

__all__ = ["closeups_of"]

_NEAR = 6
"""Hexes that lie so close to the first of a group belong to its picture."""
_FIGHT, _MOVE = 4, 1


def closeups_of(chart: Chart, marks: Sequence[Mark]) -> list[tuple[str, tuple[str, ...]]]:
    """Return groups of hexes and single areas, the liveliest first."""
    weights: dict[str, int] = {}
    for mark in marks:
        place = mark.places[-1]
        weights[place] = weights.get(place, 0) + (_FIGHT if mark.number else _MOVE)
    hexes = {cell.number for cell in chart.cells}
    areas = {s.name: s.called or s.title for s in chart.spaces if s.kind == "area"}
    groups: list[tuple[int, str, tuple[str, ...]]] = []
    left = sorted((place for place in weights if place in hexes), key=lambda p: (-weights[p], p))
    while left:
        first = left[0]
        near = [place for place in left if distance(first, place) <= _NEAR]
        left = [place for place in left if place not in near]
        weight = sum(weights[place] for place in near)
        groups.append((weight, _around(chart, first), tuple(sorted(near))))
    for place, name in areas.items():
        if weights.get(place, 0) >= _FIGHT:
            groups.append((weights[place], name, (place,)))
    groups.sort(key=lambda group: (-group[0], group[1]))
    return [(title, crop) for _, title, crop in groups]


def _around(chart: Chart, number: str) -> str:
    """Return the name of the nearest town."""
    towns = [
        (distance(number, cell.number), cell.number, cell.name) for cell in chart.cells if cell.name
    ]
    if not towns:
        return number
    far, _, name = min(towns)
    return name if not far else f"Near {name}"

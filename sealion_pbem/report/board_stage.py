"""The stage of a game that has a board picture: its map, its places, its counters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sealion_pbem.engine.picture import Chart, Supplement
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.showing import Draws
from sealion_pbem.report.drawing import base_svg, counter_svg, spot
from sealion_pbem.report.drawing.cardboard import EDGE
from sealion_pbem.report.drawing.geometry import HEIGHT, num, unit
from sealion_pbem.report.drawing.layout import LaidOut, room, signposts
from sealion_pbem.report.drawing.vector import legend_room, overlay
from sealion_pbem.report.passage import ChronicleSubject
from sealion_pbem.report.stage import ReplayStage, Spot

__all__ = ["board_stage"]

_HEAD = 26
"""The height of a box's title."""
_ROOT = re.compile(r"\A<svg\b[^>]*>(?:<title>[^<]*</title>)?(.*)</svg>\s*\Z", re.DOTALL)
_NAMED = re.compile(r'(\bid="|url\(#|href="#)')


def board_stage(ruleset: Ruleset[Any], subject: ChronicleSubject) -> ReplayStage:
    """Return the map of a ruleset with every place and counter of a campaign."""
    assert isinstance(ruleset, Draws), "asked for games with a map only"
    chart = ruleset.chart()
    spots = {cell.number: _hex(ruleset, cell.number) for cell in chart.cells}
    for space in chart.spaces:
        left, top, width, height = unit(space.frame)
        head = _HEAD if space.kind == "box" else 0
        spots[space.name] = Spot(
            round(left + width / 2), round(top + head + (height - head) / 2),
            round(width) - 10, round(height - head) - 10, is_stack=False,
        )  # fmt: skip
    agreed = subject.charter.body
    extra = ruleset.supplement(ruleset.setup(agreed.scenario, agreed.options))
    # Signs come and go; where land lies is decided once, perhaps after the start.
    extra = replace(extra, grounds=subject.grounds or extra.grounds)
    shelves = _shelves(chart, extra)
    spots |= shelves
    faces = {
        name: tuple(_face(counter_svg(ruleset, name, left)) for left in range(piece.full, 0, -1))
        for name, piece in subject.roster.items()
    }
    left, top, width, height = map(round, unit(chart.frame))
    inside = _NAMED.sub(r"\1m-", _inside(base_svg(ruleset, extra)))
    inside += overlay(chart, [*signposts(chart, extra), *_names(shelves)], is_plain=False)
    # A drawing of its own ends at its edge; a page shows more than the paper.
    size = f'x="{left}" y="{top}" width="{width}" height="{height}"'
    base = f'<svg {size} viewBox="{left} {top} {width} {height}">{inside}</svg>'
    titles = {cell.number: cell.name for cell in chart.cells if cell.name}
    titles |= {space.name: space.called or space.title for space in chart.spaces}
    return ReplayStage(
        (left, top, width, height), base, spots, faces, EDGE, round(HEIGHT),
        _values(ruleset, subject), titles, ("", "") if shelves else _cover(chart),
        {tint: chart.style.inks[tint] for tint in chart.style.tints},
    )  # fmt: skip


def _values(ruleset: Draws[Any], subject: ChronicleSubject) -> dict[str, tuple[str, ...]]:
    """Return what is printed large on every counter, as new and weaker and weaker."""
    return {
        name: tuple(ruleset.piece(name, left).values for left in range(piece.full, 0, -1))
        for name, piece in subject.roster.items()
    }


def _cover(chart: Chart) -> tuple[str, str]:
    """Return the legend's box, and a piece of paper to lay over its signs."""
    for space in chart.spaces:
        if space.name == chart.legend:
            x, y, width, height = map(num, legend_room(space))
            ink = chart.style.inks["box"]
            return (
                space.name,
                f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{ink}"/>',
            )
    return "", ""


def _shelves(chart: Chart, extra: Supplement) -> dict[str, Spot]:
    """Return a row for every shelf in the legend's box, and one for whoever is set up from there."""
    if not extra.shelves:
        return {}
    left, top, width, height = room(next(s for s in chart.spaces if s.name == chart.legend))
    names = (chart.legend, *extra.shelves)
    pitch = height / len(names)
    return {
        name: Spot(
            round(left + (EDGE + width) / 2), round(top + (number + 0.5) * pitch),
            round(width) - EDGE - 8, round(pitch) - 4, is_stack=False,
        )
        for number, name in enumerate(names)
    }  # fmt: skip


def _names(shelves: Mapping[str, Spot]) -> list[LaidOut]:
    """Return the names of shelves beside them; the first is the box itself and has its title."""
    return [
        LaidOut(spot.x - spot.width / 2 - EDGE, spot.y - EDGE / 2, None, words=name)
        for name, spot in list(shelves.items())[1:]
    ]


def _hex(ruleset: Ruleset[Any], number: str) -> Spot:
    x, y = spot(ruleset, number)
    return Spot(round(x), round(y), EDGE, EDGE, is_stack=True)


def _face(document: str) -> str:
    """Return a counter around its middle."""
    return f'<g transform="translate({-EDGE // 2},{-EDGE // 2})">{_inside(document)}</g>'


def _inside(document: str) -> str:
    """Return what an SVG document holds."""
    found = _ROOT.match(document)
    assert found is not None, "the picture is an SVG document"
    return found[1]

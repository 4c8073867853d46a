"""From a game to its VASSAL kit: counters, places and pictures, as the game itself tells and draws them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape
from math import ceil, floor
from typing import Any

from sealion_pbem.engine.capability import HasOptionalRules, Schedules, timetable_of
from sealion_pbem.engine.chronicle import Enlists, Enrolled, KeepsStatistics
from sealion_pbem.engine.picture import Chart
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.showing import Draws
from sealion_pbem.errors import UsageError
from sealion_pbem.report.drawing import counter_svg
from sealion_pbem.report.drawing.cardboard import EDGE
from sealion_pbem.report.drawing.geometry import HEIGHT as DRAWN_HEIGHT
from sealion_pbem.report.drawing.geometry import centre, unit
from sealion_pbem.report.drawing.paint import SANS, text
from sealion_pbem.report.drawing.vector import base, loose_signs
from sealion_pbem.vassal.build_file import PICTURE
from sealion_pbem.vassal.kit import Kit, KitCounter, Zone
from sealion_pbem.vassal.lattice import COLUMN, HEIGHT, Lattice
from sealion_pbem.vassal.recorder import Recorder, When
from sealion_pbem.vassal.saved_game import SavedGame
from sealion_pbem.vassal.vmod import write_module

__all__ = ["kit_of", "module_of", "stage_of", "standing"]

_TITLE = 26
"""The height of a box's title, in which no counter lies."""
_SHELF_WIDTH, _SHELF_HEIGHT = 220, 130
_SHEET = 24
"""So many counters stand in a row when they are drawn together."""


def module_of(ruleset: Ruleset[Any]) -> bytes:
    """Return the VASSAL module of a game; UsageError: it has no map."""
    kit = kit_of(ruleset)
    return write_module(kit, _pictures(ruleset, kit), _setups(ruleset, kit), _guide(kit))


@lru_cache(maxsize=4)
def kit_of(ruleset: Ruleset[Any]) -> Kit:
    """Return the kit of a game; UsageError: it has no map."""
    chart = _drawable(ruleset).chart()
    first = min((int(cell.number[:2]) for cell in chart.cells), default=0)
    lattice = _lattice(chart, first)
    at = _Pixels(chart, first)
    shelves = _shelves(ruleset, chart)
    width, height = at.size
    columns = max(1, width // _SHELF_WIDTH)
    rows = ceil(len(shelves) / columns)
    below = [
        Zone(
            name, name, _SHELF_WIDTH * (number % columns),
            height + _SHELF_HEIGHT * (number // columns), _SHELF_WIDTH, _SHELF_HEIGHT, _TITLE,
        )
        for number, name in enumerate(shelves)
    ]  # fmt: skip
    return Kit(
        name=ruleset.title,
        version=f"{ruleset.revision}.0",
        title=f"{ruleset.title} by mail ({ruleset.id})",
        seats=tuple(ruleset.seats),
        counters=tuple(_counters(ruleset)),
        width=width,
        height=height + rows * _SHELF_HEIGHT,
        zones=(*at.zones(), *below),
        stages=_stages(ruleset),
        lattice=lattice,
        hexes=frozenset(cell.number for cell in chart.cells),
    )


def standing(ruleset: Ruleset[Any], state: Any) -> Mapping[str, tuple[str, int]]:
    """Return where every unit is and what is left of it."""
    if isinstance(ruleset, KeepsStatistics):
        return {unit: (at.place, at.left) for unit, at in ruleset.whereabouts(state).items()}
    pieces = _drawable(ruleset).pieces(state)
    return {piece.id: (piece.place, 1 if piece.is_reduced else 2) for piece in pieces}


def stage_of(ruleset: Ruleset[Any], state: Any) -> str:
    """Return the stage of a game turn that the turn tracker shows; empty if the game has none."""
    return next(iter(timetable_of(ruleset).stage_names(state)), "")


def _drawable(ruleset: Ruleset[Any]) -> Draws[Any]:
    if isinstance(ruleset, Enlists):
        raise UsageError(
            f"the counters of {ruleset.title} are not known before they come into play, so there is no "
            "VASSAL module of it",
            hint="'sealion board' and 'sealion replay' show its map",
        )
    if not isinstance(ruleset, Draws):
        raise UsageError(
            f"{ruleset.title} has no map, so there is nothing to show in VASSAL",
            hint="'sealion report' tells its turns",
        )
    return ruleset


class _Pixels:
    """The paper of a chart in VASSAL's pixels: columns are a little wider than they are drawn."""

    def __init__(self, chart: Chart, first: int) -> None:
        self._chart = chart
        left, top, width, height = unit(chart.frame)
        pitch = centre("0100")[0]
        self.stretch = COLUMN / pitch if chart.cells else 1.0
        # The first column must lie on a whole pixel, or no hex would.
        middle = (first * pitch - left) * self.stretch
        self.shift = ceil(middle) - middle - left * self.stretch, -floor(top)
        self.size = ceil(width * self.stretch) + 1, ceil(height)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Return a point of the drawing as a pixel."""
        return round(x * self.stretch + self.shift[0]), round(y + self.shift[1])

    def zones(self) -> Iterator[Zone]:
        """Return every place of the chart that is no hex."""
        for space in self._chart.spaces:
            left, top, width, height = unit(space.frame)
            x, y = self.at(left, top)
            right, bottom = self.at(left + width, top + height)
            head = _TITLE if space.kind == "box" else 0
            yield Zone(space.name, space.title, x, y, right - x, bottom - y, head)


def _lattice(chart: Chart, first: int) -> Lattice | None:
    if not chart.cells:
        return None
    row = min(int(cell.number[2:]) for cell in chart.cells)
    return Lattice(first, row, *_Pixels(chart, first).at(*centre(f"{first:02d}{row:02d}")))


def _games(ruleset: Ruleset[Any]) -> Iterator[tuple[str, Any]]:
    """Return the games that can be begun, with a title each: plain, and with every optional rule."""
    for scenario, title in ruleset.scenarios.items():
        yield title, ruleset.setup(scenario, {})
        if isinstance(ruleset, HasOptionalRules) and ruleset.optional_rules:
            rules = dict(ruleset.optional_rules)
            yield f"{title}, with all optional rules", ruleset.setup(scenario, rules)


def _counters(ruleset: Ruleset[Any]) -> Iterator[KitCounter]:
    """Return every counter that a game of the ruleset can have."""
    known: dict[str, Enrolled] = {}
    for _, state in _games(ruleset):
        known |= {name: one for name, one in _roster(ruleset, state).items() if name not in known}
    for name, one in known.items():
        yield KitCounter(name, one.seat, one.name, one.full)


def _roster(ruleset: Ruleset[Any], state: Any) -> Mapping[str, Enrolled]:
    if isinstance(ruleset, KeepsStatistics):
        return ruleset.roster(state)
    pieces = _drawable(ruleset).pieces(state)
    return {piece.id: Enrolled(piece.seat, piece.name, 2) for piece in pieces}


def _shelves(ruleset: Ruleset[Any], chart: Chart) -> list[str]:
    """Return the places where units can be that are not on the map."""
    drawn = {cell.number for cell in chart.cells} | {space.name for space in chart.spaces}
    found: dict[str, None] = {}
    if isinstance(ruleset, KeepsStatistics):
        found |= dict.fromkeys(ruleset.places())
    for _, state in _games(ruleset):
        found |= dict.fromkeys(_drawable(ruleset).supplement(state).shelves)
        found |= dict.fromkeys(place for place, _ in standing(ruleset, state).values())
    return [place for place in found if place and place not in drawn]


def _stages(ruleset: Ruleset[Any]) -> tuple[str, ...]:
    """Return the parts of a game turn; names with a number are other names of the same parts."""
    if not isinstance(ruleset, Schedules):
        return ()
    words = tuple(name for name in ruleset.stages if not any(map(str.isdigit, name)))
    return words or tuple(ruleset.stages)


def _setups(ruleset: Ruleset[Any], kit: Kit) -> dict[str, SavedGame]:
    found = {}
    for title, state in _games(ruleset):
        moment = When("", 0, ruleset.game_turn(state), stage_of(ruleset, state))
        found[title] = Recorder(kit, moment, standing(ruleset, state)).saved(title)
    return found


def _pictures(ruleset: Ruleset[Any], kit: Kit) -> dict[str, bytes]:
    """Return the map and every face of every counter, as PNG."""
    from sealion_pbem.report.drawing.raster import (  # noqa: PLC0415 - only a module needs pixels
        encode,
        palette,
        rasterise,
        reduce,
    )

    chart = _drawable(ruleset).chart()
    drawn = rasterise(_map_svg(chart, kit), kit.width, kit.height)
    found = {PICTURE: encode(reduce(drawn, palette(chart.style)))}
    faces = [
        (counter.image(left), counter_svg(ruleset, counter.id, left))
        for counter in kit.counters
        for left in range(counter.faces, 0, -1)
    ]
    # One sheet of all is drawn in a fraction of the time that each would take alone.
    rows = ceil(len(faces) / _SHEET)
    spots = [(EDGE * (number % _SHEET), EDGE * (number // _SHEET)) for number in range(len(faces))]
    inside = "".join(
        face.replace("<svg ", f'<svg x="{x}" y="{y}" ', 1)
        for (x, y), (_, face) in zip(spots, faces, strict=True)
    )
    sheet = rasterise(_svg(EDGE * _SHEET, EDGE * rows, inside), EDGE * _SHEET, EDGE * rows)
    for (x, y), (name, _) in zip(spots, faces, strict=True):
        found[name] = encode(sheet.crop((x, y, x + EDGE, y + EDGE)))
    return found


def _map_svg(chart: Chart, kit: Kit) -> str:
    """Return the map, and below it a box for each place that it has not."""
    first = min((int(cell.number[:2]) for cell in chart.cells), default=0)
    paper = _Pixels(chart, first)
    matrix = f"matrix({paper.stretch:.9f} 0 0 1 {paper.shift[0]:.6f} {paper.shift[1]:.6f})"
    drawn = f'<g transform="{matrix}">{base(chart, is_plain=False)}{loose_signs(chart)}</g>'
    known = {space.name for space in chart.spaces}
    ink, ground = chart.style.inks["text"], chart.style.inks["box"]
    boxes = "".join(
        f'<rect x="{zone.left + 2}" y="{zone.top + 2}" width="{zone.width - 4}" '
        f'height="{zone.height - 4}" rx="6" fill="{ground}" stroke="{ink}" stroke-width="1.5"/>'
        + text(zone.left + 10, zone.top + 19, zone.title, 14, font_family=SANS, fill=ink)
        for zone in kit.zones
        if zone.name not in known
    )
    below = f'<rect width="{kit.width}" height="{kit.height}" fill="{ground}"/>'
    return _svg(kit.width, kit.height, below + drawn + boxes)


def _svg(width: int, height: int, inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">{inside}</svg>'
    )


def _guide(kit: Kit) -> str:
    """Return the page of help."""
    lines = (
        f"<h1>{escape(kit.title)}</h1>",
        "<p>This module shows campaigns that are played by mail with sealion-pbem.</p>",
        "<ol><li>Open the .vsav or .vlog that you were sent. In a log, PgDn goes on by one step.</li>",
        (
            "<li>To give orders, begin a log (File, Begin Logfile) in the newest position and drag your "
            "counters. Write End Logfile when you are done.</li>"
        ),
        (
            "<li>Then run: sealion vassal orders FILE.vlog. It writes an order sheet, says which steps "
            "it did not understand, and asks for what no counter can say.</li></ol>"
        ),
        (
            "<p>Dice thrown here do not count: those of the game are thrown when your signed turn is "
            "judged, and everybody can prove them afterwards.</p>"
        ),
        (
            "<p>Choose a VASSAL password that you use nowhere else: VASSAL writes it readably into every "
            "file. 'sealion vassal scrub' blanks it.</p>"
        ),
    )
    assert DRAWN_HEIGHT == HEIGHT, "hexes are as high on the paper as on the grid"
    return "<html><body>" + "\n".join(lines) + "</body></html>\n"

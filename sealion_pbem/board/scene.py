"""The scene: the map of a game, where its places are, and the faces of its counters.

Positions are told to the page as faces put somewhere: a counter, the number on a pile, a sign. All
faces lie on one sheet, which grows when a counter looks as none did before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from html import escape
from math import isqrt
from typing import Any, Protocol

from sealion_pbem.board.tree import Tree, tree_of
from sealion_pbem.engine.chronicle import KeepsStatistics, Whereabouts
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.picture import Chart, MapHex, Mark, Piece
from sealion_pbem.engine.showing import Draws
from sealion_pbem.engine.words import Json
from sealion_pbem.report.drawing import vector
from sealion_pbem.report.drawing.cardboard import EDGE, counter
from sealion_pbem.report.drawing.geometry import HEIGHT, centre, unit
from sealion_pbem.report.drawing.layout import LaidOut, layout, signposts
from sealion_pbem.report.page import text_of
from sealion_pbem.report.stage import ReplayStage, Spot, plain_stage
from sealion_pbem.umpire.history import subject_of
from sealion_pbem.umpire.record import Record

__all__ = ["PlacedFace", "Scene", "Shown", "ShownUnit", "scene_of"]

_INK = 'stroke="#111" stroke-width="4" stroke-opacity=".75"'
_RING = 'fill="none" stroke="#b3140b" stroke-width="4" stroke-dasharray="6 3"'
_ROW = 16
"""So many faces lie side by side on the sheet."""


@frozen
class ShownUnit:
    """A unit in play as the page tells it; `what` is its kind in words."""

    id: str
    name: str
    seat: str
    place: str
    what: str = ""
    values: str = ""
    note: str = ""
    is_reduced: bool = False
    aboard: str = ""


@frozen
class PlacedFace:
    """A face and its upper left corner; `unit` is the counter's, or "" on what is none."""

    face: int
    x: int
    y: int
    unit: str = ""


@frozen
class Shown:
    """A position as it is drawn: faces from the lowest up, what is tinted, what happened."""

    placed: tuple[PlacedFace, ...]
    units: tuple[ShownUnit, ...]
    held: Tree
    marks: Tree

    @property
    def document(self) -> dict[str, Json]:
        """The drawing as JSON."""
        return {
            "placed": [[one.face, one.x, one.y, one.unit] for one in self.placed],
            "units": {
                one.id: {
                    "name": one.name, "seat": one.seat, "place": one.place, "what": one.what,
                    "values": one.values, "note": one.note, "reduced": one.is_reduced,
                    "aboard": one.aboard,
                }
                for one in self.units
            },
            "held": self.held,
            "marks": self.marks,
        }  # fmt: skip


class Scene(Protocol):
    """What a table needs to show any position of its game."""

    sheet: FaceSheet

    @property
    def document(self) -> dict[str, Json]:
        """The map as JSON: its size, its places, the size of a counter."""

    @property
    def places(self) -> Collection[str]:
        """The hexes, areas and boxes of the map, by id."""

    @property
    def boxes(self) -> Collection[str]:
        """Those of them that lie beside the map."""

    def picture(self) -> tuple[str, bytes]:
        """Return the bare map and of which media type it is."""

    def shown(self, state: Any, marks: Iterable[Mark] = (), before: Any = None) -> Shown:
        """Return a position as it is drawn, with what happened since another one."""


class FaceSheet:
    """All faces of counters in one picture, in the order in which they came up."""

    def __init__(self, edge: int, style: str = "") -> None:
        self.edge = edge
        self._faces: dict[str, int] = {}
        self._style = f"<style>{style}</style>" if style else ""

    def __len__(self) -> int:
        return len(self._faces)

    def face(self, drawing: str) -> int:
        """Return the number of a face, which is put on the sheet if it is new."""
        return self._faces.setdefault(drawing, len(self._faces))

    @property
    def svg(self) -> str:
        """The sheet as an SVG document, with so many faces in a row as `document` says."""
        rows = -(-len(self._faces) // _ROW)
        width, height = _ROW * self.edge, rows * self.edge
        drawn = "".join(
            f'<svg x="{number % _ROW * self.edge}" y="{number // _ROW * self.edge}" '
            f'width="{self.edge}" height="{self.edge}" overflow="hidden">{face}</svg>'
            for face, number in self._faces.items()
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}">{self._style}{drawn}</svg>'
        )

    @property
    def document(self) -> dict[str, Json]:
        """How faces are found on the sheet."""
        return {"faces": len(self._faces), "row": _ROW, "edge": self.edge}


def scene_of(record: Record) -> Scene:
    """Return the scene of a campaign: the game's own map, or bare hexes."""
    if isinstance(record.ruleset, Draws):
        return _ChartedScene(record.ruleset)
    return _BareScene(record)


class _ChartedScene:
    """The scene of a game that has a map."""

    def __init__(self, game: Draws[Any]) -> None:
        self._game = game
        self._chart = game.chart()
        self.sheet = FaceSheet(EDGE)

    @property
    def document(self) -> dict[str, Json]:
        chart = self._chart
        left, top, width, height = unit(chart.frame)
        cells = {
            cell.number: {
                "kind": "hex", "x": _round(centre(cell.number)[0]), "y": _round(centre(cell.number)[1]),
                "title": cell.name, "words": _words(chart, cell),
                "sites": [site.name or site.kind for site in cell.sites],
            }
            for cell in chart.cells
        }  # fmt: skip
        return {
            "title": chart.title,
            "view": [left, top, width, height],
            "hex": HEIGHT if cells else 0,
            "places": cells | dict(_spaces(chart.spaces)),
            "seats": dict(chart.style.seats),
            "loose": tree_of(vector.loose_signs(chart)),
        }

    @cached_property
    def places(self) -> Collection[str]:
        cells = (cell.number for cell in self._chart.cells)
        return frozenset(cells) | {space.name for space in self._chart.spaces}

    @cached_property
    def boxes(self) -> Collection[str]:
        return frozenset(space.name for space in self._chart.spaces if space.kind == "box")

    def picture(self) -> tuple[str, bytes]:
        if self._chart.drawn is not None:
            return "image/png", self._chart.drawn(False)  # noqa: FBT003 - the full map, not the plain one
        rect = vector.rect_of(self._chart, None)
        drawn = vector.document(rect, self._chart.title, vector.base(self._chart, is_plain=False))
        return "image/svg+xml", drawn.encode()

    def shown(self, state: Any, marks: Iterable[Mark] = (), before: Any = None) -> Shown:
        del before
        game, chart = self._game, self._chart
        pieces, extra = game.pieces(state), game.supplement(state)
        laid = signposts(chart, extra) + layout(chart, pieces)
        tinted = vector.held_area(game.held(state), chart)
        return Shown(
            tuple(self._placed(one) for one in laid),
            tuple(map(_unit, pieces)),
            tree_of(vector.grounds_over(chart, extra) + _cover(chart, laid) + tinted),
            tree_of(vector.marks_over(chart, tuple(marks), is_plain=False)),
        )

    def _placed(self, one: LaidOut) -> PlacedFace:
        style = self._chart.style
        if one.piece is None:
            face = self.sheet.face(vector.bare(one, style, is_plain=False))
            return PlacedFace(face, round(one.x), round(one.y))
        face = self.sheet.face(counter(one.piece, style, is_plain=False))
        return PlacedFace(face, round(one.x), round(one.y), one.piece.id)


class _BareScene:
    """The scene of a game without a map of its own: its hexes and boxes, bare."""

    def __init__(self, record: Record) -> None:
        self._game = record.ruleset
        subject = subject_of(record)
        self._roster, self._subject = dict(subject.roster), subject
        self._places = subject.places
        self._stage: ReplayStage = plain_stage(subject)
        self._style = text_of("history/replay.css")
        self.sheet = FaceSheet(self._stage.counter, self._style)

    @property
    def document(self) -> dict[str, Json]:
        stage = self._stage
        return {
            "title": self._game.title,
            "view": [*stage.view],
            "hex": stage.hex_height,
            "places": {
                name: {
                    "kind": "hex" if spot.is_stack else "box", "x": spot.x, "y": spot.y,
                    "title": "", "words": [self._places[name].word], "sites": [],
                    "frame": [spot.x - spot.width // 2, spot.y - spot.height // 2, spot.width, spot.height],
                }
                for name, spot in stage.spots.items()
            },
            "seats": {},
            "loose": ["g", {}],
        }  # fmt: skip

    @property
    def places(self) -> Collection[str]:
        return self._stage.spots.keys()

    @property
    def boxes(self) -> Collection[str]:
        return [name for name, spot in self._stage.spots.items() if not spot.is_stack]

    def picture(self) -> tuple[str, bytes]:
        left, top, width, height = self._stage.view
        drawn = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" '
            f'width="{width}" height="{height}"><style>{escape(self._style, quote=False)}</style>'
            f"{self._stage.base}</svg>"
        )
        return "image/svg+xml", drawn.encode()

    def shown(self, state: Any, marks: Iterable[Mark] = (), before: Any = None) -> Shown:
        del marks
        assert isinstance(self._game, KeepsStatistics) or not self._roster, "who has a roster"
        found = self._whereabouts(state)
        if isinstance(self._game, KeepsStatistics) and not found.keys() <= self._roster.keys():
            # Fleets that were opened meanwhile.
            self._roster |= self._game.roster(state)
            self._stage = plain_stage(replace(self._subject, roster=self._roster))
        there = {name: where for name, where in found.items() if where.left and where.place}
        drawn = "" if before is None else "".join(self._happened(self._whereabouts(before), found))
        units = tuple(self._units(there))
        return Shown(tuple(self._faces(there)), units, ["g", {}], tree_of(drawn))

    def _whereabouts(self, state: Any) -> Mapping[str, Whereabouts]:
        return self._game.whereabouts(state) if isinstance(self._game, KeepsStatistics) else {}

    def _happened(
        self, before: Mapping[str, Whereabouts], after: Mapping[str, Whereabouts]
    ) -> Iterator[str]:
        """Return an arrow for every way that somebody went, and a ring where somebody lost something."""
        spots, moves, losses = self._stage.spots, dict[tuple[str, str], None](), dict[str, None]()
        for name, was in before.items():
            now = after.get(name)
            if was.left and was.place in spots and (now is None or now.left < was.left):
                losses[was.place if now is None or now.place not in spots else now.place] = None
            if (
                now
                and now.left
                and was.place != now.place
                and {was.place, now.place} <= spots.keys()
            ):
                moves[was.place, now.place] = None
        for here, there in moves:
            yield _arrow(spots[here], spots[there])
        for place in losses:
            spot = spots[place]
            yield f'<circle cx="{spot.x}" cy="{spot.y}" r="{self._stage.counter}" {_RING}/>'

    def _faces(self, there: Mapping[str, Whereabouts]) -> Iterator[PlacedFace]:
        at: dict[str, list[str]] = {}
        for name, where in there.items():
            at.setdefault(where.place, []).append(name)
        edge = self._stage.counter
        for place, names in at.items():
            spot = self._stage.spots[place]
            step = edge + 3 if not spot.is_stack else 4
            row = max(1, spot.width // step) if not spot.is_stack else len(names)
            for number, name in enumerate(names):
                x = spot.x - edge // 2 + number * step - step * (len(names) - 1) // 2
                y = spot.y - edge // 2 - (number * step - step * (len(names) - 1) // 2)
                if not spot.is_stack:
                    x = spot.x - spot.width // 2 + number % row * step
                    y = spot.y - spot.height // 2 + number // row * step
                faces = self._stage.faces[name]
                half = edge // 2
                drawn = faces[min(len(faces) - 1, self._roster[name].full - there[name].left)]
                face = self.sheet.face(f'<g transform="translate({half},{half})">{drawn}</g>')
                yield PlacedFace(face, x, y, name)

    def _units(self, there: Mapping[str, Whereabouts]) -> Iterator[ShownUnit]:
        for name, where in there.items():
            known = self._roster[name]
            left, reduced = where.left, where.left < known.full
            yield ShownUnit(
                name, known.name, known.seat, where.place, known.arm, f"{left}/{known.full}",
                is_reduced=reduced, aboard=where.aboard,
            )  # fmt: skip


def _arrow(here: Spot, there: Spot) -> str:
    across, down = there.x - here.x, there.y - here.y
    long = isqrt(across**2 + down**2) or 1
    x, y = there.x - across * 14 // long, there.y - down * 14 // long
    side, up = down * 8 // long, across * 8 // long
    return (
        f'<path d="M{here.x},{here.y}L{x},{y}" fill="none" {_INK}/>'
        f'<polygon points="{there.x},{there.y} {x - side},{y + up} {x + side},{y - up}" fill="#111"/>'
    )


def _cover(chart: Chart, laid: Sequence[LaidOut]) -> str:
    """Return what hides the legend where counters stand upon it."""
    room = vector.covered(chart, laid)
    if room is None:
        return ""
    x, y, width, height = room
    ink = chart.style.inks["box"]
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{ink}"/>'


def _words(chart: Chart, cell: MapHex) -> list[str]:
    """Return what the ground of a hex is, what lies there, and inside which lines it is."""
    words = {*cell.terrain, *cell.features}
    return sorted(f"inside the {word} line" if word in chart.lines else word for word in words)


def _spaces(spaces: Iterable[Any]) -> Iterator[tuple[str, Json]]:
    for space in spaces:
        left, top, width, height = unit(space.frame)
        yield space.name, {
            "kind": space.kind, "x": _round(left + width / 2), "y": _round(top + height / 2),
            "title": space.called or space.title, "words": [], "sites": [],
            "frame": [left, top, width, height],
            "outline": [[*unit(point)] for point in space.outline],
        }  # fmt: skip


def _unit(piece: Piece) -> ShownUnit:
    what = f"{piece.size} {piece.symbol.replace('_', ' ')}".strip()
    return ShownUnit(
        piece.id, piece.name, piece.seat, piece.place, what, piece.values, piece.note,
        piece.is_reduced, piece.aboard,
    )  # fmt: skip


def _round(number: float) -> float:
    return round(number, 1)

"""Sealion as a picture: the map, the counters and what happened, in the words of engine/picture.py.

Where sea spaces and boxes lie on the paper is decided here: the map has no hexes at sea.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from sealion_pbem.engine.picture import (
    Chart,
    Hexside,
    MapHex,
    Piece,
    Site,
    Space,
    Supplement,
)
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.board import BRITAIN, CONVOY, EAST, FRANCE, WEST
from sealion_pbem.rulesets.sealion.counters import RAIL_MOVE, Counter
from sealion_pbem.rulesets.sealion.data import HexFacts
from sealion_pbem.rulesets.sealion.edition import Edition
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import UXBRIDGE
from sealion_pbem.rulesets.sealion.rules.ch14_options.placing import TRACK
from sealion_pbem.rulesets.sealion.state import GERMAN, State
from sealion_pbem.rulesets.sealion.style import STYLE

__all__ = ["chart", "held", "piece", "pieces", "supplement"]

# What a counter shows by its colour, shape or size need not stand in its name.
_SHORT = {
    **dict.fromkeys(("German", "British", "XX", "X", "airborne", "dummy", "Plane", "Thames"), ""),
    "(air)": "Air",
    "mine": "Mine",
    "magnetic": "Mag",
    "Estuary": "Est",
    "Batterie": "Bt",
    "Fliegerdivision": "FlDiv",
    "Fliegerkorps": "FlK",
    "Flotilla": "Flot",
    "Grossdeutschland": "GrossD",
    "Luftflotte": "LF",
    "Minesweepers": "Msw",
    "Submarines": "Subs",
    "Transports": "Trans",
}
_HAND = "Hand"
"""Where units wait during set-up (5.0)."""
_CALLED = {_HAND: "Units not on the map"}
_BANDS = ("yellow", "orange", "red")
# Corners of the paper and of what lies on it, in hundredths of columns and rows.
_PAPER = (1900, 25, 7100, 3790)
_SEA = 3270
_SPACES = (
    ("Thames Estuary", "Thames Estuary", "area", (6640, 345), (6215, 385, 7060, 925)),
    ("A", "A", "area", (6800, 1990), (6470, 2040, 7060, 3210)),
    ("B", "B", "area", (6020, 2490), (5720, 2540, 6320, 3230)),
    ("C", "C", "area", (5340, 2690), (5070, 2740, 5600, 3230)),
    ("D", "D", "area", (4620, 2690), (4280, 2740, 4960, 3230)),
    ("E", "E", "area", (3780, 2690), (3390, 2740, 4180, 3230)),
    ("F", "F", "area", (3120, 2700), (2920, 2750, 3290, 3230)),
    ("G", "G", "area", (2130, 2960), (1955, 3005, 2470, 3240)),
    (WEST, "Royal Navy · West", "box", (1915, 3300), (1915, 3300, 2625, 3765)),
    (EAST, "Royal Navy · East", "box", (2645, 3300), (2645, 3300, 3335, 3765)),
    (BRITAIN, "British airbases", "box", (3355, 3300), (3355, 3300, 3895, 3765)),
    (_HAND, "Signs · units not on the map", "box", (3915, 3300), (3915, 3300, 4655, 3765)),
    ("Turn 3", "Turn 3", "box", (4675, 3300), (4675, 3300, 5035, 3765)),
    ("Turn 4", "Turn 4", "box", (5055, 3300), (5055, 3300, 5635, 3765)),
    (FRANCE, "Airbases in France", "box", (5655, 3300), (5655, 3300, 6335, 3765)),
    (CONVOY, "Convoy assembly area", "box", (6355, 3300), (6355, 3300, 7085, 3765)),
)  # fmt: skip
_SEAMS = (
    ((2500, 2975), (2500, _SEA)),
    ((2545, 2455), (2545, 2530)),
    ((3325, 2675), (3340, _SEA)),
    ((4225, 2480), (4230, _SEA)),
    ((5020, 2670), (5020, _SEA)),
    ((5615, 2385), (5650, _SEA)),
    ((6230, 2170), (6420, _SEA)),
    ((6960, 1120), (7100, 1090)),
)
# A column is 300 · √3/2 wide.
_COLUMN_NUMERATOR, _COLUMN_DENOMINATOR = 2598076, 1000000


def chart(edition: Edition) -> Chart:
    """Return the map of an edition: they differ in their factories."""
    return _chart(edition.board, edition.printing)


def piece(counter: Counter, *, is_reduced: bool) -> Piece:
    """Return a counter as printed, front or back."""
    return _piece(counter, is_reduced)


def pieces(state: State) -> tuple[Piece, ...]:
    """Return every unit in play where it stands; a parachutist known to be fake has another symbol."""
    found = []
    fake = state.veil.fake if state.veil else ()
    for name in state.table.counters:
        unit = state.units.get(name)
        if unit is not None and unit.steps:
            face = _piece(state.counter(name), state.is_reduced(name))
            if name in fake:
                face = replace(face, symbol="parachute_dummy", values="X", note="")
            found.append(_put(face, unit.place, unit.aboard))
    return tuple(found)


def held(state: State) -> Mapping[str, tuple[str, ...]]:
    """Return the hexes that a German land unit was the last to occupy."""
    return {"held": tuple(state.table.board.in_area(state.last_german))}


def supplement(state: State) -> Supplement:
    """14.2, 14.3, 14.4, 14.9  Return the headquarters, and where units wait for a turn to arrive."""
    edition = state.edition
    signs = ((UXBRIDGE, "headquarters"),) if edition.uxbridge_directs_fighters else ()
    drawn = {name for name, *_ in _SPACES}
    shelves = tuple(place for place in TRACK if place not in drawn)
    return Supplement(signs, shelves if edition.has_arrivals else ())


def _put(face: Piece, place: str, aboard: str) -> Piece:
    return Piece(
        face.id, place, face.seat, face.shape, face.arm, face.symbol, face.size, face.name,
        face.label, face.values, face.note, face.is_reduced, aboard, face.flag,
    )  # fmt: skip


@cache
def _piece(counter: Counter, is_reduced: bool) -> Piece:  # noqa: FBT001 - a cache key
    strength = counter.reduced_strength if is_reduced else counter.strength
    quality = counter.reduced_quality if is_reduced else counter.quality
    note = "".join(sorted(counter.codes))
    if counter.type == "leader":
        values = ""
    elif counter.arm == "land":
        attack = counter.reduced_attack if is_reduced else counter.attack
        defense = counter.reduced_defense if is_reduced else counter.defense
        move = "R" if counter.move == RAIL_MOVE else counter.move
        values = f"{attack}-{defense}-{move}"
        note = str(quality) if quality else ""
    elif strength is None or (counter.type == "mine" and not strength):
        values = ""
    elif counter.is_fighter:
        values = f"{quality}-{strength}"
    else:
        values = "X" if counter.is_dummy else str(strength)
    shape = "square" if counter.seat == GERMAN else "round"
    symbol = f"air_{counter.type}" if counter.arm == "air" else counter.type
    return Piece(
        counter.id, "", counter.seat, shape, counter.arm, symbol, counter.size, counter.name,
        _short(counter.name), values, note, is_reduced, "",
        "french" if counter.optional_rule == "14.4" else "",
    )  # fmt: skip


def _short(name: str) -> str:
    words = name.replace("Ech ", "E").split()
    return " ".join(filter(None, (_SHORT.get(word, word) for word in words)))


@cache
def _chart(board: data.Compiled, printing: str) -> Chart:
    left, top = _spot(*_PAPER[:2])
    right, bottom = _spot(*_PAPER[2:])
    factories = data.factories(board, printing)
    return Chart(
        board.digest,
        "Sealion · south-east England, autumn 1940",
        (left, top, right - left, bottom - top),
        _spot(0, _SEA)[1],
        tuple(_cell(facts, factories) for facts in data.hexes(board).values()),
        tuple(Hexside(side.a, side.b, side.features) for side in data.hexside_facts(board)),
        tuple(_space(*row) for row in _SPACES),
        data.coast(),
        tuple(tuple(_spot(*point) for point in line) for line in _SEAMS),
        _BANDS,
        _HAND,
        STYLE,
        data.drawn_map,
    )


def _space(
    name: str, title: str, kind: str, label: tuple[int, int], frame: tuple[int, int, int, int]
) -> Space:
    left, top = _spot(*frame[:2])
    right, bottom = _spot(*frame[2:])
    called = f"Sector {title}" if len(title) == 1 else _CALLED.get(name, title)
    return Space(
        name, title, kind, _spot(*label), (left, top, right - left, bottom - top), called=called
    )


def _spot(column: int, row: int) -> tuple[int, int]:
    """Return a place on the paper from hundredths of columns and rows."""
    return column * _COLUMN_NUMERATOR // _COLUMN_DENOMINATOR, row * 3


def _cell(facts: HexFacts, factories: frozenset[str]) -> MapHex:
    terrain = {
        "capital": facts.city == "london",
        "city": facts.city == "city",
        f"{facts.woods}_woods": bool(facts.woods),
        "marsh": facts.marsh,
    }
    features = {
        f"beach_{facts.beach}": bool(facts.beach),
        "cliffs": facts.cliffs,
        "bunker": facts.bunker == "unfortified",
        "fortified": facts.bunker == "fortified",
        "coast": facts.is_coastal,
        "entry": facts.entry,
        **dict.fromkeys(_BANDS[_BANDS.index(facts.band) :] if facts.band else (), True),
    }
    sites = (
        ("port", facts.port, bool(facts.port)),
        ("airbase", facts.airbase, bool(facts.airbase)),
        ("factory", facts.factory_name, facts.number in factories),
        ("radar", "", facts.radar),
        ("tunnel", "", facts.tunnel),
        ("parliament", "", facts.parliament),
    )
    return MapHex(
        facts.number,
        facts.name,
        frozenset(word for word, holds in terrain.items() if holds),
        facts.road,
        frozenset(word for word, holds in features.items() if holds),
        tuple(Site(kind, name) for kind, name, is_there in sites if is_there),
    )

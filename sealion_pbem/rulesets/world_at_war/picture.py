"""The board picture: the map of the West, every counter, who holds what, and what happened."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from sealion_pbem.engine.picture import (
    Chart,
    Hexside,
    MapHex,
    Mark,
    Piece,
    Site,
    Space,
    Supplement,
)
from sealion_pbem.engine.words import Event
from sealion_pbem.hexes.grid import neighbours
from sealion_pbem.rulesets.world_at_war import data
from sealion_pbem.rulesets.world_at_war.counters import Counter
from sealion_pbem.rulesets.world_at_war.events import combat as c
from sealion_pbem.rulesets.world_at_war.events import drops as d
from sealion_pbem.rulesets.world_at_war.events import economy as e
from sealion_pbem.rulesets.world_at_war.events import moving as m
from sealion_pbem.rulesets.world_at_war.events import wearing as w
from sealion_pbem.rulesets.world_at_war.hexfacts import HexFacts, HexsideFacts
from sealion_pbem.rulesets.world_at_war.position import copied
from sealion_pbem.rulesets.world_at_war.state import POOL, State
from sealion_pbem.rulesets.world_at_war.style import ARM_OF, FLAGS, SHAPES, STYLE, TINTS
from sealion_pbem.rulesets.world_at_war.table import ALLIES, AXIS, SEATS

__all__ = ["chart", "held", "marks", "piece", "pieces", "supplement"]

_LEGEND = "Signs"
_POOLS: Mapping[str, str] = {AXIS: "Axis force pool", ALLIES: "Allied force pool"}
_PAPER = (0, 60, 4900, 5460)
_SEA = 4620
_SPACES = (
    (_POOLS[AXIS], (40, 4660, 1280, 820)),
    (_LEGEND, (1360, 4660, 2180, 820)),
    (_POOLS[ALLIES], (3580, 4660, 1280, 820)),
)
# What a counter shows by its colour, flag or symbol need not stand in its name.
_LEFT_OUT = re.compile(
    r"\b(German|French|Italian|British|Belgian|Dutch|infantry|army|wing|replacements|airbase|field|"
    r"and Air Component|corps|Corps|Air transport|partisans)\b"
)
_SHORT = (
    ("Panzer", "Pz"), ("covering", "Cov"), ("cavalry", "Cav"), ("armored division group", "DCR"),
    ("armored", "Arm"), ("Air Landing Division", "Ldg"), ("Air Division", "Para"),
    ("Luftwaffe", "Lw"), ("Regia Aeronautica", "R. Aer."), ("Chasseurs alpins", "Ch alp"),
    ("Armee de l Air", "AdA"), ("Armoured Division", "Arm"), ("Home Forces", "Home"),
    ("Fighter Command", "Fighters"), ("AA Command", "AA Cmd"), ("air force", "Air"),
    ("(Western)", "W"),
)  # fmt: skip


@cache
def chart() -> Chart:
    """R-6 to R-12  Return the map."""
    known = data.hexes()
    left, top, right, bottom = _PAPER
    return Chart(
        "world-at-war-1",
        "A World at War: the West, 1940",
        (left, top, right - left, bottom + 60 - top),
        _SEA,
        tuple(map(_cell, known.values())),
        (*_frontiers(known), *map(_side, data.hexsides())),
        tuple(Space(name, name, "box", frame[:2], frame) for name, frame in _SPACES),
        data.coast(),
        (),
        (),
        _LEGEND,
        STYLE,
    )


def _cell(facts: HexFacts) -> MapHex:
    ground = "closed" if not facts.is_playable else facts.terrain
    built = "capital" if facts.capital else "city" if facts.is_city else ""
    sites = (
        ("capital", bool(facts.capital)),
        ("objective", facts.is_objective and not facts.capital),
        ("port", facts.is_port),
        ("fort", facts.has_fort),
    )
    return MapHex(
        facts.number,
        facts.name,
        frozenset({ground, built} - {"", "clear"}),
        (),
        frozenset({facts.country}),
        tuple(Site(kind, facts.name) for kind, is_there in sites if is_there),
    )


def _side(facts: HexsideFacts) -> Hexside:
    return Hexside(facts.a, facts.b, frozenset({facts.feature}), facts.protects)


def _frontiers(known: Mapping[str, HexFacts]) -> Iterator[Hexside]:
    """R-10  Return the sides between two countries."""
    for here, facts in known.items():
        for there in neighbours(here):
            if here < there and there in known and known[there].country != facts.country:
                yield Hexside(here, there, frozenset({"frontier"}))


def piece(unit: str, left: int | None = None) -> Piece:
    """R-40  Return a counter, standing nowhere, with so many factors left."""
    counter = data.counters()[unit]
    return _piece(counter, counter.factor if left is None else left, "", "")


def pieces(state: State) -> tuple[Piece, ...]:
    """Return every unit in play; those that can be built lie in the pool of their side."""
    found = []
    for unit, known in state.units.items():
        counter = state.counter(unit)
        if known.is_on_map:
            found.append(_piece(counter, known.factors, known.place, _note(state, unit)))
        elif known.place == POOL and counter.nation not in state.conquered:
            found.append(_piece(counter, counter.factor, _POOLS[counter.seat], ""))
    return tuple(found)


def _note(state: State, unit: str) -> str:
    """Return what must be seen of a unit: flown, without supply, isolated."""
    known = state.units[unit]
    if state.is_marked(unit, "flown"):
        return "F"
    if known.isolated:
        return "I"
    return ("U", "P", "")[known.supply]


def _piece(counter: Counter, factors: int, place: str, note: str) -> Piece:
    if counter.arm == "base":
        values = ""
    elif counter.arm == "flak":
        values = str(factors)
    else:
        values = f"{factors}-{counter.move}"
    return Piece(
        counter.id, place, counter.seat, SHAPES.get(counter.nation, "arched"),
        ARM_OF.get(counter.arm, "land"), counter.arm, "", counter.name, _label(counter.name), values,
        note, factors < counter.factor, "", counter.nation if counter.nation in FLAGS else "",
    )  # fmt: skip


@cache
def _label(name: str) -> str:
    short = _LEFT_OUT.sub("", name)
    for words, shorter in _SHORT:
        short = short.replace(words, shorter)
    return " ".join(short.split())


def supplement(state: State) -> Supplement:
    """R-49, 16.1  Return bridgeheads and breakthrough hexes."""
    signs = [(number, "bridgehead") for number in sorted(state.bridgeheads)]
    signs += [(number, "breakthrough") for number in sorted(state.breakthroughs)]
    return Supplement(tuple(signs))


def held(state: State) -> Mapping[str, tuple[str, ...]]:
    """R-13, R-14  Return the hexes that each side controls; those of a neutral are nobody's yet."""
    board = state.table.board
    neutral = 0
    for nation in state.neutral:
        neutral |= board.countries[nation]
    return {TINTS[seat]: tuple(board.in_area(state.controlled(seat) & ~neutral)) for seat in SEATS}


_Arrow = tuple[str, tuple[str, ...], tuple[str, ...]]


def _jumps(kind: str, moves: Mapping[str, str]) -> Iterator[_Arrow]:
    return ((kind, (unit,), (number,)) for unit, number in moves.items())


# What kind of arrow an event is, of which units, along which hexes.
_ARROWS: Mapping[type[Any], Callable[[Any], Iterable[_Arrow]]] = {
    m.UnitsMoved: lambda event: (("move", event.units, event.path),),
    m.OverrunSucceeded: lambda event: (("move", event.units, (event.hex,)),),
    m.ArmorExploited: lambda event: (("exploit", (u,), way) for u, way in event.routes.items()),
    c.UnitsAdvanced: lambda event: _jumps("advance", event.moves),
    w.UnitsRetreated: lambda event: _jumps("retreat", event.moves),
    w.AttritionEnded: lambda event: _jumps("advance", event.moves),
    d.DropLanded: lambda event: (("drop", (event.unit,), (event.hex,)),),
    e.UnitRedeployed: lambda event: (("redeploy", (event.unit,), (event.hex,)),),
}


def marks(events: Iterable[Event[Any]], before: State | None = None) -> tuple[Mark, ...]:
    """Return an arrow for every way that was gone, and a number for every fight, by its hex."""
    if before is None:
        return ()
    state = copied(before)
    arrows, fights = dict[Mark, None](), dict[tuple[str, str], str]()
    for event in events:
        for kind, units, path in _ARROWS.get(type(event), lambda _: ())(event):
            start = state.place_of(units[0])
            way = (
                path if start == path[0] or start not in state.table.board.hexes else (start, *path)
            )
            if len(way) > 1:
                arrows[Mark(kind, way, state.counter(units[0]).seat)] = None
        for kind, place in _fought(state, event):
            fights.setdefault((kind, place), str(state.active))
        event.on(state)
    found = enumerate(fights.items(), 1)
    return (*arrows, *(Mark(kind, (at,), seat, n) for n, ((kind, at), seat) in found))


def _fought(state: State, event: Event[Any]) -> Iterator[tuple[str, str]]:
    if isinstance(event, c.RoundFought):
        yield "attack", event.hex
    elif isinstance(event, m.OverrunSucceeded | m.OverrunFailed):
        yield "overrun", event.hex
    elif isinstance(event, w.AttritionRolled):
        for unit in event.contact[:1]:
            yield "attrition", state.place_of(unit)
    elif isinstance(event, m.AirFought) and event.about in state.table.board.hexes:
        yield "air", event.about

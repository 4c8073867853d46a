"""The numbers of the game, read once from the compiled packs beside this file.

The CSV files in this folder are what people read and correct; `tools/make_packs.py` compiles them
into the JSON files that are read here. `tables.json` is written by hand. Which packs a game is played
with is said by its edition; everything here is asked of a pack.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple

from sealion_pbem.engine.canon import parse_json
from sealion_pbem.engine.compiled import Compiled
from sealion_pbem.errors import UsageError
from sealion_pbem.rulesets.sealion.counters import Counter, named_apart

__all__ = [
    "BEACHES",
    "PACKS",
    "PRINTINGS",
    "AlternateStart",
    "Arrival",
    "Compiled",
    "HexFacts",
    "HexsideFacts",
    "alternate_setup",
    "arrivals",
    "charts",
    "coast",
    "coastal_hexes",
    "compiled",
    "counters",
    "drawn_map",
    "factories",
    "folder",
    "hexes",
    "hexside_facts",
    "hexsides",
    "notice",
    "schema",
    "sectors",
]


BEACHES = {"most": "most suitable", "less": "less suitable", "unsuitable": "unsuitable"}
"""The three kinds of beach (7.5), in words."""


class HexFacts(NamedTuple):
    """One land hex; sea spaces are sectors and have no hexes in play."""

    number: str
    name: str
    """The town or port, if there is one."""
    is_coastal: bool
    city: str
    """city or london, else empty"""
    woods: str
    """light or heavy, else empty"""
    marsh: bool
    road: tuple[str, ...]
    """The neighbours that a road leads to."""
    port: str
    airbase: str
    factory: frozenset[str]
    """The editions that print a factory here: 2016, deluxe."""
    factory_name: str
    radar: bool
    tunnel: bool
    beach: str
    """most, less or unsuitable in coastal hexes, else empty (7.5)"""
    cliffs: bool
    bunker: str
    """fortified or unfortified, else empty"""
    band: str
    """The innermost gun range line around the hex: yellow, orange, red, else empty (9.1)."""
    sectors: tuple[str, ...]
    edges: frozenset[str]
    """The map edges the hex lies on: N, W."""
    entry: bool
    parliament: bool

    @property
    def is_clear(self) -> bool:
        """Neither city nor woods nor marsh."""
        return not (self.city or self.woods or self.marsh)


class HexsideFacts(NamedTuple):
    """One hexside with features; the lower hex number is `a`.

    Features are river, thames, escarpment, prohibited, impassable and crossing_arrow.
    """

    a: str
    b: str
    features: frozenset[str]
    name: str


PRINTINGS = ("2016", "deluxe")
"""The printings of map and counters that the packs tell apart."""
PACKS = ("board", *(f"counters_{printing}" for printing in PRINTINGS), "tables", "calendar")


class Arrival(NamedTuple):
    """When and where a command brings a unit onto the map (Deluxe 14.3)."""

    unit: str
    turn: int
    command: str
    hexes: tuple[str, ...]
    is_additional: bool


class AlternateStart(NamedTuple):
    """Where a unit begins under Deluxe 14.9: within a hex of these, or off the map at these."""

    unit: str
    near: tuple[str, ...]
    entry: tuple[str, ...]


@cache
def compiled(name: str) -> Compiled:
    """Return a pack of this folder; UsageError names those that there are."""
    if name not in PACKS:
        raise UsageError(f"no pack is called {name!r}", hint=f"there is {', '.join(PACKS)}")
    return Compiled(files(__package__).joinpath(f"{name}.json").read_bytes)


def hexes(board: Compiled) -> Mapping[str, HexFacts]:
    """Return the land hexes by number; what is not here is sea or off the map."""
    return _board(board).hexes


def hexside_facts(board: Compiled) -> tuple[HexsideFacts, ...]:
    """Return the hexsides with features, each once."""
    return _board(board).hexsides


@cache
def hexsides(board: Compiled) -> Mapping[tuple[str, str], frozenset[str]]:
    """Return the features between two hexes, in both directions; plain hexsides are left out."""
    found = {}
    for side in hexside_facts(board):
        found[side.a, side.b] = found[side.b, side.a] = side.features
    return MappingProxyType(found)


def sectors(board: Compiled) -> Mapping[str, Mapping[str, frozenset[str]]]:
    """Return, by printing, what adjoins each sea space and each box.

    The sea spaces are Thames Estuary and A to G; the boxes are Convoy (German), East and West
    (Royal Navy).
    """
    return _board(board).sectors


@cache
def coastal_hexes(board: Compiled) -> Mapping[str, tuple[str, ...]]:
    """Return the coastal hexes of each sea space; a hex may be in two."""
    found: dict[str, list[str]] = {}
    for facts in hexes(board).values():
        for sector in facts.sectors:
            found.setdefault(sector, []).append(facts.number)
    return MappingProxyType({sector: tuple(numbers) for sector, numbers in found.items()})


@cache
def factories(board: Compiled, printing: str) -> frozenset[str]:
    """4.0  Return the factory hexes of a printing; UsageError if the board knows no such printing."""
    found = frozenset(n for n, facts in hexes(board).items() if printing in facts.factory)
    if not found:
        known = sorted({name for facts in hexes(board).values() for name in facts.factory})
        raise UsageError(
            f"the board has no factories of the printing {printing!r}",
            hint=f"it has those of {', '.join(known)}",
        )
    return found


@cache
def coast() -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the real coast as rings of land, in hundredths of a mile, y growing southward."""
    text = files(__package__).joinpath("map", "coast.json").read_bytes()
    rings = json.loads(text, parse_float=_hundredths, parse_int=_hundredths)["rings"]
    return tuple(
        tuple((x, -y) for x, y in zip(ring[::2], ring[1::2], strict=True)) for ring in rings
    )


@cache
def counters(pack: Compiled) -> Mapping[str, Counter]:
    """Return the units of a pack by id, those of optional rules included, each with its own name."""
    convert = _converter([field.name for field in fields(Counter)], {"codes": frozenset})
    rows = map(convert, pack.content()["counters"])
    return MappingProxyType(named_apart({row[0]: Counter(*row) for row in rows}))


@cache
def arrivals(pack: Compiled) -> Mapping[str, Arrival]:
    """Return the arrivals of Deluxe 14.3 by unit; a pack without that chart has none."""
    return MappingProxyType(
        {
            unit: Arrival(unit, turn, command, tuple(entry), additional)
            for unit, turn, command, entry, additional in pack.content().get("arrivals", ())
        }
    )


@cache
def alternate_setup(pack: Compiled) -> Mapping[str, AlternateStart]:
    """Return the set-up of Deluxe 14.9 by unit; a unit may have both kinds of start."""
    return MappingProxyType(
        {
            unit: AlternateStart(unit, tuple(near), tuple(entry))
            for unit, near, entry in pack.content().get("alternate_setup", ())
        }
    )


@cache
def charts(pack: Compiled) -> Mapping[str, Any]:
    """Return what a pack holds as it stands, frozen: the charts by name, or the calendar."""
    found: Mapping[str, Any] = _frozen(pack.content())
    return found


def folder() -> str:
    """Return where these files are, for people who want to copy them."""
    return str(files(__package__))


@cache
def drawn_map(is_plain: bool) -> bytes:  # noqa: FBT001 - a cache key
    """Return the bare map as `tools/make_picture_base.py` drew it: plain for mails, full for close-ups."""
    name = "overview.png" if is_plain else "detail.png"
    return files(__package__).joinpath("picture", name).read_bytes()


@cache
def notice() -> str:
    """Return whose the packs are, and under which terms."""
    return files(__package__).joinpath("NOTICE").read_text("utf-8")


@cache
def schema(part: str) -> Any:
    """Return the JSON Schema of orders, of a position or of a pack."""
    return parse_json(files(__package__).joinpath(f"{part}.schema.json").read_bytes())


class _Map(NamedTuple):
    hexes: Mapping[str, HexFacts]
    hexsides: tuple[HexsideFacts, ...]
    sectors: Mapping[str, Mapping[str, frozenset[str]]]


@cache
def _board(board: Compiled) -> _Map:
    pack = board.content()
    sets = {"road": tuple, "factory": frozenset, "sectors": tuple, "edges": frozenset}
    rows = map(_converter(HexFacts._fields, sets), pack["hexes"])
    places = {
        printing: MappingProxyType({name: frozenset(near) for name, near in adjoining.items()})
        for printing, adjoining in pack["sectors"].items()
    }
    return _Map(
        MappingProxyType({row[0]: HexFacts._make(row) for row in rows}),
        tuple(
            HexsideFacts(a, b, frozenset(features), name)
            for a, b, features, name in pack["hexsides"]
        ),
        MappingProxyType(places),
    )


def _converter(
    columns: Sequence[str], sets: Mapping[str, Callable[[Any], Any]]
) -> Callable[[list[Any]], list[Any]]:
    """Return what gives the lists in a row of a pack the types that the fields of a record have."""
    wanted = [(columns.index(name), to, to(())) for name, to in sets.items()]

    def convert(row: list[Any]) -> list[Any]:
        for column, to, empty in wanted:
            row[column] = to(row[column]) if row[column] else empty
        return row

    return convert


def _hundredths(number: str) -> int:
    """Return a number of the coast as a whole one: a file may hold fractions, a pure floor may not."""
    whole, _, part = number.partition(".")
    return int(whole + f"{part:0<2}"[:2])


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return MappingProxyType({name: _frozen(part) for name, part in value.items()})
    if isinstance(value, list):
        return tuple(_frozen(part) for part in value)
    return value

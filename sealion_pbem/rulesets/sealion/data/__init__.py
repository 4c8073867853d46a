"""The numbers of the game, read once from the compiled packs beside this file.

The CSV files in this folder are what people read and correct; `tools/make_packs.py` compiles them
into the JSON files that are read here. `tables.json` is written by hand.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple

from sealion_pbem.engine.canon import digest_bytes
from sealion_pbem.rulesets.sealion.counters import Counter, named_apart
from sealion_pbem.rulesets.sealion.hexfacts import HexFacts, HexsideFacts

__all__ = [
    "EDITIONS",
    "AlternateStart",
    "Arrival",
    "alternate_setup",
    "arrivals",
    "calendar",
    "coast",
    "coastal_hexes",
    "counters",
    "digests",
    "drawn_map",
    "folder",
    "hexes",
    "hexside_facts",
    "hexsides",
    "schema",
    "sectors",
    "tables",
]

EDITIONS = ("2016", "deluxe")


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


def hexes() -> Mapping[str, HexFacts]:
    """Return the land hexes by number; what is not here is sea or off the map."""
    return _board().hexes


def hexside_facts() -> tuple[HexsideFacts, ...]:
    """Return the hexsides with features, each once."""
    return _board().hexsides


@cache
def hexsides() -> Mapping[tuple[str, str], frozenset[str]]:
    """Return the features between two hexes, in both directions; plain hexsides are left out."""
    found = {}
    for side in hexside_facts():
        found[side.a, side.b] = found[side.b, side.a] = side.features
    return MappingProxyType(found)


def sectors() -> Mapping[str, Mapping[str, frozenset[str]]]:
    """Return, by edition, what adjoins each sea space and each box.

    The sea spaces are Thames Estuary and A to G; the boxes are Convoy (German), East and West
    (Royal Navy).
    """
    return _board().sectors


@cache
def coastal_hexes() -> Mapping[str, tuple[str, ...]]:
    """Return the coastal hexes of each sea space; a hex may be in two."""
    found: dict[str, list[str]] = {}
    for facts in hexes().values():
        for sector in facts.sectors:
            found.setdefault(sector, []).append(facts.number)
    return MappingProxyType({sector: tuple(numbers) for sector, numbers in found.items()})


@cache
def coast() -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the real coast as rings of land, in hundredths of a mile, y growing southward."""
    text = files(__package__).joinpath("map", "coast.json").read_bytes()
    rings = json.loads(text, parse_float=_hundredths, parse_int=_hundredths)["rings"]
    return tuple(
        tuple((x, -y) for x, y in zip(ring[::2], ring[1::2], strict=True)) for ring in rings
    )


@cache
def counters(edition: str) -> Mapping[str, Counter]:
    """Return the units of an edition by id, those of optional rules included, each with its own name."""
    convert = _converter(Counter, {"codes": frozenset})
    rows = map(convert, _pack(f"counters_{edition}")["counters"])
    return MappingProxyType(named_apart({row[0]: Counter(*row) for row in rows}))


@cache
def arrivals() -> Mapping[str, Arrival]:
    """Return the arrivals of Deluxe 14.3 by unit."""
    return MappingProxyType(
        {
            unit: Arrival(unit, turn, command, tuple(entry), additional)
            for unit, turn, command, entry, additional in _pack("counters_deluxe")["arrivals"]
        }
    )


@cache
def alternate_setup() -> Mapping[str, AlternateStart]:
    """Return the set-up of Deluxe 14.9 by unit; a unit may have both kinds of start."""
    return MappingProxyType(
        {
            unit: AlternateStart(unit, tuple(near), tuple(entry))
            for unit, near, entry in _pack("counters_deluxe")["alternate_setup"]
        }
    )


@cache
def tables() -> Mapping[str, Any]:
    """Return the charts: movement costs in half points, modifiers, combat results, limits."""
    found: Mapping[str, Any] = _frozen(_pack("tables"))
    return found


@cache
def calendar() -> Mapping[str, Any]:
    """Return the first day of turn 1 and the days a turn lasts: for reports, no rule reads them."""
    found: Mapping[str, Any] = _frozen(_pack("calendar"))
    return found


def digests(edition: str) -> dict[str, str]:
    """Return the SHA-256 of every pack an edition plays with: what a charter pins."""
    packs = {"board": "board", "counters": f"counters_{edition}", "tables": "tables"}
    return {name: digest_bytes(_bytes(pack)) for name, pack in packs.items()}


def folder() -> str:
    """Return where these files are, for people who want to copy them."""
    return str(files(__package__))


@cache
def drawn_map(is_plain: bool) -> bytes:  # noqa: FBT001 - a cache key
    """Return the bare map as `tools/make_picture_base.py` drew it: plain for mails, full for close-ups."""
    name = "overview.png" if is_plain else "detail.png"
    return files(__package__).joinpath("picture", name).read_bytes()


@cache
def schema(part: str) -> Any:
    """Return the JSON Schema of orders, of a position or of a pack."""
    return json.loads(files(__package__).joinpath(f"{part}.schema.json").read_bytes())


class _Board(NamedTuple):
    hexes: Mapping[str, HexFacts]
    hexsides: tuple[HexsideFacts, ...]
    sectors: Mapping[str, Mapping[str, frozenset[str]]]


@cache
def _board() -> _Board:
    pack = _pack("board")
    sets = {"road": tuple, "factory": frozenset, "sectors": tuple, "edges": frozenset}
    rows = map(_converter(HexFacts, sets), pack["hexes"])
    places = {
        edition: MappingProxyType({name: frozenset(near) for name, near in adjoining.items()})
        for edition, adjoining in pack["sectors"].items()
    }
    return _Board(
        MappingProxyType({row[0]: HexFacts(*row) for row in rows}),
        tuple(
            HexsideFacts(a, b, frozenset(features), name)
            for a, b, features, name in pack["hexsides"]
        ),
        MappingProxyType(places),
    )


def _converter(kind: type, sets: Mapping[str, Callable[[Any], Any]]) -> Callable[[Any], Any]:
    """Return what gives the lists in a row of a pack the types that the fields of a record have."""
    columns = [field.name for field in fields(kind)]
    wanted = [(columns.index(name), to) for name, to in sets.items()]

    def convert(row: list[Any]) -> list[Any]:
        for column, to in wanted:
            row[column] = to(row[column])
        return row

    return convert


def _hundredths(number: str) -> int:
    """Return a number of the coast as a whole one: a file may hold fractions, a pure floor may not."""
    whole, _, part = number.partition(".")
    return int(whole + f"{part:0<2}"[:2])


def _pack(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_bytes(name))
    return found


@cache
def _bytes(name: str) -> bytes:
    return files(__package__).joinpath(f"{name}.json").read_bytes()


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return MappingProxyType({name: _frozen(part) for name, part in value.items()})
    if isinstance(value, list):
        return tuple(_frozen(part) for part in value)
    return value

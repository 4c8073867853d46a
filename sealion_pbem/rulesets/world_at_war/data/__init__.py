"""The numbers of the game, read once from the files beside this one.

The CSV files are what people read and correct; `tools/make_packs.py` compiles them into the JSON files
that are read here. Tables and scenarios are written by hand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from sealion_pbem.rulesets.world_at_war.counters import Counter
from sealion_pbem.rulesets.world_at_war.hexfacts import HexFacts, HexsideFacts

__all__ = [
    "SCENARIOS",
    "coast",
    "counters",
    "files_read",
    "folder",
    "hexes",
    "hexsides",
    "notice",
    "scenario",
    "schema",
    "tables",
]

SCENARIOS = ("france-1940", "sedan-school", "maquis")
_PACKS = ("board", "counters", "tables")


@cache
def hexes() -> Mapping[str, HexFacts]:
    """Return the land hexes by number; what is not here is sea."""
    return MappingProxyType({row[0]: HexFacts(*row) for row in _read("board.json")["hexes"]})


@cache
def hexsides() -> tuple[HexsideFacts, ...]:
    """Return the hexsides with features, each feature once."""
    return tuple(HexsideFacts(*row) for row in _read("board.json")["hexsides"])


@cache
def counters() -> Mapping[str, Counter]:
    """R-40, R-41, R-42  Return the counters by id, in the order of the sheet."""
    return MappingProxyType({row[0]: Counter(*row) for row in _read("counters.json")["counters"]})


@cache
def tables() -> Mapping[str, Any]:
    """Return the charts: combat, attrition, stacking, air combat, winter."""
    found: Mapping[str, Any] = MappingProxyType(_read("tables.json"))
    return found


@cache
def scenario(name: str) -> Mapping[str, Any]:
    """Return a scenario as its file has it."""
    found: Mapping[str, Any] = MappingProxyType(_read("scenarios", f"{name}.json"))
    return found


@cache
def coast() -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the coast as rings of land; a hex is 300 high."""
    rings = _read("map", "coast.json")["land"]
    return tuple(tuple((x, y) for x, y in ring) for ring in rings)


@cache
def files_read() -> Mapping[str, bytes]:
    """Return every file that the rules read."""
    read = {name: _bytes(f"{name}.json") for name in _PACKS}
    return read | {name: _bytes("scenarios", f"{name}.json") for name in SCENARIOS}


def notice() -> str:
    """Return whose the data are, and under which terms."""
    return _bytes("NOTICE").decode()


def folder() -> str:
    """Return where these files are, for people who want to copy them."""
    return str(files(__package__))


@cache
def schema(part: str) -> Any:
    """Return the JSON Schema of orders, of a position or of a pack."""
    return _read(f"{part}.schema.json")


def _read(*path: str) -> Any:
    return json.loads(_bytes(*path))


def _bytes(*path: str) -> bytes:
    return files(__package__).joinpath(*path).read_bytes()

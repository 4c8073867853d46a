"""Compiling the CSV files of a pack into what the game reads: one row of plain values per record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from sealion_pbem.engine.compiled import rows_to_bytes
from sealion_pbem.engine.pack import Pack, Row
from sealion_pbem.rulesets.sealion.counters import RAIL_MOVE, Counter
from sealion_pbem.rulesets.sealion.data import PRINTINGS, HexFacts
from sealion_pbem.rulesets.sealion.packs.columns import (
    ALTERNATE,
    ARRIVALS,
    HEXES,
    HEXSIDES,
    SECTOR_NAMES,
    SECTORS,
    SUPPLEMENTED,
    units_of,
)

__all__ = ["BOXES", "adjoining", "compile_pack"]

BOXES = {
    "German Convoy Assembly Area": "Convoy",
    "Royal Navy Assembly Area East": "East",
    "Royal Navy Assembly Area West": "West",
}


def compile_pack(pack: Pack) -> dict[str, bytes]:
    """Return the compiled files of a pack without faults, by name."""
    board = {
        "columns": [*HexFacts._fields],
        "hexes": [_hex(row) for row in pack[HEXES] if row["kind"] != "sea"],
        "hexsides": _hexsides(pack),
        "sectors": {edition: adjoining(pack, edition) for edition in PRINTINGS},
    }
    compiled = {"board.json": rows_to_bytes(board)}
    for edition in PRINTINGS:
        counters: dict[str, Any] = {
            "columns": [field.name for field in fields(Counter)],
            "counters": [_counter(r) for r in pack[units_of(edition)] if r["arm"] != "marker"],
        }
        if edition == SUPPLEMENTED:
            counters["arrivals"] = [_arrival(row) for row in pack[ARRIVALS]]
            counters["alternate_setup"] = [_alternate(row) for row in pack[ALTERNATE]]
        compiled[f"counters_{edition}.json"] = rows_to_bytes(counters)
    return compiled


def adjoining(pack: Pack, edition: str) -> dict[str, list[str]]:
    """Return what adjoins each sea space and box in an edition, sorted."""
    near: dict[str, set[str]] = {name: set() for name in (*SECTOR_NAMES, *BOXES.values())}
    for row in pack[SECTORS]:
        if row["relation"] == "coastal_hex" or row["edition"] not in {edition, "both"}:
            continue
        target = BOXES.get(row["target"], row["target"])
        near[row["sector"]].add(target)
        near.setdefault(target, set()).add(row["sector"])
    return {name: sorted(places) for name, places in near.items()}


def _hex(row: Row) -> list[Any]:
    bands = [colour for colour in ("yellow", "orange", "red") if row[f"range_{colour}"] == "1"]
    values: Mapping[str, Any] = {
        "number": row["hex"],
        "name": row["city"] or row["port"],
        "is_coastal": row["kind"] == "coastal",
        "city": "london" if row["london"] == "1" else "city" if row["city"] else "",
        "road": row["road"].split(),
        "factory": [edition for edition in PRINTINGS if row[f"factory_{edition}"] == "1"],
        "band": bands[0] if bands else "",
        "sectors": row["sectors"].split("|") if row["sectors"] else [],
        "edges": list(row["edge"]),
        **{name: row[name] for name in ("woods", "port", "airbase", "factory_name")},
        **{name: row[name] for name in ("beach", "bunker")},
        **{
            name: row[name] == "1"
            for name in ("marsh", "radar", "tunnel", "cliffs", "entry", "parliament")
        },
    }
    return [values[name] for name in HexFacts._fields]


def _hexsides(pack: Pack) -> list[list[Any]]:
    features: dict[tuple[str, str], list[str]] = {}
    names: dict[tuple[str, str], list[str]] = {}
    for row in pack[HEXSIDES]:
        pair = row["hex_a"], row["hex_b"]
        features.setdefault(pair, []).append(row["feature"])
        names.setdefault(pair, []).extend([row["name"]] if row["name"] else [])
    return [
        [*pair, sorted(features[pair]), ", ".join(dict.fromkeys(names[pair]))]
        for pair in sorted(features)
    ]


def _counter(row: Row) -> list[Any]:
    is_land = row["arm"] == "land"
    moves_as = row["movement_class"]
    values: Mapping[str, Any] = {
        **{name: row[name] for name in ("id", "seat", "arm", "type", "name", "group", "setup")},
        "size": row["size"] if is_land else "",
        "move": RAIL_MOVE if row["move"] == "R" else _integer(row["move"]),
        "movement_class": moves_as.removeprefix("amphib_"),
        "amphibious": moves_as.startswith("amphib_"),
        "strength": _strength(row["strength"]),
        "is_dummy": row["strength"] == "X" or row["type"] == "parachute_dummy",
        "codes": row["codes"].split(),
        "reduced_strength": _strength(row["reduced_strength"]),
        "optional_rule": row["optional_rule"],
        **{name: _integer(row[name]) for name in ("attack", "defense", "quality")},
        **{name: _integer(row[name]) for name in ("support_range", "steps", "arrival_turn")},
        **{f"reduced_{name}": _integer(row[f"reduced_{name}"]) for name in ("attack", "defense")},
        "reduced_quality": _integer(row["reduced_quality"]),
    }
    return [values[field.name] for field in fields(Counter)]


def _arrival(row: Row) -> list[Any]:
    hexes = row["entry_hexes"].split()
    return [row["unit"], int(row["turn"]), row["command"], hexes, row["additional"] == "1"]


def _alternate(row: Row) -> list[Any]:
    return [row["unit"], row["near_hexes"].split(), row["entry_hexes"].split()]


def _integer(text: str) -> int:
    return int(text or 0)


def _strength(text: str) -> int | None:
    return None if text == "" else 0 if text == "X" else int(text)

"""Compiling the CSV files of the pack into what the game reads: one row of plain values per record."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sealion_pbem.engine.pack import Pack, Row
from sealion_pbem.rulesets.world_at_war.counters import Counter
from sealion_pbem.rulesets.world_at_war.hexfacts import HexFacts, HexsideFacts
from sealion_pbem.rulesets.world_at_war.packs.columns import HEXES, HEXSIDES, UNITS

__all__ = ["compile_pack"]


def compile_pack(pack: Pack) -> Mapping[str, bytes]:
    """Return the compiled files of a pack without faults, by name."""
    board = {
        "columns": HexFacts._fields,
        "hexes": [_hex(row) for row in pack[HEXES] if row["kind"] == "land"],
        "sides": HexsideFacts._fields,
        "hexsides": [_side(row) for row in pack[HEXSIDES]],
    }
    counters = {"columns": Counter._fields, "counters": [_counter(row) for row in pack[UNITS]]}
    return {"board.json": _written(board), "counters.json": _written(counters)}


def _hex(row: Row) -> HexFacts:
    return HexFacts(
        row["hex"], row["terrain"], row["country"], row["front"], row["name"], row["capital"],
        *(row[column] == "1" for column in ("objective", "city", "port", "fortress", "playable")),
    )  # fmt: skip


def _side(row: Row) -> HexsideFacts:
    return HexsideFacts(row["hex_a"], row["hex_b"], row["feature"], row["name"], row["protects"])


def _counter(row: Row) -> Counter:
    numbers = (int(row[column]) for column in ("factor", "move", "ctl", "cost_per_factor"))
    return Counter(row["id"], row["seat"], row["nation"], row["type"], row["name"], *numbers)


def _written(document: Mapping[str, Any]) -> bytes:
    """Return a document with one record on each line."""
    parts = []
    for name, value in document.items():
        rows = [json.dumps(row, ensure_ascii=False) for row in value]
        listed = ",\n".join(rows) if rows and rows[0].startswith("[") else ", ".join(rows)
        parts.append(f"{json.dumps(name)}: [\n{listed}\n]")
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()

"""Compiling the CSV files of the pack into what the game reads: one row of plain values per record."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from sealion_pbem.engine.compiled import rows_to_bytes
from sealion_pbem.engine.pack import Pack, Row
from sealion_pbem.rulesets.war_at_sea.packs.columns import (
    ABILITIES,
    FLEETS,
    NATIONS,
    RANGES,
    SCENARIO_UNITS,
    SECTORS,
    UNITS,
    ZONES,
)
from sealion_pbem.rulesets.war_at_sea.statcard import StatCard

__all__ = ["compile_pack"]

_NO_FEATURES = ("objective", "airbase")
_RANGED = {"main": "main", "secondary": "sec", "tertiary": "ter", "torpedo": "torp"}


def compile_pack(pack: Pack) -> dict[str, bytes]:
    """Return the compiled files of a pack without faults, by name."""
    cards = {
        "columns": [field.name for field in fields(StatCard)],
        "cards": [*map(_card, pack[UNITS]), *map(_scenario_card, pack[SCENARIO_UNITS])],
        "abilities": [[row["id"], row["rule"], row["name"]] for row in pack[ABILITIES]],
        "nations": [[row["code"], row["name"], row["theatres"].split()] for row in pack[NATIONS]],
        "fleets": [
            [row["side"], row["fleet"], row["title"], row["units"].split()] for row in pack[FLEETS]
        ],
    }
    board = {
        "sectors": [
            [row["sector"], row["half_of_map"]] for row in pack[SECTORS] if row["whole"] == "1"
        ],
        "zones": _zones(pack),
    }
    return {"cards.json": rows_to_bytes(cards), "board.json": rows_to_bytes(board)}


def _card(row: Row) -> list[Any]:
    values: dict[str, Any] = {
        **{name: row[name] for name in ("id", "name", "nation", "side", "type", "subtype")},
        **{name: int(row[name]) for name in ("year", "cost", "flagship", "capacity")},
        **{name: int(row[name]) for name in ("armor", "vital", "hull", "antiair", "bomb", "asw")},
        "speed": 0 if row["speed"] == "A" else int(row["speed"]),
        "is_carrier_capable": row["carrier_capable"] == "1",
        **{
            name: _without_tail([int(row[f"{column}{n}"]) for n in range(RANGES[column])])
            for name, column in _RANGED.items()
        },
        "abilities": row["abilities"].split(),
    }
    return [values[field.name] for field in fields(StatCard)]


def _scenario_card(row: Row) -> list[Any]:
    """Return a unit that only a scenario has: it has no side, no cost and no attacks."""
    blank: dict[str, Any] = {
        field.name: {"str": "", "int": 0, "bool": False}.get(str(field.type), [])
        for field in fields(StatCard)
    }
    words = {name: row[name] for name in ("id", "name", "type", "subtype")}
    numbers = {name: int(row[name]) for name in ("speed", "armor", "vital", "hull")}
    values = {**blank, **words, **numbers}
    return [values[field.name] for field in fields(StatCard)]


def _without_tail(dice: list[int]) -> list[int]:
    """Return the dice up to the last range at which there are any."""
    while dice and not dice[-1]:
        dice.pop()
    return dice


def _zones(pack: Pack) -> list[list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in pack[ZONES]:
        *_, goals, features = found.setdefault(
            int(row["zone"]), [int(row["zone"]), row["name"], [], {}]
        )
        if row["feature"] == "objective":
            goals.append(row["sector"])
        elif row["feature"] not in _NO_FEATURES:
            features[row["sector"]] = row["feature"]
    return [found[number] for number in sorted(found)]

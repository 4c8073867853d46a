"""The columns of every CSV file of the pack, and what a cell in each may hold."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sealion_pbem.engine.pack import CellFormat
from sealion_pbem.rulesets.world_at_war.counters import ARMS
from sealion_pbem.rulesets.world_at_war.data import SCENARIOS

__all__ = ["CHARTS", "COUNTRIES", "HEXES", "HEXSIDES", "LAYOUTS", "NATIONS", "TABLES", "UNITS"]

HEXES, HEXSIDES, UNITS = "map/hexes.csv", "map/hexsides.csv", "units.csv"
TABLES = "tables.json"
NATIONS = ("germany", "italy", "france", "britain", "belgium", "netherlands")
COUNTRIES = (*NATIONS, "luxembourg", "spain", "switzerland")
CHARTS: Mapping[str, str] = {TABLES: "pack_tables"} | {
    f"scenarios/{name}.json": "pack_scenario" for name in SCENARIOS
}


def _cell(pattern: str, right: str) -> CellFormat:
    return CellFormat(re.compile(pattern), right)


def _one_of(*words: str) -> CellFormat:
    shown = [word or "nothing" for word in words]
    return _cell("|".join(map(re.escape, words)), f"{', '.join(shown[:-1])} or {shown[-1]}")


def _number(least: int, most: int) -> CellFormat:
    return _one_of(*map(str, range(least, most + 1)))


_NUMBER = "(?:0[1-9]|1[0-8])(?:0[1-9]|1[0-4])"
_HEX = _cell(_NUMBER, "a hex number from 0101 to 1814")
_FLAG = _one_of("0", "1")
_NAME = _cell(r"|\S(?:.{0,58}\S)?", "a name of at most 60 characters, or nothing")
_SOME_NAME = _cell(r"\S(?:.{0,58}\S)?", "a name of at most 60 characters")
_SOURCE = _cell(r"\S(?:.{0,998}\S)?", "where the values come from")
_DECIMAL = _cell(r"-?[0-9]{1,3}\.[0-9]{1,4}", "a decimal number")

LAYOUTS: Mapping[str, Mapping[str, CellFormat]] = {
    HEXES: {
        "hex": _HEX,
        "col": _number(1, 18),
        "row": _number(1, 14),
        "lat": _DECIMAL,
        "lon": _DECIMAL,
        "land_fraction": _DECIMAL,
        "kind": _one_of("land", "sea"),
        "terrain": _one_of("clear", "forest", "mountain", "swamp", "sea"),
        "country": _one_of(*COUNTRIES, ""),
        "front": _one_of("western", "mediterranean", ""),
        "name": _NAME,
        "capital": _one_of(*COUNTRIES, ""),
        "objective": _FLAG,
        "city": _FLAG,
        "port": _FLAG,
        "fortress": _FLAG,
        "entry": _NAME,
        "playable": _FLAG,
        "provenance": _SOURCE,
    },
    HEXSIDES: {
        "hex_a": _HEX,
        "hex_b": _HEX,
        "feature": _one_of("river", "water", "crossing_arrow", "fortress", "fortification"),
        "name": _NAME,
        "protects": _cell(f"|{_NUMBER}", "the hex that a fortified side protects, or nothing"),
        "provenance": _SOURCE,
    },
    UNITS: {
        "id": _cell("[a-z][a-z0-9_]{1,39}", "an id of small letters, digits and _"),
        "seat": _one_of("axis", "allies"),
        "nation": _one_of(*NATIONS),
        "type": _one_of(*ARMS),
        "name": _SOME_NAME,
        "factor": _number(0, 5),
        "move": _number(0, 6),
        "size": _one_of("", *map(str, range(1, 6))),
        "ctl": _number(0, 3),
        "cost_per_factor": _number(0, 3),
        "france_1940": _cell(f"pool|{_NUMBER}", "a hex number, or pool"),
        "provenance": _SOURCE,
    },
}

"""What must hold of a whole pack, and what it amounts to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from sealion_pbem.engine.pack import Finding, Pack, Row
from sealion_pbem.hexes.grid import neighbours
from sealion_pbem.rulesets.world_at_war.counters import GROUND
from sealion_pbem.rulesets.world_at_war.packs.columns import (
    CHARTS,
    HEXES,
    HEXSIDES,
    TABLES,
    UNITS,
)

__all__ = ["counts", "findings"]

_FORTIFIED = ("fortress", "fortification")
# By 10.11, 10.12, 10.22, 10.92 and R-20; what armor and partisans move differs or is ours.
_MOVES = {
    "infantry": "3", "mech": "4", "replacement": "1", "flak": "1", "airborne": "3", "air": "4",
    "transport": "4",
}  # fmt: skip
# What the table of 11.23 says of the minors.
_MINORS = {
    ("belgium", "infantry", "2"): 1, ("belgium", "infantry", "1"): 3, ("belgium", "air", "1"): 1,
    ("netherlands", "infantry", "2"): 1, ("netherlands", "air", "1"): 1,
}  # fmt: skip
_BASE_ROOM = 5
_MOST_GROUND = 2


def findings(pack: Pack) -> Iterator[Finding]:
    """Return whatever is wrong: map, hexsides, units, tables, scenarios."""
    hexes = pack[HEXES].by("hex")
    for row in pack[HEXES]:
        yield from _about_hex(row)
    yield from _about_sides(pack, hexes)
    yield from _about_units(pack)
    if TABLES in pack.charts:
        yield from _about_tables(pack.charts[TABLES])
    for name in CHARTS:
        if name != TABLES and name in pack.charts:
            yield from _about_scenario(name, pack.charts[name], pack, hexes)


def _about_hex(row: Row) -> Iterator[Finding]:
    if row["hex"] != f"{int(row['col']):02d}{int(row['row']):02d}":
        yield row.wrong(
            "hex", f"is {row['hex']}, expected column and row {row['col']} {row['row']}"
        )
    is_land = row["kind"] == "land"
    for column in ("country", "front"):
        if bool(row[column]) != is_land:
            what = "something" if is_land else "nothing"
            yield row.wrong(column, f"is {row[column]!r} on {row['kind']}, expected {what}")
    if (row["terrain"] == "sea") == is_land:
        yield row.wrong("terrain", f"is {row['terrain']} on {row['kind']}")
    if row.is_set("playable") and not is_land:
        yield row.wrong("playable", "is 1 at sea, expected 0")


def _about_sides(pack: Pack, hexes: Mapping[str, Row]) -> Iterator[Finding]:
    water = {
        frozenset((row["hex_a"], row["hex_b"]))
        for row in pack[HEXSIDES]
        if row["feature"] == "water"
    }
    for row in pack[HEXSIDES]:
        pair, feature = frozenset((row["hex_a"], row["hex_b"])), row["feature"]
        if row["hex_b"] not in neighbours(row["hex_a"]):
            yield row.wrong("hex_b", f"is {row['hex_b']}, expected a neighbour of {row['hex_a']}")
        for column in ("hex_a", "hex_b"):
            if row[column] not in hexes or hexes[row[column]]["kind"] != "land":
                yield row.wrong(column, f"is {row[column]}, expected a land hex")
        if (row["protects"] in pair) != (feature in _FORTIFIED):
            yield row.wrong("protects", f"is {row['protects']!r} for a {feature}")
        if feature == "crossing_arrow" and pair not in water:
            yield row.wrong("feature", "is a crossing arrow on dry land, expected water there")
        if feature == "river" and pair in water:
            yield row.wrong("feature", "is a river in the sea")


def _about_units(pack: Pack) -> Iterator[Finding]:
    for number, row in Counter(row["id"] for row in pack[UNITS]).items():
        if row > 1:
            yield Finding(UNITS, 0, "id", f"{number} stands there {row} times, expected once")
    for unit in pack[UNITS]:
        move = _MOVES.get(unit["type"], unit["move"])
        if unit["move"] != move:
            yield unit.wrong("move", f"is {unit['move']}, expected {move} for {unit['type']}")
    have = Counter((row["nation"], row["type"], row["factor"]) for row in pack[UNITS])
    for (nation, arm, factor), wanted in _MINORS.items():
        if (found := have[nation, arm, factor]) != wanted:
            text = f"{nation} has {found} of {arm} {factor}, expected {wanted} (11.23, R-41)"
            yield Finding(UNITS, 0, "nation", text)


def _about_tables(tables: Mapping[str, Any]) -> Iterator[Finding]:
    """Return where the combat table is not monotone: a better die or odds never hurt more (15.6)."""
    order = ("A", "a", "Ex", "Ex-1", "Ex-2", "d", "D")
    columns = [
        [order.index(cell) for cell in column]
        for column in tables["combat_results"]["columns"].values()
    ]
    for column in columns:
        if sorted(column) != column:
            yield Finding(TABLES, 0, "/combat_results", "a higher die is worse in a column")
    for left, right in pairwise(columns):
        if any(a > b for a, b in zip(left, right, strict=True)):
            yield Finding(TABLES, 0, "/combat_results", "better odds are worse in a row")


def _about_scenario(
    name: str, scenario: Mapping[str, Any], pack: Pack, hexes: Mapping[str, Row]
) -> Iterator[Finding]:
    units = pack[UNITS].by("id")
    held: dict[str, list[Row]] = {}
    for unit, number in scenario["setup"].items():
        at = f"/setup/{unit}"
        if unit not in units:
            yield Finding(name, 0, at, f"{unit} is no counter of {UNITS}")
        elif number not in hexes or not hexes[number].is_set("playable"):
            yield Finding(name, 0, at, f"{number} is not in play")
        else:
            held.setdefault(number, []).append(units[unit])
    for number, there in held.items():
        ground = sum(row["type"] in GROUND and row["type"] != "airborne" for row in there)
        air = sum(int(row["factor"]) for row in there if row["type"] in ("air", "transport"))
        where = f"{number} in /setup"
        if ground > _MOST_GROUND:
            yield Finding(
                name, 0, where, f"holds {ground} ground units, expected at most 2 (12.11)"
            )
        if air > _BASE_ROOM or (air and not hexes[number].is_set("city")):
            yield Finding(name, 0, where, f"is no base for {air} air factors (R-20)")
        if len({row["seat"] for row in there}) > 1:
            yield Finding(name, 0, where, "holds units of two seats")


def counts(pack: Pack) -> Iterator[tuple[str, int]]:
    """Return how many there are of what."""
    rows = pack[HEXES].rows
    yield "hexes in play", sum(row.is_set("playable") for row in rows)
    for name, column in (("cities", "city"), ("ports", "port"), ("objectives", "objective")):
        yield name, sum(row.is_set(column) for row in rows)
    for feature, found in sorted(Counter(row["feature"] for row in pack[HEXSIDES]).items()):
        yield f"hexsides: {feature.replace('_', ' ')}", found
    yield "counters", len(pack[UNITS].rows)
    yield "scenarios", sum(name != TABLES for name in pack.charts)

"""Everything a pack says about one hex or one unit, each value with its source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from sealion_pbem.engine.pack import Described, Pack, Row
from sealion_pbem.errors import UsageError
from sealion_pbem.hexes.grid import neighbours
from sealion_pbem.rulesets.sealion.data import PRINTINGS, compiled, counters
from sealion_pbem.rulesets.sealion.packs.columns import HEXES, TABLES, units_of
from sealion_pbem.rulesets.sealion.packs.mapview import MapView
from sealion_pbem.rulesets.sealion.packs.provenance import source_of

__all__ = ["describe"]

_DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
_CLASSES = ("leg", "vehicle", "mountain")
_SEATS = ("german", "british")
_OF_BOTH = ("hex", "kind", "terrain", "land_fraction", "lat", "lon")
_SHORTEST_PART = 2
_NO_VALUES = {"provenance", "note", "id", "col", "row"}
_PLACES = ("city", "port", "airbase", "radar_name", "tunnel_name", "factory_name")
# Column and what it says there, to the name of the modifier.
_MODIFIERS = (
    *(
        ("terrain", name, name)
        for name in ("city", "london", "marsh", "light_woods", "heavy_woods")
    ),
    *(("bunker", name, f"bunker_{name}") for name in ("fortified", "unfortified")),
    *(("beach", name, f"beach_{name}") for name in ("most", "less", "unsuitable")),
    ("cliffs", "1", "cliffs"),
    ("tunnel", "1", "tunnel"),
)


def describe(pack: Pack, word: str, edition: str) -> Described:
    """Return all about the hex of a number or place, or the unit of an id, a name or a part of one.

    Raises:
        UsageError: there is none, or several units have it in their names.
    """
    if edition not in PRINTINGS:
        raise UsageError(
            f"the sheets know no printing {edition!r}", hint=f"there is {', '.join(PRINTINGS)}"
        )
    found = _found(MapView(pack), pack.charts[TABLES], word, edition)
    lines = [*_value_lines(found), *(_hex_lines(found) if "hex" in found else ())]
    return Described(found, tuple(lines))


def _value_lines(found: Mapping[str, Any]) -> Iterator[str]:
    what = f"hex {found['hex']}" if "hex" in found else f"unit {found['unit']}"
    name = f"  {found['name']}" if found["name"] else ""
    yield f"{what}{name}  ({found['edition']}; {found['file']} row {found['row']})\n"
    values = found["values"]
    wide = max(len(value["name"]) for value in values)
    long = max(len(value["value"]) for value in values)
    for value in values:
        yield f"  {value['name']:<{wide}}  {value['value']:<{long}}  {value['source']}"
    if "count_source" in found:
        yield f"\n  that it exists, and how many of its kind: {found['count_source']}"
    if "note" in found:
        yield f"\n  {found['note']}"


def _hex_lines(found: Mapping[str, Any]) -> Iterator[str]:
    if "cost_to_enter" in found:
        yield f"\nmovement points to enter off the road  ({found['cost_source']})"
        for seat, costs in found["cost_to_enter"].items():
            text = ", ".join(f"{name} {_points(cost)}" for name, cost in costs.items())
            yield f"  {seat:<8} {text}"
        if found["road_cost"]:
            yield f"  by road  {_points(found['road_cost'])}"
        yield f"\ncombat modifiers  ({found['modifier_source']})"
        for modifier in found["combat_modifiers"]:
            yield f"  {modifier['value']:+d}  {modifier['name']}"
    yield "\nneighbours"
    for near in found["neighbours"]:
        road = "  road" if near["road"] else ""
        where = f"{near['terrain']} {near['name']}".strip()
        yield f"  {near['direction']:<2}  {near['hex']}  {where}{road}"
        for side in near["hexside"]:
            name = f" {side['name']}" if side["name"] else ""
            yield f"            {side['feature']}{name}: {side['source']}"


def _found(view: MapView, tables: Mapping[str, Any], word: str, edition: str) -> dict[str, Any]:
    if re.fullmatch(r"[0-9]+", word):
        if word not in view.hexes:
            raise UsageError(
                f"the map has no hex {word}", hint="columns run from 20 to 70, rows from 01 to 30"
            )
        return _hex(view, tables, view.hexes[word], edition)
    units = view.pack[units_of(edition)].by("id")
    if word.lower() in units:
        return _unit(units[word.lower()], edition)
    key = word.casefold()
    named = [row for row in units.values() if key in _called(row, edition)]
    places = [row for row in view.hexes.values() if key in _names(row)]
    if not named and not places and len(key) >= _SHORTEST_PART:
        named = [row for row in units.values() if any(key in n for n in _called(row, edition))]
        places = [row for row in view.hexes.values() if any(key in n for n in _names(row))]
    if len(named) == 1:
        return _unit(named[0], edition)
    if not named and len(places) == 1:
        return _hex(view, tables, places[0], edition)
    raise _not_one(word, named, places, edition, view)


def _points(halves: int | str | None) -> str:
    """Return half movement points as they are printed."""
    if halves is None:
        return "not allowed"
    if isinstance(halves, str):
        return halves
    return f"{halves // 2 or ''}{'½' * (halves % 2)}" or "0"


def _not_one(
    word: str, named: list[Row], places: list[Row], edition: str, view: MapView
) -> UsageError:
    units = view.pack[units_of(edition)].by("id")
    if named:
        ids = ", ".join(row["id"] for row in named)
        is_whole = any(word.casefold() in _called(row, edition) for row in named)
        said = f"are called {word!r}" if is_whole else f"have {word!r} in their names"
        return UsageError(f"{len(named)} units {said}", hint=f"name one by id: {ids}")
    if places:
        numbers = ", ".join(row["hex"] for row in places)
        return UsageError(f"{word!r} is in {len(places)} hexes", hint=f"name one: {numbers}")
    known: dict[str, str] = {}
    for row in units.values():
        known |= {row["id"]: row["id"]}
        known |= {name.casefold(): name for name in (row["name"], _name(row, edition))}
    for row in view.hexes.values():
        known |= {row[column].casefold(): row[column] for column in _PLACES if row[column]}
    close = [known[name] for name in get_close_matches(word.casefold(), known)]
    meant = f"did you mean {' or '.join(close)}?" if close else "give a hex number, an id or a name"
    return UsageError(f"neither a hex nor a unit is called {word!r}", hint=meant)


def _called(row: Row, edition: str) -> set[str]:
    """Return what a unit may be called: what is printed on it, and what it is called in reports."""
    return {row["name"].casefold(), _name(row, edition).casefold()}


def _name(row: Row, edition: str) -> str:
    counter = counters(compiled(f"counters_{edition}")).get(row["id"])
    return counter.name if counter else row["name"]


def _names(row: Row) -> set[str]:
    return {row[column].casefold() for column in _PLACES} - {""}


def _unit(row: Row, edition: str) -> dict[str, Any]:
    columns = [column for column in row.cells if row[column] and column not in _NO_VALUES]
    found: dict[str, Any] = {
        "unit": row["id"],
        "name": _name(row, edition),
        "edition": edition,
        "file": row.file,
        "row": row.number,
        "values": [_value(row, column) for column in columns],
    }
    counted = re.search(r"(?:^|; )count=([^;]*)", row["provenance"])
    if counted:
        found["count_source"] = counted[1]
    return found | ({"note": row["note"]} if row["note"] else {})


def _value(row: Row, column: str) -> dict[str, str]:
    return {"name": column, "value": row[column], "source": source_of(row, column)}


def _hex(view: MapView, tables: Mapping[str, Any], row: Row, edition: str) -> dict[str, Any]:
    number = row["hex"]
    others = {f"factory_{printing}" for printing in PRINTINGS if printing != edition}
    columns = [
        column
        for column in row.cells
        if column in _OF_BOTH
        or (row.is_set(column) and column not in {*_NO_VALUES, *others, "factory_name"})
        or (column == "factory_name" and row.is_set(f"factory_{edition}"))
    ]
    found: dict[str, Any] = {
        "hex": number,
        "name": row["city"] or row["port"],
        "edition": edition,
        "file": HEXES,
        "row": row.number,
        "values": [_value(row, column) for column in columns],
    }
    if row["kind"] != "sea":
        movement = tables["movement"]
        found["cost_to_enter"] = {
            seat: {name: view.cost_to_enter(movement, row, seat, name) for name in _CLASSES}
            for seat in _SEATS
        }
        found["cost_source"] = movement["source"]
        # London has no road rate.
        found["road_cost"] = movement["road"] if row["road"] and row["london"] == "0" else None
        found["combat_modifiers"] = list(_modifiers(tables, row, edition))
        found["modifier_source"] = tables["combat_modifiers"]["source"]
    found["neighbours"] = [
        _neighbour(view, row, direction, near)
        for direction, near in zip(_DIRECTIONS, neighbours(number), strict=True)
    ]
    return found


def _modifiers(tables: Mapping[str, Any], row: Row, edition: str) -> Iterator[dict[str, Any]]:
    modifiers = tables["combat_modifiers"]
    for column, value, name in _MODIFIERS:
        if row[column] == value:
            number = modifiers[name]
            yield {"name": name, "value": number if isinstance(number, int) else number[edition]}
    if row["port"]:
        yield {"name": "port", "value": modifiers["port"]}


def _neighbour(view: MapView, row: Row, direction: str, near: str) -> dict[str, Any]:
    there = view.hexes.get(near)
    sides = view.sides.get(frozenset((row["hex"], near)), ())
    return {
        "direction": direction,
        "hex": near,
        "terrain": there["terrain"] if there else "off the map",
        "name": (there["city"] or there["port"]) if there else "",
        "road": near in row["road"].split(),
        "hexside": [
            {"feature": side["feature"], "name": side["name"], "source": side["provenance"]}
            for side in sides
        ],
    }

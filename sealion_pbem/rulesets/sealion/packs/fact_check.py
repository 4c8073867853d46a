"""Whether a pack still says what the rulebooks say: the facts of map_facts.csv and unit_facts.csv."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from sealion_pbem.engine.pack import Finding, Row
from sealion_pbem.hexes.grid import neighbours
from sealion_pbem.rulesets.sealion.data import PRINTINGS
from sealion_pbem.rulesets.sealion.packs.columns import (
    HEXES,
    HEXSIDES,
    MAP_FACTS,
    SECTORS,
    UNIT_FACTS,
    units_of,
)
from sealion_pbem.rulesets.sealion.packs.compilation import adjoining
from sealion_pbem.rulesets.sealion.packs.mapview import MapView

__all__ = ["fact_findings"]


def fact_findings(view: MapView, tables: Mapping[str, Any] | None) -> Iterator[Finding]:
    """Yield every fact that is lost; what movement costs is left out if there are no sound tables."""
    for fact in view.pack[MAP_FACTS]:
        where = fact["where"]
        if fact["feature"] == "cost":
            yield from _cost(view, tables, fact) if tables else ()
        elif where == "map":
            yield from _count(view, fact)
        elif fact["feature"] in _OF_PLACES:
            yield from _places(view, fact)
        elif "/" in where:
            yield from _pair(view, fact)
        else:
            yield from _one_hex(view, fact)
    for fact in view.pack[UNIT_FACTS]:
        for edition in PRINTINGS:
            if fact["edition"] in {edition, "both"}:
                yield from _units(view.pack[units_of(edition)], fact)


_OF_PLACES = {"adjoins", "apart"}
_Test = Callable[[MapView, Row, str], bool]
# Feature: the column it is about, whether a hex has it, what would be right.
_OF_HEXES: Mapping[str, tuple[str, _Test, str]] = {
    "parliament": ("parliament", lambda _, row, __: row["parliament"] == "1", "1"),
    "radar": ("radar", lambda _, row, __: row["radar"] == "1", "1"),
    "tunnel": ("tunnel", lambda _, row, __: row["tunnel"] == "1", "1"),
    "london": ("london", lambda _, row, __: row["london"] == "1", "1"),
    "entry": ("entry", lambda _, row, __: row["entry"] == "1", "1"),
    "city": ("city", lambda _, row, value: row["city"] in ({value} if value else _any(row)), ""),
    "terrain": ("terrain", lambda _, row, value: row["terrain"] == value, ""),
    "edge": ("edge", lambda _, row, value: value in row["edge"], ""),
    "sector": ("sectors", lambda _, row, value: value in row["sectors"].split("|"), ""),
    "coastal": ("kind", lambda _, row, __: row["kind"] == "coastal", "coastal"),
    "playable": ("kind", lambda _, row, __: row["kind"] != "sea", "land or coastal"),
    "not_playable": ("kind", lambda _, row, __: row["kind"] == "sea", "sea"),
}


def _any(row: Row) -> set[str]:
    return {row["city"]} - {""}


def _one_hex(view: MapView, fact: Row) -> Iterator[Finding]:
    number, feature, value = fact["where"], fact["feature"], fact["value"]
    row = view.hexes.get(number)
    if row is None:
        yield Finding(HEXES, 0, "hex", f"{number} is missing, expected {_why(fact)}")
    elif feature == "side":
        if not any(value in view.features(number, near) for near in neighbours(number)):
            text = f"no side of {number} is {value}, expected at least one{_why(fact)}"
            yield Finding(HEXSIDES, 0, "feature", text)
    else:
        column, has_it, right = _OF_HEXES[feature]
        if not has_it(view, row, value):
            text = f"is {row[column]!r} in {number}, expected {right or value or 'a name'}"
            yield row.wrong(column, text + _why(fact))


def _pair(view: MapView, fact: Row) -> Iterator[Finding]:
    a, b = fact["where"].split("/")
    if fact["feature"] == "adjacent":
        assert b in neighbours(a), fact
    elif view.features(a, b) != {fact["value"]}:
        found = " and ".join(sorted(view.features(a, b))) or "nothing"
        rows = view.sides.get(frozenset((a, b)), [])
        text = f"{a}/{b} is {found}, expected {fact['value']}{_why(fact)}"
        yield Finding(HEXSIDES, rows[0].number if rows else 0, "feature", text)


def _cost(view: MapView, tables: Mapping[str, Any], fact: Row) -> Iterator[Finding]:
    a, b = fact["where"].split("/")
    seat, moves_as, points = fact["value"].split()
    row = view.hexes.get(b)
    if row is None or row["terrain"] == "sea":
        yield Finding(HEXES, 0, "hex", f"{b} is no land hex, expected one{_why(fact)}")
        return
    if b in view.roads.get(a, ()):
        text = f"a road joins {a} and {b}, expected none{_why(fact)}"
        yield row.wrong("road", text)
    halves = view.cost(tables, (a, b), seat, moves_as)
    if halves != 2 * int(points):
        found = "is not allowed" if halves is None else f"costs {halves / 2:g}"
        text = f"from {a} to {b} a {seat} {moves_as} unit {found}, expected {points}{_why(fact)}"
        yield row.wrong("terrain", text)


def _count(view: MapView, fact: Row) -> Iterator[Finding]:
    column, wanted = fact["feature"].removeprefix("count_"), int(fact["value"])
    if column == "sectors":
        found = len({row["sector"] for row in view.pack[SECTORS]})
    else:
        found = sum(row[column] == "1" for row in view.hexes.values())
    if found != wanted:
        file = SECTORS if column == "sectors" else HEXES
        yield Finding(file, 0, column, f"there are {found}, expected {wanted}{_why(fact)}")


def _places(view: MapView, fact: Row) -> Iterator[Finding]:
    a, b = fact["where"].split("/")
    for edition in PRINTINGS:
        if fact["edition"] not in {edition, "both"}:
            continue
        is_next_to = b in adjoining(view.pack, edition)[a]
        if is_next_to != (fact["feature"] == "adjoins"):
            text = f"{a} {'adjoins' if is_next_to else 'does not adjoin'} {b} in {edition}"
            yield Finding(SECTORS, 0, "target", f"{text}, expected the opposite{_why(fact)}")


def _units(units: Iterable[Row], fact: Row) -> Iterator[Finding]:
    wanted = dict(part.split("=", 1) for part in fact["units"].split("|") if part)
    found = [row for row in units if all(row[name] == value for name, value in wanted.items())]
    measure, relation, value = fact["measure"], fact["relation"], fact["value"]
    if measure == "count" or not found:
        right = value if measure == "count" else "at least one"
        is_right = _holds(str(len(found)), relation, value) if measure == "count" else False
        if not is_right:
            at_least = "at least " if relation == ">=" and measure == "count" else ""
            text = f"{len(found)} counters with {fact['units'].replace('|', ', ') or 'any id'}"
            file = getattr(units, "file", "")
            yield Finding(file, 0, "", f"{text}, expected {at_least}{right}{_why(fact)}")
        return
    for row in found:
        if not _holds(row[measure], relation, value):
            words = {"=": "", ">=": "at least ", "has": "it to have ", "lacks": "it without "}
            text = f"is {row[measure]!r}, expected {words[relation]}{value or 'nothing'}"
            yield row.wrong(measure, text + _why(fact))


def _holds(found: str, relation: str, value: str) -> bool:
    match relation:
        case ">=":
            return found.isdigit() and int(found) >= int(value)
        case "has":
            return value in found.split()
        case "lacks":
            return value not in found.split()
        case _:
            return found == value


def _why(fact: Row) -> str:
    """Return the place in the rulebooks."""
    return f" (rulebook {fact['section']})"

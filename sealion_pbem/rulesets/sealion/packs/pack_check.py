"""What must hold of a whole pack, and what it amounts to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sealion_pbem.engine.pack import Finding, Pack
from sealion_pbem.rulesets.sealion.data import PRINTINGS
from sealion_pbem.rulesets.sealion.packs.columns import (
    FIXED,
    MAP_FACTS,
    TABLES,
    UNIT_FACTS,
    units_of,
)
from sealion_pbem.rulesets.sealion.packs.fact_check import fact_findings
from sealion_pbem.rulesets.sealion.packs.map_check import map_findings
from sealion_pbem.rulesets.sealion.packs.mapview import MapView
from sealion_pbem.rulesets.sealion.packs.provenance import provenance_faults
from sealion_pbem.rulesets.sealion.packs.unit_check import unit_findings

__all__ = ["counts", "findings"]


def findings(pack: Pack) -> Iterator[Finding]:
    """Yield whatever is wrong: sources, map, units, facts of the rulebooks, charts."""
    view, tables = MapView(pack), pack.charts.get(TABLES)
    for sheet in pack.sheets.values():
        if sheet.file not in FIXED:
            for row in sheet:
                yield from provenance_faults(row)
    yield from map_findings(view)
    yield from unit_findings(view)
    yield from fact_findings(view, tables)
    yield from _agreement(view, tables) if tables else ()


def _agreement(view: MapView, tables: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield where the charts say something else than the other files."""
    rows = view.hexes.values()
    wanted: dict[tuple[str, ...], int] = {
        ("radar", "hexes"): sum(row["radar"] == "1" for row in rows)
    }
    for edition in PRINTINGS:
        number = sum(row[f"factory_{edition}"] == "1" for row in rows)
        wanted["victory", "factories", edition] = number
    for path, number in wanted.items():
        found: Any = tables
        for member in path:
            found = found[member]
        if found != number:
            text = f"is {found}, expected {number} as on the map"
            yield Finding(TABLES, 0, f"/{'/'.join(path)}", text)
    turns = tables["turns"]
    if not turns["least"] <= turns["length"] <= turns["most"]:
        text = f"is {turns['length']}, expected {turns['least']} to {turns['most']}"
        yield Finding(TABLES, 0, "/turns/length", text)


def counts(pack: Pack) -> Iterator[tuple[str, int]]:
    """Yield how many there are of what."""
    view = MapView(pack)
    rows = view.hexes.values()
    yield "land hexes", len(view.playable)
    for name, column in (
        ("coastal hexes", "beach"),
        ("road hexes", "road"),
        ("airbases", "airbase"),
        ("ports", "port"),
        ("factories 2016", "factory_2016"),
        ("factories deluxe", "factory_deluxe"),
        ("radars", "radar"),
        ("tunnels", "tunnel"),
    ):
        yield name, sum(row.is_set(column) for row in rows)
    yield "hexsides", len(view.sides)
    for edition in PRINTINGS:
        units = [row for row in pack[units_of(edition)] if row["arm"] != "marker"]
        optional = sum(bool(row["optional_rule"]) for row in units)
        yield f"units {edition}", len(units) - optional
        if optional:
            yield f"optional units {edition}", optional
    yield "rulebook facts", len(pack[MAP_FACTS].rows) + len(pack[UNIT_FACTS].rows)

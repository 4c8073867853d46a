"""Where each value comes from.

The `provenance` cell of a hex or a unit is a list of `name=source` with "; " between them. A name is
a column or a word that covers several: what a column says of itself counts before such a word.
In the other files the cell is free text about the whole row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sealion_pbem.engine.pack import Finding, Row
from sealion_pbem.rulesets.sealion.packs.columns import (
    ALTERNATE,
    ARRIVALS,
    HEXES,
    HEXSIDES,
    SECTORS,
)

__all__ = ["provenance_faults", "source_of"]

_ON_HEXES: Mapping[str, tuple[str, ...]] = {
    "kind": ("kind",),
    "edge": ("edge",),
    "entry": ("entry",),
    "terrain": ("terrain", "city", "woods", "marsh", "kind"),
    "city": ("city",),
    "london": ("city",),
    "parliament": ("parliament",),
    "road": ("road",),
    "port": ("port",),
    "airbase": ("airbase",),
    "factory_2016": ("factory",),
    "factory_deluxe": ("factory",),
    "factory_name": ("factory",),
    "radar": ("radar",),
    "radar_name": ("radar",),
    "tunnel": ("tunnel",),
    "tunnel_name": ("tunnel",),
    "beach": ("beach",),
    "cliffs": ("cliffs",),
    "woods": ("woods",),
    "marsh": ("marsh",),
    "bunker": ("bunker",),
    "range_yellow": ("range",),
    "range_orange": ("range",),
    "range_red": ("range",),
    "sectors": ("sectors",),
}
_VALUES = (
    *("attack", "defense", "move", "movement_class", "quality", "strength", "codes"),
    *("support_range", "steps"),
)
_REDUCED = ("reduced_attack", "reduced_defense", "reduced_quality", "reduced_strength")
_ON_UNITS: Mapping[str, tuple[str, ...]] = {
    "name": ("name",),
    **{
        column: (column, "name")
        for column in ("seat", "nationality", "arm", "type", "size", "group")
    },
    **{column: (column, "values") for column in _VALUES},
    **{column: (column, "reduced", "values") for column in _REDUCED},
    "setup": ("setup",),
    "arrival_turn": ("arrival_turn", "setup"),
    "optional_rule": ("optional_rule", "setup"),
}
# That a counter exists, and how many of its kind, is no column.
_UNIT_NAMES = {"count", *(name for names in _ON_UNITS.values() for name in names)}
_HEX_NAMES = {name for names in _ON_HEXES.values() for name in names}
_WHOLE_ROW = {HEXSIDES, SECTORS, ARRIVALS, ALTERNATE}
# The same for every hex, so it is said here and not 1,530 times.
_OF_THE_GRID = {
    "hex": "rulebook Deluxe 11.1, 11.2 and 11.7 (how the hexes are numbered)",
    "col": "the hex number",
    "row": "the hex number",
    "lat": "fitted to the places that the rulebooks name with their hex",
    "lon": "fitted to the places that the rulebooks name with their hex",
    "land_fraction": "data GSHHG",
}


def source_of(row: Row, column: str) -> str:
    """Return where a value of a row comes from, "" if its row does not say."""
    if row.file in _WHOLE_ROW:
        return row["provenance"]
    if row.file == HEXES and column in _OF_THE_GRID:
        return _OF_THE_GRID[column]
    entries = dict(_entries(row))
    names = (_ON_HEXES if row.file == HEXES else _ON_UNITS).get(column, ())
    return next((entries[name] for name in names if name in entries), "")


def provenance_faults(row: Row) -> Iterator[Finding]:
    """Yield every value of a hex or a unit whose source is missing, and entries that cannot be read."""
    if row.file in _WHOLE_ROW:
        return
    known = _HEX_NAMES if row.file == HEXES else _UNIT_NAMES
    entries = dict(_entries(row))
    for name, source in entries.items():
        if name not in known or not source:
            text = f"has the entry {name!r}, expected name=source; ... with names out of "
            yield row.wrong("provenance", text + ", ".join(sorted(known)))
    for column, names in (_ON_HEXES if row.file == HEXES else _ON_UNITS).items():
        is_given = row.is_set(column) if row.file == HEXES else row[column] != ""
        if is_given and not entries.keys() & set(names) and row.cells.get("arm") != "marker":
            text = f"says nothing about {column}, expected {names[0]}=source"
            yield row.wrong("provenance", text)


def _entries(row: Row) -> Iterator[tuple[str, str]]:
    for entry in row["provenance"].split("; "):
        name, _, source = entry.partition("=")
        yield name.strip(), source.strip()

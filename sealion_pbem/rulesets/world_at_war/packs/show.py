"""Everything the pack says about one hex or one unit, with the source of each value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sealion_pbem.engine.pack import Described, Pack, Row
from sealion_pbem.errors import UsageError
from sealion_pbem.rulesets.world_at_war.packs.columns import HEXES, HEXSIDES, UNITS

__all__ = ["describe"]

_MOST_NAMED = 8
# What a part of a provenance covers besides the column of its own name.
_COVERED: Mapping[str, tuple[str, ...]] = {
    "values": ("factor", "move", "size", "cost_per_factor", "type"),
    "count": ("factor", "type", "move"),
    "count and values": ("factor", "type", "move", "size", "cost_per_factor"),
    "places": ("name", "capital", "objective", "city", "port", "fortress"),
    "kind": ("land_fraction", "playable"),
}


def describe(pack: Pack, word: str) -> Described:
    """Return all about the hex of a number or place, or the unit of an id, a name or a part of one.

    Raises:
        UsageError: there is none, or several have it in their names.
    """
    row = _found(pack, word.strip())
    values = [
        {"name": column, "value": value, "source": _source(row, column)}
        for column, value in row.cells.items()
        if column != "provenance" and value
    ]
    what = "hex" if row.file == HEXES else "unit"
    key = row["hex"] if what == "hex" else row["id"]
    facts = {what: key, "name": row["name"], "file": row.file, "row": row.number, "values": values}
    lines = [f"{what} {key}  {row['name']}  ({row.file} row {row.number})\n"]
    wide = max(len(value["name"]) for value in values)
    long = max(len(value["value"]) for value in values)
    lines += [
        f"  {value['name']:<{wide}}  {value['value']:<{long}}  {value['source']}"
        for value in values
    ]
    if what == "hex":
        sides = [*_sides(pack, key)]
        facts["hexsides"] = sides
        lines += ["\nhexsides", *(f"  {side}" for side in sides)] if sides else []
    return Described(facts, tuple(lines))


def _found(pack: Pack, word: str) -> Row:
    wanted = word.casefold()
    rows: list[Row] = [*pack[HEXES], *pack[UNITS]]
    exact = [row for row in rows if wanted in (_key(row), row["name"].casefold())]
    near = exact or [row for row in rows if wanted and wanted in row["name"].casefold()]
    if len(near) == 1:
        return near[0]
    if not near:
        raise UsageError(
            f"nothing in the pack is called {word!r}", hint="give a hex number, a place or a unit"
        )
    named = ", ".join(_key(row) for row in near[:_MOST_NAMED])
    raise UsageError(f"{word!r} could be {len(near)} things", hint=f"for example {named}")


def _key(row: Row) -> str:
    return row["hex"] if row.file == HEXES else row["id"]


def _source(row: Row, column: str) -> str:
    """Return the part of a provenance that is about a column; what covers everything, if none is."""
    parts = row["provenance"].split("; ")
    named = [part.partition("=") for part in parts if "=" in part]
    for name, _, source in named:
        if column == name or column in name.split():
            return source
    for name, _, source in named:
        if column in _COVERED.get(name, ()):
            return source
    free = [part for part in parts if "=" not in part]
    return "; ".join(free) or row["provenance"]


def _sides(pack: Pack, number: str) -> Iterator[str]:
    for row in pack[HEXSIDES]:
        if number in (row["hex_a"], row["hex_b"]):
            other = row["hex_b"] if number == row["hex_a"] else row["hex_a"]
            name = f" {row['name']}" if row["name"] else ""
            guard = f", protects {row['protects']}" if row["protects"] else ""
            feature = row["feature"].replace("_", " ")
            yield f"{other}  {feature}{name}{guard}  ({row['provenance']})"

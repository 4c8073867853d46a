"""Everything the pack says about one card, sector or battle zone, each value with its source."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from sealion_pbem.engine.pack import Described, Pack, Row
from sealion_pbem.errors import UsageError
from sealion_pbem.rulesets.war_at_sea.packs.columns import (
    HISTORY,
    SCENARIO_UNITS,
    SECTORS,
    UNITS,
    ZONES,
)

__all__ = ["describe"]

_NO_VALUES = {"id", "provenance", "zone", "neighbours"}


def describe(pack: Pack, word: str) -> Described:
    """Return all about the card, the sector or the battle zone that a word means.

    Raises:
        UsageError: it means none of them, or several cards have it in their names.
    """
    key = word.casefold().removeprefix("zone").strip()
    zones = {row["name"].casefold(): row["zone"] for row in pack[ZONES]}
    zones |= {number: number for number in zones.values()}
    if key in zones:
        return _zone(pack, zones[key])
    sectors = pack[SECTORS].by("sector")
    if word in sectors:
        return _sector(pack, sectors[word])
    cards = {**pack[UNITS].by("id"), **pack[SCENARIO_UNITS].by("id")}
    # A unit in play is called by its seat, its card and a number.
    card = word.partition("-")[2].rpartition("-")[0]
    called = (key, card) if card in cards else (key,)
    named = [row for row in cards.values() if row["id"] in called or row["name"].casefold() == key]
    named = named or [
        row for row in cards.values() if len(key) > 1 and key in row["name"].casefold()
    ]
    if len(named) == 1:
        return _card(pack, named[0])
    if named:
        ids = ", ".join(row["id"] for row in named)
        raise UsageError(
            f"{len(named)} units have {word!r} in their names", hint=f"name one: {ids}"
        )
    known = {row["name"].casefold(): row["name"] for row in cards.values()}
    known |= {name: name for name in cards} | {name: f"zone {name}" for name in zones}
    close = [known[name] for name in get_close_matches(key, known)]
    hint = f"did you mean {' or '.join(close)}?" if close else "give a unit, a sector or a zone"
    raise UsageError(f"neither a unit nor a sector nor a zone is called {word!r}", hint=hint)


def _card(pack: Pack, row: Row) -> Described:
    values = [_value(row, column) for column in row.cells if _is_said(row, column)]
    facts: dict[str, Any] = {
        "unit": row["id"], "name": row["name"], "file": row.file, "row": row.number,
        "values": values,
    }  # fmt: skip
    lines = [f"unit {row['id']}  {row['name']}  ({row.file} row {row.number})", "", *_table(values)]
    for file in HISTORY:
        history = pack[file].by("id").get(row["id"])
        if history is not None:
            found = [_value(history, name) for name in history.cells if _is_said(history, name)]
            facts["history"] = {"file": file, "row": history.number, "values": found}
            lines += ["", f"derived from {file} row {history.number}", "", *_table(found)]
    return Described(facts, tuple(lines))


def _sector(pack: Pack, row: Row) -> Described:
    lying = [
        {"zone": found["zone"], "name": found["name"], "feature": found["feature"]}
        for found in pack[ZONES]
        if found["sector"] == row["sector"]
    ]
    values = [_value(row, column) for column in row.cells if _is_said(row, column)]
    near = row["neighbours"].split()
    facts = {
        "sector": row["sector"], "file": row.file, "row": row.number, "values": values,
        "neighbours": near, "zones": lying,
    }  # fmt: skip
    lines = [f"sector {row['sector']}  ({row.file} row {row.number})", "", *_table(values), ""]
    lines += [f"neighbours  {' '.join(near) or 'none'}", ""]
    lines += [f"zone {each['zone']}  {each['name']}: {each['feature']}" for each in lying]
    return Described(facts, tuple(lines if lying else [*lines, "no zone has anything here"]))


def _zone(pack: Pack, number: str) -> Described:
    rows = [row for row in pack[ZONES] if row["zone"] == number]
    lying = [
        {"sector": row["sector"], "feature": row["feature"], "source": row["provenance"]}
        for row in rows
    ]
    facts = {"zone": number, "name": rows[0]["name"], "file": ZONES, "lying": lying}
    lines = [f"zone {number}  {rows[0]['name']}  ({ZONES} row {rows[0].number})", ""]
    lines += [f"  {row['feature']:<9}  {row['sector']:<12}  {row['provenance']}" for row in rows]
    return Described(facts, tuple(lines))


def _is_said(row: Row, column: str) -> bool:
    return column not in _NO_VALUES and row.is_set(column)


def _value(row: Row, column: str) -> dict[str, str]:
    return {"name": column, "value": row[column], "source": _source(row, column)}


def _source(row: Row, column: str) -> str:
    """Return the part of the provenance that speaks of a column: `cost=…`, `all …=…`, or all of it."""
    parts = re.split(r"; *(?![^()]*\))", row["provenance"])
    for part in parts:
        subject, equals, source = part.partition("=")
        if equals and column in re.split(r"[ ,]+", subject):
            return source
    for part in parts:
        subject, equals, source = part.partition("=")
        if equals and subject.startswith(("all ", "values")):
            return source
    return row["provenance"]


def _table(values: list[dict[str, str]]) -> list[str]:
    wide = max((len(value["name"]) for value in values), default=0)
    long = max((len(value["value"]) for value in values), default=0)
    return [f"  {v['name']:<{wide}}  {v['value']:<{long}}  {v['source']}" for v in values]

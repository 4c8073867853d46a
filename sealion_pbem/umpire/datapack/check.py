"""Checking a whole pack: every file by itself, all together, and against the rulebooks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sealion_pbem.engine.canon import digest_bytes
from sealion_pbem.errors import InvalidFileError
from sealion_pbem.pbem.loader import pointer_to, read_strict
from sealion_pbem.resources import resource
from sealion_pbem.umpire.datapack.compilation import compile_pack
from sealion_pbem.umpire.datapack.fact_check import fact_findings
from sealion_pbem.umpire.datapack.layout import EDITIONS, FIXED, MAP_FACTS, UNIT_FACTS, units_of
from sealion_pbem.umpire.datapack.map_check import map_findings
from sealion_pbem.umpire.datapack.mapview import MapView
from sealion_pbem.umpire.datapack.provenance import provenance_faults
from sealion_pbem.umpire.datapack.sheet import SHIPPED, TABLES, Finding, Pack, read_pack
from sealion_pbem.umpire.datapack.unit_check import unit_findings

__all__ = ["Report", "check_pack", "check_shipped", "parse_tables"]


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found, and what the pack amounts to."""

    pack: Pack
    findings: tuple[Finding, ...]
    counts: Mapping[str, int]
    digests: Mapping[str, str]
    """SHA-256 of the compiled files; empty if there are faults."""

    @property
    def faults(self) -> tuple[Finding, ...]:
        """Return what must be corrected."""
        return tuple(finding for finding in self.findings if finding.is_fault)

    @property
    def remarks(self) -> tuple[Finding, ...]:
        """Return what is only worth a look."""
        return tuple(finding for finding in self.findings if not finding.is_fault)


def check_pack(pack: Pack) -> Report:
    """Return everything that is wrong with a pack, in the order of files and rows."""
    view = MapView(pack)
    findings = [*pack.findings]
    for sheet in pack.sheets.values():
        findings += sheet.findings
        if sheet.file not in FIXED:
            for row in sheet:
                findings += provenance_faults(row)
    tables, about_tables = parse_tables(pack.tables)
    findings += [*about_tables, *map_findings(view), *unit_findings(view)]
    findings += fact_findings(view, tables)
    findings += _agreement(view, tables) if tables else []
    order = {file: number for number, file in enumerate(pack.sheets)}
    found = sorted(
        dict.fromkeys(findings), key=lambda f: (order.get(f.file, -1), f.row, f.column, f.text)
    )
    digests: dict[str, str] = {}
    if not any(finding.is_fault for finding in found):
        compiled = {**compile_pack(pack), TABLES: pack.tables}
        digests = {name: digest_bytes(data) for name, data in compiled.items()}
    return Report(pack, tuple(found), dict(_counts(view)), digests)


def check_shipped() -> Report:
    """Return what is wrong with the shipped pack; what the game reads must be in step with it."""
    report = check_pack(read_pack())
    stale = [
        Finding(name, 0, "", "is not in step with the CSV files, expected a run of make_packs.py")
        for name, digest in report.digests.items()
        if digest != digest_bytes((SHIPPED / name).read_bytes())
    ]
    return replace(report, findings=(*report.findings, *stale))


def parse_tables(data: bytes) -> tuple[Mapping[str, Any] | None, list[Finding]]:
    """Return the charts of a pack, None and the faults if they are not sound."""
    # Importing it takes longer than all checks.
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - slow to import

    try:
        tables = read_strict(data)
    except InvalidFileError as error:
        return None, [Finding(TABLES, 0, "", error.message)]
    schema = json.loads(resource("schemas", "pack_tables.schema.json").read_bytes())
    faults = [
        Finding(TABLES, 0, pointer_to(error.absolute_path), error.message)
        for error in Draft202012Validator(schema).iter_errors(tables)
    ]
    return (None if faults else tables), faults


def _agreement(view: MapView, tables: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield where the charts say something else than the other files."""
    rows = view.hexes.values()
    wanted: dict[tuple[str, ...], int] = {
        ("radar", "hexes"): sum(row["radar"] == "1" for row in rows)
    }
    for edition in EDITIONS:
        number = sum(row[f"factory_{edition}"] == "1" for row in rows)
        wanted["victory", "factories", edition] = number
    for path, number in wanted.items():
        found: Any = tables
        for step in path:
            found = found[step]
        if found != number:
            text = f"is {found}, expected {number} as on the map"
            yield Finding(TABLES, 0, pointer_to(path), text)
    turns = tables["turns"]
    if not turns["least"] <= turns["length"] <= turns["most"]:
        text = f"is {turns['length']}, expected {turns['least']} to {turns['most']}"
        yield Finding(TABLES, 0, "/turns/length", text)


def _counts(view: MapView) -> Iterator[tuple[str, int]]:
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
    for edition in EDITIONS:
        units = [row for row in view.pack[units_of(edition)] if row["arm"] != "marker"]
        optional = sum(bool(row["optional_rule"]) for row in units)
        yield f"units {edition}", len(units) - optional
        if optional:
            yield f"optional units {edition}", optional
    yield "rulebook facts", len(view.pack[MAP_FACTS].rows) + len(view.pack[UNIT_FACTS].rows)

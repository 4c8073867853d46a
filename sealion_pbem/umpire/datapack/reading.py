"""Reading the files of a pack, strictly, with the place of everything that is wrong."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from sealion_pbem.campaign.files import read
from sealion_pbem.engine.pack import CellFormat, Finding, Layout, Pack, PackKeeping, PackSheet, Row
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.showing import DescribesPacks
from sealion_pbem.errors import InvalidFileError, UsageError
from sealion_pbem.pbem.loader import pointer_to, read_strict

__all__ = ["PackFiles", "keeping_of", "parse_chart", "read_pack"]

_LIMIT = 8_000_000


@dataclass(frozen=True, slots=True)
class PackFiles:
    """All files of a pack: what they say, what is wrong with them, and the charts as they are."""

    folder: Path
    pack: Pack
    charts: Mapping[str, bytes]
    taken_from_shipped: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


def keeping_of(ruleset: Ruleset[Any]) -> PackKeeping:
    """Return how a game keeps its data packs; UsageError if it has none."""
    if not isinstance(ruleset, DescribesPacks):
        raise UsageError(f"{ruleset.title} has no data packs to correct")
    return ruleset.pack_keeping()


def read_pack(ruleset: Ruleset[Any], folder: Path | None = None) -> PackFiles:
    """Return the pack in a folder; a file that is not there is taken from the shipped pack.

    Raises:
        InvalidFileError: the folder has no file of a pack at all.
        StorageError: a file cannot be read.
        UsageError: the game has no packs.
    """
    layout = keeping_of(ruleset).layout
    shipped = Path(layout.folder)
    folder = folder or shipped
    names = [*layout.sheets, *layout.charts]
    missing = tuple(name for name in names if not (folder / name).is_file())
    if len(missing) == len(names):
        raise InvalidFileError(
            f"{folder} holds no file of a data pack",
            hint=f"copy files out of {shipped} and correct them; they keep their names",
        )
    where = {name: shipped if name in missing else folder for name in names}
    sheets = {
        name: _read_sheet(where[name] / name, name, own) for name, own in layout.sheets.items()
    }
    charts = {name: read(where[name] / name, _LIMIT) for name in layout.charts}
    findings = [*_strays(folder, layout), *_changed_facts(where, shipped, layout)]
    sound: dict[str, Any] = {}
    for name, data in charts.items():
        chart, wrong = parse_chart(name, data, ruleset.schema(layout.charts[name]))
        findings += wrong
        sound |= {} if chart is None else {name: chart}
    return PackFiles(folder, Pack(sheets, sound), charts, missing, tuple(findings))


def parse_chart(
    name: str, data: bytes, schema: Any
) -> tuple[Mapping[str, Any] | None, list[Finding]]:
    """Return a chart of a pack, None and the faults if it is not sound."""
    # Importing it takes longer than all checks.
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - slow to import

    try:
        chart = read_strict(data)
    except InvalidFileError as error:
        return None, [Finding(name, 0, "", error.message)]
    faults = [
        Finding(name, 0, pointer_to(error.absolute_path), error.message)
        for error in Draft202012Validator(schema).iter_errors(chart)
    ]
    return (None if faults else chart), faults


def _strays(folder: Path, layout: Layout) -> Iterator[Finding]:
    """Yield CSV files with a name that no pack has: a slip there would be overlooked for ever."""
    for path in sorted([*folder.glob("*.csv"), *folder.glob("*/*.csv")]):
        name = path.relative_to(folder).as_posix()
        if name not in layout.sheets:
            close = get_close_matches(name, layout.sheets, 1) or [", ".join(layout.sheets)]
            yield Finding(name, 0, "", f"is no file of a pack, expected {close[0]}")


def _changed_facts(where: Mapping[str, Path], shipped: Path, layout: Layout) -> Iterator[Finding]:
    for name in layout.fixed:
        if read(where[name] / name, _LIMIT) != read(shipped / name, _LIMIT):
            text = (
                "differs from the shipped file, expected the same: it holds what the rulebooks say"
            )
            yield Finding(name, 0, "", text)


def _read_sheet(path: Path, file: str, layout: Mapping[str, CellFormat]) -> PackSheet:
    try:
        # Spreadsheets like to begin a file with a byte order mark.
        text = read(path, _LIMIT).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _unreadable(file, f"is not UTF-8 at byte {error.start}, expected UTF-8 text")
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[Row] = []
    findings: list[Finding] = []
    try:
        heading = next(reader, [])
        if heading != list(layout):
            return _unreadable(file, _about_heading(heading, list(layout)))
        for cells in reader:
            if not any(cells):
                continue
            row = Row(file, reader.line_num, dict(zip(layout, cells, strict=False)))
            if len(cells) != len(layout):
                findings.append(row.wrong("", f"has {len(cells)} cells, expected {len(layout)}"))
                continue
            wrong = list(_wrong_cells(row, layout))
            findings += wrong
            sound = _mended(row, layout, wrong)
            rows += [sound] if sound else []
    except csv.Error as error:
        findings.append(Finding(file, reader.line_num, "", f"cannot be read: {error}"))
    return PackSheet(file, tuple(rows), tuple(findings))


def _unreadable(file: str, text: str) -> PackSheet:
    return PackSheet(file, (), (Finding(file, 1, "", text),))


def _about_heading(heading: list[str], wanted: list[str]) -> str:
    if len(heading) == 1 and heading[0].count(";") == len(wanted) - 1:
        return "cells are separated by semicolons, expected commas"
    for column in wanted:
        if column not in heading:
            return f"the column {column} is missing, expected {','.join(wanted)}"
    return f"the columns are not these in this order: {','.join(wanted)}"


def _wrong_cells(row: Row, layout: Mapping[str, CellFormat]) -> Iterator[Finding]:
    for column, cell in layout.items():
        if not cell.pattern.fullmatch(row[column]):
            yield row.wrong(column, f"is {row[column]!r}, expected {cell.right}")


def _mended(row: Row, layout: Mapping[str, CellFormat], wrong: list[Finding]) -> Row | None:
    """Return the row without its wrong values, so that one slip does not hide other faults."""
    instead = {finding.column: layout[finding.column].instead for finding in wrong}
    if None in instead.values():
        return None
    return Row(row.file, row.number, {**row.cells, **instead})  # type: ignore[dict-item]  # no None is left

"""Reading the CSV files of a pack, strictly, with the place of everything that is wrong."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path

from sealion_pbem.campaign.files import read
from sealion_pbem.errors import InvalidFileError
from sealion_pbem.umpire.datapack.layout import FIXED, LAYOUTS, Cell

__all__ = ["SHIPPED", "TABLES", "Finding", "Pack", "Row", "Sheet", "read_pack"]

SHIPPED = Path(str(files("sealion_pbem.rulesets.sealion.data")))
TABLES = "tables.json"
_LIMIT = 8_000_000


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in a pack that is wrong, or only worth a look: where, what, what would be right."""

    file: str
    row: int
    """As a spreadsheet counts: the heading is row 1; 0 stands for the whole file."""
    column: str
    text: str
    is_fault: bool = True

    @property
    def place(self) -> str:
        """Return file, row and column as one text."""
        row = f" row {self.row}" if self.row else ""
        return f"{self.file}{row}{' ' * bool(self.column)}{self.column}"

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a CSV file."""

    file: str
    number: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def is_set(self, column: str) -> bool:
        """Tell whether a cell says anything: not empty and not 0."""
        return self.cells[column] not in {"", "0"}

    def wrong(self, column: str, text: str) -> Finding:
        """Return the fault that a cell of this row is."""
        return Finding(self.file, self.number, column, text)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One CSV file: its sound rows, and what is wrong with the others."""

    file: str
    rows: tuple[Row, ...] = ()
    findings: tuple[Finding, ...] = ()

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def by(self, column: str) -> dict[str, Row]:
        """Return the rows by the value of a column; of two with one value the last counts."""
        return {row[column]: row for row in self.rows}


@dataclass(frozen=True, slots=True)
class Pack:
    """All files of a pack."""

    folder: Path
    sheets: Mapping[str, Sheet]
    tables: bytes
    taken_from_shipped: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = field(default=())

    def __getitem__(self, file: str) -> Sheet:
        return self.sheets[file]


def read_pack(folder: Path = SHIPPED) -> Pack:
    """Return the pack in a folder; a file that is not there is taken from the shipped pack.

    Raises:
        InvalidFileError: the folder has no file of a pack at all.
        StorageError: a file cannot be read.
    """
    names = [*LAYOUTS, TABLES]
    missing = tuple(name for name in names if not (folder / name).is_file())
    if len(missing) == len(names):
        raise InvalidFileError(
            f"{folder} holds no file of a data pack",
            hint=f"copy files out of {SHIPPED} and correct them; they keep their names",
        )
    where = {name: SHIPPED if name in missing else folder for name in names}
    sheets = {name: _read_sheet(where[name] / name, name) for name in LAYOUTS}
    strays = tuple(_strays(folder))
    fixed = tuple(_changed_facts(where))
    tables = read(where[TABLES] / TABLES, _LIMIT)
    return Pack(folder, sheets, tables, missing, strays + fixed)


def _strays(folder: Path) -> Iterator[Finding]:
    """Yield CSV files with a name that no pack has: a slip there would be overlooked for ever."""
    for path in sorted([*folder.glob("*.csv"), *folder.glob("*/*.csv")]):
        name = path.relative_to(folder).as_posix()
        if name not in LAYOUTS:
            close = get_close_matches(name, LAYOUTS, 1) or [", ".join(LAYOUTS)]
            yield Finding(name, 0, "", f"is no file of a pack, expected {close[0]}")


def _changed_facts(where: Mapping[str, Path]) -> Iterator[Finding]:
    for name in FIXED:
        if read(where[name] / name, _LIMIT) != read(SHIPPED / name, _LIMIT):
            text = (
                "differs from the shipped file, expected the same: it holds what the rulebooks say"
            )
            yield Finding(name, 0, "", text)


def _read_sheet(path: Path, file: str) -> Sheet:
    try:
        # Spreadsheets like to begin a file with a byte order mark.
        text = read(path, _LIMIT).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _unreadable(file, f"is not UTF-8 at byte {error.start}, expected UTF-8 text")
    layout = LAYOUTS[file]
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
    return Sheet(file, tuple(rows), tuple(findings))


def _unreadable(file: str, text: str) -> Sheet:
    return Sheet(file, (), (Finding(file, 1, "", text),))


def _about_heading(heading: list[str], wanted: list[str]) -> str:
    if len(heading) == 1 and heading[0].count(";") == len(wanted) - 1:
        return "cells are separated by semicolons, expected commas"
    for column in wanted:
        if column not in heading:
            return f"the column {column} is missing, expected {','.join(wanted)}"
    return f"the columns are not these in this order: {','.join(wanted)}"


def _wrong_cells(row: Row, layout: Mapping[str, Cell]) -> Iterator[Finding]:
    for column, cell in layout.items():
        if not cell.pattern.fullmatch(row[column]):
            yield row.wrong(column, f"is {row[column]!r}, expected {cell.right}")


def _mended(row: Row, layout: Mapping[str, Cell], wrong: list[Finding]) -> Row | None:
    """Return the row without its wrong values, so that one slip does not hide other faults."""
    instead = {finding.column: layout[finding.column].instead for finding in wrong}
    if None in instead.values():
        return None
    return Row(row.file, row.number, {**row.cells, **instead})  # type: ignore[dict-item]  # no None is left

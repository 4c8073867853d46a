"""Data packs: the numbers of a game as sheets that people read and correct, and what is found in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Json

__all__ = [
    "CellFormat",
    "Described",
    "Finding",
    "Layout",
    "Pack",
    "PackKeeping",
    "PackSheet",
    "Row",
    "cell",
    "cell_of_number",
    "cell_of_words",
]


@frozen
class CellFormat:
    """The content that a cell may have, as a pattern and in words."""

    pattern: re.Pattern[str]
    right: str

    @property
    def instead(self) -> str | None:
        """Return what stands for a wrong value while the rest is checked, None if nothing can."""
        return next((text for text in ("", "0") if self.pattern.fullmatch(text)), None)


def cell(pattern: str, right: str) -> CellFormat:
    """Return the format of cells that match a pattern; `right` says it in words."""
    return CellFormat(re.compile(pattern), right)


def cell_of_words(*words: str) -> CellFormat:
    """Return the format of cells that hold one of some words."""
    shown = [word or "nothing" for word in words]
    return cell("|".join(map(re.escape, words)), f"{', '.join(shown[:-1])} or {shown[-1]}")


def cell_of_number(least: int, most: int) -> CellFormat:
    """Return the format of cells that hold a whole number or nothing."""
    return cell(f"|{'|'.join(map(str, range(least, most + 1)))}", f"{least} to {most} or nothing")


@frozen
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


@frozen
class Row:
    """One line of a sheet."""

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


@frozen
class PackSheet:
    """One sheet: its sound rows, and what is wrong with the others."""

    file: str
    rows: tuple[Row, ...] = ()
    findings: tuple[Finding, ...] = ()

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def by(self, column: str) -> dict[str, Row]:
        """Return the rows by the value of a column; of two with one value the last counts."""
        return {row[column]: row for row in self.rows}


@frozen
class Pack:
    """The sheets of a pack, and its charts; a chart that is not sound is missing."""

    sheets: Mapping[str, PackSheet]
    charts: Mapping[str, Json] = field(default_factory=dict)

    def __getitem__(self, file: str) -> PackSheet:
        return self.sheets[file]


@frozen
class Described:
    """All that a pack says of one thing: as facts for programs, and as lines for people."""

    facts: Mapping[str, Json]
    lines: tuple[str, ...]


@frozen
class Layout:
    """The files of a pack.

    `sheets` has the columns of every CSV file with what a cell may hold, `charts` the part of the
    game's schemas that each JSON file has the shape of; `fixed` are sheets in which nobody has anything
    to correct. The folder of what is shipped also holds the compiled files, which the game reads.
    """

    folder: str
    sheets: Mapping[str, Mapping[str, CellFormat]]
    charts: Mapping[str, str]
    fixed: tuple[str, ...]


@frozen
class PackKeeping:
    """How a game keeps its packs: where they lie, and what it can do with one that was read.

    `findings` are what is wrong beyond single cells: all together, and against the rulebook; `counts` what
    a pack amounts to. `compile_pack` gives the compiled files of a pack without faults, by name, and
    `describe` all about the thing that a word means, or UsageError if it means none, or several.
    """

    layout: Layout
    findings: Callable[[Pack], Iterable[Finding]]
    counts: Callable[[Pack], Iterable[tuple[str, int]]]
    compile_pack: Callable[[Pack], Mapping[str, bytes]]
    describe: Callable[[Pack, str], Described]

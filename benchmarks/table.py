"""Rows: what was measured, what it should be, and whether it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Row", "missed_gates", "show"]


@dataclass(frozen=True, slots=True)
class Row:
    """One figure beside its goal and its gate; `note` says how it came about."""

    number: str
    what: str
    measured: float
    goal: float
    gate: float
    unit: str = ""
    more_is_better: bool = False
    note: str = ""

    @property
    def verdict(self) -> str:
        """Return whether the goal, only the gate, or neither is reached."""
        if self._reaches(self.goal):
            return "goal"
        return "gate" if self._reaches(self.gate) else "MISSED"

    def _reaches(self, limit: float) -> bool:
        return self.measured >= limit if self.more_is_better else self.measured <= limit

    @property
    def cells(self) -> tuple[str, ...]:
        """Return the row as it is printed."""
        sign = ">=" if self.more_is_better else "<="
        limits = (f"{sign} {limit:g}{self.unit}" for limit in (self.goal, self.gate))
        return (self.number, self.what, f"{self.measured:.2f}{self.unit}", *limits, self.verdict)


HEAD = ("row", "what", "measured", "goal", "gate", "verdict")


def show(rows: Iterable[Row]) -> str:
    """Return the table, with the notes below it."""
    found = list(rows)
    lines = [HEAD, *(row.cells for row in found)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    table = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lines]
    table.insert(1, "  ".join("-" * width for width in widths))
    notes = [f"{row.number}: {row.note}" for row in found if row.note]
    return "\n".join([*table, "", *notes])


def missed_gates(rows: Iterable[Row]) -> list[Row]:
    """Return the rows that do not even reach their gate."""
    return [row for row in rows if row.verdict == "MISSED"]

"""VASSAL's hex grid in whole pixels: where a numbered hex lies, and which one a point is in.

Columns are 52 pixels apart and hexes 60 high, so that nothing is ever rounded. VASSAL draws every second
column from the first half a hex lower; here odd numbers lie lower, so a map that begins with an odd
column counts its rows staggered.
"""

from __future__ import annotations

from sealion_pbem.engine.frozen import frozen

__all__ = ["COLUMN", "HEIGHT", "Lattice"]

COLUMN, HEIGHT = 52, 60
_HALF = HEIGHT // 2


@frozen
class Lattice:
    """A grid whose first column and row have numbers, with the middle of the hex that lies first."""

    first_column: int
    first_row: int
    x: int
    y: int

    @property
    def is_staggered(self) -> bool:
        """Whether odd columns of VASSAL count their rows from one higher."""
        return self.first_column % 2 == 1

    def middle(self, number: str) -> tuple[int, int]:
        """Return the middle of a hex."""
        column, row = int(number[:2]) - self.first_column, int(number[2:]) - self.first_row
        if column % 2 == 0:
            return self.x + COLUMN * column, self.y + HEIGHT * row
        lower = _HALF - (HEIGHT if self.is_staggered else 0)
        return self.x + COLUMN * column, self.y + HEIGHT * row + lower

    def number(self, x: int, y: int) -> str:
        """Return the number of the hex whose middle is nearest to a point, as VASSAL finds it."""
        near = round((x - self.x) / COLUMN)
        found = []
        for column in (near - 1, near, near + 1):
            shift = _HALF if column % 2 else 0
            row = round((y - self.y - shift) / HEIGHT)
            dx, dy = x - self.x - COLUMN * column, y - self.y - shift - HEIGHT * row
            found.append((dx * dx + dy * dy, column, row))
        _, column, row = min(found)
        row += 1 if self.is_staggered and column % 2 else 0
        number = f"{column + self.first_column:02d}{row + self.first_row:02d}"
        return number if number.isdecimal() and len(number) == len("CCRR") else ""

"""What a card looks at: the position as the events have left it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sealion_pbem.engine.card import ForceLine
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["View"]


class View:
    """A working copy of the position, and names for its units."""

    def __init__(self, state: State, names: Mapping[str, str]) -> None:
        self.state = state
        self.names = names

    def named(self, unit: str) -> str:
        """Return what is printed on a unit."""
        return self.names[unit]

    def listed(self, units: Iterable[str]) -> str:
        """Return the names of units, one after another."""
        return ", ".join(map(self.named, units))

    def line(self, unit: str, value: str = "", note: str = "") -> ForceLine:
        """Return a unit as a line of a force, marked if it was reduced already."""
        size = self.state.counter(unit).size
        worn = "reduced" if self.state.is_in_play(unit) and self.state.is_reduced(unit) else ""
        return ForceLine(self.named(unit), value, ", ".join(filter(None, (size, worn, note))))

    def steps(self, unit: str) -> int:
        """Return the steps a unit has left."""
        return self.state.units[unit].steps

"""The counters: what is printed on a unit and never changes."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["AIR", "ARMS", "FIGHTING", "GROUND", "Counter"]

FIGHTING = frozenset({"infantry", "mech", "armor", "airborne"})
"""Those that may attack (15.2)."""
GROUND = FIGHTING | {"replacement", "partisan"}
"""Ground units; flak counts as one only where a rule says so (10.99)."""
AIR = frozenset({"air", "transport"})
ARMS = (
    *("armor", "mech", "infantry", "airborne", "replacement", "partisan", "flak", "air"),
    *("transport", "base"),
)


class Counter(NamedTuple):
    """One unit: its nation, what it is, its factor and movement, training and price (R-40, R-43)."""

    id: str
    seat: str
    nation: str
    arm: str
    name: str
    factor: int
    move: int
    ctl: int
    cost: int

    @property
    def is_ground(self) -> bool:
        """Whether it is a ground unit."""
        return self.arm in GROUND

    @property
    def is_fighting(self) -> bool:
        """Whether it may take part in offensive operations on the ground."""
        return self.arm in FIGHTING

    @property
    def is_air(self) -> bool:
        """Whether it is a wing or a transport factor."""
        return self.arm in AIR

    @property
    def is_mechanized(self) -> bool:
        """Whether it has a mechanized component (10.12, 10.31)."""
        return self.arm in ("armor", "mech")

    @property
    def values(self) -> str:
        """The values as they are printed: 4-6."""
        return f"{self.factor}-{self.move}"

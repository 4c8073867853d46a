"""Seats and modes: who sits at the table, and whose dice links open a turn."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["MODES", "REFEREE", "REFEREED", "TRUST", "WITHOUT_REFEREE", "seats_with_anchor"]

REFEREE = "referee"
MODES = ("peer", "referee", "both", "solo")
REFEREED = frozenset({"referee", "both"})
"""The modes that have a referee."""
WITHOUT_REFEREE = 2
"""So many players can open each other's dice: of three, two could play together against the third."""
TRUST = {"peer": "two-party", "referee": "referee", "both": "both", "solo": "solo"}


def seats_with_anchor(mode: str, seats: Iterable[str]) -> list[str]:
    """Return which seats open dice in a mode."""
    if mode == "referee":
        return [REFEREE]
    return sorted(seats)

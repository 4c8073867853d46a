"""Facts about hexes and hexsides as the compiled map has them."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["HexFacts", "HexsideFacts"]


class HexFacts(NamedTuple):
    """One land hex; one that is not in play is only drawn."""

    number: str
    terrain: str
    country: str
    front: str
    name: str
    capital: str
    is_objective: bool
    is_city: bool
    is_port: bool
    has_fort: bool
    is_playable: bool


class HexsideFacts(NamedTuple):
    """What lies between two hexes; a fortified side protects one of them."""

    a: str
    b: str
    feature: str
    name: str
    protects: str

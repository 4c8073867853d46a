"""What is printed on the map: the terrain and the features of hexes and hexsides."""

from __future__ import annotations

from sealion_pbem.engine.frozen import frozen

__all__ = ["BEACHES", "HexFacts", "HexsideFacts"]

BEACHES = {"most": "most suitable", "less": "less suitable", "unsuitable": "unsuitable"}
"""The three kinds of beach (7.5), in words."""


@frozen
class HexFacts:
    """One land hex; sea spaces are sectors and have no hexes in play."""

    number: str
    name: str
    """The town or port, if there is one."""
    is_coastal: bool
    city: str
    """city or london, else empty"""
    woods: str
    """light or heavy, else empty"""
    marsh: bool
    road: tuple[str, ...]
    """The neighbours that a road leads to."""
    port: str
    airbase: str
    factory: frozenset[str]
    """The editions that print a factory here: 2016, deluxe."""
    factory_name: str
    radar: bool
    tunnel: bool
    beach: str
    """most, less or unsuitable in coastal hexes, else empty (7.5)"""
    cliffs: bool
    bunker: str
    """fortified or unfortified, else empty"""
    band: str
    """The innermost gun range line around the hex: yellow, orange, red, else empty (9.1)."""
    sectors: tuple[str, ...]
    edges: frozenset[str]
    """The map edges the hex lies on: N, W."""
    entry: bool
    parliament: bool

    @property
    def is_clear(self) -> bool:
        """Neither city nor woods nor marsh."""
        return not (self.city or self.woods or self.marsh)


@frozen
class HexsideFacts:
    """One hexside with features; the lower hex number is `a`.

    Features are river, thames, escarpment, prohibited, impassable and crossing_arrow.
    """

    a: str
    b: str
    features: frozenset[str]
    name: str

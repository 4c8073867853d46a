"""Facts that no shipped scenario brings about: only positions written by hand have them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from sealion_pbem.engine.frozen import frozen

__all__ = ["CENTER", "FORTRESS", "RAILHEAD", "SITES", "ByHand"]

CENTER, RAILHEAD, FORTRESS = "industrial_center", "railhead", "fortress"
SITES = (CENTER, RAILHEAD, FORTRESS)


@frozen
class ByHand:
    """What a position may say of hexes and nations beyond the map and the scenario.

    `sites` are industrial centers, railheads and fortress hexes (15.32E, 15.33A, 14.62C). In `mired`
    hexes weather or terrain negates mechanized components (10.33, 16.61). `russia` are hexes that count
    as Russia, the Baltic States or eastern Poland, and `is_surprised` holds in the first Axis player turn
    of an attack on them (10.344, 15.33G, 16.31). `training` is a nation's CTL if it is not that of R-30.
    """

    sites: Mapping[str, str] = field(default_factory=dict)
    mired: tuple[str, ...] = ()
    russia: tuple[str, ...] = ()
    is_surprised: bool = False
    training: Mapping[str, int] = field(default_factory=dict)

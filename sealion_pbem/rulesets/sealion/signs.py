"""The signs of the map, and the legend that explains them; each is about 16 wide around the origin."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sealion_pbem.engine.emblem import (
    AIRBASE,
    ANCHOR,
    DARK,
    WHITE,
    drawn_lines,
    drawn_path,
)
from sealion_pbem.rulesets.sealion.inks import INK

__all__ = ["LEGEND", "SIGNS"]


SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "port": ANCHOR,
        "airbase": AIRBASE,
        "radar": drawn_lines("M-4,7L0,-7L4,7M-2.8,3H2.8M-1.6,-1H1.6", DARK, "1.3")
        + drawn_lines("M-7,-4a8,8 0 0 1 0,-6M7,-4a8,8 0 0 0 0,-6", INK["mark"], "1.4"),
        "tunnel": drawn_path("M-7,5V0a7,6.5 0 0 1 14,0V5H4V1a4,4 0 0 0 -8,0V5Z", fill=DARK),
        "parliament": drawn_path(
            "M-9,7V1H-5V-9L-3,-12L-1,-9V1H9V7Z", fill=INK["mark"], stroke=WHITE, stroke_width="1"
        ),
        "headquarters": drawn_path(
            "M-11,11V-10H11V4H-9V11Z", fill=INK["mark"], stroke=WHITE, stroke_width="1.2"
        )
        + '<text x="0.5" y="0.8" font-size="11" font-family="Sealion Sans, DejaVu Sans Condensed, '
        'Arial Narrow, sans-serif" font-weight="bold" text-anchor="middle" fill="#fff">HQ</text>',
        "fortified": drawn_path("M-6,4a6,6 0 0 1 12,0Z", fill=DARK),
        "bunker": drawn_path("M-5,4a5,5 0 0 1 10,0Z", fill=WHITE, stroke=DARK, stroke_width="1.1"),
        "factory": drawn_path(
            "M1,17V8L6,4V8L11,4V8H12.6L13.2,1H15.8L17,17Z",
            fill=DARK, stroke=WHITE, stroke_width="1",
        ),
    }
)  # fmt: skip
"""The signs of sites and defences; a factory, in which the editions differ, goes down to (18, 18)."""


def _patch(ink: str, over: str = "") -> str:
    return f'<rect x="-14" y="-8" width="28" height="16" rx="5" fill="{INK[ink]}"/>{over}'


def _stroke(ink: str, wide: str, **more: str) -> str:
    return drawn_path("M-15,0H15", fill="none", stroke=INK[ink], stroke_width=wide, **more)


def _wood(ink: str) -> str:
    return drawn_path(
        "M-9,3a3,3.4 0 0 1 6,0ZM-1,0a3,3.4 0 0 1 6,0ZM4,6a3,3.4 0 0 1 6,0Z", fill=INK[ink]
    )


LEGEND = (
    (
        (_patch("light_woods", _wood("light_tree")), "light woods"),
        (_patch("heavy_woods", _wood("heavy_tree")), "heavy woods"),
        (_patch("marsh", drawn_path("M-6,3h12M-2,2v-4M2,2v-5", stroke=INK["reed"])), "marsh"),
        (_patch("city"), "town"),
        (_stroke("river", "4.2"), "river"),
        (
            _stroke("scarp", "10", stroke_dasharray="1.6 3.4") + _stroke("scarp", "1.6"),
            "escarpment",
        ),
        (_stroke("road_edge", "5") + _stroke("road", "2.4"), "road"),
        (_stroke("beach_most", "9") + _stroke("coast", "2"), "best beach"),
        (_stroke("cliff", "10", stroke_dasharray="2 2.6") + _stroke("coast", "2"), "cliffs"),
    ),
    (
        (SIGNS["port"], "port"),
        (SIGNS["airbase"], "airbase"),
        (SIGNS["radar"], "radar"),
        (f'<g transform="translate(-9,-9)">{SIGNS["factory"]}</g>', "factory"),
        (SIGNS["tunnel"], "tunnel"),
        (SIGNS["fortified"], "fortified bunkers"),
        (SIGNS["bunker"], "bunkers"),
        (_stroke("red", "3.2", stroke_dasharray="13 5"), "gun range line"),
        (
            _patch("held_land") + drawn_path("M-14,-8H14", stroke=INK["held"], stroke_width="4"),
            "held",
        ),
    ),
)
"""Two columns of signs with their meaning."""

"""The signs of the map, and the legend that explains them; each is about 16 wide around the origin."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sealion_pbem.rulesets.sealion.inks import INK

__all__ = ["LEGEND", "SIGNS"]

_DARK, _WHITE = INK["text"], "#fff"
_AIRCRAFT = (
    "M0,-5.2L1.1,-1.5L6,1.2V2.6L1.1,1.3L.8,4L2.2,5.2V6H-2.2"
    "V5.2L-.8,4L-1.1,1.3L-6,2.6V1.2L-1.1,-1.5Z"
)


def _path(d: str, **attributes: str) -> str:
    said = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<path d="{d}"{said}/>'


def _lines(d: str, ink: str, wide: str) -> str:
    return _path(d, fill="none", stroke=ink, stroke_width=wide)


SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "port": f'<circle r="7.5" fill="{INK["water_text"]}"/>'
        + _lines("M0,-4.5v9M-2.6,-2.4h5.2M-4.4,1c.6,5 8.2,5 8.8,0", _WHITE, "1.5"),
        "airbase": f'<circle r="7.5" fill="#fff" stroke="{_DARK}" stroke-width="1.2"/>'
        + _path(_AIRCRAFT, fill=_DARK),
        "radar": _lines("M-4,7L0,-7L4,7M-2.8,3H2.8M-1.6,-1H1.6", _DARK, "1.3")
        + _lines("M-7,-4a8,8 0 0 1 0,-6M7,-4a8,8 0 0 0 0,-6", INK["mark"], "1.4"),
        "tunnel": _path("M-7,5V0a7,6.5 0 0 1 14,0V5H4V1a4,4 0 0 0 -8,0V5Z", fill=_DARK),
        "parliament": _path(
            "M-9,7V1H-5V-9L-3,-12L-1,-9V1H9V7Z", fill=INK["mark"], stroke=_WHITE, stroke_width="1"
        ),
        "headquarters": _path(
            "M-11,11V-10H11V4H-9V11Z", fill=INK["mark"], stroke=_WHITE, stroke_width="1.2"
        )
        + '<text x="0.5" y="0.8" font-size="11" font-family="Sealion Sans, DejaVu Sans Condensed, '
        'Arial Narrow, sans-serif" font-weight="bold" text-anchor="middle" fill="#fff">HQ</text>',
        "fortified": _path("M-6,4a6,6 0 0 1 12,0Z", fill=_DARK),
        "bunker": _path("M-5,4a5,5 0 0 1 10,0Z", fill=_WHITE, stroke=_DARK, stroke_width="1.1"),
        "factory": _path(
            "M1,17V8L6,4V8L11,4V8H12.6L13.2,1H15.8L17,17Z",
            fill=_DARK, stroke=_WHITE, stroke_width="1",
        ),
    }
)  # fmt: skip
"""The signs of sites and defences; a factory, in which the editions differ, goes down to (18, 18)."""


def _patch(ink: str, over: str = "") -> str:
    return f'<rect x="-14" y="-8" width="28" height="16" rx="5" fill="{INK[ink]}"/>{over}'


def _stroke(ink: str, wide: str, **more: str) -> str:
    return _path("M-15,0H15", fill="none", stroke=INK[ink], stroke_width=wide, **more)


def _wood(ink: str) -> str:
    return _path("M-9,3a3,3.4 0 0 1 6,0ZM-1,0a3,3.4 0 0 1 6,0ZM4,6a3,3.4 0 0 1 6,0Z", fill=INK[ink])


LEGEND = (
    (
        (_patch("light_woods", _wood("light_tree")), "light woods"),
        (_patch("heavy_woods", _wood("heavy_tree")), "heavy woods"),
        (_patch("marsh", _path("M-6,3h12M-2,2v-4M2,2v-5", stroke=INK["reed"])), "marsh"),
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
        (_patch("held_land") + _path("M-14,-8H14", stroke=INK["held"], stroke_width="4"), "held"),
    ),
)
"""Two columns of signs with their meaning."""

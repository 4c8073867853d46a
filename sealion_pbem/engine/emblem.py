"""Drawings that many a board has: type boxes of land units, aircraft, and signs of places.

Type boxes go from (-14, -9) to (14, 9); signs and silhouettes are about as large, around the origin.
"""

from __future__ import annotations

__all__ = [
    "AIRBASE",
    "AIRBORNE",
    "ANCHOR",
    "ANTI_AIRCRAFT",
    "BOMBER",
    "DARK",
    "FIGHTER",
    "FULL",
    "INFANTRY",
    "LINE",
    "MOTOR",
    "STAR",
    "TRACK",
    "TRANSPORT",
    "WHITE",
    "drawn_lines",
    "drawn_path",
    "full",
    "lettered",
]

DARK, WHITE = "#2b2723", "#fff"
_BLACK = "#1d1d1b"
LINE = f'fill="none" stroke="{_BLACK}" stroke-width="1.6"'
FULL = f'fill="{_BLACK}"'
STAR = "M0,-7.6L2,-2.3L7.6,-2.2L3.2,1.3L4.8,6.8L0,3.6L-4.8,6.8L-3.2,1.3L-7.6,-2.2L-2,-2.3Z"


def drawn_path(d: str, **attributes: str) -> str:
    """Return a path with these attributes."""
    said = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<path d="{d}"{said}/>'


def drawn_lines(d: str, ink: str, wide: str) -> str:
    """Return a path of which only the lines are drawn."""
    return drawn_path(d, fill="none", stroke=ink, stroke_width=wide)


def full(d: str) -> str:
    """Return a silhouette."""
    return f'<path d="{d}" {FULL}/>'


def lettered(words: str) -> str:
    """Return letters that fill a type box."""
    return f'<text y="4.2" font-size="12" font-weight="bold" text-anchor="middle">{words}</text>'


INFANTRY = f'<path d="M-14,-9L14,9M-14,9L14,-9" {LINE}/>'
TRACK = f'<rect x="-9.5" y="-4.6" width="19" height="9.2" rx="4.6" {LINE}/>'
MOTOR = f'<path d="M0,-9V9" {LINE}/>'
AIRBORNE = (
    f'{INFANTRY}<path d="M-6,7q3,-5 6,0q3,-5 6,0" {LINE}/>'
    f'<path d="M-6.5,-3.6a6.5,5.4 0 0 1 13,0Z" {FULL}/>'
)
ANTI_AIRCRAFT = f'<path d="M-9,9a9,13 0 0 1 18,0" {LINE}/>'
FIGHTER = full(
    "M0,-9.5Q1.8,-8 1.7,-3L13,0.6Q14.4,2 12.6,2.7L1.6,3L1.1,7.4L4.6,8.6V10H-4.6V8.6L-1.1,7.4"
    "L-1.6,3L-12.6,2.7Q-14.4,2 -13,0.6L-1.7,-3Q-1.8,-8 0,-9.5Z"
)
BOMBER = full(
    "M0,-10Q2,-8 2,-4H4.4V-6.6H7V-3.6L18,-0.6V2L7,2.2L2,2.6L1.4,7L6,8.4V10H-6V8.4L-1.4,7L-2,2.6"
    "L-7,2.2L-18,2V-0.6L-7,-3.6V-6.6H-4.4V-4H-2Q-2,-8 0,-10Z"
)
TRANSPORT = full(
    "M-1,-10H1L2.2,-4H6V-6.4H8.4V-4H18V0.4L2.4,1.4L1.8,7H6.4V9.6H-6.4V7H-1.8L-2.4,1.4L-18,0.4V-4"
    "H-8.4V-6.4H-6V-4H-2.2Z"
)
ANCHOR = '<circle r="7.5" fill="#2f6483"/>' + drawn_lines(
    "M0,-4.5v9M-2.6,-2.4h5.2M-4.4,1c.6,5 8.2,5 8.8,0", WHITE, "1.5"
)
AIRBASE = f'<circle r="7.5" fill="#fff" stroke="{DARK}" stroke-width="1.2"/>' + drawn_path(
    "M0,-5.2L1.1,-1.5L6,1.2V2.6L1.1,1.3L.8,4L2.2,5.2V6H-2.2V5.2L-.8,4L-1.1,1.3L-6,2.6V1.2L-1.1,-1.5Z",
    fill=DARK,
)

"""Counters: one square of cardboard, told apart by colour and by the shape of its corners."""

from __future__ import annotations

from sealion_pbem.engine.picture import Piece
from sealion_pbem.report.picture.geometry import num
from sealion_pbem.report.picture.paint import COUNTER, INK, SANS, text
from sealion_pbem.report.picture.symbols import BOXED, SILHOUETTES

__all__ = ["EDGE", "badge", "counter", "factory", "tag"]

EDGE = 46
"""The width of a counter, in the units of the map: a hex is 60 high."""
_MIDDLE = EDGE / 2
_CUT = 9
_OUTLINES = {
    # German: square with one corner cut off; British: all corners round.
    "square": f"M1,1H{EDGE - _CUT}L{EDGE - 1},{_CUT}V{EDGE - 1}H1Z",
    "round": f"M10,1H{EDGE - 10}A9,9 0 0 1 {EDGE - 1},10V{EDGE - 10}A9,9 0 0 1 {EDGE - 10},{EDGE - 1}"
    f"H10A9,9 0 0 1 1,{EDGE - 10}V10A9,9 0 0 1 10,1Z",
}
_LONGEST = 42
_FLAGS = {
    # Three stripes in a corner, wide enough to be seen small.
    "french": ("#23408e", "#ffffff", "#b3261e"),
}


def counter(piece: Piece, *, is_plain: bool) -> str:
    """Return a counter with its corner at the origin; a plain one, seen small, leaves the name out."""
    field, inner = COUNTER[piece.shape, piece.arm]
    parts = [
        f'<g font-family="{SANS}" fill="#1d1d1b" text-anchor="middle">',
        f'<path d="{_OUTLINES[piece.shape]}" fill="{field}" stroke="#1d1d1b" stroke-width="1.8"/>',
    ]
    if piece.is_reduced:
        parts.append(_stripe(piece))
    parts += _plain(piece, inner) if is_plain else _full(piece, inner)
    if piece.flag:
        parts.append(_flag(piece.flag))
    parts.append("</g>")
    return "".join(parts)


def _stripe(piece: Piece) -> str:
    """Return the white band of a unit that has lost a step."""
    right, low, bend = num(EDGE - 1.9), num(EDGE - 1.9), num(EDGE - 9.9)
    foot = f"V{low}H1.9"
    if piece.shape == "round":
        foot = f"V{bend}A8,8 0 0 1 {bend},{low}H9.9A8,8 0 0 1 1.9,{bend}"
    return (
        f'<path d="M1.9,32.2H{right}{foot}Z" fill="#fffdf6"/>'
        f'<path d="M1.9,32.2H{right}" stroke="{INK["mark"]}" stroke-width="1.8"/>'
    )


def _flag(nation: str) -> str:
    """Return a small flag at the left edge."""
    stripes = "".join(
        f'<rect x="{3 + 3 * number}" y="13" width="3" height="9" fill="{ink}"/>'
        for number, ink in enumerate(_FLAGS[nation])
    )
    edge = 'fill="none" stroke="#1d1d1b" stroke-width="0.8"'
    return f'{stripes}<rect x="3" y="13" width="9" height="9" {edge}/>'


def _full(piece: Piece, inner: str) -> list[str]:
    size = min(8.4, _LONGEST / max(1, len(piece.label)) * 1.75)
    parts = [text(_MIDDLE, 9.6, piece.label, size)]
    if piece.symbol in BOXED:
        parts.append(_boxed(piece.symbol, inner, 24.4, 0.78))
        parts.append(text(_MIDDLE, 16.4, piece.size, 7.2, font_weight="bold"))
        if piece.note:
            parts.append(text(EDGE - 5.4, 27.4, piece.note, 8.5, font_weight="bold"))
    else:
        parts.append(_silhouette(piece.symbol, 22, 0.95))
        if piece.note:
            parts.append(text(EDGE - 4, 42.4, piece.note, 8, font_weight="bold", text_anchor="end"))
    middle = _MIDDLE if piece.symbol in BOXED or not piece.note else _MIDDLE - 9
    parts.append(text(middle, 43, piece.values, 12.4, font_weight="bold"))
    return parts


def _plain(piece: Piece, inner: str) -> list[str]:
    if piece.symbol in BOXED:
        values = piece.values.rpartition("-")[0]
        parts = [
            _boxed(piece.symbol, inner, 20.6, 1.05),
            text(_MIDDLE, 10.4, piece.size, 10, font_weight="bold"),
        ]
    else:
        values = piece.values
        parts = [_silhouette(piece.symbol, 18, 1.12)]
    return [*parts, text(_MIDDLE, 44, values, 16.5, font_weight="bold")]


def _boxed(symbol: str, inner: str, y: float, scale: float) -> str:
    return (
        f'<g transform="translate({num(_MIDDLE)},{num(y)}) scale({scale:g})">'
        f'<rect x="-14" y="-9" width="28" height="18" fill="{inner}" stroke="#1d1d1b" stroke-width="1.6"/>'
        f"{BOXED[symbol]}</g>"
    )


def _silhouette(symbol: str, y: float, scale: float) -> str:
    return (
        f'<g transform="translate({num(_MIDDLE)},{num(y)}) scale({scale:g})">'
        f"{SILHOUETTES[symbol]}</g>"
    )


def badge(count: int) -> str:
    """Return the number of counters in a pile, its middle at (9, 9)."""
    return (
        '<circle cx="9" cy="9" r="8.2" fill="#fffdf6" stroke="#1d1d1b" stroke-width="1.4"/>'
        + text(9, 13.2, str(count), 11.6 if count < 10 else 10, font_family=SANS,  # noqa: PLR2004 - two digits
               font_weight="bold", text_anchor="middle", fill="#1d1d1b")
    )  # fmt: skip


def tag(words: str) -> str:
    """Return the name of a shelf in the room of a counter: its last word large below the others."""
    first, _, last = words.rpartition(" ")
    return (
        f'<rect y="5" width="{EDGE}" height="{EDGE - 5}" fill="{INK["box"]}"/>'
        f'<g font-family="{SANS}" fill="{INK["text"]}" text-anchor="middle">'
        + text(_MIDDLE, 17, first, 17)
        + text(_MIDDLE, 38, last, 22, font_weight="bold")
        + "</g>"
    )


def factory() -> str:
    """Return the sign of a factory, 18 wide and high: editions differ in where they are."""
    return (
        f'<path d="M1,17V8L6,4V8L11,4V8H12.6L13.2,1H15.8L17,17Z" fill="{INK["text"]}" stroke="#fff" '
        'stroke-width="1"/>'
    )

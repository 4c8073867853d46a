"""Counters: one square of cardboard, told apart by colour and by the shape of its corners."""

from __future__ import annotations

from sealion_pbem.engine.picture import Piece
from sealion_pbem.engine.style import Colours, Flag, Style
from sealion_pbem.report.drawing.geometry import num
from sealion_pbem.report.drawing.paint import SANS, text

__all__ = ["DARK", "EDGE", "WHITE", "badge", "colours_of", "counter", "tag"]

DARK, WHITE = "#1d1d1b", "#fffdf6"
EDGE = 46
"""The width of a counter, in the units of the map: a hex is 60 high."""
_MIDDLE = EDGE / 2
_CUT = 9
_OUTLINES = {
    # One corner cut off; all corners round; all corners cut off; two corners round.
    "square": f"M1,1H{EDGE - _CUT}L{EDGE - 1},{_CUT}V{EDGE - 1}H1Z",
    "round": f"M10,1H{EDGE - 10}A9,9 0 0 1 {EDGE - 1},10V{EDGE - 10}A9,9 0 0 1 {EDGE - 10},{EDGE - 1}"
    f"H10A9,9 0 0 1 1,{EDGE - 10}V10A9,9 0 0 1 10,1Z",
    "pointed": f"M{_CUT},1H{EDGE - _CUT}L{EDGE - 1},{_CUT}V{EDGE - _CUT}L{EDGE - _CUT},{EDGE - 1}"
    f"H{_CUT}L1,{EDGE - _CUT}V{_CUT}Z",
    "arched": f"M16,1H{EDGE - 16}A15,15 0 0 1 {EDGE - 1},16V{EDGE - 1}H1V16A15,15 0 0 1 16,1Z",
}
_EDGED = f'stroke="{DARK}" stroke-width="1.8"'
_UNSTYLED = Colours("#d9d4c4", "#fffdf6")
_LONGEST = 42


def colours_of(piece: Piece, style: Style) -> Colours:
    """Return the colours of a counter; one that the style does not know is grey."""
    return style.colours.get((piece.shape, piece.arm), _UNSTYLED)


def counter(piece: Piece, style: Style, *, is_plain: bool) -> str:
    """Return a counter with its corner at the origin; a plain one, seen small, leaves the name out."""
    colours = colours_of(piece, style)
    parts = [
        f'<g font-family="{SANS}" fill="{DARK}" text-anchor="middle">',
        f'<path d="{_OUTLINES[piece.shape]}" fill="{colours.ground}" {_EDGED}/>',
    ]
    if piece.is_reduced:
        parts.append(_stripe(piece, style))
    draw = _plain if is_plain else _full
    parts += draw(piece, style, colours.inner)
    if piece.flag:
        parts.append(_flag(style.flags[piece.flag]))
    parts.append("</g>")
    return "".join(parts)


def _stripe(piece: Piece, style: Style) -> str:
    """Return the white band of a unit that is weakened."""
    right, low, bend = num(EDGE - 1.9), num(EDGE - 1.9), num(EDGE - 9.9)
    foot = f"V{low}H1.9"
    if piece.shape == "pointed":
        cut = num(EDGE - _CUT - 0.9)
        foot = f"V{cut}L{cut},{low}H{num(_CUT + 0.9)}L1.9,{cut}"
    elif piece.shape == "round":
        foot = f"V{bend}A8,8 0 0 1 {bend},{low}H9.9A8,8 0 0 1 1.9,{bend}"
    return (
        f'<path d="M1.9,32.2H{right}{foot}Z" fill="{WHITE}"/>'
        f'<path d="M1.9,32.2H{right}" stroke="{style.inks["mark"]}" stroke-width="1.8"/>'
    )


def _flag(flag: Flag) -> str:
    """Return a small flag at the left edge."""
    stripes = "".join(
        f'<rect x="3" y="{13 + 3 * number}" width="9" height="3" fill="{ink}"/>'
        if flag.is_level
        else f'<rect x="{3 + 3 * number}" y="13" width="3" height="9" fill="{ink}"/>'
        for number, ink in enumerate(flag.inks)
    )
    edge = f'fill="none" stroke="{DARK}" stroke-width="0.8"'
    return f'{stripes}<rect x="3" y="13" width="9" height="9" {edge}/>'


def _full(piece: Piece, style: Style, inner: str) -> list[str]:
    size = min(8.4, _LONGEST / max(1, len(piece.label)) * 1.75)
    parts = [text(_MIDDLE, 9.6, piece.label, size)]
    is_boxed = piece.symbol in style.boxed
    if is_boxed:
        parts.append(_boxed(style.boxed[piece.symbol], inner, 24.4, 0.78))
        parts.append(text(_MIDDLE, 16.4, piece.size, 7.2, font_weight="bold"))
        if piece.note:
            parts.append(text(EDGE - 5.4, 27.4, piece.note, 8.5, font_weight="bold"))
    else:
        parts.append(_figure(style.figures[piece.symbol], 22, 0.95))
        if piece.note:
            parts.append(text(EDGE - 4, 42.4, piece.note, 8, font_weight="bold", text_anchor="end"))
    middle = _MIDDLE if is_boxed or not piece.note else _MIDDLE - 9
    parts.append(text(middle, 43, piece.values, 12.4, font_weight="bold"))
    return parts


def _plain(piece: Piece, style: Style, inner: str) -> list[str]:
    if piece.symbol in style.boxed:
        values = piece.values.rpartition("-")[0]
        parts = [
            _boxed(style.boxed[piece.symbol], inner, 20.6, 1.05),
            text(_MIDDLE, 10.4, piece.size, 10, font_weight="bold"),
        ]
    else:
        values = piece.values
        parts = [_figure(style.figures[piece.symbol], 18, 1.12)]
    return [*parts, text(_MIDDLE, 44, values, 16.5, font_weight="bold")]


def _boxed(drawing: str, inner: str, y: float, scale: float) -> str:
    return (
        f'<g transform="translate({num(_MIDDLE)},{num(y)}) scale({scale:g})">'
        f'<rect x="-14" y="-9" width="28" height="18" fill="{inner}" stroke="{DARK}" stroke-width="1.6"/>'
        f"{drawing}</g>"
    )


def _figure(drawing: str, y: float, scale: float) -> str:
    return f'<g transform="translate({num(_MIDDLE)},{num(y)}) scale({scale:g})">{drawing}</g>'


def badge(count: int) -> str:
    """Return the number of counters in a pile, its middle at (9, 9)."""
    return (
        f'<circle cx="9" cy="9" r="8.2" fill="{WHITE}" stroke="{DARK}" stroke-width="1.4"/>'
        + text(9, 13.2, str(count), 11.6 if count < 10 else 10, font_family=SANS,  # noqa: PLR2004 - two digits
               font_weight="bold", text_anchor="middle", fill=DARK)
    )  # fmt: skip


def tag(words: str, style: Style) -> str:
    """Return the name of a shelf in the room of a counter: its last word large below the others."""
    first, _, last = words.rpartition(" ")
    return (
        f'<rect y="5" width="{EDGE}" height="{EDGE - 5}" fill="{style.inks["box"]}"/>'
        f'<g font-family="{SANS}" fill="{style.inks["text"]}" text-anchor="middle">'
        + text(_MIDDLE, 17, first, 17)
        + text(_MIDDLE, 38, last, 22, font_weight="bold")
        + "</g>"
    )

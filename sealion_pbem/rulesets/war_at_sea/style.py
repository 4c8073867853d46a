"""How the board picture of the game looks: sea, islands, weather, hulls and wings."""

from __future__ import annotations

from sealion_pbem.engine.style import PAPER, Colours, Happening, Style
from sealion_pbem.rulesets.war_at_sea.settings import ALLIED, AXIS

__all__ = ["SHAPES", "STYLE", "symbol_of"]

SHAPES = {AXIS: "square", ALLIED: "round"}
_INK = "#1d1d1b"
_HULLS = {
    "battleship": "M-17,3H-12V0H-8V-2H-4V-8H-1V-11H2V-8H5V-2H9V0H13V3H17L14,9H-14Z",
    "cruiser": "M-16,3H-9V0H-5V-6H-3V-2H1V-8H3V0H8V3H16L13,8H-13Z",
    "destroyer": "M-14,3H-6V-3H-4V0H0V-5H2V3H14L11,7H-12Z",
    "torpedo_boat": "M-9,2H-2V-3H3V2H11L7,6H-8Z",
    "auxiliary": "M-15,1H-13V-4H-11V1H1V-6H9V1H15L12,8H-13Z",
    "carrier": "M-18,-1H3V-6H5V-9H7V-6H10V-1H18L14,8H-14Z",
    "submarine": "M-16,4H-4V-1H-1V-5H1V-1H4V4H16Q12,8 6,8H-8Q-13,8 -16,4Z",
}
_WINGS = {
    "fighter": "M0,-9L2,-3H14V1H2L1,6H5V8H-5V6H-1L-2,1H-14V-3H-2Z",
    "dive_bomber": "M0,-9L2,-4L15,-1V3L2,1L1,6H6V8H-6V6H-1L-2,1L-15,3V-1L-2,-4Z",
    "torpedo_bomber": "M0,-9L2,-4H16V0H2L1,6H6V9H-6V6H-1L-2,0H-16V-4H-2Z",
    "patrol_bomber": "M0,-10L2,-4H6V-7H9V-4H18V0H2L1,6H7V9H-7V6H-1L-2,0H-18V-4H-9V-7H-6V-4H-2Z",
}
_OBJECTIVE = (
    '<circle r="17" fill="#fffdf6" stroke="#8c1c13" stroke-width="3"/>'
    '<path d="M0,-12L3.5,-4L12,-4L5.4,1.6L7.8,10L0,5L-7.8,10L-5.4,1.6L-12,-4L-3.5,-4Z" fill="#8c1c13"/>'
)
_SMOKE = (
    '<g fill="#8d9296" stroke="#565b60" stroke-width="1.5"><circle cx="-9" cy="4" r="9"/>'
    '<circle cx="9" cy="5" r="9"/><circle cx="0" cy="-5" r="11"/></g>'
)


def _patch(ink: str) -> str:
    return f'<rect x="-11" y="-9" width="22" height="18" fill="{ink}" stroke="#4f6f80"/>'


_GROUNDS = {
    "open": "#c3dae5",
    "island": "#d8c58f",
    "shoal": "#a9d3c4",
    "fog": "#e3e6e8",
    "squall": "#8fa6bb",
    "objective": "#efcfc0",
    "smoke": "#b4b9bd",
}


def symbol_of(kind: str, subtype: str) -> str:
    """2.1  Return the picture of a kind of unit: that of its subtype, or of its type if it has none."""
    return (subtype or kind).lower().replace(" ", "_")


STYLE = Style(
    inks={**PAPER, **_GROUNDS},
    seats={AXIS: "#5b2a1f", ALLIED: "#173f73"},
    colours={
        ("square", "ship"): Colours("#c9bfa9", "#f4efe2"),
        ("square", "submarine"): Colours("#a99f8c", "#f4efe2"),
        ("square", "aircraft"): Colours("#e6dcc0", "#f8f4e8"),
        ("round", "ship"): Colours("#9fc1e4", "#eef5fb"),
        ("round", "submarine"): Colours("#7ba3cb", "#eef5fb"),
        ("round", "aircraft"): Colours("#c9def2", "#f3f8fc"),
    },
    boxed={},
    figures={name: f'<path d="{form}" fill="{_INK}"/>' for name, form in (_HULLS | _WINGS).items()},
    marks={
        "sail": Happening(),
        "fly": Happening(dashes="9 6"),
        "fight": Happening(is_fight=True, ink="#c3241b"),
    },
    arms=("ship", "submarine", "aircraft"),
    above=frozenset({"aircraft"}),
    signs={"objective": _OBJECTIVE, "smoke": _SMOKE},
    legend=(
        (
            (_patch(_GROUNDS["island"]), "island"),
            (_patch(_GROUNDS["shoal"]), "shoal"),
        ),
        (
            (_patch(_GROUNDS["fog"]), "fog"),
            (_patch(_GROUNDS["squall"]), "squall"),
        ),
        (
            (f'<g transform="scale(0.7)">{_OBJECTIVE}</g>', "objective, unclaimed"),
            (f'<g transform="scale(0.7)">{_SMOKE}</g>', "smoke, until the turn ends"),
        ),
        (
            (_patch(_GROUNDS["objective"]), "sector of an objective"),
            ("", "3/5: hull points left; A aborted, R rearming"),
        ),
    ),
)

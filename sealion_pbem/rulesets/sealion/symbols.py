"""What is drawn in the middle of a counter: type boxes of land units, silhouettes of ships and aircraft.

Land symbols fill a box from (-14, -9) to (14, 9); silhouettes have about that size and no box.
"""

from __future__ import annotations

from types import MappingProxyType

from sealion_pbem.engine.emblem import (
    AIRBORNE,
    ANTI_AIRCRAFT,
    BOMBER,
    FIGHTER,
    FULL,
    INFANTRY,
    LINE,
    MOTOR,
    STAR,
    TRACK,
    TRANSPORT,
    full,
    lettered,
)

__all__ = ["BOXED", "SILHOUETTES"]

_WAVE = f'<path d="M-10,7q2.5,-2.4 5,0t5,0t5,0t5,0" {LINE}/>'


BOXED = MappingProxyType(
    {
        "infantry": INFANTRY,
        "motorized_infantry": INFANTRY + MOTOR,
        "panzer": TRACK,
        "tank": TRACK,
        "amphibious_tank": TRACK + _WAVE,
        "armored_recon": TRACK + f'<path d="M-14,9L14,-9" {LINE}/>',
        "mountain": INFANTRY + f'<path d="M-4.5,9L0,2L4.5,9Z" {FULL}/>',
        "jaeger": INFANTRY + f'<path d="M-4,9a4,6 0 0 1 8,0Z" {FULL}/>',
        "parachute": AIRBORNE,
        "parachute_dummy": INFANTRY + f'<path d="M-6,7q3,-5 6,0q3,-5 6,0" {LINE}/>',
        "airlanding": INFANTRY + f'<path d="M-7,6.5q3.5,-6 7,0q3.5,-6 7,0" {LINE}/>',
        "marine": INFANTRY + f'<path d="M0,-7V6M-3,-4H3M-5,2q1,5 5,5q4,0 5,-5" {LINE}/>',
        "commando": lettered("CDO"),
        "artillery": f'<circle r="4.6" {FULL}/>',
        "railway_gun": f'<circle cy="-1.6" r="4" {FULL}/><path d="M-12,5H12" {LINE}/>'
        f'<circle cx="-8" cy="6.6" r="1.9" {FULL}/><circle cx="8" cy="6.6" r="1.9" {FULL}/>',
        "motorized_aa": MOTOR + ANTI_AIRCRAFT,
        "motorized_mg": MOTOR + f'<path d="M-4,-4L0,-8.4L4,-4M-7,5H7" {LINE}/>',
        "leader": f'<path d="{STAR}" fill="#b3261e"/>',
    }
)  # fmt: skip
"""Land units by type."""


SILHOUETTES = MappingProxyType(
    {
        "capital_ship": full(
            "M-19,2H-16V-1H-19.5V-2H-12V0H-9V-4H-6V-8H-4.6V-11H-3.6V-8H-2V-4H0V-6H4V-3H6V0H9V-2H12"
            "V-1H17V0H13V2H20L17,8H-16Z"
        ),
        "carrier": full("M-20,-1H3V-6H5V-9H7V-6H9V-1H20V1H18L16,8H-16L-18,1H-20Z"),
        "cruiser": full(
            "M-17,2H-14V0H-17V-1H-10V2H-7V-3H-5V-7H-4V-3H-2V-5H2V-2H4V2H8V-1H14V0H11V2H18L15,7.5H-14Z"
        ),
        "destroyer": full("M-15,3H-9V1H-6V-4H-5V1H-2V-3H1V1H4V-2H6V3H10V1H12V3H16L13,7.5H-13Z"),
        "torpedo_boat": full("M-13,3H-6V0H-3V-4H-2V0H2V3H14L11,7.5H-11Z"),
        "motor_torpedo_boat": full("M-12,2L-4,1V-3H1L3,1L14,1.5L9,7H-11Z"),
        "minesweeper": full("M-13,2H-6V-5H-4.6V2H-1V-1H5V2H14L10.5,7.5H-11Z"),
        "submarine": full("M-18,3Q-15,0 -4,0V-4H-1V-8H0V-4H4V0Q14,0 19,4L15,6Q0,8.5 -16,6Z"),
        "transport": full("M-17,1H-12V-6H-9.6V-9H-7V-6H-5V1H0V-3H1V1H7V-3H8V1H18L14,8H-14Z"),
        "mine": f'<circle r="6" {FULL}/><path d="M0,-10V10M-10,0H10M-7,-7L7,7M-7,7L7,-7" {LINE}/>',
        "coastal_battery": full("M-14,7V3H-9A7,7 0 0 1 -2,-3L13,-9.5L14,-7L2,0A7,7 0 0 1 4,3H9V7Z"),
        "air_fighter": FIGHTER,
        "air_bomber": BOMBER,
        "air_transport": TRANSPORT,
        "air_glider": full(
            "M0,-8.6Q1.6,-7 1.5,-4H18.5V-1.6L1.4,-0.6L0.9,7H4.4V9H-4.4V7H-0.9L-1.4,-0.6L-18.5,-1.6V-4"
            "H-1.5Q-1.6,-7 0,-8.6Z"
        ),
        "air_floatplane": full(
            "M0,-9Q1.8,-7 1.7,-3.6H14V-0.4L7,0V5H5.4V0.2L1.6,0.6L1.1,7H4.6V9H-4.6V7H-1.1L-1.6,0.6L-5.4,0.2"
            "V5H-7V0L-14,-0.4V-3.6H-1.7Q-1.8,-7 0,-9Z"
        ),
    }
)
"""Ships, mines, batteries and aircraft by type."""

"""What the rules say of an order that comes at the wrong time or unasked."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sealion_pbem.rulesets.sealion.timing import Reason

__all__ = [
    "ENDS_BY_ITSELF",
    "NOT_ENDED",
    "OWN_RULES",
    "PLANNED",
    "ROLES",
    "UNASKED",
]

ROLES: Mapping[str, Reason] = MappingProxyType(
    {
        "engage": ("8.0", "whose step it is attacks"),
        "withhold": ("8.1", "the attacker says in the order engage who keeps out"),
        "counterattack": ("8.4", "only the defender counterattacks"),
        "attack": ("12.0", "whose step it is attacks"),
        "cancel": ("12.0", "whose step it is attacks and calls off"),
        "advance": ("12.3", "only attackers advance"),
        "defend": ("12.0", "only the defender is asked who supports the defence"),
        "assign": ("10.6", "the other player assigns first, and you join sets"),
        "join_sets": ("10.6", "you assign first, and the other player joins sets"),
    }
)
"""What only one of the two players does in a stage in which both are asked."""

_AT_SEA = ("8.0", "a sea space with naval units of both sides must be fought for")
NOT_ENDED: Mapping[str, Reason] = MappingProxyType(
    {
        "naval combat": _AT_SEA,
        "night combat": _AT_SEA,
        "air combat": ("10.3", "where a fighter meets enemy aircraft there must be combat"),
        "air strikes": ("10.7", "each sea space is answered, with no strikes if nobody flies any"),
        "stacking": ("6.3.1", "what is overstacked must be eliminated"),
        "land combat": (
            "12.0", "a hex with units of both sides must be fought for or the attack be called off"
        ),
    }
)  # fmt: skip
"""The stages that `done` does not end, and why."""

ENDS_BY_ITSELF: Mapping[str, str] = MappingProxyType(
    {
        "naval movement": "nothing can sail, load or sortie",
        "night movement": "nothing can sail or load",
        "naval combat": "no sea space is fought for",
        "night combat": "no sea space is fought for",
        "air movement": "no air unit is left at its base",
        "air reaction": "no air unit is left at its base",
        "air combat": "no fighter meets an enemy",
        "air strikes": "no bomber has a target",
        "land movement": "nobody is left to move or come ashore",
        "airborne landings": "nobody is in the air",
        "stacking": "no hex holds too many units",
        "land combat": "no hex is fought for",
        "end of turn": "nobody is there who could leave",
        "transports": "no transport is on air supply",
    }
)
"""When a stage is over without anybody being asked."""

OWN_RULES: Mapping[str, str] = MappingProxyType(
    {
        "deploy": "5.0", "evacuate_churchill": "4.3", "send_home": "13.2", "feed": "13.2",
        "arrive": "14.3", "remove_surplus": "6.3.1", "shift_airborne": "7.9", "withdraw": "14.6",
        "sortie": "7.3", "recall": "7.3",
    }
)  # fmt: skip
"""The sections that give orders their time which the list of steps (2.1, 2.2) does not name."""

PLANNED = frozenset(
    {
        "sail", "sortie", "recall", "embark", "unload", "couple", "lay_mine", "shift_airborne",
        "fly", "airlift", "march", "land", "debark", "arrive", "attack", "send_home", "feed",
        "evacuate_churchill", "done",
    }
)  # fmt: skip
"""The orders that make sense in a plan for a later game turn."""

_NO_BREACH = ("14.6", "no breach is to be judged")
_NOBODY_LANDS = "nobody of yours can come ashore in this step any more"
UNASKED: Mapping[str, Reason] = MappingProxyType(
    {
        "retreat": ("12.3", "nobody of yours has to retreat: no result of a combat says so"),
        "take_losses": (
            "12.3",
            "nobody of yours has a loss to take: no result of a combat says so",
        ),
        "advance": ("12.3", "nobody of yours can advance: no combat was won just now"),
        "fire_aa": ("14.5.1", "no AA unit of yours has aircraft over a combat to fire at"),
        "march": ("11.0", "nobody of yours can march in this step any more: all have moved"),
        "land": ("7.4", _NOBODY_LANDS),
        "debark": ("7.6", _NOBODY_LANDS),
        "touch_down": ("11.6", "nobody of yours is in the air over a hex any more"),
        "feed": ("13.2", "no parachute or glider unit of yours lives on air supply now"),
        "claim": _NO_BREACH,
        "waive": _NO_BREACH,
    }
)
"""Why nothing asks for an order in the stage in which it has its time."""

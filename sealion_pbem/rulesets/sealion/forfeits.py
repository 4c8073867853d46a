"""What a seal counts as that its player can never open again: the answer that does least for him."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["FORFEITS"]

FORFEITS: Mapping[str, str] = MappingProxyType(
    {
        "remove_surplus": "default",
        "naval_movement": "default",
        "naval_combat": "submarines_out",
        "withhold_submarines": "keep_out",
        "counterattack": "hold_back",
        "air_movement": "stay",
        "air_reaction": "stay",
        "assign_fighters": "no_extras",
        "join_sets": "stay",
        "air_strikes": "hold",
        "touch_down": "spare",
        "land_combat": "cancel",
        "press_attack": "cancel",
        "defend": "nobody",
        "evacuation": "default",
        "after_drop": "withdraw",
        "breach": "default",
        "parachutists/": "neither counter of the pair is real, and 14.6 is broken",
    }
)
"""By the kind of decision for sealed standing orders, by the name of the seal for others."""

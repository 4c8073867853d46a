"""What a seal counts as that its player can never open again (A-169).

Where one answer is the worst it is that one: the dearest loss, the farthest retreat, no support.
Elsewhere no order of badness exists, and it is the answer that does least for its player.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["FORFEITS"]

FORFEITS: Mapping[str, str] = MappingProxyType(
    {
        "german_setup": "default",
        "british_setup": "default",
        "remove_surplus": "worst",
        "naval_movement": "default",
        "naval_combat": "submarines_out",
        "withhold_submarines": "keep_out",
        "counterattack": "hold_back",
        "air_movement": "stay",
        "air_reaction": "stay",
        "assign_fighters": "no_extras",
        "join_sets": "stay",
        "air_loss": "worst",
        "air_strikes": "hold",
        "aa_fire": "weakest_first",
        "arrivals": "default",
        "land_movement": "default",
        "touch_down": "spare",
        "after_drop": "withdraw",
        "land_combat": "cancel",
        "press_attack": "cancel",
        "defend": "alone",
        "take_losses": "worst",
        "retreat": "worst",
        "advance": "default",
        "evacuation": "default",
        "supply_transports": "default",
        "breach": "default",
        "parachutists/": "neither counter of the pair is real, and 14.6 is broken",
    }
)
"""By the kind of decision for sealed standing orders, by the name of the seal for others."""

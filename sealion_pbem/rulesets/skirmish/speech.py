"""How the orders of a skirmish are said in order sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealion_pbem.engine.sheet.speech import Speaks
from sealion_pbem.rulesets.skirmish import words as w

__all__ = ["Spoken"]


class Spoken(Speaks):
    """Phrases, and the hexes of the field by their numbers."""

    phrases: Mapping[str, tuple[str, ...]] = {
        "march": ("{unit} > {path}",),
        "attack": ("{unit} attacks {target}",),
        "withdraw": ("withdraw to {hex}",),
        "fall_back": ("fall back to {hex}",),
    }

    def place_names(self, state: Any) -> Mapping[str, str]:
        """Return every hex of the field."""
        return {place: place for place in w.FIELD}

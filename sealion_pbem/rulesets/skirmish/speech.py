"""How the orders of a skirmish are said in order sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealion_pbem.engine.saying import Speaks, counted
from sealion_pbem.rulesets.skirmish import words as w

__all__ = ["Spoken"]


class Spoken(Speaks):
    """Phrases, and the hexes of the field by their numbers."""

    @property
    def phrases(self) -> Mapping[str, tuple[str, ...]]:
        """For each kind of order how it is said."""
        return {
            "march": ("{unit} > {path}",),
            "attack": ("{unit} attacks {target}",),
            "withdraw": ("withdraw to {hex}",),
            "fall_back": ("fall back to {hex}",),
        }

    @property
    def examples(self) -> Mapping[str, str]:
        """A line for every kind of order."""
        return {
            "march": "red-3 > 0605",
            "attack": "red-3 attacks blue-3",
            "done": "done",
            "stand": "stand",
            "withdraw": "withdraw to 0504",
            "lose_step": "lose step",
            "fall_back": "fall back to 0504",
            "seal": "seal objective = 0605",
            "open": "open objective",
        }

    def place_names(self, state: Any) -> Mapping[str, str]:
        """Return every hex of the field."""
        return {place: place for place in w.FIELD}

    def describe_unit(self, state: Any, unit: str) -> str:
        """Return the steps of a unit."""
        known: w.Unit = state.units[unit]
        return counted(known.steps, "step")

    def describe_load(self, state: Any, unit: str) -> str:
        """Return nothing: no unit of this game carries another."""
        return ""

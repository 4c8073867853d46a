"""How orders are said in order sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealion_pbem.engine.sheet.speech import Speaks
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import MINORS, SIDE_OF

__all__ = ["Spoken"]

_GRADES = ("without supply", "in partial supply", "")


class Spoken(Speaks):
    """Phrases, and hexes by their numbers and places."""

    @property
    def phrases(self) -> Mapping[str, tuple[str, ...]]:
        """For each kind of order how it is said."""
        return {
            "move": ("{units} > {path}",),
            "resolve": ("resolve {hex}",),
            "attack": (
                "attack {hexes} with {units}",
                "attack {hexes} with {units} supported by {support}",
            ),
            "overrun": (
                "overrun {hex} with {units}",
                "overrun {hex} with {units} supported by {support}",
            ),
            "das": ("defend {hex} with {wings}",),
            "overrun_das": ("defend with {wings}",),
            "intercept": ("intercept over {hex} with {wings}",),
            "overrun_intercept": ("intercept with {wings}",),
            "intercept_drop": ("intercept the drop on {hex} with {wings}",),
            "escort": ("escort the drop on {hex} with {wings}",),
            "attrition": ("attrition against {zone} by {units}",),
            "declare": ("declare war on {nation} paid by {payer}",),
            "stage": ("{unit} flies to {hex}",),
            "build": ("build {unit} in {hex} paid by {payer}",),
            "redeploy": ("redeploy {unit} to {hex}",),
            "drop": ("drop {unit} from {transport} on {hex}",),
            "place_base": ("place {unit} in {hex}",),
        }

    def place_names(self, state: Any) -> Mapping[str, str]:
        """Return every hex in play, by its place if it has one, and the countries."""
        known: State = state
        places = {n: facts.name or n for n, facts in known.table.board.hexes.items()}
        taken = {name.casefold() for name in places.values()}
        nations = (*SIDE_OF, *MINORS)
        # Luxembourg is a hex and a country.
        return places | {n: f"{n} (country)" if n in taken else n for n in nations}

    def describe_unit(self, state: Any, unit: str) -> str:
        """Return nation, arm, values and supply of a unit."""
        known: State = state
        counter = known.counter(unit)
        supply = _GRADES[known.units[unit].supply]
        words = (counter.nation, counter.arm, counter.values, supply)
        return " ".join(word for word in words if word)

    def describe_load(self, state: Any, unit: str) -> str:
        """Nobody carries anybody but in the air."""
        return ""

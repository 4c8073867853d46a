"""How orders are said in order sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealion_pbem.engine.saying import Speaks
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import MINORS, SIDE_OF

__all__ = ["Spoken"]

_GRADES = ("without supply", "in partial supply", "")


_EXAMPLES: Mapping[str, str] = {
    "done": "done",
    "set_up": "set up XIX Panzer Corps 1205",
    "declare": "declare war on belgium paid by germany",
    "eliminate": "eliminate German replacements 1",
    "stage": "Luftwaffe wing 1 flies to Essen",
    "place_base": "place German airbase 1 in 1205",
    "move": "XIX Panzer Corps, XLI Panzer Corps > 1105",
    "overrun": "overrun 1007 with XIX Panzer Corps supported by 4 of Luftwaffe wing 1",
    "overrun_das": "defend with 2 of Armee de l Air 1",
    "overrun_intercept": "intercept with 5 of Luftwaffe wing 2",
    "attack": "attack 1106 with XIX Panzer Corps, XIV Panzer Corps supported by 5 of Luftwaffe wing 1",
    "das": "defend 1106 with 4 of Armee de l Air 1",
    "intercept": "intercept over 1106 with 5 of Luftwaffe wing 2",
    "drop": "drop 7th Air Division from de_trans_1 on The Hague",
    "intercept_drop": "intercept the drop on The Hague with 5 of Fighter Command",
    "escort": "escort the drop on The Hague with 5 of Luftwaffe wing 3",
    "resolve": "resolve 1106",
    "exchange": "exchange",
    "keep": "keep",
    "lose": "lose German infantry army 1",
    "go_on": "go on",
    "break_off": "break off",
    "advance": "advance 1106: XIX Panzer Corps",
    "exploit": 'exploit {"de_arm_3":["1106","1006"]}',
    "attrition": "attrition against Brest by German infantry army 6, German infantry army 7",
    "lose_counters": "lose counters French replacements 1",
    "occupy": "occupy 1107: German infantry army 1",
    "retreat": "retreat 1007: French army 6",
    "build": "build French replacements 1 in Paris paid by france",
    "redeploy": "redeploy French cavalry corps 1 to Paris",
    "remove_excess": "remove excess French replacements 1",
}


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
            "advance": ("advance [{moves}] [and make a bridgehead in {bridgehead}]",),
            "occupy": ("occupy [{moves}]",),
            "drop": ("drop {unit} from {transport} on {hex}",),
            "place_base": ("place {unit} in {hex}",),
        }

    @property
    def examples(self) -> Mapping[str, str]:
        """A line for every kind of order."""
        return _EXAMPLES

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

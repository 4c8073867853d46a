"""The settings of a game: what its charter chooses among rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Json
from sealion_pbem.errors import UsageError

__all__ = ["OPTIONS", "GameSettings", "settings_of"]

_CHOICES: Mapping[str, tuple[str, ...]] = {
    "minors": ("next_turn", "at_once"),
    "setup": ("historical", "free"),
    "dover": ("closed", "open"),
    "winter": ("plain", "hard"),
    "play_on": ("no", "yes"),
    "partisans": ("never", "after_surrender"),
    "cooperation": ("free", "strict"),
}
_RANGES: Mapping[str, range] = {"attrition_limit": range(16), "turns": range(2, 5)}
OPTIONS: Mapping[str, str] = {
    "minors": "when an attacked minor joins the other side: next_turn (default) or at_once (R-15)",
    "setup": "historical (default), or free: the Allies place first (R-18)",
    "dover": "the crossing at Dover: closed (default) or open (R-12)",
    "winter": "plain (default): no overruns, no exploitation; hard: a winter level besides (R-50)",
    "play_on": "whether the game goes on after the French surrender: no (default) or yes (R-16)",
    "partisans": "in the campaign: never (default) or after_surrender, with play_on (R-56)",
    "cooperation": "French and British together: free (default) or strict (R-65)",
    "attrition_limit": "BRPs of offensives on a front that still allow attrition, 0 to 15 (10; R-51)",
    "turns": "length of the campaign in game turns, 2 to 4 (4; R-1)",
}


@frozen
class GameSettings:
    """The chosen settings (section 11 of the facts)."""

    minors: str = "next_turn"
    setup: str = "historical"
    dover: str = "closed"
    winter: str = "plain"
    play_on: str = "no"
    partisans: str = "never"
    cooperation: str = "free"
    attrition_limit: int = 10
    turns: int = 4


def settings_of(options: Mapping[str, Json]) -> GameSettings:
    """Return the settings of a charter; UsageError says which is wrong and what there is."""
    known = {field.name for field in fields(GameSettings)}
    for name in sorted(options.keys() - known):
        raise UsageError(f"no option is called {name!r}", hint=f"there is {', '.join(OPTIONS)}")
    for name, value in options.items():
        if name in _CHOICES and value not in _CHOICES[name]:
            raise UsageError(f"{name} is {value!r}", hint=f"one of {', '.join(_CHOICES[name])}")
        if name in _RANGES and (type(value) is not int or value not in _RANGES[name]):
            least, most = _RANGES[name][0], _RANGES[name][-1]
            raise UsageError(f"{name} is {value!r}", hint=f"a whole number from {least} to {most}")
    return GameSettings(**options)

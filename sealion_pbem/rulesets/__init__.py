"""The games. Each is words, rules and numbers; none knows how its turns travel."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.errors import UnknownRulesetError

__all__ = ["RULESETS", "find"]

RULESETS = {
    "sealion-deluxe": "sealion_pbem.rulesets.sealion.ruleset:DELUXE_2023",
    "sealion-2016": "sealion_pbem.rulesets.sealion.ruleset:MAGAZINE_2016",
    "skirmish": "sealion_pbem.rulesets.skirmish:SKIRMISH",
}
"""Ruleset id to where it is; a game is imported when it is asked for."""


def find(ruleset: str) -> Ruleset[Any]:
    """Return the ruleset with this id; UnknownRulesetError lists close matches."""
    if ruleset not in RULESETS:
        # Only needed when something is wrong.
        from difflib import get_close_matches  # noqa: PLC0415 - only a refusal needs it

        close = get_close_matches(ruleset, RULESETS) or sorted(RULESETS)
        raise UnknownRulesetError(
            f"no ruleset is called {ruleset!r}", hint=f"did you mean {' or '.join(close)}?"
        )
    module, name = RULESETS[ruleset].split(":")
    found: Ruleset[Any] = getattr(import_module(module), name)
    return found

"""The policies of section 8 of the facts by name, and which of them go by an order of hexes or units."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["POLICIES", "RANKING"]

_DONE = {"default": "end it", "done": "the same"}
POLICIES: Mapping[str, Mapping[str, str]] = {
    "setup": {},
    "prepare": _DONE,
    "move": _DONE,
    "overrun_das": {
        "default": "no aircraft",
        "none": "no aircraft",
        "stop_it": "the least that brings the odds below 6:1, if that can be done",
        "stop_it_at": "the same, but only at hexes of a list",
    },
    "overrun_intercept": {
        "default": "everything that can fly",
        "all": "everything that can fly",
        "none": "nothing",
    },
    "announce": {"default": "no attacks", "done": "the same"},
    "das": {
        "default": "no aircraft",
        "none": "no aircraft",
        "strongest_hex": "all that can fly to the attacked hex with most defending factors",
        "spread": "one wing to each attacked hex, as far as they reach",
        "hold_reserve": "as strongest_hex, but one wing stays on the ground",
        "in_this_order": "all to the first attacked hex of a list, then the next; else strongest_hex",
    },
    "intercept": {
        "default": "everything that can fly",
        "all": "everything that can fly",
        "none": "nothing",
    },
    "drops": {"default": "no drops", "none": "no drops"},
    "intercept_drop": {
        "default": "nothing",
        "none": "nothing",
        "all": "everything that can fly",
    },
    "escort": {"default": "nothing", "none": "nothing", "all": "everything that can fly"},
    "resolve": {
        "default": "in the order announced",
        "in_order": "in the order announced",
        "in_this_order": "attacks on hexes of a list first, then as announced",
    },
    "fort_option": {
        "default": "an exchange if it saves factors",
        "saving": "an exchange if it saves factors",
        "never": "keep it",
    },
    "exchange": {
        "default": "keep it",
        "never": "keep it",
        "clear_hex": "an exchange if it clears the hex",
    },
    "losses_attack": {
        "default": "the cheapest, air last",
        "cheapest": "the cheapest, air last",
        "air_first": "aircraft first",
        "save_armor": "no armor if it can be helped",
        "in_this_order": "units of a list first, then the cheapest",
    },
    "losses_defense": {
        "default": "the cheapest, air last",
        "cheapest": "the cheapest, air last",
        "air_first": "aircraft first",
        "save_armor": "no armor if it can be helped",
        "in_this_order": "units of a list first, then the cheapest",
    },
    "another_round": {
        "default": "break off",
        "stop": "break off",
        "go_on": "fight on; a condition on odds says when",
    },
    "advance": {
        "default": "the strongest infantry",
        "infantry": "the strongest infantry",
        "armor": "armor first",
        "none": "nobody",
    },
    "exploit": {"default": "no exploitation", "done": "the same"},
    "attrition": {
        "default": "everybody who may, one zone after another",
        "all": "everybody who may, one zone after another",
        "none": "no attrition",
    },
    "counters_for_hex": {
        "default": "keep it",
        "keep": "keep it",
        "exchange": "two counters instead",
    },
    "attrition_losses": {
        "default": "replacements, then the cheapest out of contact",
        "replacements": "replacements, then the cheapest out of contact",
        "in_this_order": "units of a list first, then as replacements",
        "hold_hexes": "all from the weakest hex in contact, the largest first (14.62B)",
    },
    "occupy": {"default": "no hex", "none": "no hex", "all": "as many hexes as can be taken"},
    "retreat": {
        "default": "the least evil, nearest to the own supply",
        "to_supply": "the least evil, nearest to the own supply",
    },
    "construct": {
        "default": "replacements, then infantry in the capital",
        "replacements": "replacements, then infantry in the capital",
        "in_this_order": "units of a list, as far as they can be paid, and nothing else",
        "nothing": "nothing",
    },
    "redeploy": {"default": "nothing", "done": "nothing"},
    "excess": {"default": "the cheapest", "cheapest": "the cheapest"},
}
RANKING: Mapping[str, Mapping[str, str]] = {
    "overrun_das": {"stop_it_at": "hexes"},
    "das": {"in_this_order": "hexes"},
    "resolve": {"in_this_order": "hexes"},
    "losses_attack": {"in_this_order": "units"},
    "losses_defense": {"in_this_order": "units"},
    "attrition_losses": {"in_this_order": "units"},
    "construct": {"in_this_order": "units"},
}
"""Policies that take an order, and of what; without one they go on as if it were empty."""

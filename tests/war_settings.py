"""The settings of A World at War as tests play them."""

from typing import Any

SETTINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "the school": ("sedan-school", {}),
    "the maquis": ("maquis", {}),
    "the campaign": ("france-1940", {}),
    "minors at once": ("france-1940", {"minors": "at_once", "turns": 2}),
    "free set-up": ("france-1940", {"setup": "free", "turns": 2}),
    "Dover open": ("france-1940", {"dover": "open", "turns": 2}),
    "a hard winter": ("france-1940", {"winter": "hard"}),
    "played on": ("france-1940", {"play_on": "yes", "turns": 3}),
    "partisans": ("france-1940", {"play_on": "yes", "partisans": "after_surrender", "turns": 3}),
    "strict cooperation": ("france-1940", {"cooperation": "strict", "turns": 2}),
    "no attrition beside offensives": ("france-1940", {"attrition_limit": 0, "turns": 2}),
}
"""Each of the nine settings at another value than its default, played to its end."""

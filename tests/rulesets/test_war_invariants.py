"""A World at War at random: what must be true after every event, in every scenario and setting."""

import os
from typing import Any

import pytest

from tests.war_games import broken, played

pytestmark = pytest.mark.fuzz

SEEDS = range(1, 40) if os.environ.get("SEALION_FUZZ") == "long" else range(1, 2)
SETTINGS: dict[str, Any] = {
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
    "two turns": ("france-1940", {"turns": 2}),
}
"""Each of the nine settings at another value than its default, played to its end."""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", SETTINGS)
def test_what_must_be_true_after_every_event(name: str, seed: int):
    """Stacking, places, control, BRPs, factors and chains hold; the game comes to its end."""
    scenario, options = SETTINGS[name]
    kinds = []
    for event, state in played(scenario, seed, **options):
        kinds.append(event.kind)
        assert [*broken(event, state)] == [], f"after {event}"
    assert kinds[-1] == "game_ended"

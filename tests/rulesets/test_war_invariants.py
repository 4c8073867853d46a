"""A World at War at random: what must be true after every event, in every scenario and setting."""

import os

import pytest

from tests.war_games import broken, played
from tests.war_settings import SETTINGS

pytestmark = pytest.mark.fuzz

IS_LONG = os.environ.get("SEALION_FUZZ") == "long"
SEEDS = range(1, 40) if IS_LONG else range(1, 2)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", SETTINGS)
def test_what_must_be_true_after_every_event(name: str, seed: int):
    """Stacking, places, control, BRPs, factors and chains hold; the game comes to its end."""
    scenario, options = SETTINGS[name]
    if scenario == "france-1940" and not IS_LONG and "winter" not in options:
        options = {**options, "turns": 2}
    kinds = []
    for event, state in played(scenario, seed, **options):
        kinds.append(event.kind)
        assert [*broken(event, state)] == [], f"after {event}"
    assert kinds[-1] == "game_ended"

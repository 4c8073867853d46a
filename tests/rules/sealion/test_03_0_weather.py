"""3.0  Weather determination."""

import pytest

from sealion_pbem.rulesets.sealion.rules.ch03_weather import WeatherDetermined, begin_weather
from tests.sealion_table import both_editions, table, without_rolls


@both_editions
@pytest.mark.parametrize("turn", [1, 2])
def test_3_0_the_first_two_turns_are_clear_without_a_roll(edition, turn):
    """No die is rolled on turns 1 and 2."""
    events = table(edition, turn=turn, step=1, stage="weather").begin(begin_weather)
    assert events == [WeatherDetermined("clear")]


@both_editions
@pytest.mark.parametrize(("face", "weather"), [(1, "clear"), (5, "clear"), (6, "rain")])
def test_3_0_from_turn_3_on_a_six_brings_rain(edition, face, weather):
    """One die; 6 is rain, everything else clear."""
    position = table(edition, turn=3, step=1, stage="weather").dice(face)
    events = position.begin(begin_weather)
    assert without_rolls(events) == [WeatherDetermined(weather)]
    assert position.state.is_rain == (weather == "rain")

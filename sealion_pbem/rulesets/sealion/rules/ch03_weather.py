"""3.0  Weather: clear or rain, for a whole game turn."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.rulesets.sealion.chapter import Chapter
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["CHAPTER", "FIRST_ROLL", "WeatherDetermined", "begin_weather", "weather_of"]

FIRST_ROLL = 3
RAIN = 6


@frozen
class WeatherDetermined:
    """The weather of a game turn is known (3.0)."""

    kind: ClassVar[str] = "weather_determined"
    weather: str
    roll: int = field(default=0, compare=False)

    def on(self, state: State) -> None:
        """It holds until the next is rolled."""
        state.weather = self.weather


def begin_weather(play: Play[State]) -> None:
    """3.0  From turn 3 on a 6 brings rain; turns 1 and 2 are clear without a roll."""
    roll = play.roll("3.0", "weather") if play.state.turn >= FIRST_ROLL else 0
    play.emit(WeatherDetermined(weather_of(roll), roll))


def weather_of(roll: int) -> str:
    """3.0  Return the weather that a roll brings; 0 is no roll."""
    return "rain" if roll == RAIN else "clear"


def _tell(event: WeatherDetermined) -> str:
    why = (
        f"rolled {event.roll}, rain on {RAIN}"
        if event.roll
        else f"no roll before turn {FIRST_ROLL}"
    )
    return f"the weather is {event.weather} (3.0: {why})"


CHAPTER = Chapter(
    title="Weather determination",
    events=(WeatherDetermined,),
    tell={WeatherDetermined: _tell},
)

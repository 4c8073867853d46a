"""3.0  Weather: clear or rain, for a whole game turn."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.rulesets.sealion.chapter import Chapter
from sealion_pbem.rulesets.sealion.edition import Edition
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["CHAPTER", "WeatherDetermined", "begin_weather", "is_rolled_for", "weather_of"]

_FACES = 6


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
    edition, turn = play.state.edition, play.state.turn
    roll = play.roll("3.0", "weather") if is_rolled_for(edition, turn) else 0
    play.emit(WeatherDetermined(weather_of(edition, roll), roll))


def is_rolled_for(edition: Edition, turn: int) -> bool:
    """3.0  Return whether the weather of a turn is rolled for; else it is clear."""
    first: int = edition.charts["weather"]["first_roll_on_turn"]
    return turn >= first


def weather_of(edition: Edition, roll: int) -> str:
    """3.0  Return the weather that a roll brings; 0 is no roll."""
    return "rain" if roll >= edition.charts["weather"]["rain_from"] else "clear"


def _tell(event: WeatherDetermined, edition: Edition) -> str:
    chart = edition.charts["weather"]
    rain = " or ".join(map(str, range(chart["rain_from"], _FACES + 1)))
    why = (
        f"rolled {event.roll}, rain on {rain}"
        if event.roll
        else f"no roll before turn {chart['first_roll_on_turn']}"
    )
    return f"the weather is {event.weather} (3.0: {why})"


CHAPTER = Chapter(
    title="Weather determination",
    events=(WeatherDetermined,),
    tell_printed={WeatherDetermined: _tell},
)

"""The settings of a charter, each with what it may be: options of the scenario that is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from difflib import get_close_matches

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Json, Seat
from sealion_pbem.errors import UsageError
from sealion_pbem.rulesets.war_at_sea import data

__all__ = [
    "ALLIED",
    "AXIS",
    "OPTIONS",
    "SCENARIOS",
    "SEATS",
    "GameSettings",
    "make_settings",
    "other_seat",
]

AXIS, ALLIED = Seat("axis"), Seat("allied")
SEATS = (AXIS, ALLIED)
CONVOY, MAJOR = "convoy", "major"
SCENARIOS: Mapping[str, str] = {
    "standard": "9.1: 100 points each, three objectives, 150 points win",
    CONVOY: "9.2: 100 points escort five merchants past 80 points that intercept them",
    MAJOR: "9.3: 200 points each, objectives of 100, 300 points win",
}


def other_seat(seat: str) -> Seat:
    """P.1  Return the seat against which another plays."""
    return ALLIED if seat == AXIS else AXIS


@frozen
class GameSettings:
    """The agreed way of playing; 0 or "" leaves it to the scenario."""

    scenario: str = "standard"
    zone: int = 0
    points: int = 0
    year: int = 0
    theatre: str = "any"
    exercise: str = "off"
    air_missions: str = "plans"
    aircraft_attacks: str = "each_phase"
    los_edge: str = "both"
    crippled_carrier: str = "operates"
    ship_torpedoes: str = "torpedo_phase"
    turn_limit: int = 0
    escort: Seat = ALLIED
    stalemate_turns: int = 6

    @property
    def is_convoy(self) -> bool:
        """9.2  Whether merchants are escorted."""
        return self.scenario == CONVOY

    @property
    def last_turn(self) -> int:
        """R-47  Return the last game turn."""
        return self.turn_limit or self.of_scenario("turn_limit")

    @property
    def fixed_zone(self) -> int:
        """R-4, R-48  Return the battle zone that is not rolled for; 0 if it is."""
        return self.of_scenario("zone") or self.zone

    def of_scenario(self, name: str) -> int:
        """9.1 to 9.3  Return a number of the scenario, 0 if it has none of this name."""
        return int(data.scenarios()[self.scenario].get(name, 0))

    def points_of(self, seat: str) -> int:
        """2.2, 9.4, R-61  Return for how many points a seat builds its fleet.

        In a convoy the setting is about the escort, and the interceptor keeps his share of it (R-48).
        """
        listed = data.scenarios()[self.scenario]["points"]
        if not self.is_convoy:
            return self.points or int(listed[seat])
        if seat == self.escort:
            return self.points or int(listed["escort"])
        points = self.points or int(listed["escort"])
        return points * int(listed["interceptor"]) // int(listed["escort"])

    def side_of(self, seat: str) -> str:
        """1.2, R-52  Return the side from whose cards a seat builds."""
        return seat if self.exercise == "off" else self.exercise


_WORDS: Mapping[str, tuple[str, ...]] = {
    "theatre": ("any", "atlantic", "mediterranean", "pacific"),
    "exercise": ("off", *SEATS),
    "air_missions": ("plans", "alternate"),
    "aircraft_attacks": ("each_phase", "once_per_turn"),
    "los_edge": ("both", "either"),
    "crippled_carrier": ("operates", "closed"),
    "ship_torpedoes": ("torpedo_phase", "surface_phase"),
    "escort": (str(ALLIED), str(AXIS)),
}
_NUMBERS: Mapping[str, range] = {
    "points": range(50, 501),
    "turn_limit": range(8, 41),
    "stalemate_turns": range(3, 13),
}
_YEARS = (0, *range(1936, 1946))
_ZONES = ("roll", *range(1, 7))
OPTIONS: Mapping[str, str] = {
    "zone": "R-4: battle zone, roll or 1 to 6 (roll); a convoy always sails through zone 2",
    "points": "9.4: points to build a fleet, 50 to 500 (those of the scenario)",
    "year": "9.5: only units of this year or earlier, 1936 to 1945; 0: all (0)",
    "theatre": "9.6: any, atlantic, mediterranean or pacific: nations of it, named ships once (any)",
    "exercise": "1.2: off, allied or axis: both fleets are built from one list (off)",
    "air_missions": "R-18: plans or alternate, one aircraft in each file (plans)",
    "aircraft_attacks": "R-22: each_phase or once_per_turn (each_phase)",
    "los_edge": "R-30: sight along a side is blocked if both or either sectors block (both)",
    "crippled_carrier": "R-43: operates or closed (operates)",
    "ship_torpedoes": "R-55: torpedo_phase or surface_phase (torpedo_phase)",
    "turn_limit": "R-47: last game turn, 8 to 40 (20; convoy 14, major 25)",
    "escort": "R-48: the seat that escorts the convoy, allied or axis (allied)",
    "stalemate_turns": "R-46: quiet turns that end the game, 3 to 12 (6); not in a convoy",
}


def make_settings(scenario: str, options: Mapping[str, Json]) -> GameSettings:
    """Return the settings that a charter names; UsageError says what is not known or not possible."""
    if scenario not in SCENARIOS:
        close = get_close_matches(scenario, SCENARIOS) or [*SCENARIOS]
        raise UsageError(
            f"no scenario is called {scenario!r}", hint=f"did you mean {' or '.join(close)}?"
        )
    for name in options.keys() - OPTIONS.keys():
        close = get_close_matches(name, OPTIONS) or [*OPTIONS]
        raise UsageError(f"no option is called {name!r}", hint=f"there is {', '.join(close)}")
    chosen: dict[str, Json] = {}
    for name, value in options.items():
        chosen[name] = _checked(name, value)
    return GameSettings(scenario, **chosen)


def _checked(name: str, value: Json) -> Json:
    """Return the value of an option; UsageError says what it may be."""
    if name == "zone":
        if type(value) in (int, str) and value in _ZONES:
            return 0 if value == "roll" else value
        raise UsageError(f"zone is {value!r}", hint="roll, or a number from 1 to 6")
    if name == "year":
        if type(value) is int and value in _YEARS:
            return value
        raise UsageError(f"year is {value!r}", hint="0, or a year from 1936 to 1945")
    if name in _NUMBERS:
        known = _NUMBERS[name]
        if type(value) is int and value in known:
            return value
        raise UsageError(f"{name} is {value!r}", hint=f"a number from {known[0]} to {known[-1]}")
    words = _WORDS[name]
    if value not in words:
        close = get_close_matches(str(value), words) or words
        raise UsageError(f"{name} is {value!r}", hint=" or ".join(close))
    return value


assert {field.name for field in fields(GameSettings)} == {"scenario", *OPTIONS}, (
    "each has its option"
)

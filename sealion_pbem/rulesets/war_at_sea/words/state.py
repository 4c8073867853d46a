"""The state of a game: what changes in it, and questions that only look at it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from sealion_pbem.engine.wire import from_wire, to_wire
from sealion_pbem.engine.words import Json, Seat
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.settings import AXIS, SEATS, GameSettings
from sealion_pbem.rulesets.war_at_sea.statcard import StatCard

__all__ = ["AIRBASE", "EXIT", "STEPS", "VEILS", "State", "Unit", "feature_in", "seat_of", "veil_in"]

AIRBASE = "airbase"
"""7.2  Where Aircraft are based that are on no Carrier."""
EXIT = "exit"
"""9.2  Where a merchant goes that leaves the map."""
STEPS = (
    "fleet", "open_fleet", "deploy", "sea_move", "flights", "open_flights", "air_mission",
    "air_defense", "air_attack", "surface_attack", "torpedo_attack", "air_return",
)  # fmt: skip
"""The steps in which somebody can be asked, in the order of a game."""
VEILS = ("fog", "squall")
"""4.3.3  Weather that a zone has."""


class Unit(NamedTuple):
    """What changes of a unit.

    `sector` is where it is on the map; an Aircraft that is not placed has none. `base` is the Carrier
    or the airbase to which an Aircraft belongs, or "" if that is lost. `lost` are hull points that go
    at the end of the phase, and `doomed` says that the unit is destroyed then. `used` lists the attacks
    of this phase, weapon and target. `fate` is "" while the unit is in play, then destroyed or left.
    """

    card: str
    sector: str = ""
    base: str = ""
    hull: int = 1
    lost: int = 0
    doomed: bool = False
    aborted: bool = False
    rearming: bool = False
    moved: bool = False
    smoked: bool = False
    fired: bool = False
    survived: bool = False
    deployed: bool = True
    used: tuple[tuple[str, str], ...] = ()
    fate: str = ""


@dataclass(slots=True)
class State:
    """The position.

    `step` is one of STEPS, or over; `active` is who is asked in it, `first` the first player of the
    turn. `zone` is 0 until it is known, `starter` who sets up first. `plans` are flight plans in the
    open, `passed` who places no more Aircraft. `stirred` says that this turn was not quiet.
    """

    settings: GameSettings
    turn: int = 0
    step: str = "fleet"
    active: Seat = AXIS
    first: str = ""
    zone: int = 0
    starter: str = ""
    ends: dict[str, str] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    smoke: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()
    claims: dict[str, str] = field(default_factory=dict)
    scores: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    bonuses: tuple[str, ...] = ()
    has_sealed: bool = False
    plans: dict[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    passed: tuple[str, ...] = ()
    quiet_turns: int = 0
    stirred: bool = False
    winner: str = ""
    reason: str = ""

    def card(self, name: str) -> StatCard:
        """Return the card of a unit."""
        return data.cards()[self.units[name].card]

    def in_play(self, seat: str = "") -> Iterator[str]:
        """1.3.2, R-59  Return the units that are in play, all or those of a seat, by id."""
        for name, unit in self.units.items():
            if not unit.fate and seat in ("", seat_of(name)):
                yield name

    def afloat(self, seat: str = "") -> Iterator[str]:
        """Return the Ships and Submarines on the map."""
        cards = data.cards()
        for name, unit in self.units.items():
            is_there = unit.sector and not unit.fate and seat in ("", seat_of(name))
            if is_there and not cards[unit.card].is_aircraft:
                yield name

    def ships(self, seat: str = "") -> Iterator[str]:
        """Return the Ships on the map."""
        return (name for name in self.afloat(seat) if self.card(name).is_ship)

    def aircraft(self, seat: str = "") -> Iterator[str]:
        """Return the Aircraft that are in play."""
        return (name for name in self.in_play(seat) if self.is_aircraft(name))

    def is_aircraft(self, name: str) -> bool:
        """Return whether a unit is an Aircraft."""
        return self.card(name).is_aircraft

    def is_placed(self, name: str) -> bool:
        """3.3  Return whether an Aircraft is in a sector of the map."""
        return self.is_aircraft(name) and bool(self.units[name].sector)

    def is_crippled(self, name: str) -> bool:
        """6.3, R-36, R-37  Return whether one hull point of several is left."""
        return self.units[name].hull == 1 and self.card(name).hull > 1

    def is_lost(self, name: str) -> bool:
        """R-35  Return whether a unit is sure to be destroyed at the end of this phase."""
        unit = self.units[name]
        return unit.doomed or unit.lost >= unit.hull

    def has(self, name: str, ability: str) -> bool:
        """8.0, R-53  Return whether a unit has a special ability, however often its card says so."""
        return ability in self.card(name).abilities

    def feature(self, sector: str) -> str:
        """4.3  Return what the zone has in a sector: island, shoal, fog or squall, or ""."""
        return feature_in(self.zone, sector)

    def veil(self, sector: str) -> str:
        """4.3.3  Return what hides a sector without closing it: fog, squall or smoke, or "".

        Smoke may lie over shoals (8.12).
        """
        return veil_in(self.zone, self.smoke, sector)

    def based_on(self, base: str, seat: str) -> list[str]:
        """7.1, 7.2  Return the Aircraft of a seat that lie at a base, not those that are placed."""
        return [
            name
            for name in self.aircraft(seat)
            if self.units[name].base == base and not self.units[name].sector
        ]

    def copy(self) -> State:
        """Return a working copy that shares nothing which changes."""
        return replace(
            self, ends=dict(self.ends), units=dict(self.units), claims=dict(self.claims),
            scores=dict(self.scores), plans=dict(self.plans),
        )  # fmt: skip

    def pack(self) -> Json:
        """Return the state as JSON."""
        return {
            "settings": to_wire(self.settings),
            "turn": self.turn,
            "step": self.step,
            "active": self.active,
            "first": self.first,
            "zone": self.zone,
            "starter": self.starter,
            "ends": dict(self.ends),
            "units": {name: _unit_to_wire(unit) for name, unit in self.units.items()},
            "smoke": list(self.smoke),
            "markers": list(self.markers),
            "claims": dict(self.claims),
            "scores": dict(self.scores),
            "bonuses": list(self.bonuses),
            "has_sealed": self.has_sealed,
            "plans": {seat: [list(entry) for entry in plan] for seat, plan in self.plans.items()},
            "passed": list(self.passed),
            "quiet_turns": self.quiet_turns,
            "stirred": self.stirred,
            "winner": self.winner,
            "reason": self.reason,
        }

    @staticmethod
    def unpack(document: Json) -> State:
        """Return the state that `pack` wrote."""
        parts = dict(document)
        parts["settings"] = from_wire(GameSettings, document["settings"])
        parts["units"] = {
            name: Unit(**{**unit, "used": tuple((w, t) for w, t in unit.get("used", ()))})
            for name, unit in sorted(document["units"].items())
        }
        for name in ("smoke", "markers", "bonuses", "passed"):
            parts[name] = tuple(document[name])
        parts["plans"] = {
            seat: tuple(tuple(entry) for entry in plan) for seat, plan in document["plans"].items()
        }
        return State(**parts)


_BLANK = Unit("")


def _unit_to_wire(unit: Unit) -> Json:
    """Return a unit as JSON, without what says nothing."""
    found = {
        name: value
        for name, value in zip(Unit._fields, unit, strict=True)
        if value != getattr(_BLANK, name) or name in ("card", "hull")
    }
    if unit.used:
        found["used"] = [list(pair) for pair in unit.used]
    return found


def feature_in(zone: int, sector: str) -> str:
    """4.3  Return what a zone has in a sector: island, shoal, fog or squall, or ""."""
    return data.zones()[zone].features.get(sector, "") if zone else ""


def veil_in(zone: int, smoke: tuple[str, ...], sector: str) -> str:
    """4.3.3  Return what hides a sector of a zone where smoke lies without closing it, or ""."""
    lying = feature_in(zone, sector)
    return lying if lying in VEILS else "smoke" if sector in smoke else ""


@lru_cache(maxsize=1024)
def seat_of(name: str) -> Seat:
    """P.2  Return whose a unit is."""
    return Seat(name.partition("-")[0])

"""Straits, its words: seven areas of sea, the state, the orders and the events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Seat

SEATS = AMBER, JADE, CORAL = Seat("amber"), Seat("jade"), Seat("coral")
ISLE = "Isle"
PORTS = {AMBER: "Amber Roads", JADE: "Jade Roads", CORAL: "Coral Roads"}
AREAS: dict[str, tuple[str, ...]] = {
    "Amber Roads": ("North Sound", "West Sound"),
    "Jade Roads": ("North Sound", "East Sound"),
    "Coral Roads": ("West Sound", "East Sound"),
    "North Sound": ("Amber Roads", "Jade Roads", ISLE),
    "West Sound": ("Amber Roads", "Coral Roads", ISLE),
    "East Sound": ("Jade Roads", "Coral Roads", ISLE),
    ISLE: ("North Sound", "West Sound", "East Sound"),
}
HULL = 3


class Ship(NamedTuple):
    """What changes of a ship; no hull: it is sunk."""

    area: str
    hull: int = HULL


@dataclass(slots=True)
class State:
    """The position; `phase` is seal, open, refit or over, `asked` counts the seats that have answered."""

    last_turn: int
    turn: int = 1
    phase: str = "seal"
    asked: int = 0
    ships: dict[str, Ship] = field(default_factory=dict)
    silent: tuple[str, ...] = ()
    winner: str = ""

    def afloat(self, area: str = "") -> list[str]:
        """The ships that are left, everywhere or in an area."""
        return [n for n, ship in self.ships.items() if ship.hull and area in ("", ship.area)]


def seat_of(ship: str) -> Seat:
    return Seat(ship.partition("-")[0])


@frozen
class Refit:
    """Mend a ship that lies in its own roads."""

    kind: ClassVar[str] = "refit"
    ship: str


@frozen
class Pass:
    """Mend nothing."""

    kind: ClassVar[str] = "pass"


@frozen
class PlanSealed:
    """A seat has sealed where its ships go (2.1)."""

    kind: ClassVar[str] = "plan_sealed"
    seat: str

    def on(self, state: State) -> None:
        state.asked += 1
        if state.asked == len(SEATS):
            state.phase, state.asked = "open", 0


@frozen
class PlanOpened:
    """A seat's ships sail as it had sealed; without a plan they stay, and hold their fire (2.2, 2.3)."""

    kind: ClassVar[str] = "plan_opened"
    seat: str
    ways: tuple[tuple[str, ...], ...]

    def on(self, state: State) -> None:
        for ship, area in self.ways:
            state.ships[ship] = state.ships[ship]._replace(area=area)
        if not self.ways:
            state.silent = (*state.silent, self.seat)
        state.asked += 1


@frozen
class WeatherSeen:
    """A storm lets nobody fire (3.1)."""

    kind: ClassVar[str] = "weather_seen"
    face: int
    is_storm: bool

    def on(self, state: State) -> None:
        state.silent = SEATS if self.is_storm else state.silent


@frozen
class PoolFired:
    """A ship fires all its dice at the strongest ship of the next enemy (3.2)."""

    kind: ClassVar[str] = "pool_fired"
    ship: str
    target: str
    hits: int

    def on(self, state: State) -> None:
        """Hits count when everybody has fired."""


@frozen
class ShipHit:
    """A ship loses hull points, as many as it has at most (3.3)."""

    kind: ClassVar[str] = "ship_hit"
    ship: str
    place: str
    hits: int

    def on(self, state: State) -> None:
        ship = state.ships[self.ship]
        state.ships[self.ship] = ship._replace(hull=max(0, ship.hull - self.hits))


@frozen
class GunsSilent:
    """The fights of a turn are over."""

    kind: ClassVar[str] = "guns_silent"

    def on(self, state: State) -> None:
        state.phase, state.asked, state.silent = "refit", 0, ()


@frozen
class ShipRefitted:
    """A ship has got a hull point back (3.4)."""

    kind: ClassVar[str] = "ship_refitted"
    ship: str

    def on(self, state: State) -> None:
        ship = state.ships[self.ship]
        state.ships[self.ship] = ship._replace(hull=ship.hull + 1)
        state.asked += 1


@frozen
class SeatPassed:
    """A seat mends nothing, or has nothing to mend (3.4)."""

    kind: ClassVar[str] = "seat_passed"
    seat: str

    def on(self, state: State) -> None:
        state.asked += 1


@frozen
class TurnEnded:
    """The next turn begins (1.2)."""

    kind: ClassVar[str] = "turn_ended"
    turn: int

    def on(self, state: State) -> None:
        state.turn, state.phase, state.asked = self.turn + 1, "seal", 0


@frozen
class GameEnded:
    """Somebody holds the isle, or nobody does (4.1)."""

    kind: ClassVar[str] = "game_ended"
    winner: str

    def on(self, state: State) -> None:
        state.phase, state.winner = "over", self.winner or "nobody"


ORDERS = {cls.kind: cls for cls in (Refit, Pass)}
EVENTS = {
    cls.kind: cls
    for cls in (
        *(PlanSealed, PlanOpened, WeatherSeen, PoolFired, ShipHit, GunsSilent, ShipRefitted),
        *(SeatPassed, TurnEnded, GameEnded),
    )
}

"""The events of set-up, movement and the sequence of play; `fights` has those of combat."""

from __future__ import annotations

from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.settings import other_seat
from sealion_pbem.rulesets.war_at_sea.words.state import AIRBASE, State, Unit, seat_of

__all__ = [
    "EVENTS",
    "AircraftPlaced",
    "AircraftRearmed",
    "AircraftReturned",
    "CoinFlipped",
    "EndChosen",
    "FleetOpened",
    "FleetRefused",
    "FleetSealed",
    "FlightsOpened",
    "FlightsPlanned",
    "FlightsSealed",
    "GameEnded",
    "InitiativeTied",
    "InitiativeWon",
    "MerchantLeft",
    "MissionsEnded",
    "SmokeLaid",
    "SmokeSpread",
    "StepBegan",
    "TurnBegan",
    "TurnEnded",
    "UnitDeployed",
    "UnitMoved",
    "ZoneChosen",
]


@frozen
class FleetSealed:
    """A seat has built its fleet (2.2)."""

    kind: ClassVar[str] = "fleet_sealed"
    seat: Seat

    def on(self, state: State) -> None:
        """Note that the other seat builds its own."""
        state.active = other_seat(self.seat)


@frozen
class ZoneChosen:
    """The battle zone is known (1.1.2); `face` is 0 if the charter fixed it."""

    kind: ClassVar[str] = "zone_chosen"
    zone: int
    face: int

    def on(self, state: State) -> None:
        """Note that its islands and objective markers lie on the map; a convoy has no markers (9.2)."""
        state.zone = self.zone
        number = state.settings.of_scenario("objectives")
        state.markers = data.zones()[self.zone].objectives[:number]


@frozen
class CoinFlipped:
    """The coin fell (1.1.3, R-6)."""

    kind: ClassVar[str] = "coin_flipped"
    seat: Seat
    face: int

    def on(self, state: State) -> None:
        """Note that the winner sets up first."""
        state.starter = self.seat


@frozen
class FleetOpened:
    """A seat showed its fleet (1.1.4)."""

    kind: ClassVar[str] = "fleet_opened"
    seat: Seat
    cards: tuple[str, ...]

    def on(self, state: State) -> None:
        """Note that its units have names now (P.2) and wait to be deployed."""
        numbers: dict[str, int] = {}
        for card in self.cards:
            numbers[card] = numbers.get(card, 0) + 1
            name = f"{self.seat}-{card}-{numbers[card]}"
            state.units[name] = Unit(card, hull=data.cards()[card].hull, deployed=False)
        state.units = dict(sorted(state.units.items()))


@frozen
class FleetRefused:
    """A fleet that was opened is against the rules (R-11)."""

    kind: ClassVar[str] = "fleet_refused"
    seat: Seat
    rule: str
    why: str

    def on(self, state: State) -> None:
        """Note that nothing of it comes into play."""


@frozen
class EndChosen:
    """A seat has an end of the map (1.1.4, 1.1.5)."""

    kind: ClassVar[str] = "end_chosen"
    seat: Seat
    end: str

    def on(self, state: State) -> None:
        """Note that its airbase lies there, and its fleet comes from there."""
        state.ends[self.seat] = self.end


@frozen
class UnitDeployed:
    """A unit was set up (1.1.4, 1.1.5)."""

    kind: ClassVar[str] = "unit_deployed"
    unit: str
    place: str

    def on(self, state: State) -> None:
        """Put it into its sector, or lay it down at its base."""
        unit = state.units[self.unit]._replace(deployed=True)
        if state.is_aircraft(self.unit):
            state.units[self.unit] = unit._replace(base=self.place)
        else:
            state.units[self.unit] = unit._replace(sector=self.place)


@frozen
class TurnBegan:
    """A game turn began (3.0)."""

    kind: ClassVar[str] = "turn_began"
    turn: int

    def on(self, state: State) -> None:
        """Initiative comes first."""
        state.turn, state.step = self.turn, "initiative"


@frozen
class InitiativeTied:
    """Totals and flagship bonuses were equal, so both roll again (3.1)."""

    kind: ClassVar[str] = "initiative_tied"
    total: int

    def on(self, state: State) -> None:
        """Note that nothing is decided."""


@frozen
class InitiativeWon:
    """A seat won the initiative (3.1)."""

    kind: ClassVar[str] = "initiative_won"
    seat: Seat
    axis: int
    allied: int

    def on(self, state: State) -> None:
        """Note that the winner is the second player of the turn."""
        state.first = other_seat(self.seat)


@frozen
class StepBegan:
    """A step of the sequence of play began for a seat (3.0)."""

    kind: ClassVar[str] = "step_began"
    step: str
    seat: Seat

    def on(self, state: State) -> None:
        """That seat is asked in it."""
        state.step, state.active = self.step, self.seat


@frozen
class UnitMoved:
    """A Ship or Submarine moved (3.2, 4.1)."""

    kind: ClassVar[str] = "unit_moved"
    unit: str
    path: tuple[str, ...]

    def on(self, state: State) -> None:
        """Put it at the end of its path, to move no more this turn."""
        unit = state.units[self.unit]
        sector = self.path[-1] if self.path else unit.sector
        state.units[self.unit] = unit._replace(sector=sector, moved=True)


@frozen
class MerchantLeft:
    """A merchant left the map beyond the opposite edge (9.2)."""

    kind: ClassVar[str] = "merchant_left"
    unit: str

    def on(self, state: State) -> None:
        """Note that it is safe, and out of the game."""
        state.units[self.unit] = state.units[self.unit]._replace(sector="", hull=0, fate="left")


@frozen
class SmokeLaid:
    """A Ship lays smoke in its sector (8.12, R-16)."""

    kind: ClassVar[str] = "smoke_laid"
    unit: str
    sector: str

    def on(self, state: State) -> None:
        """Note that it moves no more; the screen lies there from the end of the step."""
        state.units[self.unit] = state.units[self.unit]._replace(smoked=True, moved=True)


@frozen
class SmokeSpread:
    """The smoke screens of a step lie on the map (R-16)."""

    kind: ClassVar[str] = "smoke_spread"
    sectors: tuple[str, ...]

    def on(self, state: State) -> None:
        """Note that they block sight until the end of the turn."""
        state.smoke = tuple(sorted({*state.smoke, *self.sectors}))


@frozen
class FlightsSealed:
    """The first player has sealed his flight plan (P.3)."""

    kind: ClassVar[str] = "flights_sealed"
    seat: Seat

    def on(self, state: State) -> None:
        """He opens it when the second player has planned."""
        state.has_sealed = True


@frozen
class FlightsPlanned:
    """The second player has planned his flights in the open (P.3)."""

    kind: ClassVar[str] = "flights_planned"
    seat: Seat
    missions: tuple[tuple[str, ...], ...]

    def on(self, state: State) -> None:
        """Note that they are flown when the other plan is open."""
        state.plans[self.seat] = self.missions


@frozen
class FlightsOpened:
    """The first player showed his flight plan; `why` says what of it could not be read (P.3)."""

    kind: ClassVar[str] = "flights_opened"
    seat: Seat
    missions: tuple[tuple[str, ...], ...]
    why: str

    def on(self, state: State) -> None:
        """Both plans can be flown."""
        state.plans[self.seat] = self.missions
        state.has_sealed = False


@frozen
class AircraftPlaced:
    """An Aircraft was placed in a sector (3.3)."""

    kind: ClassVar[str] = "aircraft_placed"
    unit: str
    sector: str

    def on(self, state: State) -> None:
        """Note that the other seat places next, if it has not passed."""
        state.units[self.unit] = state.units[self.unit]._replace(sector=self.sector)
        other = other_seat(seat_of(self.unit))
        if other not in state.passed:
            state.active = other


@frozen
class MissionsEnded:
    """A seat places no more Aircraft (R-17)."""

    kind: ClassVar[str] = "missions_ended"
    seat: Seat

    def on(self, state: State) -> None:
        """Note that the other may go on."""
        state.passed = (*state.passed, self.seat)
        state.active = other_seat(self.seat)
        state.plans.pop(self.seat, None)


@frozen
class AircraftReturned:
    """An Aircraft came home (3.8)."""

    kind: ClassVar[str] = "aircraft_returned"
    unit: str
    base: str

    def on(self, state: State) -> None:
        """Note that at the land airbase it rearms; Aborted counters are removed (7.2)."""
        unit = state.units[self.unit]
        state.units[self.unit] = unit._replace(
            sector="", base=self.base, rearming=self.base == AIRBASE, aborted=False
        )


@frozen
class AircraftRearmed:
    """An Aircraft at the airbase is ready again (3.8, R-42)."""

    kind: ClassVar[str] = "aircraft_rearmed"
    unit: str

    def on(self, state: State) -> None:
        """Note that it can be placed next turn."""
        state.units[self.unit] = state.units[self.unit]._replace(rearming=False)


@frozen
class TurnEnded:
    """A game turn is over (3.9)."""

    kind: ClassVar[str] = "turn_ended"
    turn: int

    def on(self, state: State) -> None:
        """Smoke is gone, and every unit may act again; a quiet turn is counted (R-46)."""
        state.smoke = ()
        state.quiet_turns = 0 if state.stirred else state.quiet_turns + 1
        state.stirred = False
        for name, unit in state.units.items():
            if unit.moved or unit.smoked or unit.fired:
                state.units[name] = unit._replace(moved=False, smoked=False, fired=False)


@frozen
class GameEnded:
    """The game is over (1.3); without a winner it is a draw."""

    kind: ClassVar[str] = "game_ended"
    winner: str
    rule: str
    why: str

    def on(self, state: State) -> None:
        """Note that nobody decides anything any more."""
        state.winner, state.reason, state.step = self.winner or "nobody", self.why, "over"


EVENTS = {
    cls.kind: cls
    for cls in (
        FleetSealed, ZoneChosen, CoinFlipped, FleetOpened, FleetRefused, EndChosen, UnitDeployed,
        TurnBegan, InitiativeTied, InitiativeWon, StepBegan, UnitMoved, MerchantLeft, SmokeLaid,
        SmokeSpread, FlightsSealed, FlightsPlanned, FlightsOpened, AircraftPlaced, MissionsEnded,
        AircraftReturned, AircraftRearmed, TurnEnded, GameEnded,
    )
}  # fmt: skip

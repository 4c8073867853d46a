"""Events of the frame: turns, steps, politics, supply, money."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.world_at_war.state import FULL, NONE, OUT, PARTIAL, POOL, State, Unit
from sealion_pbem.rulesets.world_at_war.table import AXIS, other

__all__ = [
    "ArmorStunned",
    "FactorsLost",
    "GameEnded",
    "IsolationJudged",
    "MinorJoined",
    "NationConquered",
    "PlayerTurnBegan",
    "PlayerTurnEnded",
    "SeatReady",
    "StepBegan",
    "SupplyDetermined",
    "UnitLost",
    "UnitSetUp",
    "WarDeclared",
    "WinterRolled",
    "ZonesFixed",
]

_PLAYER_TURN_MARKS = (
    *("flown", "fought", "paid", "exploited", "dropped", "lost", "redeployed", "staged", "flak"),
    "aborted",
)


@frozen
class UnitSetUp:
    """A unit was placed before the game (R-18)."""

    kind: ClassVar[str] = "unit_set_up"
    unit: str
    hex: str

    def on(self, state: State) -> None:
        """Put it there."""
        state.put(self.unit, state.units[self.unit]._replace(place=self.hex))
        state.mark("placed", self.unit)


@frozen
class SeatReady:
    """A seat has set up (R-18)."""

    kind: ClassVar[str] = "seat_ready"
    seat: Seat

    def on(self, state: State) -> None:
        """Note that the Axis sets up behind the Allies; then the game begins."""
        state.active = AXIS
        if self.seat == AXIS:
            state.unmark("placed")
            state.step = "prepare"


@frozen
class PlayerTurnBegan:
    """A player turn begins (R-1)."""

    kind: ClassVar[str] = "player_turn_began"
    turn: int
    seat: Seat

    def on(self, state: State) -> None:
        """Begin anew what counts by player turns or game turns."""
        if self.turn != state.turn:
            state.unmark("counted", "given_up", "based", "raised")
            state.built, state.raided = {}, {}
        state.turn, state.active, state.step, state.phase = self.turn, self.seat, "prepare", ""
        state.mark_only("landed", state.marks.get("dropped", ()))
        state.unmark(*_PLAYER_TURN_MARKS)
        state.spent_on, state.walked, state.shipments, state.ended = {}, {}, 0, False


@frozen
class PlayerTurnEnded:
    """A player turn is over; its exploiting armor is in supply in the next game turn (16.6)."""

    kind: ClassVar[str] = "player_turn_ended"
    seat: Seat

    def on(self, state: State) -> None:
        """Note that what is kept for the next own turn replaces what was kept from the last."""
        theirs = {u for u in state.marks.get("sustained", ()) if state.seat_of(u) != self.seat}
        kept = state.marks.get("exploited", frozenset()) - state.marks.get(
            "redeployed", frozenset()
        )
        state.mark_only("sustained", kept | theirs)
        arrived = {u for u in state.marks.get("arrived", ()) if state.seat_of(u) != self.seat}
        state.mark_only("arrived", arrived)
        if "west" in state.spent_on and self.seat == AXIS:
            state.offensives += 1
        state.by_hand = replace(state.by_hand, is_surprised=False)
        state.unmark("stunned")
        state.step = "ended"


@frozen
class StepBegan:
    """The next step of a player turn begins (R-2)."""

    kind: ClassVar[str] = "step_began"
    step: str
    phase: str = ""

    def on(self, state: State) -> None:
        """Put away what belongs to the step before."""
        state.step, state.phase, state.ended = self.step, self.phase, False
        # In the first turn in Russia zones of control depend on the step (10.344).
        state.forget()
        state.landing = ""
        if self.step == "announce":
            state.unmark("forced")
        if self.step in ("announce", "attrition", "construct"):
            state.attacks, state.drops = (), ()
        if self.step in ("exploit", "announce"):
            state.walked = {}
        if self.step == "attrition":
            state.routes, state.breakthroughs, state.repulsed = {}, {}, {}
            state.unmark("stormed")


@frozen
class WarDeclared:
    """War was declared on a neutral, or a nation entered the war (R-14)."""

    kind: ClassVar[str] = "war_declared"
    seat: Seat
    nation: str
    payer: str
    cost: int
    independent: bool

    def on(self, state: State) -> None:
        """Note that the neutral is on the other side, at once or when the player turn ends (R-15)."""
        state.neutral -= {self.nation}
        state.forget()
        state.brp[self.payer] -= self.cost
        if self.nation == self.payer:
            return
        state.joined[self.nation] = other(self.seat)
        board = state.table.board
        state.take(other(self.seat), *board.in_area(board.countries[self.nation]))
        if self.independent:
            state.independent |= {self.nation}


@frozen
class MinorJoined:
    """An attacked minor belongs to its side from now on (R-15)."""

    kind: ClassVar[str] = "minor_joined"
    nation: str
    seat: Seat

    def on(self, state: State) -> None:
        """Note that it is independent no longer."""
        state.forget()
        state.independent -= {self.nation}


@frozen
class NationConquered:
    """A nation was conquered or surrendered: its units leave, its free hexes change hands (R-16, 11.38)."""

    kind: ClassVar[str] = "nation_conquered"
    nation: str
    by: Seat

    def on(self, state: State) -> None:
        """Note that units of other nations stay where they are and keep their hexes."""
        state.forget()
        state.conquered[self.nation] = state.turn
        state.independent -= {self.nation}
        for unit, known in [*state.units.items()]:
            counter = state.counter(unit)
            if counter.nation == self.nation and known.place != OUT:
                state.put(unit, known._replace(place=OUT, factors=0))
        board = state.table.board
        for number in board.in_area(board.countries.get(self.nation, 0)):
            if other(self.by) not in state.holders(number):
                state.take(self.by, number)


@frozen
class GameEnded:
    """The game is over (R-17, R-54, R-55)."""

    kind: ClassVar[str] = "game_ended"
    verdict: str
    winner: str
    points: int

    def on(self, state: State) -> None:
        """Note that nobody decides anything any more."""
        state.verdict, state.winner, state.points = self.verdict, self.winner, self.points
        state.step, state.phase = "over", ""


@frozen
class WinterRolled:
    """The winter level of the turn is known (R-50)."""

    kind: ClassVar[str] = "winter_rolled"
    level: int

    def on(self, state: State) -> None:
        """Note that it holds for the western front and for everybody."""
        state.winter = self.level


@frozen
class SupplyDetermined:
    """The supply of a seat was determined (R-36); those not named are fully supplied."""

    kind: ClassVar[str] = "supply_determined"
    seat: Seat
    partial: tuple[str, ...]
    unsupplied: tuple[str, ...]
    cut: Mapping[str, int]
    """R-39  Fortified hexes of the seat without full supply, and what they have lost."""

    def on(self, state: State) -> None:
        """Note that grades hold until the seat's next determination."""
        for unit in [*state.on_map(self.seat)]:
            known = state.units[unit]
            grade = PARTIAL if unit in self.partial else NONE if unit in self.unsupplied else FULL
            isolated = known.isolated if grade == NONE else 0
            state.put(unit, known._replace(supply=grade, isolated=isolated))
        theirs = {n: lost for n, lost in state.cut.items() if not state.controls(self.seat, n)}
        state.cut = theirs | dict(self.cut)


@frozen
class IsolationJudged:
    """R-37, R-38  Who survives isolation and since when; all others of the seat are not isolated."""

    kind: ClassVar[str] = "isolation_judged"
    seat: Seat
    isolated: Mapping[str, int]

    def on(self, state: State) -> None:
        """Count a turn of isolation more for each."""
        for unit in [*state.on_map(self.seat)]:
            known = state.units[unit]
            state.put(unit, known._replace(isolated=self.isolated.get(unit, 0)))


@frozen
class ZonesFixed:
    """The enemy's attrition zones of this player turn (14.211)."""

    kind: ClassVar[str] = "zones_fixed"
    zones: tuple[tuple[str, ...], ...]
    """Each is front, faction, and its hexes."""

    def on(self, state: State) -> None:
        """Note that they hold for the whole player turn."""
        area = state.table.board.area
        state.zones = tuple((front, faction, area(hexes)) for front, faction, *hexes in self.zones)


@frozen
class ArmorStunned:
    """Armor beside the attacker has no zone of control in the first movement in Russia (10.344)."""

    kind: ClassVar[str] = "armor_stunned"
    units: tuple[str, ...]

    def on(self, state: State) -> None:
        """Note that it holds for the movement phase."""
        state.mark("stunned", *self.units)


@frozen
class UnitLost:
    """A unit was eliminated; it can be built again."""

    kind: ClassVar[str] = "unit_lost"
    unit: str
    cause: str

    def on(self, state: State) -> None:
        """Note that it is in the force pool."""
        counter = state.counter(self.unit)
        place = OUT if counter.nation in state.conquered else POOL
        state.leave_mission(self.unit, state.units[self.unit].factors)
        state.put(self.unit, Unit(place, 0))
        state.mark("lost", self.unit)
        state.routes.pop(self.unit, None)
        if self.cause == "voluntary":
            state.mark("given_up", self.unit)
        if self.cause == "isolated":
            state.mark("cut_off", self.unit)
        if counter.arm == "partisan":
            state.fallen += 1


@frozen
class FactorsLost:
    """A wing or flak lost factors but not all (R-7)."""

    kind: ClassVar[str] = "factors_lost"
    unit: str
    factors: int
    cause: str

    def on(self, state: State) -> None:
        """Note that it has fewer."""
        known = state.units[self.unit]
        state.put(self.unit, known._replace(factors=known.factors - self.factors))
        state.leave_mission(self.unit, self.factors)

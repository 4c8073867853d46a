"""Skirmish, its words: the field, the state, the orders and the events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.seal import Open, Seal
from sealion_pbem.engine.words import Order, Seat

__all__ = [
    "BLUE",
    "EVENTS",
    "FIELD",
    "HILLS",
    "ORDERS",
    "RED",
    "START",
    "Attack",
    "Battle",
    "BattleFought",
    "BattleJoined",
    "Done",
    "FallBack",
    "FellBack",
    "GameEnded",
    "LoseStep",
    "March",
    "ObjectiveOpened",
    "ObjectiveSealed",
    "Stand",
    "State",
    "StepEnded",
    "StepLost",
    "Unit",
    "UnitMarched",
    "UnitWithdrew",
    "Withdraw",
]

RED, BLUE = Seat("red"), Seat("blue")

# One character a hex, columns 01 to 07, rows 01 to 06: open, wood, hill, lake
FIELD = {
    f"{column:02d}{row:02d}": terrain
    for row, line in enumerate(
        ("..w....", ".^.w.w.", "..w..~.", ".w.~.w.", "..w.w^.", "......."), 1
    )
    for column, terrain in enumerate(line, 1)
}
HILLS = tuple(number for number, terrain in FIELD.items() if terrain == "^")
START = {
    "red-1": (RED, "0106"), "red-2": (RED, "0306"), "red-3": (RED, "0506"), "red-4": (RED, "0706"),
    "blue-1": (BLUE, "0202"), "blue-2": (BLUE, "0403"), "blue-3": (BLUE, "0504"),
}  # fmt: skip


class Unit(NamedTuple):
    """What changes of a unit; 0 steps: out of the game."""

    seat: Seat
    hex: str
    steps: int
    marched: bool = False
    fought: bool = False


class Battle(NamedTuple):
    """A battle that waits: for the reaction, or for the loser's choice when `hits` is known."""

    attacker: str
    defender: str
    loser: str = ""
    hits: int = 0


@dataclass(slots=True)
class State:
    """The position; `step` is objective, march, open or over."""

    last_turn: int
    turn: int = 1
    step: str = "objective"
    active: Seat = RED
    units: dict[str, Unit] = field(default_factory=dict)
    battle: Battle | None = None
    objective: str = ""
    winner: str = ""

    def unit_at(self, number: str) -> str:
        """Return who stands in a hex, or ""."""
        return next(
            (name for name, unit in self.units.items() if unit.steps and unit.hex == number), ""
        )

    def alive(self, seat: Seat) -> list[str]:
        """Return a seat's units that are still in the game."""
        return [name for name, unit in self.units.items() if unit.seat == seat and unit.steps]


@frozen
class March:
    """Go along a path of adjacent hexes."""

    kind: ClassVar[str] = "march"
    unit: str
    path: tuple[str, ...]


@frozen
class Attack:
    """Attack an adjacent enemy."""

    kind: ClassVar[str] = "attack"
    unit: str
    target: str


@frozen
class Done:
    """End the own march step."""

    kind: ClassVar[str] = "done"


@frozen
class Stand:
    """React to an attack by standing."""

    kind: ClassVar[str] = "stand"


@frozen
class Withdraw:
    """React to an attack by leaving for an adjacent hex."""

    kind: ClassVar[str] = "withdraw"
    hex: str


@frozen
class LoseStep:
    """Take a lost battle as a lost step."""

    kind: ClassVar[str] = "lose_step"


@frozen
class FallBack:
    """Take a lost battle by falling back to an adjacent hex."""

    kind: ClassVar[str] = "fall_back"
    hex: str


ORDERS: dict[str, type[Order]] = {
    cls.kind: cls for cls in (March, Attack, Done, Stand, Withdraw, LoseStep, FallBack, Seal, Open)
}


@frozen
class ObjectiveSealed:
    """Red has fixed which hill it wants (1.2)."""

    kind: ClassVar[str] = "objective_sealed"

    def on(self, state: State) -> None:
        """Blue knows that it is fixed, not what it is."""
        state.objective, state.step = "sealed", "march"


@frozen
class UnitMarched:
    """A unit went along a path (2.1)."""

    kind: ClassVar[str] = "unit_marched"
    unit: str
    path: tuple[str, ...]

    def on(self, state: State) -> None:
        """It stands at the end of the path and does not march again."""
        state.units[self.unit] = state.units[self.unit]._replace(hex=self.path[-1], marched=True)


@frozen
class BattleJoined:
    """A unit attacked another (3.1)."""

    kind: ClassVar[str] = "battle_joined"
    attacker: str
    defender: str

    def on(self, state: State) -> None:
        """The battle waits for the reaction."""
        state.battle = Battle(self.attacker, self.defender)
        attacker = state.units[self.attacker]
        state.units[self.attacker] = attacker._replace(fought=True, marched=True)


@frozen
class UnitWithdrew:
    """The attacked unit left before a die fell (3.2)."""

    kind: ClassVar[str] = "unit_withdrew"
    unit: str
    hex: str

    def on(self, state: State) -> None:
        """There is no battle."""
        state.units[self.unit] = state.units[self.unit]._replace(hex=self.hex)
        state.battle = None


@frozen
class BattleFought:
    """The dice of a battle were compared (3.3); no loser: both hold."""

    kind: ClassVar[str] = "battle_fought"
    attacker: str
    defender: str
    attack: int
    defence: int
    loser: str
    hits: int

    def on(self, state: State) -> None:
        """The loser's seat must choose, if there is a loser."""
        battle = Battle(self.attacker, self.defender, self.loser, self.hits)
        state.battle = battle if self.loser else None


@frozen
class StepLost:
    """The loser gave up a step (3.4)."""

    kind: ClassVar[str] = "step_lost"
    unit: str

    def on(self, state: State) -> None:
        """A unit without steps is out of the game."""
        state.units[self.unit] = state.units[self.unit]._replace(
            steps=state.units[self.unit].steps - 1
        )
        state.battle = None


@frozen
class FellBack:
    """The loser gave up its hex (3.4)."""

    kind: ClassVar[str] = "fell_back"
    unit: str
    hex: str

    def on(self, state: State) -> None:
        """It stands in the hex it fell back to."""
        state.units[self.unit] = state.units[self.unit]._replace(hex=self.hex)
        state.battle = None


@frozen
class StepEnded:
    """A seat's march step is over (1.3)."""

    kind: ClassVar[str] = "step_ended"
    seat: Seat

    def on(self, state: State) -> None:
        """The other seat marches; after blue a new turn begins, after the last the objective opens."""
        for name in state.alive(self.seat):
            state.units[name] = state.units[name]._replace(marched=False, fought=False)
        state.active = BLUE if self.seat == RED else RED
        if self.seat == BLUE and state.turn == state.last_turn:
            state.step = "open"
        elif self.seat == BLUE:
            state.turn += 1


@frozen
class ObjectiveOpened:
    """Red showed which hill it wanted (4.1)."""

    kind: ClassVar[str] = "objective_opened"
    hex: str

    def on(self, state: State) -> None:
        """Everybody knows it now."""
        state.objective = self.hex


@frozen
class GameEnded:
    """Somebody won (4.1, 4.2)."""

    kind: ClassVar[str] = "game_ended"
    winner: Seat

    def on(self, state: State) -> None:
        """Nobody decides anything any more."""
        state.winner, state.step, state.battle = self.winner, "over", None


EVENTS = {
    cls.kind: cls
    for cls in (
        ObjectiveSealed, UnitMarched, BattleJoined, UnitWithdrew, BattleFought, StepLost, FellBack,
        StepEnded, ObjectiveOpened, GameEnded,
    )
}  # fmt: skip

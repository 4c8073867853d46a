"""Events of every chapter: stages begin and end, units go, lose steps and leave the game."""

from __future__ import annotations

from dataclasses import field, replace
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.rulesets.sealion.board import BRITAIN
from sealion_pbem.rulesets.sealion.state import OUT, State, Unit, unit_in

__all__ = [
    "CargoLost",
    "GameEnded",
    "HexOccupied",
    "StageBegun",
    "StageEnded",
    "UnitBoarded",
    "UnitEliminated",
    "UnitPlaced",
    "UnitReduced",
    "UnitsMoved",
]


@frozen
class StageBegun:
    """A part of a step began (2.0)."""

    kind: ClassVar[str] = "stage_begun"
    turn: int
    step: int
    stage: str

    def on(self, state: State) -> None:
        """Forget what units did in the step, player turn or game turn that is over."""
        if self.step != state.step:
            state.done = state.resolved = frozenset()
            state.came_from.clear()
            state.taken = 0
        if self.step in (1, 9) and self.step != state.step:
            # Batteries, which have codes, support once a game turn where an edition says so (9.2).
            state.spent |= {name for name in state.used if state.counter(name).codes}
            state.fought = state.used = frozenset()
        if self.turn != state.turn:
            state.home = state.landed = state.spent = frozenset()
        if state.veil is not None and state.veil.walkers:
            state.veil = replace(state.veil, walkers=())
        state.turn, state.step, state.stage = self.turn, self.step, self.stage
        state.ended, state.task = False, None


@frozen
class StageEnded:
    """A player is done with a stage."""

    kind: ClassVar[str] = "stage_ended"
    stage: str

    def on(self, state: State) -> None:
        """Nothing more is asked in it."""
        state.ended = True


@frozen
class UnitPlaced:
    """A unit was put somewhere: set-up, arrival, sortie, return to base."""

    kind: ClassVar[str] = "unit_placed"
    unit: str
    place: str
    rule: str

    def on(self, state: State) -> None:
        """Put the unit there by itself, with what it carries."""
        steps = state.units[self.unit].steps
        cargo = state.carried_by(self.unit) if steps else ""
        state.put(self.unit, unit_in(self.place, steps))
        if cargo:
            state.put(cargo, unit_in(self.place, state.units[cargo].steps, self.unit))
        state.occupy(self.unit, self.place)


@frozen
class UnitBoarded:
    """A unit went aboard a carrier in the same place, or was coupled with one."""

    kind: ClassVar[str] = "unit_boarded"
    unit: str
    carrier: str

    def on(self, state: State) -> None:
        """Let it move with its carrier from now on."""
        place = state.units[self.carrier].place
        state.put(self.unit, state.units[self.unit]._replace(place=place, aboard=self.carrier))


@frozen
class UnitsMoved:
    """Units went along a path together (7.0, 11.0); what they carry goes with them."""

    kind: ClassVar[str] = "units_moved"
    units: tuple[str, ...]
    path: tuple[str, ...]

    def on(self, state: State) -> None:
        """Hexes without an enemy are occupied in passing (A-13)."""
        path, came_from, units, cargo = self.path, state.came_from, state.units, state.cargo
        end = path[-1]
        is_on_land = end in state.table.board.hexes
        for name in self.units:
            start, steps, _ = units[name]
            came_from[name] = (*came_from.get(name, (start,)), *path)
            state.put(name, unit_in(end, steps))
            if name in cargo:
                carried = cargo[name]
                state.put(carried, unit_in(end, units[carried].steps, name))
            if is_on_land:
                state.occupy(name, *path)


@frozen
class HexOccupied:
    """A side stands alone in a hex that was fought for (A-13, A-154)."""

    kind: ClassVar[str] = "hex_occupied"
    hex: str
    unit: str

    def on(self, state: State) -> None:
        """Note who held the hex, for factories, radars, supply and landings."""
        state.occupy(self.unit, self.hex)


@frozen
class UnitReduced:
    """A two-step unit lost its first step (1.5)."""

    kind: ClassVar[str] = "unit_reduced"
    unit: str
    rule: str

    def on(self, state: State) -> None:
        """Turn the unit to its back; the air group of a damaged carrier goes ashore (A-80)."""
        unit = state.units[self.unit]
        state.put(self.unit, unit._replace(steps=unit.steps - 1))
        if state.counter(self.unit).type == "carrier":
            _go_ashore(state, self.unit)


@frozen
class CargoLost:
    """Troops or a coupled mine go down with what carries them (7.4, 8.6)."""

    kind: ClassVar[str] = "cargo_lost"
    unit: str
    carrier: str
    rule: str

    def on(self, state: State) -> None:
        """Take it out of the game; the loss of its carrier is told by the event that follows."""
        state.put(self.unit, Unit(OUT, 0))


@frozen
class UnitEliminated:
    """A unit left the game for good."""

    kind: ClassVar[str] = "unit_eliminated"
    unit: str
    rule: str

    def on(self, state: State) -> None:
        """Out it goes; only the air group of a carrier finds another base (10.1)."""
        if state.counter(self.unit).type == "carrier":
            _go_ashore(state, self.unit)
        state.put(self.unit, Unit(OUT, 0))


@frozen
class GameEnded:
    """Somebody won (4.0)."""

    kind: ClassVar[str] = "game_ended"
    winner: str
    tally: int
    factories: int = field(default=0, compare=False)
    needed: int = field(default=0, compare=False)

    def on(self, state: State) -> None:
        """Nothing more is asked of anybody."""
        state.winner, state.task = self.winner, None


def _go_ashore(state: State, carrier: str) -> None:
    group = state.carried_by(carrier)
    if group:
        state.put(group, Unit(BRITAIN, state.units[group].steps))

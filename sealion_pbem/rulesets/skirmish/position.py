"""Skirmish, positions written by hand: what a scenario file may say about the field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.wire import from_wire
from sealion_pbem.engine.words import Json
from sealion_pbem.errors import Fault, SchemaError
from sealion_pbem.rulesets.skirmish import words as w

__all__ = ["HITS", "STEPS", "Fight", "Placed", "PositionFile", "position"]

STEPS = range(1, 3)
HITS = range(1, 3)


@frozen
class Placed:
    """Where a unit stands, and what it has done in this step."""

    hex: str
    steps: int = 2
    marched: bool = False
    fought: bool = False


@frozen
class Fight:
    """A battle that waits: for the reaction, or for the loser's choice."""

    attacker: str
    defender: str
    loser: str = ""
    hits: int = 0


@frozen
class PositionFile:
    """What differs from the start of the game; a unit that is not listed is out of the game."""

    units: dict[str, Placed] = field(default_factory=dict)
    turn: int = 1
    step: str = "march"
    active: str = w.RED
    battle: Fight | None = None


def position(start: w.State, document: Json) -> w.State:
    """Return the state that a hand-written position describes; SchemaError names every fault."""
    written = from_wire(PositionFile, document, "/position")
    faults = tuple(_faults(start, written))
    if faults:
        raise SchemaError("the position is impossible", faults)
    units = start.units
    if written.units:
        units = {name: unit._replace(steps=0) for name, unit in start.units.items()}
        for name, unit in written.units.items():
            seat = start.units[name].seat
            units[name] = w.Unit(seat, unit.hex, unit.steps, unit.marched, unit.fought)
    fight = written.battle
    return w.State(
        last_turn=start.last_turn,
        turn=written.turn,
        step=written.step,
        active=w.RED if written.active == w.RED else w.BLUE,
        units=units,
        battle=w.Battle(fight.attacker, fight.defender, fight.loser, fight.hits) if fight else None,
        objective="" if written.step == "objective" else "sealed",
    )


def _faults(start: w.State, written: PositionFile) -> Iterator[Fault]:
    if not 1 <= written.turn <= start.last_turn:
        yield Fault("/position/turn", f"the game has turns 1 to {start.last_turn}")
    if written.step not in ("objective", "march", "open"):
        yield Fault("/position/step", "a step is objective, march or open")
    if written.active not in (w.RED, w.BLUE):
        yield Fault("/position/active", f"the seats are {w.RED} and {w.BLUE}")
    taken: dict[str, str] = {}
    for name, unit in written.units.items():
        at = f"/position/units/{name}"
        if name not in start.units:
            yield Fault(at, f"no such unit; there are {', '.join(start.units)}")
        if w.FIELD.get(unit.hex, "~") == "~":
            yield Fault(f"{at}/hex", f"{unit.hex} is lake or not on the field")
        if unit.hex in taken:
            yield Fault(f"{at}/hex", f"{taken[unit.hex]} stands in {unit.hex} already (2.3)")
        if unit.steps not in STEPS:
            yield Fault(f"{at}/steps", "a unit has 1 or 2 steps")
        taken[unit.hex] = name
    if written.battle:
        on_field = written.units.keys() or start.units.keys()
        yield from _battle_faults(start, on_field, written.battle)


def _battle_faults(start: w.State, on_field: Iterable[str], fight: Fight) -> Iterator[Fault]:
    fighters = {"attacker": fight.attacker, "defender": fight.defender}
    gone = {member: name for member, name in fighters.items() if name not in on_field}
    for member, name in gone.items():
        yield Fault(f"/position/battle/{member}", f"{name} is not on the field")
    if not gone and len({start.units[name].seat for name in fighters.values()}) == 1:
        yield Fault("/position/battle/defender", f"{fight.defender} is not an enemy")
    if fight.loser not in ("", *fighters.values()):
        yield Fault("/position/battle/loser", f"{fight.loser} does not fight here")
    if fight.hits not in (HITS if fight.loser else (0,)):
        yield Fault(
            "/position/battle/hits", "a loser takes 1 or 2 hits; without one there are none"
        )

"""8.4  Firing: what dice and strengths come to, and what is lost.

`hits` knows nothing of a state: the same judgement serves the battle and those who weigh one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sealion_pbem.engine.play import Play
from sealion_pbem.rulesets.sealion.board import BRITAIN
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated, UnitPlaced, UnitReduced
from sealion_pbem.rulesets.sealion.events.naval import SalvoFired, SubmarineDived
from sealion_pbem.rulesets.sealion.naming import roll_call
from sealion_pbem.rulesets.sealion.rules.naval_force import is_submarine
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["Duel", "Gun", "Hit", "exchange", "gun_of", "hits"]

_LIGHT = (0, 1)
_MISS = 1


class Gun(NamedTuple):
    """What counts of a unit in a duel; a strength of None is a non-combatant's."""

    type: str
    strength: int | None
    is_dummy: bool
    bonus: int
    """What it adds to its die: its strength as weather and darkness leave it."""


class Duel:
    """One that fires at a target, with both dice and what they come to.

    8.4, 8.6  Strength is added to the die, but never against a mine (A-69). `against` is the target's
    total against this one: it has one die for all that fire at it.
    """

    __slots__ = ("against", "aimed_at", "answer", "die", "gun", "total", "unit")

    def __init__(self, unit: str, gun: Gun, die: int, aimed_at: Gun, answer: int) -> None:
        self.unit, self.gun, self.die = unit, gun, die
        self.aimed_at, self.answer = aimed_at, answer
        self.total = die if aimed_at.type == "mine" else die + gun.bonus
        self.against = answer if gun.type == "mine" else answer + aimed_at.bonus


class Hit(NamedTuple):
    """A step is lost, or the unit is sunk outright; an empty name is the target's."""

    unit: str
    sinks: bool


def gun_of(state: State, name: str) -> Gun:
    """8.4  Return what a unit fights with: nothing at night, half in rain, rounded up (A-10, A-71, A-7).

    The 1 of a magnetic mine is added to its die like any strength (14.7, A-146).
    """
    counter, strength = state.table.counters[name], state.strength_of(name)
    bonus = 0 if strength is None or state.is_night else strength
    if bonus and state.is_rain:
        bonus = (bonus + 1) // 2
    return Gun(counter.type, strength, counter.is_dummy, bonus)


def hits(duels: Sequence[Duel]) -> Iterator[Hit]:
    """8.4  Return every hit between a target and all that fire at it (A-66, A-65).

    Each higher attacker hits; the target hits only if it beats them all, then all of them; if it ties
    with the best, they and it hit each other. A natural 1 misses but still counts as a total (A-145).
    """
    margins = [duel.total - duel.against for duel in duels]
    best = max(margins)
    for duel, margin in zip(duels, margins, strict=True):
        # A minesweeper needs no more than the mine's total, whatever the others rolled (8.7).
        is_tie = margin == 0 and (best == 0 or duel.aimed_at.type == "mine")
        wins = margin > 0 or (is_tie and _tie_hits(duel.gun, duel.aimed_at))
        if wins and duel.die != _MISS and _harms(duel.gun, duel.aimed_at):
            yield Hit("", duel.total >= 2 * duel.against)
    if best > 0:
        return
    for duel, margin in zip(duels, margins, strict=True):
        wins = best < 0 or (best == margin == 0 and _tie_hits(duel.aimed_at, duel.gun))
        if wins and duel.answer != _MISS and _harms(duel.aimed_at, duel.gun):
            yield Hit(duel.unit, duel.against >= 2 * duel.total)


def _tie_hits(shooter: Gun, victim: Gun) -> bool:
    """8.3, 8.6, 8.7, A-70  An equal total hits; not a non-combatant, and between mine and ship nobody."""
    if "mine" in (shooter.type, victim.type):
        return shooter.type == "minesweeper"
    return victim.strength is not None


def _harms(shooter: Gun, victim: Gun) -> bool:
    """8.2 to 8.7, 9.4  Return whether a shot that is high enough does anything (A-62)."""
    if shooter.strength is None or shooter.is_dummy:
        return False
    if victim.type == "mine":
        return shooter.type == "minesweeper"
    if victim.type == "minesweeper" and shooter.type == "mine":
        return False
    # The printed strength of the side it shows: a mine's 0 counts, a cruiser's 3 does not.
    return victim.type != "submarine" or shooter.strength in _LIGHT


def exchange(play: Play[State], sector: str, units: Sequence[str], target: str) -> None:
    """8.4  Roll for each attacker and once for the target; losses fall at once (step E)."""
    state = play.state
    counters = state.table.counters
    foe = counters[target].name
    dice = [play.roll("8.4", f"{sector}: {counters[n].name} fires at {foe}") for n in units]
    answer = play.roll("8.4", f"{sector}: {foe} answers {roll_call(state, units)}")
    aimed_at = gun_of(state, target)
    duels = [
        Duel(name, gun_of(state, name), die, aimed_at, answer)
        for name, die in zip(units, dice, strict=True)
    ]
    totals = tuple([duel.total for duel in duels])
    answers = tuple([duel.against for duel in duels])
    play.emit(SalvoFired(sector, tuple(units), target, totals, answers, tuple(dice), answer))
    lost: dict[str, list[Hit]] = {}
    for hit in hits(duels):
        lost.setdefault(hit.unit or target, []).append(hit)
    for name, taken in lost.items():
        _lose(play, name, taken)


def _lose(play: Play[State], name: str, taken: list[Hit]) -> None:
    """8.4 E, 8.2 c  Take hits: one step each, all at a double; a submarine dives after one (A-64)."""
    state = play.state
    dives = is_submarine(state.counter(name))
    steps = 1 if dives else len(taken)
    if steps >= state.units[name].steps or any(hit.sinks for hit in taken):
        cargo = state.carried_by(name)
        if cargo and state.counter(cargo).arm == "air":
            # Aircraft do not go down with their ship: they fly to the airbases (10.12).
            play.emit(UnitPlaced(cargo, BRITAIN, "10.12"))
        play.emit(UnitEliminated(name, "8.4"))
        return
    for _ in range(steps):
        play.emit(UnitReduced(name, "8.4"))
    if dives:
        play.emit(SubmarineDived(name))

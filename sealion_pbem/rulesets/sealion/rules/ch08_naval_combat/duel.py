"""8.4  Firing: what dice and strengths come to, and what is lost.

`hits` and `misses` know nothing of a state: the same judgement serves the battle, those who weigh one
and those who tell it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sealion_pbem.engine.play import Play
from sealion_pbem.rulesets.sealion.board import BRITAIN
from sealion_pbem.rulesets.sealion.events.general import UnitPlaced, UnitReduced
from sealion_pbem.rulesets.sealion.events.naval import SalvoFired, SubmarineDived, WithoutEffect
from sealion_pbem.rulesets.sealion.naming import roll_call
from sealion_pbem.rulesets.sealion.rules.loss import eliminate
from sealion_pbem.rulesets.sealion.rules.naval_force import is_submarine
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["Duel", "Gun", "Hit", "exchange", "fire", "gun_of", "harmless", "hits", "misses"]

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
        is_tie = margin == 0 and _ties(duel, best)
        wins = margin > 0 or (is_tie and not _spared_by_tie(duel.gun, duel.aimed_at))
        if wins and duel.die != _MISS and not harmless(duel.gun, duel.aimed_at):
            yield Hit("", duel.total >= 2 * duel.against)
    if best > 0:
        return
    for duel, margin in zip(duels, margins, strict=True):
        is_tie = best == margin == 0
        wins = best < 0 or (is_tie and not _spared_by_tie(duel.aimed_at, duel.gun))
        if wins and duel.answer != _MISS and not harmless(duel.aimed_at, duel.gun):
            yield Hit(duel.unit, duel.against >= 2 * duel.total)


def misses(duels: Sequence[Duel], target: str) -> dict[str, list[str]]:
    """8.2 to 8.7, 9.4  Return why duels are without effect, and whose shots were high enough for nothing.

    A duel in which somebody is hit needs no reason.
    """
    reasons: dict[str, list[str]] = {}
    for unit, why in _missed(duels, target):
        units = reasons.setdefault(why, [])
        if unit not in units:
            units.append(unit)
    return reasons


def _missed(duels: Sequence[Duel], target: str) -> Iterator[tuple[str, str]]:
    margins = [duel.total - duel.against for duel in duels]
    best = max(margins)
    for duel, margin in zip(duels, margins, strict=True):
        found: list[tuple[str, str]] = []
        if margin > 0 or (margin == 0 and _ties(duel, best)):
            found.append((duel.unit, _why(duel.gun, duel.die, duel.aimed_at, margin)))
        if best < 0 or best == margin == 0:
            found.append((target, _why(duel.aimed_at, duel.answer, duel.gun, margin)))
        elif margin <= 0 and not found:
            found.append((target, "not higher than all that fired at it (8.4)"))
        if all(why for _, why in found):
            yield from found


def _ties(duel: Duel, best: int) -> bool:
    """8.4, 8.7  Return whether an equal total counts: for a sweeper of mines whatever the others rolled."""
    return best == 0 or duel.aimed_at.type == "mine"


def _why(shooter: Gun, die: int, victim: Gun, margin: int) -> str:
    """Return why a shot that is high enough does nothing; "" if it hits."""
    spared = _spared_by_tie(shooter, victim) if margin == 0 else ""
    if die == _MISS:
        return "a natural 1 always misses (8.4)"
    return harmless(shooter, victim) or spared


def _spared_by_tie(shooter: Gun, victim: Gun) -> str:
    """8.3, 8.6, 8.7, A-70  Return why an equal total does not hit; "" if it does."""
    if "mine" in (shooter.type, victim.type):
        if shooter.type == "minesweeper":
            return ""
        return "equal is a miss between a ship and a mine (8.6)"
    return "" if victim.strength is not None else "equal misses a non-combatant (8.3)"


def harmless(shooter: Gun, victim: Gun) -> str:
    """8.2 to 8.7, 9.4  Return why a shot does nothing, however high it is (A-62); "" if it can hit."""
    if shooter.strength is None:
        return "a non-combatant hits nobody (8.3)"
    if shooter.is_dummy:
        return "a dummy hits nobody (9.4)"
    if victim.type == "mine" and shooter.type != "minesweeper":
        return "only minesweepers harm a mine (8.6)"
    if victim.type == "minesweeper" and shooter.type == "mine":
        return "a mine does nothing to a minesweeper (8.7)"
    # The printed strength of the side it shows: a mine's 0 counts, a cruiser's 3 does not.
    if victim.type == "submarine" and shooter.strength not in _LIGHT:
        return "only strength 0 or 1 harms a submarine (8.2)"
    return ""


def fire(play: Play[State], sector: str, pairs: Iterable[tuple[str, ...]]) -> None:
    """8.4 A to C  Resolve the targets in the order in which they are first named."""
    groups: dict[str, list[str]] = {}
    for unit, target in pairs:
        groups.setdefault(target, []).append(unit)
    for target, units in groups.items():
        exchange(play, sector, units, target)


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
    missed = misses(duels, target).items()
    why = tuple(WithoutEffect(reason, tuple(names)) for reason, names in missed)
    play.emit(SalvoFired(sector, tuple(units), target, totals, answers, tuple(dice), answer, why))
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
        eliminate(play, name, "8.4")
        return
    for _ in range(steps):
        play.emit(UnitReduced(name, "8.4"))
    if dives:
        play.emit(SubmarineDived(name))

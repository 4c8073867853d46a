"""12.3  What a land combat is worth to the staff, counted over the faces of the die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.rules.ch04_victory import CHURCHILL
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.assess import Assessment, assess, tolls
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.strength import supporters
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["Chance", "forecast", "value", "weigh"]

_CHURCHILL = 20


class Chance(NamedTuple):
    """Over six faces: how many win the hex, and what is gained less what is lost."""

    wins: int
    score: int


def value(state: State, name: str) -> int:
    """Return what a unit is worth to its owner."""
    if name == CHURCHILL:
        return _CHURCHILL
    return state.attack_of(name) + state.defense_of(name) + 1


def forecast(
    state: State, place: str, came: Mapping[str, str], prize: int, used: frozenset[str]
) -> Chance:
    """12.0, 12.1  Return what an attack would promise; `came` says from where each attacker comes.

    Everybody supports who is able, but for those of us who are `used` elsewhere.
    """
    support = [name for name in supporters(state, place, state.seat) if name not in used]
    assessment = assess(state, place, support, engagement=came)
    trapped = any(here in SECTORS for here in came.values())
    return weigh(state, assessment, prize=prize, trapped=trapped)


def weigh(state: State, assessment: Assessment, *, prize: int, trapped: bool) -> Chance:
    """12.3  Return what a combat promises; who came by sea is `trapped` and cannot go back."""
    ours, theirs = (
        [line.unit for line in lines if line.source == "land"]
        for lines in (assessment.attack, assessment.defence)
    )
    wins = score = 0
    for face in assessment.faces:
        wins += face.taken
        score += _price(state, face.cell.defenders, theirs)
        score -= _price(state, face.cell.attackers, ours)
        if face.taken:
            score += prize
        elif trapped:
            score -= sum(value(state, name) for name in ours)
    return Chance(wins, score)


def _price(state: State, how: str, units: Sequence[str]) -> int:
    """12.3  Return what a loss costs its owner, who gives the unit that is worth least."""
    steps = [state.units[name].steps for name in units]
    return min(
        sum(_worth(state, name, loss) for name, loss in zip(units, lost, strict=True))
        for lost in tolls(how, steps)
    )


def _worth(state: State, name: str, steps: int) -> int:
    """Return what so many steps of a unit are worth: all of them the unit, one of two what it loses."""
    if not steps:
        return 0
    if steps == state.units[name].steps:
        return value(state, name)
    counter = state.counter(name)
    return max(1, value(state, name) - counter.reduced_attack - counter.reduced_defense - 1)

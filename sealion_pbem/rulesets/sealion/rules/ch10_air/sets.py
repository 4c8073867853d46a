"""10.4  Sets: which fighters are assigned to which enemy air units; what is allowed stands beside this."""

from __future__ import annotations

from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.events.air import AirBattle, AirSet
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import fighters_in, fliers_in
from sealion_pbem.rulesets.sealion.rules.ch10_air.radar import first_assigner
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = [
    "Assign",
    "JoinSets",
    "free_fighters",
    "joined",
    "set_of",
    "spread",
    "targets_for",
]


@frozen
class Assign:
    """Assign fighters: each set is a target and its fighters; sets are resolved in this order."""

    kind: ClassVar[str] = "assign"
    place: str
    sets: tuple[tuple[str, ...], ...]


@frozen
class JoinSets:
    """Assign untargeted fighters: each pair is a fighter and the enemy unit it goes for."""

    kind: ClassVar[str] = "join_sets"
    place: str
    fighters: tuple[tuple[str, ...], ...]


def targets_for(state: State, battle: AirBattle, seat: Seat) -> list[str]:
    """10.4  Return the enemy air units that a seat's fighters may be assigned to."""
    return fliers_in(state, battle.place, other(seat))


def free_fighters(state: State, battle: AirBattle) -> list[str]:
    """10.4  Return the fighters of the second seat that nobody has targeted."""
    fighters = fighters_in(state, battle.place, other(first_assigner(state)))
    if not fighters:
        return fighters
    targeted = {name for group in battle.sets for name in group.second}
    return [name for name in fighters if name not in targeted]


def joined(battle: AirBattle, pairs: tuple[tuple[str, ...], ...]) -> tuple[AirSet, ...]:
    """10.4  Return the sets with the joining fighters; attacks of their own come after the others."""
    added: dict[int, list[str]] = {}
    own: dict[str, list[str]] = {}
    for fighter, enemy in pairs:
        at = set_of(battle, enemy)
        (own.setdefault(enemy, []) if at is None else added.setdefault(at, [])).append(fighter)
    sets = [
        AirSet(group.first, (*group.second, *added.get(number, ())))
        for number, group in enumerate(battle.sets)
    ]
    return (*sets, *(AirSet((enemy,), tuple(fighters)) for enemy, fighters in own.items()))


def spread(fighters: list[str], targets: list[str]) -> tuple[tuple[str, ...], ...]:
    """10.4  Return sets that deal fighters out to targets in turn: never two before each has one."""
    return tuple(
        (target, *fighters[number :: len(targets)])
        for number, target in enumerate(targets)
        if number < len(fighters)
    )


def set_of(battle: AirBattle, enemy: str) -> int | None:
    """10.4  Return the number of the set in which a unit of the first seat fights."""
    for number, group in enumerate(battle.sets):
        if enemy in group.first:
            return number
    return None

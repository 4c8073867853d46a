"""8.0 to 8.3  The two lines of a battle: who is there, who may fire at whom, who keeps out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.memory import remembered
from sealion_pbem.rulesets.sealion.rules.naval_force import (
    force_at,
    is_light,
    is_mine,
    is_spent,
    is_submarine,
)
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, other

__all__ = [
    "active_sectors",
    "attackers_in",
    "can_attack",
    "can_fire",
    "contested_sectors",
    "counterattack_targets",
    "counterattackers_in",
    "line_of",
    "may_target",
    "optional_submarines",
    "passive_sectors",
    "rank",
    "targets_in",
]


def line_of(state: State, sector: str, seat: Seat) -> list[str]:
    """8.1  Return a side's line in a sea space: all that have not kept out or dived."""
    resolved = state.resolved
    return [name for name in force_at(state, sector, seat) if name not in resolved]


def can_attack(counter: Counter) -> bool:
    """8.3, 8.6, 9.4  Return whether a unit attacks: it has a strength, is no mine and no Dummy (A-56)."""
    return (
        counter.strength is not None
        and counter.arm == "naval"
        and counter.type != "mine"
        and not counter.is_dummy
    )


def can_fire(state: State, name: str) -> bool:
    """9.2, A-167  Return whether a unit attacks now: a battery that has had its use does not."""
    return can_attack(state.table.counters[name]) and not is_spent(state, name)


def may_target(hunter: Counter, prey: Counter) -> bool:
    """7.3, 8.6  Batteries and mines or submarines leave each other alone (A-39); so do mines."""
    return prey.type not in _LEFT_ALONE.get(hunter.type, ())


_LEFT_ALONE = {
    "coastal_battery": ("mine", "submarine"),
    "mine": ("mine", "coastal_battery"),
    "submarine": ("coastal_battery",),
}


def rank(state: State, name: str) -> int:
    """8.1  Return the order of targets: by strength, non-combatants last (A-54, A-55, A-57, A-58)."""
    strength = state.strength_of(name)
    return _LAST if strength is None else strength


_LAST = 1000


@remembered("step", "resolved", "spent")
def attackers_in(state: State, sector: str) -> tuple[str, ...]:
    """8.1  Return the units of the player whose step it is that must be assigned a target."""
    line = line_of(state, sector, state.seat)
    return tuple([name for name in line if can_fire(state, name)])


@remembered("step", "resolved")
def targets_in(state: State, sector: str) -> tuple[str, ...]:
    """8.1  Return the defender's line, the targets that come first in front."""
    line = line_of(state, sector, other(state.seat))
    return tuple(sorted(line, key=partial(rank, state)))


def optional_submarines(state: State, sector: str, seat: Seat) -> list[str]:
    """8.1, 8.2  Return the submarines a side may withhold: all, if no enemy there is light."""
    counters = state.table.counters
    boats = [n for n in force_at(state, sector, seat) if is_submarine(counters[n])]
    if boats and any(is_light(state, foe) for foe in force_at(state, sector, other(seat))):
        return []
    return boats


def counterattackers_in(state: State, sector: str, fired_at: Sequence[str]) -> list[str]:
    """8.4  Return the defenders that may counterattack: not fired at, armed, with somebody to attack."""
    fresh = [n for n in line_of(state, sector, other(state.seat)) if n not in fired_at]
    if not fresh:
        return []
    counters, foes = state.table.counters, counterattack_targets(state, sector)
    return [
        name
        for name in fresh
        if (can_fire(state, name) or is_mine(counters[name]))
        and any(may_target(counters[name], counters[foe]) for foe in foes)
    ]


def counterattack_targets(state: State, sector: str) -> list[str]:
    """8.4, A-61  Return whom a counterattack may pick: any survivor, transports where a setting allows."""
    line = line_of(state, sector, state.seat)
    if state.edition.transports_may_be_counterattacked:
        return line
    return [name for name in line if state.counter(name).is_combatant]


@remembered("step", "resolved", "spent")
def active_sectors(state: State) -> tuple[str, ...]:
    """8.0  Return the sea spaces still to be fought in where the attacker has somebody to fire at."""
    return tuple([sector for sector in contested_sectors(state) if _has_target(state, sector)])


@remembered("step", "resolved", "spent")
def passive_sectors(state: State) -> tuple[str, ...]:
    """8.0, A-143  Return those where only the defender can fire; mines alone start nothing (A-74)."""
    active = active_sectors(state)
    return tuple([
        sector
        for sector in contested_sectors(state)
        if sector not in active
        and any(not is_mine(state.counter(n)) for n in line_of(state, sector, state.seat))
        and counterattackers_in(state, sector, ())
    ])  # fmt: skip


def contested_sectors(state: State) -> list[str]:
    """8.0  Return the sea spaces that are not settled, where both sides have something afloat."""
    forces = state.forces
    ours, troops = forces[GERMAN, "naval"], forces[GERMAN, "land"]
    theirs, others = forces[BRITISH, "naval"], forces[BRITISH, "land"]
    return [
        sector
        for sector in SECTORS
        if sector not in state.resolved
        and (sector in ours or sector in troops)
        and (sector in theirs or sector in others)
    ]


def _has_target(state: State, sector: str) -> bool:
    """8.1  Return whether the player whose step it is can fire at anybody in a sea space."""
    counters, targets = state.table.counters, line_of(state, sector, other(state.seat))
    for name in line_of(state, sector, state.seat) if targets else ():
        if can_fire(state, name):
            for target in targets:
                if may_target(counters[name], counters[target]):
                    return True
    return False

"""8.0 to 8.4  The two lines of a battle: who is there, who keeps out, and the pairs that may fire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from sealion_pbem.engine.form import Choice, Draft
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.events.naval import Counterattacking
from sealion_pbem.rulesets.sealion.naming import described, listed, named
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.duel import gun_of, harmless
from sealion_pbem.rulesets.sealion.rules.naval_force import (
    force_at,
    is_light,
    is_mine,
    is_spent,
    is_submarine,
)
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State, other

__all__ = [
    "Lines",
    "active_sectors",
    "aims_in",
    "attackers_in",
    "can_attack",
    "can_fire",
    "contested_sectors",
    "counterattack_targets",
    "counterattackers_in",
    "is_pair",
    "line_of",
    "may_target",
    "optional_submarines",
    "pair_choice",
    "passive_sectors",
    "rank",
    "refuse_pair",
    "said_pairs",
    "strength_shown",
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
    """7.3, 8.6  Return whether a unit may fire at another; some leave each other alone (A-39)."""
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


def attackers_in(state: State, sector: str) -> tuple[str, ...]:
    """8.1  Return the units of the player whose step it is that must be assigned a target."""
    line = line_of(state, sector, state.seat)
    return tuple([name for name in line if can_fire(state, name)])


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


def active_sectors(state: State) -> tuple[str, ...]:
    """8.0  Return the sea spaces still to be fought in where the attacker has somebody to fire at."""
    return tuple([sector for sector in contested_sectors(state) if _has_target(state, sector)])


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


_PAIR = 2
Lines: TypeAlias = tuple[Sequence[str], Sequence[str]]
"""Those who may fire, and those at whom somebody may."""


def refuse_pair(
    state: State, draft: Draft, pair: tuple[str, ...], lines: Lines
) -> Iterator[Violation]:
    """8.1  Each pair names one of ours that may fire and one of theirs that it may fire at."""
    for before in draft.get("targets", ()) if len(pair) == _PAIR else ():
        if len(before) == _PAIR and before[0] == pair[0]:
            text = f"{named(state, pair[0])} fires at one target only"
            yield Violation("8.1", "fires_twice", text, "/0")
            break
    if not is_pair(state, pair, lines):
        yield _unfit(state, pair, lines)


def is_pair(state: State, pair: tuple[str, ...], lines: Lines) -> bool:
    """8.1, 7.3  Return whether a pair is a unit that fires and a target that it may fire at."""
    if len(pair) != _PAIR or pair[0] not in lines[0] or pair[1] not in lines[1]:
        return False
    counters = state.table.counters
    return may_target(counters[pair[0]], counters[pair[1]])


def _unfit(state: State, pair: tuple[str, ...], lines: Lines) -> Violation:
    """7.3, 8.1  Say what is wrong with a pair."""
    if len(pair) != _PAIR:
        text = f"a pair of unit and target is wanted, not {len(pair)} names"
        return Violation("8.1", "no_pair", text)
    (hunter, prey), (hunters, preys) = pair, lines
    if hunter not in hunters:
        return _cannot_fire(state, hunter)
    if prey not in preys:
        return Violation("8.1", "no_target", _why_no_target(state, prey), "/1")
    text = (
        f"{named(state, hunter)} may not fire at {named(state, prey)}: batteries and mines or "
        "submarines leave each other alone, and so do mines"
    )
    if not any(is_pair(state, (hunter, name), lines) for name in preys):
        text += "; nothing else is here, so it fires at nobody (A-59)"
    return Violation("7.3", "leaves_alone", text, "/1")


def _why_no_target(state: State, name: str) -> str:
    """8.1, 8.2, 8.4, A-61  Say why a unit is no target in the battle at hand."""
    if name in state.resolved:
        return f"{named(state, name)} keeps out of battle or has dived (8.2)"
    if isinstance(state.task, Counterattacking) and not state.counter(name).is_combatant:
        return f"{described(state, name)}, and counterattacks pick combatants in this game (A-61)"
    return f"{described(state, name)}, and no enemy in this battle"


def _cannot_fire(state: State, name: str) -> Violation:
    """8.1, 8.4, 9.2  Say what keeps a unit from firing."""
    who, counter, task = named(state, name), state.counter(name), state.task
    if is_spent(state, name):
        text = "has fought or supported in this game turn, and a battery is used once (A-167)"
        return Violation("9.2", "battery_is_spent", f"{who} {text}", "/0")
    if isinstance(task, Counterattacking) and _was_fired_at(state, task, name):
        return Violation("8.4", "was_fired_at", f"{who} was fired at in this battle", "/0")
    why = f"{described(state, name)}, and takes no part in this battle on your side"
    if (counter.arm == "naval" or counter.amphibious) and not can_attack(counter):
        kind = "mines and the Dummy do not attack (8.6, 9.4)"
        why = f"{who} cannot fire: {kind if counter.is_combatant else 'it has no strength (8.3)'}"
    return Violation("8.1", "cannot_fire", why, "/0")


def _was_fired_at(state: State, task: Counterattacking, name: str) -> bool:
    """8.4 D  Return whether a defender that could fire at somebody had an attacker of its own."""
    return name in counterattackers_in(state, task.sector, task.units)


def aims_in(state: State, draft: Draft, lines: Lines) -> dict[str, str]:
    """Return the target of each unit in a draft; hints ask this of illegal drafts too."""
    pairs = draft.get("targets", ())
    return {pair[0]: pair[1] for pair in pairs if is_pair(state, pair, lines)}


def pair_choice(state: State, rule: str, hunter: str, prey: str) -> Choice:
    """Return a pair as a choice, with what the target is and what firing at it cannot do."""
    counters = state.table.counters
    label = f"{counters[hunter].name} at {counters[prey].name}"
    futile = harmless(gun_of(state, hunter), gun_of(state, prey))
    notes = (strength_shown(state, prey), futile) if futile else (strength_shown(state, prey),)
    return Choice("targets", [hunter, prey], label, rule=rule, notes=notes)


def strength_shown(state: State, name: str) -> str:
    """8.1, 8.3  Say how strong a target is."""
    strength = state.strength_of(name)
    return "a non-combatant" if strength is None else f"strength {strength}"


def said_pairs(state: State, _: Draft, pair: object, choices: Iterable[Choice]) -> str:
    """Say at whom the unit can fire, or else who can; of what is missing it is said already."""
    if not isinstance(pair, tuple):
        return ""
    pairs = [choice.value for choice in choices]
    if preys := [prey for hunter, prey in pairs if pair[:1] == (hunter,)]:
        return f"{named(state, pair[0])} may fire at {listed(state, preys)}"
    hunters = dict.fromkeys(hunter for hunter, _ in pairs)
    return f"those who can: {listed(state, hunters)}" if hunters else ""

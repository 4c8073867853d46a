"""10.4  Sets: which fighters are assigned to which enemy air units, and what is allowed in that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.sealion.events.air import AirBattle, AirSet
from sealion_pbem.rulesets.sealion.naming import described, listed, named
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import CARRIES, fighters_in, fliers_in
from sealion_pbem.rulesets.sealion.rules.ch10_air.radar import first_assigner
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = [
    "Assign",
    "JoinSets",
    "check_assign",
    "check_join_sets",
    "free_fighters",
    "joined",
    "spread",
    "targets_for",
]

_PAIR = 2


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


def check_assign(state: State, order: Assign) -> Iterator[Violation]:
    """10.4  Every fighter has a target, one each before any has two, extra ones equally or not at all."""
    battle = state.in_progress(AirBattle)
    yield from _wrong_place(battle, order.place)
    seat = first_assigner(state)
    fighters, targets = fighters_in(state, battle.place, seat), targets_for(state, battle, seat)
    seen: set[str] = set()
    faults = 0
    for number, names in enumerate(order.sets):
        for fault in _check_set(state, names, fighters, targets, seen):
            faults += 1
            yield Violation(fault.rule, fault.code, fault.text, f"/sets/{number}{fault.at}")
        seen.update(names)
    if not faults:
        yield from _check_spread(state, order, fighters, targets)


def check_join_sets(state: State, order: JoinSets) -> Iterator[Violation]:
    """10.4  Fighters that nobody targeted may go for any enemy air unit in the place."""
    battle = state.in_progress(AirBattle)
    yield from _wrong_place(battle, order.place)
    seat = other(first_assigner(state))
    free, targets = free_fighters(state, battle), targets_for(state, battle, seat)
    seen: set[str] = set()
    faults = 0
    for number, pair in enumerate(order.fighters):
        for fault in _check_pair(state, pair, free, targets, seen):
            faults += 1
            yield Violation(fault.rule, fault.code, fault.text, f"/fighters/{number}{fault.at}")
        seen.update(pair[:1])
    if not faults and state.edition.joining_fighters_spread:
        yield from _check_joining(battle, order)


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
        at = _set_of(battle, enemy)
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


def _wrong_place(battle: AirBattle, place: str) -> Iterator[Violation]:
    if place != battle.place:
        text = f"the air combat to be resolved now is in {battle.place}, not in {place!r}"
        yield Violation("10.4", "wrong_place", text, "/place")


def _check_set(
    state: State, names: tuple[str, ...], fighters: list[str], targets: list[str], seen: set[str]
) -> Iterator[Violation]:
    """10.4  A set is one enemy air unit and at least one own fighter, each in one set only."""
    if len(names) < _PAIR:
        yield Violation("10.4", "incomplete_set", "a set is a target and at least one fighter")
    for number, name in enumerate(names):
        if name in seen or name in names[:number]:
            text = f"{named(state, name)} is named twice; each air unit is in one set"
            yield Violation("10.4", "named_twice", text, f"/{number}")
        elif number == 0 and name not in targets:
            yield _no_target(state, name, targets, "/0")
        elif number and name not in fighters:
            place = state.in_progress(AirBattle).place
            text = f"{described(state, name)}, and your fighters in {place} are: "
            yield Violation("10.4", "not_a_fighter", text + listed(state, fighters), f"/{number}")


def _check_spread(
    state: State, order: Assign, fighters: list[str], targets: list[str]
) -> Iterator[Violation]:
    """10.4  Cover every enemy unit before doubling, and double as equally as possible."""
    sizes = {names[0]: len(names) - 1 for names in order.sets}
    bare = [name for name in targets if name not in sizes]
    used = {name for names in order.sets for name in names[1:]}
    idle = [name for name in fighters if name not in used]
    if bare and any(size > 1 for size in sizes.values()):
        text = f"no enemy gets two fighters while one has none: {listed(state, bare)}"
        yield Violation("10.4", "doubled_too_early", text, "/sets")
    elif sizes and not bare and max(sizes.values()) - min(sizes.values()) > 1:
        few = [name for name, size in sizes.items() if size == min(sizes.values())]
        text = f"extra fighters are spread equally; give one to {listed(state, few)} first"
        yield Violation("10.4", "uneven", text, "/sets")
    if bare and idle:
        text = f"every fighter is assigned while an enemy has none: {listed(state, idle)} could go for "
        yield Violation("10.4", "fighter_unassigned", text + listed(state, bare), "/sets")


def _check_pair(
    state: State, pair: tuple[str, ...], free: list[str], targets: list[str], seen: set[str]
) -> Iterator[Violation]:
    if len(pair) != _PAIR:
        text = "each entry is a fighter and the enemy air unit it goes for"
        yield Violation("10.4", "incomplete_pair", text)
        return
    fighter, enemy = pair
    if fighter in seen:
        text = f"{named(state, fighter)} is named twice; a fighter goes for one enemy"
        yield Violation("10.4", "named_twice", text, "/0")
    elif fighter not in free:
        yield _no_free_fighter(state, fighter, free)
    if enemy not in targets:
        yield _no_target(state, enemy, targets, "/1")


def _check_joining(battle: AirBattle, order: JoinSets) -> Iterator[Violation]:
    """10.4  A set gets a second joining fighter only when every set has one."""
    sizes: dict[str | int, int] = {}
    for _, enemy in order.fighters:
        at = _set_of(battle, enemy)
        joins = enemy if at is None else at
        sizes[joins] = sizes.get(joins, 0) + 1
    bare = [number for number in range(len(battle.sets)) if number not in sizes]
    if bare and max(sizes.values(), default=0) > 1:
        text = "no set gets a second fighter while another has none; sets without: "
        names = "; ".join(f"{' '.join(battle.sets[number].second)}" for number in bare)
        yield Violation("10.4", "doubled_too_early", text + names, "/fighters")


def _set_of(battle: AirBattle, enemy: str) -> int | None:
    for number, group in enumerate(battle.sets):
        if enemy in group.first:
            return number
    return None


def _no_free_fighter(state: State, name: str, free: list[str]) -> Violation:
    """10.4  Say what an air unit is that joins no set: it is targeted itself, or no fighter there."""
    battle = state.in_progress(AirBattle)
    why = f"{named(state, name)} is targeted itself, and who is does not join another set"
    if name not in fighters_in(state, battle.place, other(first_assigner(state))):
        why = f"{described(state, name)}, and no fighter of yours in {battle.place}"
    text = f"{why}; fighters that nobody targets: {listed(state, free)}"
    return Violation("10.4", "not_a_free_fighter", text, "/0")


def _no_target(state: State, name: str, targets: list[str], at: str) -> Violation:
    """10.3, 10.4  Say what a unit is that cannot be attacked in the air."""
    why = f"{described(state, name)}, and no enemy air unit in {state.in_progress(AirBattle).place}"
    if state.counter(name).arm == "air" and state.counter(name).type in CARRIES.values():
        why = f"{described(state, name)}, and transports and gliders take no part in air combat"
    text = f"{why}; these can be attacked: {listed(state, targets)}"
    return Violation("10.4", "not_a_target", text, at)

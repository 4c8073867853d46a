"""10.4  Assigning fighters: which sets the first seat may form, and which the second may join."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, TypeAlias

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.rulesets.sealion.events.air import AirBattle, AirSet
from sealion_pbem.rulesets.sealion.naming import described, listed, named
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import CARRIES, fighters_in, fliers_in
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import first_assigner
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = [
    "ASSIGN",
    "JOIN_SETS",
    "Assign",
    "JoinSets",
    "free_fighters",
    "joined",
    "open_joins",
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


_PAIR = 2
_Sides: TypeAlias = tuple[list[str], list[str]]
"""Fighters that are to be assigned, and the enemies that they may attack."""
_Groups: TypeAlias = Sequence[tuple[str, ...]]


def refuse_place(state: State, _: Draft, place: str) -> Iterator[Violation]:
    """10.4  Air combat is resolved place by place."""
    battle = state.in_progress(AirBattle)
    if place != battle.place:
        text = f"the air combat to be resolved now is in {battle.place}, not in {place!r}"
        yield Violation("10.4", "wrong_place", text)


def places(state: State, draft: Draft) -> Iterator[Choice]:
    """10.4  Return the place where air combat is resolved now."""
    if "place" not in draft:
        place = state.in_progress(AirBattle).place
        yield Choice("place", place, place, rule="10.4")


_PLACE: Member[State] = Member("place", Shape.ONE, refuse_place, places)


def refuse_set(state: State, draft: Draft, names: tuple[str, ...]) -> Iterator[Violation]:
    """10.4  A set is one enemy air unit and at least one own fighter, each in one set only."""
    fighters, targets = _sides(state)
    if len(names) < _PAIR:
        yield Violation("10.4", "incomplete_set", "a set is a target and at least one fighter")
    for number, name in enumerate(names):
        if name in names[:number] or any(name in group for group in draft.get("sets", ())):
            text = f"{named(state, name)} is named twice; each air unit is in one set"
            yield Violation("10.4", "named_twice", text, f"/{number}")
        elif number == 0 and name not in targets:
            yield _no_target(state, name, "/0")
        elif number and name not in fighters:
            place = state.in_progress(AirBattle).place
            text = f"{described(state, name)}, and no fighter of yours in {place}"
            yield Violation("10.4", "not_a_fighter", text, f"/{number}")


def _no_target(state: State, name: str, at: str) -> Violation:
    """10.3, 10.4  Say what a unit is that cannot be attacked in the air."""
    why = f"{described(state, name)}, and no enemy air unit in {state.in_progress(AirBattle).place}"
    if state.counter(name).arm == "air" and state.counter(name).type in CARRIES.values():
        why = f"{described(state, name)}, and transports and gliders take no part in air combat"
    return Violation("10.4", "not_a_target", why, at)


def attacks(state: State, draft: Draft) -> Iterator[Choice]:
    """10.4  Return who can be assigned to whom, those enemies first that have the fewest fighters.

    Nobody gets one too many as long as those who are left could make up for it.
    """
    fighters, targets = _sides(state)
    sizes, used = dict.fromkeys(targets, 0), set[str]()
    for target, *names in filter(None, draft.get("sets", ())):
        used.update(names)
        if target in sizes:
            sizes[target] += len(names)
    idle = [name for name in fighters if name not in used]
    for target in sorted(targets, key=sizes.__getitem__):
        if idle and _can_spread({**sizes, target: sizes[target] + 1}.values(), len(idle) - 1):
            for name in idle:
                yield _choice(state, "sets", [target, name], (name, target))


def _can_spread(sizes: Iterable[int], idle: int) -> bool:
    """10.4  Return whether those left can see to it that no enemy has two fighters more than another.

    Nor two while another has none; one for each is always in order.
    """
    least = max(sizes) - 1
    return sum(max(least - size, 0) for size in sizes) <= idle


def _uneven(state: State, sets: _Groups, sides: _Sides) -> Iterator[Violation]:
    """10.4  Refuse doubling before every enemy unit is covered, and unequal doubling."""
    fighters, targets = sides
    sizes = {names[0]: len(names) - 1 for names in sets}
    bare = [name for name in targets if name not in sizes]
    used = {name for names in sets for name in names[1:]}
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


def _sides(state: State) -> _Sides:
    """10.4, 10.6  Return the fighters of the seat that assigns first, and what they may attack."""
    seat, battle = first_assigner(state), state.in_progress(AirBattle)
    return fighters_in(state, battle.place, seat), targets_for(state, battle, seat)


def _no_sets(state: State, draft: Draft) -> Iterator[Violation]:
    """10.4  Refuse an order without place, or with idle fighters while an enemy is in no set."""
    yield from _NO_PLACE(state, draft)
    if "place" in draft:
        yield from _uneven(state, draft.get("sets", ()), _sides(state))


_NO_PLACE = wanted("10.4", "place")


def _is_plain(state: State, order: Assign) -> bool:
    """Return whether all sets are in order, as nearly always."""
    if order.place != state.in_progress(AirBattle).place:
        return False
    sides = fighters, targets = _sides(state)
    seen: set[str] = set()
    for names in order.sets:
        if len(names) < _PAIR or names[0] not in targets or not seen.isdisjoint(names):
            return False
        for name in names[1:]:
            if name not in fighters:
                return False
        seen.update(names)
    count = sum(map(len, order.sets))
    return len(seen) == count and not any(_uneven(state, order.sets, sides))


def refuse_join(state: State, draft: Draft, pair: tuple[str, ...]) -> Iterator[Violation]:
    """10.4  Fighters that nobody targeted may go for any enemy air unit in the place."""
    if len(pair) != _PAIR:
        text = "each entry is a fighter and the enemy air unit it goes for"
        yield Violation("10.4", "incomplete_pair", text)
        return
    (fighter, enemy), (free, targets) = pair, _joining(state)
    if any(fighter == before[0] for before in filter(None, draft.get("fighters", ()))):
        text = f"{named(state, fighter)} is named twice; a fighter goes for one enemy"
        yield Violation("10.4", "named_twice", text, "/0")
    elif fighter not in free:
        yield _no_free_fighter(state, fighter)
    if enemy not in targets:
        yield _no_target(state, enemy, "/1")


def _no_free_fighter(state: State, name: str) -> Violation:
    """10.4  Say what an air unit is that joins no set: it is targeted itself, or no fighter there."""
    battle = state.in_progress(AirBattle)
    why = f"{named(state, name)} is targeted itself, and who is does not join another set"
    if name not in fighters_in(state, battle.place, other(first_assigner(state))):
        why = f"{described(state, name)}, and no fighter of yours in {battle.place}"
    return Violation("10.4", "not_a_free_fighter", why, "/0")


def joins(state: State, draft: Draft) -> Iterator[Choice]:
    """10.4  Return which fighter can go for whom."""
    for pair in open_joins(state, draft):
        yield _choice(state, "fighters", [*pair], pair)


def open_joins(state: State, draft: Draft) -> Iterator[tuple[str, str]]:
    """10.4  Return pairs with which those who are left can still cover every set, where they must."""
    battle = state.in_progress(AirBattle)
    free, targets = _joining(state)
    pairs = [pair for pair in draft.get("fighters", ()) if len(pair) == _PAIR]
    used = {pair[0] for pair in pairs}
    idle = [name for name in free if name not in used]
    for fighter in idle:
        for enemy in targets:
            if _can_cover(state, battle, [*pairs, (fighter, enemy)], len(idle) - 1):
                yield fighter, enemy


def _can_cover(state: State, battle: AirBattle, pairs: _Groups, idle: int) -> bool:
    """10.4  Return whether nobody is second in a set, or those left can see to it that all have one."""
    if len(pairs) == 1 or not state.edition.joining_fighters_spread:
        return True
    sizes, bare = _joined_by(battle, pairs)
    return max(sizes.values()) == 1 or len(bare) <= idle


def _second_too_early(state: State, pairs: _Groups) -> Iterator[Violation]:
    """10.4  Refuse a second joining fighter for a set while another has none."""
    battle = state.in_progress(AirBattle)
    if not pairs or not state.edition.joining_fighters_spread:
        return
    sizes, bare = _joined_by(battle, pairs)
    if bare and max(sizes.values()) > 1:
        text = "no set gets a second fighter while another has none; sets without: "
        names = "; ".join(f"{' '.join(battle.sets[number].second)}" for number in bare)
        yield Violation("10.4", "doubled_too_early", text + names, "/fighters")


def _joined_by(battle: AirBattle, pairs: _Groups) -> tuple[Tally[str | int], list[int]]:
    """Return how many fighters join each set or attack on their own, and the sets that nobody joins."""
    sizes = Tally[str | int]()
    for _, enemy in pairs:
        number = set_of(battle, enemy)
        sizes[enemy if number is None else number] += 1
    return sizes, [number for number in range(len(battle.sets)) if number not in sizes]


def _joining(state: State) -> _Sides:
    """10.4  Return the fighters that nobody targets, and what they may attack."""
    battle = state.in_progress(AirBattle)
    return free_fighters(state, battle), targets_for(state, battle, other(first_assigner(state)))


def _no_joins(state: State, draft: Draft) -> Iterator[Violation]:
    """10.4  Refuse an order without place, or joins that are not spread; fighters not named join nobody."""
    yield from _NO_PLACE(state, draft)
    if "place" in draft:
        yield from _second_too_early(state, draft.get("fighters", ()))


def _is_simple(state: State, order: JoinSets) -> bool:
    """Return whether all pairs are in order, as nearly always."""
    if order.place != state.in_progress(AirBattle).place:
        return False
    free, targets = _joining(state) if order.fighters else ([], [])
    seen: set[str] = set()
    for pair in order.fighters:
        if len(pair) != _PAIR or pair[0] not in free or pair[1] not in targets:
            return False
        seen.add(pair[0])
    is_once = len(seen) == len(order.fighters)
    return is_once and not any(_second_too_early(state, order.fighters))


def _choice(state: State, member: str, value: list[str], pair: tuple[str, str]) -> Choice:
    """Return a fighter and its enemy as a choice."""
    names = " against ".join(state.counter(name).name for name in pair)
    qualities = " against ".join(str(state.quality_of(name)) for name in pair)
    return Choice(member, value, names, rule="10.4", notes=(f"quality {qualities}",))


def _assignable(lead: int) -> Callable[[State, Draft, object, Iterable[Choice]], str]:
    """Return the hint that says who can be assigned to whom; `lead` is where a choice names the fighter.

    Of what is missing it is said already.
    """

    def hint(state: State, _: Draft, names: object, choices: Iterable[Choice]) -> str:
        if not isinstance(names, tuple):
            return ""
        pairs = [choice.value for choice in choices]
        fighters = [n for n in dict.fromkeys(pair[lead] for pair in pairs) if n not in names]
        enemies = [n for n in dict.fromkeys(pair[1 - lead] for pair in pairs) if n not in names]
        can = f"these can be assigned: {listed(state, fighters)}"
        return f"{can}; these can be attacked: {listed(state, enemies)}" if pairs else ""

    return hint


ASSIGN: Form[State] = Form(
    Assign,
    (_PLACE, Member("sets", Shape.GROUPED, refuse_set, attacks, _assignable(1))),
    _no_sets,
    is_sure=_is_plain,
)

JOIN_SETS: Form[State] = Form(
    JoinSets,
    (_PLACE, Member("fighters", Shape.MANY, refuse_join, joins, _assignable(0))),
    _no_joins,
    is_sure=_is_simple,
)

"""8.1  Naval target prioritizing: weakest first, non-combatants last, nobody twice before all once.

The attacker designates target after target. A pass goes through the defender's line from the weakest
on; a target is left out only if none of the attackers still free may fire at it, and the next pass
begins only when the whole line is covered (A-57, A-59). An assignment is legal if designating in this
way can lead to it.

Both editions bar a second attacker as long as any target has none, and neither makes an exception for
a target that nobody left may fire at: the batteries or submarines that remain then fire at nobody.

Menus ask which assignments can still be completed (`open_pairs`). In every pass but the last each target
gets an attacker, so that nothing depends on their sequence; in the last a target is left out only if
none of those still to be designated may fire at it. The search therefore goes once through the line and
asks, for each target, who fires at it in all passes together and whether the last one reaches it.
Whoever is then left over spoils nothing: designating goes on with him, or he has nobody to fire at.
Only three groups of attackers differ in what they may fire at, so they are counted and not named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import groupby
from typing import NamedTuple, TypeAlias

from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.naming import named
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.lines import (
    Lines,
    may_target,
    rank,
    strength_shown,
)
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["can_do_without", "check_priority", "next_targets", "open_pairs", "turns_of"]

_PARTICULAR = ("coastal_battery", "submarine")
"""The types that leave some targets alone (7.3)."""


def check_priority(
    state: State, aims: Mapping[str, str], attackers: Sequence[str], targets: Sequence[str]
) -> Iterator[Violation]:
    """8.1  Refuse an assignment that no order of designating leads to, naming the target that comes first.

    `aims` gives the target of each attacker that has one, in firing order; `targets` is the whole
    line, weakest first.
    """
    # Of several that fire at one target a ship is best designated first: it could have fired at
    # anything. Whether a battery or a submarine goes next can matter too, so both are tried.
    lines = attackers, targets
    fault = _Walk(state, aims, lines, "coastal_battery").fault()
    if fault and _Walk(state, aims, lines, "submarine").fault():
        yield fault


class _Walk:
    """One try to designate the given assignment."""

    def __init__(
        self,
        state: State,
        aims: Mapping[str, str],
        line: tuple[Sequence[str], Sequence[str]],
        first: str,
    ) -> None:
        self.state = state
        self.aims = aims
        attackers, targets = line
        self.ranks = _by_rank(state, targets)
        self.idle = [name for name in attackers if name not in aims]
        counters = state.table.counters
        self.waiting = len(aims)
        self.left: dict[str, list[str]] = {target: [] for target in targets}
        for name, target in aims.items():
            self.left[target].append(name)
        for names in self.left.values():
            if len(names) > 1:
                names.sort(key=lambda name: _turn(counters[name].type, first))

    def fault(self) -> Violation | None:
        done = 0
        while self.waiting or (self.idle and self._must_go_on(done)):
            uncovered = []
            for same in self.ranks:
                if not self.waiting and not self.idle:
                    return None
                missed = [t for t in same if not self._take(t)]
                for target in missed:
                    free = self._free_for(target)
                    if free and (self.waiting or self._must_go_on(done)):
                        return self._comes_first(target, free[0])
                uncovered += missed
            if uncovered:
                return self._too_early(uncovered[0])
            done += 1
        return None

    def _must_go_on(self, done: int) -> bool:
        """A-76  Return whether those left must be assigned too; in some editions nobody must double up."""
        return done == 0 or self.state.edition.every_attacker_is_assigned

    def _take(self, target: str) -> bool:
        """Designate the target with the next of those that aim at it."""
        names = self.left[target]
        if not names:
            return False
        del names[0]
        self.waiting -= 1
        return True

    def _free_for(self, target: str) -> list[str]:
        counters = self.state.table.counters
        free = [*self.idle, *(name for names in self.left.values() for name in names)]
        return [name for name in free if may_target(counters[name], counters[target])]

    def _comes_first(self, target: str, free: str) -> Violation:
        """Name the target that was left out, and an attacker that it could have."""
        what = strength_shown(self.state, target)
        if free in self.aims:
            instead = self.aims[free]
            text = (
                f"{named(self.state, target)}, {what}, comes before "
                f"{named(self.state, instead)}, {strength_shown(self.state, instead)}: weakest first, "
                f"nobody once more before the whole line is covered"
            )
            number = list(self.aims).index(free)
            return Violation("8.1", "comes_first", text, f"/targets/{number}/1")
        text = f"{named(self.state, free)} has no target; next comes {named(self.state, target)}, {what}"
        return Violation("8.1", "not_assigned", text, "/targets")

    def _too_early(self, target: str) -> Violation | None:
        """Say that an attacker is doubled while a target, at which nobody left may fire, has none."""
        extra = [name for names in self.left.values() for name in names]
        if not extra:
            return None
        number = list(self.aims).index(extra[0])
        text = (
            f"{named(self.state, extra[0])} cannot be a second attacker while nobody fires at "
            f"{named(self.state, target)}; leave it without a target (A-59)"
        )
        return Violation("8.1", "line_not_covered", text, f"/targets/{number}/1")


def next_targets(state: State, targets: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """8.1  Return, for ever, the pass and the targets of equal rank that come next."""
    done, ranks = 0, _by_rank(state, targets)
    while ranks:
        for same in ranks:
            yield done, same
        done += 1


def _by_rank(state: State, targets: Sequence[str]) -> list[list[str]]:
    """8.1  Return the targets that come next together, those of equal rank; the weakest stand first."""
    return [list(same) for _, same in groupby(targets, partial(rank, state))]


def _turn(type_: str, first: str) -> int:
    if type_ not in _PARTICULAR:
        return 0
    return 1 if type_ == first else 2


_GROUPS = {"coastal_battery": 1, "submarine": 2}
"""7.3  The attackers that leave some targets alone; all others are in group 0."""
_ALL = 0b111

_Counts: TypeAlias = tuple[int, int, int]
"""How many attackers there are of each group."""


class _Target(NamedTuple):
    """A target: its rank, the groups that may fire at it (as bits), who does already."""

    rank: int
    reach: int
    fired: _Counts


def open_pairs(state: State, aims: Mapping[str, str], lines: Lines) -> Iterator[tuple[str, str]]:
    """8.1  Return who can be assigned to whom so that the assignment can be completed.

    `aims` gives the target of each attacker that has one. The targets that are next in designating
    stand first.
    """
    counters, (attackers, targets) = state.table.counters, lines
    marks = _marks(state, aims, lines)
    idle = [name for name in attackers if name not in aims]
    free = _counted(_group(state, name) for name in idle)
    for target in sorted(targets, key=lambda name: (sum(marks[name].fired), marks[name].rank)):
        for name in idle:
            if may_target(counters[name], counters[target]):
                one = _counted([_group(state, name)])
                mark = marks[target]._replace(fired=_plus(marks[target].fired, one))
                line = _in_order({**marks, target: mark})
                if _can_be_completed(line, _minus(free, one)):
                    yield name, target


def turns_of(state: State, aims: Mapping[str, str], targets: Sequence[str]) -> dict[str, int]:
    """8.1  Return when each target is next designated, from 1 on; those of equal rank come together."""
    fired = [*aims.values()]
    when = {target: (fired.count(target), rank(state, target)) for target in targets}
    order = sorted({*when.values()})
    return {target: order.index(key) + 1 for target, key in when.items()}


def can_do_without(state: State, name: str, aims: Mapping[str, str], lines: Lines) -> bool:
    """8.1  Return whether the assignment can be completed if an attacker keeps out."""
    attackers, targets = lines
    rest = [n for n in attackers if n != name]
    free = _counted(_group(state, n) for n in rest if n not in aims)
    return _can_be_completed(_in_order(_marks(state, aims, (rest, targets))), free)


def _marks(state: State, aims: Mapping[str, str], lines: Lines) -> dict[str, _Target]:
    counters, (attackers, targets) = state.table.counters, lines
    groups = {_group(state, name): counters[name] for name in attackers}
    fired: dict[str, list[int]] = {target: [] for target in targets}
    for name, target in aims.items():
        fired[target].append(_group(state, name))
    return {
        target: _Target(
            rank(state, target),
            sum(1 << g for g, one in groups.items() if may_target(one, counters[target])),
            _counted(fired[target]),
        )
        for target in targets
    }


def _in_order(marks: Mapping[str, _Target]) -> tuple[_Target, ...]:
    """Return the line from the weakest on; which of two alike is which makes no difference."""
    return tuple(sorted(marks.values()))


def _group(state: State, name: str) -> int:
    return _GROUPS.get(state.table.counters[name].type, 0)


@lru_cache(maxsize=4096)
def _can_be_completed(line: tuple[_Target, ...], free: _Counts) -> bool:
    """8.1  Return whether attackers can be added so that designating leads to the assignment."""
    fired = [sum(mark.fired) for mark in line]
    most = (sum(free) + sum(fired)) // len(line) if line else 0
    passes = range(max(1, *fired) - 1, most + 1)
    return not line or any(_Search(line, number).leads(0, free, _ALL, _ALL) for number in passes)


class _Search:
    """A search for an assignment with a number of passes through the whole line, and a last one."""

    def __init__(self, line: tuple[_Target, ...], passes: int) -> None:
        self.line, self.passes = line, passes
        self.leads = cache(self._try)

    def _try(self, number: int, free: _Counts, fit: int, fit_later: int) -> bool:
        """Return whether the rest of the line can be assigned, the next target in the last pass or not.

        `fit` are the groups that may not fire at any target of lower rank that was left out, so that
        they can come after it; `fit_later` counts those of the same rank too.
        """
        if number == len(self.line):
            return True
        mark = self.line[number]
        if number and self.line[number - 1].rank != mark.rank:
            fit = fit_later
        wanting = self.passes - sum(mark.fired)
        for added in _ways(free, mark.reach, wanting):
            if self.leads(number + 1, _minus(free, added), fit, fit_later & ~mark.reach):
                return True
        return any(
            _present(_plus(mark.fired, added)) & fit
            and self.leads(number + 1, _minus(free, added), fit, fit_later)
            for added in _ways(free, mark.reach, wanting + 1)
        )


def _ways(free: _Counts, reach: int, count: int) -> Iterator[_Counts]:
    """Return how a number of attackers can be taken from the groups that may fire."""
    ships, guns, boats = (n if reach >> group & 1 else 0 for group, n in enumerate(free))
    for gun in range(min(guns, count) + 1):
        for boat in range(min(boats, count - gun) + 1):
            if count - gun - boat <= ships:
                yield count - gun - boat, gun, boat


def _counted(groups: Iterator[int] | Sequence[int]) -> _Counts:
    found = [*groups]
    return found.count(0), found.count(1), found.count(2)


def _present(counts: _Counts) -> int:
    """Return the groups of which there is somebody, as bits."""
    return sum(1 << group for group, count in enumerate(counts) if count)


def _plus(one: _Counts, other: _Counts) -> _Counts:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _minus(one: _Counts, other: _Counts) -> _Counts:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]

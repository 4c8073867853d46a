"""8.1  Naval target prioritizing: weakest first, non-combatants last, nobody twice before all once.

The attacker designates target after target. A pass goes through the defender's line from the weakest
on; a target is left out only if none of the attackers still free may fire at it, and the next pass
begins only when the whole line is covered (A-57, A-59). An assignment is legal if designating in this
way can lead to it.

Both editions bar a second attacker as long as any target has none, and neither makes an exception for
a target that nobody left may fire at: the batteries or submarines that remain then fire at nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.sealion.naming import named
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.lines import may_target, rank
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.pair import strength_shown
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["check_priority", "next_targets"]

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
        """A-76  Attackers in excess of the targets need not double up in every edition."""
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
        """Nobody left may fire at a target, so the line is not covered and nobody is doubled."""
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

"""What a sensible admiral does: targets for those who leave the choice to a policy.

Chances are counted over all faces of both dice; a step is worth more on a loaded transport or a big
ship than on a boat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.duel import Duel, Gun, gun_of, hits
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.lines import (
    attackers_in,
    counterattack_targets,
    may_target,
    targets_in,
)
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.priority import next_targets
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["assignment", "counterstroke", "most_guns", "weighed"]

Choose = Callable[[State, str, str], int]
_FACES = range(1, 7)
_VALUES = {
    "transport": 4,
    "mine": 3,
    "submarine": 4,
    "minesweeper": 4,
    "amphibious_tank": 3,
    "marine": 3,
}
_CARGO = 4


def assignment(
    state: State, sector: str, withheld: Sequence[str] = (), choose: Choose | None = None
) -> tuple[tuple[str, str], ...]:
    """8.1  Return a legal assignment: for each target that comes up, the attacker that suits it best."""
    score = choose or weighed
    free = [name for name in attackers_in(state, sector) if name not in withheld]
    targets = targets_in(state, sector)
    found: list[tuple[str, str]] = []
    counters, passes = state.table.counters, 0
    is_covered = True
    for done, same in next_targets(state, targets):
        if done > passes and not is_covered:
            break
        passes = done
        for target in same:
            able = [n for n in free if may_target(counters[n], counters[target])]
            if not able:
                is_covered = False
                continue
            best = max(able, key=lambda name: score(state, name, target))
            if (
                done
                and not state.edition.every_attacker_is_assigned
                and score(state, best, target) <= 0
            ):
                return tuple(found)
            free.remove(best)
            found.append((best, target))
        if not free:
            break
    return tuple(found)


def counterstroke(state: State, sector: str, units: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """8.4 D  Return for each unit the target it gains most from, each target once; none: it holds back."""
    counters, free = state.table.counters, list(counterattack_targets(state, sector))
    found = []
    for name in units:
        gains = {
            foe: weighed(state, name, foe)
            for foe in free
            if may_target(counters[name], counters[foe])
        }
        best = max(gains, key=gains.__getitem__, default="")
        if best and gains[best] > 0:
            free.remove(best)
            found.append((name, best))
    return tuple(found)


def most_guns(state: State, name: str, _: str) -> int:
    """Return an attacker's strength: with this score the strongest goes first, whatever the target."""
    return gun_of(state, name).strength or 0


def weighed(state: State, name: str, target: str) -> int:
    """Return what an attack is worth: steps it costs the enemy, less those it costs us, by value."""
    dealt, taken = _expected(
        gun_of(state, name),
        state.units[name].steps,
        gun_of(state, target),
        state.units[target].steps,
    )
    return dealt * _value(state, target) - taken * _value(state, name)


def _value(state: State, name: str) -> int:
    """Return what a step of a unit is worth."""
    counter = state.counter(name)
    value = _VALUES.get(counter.type)
    if value is None:
        value = 2 + (counter.strength or 0)
    return value + _CARGO if state.carried_by(name) else value


@lru_cache(maxsize=4096)
def _expected(gun: Gun, steps: int, aimed_at: Gun, target_steps: int) -> tuple[int, int]:
    """Return the steps that target and attacker lose over all 36 pairs of faces."""
    dealt = taken = 0
    for die, answer in _pairs():
        for hit in hits([Duel("attacker", gun, die, aimed_at, answer)]):
            if hit.unit:
                taken += steps if hit.sinks else 1
            else:
                dealt += target_steps if hit.sinks else 1
    return dealt, taken


def _pairs() -> Iterator[tuple[int, int]]:
    return ((die, answer) for die in _FACES for answer in _FACES)

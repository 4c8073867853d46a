"""Measuring side by side: short slices in turn, so that a busy neighbour slows all cases alike.

Time is that of the processor: on a busy machine a long slice waits for its turn more often than a
short one. Only where other processes do the work is it the time on the wall.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time

__all__ = ["Effort", "Taken", "interleave"]

Work = Callable[[], object]
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure: rounds, and the seconds that a slice is to take (under 0.3)."""

    rounds: int = 21
    seconds: float = 0.05


@dataclass(frozen=True, slots=True)
class Taken:
    """The seconds that one call of each case took, round by round."""

    seconds: Mapping[str, list[float]]

    def ratio(self, case: str, base: str) -> float:
        """Return the median of the ratios of two slices of one round."""
        pairs = zip(self.seconds[case], self.seconds[base], strict=True)
        return median(one / other for one, other in pairs)

    def best_ratio(self, case: str, base: str) -> float:
        """Return the ratio of the two shortest slices."""
        return min(self.seconds[case]) / min(self.seconds[base])

    def together(self, name: str, cases: Sequence[str]) -> Taken:
        """Return the same with a case more: several others one after another."""
        rounds = zip(*(self.seconds[case] for case in cases), strict=True)
        return Taken({**self.seconds, name: [sum(slices) for slices in rounds]})

    def best(self, case: str) -> float:
        """Return the seconds of the shortest slice, for one call."""
        return min(self.seconds[case])

    def told(self, case: str, base: str) -> str:
        """Return best ratio and shortest times in words."""
        times = f"{_time(self.best(case))} over {_time(self.best(base))}"
        return f"best {self.best_ratio(case, base):.2f}, {times}"


def interleave(cases: Mapping[str, Work], effort: Effort, *, clock: Clock = process_time) -> Taken:
    """Run every case in every round, one slice each; the order turns with the rounds.

    What is in memory before is not searched for garbage: the modules and games of one case would
    be charged to whichever other makes the most objects.
    """
    gc.collect()
    gc.freeze()
    try:
        return _interleave(cases, effort, clock)
    finally:
        gc.unfreeze()


def _interleave(cases: Mapping[str, Work], effort: Effort, clock: Clock) -> Taken:
    calls = {name: _calls_in(work, effort.seconds, clock) for name, work in cases.items()}
    taken: dict[str, list[float]] = {name: [] for name in cases}
    order = list(cases)
    for _ in range(effort.rounds):
        for name in order:
            taken[name].append(_slice(cases[name], calls[name], clock))
        order.append(order.pop(0))
    return Taken(taken)


def _calls_in(work: Work, seconds: float, clock: Clock) -> int:
    """Return how often something can be called in a slice; the first call only warms up."""
    work()
    once = min(_slice(work, 1, clock) for _ in range(3))
    return max(1, round(seconds / max(once, 1e-9)))


def _slice(work: Work, calls: int, clock: Clock) -> float:
    start = clock()
    for _ in range(calls):
        work()
    return (clock() - start) / calls


def _time(seconds: float) -> str:
    return f"{seconds * 1e3:.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f} µs"  # noqa: PLR2004 - a millisecond

"""15.53 to 15.61  What a result becomes, and what it costs each side: numbers alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import BELOW, Odds
from sealion_pbem.rulesets.world_at_war.task import Need

__all__ = ["Bill", "losses_of", "outcome_of"]


class Bill(NamedTuple):
    """What a side loses: everything, or so much as its needs say."""

    needs: tuple[Need, ...] = ()
    is_all: bool = False


def outcome_of(result: str, lowest: int, *, is_fortified: bool, is_early: bool) -> str:
    """15.54, 15.55  Return what a result of the table becomes against these walls, by this training."""
    if is_fortified and result in ("Ex-2", "D"):
        if lowest <= 1:
            return "Ex-1"
        return f"Ex-{min(lowest, 3)}" if result == "D" else result
    return "Ex-1" if is_early and result == "Ex" else result


def losses_of(outcome: str, result: str, odds: Odds, levels: tuple[int, ...]) -> tuple[Bill, Bill]:
    """15.61, 15.62, R-8  Return what attacker and defender lose.

    `levels` are the CTLs among the attackers, where the result depends on them (15.551).
    """
    if outcome in _PLAIN:
        return _PLAIN[outcome](odds)
    steps = {level: _depth(outcome, result, level, levels) for level in levels}
    needs = tuple(Need(level, _reduced(odds, depth)) for level, depth in sorted(steps.items()))
    mine = _owed(needs[0].amount, odds.total) if len(needs) == 1 else Bill(needs)
    return mine, _ALL


def _half_of_the_defenders(odds: Odds) -> tuple[Bill, Bill]:
    """15.61  d costs half the printed factors, defensive air support among them."""
    printed = sum(line.factor for line in odds.lines) + odds.das
    return Bill(), _owed(-(-printed // 2), printed)


def _exchange(odds: Odds) -> tuple[Bill, Bill]:
    """15.61  Return what an exchange costs: all of the smaller side, as much of the larger."""
    return _owed(odds.defense, odds.total), _owed(odds.total, odds.defense)


def _depth(outcome: str, result: str, level: int, levels: tuple[int, ...]) -> int:
    """15.551  Return by how much multipliers are lessened for attackers of a CTL: Ex-1, -2 or -3."""
    said = int(outcome.removeprefix("Ex-"))
    if len(levels) == 1 or result in ("Ex", "Ex-1"):
        return said
    if result == "Ex-2":
        return 1 if level <= 1 else 2
    return min(max(level, 1), 3)


def _reduced(odds: Odds, depth: int) -> int:
    """15.61  Return the sum of factor times lessened multiplier, none below 0, plus DAS."""
    return sum(line.factor * max(0, line.multiplier - depth) for line in odds.lines) + odds.das


def _owed(amount: int, total: int) -> Bill:
    """15.62  Return a need, or everything if there is no more than that."""
    if amount >= total:
        return Bill(is_all=True)
    return Bill((Need(0, amount),)) if amount > 0 else Bill()


_ALL = Bill(is_all=True)
_PLAIN: Mapping[str, Callable[[Odds], tuple[Bill, Bill]]] = {
    BELOW: lambda _: (_ALL, Bill()),
    "A": lambda odds: (_owed(odds.defense, odds.total), Bill()),
    "a": lambda odds: (_owed(-(-odds.defense // 2), odds.total), Bill()),
    "Ex": _exchange,
    "d": _half_of_the_defenders,
    "D": lambda _: (Bill(), _ALL),
}
"""Results that do not depend on the attackers' training."""

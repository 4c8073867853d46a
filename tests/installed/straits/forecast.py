"""Straits, what its dice promise: the weather, and every pool that fires if it is fair."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

from sealion_pbem.engine.forecast import Case, Forecast
from sealion_pbem.engine.seal import Open
from straits import rules
from straits import words as w

_HIT = Fraction(rules.GUN - rules.HIT + 1, rules.GUN)
_STORM = Fraction(rules.WEATHER - rules.STORM + 1, rules.WEATHER)


def weather() -> Forecast:
    """3.1  Whether anybody fires."""
    cases = (Case(_STORM, "a storm", facts=("storm",)), Case(1 - _STORM, "fair"))
    return Forecast("weather", "The weather", "3.1", cases)


def forecasts(state: w.State, order: Any) -> tuple[Forecast, ...]:
    """3.1, 3.2  Dice fall when the last plan is opened."""
    if not isinstance(order, Open) or state.asked + 1 < len(w.SEATS):
        return ()
    seat = w.SEATS[state.asked]
    ways = order.value if order.value in rules.plans(state, seat) else {}
    sailed = w.State(state.last_turn, ships=dict(state.ships), silent=state.silent)
    w.PlanOpened(seat, tuple(sorted(ways.items()))).on(sailed)
    return (weather(), *_pools(sailed))


def _pools(state: w.State) -> Iterator[Forecast]:
    """3.2  What each ship that fires can hit, of a target that may be hit by others too."""
    for ship in state.afloat():
        target, dice = rules.target_of(state, ship), state.ships[ship].hull
        if target and w.seat_of(ship) not in state.silent:
            cases = tuple(
                Case(_exactly(hits, dice), f"{hits} hits", _lost(target, hits))
                for hits in range(dice + 1)
            )
            yield Forecast(
                "pool", f"{ship} fires at {target}", "3.2", cases, ("the weather is fair",),
                about=ship,
            )  # fmt: skip


def _exactly(hits: int, dice: int) -> Fraction:
    return comb(dice, hits) * _HIT**hits * (1 - _HIT) ** (dice - hits)


def _lost(target: str, hits: int) -> tuple[tuple[str, int], ...]:
    return ((w.seat_of(target), hits),) if hits else ()

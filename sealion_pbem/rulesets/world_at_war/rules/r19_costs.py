"""R-19  What offensive operations cost, and who pays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.world_at_war.events.economy import BrpsPaid
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import MAJORS

__all__ = ["FULL_OFFENSIVE", "Charge", "bills", "pay", "payer_of", "refuse_cost"]

FULL_OFFENSIVE = 15


class Charge(NamedTuple):
    """What a nation owes for an operation."""

    nation: str
    amount: int
    units: tuple[str, ...]


def payer_of(state: State, unit: str) -> str:
    """R-19  Return who pays for a unit: its nation; for a minor the richer of Britain and France."""
    nation = state.counter(unit).nation
    if nation in state.brp:
        return nation
    seat = state.seat_of(unit) or state.active
    majors = [major for major in MAJORS[seat] if major in state.brp]
    return max(majors, key=lambda major: (state.brp[major], major))


def bills(
    state: State, units: Iterable[str], wings: Mapping[str, int], front: str
) -> tuple[Charge, ...]:
    """R-19  Return what units and wings owe that have not been paid for in this player turn."""
    left = FULL_OFFENSIVE - state.spent_on.get(front, 0)
    found: dict[str, tuple[int, tuple[str, ...]]] = {}
    prices = {unit: state.counter(unit).factor for unit in units} | dict(wings)
    for unit, factors in prices.items():
        if state.is_marked(unit, "paid"):
            continue
        price = min(factors, left)
        left -= price
        nation = payer_of(state, unit)
        amount, many = found.get(nation, (0, ()))
        found[nation] = (amount + price, (*many, unit))
    return tuple(Charge(nation, amount, many) for nation, (amount, many) in found.items())


def refuse_cost(
    state: State, units: Iterable[str], wings: Mapping[str, int], front: str
) -> Iterator[Violation]:
    """R-19, R-47  Return why an operation cannot be paid."""
    for bill in bills(state, units, wings, front):
        if bill.amount > state.brp[bill.nation]:
            text = f"{bill.nation} has {state.brp[bill.nation]} BRPs, the operation costs {bill.amount}"
            yield Violation("R-19", "no_brps", text)


def pay(
    play: Play[State], units: Iterable[str], wings: Mapping[str, int], front: str, *, counts: bool
) -> None:
    """R-19, 11.8  Units and wings are paid for, in the order announced."""
    for bill in bills(play.state, [*units], wings, front):
        play.emit(BrpsPaid(bill.nation, bill.amount, front, counts, bill.units))

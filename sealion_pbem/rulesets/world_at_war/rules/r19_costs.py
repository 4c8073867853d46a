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
    """What a nation owes for an operation, on the front where those stand that conduct it (15.45)."""

    nation: str
    front: str
    amount: int
    units: tuple[str, ...]


def payer_of(state: State, unit: str) -> str:
    """R-19, R-75  Return who pays for a unit: its nation; for a minor the richer of Britain and France."""
    nation = state.counter(unit).nation
    if nation in state.brp:
        return nation
    seat = state.seat_of(unit) or state.active
    majors = [major for major in MAJORS[seat] if major in state.brp]
    return max(majors, key=lambda major: (state.brp[major], major))


def bills(
    state: State, units: Iterable[str], wings: Mapping[str, int], front: str
) -> tuple[Charge, ...]:
    """R-19, 15.45  Return what units and wings owe that have not been paid for in this player turn.

    A full offensive is reckoned on the front where a unit stands; wings fly for the attacked hex.
    """
    board, left = state.table.board, dict[str, int]()
    found: dict[tuple[str, str], tuple[int, tuple[str, ...]]] = {}
    prices = {unit: state.counter(unit).factor for unit in units} | dict(wings)
    for unit, factors in prices.items():
        if state.is_marked(unit, "paid") or not state.units[unit].is_on_map:
            continue
        here = front if unit in wings else board.facts(state.place_of(unit)).front
        left.setdefault(here, FULL_OFFENSIVE - state.spent_on.get(here, 0))
        price = min(factors, left[here])
        left[here] -= price
        key = (payer_of(state, unit), here)
        amount, many = found.get(key, (0, ()))
        found[key] = (amount + price, (*many, unit))
    return tuple(Charge(*key, amount, many) for key, (amount, many) in found.items())


def refuse_cost(
    state: State, units: Iterable[str], wings: Mapping[str, int], front: str
) -> Iterator[Violation]:
    """R-19, R-47  Return why an operation cannot be paid."""
    owed: dict[str, int] = {}
    for bill in bills(state, units, wings, front):
        owed[bill.nation] = owed.get(bill.nation, 0) + bill.amount
    for nation, amount in owed.items():
        if amount > state.brp[nation]:
            text = f"{nation} has {state.brp[nation]} BRPs, the operation costs {amount}"
            yield Violation("R-19", "no_brps", text)


def pay(
    play: Play[State], units: Iterable[str], wings: Mapping[str, int], front: str, *, counts: bool
) -> None:
    """R-19, 11.8, 15.45  Pay for units and wings, in the order announced."""
    for bill in bills(play.state, [*units], wings, front):
        limits = tuple(sorted({bill.front, front})) if counts else ()
        play.emit(BrpsPaid(bill.nation, bill.amount, bill.front, front, limits, bill.units))

"""How units walk: what a march depends on besides the position. Units of one gait walk alike."""

from __future__ import annotations

from dataclasses import dataclass

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.board import Costs
from sealion_pbem.rulesets.sealion.counters import RAIL_MOVE, Counter

__all__ = ["Gait", "points_of"]

_ANY_DISTANCE = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Gait:
    """11.0, 11.2  What steps cost a kind of land unit, and how many half points it has.

    A table keeps one value for each gait, so that gaits are compared by what they are.
    """

    seat: Seat
    foe: Seat
    movement_class: str
    move: int
    points: int
    is_on_rails: bool
    costs: Costs


def points_of(counter: Counter) -> int:
    """11.0  Return the printed movement in half points; Railway Guns go any distance."""
    return _ANY_DISTANCE if counter.move == RAIL_MOVE else 2 * counter.move

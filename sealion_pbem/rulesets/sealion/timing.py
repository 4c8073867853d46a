"""2.0  The timetable of orders: in which stages of a game turn a player can give which."""

from __future__ import annotations

from functools import cache

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.sequence import SequenceOfPlay, Stage
from sealion_pbem.rulesets.sealion.state import GERMAN, State

__all__ = ["kinds_of", "number_of", "times_of"]

_ON_A_BREACH = frozenset({"claim", "waive"})


def kinds_of(stage: Stage, seat: Seat) -> frozenset[str]:
    """2.0  Return the kinds of orders that a player can give in a stage, his own or the other's.

    A breach of 14.6, which only the German can commit, can be found in every step.
    """
    kinds = stage.own if stage.seat == seat else stage.opposing
    return kinds | _ON_A_BREACH if stage.step and seat != GERMAN else kinds


def number_of(state: State) -> int:
    """2.0  Return the place of the present stage in the sequence of play."""
    return state.edition.sequence.numbers[state.step, state.stage]


@cache
def times_of(sequence: SequenceOfPlay, seat: Seat, kind: str, name: str = "") -> tuple[int, ...]:
    """2.0  Return the places of the stages in which a player can give an order, of one name or of any."""
    return tuple(
        sequence.numbers[stage.step, stage.name]
        for stage in sequence.called(name)
        if kind in kinds_of(stage, seat)
    )

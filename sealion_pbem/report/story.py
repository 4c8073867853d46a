"""The story of a turn: events and answers as plain sentences, in the order in which they happened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sealion_pbem.engine.loop import Outcome
from sealion_pbem.engine.ruleset import Ruleset

__all__ = ["asked", "left_undone", "story"]


def story(ruleset: Ruleset[Any], outcome: Outcome[Any]) -> list[str]:
    """Return what a turn came to, a sentence a line."""
    lines = [ruleset.tell(event) for event in outcome.events]
    lines += [
        f"{auto.seat}'s standing order {auto.standing_order + 1} answered {auto.decision}"
        for auto in outcome.automatic
    ]
    return [*lines, *left_undone(outcome)]


def left_undone(outcome: Outcome[Any]) -> Iterator[str]:
    """Say what became of orders that were not carried out."""
    for seat, number, _ in outcome.switched_off:
        yield f"{seat}'s standing order {number + 1} is switched off: it can no longer be carried out"
    for back in outcome.returned:
        reasons = "; ".join(map(str, back.violations))
        yield f"{back.count} orders of {back.seat} are still to be ordered: {reasons}"


def asked(outcome: Outcome[Any]) -> str:
    """Return what the game now waits for."""
    if outcome.waiting is None:
        return "the game is over"
    return (
        f"{outcome.waiting.seat} is asked: {outcome.waiting.prompt} (rule {outcome.waiting.rule})"
    )

"""2.0  The sequence of play as a table of stages.

A stage is a part of a step. Its chapter begins it, says what is asked in it, and lets the game go on
when nothing more is asked. `rain` says whether the stage is played in rain (3.1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Seat
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["Done", "Stage"]


@frozen
class Done:
    """End the own part of a stage."""

    kind: ClassVar[str] = "done"


@dataclass(frozen=True, slots=True)
class Stage:
    """One part of a step: who acts in it and which chapter carries it."""

    step: int
    name: str
    rule: str
    seat: Seat
    begin: Callable[[Play[State]], None]
    decide: Callable[[State], Decision | None]
    rain: bool = True

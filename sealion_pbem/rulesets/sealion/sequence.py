"""2.0  The sequence of play as a table of stages, of which every edition has its own.

A stage is a part of a step. Its chapter begins it, says what is asked in it, and lets the game go on
when nothing more is asked. `rain` says whether the stage is played in rain (3.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Seat

if TYPE_CHECKING:
    # The table of a state knows its edition, and the edition this.
    from sealion_pbem.rulesets.sealion.state import State

__all__ = ["FIRST_STEP", "Done", "SequenceOfPlay", "Stage"]

FIRST_STEP = 1
"""The step with which a game turn begins; set-up is step 0."""


@frozen
class Done:
    """End the own part of a stage."""

    kind: ClassVar[str] = "done"


@dataclass(frozen=True, slots=True)
class Stage:
    """One part of a step: who acts in it, which chapter carries it, and what can be ordered in it.

    `own` are the kinds of orders that its player can give or be asked for, `opposing` those of the
    other; `tasks` are the kinds of procedures that can wait in it.
    """

    step: int
    name: str
    rule: str
    seat: Seat
    begin: Callable[[Play[State]], None]
    decide: Callable[[State], Decision | None]
    own: frozenset[str] = frozenset()
    opposing: frozenset[str] = frozenset()
    rain: bool = True
    tasks: frozenset[str] = frozenset()


class SequenceOfPlay:
    """2.0  The stages of set-up and game turn in their strict order; a stage is known by step and name."""

    def __init__(self, stages: Iterable[Stage]) -> None:
        """The last stage of a game turn leads to the first of the next."""
        self.stages = tuple(stages)
        self.by_name = {(stage.step, stage.name): stage for stage in self.stages}
        self.numbers = {key: number for number, key in enumerate(self.by_name)}
        self._following: dict[tuple[int, str, str], Stage] = {}

    def following(self, step: int, name: str, weather: str) -> Stage:
        """2.1, 2.2, 3.1  Return the stage that is played next in some weather."""
        key = step, name, weather
        if key not in self._following:
            first = next(n for n, stage in enumerate(self.stages) if stage.step == FIRST_STEP)
            later = self.stages[self.numbers[step, name] + 1 :] + self.stages[first:]
            played = (stage for stage in later if stage.rain or weather != "rain")
            self._following[key] = next(played)
        return self._following[key]

    @cached_property
    def parts(self) -> dict[int, tuple[str, ...]]:
        """The names of the stages of each step."""
        found: dict[int, tuple[str, ...]] = {}
        for stage in self.stages:
            found[stage.step] = (*found.get(stage.step, ()), stage.name)
        return found

    @cached_property
    def words(self) -> tuple[str, ...]:
        """By what an order may say when it is meant: the name of a stage, or the number of its step."""
        return (
            *dict.fromkeys(stage.name for stage in self.stages),
            *dict.fromkeys(f"step {stage.step}" for stage in self.stages),
        )

    def waiting(self, task: str) -> frozenset[str]:
        """Return the names of the stages in which a kind of procedure can wait."""
        return frozenset(stage.name for stage in self.stages if task in stage.tasks)

    def called(self, name: str) -> tuple[Stage, ...]:
        """Return the stages that an order can mean by a name; "" means any."""
        return tuple(s for s in self.stages if name in ("", s.name, f"step {s.step}"))

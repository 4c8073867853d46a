"""The words that rulesets and engine share: seats, orders, events, decisions, violations."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar, NewType, Protocol, TypeAlias, TypeVar, runtime_checkable

from sealion_pbem.engine.frozen import frozen

__all__ = ["Decision", "Event", "Json", "Order", "Seat", "Timing", "Violation", "wrong_kind"]

Json: TypeAlias = Any
"""A value as `json` knows it: None, bool, int, str, list, dict; never a float."""

Seat = NewType("Seat", str)
"""Who decides: a player's chair in the game, such as "red"."""

S_contra = TypeVar("S_contra", contravariant=True)


@runtime_checkable
class Order(Protocol):
    """A player's wish: a frozen dataclass, named in the imperative."""

    kind: ClassVar[str]


class Event(Protocol[S_contra]):
    """A happening: a frozen dataclass, named in the past tense; the only thing that changes a state."""

    kind: ClassVar[str]

    def on(self, state: S_contra, /) -> None:
        """Make it so in the working copy that the run owns."""


class Timing(StrEnum):
    """The place of a decision before or after the dice that belong to it."""

    BEFORE_DICE = "before dice"
    AFTER_DICE = "after dice"


@frozen
class Decision:
    """The game waits here for one seat."""

    seat: Seat
    kind: str
    rule: str
    prompt: str
    accepts: frozenset[str]
    timing: Timing = Timing.BEFORE_DICE
    about: str = ""


@frozen
class Violation:
    """One rule that an order breaks; `code` is stable for programs, `text` says what would be legal."""

    rule: str
    code: str
    text: str
    at: str = ""

    def __str__(self) -> str:
        place = f"{self.at}: " if self.at else ""
        return f"{place}{self.text} [rule {self.rule}]"


def wrong_kind(decision: Decision, kind: str) -> Violation:
    """Return the plain reason why an order of a kind does not answer what is asked."""
    accepted = ", ".join(sorted(decision.accepts))
    text = f"{kind} does not answer: {decision.prompt}; this does: {accepted}"
    return Violation(decision.rule, "wrong_kind", text, "/kind")

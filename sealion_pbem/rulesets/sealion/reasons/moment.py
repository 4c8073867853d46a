"""The moment in which an order does not answer, and the words for stages and what is asked."""

from __future__ import annotations

from collections.abc import Iterable

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.words import Decision, Order, Seat
from sealion_pbem.rulesets.sealion.sequence import Stage
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["Moment", "asked", "listed", "said", "words"]


@frozen
class Moment:
    """Who gave an order when, the stage that it names, and where it has its time.

    `times` are the numbers, in the sequence of play, of the stages that are meant, `given` of all in
    which the order has its time, and `left_out` of those that rain skips.
    """

    state: State
    decision: Decision
    order: Order
    named: str
    now: int
    times: tuple[int, ...]
    given: tuple[int, ...]
    left_out: frozenset[int]

    @property
    def kind(self) -> str:
        """The kind of the order."""
        return self.order.kind

    @property
    def seat(self) -> Seat:
        """Who gave it."""
        return self.decision.seat

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The sequence of play."""
        return self.state.edition.sequence.stages

    @property
    def called(self) -> tuple[Stage, ...]:
        """The stages that the order can mean by the one it names."""
        return self.state.edition.sequence.called(self.named)

    @property
    def stage(self) -> Stage:
        """The stage in which the game is."""
        return self.stages[self.now]

    @property
    def at(self) -> str:
        """What is wrong in the file: the stage that is named, or the kind of order."""
        return "/stage" if self.kind in self.decision.accepts else "/kind"

    @property
    def here(self) -> str:
        """Where the game is, in words."""
        if not self.state.step:
            return f"the game is in {said(self.stage)}"
        return f"the game is in {said(self.stage)} of turn {self.state.turn}"

    @property
    def asked(self) -> str:
        """What is asked instead, in words."""
        return asked(self.decision, self.kind)


def asked(decision: Decision, kind: str) -> str:
    """Say what answers the pending question, but for the kind that was just refused."""
    accepted = words(decision.accepts - {kind})
    return f"{accepted or 'nothing else'} answers what is asked: {decision.prompt}"


def said(stage: Stage) -> str:
    """Return a stage as refusals call it."""
    return f"{stage.name} (step {stage.step})" if stage.step else f"the {stage.name}"


def listed(called: Iterable[Stage]) -> str:
    """Return stages as refusals list them."""
    return _either([said(stage) for stage in called])


def words(kinds: Iterable[str]) -> str:
    """Return kinds of orders as refusals list them."""
    return _either([kind.replace("_", " ") for kind in sorted(kinds)])


def _either(names: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))

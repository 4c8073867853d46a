"""What a game may be able to do besides being played, each as a small protocol.

Here stands what turns and campaigns ask for; what is shown of a game stands in `engine/showing.py`, its
words for orders in `engine/saying.py`, and others beside the words that they need.
A ruleset declares a capability by naming it among its bases; others ask for it with `isinstance`. Where
the engine can do without, a function below returns a plain stand-in, and nobody else has to ask.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from sealion_pbem.engine.ahead import Due, Mistimed
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.words import Decision, Json, Order, Seat, Violation, wrong_kind

if TYPE_CHECKING:
    from sealion_pbem.engine.commander import Commander

__all__ = [
    "Answers",
    "ExcusesSections",
    "HasCommanders",
    "HasOptionalRules",
    "KeepsSecrets",
    "Ranks",
    "ReadsSecrets",
    "Schedules",
    "TakesPositions",
    "WritesPositions",
    "answers_of",
    "said_secret",
    "secrecy_of",
    "timetable_of",
]

S_contra = TypeVar("S_contra", contravariant=True)


@runtime_checkable
class Schedules(Protocol[S_contra]):
    """A game that knows when orders have their time, so that a file can go on over several stages.

    `stages` are the names by which an order may say in which part of a game turn it is meant; orders
    of the `lapsing` kinds are dropped when their time is over, all others come back to their seat.
    `sequence_rule` is the section on the sequence of play, which a refusal cites if a turn is wrong.
    Laws: `mistimed` is pure, and when an order is due follows from its kind and the stage it names.
    """

    stages: tuple[str, ...]
    lapsing: frozenset[str]
    sequence_rule: str

    def last_turn(self, state: S_contra) -> int | None:
        """Return the number of the last game turn there can be; None in a game without one."""

    def stage_names(self, state: S_contra) -> tuple[str, ...]:
        """Return by what names the stage is called in which the game is, the usual one first."""

    def mistimed(self, state: S_contra, decision: Decision, order: Order, stage: str) -> Mistimed:
        """Return why an order for this game turn does not answer the decision, and when it could.

        Either the decision accepts no order of this kind, or the order names another `stage`.
        """


@runtime_checkable
class Answers(Protocol[S_contra]):
    """A game in which a standing order can answer decisions.

    `policies` names, for every kind of decision, the answers that can be given in advance; the
    `main_decisions` are those that nobody would leave to one.
    """

    policies: Mapping[str, Mapping[str, str]]
    main_decisions: frozenset[str]

    def answer(self, state: S_contra, policy: str) -> Order | None:
        """Return what a policy (or "default") answers to the pending decision; None: it cannot."""

    def facts(self, state: S_contra) -> Mapping[str, int | str]:
        """Return what standing orders may ask about the pending decision."""


@runtime_checkable
class Ranks(Protocol[S_contra]):
    """A game with policies that go by an order of places or units, which the player gives with them.

    `ranking` names, for a kind of decision, the policies that take such an order, and what stands in it.
    Law: given without an order such a policy is one like any other.
    """

    ranking: Mapping[str, Mapping[str, str]]

    def ranked_answer(self, state: S_contra, policy: str, order: tuple[str, ...]) -> Order | None:
        """Return what a policy answers to the pending decision if it goes by this order; None: nothing."""

    def refuse_rank(self, kind: str, policy: str, name: str) -> str:
        """Return why a name cannot stand in the order of a policy; "" if it can."""


@runtime_checkable
class KeepsSecrets(Protocol[S_contra]):
    """A game with hidden choices, which are sealed when they are made and opened later.

    `forfeits` names, for a kind of decision, the policy that answers it for a seat whose sealed
    standing order is lost, and for the name of a seal, or how it begins, what it then counts as.
    """

    forfeits: Mapping[str, str]

    def secrets(self, state: S_contra) -> Mapping[str, tuple[Json, ...]]:
        """Return what the pending decision lets its seat seal: a name, and the values that make sense."""

    def breaches(self, state: S_contra) -> tuple[Violation, ...]:
        """Return what openings showed to have been against the rules when it was done."""


@runtime_checkable
class ReadsSecrets(Protocol[S_contra]):
    """A game whose secrets are made by their owners and not picked from a list, and so have words.

    Only its owner can know what a value will be worth, so nobody refuses it: he is told before he
    seals it. Law: what `say_secret` says of a value without doubts is read as that value.
    """

    def read_secret(self, state: S_contra, seat: Seat, name: str, said: str) -> Json:
        """Return the value that words mean; words that mean nothing are returned as they are."""

    def say_secret(self, state: S_contra, seat: Seat, name: str, value: Json) -> str:
        """Return a value in words."""

    def doubts(self, state: S_contra, seat: Seat, name: str, value: Json) -> tuple[str, ...]:
        """Return what will count against a value when it is opened, each with its rule."""


@runtime_checkable
class TakesPositions(Protocol):
    """A game that can be set up as a position written by hand describes it."""

    def position(self, start: Any, document: Json) -> Any:
        """Return the state that a position describes; InvalidFileError says what is wrong."""

    def resume(self, play: Play[Any]) -> None:
        """Let happen what such a position leaves to happen before somebody is asked."""


@runtime_checkable
class WritesPositions(Protocol[S_contra]):
    """A game that can write a state down as a position."""

    def write_position(self, state: S_contra) -> Json:
        """Return the position that is read as this state."""


@runtime_checkable
class HasOptionalRules(Protocol):
    """A game with optional rules among its options.

    `optional_rules` are the options that put all of them into play; `asked_by` names the options of
    which one must be chosen for a kind of decision to come up at all.
    """

    optional_rules: Mapping[str, Json]
    asked_by: Mapping[str, frozenset[str]]


@runtime_checkable
class ExcusesSections(Protocol):
    """A game whose rulebook has sections that hold nothing to play, each with the reason."""

    descriptive: Mapping[str, str]


@runtime_checkable
class HasCommanders(Protocol):
    """A game with commanders of its own: who can play a seat by himself, by name, each from a seed.

    The first plays when nobody says otherwise; a demonstration has so many `shown_turns`.
    """

    commanders: Mapping[str, Callable[[bytes], Commander]]
    shown_turns: int


@lru_cache
def timetable_of(ruleset: Ruleset[Any]) -> Schedules[Any]:
    """Return when orders have their time; in a game that does not say, whenever they are asked for."""
    return ruleset if isinstance(ruleset, Schedules) else _NO_TIMETABLE


@lru_cache
def answers_of(ruleset: Ruleset[Any]) -> Answers[Any]:
    """Return what standing orders can answer; nothing, in a game that does not say."""
    return ruleset if isinstance(ruleset, Answers) else _NO_ANSWERS


@lru_cache
def secrecy_of(ruleset: Ruleset[Any]) -> KeepsSecrets[Any]:
    """Return what is secret; nothing, in a game that does not say."""
    return ruleset if isinstance(ruleset, KeepsSecrets) else _NO_SECRETS


def said_secret(ruleset: Ruleset[Any], state: Any, seat: Seat, name: str, value: Json) -> str:
    """Return a sealed value in the words of the game, or as JSON; a text is its own words."""
    if isinstance(ruleset, ReadsSecrets):
        return ruleset.say_secret(state, seat, name, value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


class _NoTimetable:
    stages: tuple[str, ...] = ()
    lapsing = frozenset[str]()
    sequence_rule = "-"

    def last_turn(self, state: Any) -> int | None:
        return None

    def stage_names(self, state: Any) -> tuple[str, ...]:
        return ()

    def mistimed(self, state: Any, decision: Decision, order: Order, stage: str) -> Mistimed:
        return Mistimed(Due.HERE, partial(wrong_kind, decision, order.kind))


class _NoAnswers:
    policies: Mapping[str, Mapping[str, str]] = {}
    main_decisions = frozenset[str]()

    def answer(self, state: Any, policy: str) -> Order | None:
        return None

    def facts(self, state: Any) -> Mapping[str, int | str]:
        return {}


class _NoSecrets:
    forfeits: Mapping[str, str] = {}

    def secrets(self, state: Any) -> Mapping[str, tuple[Json, ...]]:
        return {}

    def breaches(self, state: Any) -> tuple[Violation, ...]:
        return ()


_NO_TIMETABLE, _NO_ANSWERS, _NO_SECRETS = _NoTimetable(), _NoAnswers(), _NoSecrets()

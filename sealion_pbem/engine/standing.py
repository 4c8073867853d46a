"""Standing orders: answers that an absent player has given in advance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from typing import Any

from sealion_pbem.engine.capability import answers_of
from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, nothing, wanted
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.policy import is_policy, refuse_policy
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.words import Json, Violation

__all__ = ["STANDING_FORM", "Condition", "StandingOrder", "check_standing", "first_match"]


@frozen
class Condition:
    """A fact of the pending decision compared with a value; exactly one comparison is given."""

    fact: str
    equals: str | int | None = field(default=None, metadata={"wire": "is"})
    at_least: int | None = None
    at_most: int | None = None

    def holds(self, facts: Mapping[str, int | str]) -> bool:
        """Return whether the fact is known and compares as asked."""
        value = facts.get(self.fact)
        if value is None:
            return False
        if self.equals is not None:
            return value == self.equals
        if not isinstance(value, int):
            return False
        if self.at_least is not None and value < self.at_least:
            return False
        return self.at_most is None or value <= self.at_most

    def __str__(self) -> str:
        """Say the condition in plain words."""
        name = self.fact.replace("_", " ")
        if self.equals is not None:
            return f"{name} is {self.equals}"
        parts = [
            f"at {word} {bound}"
            for word, bound in (("least", self.at_least), ("most", self.at_most))
            if bound is not None
        ]
        return f"{name} is {' and '.join(parts)}"


@frozen
class StandingOrder:
    """An answer to one kind of decision, given whenever its conditions hold.

    `do` is the name of one of the ruleset's policies, a policy with its order of places or units, or a
    whole order; `limit` is how often, `until` the last game turn. `otherwise` says what follows when it
    cannot be done: the default or a question.
    """

    when: str
    do: Json
    conditions: tuple[Condition, ...] = field(default=(), metadata={"wire": "if"})
    limit: int | None = None
    until: int | None = None
    otherwise: str = "ask"
    used: int = 0
    off: bool = False

    def matches(self, kind: str, game_turn: int, facts: Mapping[str, int | str]) -> bool:
        """Return whether this one answers a decision of that kind now."""
        return (
            self.when == kind
            and not self.off
            and (self.limit is None or self.used < self.limit)
            and (self.until is None or game_turn <= self.until)
            and all(condition.holds(facts) for condition in self.conditions)
        )

    def once_more(self) -> StandingOrder:
        """Return it with one more use counted."""
        return StandingOrder(
            self.when, self.do, self.conditions, self.limit, self.until, self.otherwise,
            self.used + 1, self.off,
        )  # fmt: skip

    def switched_off(self) -> StandingOrder:
        """Return it switched off for good."""
        return replace(self, off=True)

    def __str__(self) -> str:
        """Say it in plain words, as it is shown before signing."""
        done = _said(self.do)
        parts = [f"when {self.when.replace('_', ' ')} comes up"]
        if self.conditions:
            parts.append(f"and {' and '.join(map(str, self.conditions))}")
        parts.append(f"answer: {done}")
        if self.limit is not None:
            parts.append(f"at most {self.limit} times")
        if self.until is not None:
            parts.append(f"until game turn {self.until}")
        parts.append(f"(if it cannot be done: {self.otherwise})")
        return ", ".join(parts[:-1]) + " " + parts[-1]


def _said(do: Json) -> str:
    if isinstance(do, str):
        return do
    if is_policy(do):
        return f"{do['policy']}: {', '.join(do.get('order', ()))}"
    return f"order {do}"


def first_match(
    orders: tuple[StandingOrder, ...],
    kind: str,
    game_turn: int,
    find_facts: Callable[[], Mapping[str, int | str]],
) -> int | None:
    """Return the number of the first standing order that answers, or None.

    Facts are only found out for conditions.
    """
    facts: Mapping[str, int | str] = {}
    for number, order in enumerate(orders):
        if order.when == kind:
            facts = find_facts() if order.conditions and not facts else facts
            if order.matches(kind, game_turn, facts):
                return number
    return None


def check_standing(ruleset: Ruleset[Any], orders: tuple[StandingOrder, ...]) -> Iterator[Violation]:
    """Return a violation for every standing order that speaks of what the ruleset does not know."""
    for number, order in enumerate(orders):
        for violation in STANDING_FORM.check(ruleset, order):
            yield replace(violation, at=f"/standing_orders/{number}{violation.at}")


def _refuse_when(ruleset: Ruleset[Any], _: Draft, when: str) -> Iterator[Violation]:
    if when not in answers_of(ruleset).policies:
        known = ", ".join(sorted(answers_of(ruleset).policies))
        text = f"no decision is called {when!r}; there are {known}"
        yield Violation("-", "unknown_decision", text)


def _decisions(ruleset: Ruleset[Any], draft: Draft) -> Iterator[Choice]:
    """Offer the decisions that a policy can answer."""
    for kind, policies in answers_of(ruleset).policies.items() if "when" not in draft else ():
        if policies:
            yield Choice("when", kind, kind.replace("_", " "))


def _refuse_do(ruleset: Ruleset[Any], draft: Draft, do: Json) -> Iterator[Violation]:
    """Refuse what is neither a policy of the decision nor an order without a time of its own."""
    if is_policy(do):
        yield from refuse_policy(ruleset, draft["when"], do)
        return
    kind = do.get("kind") if isinstance(do, dict) else None
    if not isinstance(kind, str) or kind not in ruleset.orders:
        known = ", ".join(sorted(ruleset.orders))
        yield Violation("-", "unknown_order", f"{kind!r} is no order; there are {known}", "/kind")
    for member in ("turn", "stage"):
        if isinstance(do, dict) and member in do:
            text = f"a standing order names no {member}: it answers whenever it is asked"
            yield Violation("-", "timed", text, f"/{member}")


def _policies(ruleset: Ruleset[Any], draft: Draft) -> Iterator[Choice]:
    """Offer the policies of the decision; a whole order does as well."""
    if "when" in draft and "do" not in draft:
        for policy, text in answers_of(ruleset).policies[draft["when"]].items():
            yield Choice("do", policy, policy, notes=(text,))


def _otherwise(_: Ruleset[Any], draft: Draft) -> Iterator[Choice]:
    if "do" in draft and "otherwise" not in draft:
        yield Choice("otherwise", "default", "else the default answers")


STANDING_FORM: Form[Ruleset[Any]] = Form(
    StandingOrder,
    (
        Member("when", Shape.ONE, _refuse_when, _decisions),
        Member("do", Shape.ONE, _refuse_do, _policies, after=("when",), is_free=True),
        Member("conditions", Shape.MANY, nothing, nothing, is_free=True),
        Member("limit", Shape.ONE, nothing, nothing, is_free=True),
        Member("until", Shape.ONE, nothing, nothing, is_free=True),
        Member("otherwise", Shape.ONE, nothing, _otherwise),
    ),
    wanted("-", "when", "do"),
)
"""How a standing order is put together; facts and numbers of a condition are free."""

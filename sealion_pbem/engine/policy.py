"""Policies: answers by name, some with an order of places or units by which they go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from sealion_pbem.engine.capability import Ranks, answers_of
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.wire import from_wire
from sealion_pbem.engine.words import Json, Order, Violation
from sealion_pbem.errors import WireError

__all__ = ["RankedPolicy", "is_policy", "policy_answer", "refuse_policy"]

_LONGEST = 100


@frozen
class RankedPolicy:
    """A policy with the order of places or units by which it goes."""

    kind: ClassVar[str] = "policy"
    policy: str
    order: tuple[str, ...] = ()


def is_policy(do: Json) -> bool:
    """Return whether an answer is a policy and not a whole order."""
    return isinstance(do, str) or (isinstance(do, dict) and do.get("kind") == RankedPolicy.kind)


def policy_answer(ruleset: Ruleset[Any], state: Any, do: Json) -> Order | None:
    """Return what a policy answers to the pending decision; None: nothing.

    Raises:
        WireError: it is written in no way that can be read.
    """
    if isinstance(do, str):
        return answers_of(ruleset).answer(state, do)
    ranked = from_wire(RankedPolicy, do)
    if not isinstance(ruleset, Ranks):
        return None
    return ruleset.ranked_answer(state, ranked.policy, ranked.order)


def refuse_policy(ruleset: Ruleset[Any], kind: str, do: Json) -> Iterator[Violation]:
    """Return why a policy does not answer a kind of decision: unknown, or with an order of its own."""
    policies = answers_of(ruleset).policies[kind]
    if isinstance(do, str):
        if do not in policies:
            known = ", ".join(sorted(policies)) or "none"
            text = f"{do!r} is no policy for {kind}; there are: {known}"
            yield Violation("-", "unknown_policy", text)
        return
    try:
        ranked = from_wire(RankedPolicy, do)
    except WireError as error:
        yield Violation("-", "unreadable", error.message)
        return
    ranking = ruleset.ranking.get(kind, {}) if isinstance(ruleset, Ranks) else {}
    if not isinstance(ruleset, Ranks) or ranked.policy not in ranking:
        known = ", ".join(sorted(ranking)) or "none"
        text = f"{ranked.policy!r} takes no order of places or units for {kind}; these do: {known}"
        yield Violation("-", "unranked_policy", text, "/policy")
        return
    if len(ranked.order) > _LONGEST:
        yield Violation("-", "too_long", f"an order has at most {_LONGEST} names", "/order")
    for number, name in enumerate(ranked.order[:_LONGEST]):
        if why := ruleset.refuse_rank(kind, ranked.policy, name):
            yield Violation("-", "unknown_name", why, f"/order/{number}")
        elif name in ranked.order[:number]:
            yield Violation("-", "named_twice", f"{name} is named twice", f"/order/{number}")

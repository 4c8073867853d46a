"""Refusals: why the seat that is asked may not give an order now, and how a file says it.

What a file says is bounded, so that every turn can be answered: the first violations in order, each
in a sentence of ordinary length and ordinary letters, and how many more there are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from typing import TypeVar

from sealion_pbem.engine.alphabet import familiar
from sealion_pbem.engine.game import Game
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.seal import STANDING, Forfeit, Open, Seal
from sealion_pbem.engine.sealing import Asked, check_sealing
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Decision, Json, Order, Violation

__all__ = [
    "LONGEST_TEXT",
    "MOST_VIOLATIONS",
    "OPENINGS",
    "SEALING",
    "check_order",
    "placed",
    "told",
    "violations_to_wire",
]

S = TypeVar("S")

OPENINGS = (Open, Forfeit)
SEALING = (Seal, *OPENINGS)
MOST_VIOLATIONS = 20
LONGEST_TEXT = 600
_LONGEST_POINTER = 200
# An order can name thousands of units that are not there; nobody reads on so far.
_MOST_LOOKED_FOR = 1000


def check_order(
    ruleset: Ruleset[S], game: Game[S], decision: Decision, order: Order, at: str = ""
) -> tuple[Violation, ...]:
    """Return every reason why the seat that is asked may not give an order of a kind that is accepted."""
    found: Iterable[Violation]
    if isinstance(order, SEALING):
        first = [*check_sealing(Asked(ruleset, game, decision), order)]
        if first or order.name.startswith(STANDING):
            return placed(first, at)
        if isinstance(order, Forfeit):
            order = order.opening
    found = ruleset.check(game.state, order)
    # Most orders are legal, and then many rulesets return an empty tuple.
    return placed(islice(found, _MOST_LOOKED_FOR), at) if found else ()


def placed(violations: Iterable[Violation], at: str) -> tuple[Violation, ...]:
    """Return violations with the place of their order in the file in front of their own."""
    if not at:
        return tuple(violations)
    return tuple(replace(violation, at=at + violation.at) for violation in violations)


def told(violations: Iterable[Violation]) -> tuple[Violation, ...]:
    """Return violations as a file tells them: the first of them, and how many more there are."""
    found = tuple(violations)
    first, more = found[:MOST_VIOLATIONS], len(found) - MOST_VIOLATIONS
    if more > 0:
        text = f"and {more} more"
        first = (*first, Violation(found[MOST_VIOLATIONS].rule, "and_more", text))
    return tuple(map(_bounded, first))


def violations_to_wire(violations: Iterable[Violation]) -> list[Json]:
    """Return violations as a file writes what it tells of them."""
    return [to_wire(violation) for violation in told(violations)]


def _bounded(violation: Violation) -> Violation:
    text = familiar(violation.text)
    if len(text) > LONGEST_TEXT:
        text = f"{text[: LONGEST_TEXT - 1]}…"
    return replace(violation, text=text, at=violation.at[:_LONGEST_POINTER])

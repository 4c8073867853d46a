"""Replay: judge turns again and name the first place where a log and the rules part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TypeVar

from sealion_pbem.engine.canon import weigh
from sealion_pbem.engine.dice import Dice
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.game import Game, digest_of
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.refusal import violations_to_wire
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.turn import Outcome, Returned, Turn
from sealion_pbem.engine.words import Json

__all__ = ["Divergence", "claim_of", "first_divergence", "replay", "returned_to_wire"]

S = TypeVar("S")

# Bytes, and commas and opening brackets, that a receipt has for the reasons why orders came back.
ROOM_FOR_REASONS = (32_768, 1_500)


@frozen
class Divergence:
    """The first member in which a claim is not what the rules give."""

    member: str
    claimed: Json
    found: Json

    def __str__(self) -> str:
        return f"{self.member}: the log says {_short(self.claimed)}, the rules give {_short(self.found)}"


def replay(
    ruleset: Ruleset[S], game: Game[S], turns: Iterable[tuple[Turn, Dice]]
) -> Iterator[Outcome[S]]:
    """Judge turns one after another, each in the game the one before left."""
    for turn, dice in turns:
        outcome = run(ruleset, game, turn, dice)
        game = outcome.game
        yield outcome


def claim_of(ruleset: Ruleset[S], outcome: Outcome[S]) -> dict[str, Json]:
    """Return what a receipt must say of an outcome."""
    return {
        "stands": outcome.stands,
        "rolls": [roll.document for roll in outcome.rolls],
        "automatic": [automatic.document for automatic in outcome.automatic],
        "returned": returned_to_wire(outcome.returned),
        "state": digest_of(ruleset, outcome.game),
    }


def returned_to_wire(backs: Iterable[Returned]) -> list[Json]:
    """Return what came back as a receipt says it: reasons as far as there is room for them."""
    size, signs = ROOM_FOR_REASONS
    listed: list[Json] = []
    for back in backs:
        reasons = violations_to_wire(back.violations)
        item = {"seat": back.seat, "count": back.count, "violations": reasons}
        taken = weigh([item])
        same = [other for other in listed if other["seat"] == back.seat]
        if taken[0] <= size and taken[1] <= signs:
            size, signs = size - taken[0], signs - taken[1]
            listed.append(item)
        elif same:
            same[-1]["count"] += back.count
        else:
            listed.append({**item, "violations": []})
    return listed


def first_divergence(claimed: dict[str, Json], found: dict[str, Json]) -> Divergence | None:
    """Return the first member, in the order of `found`, in which the two differ."""
    for member, value in found.items():
        divergence = _differ(member, claimed.get(member), value)
        if divergence:
            return divergence
    return None


def _differ(member: str, claimed: Json, found: Json) -> Divergence | None:
    if claimed == found:
        return None
    if isinstance(claimed, list) and isinstance(found, list):
        both = enumerate(zip(claimed, found, strict=False))
        items = ((f"{member}/{number}", left, right) for number, (left, right) in both)
        parts: Iterator[tuple[str, Json, Json]] = chain(
            items, [(f"number of {member}", len(claimed), len(found))]
        )
    elif isinstance(claimed, dict) and isinstance(found, dict):
        # What a violation is called and where it is must agree; its sentence may be improved.
        words = {"text"} if "code" in found else set()
        keys = sorted((claimed.keys() | found.keys()) - words)
        parts = ((f"{member}/{key}", claimed.get(key), found.get(key)) for key in keys)
    else:
        return Divergence(member, claimed, found)
    divergences = (_differ(*part) for part in parts)
    return next((divergence for divergence in divergences if divergence), None)


def _short(value: Json) -> str:
    text = str(value)
    return text if len(text) <= 80 else text[:77] + "…"  # noqa: PLR2004 - one line of a terminal

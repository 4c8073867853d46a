"""A phrasebook: every order of a game in words, with what it does and an example."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.saying import Speaks
from sealion_pbem.engine.sheet.speech import speech_of

__all__ = ["Phrased", "phrasebook"]


@frozen
class Phrased:
    """One kind of order: what it does, how it is written, and a line that says one."""

    kind: str
    gist: str
    patterns: tuple[str, ...]
    example: str


def phrasebook(ruleset: Ruleset[Any]) -> Iterator[Phrased]:
    """Return every kind of order, in the order in which the rules have them.

    Patterns have members in capitals, and parts that may be left out in square brackets.
    """
    speech = speech_of(ruleset)
    examples = ruleset.examples if isinstance(ruleset, Speaks) else {}
    for kind, order in ruleset.orders.items():
        # The last phrase is made of the names of the members; a game that speaks has better ones.
        phrases = speech.phrases[kind]
        own = phrases[:-1] or phrases
        gist = (order.__doc__ or "").strip().splitlines()[0]
        yield Phrased(
            kind.replace("_", " "),
            gist,
            tuple(dict.fromkeys(phrase.whole_pattern for phrase in own)),
            examples.get(kind, ""),
        )

"""14.6  Twins: parachute counters of which one is real and one is fake, and what is known of them.

Each parachute regiment has two counters with one front, A and B; which of the two is real is sealed.
So everything that is public is the same whichever it is, down to the last byte.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from functools import cache

from sealion_pbem.engine.frozen import frozen
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.counters import Counter

__all__ = [
    "SEALS",
    "Breach",
    "Drop",
    "Veil",
    "Walker",
    "pair_of",
    "pairs",
    "twins_of",
    "with_twins",
]

SEALS = "parachutists/"
"""The seals are called this and the name of the pair; the value is the id of the real counter."""
_FAKE = "de_dummy_"


@frozen
class Drop:
    """A counter that came down, and of whom one must be real if it is fake.

    They stood within six hexes, or had landed `earlier` where the charter asks for that (F-4).
    """

    unit: str
    turn: int
    others: tuple[str, ...]
    earlier: bool = False


@frozen
class Walker:
    """A British unit that found fakes in this step: how often, and whether it may still go on."""

    unit: str
    found: int
    waits: bool


@frozen
class Breach:
    """What an opening showed to have been against the rule: which counter, dropped when, and why."""

    unit: str
    turn: int
    reason: str


@frozen
class Veil:
    """What everybody knows of the twins: which pairs are sealed, who was shown to be real or fake.

    `drops` are the landings that cannot be judged yet, `walkers` the British who found fakes in this
    step. `waived` counts the breaches the British have let pass. `closing` is who wins when the
    last pair is open.
    """

    sealed: tuple[str, ...] = ()
    real: tuple[str, ...] = ()
    fake: tuple[str, ...] = ()
    drops: tuple[Drop, ...] = ()
    walkers: tuple[Walker, ...] = ()
    breaches: tuple[Breach, ...] = ()
    waived: int = 0
    closing: str = ""

    @property
    def closed(self) -> list[str]:
        """The pairs that are sealed and not yet open."""
        return [key for key in self.sealed if not self.is_open(key)]

    def unsealed(self, keys: Iterable[str]) -> list[str]:
        """Return those of some pairs of which nothing is sealed yet."""
        return [key for key in keys if key not in self.sealed and not self.is_open(key)]

    @property
    def unsettled(self) -> bool:
        """Whether the British must still say what follows from a breach that may cost them the game."""
        return len(self.breaches) > self.waived and self.closing != "british"

    def is_open(self, key: str) -> bool:
        """Return whether a pair has been shown."""
        first, _ = twins_of(key)
        return first in self.real or first in self.fake


def twins_of(key: str) -> tuple[str, str]:
    """Return the two counters of a pair."""
    return f"de_{key}_a", f"de_{key}_b"


@cache
def pairs(pack: data.Compiled) -> Mapping[str, tuple[str, str]]:
    """14.6  Return the pairs by name: the two counters of each regiment that has a fake in a pack."""
    fakes = (name for name, c in data.counters(pack).items() if c.optional_rule == "14.6")
    return {key: twins_of(key) for key in (name.removeprefix(_FAKE) for name in fakes)}


def pair_of(name: str, known: Container[str]) -> str:
    """Return the pair, of those known, to which a counter belongs, or ""."""
    key = name.removeprefix("de_")[:-2]
    return key if key in known and name in twins_of(key) else ""


def with_twins(counters: Mapping[str, Counter], known: Container[str]) -> dict[str, Counter]:
    """14.6  Return the counters with a twin for each regiment of a pair; both have its front."""
    found: dict[str, Counter] = {}
    for name, counter in counters.items():
        key = name.removeprefix("de_")
        if key not in known:
            found[name] = counter
            continue
        for twin, letter in zip(twins_of(key), "AB", strict=True):
            found[twin] = replace(counter, id=twin, name=f"{counter.name} {letter}")
    return found

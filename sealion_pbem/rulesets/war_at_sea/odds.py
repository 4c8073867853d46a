"""Exact chances of dice pools: how successes fall, and what they come to for an attack."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from sealion_pbem.rulesets.war_at_sea.rules.ch05_attack import (
    Assessment,
    Judgement,
    judge_hits,
    judge_successes,
    successes_of,
)
from sealion_pbem.rulesets.war_at_sea.rules.ch06_damage import is_lost_with_carrier, is_survived

__all__ = [
    "FACES",
    "expected_points",
    "initiative_odds",
    "judged_at",
    "lost_with_carrier_odds",
    "outcomes_of",
    "pool",
    "survival_odds",
    "torpedoes",
]

FACES = range(1, 7)


@lru_cache(maxsize=512)
def pool(dice: int, modifier: int) -> tuple[Fraction, ...]:
    """5.2  Return how probable each number of successes is, from none up."""
    weights = [0, 0, 0]
    for face in FACES:
        weights[successes_of(face, modifier)] += 1
    return _convolved(weights, dice)


@lru_cache(maxsize=64)
def torpedoes(dice: int) -> tuple[Fraction, ...]:
    """5.2  Return how probable each number of torpedo hits is, from none up."""
    return _convolved([len(FACES) - 1, 1], dice)


def _convolved(weights: list[int], dice: int) -> tuple[Fraction, ...]:
    counts = [1]
    for _ in range(dice):
        grown = [0] * (len(counts) + len(weights) - 1)
        for at, count in enumerate(counts):
            for more, weight in enumerate(weights):
                grown[at + more] += count * weight
        counts = grown
    return tuple(Fraction(count, len(FACES) ** dice) for count in counts)


def outcomes_of(attack: Assessment) -> Mapping[tuple[str, int], Fraction]:
    """5.2, 5.3.4, 6.0  Return how probable each effect is, with the hull points that it takes."""
    chances = torpedoes(attack.dice) if attack.is_torpedo else pool(attack.dice, attack.modifier)
    covered = Fraction(len(FACES) + 1 - attack.cover, len(FACES)) if attack.cover else Fraction(0)
    found: dict[tuple[str, int], Fraction] = {}
    for successes, chance in enumerate(chances):
        judged = judged_at(attack, successes)
        if judged.effect != "none" and covered:
            found["covered", 0] = found.get(("covered", 0), Fraction(0)) + chance * covered
            chance *= 1 - covered  # noqa: PLW2901 - what is left of this case
        key = judged.effect, judged.points
        found[key] = found.get(key, Fraction(0)) + chance
    return {key: chance for key, chance in found.items() if chance}


def judged_at(attack: Assessment, successes: int) -> Judgement:
    """Return what so many successes, or torpedo hits, come to."""
    return (
        judge_hits(attack, successes) if attack.is_torpedo else judge_successes(attack, successes)
    )


def expected_points(attack: Assessment, hull: int) -> Fraction:
    """6.0  Return how many of the hull points left an attack takes on average; aborted counts half."""
    return _expected(
        attack.dice, attack.modifier, attack.armor, attack.vital, attack.cover, attack.bulge,
        attack.is_torpedo, attack.is_on_aircraft, hull,
    )  # fmt: skip


@lru_cache(maxsize=8192)
def _expected(  # noqa: PLR0913, PLR0917 - what an attack depends on, as the key of a cache
    dice: int,
    modifier: int,
    armor: int,
    vital: int,
    cover: int,
    bulge: int,
    is_torpedo: bool,  # noqa: FBT001 - part of that key
    is_on_aircraft: bool,  # noqa: FBT001 - part of that key
    hull: int,
) -> Fraction:
    attack = Assessment(
        "", "torpedo" if is_torpedo else "main", "", 0, dice, modifier, armor, vital,
        is_on_aircraft, cover, bulge, (), (), (),
    )  # fmt: skip
    total = Fraction(0)
    for (effect, points), chance in outcomes_of(attack).items():
        if effect == "destroyed":
            total += chance * hull
        elif effect == "aborted":
            total += chance / 2
        else:
            total += chance * min(points, hull)
    return total


def survival_odds() -> Fraction:
    """8.8  Return how probable it is that a Survivor is not destroyed."""
    return Fraction(sum(map(is_survived, FACES)), len(FACES))


def lost_with_carrier_odds(aircraft: int) -> tuple[Fraction, ...]:
    """7.3  Return how probable it is that so many Aircraft go down with their Carrier, from none up."""
    lost = sum(map(is_lost_with_carrier, FACES))
    return _convolved([len(FACES) - lost, lost], aircraft)


@lru_cache(maxsize=64)
def initiative_odds(bonus: int, other: int) -> Fraction:
    """3.1, R-12  Return how probable it is that a seat wins the initiative over another.

    Equal totals are decided by the better bonus; where that is equal too both roll again, until
    somebody has won.
    """
    totals = [one + two for one in FACES for two in FACES]
    ranked = [((a + bonus, bonus), (b + other, other)) for a in totals for b in totals]
    won = sum(own > its for own, its in ranked)
    lost = sum(own < its for own, its in ranked)
    return Fraction(won, won + lost)

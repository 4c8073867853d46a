"""What dice could have cost: for every kind of combat the mean of the steps lost over all faces.

Lost and expected are counted in the same way, from the rolled faces alone: losses by retreat, drift or
supply and what goes down aboard a ship are nobody's dice and are left out. So in the long run both
come to the same, and what is between them is luck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from sealion_pbem.engine.card import Luck
from sealion_pbem.rulesets.sealion.odds import (
    Boat,
    salvo_costs,
    salvo_odds,
    set_loss,
    set_odds,
    shot_odds,
    strike_odds,
    touchdown_odds,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.dogfight import judge_totals
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import touchdown_loss
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.assess import Assessment
from sealion_pbem.rulesets.sealion.state import other

__all__ = ["air_luck", "flak_luck", "land_luck", "salvo_luck", "strike_luck", "touchdown_luck"]


def land_luck(assessment: Assessment, die: int) -> tuple[Luck, ...]:
    """12.3  Return both sides' luck in a combat, attacker first."""
    faces, rolled = assessment.faces, assessment.faces[die - 1]
    ours = Fraction(sum(face.attackers_lose for face in faces), len(faces))
    theirs = Fraction(sum(face.defenders_lose for face in faces), len(faces))
    return (
        Luck(assessment.attacker, rolled.attackers_lose, ours),
        Luck(other(assessment.attacker), rolled.defenders_lose, theirs),
    )


def air_luck(
    sides: Mapping[str, tuple[int, Sequence[int]]], totals: tuple[int, int], *, single_wins: bool
) -> tuple[Luck, ...]:
    """10.4, 10.5  Return both sides' luck in a set; `sides` are quality and steps of each unit.

    A tie costs nothing, or favours a single unit where an edition says so.
    """
    (plus, ours), (minus, theirs) = sides.values()
    sizes = (len(ours), len(theirs))
    odds = set_odds((plus, minus), sizes, tie_favours_the_single=single_wins)
    verdict = judge_totals(totals, sizes, tie_favours_the_single=single_wins)
    expected = _mean((chance, set_loss(each, (ours, theirs))) for each, chance in odds.items())
    return tuple(map(Luck, sides, set_loss(verdict, (ours, theirs)), expected))


def _mean(ways: Iterable[tuple[Fraction, tuple[int, int]]]) -> tuple[Fraction, Fraction]:
    """Return the mean of what two sides lose."""
    first = second = Fraction(0)
    for chance, (ours, theirs) in ways:
        first += chance * ours
        second += chance * theirs
    return first, second


def strike_luck(sides: Mapping[str, int], limits: tuple[int, int], result: str) -> tuple[Luck, ...]:
    """10.7, 10.9  Return the luck of target and bomber; `limits` are the highest hit and flak rolls."""
    odds = strike_odds(*limits)
    return tuple(
        Luck(seat, int(result == hurt), odds.get(hurt, Fraction(0)) * min(1, steps))
        for (seat, steps), hurt in zip(sides.items(), ("hit", "flak"), strict=True)
    )


def flak_luck(seat: str, modifier: int, result: str) -> tuple[Luck, ...]:
    """14.5.1  Return the luck of an air unit under AA fire: equal totals cost it a step."""
    return (Luck(seat, int(result == "hit"), shot_odds(modifier).get("hit", Fraction(0))),)


def touchdown_luck(
    seat: str, steps: int, roll: int, modifier: int, bounds: tuple[int, int]
) -> tuple[Luck, ...]:
    """11.8  Return the luck of a unit that touches down: unharmed, a step, or all of it."""
    odds = touchdown_odds(modifier, steps, bounds)
    expected = sum((chance * lost for lost, chance in odds.items()), Fraction(0))
    return (Luck(seat, touchdown_loss(roll + modifier, steps, bounds), expected),)


def salvo_luck(
    seats: tuple[str, str], boats: Sequence[Boat], target: Boat, dice: Sequence[int]
) -> tuple[Luck, ...]:
    """8.4  Return the luck of those that fired and of their target; the last die is the target's."""
    odds = salvo_odds(tuple(boats), target)
    expected = _mean((chance, costs) for costs, chance in odds.items())
    return tuple(map(Luck, seats, salvo_costs(boats, target, dice), expected))

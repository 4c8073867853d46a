"""How probable each result of dice is, for the numbers that a rule compares; states are not asked.

What a roll comes to is judged by the functions that judge the real ones: `hits` at sea, `judge_totals`
in the air, `strike_result`, `aa_result`, `touchdown_loss`. Here they are only counted over all faces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple, TypeVar

from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.duel import Duel, Gun, hits
from sealion_pbem.rulesets.sealion.rules.ch10_air.dogfight import SetResult, judge_totals
from sealion_pbem.rulesets.sealion.rules.ch10_air.strikes import strike_result
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import touchdown_loss
from sealion_pbem.rulesets.sealion.rules.ch14_options.aa_fire import aa_result

__all__ = [
    "FACES",
    "Boat",
    "counted",
    "salvo_costs",
    "salvo_odds",
    "set_loss",
    "set_odds",
    "shot_odds",
    "strike_odds",
    "touchdown_odds",
]

T = TypeVar("T")
FACES = range(1, 7)
"""Every die of the game has six."""


def counted(results: Iterable[T]) -> dict[T, Fraction]:
    """Return the share of each among results that are equally probable."""
    listed = list(results)
    count: dict[T, int] = {}
    for result in listed:
        count[result] = count.get(result, 0) + 1
    return {result: Fraction(ways, len(listed)) for result, ways in count.items()}


class Boat(NamedTuple):
    """A unit in a salvo: what it fires with, and the steps it has."""

    gun: Gun
    steps: int

    def cost(self, count: int, *, sinks: bool) -> int:
        """8.2, 8.4  Return what hits cost: a step each, all at a double; a submarine loses one."""
        if not count:
            return 0
        if sinks:
            return self.steps
        return min(self.steps, 1 if self.gun.type == "submarine" else count)


def salvo_costs(boats: Sequence[Boat], target: Boat, dice: Sequence[int]) -> tuple[int, int]:
    """8.4  Return the steps that those who fire lose, and their target; the last die is the target's."""
    duels = [
        Duel(str(number), boat.gun, die, target.gun, dice[-1])
        for number, (boat, die) in enumerate(zip(boats, dice[:-1], strict=True))
    ]
    taken: dict[str, list[bool]] = {}
    for hit in hits(duels):
        taken.setdefault(hit.unit, []).append(hit.sinks)
    own = 0
    for number, boat in enumerate(boats):
        sinks = taken.get(str(number), [])
        own += boat.cost(len(sinks), sinks=any(sinks))
    on_target = taken.get("", [])
    return own, target.cost(len(on_target), sinks=any(on_target))


class _Shot(NamedTuple):
    """One face of one that fires, with the target's die fixed: who is higher, who would be hit."""

    margin: int
    hits: int
    sinks: bool
    suffers: int
    counts_always: bool

    @classmethod
    def of(cls, boat: Boat, target: Boat, die: int, answer: int) -> _Shot:
        """Return what the rules say of this duel by itself."""
        duel = Duel("it", boat.gun, die, target.gun, answer)
        on_target, suffers = [], 0
        for hit in hits([duel]):
            if hit.unit:
                suffers = boat.cost(1, sinks=hit.sinks)
            else:
                on_target.append(hit.sinks)
        margin = duel.total - duel.against
        always = margin > 0 or target.gun.type == "mine"
        return cls(margin, len(on_target), any(on_target), suffers, always)


class _Tally(NamedTuple):
    """What matters of the dice so far: the best margin, hits for certain and by ties, own losses.

    Ties and own losses count only while nobody is higher than the target (A-66): those of boats that
    are level if somebody is level, otherwise those of all.
    """

    best: int = -1
    sure: int = 0
    sinks: bool = False
    ties: int = 0
    tie_sinks: bool = False
    if_beaten: int = 0
    if_level: int = 0

    def with_shot(self, shot: _Shot, most: int) -> _Tally:
        """Return the tally with one more boat; more than `most` hits are as many."""
        best = max(self.best, (shot.margin > 0) - (shot.margin < 0))
        sure, sinks = self.sure, self.sinks
        if shot.counts_always:
            sure, sinks = min(most, sure + shot.hits), sinks or shot.sinks
        if best > 0:
            return _Tally(best, sure, sinks)
        ties, tie_sinks, level = self.ties, self.tie_sinks, self.if_level
        if shot.margin == 0:
            level += shot.suffers
            if not shot.counts_always:
                ties, tie_sinks = min(most, ties + shot.hits), tie_sinks or shot.sinks
        beaten = self.if_beaten + shot.suffers if best < 0 else 0
        return _Tally(best, sure, sinks, ties, tie_sinks, beaten, level)

    def costs(self, target: Boat) -> tuple[int, int]:
        """Return the steps that those who fired lose, and their target."""
        if self.best > 0:
            return 0, target.cost(self.sure, sinks=self.sinks)
        own = self.if_beaten if self.best < 0 else self.if_level
        sinks = self.sinks or self.tie_sinks
        return own, target.cost(self.sure + self.ties, sinks=sinks)


@lru_cache(maxsize=4096)
def salvo_odds(boats: tuple[Boat, ...], target: Boat) -> Mapping[tuple[int, int], Fraction]:
    """8.4  Return how probable it is that those who fire and their target lose so many steps.

    Many that fire make too many faces to count one by one; but a die matters only by its duel alone
    with the target, whose judgement is asked of `hits`, and by whether any other is higher.
    """
    found: dict[tuple[int, int], int] = {}
    for answer in FACES:
        tallies = {_Tally(): 1}
        for boat in boats:
            longer: dict[_Tally, int] = {}
            for shot, ways in _shots(boat, target, answer).items():
                for tally, count in tallies.items():
                    more = tally.with_shot(shot, target.steps)
                    longer[more] = longer.get(more, 0) + count * ways
            tallies = longer
        for tally, count in tallies.items():
            costs = tally.costs(target)
            found[costs] = found.get(costs, 0) + count
    whole = len(FACES) ** (len(boats) + 1)
    return {costs: Fraction(count, whole) for costs, count in sorted(found.items())}


def _shots(boat: Boat, target: Boat, answer: int) -> dict[_Shot, int]:
    """Return the shots of one boat that differ in what matters, and on how many faces each is."""
    found: dict[_Shot, int] = {}
    for die in FACES:
        shot = _Shot.of(boat, target, die, answer)
        found[shot] = found.get(shot, 0) + 1
    return found


@cache
def _sums(dice: int) -> Mapping[int, int]:
    """Return in how many ways so many dice come to each sum."""
    ways = {0: 1}
    for _ in range(dice):
        longer: dict[int, int] = {}
        for total, count in ways.items():
            for face in FACES:
                longer[total + face] = longer.get(total + face, 0) + count
        ways = longer
    return ways


@lru_cache(maxsize=4096)
def set_odds(
    qualities: tuple[int, int], sizes: tuple[int, int], *, tie_favours_the_single: bool
) -> Mapping[SetResult | None, Fraction]:
    """10.4, 10.5  Return how probable each verdict on a set of air units is; None: nobody is hit."""
    found: dict[SetResult | None, int] = {}
    for first, ways in _sums(sizes[0]).items():
        for second, more in _sums(sizes[1]).items():
            totals = (first + qualities[0], second + qualities[1])
            verdict = judge_totals(totals, sizes, tie_favours_the_single=tie_favours_the_single)
            found[verdict] = found.get(verdict, 0) + ways * more
    whole = len(FACES) ** sum(sizes)
    return {verdict: Fraction(count, whole) for verdict, count in found.items()}


def set_loss(
    verdict: SetResult | None, steps: tuple[Sequence[int], Sequence[int]]
) -> tuple[int, int]:
    """10.4  Return the steps that each side of a set loses, `steps` being those of its units.

    Who picks is thought to give as few of his own as he can, and to take as many as he can.
    """
    if verdict is None:
        return 0, 0
    loser = 1 - verdict.winner
    pick: Callable[[Sequence[int]], int] = max if verdict.winner_picks else min
    lost = pick(steps[loser]) if verdict.doubled else 1
    return (0, lost) if loser else (lost, 0)


@cache
def strike_odds(strength: int, flak: int) -> Mapping[str, Fraction]:
    """10.7, 10.9  Return how probable hit, flak and miss are."""
    return counted(strike_result(strength, flak, roll) for roll in FACES)


@cache
def shot_odds(modifier: int) -> Mapping[str, Fraction]:
    """14.5.1  Return how probable it is that an air unit is hit, driven off or missed."""
    return counted(aa_result(modifier, die, answer) for die, answer in product(FACES, FACES))


@cache
def touchdown_odds(modifier: int, steps: int, bounds: tuple[int, int]) -> Mapping[int, Fraction]:
    """11.8  Return how probable it is that a unit that comes down loses so many steps."""
    return counted(touchdown_loss(roll + modifier, steps, bounds) for roll in FACES)

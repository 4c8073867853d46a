"""What dice could have cost: for every kind of combat the mean of the steps lost over all faces.

Lost and expected are counted in the same way, from the rolled faces alone: losses by retreat, drift or
supply and what goes down aboard a ship are nobody's dice and are left out. So in the long run both
come to the same, and what is between them is luck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from sealion_pbem.engine.card import Luck
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.duel import Duel, Gun, hits

__all__ = [
    "Boat",
    "air_luck",
    "flak_luck",
    "land_luck",
    "salvo_luck",
    "strike_luck",
    "touchdown_luck",
]

_FACES = range(1, 7)
_MISS = 1


def land_luck(
    column: int, shift: int, modified: int, sides: Mapping[str, Sequence[int]]
) -> tuple[Luck, ...]:
    """12.3  Return both sides' luck at a column; `sides` are the steps of each unit, attacker first."""
    cells = data.tables()["combat_results"]["columns"][column - 1]
    found = []
    for (seat, steps), how in zip(sides.items(), ("attackers", "defenders"), strict=True):
        costs = [_cost(_cell(cells, die + shift)[how], steps) for die in _FACES]
        lost = _cost(_cell(cells, modified)[how], steps)
        found.append(Luck(seat, lost, Fraction(sum(costs), len(_FACES))))
    return tuple(found)


def _cell(cells: Any, modified: int) -> Any:
    return cells[min(max(modified, 1), 6) - 1]


def _cost(how: str, steps: Sequence[int]) -> int:
    """Return the steps that a cell takes; who picks one unit is thought to pick the smallest."""
    if how == "none" or not steps:
        return 0
    costs = steps if how.endswith("eliminated") else [1 for _ in steps]
    return min(costs) if how.startswith("one_") else sum(costs)


def air_luck(
    sides: Mapping[str, tuple[int, Sequence[int]]], totals: Sequence[int], *, single_wins: bool
) -> tuple[Luck, ...]:
    """10.4, 10.5  Return both sides' luck in a set; `sides` are quality and steps of each unit.

    A tie costs nothing, or favours a single unit where an edition says so.
    """
    (first, (plus, ours)), (second, (minus, theirs)) = sides.items()
    loss_of = _air_losses(tuple(ours), tuple(theirs), single_wins=single_wins)
    expected = [Fraction(0), Fraction(0)]
    whole = 6 ** (len(ours) + len(theirs))
    for a, ways in _sums(len(ours)).items():
        for b, more in _sums(len(theirs)).items():
            for side, steps in enumerate(loss_of(a + plus, b + minus)):
                expected[side] += Fraction(ways * more * steps, whole)
    lost = loss_of(totals[0], totals[1])
    return (Luck(first, lost[0], expected[0]), Luck(second, lost[1], expected[1]))


def _air_losses(ours: tuple[int, ...], theirs: tuple[int, ...], *, single_wins: bool) -> Any:
    alone = (len(ours) == 1, len(theirs) == 1)

    def losses(a: int, b: int) -> tuple[int, int]:
        if a == b and (not single_wins or alone[0] == alone[1]):
            return 0, 0
        first_wins = alone[0] if a == b else a > b
        losers = theirs if first_wins else ours
        steps = min(losers) if max(a, b) >= 2 * min(a, b) else 1
        return (0, steps) if first_wins else (steps, 0)

    return losses


@cache
def _sums(dice: int) -> Mapping[int, int]:
    """Return in how many ways so many dice come to each sum."""
    ways = {0: 1}
    for _ in range(dice):
        longer: dict[int, int] = {}
        for total, count in ways.items():
            for face in _FACES:
                longer[total + face] = longer.get(total + face, 0) + count
        ways = longer
    return ways


def strike_luck(sides: Mapping[str, int], limits: tuple[int, int], result: str) -> tuple[Luck, ...]:
    """10.7, 10.9  Return the luck of target and bomber; `limits` are the highest hit and flak rolls."""
    hit, flak = (min(6, max(0, limit)) for limit in limits)
    chances = (Fraction(hit, 6), Fraction(max(0, flak - hit), 6))
    happened = (result == "hit", result == "flak")
    return tuple(
        Luck(seat, int(done), chance * min(1, steps))
        for (seat, steps), done, chance in zip(sides.items(), happened, chances, strict=True)
    )


def flak_luck(seat: str, modifier: int, result: str) -> tuple[Luck, ...]:
    """14.5.1  Return the luck of an air unit under AA fire: equal totals cost it a step."""
    ways = sum(1 for die in _FACES for answer in _FACES if answer + modifier == die)
    return (Luck(seat, int(result == "hit"), Fraction(ways, len(_FACES) ** 2)),)


def touchdown_luck(seat: str, steps: int, roll: int, modifier: int) -> tuple[Luck, ...]:
    """11.8  Return the luck of a unit that touches down: unharmed, a step, or all of it."""
    table = data.tables()["touchdown"]

    def cost(total: int) -> int:
        if total < table["reduced_from"]:
            return steps
        return 1 if total < table["unharmed_from"] else 0

    expected = Fraction(sum(cost(die + modifier) for die in _FACES), len(_FACES))
    return (Luck(seat, cost(roll + modifier), expected),)


class Boat(NamedTuple):
    """A unit in a salvo: what it fires with, and the steps it has."""

    gun: Gun
    steps: int

    def cost(self, sinks: Sequence[bool]) -> int:
        """8.2, 8.4  Return what hits cost: a step each, all at a double; a submarine loses one."""
        if not sinks:
            return 0
        if any(sinks):
            return self.steps
        return min(self.steps, 1 if self.gun.type == "submarine" else len(sinks))


def salvo_luck(
    seats: tuple[str, str], boats: Sequence[Boat], target: Boat, dice: Sequence[int]
) -> tuple[Luck, ...]:
    """8.4  Return the luck of those that fired and of their target; the last die is the target's."""
    lost = _salvo_costs(boats, target, dice)
    expected = _expected_salvo(tuple(boats), target)
    return tuple(map(Luck, seats, lost, expected))


def _salvo_costs(boats: Sequence[Boat], target: Boat, dice: Sequence[int]) -> tuple[int, int]:
    answer = dice[-1]
    duels = [
        Duel(str(number), boat.gun, die, target.gun, answer)
        for number, (boat, die) in enumerate(zip(boats, dice[:-1], strict=True))
    ]
    taken: dict[str, list[bool]] = {}
    for hit in hits(duels):
        taken.setdefault(hit.unit, []).append(hit.sinks)
    own = sum(boat.cost(taken.get(str(number), [])) for number, boat in enumerate(boats))
    return own, target.cost(taken.get("", []))


@cache
def _expected_salvo(boats: tuple[Boat, ...], target: Boat) -> tuple[Fraction, Fraction]:
    """Return the mean over all dice.

    Many that fire make too many faces to count one by one; but a die matters only by its duel alone
    with the target, whose judgement is asked of `hits`, and by whether any other is higher.
    """
    own = theirs = Fraction(0)
    for answer in _FACES:
        rows = [[_Shot.of(boat, target, die, answer) for die in _FACES] for boat in boats]
        theirs += _target_cost(rows, target)
        for number, boat in enumerate(boats):
            own += _boat_cost(rows, number, boat)
    return own / 6, theirs / 6


class _Shot(NamedTuple):
    """One face of one that fires, with the target's die fixed: who is higher, who would hit."""

    margin: int
    hits: tuple[bool, ...]
    suffers: tuple[bool, ...]
    counts_always: bool

    @classmethod
    def of(cls, boat: Boat, target: Boat, die: int, answer: int) -> _Shot:
        """Return what the rules say of this duel by itself."""
        duel = Duel("it", boat.gun, die, target.gun, answer)
        taken: dict[str, tuple[bool, ...]] = {"": (), "it": ()}
        for hit in hits([duel]):
            taken[hit.unit] = (hit.sinks,)
        margin = duel.total - duel.against
        always = margin > 0 or target.gun.type == "mine"
        return cls(margin, taken[""], taken["it"], always)


def _target_cost(rows: Sequence[Sequence[_Shot]], target: Boat) -> Fraction:
    """Return what the target loses on average: ties count if nobody is higher (A-66)."""
    # (is anybody higher, hits that count, hits that count if nobody is higher) -> ways
    ways: dict[tuple[bool, tuple[bool, ...], tuple[bool, ...]], int] = {(False, (), ()): 1}
    for row in rows:
        longer: dict[tuple[bool, tuple[bool, ...], tuple[bool, ...]], int] = {}
        for (higher, sure, ties), count in ways.items():
            for shot in row:
                key = (
                    higher or shot.margin > 0,
                    tuple(sorted(sure + shot.hits)) if shot.counts_always else sure,
                    ties if shot.counts_always else tuple(sorted(ties + shot.hits)),
                )
                longer[key] = longer.get(key, 0) + count
        ways = longer
    total = sum(
        count * target.cost(sure if higher else sure + ties)
        for (higher, sure, ties), count in ways.items()
    )
    return Fraction(total, 6 ** len(rows))


def _boat_cost(rows: Sequence[Sequence[_Shot]], number: int, boat: Boat) -> Fraction:
    """Return what one that fires loses: only if the target beats, or ties with, the best of all."""
    below = tied = Fraction(1)
    for other, row in enumerate(rows):
        if other != number:
            below *= Fraction(sum(shot.margin < 0 for shot in row), 6)
            tied *= Fraction(sum(shot.margin <= 0 for shot in row), 6)
    total = Fraction(0)
    for shot in rows[number]:
        if shot.margin < 0:
            total += below * boat.cost(shot.suffers)
        elif shot.margin == 0:
            total += tied * boat.cost(shot.suffers)
    return total / 6

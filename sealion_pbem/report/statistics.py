"""Statistics of a campaign: dice, luck, losses, tally and times, counted from its passages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import median
from typing import Any

from sealion_pbem.pbem.body import ReceiptBody, RejectionBody, TurnBody
from sealion_pbem.pbem.clock import is_odd, seconds_between
from sealion_pbem.report.chance import chi_square, tail
from sealion_pbem.report.losses import Losses
from sealion_pbem.report.passage import ChronicleSubject, Passage, Told

__all__ = ["Counts", "DiceCount", "GameTurn", "Statistics", "gather"]

_NOBODY = "nobody"


@dataclass(slots=True)
class DiceCount:
    """A count of each face of one kind of dice."""

    faces: list[int]

    @property
    def sides(self) -> int:
        """The number of faces of a die."""
        return len(self.faces)

    @property
    def dice(self) -> int:
        """The number of dice."""
        return sum(self.faces)

    @property
    def mean(self) -> float:
        """The average face."""
        total = sum(face * count for face, count in enumerate(self.faces, 1))
        return total / self.dice if self.dice else 0.0

    @property
    def chi_square(self) -> float:
        """The distance from an even spread."""
        return chi_square(self.faces)

    @property
    def p(self) -> float:
        """The probability that fair dice are at least as uneven."""
        return tail(self.chi_square, self.sides - 1)


Counts = dict[tuple[str, int], DiceCount]
"""Dice by seat and number of faces."""


@dataclass(slots=True)
class GameTurn:
    """The events of one game turn in numbers."""

    number: int
    lost: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    expected: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    actual: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    tally: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Statistics:
    """Everything that is counted of a campaign."""

    subject: ChronicleSubject
    entries: int = 0
    result: str = ""
    dice: Counts = field(default_factory=dict)
    """By whose units they were rolled for, and how many faces they have."""
    opened: Counts = field(default_factory=dict)
    """By who opened them."""
    turns: dict[int, GameTurn] = field(default_factory=dict)
    seconds: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    odd_times: int = 0
    """How many answers say a time that cannot be right; they are left out of `seconds`."""

    @property
    def players(self) -> tuple[str, ...]:
        """The seats that play."""
        return self.subject.players

    def by_seat(self, counts: Counts) -> dict[str, list[DiceCount]]:
        """Return counts with the players in front, in their order, those of few faces first."""
        found: dict[str, list[DiceCount]] = {}
        others = sorted({seat for seat, _ in counts} - set(self.players))
        for seat in (*self.players, *others):
            own = [counts[key] for key in sorted(counts) if key[0] == seat]
            found |= {seat: own} if own else {}
        return found

    def in_order(self) -> list[GameTurn]:
        """Return the game turns, first to last."""
        return [self.turns[number] for number in sorted(self.turns)]

    def running(self, of: str, seat: str) -> list[float]:
        """Return sums up to each game turn: of losses, or (`luck`) of those beyond the average."""
        total, sums = 0.0, []
        for turn in self.in_order():
            total += (
                turn.lost[seat] if of == "lost" else float(turn.actual[seat] - turn.expected[seat])
            )
            sums.append(round(total, 3))
        return sums

    def luck(self, seat: str) -> tuple[float, int]:
        """Return what dice were expected to cost a seat, and what they did cost."""
        turns = self.in_order()
        expected = sum((turn.expected[seat] for turn in turns), Fraction())
        return float(expected), sum(turn.actual[seat] for turn in turns)

    def document(self) -> dict[str, Any]:
        """Return the numbers as --json shows them."""
        charter = self.subject.charter
        return {
            "campaign": charter.campaign,
            "name": charter.body.name,
            "ruleset": charter.body.ruleset,
            "entries": self.entries,
            "result": self.result,
            "losses_in": self.subject.losses_in.many,
            "dice": self._dice(self.dice),
            "dice_by_opener": self._dice(self.opened),
            "luck": {seat: _weighed(*self.luck(seat)) for seat in self.players},
            "game_turns": [self._turn(turn) for turn in self.in_order()],
            "response": {seat: _timed(times) for seat, times in sorted(self.seconds.items())},
            "odd_times": self.odd_times,
        }

    def _dice(self, counts: Counts) -> dict[str, Any]:
        return {seat: [*map(_counted, own)] for seat, own in self.by_seat(counts).items()}

    def _turn(self, turn: GameTurn) -> dict[str, Any]:
        return {
            "number": turn.number,
            "lost": {seat: turn.lost[seat] for seat in self.players},
            "luck": {
                seat: _weighed(float(turn.expected[seat]), turn.actual[seat])
                for seat in self.players
            },
            "tally": dict(turn.tally),
        }


def _counted(count: DiceCount) -> dict[str, Any]:
    return {
        "sides": count.sides,
        "faces": count.faces,
        "dice": count.dice,
        "mean": round(count.mean, 3),
        "chi_square": round(count.chi_square, 3),
        "degrees": count.sides - 1,
        "p": round(count.p, 4),
    }


def _weighed(expected: float, actual: int) -> dict[str, Any]:
    return {"expected": round(expected, 3), "actual": actual}


def _timed(seconds: Sequence[int]) -> dict[str, int]:
    return {
        "turns": len(seconds),
        "median_seconds": int(median(seconds)),
        "longest_seconds": max(seconds),
    }


def gather(subject: ChronicleSubject, passages: Iterable[Passage]) -> Statistics:
    """Count everything in one walk."""
    found = Statistics(subject)
    losses = Losses(subject)
    author, since = "", subject.charter.body.created
    for passage in passages:
        found.entries += 1
        if passage.is_beside:
            continue
        found.result = passage.result
        _count_events(found, passage, losses)
        for number, luck in passage.luck:
            turn = _turn_of(found, number)
            turn.expected[luck.seat] += luck.expected
            turn.actual[luck.seat] += luck.lost
        match passage.entry.body:
            case TurnBody():
                author = passage.entry.by
            case ReceiptBody(time=now) | RejectionBody(time=now):
                # A clock that was set back or ran ahead says nothing of anybody's patience.
                if is_odd(since, now):
                    found.odd_times += 1
                else:
                    found.seconds[author].append(seconds_between(since, now))
                since = now
        if passage.told and passage.tally:
            _turn_of(found, passage.told[-1].game_turn).tally = passage.tally
    return found


def _count_events(found: Statistics, passage: Passage, losses: Losses) -> None:
    for told in passage.told:
        _count(found, told, passage.entry.by)
        for seat, lost in losses.of(passage, told).items():
            _turn_of(found, told.game_turn).lost[seat] += lost
    for number, seat, lost in losses.regained(passage):
        _turn_of(found, number).lost[seat] -= lost


def _count(found: Statistics, told: Told, opener: str) -> None:
    _turn_of(found, told.game_turn)
    if told.roll:
        sides = told.roll.sides
        owners = told.roll.owners or (_NOBODY,) * len(told.roll.values)
        for owner, face in zip(owners, told.roll.values, strict=True):
            for counts, seat in ((found.dice, owner), (found.opened, opener)):
                counts.setdefault((seat, sides), DiceCount([0] * sides)).faces[face - 1] += 1


def _turn_of(found: Statistics, number: int) -> GameTurn:
    return found.turns.setdefault(number, GameTurn(number))

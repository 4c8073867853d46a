"""Every way in which the dice of a turn can fall, with its exact probability.

Dice come through one door, so nothing of a game need be known: when a roll is asked for that is not
written yet, the run is broken off and begun again once for each way in which that roll can fall. That
is exact and slow; it is what every quicker forecast is measured against. Where there are too many ways
seeded dice are thrown instead, and the forecast says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any, TypeVar

from sealion_pbem.engine.ahead import Timed
from sealion_pbem.engine.canon import hash_of
from sealion_pbem.engine.capability import answers_of
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.forecast import Case, Forecast, forecasting, merged
from sealion_pbem.engine.game import Game
from sealion_pbem.engine.loop import preview, run
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.showing import ReportsFights
from sealion_pbem.engine.standing import StandingOrder, check_standing
from sealion_pbem.engine.turn import Outcome, Preview, Turn
from sealion_pbem.errors import UsageError

__all__ = [
    "MOST_WAYS",
    "RUNS",
    "TooManyWaysError",
    "answered",
    "at_first_die",
    "outcomes",
    "played_out",
    "sampled",
]

S = TypeVar("S")

MOST_WAYS = 1300
"""So many ways are followed to their end; four common dice can fall in 1296."""
RUNS = 1000
"""So many runs has a simulation."""
_SEED = "sealion-pbem/forecast/1"


class TooManyWaysError(LookupError):
    """The dice of a turn can fall in more ways than are worth following."""


class _UnwrittenRollError(Exception):
    """A roll is asked for whose faces are not written yet."""

    def __init__(self, count: int, sides: int) -> None:
        super().__init__(count, sides)
        self.count, self.sides = count, sides


class _WrittenDice:
    """Dice that fall as written, and then not at all."""

    trust = "supposed"

    def __init__(self, rolls: tuple[tuple[int, ...], ...]) -> None:
        self._rolls = iter(rolls)

    def throw(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        """Return the next faces written."""
        faces = next(self._rolls, None)
        if faces is None:
            raise _UnwrittenRollError(count, sides)
        return faces


def outcomes(
    ruleset: Ruleset[S], game: Game[S], turn: Turn, most: int = MOST_WAYS
) -> Iterator[tuple[Fraction, Outcome[S]]]:
    """Return every outcome that a turn can have, and how probable it is.

    Raises:
        TooManyWaysError: there are more than `most` ways.
    """
    waiting: list[tuple[tuple[tuple[int, ...], ...], Fraction]] = [((), Fraction(1))]
    ways = 1
    while waiting:
        rolls, chance = waiting.pop()
        try:
            yield chance, run(ruleset, game, turn, _WrittenDice(rolls))
        except _UnwrittenRollError as roll:
            here = roll.sides**roll.count
            ways += here - 1
            if ways > most:
                message = f"the dice can fall in more than {most} ways"
                raise TooManyWaysError(message) from None
            thrown = product(range(roll.sides, 0, -1), repeat=roll.count)
            waiting += [((*rolls, faces), chance / here) for faces in thrown]


def sampled(
    ruleset: Ruleset[S], game: Game[S], turn: Turn, runs: int = RUNS, seed: bytes = b""
) -> Iterator[tuple[Fraction, Outcome[S]]]:
    """Return the outcomes of a turn with seeded dice, each as probable as the others."""
    for number in range(runs):
        dice = SeededDice(hash_of(_SEED, seed.hex(), str(number)), "supposed")
        yield Fraction(1, runs), run(ruleset, game, turn, dice)


def answered(
    ruleset: Ruleset[S], game: Game[S], policies: Mapping[str, str] | None = None
) -> Game[S]:
    """Return a game in which policies answer all that is asked between two main decisions.

    `policies` names one for some kinds of decision; the others are answered by the default.

    Raises:
        UsageError: the ruleset has no such decision or policy.
    """
    chosen = policies or {}
    wrong = check_standing(ruleset, tuple(StandingOrder(*pair) for pair in chosen.items()))
    for violation in wrong:
        raise UsageError(violation.text)
    known = answers_of(ruleset)
    kinds = [kind for kind in known.policies if kind not in known.main_decisions]
    orders = tuple(
        StandingOrder(kind, chosen.get(kind, "default"), otherwise="default") for kind in kinds
    )
    return replace(game, standing=dict.fromkeys(ruleset.seats, orders), written={})


def at_first_die(ruleset: Ruleset[S], game: Game[S], seen: Preview) -> tuple[Forecast, ...]:
    """Return what the dice can bring at which a turn was stopped that was judged without any.

    Nothing is said where a ruleset forecasts nothing, or where orders from earlier files roll them.
    """
    able, turn = forecasting(ruleset), seen.turn
    if able is None or turn is None or not seen.needs_dice or not seen.judged:
        return ()
    *before, order = turn.orders[: seen.judged]
    state = game.state
    if before:
        earlier = preview(ruleset, game, replace(turn, orders=tuple(before)))
        if earlier.outcome is None:
            return ()
        state = earlier.outcome.game.state
    return able.forecasts(state, order.order if isinstance(order, Timed) else order)


def played_out(
    ruleset: Ruleset[S],
    game: Game[S],
    turn: Turn,
    policies: Mapping[str, str] | None = None,
    *,
    most: int = MOST_WAYS,
    runs: int = RUNS,
) -> Forecast:
    """Return what a turn comes to, all its rounds together, if policies answer for every seat.

    It is exact if the dice can fall in at most `most` ways; otherwise it is a simulation. Losses are
    counted as the ruleset tells them: one for each time that a unit is weakened or lost.
    """
    answering = answered(ruleset, game, policies)
    try:
        cases = _cases(ruleset, game, outcomes(ruleset, answering, turn, most))
        runs = 0
    except TooManyWaysError:
        cases = _cases(ruleset, game, sampled(ruleset, answering, turn, runs))
    named = "; ".join(f"{kind}: {policy}" for kind, policy in sorted((policies or {}).items()))
    assumes = (
        "policies answer whatever is asked on the way"
        + (f" ({named}; the default for all else)" if named else " (the default)"),
    )
    return Forecast("turn", f"the turn of {turn.seat}", "-", cases, assumes, runs=runs)


def _cases(
    ruleset: Ruleset[S], game: Game[S], ways: Iterable[tuple[Fraction, Outcome[S]]]
) -> tuple[Case, ...]:
    found = []
    for chance, outcome in ways:
        losses = (
            ruleset.losses(game.state, outcome.events) if isinstance(ruleset, ReportsFights) else ()
        )
        lost: dict[str, int] = {}
        for loss in losses:
            lost[loss.seat] = lost.get(loss.seat, 0) + 1
        told = "; ".join(f"{loss.unit}: {loss.what}" for loss in losses) or "nobody is lost"
        found.append(Case(chance, told, tuple(sorted(lost.items()))))
    return tuple(sorted(merged(found), key=_most_likely))


def _most_likely(case: Case) -> tuple[Any, ...]:
    return (-case.chance, case.result)

"""10.4, 10.5  One set of air units fights: dice and qualities are added, the lower side loses a unit."""

from __future__ import annotations

from typing import NamedTuple

from sealion_pbem.engine.play import Play
from sealion_pbem.rulesets.sealion.events.air import FURIOUS_GROUP, AirSet, AirSetFought
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated
from sealion_pbem.rulesets.sealion.naming import roll_call
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import first_assigner
from sealion_pbem.rulesets.sealion.rules.loss import lose_step
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["SetResult", "fight_set", "judge_totals", "said_result", "take_loss"]


class Result(NamedTuple):
    """Who won a set, whether by double, and who picks the loser ("" if nobody is lost)."""

    winner: str
    doubled: bool
    losers: tuple[str, ...]
    chooser: str


def fight_set(play: Play[State], place: str, group: AirSet) -> None:
    """10.4  Roll for every unit of the set; take the loss unless somebody must pick the unit."""
    state, (first, second) = play.state, (group.first, group.second)
    ours, theirs = roll_call(state, first), roll_call(state, second)
    # 10.4, 10.5: a die for each unit; dice and qualities are added.
    first_dice = play.rolls("10.4", f"{place}: {ours} against {theirs}", len(first))
    second_dice = play.rolls("10.4", f"{place}: {theirs} against {ours}", len(second))
    first_qualities, second_qualities = _qualities(state, first), _qualities(state, second)
    first_total = sum(first_dice) + sum(first_qualities)
    second_total = sum(second_dice) + sum(second_qualities)
    result = _judge(state, group, first_total, second_total)
    is_open = _is_real_choice(state, result.losers)
    fought = AirSetFought(
        place,
        first,
        second,
        first_total,
        second_total,
        result.winner,
        result.doubled,
        result.losers if is_open else (),
        result.chooser if is_open else "",
        first_dice,
        first_qualities,
        second_dice,
        second_qualities,
    )
    play.emit(fought)
    if result.losers and not is_open:
        take_loss(play, result.losers[0], is_doubled=result.doubled)


def said_result(event: AirSetFought) -> str:
    """10.4, 10.5  Say who wins a set, and what a tie comes to (A-82, A-84)."""
    if not event.winner:
        return "equal, so nobody is hit"
    is_tie = event.first_total == event.second_total
    how = ", equal totals favour the single unit (10.5)" if is_tie else ""
    return f"the {event.winner.capitalize()} side wins{' by double' if event.doubled else how}"


def take_loss(play: Play[State], name: str, *, is_doubled: bool) -> None:
    """10.4  Reduce the beaten unit, or eliminate it if the winner rolled double or it was reduced."""
    if is_doubled:
        play.emit(UnitEliminated(name, "10.4"))
    else:
        lose_step(play, name, "10.4")


def _qualities(state: State, names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(map(state.quality_of, names))


def _judge(state: State, group: AirSet, first_total: int, second_total: int) -> Result:
    """10.4  Return who of a set has won, and who picks among the beaten."""
    sizes = (len(group.first), len(group.second))
    tie_favours = state.edition.air_tie_favours_the_single
    verdict = judge_totals((first_total, second_total), sizes, tie_favours_the_single=tie_favours)
    if verdict is None:
        return Result("", doubled=False, losers=(), chooser="")
    seat = first_assigner(state)
    seats, losers = (seat, other(seat)), (group.second, group.first)
    winner = seats[verdict.winner]
    chooser = winner if verdict.winner_picks else other(winner)
    return Result(winner, verdict.doubled, losers[verdict.winner], chooser)


class SetResult(NamedTuple):
    """Which side of a set won (0 or 1), whether by double, and whether it picks who is lost."""

    winner: int
    doubled: bool
    winner_picks: bool


def judge_totals(
    totals: tuple[int, int], sizes: tuple[int, int], *, tie_favours_the_single: bool
) -> SetResult | None:
    """10.4, 10.5  Return who won: the higher total, or at a tie nobody or the single unit (A-82, A-84).

    The owner picks his loss, but a single unit that beat several picks the enemy's.
    """
    alone = (sizes[0] == 1, sizes[1] == 1)
    if totals[0] == totals[1]:
        if not tie_favours_the_single or alone[0] == alone[1]:
            return None
        winner = 0 if alone[0] else 1
    else:
        winner = 0 if totals[0] > totals[1] else 1
    return SetResult(winner, max(totals) >= 2 * min(totals), alone[winner])


def _is_real_choice(state: State, losers: tuple[str, ...]) -> bool:
    """Return whether it matters which unit is taken: units alike in everything are not asked about."""
    return len(losers) > 1 and len({_alike(state, name) for name in losers}) > 1


def _alike(state: State, name: str) -> tuple[object, ...]:
    counter = state.counter(name)
    return (
        counter.type, counter.quality, counter.strength, counter.reduced_quality,
        counter.reduced_strength, state.units[name].steps, name == FURIOUS_GROUP,
    )  # fmt: skip

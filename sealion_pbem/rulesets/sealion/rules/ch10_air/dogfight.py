"""10.4, 10.5  One set of air units fights: dice and qualities are added, the lower side loses a unit."""

from __future__ import annotations

from typing import NamedTuple

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.events.air import FURIOUS_GROUP, AirSet, AirSetFought
from sealion_pbem.rulesets.sealion.events.general import UnitEliminated
from sealion_pbem.rulesets.sealion.naming import roll_call
from sealion_pbem.rulesets.sealion.rules.ch10_air.loss import lose_step
from sealion_pbem.rulesets.sealion.rules.ch10_air.radar import first_assigner
from sealion_pbem.rulesets.sealion.state import State, other

__all__ = ["fight_set", "take_loss"]


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


def take_loss(play: Play[State], name: str, *, is_doubled: bool) -> None:
    """10.4  The beaten unit is reduced, or eliminated if the winner rolled double or it was reduced."""
    if is_doubled:
        play.emit(UnitEliminated(name, "10.4"))
    else:
        lose_step(play, name, "10.4")


def _qualities(state: State, names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(map(state.quality_of, names))


def _judge(state: State, group: AirSet, first_total: int, second_total: int) -> Result:
    """10.4, 10.5  The higher total wins; a tie is nothing, or favours a single unit (A-82, A-84)."""
    seat = first_assigner(state)
    alone = (len(group.first) == 1, len(group.second) == 1)
    if first_total == second_total:
        if not state.edition.air_tie_favours_the_single or alone[0] == alone[1]:
            return Result("", doubled=False, losers=(), chooser="")
        first_wins = alone[0]
    else:
        first_wins = first_total > second_total
    winner = seat if first_wins else other(seat)
    losers = group.second if first_wins else group.first
    single_won = alone[0] if first_wins else alone[1]
    high, low = max(first_total, second_total), min(first_total, second_total)
    return Result(winner, high >= 2 * low, losers, _chooser(winner, single_won=single_won))


def _chooser(winner: Seat, *, single_won: bool) -> Seat:
    """10.4  The owner picks his loss, but a single unit that beat several picks the enemy's."""
    return winner if single_won else other(winner)


def _is_real_choice(state: State, losers: tuple[str, ...]) -> bool:
    """Return whether it matters which unit is taken: units alike in everything are not asked about."""
    return len(losers) > 1 and len({_alike(state, name) for name in losers}) > 1


def _alike(state: State, name: str) -> tuple[object, ...]:
    counter = state.counter(name)
    return (
        counter.type, counter.quality, counter.strength, counter.reduced_quality,
        counter.reduced_strength, state.units[name].steps, name == FURIOUS_GROUP,
    )  # fmt: skip

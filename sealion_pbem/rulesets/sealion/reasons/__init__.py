"""2.0, 3.1  When an order has its time that does not answer what is asked now, and why not now."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sealion_pbem.engine.ahead import Due, Mistimed, due_at
from sealion_pbem.engine.words import Decision, Order, Seat, Violation
from sealion_pbem.rulesets.sealion.reasons.moment import Moment
from sealion_pbem.rulesets.sealion.reasons.sentences import why, why_never
from sealion_pbem.rulesets.sealion.reasons.tables import BY_DAY
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import first_assigner
from sealion_pbem.rulesets.sealion.sequence import Stage
from sealion_pbem.rulesets.sealion.state import GERMAN, State
from sealion_pbem.rulesets.sealion.timing import number_of, times_of

__all__ = ["mistimed"]

# Kinds of decisions that come between the orders of a stage.
_BETWEEN = frozenset(
    {
        "withhold_submarines", "counterattack", "assign_fighters", "join_sets", "air_loss",
        "defend", "press_attack", "aa_fire", "take_losses", "retreat", "advance", "arrivals",
        "open_parachutists", "seal_parachutists", "breach",
    }
)  # fmt: skip
# What a stage asks first of all, and the orders that come after it.
_BEFORE: Mapping[str, frozenset[str]] = MappingProxyType(
    {"touch_down": frozenset({"withdraw", "done"})}
)


def mistimed(state: State, decision: Decision, order: Order, stage: str) -> Mistimed:
    """2.0, 3.1  Return in which stage of this game turn an order has its time, and why not now."""
    never = why_never(state, decision, order)
    if never is not None:
        return Mistimed(Due.NEVER, lambda: never)
    now, kind, left_out = number_of(state), order.kind, _left_out(state, order.kind)
    possible = times_of(state.edition.sequence, decision.seat, kind, stage)
    given = _times_of_his(state, decision.seat, kind)
    times = tuple([number for number in given if number in possible])
    is_first = decision.kind in _BETWEEN or kind in _BEFORE.get(decision.kind, ())
    due = due_at(now, times, is_interrupted=is_first, left_out=left_out)
    if due is Due.NEVER and now in possible:
        due = Due.OVER

    def say() -> Violation:
        return why(Moment(state, decision, order, stage, now, times, given, left_out), due)

    return Mistimed(due, say)


def _times_of_his(state: State, seat: Seat, kind: str) -> tuple[int, ...]:
    """Return the stages in which a player can give an order as the game is."""
    sequence = state.edition.sequence
    times = times_of(sequence, seat, kind)
    return tuple([n for n in times if _is_his(state, sequence.stages[n], seat, kind)])


def _is_his(state: State, stage: Stage, seat: Seat, kind: str) -> bool:
    """Return whether a player can give an order of a kind that a stage can have, by the state of the game.

    Batteries act by day (7.3), heavy German ones also at night where that is played (14.1), and
    parachutists leave their airbases by day (A-23). Who assigns fighters first does not join sets
    (10.6). Submarines keep out before the first battle is fought (8.1).
    """
    is_now = (stage.step, stage.name) == (state.step, state.stage)
    if kind in BY_DAY and stage.name == "night movement":
        is_heavy = seat == GERMAN and state.edition.heavy_batteries_act_at_night
        return is_heavy and kind != "shift_airborne"
    if kind in ("assign", "join_sets") and is_now:
        return (seat == first_assigner(state)) == (kind == "assign")
    return kind != "withhold" or not is_now


def _left_out(state: State, kind: str) -> frozenset[int]:
    """3.1, A-11  Return the stages that rain leaves out for an order: nobody is fed by air either."""
    if not state.is_rain:
        return frozenset()
    stages = state.edition.sequence.stages
    return frozenset(n for n, stage in enumerate(stages) if not stage.rain or kind == "feed")

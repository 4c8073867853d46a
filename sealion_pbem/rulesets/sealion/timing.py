"""2.0  The timetable of orders: whose they are, and in which stages of a game turn each can be given.

Here stands when an order has its time; why it has none now is said in `reasons`, which is imported when
somebody is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from types import MappingProxyType

from sealion_pbem.engine.ahead import Due, Mistimed, due_at
from sealion_pbem.engine.words import Decision, Order, Seat, Violation
from sealion_pbem.rulesets.sealion.options import OPTIONS
from sealion_pbem.rulesets.sealion.rules.ch04_victory import CHURCHILL
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import first_assigner
from sealion_pbem.rulesets.sealion.sequence import SequenceOfPlay, Stage
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State

__all__ = [
    "BY_DAY",
    "OF_OPTIONS",
    "WHOSE",
    "Reason",
    "is_never_given",
    "is_played",
    "kinds_of",
    "mistimed",
    "number_of",
    "times_of",
]

Reason = tuple[str, str]
"""A rule, and what follows from it."""

WHOSE: Mapping[str, tuple[Seat, str, str]] = MappingProxyType(
    {
        "embark": (GERMAN, "7.9", "only the German has naval transports"),
        "unload": (GERMAN, "7.9", "only the German has naval transports"),
        "couple": (GERMAN, "7.2", "only German submarines carry mines"),
        "lay_mine": (GERMAN, "7.2", "only German submarines carry mines"),
        "shift_airborne": (GERMAN, "7.9", "only the German has airborne units"),
        "airlift": (GERMAN, "11.5", "only the German has airborne units"),
        "land": (GERMAN, "7.4", "only the German lands from the sea"),
        "debark": (GERMAN, "7.6", "only the German lands from the sea"),
        "touch_down": (GERMAN, "11.6", "only the German has airborne units"),
        "withdraw": (GERMAN, "14.6", "the parachutists are German"),
        "send_home": (GERMAN, "13.2", "only the German has transports on air supply"),
        "feed": (GERMAN, "13.2", "only the German has transports on air supply"),
        "evacuate_churchill": (BRITISH, "4.3", "Churchill is British"),
        "arrive": (BRITISH, "5.1", "German reinforcements come to the Convoy box by themselves"),
        "claim": (BRITISH, "14.6", "only the German can have broken 14.6"),
        "waive": (BRITISH, "14.6", "only the German can have broken 14.6"),
    }
)
"""The orders of one player: his seat, a rule, and why."""

_ARRIVALS = ", ".join(OPTIONS[name].name for name in ("command_arrivals", "alternate_setup"))
_FAKES = ("14.6", OPTIONS["fake_parachutists"].name)
OF_OPTIONS: Mapping[str, Reason] = MappingProxyType(
    {
        "fire_aa": ("14.5.1", OPTIONS["aa_brigades"].name),
        "arrive": ("14.3", f"{_ARRIVALS} or {OPTIONS['free_french'].name} by die"),
        "withdraw": _FAKES,
        "claim": _FAKES,
        "waive": _FAKES,
    }
)
"""The orders that only optional rules know: a section, and their names."""

BY_DAY: Mapping[str, Reason] = MappingProxyType(
    {
        "sortie": ("7.3", "batteries do nothing at night"),
        "recall": ("7.3", "batteries do nothing at night"),
        "shift_airborne": ("7.9", "airborne units leave their base at the start of a turn (A-23)"),
    }
)
"""Orders of naval movement that are not given at night, and why."""

_ON_A_BREACH = frozenset({"claim", "waive"})
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
    if is_never_given(state, decision.seat, order.kind):
        return Mistimed(Due.NEVER, partial(_why_never, state, decision, order))
    now, kind, left_out = number_of(state), order.kind, _left_out(state, order.kind)
    possible = times_of(state.edition.sequence, decision.seat, kind, stage)
    given = _times_of_his(state, decision.seat, kind)
    times = tuple([number for number in given if number in possible])
    is_first = decision.kind in _BETWEEN or kind in _BEFORE.get(decision.kind, ())
    due = due_at(now, times, is_interrupted=is_first, left_out=left_out)
    if due is Due.NEVER and now in possible:
        due = Due.OVER

    def say() -> Violation:
        from sealion_pbem.rulesets.sealion.reasons.moment import Moment  # noqa: PLC0415 - seldom said
        from sealion_pbem.rulesets.sealion.reasons.sentences import why  # noqa: PLC0415 - seldom said

        return why(Moment(state, decision, order, stage, now, times, given, left_out), due)

    return Mistimed(due, say)


def _why_never(state: State, decision: Decision, order: Order) -> Violation:
    from sealion_pbem.rulesets.sealion.reasons.sentences import why_never  # noqa: PLC0415 - seldom said

    return why_never(state, decision, order)


def is_never_given(state: State, seat: Seat, kind: str) -> bool:
    """Return whether a player cannot give a kind of order in this game at all, or not any more."""
    if not is_played(state, kind) or (kind in WHOSE and WHOSE[kind][0] != seat):
        return True
    return kind == "evacuate_churchill" and not state.is_in_play(CHURCHILL)


def is_played(state: State, kind: str) -> bool:
    """14.0  Return whether an order is known to all games, or to an optional rule that is in play."""
    if kind not in OF_OPTIONS:
        return True
    edition = state.edition
    if kind == "arrive":
        return edition.has_arrivals
    return edition.aa_units_fire if kind == "fire_aa" else edition.parachutists_may_be_fake


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


def kinds_of(stage: Stage, seat: Seat) -> frozenset[str]:
    """2.0  Return the kinds of orders that a player can give in a stage, his own or the other's.

    A breach of 14.6, which only the German can commit, can be found in every step.
    """
    kinds = stage.own if stage.seat == seat else stage.opposing
    return kinds | _ON_A_BREACH if stage.step and seat != GERMAN else kinds


def number_of(state: State) -> int:
    """2.0  Return the place of the present stage in the sequence of play."""
    return state.edition.sequence.numbers[state.step, state.stage]


@cache
def times_of(sequence: SequenceOfPlay, seat: Seat, kind: str, name: str = "") -> tuple[int, ...]:
    """2.0  Return the places of the stages in which a player can give an order, of one name or of any."""
    return tuple(
        sequence.numbers[stage.step, stage.name]
        for stage in sequence.called(name)
        if kind in kinds_of(stage, seat)
    )

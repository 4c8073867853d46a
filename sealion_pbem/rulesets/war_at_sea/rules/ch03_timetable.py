"""3.0, P.4, P.5  When orders have their time, so that a file can go on over several steps."""

from __future__ import annotations

from functools import partial

from sealion_pbem.engine.ahead import Due, Mistimed, due_at
from sealion_pbem.engine.words import Decision, Order, Violation, wrong_kind
from sealion_pbem.rulesets.war_at_sea.rules.ch03_sequence import ATTACK_STEPS
from sealion_pbem.rulesets.war_at_sea.settings import SEATS
from sealion_pbem.rulesets.war_at_sea.words.state import State

__all__ = ["mistimed", "said_stage"]


_STAGE_OF = {
    "choose_end": "deploy", "deploy": "deploy", "move": "sea_move", "smoke": "sea_move",
    "flights": "flights", "fly": "air_mission", "air_return": "air_return",
    **{step: step for step in ATTACK_STEPS},
}  # fmt: skip
_SETUP = ("choose_end", "deploy")
_DONE_IN = ("sea_move", "air_mission", *ATTACK_STEPS, "air_return")


def said_stage(step: str) -> str:
    """Return a step as orders name it; in a sheet it is a heading, and must not read like an order."""
    return {"flights": "flight plans", "open_flights": "plans shown"}.get(
        step, step.replace("_", " ")
    )


def mistimed(state: State, decision: Decision, order: Order, stage: str) -> Mistimed:
    """3.0  Say when an order has its time that does not answer what is asked."""
    given = _times_of(state, decision.seat, order.kind)
    times = [time for time in given if not stage or said_stage(_NAMED[time]) == stage]
    now = _time(state, decision.seat)
    is_before = decision.kind in ("open_fleet", "choose_end") and order.kind in _SETUP
    due = due_at(now, times, is_interrupted=is_before)
    return Mistimed(due, partial(_why_not_now, state, decision, order.kind, due))


_NAMED = (
    *("fleet", "deploy", "sea_move", "flights", "sea_move", "flights", "open_flights"),
    *("air_mission", *(step for step in (*ATTACK_STEPS, "air_return") for _ in SEATS)),
)
"""The stage of each time of a turn: both players' steps, the first player's before the second's."""


def _times_of(state: State, seat: str, kind: str) -> list[int]:
    """Return the times of a turn in which a seat can give an order of a kind."""
    if _why_never(state, seat, kind):
        return []
    names = _DONE_IN if kind == "done" else (_STAGE_OF.get(kind, ""),)
    times = [time for time, name in enumerate(_NAMED) if name in names]
    is_second = seat != state.first if state.first else None
    return [t for t in times if is_second is None or _is_second(t) in (is_second, None)]


def _why_never(state: State, seat: str, kind: str) -> str:
    """P.3, R-18  Return why nothing in a turn asks a seat for a kind of order, "" if something may."""
    has_plans = state.settings.air_missions == "plans"
    if kind == "fly" and has_plans:
        return "Aircraft are placed by flight plans (R-18)"
    if kind == "flights" and not has_plans:
        return "Aircraft are placed one by one, with fly (R-18)"
    if kind == "flights" and seat == state.first:
        return "the first player of the turn seals his flights"
    return ""


def _is_second(time: int) -> bool | None:
    """Return whether a time is the second player's; None if it is anybody's."""
    name = _NAMED[time]
    if name in ("fleet", "deploy", "air_mission"):
        return None
    if name == "open_flights":
        return False
    return time > _NAMED.index(name)


def _time(state: State, seat: str) -> int:
    """Return where in a turn the game is, for the seat that is asked."""
    step = {"open_fleet": "deploy"}.get(state.step, state.step)
    times = [time for time, name in enumerate(_NAMED) if name == step]
    return times[-1] if seat != state.first and len(times) > 1 else times[0]


def _why_not_now(state: State, decision: Decision, kind: str, due: Due) -> Violation:
    """Say why an order is not for now, and what is asked."""
    if due is Due.HERE:
        return wrong_kind(decision, kind)
    asked = f"asked is: {decision.prompt}; this answers it: {', '.join(sorted(decision.accepts))}"
    stage = _STAGE_OF.get(kind, "the step that it ends").replace("_", " ")
    never = _why_never(state, decision.seat, kind)
    if never:
        text = f"nothing asks for {kind}: {never}; {asked}"
        return Violation("3.0", "not_called_for", text, "/kind")
    if due is Due.NEVER:
        text = f"{kind} has no time in the stage that it names; {asked}"
        return Violation("3.0", "other_stage", text, "/stage")
    if due is Due.UNASKED:
        return Violation("3.0", "not_called_for", f"nothing asks for {kind} now; {asked}", "/kind")
    when, code = ("comes later", "not_yet") if due is Due.LATER else ("is over", "over")
    text = f"{stage}, in which {kind} has its time, {when} in turn {state.turn}; {asked}"
    return Violation("3.0", code, text, "/kind")

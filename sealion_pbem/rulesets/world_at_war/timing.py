"""R-2  When an order has its time in a game turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sealion_pbem.engine.ahead import Due, Mistimed, due_at
from sealion_pbem.engine.words import Decision, Order, Violation, wrong_kind
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import AXIS

__all__ = ["LAPSING", "STAGES", "mistimed"]

_STEPS = (
    *("setup", "prepare", "move", "announce", "das", "intercept", "drops", "landing", "resolve"),
    *("exploit", "announce_2", "das_2", "intercept_2", "drops_2", "landing_2", "resolve_2"),
    *("attrition", "construct", "redeploy"),
)
STAGES = (*_STEPS[:9], "exploit", "attrition", "construct", "redeploy")
"""The steps of a player turn by which an order may name its time."""
LAPSING = frozenset({"done"})
_COMBAT = {
    "attack": ("announce",), "intercept": ("intercept",), "drop": ("drops",),
    "escort": ("landing",), "resolve": ("resolve",), "exchange": ("resolve", "attrition"),
    "keep": ("resolve", "attrition"), "go_on": ("resolve",), "break_off": ("resolve",),
    "advance": ("resolve",), "lose": ("move", "skies", "landing", "resolve", "exploit"),
}  # fmt: skip
_OWN = {
    "set_up": ("setup",), "declare": ("prepare",), "stage": ("prepare",),
    "place_base": ("prepare",), "eliminate": ("prepare", "redeploy"), "move": ("move",),
    "overrun": ("move", "exploit"), "overrun_intercept": ("move", "exploit"),
    "exploit": ("exploit",), "attrition": ("attrition",), "occupy": ("attrition",),
    "build": ("construct",), "redeploy": ("redeploy",),
    "remove_excess": ("move", "redeploy"),
}  # fmt: skip
_OTHER = {
    "das": ("das",), "overrun_das": ("move", "exploit"), "intercept_drop": ("landing",),
    "exchange": ("resolve",), "keep": ("resolve",), "lose_counters": ("attrition",),
    "retreat": ("attrition",), "lose": ("move", "skies", "landing", "resolve", "exploit"),
}  # fmt: skip


def mistimed(state: State, decision: Decision, order: Order, stage: str) -> Mistimed:
    """R-2  Say in which step an order has its time: one's own player turn, or the other's."""
    kind = order.kind
    own, other = (tuple(_named(many, stage)) for many in _steps_of(kind))
    times = [*_times(state, decision, own, is_own=True)]
    times += _times(state, decision, other, is_own=False)
    now = _time(state, state.active == AXIS, state.step, state.phase)
    due = due_at(now, times, is_interrupted=_is_interrupted(state))
    return Mistimed(due, partial(_why_not_now, state, decision, kind, due))


def _named(steps: tuple[str, ...], stage: str) -> Iterator[str]:
    """Return the steps of an order that it can mean: all of its kind, or the one that it names."""
    return (step for step in steps if not stage or step == stage)


def _why_not_now(state: State, decision: Decision, kind: str, due: Due) -> Violation:
    """R-2  Say why an order does not answer what is asked now."""
    if due is Due.HERE:
        return wrong_kind(decision, kind)
    steps = _steps_of(kind)
    when = {Due.LATER: "comes later", Due.OVER: "is over"}.get(due, "has not come up")
    codes = {Due.LATER: "not_yet", Due.OVER: "over", Due.NEVER: "other_stage"}
    names = " or ".join(dict.fromkeys((*steps[0], *steps[1]))) or "no step"
    accepted = ", ".join(sorted(decision.accepts))
    whose = "your own" if decision.seat == state.active else "the other's"
    text = (
        f"{kind} has its time in {names}, which {when} in turn {state.turn}; it is {whose} player "
        f"turn and asked is: {decision.prompt}; this answers it: {accepted}"
    )
    at = "/stage" if due is Due.NEVER else "/kind"
    return Violation("R-2", codes.get(due, "not_called_for"), text, at)


def _steps_of(kind: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if kind == "done":
        return _STEPS, ("das", "landing", "move", "exploit")
    return (*_OWN.get(kind, ()), *_COMBAT.get(kind, ())), _OTHER.get(kind, ())


def _times(state: State, decision: Decision, steps: tuple[str, ...], *, is_own: bool) -> list[int]:
    """Return the numbers of steps in a game turn: in the player turn of a seat, or of the other."""
    is_axis = (decision.seat == AXIS) == is_own
    phases = ("regular", "exploitation")
    return [_time(state, is_axis, step, phase) for step in steps for phase in phases]


def _time(_: State, is_axis: bool, step: str, phase: str) -> int:  # noqa: FBT001 - a half of a turn
    name = "intercept" if step == "skies" else step
    later = f"{name}_2"
    name = later if phase == "exploitation" and later in _STEPS else name
    place = _STEPS.index(name) if name in _STEPS else len(_STEPS)
    return place + (0 if is_axis else len(_STEPS) + 1)


def _is_interrupted(state: State) -> bool:
    tasks = (state.rush, state.fight, state.attrition)
    return bool(state.demands) or any(task is not None for task in tasks)

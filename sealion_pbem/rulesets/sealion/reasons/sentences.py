"""Why an order does not answer: the true reason, the rule that gives it, and what would be possible.

The rule of the pending question is cited only where that question is the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sealion_pbem.engine.ahead import Due
from sealion_pbem.engine.words import Decision, Order, Violation
from sealion_pbem.rulesets.sealion.reasons import tables as t
from sealion_pbem.rulesets.sealion.reasons.moment import Moment, asked, listed, said, words
from sealion_pbem.rulesets.sealion.rules.ch14_options.arrivals import Arrive, why_not_due
from sealion_pbem.rulesets.sealion.sequence import Stage
from sealion_pbem.rulesets.sealion.state import State, other
from sealion_pbem.rulesets.sealion.timing import BY_DAY, OF_OPTIONS, WHOSE, is_played, kinds_of
from sealion_pbem.rulesets.sealion.unknown import unknown_unit

__all__ = ["why", "why_never"]

_LAST_GERMAN_STEP = 8
# A breach can be found in every stage: no list of what a stage takes names its answers.
_ON_A_BREACH = frozenset({"claim", "waive"})
_SET_UP = frozenset({"german set-up", "british set-up", "step 0"})


def why_never(state: State, decision: Decision, order: Order) -> Violation:
    """Say why a player cannot give an order that `is_never_given`."""
    kind = order.kind
    if not is_played(state, kind):
        rule, names = OF_OPTIONS[kind]
        text = f"{kind} needs an optional rule, {names}, that is not played in this game"
        if not state.edition.has_optional_rules:
            rule = "2.0"
            text = f"{kind} needs an optional rule of the Deluxe, {names}; this edition has none"
        return Violation(rule, "not_played", f"{text}; {asked(decision, kind)}", "/kind")
    if kind in WHOSE and WHOSE[kind][0] != decision.seat:
        seat, rule, reason = WHOSE[kind]
        text = f"{kind} is an order of the {seat} player: {reason}; {asked(decision, kind)}"
        return Violation(rule, "other_player", text, "/kind")
    rule, how = ("4.2", "was lost") if state.churchill == "lost" else ("4.3", "has left")
    text = f"Churchill {how} and cannot be evacuated any more; {asked(decision, kind)}"
    return Violation(rule, "churchill_gone", text, "/kind")


def why(moment: Moment, due: Due) -> Violation:
    """Return why an order does not answer now, by when it has its time."""
    return _WHY[due](moment)


def _why_first(moment: Moment) -> Violation:
    """Say that the pending question comes before the other orders of the stage."""
    text = f"{moment.kind} waits for the answer to another question; {moment.asked}"
    return Violation(moment.decision.rule, "answer_first", text, moment.at)


def _why_unasked(moment: Moment) -> Violation:
    """Say of an order of this stage why nothing asks for it: nobody has to, or nobody can."""
    order, state = moment.order, moment.state
    if isinstance(order, Arrive) and order.unit not in state.units:
        found = unknown_unit(state, order.unit, "/unit")
    elif isinstance(order, Arrive):
        found = why_not_due(state, order.unit)
    elif moment.now in moment.left_out:
        text = f"nobody is fed by air in rain (A-11), and it rains in turn {state.turn}"
        found = Violation("3.1", "rain", text, "/kind")
    else:
        rule, reason = t.UNASKED[moment.kind]
        found = Violation(rule, "not_called_for", reason, "/kind")
    return Violation(found.rule, found.code, f"{found.text}; {moment.asked}", found.at)


def _why_not_yet(moment: Moment) -> Violation:
    """2.1, 2.2  Say of what comes later when that is, and what comes first."""
    stage = next(
        moment.stages[n] for n in moment.times if n > moment.now and n not in moment.left_out
    )
    found = _why_not_in_this_stage(moment)
    if found is not None:
        is_sure = moment.kind not in ("done", "assign", "join_sets")
        later = f"; yours comes in {said(stage)}" if is_sure else ""
        text = f"{found.text}{later}; {moment.asked}"
        return Violation(found.rule, found.code, text, moment.at)
    text = f"{moment.kind} has its time in {said(stage)}, which comes later: {moment.here}"
    return Violation(
        _rule_of(moment.kind, stage), "not_yet", f"{text}; {_first(moment)}", moment.at
    )


def _why_over(moment: Moment) -> Violation:
    """2.1, 2.2, 3.1  Say of what cannot come any more in this game turn whether rain is the reason."""
    found = _why_not_in_this_stage(moment)
    if found is not None:
        return Violation(found.rule, found.code, f"{found.text}; {moment.asked}", moment.at)
    every, turn = moment.stages, moment.state.turn
    skipped = [every[n] for n in moment.times if n in moment.left_out]
    played = [every[n] for n in moment.times if n not in moment.left_out]
    what = f"{moment.kind} has its time in"
    if skipped:
        over = f", and {listed(played)} is over" if played else ""
        text = f"{what} {listed(skipped)}, which is left out in turn {turn} because of rain{over}"
        return Violation("3.1", "rain", f"{text}; {_again(moment)}{moment.asked}", moment.at)
    last = played[-1]
    ends = t.ENDS_BY_ITSELF.get(last.name, "")
    by_itself = f" (it ends by itself when {ends})" if ends else ""
    text = f"{what} {said(last)}, which is over{by_itself}: {moment.here}"
    return Violation(
        _rule_of(moment.kind, last), "over", f"{text}; {_again(moment)}{moment.asked}", moment.at
    )


def _why_not_in_this_stage(moment: Moment) -> Violation | None:
    """Say why a stage goes on that takes no `done`, or that an order is the other player's in it."""
    kind, stage = moment.kind, moment.stage
    if stage not in moment.called:
        return None
    if kind == "done" and stage.name in t.NOT_ENDED:
        rule, reason = t.NOT_ENDED[stage.name]
        return Violation(rule, "must_be_resolved", f"done does not end {said(stage)}: {reason}")
    if kind == "withhold" and kind in kinds_of(stage, moment.seat):
        text = f"the battles of {said(stage)} have begun, and submarines keep out before that"
        return Violation("8.1", "battle_has_begun", text)
    if kind in t.ROLES and kind in kinds_of(stage, moment.seat) | kinds_of(
        stage, other(moment.seat)
    ):
        rule, reason = t.ROLES[kind]
        return Violation(rule, "other_player", f"{kind} is not yours in {said(stage)}: {reason}")
    return None


def _why_wrong_stage(moment: Moment) -> Violation:
    """2.1, 2.2  Say of a stage that an order names whose it is and what is ordered in it."""
    seat, kind, called = moment.seat, moment.kind, moment.called
    rule, text = _rule_of_step(called[0]), f"nobody is asked in {moment.named}"
    yours, theirs = (
        frozenset[str]().union(*(kinds_of(stage, who) for stage in called)) - _ON_A_BREACH
        for who in (seat, other(seat))
    )
    if kind in yours:
        rule, reason = BY_DAY[kind]
        text = f"{kind} is no order of {moment.named}: {reason}"
    elif kind in theirs:
        reason = t.ROLES[kind][1] if kind in t.ROLES else f"it is the {other(seat)} player's"
        text = f"{kind} is not yours in {moment.named}: {reason}"
    elif yours:
        text = f"{kind} is no order of {moment.named}; yours there: {words(yours)}"
    elif theirs:
        text = f"you are not asked in {moment.named}, where the {other(seat)} player is"
    given = listed(moment.stages[number] for number in moment.given)
    when = "when a breach is found" if kind in _ON_A_BREACH else f"in {given}"
    return Violation(rule, "other_stage", f"{text}; {kind} has its time {when}", "/stage")


_WHY: Mapping[Due, Callable[[Moment], Violation]] = MappingProxyType(
    {
        Due.HERE: _why_first,
        Due.UNASKED: _why_unasked,
        Due.LATER: _why_not_yet,
        Due.OVER: _why_over,
        Due.NEVER: _why_wrong_stage,
    }
)


def _rule_of(kind: str, stage: Stage) -> str:
    """Return the section by which an order has its time in a stage."""
    return t.OWN_RULES.get(kind) or _rule_of_step(stage)


def _rule_of_step(stage: Stage) -> str:
    if not stage.step:
        return "5.0"
    return "2.1" if stage.step <= _LAST_GERMAN_STEP else "2.2"


def _first(moment: Moment) -> str:
    """Say what must be done before a later stage comes."""
    if moment.kind in moment.decision.accepts:
        return f"to give it now, name no stage or {moment.stage.name!r}"
    if "done" in moment.decision.accepts:
        return f"done ends {said(moment.stage)}; {moment.asked}"
    return moment.asked


def _again(moment: Moment) -> str:
    """Say how an order is meant for the next game turn, where there is one."""
    if moment.kind not in t.PLANNED or moment.named in _SET_UP:
        return ""
    if moment.state.turn >= moment.state.edition.last_turn:
        return "this is the last game turn; "
    return f'for the next game turn write "turn": {moment.state.turn + 1} beside it; '

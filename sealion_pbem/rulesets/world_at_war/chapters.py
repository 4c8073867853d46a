"""Every order with its form and what carries it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sealion_pbem.engine.form import Form
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.rules import (
    ch10_airborne,
    ch12_stacking,
    ch13_movement,
    ch13_overrun,
    ch14_attrition,
    ch14_effects,
    ch14_retreats,
    ch15_advance,
    ch15_announce,
    ch15_combat,
    ch15_losses,
    ch15_skies,
    ch16_exploitation,
    r01_turn,
    r14_politics,
    r20_bases,
    r44_construction,
    r48_redeployment,
)
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.unknown import absent_from

__all__ = ["FORMS", "OBEYS"]


def _exchange(play: Play[State], order: o.Exchange) -> None:
    """14.44, 15.53, 15.55  The other result is taken, of an attrition or of an attack."""
    if play.state.attrition is not None:
        ch14_effects.obey_exchange_counters(play, order)
    else:
        ch15_combat.obey_exchange(play, order)


def _keep(play: Play[State], order: o.Keep) -> None:
    """14.44, 15.53, 15.55  A result is left as it is."""
    if play.state.attrition is not None:
        ch14_effects.obey_keep_counters(play, order)
    else:
        ch15_combat.obey_keep(play, order)


def _refuse_done(state: State) -> Iterator[Violation]:
    return iter(r01_turn.refuse_done(state))


_CHAPTERS: Mapping[type[Any], tuple[Form[State], Callable[[Play[State], Any], None]]] = {
    o.Done: (Form(o.Done, refuse=_refuse_done), r01_turn.obey_done),
    o.PlaceUnit: (r14_politics.SETUP_FORM, r14_politics.obey_set_up),
    o.Declare: (r14_politics.DECLARE_FORM, r14_politics.obey_declare),
    o.Eliminate: (ch13_movement.ELIMINATE_FORM, ch13_movement.obey_eliminate),
    o.Stage: (r20_bases.STAGE_FORM, r20_bases.obey_stage),
    o.PlaceBase: (r20_bases.BASE_FORM, r20_bases.obey_place_base),
    o.March: (ch13_movement.MOVE_FORM, ch13_movement.obey_march),
    o.Overrun: (ch13_overrun.OVERRUN_FORM, ch13_overrun.obey_overrun),
    o.OverrunDas: (ch13_overrun.OVERRUN_DAS_FORM, ch13_overrun.obey_overrun_das),
    o.OverrunIntercept: (
        ch13_overrun.OVERRUN_INTERCEPT_FORM,
        ch13_overrun.obey_overrun_intercept,
    ),
    o.Announce: (ch15_announce.ATTACK_FORM, ch15_announce.obey_attack),
    o.Das: (ch15_skies.DAS_FORM, ch15_skies.obey_das),
    o.Intercept: (ch15_skies.INTERCEPT_FORM, ch15_skies.obey_intercept),
    o.DropOn: (ch10_airborne.DROP_FORM, ch10_airborne.obey_drop),
    o.InterceptDrop: (ch10_airborne.INTERCEPT_DROP_FORM, ch10_airborne.obey_intercept_drop),
    o.Escort: (ch10_airborne.ESCORT_FORM, ch10_airborne.obey_escort),
    o.Resolve: (ch15_combat.RESOLVE_FORM, ch15_combat.obey_resolve),
    o.Exchange: (Form(o.Exchange), _exchange),
    o.Keep: (Form(o.Keep), _keep),
    o.Lose: (ch15_losses.LOSE_FORM, ch15_losses.obey_lose),
    o.GoOn: (Form(o.GoOn), ch15_combat.obey_go_on),
    o.BreakOff: (Form(o.BreakOff), r01_turn.obey_break_off),
    o.AdvanceInto: (ch15_advance.ADVANCE_FORM, ch15_advance.obey_advance),
    o.Exploit: (ch16_exploitation.EXPLOIT_FORM, ch16_exploitation.obey_exploit),
    o.AttritionBy: (ch14_attrition.ATTRITION_FORM, ch14_attrition.obey_attrition),
    o.LoseCounters: (ch14_effects.COUNTERS_FORM, ch14_effects.obey_counters),
    o.Occupy: (ch14_effects.OCCUPY_FORM, ch14_effects.obey_occupy),
    o.RetreatTo: (ch14_retreats.RETREAT_FORM, ch14_retreats.obey_retreat),
    o.Build: (r44_construction.BUILD_FORM, r44_construction.obey_build),
    o.Redeploy: (r48_redeployment.REDEPLOY_FORM, r48_redeployment.obey_redeploy),
    o.RemoveExcess: (ch12_stacking.EXCESS_FORM, ch12_stacking.obey_remove_excess),
}
FORMS: Mapping[str, Form[State]] = {
    form.kind: replace(form, admit=absent_from) for form, _ in _CHAPTERS.values()
}
OBEYS: Mapping[type[Any], Callable[[Play[State], Any], None]] = {
    order: obey for order, (_, obey) in _CHAPTERS.items()
}

"""Behind the front: declarations, staging, building and redeployment."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.words import Order
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.rules.ch12_stacking import is_crowded
from sealion_pbem.rulesets.world_at_war.rules.r14_politics import DECLARE_FORM
from sealion_pbem.rulesets.world_at_war.rules.r20_bases import STAGE_FORM
from sealion_pbem.rulesets.world_at_war.rules.r44_construction import buildable, payers, sites
from sealion_pbem.rulesets.world_at_war.rules.r48_redeployment import REDEPLOY_FORM, ways_of
from sealion_pbem.rulesets.world_at_war.staff.judgement import (
    MOST_OUT_OF_A_HEX,
    goals_of,
    held_by_enemy,
    soldiers,
)
from sealion_pbem.rulesets.world_at_war.staff.marching import Look
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import AXIS

__all__ = ["building", "preparations", "redeployments"]

_BUILT = {
    AXIS: ("armor", "infantry", "airborne", "air", "replacement"),
    "allies": ("infantry", "mech", "armor", "air", "replacement", "partisan"),
}
_FAR = 3


def preparations(look: Look) -> Iterator[Order]:
    """R-14, R-20  Declare war on whoever lies in the way, and bring the wings up."""
    state = look()
    if state.active == AXIS:
        for nation in sorted(state.neutral):
            draft = {"nation": nation}
            for payer in [c.value for c in DECLARE_FORM.choices(state, draft, "payer")][:1]:
                order = o.Declare(nation, payer)
                if not any(DECLARE_FORM.check(look(), order)):
                    yield order
    for wing in [c.value for c in STAGE_FORM.choices(look(), {}, "unit")]:
        yield from _staging(look(), wing)


def _staging(state: State, wing: str) -> Iterator[Order]:
    focus = _focus(state)
    if not focus or state.counter(wing).arm == "transport":
        return
    here = state.place_of(wing)
    bases = [c.value for c in STAGE_FORM.choices(state, {"unit": wing}, "hex")]
    safe = [n for n in bases if not _is_exposed(state, n)]
    best = min(safe, key=lambda n: (distance(n, focus), n), default=here)
    if distance(best, focus) < distance(here, focus):
        order = o.Stage(wing, best)
        if not any(STAGE_FORM.check(state, order)):
            yield order


def _is_exposed(state: State, number: str) -> bool:
    board = state.table.board
    return any(state.ground_at(n, state.passive) for n in board.beside[number])


def _focus(state: State) -> str:
    """Return the hex about which the war is: the goal that is worth most."""
    goals = held_by_enemy(state, AXIS) or goals_of(state)
    return max(goals, key=lambda n: (goals[n], n), default="")


def building(state: State) -> Order:
    """R-43  Build what a side lacks most, as near to the front as it can stand."""
    focus, can = _focus(state), buildable(state)
    for arm in _BUILT[state.active]:
        for unit in can:
            if state.counter(unit).arm == arm:
                hexes = sites(state, unit)
                best = min(hexes, key=lambda n: (distance(n, focus) if focus else 0, n))
                return o.Build(unit, best, payers(state, unit)[0])
    return o.Done()


def redeployments(look: Look) -> Iterator[Order]:
    """R-48  Bring up who stands too far behind."""
    focus = _focus(look())
    if not focus:
        return
    for unit in soldiers(look(), look().active):
        state = look()
        here = state.place_of(unit)
        guards = (
            here in goals_of(state)
            and len(state.ground_at(here, state.active)) <= MOST_OUT_OF_A_HEX
        )
        if distance(here, focus) <= _FAR or guards or state.counter(unit).arm == "partisan":
            continue
        places = [
            n for n in ways_of(state, unit) if not is_crowded(state, n, state.active, (unit,))
        ]
        best = min(places, key=lambda n: (distance(n, focus), n), default=here)
        order = o.Redeploy(unit, best)
        if distance(here, focus) - distance(best, focus) > 1 and not any(
            REDEPLOY_FORM.check(state, order)
        ):
            yield order

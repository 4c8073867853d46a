"""15.1, R-29  What flies to an attack: defensive air support, interception, flak."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.events.combat import (
    AttackReady,
    DasGiven,
    InterceptionOrdered,
)
from sealion_pbem.rulesets.world_at_war.rules.ch15_announce import attack_on
from sealion_pbem.rulesets.world_at_war.rules.ch15_losses import air_items, demand_losses
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import defenders
from sealion_pbem.rulesets.world_at_war.rules.r20_air import (
    ANY_NUMBER,
    Aim,
    fight_in_the_air,
    fire_flak,
    ready_wings,
    some_wings,
    wings_member,
)
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.task import Attack, Demand, Need

__all__ = [
    "DAS_FORM",
    "INTERCEPT_FORM",
    "das_aim",
    "das_hexes",
    "intercept_hexes",
    "judge_skies",
    "obey_das",
    "obey_intercept",
    "refuse_das_hex",
    "refuse_intercept_hex",
]


def das_hexes(state: State) -> list[str]:
    """15.1, 11.46  Return the attacked hexes to which defensive air support can still fly."""
    found = []
    for number in chain.from_iterable(attack.hexes for attack in state.attacks):
        aim = das_aim(state, {"hex": number})
        if aim and aim.most > 0 and ready_wings(state, aim.seat, aim.hexes, aim.faction):
            found.append(number)
    return found


def das_aim(state: State, draft: Draft) -> Aim | None:
    """R-22, R-15, 11.46  Return how much defensive air support may fly to a hex."""
    number = draft.get("hex", "")
    attack = attack_on(state, number)
    if attack is None:
        return None
    units = [
        u for u in defenders(state, attack.hexes, state.active)
        if state.counter(u).arm != "partisan"
    ]  # fmt: skip
    most = sum(state.counter(unit).factor for unit in units) - sum(attack.das.values())
    factions = {state.faction_of(unit) for unit in units}
    alone = next((f for f in sorted(factions) if f in state.independent), "")
    return Aim(state.passive, (number,), most, faction=alone)


def refuse_das_hex(state: State, _: Draft, number: str) -> Iterator[Violation]:
    """15.1  Return why no defensive air support flies to a hex."""
    if number not in das_hexes(state):
        known = ", ".join(das_hexes(state)) or "none"
        text = f"no support can fly to {number}: not attacked, or no wing left; these: {known}"
        yield Violation("15.1", "not_attacked", text)


def _das_choices(state: State, draft: Draft) -> Iterator[Choice]:
    if "hex" not in draft:
        for number in das_hexes(state):
            yield Choice("hex", number, state.table.board.name(number), rule="15.1")


DAS_FORM: Form[State] = Form(
    o.Das,
    (
        Member("hex", Shape.ONE, refuse_das_hex, _das_choices),
        wings_member("wings", das_aim, "R-22", "hex"),
    ),
    some_wings("15.1", "hex"),
)


def obey_das(play: Play[State], order: o.Das) -> None:
    """15.1  Let wings come to the defence."""
    play.emit(DasGiven(order.hex, order.wings))


def intercept_hexes(state: State) -> list[str]:
    """15.1  Return the attacked hexes over which defensive air support can be intercepted."""
    return [
        attack.hexes[0]
        for attack in state.attacks
        if attack.das and ready_wings(state, state.active, attack.hexes)
    ]


def _intercept_aim(state: State, draft: Draft) -> Aim | None:
    attack = attack_on(state, draft.get("hex", ""))
    return Aim(state.active, attack.hexes, ANY_NUMBER) if attack and attack.das else None


def refuse_intercept_hex(state: State, _: Draft, number: str) -> Iterator[Violation]:
    """15.1, R-29  Return why nothing is intercepted over a hex."""
    if number not in intercept_hexes(state):
        known = ", ".join(intercept_hexes(state)) or "none"
        text = f"nothing can be intercepted over {number}; these: {known}"
        yield Violation("15.1", "nothing_there", text)


def _intercept_choices(state: State, draft: Draft) -> Iterator[Choice]:
    if "hex" not in draft:
        for number in intercept_hexes(state):
            yield Choice("hex", number, state.table.board.name(number), rule="15.1")


INTERCEPT_FORM: Form[State] = Form(
    o.Intercept,
    (
        Member("hex", Shape.ONE, refuse_intercept_hex, _intercept_choices),
        wings_member("wings", _intercept_aim, "15.1", "hex"),
    ),
    some_wings("15.1", "hex"),
)


def obey_intercept(play: Play[State], order: o.Intercept) -> None:
    """15.1  Let wings set upon the defensive air support."""
    play.emit(InterceptionOrdered(order.hex, order.wings))


def judge_skies(play: Play[State], attack: Attack) -> None:
    """R-23, R-25, R-29  Judge what flies to an attack: interception, then flak."""
    state, where = play.state, attack.hexes[0]
    demands = []
    if attack.interceptors and attack.das:
        fought = fight_in_the_air(play, where, attack.interceptors, attack.das)
        for seat, role, wings, side in (
            (state.active, "attack", attack.interceptors, 0),
            (state.passive, "defense", attack.das, 1),
        ):
            need, items = (Need(0, fought.losses[side]),), air_items(state, wings)
            demands.append(Demand(seat, role, "air", where, need, items, fought.aborts[side]))
    if attack.support:
        for number in attack.hexes:
            if fire_flak(play, number):
                items = air_items(state, attack.support)
                demands.append(Demand(state.active, "attack", "flak", number, (Need(0, 1),), items))
                break
    for demand in demands:
        demand_losses(play, demand)
    play.emit(AttackReady(where))

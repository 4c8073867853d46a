"""10.5  Airborne units: drops, and what meets them in the air."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat, Violation
from sealion_pbem.hexes.grid import distance
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.events.combat import StageEnded
from sealion_pbem.rulesets.world_at_war.events.drops import (
    DropLanded,
    DropOrdered,
    DropsHunted,
    DropTurnedBack,
)
from sealion_pbem.rulesets.world_at_war.events.general import UnitLost
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import ctl
from sealion_pbem.rulesets.world_at_war.rules.ch12_stacking import room_for
from sealion_pbem.rulesets.world_at_war.rules.ch13_movement import occupy
from sealion_pbem.rulesets.world_at_war.rules.ch15_announce import attack_on, only_partisans
from sealion_pbem.rulesets.world_at_war.rules.ch15_losses import air_items, demand_losses
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import Odds, defenders, reckon
from sealion_pbem.rulesets.world_at_war.rules.r19_costs import pay, refuse_cost
from sealion_pbem.rulesets.world_at_war.rules.r20_air import (
    ANY_NUMBER,
    RANGE,
    Aim,
    fight_in_the_air,
    fire_flak,
    is_base,
    ready_wings,
    some_wings,
    wings_member,
)
from sealion_pbem.rulesets.world_at_war.rules.r50_winter import drop_winter
from sealion_pbem.rulesets.world_at_war.state import FULL, State
from sealion_pbem.rulesets.world_at_war.task import Demand, Need

__all__ = [
    "DROP_FORM",
    "ESCORT_FORM",
    "INTERCEPT_DROP_FORM",
    "can_escort",
    "can_hunt",
    "drop_hex",
    "droppers",
    "judge_landing",
    "obey_drop",
    "obey_escort",
    "obey_intercept_drop",
]

_TRAINED = 2


def refuse_dropper(state: State, _: Draft, unit: str) -> Iterator[Violation]:
    """10.42, 10.53, 10.53B, 10.53D  Return why an airborne unit does not drop."""
    known = state.units.get(unit)
    if known is None or not known.is_on_map or state.seat_of(unit) != state.active:
        yield Violation("R-4", "not_your_unit", f"{unit} is not yours to order, or not on the map")
        return
    if state.counter(unit).arm != "airborne":
        yield Violation("10.5", "not_airborne", f"{unit} is no airborne unit")
        return
    if known.supply != FULL or state.is_marked(unit, "oiled"):
        text = f"{unit} in {known.place} is not fully supplied"
        yield Violation("10.42", "not_supplied", text)
    if ctl(state, unit) < _TRAINED:
        yield Violation("10.53D", "untrained", f"{unit} has CTL {ctl(state, unit)}, less than 2")
    if state.is_marked(unit, "fought") or any(unit in a.attackers for a in state.attacks):
        text = f"{unit} takes part in another operation of this combat phase"
        yield Violation("10.53B", "fights_already", text)
    if any(drop.unit == unit for drop in state.drops):
        yield Violation("10.53B", "drops_already", f"{unit} is in the air")
    if not is_base(state, state.active, known.place):
        yield Violation("10.53A", "no_base", f"{unit} is in {known.place}, which is no air base")


def refuse_transport(state: State, draft: Draft, unit: str) -> Iterator[Violation]:
    """10.53A, 10.53C  Return why a transport factor does not carry the unit."""
    known = state.units.get(unit)
    if known is None or not known.is_on_map or state.seat_of(unit) != state.active:
        yield Violation("R-4", "not_your_unit", f"{unit} is not yours to order, or not on the map")
    elif state.counter(unit).arm != "transport":
        yield Violation("10.53A", "no_transport", f"{unit} is no air transport")
    elif state.is_marked(unit, "flown"):
        yield Violation("10.53A", "flown_already", f"{unit} has flown in this player turn")
    elif known.place != state.place_of(draft["unit"]):
        text = f"{unit} is in {known.place}, {draft['unit']} in {state.place_of(draft['unit'])}"
        yield Violation("10.53A", "not_together", text)


def refuse_drop_hex(state: State, draft: Draft, number: str) -> Iterator[Violation]:
    """10.53, 10.55, 10.58  Return why a unit does not drop on a hex."""
    unit, board = draft["unit"], state.table.board
    here = state.place_of(unit)
    if number not in board.hexes or board.facts(number).country in state.table.never_entered:
        yield Violation("R-10", "closed", f"nobody enters {number}")
        return
    if board.facts(number).country in state.neutral:
        text = f"{number} is in {board.facts(number).country}, which is neutral"
        yield Violation("R-14", "neutral", text)
    if distance(here, number) > RANGE:
        text = f"{number} is {distance(here, number)} hexes from {here}, more than {RANGE}"
        yield Violation("10.53A", "out_of_range", text)
    if drop_winter(state, number):
        yield Violation("10.53E", "winter", f"winter keeps units from dropping on {number}")
    enemies = defenders(state, (number,), state.active)
    if enemies:
        odds = _drop_odds(state, unit, number)
        if not odds.is_even:
            text = f"{odds.total}:{odds.defense} against {number}; a drop needs 1:1"
            yield Violation("10.55C", "odds", text)
        attack = attack_on(state, number)
        if attack is not None and attack.stage == "over":
            yield Violation("15.46", "attacked_already", f"{number} has been attacked")
    elif not room_for(state, number, state.active, unit):
        yield Violation("12.12", "overstacked", f"there would be too many in {number}")
    front = board.facts(number).front
    paying = (unit,) if enemies else ()
    transport = {draft["transport"]: 1} if "transport" in draft else {}
    yield from refuse_cost(state, paying, transport, front)


def _drop_odds(state: State, unit: str, number: str) -> Odds:
    """10.55, R-71  Return the odds of an attack with a drop as it is known so far."""
    attack = attack_on(state, number)
    down = [drop.unit for drop in state.drops if drop.hex == number]
    if attack is None:
        return reckon(state, (number,), (), (*down, unit))
    air, das = sum(attack.support.values()), sum(attack.das.values())
    if len(attack.hexes) == 1:
        return reckon(state, attack.hexes, attack.units, (*attack.dropped, *down, unit), air, das)
    return reckon(state, attack.hexes, (*attack.units,), (*attack.dropped, unit), air, das)


def droppers(state: State) -> list[str]:
    """10.53  Return the airborne units that can drop somewhere now."""
    return [c.value for c in _droppers(state, {})]


def _droppers(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" in draft:
        return
    for unit in state.on_map(state.active):
        if state.counter(unit).arm != "airborne" or any(refuse_dropper(state, draft, unit)):
            continue
        if any(_transports(state, {"unit": unit})):
            yield Choice("unit", unit, unit, rule="10.53", notes=(state.place_of(unit),))


def _transports(state: State, draft: Draft) -> Iterator[Choice]:
    if "unit" not in draft or "transport" in draft:
        return
    for unit in state.at(state.place_of(draft["unit"])):
        if any(refuse_transport(state, draft, unit)):
            continue
        if any(_drop_hexes(state, {**draft, "transport": unit})):
            yield Choice("transport", unit, unit, rule="10.53A")


def _drop_hexes(state: State, draft: Draft) -> Iterator[Choice]:
    if "transport" not in draft or "hex" in draft:
        return
    here, board = state.place_of(draft["unit"]), state.table.board
    for number in board.numbers:
        if distance(here, number) <= RANGE and not any(refuse_drop_hex(state, draft, number)):
            yield Choice("hex", number, board.name(number), rule="10.55")


DROP_FORM: Form[State] = Form(
    o.DropOn,
    (
        Member("unit", Shape.ONE, refuse_dropper, _droppers),
        Member("transport", Shape.ONE, refuse_transport, _transports, after=("unit",)),
        Member("hex", Shape.ONE, refuse_drop_hex, _drop_hexes, after=("unit", "transport")),
    ),
    wanted("10.53", "unit", "transport", "hex"),
)


def obey_drop(play: Play[State], order: o.DropOn) -> None:
    """10.53C, R-19  An airborne unit sets out; its transport is paid for, itself if it fights."""
    state = play.state
    front = state.table.board.facts(order.hex).front
    enemies = defenders(state, (order.hex,), state.active)
    counts = not (enemies and only_partisans(state, (order.hex,)))
    pay(play, (order.unit,) if enemies else (), {order.transport: 1}, front, counts=counts)
    play.emit(DropOrdered(order.unit, order.transport, order.hex))


def drop_hex(state: State) -> str:
    """10.54  Return the hex on which airborne units come down next, or ""."""
    return state.drops[0].hex if state.drops else ""


def can_hunt(state: State) -> bool:
    """10.54, R-28  Return whether drops can be intercepted."""
    return bool(ready_wings(state, state.passive, (drop_hex(state),)))


def can_escort(state: State) -> bool:
    """10.54, R-28  Return whether interceptors can be met."""
    return bool(ready_wings(state, state.active, (drop_hex(state),)))


def _hunt_form(
    order: type[o.InterceptDrop | o.Escort], who: Callable[[State], Seat]
) -> Form[State]:
    """10.54, R-28  Return the form of an order that sends wings to where units drop."""

    def refuse(state: State, _: Draft, number: str) -> Iterator[Violation]:
        if number != drop_hex(state):
            text = f"nobody drops on {number} now; next is {drop_hex(state)}"
            yield Violation("10.54", "no_drop", text)

    def domain(state: State, draft: Draft) -> Iterator[Choice]:
        number = drop_hex(state)
        if "hex" not in draft and ready_wings(state, who(state), (number,)):
            yield Choice("hex", number, state.table.board.name(number), rule="10.54")

    def aim(state: State, draft: Draft) -> Aim | None:
        return Aim(who(state), (draft["hex"],), ANY_NUMBER) if "hex" in draft else None

    return Form(
        order,
        (Member("hex", Shape.ONE, refuse, domain), wings_member("wings", aim, "R-28", "hex")),
        some_wings("10.54", "hex"),
    )


INTERCEPT_DROP_FORM = _hunt_form(o.InterceptDrop, lambda state: state.passive)
ESCORT_FORM = _hunt_form(o.Escort, lambda state: state.active)


def obey_intercept_drop(play: Play[State], order: o.InterceptDrop) -> None:
    """10.54  Let wings intercept what comes down."""
    play.emit(DropsHunted(order.hex, order.wings, escort=False))


def obey_escort(play: Play[State], order: o.Escort) -> None:
    """10.54  Let wings meet the interceptors."""
    play.emit(DropsHunted(order.hex, order.wings, escort=True))


def judge_landing(play: Play[State], stage: str) -> None:
    """10.54 to 10.58, R-28  Drops on a hex are fought over, or those who are left come down."""
    state, number = play.state, drop_hex(play.state)
    coming = [drop for drop in state.drops if drop.hex == number]
    if stage == "air":
        _fight_over_drops(play, number, [drop.transport for drop in coming])
        play.emit(StageEnded("air"))
        return
    for drop in coming:
        if not play.state.units[drop.transport].is_on_map:
            play.emit(DropTurnedBack(drop.unit))
            play.emit(UnitLost(drop.unit, "transport lost"))
        elif play.state.is_marked(drop.transport, "aborted"):
            play.emit(DropTurnedBack(drop.unit))
        else:
            enemies = defenders(play.state, (number,), play.state.active)
            play.emit(DropLanded(drop.unit, number, attacks=bool(enemies)))
            if not enemies:
                occupy(play, (drop.unit,), (number,))


def _fight_over_drops(play: Play[State], number: str, transports: list[str]) -> None:
    """R-23, R-25, R-28  Let interceptors meet the escort, or the transports; then let flak fire."""
    state = play.state
    carriers = dict.fromkeys(transports, 1)
    if state.hunters:
        own = dict(state.escorts) or carriers
        hunters = dict(state.hunters)
        fought = fight_in_the_air(play, number, own, hunters)
        for seat, role, wings, side in (
            (state.active, "attack", own, 0),
            (state.passive, "defense", hunters, 1),
        ):
            need, items = (Need(0, fought.losses[side]),), air_items(state, wings)
            demand_losses(play, Demand(seat, role, "air", number, need, items, fought.aborts[side]))
    alive = {u: 1 for u in transports if play.state.units[u].is_on_map}
    if alive and not play.state.demands and fire_flak(play, number):
        items = air_items(state, alive)
        demand_losses(play, Demand(state.active, "attack", "flak", number, (Need(0, 1),), items))

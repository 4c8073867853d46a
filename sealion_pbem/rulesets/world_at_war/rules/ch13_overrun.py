"""13.5  Overruns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.events.general import UnitLost
from sealion_pbem.rulesets.world_at_war.events.moving import (
    OverrunBegan,
    OverrunDefended,
    OverrunFailed,
    OverrunIntercepted,
    OverrunSucceeded,
    WingsFlew,
)
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import is_intact, zone
from sealion_pbem.rulesets.world_at_war.rules.ch12_stacking import is_crowded
from sealion_pbem.rulesets.world_at_war.rules.ch13_movement import (
    occupy,
    refuse_entry,
    step_cost,
)
from sealion_pbem.rulesets.world_at_war.rules.ch15_losses import air_items, demand_losses
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import Odds, defenders, reckon
from sealion_pbem.rulesets.world_at_war.rules.ch16_exploitation import (
    allowance,
    chain_faults,
    is_exploiting,
)
from sealion_pbem.rulesets.world_at_war.rules.r19_costs import pay, refuse_cost
from sealion_pbem.rulesets.world_at_war.rules.r20_air import (
    ANY_NUMBER,
    Aim,
    fight_in_the_air,
    fire_flak,
    payable_wings,
    ready_wings,
    some_wings,
    wings_member,
)
from sealion_pbem.rulesets.world_at_war.rules.r50_winter import forbids_overruns
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.task import Demand, Need, Rush

__all__ = [
    "OVERRUN_DAS_FORM",
    "OVERRUN_FORM",
    "OVERRUN_INTERCEPT_FORM",
    "das_wings",
    "intercept_wings",
    "obey_overrun",
    "obey_overrun_das",
    "obey_overrun_intercept",
    "overrun_odds",
    "push_overrun",
    "rush_of",
]

_NEEDED = 6
_MOST = 2


def rush_of(state: State) -> Rush:
    """Return the overrun that waits."""
    assert state.rush is not None, "an overrun waits"
    return state.rush


def overrun_odds(state: State, units: tuple[str, ...], number: str, support: int, das: int) -> Odds:
    """13.52  Return the odds of an overrun; multipliers apply."""
    return reckon(state, (number,), units, (), support, das)


def _is_enough(odds: Odds) -> bool:
    return odds.total >= _NEEDED * odds.defense


def _refuse_season(state: State) -> Iterator[Violation]:
    if forbids_overruns(state):
        yield Violation("R-50", "winter", "in a winter turn there are no overruns")


def refuse_overrunner(state: State, draft: Draft, unit: str) -> Iterator[Violation]:
    """13.51, 13.52, 13.521, 13.522  Return why a unit takes no part in an overrun."""
    known, named = state.units.get(unit), draft.get("units", ())
    if known is None or not known.is_on_map or state.seat_of(unit) != state.active:
        yield Violation("R-4", "not_your_unit", f"{unit} is not yours to order, or not on the map")
        return
    if unit in named:
        yield Violation("13.52", "named_twice", f"{unit} is named twice")
    elif not state.counter(unit).is_mechanized:
        text = f"{unit} in {known.place} is neither armor nor mechanized infantry"
        yield Violation("13.51", "not_mechanized", text)
    elif not is_intact(state, unit):
        text = f"{unit} in {known.place} has lost its mechanized component"
        yield Violation("13.52", "component_negated", text)
    elif len(named) >= _MOST:
        yield Violation("13.52", "too_many", f"{_MOST} units overrun at the most")
    elif state.step == "exploit" and not is_exploiting(state, unit):
        yield Violation("16.4", "not_exploiting", f"{unit} is no exploiting armor")
    for first in named[:1]:
        if state.place_of(first) != known.place:
            text = f"{unit} is in {known.place}, {first} in {state.place_of(first)}"
            yield Violation("13.52", "not_together", text)


def _cost(state: State, here: str, there: str) -> int:
    """13.41E  Return what an overrun costs."""
    return step_cost(state, here, there, zone(state, state.passive)) + 1


def refuse_overrun_hex(state: State, draft: Draft, number: str) -> Iterator[Violation]:
    """13.52, 13.411, 13.531, 13.59, R-66  Return why a hex is not overrun by these."""
    units = draft["units"]
    here, board = state.place_of(units[0]), state.table.board
    entry = [f for f in refuse_entry(state, state.active, units[0], here, number)
             if f[1] != "enemy_there"]  # fmt: skip
    for rule, code, text in entry:
        yield Violation(rule, code, text)
    if entry:
        return
    if not defenders(state, (number,), state.active):
        yield Violation("R-66", "nobody_there", f"nobody is in {board.name(number)} to overrun")
        return
    if number in state.repulsed:
        text = f"an overrun of {number} has failed in this movement"
        yield Violation("13.531", "second_try", text)
    if not _has_armor(state, units) and not _armor_beside(state, draft):
        text = f"no armor is among {', '.join(units)}, nor beside them"
        yield Violation("13.52", "no_armor", text)
    yield from _refuse_price(state, units, number)
    yield from refuse_cost(state, units, {}, board.facts(number).front)
    if is_crowded(state, number, state.active, units):
        yield Violation("12.2", "overstacked", f"there would be too many in {number}")
    if state.step == "exploit":
        routes = {unit: (*state.routes[unit], number) for unit in units}
        yield from (Violation(*fault) for fault in chain_faults(state, routes))
    if not _is_enough(_best(state, draft, number)):
        odds = _best(state, draft, number)
        text = f"at best {odds.total}:{odds.defense} against {number}, less than {_NEEDED}:1"
        yield Violation("13.52", "odds", text)


def _refuse_price(state: State, units: tuple[str, ...], number: str) -> Iterator[Violation]:
    """13.41E, 13.52  Return that units have not movement enough left; one free hex is no overrun."""
    price = _cost(state, state.place_of(units[0]), number)
    for unit in units:
        left = allowance(state, unit) - state.walked.get(unit, 0)
        if price > left:
            text = f"the overrun of {number} costs {price}, {unit} has {left} left"
            yield Violation("13.52", "too_far", text)


def _has_armor(state: State, units: Iterable[str]) -> bool:
    return any(state.counter(unit).arm == "armor" for unit in units)


def _armor_beside(state: State, draft: Draft) -> bool:
    named = draft["units"]
    return len(named) < _MOST and any(
        state.counter(unit).arm == "armor" and not any(refuse_overrunner(state, draft, unit))
        for unit in state.at(state.place_of(named[0]))
    )


def _best(state: State, draft: Draft, number: str) -> Odds:
    """13.53  Return the odds with all the air that could help."""
    aim = _aim(state, {**draft, "hex": number})
    assert aim is not None, "units and a hex are named"
    air = sum(payable_wings(state, aim, {}).values())
    return overrun_odds(state, draft["units"], number, air, 0)


def _aim(state: State, draft: Draft) -> Aim | None:
    if "units" not in draft or "hex" not in draft:
        return None
    units, number = draft["units"], draft["hex"]
    most = sum(state.counter(unit).factor for unit in units)
    bare = overrun_odds(state, units, number, 0, 0)
    least = max(0, _NEEDED * bare.defense - bare.total)
    front = state.table.board.facts(number).front
    return Aim(state.active, (number,), most, least, units=tuple(units), front=front)


def _overrunners(state: State, draft: Draft) -> Iterator[Choice]:
    if "hex" in draft:
        return
    named = draft.get("units", ())
    pool = state.at(state.place_of(named[0])) if named else state.on_map(state.active)
    for unit in pool:
        if not any(refuse_overrunner(state, draft, unit)):
            grown = {"units": (*named, unit)}
            if any(_hexes(state, grown)) or (not named and any(_overrunners(state, grown))):
                yield Choice("units", unit, unit, rule="13.52", notes=(state.place_of(unit),))


def _hexes(state: State, draft: Draft) -> Iterator[Choice]:
    if "units" not in draft or "hex" in draft:
        return
    if not _has_armor(state, draft["units"]):
        return
    for number in state.table.board.beside[state.place_of(draft["units"][0])]:
        if not any(refuse_overrun_hex(state, draft, number)):
            cost = _cost(state, state.place_of(draft["units"][0]), number)
            yield Choice("hex", number, state.table.board.name(number), cost, "13.52")


def _missing(state: State, draft: Draft) -> Iterator[Violation]:
    yield from wanted("13.52", "units", "hex")(state, draft)
    if "units" not in draft or "hex" not in draft:
        return
    if not _has_armor(state, draft["units"]):
        yield Violation("13.52", "no_armor", "at least one armor unit overruns", "/units")
    support = draft.get("support", {})
    if any(count is None for count in support.values()):
        text = "how many factors support is still to be said"
        yield Violation("R-22", "open_entry", text, "/support")
        return
    odds = overrun_odds(state, draft["units"], draft["hex"], sum(support.values()), 0)
    if not _is_enough(odds):
        text = f"the odds are {odds.total}:{odds.defense}, less than {_NEEDED}:1"
        yield Violation("13.52", "odds", text, "/support")


OVERRUN_FORM: Form[State] = Form(
    o.Overrun,
    (
        Member("units", Shape.MANY, refuse_overrunner, _overrunners),
        Member("hex", Shape.ONE, refuse_overrun_hex, _hexes, after=("units",)),
        wings_member("support", _aim, "13.53", "units", "hex"),
    ),
    _missing,
    _refuse_season,
)


def obey_overrun(play: Play[State], order: o.Overrun) -> None:
    """13.51, 13.53, R-68  Pay for an overrun and begin it; flak fires at its support."""
    state = play.state
    front = state.table.board.facts(order.hex).front
    enemies = defenders(state, (order.hex,), state.active)
    only_partisans = all(state.counter(unit).arm == "partisan" for unit in enemies)
    pay(play, order.units, order.support, front, counts=not only_partisans)
    play.emit(OverrunBegan(order.units, order.hex, order.support))
    if order.support:
        play.emit(WingsFlew(tuple(order.support)))
        if fire_flak(play, order.hex):
            items = air_items(play.state, order.support)
            need = (Need(0, 1),)
            demand_losses(play, Demand(play.state.active, "attack", "flak", order.hex, need, items))


def das_wings(state: State) -> list[str]:
    """13.53  Return the wings that can come to the defence of the hex that is being overrun."""
    aim = _das_aim(state, {})
    return ready_wings(state, aim.seat, aim.hexes, aim.faction) if aim.most else []


def _independent(state: State, number: str) -> str:
    """R-15  Return the independent minor whose units are in a hex, which has only its own aircraft."""
    factions = {state.faction_of(u) for u in defenders(state, (number,), state.active)}
    return next((faction for faction in sorted(factions) if faction in state.independent), "")


def intercept_wings(state: State) -> list[str]:
    """13.53  Return the wings that can intercept."""
    return ready_wings(state, state.active, (rush_of(state).hex,))


def _das_aim(state: State, _: Draft) -> Aim:
    number = rush_of(state).hex
    enemies = defenders(state, (number,), state.active)
    most = sum(state.counter(u).factor for u in enemies if state.counter(u).arm != "partisan")
    return Aim(state.passive, (number,), most, faction=_independent(state, number))


def _intercept_aim(state: State, _: Draft) -> Aim:
    return Aim(state.active, (rush_of(state).hex,), ANY_NUMBER)


OVERRUN_DAS_FORM: Form[State] = Form(
    o.OverrunDas, (wings_member("wings", _das_aim, "13.53"),), some_wings("13.53")
)
OVERRUN_INTERCEPT_FORM: Form[State] = Form(
    o.OverrunIntercept, (wings_member("wings", _intercept_aim, "13.53"),), some_wings("13.53")
)


def obey_overrun_das(play: Play[State], order: o.OverrunDas) -> None:
    """13.53  Aircraft come to the defence."""
    play.emit(WingsFlew(tuple(order.wings)))
    play.emit(OverrunDefended(order.wings))


def obey_overrun_intercept(play: Play[State], order: o.OverrunIntercept) -> None:
    """13.53  Aircraft intercept them."""
    play.emit(WingsFlew(tuple(order.wings)))
    play.emit(OverrunIntercepted(order.wings))


def push_overrun(play: Play[State]) -> bool:
    """13.53 to 13.55  Go on with an overrun as far as nobody must be asked; False: somebody must."""
    state, rush = play.state, rush_of(play.state)
    if rush.stage == "das":
        if das_wings(state):
            return False
        play.emit(OverrunDefended({}))
    elif rush.stage == "intercept":
        if intercept_wings(state):
            return False
        play.emit(OverrunIntercepted({}))
    elif rush.stage == "air":
        fought = fight_in_the_air(play, rush.hex, rush.interceptors, rush.das)
        for seat, role, wings, side in (
            (state.active, "attack", rush.interceptors, 0),
            (state.passive, "defense", rush.das, 1),
        ):
            need = (Need(0, fought.losses[side]),)
            items, back = air_items(state, wings), fought.aborts[side]
            demand_losses(play, Demand(seat, role, "air", rush.hex, need, items, back))
    else:
        _judge_overrun(play, rush)
    return True


def _judge_overrun(play: Play[State], rush: Rush) -> None:
    """13.531, 13.54, 13.55  Eliminate the defenders at 6:1 or more; else the overrun has failed."""
    state = play.state
    odds = overrun_odds(
        state, rush.units, rush.hex, sum(rush.support.values()), sum(rush.das.values())
    )
    if not _is_enough(odds):
        play.emit(OverrunFailed(rush.units, rush.hex))
        return
    price = _cost(state, state.place_of(rush.units[0]), rush.hex)
    for unit in defenders(state, (rush.hex,), state.active):
        play.emit(UnitLost(unit, "overrun"))
    play.emit(OverrunSucceeded(rush.units, rush.hex, (price,) * len(rush.units)))
    occupy(play, rush.units, (rush.hex,))

"""What events come to in numbers: movement, odds with every multiplier, attrition, exploitation.

The rules reckon without telling; who checks orders or settles a dispute wants to see it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from sealion_pbem.engine.saying import Say, counted
from sealion_pbem.engine.words import Event
from sealion_pbem.rulesets.world_at_war.events.combat import RoundFought
from sealion_pbem.rulesets.world_at_war.events.moving import (
    AirFought,
    ArmorExploited,
    OverrunBegan,
    UnitsMoved,
)
from sealion_pbem.rulesets.world_at_war.events.wearing import AttritionRolled
from sealion_pbem.rulesets.world_at_war.position import copied
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import ctl, movement, zone
from sealion_pbem.rulesets.world_at_war.rules.ch13_movement import step_cost
from sealion_pbem.rulesets.world_at_war.rules.ch13_overrun import overrun_odds
from sealion_pbem.rulesets.world_at_war.rules.ch14_attrition import column_of, modifier
from sealion_pbem.rulesets.world_at_war.rules.ch15_combat import fight_odds, round_bills
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import Odds
from sealion_pbem.rulesets.world_at_war.rules.ch15_results import Bill
from sealion_pbem.rulesets.world_at_war.rules.ch16_exploitation import breakthrough_factor
from sealion_pbem.rulesets.world_at_war.rules.r20_air import air_result
from sealion_pbem.rulesets.world_at_war.rules.r50_winter import winter_in
from sealion_pbem.rulesets.world_at_war.state import State

__all__ = ["costs"]


def costs(before: State, events: Iterable[Event[Any]], say: Say) -> dict[int, str]:
    """Return what there was to reckon, by the number of the event."""
    state, found = copied(before), dict[int, str]()
    for number, event in enumerate(events):
        tell = _TOLD.get(type(event))
        if tell is not None:
            found[number] = tell(state, event, say)
        event.on(state)
    return found


def _moved(state: State, event: UnitsMoved, say: Say) -> str:
    """13.41  Say what every step of a move cost."""
    places = [state.place_of(event.units[0]), *event.path]
    steps = " + ".join(map(str, _steps(state, places)))
    left = [f"{say(u)} has {movement(state, u)}" for u in event.units]
    return f"{steps} = {event.costs[0]} (13.41), {', '.join(dict.fromkeys(left))}"


def _steps(state: State, places: Iterable[str]) -> Iterator[int]:
    zones = zone(state, state.passive)
    return (step_cost(state, here, there, zones) for here, there in pairwise(places))


def _overran(state: State, event: OverrunBegan, say: Say) -> str:
    """13.52  Say the odds of an overrun."""
    odds = overrun_odds(state, event.units, event.hex, sum(event.support.values()), 0)
    return (
        f"{_attacked(state, event.units, odds, say)}; {_defended(odds, say)}; 6:1 is needed (13.52)"
    )


def _fought(state: State, event: RoundFought, say: Say) -> str:
    """15.35, 15.51, 15.61  Say strengths with every multiplier, and what the result costs."""
    odds, fight = fight_odds(state), state.fight
    assert fight is not None, "a round is fought"
    said = f"{_attacked(state, fight.attackers, odds, say)}; {_defended(odds, say)}; {odds.column}"
    if event.stage != "losses":
        return said
    mine, theirs = round_bills(state, event.result, event.outcome)
    return f"{said}; {event.outcome} costs the attacker {_cost(mine)}, the defender {_cost(theirs)}"


def _attacked(state: State, units: Iterable[str], odds: Odds, say: Say) -> str:
    parts = [f"{say(unit)} {state.counter(unit).factor}" for unit in units]
    parts += [f"air {odds.support}"] if odds.support else []
    return f"attack {' + '.join(parts)} = {odds.total}"


def _defended(odds: Odds, say: Say) -> str:
    parts = []
    for line in odds.lines:
        why = " ".join(f"{worth:+d} {name} {rule}" for name, worth, rule in line.parts)
        parts.append(f"{say(line.unit)} {line.factor} x {line.multiplier} ({why})")
    parts += [f"air {odds.das}"] if odds.das else []
    return f"defense {' + '.join(parts)} = {odds.defense}"


def _cost(bill: Bill) -> str:
    if bill.is_all:
        return "all"
    levels = [f"{need.amount} as long as CTL {need.ctl} survives" for need in bill.needs]
    return " or ".join(levels) if len(levels) > 1 else str(sum(need.amount for need in bill.needs))


def _wore(state: State, event: AttritionRolled, _: Say) -> str:
    """14.41 to 14.43  Say column, modifiers and row of an attrition."""
    column, training = column_of(event.factors), modifier(state, event.units, event.contact)
    parts = [f"column {column} (14.41)", f"{training:+d} for training and winter (14.42)"]
    extra = event.row - event.die - training
    if extra and 0 < event.row < _LAST_ROW:
        parts.append(f"{extra:+d} for more than 70 factors (14.42A)")
    return f"{', '.join(parts)}: row {event.row}"


_LAST_ROW = 11


def _exploited(state: State, event: ArmorExploited, say: Say) -> str:
    """16.31, 16.39B, 13.47  Say for each armor unit what it has from where, and what every step cost."""
    return "; ".join(_way(state, unit, way, say) for unit, way in event.routes.items())


def _way(state: State, unit: str, way: tuple[str, ...], say: Say) -> str:
    start = way[0]
    full, printed = breakthrough_factor(state, unit, start), movement(state, unit)
    parts = [f"{say(unit)} of CTL {ctl(state, unit)} exploits with {full} of {printed} (16.31)"]
    spent = 0
    for (here, there), price in zip(pairwise(way), _steps(state, way), strict=True):
        cold = winter_in(state, here)
        winter = f" - {cold} for winter = {full - spent - cold}" if cold else ""
        parts.append(f"in {here} {full - spent}{winter} left, {there} costs {price}")
        spent += price
    return ", ".join(parts)


def _flew(state: State, event: AirFought, _: Say) -> str:
    """R-23  Say what each side of an air combat adds to its die."""
    mine, theirs = air_result(state, event.attacker, event.defender)
    sizes = [sum(wings.values()) for wings in (event.attacker, event.defender)]
    return (
        f"{counted(sizes[0], 'factor')} with {mine:+d} against {counted(sizes[1], 'factor')} "
        f"with {theirs:+d} (R-23)"
    )


_TOLD: Mapping[type[Any], Callable[[State, Any, Say], str]] = {
    UnitsMoved: _moved,
    OverrunBegan: _overran,
    RoundFought: _fought,
    AttritionRolled: _wore,
    ArmorExploited: _exploited,
    AirFought: _flew,
}

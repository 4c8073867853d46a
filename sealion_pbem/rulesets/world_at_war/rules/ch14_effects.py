"""14.5 to 14.7  What attrition costs: counters, hexes, retreats."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.board import ROUGH
from sealion_pbem.rulesets.world_at_war.events.general import UnitLost
from sealion_pbem.rulesets.world_at_war.events.wearing import (
    CountersExchanged,
    CountersGiven,
    HexesChosen,
)
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import is_key, is_short_of_oil, wall
from sealion_pbem.rulesets.world_at_war.rules.ch12_stacking import is_crowded
from sealion_pbem.rulesets.world_at_war.rules.ch14_attrition import is_enemy
from sealion_pbem.rulesets.world_at_war.rules.r33_supply import fully_supplied
from sealion_pbem.rulesets.world_at_war.state import FULL, NONE, State
from sealion_pbem.rulesets.world_at_war.task import Attrition

__all__ = [
    "COUNTERS_FORM",
    "OCCUPY_FORM",
    "eligible",
    "give_counters",
    "hexes_to_take",
    "obey_counters",
    "obey_exchange_counters",
    "obey_keep_counters",
    "obey_occupy",
    "owed_counters",
    "task_of",
]


def task_of(state: State) -> Attrition:
    """Return the attrition that waits."""
    assert state.attrition is not None, "an attrition waits"
    return state.attrition


def eligible(state: State) -> list[str]:
    """14.52, 14.522, R-53  Return the units that can be lost: in the zone, or from its supply zone."""
    task = task_of(state)
    here = {unit for unit in state.on_map() if is_enemy(state, unit, task.zone)}
    if all(_is_well_supplied(state, unit) for unit in task.contact):
        here.update(_supply_zone(state, task))
    nations = {state.counter(unit).nation for unit in task.contact}
    return [u for u in state.units if u in here and state.counter(u).nation in nations]


def _is_well_supplied(state: State, unit: str) -> bool:
    """14.52A  Return whether a unit had full supply and is under no oil effects."""
    return state.units[unit].supply == FULL and not is_short_of_oil(state, unit)


def _supply_zone(state: State, task: Attrition) -> list[str]:
    """14.52A, R-53  Return infantry and replacements that draw on the same supply."""
    seat = state.seat_of(task.contact[0]) if task.contact else None
    if seat is None:
        return []
    board = state.table.board
    area = fully_supplied(state, seat)
    faction = state.zones[task.zone][1]
    return [
        unit
        for unit in state.on_map(seat)
        if state.counter(unit).arm in ("infantry", "mech", "replacement")
        and state.faction_of(unit) == faction
        and state.units[unit].supply == FULL
        and area & board.bits[state.place_of(unit)]
    ]


def _caps(state: State) -> dict[str, int]:
    """14.52C  Return how many counters each nation can lose: as many as it has in contact."""
    caps: dict[str, int] = {}
    for unit in task_of(state).contact:
        nation = state.counter(unit).nation
        caps[nation] = caps.get(nation, 0) + 1
    return caps


def owed_counters(state: State) -> int:
    """14.51, 14.52C  Return how many counters must go: what was called for, or all there are."""
    caps, can = _caps(state), dict[str, int]()
    for unit in eligible(state):
        nation = state.counter(unit).nation
        can[nation] = can.get(nation, 0) + 1
    most = sum(min(caps[nation], count) for nation, count in can.items())
    return min(task_of(state).counters, most)


def refuse_counter(state: State, draft: Draft, unit: str) -> Iterator[Violation]:
    """14.5  Return why a counter is not lost."""
    named = draft.get("units", ())
    if unit in named or unit not in eligible(state):
        known = ", ".join(eligible(state)) or "none"
        text = f"{unit} cannot be lost by this attrition, or twice; these can: {known}"
        yield Violation("14.52", "not_eligible", text)
        return
    nation = state.counter(unit).nation
    lost = sum(state.counter(each).nation == nation for each in named)
    if lost >= _caps(state)[nation]:
        text = f"{nation} has {_caps(state)[nation]} counters in contact and loses no more"
        yield Violation("14.52C", "nation_spent", text)
    if len(named) >= owed_counters(state):
        text = f"{owed_counters(state)} counters are called for, no more"
        yield Violation("14.51", "too_many", text)


def _counters(state: State, draft: Draft) -> Iterator[Choice]:
    for unit in eligible(state):
        if not any(refuse_counter(state, draft, unit)):
            yield Choice("units", unit, unit, rule="14.52", notes=(state.place_of(unit),))


def _missing_counters(state: State, draft: Draft) -> Iterator[Violation]:
    if (short := owed_counters(state) - len(draft.get("units", ()))) > 0:
        yield Violation("14.51", "too_few", f"{short} more must be lost", "/units")


COUNTERS_FORM: Form[State] = Form(
    o.LoseCounters,
    (Member("units", Shape.MANY, refuse_counter, _counters),),
    _missing_counters,
)


def obey_exchange_counters(play: Play[State], _: o.Exchange) -> None:
    """14.44  Take two counters instead of one and a hex."""
    play.emit(CountersExchanged(2, 0))


def obey_keep_counters(play: Play[State], _: o.Keep) -> None:
    """14.44  Take one counter and a hex."""
    play.emit(CountersExchanged(1, 1))


def obey_counters(play: Play[State], order: o.LoseCounters) -> None:
    """14.5, 14.523  Take the lost counters away; a base whose last ground unit goes, goes too."""
    give_counters(play, order.units)


def give_counters(play: Play[State], units: tuple[str, ...]) -> None:
    """14.5, 14.523, 14.62B  Counters are lost; note which hex gave all of them."""
    state, task = play.state, task_of(play.state)
    spared = _spared(state, units)
    places = {state.place_of(unit) for unit in units}
    for unit in units:
        play.emit(UnitLost(unit, "attrition"))
    for number in sorted(places):
        if not state.ground_at(number):
            for unit in state.at(number):
                if state.counter(unit).arm == "base":
                    play.emit(UnitLost(unit, "attrition"))
    emptied = not any(is_enemy(state, unit, task.zone) for unit in state.on_map())
    play.emit(CountersGiven(units, spared, emptied))


def _spared(state: State, units: tuple[str, ...]) -> str:
    """14.62B  Return the hex that gave all losses, the largest factors first; "" if none did."""
    places = {state.place_of(unit) for unit in units}
    if len(places) != 1:
        return ""
    (number,) = places
    left = [u for u in state.ground_at(number) if u not in units]
    least = min(state.counter(unit).factor for unit in units)
    return number if all(state.counter(unit).factor <= least for unit in left) else ""


def _can_advance(state: State, unit: str, number: str) -> Iterator[Violation]:
    """14.61, 14.62D, 14.62E  Return why a unit does not advance into a hex won by attrition."""
    board, here = state.table.board, state.place_of(unit)
    if number not in board.beside[here] or wall(state, here, number):
        yield Violation(
            "14.61", "not_adjacent", f"{unit} in {here} is not in contact with {number}"
        )
    elif board.is_river(here, number):
        text = f"between {here} and {number} is a river"
        yield Violation("14.62E", "river", text)
    if state.units[unit].supply == NONE:
        yield Violation("14.61", "unsupplied", f"{unit} in {here} is without supply")


def _refuse_hex(state: State, number: str) -> Iterator[Violation]:
    """14.61 to 14.65, 14.62A, 14.62C  Return why a hex cannot be taken by attrition."""
    task, board = task_of(state), state.table.board
    facts = board.facts(number)
    is_key_hex = is_key(state, number, state.passive) or number in state.by_hand.sites
    if is_key_hex or facts.has_fort:
        text = f"{board.name(number)} is a capital, objective, center, fortification or bridgehead"
        yield Violation("14.62C", "key_hex", text)
    if facts.terrain in ROUGH:
        yield Violation("14.62D", "rough", f"{number} is {facts.terrain}")
    if task.is_emptied:
        if not board.bits[number] & state.zones[task.zone][2]:
            yield Violation("14.65", "other_zone", f"{number} is not in that zone")
        return
    if not any(is_enemy(state, unit, task.zone) for unit in state.ground_at(number)):
        text = f"no enemy ground unit of that zone is in {number}"
        yield Violation("14.62A", "nobody_there", text)
    if number == task.spared:
        yield Violation("14.62B", "spared", f"all losses came from {number}, the largest first")


def hexes_to_take(state: State) -> list[str]:
    """14.61, 14.62, 14.65  Return the hexes that can be taken by somebody."""
    board, task = state.table.board, task_of(state)
    if not task.hexes and not task.is_emptied:
        return []
    near = {n for u in _takers(state) for n in board.beside[state.place_of(u)]}
    return [
        n
        for n in sorted(near)
        if n in board.hexes
        and state.active not in state.holders(n)
        and not any(_refuse_hex(state, n))
        and any(not any(_can_advance(state, u, n)) for u in _takers(state))
    ]


def _takers(state: State) -> list[str]:
    return [unit for unit in task_of(state).units if state.units[unit].is_on_map]


def refuse_occupier(
    state: State, draft: Draft, entry: tuple[str, str | None]
) -> Iterator[Violation]:
    """14.6  Return why a unit does not take a hex."""
    unit, number = entry
    if unit not in _takers(state):
        text = f"{unit} took no part; these did: {', '.join(_takers(state))}"
        yield Violation("14.64", "not_counted", text)
        return
    if number is None:
        return
    if number not in state.table.board.hexes:
        yield Violation("14.61", "not_adjacent", f"{number} is not on the map")
        return
    faults = [*_refuse_hex(state, number), *_can_advance(state, unit, number)]
    yield from faults
    if faults:
        return
    moves = {u: n for u, n in draft.get("moves", {}).items() if n and u != unit} | {unit: number}
    task = task_of(state)
    if not task.is_emptied and len(set(moves.values())) > task.hexes:
        yield Violation("14.61", "too_many_hexes", f"the die allows {task.hexes} hexes")
    coming = [u for u, n in moves.items() if n == number]
    if is_crowded(state, number, state.active, coming):
        yield Violation("12.11", "overstacked", f"there would be too many in {number}")


def _occupiers(state: State, draft: Draft) -> Iterator[Choice]:
    table = draft.get("moves", {})
    for unit in _takers(state):
        if table.get(unit) is not None:
            continue
        legal = [
            n for n in hexes_to_take(state) if not any(refuse_occupier(state, draft, (unit, n)))
        ]
        if legal and unit not in table:
            yield Choice("moves", [unit, None], unit, rule="14.61")
        for number in legal:
            yield Choice("moves", [unit, number], f"{unit} to {number}", rule="14.61")


def _closed(_: State, draft: Draft) -> Iterator[Violation]:
    if any(number is None for number in draft.get("moves", {}).values()):
        yield Violation("14.61", "open_entry", "a hex is still to be chosen", "/moves")


OCCUPY_FORM: Form[State] = Form(
    o.Occupy,
    (Member("moves", Shape.KEYED, refuse_occupier, _occupiers),),
    _closed,
)


def obey_occupy(play: Play[State], order: o.Occupy) -> None:
    """14.61  Occupy the chosen hexes; they are vacated before (14.71)."""
    play.emit(HexesChosen(order.moves))

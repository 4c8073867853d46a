"""11.5 to 11.8  Airborne landings: down from transports and gliders, drift, touchdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, nothing, wanted
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Decision, Violation
from sealion_pbem.hexes.grid import neighbours
from sealion_pbem.rulesets.sealion.board import FRANCE
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy, Tell
from sealion_pbem.rulesets.sealion.data import BEACHES
from sealion_pbem.rulesets.sealion.events.combat import Modifier
from sealion_pbem.rulesets.sealion.events.general import HexOccupied, UnitEliminated, UnitReduced
from sealion_pbem.rulesets.sealion.events.land import (
    TransportFlewHome,
    UnitDrifted,
    UnitDropped,
    UnitTouchedDown,
)
from sealion_pbem.rulesets.sealion.naming import described, instead, named, unit_choice
from sealion_pbem.rulesets.sealion.rules.ch06_stacking import has_room
from sealion_pbem.rulesets.sealion.rules.ch11_beach import counts_as_german
from sealion_pbem.rulesets.sealion.rules.ch11_walk import has_enemy
from sealion_pbem.rulesets.sealion.rules.ch14_options.drop import (
    decide_after_drop,
    note_landings,
)
from sealion_pbem.rulesets.sealion.state import GERMAN, State

__all__ = [
    "CHAPTER",
    "TouchDown",
    "airlifted",
    "begin_airborne",
    "decide_airborne",
    "drift_hex",
    "is_safe_drop",
    "landed_from_the_air",
    "touchdown_bounds",
    "touchdown_loss",
    "touchdown_modifier",
    "touchdown_modifiers",
]

_SIDES = 6


@frozen
class TouchDown:
    """Let a parachute unit jump; a transport that is spared makes it drift (11.6)."""

    kind: ClassVar[str] = "touch_down"
    unit: str
    spare_transport: bool


def airlifted(state: State, carrier: str) -> Iterator[str]:
    """11.5  Return the units that wait in the air over hexes aboard a kind of carrier."""
    hexes = state.table.board.hexes
    ashore = state.forces[GERMAN, "land"]
    for place in sorted(place for place in ashore if place in hexes):
        for name in ashore[place]:
            if _is_aboard(state, name, carrier):
                yield name


def _is_aboard(state: State, name: str, carrier: str) -> bool:
    """11.5  Return whether a unit is in the air, aboard a kind of carrier over a hex."""
    place, _, aboard = state.units[name]
    is_over_a_hex = bool(aboard) and place in state.table.board.hexes
    return is_over_a_hex and state.table.counters[aboard].type == carrier


def begin_airborne(play: Play[State]) -> None:
    """11.6  Gliders come down where they were sent and are lost; then parachutists are asked for (A-8)."""
    for name in list(airlifted(play.state, "glider")):
        unit = play.state.units[name]
        play.emit(UnitDropped(name, unit.place))
        play.emit(UnitEliminated(unit.aboard, "11.6"))
    _touch_down_together(play)


def decide_airborne(state: State) -> Decision | None:
    """11.6  Ask for each parachute unit in the air whether its transport is spared."""
    waiting = list(airlifted(state, "transport"))
    if not waiting:
        return decide_after_drop(state)
    said = ", ".join(f"{named(state, name)} over {state.units[name].place}" for name in waiting)
    prompt = f"land one of {said}; spare its transport and drift, or give it up"
    return Decision(GERMAN, "touch_down", "11.6", prompt, frozenset({TouchDown.kind}))


def refuse_jumper(state: State, _: Draft, name: str) -> Iterator[Violation]:
    """11.6  A parachute unit that is in the air."""
    if not _is_aboard(state, name, "transport"):
        text = f"{described(state, name)}, and does not wait over a hex"
        yield Violation("11.6", "not_in_the_air", text)


def jumpers(state: State, draft: Draft) -> Iterator[Choice]:
    """11.6  Return the parachute units that are in the air."""
    if "unit" not in draft:
        for name in airlifted(state, "transport"):
            yield unit_choice(state, "unit", name, "11.6")


def ways_down(state: State, draft: Draft) -> Iterator[Choice]:
    """11.6, 11.7  Return the two ways to come down, with the dice that are deadly if it drifts."""
    if "spare_transport" in draft:
        return
    drift, exact = "spare the transport and drift", "give up the transport and land exactly"
    for is_spared, label, rule in ((True, drift, "11.7"), (False, exact, "11.6")):
        notes = _dangers(state, draft) if is_spared else ()
        yield Choice("spare_transport", is_spared, label, rule=rule, notes=notes)


def _dangers(state: State, draft: Draft) -> tuple[str, ...]:
    """11.7  Say with which rolls the unit that drifts is lost, if it is chosen."""
    if "unit" not in draft:
        return ()
    name, target = draft["unit"], state.units[draft["unit"]].place
    deadly = [
        str(roll)
        for roll in range(1, _SIDES + 1)
        if not is_safe_drop(state, name, drift_hex(state, target, roll))
    ]
    return (f"lost if it drifts with {', '.join(deadly)} (11.7)",) if deadly else ()


def _is_jump(state: State, order: TouchDown) -> bool:
    return order.unit in state.units and _is_aboard(state, order.unit, "transport")


def obey_touch_down(play: Play[State], order: TouchDown) -> None:
    """11.6, 11.7  Land the unit where it was sent at the cost of its transport, or let it drift."""
    unit = play.state.units[order.unit]
    if order.spare_transport:
        _drift(play, order.unit)
        play.emit(TransportFlewHome(unit.aboard))
    else:
        play.emit(UnitDropped(order.unit, unit.place))
        play.emit(UnitEliminated(unit.aboard, "11.6"))
    _touch_down_together(play)


def _drift(play: Play[State], name: str) -> None:
    """11.7  Roll into which neighbour a unit drifts; sea, map edge, enemies and full hexes kill (A-102)."""
    state = play.state
    target = state.units[name].place
    roll = play.roll("11.7", f"{target}: {state.counter(name).name} drifts")
    place = drift_hex(state, target, roll)
    is_safe = is_safe_drop(state, name, place)
    play.emit(UnitDrifted(name, target, roll, place, is_safe))
    if is_safe:
        play.emit(UnitDropped(name, place))
    else:
        play.emit(UnitEliminated(name, "11.7"))


def drift_hex(state: State, target: str, roll: int) -> str:
    """11.7  Return the neighbour that a roll means, clockwise from the roll for north (A-101)."""
    return neighbours(target)[(roll - state.edition.drift_clockwise_from) % _SIDES]


def is_safe_drop(state: State, name: str, place: str) -> bool:
    """11.7  Return whether a unit that drifts into a hex lives: land, no enemy, room (A-102)."""
    return (
        place in state.table.board.hexes
        and not has_enemy(state, place, GERMAN)
        and has_room(state, place, name)
    )


def _touch_down_together(play: Play[State]) -> None:
    """11.8  Roll for each unit when all have come down: unharmed, reduced or lost."""
    state = play.state
    if any(airlifted(state, "transport")):
        return
    landed = landed_from_the_air(state)
    for name in landed:
        _touch_down(play, name)
    note_landings(play, landed)


def landed_from_the_air(state: State) -> list[str]:
    """11.8  Return the units that have come down in this step, in the order in which they roll."""
    came = state.came_from.items()
    down = (n for n, way in came if way[0] == FRANCE and state.is_in_play(n))
    return sorted(down, key=state.table.order.__getitem__)


def _touch_down(play: Play[State], name: str) -> None:
    state = play.state
    place = state.units[name].place
    roll = play.roll("11.8", f"{place}: {state.counter(name).name} touches down")
    modifiers = tuple(touchdown_modifiers(state, place))
    modifier, bounds = sum(line.value for line in modifiers), touchdown_bounds(state)
    play.emit(UnitTouchedDown(name, place, roll, modifier, modifiers, *bounds))
    steps = state.units[name].steps
    lost = touchdown_loss(roll + modifier, steps, bounds)
    if lost == steps:
        play.emit(UnitEliminated(name, "11.8"))
        return
    if lost:
        play.emit(UnitReduced(name, "11.8"))
    if not state.is_doubtful(name):
        play.emit(HexOccupied(place, name))


def touchdown_loss(total: int, steps: int, bounds: tuple[int, int]) -> int:
    """11.8  Return the steps that a unit loses when it comes down: none, one, or all it has."""
    reduced_from, unharmed_from = bounds
    if total < reduced_from:
        return steps
    return 1 if total < unharmed_from else 0


def touchdown_bounds(state: State) -> tuple[int, int]:
    """11.8  Return from which total on a unit is only reduced, and from which it is unharmed."""
    chart = state.table.charts["touchdown"]
    return chart["reduced_from"], chart["unharmed_from"]


def touchdown_modifier(state: State, place: str) -> int:
    """11.8  Return what is added to the die of a unit that comes down in a hex."""
    return sum(line.value for line in touchdown_modifiers(state, place))


def touchdown_modifiers(state: State, place: str) -> Iterator[Modifier]:
    """11.8  Return zone of control, beach and what lies in the hex (A-103).

    Hexsides and empty bunkers do not count, nor does a beach that is German already (7.5).
    """
    facts, table = state.table.board.hexes[place], state.table.charts
    chart = table["combat_modifiers"]
    if state.is_in_enemy_zoc(place, GERMAN):
        value = table["touchdown"]["enemy_zone_of_control"]
        yield Modifier("enemy zone of control", "11.8", value)
    if facts.beach and not counts_as_german(state, place):
        yield Modifier(f"beach: {BEACHES[facts.beach]}", "7.5", chart[f"beach_{facts.beach}"])
    if facts.city:
        is_london = facts.city == "london"
        value = state.edition.london_modifier if is_london else chart["city"]
        yield Modifier("London" if is_london else "city", "12.1", value)
    if facts.woods:
        yield Modifier(f"{facts.woods} woods", "12.1", chart[f"{facts.woods}_woods"])
    if facts.marsh:
        yield Modifier("marsh", "12.1", chart["marsh"])
    if facts.tunnel:
        yield Modifier("tunnel", "12.1", chart["tunnel"])


def _sparing(*, is_spared: bool) -> Callable[[State], TouchDown]:
    return lambda state: TouchDown(next(airlifted(state, "transport")), is_spared)


def _careful(state: State) -> TouchDown:
    """Return the next landing, sparing the transport where no drift can kill the unit."""
    name = next(airlifted(state, "transport"))
    around = neighbours(state.units[name].place)
    return TouchDown(name, all(is_safe_drop(state, name, place) for place in around))


def _offers(state: State) -> Iterator[TouchDown]:
    for name in airlifted(state, "transport"):
        yield TouchDown(name, spare_transport=True)
        yield TouchDown(name, spare_transport=False)


def _added(event: UnitTouchedDown) -> str:
    return "".join(f", {line.value:+d} {line.name} ({line.rule})" for line in event.modifiers)


_TOLD: dict[type[Any], Tell] = {
    UnitDropped: lambda e, say: f"{say(e.unit, 'comes', 'come')} down in {e.hex}",
    TransportFlewHome: lambda e, say: f"{say(e.transport, 'flies', 'fly')} home",
    UnitDrifted: lambda e, say: (
        f"{say(e.unit, 'jumps', 'jump')} over {e.target} and drifts with a {e.roll} to {e.hex} (11.7)"
        + ("" if e.is_safe else ": sea, map edge, an enemy or no room")
    ),
    UnitTouchedDown: lambda e, say: (
        f"{say(e.unit, 'touches', 'touch')} down in {e.hex}: die {e.roll}{_added(e)}, "
        f"together {e.roll + e.modifier} "
        f"(11.8: unharmed from {e.unharmed_from}, reduced from {e.reduced_from}, else lost)"
    ),
}

_TOUCH_DOWN: Form[State] = Form(
    TouchDown,
    (
        Member("unit", Shape.ONE, refuse_jumper, jumpers, instead("these do:")),
        Member("spare_transport", Shape.ONE, nothing, ways_down),
    ),
    wanted("11.6", "unit", "spare_transport"),
    is_sure=_is_jump,
)

CHAPTER = Chapter(
    title="Airborne landings",
    orders={TouchDown: (_TOUCH_DOWN, obey_touch_down)},
    events=tuple(_TOLD),
    asks={
        "touch_down": Asking(
            _offers,
            {
                "default": Policy("spare the transport where no drift can kill the unit", _careful),
                "spare": Policy("spare the transport and drift", _sparing(is_spared=True)),
                "sacrifice": Policy(
                    "give up the transport and land exactly", _sparing(is_spared=False)
                ),
            },
            lambda state: {"waiting": sum(1 for _ in airlifted(state, "transport"))},
            forfeit="spare",
        )
    },
    tell=_TOLD,
)

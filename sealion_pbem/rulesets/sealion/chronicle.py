"""Sealion, told afterwards: who is on the roster, where everybody is, what victory is counted by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from sealion_pbem.engine.chronicle import Enrolled, PlaceKind, Whereabouts
from sealion_pbem.engine.words import Event
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.board import BOXES, SECTORS
from sealion_pbem.rulesets.sealion.counters import RAIL_MOVE, Counter
from sealion_pbem.rulesets.sealion.events.air import (
    AirSetFought,
    AirStrikeFlown,
    InterdictionRolled,
)
from sealion_pbem.rulesets.sealion.events.combat import CombatFought
from sealion_pbem.rulesets.sealion.events.land import UnitTouchedDown
from sealion_pbem.rulesets.sealion.events.naval import SalvoFired
from sealion_pbem.rulesets.sealion.events.options import AAUnitFired
from sealion_pbem.rulesets.sealion.rules.ch04_victory import factories
from sealion_pbem.rulesets.sealion.state import State, Unit

__all__ = ["places", "rollers", "roster", "tally", "whereabouts"]


_ABOVE = "air"
_NOWHERE = Whereabouts("", 0)


@cache
def places(board: data.Compiled) -> Mapping[str, PlaceKind]:
    """Return the hexes, the sea spaces and the boxes."""
    hexes = data.hexes(board)
    found = {
        number: PlaceKind("city" if facts.city else "wood" if facts.woods else "land", is_hex=True)
        for number, facts in hexes.items()
    }
    found |= dict.fromkeys(SECTORS, PlaceKind("water")) | dict.fromkeys(BOXES, PlaceKind("box"))
    return MappingProxyType(found)


def roster(state: State) -> Mapping[str, Enrolled]:
    """Return every unit that the game can bring into play."""
    return {
        name: Enrolled(
            counter.seat,
            counter.name,
            counter.steps,
            counter.arm,
            is_above=counter.arm == _ABOVE,
            printed=_printed(counter),
        )
        for name, counter in state.table.counters.items()
    }


@cache
def _printed(counter: Counter) -> tuple[tuple[str, str], ...]:
    """1.3  Return what stands on a counter, front and back, by what it is called."""
    values: list[tuple[str, int | str | None]] = [("kind", counter.type), ("size", counter.size)]
    values += _face(counter, "")
    if counter.steps > 1:
        values += _face(counter, "reduced ")
    values.append(("codes", "".join(sorted(counter.codes))))
    return tuple(
        (name, str(value).replace("_", " ")) for name, value in values if value not in ("", None)
    )


def _face(counter: Counter, side: str) -> Iterator[tuple[str, int | str | None]]:
    def value(name: str) -> int | None:
        found: int | None = getattr(counter, f"reduced_{name}" if side else name)
        return found

    if counter.arm == "land":
        yield f"{side}attack", value("attack")
        yield f"{side}defence", value("defense")
        yield f"{side}quality", value("quality")
        if not side:
            yield "movement", "R" if counter.move == RAIL_MOVE else counter.move
        return
    if counter.is_fighter:
        yield f"{side}quality", value("quality")
    yield f"{side}strength", value("strength")


def whereabouts(state: State) -> Mapping[str, Whereabouts]:
    """Return place, steps and carrier of every unit; those that have left the game are nowhere."""
    return {name: _at(unit) for name, unit in state.units.items()}


@cache
def _at(unit: Unit) -> Whereabouts:
    """Return where a unit is; it is asked for every unit after every event, and few answers differ."""
    return Whereabouts(unit.place, unit.steps, unit.aboard) if unit.steps else _NOWHERE


def tally(state: State) -> Mapping[str, int]:
    """4.0 to 4.2  Return factories taken, what Parliament and Churchill added, and what is needed."""
    return {
        "factories": factories(state),
        "bonus": state.bonus,
        "needed": state.edition.factories_to_win,
    }


def rollers(state: State, event: Event[Any]) -> tuple[str, ...]:
    """Return whose dice an event used, in the order in which they fell."""
    whose = _ROLLERS.get(type(event))
    return tuple(state.counter(name).seat for name in whose(event)) if whose else ()


_ROLLERS: dict[type[Any], Callable[[Any], tuple[str, ...]]] = {
    SalvoFired: lambda e: (*e.units, e.target),
    AirSetFought: lambda e: (*e.first, *e.second),
    AirStrikeFlown: lambda e: (e.bomber,) if e.roll else (),
    InterdictionRolled: lambda e: (e.air_unit,),
    UnitTouchedDown: lambda e: (e.unit,),
    CombatFought: lambda e: (e.attack[0].unit,),
    AAUnitFired: lambda e: (e.unit, e.target),
}

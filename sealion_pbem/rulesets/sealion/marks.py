"""What happened, as marks on the map: arrows of moves, numbered signs of fights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sealion_pbem.engine.picture import Mark
from sealion_pbem.engine.words import Event
from sealion_pbem.rulesets.sealion.board import BOXES
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.events import air, combat, general, land, naval, options
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["marks"]

# What kind of arrow an event is, of which units, along which places
_ARROWS: Mapping[type[Any], Callable[[Any], tuple[str, tuple[str, ...], tuple[str, ...]]]] = {
    general.UnitsMoved: lambda event: ("move", event.units, event.path),
    combat.UnitsRetreated: lambda event: ("retreat", event.units, event.path),
    combat.UnitsAdvanced: lambda event: ("advance", event.units, (event.hex,)),
    options.UnitArrived: lambda event: ("arrival", (event.unit,), (event.hex,)),
    land.UnitLanded: lambda event: ("landing", (event.unit,), (event.hex,)),
    land.UnitDropped: lambda event: ("flight", (event.unit,), (event.hex,)),
    air.AirUnitsFlew: lambda event: ("flight", event.units, (event.place,)),
    air.AirborneLaunched: lambda event: ("flight", (event.carrier, event.unit), (event.hex,)),
}
# What kind of fight an event is, where, whose attack, how it ended
_FIGHTS: Mapping[type[Any], Callable[[Any], tuple[str, str, str, str]]] = {
    combat.CombatFought: lambda event: ("combat", event.hex, event.attacker, event.result),
    naval.SeaBattleBegun: lambda event: ("battle", event.sector, "", ""),
    air.AirBattleBegun: lambda event: ("air", event.place, "", ""),
    air.AirStrikeFlown: lambda event: ("strike", event.sector, "", ""),
}


def marks(
    counters: Mapping[str, Counter], events: Iterable[Event[Any]], before: State | None
) -> tuple[Mark, ...]:
    """Return the marks of events; moves of several units along one path are one arrow."""
    found = _Marks(counters, before)
    for event in events:
        found.note(event)
    return tuple(found.marks.values())


class _Marks:
    """The marks so far, and where units are by what has been told."""

    def __init__(self, counters: Mapping[str, Counter], before: State | None) -> None:
        units = before.units if before else {}
        self.places = {name: unit.place for name, unit in units.items()}
        self.marks: dict[tuple[str, tuple[str, ...], str], Mark] = {}
        self._counters = counters
        self._fights = 0

    def note(self, event: Event[Any]) -> None:
        """Take one event in."""
        if isinstance(event, general.UnitPlaced):
            self.places[event.unit] = event.place
        elif type(event) in _ARROWS:
            self._add_arrow(*_ARROWS[type(event)](event))
        elif type(event) in _FIGHTS:
            kind, place, seat, text = _FIGHTS[type(event)](event)
            self._add_fight(kind, place, seat, text)

    def _add_arrow(self, kind: str, units: tuple[str, ...], path: tuple[str, ...]) -> None:
        start = self.places.get(units[0], "")
        self.places.update(dict.fromkeys(units, path[-1]))
        is_inward = kind == "arrival" or not start or start == path[0]
        places = path if is_inward else (start, *path)
        seat = self._counters[units[0]].seat
        # The way home into a box is no news, and would be drawn across the whole map.
        if path[-1] not in BOXES and (kind, places, seat) not in self.marks:
            self.marks[kind, places, seat] = Mark(kind, places, seat)

    def _add_fight(self, kind: str, place: str, seat: str, text: str) -> None:
        if (kind, (place,), "") not in self.marks:
            self._fights += 1
            mark = Mark(kind, (place,), seat, self._fights, text)
            self.marks[kind, (place,), ""] = mark

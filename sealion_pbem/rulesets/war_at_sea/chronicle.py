"""A game told afterwards: where every unit was, what it has left, the score, and whose dice fell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealion_pbem.engine.chronicle import Enrolled, Measure, PlaceKind, Whereabouts
from sealion_pbem.engine.words import Event
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.narration import names
from sealion_pbem.rulesets.war_at_sea.rules.ch01_setup import ENDS
from sealion_pbem.rulesets.war_at_sea.rules.ch09_ends import remaining_cost
from sealion_pbem.rulesets.war_at_sea.settings import ALLIED, AXIS, SEATS
from sealion_pbem.rulesets.war_at_sea.words import events as e
from sealion_pbem.rulesets.war_at_sea.words import fights as f
from sealion_pbem.rulesets.war_at_sea.words.state import AIRBASE, State, seat_of

__all__ = [
    "ARMS",
    "HULL",
    "arm_of",
    "carrier_of",
    "place_of",
    "places",
    "rollers",
    "roster",
    "tally",
    "whereabouts",
]

HULL = Measure("hull point", "hull points")
ARMS = ("ship", "submarine", "aircraft")


def places() -> Mapping[str, PlaceKind]:
    """Return the sectors of the map and the two airbases."""
    sectors = {sector: PlaceKind("sea", is_hex=True) for sector in data.sectors()}
    return sectors | {f"{AIRBASE} {end}": PlaceKind("airbase") for end in ENDS}


def arm_of(card: str) -> str:
    """2.1  Return the kind of a unit: ship, submarine or aircraft."""
    return data.cards()[card].type.lower()


def roster(state: State) -> Mapping[str, Enrolled]:
    """P.2  Return the units of the fleets that are open."""
    called = names(state)
    return {
        name: Enrolled(
            seat_of(name), called[name], data.cards()[unit.card].hull, arm_of(unit.card),
            is_above=state.is_aircraft(name),
        )
        for name, unit in state.units.items()
    }  # fmt: skip


def place_of(state: State, name: str) -> str:
    """Return where a unit is: its sector, that of the Carrier it is aboard, or its airbase."""
    unit = state.units[name]
    if unit.fate:
        return ""
    if unit.sector:
        return unit.sector
    if unit.base == AIRBASE:
        return f"{AIRBASE} {state.ends[seat_of(name)]}"
    return state.units[unit.base].sector if unit.base else ""


def whereabouts(state: State) -> Mapping[str, Whereabouts]:
    """Return where every unit is, how many hull points it has left, and the Carrier it is aboard."""
    return {
        name: Whereabouts(place_of(state, name), unit.hull, carrier_of(state, name))
        for name, unit in state.units.items()
    }


def carrier_of(state: State, name: str) -> str:
    """7.1  Return the Carrier that an Aircraft is aboard, "" if it is placed, at the airbase or none."""
    unit = state.units[name]
    return "" if unit.sector or unit.base in ("", AIRBASE) else unit.base


def tally(state: State) -> Mapping[str, int]:
    """1.3  Return the score, and what is left."""
    found = {f"score of {seat}": state.scores[seat] for seat in SEATS}
    return found | {f"points of units of {seat}": remaining_cost(state, seat) for seat in SEATS}


def rollers(_: State, event: Event[Any]) -> tuple[str, ...]:
    """3.1, 5.2, 5.3.4, 7.3, 8.8  Return whose dice an event used; those of zone and coin are nobody's."""
    if isinstance(event, e.InitiativeWon | e.InitiativeTied):
        return (AXIS, AXIS, ALLIED, ALLIED)
    if isinstance(event, f.AttackMade):
        return (seat_of(event.unit),) * len(event.faces)
    if isinstance(event, f.SurvivorTested | f.BasedAircraftTested):
        return (seat_of(event.unit),)
    if isinstance(event, f.CoverTested):
        return (*(seat_of(event.attacker),) * event.dice, seat_of(event.unit))
    return ()

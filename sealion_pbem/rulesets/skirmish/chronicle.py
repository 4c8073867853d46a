"""Skirmish, told afterwards: where everybody stood, and what the dice were worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealion_pbem.engine.chronicle import Enrolled, Measure, PlaceKind, Whereabouts
from sealion_pbem.engine.words import Event
from sealion_pbem.rulesets.skirmish import words as w

__all__ = ["STEPS", "places", "rollers", "roster", "tally", "whereabouts"]

STEPS = Measure("step", "steps")
_TERRAIN = {".": "land", "w": "wood", "^": "hill", "~": "water"}


def places() -> Mapping[str, PlaceKind]:
    """Return the hexes of the field."""
    return {n: PlaceKind(_TERRAIN[terrain], is_hex=True) for n, terrain in w.FIELD.items()}


def roster(state: w.State) -> Mapping[str, Enrolled]:
    """Return all units."""
    return {name: Enrolled(unit.seat, name, 2) for name, unit in state.units.items()}


def whereabouts(state: w.State) -> Mapping[str, Whereabouts]:
    """Return hex and steps of every unit."""
    return {
        name: Whereabouts(unit.hex if unit.steps else "", unit.steps)
        for name, unit in state.units.items()
    }


def tally(state: w.State) -> Mapping[str, int]:
    """Return how many steps each side has left."""
    return {
        f"steps of {seat}": sum(state.units[name].steps for name in state.alive(seat))
        for seat in (w.RED, w.BLUE)
    }


def rollers(state: w.State, event: Event[Any]) -> tuple[str, ...]:
    """3.3  Return whose dice an event used: in a battle the attacker's, then the defender's."""
    if not isinstance(event, w.BattleFought):
        return ()
    return state.units[event.attacker].seat, state.units[event.defender].seat

"""What is printed on a counter: the values that never change in a game."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from dataclasses import replace

from sealion_pbem.engine.frozen import frozen

__all__ = ["RAIL_MOVE", "Counter", "named_apart"]

RAIL_MOVE = -1
"""The move of a unit that goes any distance along roads (the R of the Railway Guns, 11.0)."""


@frozen
class Counter:
    """1.2, 1.3  One unit as printed, front and back; markers are no counters.

    A unit without a printed strength is a non-combatant (8.3): its `strength` is None. What only
    land units have is 0 or "" on the others, and the reduced values of a unit of one step mean
    nothing.
    """

    id: str
    seat: str
    arm: str
    """land, air or naval"""
    type: str
    size: str
    """XX, X, III or II on land units, else empty"""
    name: str
    """What the unit is called wherever it is spoken of; no two of a pack are called alike."""
    group: str
    attack: int
    defense: int
    move: int
    movement_class: str
    """leg, vehicle, mountain or rail on land units, else empty"""
    amphibious: bool
    quality: int
    strength: int | None
    is_dummy: bool
    """Fights with nothing: the Dummy battery (9.4), the fake parachutists (14.6)."""
    codes: frozenset[str]
    """Of a coastal battery: sectors A and B, range lines Y, O and R (9.1)."""
    support_range: int
    steps: int
    reduced_attack: int
    reduced_defense: int
    reduced_quality: int
    reduced_strength: int | None
    setup: str
    """Where the unit begins, as one word: data/README.md lists them."""
    arrival_turn: int
    optional_rule: str
    """The section that brings the unit into play, empty for the standard set."""

    @property
    def is_fighter(self) -> bool:
        """Only fighters have an air quality above 0 (10.0)."""
        return self.arm == "air" and self.quality > 0

    @property
    def is_bomber(self) -> bool:
        """An air unit that can strike and has no air quality (10.0)."""
        return self.type == "bomber"

    @property
    def is_division(self) -> bool:
        """XX."""
        return self.size == "XX"

    @property
    def is_brigade(self) -> bool:
        """X."""
        return self.size == "X"

    @property
    def is_regiment(self) -> bool:
        """III."""
        return self.size == "III"

    @property
    def is_battalion(self) -> bool:
        """II."""
        return self.size == "II"

    @property
    def is_combatant(self) -> bool:
        """An air or naval unit with a printed strength, even if it is 0 (8.3)."""
        return self.strength is not None


def named_apart(printed: Mapping[str, Counter]) -> dict[str, Counter]:
    """1.3  Return the counters of a pack by names of which each means one unit.

    A name that is printed once stands as it is. Where several units have one name it goes with what
    tells them apart: the seat before it, or the group or the size behind it, as in "British 45 Inf",
    "17 Inf Ech 1" and "1 Arm XX". Those alike in all that have their seat before and a number behind,
    or the sea space in which they always lie: "German mine 5", "British mine A". Units of the standard
    set keep their names when an optional rule brings others of the same name.
    """
    found = dict(printed)
    namesakes: dict[str, list[Counter]] = {}
    for counter in printed.values():
        namesakes.setdefault(counter.name, []).append(counter)
    several = {name: all_alike for name, all_alike in namesakes.items() if len(all_alike) > 1}
    for name, counter in printed.items():
        if counter.name not in several:
            continue
        alike = [c for c in several[counter.name] if counter.optional_rule or not c.optional_rule]
        if len(alike) > 1:
            found[name] = replace(counter, name=_apart(counter, alike))
    return found


def _apart(counter: Counter, alike: list[Counter]) -> str:
    """Return a name that tells a counter from those that are printed alike."""
    seat = counter.seat.capitalize()
    own = [c for c in alike if c.seat == counter.seat]
    if len(own) == 1:
        return f"{seat} {counter.name}"
    often = Tally(trait for c in alike for trait in (c.group, c.size))
    for trait in (counter.group, counter.size):
        if trait and often[trait] == 1:
            return f"{counter.name} {trait}"
    _, _, lies_in = counter.setup.partition("sector:")
    return f"{seat} {counter.name.lower()} {lies_in or own.index(counter) + 1}"

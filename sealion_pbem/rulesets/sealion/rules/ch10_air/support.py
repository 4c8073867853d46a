"""10.10, 10.11, 10.3  What air units add to other arms: support in land combat, spotting for ships."""

from __future__ import annotations

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.events.combat import LandCombat
from sealion_pbem.rulesets.sealion.state import GERMAN, State, other

__all__ = ["air_support", "air_support_at_hand", "is_spotted"]


def air_support(state: State, place: str, seat: Seat) -> list[tuple[str, int]]:
    """12.0, 14.5.1  Return the air units that add to a land combat, and what each adds.

    Who is withheld by its player or was driven off by AA units adds nothing.
    """
    task = state.task
    found = air_support_at_hand(state, place, seat)
    if not found or not isinstance(task, LandCombat):
        return found
    gone = (*task.withheld, *(task.driven_off or ()))
    return [(name, value) for name, value in found if name not in gone]


def air_support_at_hand(state: State, place: str, seat: Seat) -> list[tuple[str, int]]:
    """10.10, 10.11  Return the air units that could add to a land combat, and what each would (A-77).

    It is the strength of the side shown, halved in cities and heavy woods, fractions up for each
    (12.0). Attackers have flown in their own step and defenders in reaction. Both missions are flown
    to a hex with a defending land unit: over an empty beach (7.5) nobody supports (10.3).
    """
    facts = state.table.board.hexes.get(place)
    if facts is None or state.is_rain or not state.land_in(place, other(state.seat)):
        return []
    is_halved = bool(facts.city) or facts.woods == "heavy"
    found = []
    for name in state.units_in(place, seat, "air"):
        strength = state.strength_of(name) or 0
        if strength > 0:
            found.append((name, (strength + 1) // 2 if is_halved else strength))
    return found


def is_spotted(state: State, sector: str) -> bool:
    """10.3  Return whether a float plane makes German ships in a sea space fire one hex further."""
    return not state.is_rain and any(
        state.counter(name).type == "floatplane" for name in state.units_in(sector, GERMAN, "air")
    )

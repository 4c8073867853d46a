"""10.10, 10.11, 10.3  What air units add to other arms: support in land combat, spotting for ships."""

from __future__ import annotations

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.events.combat import LandCombat
from sealion_pbem.rulesets.sealion.state import GERMAN, State, other

__all__ = ["air_support", "is_spotted"]


def air_support(state: State, place: str, seat: Seat) -> list[tuple[str, int]]:
    """10.10, 10.11, 14.5.1  Return the air units that add to a land combat, and what each adds (A-77).

    It is the strength of the side shown, halved in cities and heavy woods, fractions up for each
    (12.0). Attackers have flown in their own step and defenders in reaction. Both missions are flown
    to a hex with a defending land unit: over an empty beach (7.5) nobody supports (10.3). Who was
    driven off by AA units adds nothing.
    """
    facts = state.table.board.hexes.get(place)
    if facts is None or state.is_rain or not state.land_in(place, other(state.seat)):
        return []
    is_halved = bool(facts.city) or facts.woods == "heavy"
    found = []
    gone = state.task.driven_off or () if isinstance(state.task, LandCombat) else ()
    for name in state.units_in(place, seat, "air"):
        strength = state.strength_of(name) or 0
        if strength > 0 and name not in gone:
            found.append((name, (strength + 1) // 2 if is_halved else strength))
    return found


def is_spotted(state: State, sector: str) -> bool:
    """10.3  Return whether a float plane makes German ships in a sea space fire one hex further."""
    return not state.is_rain and any(
        state.counter(name).type == "floatplane" for name in state.units_in(sector, GERMAN, "air")
    )

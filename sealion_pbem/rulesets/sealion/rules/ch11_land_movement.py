"""11.0  Land movement: the decision of the step, and what is offered in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sealion_pbem.engine.saying import said_together
from sealion_pbem.engine.words import Decision, Order, Seat
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy
from sealion_pbem.rulesets.sealion.events.land import MarchHalted
from sealion_pbem.rulesets.sealion.rules.ch11_landing import (
    Debark,
    can_land,
    is_landing_time,
    landing_offers,
    marches_after_debarking,
    units_at_sea,
)
from sealion_pbem.rulesets.sealion.rules.ch11_march import MARCH, March, obey_march, units_to_move
from sealion_pbem.rulesets.sealion.rules.ch11_reach import reach
from sealion_pbem.rulesets.sealion.rules.ch11_walk import going_on, has_enemy
from sealion_pbem.rulesets.sealion.rules.ch14_options.arrivals import decide_arrivals
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State

__all__ = ["CHAPTER", "decide_land_movement"]

MOST_UNITS = 4
MOST_HEXES = 12
_ASKED = {
    GERMAN: Decision(
        GERMAN, "land_movement", "11.0", "land, debark and move land units",
        frozenset({"march", "land", "debark", "done"}),
    ),
    BRITISH: Decision(
        BRITISH, "land_movement", "11.0", "move land units", frozenset({"march", "done"})
    ),
}  # fmt: skip


def decide_land_movement(state: State) -> Decision | None:
    """11.0, 14.3  Ask while there is a unit that could march or come ashore; arrivals come first."""
    if state.ended:
        return None
    seat = state.seat
    if seat == BRITISH and (arrivals := decide_arrivals(state)) is not None:
        return arrivals
    if any(units_to_move(state, seat)) or (seat == GERMAN and _can_anybody_land(state)):
        return _ASKED[seat]
    return None


def _can_anybody_land(state: State) -> bool:
    """7.4  Return whether a unit at sea has a hex to go to."""
    return is_landing_time(state) and any(can_land(state, name) for name in units_at_sea(state))


def _offers(state: State) -> Iterator[Order]:
    """Return landings, then marches of the next few units, attacks and long ways first, then the end."""
    seat = state.seat
    if seat == GERMAN and is_landing_time(state):
        can_land = ((name, list(landing_offers(state, name))) for name in units_at_sea(state))
        for name, offers in islice(((n, o) for n, o in can_land if o), MOST_UNITS):
            yield from offers[:MOST_HEXES]
            if isinstance(offers[0], Debark):
                yield from islice(
                    marches_after_debarking(state, name, offers[0].path[0]), MOST_HEXES
                )
    order = state.table.order
    for name in sorted(units_to_move(state, seat), key=order.__getitem__)[:MOST_UNITS]:
        yield from _marches(state, name)
    yield Done()


def _marches(state: State, name: str) -> Iterator[March]:
    progress = going_on(state, name)
    seat, found = Seat(state.counter(name).seat), reach(state, name, progress=progress)
    best = sorted(found, key=lambda n: (not has_enemy(state, n, seat), -found[n][0], n))
    for place in best[:MOST_HEXES]:
        yield March((name,), found[place][1])


def _done(_: State) -> Order:
    return Done()


def _facts(state: State) -> dict[str, int | str]:
    at_sea = sum(1 for _ in units_at_sea(state)) if state.seat == GERMAN else 0
    return {"to_move": sum(1 for _ in units_to_move(state, state.seat)), "at_sea": at_sea}


CHAPTER = Chapter(
    title="Land movement",
    orders={March: (MARCH, obey_march)},
    events=(MarchHalted,),
    asks={
        "land_movement": Asking(
            _offers, {"default": Policy("no more units move or come ashore", _done)}, _facts
        )
    },
    tell={
        MarchHalted: lambda e, say: (
            f"{said_together(say, e.units, 'is', 'are')} stopped in {e.hex} "
            f"on the way to {' '.join(e.rest)}"
        )
    },
)

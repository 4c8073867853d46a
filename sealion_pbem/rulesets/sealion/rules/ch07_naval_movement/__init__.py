"""7.0  Naval movement: ships sail, troops embark, submarines lay mines, batteries sortie.

What comes ashore in England (7.4 to 7.6) is land movement; supply by sea (7.7) is with supply.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sealion_pbem.engine.saying import said_together
from sealion_pbem.engine.words import Decision, Order, Seat
from sealion_pbem.rulesets.sealion.board import BOXES, CONVOY, SECTORS
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy
from sealion_pbem.rulesets.sealion.events.general import CargoLost
from sealion_pbem.rulesets.sealion.events.naval import (
    BatteryRecalled,
    BatterySortied,
    MineLaid,
    ShipsMoored,
)
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement import embarking as e
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement import mines as m
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement import sailing as s
from sealion_pbem.rulesets.sealion.rules.ch07_naval_movement import sorties as b
from sealion_pbem.rulesets.sealion.rules.naval_force import (
    acts_now,
    force_at,
    is_battery,
    is_transport,
    own_boxes,
)
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN, State

__all__ = ["CHAPTER", "decide_movement"]

_BOTH = frozenset({"done", "sail", "sortie", "recall"})
_ACCEPTS = {
    GERMAN: _BOTH | {"embark", "unload", "couple", "lay_mine", "shift_airborne"},
    BRITISH: _BOTH,
}


def decide_movement(state: State) -> Decision | None:
    """7.0  Ask the player whose step it is to move, while he has anything that can."""
    if state.ended or not _has_choice(state):
        return None
    return _asked(state.seat, state.turn, state.step, "at night " if state.is_night else "")


@cache
def _asked(seat: Seat, turn: int, step: int, when: str) -> Decision:
    prompt = f"move {seat} ships {when}(turn {turn}, step {step}), then say done"
    return Decision(seat, "naval_movement", "7.0", prompt, _ACCEPTS[seat])


def _has_choice(state: State) -> bool:
    """Return whether the step is asked about: something can move, or something has.

    Once it has, the player says himself when he is done: orders that follow mean the same stage.
    """
    if state.came_from or state.done:
        return True
    if _can_anybody_sail(state):
        return True
    if any(True for _ in b.sorties(state)) or any(True for _ in b.recalls(state)):
        return True
    recalled = (n for n in sorted(state.home) if is_battery(state.counter(n)))
    if any(state.counter(n).seat == state.seat and acts_now(state, n) for n in recalled):
        return True
    return state.seat == GERMAN and bool(m.loaded_submarines(state) or _can_load(state))


def _can_anybody_sail(state: State) -> bool:
    """7.0  Return whether a ship can sail, or one of the few land units that swim."""
    seat, places, counters = state.seat, s.naval_places(state), state.table.counters
    ships, troops = state.forces[seat, "naval"], state.forces[seat, "land"]
    for place in places:
        for name in ships.get(place, ()):
            if s.can_sail(state, name):
                return True
    swimmers = [n for place in places for n in troops.get(place, ()) if counters[n].amphibious]
    return any(s.can_sail(state, name) for name in swimmers)


def _can_load(state: State) -> bool:
    """Return whether troops and a transport are in the Convoy box together, aboard or not."""
    if not any(e.waiting_troops(state)) and not any(e.loaded_in_port(state)):
        return False
    ships = state.units_in(CONVOY, GERMAN, "naval")
    return any(is_transport(state.counter(name)) for name in ships)


def _offers(state: State) -> Iterator[Order]:
    """Return loading first, then whole squadrons, then the end; single ships and recalls last."""
    yield from (m.LayMine(boat) for boat in m.loaded_submarines(state))
    yield from _loading(state)
    yield from b.sorties(state)
    squadrons = [found for place in s.naval_places(state) if (found := s.squadron(state, place))]
    for ships in squadrons:
        yield from (s.Sail(ships, path) for path in s.courses(state, ships).values())
    yield Done()
    for ships in squadrons:
        for name in ships if len(ships) > 1 else ():
            yield from (s.Sail((name,), path) for path in s.courses(state, (name,)).values())
    yield from b.recalls(state)
    if state.seat == GERMAN:
        yield from (e.Unload(name) for name in e.loaded_in_port(state))
        yield from (e.ShiftAirborne(name) for name in e.airborne_in_france(state))


def _loading(state: State) -> Iterator[Order]:
    """Return a mine for the first free submarine, and each waiting unit for the first free transport."""
    if state.seat != GERMAN:
        return
    boat, mine = next(m.free_submarines(state), ""), next(m.free_mines(state), "")
    if boat and mine:
        yield m.Couple(boat, mine)
    # A transport that can still sail today is worth more than one that has just come in.
    ships = sorted(e.empty_transports(state), key=lambda name: name in state.home)
    if ships:
        troops = sorted(e.waiting_troops(state), key=lambda name: state.counter(name).amphibious)
        yield from (e.Embark(name, ships[0]) for name in troops)


def _done() -> Order:
    return Done()


def _stay(_: State) -> Order:
    return _done()


def _withdraw(state: State) -> Order:
    """Return the order that sends the next squadron home for which the way is open, or else the end."""
    for sector in SECTORS:
        ships = s.squadron(state, sector)
        ways = s.courses(state, ships) if ships else {}
        for box in own_boxes(state.seat):
            if box in ways:
                return s.Sail(ships, ways[box])
    return _done()


def _facts(state: State) -> dict[str, int | str]:
    """Return how many own ships are at sea and in port."""
    counts = {place: len(force_at(state, place, state.seat)) for place in s.naval_places(state)}
    in_port = sum(count for place, count in counts.items() if place in BOXES)
    return {"ships_at_sea": sum(counts.values()) - in_port, "ships_in_port": in_port}


CHAPTER = Chapter(
    title="Naval movement",
    orders={
        s.Sail: (s.SAIL, s.obey_sail),
        e.Embark: (e.EMBARK, e.obey_embark),
        e.Unload: (e.UNLOAD, e.obey_unload),
        e.ShiftAirborne: (e.SHIFT_AIRBORNE, e.obey_shift_airborne),
        m.Couple: (m.COUPLE, m.obey_couple),
        m.LayMine: (m.LAY_MINE, m.obey_lay_mine),
        b.Sortie: (b.SORTIE, b.obey_sortie),
        b.Recall: (b.RECALL, b.obey_recall),
    },
    events=(ShipsMoored, MineLaid, BatterySortied, BatteryRecalled, CargoLost),
    asks={
        "naval_movement": Asking(
            _offers,
            {
                "default": Policy("every ship stays where it is", _stay),
                "withdraw": Policy("ships that can reach a friendly box go there", _withdraw),
            },
            _facts,
        )
    },
    tell={
        ShipsMoored: lambda e, say: (
            f"{said_together(say, e.units)}: no more sailing in this game turn"
        ),
        MineLaid: lambda e, say: f"{say(e.submarine, 'lays', 'lay')} {say(e.mine)} in {e.sector}",
        BatterySortied: lambda e, say: f"{say(e.battery, 'aims', 'aim')} at sector {e.sector}",
        BatteryRecalled: lambda e, say: (
            f"{say(e.battery, 'is', 'are')} recalled to the box {e.box}"
        ),
        CargoLost: lambda e, say: (
            f"{say(e.unit, 'is', 'are')} lost aboard {say(e.carrier)} ({e.rule})"
        ),
    },
)

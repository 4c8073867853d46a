"""10.0 to 10.3  Air movement and reaction: what is asked, and sensible patrols, strikes and landings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice

from sealion_pbem.engine.saying import said_together
from sealion_pbem.engine.words import Decision, Order, Seat
from sealion_pbem.rulesets.sealion.board import FRANCE, SECTORS
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy
from sealion_pbem.rulesets.sealion.events.air import (
    AirborneLaunched,
    AirUnitsFlew,
    InterdictionRolled,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.airlift import (
    AIRLIFT,
    Airlift,
    obey_airlift,
    refuse_drop_hex,
    refuse_regiment,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import (
    CARRIES,
    REACTION,
    bombers_in,
    fighters_in,
    fliers_in,
    flying_seat,
    has_anything_to_fly,
    ready,
    ships_in,
    supply_airbases,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.placement import FLY, Fly, obey_fly, refuse_flier
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import room
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.state import GERMAN, State, other

__all__ = [
    "CHAPTER",
    "airlifts",
    "decide_air_movement",
    "interception",
    "single_flights",
    "strike",
    "threatened",
]


def decide_air_movement(state: State) -> Decision | None:
    """10.1  Ask the seat whose air units may move, while it has any that could; never in rain."""
    if state.ended or state.is_rain:
        return None
    seat = flying_seat(state)
    return _asked(seat, state.stage) if has_anything_to_fly(state, seat) else None


@cache
def _asked(seat: Seat, stage: str) -> Decision:
    if stage == REACTION:
        prompt = "Air Reaction: fly air units to hexes and sea spaces, then done"
        return Decision(seat, "air_reaction", "10.1", prompt, frozenset({"fly", "done"}))
    accepts = {"fly", "done"} | ({"airlift"} if seat == GERMAN else set())
    prompt = "Air Movement: fly air units to hexes and sea spaces, then done"
    return Decision(seat, "air_movement", "10.1", prompt, frozenset(accepts))


def _done() -> Order:
    return Done()


def _offers(state: State) -> Iterator[Order]:
    """Return whole patrols and strikes first, then landings, the end, and flights of single units."""
    for sensible in (interception(state), strike(state)):
        if sensible is not None and not any(FLY.check(state, sensible)):
            yield sensible
    yield from airlifts(state)
    yield Done()
    yield from single_flights(state)


def _facts(state: State) -> Mapping[str, int | str]:
    seat = flying_seat(state)
    at_base = [state.counter(name) for name in ready(state, seat)]
    enemy = other(seat)
    return {
        "enemy_bombers_at_sea": sum(len(bombers_in(state, s, enemy)) for s in SECTORS),
        "enemy_fighters_at_sea": sum(len(fighters_in(state, s, enemy)) for s in SECTORS),
        "threatened_sea_spaces": len(threatened(state, seat)),
        "fighters_at_base": sum(1 for counter in at_base if counter.is_fighter),
        "bombers_at_base": sum(1 for counter in at_base if counter.is_bomber),
    }


_STAY = Policy("fly nothing (more)", lambda _: _done())
_INTERCEPT = Policy(
    "fighters go where enemy bombers are over own ships, then over own troops; the others stay",
    lambda state: interception(state) or _done(),
)
_STRIKE = Policy(
    "bombers with some fighters go to sea spaces with enemy ships, most ships first",
    lambda state: strike(state) or _done(),
)

CHAPTER = Chapter(
    title="Air movement",
    orders={Fly: (FLY, obey_fly), Airlift: (AIRLIFT, obey_airlift)},
    events=(AirUnitsFlew, AirborneLaunched, InterdictionRolled),
    asks={
        "air_movement": Asking(
            _offers, {"default": _STAY, "stay": _STAY, "strike": _STRIKE}, _facts, forfeit="stay"
        ),
        "air_reaction": Asking(
            _offers,
            {"default": _INTERCEPT, "intercept": _INTERCEPT, "stay": _STAY, "strike": _STRIKE},
            _facts,
            forfeit="stay",
        ),
    },
    tell={
        AirUnitsFlew: lambda e, say: f"{said_together(say, e.units, 'flies', 'fly')} to {e.place}",
        AirborneLaunched: lambda e, say: (
            f"{say(e.carrier, 'carries', 'carry')} {say(e.unit)} to {e.hex}"
        ),
        InterdictionRolled: lambda e, say: (
            f"{say(e.air_unit, 'rolls', 'roll')} {e.roll} "
            f"against {said_together(say, e.units)} in {e.hex}, "
            f"below its strength {e.strength} stops (10.3): "
            + ("stopped" if e.is_stopped else "no effect")
        ),
    },
)


_MOST_HEXES = 12


def interception(state: State) -> Fly | None:
    """10.3  Return fighters' flight to enemy bombers over own ships, or else over own troops."""
    seat = flying_seat(state)
    fighters = _strongest(state, seat, "fighter")
    for sector in threatened(state, seat):
        enemies = len(fliers_in(state, sector, other(seat)))
        wanted = min(
            enemies - len(fighters_in(state, sector, seat)), room(state, sector, seat, "fighter")
        )
        if fighters and wanted > 0:
            return Fly(tuple(fighters[:wanted]), sector)
    for place in sorted(state.forces[other(seat), "air"]):
        if (
            fighters
            and place in state.table.board.hexes
            and bombers_in(state, place, other(seat))
            and state.land_in(place, seat)
            and room(state, place, seat, "fighter") > 0
        ):
            return Fly((fighters[0],), place)
    return None


def threatened(state: State, seat: Seat) -> list[str]:
    """Return the sea spaces with enemy bombers over own ships, the worst first."""
    bombers = {
        s: len(bombers_in(state, s, other(seat))) for s in SECTORS if ships_in(state, s, seat)
    }
    return sorted((s for s in bombers if bombers[s]), key=lambda s: (-bombers[s], SECTORS.index(s)))


def strike(state: State) -> Fly | None:
    """10.7  Return bombers, with a fighter for every two, for the sea space with the most targets."""
    seat = flying_seat(state)
    bombers, fighters = _strongest(state, seat, "bomber"), _strongest(state, seat, "fighter")
    prey = {s: len(_prey(state, s, other(seat))) for s in SECTORS}
    for sector in sorted(SECTORS, key=lambda s: (-prey[s], SECTORS.index(s))):
        free = room(state, sector, seat, "bomber")
        wanted = min(prey[sector], len(bombers), free)
        if wanted > 0 and not bombers_in(state, sector, seat):
            escort = fighters[: min((wanted + 1) // 2, free - wanted)]
            return Fly((*bombers[:wanted], *escort), sector)
    return None


def airlifts(state: State) -> Iterator[Airlift]:
    """11.5  Return landings of airborne regiments at empty airbases, where they can be supplied."""
    seat = flying_seat(state)
    if state.stage == REACTION:
        return
    carriers = {state.counter(name).type: name for name in reversed(ready(state, seat))}
    board = state.table.board
    bases = [n for n in board.numbers if board.hexes[n].airbase]
    for unit in state.units_in(FRANCE, seat, "land"):
        carrier = carriers.get(CARRIES.get(state.counter(unit).type, ""))
        if carrier and not any(refuse_regiment(state, {}, unit)):
            with_it = {"unit": unit}
            legal = (n for n in bases if not any(refuse_drop_hex(state, with_it, n)))
            yield from (Airlift(unit, carrier, place) for place in islice(legal, 2))


def single_flights(state: State) -> Iterator[Fly]:
    """10.1  Return flights of one unit of each type to places where something is.

    Transports are offered the airbases where they supply, float planes the sea, where they spot (10.3).
    """
    seat = flying_seat(state)
    first: dict[str, str] = {}
    for name in ready(state, seat):
        first.setdefault(state.counter(name).type, name)
    zones, hexes = state.zoc[other(seat)], state.table.board.hexes
    held = [(place, here) for place, here in state.at.items() if place in hexes]
    front = [place for place, here in held if place in zones or len(here) > 1]
    everywhere = (*SECTORS, *front[:_MOST_HEXES])
    useful = {"transport": supply_airbases(state), "floatplane": SECTORS}
    for kind, name in first.items():
        for place in useful.get(kind, everywhere):
            if not any(refuse_flier(state, {"place": place}, name)):
                yield Fly((name,), place)


def _strongest(state: State, seat: Seat, kind: str) -> list[str]:
    names = [name for name in ready(state, seat) if state.counter(name).type == kind]
    return sorted(names, key=lambda n: (-state.quality_of(n), -(state.strength_of(n) or 0)))


def _prey(state: State, sector: str, seat: Seat) -> list[str]:
    """Return the ships worth a strike: mines are none."""
    return [name for name in ships_in(state, sector, seat) if state.counter(name).type != "mine"]

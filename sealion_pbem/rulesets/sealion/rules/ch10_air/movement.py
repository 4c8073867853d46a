"""10.0 to 10.3  Air movement and air reaction: units fly to where they have a mission."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from sealion_pbem.engine.saying import said_together
from sealion_pbem.engine.words import Decision, Order, Seat
from sealion_pbem.rulesets.sealion.board import SECTORS
from sealion_pbem.rulesets.sealion.chapter import Asking, Chapter, Policy
from sealion_pbem.rulesets.sealion.events.air import (
    AirborneLaunched,
    AirUnitsFlew,
    InterdictionRolled,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.airlift import AIRLIFT, Airlift, obey_airlift
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import (
    REACTION,
    bombers_in,
    fighters_in,
    flying_seat,
    has_anything_to_fly,
    ready,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.patrol import (
    airlifts,
    intercept,
    single_flights,
    strike,
    threatened,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.placement import FLY, Fly, obey_fly
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.state import GERMAN, State, other

__all__ = ["CHAPTER", "decide_air_movement"]


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
    for sensible in (intercept(state), strike(state)):
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
    lambda state: intercept(state) or _done(),
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
            _offers, {"default": _STAY, "stay": _STAY, "strike": _STRIKE}, _facts
        ),
        "air_reaction": Asking(
            _offers,
            {"default": _INTERCEPT, "intercept": _INTERCEPT, "stay": _STAY, "strike": _STRIKE},
            _facts,
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

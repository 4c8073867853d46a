"""One plain sentence for every event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.saying import Say, counted
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.rules.ch05_attack import successes_of
from sealion_pbem.rulesets.war_at_sea.words import events as e
from sealion_pbem.rulesets.war_at_sea.words import fights as f
from sealion_pbem.rulesets.war_at_sea.words.state import AIRBASE

__all__ = ["CALLED", "EFFECTS", "TELL", "reckoning", "said_sight"]

CALLED = {
    "antiair": "antiair fire", "main": "its main guns", "secondary": "its secondary guns",
    "tertiary": "its tertiary guns", "bomb": "bombs", "asw": "depth charges",
    "torpedo": "torpedoes",
}  # fmt: skip
EFFECTS = {
    "none": "no effect", "hit": "a hit", "aborted": "aborted", "destroyed": "destroyed",
    "covered": "lost in fog, squall or smoke",
}  # fmt: skip
_STEPS = {
    "open_fleet": "the fleet is opened", "deploy": "the fleet is set up", "sea_move": "sea movement",
    "flights": "flight plan", "open_flights": "the flight plan is opened",
    "air_mission": "air missions", "air_defense": "air defense", "air_attack": "air attack",
    "surface_attack": "surface attack", "torpedo_attack": "torpedo attack",
    "air_return": "air return",
}  # fmt: skip
"""The steps as nouns: whether anything happens in one is told by what does."""


def _zone(event: e.ZoneChosen, _: Say) -> str:
    zones = data.zones()
    name = zones[event.zone].name if event.zone in zones else "unknown"
    return f"the battle zone is {event.zone}, {name}"


def _fleet(event: e.FleetOpened, _: Say) -> str:
    cards = data.cards()
    names = [cards[card].name for card in event.cards]
    cost = sum(cards[card].cost for card in event.cards)
    return f"{event.seat} shows its fleet of {counted(cost, 'point')}: {', '.join(names)}"


def _flights(seat: str, missions: tuple[tuple[str, ...], ...], say: Say, word: str) -> str:
    told = [
        " or ".join(
            [f"{say(name)} to {_place(places[0], say)}", *(_place(p, say) for p in places[1:])]
        )
        for name, *places in (mission for mission in missions if len(mission) > 1)
    ]
    return f"{seat} {word}: {'; '.join(told) or 'nobody'}"


def _place(place: str, say: Say) -> str:
    return say(place) if "-" in place else place


def _base(base: str, say: Say) -> str:
    return "the land airbase" if base == AIRBASE else say(base)


def _attack(event: f.AttackMade, say: Say) -> str:
    effect = EFFECTS.get(event.effect, event.effect)
    lost = f", {counted(event.points, 'hull point')}" if event.points else ""
    dice = counted(len(event.faces), "die", "dice")
    return (
        f"{say(event.unit, 'attacks', 'attack')} {say(event.target)} with"
        f" {CALLED.get(event.weapon, event.weapon)} at range {event.distance}{said_sight(event.sight)}:"
        f" {', '.join((dice, *event.terms))}: {reckoning(event)}: {effect}{lost}"
    )


def said_sight(passed: Sequence[str]) -> str:
    """5.3  Return over which sectors a line of sight leads, in brackets; nothing if over none."""
    said = [f"between {place}" if " and " in place else f"over {place}" for place in passed]
    return f" ({', '.join(said)})" if said else ""


def reckoning(event: f.AttackMade) -> str:
    """5.2  Return how the dice of an attack count: "2 + 1 + 1 = 4 successes, armor 4, vital 6"."""
    if event.weapon == "torpedo":
        return f"{counted(event.successes, 'hit')} of two hull points each"
    counts = [successes_of(face, event.modifier) for face in sorted(event.faces, reverse=True)]
    parts = [str(count) for count in counts if count]
    found = counted(event.successes, "success", "successes")
    sum_ = f"{' + '.join(parts)} = {found}" if len(parts) > 1 else found
    return f"{sum_} against armor {event.armor}, vital armor {event.vital}"


def _end(event: e.GameEnded, _: Say) -> str:
    return f"{event.winner or 'nobody'} has won: {event.why}"


TELL: dict[type[Any], Callable[[Any, Say], str]] = {
    DiceRolled: lambda x, _: (
        f"dice for {x.label}: {' '.join(map(str, x.values))} (rule {x.rule}, {x.trust})"
    ),
    e.FleetSealed: lambda x, _: f"{x.seat} has sealed its fleet",
    e.ZoneChosen: _zone,
    e.CoinFlipped: lambda x, _: f"{x.seat} sets up first",
    e.FleetOpened: _fleet,
    e.FleetRefused: lambda x, _: f"the fleet of {x.seat} may not be played: {x.why} (rule {x.rule})",
    e.EndChosen: lambda x, _: f"{x.seat} comes from the {x.end}",
    e.UnitDeployed: lambda x, say: (
        f"{say(x.unit, 'is', 'are')} set up {_set_up(x.place, say)}"
    ),
    e.TurnBegan: lambda x, _: f"turn {x.turn} begins",
    e.InitiativeTied: lambda x, _: f"initiative: {x.total} on each side, both roll again",
    e.InitiativeWon: lambda x, _: (
        f"initiative: axis {x.axis}, allied {x.allied}; {x.seat} wins and acts second"
    ),
    e.StepBegan: lambda x, _: f"{x.seat}: {_STEPS.get(x.step, x.step)}",
    e.UnitMoved: lambda x, say: f"{say(x.unit, 'moves', 'move')} {' '.join(x.path) or 'off'}",
    e.MerchantLeft: lambda x, say: f"{say(x.unit, 'leaves', 'leave')} the map and is safe",
    e.SmokeLaid: lambda x, say: f"{say(x.unit, 'lays', 'lay')} smoke in {x.sector}",
    e.SmokeSpread: lambda x, _: f"smoke lies in {', '.join(x.sectors)}",
    e.FlightsSealed: lambda x, _: f"{x.seat} has sealed its flight plan",
    e.FlightsPlanned: lambda x, say: _flights(x.seat, x.missions, say, "plans"),
    e.FlightsOpened: lambda x, say: (
        _flights(x.seat, x.missions, say, "had planned")
        + (f" (the plan counts as empty: {x.why})" if x.why else "")
    ),
    e.AircraftPlaced: lambda x, say: f"{say(x.unit, 'flies', 'fly')} to {x.sector}",
    e.MissionsEnded: lambda x, _: f"{x.seat} places no more Aircraft",
    e.AircraftReturned: lambda x, say: (
        f"{say(x.unit, 'returns', 'return')} to {_base(x.base, say)}"
    ),
    e.AircraftRearmed: lambda x, say: f"{say(x.unit, 'is', 'are')} ready again",
    e.TurnEnded: lambda x, _: f"turn {x.turn} is over",
    e.GameEnded: _end,
    f.CoverTested: lambda x, say: (
        f"{say(x.unit, 'has', 'have')} cover: {x.face}, {x.needed} or more would save it"
    ),
    f.AttackMade: _attack,
    f.HullLost: lambda x, say: (
        f"{say(x.unit, 'loses', 'lose')} {counted(x.points, 'hull point')}, {x.left} left"
    ),
    f.SurvivorTested: lambda x, say: (
        f"{say(x.unit, 'rolls', 'roll')} {x.face} to survive:"
        f" {'one hull point is left' if x.left else 'in vain'}"
    ),
    f.UnitDestroyed: lambda x, say: (
        f"{say(x.unit, 'is', 'are')} destroyed: {counted(x.points, 'point')} for {x.seat}"
    ),
    f.BasedAircraftTested: lambda x, say: (
        f"{say(x.unit, 'has', 'have')} lost {say(x.carrier)}: die {x.face}"
    ),
    f.AircraftDitched: lambda x, say: f"{say(x.unit, 'finds', 'find')} no base",
    f.PhaseEnded: lambda x, _: f"the phase {x.step.replace('_', ' ')} is over",
    f.ObjectiveClaimed: lambda x, _: (
        f"{x.seat} claims the objective in {x.sector}: {counted(x.points, 'point')}"
    ),
    f.BonusScored: lambda x, _: (
        f"{x.seat} faces no Ships any more: {counted(x.points, 'point')}"
    ),
}  # fmt: skip


def _set_up(place: str, say: Say) -> str:
    if place == AIRBASE:
        return "at the land airbase"
    return f"aboard {say(place)}" if "-" in place else f"in {place}"

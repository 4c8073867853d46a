"""One plain sentence for every event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sealion_pbem.engine.dice import DiceRolled
from sealion_pbem.engine.saying import Say, counted
from sealion_pbem.engine.words import Event
from sealion_pbem.rulesets.world_at_war.events import combat as c
from sealion_pbem.rulesets.world_at_war.events import drops as d
from sealion_pbem.rulesets.world_at_war.events import economy as y
from sealion_pbem.rulesets.world_at_war.events import general as g
from sealion_pbem.rulesets.world_at_war.events import moving as m
from sealion_pbem.rulesets.world_at_war.events import wearing as w

__all__ = ["tell"]


def tell(event: Event[Any], say: Say) -> str:
    """Return the sentence of an event."""
    return _SENTENCES[type(event)](event, say)


def _many(units: Iterable[str], say: Say) -> str:
    return ", ".join(say(unit) for unit in units) or "nobody"


def _wings(wings: Mapping[str, int], say: Say) -> str:
    return ", ".join(f"{count} of {say(unit)}" for unit, count in wings.items()) or "none"


def _moves(moves: Mapping[str, str], say: Say) -> str:
    return ", ".join(f"{say(unit)} to {number}" for unit, number in moves.items()) or "nobody"


def _routes(event: m.ArmorExploited, say: Say) -> str:
    ways = "; ".join(f"{say(unit)} {' '.join(way)}" for unit, way in event.routes.items())
    return f"exploitation: {ways}"


def _round(event: c.RoundFought, _: Say) -> str:
    became = f", which becomes {event.outcome}" if event.outcome != event.result else ""
    totals = f"{event.attack} against {event.defense}, {event.odds}"
    die = f", die {event.die}" if event.die else ""
    return f"attack on {event.hex}, round {event.round}: {totals}{die}: {event.result}{became}"


def _supply(event: g.SupplyDetermined, say: Say) -> str:
    if not event.partial and not event.unsupplied:
        return f"all units of {event.seat} are in supply"
    partial, none = _many(event.partial, say), _many(event.unsupplied, say)
    return f"supply of {event.seat}: partial {partial}; none {none}"


def _attrition(event: w.AttritionRolled, _: Say) -> str:
    result = f"{event.counters}C/{event.hexes}H" if event.hexes else f"{event.counters}C"
    factors = counted(event.factors, "factor")
    return f"attrition with {factors}: die {event.die}, row {event.row}: {result}"


def _demand(event: m.LossesDemanded, _: Say) -> str:
    demand = event.demand
    amount = max((need.amount for need in demand.needs), default=0)
    return f"{demand.seat} must lose {amount} in {demand.about} ({demand.cause})"


def _war(event: g.WarDeclared, _: Say) -> str:
    if event.nation == event.payer:
        return f"{event.nation} enters the war for {counted(event.cost, 'BRP')}"
    return f"{event.payer} declares war on {event.nation} for {counted(event.cost, 'BRP')}"


def _zones(event: g.ZonesFixed, _: Say) -> str:
    return f"{counted(len(event.zones), 'attrition zone')} of the enemy"


_SENTENCES: dict[type[Any], Callable[[Any, Say], str]] = {
    DiceRolled: lambda e, _: (
        f"dice for {e.label}: {' '.join(map(str, e.values))} (rule {e.rule}, {e.trust})"
    ),
    g.UnitSetUp: lambda e, say: f"{say(e.unit, 'is', 'are')} set up in {e.hex}",
    g.SeatReady: lambda e, _: f"{e.seat} has set up",
    g.PlayerTurnBegan: lambda e, _: f"turn {e.turn}: the player turn of {e.seat} begins",
    g.PlayerTurnEnded: lambda e, _: f"the player turn of {e.seat} ends",
    g.StepBegan: lambda e, _: f"{e.step} begins{f' ({e.phase})' if e.phase else ''}",
    g.WarDeclared: _war,
    g.MinorJoined: lambda e, _: f"{e.nation} joins {e.seat}",
    g.NationConquered: lambda e, _: f"{e.nation} is conquered by {e.by}",
    g.GameEnded: lambda e, _: f"the game is over: {e.verdict} with {counted(e.points, 'point')}",
    g.WinterRolled: lambda e, _: f"the winter level is {e.level}",
    g.SupplyDetermined: _supply,
    g.IsolationJudged: lambda e, say: f"isolated of {e.seat}: {_many(e.isolated, say)}",
    g.ZonesFixed: _zones,
    y.BrpsPaid: lambda e, say: (
        f"{e.nation} pays {counted(e.amount, 'BRP')} on the {e.front} front for {_many(e.units, say)}"
    ),
    g.ArmorStunned: lambda e, say: f"surprised, without a zone of control: {_many(e.units, say)}",
    g.UnitLost: lambda e, say: f"{say(e.unit, 'is', 'are')} eliminated ({e.cause})",
    g.FactorsLost: lambda e, say: (
        f"{say(e.unit, 'loses', 'lose')} {counted(e.factors, 'factor')} ({e.cause})"
    ),
    y.PartisansRaided: lambda e, say: (
        f"{say(e.unit, 'costs', 'cost')} {e.nation} {counted(e.amount, 'BRP')}"
    ),
    y.UnitBuilt: lambda e, say: (
        f"{say(e.unit, 'is', 'are')} built in {e.hex}: {counted(e.cost, 'BRP')} of {e.payer}"
    ),
    y.UnitRedeployed: lambda e, say: f"{say(e.unit, 'is', 'are')} redeployed to {e.hex} by {e.way}",
    y.BridgeheadRemoved: lambda e, _: f"the bridgehead in {e.hex} is taken up",
    m.UnitsMoved: lambda e, say: f"{_many(e.units, say)} > {' '.join(e.path)}",
    m.HexesTaken: lambda e, _: f"{e.seat} controls {', '.join(e.hexes)}",
    m.BasePlaced: lambda e, say: f"{say(e.unit, 'is', 'are')} placed in {e.hex}",
    m.WingsRebased: lambda e, say: f"aircraft change base: {_moves(e.bases, say)}",
    m.WingsFlew: lambda e, say: f"{_many(e.wings, say)} have flown",
    m.OverrunBegan: lambda e, say: (
        f"{_many(e.units, say)} try to overrun {e.hex}, support {_wings(e.support, say)}"
    ),
    m.OverrunDefended: lambda e, say: f"defensive air support: {_wings(e.das, say)}",
    m.OverrunIntercepted: lambda e, say: f"intercepted by: {_wings(e.interceptors, say)}",
    m.AirFought: lambda e, _: (
        f"air combat over {e.about}: {' against '.join(map(str, e.totals))}, "
        f"losses {' and '.join(map(str, e.losses))}"
    ),
    m.FlakFired: lambda e, _: (
        f"flak in {e.hex}, {counted(e.factors, 'factor')}, die {e.die}: "
        f"{'a hit' if e.die <= e.factors else 'no hit'}"
    ),
    m.LossesDemanded: _demand,
    m.LossesMet: lambda e, say: f"losses are chosen; turned back: {_wings(e.aborted, say)}",
    m.OverrunSucceeded: lambda e, say: f"{_many(e.units, say)} overrun {e.hex}",
    m.OverrunFailed: lambda e, _: f"the overrun of {e.hex} fails",
    m.ArmorExploited: _routes,
    c.AttackAnnounced: lambda e, say: (
        f"attack on {', '.join(e.hexes)} by {_many(e.units, say)}, support {_wings(e.support, say)}"
    ),
    c.AttackForgone: lambda e, _: f"the attack on {e.hex} is forbidden and does not take place",
    c.DasGiven: lambda e, say: f"defensive air support over {e.hex}: {_wings(e.wings, say)}",
    c.InterceptionOrdered: lambda e, say: f"interception over {e.hex}: {_wings(e.wings, say)}",
    c.StageEnded: lambda e, _: f"{e.step} is done",
    c.AttackReady: lambda e, _: f"all is ready for the attack on {e.hex}",
    d.DropOrdered: lambda e, say: f"{say(e.unit, 'drops', 'drop')} on {e.hex}",
    d.DropsHunted: lambda e, say: (
        f"{_wings(e.wings, say)} {'escort' if e.escort else 'intercept'} the drop on {e.hex}"
    ),
    d.DropLanded: lambda e, say: f"{say(e.unit, 'comes', 'come')} down on {e.hex}",
    d.DropTurnedBack: lambda e, say: f"{say(e.unit, 'does', 'do')} not come down",
    c.FightBegan: lambda e, _: f"the attack on {e.hex} is resolved",
    c.AttackCalledOff: lambda e, _: f"the attack on {e.hex} at {e.odds} does not take place",
    c.RoundFought: _round,
    c.FightWent: lambda e, _: f"attack on {e.hex}: {e.outcome or e.stage.replace('_', ' ')}",
    c.RoundBegan: lambda e, say: f"round {e.round} against {e.hex}: {_many(e.attackers, say)}",
    c.UnitsAdvanced: lambda e, say: f"advance: {_moves(e.moves, say)}",
    c.BridgeheadMade: lambda e, _: f"a bridgehead is made in {e.hex}",
    c.BreakthroughMade: lambda e, say: (
        f"breakthrough in {e.hex}; it can be exploited by {_many(e.armor, say)}"
    ),
    c.FightEnded: lambda e, _: f"the attack on {e.hex} is over",
    w.AttritionRolled: _attrition,
    w.CountersExchanged: lambda e, _: f"the result counts as {e.counters}C/{e.hexes}H",
    w.CountersGiven: lambda e, say: f"attrition costs {_many(e.units, say)}",
    w.HexesChosen: lambda e, say: f"hexes are taken: {_moves(e.moves, say)}",
    w.UnitsRetreated: lambda e, say: f"retreat: {_moves(e.moves, say)}",
    w.AttritionEnded: lambda e, say: f"attrition is over; advance: {_moves(e.moves, say)}",
}

"""What is shown of a game: headings, briefing, board, cards with luck, losses, statistics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sealion_pbem.engine.card import (
    Briefing,
    Card,
    Clash,
    Factor,
    Force,
    ForceLine,
    Loss,
    Luck,
)
from sealion_pbem.engine.chronicle import Enrolled, Measure, PlaceKind, Whereabouts
from sealion_pbem.engine.words import Event
from sealion_pbem.rulesets.world_at_war import data
from sealion_pbem.rulesets.world_at_war.counters import ARMS as _ARMS
from sealion_pbem.rulesets.world_at_war.events import combat as c
from sealion_pbem.rulesets.world_at_war.events import drops as d
from sealion_pbem.rulesets.world_at_war.events import general as g
from sealion_pbem.rulesets.world_at_war.events import moving as m
from sealion_pbem.rulesets.world_at_war.events import wearing as w
from sealion_pbem.rulesets.world_at_war.position import copied
from sealion_pbem.rulesets.world_at_war.rules.ch14_attrition import (
    attrition_result,
    attrition_row,
    modifier,
    zone_name,
)
from sealion_pbem.rulesets.world_at_war.rules.ch15_combat import fight_odds, round_luck
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import Odds
from sealion_pbem.rulesets.world_at_war.rules.r14_politics import points_of
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import SEATS, SIDE_OF

__all__ = [
    "ARMS",
    "FACTORS",
    "board",
    "briefing",
    "cards",
    "clash_of",
    "losses",
    "names",
    "part",
    "places",
    "rollers",
    "roster",
    "tally",
    "whereabouts",
]

FACTORS = Measure("factor", "factors")
ARMS = _ARMS
_FACES = range(1, 7)
_STEPS = {
    "prepare": "preparation", "move": "movement", "announce": "attacks are announced",
    "das": "defensive air support", "intercept": "interception", "skies": "interception",
    "drops": "airdrops", "landing": "airdrops", "resolve": "combat", "exploit": "exploitation",
    "attrition": "attrition", "construct": "construction", "redeploy": "redeployment",
    "setup": "set-up", "over": "the end", "ended": "the end of the player turn",
}  # fmt: skip


def names(state: State) -> Mapping[str, str]:
    """Return the names of the units."""
    return {unit: state.counter(unit).name for unit in state.units}


def part(state: State) -> str:
    """R-1, R-2  Return season, seat and step."""
    season = state.table.turns[state.turn - 1]
    return f"{season} · {state.active} · {_STEPS[state.step]}"


def briefing(state: State) -> Briefing:
    """Return turn and season, BRPs, points, neutrals."""
    brps = ", ".join(f"{nation} {left}" for nation, left in state.brp.items())
    facts = [("BRPs", brps), ("Points", str(points_of(state)))]
    if state.neutral:
        facts.append(("Neutral", ", ".join(sorted(state.neutral))))
    if state.conquered:
        facts.append(("Conquered", ", ".join(state.conquered)))
    if state.bridgeheads:
        facts.append(("Bridgeheads", ", ".join(state.bridgeheads)))
    # The season stands in the name of every part of the turn.
    return Briefing(f"Turn {state.turn} of {len(state.table.turns)}", facts=tuple(facts))


def board(state: State) -> str:
    """Return the position as text: every hex with units, who controls it, and who is there."""
    lines = []
    for number, units in sorted(state.stacks.items()):
        names = ", ".join(
            f"{state.counter(u).name} ({u}) {state.units[u].factors}-{state.counter(u).move}"
            for u in units
        )
        owner = state.owner(number) or "neutral"
        lines.append(f"{state.table.board.name(number):<22} {owner:<8} {names}")
    return "\n".join(lines)


def cards(before: State, events: Iterable[Event[Any]]) -> tuple[Card, ...]:
    """Return a card for each round of an attack, each overrun, air combat and attrition."""
    state, found = copied(before), list[Card]()
    for number, event in enumerate(events):
        card = _card(state, event)
        if card is not None:
            found.append(replace(card, told=(number,)))
        elif found and isinstance(event, c.BreakthroughMade):
            found[-1] = _with_breakthrough(state, found[-1], event, number)
        elif found and isinstance(event, g.UnitLost | g.FactorsLost) and event.cause != "voluntary":
            found[-1] = _with_loss(state, found[-1], event, number)
        event.on(state)
    return tuple(found)


def _card(state: State, event: Event[Any]) -> Card | None:
    if isinstance(event, c.RoundFought):
        return _combat_card(state, event)
    if isinstance(event, w.AttritionRolled):
        return _attrition_card(state, event)
    if isinstance(event, m.AirFought):
        return _air_card(state, event)
    if isinstance(event, m.OverrunSucceeded | m.OverrunFailed):
        return _overrun_card(state, event)
    if isinstance(event, d.DropLanded | d.DropTurnedBack):
        return _drop_card(state, event)
    return None


def _with_breakthrough(state: State, card: Card, event: c.BreakthroughMade, number: int) -> Card:
    """16.1, 16.2  Say on the card of an attack where it broke through and who may exploit it."""
    where = state.table.board.name(event.hex)
    names = ", ".join(state.counter(unit).name for unit in event.armor)
    *rest, clash = card.clashes
    said = f"breakthrough (16.1) in {where}: {names} can exploit"
    return replace(
        card,
        clashes=(*rest, replace(clash, outcome=(*clash.outcome, said))),
        told=(*card.told, number),
    )


def _drop_card(state: State, event: d.DropLanded | d.DropTurnedBack) -> Card:
    """10.5  Return the card of an airdrop: who flew, who intercepted, and how it ended."""
    drop = next(drop for drop in state.drops if drop.unit == event.unit)
    counter, carrier = state.counter(drop.unit), state.counter(drop.transport)
    mine = [ForceLine(counter.name, str(counter.factor)), ForceLine(carrier.name, "", "carries it")]
    mine += [ForceLine(state.counter(w).name, str(n), "escorts") for w, n in state.escorts.items()]
    theirs = [ForceLine(state.counter(w).name, str(n)) for w, n in state.hunters.items()]
    forces = [Force(str(state.active), "drops", tuple(mine))]
    if theirs:
        forces.append(Force(str(state.passive), "intercepts", tuple(theirs)))
    landed = isinstance(event, d.DropLanded)
    fights = isinstance(event, d.DropLanded) and event.attacks
    result = "it lands and attacks" if fights else "it lands" if landed else "it turns back"
    title = f"Airdrop on {state.table.board.name(drop.hex)}"
    return Card("airdrop", title, "10.5", (Clash(tuple(forces), result=result),))


def _with_loss(state: State, card: Card, event: g.UnitLost | g.FactorsLost, number: int) -> Card:
    name = state.counter(event.unit).name
    lost = f"{event.factors} of {name}" if isinstance(event, g.FactorsLost) else name
    *rest, clash = card.clashes
    told = replace(clash, outcome=(*clash.outcome, f"lost: {lost}"))
    return replace(card, clashes=(*rest, told), told=(*card.told, number))


def _forces(state: State, odds: Odds, attackers: Iterable[str]) -> tuple[Force, ...]:
    mine = [ForceLine(state.counter(u).name, str(state.counter(u).factor)) for u in attackers]
    if odds.support:
        mine.append(ForceLine("ground support", str(odds.support)))
    theirs = [
        ForceLine(state.counter(line.unit).name, str(line.strength),
                  f"{line.factor} x {line.multiplier}")
        for line in odds.lines
    ]  # fmt: skip
    if odds.das:
        theirs.append(ForceLine("defensive air support", str(odds.das)))
    return (
        Force(str(state.active), "attacks", tuple(mine), str(odds.total)),
        Force(str(state.passive), "defends", tuple(theirs), str(odds.defense)),
    )


def clash_of(state: State) -> Clash:
    """15.5  Return what is known of a round before its die: forces, odds, multipliers."""
    assert state.fight is not None, "a round belongs to an attack"
    odds = fight_odds(state)
    forces = _forces(state, odds, state.fight.attackers)
    return Clash(forces, column=odds.column, factors=_multipliers(odds))


def _multipliers(odds: Odds) -> tuple[Factor, ...]:
    """15.35  Return every part of a multiplier with its rule, each once."""
    parts = dict.fromkeys(p for line in odds.lines for p in line.parts)
    return tuple(Factor(name, rule, worth) for name, worth, rule in parts)


def _combat_card(state: State, event: c.RoundFought) -> Card:
    """15.6  Return the card of a round, with what its die cost and what all faces would have."""
    result = event.result if event.result == event.outcome else f"{event.result}, {event.outcome}"
    die = f"die {event.die}" if event.die else "no die"
    clash = replace(clash_of(state), dice=die, column=event.odds, result=result)
    luck = tuple(
        Luck(str(seat), lost, expected)
        for seat, (lost, expected) in zip(
            (state.active, state.passive), round_luck(state, event.die, event.outcome), strict=True
        )
    )
    where = state.table.board.name(event.hex)
    title = f"Attack on {where}, round {event.round}"
    return Card("attack", title, "15.6", (clash,), luck)


def _attrition_card(state: State, event: w.AttritionRolled) -> Card:
    """14.41  Return the card of an attrition."""
    mine = [ForceLine(state.counter(u).name, str(state.counter(u).factor)) for u in event.units]
    theirs = [ForceLine(state.counter(u).name, "") for u in event.contact]
    difference = modifier(state, event.units, event.contact)
    forces = (
        Force(str(state.active), "counted", tuple(mine), str(event.factors)),
        Force(str(state.passive), "in contact", tuple(theirs)),
    )
    result = f"{event.counters}C/{event.hexes}H" if event.hexes else f"{event.counters}C"
    factors = (Factor("training", "14.42B", difference),) if difference else ()
    clash = Clash(forces, f"die {event.die}", f"row {event.row}", factors, result)
    each = [
        attrition_result(event.factors, attrition_row(die, event.factors, difference))[0]
        for die in _FACES
    ]
    luck = (Luck(str(state.passive), event.counters, Fraction(sum(each), len(each))),)
    title = f"Attrition against {zone_name(state, event.zone)}"
    return Card("attrition", title, "14.4", (clash,), luck)


def _air_card(state: State, event: m.AirFought) -> Card:
    """R-23  Return the card of an air combat."""
    forces = tuple(
        Force(
            str(seat),
            role,
            tuple(ForceLine(state.counter(u).name, str(n)) for u, n in wings.items()),
            str(total),
        )
        for seat, role, wings, total in (
            (state.active, "attacks", event.attacker, event.totals[0]),
            (state.passive, "defends", event.defender, event.totals[1]),
        )
    )
    result = f"losses {event.losses[0]} and {event.losses[1]}"
    return Card("air", f"Air combat over {event.about}", "R-23", (Clash(forces, result=result),))


def _overrun_card(state: State, event: m.OverrunSucceeded | m.OverrunFailed) -> Card:
    """13.5  Return the card of an overrun."""
    mine = [ForceLine(state.counter(u).name, str(state.counter(u).factor)) for u in event.units]
    result = "overrun" if isinstance(event, m.OverrunSucceeded) else "stopped"
    forces = (Force(str(state.active), "overruns", tuple(mine)),)
    return Card("overrun", f"Overrun of {event.hex}", "13.5", (Clash(forces, result=result),))


def losses(before: State, events: Iterable[Event[Any]]) -> tuple[Loss, ...]:
    """Return every unit and every factor that was lost."""
    state, found = copied(before), list[Loss]()
    for event in events:
        if isinstance(event, g.UnitLost | g.FactorsLost):
            seat = str(state.seat_of(event.unit) or "")
            whole = isinstance(event, g.UnitLost)
            what = f"eliminated ({event.cause})" if whole else f"loses {_factors(event)}"
            found.append(Loss(seat, event.unit, what, _rule(event.cause)))
        event.on(state)
    return tuple(found)


def _factors(event: g.UnitLost | g.FactorsLost) -> str:
    return FACTORS.count(event.factors) if isinstance(event, g.FactorsLost) else ""


def _rule(cause: str) -> str:
    rules = {
        "combat": "15.61", "attrition": "14.5", "overrun": "13.54", "isolated": "R-37",
        "excess": "12.2", "voluntary": "13.2", "air": "R-23", "flak": "R-25",
        "no retreat": "14.76", "dropped among enemies": "10.56", "transport lost": "10.54",
        "no base": "R-26", "base taken": "R-13",
    }  # fmt: skip
    return rules.get(cause, "15.61")


def places() -> Mapping[str, PlaceKind]:
    """Return the hexes in play."""
    hexes = data.hexes().items()
    return {n: PlaceKind(f.terrain, is_hex=True) for n, f in hexes if f.is_playable}


def roster(state: State) -> Mapping[str, Enrolled]:
    """Return all units but airbases, which nobody loses."""
    found = {}
    for unit in state.units:
        counter = state.counter(unit)
        if counter.arm != "base":
            full, is_above = max(1, counter.factor), counter.is_air
            found[unit] = Enrolled(counter.seat, counter.name, full, counter.arm, is_above)
    return found


def whereabouts(state: State) -> Mapping[str, Whereabouts]:
    """Return hex and factors of every unit."""
    return {
        unit: Whereabouts(known.place, known.factors) if known.is_on_map else Whereabouts("", 0)
        for unit, known in state.units.items()
        if state.counter(unit).arm != "base"
    }


def tally(state: State) -> Mapping[str, int]:
    """R-17  Return points and BRPs."""
    sums = {
        f"BRPs of {seat}": sum(n for nation, n in state.brp.items() if SIDE_OF[nation] == seat)
        for seat in SEATS
    }
    return {"points": points_of(state)} | sums


def rollers(state: State, event: Event[Any]) -> tuple[str, ...]:
    """Return whose dice an event used."""
    if isinstance(event, c.RoundFought):
        return (str(state.active),) if event.die else ()
    if isinstance(event, w.AttritionRolled):
        return (str(state.active),)
    if isinstance(event, m.AirFought):
        return str(state.active), str(state.passive)
    return (str(state.passive),) if isinstance(event, m.FlakFired) else ()

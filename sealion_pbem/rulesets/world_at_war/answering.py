"""Standing orders: the policies of section 8 of the facts, and what they come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets.world_at_war import data
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.policies import POLICIES, RANKING
from sealion_pbem.rulesets.world_at_war.rules import (
    ch12_stacking,
    ch13_overrun,
    ch14_attrition,
    ch14_effects,
    ch14_retreats,
    ch15_advance,
    ch15_announce,
    ch15_combat,
    ch15_losses,
    ch15_odds,
    ch15_skies,
    r02_asking,
    r20_air,
    r44_construction,
)
from sealion_pbem.rulesets.world_at_war.rules.ch10_airborne import drop_hex
from sealion_pbem.rulesets.world_at_war.state import State

__all__ = ["answer", "facts", "refuse_rank"]


def answer(state: State, policy: str, order: tuple[str, ...] = ()) -> Order | None:
    """Return the order that a policy comes to; None: it is none for what is asked.

    `order` are hexes or units by which it goes, if it is one that does.
    """
    asked = r02_asking.decision(state)
    if asked is None or policy not in POLICIES[asked.kind]:
        return None
    names = [*POLICIES[asked.kind]]
    chosen = names[1] if policy == "default" else policy
    if chosen in RANKING.get(asked.kind, {}):
        return _RANKED[asked.kind](state, order)
    found = _ANSWERS.get(asked.kind)
    return found(state, chosen) if found else o.Done()


def refuse_rank(kind: str, policy: str, name: str) -> str:
    """Return why a name cannot stand in the order of a policy: no such hex, no such unit."""
    what = RANKING[kind][policy]
    known = data.hexes() if what == "hexes" else data.counters()
    return "" if name in known else f"{name!r} is none of the {what} of this game"


def _wings(state: State, aim: r20_air.Aim) -> dict[str, int]:
    return r20_air.payable_wings(state, aim, {})


def _overrun_das(state: State, policy: str) -> Order:
    if policy == "none":
        return o.Done()
    rush = ch13_overrun.rush_of(state)
    bare = ch13_overrun.overrun_odds(state, rush.units, rush.hex, sum(rush.support.values()), 0)
    # Six times the defence must be more than the attack.
    needed = bare.total // 6 + 1 - bare.defense
    can: dict[str, int] = {}
    left = needed
    for wing in ch13_overrun.das_wings(state):
        count = min(left, state.units[wing].factors)
        if count > 0:
            can[wing] = count
            left -= count
    order = o.OverrunDas(can)
    is_legal = left <= 0 and not any(ch13_overrun.OVERRUN_DAS_FORM.check(state, order))
    return order if can and is_legal else o.Done()


def _overrun_intercept(state: State, policy: str) -> Order:
    wings = {w: state.units[w].factors for w in ch13_overrun.intercept_wings(state)}
    return o.Done() if policy == "none" else o.OverrunIntercept(wings)


def _stop_at(state: State, order: tuple[str, ...]) -> Order:
    is_listed = ch13_overrun.rush_of(state).hex in order
    return _overrun_das(state, "stop_it") if is_listed else o.Done()


def _das_in_order(state: State, order: tuple[str, ...]) -> Order:
    """R-22  The first hex of the list that is attacked and has no support yet gets all it may."""
    hexes, served = ch15_skies.das_hexes(state), _served(state)
    for number in (n for n in order if n in hexes and n not in served):
        aim = ch15_skies.das_aim(state, {"hex": number})
        if wings := _wings(state, aim) if aim else {}:
            return o.Das(number, wings)
    is_listed = any(number in attack.hexes for attack in state.attacks for number in order)
    return o.Done() if is_listed else _das(state, "strongest_hex")


def _served(state: State) -> list[str]:
    return [n for attack in state.attacks if attack.das for n in attack.hexes]


def _das(state: State, policy: str) -> Order:
    hexes, served = ch15_skies.das_hexes(state), _served(state)
    if policy == "none" or (policy != "spread" and served):
        return o.Done()

    def strength(number: str) -> int:
        units = ch15_odds.defenders(state, (number,), state.active)
        return sum(state.counter(unit).factor for unit in units)

    for number in sorted(hexes, key=lambda n: (-strength(n), n)):
        if number in served:
            continue
        aim = ch15_skies.das_aim(state, {"hex": number})
        wings = _wings(state, aim) if aim else {}
        if policy == "spread":
            wings = dict([*wings.items()][:1])
        if policy == "hold_reserve":
            wings = dict([*wings.items()][:-1])
        if wings:
            return o.Das(number, wings)
    return o.Done()


def _intercept(state: State, policy: str) -> Order:
    hexes = ch15_skies.intercept_hexes(state)
    if policy == "none" or not hexes:
        return o.Done()
    attack = ch15_announce.attack_on(state, hexes[0])
    assert attack is not None, "it was announced"
    wings = r20_air.ready_wings(state, state.active, attack.hexes)
    return o.Intercept(hexes[0], {wing: state.units[wing].factors for wing in wings})


def _hunt(kind: type[o.InterceptDrop | o.Escort]) -> Callable[[State, str], Order]:
    def find(state: State, policy: str) -> Order:
        if policy == "none":
            return o.Done()
        seat = state.active if kind is o.Escort else state.passive
        wings = r20_air.ready_wings(state, seat, (drop_hex(state),))
        return kind(drop_hex(state), {wing: state.units[wing].factors for wing in wings})

    return find


def _resolve(state: State, _: str) -> Order:
    return o.Resolve(ch15_combat.ready_attacks(state)[0].hexes[0])


def _resolve_in_order(state: State, order: tuple[str, ...]) -> Order:
    waiting = {n for attack in ch15_combat.ready_attacks(state) for n in attack.hexes}
    first = [number for number in order if number in waiting]
    return o.Resolve(first[0]) if first else _resolve(state, "in_order")


def _fort_option(state: State, policy: str) -> Order:
    """15.55  A d costs half the printed factors; an exchange costs all, but the attacker too."""
    if policy == "never":
        return o.Keep()
    odds = ch15_combat.fight_odds(state)
    printed = sum(line.factor for line in odds.lines)
    reduced = sum(line.factor * max(0, line.multiplier - 2) for line in odds.lines)
    return o.Exchange() if reduced > printed else o.Keep()


def _exchange(state: State, policy: str) -> Order:
    odds = ch15_combat.fight_odds(state)
    clears = odds.total > odds.defense
    return o.Exchange() if policy == "clear_hex" and clears else o.Keep()


def _losses(state: State, policy: str) -> Order:
    return _lost(state, ch15_losses.cheapest(state, state.demands[0], policy))


def _losses_in_order(state: State, order: tuple[str, ...]) -> Order:
    return _lost(state, ch15_losses.cheapest(state, state.demands[0], first=order))


def _lost(state: State, lost: Mapping[str, int]) -> Order:
    demand = state.demands[0]
    air = {item.unit for item in demand.items if item.is_air}
    units = tuple(unit for unit, count in lost.items() if count and unit not in air)
    return o.Lose(units, {unit: count for unit, count in lost.items() if count and unit in air})


def _another_round(_: State, policy: str) -> Order:
    return o.GoOn() if policy == "go_on" else o.BreakOff()


def _advance(state: State, policy: str) -> Order:
    if policy == "none":
        return o.AdvanceInto()
    form, moves = ch15_advance.ADVANCE_FORM, dict[str, str]()
    first = "armor" if policy == "armor" else "infantry"
    while True:
        choices = [c for c in form.choices(state, {"moves": moves} if moves else {}, "moves")
                   if c.value[1]]  # fmt: skip
        if not choices:
            return o.AdvanceInto(moves)
        best = max(
            choices,
            key=lambda c: (
                state.counter(c.value[0]).arm == first, state.counter(c.value[0]).factor,
                -state.table.rank[c.value[0]],
            ),
        )  # fmt: skip
        moves[best.value[0]] = best.value[1]


def _attrition(state: State, policy: str) -> Order:
    if policy == "none":
        return o.Done()
    for choice in ch14_attrition.ATTRITION_FORM.choices(state, {}, "zone"):
        units = [
            c.value
            for c in ch14_attrition.ATTRITION_FORM.choices(state, {"zone": choice.value}, "units")
        ]
        return o.AttritionBy(choice.value, tuple(units))
    return o.Done()


def _counters_for_hex(_: State, policy: str) -> Order:
    return o.Exchange() if policy == "exchange" else o.Keep()


def _counters_in_order(state: State, order: tuple[str, ...]) -> Order:
    return _attrition_losses(state, "replacements", order)


def _attrition_losses(state: State, policy: str, first: tuple[str, ...] = ()) -> Order:
    task, form = ch14_effects.task_of(state), ch14_effects.COUNTERS_FORM

    def worth(unit: str) -> tuple[int, ...]:
        counter = state.counter(unit)
        if unit in first:
            return (-1, first.index(unit))
        price = counter.cost * counter.factor
        if policy == "hold_hexes":
            here = state.place_of(unit)
            total = sum(state.counter(u).factor for u in state.ground_at(here))
            return (unit not in task.contact, total, -counter.factor)
        return (counter.arm != "replacement", unit in task.contact, price)

    gone: list[str] = []
    for unit in sorted(ch14_effects.eligible(state), key=lambda u: (worth(u), u)):
        draft = {"units": tuple(gone)} if gone else {}
        if not any(form.by_name["units"].refuse(state, draft, unit)):
            gone.append(unit)
    return o.LoseCounters(tuple(gone))


def _occupy(state: State, policy: str) -> Order:
    if policy == "none":
        return o.Occupy()
    form, moves = ch14_effects.OCCUPY_FORM, dict[str, str]()
    while True:
        draft = {"moves": moves} if moves else {}
        fresh = [c.value for c in form.choices(state, draft)
                 if c.value[1] and c.value[1] not in moves.values()]  # fmt: skip
        if not fresh:
            return o.Occupy(moves)
        moves[fresh[0][0]] = fresh[0][1]


def _retreat(state: State, _: str) -> Order:
    moves: dict[str, str] = {}
    for unit in sorted(ch14_retreats.retreating(state)):
        legal = ch14_retreats.least_evil(state, unit, moves)
        if legal:
            moves[unit] = legal[0]
    return o.RetreatTo(moves)


def _construct(state: State, policy: str) -> Order:
    if policy == "nothing":
        return o.Done()
    board = state.table.board
    order = ("replacement", "infantry", "mech")
    for arm in order:
        for unit in r44_construction.buildable(state):
            if state.counter(unit).arm != arm:
                continue
            hexes = r44_construction.sites(state, unit)
            home = [n for n in hexes if board.facts(n).capital]
            payer = r44_construction.payers(state, unit)[0]
            return o.Build(unit, (home or hexes)[0], payer)
    return o.Done()


def _construct_in_order(state: State, order: tuple[str, ...]) -> Order:
    can = r44_construction.buildable(state)
    for unit in (each for each in order if each in can):
        hexes = r44_construction.sites(state, unit)
        home = [n for n in hexes if state.table.board.facts(n).capital]
        return o.Build(unit, (home or hexes)[0], r44_construction.payers(state, unit)[0])
    return o.Done()


def _excess(state: State, _: str) -> Order:
    return o.RemoveExcess(ch12_stacking.cheapest_excess(state, state.active))


_ANSWERS: Mapping[str, Callable[[State, str], Order]] = {
    "overrun_das": _overrun_das,
    "overrun_intercept": _overrun_intercept,
    "das": _das,
    "intercept": _intercept,
    "intercept_drop": _hunt(o.InterceptDrop),
    "escort": _hunt(o.Escort),
    "resolve": _resolve,
    "fort_option": _fort_option,
    "exchange": _exchange,
    "losses_attack": _losses,
    "losses_defense": _losses,
    "another_round": _another_round,
    "advance": _advance,
    "attrition": _attrition,
    "counters_for_hex": _counters_for_hex,
    "attrition_losses": _attrition_losses,
    "occupy": _occupy,
    "retreat": _retreat,
    "construct": _construct,
    "excess": _excess,
}


_RANKED: Mapping[str, Callable[[State, tuple[str, ...]], Order]] = {
    "overrun_das": _stop_at,
    "das": _das_in_order,
    "resolve": _resolve_in_order,
    "losses_attack": _losses_in_order,
    "losses_defense": _losses_in_order,
    "attrition_losses": _counters_in_order,
    "construct": _construct_in_order,
}


def facts(state: State) -> Mapping[str, int | str]:
    """Return what conditions may ask: turn, hex, and odds as a whole number (2 for 2:1, -2 for 1:2)."""
    found: dict[str, int | str] = {"turn": state.turn, "active": str(state.active)}
    asked = r02_asking.decision(state)
    if asked is not None and asked.about:
        found["hex"] = asked.about
    if state.fight is not None and state.fight.stage != "advance":
        odds = ch15_combat.fight_odds(state)
        if odds.lines and odds.total:
            even = odds.is_even
            found["odds"] = odds.total // odds.defense if even else -(-odds.defense // odds.total)
            found["odds"] = found["odds"] if even else -int(found["odds"])
        found["round"] = state.fight.round
    return found

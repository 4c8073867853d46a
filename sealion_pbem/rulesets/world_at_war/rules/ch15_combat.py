"""15.5 to 15.9  Resolving attacks: die, results, losses, rounds, advance; 16.1 breakthroughs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.events.combat import (
    AttackCalledOff,
    BreakthroughMade,
    BridgeheadMade,
    FightBegan,
    FightEnded,
    FightWent,
    RoundBegan,
    RoundFought,
    UnitsAdvanced,
)
from sealion_pbem.rulesets.world_at_war.events.general import FactorsLost, UnitLost
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import ctl, is_intact
from sealion_pbem.rulesets.world_at_war.rules.ch12_stacking import excess, may_stack
from sealion_pbem.rulesets.world_at_war.rules.ch13_movement import occupy
from sealion_pbem.rulesets.world_at_war.rules.ch15_announce import attack_on, needs_even_odds
from sealion_pbem.rulesets.world_at_war.rules.ch15_losses import air_items, demand_losses
from sealion_pbem.rulesets.world_at_war.rules.ch15_odds import (
    BELOW,
    Odds,
    combat_table,
    defenders,
    reckon,
)
from sealion_pbem.rulesets.world_at_war.rules.ch15_results import Bill, losses_of, outcome_of
from sealion_pbem.rulesets.world_at_war.rules.ch16_exploitation import (
    chain_faults,
    is_exploiting,
    may_exploit,
)
from sealion_pbem.rulesets.world_at_war.rules.r50_winter import forbids_exploitation
from sealion_pbem.rulesets.world_at_war.state import FULL, NONE, State
from sealion_pbem.rulesets.world_at_war.task import Attack, Demand, Fight, Item

__all__ = [
    "ADVANCE_FORM",
    "RESOLVE_FORM",
    "can_advance",
    "fight_odds",
    "fight_of",
    "next_round",
    "obey_advance",
    "obey_exchange",
    "obey_go_on",
    "obey_keep",
    "obey_resolve",
    "push_fight",
    "ready_attacks",
    "round_luck",
    "start_fight",
]

_MOST_ROUNDS = 3
_BRIDGEHEADS = 2
_EARLY_TURNS = 3
_EARLY_OFFENSIVES = 2


def fight_of(state: State) -> Fight:
    """Return the attack that is being resolved."""
    assert state.fight is not None, "an attack is being resolved"
    return state.fight


def _attack(state: State) -> Attack:
    found = attack_on(state, fight_of(state).hex)
    assert found is not None, "what is resolved was announced"
    return found


def ready_attacks(state: State) -> list[Attack]:
    """15.1  Return the attacks that are still to be resolved."""
    return [attack for attack in state.attacks if attack.stage != "over"]


def refuse_resolve(state: State, _: Draft, number: str) -> Iterator[Violation]:
    """15.1  Return why an attack is not resolved next."""
    attack = attack_on(state, number)
    if attack is None or attack.stage == "over":
        known = ", ".join(each.hexes[0] for each in ready_attacks(state))
        yield Violation("15.1", "no_attack", f"no attack on {number} waits; these do: {known}")


def _waiting(state: State, draft: Draft) -> Iterator[Choice]:
    if "hex" not in draft:
        for number in (n for attack in ready_attacks(state) for n in attack.hexes):
            yield Choice("hex", number, state.table.board.name(number), rule="15.1")


RESOLVE_FORM: Form[State] = Form(
    o.Resolve,
    (Member("hex", Shape.ONE, refuse_resolve, _waiting),),
    wanted("15.1", "hex"),
)


def obey_resolve(play: Play[State], order: o.Resolve) -> None:
    """15.1  The attacker says which attack comes next."""
    attack = attack_on(play.state, order.hex)
    assert attack is not None, "it was checked"
    start_fight(play, attack)


def start_fight(play: Play[State], attack: Attack) -> None:
    """15.1, 16.21  An attack begins: who stands beside its units may exploit it."""
    state, board = play.state, play.state.table.board
    places = {state.place_of(unit) for unit in attack.units}
    near = {there for place in places for there in (place, *board.beside[place])}
    armor = [
        unit for unit in state.on_map(state.active)
        if state.place_of(unit) in near and state.counter(unit).arm == "armor"
        and unit not in attack.attackers
    ]  # fmt: skip
    play.emit(FightBegan(attack.hexes[0], tuple(armor)))


def fight_odds(state: State) -> Odds:
    """15.5  Return the odds of the round that comes up."""
    fight, attack = fight_of(state), _attack(state)
    down = [unit for unit in fight.attackers if unit in attack.dropped]
    ground = [unit for unit in fight.attackers if unit not in attack.dropped]
    air, das = sum(fight.support.values()), sum(fight.das.values())
    return reckon(state, attack.hexes, ground, down, air, das)


def _is_early(state: State) -> bool:
    """15.54  Return whether early German exploitation holds for the attack being resolved."""
    fight = fight_of(state)
    return (
        state.phase == "exploitation"
        and state.table.board.facts(fight.hex).front == "western"
        and state.turn <= _EARLY_TURNS
        and state.offensives < _EARLY_OFFENSIVES
        and any(
            state.counter(u).arm == "armor" and state.counter(u).nation == "germany"
            for u in fight.attackers
        )
    )


def _levels(state: State) -> tuple[int, ...]:
    """15.55, R-69  Return the CTLs of all that attack, the lowest first."""
    fight = fight_of(state)
    ground = {ctl(state, unit) for unit in fight.attackers}
    return tuple(sorted(ground | {state.counter(wing).ctl for wing in fight.support}))


def push_fight(play: Play[State]) -> bool:
    """15.5 to 15.9  Go on with an attack as far as nobody must be asked; False: somebody must."""
    fight = fight_of(play.state)
    match fight.stage:
        case "roll":
            _roll(play)
        case "fort_option" | "exchange":
            return False
        case "losses":
            _after_losses(play)
        case "round":
            return False
        case "advance":
            if can_advance(play.state):
                return False
            play.emit(UnitsAdvanced({}))
        case _:
            _end(play)
    return True


def _roll(play: Play[State]) -> None:
    """15.6, 15.75, R-71  The die of a round; an attack that may not be made below 1:1 is called off."""
    state, fight = play.state, fight_of(play.state)
    odds = fight_odds(state)
    if not odds.lines:
        play.emit(FightWent(fight.hex, "advance"))
        return
    is_drop = bool(_attack(state).dropped) and fight.round == 1
    if not odds.is_even and needs_even_odds(state, fight.attackers, odds, is_drop=is_drop):
        _strand(play)
        play.emit(AttackCalledOff(fight.hex, odds.column))
        return
    has_armor = any(
        state.counter(unit).arm == "armor" and is_intact(state, unit)
        and state.units[unit].supply == FULL and ctl(state, unit) >= 1
        for unit in fight.attackers
    )  # fmt: skip
    die, result = 0, BELOW
    if odds.column != BELOW:
        purpose = f"attack on {fight.hex}, round {fight.round}"
        die = play.roll("15.6", purpose) + fight.round - 1
        result = combat_table(odds.column, die)
    levels = _levels(state)
    outcome = outcome_of(
        result, levels[0], is_fortified=odds.is_fortified, is_early=_is_early(state)
    )
    stage = "losses"
    if result == "d":
        stage = "fort_option" if odds.is_fortified else "exchange"
    play.emit(
        RoundFought(
            fight.hex, fight.round, odds.total, odds.defense, odds.column, die, result, outcome,
            stage, has_armor,
        )
    )  # fmt: skip
    if stage == "losses":
        _take_losses(play, odds)


def obey_exchange(play: Play[State], _: o.Exchange) -> None:
    """15.53, 15.55  A d becomes an exchange: the defender's behind walls, or the attacker's."""
    state, fight = play.state, fight_of(play.state)
    odds = fight_odds(state)
    if fight.stage == "fort_option":
        outcome = f"Ex-{max(1, _levels(state)[0])}"
    else:
        outcome = "Ex-1" if _is_early(state) else "Ex"
    play.emit(FightWent(fight.hex, "losses", outcome))
    _take_losses(play, odds)


def obey_keep(play: Play[State], _: o.Keep) -> None:
    """15.53, 15.55, R-9  A d stays a d; behind the defender the attacker is asked."""
    fight = fight_of(play.state)
    if fight.stage == "fort_option":
        play.emit(FightWent(fight.hex, "exchange"))
        return
    odds = fight_odds(play.state)
    play.emit(FightWent(fight.hex, "losses"))
    _take_losses(play, odds)


def _cost(bill: Bill, everything: int) -> int:
    return everything if bill.is_all else bill.needs[0].amount if bill.needs else 0


def round_luck(
    state: State, die: int, outcome: str
) -> tuple[tuple[int, Fraction], tuple[int, Fraction]]:
    """15.6, 15.61  Return what a round costs each side in strength, and the mean over all faces."""
    odds, fight = fight_odds(state), fight_of(state)
    levels = _levels(state) if odds.is_fortified else (0,)
    printed = sum(line.factor for line in odds.lines) + odds.das

    def costs(result: str, became: str) -> tuple[int, int]:
        mine, theirs = losses_of(became, result, odds, levels)
        all_of_them = printed if became in ("d", "D") else odds.defense
        return _cost(mine, odds.total), _cost(theirs, all_of_them)

    if not die:
        found = costs(BELOW, outcome)
        return (found[0], Fraction(found[0])), (found[1], Fraction(found[1]))
    faces = []
    for face in range(1, 7):
        result = combat_table(odds.column, face + fight.round - 1)
        became = outcome_of(
            result, _levels(state)[0], is_fortified=odds.is_fortified, is_early=_is_early(state)
        )
        faces.append(costs(result, became))
    result = combat_table(odds.column, die)
    lost = costs(result, outcome)
    means = [Fraction(sum(each[side] for each in faces), len(faces)) for side in (0, 1)]
    return (lost[0], means[0]), (lost[1], means[1])


def _take_losses(play: Play[State], odds: Odds) -> None:
    """15.61, 15.551, R-8  What a result costs is taken, by choice where there is one."""
    state, fight = play.state, fight_of(play.state)
    levels = _levels(state) if odds.is_fortified else (0,)
    attack, defense = losses_of(fight.outcome, fight.result, odds, levels)
    worth = {line.unit: line.strength for line in odds.lines}
    printed = {line.unit: line.factor for line in odds.lines}
    mine = tuple(
        Item(unit, state.counter(unit).factor, 1, ctl(state, unit)) for unit in fight.attackers
    ) + air_items(state, fight.support)
    weights = printed if fight.outcome == "d" else worth
    theirs = tuple(Item(unit, weight, 1, 0) for unit, weight in weights.items()) + air_items(
        state, fight.das
    )
    _settle(play, attack, mine, "attack")
    _settle(play, defense, theirs, "defense")


def _settle(play: Play[State], bill: Bill, items: tuple[Item, ...], role: str) -> None:
    state, fight = play.state, fight_of(play.state)
    if bill.is_all:
        for item in items:
            if item.is_air and item.count < state.units[item.unit].factors:
                play.emit(FactorsLost(item.unit, item.count, "combat"))
            else:
                play.emit(UnitLost(item.unit, "combat"))
    elif bill.needs:
        seat = state.active if role == "attack" else state.passive
        demand_losses(play, Demand(seat, role, "combat", fight.hex, bill.needs, items))


def _alive(state: State, units: Iterable[str]) -> tuple[str, ...]:
    return tuple(unit for unit in units if state.units[unit].is_on_map)


def _after_losses(play: Play[State]) -> None:
    """15.7, 15.9  The attack is over, goes on, or has cleared the hex."""
    state, fight, attack = play.state, fight_of(play.state), _attack(play.state)
    if not defenders(state, attack.hexes, state.active):
        play.emit(FightWent(fight.hex, "advance"))
    elif _alive(state, fight.attackers) and next_round(state) is not None:
        play.emit(FightWent(fight.hex, "round"))
    else:
        play.emit(FightWent(fight.hex, "over"))


def next_round(state: State) -> RoundBegan | None:
    """15.7, 15.8, R-31  Return the next round, if training and odds allow one."""
    fight, attack = fight_of(state), _attack(state)
    number = fight.round + 1
    units = tuple(u for u in _alive(state, fight.attackers) if ctl(state, u) >= number)
    if not units or number > _MOST_ROUNDS:
        return None
    air = {w: n for w, n in fight.support.items() if state.counter(w).ctl >= number}
    ground = [unit for unit in units if unit not in attack.dropped]
    down = [unit for unit in units if unit in attack.dropped]
    das = fight.das
    odds = reckon(state, attack.hexes, ground, down, sum(air.values()), sum(das.values()))
    if needs_even_odds(state, units, odds, is_drop=False) and not odds.is_even:
        return None
    return RoundBegan(fight.hex, number, units, air, das)


def obey_go_on(play: Play[State], _: o.GoOn) -> None:
    """15.7  Another round: all that are trained enough take part, nobody new."""
    following = next_round(play.state)
    assert following is not None, "it was asked"
    play.emit(following)


def _candidates(state: State) -> list[str]:
    """15.9, 10.56  Return who may advance: fought last, supplied, did not drop."""
    fight, attack = fight_of(state), _attack(state)
    return [
        unit
        for unit in _alive(state, fight.attackers)
        if unit not in attack.dropped and state.units[unit].supply != NONE
    ]


def can_advance(state: State) -> bool:
    """15.9  Return whether anybody can advance."""
    return any(_advances(state, {}))


def refuse_advance(
    state: State, draft: Draft, entry: tuple[str, str | None]
) -> Iterator[Violation]:
    """15.9, 16.47, 12.1  Return why a unit does not advance into a hex."""
    unit, number = entry
    attack = _attack(state)
    if unit not in _candidates(state):
        known = ", ".join(_candidates(state)) or "nobody"
        text = (
            f"{unit} cannot advance: not in the last round, unsupplied or dropped; these: {known}"
        )
        yield Violation("15.9", "cannot_advance", text)
        return
    if number is None:
        return
    if number not in attack.hexes:
        yield Violation("15.9", "not_won", f"{number} was not attacked; {attack.name} was")
        return
    moves = {u: n for u, n in draft.get("moves", {}).items() if n and u != unit} | {unit: number}
    there = [u for u in state.at(number) if state.seat_of(u) == state.active and u not in moves]
    there += [u for u, n in moves.items() if n == number]
    if excess(state, there, number, state.active) or not may_stack(state, there):
        yield Violation("12.11", "overstacked", f"there would be too many in {number}")
    routes = {u: (*state.routes[u], n) for u, n in moves.items() if n and is_exploiting(state, u)}
    for rule, code, text in chain_faults(state, routes) if routes else ():
        yield Violation("16.47" if rule == "16.36" else rule, code, text)


def _advances(state: State, draft: Draft) -> Iterator[Choice]:
    table, hexes = draft.get("moves", {}), _attack(state).hexes
    if "bridgehead" in draft:
        return
    for unit in _candidates(state):
        if table.get(unit) is not None:
            continue
        legal = [n for n in hexes if not any(refuse_advance(state, draft, (unit, n)))]
        if legal and unit not in table:
            yield Choice("moves", [unit, None], unit, rule="15.9")
        for number in legal:
            yield Choice("moves", [unit, number], f"{unit} to {number}", rule="15.9")


def refuse_bridgehead(state: State, draft: Draft, number: str) -> Iterator[Violation]:
    """R-49, 12.13  Return why no bridgehead is placed in a hex."""
    board, attack = state.table.board, _attack(state)
    if number not in draft.get("moves", {}).values():
        yield Violation("R-49", "nobody_advances", f"nobody advances into {number}")
        return
    froms = {state.place_of(unit) for unit in attack.units}
    if attack.dropped or not all(board.is_river(there, number) for there in froms):
        text = f"{number} was not attacked across rivers only"
        yield Violation("R-49", "no_river", text)
    own = [n for n, (seat, _) in state.bridgeheads.items() if seat == state.active]
    if len(own) >= _BRIDGEHEADS:
        yield Violation("R-49", "no_counter", f"both bridgeheads are used: {', '.join(own)}")


def _bridgeheads(state: State, draft: Draft) -> Iterator[Choice]:
    if "bridgehead" in draft or any(n is None for n in draft.get("moves", {}).values()):
        return
    for number in _attack(state).hexes:
        if not any(refuse_bridgehead(state, draft, number)):
            yield Choice("bridgehead", number, f"bridgehead in {number}", rule="R-49")


def _missing_advance(_: State, draft: Draft) -> Iterator[Violation]:
    if any(number is None for number in draft.get("moves", {}).values()):
        yield Violation("15.9", "open_entry", "a hex is still to be chosen", "/moves")


def _hint(_: State, __: Draft, ___: Any, choices: Iterable[Choice]) -> str:
    can = [choice.label for choice in choices if choice.value and choice.value[1]]
    return f"possible: {', '.join(can) or 'nobody'}"


ADVANCE_FORM: Form[State] = Form(
    o.AdvanceInto,
    (
        Member("moves", Shape.KEYED, refuse_advance, _advances, _hint),
        Member("bridgehead", Shape.ONE, refuse_bridgehead, _bridgeheads, after=("moves",)),
    ),
    _missing_advance,
)


def obey_advance(play: Play[State], order: o.AdvanceInto) -> None:
    """15.9, 16.1, R-49  Units advance and take control; armor may have broken through."""
    state, fight, attack = play.state, fight_of(play.state), _attack(play.state)
    can_break = state.phase == "regular" and fight.has_armor and not forbids_exploitation(state)
    play.emit(UnitsAdvanced(order.moves))
    for unit, number in order.moves.items():
        occupy(play, (unit,), (number,))
    if order.bridgehead:
        play.emit(BridgeheadMade(order.bridgehead))
    for number in attack.hexes:
        if can_break and number in order.moves.values():
            armor = tuple(u for u in fight.near if may_exploit(play.state, u))
            if armor:
                play.emit(BreakthroughMade(number, armor))


def _strand(play: Play[State]) -> None:
    """10.56, R-67  Airborne units in a hex that is still held by the enemy are eliminated."""
    for unit in _alive(play.state, _attack(play.state).dropped):
        if defenders(play.state, (play.state.place_of(unit),), play.state.active):
            play.emit(UnitLost(unit, "dropped among enemies"))


def _end(play: Play[State]) -> None:
    """10.56, 15.9  An attack is over; airborne units that cleared their hex hold it."""
    attack, fight = _attack(play.state), fight_of(play.state)
    _strand(play)
    for unit in _alive(play.state, attack.dropped):
        occupy(play, (unit,), (play.state.place_of(unit),))
    play.emit(FightEnded(fight.hex))

"""15.5 to 15.9  Resolving attacks: die, results, losses, rounds, advance; 16.1 breakthroughs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sealion_pbem.engine.form import Choice, Draft, Form, Member, Shape, wanted
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Violation
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.events.combat import (
    AttackCalledOff,
    FightBegan,
    FightEnded,
    FightWent,
    RoundBegan,
    RoundFought,
    UnitsAdvanced,
)
from sealion_pbem.rulesets.world_at_war.events.general import FactorsLost, UnitLost
from sealion_pbem.rulesets.world_at_war.rules.ch10_units import ctl, is_intact, is_prized
from sealion_pbem.rulesets.world_at_war.rules.ch13_movement import occupy
from sealion_pbem.rulesets.world_at_war.rules.ch15_advance import (
    attack_of,
    can_advance,
    fight_of,
    survivors,
)
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
from sealion_pbem.rulesets.world_at_war.state import FULL, State
from sealion_pbem.rulesets.world_at_war.task import Attack, Demand, LossItem

__all__ = [
    "RESOLVE_FORM",
    "fight_odds",
    "next_round",
    "obey_exchange",
    "obey_go_on",
    "obey_keep",
    "obey_resolve",
    "push_fight",
    "ready_attacks",
    "round_bills",
    "round_luck",
    "start_fight",
]

_MOST_ROUNDS = 3
_GARRISON = 3
_EARLY_TURNS = 3
_EARLY_OFFENSIVES = 2


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
    """15.1  Begin the attack that the attacker names next."""
    attack = attack_on(play.state, order.hex)
    assert attack is not None, "it was checked"
    start_fight(play, attack)


def start_fight(play: Play[State], attack: Attack) -> None:
    """15.1, 16.21  Begin an attack; who stands beside its units may exploit it."""
    state, board = play.state, play.state.table.board
    places = {state.place_of(unit) for unit in attack.units}
    near = {there for place in places for there in (place, *board.beside[place])}
    armor = [
        unit for unit in state.on_map(state.active)
        if state.place_of(unit) in near and state.counter(unit).arm == "armor"
        and unit not in attack.attackers
    ]  # fmt: skip
    stormed = tuple(number for number in attack.hexes if _is_stronghold(state, number))
    play.emit(FightBegan(attack.hexes[0], tuple(armor), stormed))


def _is_stronghold(state: State, number: str) -> bool:
    """16.31  Return whether a hex is an objective or center in Russia held by three factors or more."""
    if number not in state.by_hand.russia or not is_prized(state, number):
        return False
    held = defenders(state, (number,), state.active)
    return sum(state.counter(unit).factor for unit in held) >= _GARRISON


def fight_odds(state: State) -> Odds:
    """15.5  Return the odds of the round that comes up."""
    fight, attack = fight_of(state), attack_of(state)
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
    return tuple(sorted(ground | {ctl(state, wing) for wing in fight.support}))


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
    """15.6, 15.75, R-71  Roll the die of a round, or call off an attack that may not be made below 1:1."""
    state, fight = play.state, fight_of(play.state)
    odds = fight_odds(state)
    if not odds.lines:
        play.emit(FightWent(fight.hex, "advance"))
        return
    is_drop = bool(attack_of(state).dropped) and fight.round == 1
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
    """15.53, 15.55  Make an exchange of a d: the defender's behind walls, or the attacker's."""
    state, fight = play.state, fight_of(play.state)
    odds = fight_odds(state)
    if fight.stage == "fort_option":
        outcome = f"Ex-{min(max(1, _levels(state)[0]), _MOST_ROUNDS)}"
    else:
        outcome = "Ex-1" if _is_early(state) else "Ex"
    play.emit(FightWent(fight.hex, "losses", outcome))
    _take_losses(play, odds)


def obey_keep(play: Play[State], _: o.Keep) -> None:
    """15.53, 15.55, R-9  Let a d stay a d; after the defender the attacker is asked."""
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


def round_bills(state: State, result: str, outcome: str) -> tuple[Bill, Bill]:
    """15.61, 15.551  Return what a result of the round that is fought costs attacker and defender."""
    odds = fight_odds(state)
    levels = _levels(state) if odds.is_fortified else (0,)
    return losses_of(outcome, result, odds, levels)


def _take_losses(play: Play[State], odds: Odds) -> None:
    """15.61, 15.551, R-8  Take what a result costs, by choice where there is one."""
    state, fight = play.state, fight_of(play.state)
    attack, defense = round_bills(state, fight.result, fight.outcome)
    worth = {line.unit: line.strength for line in odds.lines}
    printed = {line.unit: line.factor for line in odds.lines}
    mine = tuple(
        LossItem(unit, state.counter(unit).factor, 1, ctl(state, unit)) for unit in fight.attackers
    ) + air_items(state, fight.support)
    weights = printed if fight.outcome == "d" else worth
    theirs = tuple(LossItem(unit, weight, 1, 0) for unit, weight in weights.items()) + air_items(
        state, fight.das
    )
    _settle(play, attack, mine, "attack")
    _settle(play, defense, theirs, "defense")


def _settle(play: Play[State], bill: Bill, items: tuple[LossItem, ...], role: str) -> None:
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


def _after_losses(play: Play[State]) -> None:
    """15.7, 15.9  Go on behind the losses: the attack is over, goes on, or has cleared the hex."""
    state, fight, attack = play.state, fight_of(play.state), attack_of(play.state)
    if not defenders(state, attack.hexes, state.active):
        play.emit(FightWent(fight.hex, "advance"))
    elif survivors(state, fight.attackers) and next_round(state) is not None:
        play.emit(FightWent(fight.hex, "round"))
    else:
        play.emit(FightWent(fight.hex, "over"))


def next_round(state: State) -> RoundBegan | None:
    """15.322, 15.7, 15.8, R-31  Return the next round, if training and odds allow one."""
    fight, attack = fight_of(state), attack_of(state)
    number = fight.round + 1
    units = tuple(u for u in survivors(state, fight.attackers) if ctl(state, u) >= number)
    if not units or number > _MOST_ROUNDS:
        return None
    air = {w: n for w, n in fight.support.items() if ctl(state, w) >= number}
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


def _strand(play: Play[State]) -> None:
    """10.56, R-67  Airborne units in a hex that is still held by the enemy are eliminated."""
    for unit in survivors(play.state, attack_of(play.state).dropped):
        if defenders(play.state, (play.state.place_of(unit),), play.state.active):
            play.emit(UnitLost(unit, "dropped among enemies"))


def _end(play: Play[State]) -> None:
    """10.56, 15.9  End an attack; airborne units that cleared their hex hold it."""
    attack, fight = attack_of(play.state), fight_of(play.state)
    _strand(play)
    for unit in survivors(play.state, attack.dropped):
        occupy(play, (unit,), (play.state.place_of(unit),))
    play.emit(FightEnded(fight.hex))

"""What dice promise: every attack and every other roll, exact, by the judgement of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from sealion_pbem.engine.dice import DiceNeededError, NoDice
from sealion_pbem.engine.forecast import Case, Forecast, merged
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.saying import counted
from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.narration import names
from sealion_pbem.rulesets.war_at_sea.odds import (
    FACES,
    initiative_odds,
    lost_with_carrier_odds,
    outcomes_of,
    survival_odds,
)
from sealion_pbem.rulesets.war_at_sea.reportcards import KIND_OF, clash_of
from sealion_pbem.rulesets.war_at_sea.rules.ch01_setup import starter_of
from sealion_pbem.rulesets.war_at_sea.rules.ch03_sequence import flagship_bonus
from sealion_pbem.rulesets.war_at_sea.rules.ch05_attack import Assessment, assess
from sealion_pbem.rulesets.war_at_sea.rules.ch06_damage import based_on, rolls_to_survive
from sealion_pbem.rulesets.war_at_sea.rules.ch09_ends import is_over
from sealion_pbem.rulesets.war_at_sea.settings import ALLIED, AXIS
from sealion_pbem.rulesets.war_at_sea.tell import EFFECTS
from sealion_pbem.rulesets.war_at_sea.words.orders import ATTACKS, Attack
from sealion_pbem.rulesets.war_at_sea.words.state import State, seat_of

__all__ = ["forecasts", "of_attack", "prospects"]

_RULE = 3
"""The part of a label that names the rule, after turn, step and seat."""


def forecasts(ruleset: Ruleset[State], state: State, order: Order) -> tuple[Forecast, ...]:
    """Forecast the dice of an attack, or the first that fall after an order."""
    if isinstance(order, ATTACKS):
        return (of_attack(state, order),)
    play = Play(state.copy(), NoDice(), ruleset)
    try:
        ruleset.obey(play, order)
        ruleset.advance(play)
    except DiceNeededError as error:
        return tuple(_ROLLS[error.label.split("/")[_RULE]](play.state))
    return ()


def prospects(state: State) -> tuple[Forecast, ...]:
    """Forecast the dice that fall at nobody's order: at the end of this phase, and for the next turn."""
    if is_over(state):
        return ()
    if not state.turn:
        return (*of_zone_and_coin(state),) if not state.starter else ()
    return (*of_survivors(state), *of_lost_carriers(state), *of_initiative(state))


def of_attack(state: State, order: Attack) -> Forecast:
    """5.2, 5.3.4, 6.0  Forecast an attack on the first of its targets, with the die for cover."""
    target = order.targets[0]
    attack = assess(state, order.unit, order.weapon, target)
    left = state.units[target].hull - state.units[target].lost
    found = sorted(outcomes_of(attack).items(), key=lambda item: _ORDER.index(item[0][0]))
    cases = [_case_of(state, attack, left, *case, chance) for case, chance in found]
    kind, _ = KIND_OF[order.kind]
    called = names(state)
    title = f"{called[order.unit]} at {called[target]}, range {attack.distance}"
    return Forecast(
        kind, title, "5.2", merged(cases), _assumed(state, attack), clash_of(attack, called), target
    )


_ORDER = ("none", "covered", "hit", "aborted", "destroyed")


def _case_of(
    state: State, attack: Assessment, left: int, effect: str, points: int, chance: Fraction
) -> Case:
    """6.1 to 6.4  Return one outcome: what is lost at the end of the phase, and what is then true."""
    owner = seat_of(attack.target)
    is_destroyed = effect == "destroyed" or (points >= left and effect == "hit")
    lost = left if is_destroyed else points
    facts = () if effect == "none" else ("destroyed",) if is_destroyed else (effect,)
    is_crippled = effect == "hit" and left - points == 1 < state.card(attack.target).hull
    if is_crippled and not is_destroyed:
        facts = (*facts, "crippled")
    said = EFFECTS[facts[0] if facts else "none"]
    if lost and not attack.is_on_aircraft:
        said += f", {counted(lost, 'hull point')}"
    if "crippled" in facts:
        said += ", crippled"
    return Case(chance, said, ((owner, lost),) if lost else (), facts)


def _assumed(state: State, attack: Assessment) -> tuple[str, ...]:
    found = ["hull points go at the end of the phase (6.5)"]
    if state.has(attack.target, "survivor") and not state.units[attack.target].survived:
        found.append("a Survivor that is destroyed has one more die then (8.8)")
    return tuple(found) if not attack.is_on_aircraft else ()


def of_zone_and_coin(state: State) -> Iterator[Forecast]:
    """1.1.2, 1.1.3  Forecast the battle zone, if it is rolled for, and who sets up first."""
    chance = Fraction(1, len(FACES))
    if not state.settings.fixed_zone:
        zones = data.zones()
        cases = [Case(chance, f"zone {n}, {zones[n].name}", facts=(f"zone {n}",)) for n in FACES]
        yield Forecast("zone", "The battle zone", "1.1.2", tuple(cases))
    starters = [starter_of(face) for face in FACES]
    coin = merged(Case(chance, f"{seat} sets up first", facts=(seat,)) for seat in starters)
    yield Forecast("coin", "Who sets up first", "1.1.3", coin)


def of_initiative(state: State) -> Iterator[Forecast]:
    """3.1  Forecast who wins the initiative with the flagships there are: he is the second player."""
    bonus = {seat: flagship_bonus(state, seat) for seat in (AXIS, ALLIED)}
    axis = initiative_odds(bonus[AXIS], bonus[ALLIED])
    cases = tuple(
        Case(chance, f"{seat} wins and moves second", facts=(seat,))
        for seat, chance in ((AXIS, axis), (ALLIED, 1 - axis))
        if chance
    )
    said = " and ".join(f"{seat} +{bonus[seat]}" for seat in (AXIS, ALLIED))
    yield Forecast("initiative", "Initiative", "3.1", cases, (f"the flagships give {said}",))


def of_survivors(state: State) -> Iterator[Forecast]:
    """8.8  Forecast the die of every Survivor that is sure to be destroyed."""
    chance = survival_odds()
    for name in state.in_play():
        if rolls_to_survive(state, name):
            lost = ((seat_of(name), state.units[name].hull),)
            saved = ((seat_of(name), state.units[name].hull - 1),) if lost[0][1] > 1 else ()
            cases = (
                Case(chance, "survives with 1 hull point", saved, ("survives",)),
                Case(1 - chance, "destroyed", lost, ("destroyed",)),
            )
            yield Forecast("survivor", f"{name} may survive", "8.8", cases, about=name)


def of_lost_carriers(state: State) -> Iterator[Forecast]:
    """7.3  Forecast how many Aircraft go down with each Carrier that is lost."""
    for name in state.units:
        is_gone = state.units[name].fate == "destroyed" or state.is_lost(name)
        based = based_on(state, name) if is_gone and state.card(name).is_carrier else []
        if based:
            yield _of_lost_carrier(state, name, len(based))


def _of_lost_carrier(state: State, name: str, based: int) -> Forecast:
    cases = [
        Case(
            chance,
            f"{counted(lost, 'Aircraft', 'Aircraft')} of {based} lost" if lost else "none lost",
            ((seat_of(name), lost),) if lost else (),
        )
        for lost, chance in enumerate(lost_with_carrier_odds(based))
    ]
    assumes = ("the Carrier does not survive (8.8)",) if rolls_to_survive(state, name) else ()
    return Forecast("carrier", f"Aircraft of {name}", "7.3", merged(cases), assumes, about=name)


_ROLLS: Mapping[str, Callable[[State], Iterator[Forecast]]] = {
    "1.1.2": of_zone_and_coin,
    "1.1.3": of_zone_and_coin,
    "3.1": of_initiative,
    "7.3": of_lost_carriers,
    "8.8": of_survivors,
}
"""By the rule of the first die that falls after an order, what is foretold of it."""

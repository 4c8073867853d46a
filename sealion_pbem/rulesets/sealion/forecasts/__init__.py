"""What dice promise in Sealion: every roll of the game, exact, by the judgement of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sealion_pbem.engine.dice import DiceNeededError, NoDice
from sealion_pbem.engine.forecast import Forecast
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets.sealion.events.air import AirBattle
from sealion_pbem.rulesets.sealion.forecasts import air, fate, land, sea
from sealion_pbem.rulesets.sealion.rules.ch04_victory import CHURCHILL
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.defence import Counterattack
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from sealion_pbem.rulesets.sealion.rules.ch10_air.assignment import Assign, JoinSets
from sealion_pbem.rulesets.sealion.rules.ch10_air.strikes import Strike
from sealion_pbem.rulesets.sealion.rules.ch11_airborne import TouchDown
from sealion_pbem.rulesets.sealion.rules.ch11_landing import Debark
from sealion_pbem.rulesets.sealion.rules.ch11_march import March
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack, Defend
from sealion_pbem.rulesets.sealion.rules.ch14_options.aa_fire import FireAA
from sealion_pbem.rulesets.sealion.rules.ch14_options.arrivals import Arrive
from sealion_pbem.rulesets.sealion.state import State

__all__ = ["forecasts", "prospects"]

_RULE = 2
"""The part of a label that names the rule, after turn and step."""


def forecasts(ruleset: Ruleset[State], state: State, order: Order) -> tuple[Forecast, ...]:
    """Forecast the dice for which an order is given, or the first that falls after it."""
    forecast = _ORDERS.get(type(order))
    found = forecast(state, order) if forecast else ()
    if found:
        return found
    play = Play(state.copy(), NoDice(), ruleset)
    try:
        ruleset.obey(play, order)
        ruleset.advance(play)
    except DiceNeededError as error:
        rule = error.label.split("/")[_RULE]
        return _ROLLS[rule](play.state)
    return ()


def prospects(state: State) -> tuple[Forecast, ...]:
    """Forecast the dice that fall at nobody's order, now or on some later turn."""
    return () if state.winner else tuple(_prospects(state))


def _prospects(state: State) -> Iterator[Forecast]:
    if state.edition.free_french_are_rolled_for and state.stage == "german set-up":
        yield from fate.of_free_french(state)
    if state.turn < state.edition.last_turn:
        yield fate.of_weather(state.edition, state.turn + 1)
    if not state.parliament_rolled:
        yield fate.of_parliament(state)
    if not state.churchill and state.is_in_play(CHURCHILL):
        yield fate.of_churchill(state)


_ORDERS: Mapping[type[Order], Callable[[State, Any], tuple[Forecast, ...]]] = {
    Engage: sea.of_engagement,
    Counterattack: sea.of_counterattack,
    Strike: sea.of_strikes,
    Assign: air.of_assignment,
    JoinSets: air.of_joining,
    March: fate.of_march,
    Debark: fate.of_debarkation,
    Arrive: fate.of_arrival,
    TouchDown: fate.of_jump,
    Attack: land.of_attack,
    Defend: land.of_defence,
    FireAA: land.of_fire,
}
_ROLLS: Mapping[str, Callable[[State], tuple[Forecast, ...]]] = {
    "3.0": lambda state: (fate.of_weather(state.edition, state.turn),),
    "4.1": lambda state: (fate.of_parliament(state),),
    "4.2": lambda state: (fate.of_churchill(state),),
    "10.4": lambda state: air.of_sets(state, state.in_progress(AirBattle).sets),
    "11.8": fate.of_touchdowns,
    "12.3": lambda state: (land.of_combat(state),),
    "14.4": fate.of_free_french,
    "14.5.1": lambda state: (land.of_combat(state),),
}

"""10.4  Sensible assignments and losses in air combat, for standing orders and offers."""

from __future__ import annotations

from collections.abc import Iterator

from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.events.air import AirBattle
from sealion_pbem.rulesets.sealion.rules.ch10_air.assignment import (
    Assign,
    JoinSets,
    free_fighters,
    open_joins,
    spread,
    targets_for,
)
from sealion_pbem.rulesets.sealion.rules.ch10_air.flight import bombers_in, fighters_in
from sealion_pbem.rulesets.sealion.rules.ch10_air.stacking import first_assigner
from sealion_pbem.rulesets.sealion.state import State

__all__ = [
    "bomber_guard",
    "bomber_hunt",
    "bombers_first",
    "fighters_first",
    "loss_to_take",
    "single_joins",
    "without_extras",
    "worst_loss",
]


def bombers_first(state: State) -> Assign:
    """10.4  Return an attack on the strongest bombers, then fighters; extra fighters double up."""
    fighters, targets = _sides(state)
    return Assign(state.in_progress(AirBattle).place, spread(fighters, targets))


def fighters_first(state: State) -> Assign:
    """10.4  Return an attack on the best fighters, then the strongest bombers; extra fighters double up."""
    fighters, targets = _sides(state)
    targets.sort(key=lambda name: -state.quality_of(name))
    return Assign(state.in_progress(AirBattle).place, spread(fighters, targets))


def without_extras(state: State) -> Assign:
    """10.4  Return the attack on bombers first in which no enemy gets a second fighter."""
    fighters, targets = _sides(state)
    return Assign(state.in_progress(AirBattle).place, spread(fighters[: len(targets)], targets))


def bomber_guard(state: State) -> JoinSets:
    """10.4  Return one fighter for each set in which an own bomber is attacked, the strongest first."""
    battle = state.in_progress(AirBattle)
    attacked = [g for g in battle.sets if not state.counter(g.second[0]).is_fighter]
    attacked.sort(key=lambda group: -_worth(state, group.second[0]))
    free = _best(state, free_fighters(state, battle))
    pairs = zip(free, (group.first[0] for group in attacked), strict=False)
    return JoinSets(battle.place, tuple(pairs))


def bomber_hunt(state: State) -> JoinSets:
    """10.4  Return one fighter for each enemy bomber, which are in no set, the strongest first."""
    battle = state.in_progress(AirBattle)
    prey = bombers_in(state, battle.place, first_assigner(state))
    prey.sort(key=lambda name: -_worth(state, name))
    free = _best(state, free_fighters(state, battle))
    return JoinSets(battle.place, tuple(zip(free, prey, strict=False)))


def single_joins(state: State) -> Iterator[JoinSets]:
    """10.4  Return the best free fighter against each enemy air unit in turn."""
    battle = state.in_progress(AirBattle)
    best = _best(state, free_fighters(state, battle))[0]
    for pair in open_joins(state, {}):
        if pair[0] == best:
            yield JoinSets(battle.place, (pair,))


def loss_to_take(state: State) -> str:
    """10.4  Return which own unit matters least, or which enemy unit is the best to hit."""
    return _losses_by_benefit(state)[0]


def worst_loss(state: State) -> str:
    """10.4, A-169  Return which own unit matters most, or which enemy unit is the least to hit."""
    return _losses_by_benefit(state)[-1]


def _losses_by_benefit(state: State) -> list[str]:
    battle = state.in_progress(AirBattle)
    is_own = Seat(state.counter(battle.losers[0]).seat) == battle.chooser
    by_value = sorted(battle.losers, key=lambda name: _cost(state, name, battle))
    return by_value if is_own else by_value[::-1]


def _sides(state: State) -> tuple[list[str], list[str]]:
    battle = state.in_progress(AirBattle)
    seat = first_assigner(state)
    fighters = _best(state, fighters_in(state, battle.place, seat))
    targets = targets_for(state, battle, seat)
    targets.sort(key=lambda n: (not state.counter(n).is_bomber, -_worth(state, n)))
    return fighters, targets


def _best(state: State, fighters: list[str]) -> list[str]:
    return sorted(fighters, key=lambda name: -state.quality_of(name))


def _worth(state: State, name: str) -> int:
    """Return quality and strength together, a rough measure of what a unit can do."""
    return state.quality_of(name) + (state.strength_of(name) or 0)


def _cost(state: State, name: str, battle: AirBattle) -> tuple[bool, int]:
    """Return how much a loss takes away: a whole unit weighs more than a step."""
    return battle.doubled or state.units[name].steps == 1, _worth(state, name)

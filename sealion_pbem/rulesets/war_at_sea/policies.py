"""What an absent player does: the documented defaults, and `best` with its preferences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.odds import expected_points
from sealion_pbem.rulesets.war_at_sea.rules.ch01_setup import default_deployment
from sealion_pbem.rulesets.war_at_sea.rules.ch03_attacks import (
    RULE_OF,
    attackers,
    made,
    targets_of,
    weapons_of,
)
from sealion_pbem.rulesets.war_at_sea.rules.ch03_sequence import decision_of
from sealion_pbem.rulesets.war_at_sea.rules.ch04_movement import surplus_move
from sealion_pbem.rulesets.war_at_sea.rules.ch05_attack import assess, range_between
from sealion_pbem.rulesets.war_at_sea.rules.ch07_aircraft import default_return
from sealion_pbem.rulesets.war_at_sea.words import orders as o
from sealion_pbem.rulesets.war_at_sea.words.state import State

__all__ = ["FORFEITS", "MAIN_DECISIONS", "POLICIES", "answer", "best_attack", "worth"]

_MERCHANT_WORTH = 20
_MOST = 4
"""So many targets a standing order names."""
_FIRST = {
    "battleships": "Battleship",
    "carriers": "Carrier",
    "destroyers": "Destroyer",
    "auxiliaries": "Auxiliary",
}
_HOLD = {"hold": "attack nobody"}
_SHOTS = {
    "default": "best",
    "best": "each weapon on the target of which it takes the dearest share, lower id if equal",
    **{name: f"as best, but any {subtype} in reach first" for name, subtype in _FIRST.items()},
    **_HOLD,
}
POLICIES: Mapping[str, Mapping[str, str]] = {
    "fleet": {},
    "open_fleet": {},
    "choose_end": {"default": "west", "west": "the west end", "east": "the east end"},
    "deploy": {
        "default": "Ships by cost near the middle of the edge rank, Submarines on the fourth rank,"
        " merchants on the third, Aircraft on Carriers, else at the airbase"
    },
    "sea_move": {"default": "stay, but clear sectors with too many Ships", "stay": "the same"},
    "seal_flights": {},
    "plan_flights": {"default": "all stay at their bases", "none": "the same"},
    "open_flights": {},
    "air_mission": {"default": "place no more Aircraft", "pass": "the same"},
    "air_defense": {
        "default": "best",
        "best": "each unit at the dearest Aircraft that it reaches, Bombers first",
        **_HOLD,
    },
    "air_attack": _SHOTS,
    "surface_attack": {**_SHOTS, "best": f"{_SHOTS['best']}; Destroyers use ASW over a Submarine"},
    "torpedo_attack": _SHOTS,
    "air_return": {"default": "the own Carrier, then any Carrier, then the airbase"},
}
FORFEITS: Mapping[str, str] = {
    **{kind: "hold" if "hold" in known else "default" for kind, known in POLICIES.items() if known},
    "fleet": "a fleet that is against the rules, so its owner has lost (R-11)",
    "flights": "an empty plan: no Aircraft of the seat flies in this turn (P.3)",
}
MAIN_DECISIONS = frozenset(
    {
        *("fleet", "open_fleet", "choose_end", "deploy", "sea_move"),
        *("seal_flights", "plan_flights", "open_flights", "air_mission"),
    }
)


def answer(state: State, policy: str) -> Order | None:
    """Return what a policy answers to the pending decision; None: it cannot."""
    decision = decision_of(state)
    if decision is None or policy not in POLICIES[decision.kind]:
        return None
    if decision.kind in RULE_OF:
        return (None if policy == "hold" else best_attack(state, policy)) or o.Done()
    return _ANSWERS[decision.kind](state, policy)


_ANSWERS: Mapping[str, Callable[[State, str], Order | None]] = {
    "choose_end": lambda _, policy: o.ChooseEnd("east" if policy == "east" else "west"),
    "deploy": lambda state, _: default_deployment(state),
    "sea_move": lambda state, _: surplus_move(state, state.active) or o.Done(),
    "plan_flights": lambda *_: o.Flights(),
    "air_mission": lambda *_: o.Done(),
    "air_return": lambda state, _: default_return(state) or o.Done(),
}


def best_attack(state: State, policy: str = "best") -> o.Attack | None:
    """Return the attack that the next unit makes: the best of its weapons on the best target."""
    first = _FIRST.get(policy, "")
    for name in attackers(state):
        found = [
            (_merit(state, name, weapon, target, first), weapon, target)
            for weapon in _weapons(state, name)
            for target in targets_of(state, name, weapon)
        ]
        # Of equal targets the one with the lower id, which comes first, stays in front.
        ranked = sorted(found, key=lambda each: each[0], reverse=True)
        for _, weapon, _ in ranked[:1]:
            return made(state.step, name, weapon, [t for _, w, t in ranked if w == weapon][:_MOST])
    return None


def _weapons(state: State, name: str) -> Iterable[str]:
    """3.6  Return the weapons to choose from: guns first, but a Destroyer over a Submarine uses ASW."""
    found = list(weapons_of(state, name))
    if state.step == "air_attack" or not found:
        return found
    if (
        "asw" in found
        and state.card(name).subtype == "Destroyer"
        and _is_over_submarine(state, name)
    ):
        return ["asw"]
    return found[:1]


def _is_over_submarine(state: State, name: str) -> bool:
    """3.6  Return whether an enemy Submarine is in the sector of a Ship."""
    return any(range_between(state, name, n) == 0 for n in targets_of(state, name, "asw"))


def _merit(state: State, name: str, weapon: str, target: str, first: str) -> tuple[bool, Fraction]:
    """Return how good a target is: the preferred first, then worth times the share that is taken."""
    card = state.card(target)
    if state.step == "air_defense":
        return not card.is_fighter, Fraction(card.cost)
    attack = assess(state, name, weapon, target)
    hull = state.units[target].hull - state.units[target].lost
    share = expected_points(attack, hull) / hull
    return bool(first) and card.subtype == first, worth(state, target) * share


def worth(state: State, name: str) -> int:
    """Return what a unit counts for `best`: its cost; a merchant costs nothing, and counts for much."""
    return _MERCHANT_WORTH if state.units[name].card == data.MERCHANT else state.card(name).cost

"""3.3  What the dice of a skirmish promise."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from sealion_pbem.engine.card import Clash, Force, ForceLine
from sealion_pbem.engine.forecast import Case, Forecast, merged
from sealion_pbem.engine.words import Order
from sealion_pbem.rulesets.skirmish import words as w
from sealion_pbem.rulesets.skirmish.rules import judge_battle

__all__ = ["forecasts", "of_battle"]

_DICE = tuple(product(range(1, 7), repeat=2))
_CHOICE = "a defeat counts as a step, though the beaten may fall back if it is a narrow one (3.4)"


def forecasts(state: w.State, order: Order) -> tuple[Forecast, ...]:
    """3.1, 3.3  Forecast an attack if the enemy stands, and the battle of who stands."""
    if isinstance(order, w.Attack):
        battle = w.Battle(order.unit, order.target)
        return (of_battle(state, battle, f"{order.target} stands and does not withdraw (3.2)"),)
    if isinstance(order, w.Stand) and state.battle:
        return (of_battle(state, state.battle),)
    return ()


def of_battle(state: w.State, battle: w.Battle, *assumes: str) -> Forecast:
    """3.3  Forecast a battle over both dice."""
    cases = []
    for dice in _DICE:
        fought = judge_battle(state, battle, dice)
        result = f"{fought.loser} is beaten" if fought.loser else "both hold"
        lost = ((str(state.units[fought.loser].seat), 1),) if fought.loser else ()
        facts = ("beaten badly",) if fought.hits > 1 else ()
        cases.append(Case(Fraction(1, len(_DICE)), result, lost, facts))
    bare = judge_battle(state, battle, (0, 0))
    forces = tuple(
        Force(state.units[name].seat, role, (ForceLine(name, f"+{more}"),), f"+{more}")
        for role, name, more in (
            ("attacks", battle.attacker, bare.attack),
            ("defends", battle.defender, bare.defence),
        )
    )
    where = state.units[battle.defender].hex
    title, notes = f"Battle in {where}", (*assumes, _CHOICE)
    return Forecast("battle", title, "3.3", merged(cases), notes, Clash(forces), where)

"""The staff commander: plans a step, gives its orders in one file, up to a die or the other seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sealion_pbem.engine.ahead import Written
from sealion_pbem.engine.commander import with_time
from sealion_pbem.engine.dice import DiceNeededError, NoDice
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.loop import refuse, run
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Decision, Json, Order, Seat
from sealion_pbem.rulesets.world_at_war import orders as o
from sealion_pbem.rulesets.world_at_war.answering import answer
from sealion_pbem.rulesets.world_at_war.staff import fighting, marching, rear
from sealion_pbem.rulesets.world_at_war.state import State
from sealion_pbem.rulesets.world_at_war.table import AXIS

__all__ = ["StaffOfWar"]

_LONGEST = 200
_PLANS: Mapping[str, Callable[[marching.Look], Iterator[Order]]] = {
    "prepare": rear.preparations,
    "announce": fighting.attacks,
    "drops": fighting.drops,
    "exploit": fighting.exploitation,
    "redeploy": rear.redeployments,
}
_CHOICES: Mapping[str, Callable[[State], Order]] = {
    "das": fighting.das,
    "another_round": fighting.another_round,
    "advance": fighting.advance,
    "construct": rear.building,
}
# What the others are answered by, where the staff has no plan of its own.
_POLICIES: Mapping[str, str] = {
    "overrun_das": "stop_it",
    "intercept_drop": "all",
    "escort": "all",
    "losses_attack": "save_armor",
    "losses_defense": "cheapest",
    "exchange": "clear_hex",
    "attrition": "all",
}


class StaffOfWar:
    """Plays either seat sensibly; two commanders play alike, whatever their seed."""

    def __init__(self, seed: bytes) -> None:
        """The staff needs no whims: what it does follows from the position."""
        self.seed = seed
        self.sealed: dict[str, tuple[str, Json]] = {}
        self._here: Game[State]
        self._plan: Iterator[Order] = iter(())
        self._planned = ""

    def turn(self, ruleset: Ruleset[Any], game: Game[Any], seat: Seat) -> Turn:
        """Return orders up to a die or another seat's decision."""
        orders: list[Written] = []
        self._here = replace(game, queued={**game.queued, seat: ()})
        self._planned = ""
        before = game.state
        while len(orders) < _LONGEST:
            decision = pending(ruleset, self._here)
            if decision is None or decision.seat != seat:
                break
            order = self._order(ruleset, decision)
            orders.append(with_time(ruleset, before, self._here.state, order))
            before = self._here.state
            try:
                outcome = run(ruleset, self._here, Turn(seat, (order,)), NoDice())
            except DiceNeededError:
                break
            assert not outcome.refused, f"the staff is refused: {order} {outcome.refused}"
            self._here = outcome.game
        return Turn(seat, tuple(orders), drops_queued=bool(game.queued.get(seat)))

    def _order(self, ruleset: Ruleset[Any], decision: Decision) -> Order:
        state = self._here.state
        if decision.kind in _CHOICES:
            return _CHOICES[decision.kind](state)
        plan = _PLANS.get(decision.kind)
        if decision.kind == "move":
            plan = marching.offensive_moves if state.active == AXIS else marching.defensive_moves
        if plan is None:
            return self._answer(ruleset, decision)
        name = f"{state.turn} {state.active} {state.step} {state.phase}"
        if self._planned != name:
            self._planned, self._plan = name, plan(lambda: self._here.state)
        for order in self._plan:
            if not refuse(ruleset, self._here, decision, order):
                return order
        return o.Done()

    def _answer(self, ruleset: Ruleset[Any], decision: Decision) -> Order:
        state = self._here.state
        policy = _POLICIES.get(decision.kind, "default")
        if decision.kind == "occupy" and state.active == AXIS:
            policy = "all"
        found = answer(state, policy)
        if found is None:
            # Set-up has no policy: the first place that is offered.
            found = next(iter(ruleset.offers(state)))
        return found

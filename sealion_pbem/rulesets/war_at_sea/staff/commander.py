"""The commander of the staff: it asks the others what to do, and writes it down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sealion_pbem.engine.ahead import Written
from sealion_pbem.engine.commander import with_time
from sealion_pbem.engine.dice import DiceNeededError, NoDice, SeededDice
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.loop import refuse, run
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.seal import Forfeit, Open, Seal, commitment
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Json, Order, Seat
from sealion_pbem.rulesets.war_at_sea.policies import answer
from sealion_pbem.rulesets.war_at_sea.staff.flights import next_flight_order, strike_plan
from sealion_pbem.rulesets.war_at_sea.staff.moves import next_deployment, next_move
from sealion_pbem.rulesets.war_at_sea.staff.yards import PLANS, built_fleet
from sealion_pbem.rulesets.war_at_sea.words import orders as o
from sealion_pbem.rulesets.war_at_sea.words.state import State

__all__ = ["StaffAtSea"]

_LONGEST = 60


class StaffAtSea:
    """Plays a seat by simple estimates; two with one seed play alike."""

    def __init__(self, seed: bytes) -> None:
        self._dice, self._whims = SeededDice(seed), 0
        self.sealed: dict[str, tuple[str, Json]] = {}

    def turn(self, ruleset: Ruleset[Any], game: Game[Any], seat: Seat) -> Turn:
        """Return orders up to a die or another seat's decision."""
        orders: list[Written] = []
        here = replace(game, queued={**game.queued, seat: ()})
        before = here.state
        while len(orders) < _LONGEST:
            decision = pending(ruleset, here)
            if decision is None or decision.seat != seat:
                break
            order = self._order(ruleset, here, decision.kind, seat)
            orders.append(with_time(ruleset, before, here.state, order))
            before = here.state
            try:
                outcome = run(ruleset, here, Turn(seat, (order,)), NoDice())
            except DiceNeededError:
                break
            assert not outcome.refused, f"the staff is refused: {order} {outcome.refused}"
            here = outcome.game
        return Turn(seat, tuple(orders), drops_queued=bool(game.queued.get(seat)))

    def _order(self, ruleset: Ruleset[Any], game: Game[Any], kind: str, seat: Seat) -> Order:
        state: State = game.state
        if kind == "fleet":
            return self._seal(game, seat, "fleet", self._fleet(state))
        if kind == "seal_flights":
            plan = [list(mission) for mission in strike_plan(state)]
            return self._seal(game, seat, "flights", plan)
        if kind in ("open_fleet", "open_flights", "open_standing_order"):
            return self._opening(ruleset, game, seat)
        if kind in _ORDERS:
            return _ORDERS[kind](state)
        found = answer(state, "west" if self._whim(2) else "east") if kind == "choose_end" else None
        found = found or answer(state, "default")
        assert found is not None, f"no default for {kind}"
        return found

    def _fleet(self, state: State) -> Json:
        """2.2  Return a fleet that is built around something, as its dice fall."""
        plan = [*PLANS][self._whim(len(PLANS))]
        return [*built_fleet(state.settings, state.active, plan)]

    def _seal(self, game: Game[Any], seat: Seat, name: str, value: Json) -> Seal:
        salt = bytes(self._whim(256) for _ in range(32))
        self.sealed[name] = (salt.hex(), value)
        return Seal(name, commitment(game.campaign, seat, name, salt, value))

    def _opening(self, ruleset: Ruleset[Any], game: Game[Any], seat: Seat) -> Order:
        decision = pending(ruleset, game)
        assert decision is not None, "somebody is asked"
        live = [name for name in game.seals.get(seat, {}) if name in self.sealed]
        sealed: list[Order] = [Forfeit(name) for name in game.forfeits.get(seat, ())]
        sealed += [Open(name, *self.sealed[name]) for name in live]
        return next(each for each in sealed if not refuse(ruleset, game, decision, each))

    def _whim(self, count: int) -> int:
        self._whims += 1
        return (self._dice.throw(f"whim {self._whims}", 1, 256)[0] - 1) % count


_ORDERS: Mapping[str, Callable[[State], Order]] = {
    "deploy": next_deployment,
    "sea_move": next_move,
    "plan_flights": lambda state: o.Flights(strike_plan(state)),
    "air_mission": next_flight_order,
}

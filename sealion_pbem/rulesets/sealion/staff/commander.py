"""The staff commander: plans a stage, gives its orders in one file, up to a die or the other seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from sealion_pbem.engine.ahead import Written
from sealion_pbem.engine.capability import answers_of, secrecy_of
from sealion_pbem.engine.commander import with_time
from sealion_pbem.engine.dice import DiceNeededError, NoDice, SeededDice
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.loop import refuse, run
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.seal import SEAL_ORDERS, Forfeit, Open, Seal, commitment
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Decision, Json, Order, Seat
from sealion_pbem.rulesets.sealion.events.air import AirStrikesEnded
from sealion_pbem.rulesets.sealion.events.naval import SeaBattleEnded
from sealion_pbem.rulesets.sealion.rules.ch08_naval_combat.engagement import Engage
from sealion_pbem.rulesets.sealion.rules.ch10_air.strikes import Strike
from sealion_pbem.rulesets.sealion.sequence import Done
from sealion_pbem.rulesets.sealion.staff import (
    air,
    arrivals,
    ashore,
    combat,
    drops,
    land,
    sea,
    setup,
)
from sealion_pbem.rulesets.sealion.staff.outlook import Outlook
from sealion_pbem.rulesets.sealion.state import GERMAN, State

__all__ = ["StaffCommander"]

_LONGEST = 200
_WHIMS = 256


def _german_land(outlook: Outlook) -> Iterator[Order]:
    yield from ashore.landings(outlook)
    yield from land.drive(outlook)
    yield from drops.openings(outlook)


def _naval(outlook: Outlook) -> Iterator[Order]:
    return sea.convoy_moves(outlook) if outlook.seat == GERMAN else sea.transport_hunt(outlook)


def _land(outlook: Outlook) -> Iterator[Order]:
    return _german_land(outlook) if outlook.seat == GERMAN else land.defence(outlook)


_PLANS: Mapping[str, Callable[[Outlook], Iterator[Order]]] = {
    "naval_movement": _naval,
    "air_movement": air.flights,
    "air_reaction": air.flights,
    "land_movement": _land,
    "after_drop": drops.verdicts,
}
_ANSWERS: Mapping[str, Callable[[Outlook], Order]] = {
    "german_setup": setup.german_setup,
    "british_setup": setup.british_setup,
    "join_sets": air.joins,
    "land_combat": combat.land_combat,
    "press_attack": combat.land_combat,
    "defend": combat.defence,
    "advance": combat.advance,
    "touch_down": combat.touchdown,
    "evacuation": combat.evacuation,
    "arrivals": arrivals.arrival,
}


class StaffCommander:
    """Plays either seat sensibly; two commanders with one seed play alike."""

    def __init__(self, seed: bytes) -> None:
        """The seed decides only between plans of equal worth, and what is sealed (14.6)."""
        self._dice = SeededDice(seed)
        (self._whim,) = self._dice.throw("whim", 1, _WHIMS)
        self.sealed: dict[str, tuple[str, Json]] = {}

    def turn(self, ruleset: Ruleset[State], game: Game[State], seat: Seat) -> Turn:
        """Return a turn for the pending decision: orders up to a die or another seat."""
        outlook = Outlook(game.state, seat, self._whim, self.sealed)
        orders: list[Written] = []
        now, stage = replace(game, queued={**game.queued, seat: ()}), ("", 0)
        plan, before = _no_plan(outlook), now.state
        while len(orders) < _LONGEST:
            decision = pending(ruleset, now)
            if decision is None or decision.seat != seat:
                break
            outlook.now = now.state
            if stage != (decision.kind, now.state.step):
                stage = decision.kind, now.state.step
                plan = _PLANS.get(decision.kind, _no_plan)(outlook)
            if "seal" in decision.accepts:
                order: Order = self._seal(ruleset, now, decision)
            else:
                order = _next(ruleset, now, decision, outlook, plan)
            orders.append(with_time(ruleset, before, now.state, order))
            before = now.state
            try:
                outcome = run(ruleset, now, Turn(seat, (order,)), NoDice())
            except DiceNeededError:
                orders += _elsewhere(ruleset, now.state, seat, order)
                break
            assert not outcome.refused, f"a planned order was refused: {order} {outcome.refused}"
            now = outcome.game
        return Turn(seat, tuple(orders), drops_queued=bool(game.queued.get(seat)))

    def _seal(self, ruleset: Ruleset[State], game: Game[State], decision: Decision) -> Seal:
        """14.6  Return a seal of one of the sensible values, chosen by the commander's own dice."""
        name, values = next(iter(secrecy_of(ruleset).secrets(game.state).items()))
        value = values[self._dice.throw(f"value of {name}", 1, len(values))[0] - 1]
        salt = bytes(face - 1 for face in self._dice.throw(f"salt of {name}", 32, 256))
        self.sealed[name] = (salt.hex(), value)
        return Seal(name, commitment(game.campaign, decision.seat, name, salt, value))


def _no_plan(_: Outlook) -> Iterator[Order]:
    return iter(())


def _next(
    ruleset: Ruleset[State],
    game: Game[State],
    decision: Decision,
    outlook: Outlook,
    plan: Iterator[Order],
) -> Order:
    """Return the next legal order of the plan, or the answer to a question, or what anybody would do."""
    if decision.accepts <= SEAL_ORDERS.keys():
        sealed: list[Order] = [Open(name, *kept) for name, kept in outlook.sealed.items()]
        sealed += [Forfeit(name) for name in game.forfeits.get(decision.seat, ())]
        return next(order for order in sealed if not refuse(ruleset, game, decision, order))
    for order in plan:
        if not refuse(ruleset, game, decision, order):
            return order
    if decision.kind in _PLANS:
        return Done()
    wanted = [_ANSWERS[decision.kind](outlook)] if decision.kind in _ANSWERS else []
    default = answers_of(ruleset).answer(game.state, "default")
    wanted += [default] if default is not None else []
    for order in wanted:
        if not refuse(ruleset, game, decision, order):
            return order
    return next(ruleset.offers(game.state))


def _elsewhere(ruleset: Ruleset[State], state: State, seat: Seat, order: Order) -> Iterator[Order]:
    """Return orders for the other sea spaces of the stage: no die here changes what is legal there."""
    after = ruleset.copy(state)
    while isinstance(order, (Engage, Strike)):
        if isinstance(order, Engage):
            SeaBattleEnded(order.sector).on(after)
        else:
            AirStrikesEnded(seat, order.sector).on(after)
        decision = ruleset.decision(after)
        if decision is None or decision.seat != seat or order.kind not in decision.accepts:
            return
        following = answers_of(ruleset).answer(after, "default")
        if following is None:
            return
        order = following
        yield order

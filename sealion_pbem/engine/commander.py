"""Commanders: who plays a seat by himself, and the one every game has, who gives any legal order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol, TypeVar

from sealion_pbem.engine.ahead import Timed, Written
from sealion_pbem.engine.capability import secrecy_of, timetable_of
from sealion_pbem.engine.dice import DiceNeededError, NoDice, SeededDice
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.loop import preview, refuse, run
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.seal import SEAL_ORDERS, Forfeit, Open, Seal, commitment
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Decision, Json, Order, Seat

__all__ = ["Commander", "RandomCommander", "with_time"]

S = TypeVar("S")
LONGEST = 12
# The order that ends a stage has this kind in every ruleset that has one.
_END_OF_STAGE = "done"


class Commander(Protocol):
    """Somebody who writes turns; `sealed` maps a sealed name to its salt and value."""

    sealed: dict[str, tuple[str, Json]]

    def turn(self, ruleset: Ruleset[Any], game: Game[Any], seat: Seat) -> Turn:
        """Return the orders for the pending decision."""


class RandomCommander:
    """Gives legal orders as its dice fall, and remembers what it sealed.

    A `busy` one writes long turn files: it ends a stage only when nothing else is offered in it, and
    goes on across the dice of its own orders as it guesses them. Where the real dice fall otherwise,
    the orders that have become impossible come back to it, as they do to a player who writes so.
    """

    def __init__(self, seed: bytes, longest: int = LONGEST, *, busy: bool = False) -> None:
        """Two commanders with one seed play alike; `longest` is the most orders of a turn."""
        self._dice = SeededDice(seed)
        self._choices = 0
        self._longest = longest
        self._busy = busy
        self._clock, self._ordered = "", set[str]()
        self.sealed: dict[str, tuple[str, Json]] = {}

    def turn(self, ruleset: Ruleset[S], game: Game[S], seat: Seat) -> Turn:
        """Return a turn for the pending decision: orders up to a die, another seat or a whim."""
        orders: list[Written] = []
        state = replace(game, queued={**game.queued, seat: ()})
        before = state.state
        while len(orders) < self._longest:
            decision = pending(ruleset, state)
            if decision is None or decision.seat != seat:
                break
            order = self._order(ruleset, state, decision)
            if order is None:
                break
            orders.append(with_time(ruleset, before, state.state, order))
            before = state.state
            try:
                outcome = run(ruleset, state, Turn(seat, (order,)), NoDice())
            except DiceNeededError:
                if not self._busy:
                    break
                outcome = run(ruleset, state, Turn(seat, (order,)), self._guess())
            assert not outcome.refused, f"an offer was refused: {order} {outcome.refused}"
            state = outcome.game
        # One after another they were legal; together, one of them may come where a standing order
        # was to answer. What comes after the last that is surely legal is written another time.
        while self._busy and len(orders) > 1:
            turn = Turn(seat, tuple(orders), drops_queued=True)
            if not preview(ruleset, game, turn).refused:
                break
            orders.pop()
        return Turn(seat, tuple(orders), drops_queued=bool(game.queued.get(seat)))

    def _order(self, ruleset: Ruleset[S], game: Game[S], decision: Decision) -> Order | None:
        """Return an order for a decision; None if only somebody who knows what is sealed has one."""
        if "seal" in decision.accepts:
            return self._seal(ruleset, game, decision)
        openings = self._openings(ruleset, game, decision) if "open" in decision.accepts else []
        if decision.accepts <= SEAL_ORDERS.keys():
            return next(iter(openings), None)
        offers = [*ruleset.offers(game.state), *openings]
        if self._busy:
            offers = self._new(offers, ruleset.clock(game.state))
        # Sensible orders are offered first: the lower of two throws makes a livelier game.
        order = offers[min(self._choose(len(offers)), self._choose(len(offers)))]
        self._ordered.add(_subject(order))
        return order

    def _new(self, offers: list[Order], clock: str) -> list[Order]:
        """Return orders for those that have had none in this step: nobody is sent to and fro."""
        if clock != self._clock:
            self._clock, self._ordered = clock, set()
        going = [offer for offer in offers if offer.kind != _END_OF_STAGE]
        return [offer for offer in going if _subject(offer) not in self._ordered] or offers

    def _openings(self, ruleset: Ruleset[S], game: Game[S], decision: Decision) -> list[Order]:
        """Return every opening that is legal now, and what can be given up because it is lost."""
        lost = game.forfeits.get(decision.seat, ())
        sealed: list[Order] = [Forfeit(name) for name in lost]
        live = (name for name in game.seals.get(decision.seat, {}) if name in self.sealed)
        sealed += [Open(name, *self.sealed[name]) for name in live]
        return [order for order in sealed if not refuse(ruleset, game, decision, order)]

    def _seal(self, ruleset: Ruleset[S], game: Game[S], decision: Decision) -> Seal:
        name, values = next(iter(secrecy_of(ruleset).secrets(game.state).items()))
        value = values[self._choose(len(values))]
        salt = bytes(self._choose(256) for _ in range(32))
        self.sealed[name] = (salt.hex(), value)
        return Seal(name, commitment(game.campaign, decision.seat, name, salt, value))

    def _guess(self) -> SeededDice:
        """Return dice to guess with."""
        return SeededDice(bytes(self._choose(256) for _ in range(32)))

    def _choose(self, count: int) -> int:
        """Return a number below `count`; two dice of 256 make long lists possible."""
        self._choices += 1
        high, low = self._dice.throw(f"choice {self._choices}", 2, 256)
        return ((high - 1) * 256 + low - 1) % count


def with_time(ruleset: Ruleset[S], before: S, state: S, order: Order) -> Written:
    """Return an order as a careful player writes it behind one that was for the state `before`.

    The first of another game turn names it, and one that ends a stage says which.
    """
    turn = max(ruleset.game_turn(state), 1)
    is_new = turn > max(ruleset.game_turn(before), 1)
    times = timetable_of(ruleset)
    stage = times.stage_names(state)[0] if order.kind in times.lapsing else ""
    return Timed(order, turn if is_new else None, stage) if is_new or stage else order


def _subject(order: Order) -> str:
    """Return what an order names first: the unit or units that are to act."""
    return repr(list(to_wire(order).values())[1:2])

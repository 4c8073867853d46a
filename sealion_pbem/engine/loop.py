"""The decision loop: orders in, events out.

A turn's orders answer the pending decisions one after another. When the next decision belongs to
another seat the rest of the file stays queued. Before any die has fallen an illegal order rejects
the whole file; after dice the carried-out part stands and the rest is returned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Generic, TypeVar

from sealion_pbem.engine.dice import Dice, DiceNeededError, DiceRolled, NoDice
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.game import Game, asked, pending
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.seal import STANDING, Open, Seal, opens
from sealion_pbem.engine.standing import StandingOrder, check_standing, first_match
from sealion_pbem.engine.wire import one_of, to_wire
from sealion_pbem.engine.words import Decision, Event, Json, Order, Seat, Violation
from sealion_pbem.errors import WireError

__all__ = ["Automatic", "Outcome", "Preview", "Returned", "Turn", "preview", "refuse", "run"]

S = TypeVar("S")

# A run that answers itself this often has standing orders that never come to an end.
MOST_AUTOMATIC = 1000
_SEALING = (Seal, Open)


@frozen
class Turn:
    """What one turn file asks of the engine; `standing` replaces the seat's standing orders."""

    seat: Seat
    orders: tuple[Order, ...]
    standing: tuple[StandingOrder, ...] | None = None


@frozen
class Automatic:
    """An answer that a standing order gave."""

    seat: Seat
    decision: str
    order: Json
    standing_order: int

    @property
    def document(self) -> dict[str, Json]:
        """How a receipt says it; the order is as it was on the wire already."""
        return {
            "seat": self.seat,
            "decision": self.decision,
            "order": self.order,
            "standing_order": self.standing_order,
        }


@frozen
class Returned:
    """Orders that could no longer be carried out and are still to be given; no offence."""

    seat: Seat
    count: int
    violations: tuple[Violation, ...]


@frozen
class Outcome(Generic[S]):
    """What a turn came to; `refused` is not empty when the whole file was rejected."""

    game: Game[S]
    events: tuple[Event[Any], ...]
    stands: int
    waiting: Decision | None
    automatic: tuple[Automatic, ...] = ()
    returned: tuple[Returned, ...] = ()
    refused: tuple[Violation, ...] = ()
    switched_off: tuple[tuple[Seat, int, tuple[Violation, ...]], ...] = ()

    @property
    def rolls(self) -> tuple[DiceRolled, ...]:
        """Every roll of the run, in the order in which the dice fell."""
        return tuple(event for event in self.events if isinstance(event, DiceRolled))


def run(ruleset: Ruleset[S], game: Game[S], turn: Turn, dice: Dice) -> Outcome[S]:
    """Judge one turn. The game given is left as it is; the outcome holds the new one."""
    return _Run(ruleset, game, turn, dice).go()


@frozen
class Preview:
    """What can be said of a turn without dice: how many orders were judged, and what stopped it."""

    refused: tuple[Violation, ...]
    judged: int
    needs_dice: str = ""


def preview(ruleset: Ruleset[S], game: Game[S], turn: Turn) -> Preview:
    """Judge a turn as far as no die is needed."""
    walk = _Run(ruleset, game, turn, NoDice())
    try:
        outcome = walk.go()
    except DiceNeededError as error:
        return Preview((), walk.judged(), error.label)
    return Preview(outcome.refused, 0 if outcome.refused else walk.judged())


def refuse(
    ruleset: Ruleset[S], game: Game[S], decision: Decision, order: Order, at: str = ""
) -> tuple[Violation, ...]:
    """Return every reason why the deciding seat may not give this order now."""
    if isinstance(order, _SEALING):
        found = [*_refuse_sealing(ruleset, game, decision, order)]
        if found or order.name.startswith(STANDING):
            return _placed(found, at)
    if order.kind in decision.accepts:
        return _placed(ruleset.check(game.state, order), at)
    accepted = ", ".join(sorted(decision.accepts))
    text = f"{order.kind} does not answer: {decision.prompt}; this does: {accepted}"
    return _placed([Violation(decision.rule, "wrong_kind", text, "/kind")], at)


def _placed(violations: Iterable[Violation], at: str) -> tuple[Violation, ...]:
    """Return violations with the place of their order in the file in front of their own."""
    if not at:
        return tuple(violations)
    return tuple(replace(violation, at=at + violation.at) for violation in violations)


def _refuse_sealing(
    ruleset: Ruleset[S], game: Game[S], decision: Decision, order: Seal | Open
) -> Iterator[Violation]:
    if isinstance(order, Seal):
        return _refuse_seal(ruleset, game, decision, order)
    return _refuse_open(game, decision, order)


def _refuse_seal(
    ruleset: Ruleset[S], game: Game[S], decision: Decision, order: Seal
) -> Iterator[Violation]:
    if order.name in game.seals.get(decision.seat, {}):
        text = f"{order.name!r} is sealed already; open it before sealing it again"
        yield Violation(decision.rule, "sealed_already", text, "/name")
    kind = order.name.removeprefix(STANDING)
    if kind != order.name and kind not in ruleset.policies:
        text = f"no decision is called {kind!r}; there are: {', '.join(sorted(ruleset.policies))}"
        yield Violation(decision.rule, "unknown_decision", text, "/name")


def _refuse_open(game: Game[S], decision: Decision, order: Open) -> Iterator[Violation]:
    live = game.seals.get(decision.seat, {})
    if order.name not in live:
        sealed = ", ".join(sorted(live)) or "nothing"
        text = f"nothing is sealed under {order.name!r}; sealed is: {sealed}"
        yield Violation(decision.rule, "nothing_sealed", text, "/name")
    elif order.name.startswith(STANDING) and order.name != decision.about:
        text = f"{order.name!r} is opened when its decision comes up, not before"
        yield Violation(decision.rule, "not_yet", text, "/name")
    elif not opens(live[order.name], game.campaign, decision.seat, order):
        text = f"salt and value do not open the seal {order.name!r}"
        yield Violation(decision.rule, "wrong_opening", text, "/value")


def _seals_standing(order: Order) -> bool:
    """Sealing a standing order is possible at every decision and answers none."""
    return isinstance(order, Seal) and order.name.startswith(STANDING)


class _Run(Generic[S]):
    """One walk through the loop; its parts are the paragraphs of the module's docstring."""

    def __init__(self, ruleset: Ruleset[S], game: Game[S], turn: Turn, dice: Dice) -> None:
        self.ruleset = ruleset
        self.before = game
        self.turn = turn
        self.play = Play(ruleset.copy(game.state), dice, ruleset.clock)
        self.game = game.copy(self.play.state)
        # What the rules ask; only `advance` changes that.
        self.asks = game.asks(ruleset)
        self.given = len(turn.orders)
        self.automatic: list[Automatic] = []
        self.returned: list[Returned] = []
        self.switched_off: list[tuple[Seat, int, tuple[Violation, ...]]] = []

    def go(self) -> Outcome[S]:
        seat = self.turn.seat
        decision = asked(self.game, self.asks)
        if decision is None:
            return self._reject((Violation("-", "game_over", "the game is over"),))
        if decision.seat != seat:
            text = f"the decision is {decision.seat}'s: {decision.prompt}"
            return self._reject((Violation(decision.rule, "not_your_decision", text),))
        if self.turn.standing is not None:
            faults = tuple(check_standing(self.ruleset, self.turn.standing))
            if faults:
                return self._reject(faults)
            self.game.standing[seat] = self.turn.standing
        self.game.queued[seat] = self.turn.orders
        while (decision := asked(self.game, self.asks)) is not None:
            violations = self._answer(decision)
            if violations is None:
                continue
            if not violations:
                break
            if decision.seat == seat and not self.play.rolled:
                return self._reject(violations)
            self._give_back(decision.seat, violations)
        else:
            self._give_back_all()
        self.game.found = [self.asks]
        return Outcome(
            self.game,
            tuple(self.play.events),
            self.given - sum(back.count for back in self.returned if back.seat == seat),
            decision,
            tuple(self.automatic),
            tuple(self.returned),
            switched_off=tuple(self.switched_off),
        )

    def _answer(self, decision: Decision) -> tuple[Violation, ...] | None:
        """Answer a decision from queue or standing orders: None if done, () if the seat must be asked."""
        queue = self.game.queued.get(decision.seat)
        if not queue:
            return None if self._answer_standing(decision) else ()
        order = queue[0]
        if self.ruleset.has_lapsed(self.play.state, order):
            # What it would end has ended by itself; the event says so, and the next order counts.
            self.game.queued[decision.seat] = queue[1:]
            self._obey(decision.seat, order)
            return None
        if order.kind in decision.accepts or _seals_standing(order):
            return self._obey_next(decision, order, queue[1:])
        if self._answer_standing(decision):
            return None
        return refuse(self.ruleset, self.game, decision, order, self._pointer(decision.seat))

    def _obey_next(
        self, decision: Decision, order: Order, rest: tuple[Order, ...]
    ) -> tuple[Violation, ...] | None:
        violations = refuse(self.ruleset, self.game, decision, order)
        if violations:
            return _placed(violations, self._pointer(decision.seat))
        self.game.queued[decision.seat] = rest
        if isinstance(order, Open) and order.name.startswith(STANDING):
            del self.game.seals[decision.seat][order.name]
            self._obey_opened(decision.seat, order)
        else:
            self._obey(decision.seat, order)
        return None

    def _obey_opened(self, seat: Seat, order: Open) -> None:
        """Obey the order that was sealed; one that has become impossible leaves the decision open."""
        decision = asked(self.game, self.asks)
        assert decision is not None, "opening a standing order cannot end the game"
        sealed, violations = self._order_of(decision, order.value)
        if sealed is None:
            self.returned.append(Returned(seat, 0, violations))
        else:
            self._obey(seat, sealed)

    def _obey(self, seat: Seat, order: Order) -> None:
        if isinstance(order, _SEALING):
            if isinstance(order, Open):
                del self.game.seals[seat][order.name]
            else:
                self.game.seals.setdefault(seat, {})[order.name] = order.digest
            if _seals_standing(order):
                return
        self.ruleset.obey(self.play, order)
        self.asks = self.ruleset.advance(self.play)

    def _answer_standing(self, decision: Decision) -> bool:
        """Let the seat's first matching standing order answer; say whether one did."""
        standing = self.game.standing.get(decision.seat)
        if not standing or len(self.automatic) >= MOST_AUTOMATIC:
            return False
        state = self.play.state
        game_turn = self.ruleset.game_turn(state)
        find_facts = partial(self.ruleset.facts, state)
        number = first_match(standing, decision.kind, game_turn, find_facts)
        if number is None:
            return False
        chosen = standing[number]
        order, violations = self._order_of(decision, chosen.do)
        if order is None and not isinstance(chosen.do, str):
            # A whole order that has become impossible names a unit or hex that is gone.
            self._replace_standing(decision.seat, number, chosen.switched_off())
            self.switched_off.append((decision.seat, number, violations))
        if order is None and chosen.otherwise == "default":
            order, _ = self._order_of(decision, "default")
        if order is None:
            return False
        current = self.game.standing[decision.seat][number]
        self._replace_standing(decision.seat, number, current.once_more())
        self.automatic.append(Automatic(decision.seat, decision.kind, to_wire(order), number))
        self._obey(decision.seat, order)
        return True

    def _order_of(self, decision: Decision, do: Json) -> tuple[Order | None, tuple[Violation, ...]]:
        """Return the legal order a policy or a written order comes to, or why there is none."""
        if isinstance(do, str):
            order = self.ruleset.answer(self.play.state, do, decision.kind)
        else:
            try:
                order = one_of({**self.ruleset.orders}, do)
            except WireError as error:
                return None, (Violation(decision.rule, "unreadable", error.message),)
        if order is None:
            known = ", ".join(sorted(self.ruleset.policies.get(decision.kind, ()))) or "none"
            text = f"{do!r} is no answer to: {decision.prompt}; policies are: {known}"
            return None, (Violation(decision.rule, "no_answer", text),)
        violations = refuse(self.ruleset, self.game, decision, order)
        return (None, violations) if violations else (order, ())

    def _replace_standing(self, seat: Seat, number: int, order: StandingOrder) -> None:
        standing = self.game.standing[seat]
        self.game.standing[seat] = (*standing[:number], order, *standing[number + 1 :])

    def judged(self) -> int:
        """Return how many orders of the file have been taken from the queue."""
        return self.given - len(self.game.queued.get(self.turn.seat, ()))

    def _pointer(self, seat: Seat) -> str:
        """Return where in this file the next order of its author stands; elsewhere there is no file."""
        if seat != self.turn.seat:
            return ""
        return f"/orders/{self.given - len(self.game.queued[seat])}"

    def _give_back(self, seat: Seat, violations: tuple[Violation, ...]) -> None:
        self.returned.append(Returned(seat, len(self.game.queued[seat]), violations))
        self.game.queued[seat] = ()

    def _give_back_all(self) -> None:
        over = Violation("-", "game_over", "the game ended before these orders")
        # Sorted, so that a game read back from a file says the same.
        for seat in sorted(seat for seat, queue in self.game.queued.items() if queue):
            self._give_back(seat, (over,))

    def _reject(self, violations: tuple[Violation, ...]) -> Outcome[S]:
        waiting = pending(self.ruleset, self.before)
        return Outcome(self.before, (), 0, waiting, refused=violations)

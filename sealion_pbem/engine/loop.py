"""The decision loop: orders in, events out.

A turn's orders answer the pending decisions one after another, each in its own time (`ahead`). When the
next decision belongs to another seat the rest of the file stays queued. Before any die has fallen an
illegal order rejects the whole file; after dice the carried-out part stands, and what has become
impossible comes back, or lapses alone if it is of a kind that yields. A run ends early when the receipt
that must tell of it is full (`Room`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Generic, TypeVar

from sealion_pbem.engine.ahead import (
    Calendar,
    Due,
    Mistimed,
    Queued,
    Queues,
    Yields,
    check_load,
    check_times,
    enqueue,
)
from sealion_pbem.engine.capability import answers_of, secrecy_of, timetable_of
from sealion_pbem.engine.dice import Dice, DiceNeededError, DiceRolled, NoDice
from sealion_pbem.engine.game import Game, asked, pending
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.policy import is_policy, policy_answer
from sealion_pbem.engine.refusal import OPENINGS, SEALING, check_order, placed
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.seal import STANDING, Forfeit, Open, Seal
from sealion_pbem.engine.sealing import Asked, check_sealing
from sealion_pbem.engine.standing import StandingOrder, check_standing, first_match
from sealion_pbem.engine.turn import Automatic, Outcome, Preview, Returned, Room, Turn
from sealion_pbem.engine.wire import one_of, to_wire
from sealion_pbem.engine.words import Decision, Json, Order, Seat, Violation, wrong_kind
from sealion_pbem.errors import WireError

__all__ = ["preview", "refuse", "run"]

S = TypeVar("S")


def run(ruleset: Ruleset[S], game: Game[S], turn: Turn, dice: Dice) -> Outcome[S]:
    """Judge one turn. The game given is left as it is; the outcome holds the new one."""
    return _Run(ruleset, game, turn, dice).go()


def preview(ruleset: Ruleset[S], game: Game[S], turn: Turn, dice: Dice | None = None) -> Preview:
    """Judge a turn as far as the dice go; none are given: as far as no die is needed."""
    walk = _Run(ruleset, game, turn, dice or NoDice())
    try:
        outcome = walk.go()
    except DiceNeededError as error:
        events, returned, lapsed = tuple(walk.play.events), tuple(walk.returned), tuple(walk.lapsed)
        judged, label, state = walk.queues.judged, error.label, game.state
        return Preview(
            (), judged, label, state, events, returned, lapsed, None, turn, walk.play.state,
            tuple(walk.automatic),
        )  # fmt: skip
    judged, after = 0 if outcome.refused else walk.queues.judged, outcome.game.state
    events, returned, lapsed = outcome.events, outcome.returned, outcome.lapsed
    return Preview(
        outcome.refused, judged, "", game.state, events, returned, lapsed, outcome, turn, after,
        outcome.automatic,
    )  # fmt: skip


def refuse(
    ruleset: Ruleset[S], game: Game[S], decision: Decision, order: Order, at: str = ""
) -> tuple[Violation, ...]:
    """Return every reason why the deciding seat may not give this order now."""
    if order.kind in decision.accepts or _seals_standing(order):
        return check_order(ruleset, game, decision, order, at)
    found = _mistimed(ruleset, game, ruleset.decision(game.state), decision, Queued(order, 0))
    return placed([found.why], at)


def _mistimed(
    ruleset: Ruleset[S],
    game: Game[S],
    rules_ask: Decision | None,
    decision: Decision,
    queued: Queued,
) -> Mistimed:
    """Return why an order does not answer what is asked, and when it has its time.

    Seals are no matter of a stage, and a sealed standing order is opened before all else.
    """
    order = queued.order
    if isinstance(order, SEALING):
        first = next(check_sealing(Asked(ruleset, game, decision), order), None)
        is_impossible = first is not None and first.code != "not_yet"
        due = Due.OVER if is_impossible else Due.HERE
        return Mistimed(due, lambda: first or wrong_kind(decision, order.kind))
    if rules_ask is None or decision.kind != rules_ask.kind:
        return Mistimed(Due.HERE, partial(wrong_kind, decision, order.kind))
    return timetable_of(ruleset).mistimed(game.state, decision, order, queued.stage)


def _seals_standing(order: Order) -> bool:
    """Sealing a standing order is possible at every decision and answers none."""
    return isinstance(order, Seal) and order.name.startswith(STANDING)


class _Run(Generic[S]):
    """One walk through the loop; its parts are the paragraphs of the module's docstring."""

    def __init__(self, ruleset: Ruleset[S], game: Game[S], turn: Turn, dice: Dice) -> None:
        self.ruleset = ruleset
        self.timetable = timetable_of(ruleset)
        self.before = game
        self.turn = turn
        self.play = Play(ruleset.copy(game.state), dice, ruleset)
        self.game = game.copy(self.play.state)
        # What the rules ask; only `advance` changes that.
        self.asks = ruleset.decision(game.state)
        if turn.drops_queued:
            self.game.queued[turn.seat] = ()
        self.waiting = self.game.queued.get(turn.seat, ())
        self.file = enqueue(turn.orders, ruleset.game_turn(game.state))
        self.queues = Queues(self.game.queued, turn.seat, self.file)
        self.room, self.weighed, self.rolled = Room(), 0, 0
        self.automatic: list[Automatic] = []
        self.returned: list[Returned] = []
        self.switched_off: list[tuple[Seat, int, tuple[Violation, ...]]] = []
        self.lapsed: list[tuple[Seat, Queued]] = []

    def go(self) -> Outcome[S]:
        seat = self.turn.seat
        decision = asked(self.game, self.asks)
        if decision is None:
            return self._reject((Violation("-", "game_over", "the game is over"),))
        if decision.seat != seat:
            text = f"the decision is {decision.seat}'s: {decision.prompt}"
            return self._reject((Violation(decision.rule, "not_your_decision", text),))
        faults = tuple(self._check_file(decision))
        if faults:
            return self._reject(faults)
        if self.turn.standing is not None:
            self.game.standing[seat] = self.turn.standing
        while (decision := asked(self.game, self.asks)) is not None and not self.room.is_full:
            violations = self._answer(decision)
            if violations is None:
                continue
            if violations:
                return self._reject(violations)
            break
        if decision is None:
            self._give_back_all()
        return Outcome(
            self.game,
            tuple(self.play.events),
            self.queues.standing,
            decision,
            tuple(self.automatic),
            tuple(self.returned),
            switched_off=tuple(self.switched_off),
            lapsed=tuple(self.lapsed),
        )

    def _check_file(self, decision: Decision) -> Iterator[Violation]:
        """Refuse too much, what the ruleset does not know, and what is too late already."""
        yield from check_load(self.waiting, self.file)
        if self.turn.standing is not None:
            yield from check_standing(self.ruleset, self.turn.standing)
        times, state = self.timetable, self.play.state
        turn, last = self.ruleset.game_turn(state), times.last_turn(state)
        calendar = Calendar(times.sequence_rule, turn, last, times.stages)
        unknown = [*check_times(self.file, calendar)]
        yield from unknown or self._check_dues(decision)

    def _check_dues(self, decision: Decision) -> Iterator[Violation]:
        """Refuse orders whose time cannot come any more, wherever in the file they stand.

        What a file seals or ends by itself is looked at in its turn. Orders of one kind for one stage
        have one time, so it is asked once; each that is too late is told why.
        """
        turn = max(self.ruleset.game_turn(self.play.state), 1)
        dues = {}
        for key, queued in {(each.order.kind, each.stage): each for each in self.file}.items():
            if not isinstance(queued.order, SEALING) and key[0] not in self.timetable.lapsing:
                found = self._mistimed(decision, Queued(queued.order, turn, queued.stage))
                if found is not None and found.due in (Due.OVER, Due.NEVER):
                    dues[key] = found.due
        for number, queued in enumerate(self.file) if dues else ():
            due = dues.get((queued.order.kind, queued.stage))
            if due is Due.NEVER or (due is Due.OVER and queued.turn == turn):
                found = self._mistimed(decision, Queued(queued.order, turn, queued.stage))
                yield from placed([found.why] if found else [], f"/orders/{number}")

    def _take_rolls(self) -> None:
        """Count the dice of an order, so that another is carried out only if the receipt has room."""
        events, self.rolled = self.play.events, self.play.rolled
        new = events[self.weighed :]
        self.room.take_rolls([event for event in new if isinstance(event, DiceRolled)])
        self.weighed = len(events)

    def _answer(self, decision: Decision) -> tuple[Violation, ...] | None:
        """Answer a decision: None if it was, () if the seat must be asked, or why the file is illegal."""
        queue = self.queues.of(decision.seat)
        if not queue:
            return None if self._answer_standing(decision) else ()
        first = queue[0]
        turn = self.ruleset.game_turn(self.play.state)
        if first.turn == turn and not first.stage and first.order.kind in decision.accepts:
            return self._obey_next(decision, first.order)
        mistimed = self._mistimed(decision, first)
        if mistimed is None:
            return self._obey_next(decision, first.order)
        if mistimed.due.is_missed:
            return self._pass_over(decision, mistimed)
        if self._answer_standing(decision):
            return None
        return self._offence(decision.seat, (mistimed.why,))

    def _mistimed(self, decision: Decision, queued: Queued) -> Mistimed | None:
        """Return why the time of a queued order is not now; None if it answers what is asked."""
        state, order = self.play.state, queued.order
        turn = self.ruleset.game_turn(state)
        rule = self.timetable.sequence_rule
        if queued.turn > max(turn, 1):
            text = f"{order.kind} is for turn {queued.turn}; in turn {turn} is asked: {decision.prompt}"
            return Mistimed(Due.LATER, partial(Violation, rule, "not_yet", text))
        if queued.turn < turn:
            text = f"{order.kind} was for turn {queued.turn}; the game is in turn {turn}"
            return Mistimed(Due.OVER, partial(Violation, rule, "turn_over", text))
        is_elsewhere = queued.stage and queued.stage not in self.timetable.stage_names(state)
        if not is_elsewhere and (order.kind in decision.accepts or _seals_standing(order)):
            return None
        return _mistimed(self.ruleset, self.game, self.asks, decision, queued)

    def _offence(self, seat: Seat, violations: tuple[Violation, ...]) -> tuple[Violation, ...]:
        """Return what makes the file illegal: nothing after dice, or if the order is not in it."""
        if not self.queues.is_in_file(seat) or self.play.rolled:
            return ()
        return placed(violations, self.queues.pointer(seat))

    def _pass_over(self, decision: Decision, mistimed: Mistimed) -> tuple[Violation, ...] | None:
        """Drop or give back orders whose time is over; refuse those that were late when signed."""
        seat, lapsing = decision.seat, self.timetable.lapsing
        queue = self.queues.of(seat)
        offence = self._offence(seat, (mistimed.why,))
        if queue[0].order.kind in lapsing and (queue[0].stage or not offence):
            self.lapsed.append((seat, queue[0]))
            self.queues.take(seat)
            return None
        if offence:
            return offence
        reasons: list[Violation] = []
        for number, queued in enumerate(queue):
            found = self._mistimed(decision, queued)
            if found is None or not found.due.is_missed or queued.order.kind in lapsing:
                break
            reasons += placed([found.why], self.queues.pointer(seat, number))
        self._give_back(seat, len(reasons), tuple(reasons))
        return None

    def _obey_next(self, decision: Decision, order: Order) -> tuple[Violation, ...] | None:
        seat = decision.seat
        violations = check_order(self.ruleset, self.game, decision, order)
        if violations:
            offence = self._offence(seat, violations)
            if offence:
                return offence
            if isinstance(self.ruleset, Yields) and order.kind in self.ruleset.yielding:
                self._yield(seat, self.ruleset.remnant(self.play.state, order))
                return None
            count = self._rest_of_stage(decision)
            self._give_back(seat, count, placed(violations, self.queues.pointer(seat)))
            return None
        self.queues.take(seat)
        if isinstance(order, OPENINGS) and order.name.startswith(STANDING):
            self._obey_opened(seat, order)
        else:
            self._obey(seat, order)
        return None

    def _yield(self, seat: Seat, rest: Order | None) -> None:
        """Obey what is left of an order that has become impossible; if nothing is, it lapses alone."""
        (queued,) = self.queues.take(seat)
        if rest is None:
            self.lapsed.append((seat, queued))
        else:
            self._obey(seat, rest)

    def _rest_of_stage(self, decision: Decision) -> int:
        """Return how many orders belong to the stage of the first: they hang together."""
        queue = self.queues.of(decision.seat)
        for number, queued in enumerate(queue[1:], 1):
            found = self._mistimed(decision, queued)
            if found is not None and found.due is Due.LATER:
                return number
        return len(queue)

    def _obey_opened(self, seat: Seat, order: Open | Forfeit) -> None:
        """Obey the order that was sealed; one that has become impossible leaves the decision open."""
        self.game.drop_seal(seat, order.name)
        decision = asked(self.game, self.asks)
        assert decision is not None, "opening a standing order cannot end the game"
        if isinstance(order, Open):
            value = order.value
        else:
            value = secrecy_of(self.ruleset).forfeits.get(decision.kind, "default")
        sealed, violations = self._order_of(decision, value)
        if sealed is None:
            self.returned.append(Returned(seat, (), violations))
        else:
            self._obey(seat, sealed)

    def _obey(self, seat: Seat, order: Order) -> None:
        if isinstance(order, SEALING):
            if isinstance(order, Seal):
                self.game.seals.setdefault(seat, {})[order.name] = order.digest
                if _seals_standing(order):
                    return
            else:
                self.game.drop_seal(seat, order.name)
                order = order.opening if isinstance(order, Forfeit) else order
        self.ruleset.obey(self.play, order)
        self.asks = self.ruleset.advance(self.play)
        if self.play.rolled > self.rolled:
            self._take_rolls()

    def _answer_standing(self, decision: Decision) -> bool:
        """Let the seat's first matching standing order answer; say whether one did."""
        standing = self.game.standing.get(decision.seat)
        if not standing:
            return False
        state = self.play.state
        game_turn = self.ruleset.game_turn(state)
        find_facts = partial(answers_of(self.ruleset).facts, state)
        number = first_match(standing, decision.kind, game_turn, find_facts)
        if number is None:
            return False
        chosen = standing[number]
        order, violations = self._order_of(decision, chosen.do)
        if order is None and not is_policy(chosen.do):
            # A whole order that has become impossible names a unit or hex that is gone.
            self._replace_standing(decision.seat, number, chosen.switched_off())
            self.switched_off.append((decision.seat, number, violations))
        if order is None and chosen.otherwise == "default":
            order, _ = self._order_of(decision, "default")
        if order is None:
            return False
        answer = Automatic(decision.seat, decision.kind, to_wire(order), number)
        if not self.room.take_answer(answer.document):
            return False
        current = self.game.standing[decision.seat][number]
        self._replace_standing(decision.seat, number, current.once_more())
        self.automatic.append(answer)
        self._obey(decision.seat, order)
        return True

    def _order_of(self, decision: Decision, do: Json) -> tuple[Order | None, tuple[Violation, ...]]:
        """Return the legal order a policy or a written order comes to, or why there is none."""
        try:
            if is_policy(do):
                order = policy_answer(self.ruleset, self.play.state, do)
            else:
                order = one_of({**self.ruleset.orders}, do)
        except WireError as error:
            return None, (Violation(decision.rule, "unreadable", error.message),)
        if order is None:
            known = (
                ", ".join(sorted(answers_of(self.ruleset).policies.get(decision.kind, ())))
                or "none"
            )
            text = f"{do!r} is no answer to: {decision.prompt}; policies are: {known}"
            return None, (Violation(decision.rule, "no_answer", text),)
        violations = refuse(self.ruleset, self.game, decision, order)
        return (None, violations) if violations else (order, ())

    def _replace_standing(self, seat: Seat, number: int, order: StandingOrder) -> None:
        standing = self.game.standing[seat]
        self.game.standing[seat] = (*standing[:number], order, *standing[number + 1 :])

    def _give_back(self, seat: Seat, count: int, violations: tuple[Violation, ...]) -> None:
        self.returned.append(Returned(seat, self.queues.give_back(seat, count), violations))

    def _give_back_all(self) -> None:
        over = Violation("-", "game_over", "the game ended before these orders")
        for seat in self.queues.waiting_seats():
            self._give_back(seat, len(self.queues.of(seat)), (over,))

    def _reject(self, violations: tuple[Violation, ...]) -> Outcome[S]:
        waiting = pending(self.ruleset, self.before)
        return Outcome(self.before, (), 0, waiting, refused=violations)

"""Orders from wishes: for whatever a player dragged, the order that does just that is looked for.

Nothing here knows a kind of order. A partial order is filled from the menus of the pending decision with
those values that have to do with the wish, and it counts if, judged in the position that the orders
before it lead to, the units end up as wished. So legality is written where it always is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sealion_pbem.engine.choices import KIND, Menu, Partial, extend, menu
from sealion_pbem.engine.chronicle import KeepsStatistics
from sealion_pbem.engine.form import Choice, Shape
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.loop import preview
from sealion_pbem.engine.showing import narration_of
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Decision, Json, Order, Seat, Violation
from sealion_pbem.errors import CampaignError, WireError
from sealion_pbem.umpire.record import Record
from sealion_pbem.umpire.vassal_drags import Wish, wishes_of
from sealion_pbem.umpire.vassal_kit import standing
from sealion_pbem.umpire.vassal_prefill import prefilled
from sealion_pbem.vassal.guard import Surveyed

__all__ = ["Understood", "orders_of_log", "remarks_on"]

_MOST_MEMBERS = 60
_MOST_GUESSED = 3
_MOST_TRIES = 400


@dataclass(slots=True)
class Understood:
    """The orders that a log means, what was chosen for its author, and what could not be understood.

    `asked` are lines for what no counter can say, filled in already.
    """

    orders: list[Json] = field(default_factory=list)
    guessed: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


def orders_of_log(record: Record, seat: str, surveyed: Surveyed) -> Understood:
    """Return the orders that a player's log means for the pending decision.

    Raises:
        CampaignError: nothing is asked of this seat now.
        InvalidFileError: the log does not fit the campaign.
    """
    decision = record.decision
    if decision is None or decision.seat != seat or record.ledger.pending is not None:
        raise CampaignError(
            f"{seat} owes no decision now", hint="'sealion campaign status' says whose move it is"
        )
    found = wishes_of(record, seat, surveyed)
    drafter = _Drafter(record, Seat(seat))
    drafter.found.notes += found.notes
    drafter.take_together(decision, found.wishes)
    for wish in found.wishes:
        drafter.take(wish)
    drafter.found.notes.sort(key=_number)
    if drafter.game is not None:
        drafter.found.asked += prefilled(record, drafter.game, Seat(seat))
    return drafter.found


def remarks_on(found: Understood) -> list[str]:
    """Return what a sheet says about the orders that were found in a log."""
    lines = [
        "",
        "These orders come from your log in VASSAL; what no counter can say is still yours to add.",
    ]
    if found.guessed:
        lines += ["Chosen for you, look whether you agree:", *(f"  {one}" for one in found.guessed)]
    if found.notes:
        lines += ["Not understood, or not yours to order:", *(f"  {one}" for one in found.notes)]
    return lines


def _number(note: str) -> int:
    digits = note.partition(":")[0].rpartition(" ")[2]
    return int(digits) if digits.isdecimal() else 0


class _Drafter:
    """Puts orders together, each in the position that those before it lead to."""

    def __init__(self, record: Record, seat: Seat) -> None:
        self.ruleset, self.seat = record.ruleset, seat
        self.start: Game[Any] = record.game
        self.game: Game[Any] | None = record.game
        self.found = Understood()
        self._orders: list[Order] = []
        self._names = narration_of(record.ruleset).names(record.game.state)

    def take_together(self, decision: Decision, wishes: Sequence[Wish]) -> None:
        """Try an order that places many at once, as a set-up does; who then stands as wished is done."""
        placed = {unit: wish.places[-1] for wish in wishes if wish.places for unit in wish.units}
        for kind in sorted(decision.accepts):
            form = self.ruleset.forms.get(kind)
            tables = [m.name for m in form.members if m.shape is Shape.KEYED] if form else []
            if not tables or not placed or form is None:
                continue
            order = self._placing(kind, form.name_on_wire(tables[0]), placed)
            if order is not None and self._adds(order):
                return

    def _placing(self, kind: str, member: str, placed: Mapping[str, str]) -> Order | None:
        """Return the order that places as many as the rules let be placed together."""
        assert self.game is not None, "asked while the position is known"
        left = dict(placed)
        while left:
            shown = menu(self.ruleset, self.game, {KIND: kind, member: left})
            bad = {unit for unit in left for one in shown.refused if one.at == f"/{member}/{unit}"}
            if not shown.refused:
                order: Order | None = shown.order
                return order
            if not bad:
                return None
            left = {unit: place for unit, place in left.items() if unit not in bad}
        return None

    def take(self, wish: Wish) -> None:
        """Look for orders that fulfil a wish, or say why there is none."""
        begun = len(self._orders)
        waiting = self._moved(wish)
        if 0 < len(waiting) < len(wish.units) and self.game is not None:
            # Perhaps they are to be carried by those who could go.
            self._back_to(begun)
            carriers = [unit for unit in wish.units if unit not in waiting]
            guesses = len(self.found.guessed)
            if not all(self._boards(unit, carriers) for unit in waiting):
                self._back_to(begun)
                del self.found.guessed[guesses:]
            waiting = self._moved(wish)
        if waiting:
            self.found.notes.append(f"step {wish.step}: {self._regret(wish, waiting)}")

    def _moved(self, wish: Wish) -> list[str]:
        """Add orders while they bring somebody where he is wished; return who is not there yet."""
        waiting = self._unfulfilled(wish)
        while waiting and self.game is not None:
            before = len(waiting)
            if not self._try(wish, waiting):
                break
            waiting = self._unfulfilled(wish)
            if len(waiting) >= before:
                break
        return waiting

    def _boards(self, unit: str, carriers: Sequence[str]) -> bool:
        """Add an order after which a unit is carried by one of others."""
        decision = pending(self.ruleset, self.game) if self.game is not None else None
        aboard = Wish([unit], (), None, 0)
        for kind in sorted(decision.accepts) if decision else ():
            for carrier in carriers:
                filled = self._filled({KIND: kind}, aboard, (unit, carrier), 0)
                if filled is not None and self._adds(filled[0], carried=(unit, carrier)):
                    who, whose = (self._names.get(one, one) for one in (unit, carrier))
                    self.found.guessed.append(f"{who} is carried by {whose}")
                    return True
        return False

    def _back_to(self, count: int) -> None:
        """Forget all orders but the first ones."""
        del self._orders[count:], self.found.orders[count:]
        judged = preview(self.ruleset, self.start, Turn(self.seat, tuple(self._orders)))
        self.game = judged.outcome.game if judged.outcome is not None else None
        if not self._orders:
            self.game = self.start

    def _unfulfilled(self, wish: Wish) -> list[str]:
        if self.game is None:
            return list(wish.units)
        return [u for u in wish.units if not self._is_as_wished(self.game.state, u, wish)]

    def _is_as_wished(self, state: Any, unit: str, wish: Wish) -> bool:
        place, left = standing(self.ruleset, state).get(unit, ("", 0))
        if wish.left is not None and left != wish.left:
            return False
        return not wish.places or place == wish.places[-1]

    def _try(self, wish: Wish, waiting: Sequence[str]) -> bool:
        """Add the first order that brings somebody where he is wished."""
        assert self.game is not None, "asked while the position is known"
        decision = pending(self.ruleset, self.game)
        if decision is None or decision.seat != self.seat:
            return False
        for guesses in range(_MOST_GUESSED + 1):
            for kind in sorted(decision.accepts):
                filled = self._filled({KIND: kind}, wish, waiting, guesses)
                if filled is None:
                    continue
                order, guessed = filled
                if self._adds(order, wish, waiting):
                    self.found.guessed += guessed
                    return True
        return False

    def _adds(
        self,
        order: Order,
        wish: Wish | None = None,
        waiting: Sequence[str] = (),
        *,
        carried: tuple[str, str] | None = None,
    ) -> bool:
        """Add an order if it is legal and does something of what is wished: a move, or a carriage."""
        judged = preview(self.ruleset, self.start, Turn(self.seat, (*self._orders, order)))
        if judged.refused:
            return False
        if wish is not None and not any(
            self._is_as_wished(judged.after, unit, wish) for unit in waiting
        ):
            return False
        if carried is not None and not self._is_carried(judged.after, *carried):
            return False
        self._orders.append(order)
        self.found.orders.append(to_wire(order))
        self.game = judged.outcome.game if judged.outcome is not None else None
        return True

    def _is_carried(self, state: Any, unit: str, carrier: str) -> bool:
        game = self.ruleset
        return isinstance(game, KeepsStatistics) and game.whereabouts(state)[unit].aboard == carrier

    def _menu(self, partial: Partial) -> Menu | None:
        assert self.game is not None, "asked while the position is known"
        try:
            shown = menu(self.ruleset, self.game, partial)
        except WireError:
            return None
        return None if shown.refused else shown

    def _filled(
        self, partial: Partial, wish: Wish, waiting: Sequence[str], guesses: int
    ) -> tuple[Order, list[str]] | None:
        """Fill an order from the menus with what the wish says; where it says nothing, guess so often."""
        units, targets = list(waiting), list(wish.places)
        guessed: list[str] = []
        is_about_somebody = False
        for _ in range(_MOST_MEMBERS):
            shown = self._menu(partial)
            if shown is None:
                return None
            choice = self._chosen(shown, units, targets)
            if choice is None:
                if shown.order is not None:
                    return (shown.order, guessed) if is_about_somebody else None
                if not is_about_somebody or len(guessed) >= guesses:
                    return None
                choice = self._guess(shown)
                if choice is None:
                    return None
                guessed.append(f"{choice.member.replace('_', ' ')}: {choice.label}")
            named = set(_texts(choice.value))
            is_about_somebody = is_about_somebody or not named.isdisjoint(units)
            units = [unit for unit in units if unit not in named]
            ends = _texts(choice.value)[-1:]
            if ends and ends[0] in targets:
                del targets[: targets.index(ends[0]) + 1]
            partial = extend(self.ruleset, partial, choice)
        return None

    def _chosen(self, shown: Menu, units: Sequence[str], targets: Sequence[str]) -> Choice | None:
        """Return the next choice that has to do with the wish: units first, then the way to its end."""
        offered = list(_first(shown.choices(), _MOST_TRIES * 10))
        for choice in offered:
            texts = _texts(choice.value)
            if texts and texts[0] in units and (len(texts) == 1 or texts[-1] in targets[-1:]):
                return choice
        for target in targets:
            ways = [one for one in offered if _texts(one.value)[-1:] == [target]]
            if ways:
                along = [one for one in ways if _texts(one.value) == list(targets)]
                return (along or ways)[0]
        assert self.game is not None, "asked while the position is known"
        here = standing(self.ruleset, self.game.state)
        for choice in offered if targets else ():
            texts = _texts(choice.value)
            # Somebody who waits at the end of the way, such as a carrier.
            if len(texts) == 1 and here.get(texts[0], ("", 0))[0] == targets[-1]:
                return choice
        return None

    def _guess(self, shown: Menu) -> Choice | None:
        wanted = shown.missing.at.lstrip("/").partition("/")[0] if shown.missing else ""
        return next(shown.choices(wanted), None)

    def _regret(self, wish: Wish, waiting: Sequence[str]) -> str:
        """Say why there is no order for some units, by the rules where they say something."""
        who = ", ".join(self._names.get(unit, unit) for unit in waiting)
        what = f"to {wish.places[-1]}" if wish.places else "be changed"
        if wish.places and len(wish.places) > 1:
            what += f" over {', '.join(wish.places[:-1])}"
        what = f"go {what}" if wish.places else what
        if self.game is None:
            return f"{who} cannot be ordered to {what} yet: dice fall before that"
        reason = next(self._reasons(wish, waiting), None)
        why = f": {reason.text} (rule {reason.rule})" if reason else ""
        return f"no order that is asked for now lets {who} {what}{why}"

    def _reasons(self, wish: Wish, waiting: Sequence[str]) -> Iterator[Violation]:
        """Return what the rules have against the most literal orders."""
        assert self.game is not None, "asked while the position is known"
        decision = pending(self.ruleset, self.game)
        for kind in sorted(decision.accepts) if decision else ():
            form = self.ruleset.forms.get(kind)
            ways = [m for m in form.members if m.shape is Shape.ONWARD] if form else []
            if form is None or not ways or not wish.places:
                continue
            for member in form.members:
                value: Json = [*waiting] if member.shape is Shape.MANY else waiting[0]
                partial = {
                    KIND: kind,
                    form.name_on_wire(member.name): value,
                    form.name_on_wire(ways[0].name): [*wish.places],
                }
                if member is ways[0]:
                    continue
                try:
                    yield from menu(self.ruleset, self.game, partial).refused
                except WireError:
                    continue


def _texts(value: Json) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, list | tuple):
        return [text for each in value for text in _texts(each)]
    return []


def _first(found: Iterable[Choice], most: int) -> Iterator[Choice]:
    for number, one in enumerate(found):
        if number >= most:
            return
        yield one

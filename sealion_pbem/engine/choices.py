"""Choices: what can come next when an order is put together for the pending decision.

A *partial* is an order on the wire with members missing: {"kind": "march", "units": ["uk_1_inf"]}. It
is the whole memory of composing; to undo, ask again with an older one. A menu says whether a partial
is an order as it stands, and what can be added. It is lazy, rolls no dice and changes nothing; who
chooses is the seat of the decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from functools import cache
from itertools import islice
from typing import Any, TypeAlias

from sealion_pbem.engine.form import Choice, Draft, Form, Shape
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.seal import Seal
from sealion_pbem.engine.sealing import SEALING_FORMS, Asked
from sealion_pbem.engine.standing import STANDING_FORM
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Decision, Json, Order, Violation, wrong_kind

__all__ = [
    "KIND",
    "Menu",
    "Partial",
    "UncomposableError",
    "complete",
    "compose",
    "draw",
    "example_of",
    "extend",
    "menu",
    "normal",
    "standing_menu",
]

Partial: TypeAlias = Mapping[str, Json]
"""An order on the wire with members missing."""

KIND = "kind"
"""The member that every order has."""


class UncomposableError(LookupError):
    """A part of an order is not among the choices that lead to it."""


@frozen
class Menu:
    """The choices that can come next.

    `order` is the order that the partial is, if it is complete and legal. Else `refused` says what is
    wrong with it, or `missing` what is still wanted. `shapes` tells how a choice is added to each
    member.
    """

    partial: Partial
    order: Any = None
    refused: tuple[Violation, ...] = ()
    missing: Violation | None = None
    shapes: Mapping[str, Shape] = field(default_factory=dict)
    _find: Callable[[str], Iterator[Choice]] = field(default=lambda _: iter(()), repr=False)

    def choices(self, member: str = "") -> Iterator[Choice]:
        """Return what can be added, to all members or to one, found as somebody looks."""
        return self._find(member)

    def document(self, most: int | None = None) -> dict[str, Json]:
        """Return the menu as JSON, with all its choices or the first of them."""
        return {
            "partial": dict(self.partial),
            "order": to_wire(self.order),
            "refused": to_wire(self.refused),
            "missing": to_wire(self.missing),
            "shapes": {name: str(shape) for name, shape in self.shapes.items()},
            "choices": [to_wire(choice) for choice in islice(self.choices(), most)],
        }


def menu(ruleset: Ruleset[Any], game: Game[Any], partial: Partial | None = None) -> Menu:
    """Return what can come next; WireError says what of the partial cannot be read.

    An empty partial offers the kinds of which an order exists.
    """
    given = partial or {}
    decision = pending(ruleset, game)
    if decision is None:
        return Menu(given, refused=(Violation("-", "game_over", "the game is over"),))
    if KIND not in given:
        missing = Violation(decision.rule, "no_kind", decision.prompt, "/kind")
        asked = Asked(ruleset, game, decision)
        return Menu(given, missing=missing, shapes={KIND: Shape.ONE}, _find=lambda _: _kinds(asked))
    kind = given[KIND]
    if kind != Seal.kind and kind not in decision.accepts:
        return Menu(given, refused=(wrong_kind(decision, kind),))
    return _composed(*_form_of(ruleset, game, decision, kind), given)


def standing_menu(ruleset: Ruleset[Any], partial: Partial | None = None) -> Menu:
    """Return what can come next when a standing order is put together; it has no kind."""
    return _composed(STANDING_FORM, ruleset, partial or {})


def extend(ruleset: Ruleset[Any], partial: Partial, choice: Choice) -> Partial:
    """Return a partial with a choice added."""
    if choice.member == KIND:
        return {KIND: choice.value}
    form: Form[Any] = STANDING_FORM
    if KIND in partial:
        form = SEALING_FORMS.get(partial[KIND]) or ruleset.forms[partial[KIND]]
    return form.extended(partial, choice)


def normal(ruleset: Ruleset[Any], order: Order) -> Order:
    """Return the order that is composed among all that mean the same."""
    form = ruleset.forms.get(order.kind)
    found: Order = form.normal(order) if form is not None and form.normal is not None else order
    return found


def compose(ruleset: Ruleset[Any], game: Game[Any], order: Order) -> tuple[Choice, ...]:
    """Return the choices that make a legal order, in its normal form; UncomposableError: there are none."""
    decision = pending(ruleset, game)
    if decision is None:
        raise UncomposableError("the game is over")
    form, state = _form_of(ruleset, game, decision, order.kind)
    draft = form.draft_of(normal(ruleset, order))
    partial: Partial = {KIND: order.kind}
    chosen = [Choice(KIND, order.kind, order.kind)]
    for member, value in form.parts(draft):
        for choice in _towards(form, state, form.read(partial), member, to_wire(value)):
            partial = extend(ruleset, partial, choice)
            chosen.append(choice)
    return tuple(chosen)


def draw(ruleset: Ruleset[Any], game: Game[Any], choose: Callable[[int], int]) -> Order:
    """Return an order as chance falls; `choose` returns a number below the one it is given.

    Where the order is complete, every second is left as it is; else a member is chosen, then one of
    its choices. A value to seal is drawn in plain words, and an opening without its salt.
    """
    partial: Partial = {}
    while True:
        found = menu(ruleset, game, partial)
        order: Order | None = found.order
        if order is not None and choose(2):
            return order
        offered: dict[str, list[Choice]] = {}
        for choice in found.choices():
            offered.setdefault(choice.member, []).append(choice)
        if not offered:
            assert order is not None, f"a dead end: {partial} {found.missing}"
            return order
        members = list(offered.values())
        choices = members[choose(len(members))]
        partial = extend(ruleset, partial, choices[choose(len(choices))])


def example_of(ruleset: Ruleset[Any], game: Game[Any], kind: str) -> Order | None:
    """Return one legal order of a kind, made of the first choice each time; None if there is none.

    A seal holds its value in plain words, and an opening no salt.
    """
    return complete(ruleset, game, {KIND: kind})


def complete(ruleset: Ruleset[Any], game: Game[Any], partial: Partial) -> Order | None:
    """Return a legal order that begins so, made of the first choice each time; None if there is none."""
    while True:
        found = menu(ruleset, game, partial)
        order: Order | None = found.order
        if order is not None or found.refused:
            return order
        wanted = found.missing.at.lstrip("/") if found.missing else ""
        choice = next(found.choices(wanted), None) or next(found.choices(), None)
        if choice is None:
            return None
        partial = extend(ruleset, partial, choice)


def _form_of(
    ruleset: Ruleset[Any], game: Game[Any], decision: Decision, kind: str
) -> tuple[Form[Any], Any]:
    """Return the form of a kind and what it looks at."""
    if kind in SEALING_FORMS:
        return SEALING_FORMS[kind], Asked(ruleset, game, decision)
    return ruleset.forms[kind], game.state


def _kinds(asked: Asked) -> Iterator[Choice]:
    """Return the kinds of which there is an order; to seal a standing order is always one."""
    decision, forms, state = asked.decision, asked.ruleset.forms, asked.game.state
    for kind, label in _labelled(decision.accepts):
        if kind in SEALING_FORMS:
            is_possible = SEALING_FORMS[kind].is_possible(asked)
        else:
            is_possible = forms[kind].is_possible(state)
        if is_possible:
            yield Choice(KIND, kind, label, None, decision.rule)


@cache
def _labelled(accepted: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """Return the kinds of which there may be an order, each with its label."""
    return tuple((kind, kind.replace("_", " ")) for kind in sorted(accepted | {Seal.kind}))


def _composed(form: Form[Any], state: Any, partial: Partial) -> Menu:
    """Return the menu of a kind that has a form."""
    draft = form.read(partial)
    refused = tuple(form.faults(state, draft))
    if refused:
        return Menu(partial, refused=refused, shapes=form.shapes)
    missing = form.wants(state, draft)
    order = form.made(draft) if missing is None else None

    def find(member: str) -> Iterator[Choice]:
        return form.choices(state, draft, member)

    return Menu(partial, order, (), missing, form.shapes, _find=find)


def _towards(
    form: Form[Any], state: Any, draft: Draft, name: str, wanted: Json
) -> Iterator[Choice]:
    """Return the offered choices that add a part to a draft; a way or a group may take several."""
    member = form.by_name[name]
    if member.is_free:
        yield Choice(name, wanted, str(wanted))
    elif member.shape is Shape.GROUPED:
        for joins in wanted[1:]:
            offered = member.domain(state, draft)
            pair = [wanted[0], joins]
            found = _found(form, draft, name, pair, (c for c in offered if c.value == pair))
            yield found
            draft = form.read(form.extended(form.write(draft), found))
    elif member.shape is not Shape.ONWARD:
        yield _found(
            form, draft, name, wanted, (c for c in member.domain(state, draft) if c.value == wanted)
        )
    else:
        rest = wanted
        while rest:
            on_the_way = [c for c in member.domain(state, draft) if c.value == rest[: len(c.value)]]
            on_the_way.sort(key=lambda choice: -len(choice.value))
            furthest = _found(form, draft, name, rest, on_the_way)
            yield furthest
            draft = form.read(form.extended(form.write(draft), furthest))
            rest = rest[len(furthest.value) :]


def _found(
    form: Form[Any], draft: Draft, name: str, wanted: Json, offered: Iterable[Choice]
) -> Choice:
    for choice in offered:
        return choice
    raise UncomposableError(
        f"{form.kind}: {name} {wanted} is not offered after {form.write(draft)}"
    )

"""Destinations: where an order names only the end of a way, the best way to it is found.

In an orders file a way may be the name of its end instead of all its parts: "path": "6219", or
"6219 via 6118 6119" with places that it is to pass. From each to the next it becomes a single step where
one is possible ("6219 directly" asks for it by itself), else the way that is offered first, which is the
best by the ruleset's own preference, in the position that the orders before it and the suppositions of
the file lead to. So what is signed has every step, and another position than the one supposed does not
send anybody elsewhere. Where that position is not known, a way with places to pass is taken as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from sealion_pbem.engine.ahead import Timed
from sealion_pbem.engine.choices import KIND, Partial, menu
from sealion_pbem.engine.form import Choice, Form, Member, Shape
from sealion_pbem.engine.game import Game, orders_from_wire, pending
from sealion_pbem.engine.loop import refuse
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.showing import narration_of
from sealion_pbem.engine.supposed import Supposition, suppose
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Json, Seat, Violation

__all__ = ["DIRECTLY", "VIA", "fix_ways", "points_of", "said_way", "with_ways"]

S = TypeVar("S")

VIA, DIRECTLY = "via", "directly"
_MOST_NAMED = 3


def with_ways(ruleset: Ruleset[S], documents: Sequence[Json]) -> list[Json]:
    """Return orders in which a destination stands as the places it names, so that all have one shape."""
    return [
        {**order, **{name: points_of(order[name])[0] for _, name in _destinations(ruleset, order)}}
        for order in documents
    ]


def fix_ways(
    ruleset: Ruleset[S],
    game: Game[S],
    seat: Seat,
    documents: Sequence[Json],
    given: Sequence[Supposition] = (),
) -> tuple[list[Json], tuple[Violation, ...]]:
    """Return orders with a way to every destination, or why there is none to the first that has none.

    The orders are readable but for their destinations. From the one to which no way is found they stay
    as they are: behind it nobody knows the position.
    """
    fixed: list[Json] = []
    for number, order in enumerate(documents):
        faults: list[Violation] = []
        found = {}
        for member, name in _destinations(ruleset, order):
            turn = Turn(seat, orders_from_wire(ruleset, with_ways(ruleset, fixed)))
            way = _way_to(ruleset, game, turn, given, order, member)
            if isinstance(way, Violation):
                # What is wrong may be who goes, or when, and not the way.
                faults.append(replace(way, at=f"/orders/{number}{way.at or f'/{name}'}"))
            else:
                found[name] = way
        if faults:
            return [*fixed, *documents[number:]], tuple(faults)
        fixed.append({**order, **found})
    return fixed, ()


def _destinations(
    ruleset: Ruleset[S], order: Mapping[str, Json]
) -> Iterator[tuple[Member[S], str]]:
    """Return the members of an order that name the end of a way, and their names on the wire."""
    form = ruleset.forms.get(order.get(KIND, ""))
    for member in form.members if form is not None else ():
        name = form.name_on_wire(member.name) if form is not None else ""
        if member.shape is Shape.ONWARD and isinstance(order.get(name), str):
            yield member, name


def _way_to(
    ruleset: Ruleset[S],
    game: Game[S],
    turn: Turn,
    given: Sequence[Supposition],
    order: Mapping[str, Json],
    member: Member[S],
) -> Json | Violation:
    """Return the best way that an order can take to the destination that it names."""
    form: Form[Any] = ruleset.forms[order[KIND]]
    there = order[form.name_on_wire(member.name)]
    points, is_led = points_of(there)
    found = suppose(ruleset, game, turn, given)
    if found.fork is not None and is_led:
        return points
    if found.fork is not None:
        text = f"the way to {there} depends on what is not known yet: {found.fork.prompt}"
        return Violation(found.fork.rule, "not_supposed", f"{text}; suppose how it ends")
    decision = pending(ruleset, found.game)
    if decision is None or decision.seat != turn.seat or order[KIND] not in decision.accepts:
        if is_led:
            return points
        return _untimely(
            ruleset, found.game, turn.seat, {**order, form.name_on_wire(member.name): points}
        )
    names = {form.name_on_wire(name) for name in member.after}
    partial = {name: value for name, value in order.items() if name in {KIND, *names}}
    for place in points:
        step = _step_to(ruleset, found.game, partial, member, place, is_led=is_led)
        if isinstance(step, Violation):
            return points if is_led else replace(step, rule=step.rule or decision.rule)
        partial = form.extended(partial, step)
    return partial[form.name_on_wire(member.name)]


def points_of(way: str) -> tuple[list[str], bool]:
    """Return the places that a way is to pass, its end last, and whether it is to take single steps."""
    there, is_led, passed = way.partition(f" {VIA} ")
    via = passed.split(",") if "," in passed else passed.split()
    if there.endswith(f" {DIRECTLY}"):
        there, is_led = there.removesuffix(f" {DIRECTLY}"), DIRECTLY
    return [place.strip() for place in (*via, there)], bool(is_led)


def said_way(parts: Sequence[str]) -> str:
    """Return a way with all its parts as `points_of` reads it."""
    *via, there = parts
    mark = ", " if any(" " in place for place in via) else " "
    return f"{there} {VIA} {mark.join(via)}" if via else f"{there} {DIRECTLY}"


def _untimely(
    ruleset: Ruleset[S], game: Game[S], seat: Seat, order: Mapping[str, Json]
) -> Violation:
    """Return why it is not the time of an order; which way it would take does not matter for that."""
    decision = pending(ruleset, game)
    if decision is None or decision.seat != seat:
        asked = f"asked is: {decision.prompt}" if decision else "the game is over"
        text = f"no way can be found before it is asked for; {asked}"
        return Violation(decision.rule if decision else "-", "not_asked", text)
    plain = {name: value for name, value in order.items() if name not in ("turn", "stage")}
    (early,) = orders_from_wire(ruleset, [plain])
    assert not isinstance(early, Timed), "its time was left out"
    return refuse(ruleset, game, decision, early)[0]


def _step_to(
    ruleset: Ruleset[S],
    game: Game[S],
    partial: Partial,
    member: Member[S],
    there: str,
    *,
    is_led: bool,
) -> Choice | Violation:
    """Return the choice that leads on to a place: a single step to it if it is led, or the best way."""
    form: Form[Any] = ruleset.forms[partial[KIND]]
    seen = menu(ruleset, game, partial)
    if seen.refused:
        return seen.refused[0]
    offered = list(seen.choices(member.name))
    leading = [choice for choice in offered if choice.value[-1] == there]
    straight = [choice for choice in leading if len(choice.value) == 1 and is_led]
    for choice in straight or leading:
        return choice
    said = ""
    if member.hint is not None:
        said = member.hint(game.state, form.read(partial), (there,), iter(offered))
    text = f"there is no way to {there} now{_for_whom(ruleset, game, partial)}"
    return Violation("", "no_way", f"{text}; {said}" if said else text)


def _for_whom(ruleset: Ruleset[S], game: Game[S], partial: Partial) -> str:
    """Say who has no way, by name and id, the first of many."""
    names = narration_of(ruleset).names(game.state)
    given = (value if isinstance(value, list) else [value] for value in partial.values())
    units = [unit for some in given for unit in some if isinstance(unit, str) and unit in names]
    said = [unit if names[unit] == unit else f"{names[unit]} ({unit})" for unit in units]
    more = f" and {len(said) - _MOST_NAMED} more" if len(said) > _MOST_NAMED else ""
    return f" for {', '.join(said[:_MOST_NAMED])}{more}" if said else ""

"""What the laws of choices are tried with: walks through menus, all that they lead to, orders gone wrong.

Each law is a function that returns its faults as sentences, so that a planted error can be seen too.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, TypeVar

from sealion_pbem.engine.canon import digest, hash_of
from sealion_pbem.engine.choices import (
    Menu,
    Partial,
    UncomposableError,
    compose,
    extend,
    menu,
    normal,
)
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.form import Choice
from sealion_pbem.engine.game import Game, digest_of, pending
from sealion_pbem.engine.loop import refuse
from sealion_pbem.engine.seal import Open, Opening, Seal, Sealing, commitment
from sealion_pbem.engine.wire import from_wire, one_of, to_wire
from sealion_pbem.engine.words import Json, Order
from sealion_pbem.errors import WireError
from sealion_pbem.hexes.grid import neighbours

SALT = bytes(32)
LONGEST_WALK = 40
T = TypeVar("T")


class Chance:
    """Numbers that follow from a seed, as a random player draws them."""

    def __init__(self, *seed: str | int) -> None:
        self._dice, self._drawn = SeededDice(hash_of("chance", *seed)), 0

    def __call__(self, count: int) -> int:
        """Return a number below `count`."""
        self._drawn += 1
        high, low = self._dice.throw(f"number {self._drawn}", 2, 256)
        return ((high - 1) * 256 + low - 1) % count

    def pick(self, values: Iterable[T]) -> T:
        listed = list(values)
        return listed[self(len(listed))]


def is_legal(ruleset: Any, game: Game[Any], order: Order) -> bool:
    """Judge what menus made; a value in plain words is sealed, or shown, as when a turn is signed."""
    decision = pending(ruleset, game)
    assert decision is not None, "the game is over"
    seat, campaign = decision.seat, game.campaign
    if isinstance(order, Sealing):
        order = order.closed(campaign, seat, SALT)
    elif isinstance(order, Opening):
        sealed = commitment(campaign, seat, order.name, SALT, None)
        game = replace(game, seals={seat: {**game.seals[seat], order.name: sealed}})
        order = order.shown(SALT.hex(), None)
    return not refuse(ruleset, game, decision, order)


def walk_faults(ruleset: Any, game: Game[Any], chance: Chance) -> Iterator[str]:
    """Sound, no dead end: put an order together as chance falls, and look at every menu on the way."""
    partial: Partial = {}
    for _ in range(LONGEST_WALK):
        found = menu(ruleset, game, partial)
        offered: dict[str, list[Choice]] = {}
        for choice in found.choices():
            offered.setdefault(choice.member, []).append(choice)
        yield from menu_faults(ruleset, game, found, offered)
        if not offered or (found.order is not None and chance(4) == 0):
            return
        partial = extend(ruleset, partial, chance.pick(chance.pick(offered.values())))


def menu_faults(
    ruleset: Any, game: Game[Any], found: Menu, offered: dict[str, list[Choice]]
) -> Iterator[str]:
    """Return what is wrong with one menu that offered choices led to."""
    if found.refused:
        yield f"offered, then refused: {found.partial} {found.refused[0]}"
    if found.order is None and not offered:
        yield f"a dead end: {found.partial} {found.missing}"
    if found.order is not None and not is_legal(ruleset, game, found.order):
        yield f"unsound: {found.order}"
    if not found.order and not found.missing and not found.refused:
        yield f"neither an order nor in want of anything: {found.partial}"
    known = {*ruleset.rules, "-", ""}
    for choices in offered.values():
        values = [digest(choice.value) for choice in choices]
        if len(values) != len(set(values)):
            yield f"offered twice: {found.partial} {choices[0].member}"
        yield from (
            f"not as it should be: {choice}"
            for choice in choices
            if choice.rule not in known or not choice.label or choice.member not in found.shapes
        )


def composing_fault(ruleset: Any, game: Game[Any], order: Order) -> str:
    """Complete: a legal order is made of offered choices, in normal form; "" if it is."""
    try:
        choices = compose(ruleset, game, order)
    except UncomposableError as error:
        return f"{error} (in {order})"
    partial: Partial = {}
    for choice in choices:
        partial = extend(ruleset, partial, choice)
    made = menu(ruleset, game, partial).order
    if made != normal(ruleset, order):
        return f"composed is {made}, ordered was {order}"
    return "" if is_legal(ruleset, game, made) else f"the normal form of {order} is illegal"


def closure(ruleset: Any, game: Game[Any], start: Partial | None = None) -> set[Order]:
    """Return every order that menus lead to; a dead end fails."""
    found, seen = set[Order](), set[str]()
    waiting: list[Partial] = [start or {}]
    while waiting:
        partial = waiting.pop()
        if (key := digest(partial)) in seen:
            continue
        seen.add(key)
        here = menu(ruleset, game, partial)
        choices = list(here.choices())
        assert choices or here.order is not None, f"a dead end: {partial}"
        if here.order is not None:
            found.add(here.order)
        waiting += [extend(ruleset, partial, choice) for choice in choices]
    return found


def surprises(ruleset: Any, state: Any, order: Order) -> str:
    """Return where the short way of a form and its fold disagree, or ""."""
    form = ruleset.forms.get(order.kind)
    if form is None or form.is_sure is None or not form.is_sure(state, order):
        return ""
    found = list(replace(form, is_sure=None).check(state, order))
    return f"sure of {order}, but {found[0]}" if found else ""


def as_written(order: Order) -> Order:
    """Return a seal or an opening as its owner writes it."""
    if isinstance(order, Seal):
        return Sealing(order.name, None)
    return Opening(order.name) if isinstance(order, Open) else order


def mutants(ruleset: Any, state: Any, order: Order, chance: Chance, count: int) -> Iterator[Order]:
    """Return orders that differ from one in a unit, a place or a number of them."""
    where = {name: place for name, (place, *_) in ruleset.whereabouts(state).items()}
    wire = to_wire(order)
    members = [name for name in wire if name != "kind"]
    for _ in range(count if members else 0):
        document = json.loads(json.dumps(wire))
        for _ in range(1 + chance(2)):
            member = chance.pick(members)
            document[member] = _changed(document, document[member], where, chance)
        try:
            yield one_of(ruleset.orders, document)
        except WireError:
            continue


def mutation_faults(
    ruleset: Any, game: Game[Any], orders: Iterable[Order], chance: Chance, count: int
) -> Iterator[str]:
    """Complete: orders and their mutants are composed if they are legal; the short way agrees."""
    for order in orders:
        for each in (order, *mutants(ruleset, game.state, order, chance, count)):
            if fault := surprises(ruleset, game.state, each):
                yield fault
            if is_legal(ruleset, game, each) and (fault := composing_fault(ruleset, game, each)):
                yield fault


def _changed(whole: Json, value: Json, where: dict[str, str], chance: Chance) -> Json:
    """Return a value with one thing in it changed."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        return _other(value, where, chance)
    if isinstance(value, dict) and value:
        key = chance.pick(value)
        return {**value, key: _changed(whole, value[key], where, chance)}
    if isinstance(value, list) and value:
        return _relisted(whole, value, where, chance)
    if value == [] and whole.get("units") and whole.get("path"):
        return [[chance.pick(whole["units"]), chance.pick(whole["path"])]]
    return value


def _relisted(whole: Json, value: list[Json], where: dict[str, str], chance: Chance) -> list[Json]:
    """Return a list with an item less, one more, or another one."""
    number, how = chance(len(value)), chance(4)
    if how == 0:
        return [*value[:number], *value[number + 1 :]]
    if how == 1:
        return [*value, _changed(whole, json.loads(json.dumps(value[-1])), where, chance)]
    changed = _changed(whole, value[number], where, chance)
    return [*value[:number], changed, *value[number + 1 :]]


def _other(value: str, where: dict[str, str], chance: Chance) -> str:
    """Return another unit, mostly of the same place, or another place, mostly a neighbour."""
    if value in where:
        together = [name for name, place in where.items() if place == where[value]]
        return chance.pick(together if chance(3) else where)
    if value.isdigit() and len(value) == 4 and chance(3):
        return chance.pick(neighbours(value))
    return chance.pick(sorted({*where.values(), "0000"}))


def unseen_faults(ruleset: Any, game: Game[Any], partials: Iterable[Partial]) -> Iterator[str]:
    """Menus roll no dice, change nothing, survive JSON, and do not depend on what is sealed."""
    before = digest_of(ruleset, game)
    other = {seat: dict.fromkeys(live, "0" * 64) for seat, live in game.seals.items()}
    for partial in partials:
        written = json.dumps(partial, sort_keys=True)
        document = menu(ruleset, game, partial).document()
        again = json.loads(json.dumps(document))
        if again != document or [from_wire(Choice, c) for c in again["choices"]] != list(
            menu(ruleset, game, again["partial"]).choices()
        ):
            yield f"does not survive JSON: {partial}"
        if menu(ruleset, replace(game, seals=other), partial).document() != document:
            yield f"depends on what is sealed: {partial}"
        if json.dumps(partial, sort_keys=True) != written or digest_of(ruleset, game) != before:
            yield f"changes something: {partial}"


def opened_up(faults: Iterator[str], most: int = 5) -> list[str]:
    """Return the first faults of a law."""
    return list(islice(faults, most))

"""Writing ahead: a file goes on past dice and the answers of others, in a position that is supposed.

A file may hold orders for what comes after a die, or after another seat has answered. Whoever writes them
picks what he supposes there: one of the ways in which the roll can fall, or an order that the other
may give. The orders and the suppositions are the whole memory; to undo, ask again with fewer. Orders
behind the first supposition are written *blind*: they are legal if it comes so, and come back to
their author if it does not. Nothing here is signed or believed by anybody.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import Any, Generic, TypeAlias, TypeVar

from sealion_pbem.engine.canon import digest
from sealion_pbem.engine.capability import answers_of, secrecy_of
from sealion_pbem.engine.choices import menu
from sealion_pbem.engine.dice import DiceNeededError, DiceRolled, PoolsDice
from sealion_pbem.engine.frozen import frozen
from sealion_pbem.engine.game import Game, orders_from_wire, pending
from sealion_pbem.engine.loop import preview
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.saying import Named
from sealion_pbem.engine.seal import Open, Seal, commitment
from sealion_pbem.engine.showing import narration_of
from sealion_pbem.engine.turn import Preview, Turn
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Decision, Event, Json, Violation
from sealion_pbem.errors import WireError

__all__ = ["Fork", "Supposable", "Supposed", "Supposition", "suppose"]

S = TypeVar("S")

_MOST_FACES = 1300
_MOST_POOLED = 300
"""So many ways to fall are looked at one by one, of a larger pool without the order of its dice."""
_SALT = bytes(32)
_LONGEST = 500


@frozen
class Supposition:
    """A supposition about one point: the faces of a roll, or the answer of another seat.

    `at` is the label of the roll, or seat and decision ("blue/reaction"); `order` is the answer on the
    wire, in which a sealed value may stand in plain words.
    """

    at: str
    faces: tuple[int, ...] = ()
    order: Json = None

    @property
    def document(self) -> dict[str, Json]:
        """The supposition as an orders file has it."""
        what = {"faces": list(self.faces)} if self.faces else {"order": self.order}
        return {"at": self.at, **what}

    def __str__(self) -> str:
        """Return it in a line of JSON, to be put into an orders file."""
        return json.dumps(self.document, ensure_ascii=False)


@frozen
class Supposable:
    """One thing that can be supposed, in words; `chance` is how probable it is, if dice decide."""

    supposition: Supposition
    text: str
    chance: Fraction | None = None

    @property
    def document(self) -> dict[str, Json]:
        """The way as JSON; a probability is a text such as "1/6"."""
        return {
            "supposition": self.supposition.document,
            "text": self.text,
            "chance": None if self.chance is None else str(self.chance),
        }

    def __str__(self) -> str:
        """Return what is supposed in words and as an orders file says it."""
        chance = "" if self.chance is None else f" ({self.chance})"
        return f"{self.text}{chance}: {self.supposition}"


@dataclass(frozen=True, slots=True)
class Fork(Generic[S]):
    """A point at which something must be supposed before composing can go on.

    `ways` are those that have a name: what each fall of the dice comes to, what policies of the other
    seat would answer. Any other legal order of that seat can be supposed as well: it is composed in
    `game`, where that seat is asked; None where dice are to fall.
    """

    at: str
    rule: str
    prompt: str
    ways: tuple[Supposable, ...]
    game: Game[S] | None = None

    @property
    def document(self) -> dict[str, Json]:
        """The fork as JSON."""
        return {
            "at": self.at,
            "rule": self.rule,
            "prompt": self.prompt,
            "ways": [way.document for way in self.ways],
        }


@dataclass(frozen=True, slots=True)
class Supposed(Generic[S]):
    """The position to which a file leads if things go as supposed.

    `game` is the position in which the next order is composed, if there is no `fork`; `events` led to
    it. `blind` is the number of the first order that was written behind something supposed, or that
    would be; None if all that is known up to here is certain. `used` are the suppositions that came
    up, in that order. `refused` says what is wrong with the file, `unfit` why the answer that was
    supposed at the fork is none, and `returned` why orders came back.
    """

    game: Game[S]
    events: tuple[Event[Any], ...]
    blind: int | None
    used: tuple[Supposition, ...]
    fork: Fork[S] | None = None
    refused: tuple[Violation, ...] = ()
    unfit: tuple[Violation, ...] = ()
    returned: tuple[Violation, ...] = ()


class _Suppositions:
    """Dice and answers as supposed, each used once, in the order in which they are asked for."""

    trust = "supposed"

    def __init__(self, given: Iterable[Supposition]) -> None:
        self._left, self.used = list(given), list[Supposition]()
        self.wanted: tuple[str, int, int] | None = None

    def throw(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        """Return the faces that are supposed for a roll."""
        for each in self._left:
            fits = len(each.faces) == count and all(0 < face <= sides for face in each.faces)
            if each.at == label and fits:
                return self._use(each).faces
        self.wanted = label, count, sides
        raise DiceNeededError(label)

    def answer(self, decision: Decision) -> Json:
        """Return the order that another seat is supposed to give; None: nothing is supposed."""
        for each in self._left:
            if each.at == _place(decision) and each.order is not None:
                return self._use(each).order
        return None

    def _use(self, supposed: Supposition) -> Supposition:
        self._left.remove(supposed)
        self.used.append(supposed)
        return supposed


def suppose(
    ruleset: Ruleset[S], game: Game[S], turn: Turn, given: Sequence[Supposition] = ()
) -> Supposed[S]:
    """Return where a turn leads with these suppositions, and what must be supposed to go on.

    The game that is passed in is left as it is.
    """
    certain = preview(ruleset, game, turn)
    blind = certain.judged if certain.needs_dice or _waits(certain.outcome, turn) else None
    dice, here, now = _Suppositions(given), game, turn
    events, returned = list[Event[Any]](), list[Violation]()
    while True:
        before = len(dice.used)
        seen = preview(ruleset, here, now, dice)
        if seen.refused and now is not turn:
            return Supposed(
                here,
                tuple(events),
                blind,
                tuple(dice.used[: before - 1]),
                _answers(ruleset, here),
                unfit=tuple(_of_answer(given.index(dice.used[before - 1]), seen.refused)),
                returned=tuple(returned),
            )
        events += seen.events
        returned += [fault for back in seen.returned for fault in back.violations]
        fork = None
        if dice.wanted is not None:
            rolled = tuple(dice.used[before:])
            fork = _falls(ruleset, here, now, rolled, dice.wanted, seen)
        elif seen.outcome is not None and not seen.refused:
            here, asked = seen.outcome.game, seen.outcome.waiting
            if asked is not None and asked.seat != turn.seat:
                order = dice.answer(asked)
                answering = _answering(ruleset, here, asked, order)
                if answering is not None:
                    here, now = answering
                    continue
                if order is not None:
                    # It cannot be read, so it was not used.
                    dice.used.pop()
                fork = _answers(ruleset, here)
        return Supposed(
            here,
            tuple(events),
            blind,
            tuple(dice.used),
            fork,
            seen.refused if now is turn else (),
            returned=tuple(returned),
        )


def _of_answer(number: int, refused: Iterable[Violation]) -> Iterator[Violation]:
    """Return why a supposed answer is none, with pointers into the supposition that gives it."""
    for violation in refused:
        inside = violation.at.removeprefix("/orders/0")
        yield replace(violation, at=f"/supposes/{number}/order{inside}")


def _waits(outcome: Any, turn: Turn) -> bool:
    """Return whether a turn has come to a decision of another seat."""
    asked = outcome.waiting if outcome is not None else None
    return asked is not None and asked.seat != turn.seat


def _place(decision: Decision) -> str:
    return f"{decision.seat}/{decision.kind}"


def _answering(
    ruleset: Ruleset[S], game: Game[S], decision: Decision, order: Json
) -> tuple[Game[S], Turn] | None:
    """Return the turn in which a seat answers as supposed; what is hidden is supposed to be so, too."""
    if order is None:
        return None
    seat, document = decision.seat, dict(order)
    name, value = document.get("name", ""), document.get("value")
    seal = commitment(game.campaign, seat, str(name), _SALT, value)
    if document.get("kind") == Open.kind:
        game = replace(game, seals={**game.seals, seat: {**game.seals.get(seat, {}), name: seal}})
        document = {"kind": Open.kind, "name": name, "salt": _SALT.hex(), "value": value}
    elif document.get("kind") == Seal.kind:
        document = {"kind": Seal.kind, "name": name, "digest": seal}
    try:
        return game, Turn(seat, orders_from_wire(ruleset, [document]))
    except WireError:
        return None


def _answers(ruleset: Ruleset[S], game: Game[S]) -> Fork[S]:
    """Return the fork at another seat's decision: what its policies and the simplest orders say."""
    decision = pending(ruleset, game)
    assert decision is not None, "somebody is asked"
    found: dict[str, Supposable] = {}
    for text, order in _simple_answers(ruleset, game, decision):
        found.setdefault(repr(order), Supposable(Supposition(_place(decision), order=order), text))
    ways = tuple(found.values())
    return Fork(_place(decision), decision.rule, decision.prompt, ways, game)


def _simple_answers(
    ruleset: Ruleset[S], game: Game[S], decision: Decision
) -> Iterator[tuple[str, Json]]:
    answers = answers_of(ruleset)
    for name, text in answers.policies.get(decision.kind, {}).items():
        order = answers.answer(game.state, name)
        if order is not None and order.kind in decision.accepts:
            yield text, to_wire(order)
    for kind in sorted(decision.accepts - {Open.kind, Seal.kind}):
        found = menu(ruleset, game, {"kind": kind})
        if found.order is not None:
            yield kind.replace("_", " "), to_wire(found.order)
    if decision.accepts & {Open.kind, Seal.kind}:
        yield from _hidden_answers(ruleset, game, decision)


def _hidden_answers(
    ruleset: Ruleset[S], game: Game[S], decision: Decision
) -> Iterator[tuple[str, Json]]:
    """Return the openings of every value that makes sense, or a seal of nothing in particular."""
    known: Mapping[str, tuple[Json, ...]] = secrecy_of(ruleset).secrets(game.state)
    live = game.seals.get(decision.seat, {})
    for kind in sorted(decision.accepts & {Open.kind, Seal.kind}):
        for choice in menu(ruleset, game, {"kind": kind}).choices("name"):
            name = choice.value
            is_open = kind == Open.kind
            if is_open != (name in live):
                continue
            values = known.get(name, (None,)) if is_open else (None,)
            for value in values:
                said = f"{choice.label}: {value}" if is_open else f"{choice.label} is sealed"
                yield said, {"kind": kind, "name": name, "value": value}


def _falls(
    ruleset: Ruleset[S],
    game: Game[S],
    turn: Turn,
    rolled: tuple[Supposition, ...],
    wanted: tuple[str, int, int],
    before: Preview,
) -> Fork[S]:
    """Return the fork at a roll: its falls, those together that come to the same.

    `rolled` are the rolls of the turn that are supposed already, `before` is how far it came with them.
    """
    label, count, sides = wanted
    found: dict[str, list[tuple[int, ...]]] = {}
    chances: dict[str, Fraction | None] = {}
    told: dict[str, str] = {}
    words = narration_of(ruleset)
    rule, quiet, say = "", {*words.quiet, DiceRolled.kind}, Named(words.names(game.state))
    is_pool = isinstance(ruleset, PoolsDice) and ruleset.is_pool(label)
    for faces, chance in _pooled(count, sides) if is_pool else _thrown(count, sides):
        tried = _Suppositions((*rolled, Supposition(label, faces)))
        seen = preview(ruleset, game, turn, tried)
        events = seen.events[len(before.events) :]
        rule = next((e.rule for e in events if isinstance(e, DiceRolled)), rule)
        # In the middle of an order a rule may remember faces that no event has told yet.
        is_through = seen.outcome is not None or seen.judged > before.judged
        key = digest(ruleset.pack(seen.after)) if is_through else repr(faces)
        found.setdefault(key, []).append(faces)
        chances[key] = None if chance is None else chance + (chances.get(key) or 0)
        told.setdefault(key, "; ".join(ruleset.tell(e, say) for e in events if e.kind not in quiet))
    ways = tuple(
        Supposable(Supposition(label, alike[0]), _said(alike, told[key]), chances[key])
        for key, alike in found.items()
    )
    return Fork(label, rule, f"dice fall: {label}", ways)


def _said(alike: list[tuple[int, ...]], told: str) -> str:
    """Return falls that come to the same, and to what; of many dice only the first fall."""
    faces = alike if len(alike[0]) == 1 else alike[:1]
    said = " ".join(str(face) for fall in faces for face in fall)
    said = f"{said}: {told}" if told else said
    return said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1]}…"


_Falls: TypeAlias = Iterator[tuple[tuple[int, ...], Fraction | None]]


def _thrown(count: int, sides: int) -> _Falls:
    """Return the falls of a roll and how probable each is.

    Rolls that can fall in too many ways are taken without the order of their dice, or with all dice
    alike; then nothing is said of probabilities, which a forecast gives.
    """
    faces = range(1, sides + 1)
    if sides**count <= _MOST_FACES:
        yield from ((fall, Fraction(1, sides**count)) for fall in product(faces, repeat=count))
    elif comb(count + sides - 1, count) <= _MOST_FACES:
        yield from ((fall, None) for fall in combinations_with_replacement(faces, count))
    else:
        yield from (((face,) * count, None) for face in faces)


def _pooled(count: int, sides: int) -> _Falls:
    """Return the falls of a pool, in which nobody tells one die from another, and how probable each is."""
    faces = range(1, sides + 1)
    if comb(count + sides - 1, count) > _MOST_POOLED:
        yield from (((face,) * count, None) for face in faces)
        return
    for fall in combinations_with_replacement(faces, count):
        orders = factorial(count) // prod(factorial(fall.count(face)) for face in faces)
        yield fall, Fraction(orders, sides**count)

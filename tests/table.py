"""The small language of rule tests, and whole games played at random.

    table = Table("skirmish").place("red-1 in 0305", "blue-1 in 0304, steps 1").at("march", turn=2)
    result = table.dice(6, 1).orders("attack red-1 blue-1")
    assert result.events == [...]

A table keeps its game: the next orders go on where the last ones ended, and are given by the seat
that is asked. Dice are scripted; a face too few or too many fails the test.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, get_origin, get_type_hints

from sealion_pbem.engine.ahead import Written
from sealion_pbem.engine.canon import hash_of
from sealion_pbem.engine.capability import TakesPositions
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.dice import DiceRolled, ScriptedDice, SeededDice
from sealion_pbem.engine.game import Game, begin, orders_from_wire, pending
from sealion_pbem.engine.loop import refuse, run
from sealion_pbem.engine.seal import SEAL_ORDERS, STANDING, Open, Seal, commitment
from sealion_pbem.engine.standing import StandingOrder
from sealion_pbem.engine.turn import Outcome, Turn
from sealion_pbem.engine.wire import from_wire
from sealion_pbem.engine.words import Decision, Json, Order, Seat, Violation
from sealion_pbem.rulesets import find

CAMPAIGN = "c" * 64
# A game that is not over after so many turns will not end.
LONGEST_GAME = 5000


@dataclass(frozen=True)
class Result:
    """What orders came to, the way rule tests ask for it."""

    outcome: Outcome[Any]

    @property
    def events(self) -> list[Any]:
        """What happened; a test asks it for the members of the events that it expects."""
        return list(self.outcome.events)

    def without_rolls(self) -> list[Any]:
        return [event for event in self.outcome.events if not isinstance(event, DiceRolled)]

    @property
    def waiting(self) -> Decision | None:
        return self.outcome.waiting

    @property
    def violation(self) -> Violation:
        """The one reason why the file was rejected."""
        (only,) = self.outcome.refused
        return only

    def refused(self) -> list[tuple[str, str, str]]:
        """Rule, code and place of every reason why the file was rejected."""
        return [(found.rule, found.code, found.at) for found in self.outcome.refused]

    def returned(self) -> list[tuple[str, int, list[tuple[str, str, str]]]]:
        """Whose orders came back, how many, and why: rule, code and place."""
        return [
            (
                back.seat,
                back.count,
                [(found.rule, found.code, found.at) for found in back.violations],
            )
            for back in self.outcome.returned
        ]


class Table:
    """A game set up by hand; every method but `orders` and its kin returns the table."""

    def __init__(self, ruleset: str, scenario: str = "", **options: Json) -> None:
        self.ruleset = find(ruleset)
        self._scenario = scenario or next(iter(self.ruleset.scenarios))
        self._options = options
        self._position: dict[str, Json] = {}
        self._game: Game[Any] | None = None
        self._dice: ScriptedDice | None = None
        self._sealed: dict[tuple[str, str], tuple[str, Json]] = {}

    def place(self, *units: str) -> "Table":
        """Put units on the map: "red-1 in 0305" or "red-1 in 0305, steps 1, marched"."""
        placed = self._position.setdefault("units", {})
        for unit in units:
            where, *notes = unit.split(", ")
            name, _, number = where.partition(" in ")
            pairs = (note.split() for note in notes)
            placed[name] = {"hex": number} | {
                word: int(rest[0]) if rest else True for word, *rest in pairs
            }
        return self

    def at(self, step: str, **members: Json) -> "Table":
        """Set step, turn, active seat or an open battle."""
        self._position |= {"step": step, **members}
        return self

    def dice(self, *faces: int, **by_purpose: list[int]) -> "Table":
        """Write the faces for the next orders, in order or by a word of the label."""
        self._dice = ScriptedDice(faces, by_purpose)
        return self

    def sealed(self, seat: str, name: str, value: Json) -> "Table":
        """Let a seat have sealed a value before."""
        self.game.seals.setdefault(Seat(seat), {})[name] = self._seal(seat, name, value).digest
        return self

    def standing(self, seat: str, *orders: dict[str, Json]) -> "Table":
        """Give a seat standing orders."""
        self.game.standing[Seat(seat)] = standing(*orders)
        return self

    @property
    def game(self) -> Game[Any]:
        if self._game is None:
            state = self.ruleset.setup(self._scenario, self._options)
            if self._position:
                assert isinstance(self.ruleset, TakesPositions)
                state = self.ruleset.position(state, self._position)
            self._game = begin(self.ruleset, CAMPAIGN, state)
        return self._game

    @property
    def waiting(self) -> Decision | None:
        return pending(self.ruleset, self.game)

    @property
    def state(self) -> Any:
        return self.game.state

    def orders(self, *orders: str | dict[str, Json] | Written, **turn: Any) -> Result:
        """Give orders for the seat that is asked; `by` another seat, `standing` with the file.

        `drop` takes away what the seat has queued.
        """
        seat = Seat(
            turn.get("by") or (self.waiting.seat if self.waiting else self.ruleset.seats[0])
        )
        given = tuple(self.order(order, seat) for order in orders)
        dice = self._dice or ScriptedDice()
        self._dice = None
        file = Turn(seat, given, turn.get("standing"), turn.get("drop", False))
        outcome = run(self.ruleset, self.game, file, dice)
        assert not dice.left(), f"{dice.left()} faces were written that nobody asked for"
        self._game = outcome.game
        return Result(outcome)

    def order(self, order: str | dict[str, Json] | Written, seat: str) -> Written:
        """Return the order that a line or a document writes down."""
        if isinstance(order, dict):
            return orders_from_wire(self.ruleset, [order])[0]
        return self._line(order, seat) if isinstance(order, str) else order

    def queue(self, seat: str) -> list[Order]:
        """Return the orders of a seat that wait for their time."""
        return [queued.order for queued in self.game.queued.get(Seat(seat), ())]

    def offers(self) -> list[Any]:
        """What the rules offer; a test asks it for the members of the orders that it expects."""
        return list(self.ruleset.offers(self.state))

    def _line(self, line: str, seat: str) -> Order:
        """Read "attack red-1 blue-1": the kind, then its members; the last may be a list."""
        kind, *words = line.split(maxsplit=2 if line.startswith("seal ") else -1)
        if kind == Seal.kind:
            name, value = words
            return self._seal(seat, name, json.loads(value) if value[0] in '{["' else value)
        if kind == Open.kind and len(words) == 1:
            return Open(words[0], *self._sealed[seat, words[0]])
        cls = {**self.ruleset.orders, **SEAL_ORDERS}[kind]
        values: list[Any] = []
        for hint in hints_of(cls):
            if get_origin(hint) is tuple:
                values.append(tuple(words))
                words = []
            else:
                values.append(words.pop(0))
        assert not words, f"{line!r}: too many words"
        return cls(*values)

    def _seal(self, seat: str, name: str, value: Json) -> Seal:
        salt = hash_of("salt of a test", seat, name, len(self._sealed))
        self._sealed[seat, name] = (salt.hex(), value)
        return Seal(name, commitment(CAMPAIGN, seat, name, salt, value))


def standing(*orders: dict[str, Json]) -> tuple[StandingOrder, ...]:
    """Return standing orders as a turn file writes them."""
    return tuple(from_wire(StandingOrder, order) for order in orders)


@dataclass(frozen=True)
class Step:
    """One turn of a random game: where it began, what was ordered, what came of it."""

    before: Game[Any]
    turn: Turn
    dice: SeededDice
    outcome: Outcome[Any]


def random_game(ruleset_id: str, scenario: str, seed: int) -> Iterator[Step]:
    """Play a game in which every feature of the protocol comes up, fixed by the seed.

    In odd games seats leave standing orders, open or sealed. Some files go on blindly after dice or
    the other seat's answer; one that is illegal is replaced by its first order alone.
    """
    ruleset = find(ruleset_id)
    game = begin(ruleset, CAMPAIGN, ruleset.setup(scenario, {}))
    whim = SeededDice(hash_of("whim", seed))
    commanders = {seat: RandomCommander(hash_of("commander", seed, seat)) for seat in ruleset.seats}
    for number in range(LONGEST_GAME):
        decision = pending(ruleset, game)
        if decision is None:
            return
        turn = commanders[decision.seat].turn(ruleset, game, decision.seat)
        mood = whim.throw(f"mood {number}", 4, 256)
        bold = turn
        if mood[0] <= 80:
            bold = replace(bold, orders=(*bold.orders, *_blind(ruleset, game, mood[1])))
        if seed % 2 and mood[2] <= 30:
            bold = replace(bold, standing=_standing(ruleset, mood[3]))
        if seed % 2 and mood[2] > 226:
            seal = _sealed_answer(ruleset, commanders[decision.seat], decision, mood[3])
            if not refuse(ruleset, game, decision, seal):
                bold = replace(bold, orders=(*bold.orders[:1], seal))
        dice = SeededDice(hash_of("dice", seed, number))
        before, cautious = game, replace(turn, orders=turn.orders[:1])
        for attempt in (bold, turn, cautious):
            outcome = run(ruleset, before, attempt, dice)
            if not outcome.refused:
                break
        assert not outcome.refused, f"an offer was refused: {cautious} {outcome.refused}"
        yield Step(before, attempt, dice, outcome)
        game = outcome.game
    message = f"{ruleset_id} {scenario} {seed}: no end after {LONGEST_GAME} turns"
    raise AssertionError(message)


@lru_cache(maxsize=16)
def play_once(ruleset_id: str, scenario: str, seed: int) -> tuple[Step, ...]:
    """Return a random game that several tests look at."""
    return tuple(random_game(ruleset_id, scenario, seed))


def hints_of(cls: type) -> list[Any]:
    """Return the types of a dataclass's fields."""
    hints = get_type_hints(cls)
    return [hints[field.name] for field in fields(cls)]


def _blind(ruleset: Any, game: Game[Any], mood: int) -> tuple[Order, ...]:
    """Return an order or two that were possible when the turn began."""
    offers = list(ruleset.offers(game.state))
    return tuple(offers[(mood * step) % len(offers)] for step in (1, 7)) if offers else ()


def _standing(ruleset: Any, mood: int) -> tuple[StandingOrder, ...]:
    kinds = [kind for kind, policies in ruleset.policies.items() if policies]
    kind = kinds[mood % len(kinds)]
    policies = sorted(ruleset.policies[kind])
    otherwise = ("ask", "default")[mood % 2]
    return tuple(
        StandingOrder(kind, policy, limit=2, otherwise=otherwise) for policy in policies[mood % 3 :]
    )


def _sealed_answer(ruleset: Any, commander: RandomCommander, decision: Decision, mood: int) -> Seal:
    kinds = [kind for kind, policies in ruleset.policies.items() if policies]
    name = STANDING + kinds[mood % len(kinds)]
    policies = sorted(ruleset.policies[kinds[mood % len(kinds)]])
    salt, value = hash_of("salt of a game", mood), policies[mood % len(policies)]
    if name not in commander.sealed:
        commander.sealed[name] = (salt.hex(), value)
    salt_hex, value = commander.sealed[name]
    return Seal(name, commitment(CAMPAIGN, decision.seat, name, bytes.fromhex(salt_hex), value))

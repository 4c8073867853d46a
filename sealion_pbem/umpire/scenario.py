"""Adjudicating a position set up in a file: orders in, events out, dice seeded or given.

For disputes, rulings, teaching and tests; no campaign, key or signature has a part in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.store import Store
from sealion_pbem.engine.ahead import enqueue, order_to_wire
from sealion_pbem.engine.canon import hash_of
from sealion_pbem.engine.capability import TakesPositions, WritesPositions
from sealion_pbem.engine.dice import (
    DiceNeededError,
    DiceRolled,
    NoDice,
    OutOfDiceError,
    ScriptedDice,
    SeededDice,
)
from sealion_pbem.engine.forecast import Forecast
from sealion_pbem.engine.game import Game, orders_from_wire, pending
from sealion_pbem.engine.loop import preview
from sealion_pbem.engine.outcomes import at_first_die
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.seal import commitment
from sealion_pbem.engine.standing import StandingOrder, check_standing
from sealion_pbem.engine.turn import Outcome, Turn
from sealion_pbem.engine.wire import from_wire, to_wire
from sealion_pbem.engine.words import Decision, Event, Json, Seat
from sealion_pbem.errors import InvalidFileError, RulesError, UsageError, WireError
from sealion_pbem.pbem.loader import read_strict
from sealion_pbem.pbem.schema import check_document
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.log import read_log
from sealion_pbem.umpire.record import Record

__all__ = [
    "Adjudication",
    "Judged",
    "Unfinished",
    "adjudicate",
    "read_position",
]

# A scenario belongs to no campaign; seals need an id all the same.
_CAMPAIGN = "0" * 64
_SALT = "sealion-pbem/scenario-salt/1"


@dataclass(frozen=True, slots=True)
class Judged:
    """One turn of the scenario: the state before it and what it came to."""

    seat: Seat
    orders: tuple[Json, ...]
    before: Any
    outcome: Outcome[Any]


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A turn that stops at a die which the file does not give: the state before it, what happened.

    `seat` is None where the die falls before anybody is asked; then nothing more than the opening
    happened. If it is the first of the turn, `forecasts` say what it can bring.
    """

    seat: Seat | None
    orders: tuple[Json, ...]
    before: Any
    events: tuple[Event[Any], ...]
    fault: InvalidFileError
    forecasts: tuple[Forecast, ...] = ()


@dataclass(frozen=True, slots=True)
class Adjudication:
    """Everything that happened, where the game then waits, and faces nobody asked for.

    `opening` happened before anybody was asked, from the state `start` on. `game` is as the last
    turn that could be judged to its end left it; `unfinished` is what came after it.
    """

    title: str
    ruleset: Ruleset[Any]
    start: Any
    opening: tuple[Event[Any], ...]
    turns: tuple[Judged, ...]
    game: Game[Any]
    unused_dice: int
    unfinished: Unfinished | None = None

    @property
    def decision(self) -> Decision | None:
        """The pending decision; None when the game is over."""
        return pending(self.ruleset, self.game)

    @property
    def refused(self) -> tuple[str, ...]:
        """The reasons why the last turn is illegal; empty if it is not."""
        return tuple(map(str, self.turns[-1].outcome.refused)) if self.turns else ()


def adjudicate(data: bytes) -> Adjudication:
    """Set up the position in a scenario file and judge its turns, up to the first that is illegal.

    Dice fall as they are written from the first moment on. Where they do not suffice the adjudication
    is unfinished: it has what happened before, and the fault.

    Raises:
        InvalidFileError: the file is no scenario.
        RulesError: its standing orders speak of what the ruleset does not know.
        UsageError: there is no such ruleset, scenario or option.
    """
    document = read_strict(data)
    check_document(document, "scenario")
    ruleset = find(document["ruleset"])
    check_document(document, "scenario", ruleset=ruleset)
    seals, dice = _Seals(), _FileDice(document.get("dice", {}))
    start, play = _set_up(ruleset, document, dice)
    game = _laid_out(ruleset, document, seals, play.state)
    turns = tuple(_turns(ruleset, document, seals))
    judged: list[Judged] = []
    unfinished = None
    if dice.fault:
        unfinished = Unfinished(None, (), play.state, (), dice.fault)
    for turn, orders in turns if not dice.fault else ():
        seen = preview(ruleset, game, turn, dice)
        if seen.outcome is None:
            assert dice.fault is not None, "nothing but a missing die stops a turn"
            is_first = not any(isinstance(event, DiceRolled) for event in seen.events)
            forecasts = at_first_die(ruleset, game, seen) if is_first else ()
            unfinished = Unfinished(
                turn.seat, orders, game.state, seen.events, dice.fault, forecasts
            )
            break
        judged.append(Judged(turn.seat, orders, game.state, seen.outcome))
        game = seen.outcome.game
        if seen.refused:
            break
    title, opening = document.get("title", ""), tuple(play.events)
    return Adjudication(
        title, ruleset, start, opening, tuple(judged), game, dice.left(), unfinished
    )


def _turns(
    ruleset: Ruleset[Any], document: Mapping[str, Any], seals: _Seals
) -> Iterator[tuple[Turn, tuple[Json, ...]]]:
    """Return the turns of a file, each with its orders as they are then written."""
    for number, written in enumerate(document["turns"]):
        seat = _seat(ruleset, written["seat"], f"/turns/{number}/seat")
        orders = tuple(seals.completed(seat, order) for order in written["orders"])
        standing = _standing(written["standing_orders"]) if "standing_orders" in written else None
        try:
            yield Turn(seat, orders_from_wire(ruleset, list(orders)), standing), orders
        except WireError as error:
            raise WireError(f"/turns/{number}{error.message}", hint=error.hint) from error


def read_position(folder: Folder, at: int | None = None) -> dict[str, Json]:
    """Return a scenario of a campaign's position, after the entry with a number or after the last."""
    entries = list(Store(folder).entries())
    last = max((_number(name) for name, _ in entries), default=0)
    if at is not None and at > last:
        raise UsageError(f"there is no entry {at}; the last is {last}")
    end = last if at is None else at
    record = read_log((name, data) for name, data in entries if _number(name) <= end).record
    name = record.ledger.charter.body.name
    return _scenario_of(record, f"{name} after entry {end}")


def _number(name: str) -> int:
    return int(name.partition("-")[0])


def _scenario_of(record: Record, title: str) -> dict[str, Json]:
    """Return a scenario file of the position in which a record stands.

    It holds no turns yet. What is sealed stays sealed: of a seal nobody but its owner knows the value.
    """
    ruleset, game, agreed = record.ruleset, record.game, record.ledger.charter.body
    if not isinstance(ruleset, WritesPositions):
        raise UsageError(f"{ruleset.title} does not write its positions down")
    document: dict[str, Json] = {"kind": "scenario", "title": title, "ruleset": ruleset.id}
    decision = record.decision
    if decision:
        document["note"] = f"The game waits for {decision.seat}: {decision.prompt}."
    document["scenario"] = agreed.scenario
    if agreed.options:
        document["options"] = agreed.options
    document["position"] = ruleset.write_position(game.state)
    queued = {
        seat: [order_to_wire(order) for order in orders]
        for seat, orders in game.queued.items()
        if orders
    }
    if queued:
        document["queued"] = queued
    standing = {seat: list(_left_of(orders)) for seat, orders in game.standing.items()}
    if any(standing.values()):
        document["standing_orders"] = {seat: orders for seat, orders in standing.items() if orders}
    return {**document, "turns": []}


def _left_of(orders: tuple[StandingOrder, ...]) -> Iterator[Json]:
    """Return what standing orders still say: those that are off or used up are left out."""
    for order in orders:
        limit = None if order.limit is None else order.limit - order.used
        if order.off or limit == 0:
            continue
        written = to_wire(replace(order, limit=limit))
        yield {name: value for name, value in written.items() if name not in ("used", "off")}


def _set_up(
    ruleset: Ruleset[Any], document: Mapping[str, Any], dice: _FileDice
) -> tuple[Any, Play[Any]]:
    """Return the position of a file, and what happens in it before anybody is asked."""
    scenario = document.get("scenario", next(iter(ruleset.scenarios)))
    state, go_on = ruleset.setup(scenario, document.get("options", {})), ruleset.advance
    if "position" in document:
        if not isinstance(ruleset, TakesPositions):
            raise UsageError(f"{ruleset.title} does not take positions written by hand")
        state, go_on = ruleset.position(state, document["position"]), ruleset.resume
    play = Play(ruleset.copy(state), dice, ruleset)
    with suppress(DiceNeededError):
        go_on(play)
    return state, play


def _laid_out(
    ruleset: Ruleset[Any], document: Mapping[str, Any], seals: _Seals, state: Any
) -> Game[Any]:
    """Return the game of a file: a state with what was sealed, ordered and laid down before."""
    game = Game(_CAMPAIGN, state)
    for name, values in document.get("seals", {}).items():
        seat = _seat(ruleset, name, f"/seals/{name}")
        live = (
            seals.completed(seat, {"kind": "seal", "name": n, "value": v})
            for n, v in values.items()
        )
        game.seals[seat] = {seal["name"]: seal["digest"] for seal in live}
    for name, orders in document.get("queued", {}).items():
        seat = _seat(ruleset, name, f"/queued/{name}")
        completed = [seals.completed(seat, order) for order in orders]
        try:
            written = orders_from_wire(ruleset, completed)
            game.queued[seat] = enqueue(written, ruleset.game_turn(state))
        except WireError as error:
            where = error.message.removeprefix("/orders")
            raise WireError(f"/queued/{name}{where}", hint=error.hint) from error
    for name, orders in document.get("standing_orders", {}).items():
        seat = _seat(ruleset, name, f"/standing_orders/{name}")
        game.standing[seat] = _standing(orders)
        faults = tuple(map(str, check_standing(ruleset, game.standing[seat])))
        if faults:
            raise RulesError(f"the standing orders of {seat} are illegal", faults)
    return game


class _FileDice:
    """The dice of a file; `fault` says which die it does not give, once one was asked for."""

    def __init__(self, written: Mapping[str, Any]) -> None:
        self.fault: InvalidFileError | None = None
        self._dice: SeededDice | ScriptedDice | NoDice = NoDice()
        if "seed" in written:
            self._dice = SeededDice(bytes.fromhex(written["seed"]))
        elif written:
            self._dice = ScriptedDice(written.get("faces", ()), written.get("by_purpose"))

    @property
    def trust(self) -> str:
        """The trust class of the dice that are written."""
        return self._dice.trust

    def throw(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        """Return the faces written for a roll; DiceNeededError stops the game where there are none."""
        try:
            return self._dice.throw(label, count, sides)
        except OutOfDiceError as error:
            hint = "write the faces in the order in which they fall, or by purpose"
            self.fault = InvalidFileError(f"/dice: {error}", hint=hint)
        except DiceNeededError:
            hint = 'add "dice": {"faces": […]}, {"by_purpose": {…}} or {"seed": 64 hex digits}'
            message = f"/dice: missing, and dice fall for {label!r}"
            self.fault = InvalidFileError(message, hint=hint)
        raise DiceNeededError(label)

    def left(self) -> int:
        """Return how many written faces were not asked for."""
        return self._dice.left() if isinstance(self._dice, ScriptedDice) else 0


class _Seals:
    """The seals of this scenario; a seal may be written with its value, an opening without."""

    def __init__(self) -> None:
        self._values: dict[tuple[str, str], tuple[str, Json]] = {}

    def completed(self, seat: Seat, order: Json) -> Json:
        """Return an order with salt and digest added where a seal or an opening lacks them."""
        if order["kind"] == "seal" and "value" in order:
            # The salt keeps nothing secret here: everybody reads the value in the file.
            salt = hash_of(_SALT, seat, order["name"])
            self._values[seat, order["name"]] = (salt.hex(), order["value"])
            sealed = commitment(_CAMPAIGN, seat, order["name"], salt, order["value"])
            return {"kind": "seal", "name": order["name"], "digest": sealed}
        if order["kind"] == "open" and (seat, order["name"]) in self._values:
            salt_hex, value = self._values[seat, order["name"]]
            return {"salt": salt_hex, "value": value, **order}
        return order


def _seat(ruleset: Ruleset[Any], name: str, at: str) -> Seat:
    if name not in ruleset.seats:
        raise InvalidFileError(
            f"{at}: {ruleset.title} has no seat {name!r}", hint=f"it has {', '.join(ruleset.seats)}"
        )
    return Seat(name)


def _standing(documents: list[Json]) -> tuple[StandingOrder, ...]:
    return tuple(from_wire(StandingOrder, document) for document in documents)

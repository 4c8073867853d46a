"""Adjudicating a position set up in a file: orders in, events out, dice seeded or given.

For disputes, rulings, teaching and tests; no campaign, key or signature has a part in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

from sealion_pbem.campaign.folder import Folder
from sealion_pbem.campaign.store import Store
from sealion_pbem.engine.canon import hash_of
from sealion_pbem.engine.dice import (
    Dice,
    DiceNeededError,
    NoDice,
    OutOfDiceError,
    ScriptedDice,
    SeededDice,
)
from sealion_pbem.engine.game import Game, begin, orders_from_wire, pending
from sealion_pbem.engine.loop import Outcome, Turn, run
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.seal import commitment
from sealion_pbem.engine.standing import StandingOrder, check_standing
from sealion_pbem.engine.wire import from_wire, to_wire
from sealion_pbem.engine.words import Decision, Json, Seat
from sealion_pbem.errors import InvalidFileError, RulesError, UsageError, WireError
from sealion_pbem.pbem.loader import read_strict
from sealion_pbem.pbem.schema import check_document
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.log import read_log
from sealion_pbem.umpire.record import Record

__all__ = [
    "Adjudication",
    "Judged",
    "TakesPositions",
    "WritesPositions",
    "adjudicate",
    "read_position",
]

# A scenario belongs to no campaign; seals need an id all the same.
_CAMPAIGN = "0" * 64
_SALT = "sealion-pbem/scenario-salt/1"


@runtime_checkable
class TakesPositions(Protocol):
    """A ruleset that can begin in a position written by hand."""

    def position(self, start: Any, document: Json) -> Any:
        """Return the state that a position describes; InvalidFileError says what is wrong."""


@runtime_checkable
class WritesPositions(Protocol):
    """A ruleset that can write a state down as a position."""

    def write_position(self, state: Any) -> Json:
        """Return the position that is read as this state."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One turn of the scenario and what it came to."""

    seat: Seat
    orders: tuple[Json, ...]
    outcome: Outcome[Any]


@dataclass(frozen=True, slots=True)
class Adjudication:
    """Everything that happened, where the game then waits, and faces nobody asked for."""

    title: str
    ruleset: Ruleset[Any]
    turns: tuple[Judged, ...]
    game: Game[Any]
    unused_dice: int

    @property
    def decision(self) -> Decision | None:
        """Where the game waits; None when it is over."""
        return pending(self.ruleset, self.game)

    @property
    def refused(self) -> tuple[str, ...]:
        """Why the last turn is illegal; empty if it is not."""
        return tuple(map(str, self.turns[-1].outcome.refused)) if self.turns else ()


def adjudicate(data: bytes) -> Adjudication:
    """Set up the position in a scenario file and judge its turns, up to the first that is illegal.

    Raises:
        InvalidFileError: the file is no scenario, or its dice do not suffice.
        RulesError: its standing orders speak of what the ruleset does not know.
        UsageError: there is no such ruleset, scenario or option.
    """
    document = read_strict(data)
    check_document(document, "scenario")
    ruleset = find(document["ruleset"])
    check_document(document, "scenario", ruleset=ruleset.id)
    seals = _Seals()
    game = _set_up(ruleset, document, seals)
    dice = _dice(document.get("dice", {}))
    turns: list[Judged] = []
    for number, written in enumerate(document["turns"]):
        seat = _seat(ruleset, written["seat"], f"/turns/{number}/seat")
        orders = tuple(seals.completed(seat, order) for order in written["orders"])
        standing = _standing(written["standing_orders"]) if "standing_orders" in written else None
        try:
            turn = Turn(seat, orders_from_wire(ruleset, list(orders)), standing)
        except WireError as error:
            raise WireError(f"/turns/{number}{error.message}", hint=error.hint) from error
        outcome = _judge(ruleset, game, turn, dice)
        turns.append(Judged(seat, orders, outcome))
        game = outcome.game
        if outcome.refused:
            break
    unused = dice.left() if isinstance(dice, ScriptedDice) else 0
    return Adjudication(document.get("title", ""), ruleset, tuple(turns), game, unused)


def read_position(folder: Folder, at: int | None = None) -> dict[str, Json]:
    """Return a scenario of a campaign's position, after the entry with a number or after the last."""
    entries = list(Store(folder).entries())
    last = max((_number(name) for name, _ in entries), default=0)
    if at is not None and at > last:
        raise UsageError(f"there is no entry {at}; the last is {last}")
    end = last if at is None else at
    record = read_log((name, data) for name, data in entries if _number(name) <= end).record
    name = record.ledger.charter.body["name"]
    return _scenario_of(record, f"{name} after entry {end}")


def _number(name: str) -> int:
    return int(name.partition("-")[0])


def _scenario_of(record: Record, title: str) -> dict[str, Json]:
    """Return a scenario file of the position in which a record stands.

    It holds no turns yet. What is sealed stays sealed: of a seal nobody but its owner knows the value.
    """
    ruleset, game, charter = record.ruleset, record.game, record.ledger.charter.body
    if not isinstance(ruleset, WritesPositions):
        raise UsageError(f"{ruleset.title} does not write its positions down")
    document: dict[str, Json] = {"kind": "scenario", "title": title, "ruleset": ruleset.id}
    decision = record.decision
    if decision:
        document["note"] = f"The game waits for {decision.seat}: {decision.prompt}."
    document["scenario"] = charter["scenario"]
    if charter["options"]:
        document["options"] = charter["options"]
    document["position"] = ruleset.write_position(game.state)
    queued = {seat: to_wire(orders) for seat, orders in game.queued.items() if orders}
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


def _set_up(ruleset: Ruleset[Any], document: Mapping[str, Any], seals: _Seals) -> Game[Any]:
    scenario = document.get("scenario", next(iter(ruleset.scenarios)))
    state = ruleset.setup(scenario, document.get("options", {}))
    if "position" in document:
        if not isinstance(ruleset, TakesPositions):
            raise UsageError(f"{ruleset.title} does not take positions written by hand")
        state = ruleset.position(state, document["position"])
    game = begin(ruleset, _CAMPAIGN, state)
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
            game.queued[seat] = orders_from_wire(ruleset, completed)
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


def _judge(ruleset: Ruleset[Any], game: Game[Any], turn: Turn, dice: Dice) -> Outcome[Any]:
    try:
        return run(ruleset, game, turn, dice)
    except OutOfDiceError as error:
        raise InvalidFileError(
            f"/dice: {error}", hint="write the faces in the order in which they fall, or by purpose"
        ) from error
    except DiceNeededError as error:
        raise InvalidFileError(
            f"/dice: missing, and dice fall for {error.label!r}",
            hint='add "dice": {"faces": […]}, {"by_purpose": {…}} or {"seed": 64 hex digits}',
        ) from error


class _Seals:
    """What was sealed in this scenario; a seal may be written with its value, an opening without."""

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


def _dice(written: Mapping[str, Any]) -> Dice:
    if "seed" in written:
        return SeededDice(bytes.fromhex(written["seed"]))
    if written:
        return ScriptedDice(written.get("faces", ()), written.get("by_purpose"))
    return NoDice()


def _seat(ruleset: Ruleset[Any], name: str, at: str) -> Seat:
    if name not in ruleset.seats:
        raise InvalidFileError(
            f"{at}: {ruleset.title} has no seat {name!r}", hint=f"it has {', '.join(ruleset.seats)}"
        )
    return Seat(name)


def _standing(documents: list[Json]) -> tuple[StandingOrder, ...]:
    return tuple(from_wire(StandingOrder, document) for document in documents)

"""An exhibition game: commanders at desks of their own exchange real files, one of them illegal once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from sealion_pbem.campaign.private import Private
from sealion_pbem.engine.ahead import order_to_wire
from sealion_pbem.engine.capability import HasCommanders, HasOptionalRules, answers_of
from sealion_pbem.engine.commander import Commander, RandomCommander
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.seal import Open, Seal
from sealion_pbem.engine.turn import Outcome, Turn
from sealion_pbem.engine.words import Json, Seat
from sealion_pbem.pbem.body import CharterBody, TurnBody
from sealion_pbem.pbem.charter import REFEREE, WITHOUT_REFEREE
from sealion_pbem.pbem.entry import Entry, EntryOf
from sealion_pbem.pbem.keys import PrivateKey
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.drafts import new_draft, sign_draft
from sealion_pbem.umpire.founding import draft_for, sit_down
from sealion_pbem.umpire.record import Record

__all__ = ["Exhibition", "Sent", "as_written", "commander_of", "roster_of", "standing_orders"]


@dataclass(frozen=True, slots=True)
class Sent:
    """An entry that went from one desk to the others, and what it came to."""

    entry: Entry
    record: Record
    outcome: Outcome[Any] | None = None


def standing_orders(ruleset: Ruleset[Any], options: Mapping[str, Json]) -> list[dict[str, Json]]:
    """Return standing orders that answer every small decision of a game by its default."""
    asked_by = ruleset.asked_by if isinstance(ruleset, HasOptionalRules) else {}
    answers = answers_of(ruleset)
    chosen = {name for name, value in options.items() if value}
    return [
        {"when": kind, "do": "default"}
        for kind, policies in answers.policies.items()
        if "default" in policies
        and kind not in answers.main_decisions
        and (kind not in asked_by or asked_by[kind] & chosen)
    ]


def roster_of(ruleset: Ruleset[Any]) -> tuple[str, ...]:
    """Return who has a key in an exhibition: the seats, and a referee where they are more than two."""
    return (*ruleset.seats, *([REFEREE] if len(ruleset.seats) > WITHOUT_REFEREE else []))


def commander_of(ruleset: Ruleset[Any], seed: bytes) -> Commander:
    """Return who plays a seat when nobody says otherwise: the game's first commander, or chance."""
    found = ruleset.commanders if isinstance(ruleset, HasCommanders) else {}
    make = next(iter(found.values()), RandomCommander)
    return make(seed)


class Exhibition:
    """A campaign played by built-in commanders through the real path.

    Two are each other's witnesses; more need a referee, who has a desk and a key but no commander.
    """

    def __init__(
        self, root: Path, keys: Mapping[str, tuple[str, PrivateKey]], seed: bytes, time: str
    ) -> None:
        """One folder a seat below `root`; `keys` by seat, each with the name of its file."""
        self.root, self.time, self.seed = root, time, seed
        self.key_files = {seat: file for seat, (file, _) in keys.items()}
        self.keys = {seat: key for seat, (_, key) in keys.items()}
        self.desks = {seat: Desk(root / seat, {seat: key}) for seat, key in self.keys.items()}
        self.commanders: dict[str, Commander] = {}

    def found(
        self,
        ruleset: str,
        options: Mapping[str, Any],
        scenario: str | None = None,
        standing: Callable[
            [Ruleset[Any], Mapping[str, Json]], list[dict[str, Json]]
        ] = standing_orders,
    ) -> EntryOf[CharterBody]:
        """Let the draft go round until the charter is complete, and give everybody a copy.

        `standing` gives the standing orders with which every seat begins.
        """
        game = find(ruleset)
        self.commanders = {
            seat: commander_of(game, sha256(self.seed + seat.encode()).digest())
            for seat in game.seats
        }
        mode = "referee" if REFEREE in self.keys else "peer"
        draft = draft_for(
            "demo",
            ruleset=ruleset,
            mode=mode,
            scenario=scenario,
            options=options,
            created=self.time,
        )
        charter: EntryOf[CharterBody] | None = None
        while charter is None:
            for seat, key in self.keys.items():
                is_new = seat in game.seats and not draft["seats"][seat]
                orders = standing(game, options) if is_new else []
                own = {seat: (self.key_files[seat], key)}
                draft, charter = sit_down(self.root / seat, draft, own, orders)
                if charter:
                    break
        self._send(charter)
        return charter

    def play(self, last_turn: int) -> Iterator[Sent]:
        """Exchange turns and receipts until that game turn or the game is over."""
        was_rejected = False
        while True:
            record = self._record()
            decision = record.decision
            if decision is None or record.ruleset.game_turn(record.game.state) > last_turn:
                return
            seat = decision.seat
            turn = self.commanders[seat].turn(record.ruleset, record.game, seat)
            draft = new_draft(record, seat)
            draft["orders"] = as_written(turn, self.commanders[seat])
            draft["drop_queued"] = turn.drops_queued
            illegal = None if was_rejected else self._illegal(record, draft)
            if illegal is not None:
                was_rejected = True
                yield self._sent(self.desks[seat].sign_turn(illegal))
                yield self._answer()
            signed = sign_draft(self.desks[seat], draft)
            yield self._sent(signed)
            self._remember_seals(seat, signed)
            yield self._answer()

    def _illegal(self, record: Record, draft: Mapping[str, Any]) -> TurnBody | None:
        """Return what a careless player sends: the rules refuse it, no die falls, no link is used up.

        The first order is given twice; usually nobody can do that again.
        """
        first = draft["orders"][0]
        body = TurnBody(draft["decision"], [first, first], message="who looks?")
        if first["kind"] in ("seal", "open", "deploy"):
            return None
        return body if record.preview(draft["seat"], body).refused else None

    def _remember_seals(self, seat: Seat, turn: EntryOf[TurnBody]) -> None:
        """Tell a commander under which salt its choice was sealed: signing draws a fresh one."""
        for order in turn.body.orders:
            if order["kind"] == Seal.kind:
                kept = Private(self.desks[seat].folder, seat).read().seals[order["digest"]]
                self.commanders[seat].sealed[order["name"]] = (kept.salt, kept.value)

    def _answer(self) -> Sent:
        baton = self._record().ledger.baton()
        assert baton is not None, "a pending turn has a witness"
        answer = self.desks[baton].witness(self.time)
        return self._sent(answer.entry, answer.outcome)

    def _sent(self, entry: Entry, outcome: Outcome[Any] | None = None) -> Sent:
        self._send(entry)
        return Sent(entry, self._record(), outcome)

    def _send(self, entry: Entry) -> None:
        for desk in self.desks.values():
            for received in desk.receive([(entry.file_name, entry.data)]):
                if received.error:
                    raise received.error

    def _record(self) -> Record:
        return next(iter(self.desks.values())).read().record


def as_written(turn: Turn, commander: Commander) -> list[Json]:
    """Return the orders as a player writes them: sealed choices in plain words."""
    written: list[Json] = []
    for order in turn.orders:
        if isinstance(order, Seal):
            value = commander.sealed[order.name][1]
            written.append({"kind": "seal", "name": order.name, "value": value})
        elif isinstance(order, Open):
            written.append({"kind": "open", "name": order.name})
        else:
            written.append(order_to_wire(order))
    return written

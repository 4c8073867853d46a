"""Two campaigns with fake parachutists (14.6) that differ only in which of two twins is real."""

from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import Any
from unittest.mock import patch

from benchmarks.campaigns import Match
from sealion_pbem.engine.canon import canonical
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.game import pack_game
from sealion_pbem.engine.seal import commitment
from sealion_pbem.engine.showing import narration_of
from sealion_pbem.engine.words import Seat
from sealion_pbem.pbem.entry import Entry
from sealion_pbem.rulesets.sealion.editions import DELUXE
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from sealion_pbem.rulesets.sealion.veil import pairs
from sealion_pbem.umpire import record

__all__ = [
    "NAME",
    "OPTIONS",
    "Public",
    "Reticent",
    "founded",
    "played",
    "played_otherwise",
    "seed_without_digest",
    "twin_of",
]

OPTIONS = {"fake_parachutists": True, "turns": 7}
NAME = "twins-10"


@dataclass
class Public:
    """What everybody gets of a campaign: the entries, what reports say, how the game stands."""

    match: Match
    entries: list[Entry] = field(default_factory=list)
    files: list[list[Any]] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    states: list[bytes] = field(default_factory=list)

    def play(self, orders: list[Any]) -> None:
        """Take a turn into the record, and keep what it makes public."""
        self.files.append(orders)
        self.entries += self.match.play(orders)
        ruleset, game = self.match.record.ruleset, self.match.record.game
        self.told += [narration_of(ruleset).board(game.state), str(self.match.record.decision)]
        document = pack_game(ruleset, game)
        document.pop("seals", None)
        self.states.append(canonical(document))


def founded() -> Public:
    """A campaign at its first decision."""
    match = Match.founded(NAME, OPTIONS, "sealion-deluxe")
    return Public(match, [match.record.ledger.charter])


def seed_without_digest(_: str, seq: int, __: str, ___: object) -> bytes:
    """Dice that do not depend on what was sealed, so that two campaigns can be compared."""
    return sha256(f"{NAME} {seq}".encode()).digest()


class Reticent(RandomCommander):
    """Shows nothing of his own will."""

    def _openings(self, ruleset: Any, game: Any, decision: Any) -> list[Any]:
        is_forced = decision.accepts == {"open"}
        return super()._openings(ruleset, game, decision) if is_forced else []


@cache
def played() -> tuple[Public, dict[str, tuple[str, Any]]]:
    """A campaign between random commanders up to the first opening, and what the German sealed."""
    with patch.object(record, "seed_of", seed_without_digest):
        public = founded()
        commanders = {
            seat: Reticent(sha256(f"{NAME} {seat}".encode()).digest()) for seat in (GERMAN, BRITISH)
        }
        while (decision := public.match.record.decision) is not None:
            game = public.match.record.game
            turn = commanders[decision.seat].turn(
                public.match.record.ruleset, game, Seat(decision.seat)
            )
            if any(order.kind == "open" for order in turn.orders):
                break
            public.play(**turn.document)
    return public, dict(commanders[GERMAN].sealed)


def twin_of(value: str) -> str:
    """The other counter of a pair."""
    return next(
        n
        for twins in pairs(DELUXE.appendix).values()
        if value in twins
        for n in twins
        if n != value
    )


@cache
def played_otherwise() -> Public:
    """The same orders and dice, with every pair sealed the other way round."""
    first, sealed = played()
    with patch.object(record, "seed_of", seed_without_digest):
        public = founded()
        campaign = public.match.record.ledger.campaign
        for orders in first.files:
            public.play([_sealed_otherwise(order, campaign, sealed) for order in orders])
    return public


def _sealed_otherwise(order: Any, campaign: str, sealed: dict[str, tuple[str, Any]]) -> Any:
    if order["kind"] != "seal":
        return order
    salt, value = sealed[order["name"]]
    digest = commitment(campaign, GERMAN, order["name"], bytes.fromhex(salt), twin_of(value))
    return order | {"digest": digest}

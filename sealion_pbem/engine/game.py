"""Game: a state together with everything else that decides how it goes on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from sealion_pbem.engine import canon
from sealion_pbem.engine.ahead import (
    Queued,
    Written,
    enqueue,
    order_from_wire,
    order_to_wire,
)
from sealion_pbem.engine.dice import NoDice
from sealion_pbem.engine.play import Play
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.seal import SEAL_ORDERS, STANDING, Forfeit, Open
from sealion_pbem.engine.standing import StandingOrder
from sealion_pbem.engine.wire import from_wire, to_wire
from sealion_pbem.engine.words import Decision, Json, Order, Seat
from sealion_pbem.errors import WireError

__all__ = [
    "Game",
    "asked",
    "begin",
    "digest_of",
    "orders_from_wire",
    "pack_game",
    "pending",
    "unpack_game",
]

S = TypeVar("S")


@dataclass(slots=True)
class Game(Generic[S]):
    """One position: the state, orders that wait for their time, standing orders, live seals.

    `forfeits` are the live seals that a ruling has declared lost: nobody can open them any more.
    """

    campaign: str
    state: S
    queued: dict[Seat, tuple[Queued, ...]] = field(default_factory=dict)
    standing: dict[Seat, tuple[StandingOrder, ...]] = field(default_factory=dict)
    seals: dict[Seat, dict[str, str]] = field(default_factory=dict)
    forfeits: dict[Seat, tuple[str, ...]] = field(default_factory=dict)
    written: dict[tuple[Seat, int], tuple[StandingOrder, Json]] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Standing orders as JSON, by seat and number: they seldom change and are in every digest."""

    def copy(self, state: S) -> Game[S]:
        """Return a working copy around a copied state."""
        seals = {seat: dict(live) for seat, live in self.seals.items()}
        queued, standing, forfeits = dict(self.queued), dict(self.standing), dict(self.forfeits)
        return Game(self.campaign, state, queued, standing, seals, forfeits, self.written)

    def drop_seal(self, seat: Seat, name: str) -> None:
        """Forget a seal that is open or given up."""
        del self.seals[seat][name]
        lost = self.forfeits.get(seat, ())
        if name in lost:
            self.forfeits[seat] = tuple(other for other in lost if other != name)


def begin(ruleset: Ruleset[S], campaign: str, state: S) -> Game[S]:
    """Return the game at its first decision; a ruleset rolls no dice before that."""
    play = Play(ruleset.copy(state), NoDice(), ruleset)
    ruleset.advance(play)
    return Game(campaign, play.state)


def pending(ruleset: Ruleset[S], game: Game[S]) -> Decision | None:
    """Return where the game waits."""
    return asked(game, ruleset.decision(game.state))


def asked(game: Game[S], decision: Decision | None) -> Decision | None:
    """Return what a decision of the rules asks first: a live sealed standing order must be opened.

    What can be opened and was ruled to be lost can be given up instead.
    """
    if decision is None:
        return None
    live = game.seals.get(decision.seat)
    if not live:
        return decision
    name = STANDING + decision.kind
    if name in live:
        decision = Decision(
            seat=decision.seat,
            kind="open_standing_order",
            rule=decision.rule,
            prompt=f"open your sealed standing order for: {decision.prompt}",
            accepts=frozenset({Open.kind}),
            timing=decision.timing,
            about=name,
        )
    if Open.kind in decision.accepts and game.forfeits.get(decision.seat):
        return replace(decision, accepts=decision.accepts | {Forfeit.kind})
    return decision


def digest_of(ruleset: Ruleset[S], game: Game[S]) -> str:
    """Return the digest of everything that decides how the game goes on."""
    return canon.digest(pack_game(ruleset, game))


def pack_game(ruleset: Ruleset[S], game: Game[S]) -> dict[str, Json]:
    """Return the game as JSON; empty parts are left out."""
    document: dict[str, Json] = {"campaign": game.campaign, "state": ruleset.pack(game.state)}
    queued = {
        seat: [order_to_wire(order) for order in orders]
        for seat, orders in game.queued.items()
        if orders
    }
    standing = {
        seat: _write(game, seat, orders) for seat, orders in game.standing.items() if orders
    }
    seals = {seat: dict(live) for seat, live in game.seals.items() if live}
    forfeits = {seat: sorted(names) for seat, names in game.forfeits.items() if names}
    parts = {"queued": queued, "standing": standing, "seals": seals, "forfeits": forfeits}
    document.update((name, part) for name, part in parts.items() if part)
    return document


def _write(game: Game[S], seat: Seat, orders: tuple[StandingOrder, ...]) -> list[Json]:
    """Return standing orders as JSON, each written once."""
    found, written = [], game.written
    for number, order in enumerate(orders):
        kept = written.get((seat, number))
        if kept is None or kept[0] is not order:
            kept = written[seat, number] = (order, to_wire(order))
        found.append(kept[1])
    return found


def unpack_game(ruleset: Ruleset[S], document: dict[str, Json]) -> Game[S]:
    """Return the game that `pack_game` wrote."""
    return Game(
        document["campaign"],
        ruleset.unpack(document["state"]),
        {
            Seat(seat): enqueue(orders_from_wire(ruleset, orders), turn=0)
            for seat, orders in document.get("queued", {}).items()
        },
        {
            Seat(seat): tuple(from_wire(StandingOrder, order) for order in orders)
            for seat, orders in document.get("standing", {}).items()
        },
        {Seat(seat): dict(live) for seat, live in document.get("seals", {}).items()},
        {Seat(seat): tuple(names) for seat, names in document.get("forfeits", {}).items()},
    )


def orders_from_wire(ruleset: Ruleset[S], documents: Iterable[Json]) -> tuple[Written, ...]:
    """Return the orders a turn file lists; WireError names the first that has the wrong shape."""
    kinds: dict[str, type[Order]] = {**ruleset.orders, **SEAL_ORDERS}
    listed = list(documents)
    try:
        return tuple([order_from_wire(kinds, document) for document in listed])
    except WireError:
        # Once more, to say in which of them it is.
        numbered = enumerate(listed)
        return tuple([order_from_wire(kinds, order, f"/orders/{n}") for n, order in numbered])

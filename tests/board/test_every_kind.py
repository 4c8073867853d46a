"""Every kind of order and decision of Sealion is composed at the board, whatever is optional included.

Positions come from short random games with all optional rules, and one is written by hand; each is put
into the record of a campaign, so that the requests of the page are asked there. What is to be composed is
read from the ruleset: a new kind fails here until a position has it.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sealion_pbem.board import request
from sealion_pbem.board.session import Session
from sealion_pbem.campaign.private import KeptSeal, Private
from sealion_pbem.engine.canon import hash_of
from sealion_pbem.engine.capability import answers_of
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import Game, begin, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.seal import SEAL_ORDERS, STANDING, Open, commitment
from sealion_pbem.engine.words import Decision
from sealion_pbem.rulesets import find
from tests.board.tables import campaign, session
from tests.sealion.test_aa_fire_choices import under_attack
from tests.survey import check

answer: Any = request.answer
RULESET: Any = find("sealion-deluxe")
SEEDS = (0, 1)
LONGEST = 60
OPENING = "open_standing_order"
"""The one decision that is the engine's own."""
SALT = bytes(32)


class Folders:
    """The boards of both players, at which any position can be put."""

    def __init__(self, tmp_path: Any) -> None:
        root = campaign(tmp_path, RULESET.id, options=RULESET.optional_rules)
        self._tables = {seat: session(root / seat).table for seat in RULESET.seats}
        self.campaign = self._tables["german"].record.ledger.campaign

    def put(self, game: Game[Any], sealed: Any) -> Session:
        """Return a session of whoever is asked in a position, with the secrets of his seals."""
        asked: Any = pending(RULESET, game)
        table = self._tables[asked.seat]
        record = table.record
        record.game, record._waiting = game, asked
        for left in table.path.glob("*.board.json"):
            left.unlink()
        live = game.seals.get(asked.seat, {})
        private = Private(table.desk.folder, asked.seat)
        kept = {live[name]: KeptSeal(*sealed[name]) for name in live if name in sealed}
        private.write(private.read().with_seals(kept))
        return Session(table)


def positions(name: str) -> Iterator[tuple[Game[Any], Any]]:
    """Positions of short games, each with what the seat that is asked has sealed."""
    yield under_attack(), {}
    for seed in SEEDS:
        game = begin(RULESET, name, RULESET.setup("invasion", RULESET.optional_rules))
        players = {
            seat: RandomCommander(hash_of("commander", seed, seat)) for seat in RULESET.seats
        }
        for number in range(1000):
            asked = pending(RULESET, game)
            if asked is None:
                break
            player = players[asked.seat]
            yield game, player.sealed
            if Open.kind in asked.accepts and (live := game.seals.get(asked.seat)):
                yield replace(game, forfeits={asked.seat: tuple(live)}), player.sealed
            if asked.kind == "air_reaction":
                yield with_sealed_answer(game, asked)
            turn = player.turn(RULESET, game, asked.seat)
            dice = SeededDice(hash_of("dice", seed, number))
            tried = (turn, replace(turn, orders=turn.orders[:1]))
            outcomes = (run(RULESET, game, each, dice) for each in tried)
            game = next(outcome for outcome in outcomes if not outcome.refused).game


def with_sealed_answer(game: Game[Any], asked: Decision) -> tuple[Game[Any], Any]:
    """A position in which a sealed standing order is to be opened first."""
    name, policy = STANDING + asked.kind, next(iter(answers_of(RULESET).policies[asked.kind]))
    seal = commitment(game.campaign, asked.seat, name, SALT, policy)
    live = {**game.seals.get(asked.seat, {}), name: seal}
    sealed = {name: (SALT.hex(), policy)}
    return replace(game, seals={**game.seals, asked.seat: live}), sealed


def composed(table: Session, kind: str) -> Any:
    """The document after an order of a kind is put together from the first choices, and written."""
    menu = answer(table, "menu", {"version": "", "partial": {"kind": kind}})
    for _ in range(LONGEST):
        if menu["order"] is not None:
            break
        wanted = menu["missing"]["at"].lstrip("/")
        listed = [one for one in menu["choices"] if one["member"] == wanted] or menu["choices"]
        choice = {name: listed[0][name] for name in ("member", "value", "label")}
        menu = answer(table, "menu", {"version": "", "partial": menu["partial"], "choice": choice})
    assert menu["said"], (kind, menu["missing"])
    return answer(table, "write", {"version": "", "orders": [menu["order"]]})


def test_every_kind_of_order_and_decision_is_composed_at_the_board(tmp_path):
    """Asked kind by kind: an order made of choices is written, said in words and judged legal."""
    folders = Folders(tmp_path)
    wanted = {*RULESET.orders, *SEAL_ORDERS}
    decisions = {*answers_of(RULESET).policies, OPENING}
    done: set[tuple[str, str]] = set()
    for game, sealed in positions(folders.campaign):
        asked: Any = pending(RULESET, game)
        assert asked.kind in decisions
        is_met = asked.kind in {where for where, _ in done}
        if is_met and asked.accepts <= {kind for _, kind in done}:
            continue
        table = folders.put(game, sealed)
        offered = [kind["kind"] for kind in answer(table, "table", {})["orders"]["asked"]["kinds"]]
        for kind in offered:
            if (asked.kind, kind) in done:
                continue
            led = composed(table, kind)
            assert (led["refused"], [line["state"] for line in led["lines"]]) == ([], ["legal"])
            assert led["lines"][0]["text"]
            table = folders.put(game, sealed)
            done.add((asked.kind, kind))
    check(f"no {kind} was composed" for kind in sorted(wanted - {kind for _, kind in done}))
    check(f"nothing in {kind}" for kind in sorted(decisions - {where for where, _ in done}))

"""Sealed defensive air support: one campaign is played twice, with other policies in the seals.

Until a seal is opened every public byte is the same: entries, positions, questions, reports, history,
pictures, the board. Only the seals differ, and digests that follow from them. An open standing order
says everything from the beginning.
"""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest

from benchmarks.campaigns import Match
from sealion_pbem.board.scene import scene_of
from sealion_pbem.engine.canon import canonical, hash_of
from sealion_pbem.engine.game import pack_game
from sealion_pbem.engine.seal import commitment
from sealion_pbem.pbem.entry import Entry
from sealion_pbem.report import drawing
from sealion_pbem.rulesets.world_at_war.ruleset import WORLD_AT_WAR
from sealion_pbem.umpire import record
from tests.leaks import leaks
from tests.shown import comparable, reported, told_of

NAME = "maquis-2"
CHAINED = ("prev", "nonce", "turn", "state", "signatures")
DAS, OVERRUN = "standing/das", "standing/overrun_das"
LISTED = {"kind": "policy", "policy": "in_this_order", "order": ["1006", "0906", "1007"]}
SEALED: dict[str, tuple[Any, Any]] = {"none": ("none", "none"), "listed": (LISTED, "stop_it")}
"""What the Allies seal for defensive air support in attacks and in overruns."""


def seed_without_digest(_: str, seq: int, __: str, ___: object) -> bytes:
    """Dice that do not depend on what was sealed, so that two campaigns can be compared."""
    return sha256(f"{NAME} {seq}".encode()).digest()


class Played:
    """A campaign of staffs up to the first opening, and what of it is public."""

    def __init__(self, what: str) -> None:
        self.match = Match.founded(NAME, {}, "world-at-war")
        self.entries: list[Entry] = [self.match.record.ledger.charter]
        self.told: list[str] = []
        self.states: list[bytes] = []
        self.salts: dict[str, str] = {}
        self._values = dict(zip((DAS, OVERRUN), SEALED[what], strict=True))
        staff = WORLD_AT_WAR.commanders["staff"]
        self._staff = {
            seat: staff(sha256(f"{NAME} {seat}".encode()).digest()) for seat in WORLD_AT_WAR.seats
        }
        with patch.object(record, "seed_of", seed_without_digest):
            while not self.is_opening:
                self._go_on()

    @property
    def decision(self) -> Any:
        found = self.match.record.decision
        assert found is not None, "a seal is opened before the game is over"
        return found

    @property
    def is_opening(self) -> bool:
        """Whether the Allies must open what they have sealed."""
        return bool(self.decision.accepts == {"open"})

    def _go_on(self) -> None:
        seat, game = self.decision.seat, self.match.record.game
        turn = self._staff[seat].turn(WORLD_AT_WAR, game, seat)
        orders = turn.document["orders"]
        if (seat, self.decision.kind) == ("allies", "prepare") and not self.salts:
            orders = [self._seal(name) for name in self._values] + orders
        self.play(orders)

    def play(self, orders: list[Any]) -> None:
        """Take a turn into the record, and keep what it makes public."""
        self.entries += self.match.play(orders)
        now = self.match.record
        self.told += [WORLD_AT_WAR.board(now.game.state), str(now.decision)]
        document = pack_game(WORLD_AT_WAR, now.game)
        document.pop("seals", None)
        self.states.append(canonical(document))

    def _seal(self, name: str) -> Any:
        salt = hash_of("salt", NAME, name)
        self.salts[name] = salt.hex()
        campaign = self.match.record.game.campaign
        digest = commitment(campaign, "allies", name, salt, self._values[name])
        return {"kind": "seal", "name": name, "digest": digest}

    def open(self) -> bytes:
        """Open what is asked for, and return the position behind it."""
        name = self.decision.about
        salt, value = self.salts[name], self._values[name]
        with patch.object(record, "seed_of", seed_without_digest):
            self.play([{"kind": "open", "name": name, "salt": salt, "value": value}])
        return self.states[-1]


@cache
def campaign(what: str) -> Played:
    """Return a campaign with these seals, up to the first opening."""
    return Played(what)


def without_chain(entry: Entry) -> bytes:
    """Return an entry without what follows from the entries before it, and without digests of seals."""
    body = {name: value for name, value in entry.unsigned.items() if name not in CHAINED}
    if "orders" in body:
        body["orders"] = [o | {"digest": ""} if "digest" in o else o for o in body["orders"]]
    return canonical(body)


def test_public_bytes_are_the_same_until_a_seal_is_opened():
    """Entries, positions and questions are equal; the seals are as long and other ones."""
    first, second = campaign("none"), campaign("listed")
    assert first.states == second.states
    assert first.told == second.told
    assert [*map(without_chain, first.entries)] == [*map(without_chain, second.entries)]
    assert [len(entry.data) for entry in first.entries] == [len(e.data) for e in second.entries]
    assert len(first.salts) == 2
    assert first.entries[-1].data != second.entries[-1].data


@cache
def shown(what: str) -> dict[str, bytes]:
    """Return everything that the other player is shown of a campaign, by name."""
    with patch.object(record, "seed_of", seed_without_digest), TemporaryDirectory() as scratch:
        found = dict(_shown(campaign(what), Path(scratch)))
    return {
        part: data for name, data in found.items() for part, data in comparable(name, data).items()
    }


def _shown(played: Played, scratch: Path) -> Iterator[tuple[str, bytes]]:
    files = [(entry.file_name, entry.data) for entry in played.entries]
    state = played.match.record.game.state
    yield from reported(files)
    yield from told_of(files, scratch)
    yield "pictures svg", drawing.svg(WORLD_AT_WAR, state).encode()
    yield "pictures png", drawing.png(WORLD_AT_WAR, state)
    yield "board", repr(scene_of(played.match.record).shown(state)).encode()


def test_whatever_is_shown_is_the_same():
    """Reports, mails, pictures, history, replay, statistics and the board, digests aside."""
    first, second = shown("none"), shown("listed")
    assert list(first) == list(second)
    assert [name for name in first if first[name] != second[name]] == []


def test_nothing_of_what_is_sealed_is_anywhere():
    """Neither a salt nor the list nor a policy of the seals stands in what is shown or sent."""
    played = campaign("listed")
    files = shown("listed") | {entry.file_name: entry.data for entry in played.entries}
    secrets = [*played.salts.values(), '"in_this_order"', '"stop_it"', "1006, 0906, 1007"]
    assert leaks(files, secrets) == []


def test_what_is_opened_parts_the_campaigns():
    """Behind the opening one has aircraft over the attacked hex or the overrun, the other none."""
    opened = [Played(what).open() for what in SEALED]
    assert opened[0] != opened[1]


@pytest.mark.parametrize("what", SEALED)
def test_an_open_standing_order_costs_no_mail_and_hides_nothing(what: str):
    """The same policies as open standing orders are in the entry for everybody, and nobody is asked."""
    match = Match.founded(NAME, {}, "world-at-war")
    das, stop = SEALED[what]
    orders = [{"when": "das", "do": das}, {"when": "overrun_das", "do": stop}]
    with patch.object(record, "seed_of", seed_without_digest):
        first, _ = match.play([{"kind": "done"}], standing_orders=orders)
    assert first.unsigned["standing_orders"] == orders

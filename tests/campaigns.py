"""Campaigns for tests: founded and played through the real path, made once and then copied."""

import secrets
import shutil
import tempfile
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import orjson

from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.pbem.entry import Entry, sign_entry
from sealion_pbem.pbem.keys import PrivateKey, key_from_seed
from sealion_pbem.umpire import founding
from sealion_pbem.umpire.desk import Desk
from sealion_pbem.umpire.founding import draft_for, sit_down
from sealion_pbem.umpire.record import Record
from tests.nonces import numbered, patch_nonces

__all__ = ["TIME", "Table", "holder_of", "key_of", "make_campaign"]

TIME = "2024-02-29T12:00:00Z"
ONE_FOLDER = "table"


def key_of(seat: str) -> PrivateKey:
    """The same key for a seat in every test."""
    return key_from_seed(sha256(f"key of {seat}".encode()).digest())


def holder_of(record: Record) -> str:
    """The seat that must write the next entry of a game that is not over."""
    seat = record.ledger.baton()
    assert seat is not None, "nobody has to write"
    return seat


@dataclass
class Table:
    """A campaign with all its seats: one folder for everybody, or one for each seat."""

    root: Path
    desks: dict[str, Desk]
    commanders: dict[str, RandomCommander]
    keys: dict[str, PrivateKey] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        """The folder of the first desk."""
        return self.desk.folder.path

    @property
    def desk(self) -> Desk:
        return next(iter(self.desks.values()))

    @property
    def record(self) -> Record:
        return self.desk.read().record

    @property
    def baton(self) -> str:
        """The seat that must write the next entry."""
        return holder_of(self.record)

    @property
    def owes(self) -> str:
        """The seat that owes the pending decision."""
        seat = self.record.ledger.owes
        assert seat is not None, "nobody owes a turn"
        return seat

    @property
    def entries(self) -> list[Path]:
        """The entry files of the first desk, in the order of the log."""
        return [self.path / "entries" / name for name in self.desk.store.names()]

    def desk_of(self, seat: str) -> Desk:
        return next(desk for desk in self.desks.values() if seat in desk.keys)

    def turn_body(
        self, orders: list[dict[str, Any]] | None = None, record: Record | None = None
    ) -> dict[str, Any]:
        """What a random commander, or these orders, would sign for the pending decision."""
        record = record or self.record
        decision = record.decision
        assert decision is not None, "the game is over"
        if orders is not None:
            return {"decision": decision.kind, "orders": orders}
        commander = self.commanders[decision.seat]
        turn = commander.turn(record.ruleset, record.game, decision.seat)
        return {"decision": decision.kind, **turn.document}

    def sign(self, orders: list[dict[str, Any]] | None = None, **more: Any) -> Entry:
        """Sign a turn for the seat that owes the decision, and send it."""
        record = self.record
        body = {**self.turn_body(orders, record), **more}
        return self.send(self.desk_of(record.decision.seat).sign_turn(body))

    def answer(self) -> Entry:
        """Let the seat whose turn it is answer the pending turn: opening, receipt or rejection."""
        return self.send(self.desk_of(self.baton).witness(TIME).entry)

    def step(self) -> Entry:
        """Add the next entry, whosever it is."""
        return self.sign() if self.record.ledger.pending is None else self.answer()

    def play(self, turns: int) -> "Table":
        """Play that many turns with their receipts, or to the end of the game."""
        while turns and self.record.decision is not None:
            self.step()
            turns -= self.record.ledger.pending is None
        return self

    def rekey(self, seat: str, by: str, new: PrivateKey, reason: str = "") -> Entry:
        """Give a seat a new key, by its old one or by the referee, and send the change."""
        claim = self.desk_of(seat).claim_seat(seat, new, reason)
        return self.send(self.desk_of(by).grant_claim(claim, by))

    def forge(self, path: Path, **changes: Any) -> Path:
        """Put an entry that its author signed after changing it in the place of the true one."""
        body = {k: v for k, v in orjson.loads(path.read_bytes()).items() if k != "signatures"}
        entry = sign_entry(body | changes, {body["by"]: self.keys[body["by"]]})
        path.unlink()
        forged = path.with_name(entry.file_name)
        forged.write_bytes(entry.data)
        return forged

    def send(self, entry: Entry | None) -> Entry:
        """Give an entry that lacks no signature to every desk; those that know it change nothing."""
        assert entry is not None, "a signature is missing"
        if len(self.desks) > 1:
            for desk in self.desks.values():
                for received in desk.receive([(entry.file_name, entry.data)]):
                    if received.error:
                        raise received.error
        return entry


def make_campaign(
    tmp_path: Path,
    mode: str = "peer",
    turns: int = 6,
    *,
    folders: str = "one",
    options: Mapping[str, Any] | None = None,
    name: str = "test",
    seed: int = 27,
    delay_hours: int = 0,
) -> Table:
    """A campaign in which `turns` turns have been played and receipted; tmp_path holds its folders.

    `folders` is "one" for all seats in tmp_path/table, "each" for tmp_path/<seat>. The same
    arguments give the same entries, byte for byte, in every run.
    """
    chosen = tuple(sorted((options or {}).items()))
    made = _made(mode, turns, folders, chosen, name, seed, delay_hours)
    shutil.copytree(made.root, tmp_path, dirs_exist_ok=True)
    desks = {place: Desk(tmp_path / place, desk.keys) for place, desk in made.desks.items()}
    return Table(tmp_path, desks, deepcopy(made.commanders), dict(made.keys))


@cache
def _made(
    mode: str, turns: int, folders: str, options: tuple[tuple[str, Any], ...], name: str, seed: int,
    delay: int,
) -> Table:  # fmt: skip
    root = _workshop() / f"{mode}-{turns}-{folders}-{name}-{seed}-{hash(options)}-{delay}"
    root.mkdir()
    token_hex = numbered(f"{mode} {folders} {name} {seed}")
    # Short chains: growing one of the usual length takes longer than all the rest of a turn.
    with (
        patch.object(secrets, "token_hex", token_hex),
        patch.object(founding, "LENGTH", 256),
        patch_nonces(),
    ):
        return _founded(root, mode, folders, dict(options), name, seed, delay).play(turns)


def _founded(
    root: Path, mode: str, folders: str, options: dict[str, Any], name: str, seed: int, delay: int
) -> Table:
    draft = draft_for(
        name, ruleset="skirmish", mode=mode, options=options, created=TIME, delay_hours=delay
    )
    keys = {seat: key_of(seat) for seat in draft["seats"]}
    places = {seat: seat if folders == "each" else ONE_FOLDER for seat in keys}
    charter = None
    while charter is None:
        for seat, key in keys.items():
            draft, charter = sit_down(root / places[seat], draft, {seat: (seat, key)})
            if charter:
                break
    seats_at = {place: [s for s in keys if places[s] == place] for place in places.values()}
    desks = {
        place: Desk(root / place, {s: keys[s] for s in seats}) for place, seats in seats_at.items()
    }
    commanders = {
        seat: RandomCommander(sha256(f"{seed} {seat}".encode()).digest())
        for seat in keys
        if seat != "referee"
    }
    table = Table(root, desks, commanders, keys)
    table.send(charter)
    return table


@cache
def _workshop() -> Path:
    keep = tempfile.TemporaryDirectory(prefix="sealion-campaigns-")
    _KEPT.append(keep)
    return Path(keep.name)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []

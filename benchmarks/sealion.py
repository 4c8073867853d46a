"""Rows 1, 9, 11 and 12: whole campaigns of Sealion, as busy random commanders play them.

Both have standing orders for the small decisions and for what the other's turn asks of them, and
write as much into a file as the sequence of play allows: most hold 50 to 100 orders, as a player
sends who wants few mails. The game is over before there are 100 files.
"""

from __future__ import annotations

import hashlib
import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import Any

import orjson
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from benchmarks.campaigns import random_log, write_campaign
from benchmarks.processes import IMPORTS, process
from benchmarks.slices import Effort, Work, interleave
from benchmarks.table import Row
from sealion_pbem.engine.dice import Dice, SeededDice
from sealion_pbem.engine.game import Game, begin
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.turn import Outcome, Turn
from sealion_pbem.engine.words import Json
from sealion_pbem.pbem.body import CharterBody, TurnBody
from sealion_pbem.pbem.entry import Entry, EntryOf, is_of
from sealion_pbem.pbem.signature import media_type, pae
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.log import Log
from sealion_pbem.umpire.record import Record

__all__ = [
    "EDITIONS",
    "Recorded",
    "auditing",
    "audits",
    "cold_audit",
    "growth",
    "record",
    "rules_only",
]

EDITIONS = ("sealion-2016", "sealion-deluxe")
MOST_ORDERS = 200
# The longest game that the settings allow.
LONGEST = {"turns": 12}
_SORTED = orjson.OPT_SORT_KEYS
_NORMAL = _SORTED | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE


@dataclass(frozen=True, slots=True)
class Recorded:
    """A campaign as files, and the same turns as the engine is asked them."""

    ruleset: str
    log: list[Entry]
    files: list[tuple[str, bytes]]
    start: Game[Any]
    turns: list[tuple[Turn, SeededDice]]
    orders: int
    """How many orders were checked and carried out: those of the files and of standing orders."""

    @property
    def length(self) -> str:
        """How long the campaign is, in words."""
        files, written = len(self.turns), sum(len(turn.orders) for turn, _ in self.turns)
        return (
            f"{files} files of {written / files:.0f} orders, {self.orders} carried out "
            "with those of standing orders"
        )


class _Listening(Record):
    """A record that keeps what the engine was asked, and how many orders were carried out."""

    asked: list[tuple[Turn, SeededDice]]
    orders: int

    def run_turn(self, turn: EntryOf[TurnBody], dice: Dice) -> Outcome[Any]:
        """Note the turn and go on."""
        wanted = self.turn_of(turn.by, turn.body)
        assert isinstance(wanted, Turn), wanted
        assert isinstance(dice, SeededDice), "a recorded campaign has seeded dice"
        outcome = super().run_turn(turn, dice)
        self.__dict__.setdefault("asked", []).append((wanted, dice))
        count = outcome.stands + len(outcome.automatic)
        self.__dict__["orders"] = self.__dict__.get("orders", 0) + count
        return outcome


def record(
    ruleset: str, turns: int, options: Mapping[str, Json] = MappingProxyType(LONGEST)
) -> Recorded:
    """Return a campaign of so many turn files; the same in every run."""
    log = random_log(f"bench-{ruleset}", turns, ruleset, MOST_ORDERS, options=options, busy=True)
    files = [(entry.file_name, entry.data) for entry in log]
    walked = Log(files, make=_Listening)
    deque(walked.walk(), maxlen=0)
    heard, rules = walked.record, find(ruleset)
    agreed = heard.ledger.charter.body
    state = rules.setup(agreed.scenario, agreed.options)
    start = begin(rules, heard.ledger.campaign, state)
    assert isinstance(heard, _Listening), "a log fills the kind of record it is given"
    return Recorded(ruleset, log, files, start, heard.asked, heard.orders)


def audits(effort: Effort, campaigns: Sequence[Recorded]) -> Iterator[Row]:
    """Row 1: audit of a full campaign / floor over the same files."""
    for letter, campaign in zip("ab", campaigns, strict=True):
        cases = {"audit": auditing(campaign.files), "floor": floor(campaign.log)}
        taken = interleave(cases, effort)
        yield Row(
            f"1{letter}",
            f"audit of a campaign of {campaign.ruleset} / floor",
            taken.ratio("audit", "floor"),
            goal=6,
            gate=12,
            note=f"{taken.told('audit', 'floor')}; {campaign.length}",
        )


def growth(effort: Effort, campaign: Recorded, few: int = 25) -> Iterator[Row]:
    """Row 11: what a turn costs in an audit of all files / of the first, floor by floor.

    The rules of set-up cost less than a battle, so both are counted in their own floors.
    """
    size = 1 + 2 * few
    many = len(campaign.turns)
    cases = {
        "few": auditing(campaign.files[:size]),
        "few, floor": floor(campaign.log[:size]),
        "many": auditing(campaign.files),
        "many, floor": floor(campaign.log),
    }
    taken = interleave(cases, effort)
    ratio = taken.ratio("many", "many, floor") / taken.ratio("few", "few, floor")
    each = taken.ratio("many", "few") * few / many
    yield Row(
        "11s",
        f"audit / floor of {campaign.ruleset}, {many} files / {few} files",
        ratio,
        goal=1.1,
        gate=1.2,
        note=f"without the floor: cost of a turn {each:.2f}",
    )


def cold_audit(effort: Effort, campaign: Recorded, place: Path) -> Iterator[Row]:
    """Row 9: everything checked from the charter on, in a process of its own / its imports."""
    folder = write_campaign(place / f"cold-{campaign.ruleset}", campaign.log)
    script = "import sys; from sealion_pbem.cli import main; main()"
    command = [sys.executable, "-c", script, "audit", str(folder)]
    cases = {"audit": process(command, folder), "imports": process(IMPORTS, place)}
    taken = interleave(cases, effort, clock=perf_counter)
    yield Row(
        "9",
        f"sealion audit of {len(campaign.turns)} turns, cold / importing its libraries",
        taken.ratio("audit", "imports"),
        goal=4.5,
        gate=6.5,
        note=taken.told("audit", "imports"),
    )


def auditing(files: Sequence[tuple[str, bytes]]) -> Work:
    """Return the work of proving a log."""

    def work() -> None:
        for _ in Log(files).walk():
            pass

    return work


def rules_only(campaign: Recorded) -> Work:
    """Return the work of judging every turn again: no files, signatures or digests."""
    rules = find(campaign.ruleset)

    def work() -> None:
        game = campaign.start
        for turn, dice in campaign.turns:
            game = run(rules, game, turn, dice).game

    return work


def floor(log: Sequence[Entry]) -> Work:
    """Return what nobody can do without: parse, normal form, canonical form, hash, signatures."""
    charter = log[0]
    assert is_of(charter, CharterBody), "a log begins with its charter"
    keys = {
        seat: Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        for seat, key in charter.body.keys.items()
    }
    files = [(entry.kind, entry.document) for entry in log]

    def work() -> None:
        for kind, written in files:
            # Written twice, as it always was: the gates were set with this floor.
            document = orjson.loads(orjson.dumps(written, option=_NORMAL))
            again = orjson.dumps(document, option=_NORMAL)
            assert again == orjson.dumps(written, option=_NORMAL)
            signatures = document.pop("signatures")
            body = orjson.dumps(document, option=_SORTED)
            hashlib.sha256(body).digest()
            for seat, signature in signatures.items():
                keys[seat].verify(bytes.fromhex(signature), pae(media_type(kind), body))

    return work

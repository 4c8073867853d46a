"""Campaigns to measure with: played in memory through record and signatures, then written as files.

The same arguments give the same entries in every run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from sealion_pbem.campaign.folder import Settings
from sealion_pbem.engine.capability import answers_of, secrecy_of
from sealion_pbem.engine.commander import LONGEST as LONGEST_TURN
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.seal import STANDING, commitment
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Decision, Json, Seat
from sealion_pbem.pbem.body import TurnBody
from sealion_pbem.pbem.charter import REFEREE, WITHOUT_REFEREE, Share, complete, join
from sealion_pbem.pbem.entry import Entry, sign_entry, unsigned
from sealion_pbem.pbem.keys import PrivateKey, key_from_seed
from sealion_pbem.pbem.links import Links
from sealion_pbem.rulesets import find
from sealion_pbem.umpire.exhibition import standing_orders
from sealion_pbem.umpire.founding import draft_for
from sealion_pbem.umpire.judge import judge
from sealion_pbem.umpire.record import Record

__all__ = ["Match", "long_log", "random_log", "turn_file", "write_campaign"]

TIME = "2024-02-29T12:00:00Z"
LINKS = 512
# The longest game that the rules allow.
LONGEST = {"turns": 20}
# What a game asks in the other seat's turn ends his file, unless it is answered beforehand.
_REACTIONS: tuple[Json, ...] = ({"when": "air_reaction", "do": "default"},)
_DECIDED = frozenset({"march", "reaction", "losses"})


def _bytes(*words: object) -> bytes:
    return sha256(repr(words).encode()).digest()


@dataclass(slots=True)
class _Chains:
    """The dice chains of a seat, one after the other, fixed by the name of the campaign."""

    name: str
    campaign: str
    seat: str
    length: int
    number: int = 0

    def in_force(self) -> Links:
        root = _bytes(self.name, self.seat, "root", self.number)
        return Links(root, self.campaign, self.seat, self.length)

    def fresh(self) -> Links:
        self.number += 1
        return self.in_force()


@dataclass(slots=True)
class Match:
    """A campaign kept in memory: two players are each other's witness, more have a referee."""

    record: Record
    keys: Mapping[str, PrivateKey]
    chains: Mapping[str, _Chains]

    @classmethod
    def founded(
        cls,
        name: str,
        options: Mapping[str, Json],
        ruleset: str = "skirmish",
        links: int = LINKS,
        scenario: str | None = None,
    ) -> Match:
        """Return a campaign at its first decision; its name fixes every secret."""
        mode = "peer" if len(find(ruleset).seats) <= WITHOUT_REFEREE else REFEREE
        draft = draft_for(
            name, ruleset=ruleset, mode=mode, scenario=scenario, options=options, created=TIME
        )
        seats = tuple(draft["seats"])
        keys: dict[str, PrivateKey] = {
            seat: key_from_seed(_bytes(name, seat, "key")) for seat in seats
        }
        shares = {
            seat: Share(_bytes(name, seat, "nonce").hex(), _bytes(name, seat, "root", 0), links)
            for seat in seats
        }
        # Once round for keys and nonces, once for the anchors, once for the signatures.
        for seat in 3 * seats:
            draft = join(draft, seat, keys[seat], shares[seat])
        record = Record(complete(draft))
        campaign = record.ledger.campaign
        return cls(record, keys, {seat: _Chains(name, campaign, seat, links) for seat in seats})

    def signed(self, document: Mapping[str, Any], seat: str) -> Entry:
        """Return an entry with a seat's signature, not yet taken into the record."""
        return sign_entry(document, {seat: self.keys[seat]}, self.record.ruleset)

    def turn(self, orders: list[Json], **more: Json) -> Entry:
        """Return a signed turn for the pending decision, with further members if there are any."""
        ledger, decision = self.record.ledger, self.record.decision
        assert decision is not None, "the game is over"
        body = TurnBody(decision.kind, orders, nonce=_bytes(ledger.head, "nonce").hex(), **more)
        turn = unsigned(ledger.campaign, decision.seat, ledger.place(), body)
        return self.signed(turn, decision.seat)

    def play(self, orders: list[Json], **more: Json) -> Iterator[Entry]:
        """Take a turn and its receipt into the record, and return both."""
        entry = self.turn(orders, **more)
        self.record.admit(entry)
        yield entry
        witness = self.record.ledger.witness(entry.by)
        answer, outcome = judge(self.record, witness, self.chains[witness], TIME)
        assert outcome is not None, f"the turn was illegal: {answer}"
        receipt = self.signed(answer, witness)
        self.record.admit(receipt)
        yield receipt


def random_log(
    name: str,
    turns: int,
    ruleset: str = "skirmish",
    most_orders: int = LONGEST_TURN,
    *,
    options: Mapping[str, Json] | None = None,
    scenario: str | None = None,
    busy: bool = False,
) -> list[Entry]:
    """Return a campaign between two random commanders, up to so many turn files.

    Busy ones write long files and have standing orders for the small decisions and for reactions, as
    people have who play by mail.
    """
    match = Match.founded(name, options or {}, ruleset, scenario=scenario)
    commanders = {
        seat: RandomCommander(_bytes(name, seat, "whims"), most_orders, busy=busy)
        for seat in match.keys
    }
    log: list[Entry] = [match.record.ledger.charter]
    for _ in range(turns):
        decision = match.record.decision
        if decision is None:
            break
        seat = decision.seat
        asked = commanders[seat].turn(match.record.ruleset, match.record.game, Seat(seat))
        is_first = busy and not match.record.game.standing.get(seat)
        known = answers_of(match.record.ruleset).policies
        reactions = [order for order in _REACTIONS if order["when"] in known]
        orders = [*standing_orders(match.record.ruleset, options or {}), *reactions]
        more = {"standing_orders": orders} if is_first else {}
        log += match.play(**asked.document, **more)
    return log


def long_log(name: str, turns: int) -> list[Entry]:
    """Return a campaign of exactly so many turn files, at most 400.

    No game of skirmish lasts that long by itself: here every file gives one order, every answer is
    sealed in one file and opened in the next, and both seats spare their units. What a file costs
    therefore stays the same from the first to the last.
    """
    match = Match.founded(name, LONGEST)
    log: list[Entry] = [match.record.ledger.charter]
    sealed: dict[str, tuple[str, Json]] = {}
    for number in range(turns):
        decision = match.record.decision
        assert decision is not None, f"the game was over after {number} turn files"
        log += match.play([_patient_order(match, decision, sealed, number)])
    return log


def _patient_order(
    match: Match, decision: Decision, sealed: dict[str, tuple[str, Json]], number: int
) -> Json:
    if decision.kind == "open_standing_order":
        salt, value = sealed[decision.about]
        return {"kind": "open", "name": decision.about, "salt": salt, "value": value}
    ruleset, game = match.record.ruleset, match.record.game
    name = STANDING + decision.kind
    if decision.kind in _DECIDED:
        offers = [to_wire(offer) for offer in ruleset.offers(game.state)]
        sparing = [offer for offer in offers if offer["kind"] not in {"done", "stand", "lose_step"}]
        choice = sparing or offers
        value = choice[int.from_bytes(_bytes(number)[:4], "big") % len(choice)]
    else:
        name, values = next(iter(secrecy_of(ruleset).secrets(game.state).items()))
        value = values[0]
    grains = _bytes(number, "salt")
    sealed[name] = (grains.hex(), value)
    digest = commitment(game.campaign, decision.seat, name, grains, value)
    return {"kind": "seal", "name": name, "digest": digest}


def write_campaign(path: Path, log: list[Entry], turns: int | None = None) -> Path:
    """Write a campaign folder with the first so many turns of a log, and return its path."""
    entries = path / "entries"
    entries.mkdir(parents=True)
    (path / "campaign.json").write_bytes(Settings(path.name, {}).data)
    for entry in log if turns is None else log[: 1 + 2 * turns]:
        (entries / entry.file_name).write_bytes(entry.data)
    return path


def turn_file(match: Match, orders: int, steps: int, number: int = 0) -> Entry:
    """Return a signed turn of marches along paths of so many hexes; only its shape is legal."""
    marches = [
        {
            "kind": "march",
            "unit": f"red-{1 + (order + number) % 900}",
            "path": [f"{1 + order % 70:02d}{1 + (order + step) % 60:02d}" for step in range(steps)],
        }
        for order in range(orders)
    ]
    return match.turn(marches)

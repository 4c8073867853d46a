"""The secret of fleets and flights: one campaign is played twice with other sealed values.

Until a seal is opened, every public byte must be the same: entries, positions, questions, reports, mails,
pictures, histories, statistics, the board. Only seals differ, and digests that follow from them.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
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
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.pbem.entry import Entry
from sealion_pbem.report import drawing
from sealion_pbem.rulesets.war_at_sea.narration import board
from sealion_pbem.rulesets.war_at_sea.ruleset import WAR_AT_SEA
from sealion_pbem.umpire import record
from tests.leaks import leaks
from tests.shown import comparable, reported, told_of

NAME = "salt-3"
# What differs between two campaigns because something before it does.
CHAINED = ("prev", "nonce", "turn", "state", "signatures")
ALLIED = ["us_princeton", "us_sbd_dauntless", "us_f4f_wildcat", "uk_hood", "us_fletcher"]
AXIS = ["jp_ryujo", "jp_a6m2_zero", "jp_d3a1_val", "jp_tone", "jp_yukikaze", "de_u47"]
OTHER_FLEET = ["it_littorio", "it_zara", "de_s_boat"]
PLAN = [["{first}-{one}-1", "0404"], ["{first}-{two}-1", "0505", "0506"]]
OTHER_PLAN = [["{first}-{two}-1", "0707", "0708"]]
Values = dict[str, Any]


def seed_without_digest(_: str, seq: int, __: str, ___: object) -> bytes:
    """Dice that do not depend on what was sealed, so that two campaigns can be compared."""
    return sha256(f"{NAME} {seq}".encode()).digest()


@dataclass
class Played:
    """What everybody gets of a campaign: the entries, the positions, what is asked."""

    match: Match
    entries: list[Entry] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    states: list[bytes] = field(default_factory=list)
    sealed: dict[tuple[str, str], tuple[str, Any]] = field(default_factory=dict)

    @property
    def state(self) -> Any:
        return self.match.record.game.state

    def play(self, *orders: Any) -> None:
        """Take a turn into the record, and keep what it makes public."""
        self.entries += self.match.play(list(orders))
        now = self.match.record
        self.told += [board(self.state), str(now.decision)]
        document = pack_game(WAR_AT_SEA, now.game)
        document.pop("seals", None)
        self.states.append(canonical(document))

    def seal(self, name: str, value: Any) -> Any:
        """Return the order that seals a value for the seat that is asked."""
        decision = self.match.record.decision
        assert decision is not None
        salt = hash_of("salt", decision.seat, name)
        self.sealed[decision.seat, name] = salt.hex(), value
        campaign = self.match.record.game.campaign
        digest = commitment(campaign, decision.seat, name, salt, value)
        return {"kind": "seal", "name": name, "digest": digest}

    def open(self, name: str) -> Any:
        """Return the order that opens what the seat that is asked has sealed."""
        decision = self.match.record.decision
        assert decision is not None
        salt, value = self.sealed[decision.seat, name]
        return {"kind": "open", "name": name, "salt": salt, "value": value}

    def set_up(self) -> None:
        """Let the seat that is asked open its fleet and set it up in the usual way, file by file."""
        seat = self.match.record.decision and self.match.record.decision.seat
        self.play(self.open("fleet"))
        while (asked := self.match.record.decision) and asked.seat == seat and not self.state.turn:
            self.play(to_wire(WAR_AT_SEA.answer(self.state, "default")))


def up_to_the_second_fleet(axis: Any) -> Played:
    """Return a campaign that waits for the Axis to open this fleet; the Allies are set up."""
    played = Played(Match.founded(NAME, {"zone": 2}, "war-at-sea"))
    played.entries.append(played.match.record.ledger.charter)
    played.play(played.seal("fleet", axis))
    played.play(played.seal("fleet", ALLIED))
    assert played.state.starter == "allied", "the coin falls so that the Axis opens last"
    played.set_up()
    return played


def up_to_the_plans(flown: Any) -> Played:
    """Return a campaign that waits for the first player to open this plan; the other's is known."""
    played = up_to_the_second_fleet(AXIS)
    played.set_up()
    first = played.state.first
    one, two = (AXIS if first == "axis" else ALLIED)[1:3]
    words = {"first": first, "one": one, "two": two}
    plan = json.loads(json.dumps(flown))
    if isinstance(plan, list):
        plan = [[word.format(**words) for word in entry] for entry in plan]
    done = {"kind": "done", "stage": "sea move"}
    played.play(done, played.seal("flights", plan))
    asked = played.match.record.decision
    assert asked is not None
    assert asked.kind == "sea_move"
    played.play(done, {"kind": "flights", "missions": []})
    assert played.state.step == "open_flights"
    return played


@cache
def campaign(make: Callable[[Any], Played], value: str) -> Played:
    """Return a campaign with a sealed value, with dice that do not depend on it."""
    with patch.object(record, "seed_of", seed_without_digest):
        return make(json.loads(value))


FLEETS = (up_to_the_second_fleet, json.dumps(AXIS), [json.dumps(OTHER_FLEET), '"nonsense"'])
PLANS = (up_to_the_plans, json.dumps(PLAN), [json.dumps(OTHER_PLAN), "[]", '{"no": "plan"}'])
TWINS = [(make, one, other) for make, one, others in (FLEETS, PLANS) for other in others]


@pytest.mark.parametrize(
    ("make", "one", "other"), TWINS, ids=[f"twins-{n}" for n in range(len(TWINS))]
)
def test_entries_positions_and_questions_are_the_same(make: Any, one: str, other: str):
    """Two campaigns that differ in a sealed fleet or plan are alike but for one seal and what follows."""
    first, second = campaign(make, one), campaign(make, other)
    assert list(map(without_chain, first.entries)) == list(map(without_chain, second.entries))
    assert first.states == second.states
    assert first.told == second.told
    digests = [seals(played) for played in (first, second)]
    different = [a != b for a, b in zip(*digests, strict=True)]
    assert different.count(True) == 1, "one seal is another"
    assert len(first.entries[0].unsigned) == len(second.entries[0].unsigned)


def without_chain(entry: Entry) -> bytes:
    body = {name: value for name, value in entry.unsigned.items() if name not in CHAINED}
    if "orders" in body:
        body["orders"] = [o | {"digest": ""} if "digest" in o else o for o in body["orders"]]
    return canonical(body)


def seals(played: Played) -> list[str]:
    return [
        order["digest"]
        for entry in played.entries
        for order in entry.unsigned.get("orders", ())
        if order["kind"] == "seal"
    ]


@cache
def shown(make: Callable[[Any], Played], value: str) -> dict[str, bytes]:
    """Return everything that the other player is shown of a campaign, by name."""
    played = campaign(make, value)
    with patch.object(record, "seed_of", seed_without_digest), TemporaryDirectory() as scratch:
        found = dict(_shown(played, Path(scratch)))
    return {
        part: data for name, data in found.items() for part, data in comparable(name, data).items()
    }


def _shown(played: Played, scratch: Path) -> Iterator[tuple[str, bytes]]:
    files = [(entry.file_name, entry.data) for entry in played.entries]
    yield from reported(files)
    yield from told_of(files, scratch)
    yield "pictures svg", drawing.svg(WAR_AT_SEA, played.state).encode()
    yield "pictures png", drawing.png(WAR_AT_SEA, played.state)
    scene = scene_of(played.match.record)
    yield "board", repr(scene.shown(played.state)).encode()


@pytest.mark.parametrize("twins", [FLEETS, PLANS], ids=["fleets", "plans"])
def test_whatever_is_shown_is_the_same(twins: Any):
    """Reports, mails, PNG bytes, SVG, XML, replay, statistics and the board, digests aside."""
    make, one, (other, *_) = twins
    first, second = shown(make, one), shown(make, other)
    assert list(first) == list(second)
    assert {"history campaign.xml", "history replay.html", "board", "statistics text"} <= set(first)
    assert [name for name in first if first[name] != second[name]] == []


def test_nothing_of_a_sealed_fleet_is_anywhere():
    """Neither a salt nor a name nor an id of the fleet that is still sealed stands in what is shown."""
    played = campaign(up_to_the_second_fleet, json.dumps(AXIS))
    salt, fleet = played.sealed["axis", "fleet"]
    ids = [f"axis-{card}-1" for card in fleet]
    assert leaks(shown(up_to_the_second_fleet, json.dumps(AXIS)), [salt, *ids]) == []
    assert leaks({"a": ids[0].encode()}, ids), "the search finds what is there"


def test_what_is_opened_is_told():
    """When the Axis opens its fleet, the two campaigns part."""
    make, one, (other, *_) = FLEETS
    boards = []
    for value in (one, other):
        with patch.object(record, "seed_of", seed_without_digest):
            played = make(json.loads(value))
            played.play(played.open("fleet"))
        boards.append(sorted(unit for unit in played.state.units if unit.startswith("axis")))
    assert boards[0] != boards[1]

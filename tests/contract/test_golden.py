"""Golden campaigns: whole games between staffs, compared event by event.

If one changes, the ruleset's revision goes up and the changelog says why. `SEALION_REGOLD=1` writes
them anew; the difference is read like code.
"""

import gzip
import json
import os
from collections.abc import Iterator
from hashlib import sha256
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.engine.canon import canonical
from sealion_pbem.engine.capability import HasCommanders
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, digest_of, orders_from_wire, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.wire import to_wire
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets import find

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
GAMES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "sealion-2016": ("sealion-2016", "invasion", {"turns": 7}),
    "sealion-deluxe": ("sealion-deluxe", "invasion", {"turns": 7}),
    "war-at-sea": ("war-at-sea", "standard", {}),
    "war-at-sea-convoy": ("war-at-sea", "convoy", {}),
    "war-at-sea-major": ("war-at-sea", "major", {"air_missions": "alternate"}),
    "world-at-war": ("world-at-war", "france-1940", {}),
    "world-at-war-school": ("world-at-war", "sedan-school", {}),
    "world-at-war-maquis": ("world-at-war", "maquis", {}),
}
"""The file of a golden game: its ruleset, its scenario and its options."""


def told(turn: Turn, outcome: Any, digest: str) -> list[str]:
    """One turn as lines: who, what was ordered, what happened, what it came to."""
    lines = [f"turn {turn.seat}{' anew' if turn.drops_queued else ''}"]
    lines += [f"order {canonical(order).decode()}" for order in turn.document["orders"]]
    lines += [f"event {canonical(to_wire(event)).decode()}" for event in outcome.events]
    return [*lines, f"state {digest}"]


def played(name: str, turns: Iterator[tuple[str, list[Any]] | None]) -> Iterator[list[str]]:
    """Judge turns one after another; None lets the staff commander write the next."""
    edition, scenario, options = GAMES[name]
    ruleset = find(edition)
    assert isinstance(ruleset, HasCommanders)
    game = begin(ruleset, "golden", ruleset.setup(scenario, options))
    commander = ruleset.commanders["staff"]
    staff = {seat: commander(sha256(seat.encode()).digest()) for seat in ruleset.seats}
    for number, given in enumerate(turns):
        decision = pending(ruleset, game)
        if decision is None:
            return
        if given is None:
            turn = staff[decision.seat].turn(ruleset, game, decision.seat)
        else:
            seat, _, anew = given[0].partition(" ")
            turn = Turn(Seat(seat), orders_from_wire(ruleset, given[1]), drops_queued=bool(anew))
        outcome = run(ruleset, game, turn, SeededDice(sha256(b"%d" % number).digest()))
        assert not outcome.refused, outcome.refused
        game = outcome.game
        yield told(turn, outcome, digest_of(ruleset, game))


def recorded(path: Path) -> list[list[str]]:
    """The turns of a golden game, each as its lines."""
    text = gzip.decompress(path.read_bytes()).decode()
    return [("turn " + part).splitlines() for part in text.removeprefix("turn ").split("\nturn ")]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", GAMES)
def test_the_golden_game_is_judged_as_before(name: str):
    """The same orders and dice give the same events and digests as when the game was recorded."""
    path = GOLDEN / f"{name}.txt.gz"
    if os.environ.get("SEALION_REGOLD"):
        text = "\n".join(line for turn in played(name, repeat(None)) for line in turn)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(gzip.compress(text.encode(), mtime=0))
    turns = recorded(path)
    given = (
        (
            lines[0].removeprefix("turn "),
            [json.loads(o[6:]) for o in lines if o.startswith("order ")],
        )
        for lines in turns
    )
    again = list(played(name, given))
    assert len(again) == len(turns)
    for then, now in zip(turns, again, strict=True):
        assert now == then
    assert "game_ended" in turns[-1][-2]

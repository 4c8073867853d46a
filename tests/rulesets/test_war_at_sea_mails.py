"""How many files a turn of War at Sea takes by mail, counted on played campaigns."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sealion_pbem.cli.root import cli
from sealion_pbem.engine.ahead import Timed, Written
from sealion_pbem.engine.capability import answers_of
from sealion_pbem.engine.commander import Commander
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import Game, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.engine.turn import Turn
from sealion_pbem.engine.words import Json, Seat
from sealion_pbem.rulesets.war_at_sea.ruleset import WAR_AT_SEA
from sealion_pbem.rulesets.war_at_sea.words.orders import Done
from sealion_pbem.umpire.exhibition import Exhibition, standing_orders
from tests.campaigns import key_of

TIME = "2026-01-01T00:00:00Z"
FIGHT = ("air defense", "air attack", "surface attack", "torpedo attack", "air return")
FLYING = {
    "axis": ["jp_akagi", "jp_a6m2_zero", "jp_d3a1_val", "jp_b5n2_kate", "jp_tone", "jp_fubuki"],
    "allied": ["uk_illustrious", "uk_fulmar", "uk_swordfish", "uk_ajax", "uk_exeter", "uk_javelin"],
}
SAILING = {
    "axis": ["jp_haruna", "jp_atago", "jp_jintsu", "jp_fubuki", "jp_fubuki"],
    "allied": ["uk_hood", "uk_ajax", "uk_exeter", "uk_javelin", "uk_javelin"],
}


class WritesAhead:
    """Lets a commander go on to the end of the game turn in one file.

    It guesses the dice, and that the other seat answers small decisions by the default; large ones,
    moving and planning, it waits for.
    """

    def __init__(self, commander: Commander, fleet: list[str]) -> None:
        self._commander, self._files = commander, 0
        self.sealed = commander.sealed
        commander._fleet = lambda _: fleet  # type: ignore[attr-defined]

    def turn(self, ruleset: Ruleset[Any], game: Game[Any], seat: Seat) -> Turn:
        orders: list[Written] = []
        here = replace(game, queued={})
        now = ruleset.game_turn(game.state)
        while (decision := pending(ruleset, here)) is not None:
            if orders and ruleset.game_turn(here.state) > now:
                break
            self._files += 1
            guess = SeededDice(self._files.to_bytes(32, "big"))
            if decision.seat == seat:
                part = self._commander.turn(ruleset, here, seat)
                orders += part.orders
            elif decision.kind in answers_of(ruleset).main_decisions:
                break
            else:
                default = answers_of(ruleset).answer(here.state, "default")
                assert default is not None, decision.kind
                part = Turn(decision.seat, (default,))
            outcome = run(ruleset, here, part, guess)
            assert not outcome.refused, outcome.refused
            here = replace(outcome.game, queued={})
        return Turn(seat, with_ends(orders), drops_queued=bool(game.queued.get(seat)))


def with_ends(orders: list[Written]) -> tuple[Written, ...]:
    """Return a file that ends every step of the fight; for one that ends by itself it lapses (P.5)."""
    fight = [o for o in orders if isinstance(o, Timed) and o.stage in FIGHT]
    if not fight:
        return tuple(orders)
    found = [order for order in orders if order not in fight]
    for stage in FIGHT:
        found += [o for o in fight if o.stage == stage and o.order.kind != "done"]
        found.append(Timed(Done(), None, stage))
    return tuple(found)


class Orderly(Exhibition):
    """A campaign in which nobody sends an illegal file on purpose."""

    def _illegal(self, record: Any, draft: Any) -> None:
        return None


def files_of(root: Path, fleets: dict[str, list[str]], standing: Any) -> list[dict[str, Json]]:
    """Return how many files and mails each game turn took, as `sealion campaign status --mails` says."""
    keys = {str(seat): (str(seat), key_of(seat)) for seat in WAR_AT_SEA.seats}
    exhibition = Orderly(root, keys, b"mails", TIME)
    exhibition.found("war-at-sea", {"zone": 1}, standing=standing)
    for seat, commander in exhibition.commanders.items():
        exhibition.commanders[seat] = WritesAhead(commander, fleets[seat])
    for _ in exhibition.play(4):
        pass
    words = ["campaign", "status", "--mails", "--json", "-C", str(root / "axis")]
    said = CliRunner().invoke(cli, words)
    assert said.exit_code == 0, said.output
    turns: list[dict[str, Json]] = json.loads(said.stdout)["turns"]
    return turns


def nothing(*_: object) -> list[dict[str, Json]]:
    """Return no standing orders."""
    return []


@pytest.mark.parametrize(
    ("fleets", "standing", "most"),
    [
        (FLYING, nothing, 4),
        (SAILING, nothing, 3),
        (FLYING, standing_orders, 3),
        (SAILING, standing_orders, 2),
    ],
    ids=["flying, free", "sailing, free", "flying, standing orders", "sailing, standing orders"],
)
def test_a_turn_takes_the_files_that_the_facts_promise(tmp_path, fleets, standing, most):
    """Both write freely: 4 files; without Aircraft the second's fire stands behind his movement: 3.

    Both fire by standing orders: 3, without Aircraft 2. No turn takes more, and some take as many.
    The set-up takes four: two seals, two fleets opened and deployed; who seals last and then wins
    the coin may have written his deployment behind his seal.
    """
    setup, *turns = files_of(tmp_path, fleets, standing)
    assert setup["files"] in (3, 4)
    found = Counter(turn["files"] for turn in turns)
    assert max(found) == most, found
    assert all(turn["mails"] - turn["files"] in (0, 1) for turn in turns)

"""14.6  Whole games with fake parachutists: played to the end by commanders, audited, breaches named."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from benchmarks.campaigns import Match, write_campaign
from sealion_pbem.cli.audit import facts_of, paragraph
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, digest_of, pack_game, pending, unpack_game
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.sealion.editions import DELUXE
from sealion_pbem.rulesets.sealion.invariants import broken
from sealion_pbem.rulesets.sealion.options import every_option
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023
from sealion_pbem.rulesets.sealion.staff import StaffCommander
from sealion_pbem.rulesets.sealion.state import BRITISH, GERMAN
from sealion_pbem.umpire.audit import audit_folder

OPTIONS = {"fake_parachutists": True, "turns": 7}


def play(make: Any, seed: str, options: dict[str, Any]) -> tuple[Any, list[Any]]:
    """Play to the end; no order is refused, every position is sound and survives JSON."""
    ruleset = DELUXE_2023
    game = begin(ruleset, "duel", ruleset.setup("invasion", options))
    commanders = {seat: make(f"{seed} {seat}".encode()) for seat in (GERMAN, BRITISH)}
    events: list[Any] = []
    number = 0
    while (decision := pending(ruleset, game)) is not None:
        turn = commanders[decision.seat].turn(ruleset, game, decision.seat)
        dice = SeededDice(sha256(f"{seed} {number}".encode()).digest())
        outcome = run(ruleset, game, turn, dice)
        assert not outcome.refused, (decision, turn, outcome.refused)
        assert broken(outcome.game.state) == []
        game = outcome.game
        events += outcome.events
        number += 1
    assert digest_of(ruleset, unpack_game(ruleset, pack_game(ruleset, game))) == digest_of(
        ruleset, game
    )
    return game, events


@pytest.mark.parametrize("make", [RandomCommander, StaffCommander])
@pytest.mark.parametrize("options", [OPTIONS, every_option(DELUXE)], ids=["alone", "all"])
def test_commanders_play_it_to_the_end(make, options):
    """Every pair is sealed once and shown once; nothing is left sealed, no fake is left on the map."""
    game, events = play(make, "one", options)
    kinds = [event.kind for event in events]
    assert game.state.winner
    assert kinds.count("parachutists_sealed") == kinds.count("parachutists_opened") == 4
    assert not game.seals.get(GERMAN)
    veil = game.state.veil
    assert len(veil.real) == len(veil.fake) == 4
    # The staff knows what it sealed, and withdraws what came down too far off.
    assert make is RandomCommander or not DELUXE_2023.breaches(game.state)


def campaign(name: str) -> tuple[Match, list[Any]]:
    """A campaign in mode peer between random commanders, to its end."""
    match = Match.founded(name, OPTIONS, "sealion-deluxe")
    log: list[Any] = [match.record.ledger.charter]
    commanders = {s: RandomCommander(f"{name} {s}".encode()) for s in (GERMAN, BRITISH)}
    while (decision := match.record.decision) is not None:
        commander = commanders[Seat(decision.seat)]
        turn = commander.turn(match.record.ruleset, match.record.game, Seat(decision.seat))
        log += match.play(**turn.document)
    return match, log


@pytest.mark.parametrize(("name", "found"), [("fakes-0", 0), ("fakes-3", 1)])
def test_a_campaign_is_audited_and_breaches_are_named(tmp_path: Path, name: str, found: int):
    """The log is sound either way; what was against 14.6 stands in the verdict, with its rule."""
    match, log = campaign(name)
    verdict = audit_folder(write_campaign(tmp_path / name, log))
    assert verdict.exit_code == 0, verdict.failure
    assert verdict.unopened == []
    assert len(verdict.breaches) == found
    assert verdict.breaches == [str(breach) for breach in match.record.breaches]
    assert facts_of(verdict)["breaches"] == verdict.breaches
    told = paragraph(verdict)
    assert told.count("BREACH") == len(verdict.breaches)
    assert all("[rule 14.6]" in breach for breach in verdict.breaches)


@pytest.mark.parametrize("make", [RandomCommander, StaffCommander])
@pytest.mark.parametrize("lost_in", [1, 3, 5])
def test_a_game_goes_on_when_the_salts_are_lost(make, lost_in: int):
    """Whoever takes the seat over knows no salt; after a ruling every pair is given up when it is due.

    Neither counter of such a pair is real, and the British may claim the game: no opening is worse.
    """
    ruleset = DELUXE_2023
    game = begin(ruleset, "lost", ruleset.setup("invasion", OPTIONS))
    commanders = {seat: make(f"lost {seat}".encode()) for seat in (GERMAN, BRITISH)}
    number = 0
    lost: tuple[str, ...] = ()
    events: list[Any] = []
    while (decision := pending(ruleset, game)) is not None:
        live = tuple(game.seals.get(GERMAN, {}))
        if not lost and game.state.turn >= lost_in and not game.state.veil.unsealed:
            lost = live
            commanders[GERMAN] = make(b"heir" * 8)
            game = replace(game, forfeits={GERMAN: lost})
            decision = pending(ruleset, game)
        turn = commanders[decision.seat].turn(ruleset, game, decision.seat)
        outcome = run(ruleset, game, turn, SeededDice(sha256(b"%d" % number).digest()))
        assert not outcome.refused, (decision, turn, outcome.refused)
        assert broken(outcome.game.state) == []
        game, number = outcome.game, number + 1
        events += outcome.events
    opened = {e.pair: e.real for e in events if e.kind == "parachutists_opened"}
    assert game.state.winner
    assert not game.seals.get(GERMAN)
    assert not game.forfeits.get(GERMAN)
    assert [opened[name.removeprefix("parachutists/")] for name in lost] == [""] * len(lost)
    assert len(game.state.veil.breaches) >= len(lost)

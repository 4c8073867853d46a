"""Campaigns with optional rules, at random: pairs and all together, played to the end and audited."""

import os
from hashlib import sha256
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from benchmarks.campaigns import random_log, write_campaign
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, digest_of, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.rulesets.sealion.editions import DELUXE
from sealion_pbem.rulesets.sealion.invariants import broken
from sealion_pbem.rulesets.sealion.options import OPTIONS, every_option
from sealion_pbem.rulesets.sealion.ruleset import DELUXE_2023
from sealion_pbem.rulesets.sealion.staff import StaffCommander
from sealion_pbem.umpire.audit import audit_folder

LONG = 300
EDITION = "sealion-deluxe"
WAYS = [(name, way) for name, option in OPTIONS.items() for way in option.values]
PAIRS = [dict(pair) for pair in combinations(WAYS, 2) if len(dict(pair)) == len(pair)]
LAST_WAYS = {name: list(option.values)[-1] for name, option in OPTIONS.items()}


def mixture(number: int) -> dict[str, Any]:
    """Any number of options, each in any way, or not; the same number gives the same ones."""
    whims = sha256(b"%d" % number).digest()
    chosen = {}
    for whim, (name, option) in zip(whims, OPTIONS.items(), strict=False):
        ways = [*option.values, False]
        chosen[name] = ways[whim % len(ways)]
    return {**chosen, "turns": 7 + number % 6, "adjust_victory": bool(number % 2)}


def combined() -> list[dict[str, Any]]:
    """All together in both ways, then pairs, then mixtures; a few of each in the short run."""
    everything = [every_option(DELUXE), LAST_WAYS]
    if os.environ.get("SEALION_FUZZ") != "long":
        return [*everything, *PAIRS[::20], mixture(0)]
    mixtures = [mixture(number) for number in range(LONG - len(everything) - len(PAIRS))]
    return [*everything, *PAIRS, *mixtures]


def name_of(options: dict[str, Any]) -> str:
    """The options as an id of a test."""
    chosen = {name: way for name, way in options.items() if way is not False}
    return "-".join(n if way in (True, "yes") else f"{n}={way}" for n, way in chosen.items())


@pytest.mark.fuzz
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("options", combined(), ids=name_of)
def test_a_random_campaign_with_options_ends_and_proves_itself(
    tmp_path: Path, options: dict[str, Any]
):
    """14.0  Both commanders give any legal order; the log audits clean and the game has a winner."""
    name = f"options-{sha256(name_of(options).encode()).hexdigest()[:12]}"
    log = random_log(name, 5000, EDITION, options=options)
    write_campaign(tmp_path / "played", log)
    verdict = audit_folder(tmp_path / "played")
    assert verdict.exit_code == 0, verdict.failure
    assert verdict.result in ("the british player has won", "the german player has won")
    assert verdict.head == log[-1].digest


@pytest.mark.timeout(600)
@pytest.mark.parametrize("options", [every_option(DELUXE), LAST_WAYS], ids=["first", "last"])
def test_the_staffs_play_all_options_to_the_end(options: dict[str, Any]):
    """14.0  Every position is sound, can be written by hand, and everybody who is due has arrived."""
    start = DELUXE_2023.setup("invasion", options)
    game = begin(DELUXE_2023, "options", start)
    staff = {s: StaffCommander(sha256(s.encode()).digest()) for s in DELUXE_2023.seats}
    number = 0
    while (decision := pending(DELUXE_2023, game)) is not None:
        turn = staff[decision.seat].turn(DELUXE_2023, game, decision.seat)
        dice = SeededDice(sha256(b"%d" % number).digest())
        outcome = run(DELUXE_2023, game, turn, dice)
        assert not outcome.refused, outcome.refused
        game, number = outcome.game, number + 1
        assert broken(game.state) == []
        again = DELUXE_2023.position(start, DELUXE_2023.write_position(game.state))
        assert DELUXE_2023.pack(again) == DELUXE_2023.pack(game.state)
    assert game.state.winner
    waiting = [n for t in range(1, game.state.turn) for n in game.state.units_in(f"Turn {t}")]
    assert waiting == []


def test_the_long_run_has_every_pair():
    """Each two options meet in each of their ways, and there is room for mixtures."""
    met = {frozenset(options.items()) for options in PAIRS}
    for one, other in combinations(OPTIONS, 2):
        for ways in product(OPTIONS[one].values, OPTIONS[other].values):
            assert frozenset({(one, ways[0]), (other, ways[1])}) in met
    assert len(PAIRS) < LONG


COMBATS = {
    "2918": [
        "de_12_inf", "de_flak_ii-14", "de_bomber_1_fliegerkorps_a", "de_zg2",
        "uk_1_inf", "uk_6_aa_x", "uk_1_aa_x", "uk_bmr_3_group",
    ],
    "4414": [
        "de_7_pz", "de_flak_i-26", "de_bomber_8_fliegerkorps_a", "uk_2_inf", "uk_bmr_4_group",
    ],
    "4409": ["uk_churchill"],
}  # fmt: skip


@pytest.mark.parametrize("number", range(6))
def test_14_5_1_combats_with_aa_units_go_on_at_random(number: int):
    """Flak and AA brigades in two combats: every position is sound, written and read alike."""
    step = 13 if number % 2 else 6
    start = DELUXE_2023.setup("invasion", {"aa_brigades": True})
    document = {"turn": 6, "step": step, "stage": "land combat", "units": COMBATS}
    document["reduced"] = ["uk_6_aa_x"]
    game = begin(DELUXE_2023, "flak", DELUXE_2023.position(start, document))
    seeds = {seat: sha256(f"{number} {seat}".encode()).digest() for seat in DELUXE_2023.seats}
    commanders = {seat: RandomCommander(seed) for seat, seed in seeds.items()}
    kinds: set[str] = set()
    while game.state.stage == "land combat":
        decision = pending(DELUXE_2023, game)
        assert decision is not None
        turn = commanders[decision.seat].turn(DELUXE_2023, game, decision.seat)
        outcome = run(DELUXE_2023, game, turn, SeededDice(digest_of(DELUXE_2023, game).encode()))
        assert not outcome.refused, outcome.refused
        game = outcome.game
        kinds |= {event.kind for event in outcome.events}
        assert broken(game.state) == []
        written = DELUXE_2023.pack(game.state)
        assert DELUXE_2023.pack(DELUXE_2023.unpack(written)) == written
    assert "aa_unit_fired" in kinds

"""Whole campaigns of A World at War: exported, imported, audited clean; how many mails they take.

`SEALION_FUZZ=long` plays 300 random campaigns instead of 10.
"""

import os
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from sealion_pbem.campaign.archive import export, import_archive
from sealion_pbem.campaign.folder import find_folder
from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.dice import DiceRolled, SeededDice
from sealion_pbem.engine.game import Game, begin, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.turn import Turn
from sealion_pbem.rulesets.world_at_war.ruleset import WORLD_AT_WAR
from sealion_pbem.umpire import founding
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.exhibition import Exhibition, standing_orders
from tests.campaigns import key_of
from tests.table import standing
from tests.war_settings import SETTINGS
from tests.world_at_war import table

CAMPAIGNS = 300 if os.environ.get("SEALION_FUZZ") == "long" else 10
TIME = "2026-01-01T00:00:00Z"
MOST, MOST_QUIET = 6, 4
"""Mails in a game turn with open standing orders, and in one without attacks (section 8)."""


def chosen(number: int) -> tuple[str, dict[str, Any]]:
    """Return scenario and settings of a campaign; in the short form the campaign is a short one."""
    if len(SETTINGS) >= CAMPAIGNS:
        small = "maquis" if number % 2 else "sedan-school"
        return ("france-1940", {"turns": 2}) if number < 2 else (small, {})
    return [*SETTINGS.values()][number % len(SETTINGS)]


@pytest.mark.fuzz
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("number", range(CAMPAIGNS))
def test_a_random_campaign_is_exported_imported_and_audited(tmp_path: Path, number: int):
    """Both desks hold the same log; the archive is audited clean, and so is what is imported from it."""
    seats, (scenario, options) = WORLD_AT_WAR.seats, chosen(number)
    keys = {str(seat): (str(seat), key_of(seat)) for seat in seats}
    exhibition = Exhibition(tmp_path, keys, b"%d" % number, TIME)
    with patch.object(founding, "LENGTH", 256):
        exhibition.found("world-at-war", options, scenario)
    for seat in seats:
        exhibition.commanders[seat] = RandomCommander(sha256(f"{seat}{number}".encode()).digest())
    for _ in exhibition.play(99):
        pass
    archive = tmp_path / "war.zip"
    export(find_folder(tmp_path / seats[0]), archive)
    import_archive(archive, tmp_path / "again")
    verdicts = [audit_folder(path) for path in (tmp_path / seats[1], archive, tmp_path / "again")]
    assert [verdict.exit_code for verdict in verdicts] == [0] * 3, verdicts
    assert len({verdict.head for verdict in verdicts}) == 1
    assert "points" in verdicts[-1].result


def begun() -> Game[Any]:
    """Return a campaign in which both seats have open standing orders for every small decision."""
    game = begin(WORLD_AT_WAR, "mails", WORLD_AT_WAR.setup("france-1940", {}))
    for seat in WORLD_AT_WAR.seats:
        game.standing[seat] = standing(*standing_orders(WORLD_AT_WAR, {}))
    return game


@pytest.mark.parametrize("seed", range(2))
def test_a_game_turn_takes_at_most_six_mails(seed: int):
    """Section 8: staffs play to the end; each file goes on until its writer wants to see dice."""
    ruleset, game, mails = WORLD_AT_WAR, begun(), Counter[int]()
    staff = {
        seat: ruleset.commanders["staff"](sha256(f"{seat}{seed}".encode()).digest())
        for seat in ruleset.seats
    }
    attacks = 0
    while (decision := pending(ruleset, game)) is not None:
        turn = staff[decision.seat].turn(ruleset, game, decision.seat)
        mails[game.state.turn] += 1
        outcome = run(ruleset, game, turn, SeededDice(sha256(b"%d" % mails.total()).digest()))
        attacks += sum(event.kind == "attack_announced" for event in outcome.events)
        game = outcome.game
    assert max(mails.values()) <= MOST, mails
    assert attacks, "nobody fought"


def test_a_quiet_game_turn_takes_at_most_four_mails():
    """Section 8: nobody attacks; both wear each other down, take hexes, build and are done.

    A file ends where dice have fallen that its writer has to see, or where the other seat goes on.
    """
    ruleset = WORLD_AT_WAR
    game = table(
        "de_inf_01 in 1106", "de_inf_02 in 1106", "de_inf_03 in 1107", "de_inf_04 in 1107",
        "de_inf_05 in 1206", "de_inf_06 in 1208", "fr_inf_01 in 1007", "fr_inf_02 in 1007",
        "fr_inf_03 in 1006", "fr_inf_04 in 1108", "fr_inf_05 in 1008", "fr_inf_06 in 0906",
        "fr_arm_1 in 1006", step="prepare",
    ).game  # fmt: skip
    for seat in ruleset.seats:
        game.standing[seat] = standing(*standing_orders(ruleset, {}))
    mails, worn, writer, is_seen = Counter[int](), 0, "", False
    for number in range(2000):
        decision = pending(ruleset, game)
        if decision is None:
            break
        if decision.seat != writer or is_seen:
            mails[game.state.turn] += 1
        policy = "all" if decision.kind == "occupy" else "default"
        order = ruleset.answer(game.state, policy)
        assert order is not None
        dice = SeededDice(sha256(b"%d" % number).digest())
        outcome = run(ruleset, game, Turn(decision.seat, (order,)), dice)
        assert not outcome.refused
        worn += sum(event.kind == "attrition_rolled" for event in outcome.events)
        writer = decision.seat
        is_seen = any(isinstance(event, DiceRolled) for event in outcome.events)
        game = outcome.game
    assert game.state.verdict
    assert worn, "nobody was worn down"
    assert max(mails.values()) <= MOST_QUIET, mails

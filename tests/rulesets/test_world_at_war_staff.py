"""The staff of A World at War: what it plans, that it plays every scenario, that it beats chance."""

import pytest
from click.testing import CliRunner

from sealion_pbem.cli.root import cli
from sealion_pbem.engine.game import begin, pending
from sealion_pbem.rulesets.world_at_war.ruleset import WORLD_AT_WAR
from sealion_pbem.rulesets.world_at_war.staff.judgement import goals_of
from tools.duel import Match, play


def first_file(scenario="france-1940"):
    game = begin(WORLD_AT_WAR, "staff", WORLD_AT_WAR.setup(scenario, {}))
    decision = pending(WORLD_AT_WAR, game)
    return WORLD_AT_WAR.commanders["staff"](b"1").turn(WORLD_AT_WAR, game, decision.seat)


def kinds_of(turn):
    return [type(getattr(order, "order", order)).kind for order in turn.orders]


def test_the_first_axis_file_declares_war_moves_and_attacks():
    """Issue 15, point 3: the Axis staff declares war, masses and announces attacks in one file."""
    kinds = kinds_of(first_file())
    assert kinds.count("declare") == 3
    assert kinds.count("move") > 10
    assert kinds.count("attack") >= 2


def test_two_staffs_play_alike():
    """The same position leads to the same file."""
    assert first_file() == first_file()


def test_goals_are_those_of_the_victory_points():
    """R-17, R-54: Paris before the capitals of minors before other objectives; a school has its hexes."""
    goals = goals_of(WORLD_AT_WAR.setup("france-1940", {}))
    assert goals["0906"] > goals["1004"] == goals["1003"] > goals["1110"]
    school = goals_of(WORLD_AT_WAR.setup("sedan-school", {}))
    assert school["0906"] > school["1006"] > school["1107"]


@pytest.mark.parametrize("scenario", WORLD_AT_WAR.scenarios)
def test_every_scenario_is_played_to_its_end(scenario):
    """Two staffs, no file refused."""
    score = play(Match("world-at-war", scenario, "", ("staff", "staff"), 1))
    assert score.turns <= 4


def test_the_demonstration_ends_with_a_clean_audit(tmp_path):
    """Issue 15, point 8: two game turns between staffs, or fewer if France falls, and all of it proved."""
    words = ["demo", "--ruleset", "world-at-war", "--out", str(tmp_path / "demo")]
    shown = CliRunner().invoke(cli, words)
    assert shown.exit_code == 0, shown.output
    assert "both players hold the same log: True" in shown.output
    assert (tmp_path / "demo" / "replay.html").stat().st_size > 100_000


@pytest.mark.parametrize("winner", ["axis", "allies"])
def test_the_staff_beats_chance(winner):
    """From either side; `tools/duel.py` measures how often."""
    pairing = tuple("staff" if seat == winner else "random" for seat in WORLD_AT_WAR.seats)
    won = [
        play(Match("world-at-war", "france-1940", "", pairing, n)).winner == winner for n in (1, 2)
    ]
    assert all(won)


@pytest.mark.parametrize("options", ["setup=free", "cooperation=strict", "minors=at_once"])
def test_the_staff_knows_settings(options):
    """Section 11 of the facts: games with other settings are played as well."""
    assert play(Match("world-at-war", "france-1940", options, ("staff", "staff"), 2)).files

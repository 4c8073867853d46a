"""What holds in every position: checked after every event of games played at random.

`SEALION_FUZZ=long` plays many games to their end.
"""

import os
from collections import Counter as Tally

import pytest

from sealion_pbem.engine.commander import RandomCommander
from sealion_pbem.engine.dice import SeededDice
from sealion_pbem.engine.game import begin, pending
from sealion_pbem.engine.loop import run
from sealion_pbem.engine.play import Play
from sealion_pbem.rulesets.sealion.events.combat import LandCombat
from sealion_pbem.rulesets.sealion.events.land import UnitDebarked
from sealion_pbem.rulesets.sealion.invariants import broken, moved_mines
from sealion_pbem.rulesets.sealion.state import OUT, Unit
from tests.sealion_table import EDITIONS, table

LONG = os.environ.get("SEALION_FUZZ") == "long"
SEEDS = range(50 if LONG else 2)
LAST_TURN = 99 if LONG else 4
CAMPAIGN = "0" * 64


@pytest.fixture
def watched(monkeypatch):
    """Look at the state after every event."""
    emit = Play.emit
    counts: Tally[str] = Tally()

    def emit_and_look(play, event):
        before = dict(play.state.units)
        emit(play, event)
        counts[type(event).__name__] += 1
        if isinstance(event, UnitDebarked):
            return  # one thing with the move that follows: out of the ship, onto the beach
        faults = [*broken(play.state), *moved_mines(before, play.state)]
        assert not faults, (play.state.turn, play.state.step, play.state.stage, event, faults)

    monkeypatch.setattr(Play, "emit", emit_and_look)
    return counts


@pytest.mark.parametrize("edition", list(EDITIONS))
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_ever_broken(edition, seed, watched):
    """Every event of a random game leaves a sound state."""
    ruleset = EDITIONS[edition]
    game = begin(ruleset, CAMPAIGN, ruleset.setup("invasion", {}))
    players = {s: RandomCommander(bytes([seed, n]) * 16) for n, s in enumerate(ruleset.seats)}
    dice = SeededDice(bytes([seed]) * 32)
    while (decision := pending(ruleset, game)) is not None and game.state.turn <= LAST_TURN:
        outcome = run(
            ruleset, game, players[decision.seat].turn(ruleset, game, decision.seat), dice
        )
        assert not outcome.refused, outcome.refused
        game = outcome.game
    assert sum(watched.values()) > 100


def sound():
    """A position in which nothing is wrong."""
    units = {"A": ["de_transport_01", "de_emden"], "4409": ["uk_1_lon"], "6221": ["de_12_inf"]}
    return (
        table(turn=2).place(units, aboard={"de_7_inf_ech1": "de_transport_01"}).german_hexes("6221")
    )


@pytest.mark.parametrize(
    ("name", "unit", "said"),
    [
        ("de_emden", Unit("4409", 2), "de_emden, german naval, is in 4409"),
        ("de_emden", Unit("West", 2), "de_emden, german naval, is in West"),
        ("uk_hood", Unit("Convoy", 2), "uk_hood, british naval, is in Convoy"),
        ("de_12_inf", Unit("A", 2), "de_12_inf, german land, is in A"),
        ("de_12_inf", Unit("Hand", 2), "de_12_inf, german land, is in Hand"),
        ("de_jg2", Unit("Britain", 2), "de_jg2, german air, is in Britain"),
        ("uk_ftr_10_group", Unit("West", 2), "uk_ftr_10_group, british air, is in West"),
        ("de_emden", Unit("A", 3), "de_emden has 3 of 2 steps"),
        ("de_emden", Unit("A", 0), "de_emden has 0 steps in A"),
        ("de_emden", Unit(OUT, 1), "de_emden has 1 steps in Out"),
        ("de_transport_01", Unit("B", 2), "de_7_inf_ech1 in A is aboard de_transport_01, which"),
        ("de_transport_01", Unit(OUT, 0), "de_7_inf_ech1 in A is aboard de_transport_01, which"),
        ("de_12_inf", Unit("A", 2, "de_emden"), "de_12_inf cannot be aboard de_emden"),
        ("de_12_inf", Unit("A", 2, "de_transport_01"), "de_transport_01 carries 2 units"),
        ("uk_2_lon", Unit("4409", 2), "2 british units of size XX in 4409, 1 may stack"),
    ],
)
def test_a_misplaced_unit_is_named(name, unit, said):
    """Each rule of place, carrying, steps and stacking is looked at."""
    position = sound()
    assert not broken(position.state)
    position.state.put(name, unit)
    assert any(said in fault for fault in broken(position.state)), broken(position.state)


def test_fighters_over_a_hex_are_counted():
    """6.2.1  One fighter of a seat over a hex, not two."""
    position = sound().place({"5613": ["de_jg2", "de_jg3"]})
    assert broken(position.state) == ["2 german fighters over 5613"]


def test_wrong_bookkeeping_is_named():
    """Tables and marks that do not follow from the units are found."""
    position = sound()
    state = position.state
    del state.forces["british", "land"]["4409"]
    del state.zoc["british"]["4408"]
    state.listed["uk_1_lon"] = ["4409", 1, ""]
    state.last_german |= state.table.board.area(["2102"])
    state.taken = state.table.board.area(["2103"])
    state.done = frozenset({"nobody"})
    state.turn = 99
    assert broken(state) == [
        "the list of british land units is wrong in 4409",
        "files and digests list uk_1_lon wrongly",
        "the british zones of control are wrong in 4408",
        "a hex is German that never was",
        "a hex was taken that never was German",
        "done names nobody",
        "turn 99 of 10",
    ]


def test_a_task_out_of_its_stage_is_named():
    """A battle waits in the stage of battles only."""
    position = table(step=6, stage="land combat").place({"2918": ["de_12_inf", "uk_1_inf"]})
    position.at(came_from={"de_12_inf": ("2819", "2918")}).go_on()
    position.state.task = LandCombat(("2918",))
    assert not broken(position.state)
    position.state.stage = "naval combat"
    assert broken(position.state) == ["land_combat waits in the stage naval combat"]


def test_a_mine_that_moved_is_named():
    """8.6  A mine at sea stays there until it is swept."""
    position = table().place({"A": ["uk_mine_a"]})
    before = dict(position.state.units)
    assert not moved_mines(before, position.state)
    position.state.put("uk_mine_a", Unit("B", 1))
    assert moved_mines(before, position.state) == ["mine uk_mine_a went from A to B"]
    position.state.put("uk_mine_a", Unit(OUT, 0))
    assert not moved_mines(before, position.state)

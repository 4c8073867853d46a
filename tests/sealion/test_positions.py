"""Positions written by hand: what the file says, and nothing that it does not say."""

from typing import Any

from sealion_pbem.engine.game import begin, pending
from sealion_pbem.engine.loop import refuse
from sealion_pbem.rulesets.sealion.invariants import broken
from sealion_pbem.rulesets.sealion.rules.ch05_deploying import Deploy
from sealion_pbem.rulesets.sealion.rules.ch11_landing import Debark
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import Attack
from tests.sealion_table import EDITIONS, both_editions


def refusals(edition: str, order: Any, **position: Any) -> list[str]:
    ruleset = EDITIONS[edition]
    game = begin(ruleset, "0" * 64, ruleset.position(ruleset.setup("invasion", {}), position))
    assert not broken(game.state)
    decision = pending(ruleset, game)
    assert decision is not None
    return [violation.code for violation in refuse(ruleset, game, decision, order)]


@both_editions
def test_who_is_listed_in_a_hex_has_held_it_since_earlier(edition):
    """7.6  A brigade debarks where a German division stands, unless the hex was taken in this step."""
    units = {"6220": ["de_12_inf"], "A": ["de_transport_01"]}
    where = {"step": 6, "units": units, "aboard": {"de_7_inf_ech1": "de_transport_01"}}
    order = Debark("de_7_inf_ech1", ("6220",))
    assert refusals(edition, order, **where) == []
    assert refusals(edition, order, **where, taken=["6220"]) == ["taken_this_step"]


@both_editions
def test_who_has_just_landed_does_not_hold_the_beach(edition):
    """7.5  A landing on an empty beach can be written down before it is fought for."""
    came = {"de_7_inf_ech1": ["A", "6220"]}
    where = {"units": {"6220": ["de_7_inf_ech1"]}, "came_from": came}
    assert refusals(edition, Attack("6220"), step=6, stage="land combat", **where) == []


@both_editions
def test_units_out_of_the_game_stack_nowhere(edition):
    """5.2  With most units left out of a set-up, the others may still be placed."""
    order = Deploy({"uk_1_lon": "4409"})
    hand = {"Hand": ["uk_1_lon"]}
    assert refusals(edition, order, turn=0, step=0, stage="british set-up", units=hand) == []


@both_editions
def test_what_was_done_in_the_game_turn_is_read(edition):
    """9.2, 13.2  Units that were landed and batteries that were used."""
    ruleset = EDITIONS[edition]
    written = {"units": {"2918": ["de_12_inf"]}, "landed": ["de_12_inf"], "spent": ["uk_hood"]}
    state = ruleset.position(ruleset.setup("invasion", {}), written)
    assert (state.landed, state.spent) == (frozenset({"de_12_inf"}), frozenset({"uk_hood"}))
